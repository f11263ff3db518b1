//! What texts and queries are cut into: words in the form in which they are compared, pairs of them, and runs of two or
//! three letters.

use super::super::fold::{Letter, Piece, text};

/// Words that carry no meaning in a question, sorted. They are ignored unless nothing else was typed.
const SMALL: [&str; 64] = [
    "a", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "could", "did", "do", "does", "each", "for",
    "from", "get", "got", "had", "has", "have", "how", "i", "if", "im", "in", "is", "it", "its", "may", "me", "much",
    "my", "of", "on", "or", "our", "should", "so", "that", "the", "their", "them", "then", "there", "they", "this",
    "to", "us", "was", "we", "what", "when", "where", "which", "who", "why", "will", "with", "would", "you", "your",
];

pub(super) fn small(word: &str) -> bool {
    SMALL.binary_search(&word).is_ok()
}

/// Words that count as others: spellings, negations, and numbers. Sorted.
const SAME: [(&str, &str); 18] = [
    ("cannot", "not"),
    ("cant", "not"),
    ("centre", "center"),
    ("colour", "color"),
    ("doesnt", "not"),
    ("dont", "not"),
    ("eight", "8"),
    ("five", "5"),
    ("four", "4"),
    ("isnt", "not"),
    ("nine", "9"),
    ("one", "1"),
    ("seven", "7"),
    ("six", "6"),
    ("ten", "10"),
    ("three", "3"),
    ("two", "2"),
    ("wont", "not"),
];

pub(super) fn same(word: String) -> String {
    match SAME.binary_search_by_key(&word.as_str(), |(from, _)| from) {
        Ok(at) => SAME[at].1.to_owned(),
        Err(_) => word,
    }
}

/// A word without its ending, so that "scores", "scored" and "scoring" have one stem.
pub(super) fn stem(word: &str) -> &str {
    let cut = |word: &'static str| move |text: &'_ str| text.strip_suffix(word).map(str::len);
    let long = |len: &usize| *len >= 3;
    let mut len = word.len();
    for ending in ["s", "ed", "ing", "e"] {
        if ending == "s" && word.ends_with("ss") {
            continue;
        }
        if let Some(shorter) = cut(ending)(&word[..len]).filter(long) {
            len = shorter;
        }
    }
    // "stopped" is "stopp" by now, and becomes "stop".
    let bytes = &word.as_bytes()[..len];
    if len > 3 && bytes[len - 1] == bytes[len - 2] && bytes[len - 1].is_ascii_lowercase() {
        len -= 1;
    }
    &word[..len]
}

/// Two or three letters of Japanese, or one kanji, as a number; or a pair of words, see [`pairs`].
pub(super) type Gram = u64;

pub(super) fn gram(letters: &[Letter]) -> Gram {
    letters.iter().fold(0, |gram, letter| gram << 21 | u64::from(u32::from(letter.is)))
}

pub(super) fn kanji(letter: &Letter) -> bool {
    letter.is >= '\u{3400}'
}

/// The grams of a run, and how much each says.
pub(super) fn grams(run: &[Letter]) -> impl Iterator<Item = (Gram, f32)> {
    let ones = run.iter().enumerate().filter(move |(_, letter)| kanji(letter) || run.len() == 1);
    let ones = ones.map(|(at, _)| (gram(&run[at..=at]), 0.6));
    let twos = run.windows(2).map(|two| (gram(two), 0.5));
    let threes = run.windows(3).map(|three| (gram(three), 0.5));
    ones.chain(twos).chain(threes)
}

/// Each two adjacent words as a number, as if there were no small words between them. Bit 63 tells them from grams of
/// letters.
pub(super) fn pairs(words: &[String]) -> impl Iterator<Item = Gram> {
    let words: Vec<&str> = words.iter().filter(|word| !small(word)).map(|word| stem(word)).collect();
    let pair = |two: &[&str]| {
        let bytes = two[0].bytes().chain([b' ']).chain(two[1].bytes());
        // FNV-1a hash.
        let hash = bytes
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        hash | 1 << 63
    };
    words.windows(2).map(pair).collect::<Vec<_>>().into_iter()
}

/// The words of a text, in the form in which they are compared.
pub(super) fn words(found: &[Piece<'_>]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for piece in found {
        let Piece::Word(letters) = piece else { continue };
        let word = same(text(letters));
        match words.last_mut() {
            // Makes one word of "plus two" and of "+ 2".
            Some(last) if (last == "plus" || last == "+") && word.as_bytes()[0].is_ascii_digit() => {
                *last = format!("+{word}");
            }
            // "Do I have to" and "must I" ask the same.
            Some(last) if word == "to" && (last == "have" || last == "has") => "must".clone_into(last),
            _ => words.push(word),
        }
    }
    words
}
