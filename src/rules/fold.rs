//! Folds queries and texts into a form in which they can be compared: without regard to case, width, kind of kana, long
//! marks, and whether a word is written in kanji or as it is read.

/// A folded letter, and the part of the original text for which it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letter {
    /// The folded letter; a space between words.
    pub is: char,
    /// Its first byte in the original text.
    pub from: usize,
    /// The byte after its last.
    pub to: usize,
}

/// Japanese words with their readings, both folded: by their first letter, of these the longest first.
#[derive(Debug, Default)]
pub struct Readings(Vec<(Vec<char>, Vec<char>)>);

impl Readings {
    /// Folds the words and readings.
    pub fn new<'a>(words: impl Iterator<Item = (&'a str, &'a str)>) -> Readings {
        let letters = |text: &str| letters(text).iter().map(|letter| letter.is).collect::<Vec<_>>();
        let mut words: Vec<_> = words.map(|(written, read)| (letters(written), letters(read))).collect();
        words.sort_by(|(a, _), (b, _)| a.first().cmp(&b.first()).then(b.len().cmp(&a.len())));
        Readings(words)
    }

    /// The longest word with which these letters begin.
    fn at(&self, letters: &[Letter]) -> Option<&(Vec<char>, Vec<char>)> {
        let first = letters.first()?.is;
        let from = self.0.partition_point(|(written, _)| written.first() < Some(&first));
        self.0[from..]
            .iter()
            .take_while(|(written, _)| written.first() == Some(&first))
            .find(|(written, _)| written.len() <= letters.len() && written.iter().zip(letters).all(|(a, b)| *a == b.is))
    }
}

/// Folds a text.
pub fn fold(text: &str, readings: &Readings) -> Vec<Letter> {
    let letters = letters(text);
    let mut folded = Vec::with_capacity(letters.len());
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        if letter.is.is_ascii() {
            folded.push(*letter);
            at += 1;
        } else if let Some((written, read)) = readings.at(&letters[at..]) {
            let (from, to) = (letter.from, letters[at + written.len() - 1].to);
            folded.extend(read.iter().map(|is| Letter { is: *is, from, to }));
            at += written.len();
        } else {
            folded.push(*letter);
            at += 1;
        }
    }
    folded
}

/// Half-width kana in code point order, from U+FF66.
const HALF: &str =
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";

/// Whether the capital A at byte `from` is an ace, and not the article that begins a sentence.
fn ace(text: &str, from: usize) -> bool {
    let (before, after) = (&text[..from], &text[from + 1..]);
    let alone = !before.ends_with(|c: char| c.is_ascii_alphanumeric())
        && !after.starts_with(|c: char| c.is_ascii_alphanumeric());
    let begins = before.trim_end().is_empty() || before.trim_end().ends_with(['.', '?', '!', ':', '"', '“', '”']);
    alone && !(begins && after.starts_with(' '))
}

/// The letters of a text, folded except for readings.
fn letters(text: &str) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::with_capacity(text.len());
    for (from, c) in text.char_indices() {
        let to = from + c.len_utf8();
        if c == 'A' && ace(text, from) {
            letters.extend(['a', 'c', 'e'].map(|is| Letter { is, from, to }));
            continue;
        }
        let c = match c {
            '\u{ff01}'..='\u{ff5d}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            '\u{ff66}'..='\u{ff9d}' => HALF.chars().nth((u32::from(c) - 0xff66) as usize).unwrap_or(c),
            _ => c,
        };
        let last = letters.last_mut().filter(|last| last.is != ' ');
        let is = match c {
            // Long marks are dropped. A voicing mark of its own changes the letter before it.
            'ー' | '〜' | '～' | '\u{ff9e}' | '\u{ff9f}' | '\u{3099}' | '\u{309a}' => {
                if let Some(last) = last {
                    last.to = to;
                    let steps = match c {
                        '\u{ff9e}' | '\u{3099}' => 1,
                        '\u{ff9f}' | '\u{309a}' => 2,
                        _ => 0,
                    };
                    last.is = match last.is {
                        'う' if steps == 1 => 'ゔ',
                        other => char::from_u32(u32::from(other) + steps).unwrap_or(other),
                    };
                }
                continue;
            }
            'ァ'..='ヶ' => char::from_u32(u32::from(c) - 0x60).unwrap_or(c),
            '一' => '1',
            '二' => '2',
            '三' => '3',
            '四' => '4',
            '五' => '5',
            '六' => '6',
            '七' => '7',
            '八' => '8',
            '九' => '9',
            'é' => 'e',
            '々' => '々',
            'a'..='z' | '0'..='9' | '+' => c,
            'A'..='Z' => c.to_ascii_lowercase(),
            // Marks between phrases are no letters.
            '\u{200b}' | '\u{2060}' => continue,
            // "don't" and "dont" are the same word.
            '\'' | '’' if last.is_some() => continue,
            'ぁ'..='ゖ' | '㐀'..='鿿' => c,
            _ => ' ',
        };
        letters.push(Letter { is, from, to });
    }
    letters
}

/// A word, or a run of Japanese, in a folded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Latin letters, or digits, which may have a plus before them.
    Word(&'a [Letter]),
    /// Japanese, which has no spaces between words. Digits within it belong to it.
    Run(&'a [Letter]),
}

/// The words and runs of a folded text. A number next to Japanese is both a word and part of the run.
pub fn pieces(letters: &[Letter]) -> Vec<Piece<'_>> {
    let kind = |letter: &Letter| match letter.is {
        ' ' => 0,
        'a'..='z' => 1,
        '0'..='9' | '+' => 2,
        _ => 3,
    };
    let mut pieces = Vec::new();
    for stretch in letters.split(|letter| kind(letter) == 0) {
        for run in stretch.split(|letter| kind(letter) == 1) {
            if run.iter().any(|letter| kind(letter) == 3) {
                pieces.push(Piece::Run(run));
            }
        }
        // A plus or a change of kind starts a new word.
        let parts = |a: &Letter, b: &Letter| kind(a) == kind(b) && b.is != '+';
        pieces.extend(stretch.chunk_by(parts).filter(|part| kind(&part[0]) < 3).map(Piece::Word));
    }
    pieces
}

/// The folded letters as text.
pub fn text(letters: &[Letter]) -> String {
    letters.iter().map(|letter| letter.is).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(given: &str) -> String {
        let readings = Readings::new([("山札", "やまふだ"), ("札", "ふだ"), ("プラスツー", "+2")].into_iter());
        text(&fold(given, &readings))
    }

    #[test]
    fn kana_kind_width_and_long_marks_do_not_matter() {
        for same in ["リバース", "りばーす", "ﾘﾊﾞｰｽ", "リバ〜ス", "リハ\u{3099}ース"] {
            assert_eq!(folded(same), "りばす", "{same}");
        }
        assert_eq!(folded("ﾊﾟｳﾝｽ ＡＢｃ１ Café ヴ ｳﾞ"), "ぱうんす abc1 cafe ゔ ゔ");
        assert_eq!(folded("don't"), "dont");
        assert_eq!(folded("A card. A king on A, Aと0. A"), "a card  a king on ace  aceと0  ace");
        assert_eq!(folded("ー〜"), "");
    }

    #[test]
    fn a_place_to_break_a_line_is_no_letter() {
        assert_eq!(folded("手\u{200b}札\u{2060}の"), folded("手札の"));
    }

    #[test]
    fn kanji_and_reading_are_the_same() {
        assert_eq!(folded("山札と三枚の札"), folded("やまふだと3枚のふだ"));
        assert_eq!(folded("プラスツー"), "+2");
    }

    #[test]
    fn each_letter_keeps_its_position() {
        let readings = Readings::new([("山札", "やまふだ")].into_iter());
        let letters = fold("ab山札ー、", &readings);
        assert_eq!(letters.len(), 7);
        assert!(letters[2..6].iter().all(|letter| (letter.from, letter.to) == (2, 11)));
        assert_eq!(letters[6], Letter { is: ' ', from: 11, to: 14 });
    }

    #[test]
    fn texts_split_into_words_and_runs() {
        let letters = fold("Can +2にリバース? 2枚 plus2", &Readings::default());
        let pieces: Vec<String> = pieces(&letters)
            .iter()
            .map(|piece| match piece {
                Piece::Word(letters) => text(letters),
                Piece::Run(letters) => format!("[{}]", text(letters)),
            })
            .collect();
        assert_eq!(pieces, ["can", "[+2にりばす]", "+2", "[2枚]", "2", "plus", "2"]);
    }
}
