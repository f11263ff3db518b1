//! Finds the sections that answer a question. Works with words in English and with runs of kana and kanji in Japanese,
//! both languages at once.
//!
//! A section's score is the sum over the parts of the query of how rare the part is and where it occurs, and grows with
//! how much of the query, and of its title, is covered.

use strsim::osa_distance;

use super::book::{Book, plain};
use super::fold::{Letter, Piece, Readings, fold, pieces, text};

/// How many letters of a query are considered. Nobody types more, but somebody may paste more.
const LONGEST: usize = 100;

/// Where in a section a word occurs, as a bit set.
type Fields = u8;
const TITLE: Fields = 1;
const KEYWORDS: Fields = 2;
const ANSWER: Fields = 4;
const BODY: Fields = 8;

/// What an occurrence is worth, by field in the order of the bits.
const WORTH: [f32; 4] = [5.0, 4.0, 2.5, 1.0];

fn worth(fields: Fields) -> f32 {
    WORTH.iter().enumerate().filter(|(bit, _)| fields & (1 << bit) != 0).map(|(_, worth)| worth).sum()
}

/// Words that carry no meaning in a question, sorted. They are ignored unless nothing else was typed.
const SMALL: [&str; 64] = [
    "a", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "could", "did", "do", "does", "each", "for",
    "from", "get", "got", "had", "has", "have", "how", "i", "if", "im", "in", "is", "it", "its", "may", "me", "much",
    "my", "of", "on", "or", "our", "should", "so", "that", "the", "their", "them", "then", "there", "they", "this",
    "to", "us", "was", "we", "what", "when", "where", "which", "who", "why", "will", "with", "would", "you", "your",
];

fn small(word: &str) -> bool {
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

fn same(word: String) -> String {
    match SAME.binary_search_by_key(&word.as_str(), |(from, _)| from) {
        Ok(at) => SAME[at].1.to_owned(),
        Err(_) => word,
    }
}

/// A word without its ending, so that "scores", "scored" and "scoring" have one stem.
fn stem(word: &str) -> &str {
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

#[derive(Debug)]
struct Word {
    text: String,
    /// The letters it contains, a bit for each.
    letters: u32,
    /// The sections in which it occurs, and where in them.
    found: Vec<(u16, Fields)>,
}

/// Two or three letters of Japanese, or one kanji, as a number; or a pair of words, see [`pairs`].
type Gram = u64;

fn gram(letters: &[Letter]) -> Gram {
    letters.iter().fold(0, |gram, letter| gram << 21 | u64::from(u32::from(letter.is)))
}

fn kanji(letter: &Letter) -> bool {
    letter.is >= '\u{3400}'
}

/// The grams of a run, and how much each says.
fn grams(run: &[Letter]) -> impl Iterator<Item = (Gram, f32)> {
    let ones = run.iter().enumerate().filter(move |(_, letter)| kanji(letter) || run.len() == 1);
    let ones = ones.map(|(at, _)| (gram(&run[at..=at]), 0.6));
    let twos = run.windows(2).map(|two| (gram(two), 0.5));
    let threes = run.windows(3).map(|three| (gram(three), 0.5));
    ones.chain(twos).chain(threes)
}

/// Each two adjacent words as a number, as if there were no small words between them. Bit 63 tells them from grams of
/// letters.
fn pairs(words: &[String]) -> impl Iterator<Item = Gram> {
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
fn words(found: &[Piece<'_>]) -> Vec<String> {
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

/// The search index.
#[derive(Debug)]
pub struct Index {
    readings: Readings,
    /// Sorted by text.
    words: Vec<Word>,
    /// Sorted; the number says where in `places` the sections of each gram begin.
    grams: Vec<(Gram, u32)>,
    /// The sections in which the grams occur, and where in them, gram by gram.
    places: Vec<(u16, Fields)>,
    /// How rare the parts of each section's title are together: its words, its grams.
    titles: Vec<[f32; 2]>,
    /// The short names and nicknames of games: index of the game, stems of the words, folded name.
    names: Vec<(usize, Vec<String>, String)>,
    /// The game of each section, as an index.
    games: Vec<usize>,
    glossary: Option<usize>,
}

/// A section that answers the query, and how well.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Index in [`Book::sections`].
    pub section: usize,
    /// Higher is better.
    pub score: f32,
    /// Where in the section something of the query was found.
    fields: Fields,
}

impl Hit {
    /// Whether something was found in the title.
    pub fn in_title(&self) -> bool {
        self.fields & TITLE != 0
    }

    /// Whether something was found in the answer.
    pub fn in_answer(&self) -> bool {
        self.fields & ANSWER != 0
    }

    /// Whether something was found in the rest of the text.
    pub fn in_body(&self) -> bool {
        self.fields & BODY != 0
    }
}

/// The result of a search.
#[derive(Debug, Default, PartialEq)]
pub struct Found {
    /// Best first.
    pub hits: Vec<Hit>,
    /// The words that were found, as indices of the index's words.
    words: Vec<usize>,
    /// The Japanese runs of the query, folded.
    runs: Vec<Vec<char>>,
}

/// How much it says that a part of the query occurs in only `found` of `of` sections.
fn rarity(of: usize, found: usize) -> f32 {
    (1.0 + of as f32 / (found.max(1)) as f32).ln()
}

impl Index {
    /// Indexes the whole book.
    pub fn new(book: &Book) -> Index {
        let readings = Readings::new(book.readings.iter().copied());
        let mut words_at: Vec<(String, u16, Fields)> = Vec::new();
        let mut grams_at: Vec<(Gram, u16, Fields)> = Vec::new();
        for (at, section) in book.sections.iter().enumerate() {
            let at = u16::try_from(at).unwrap_or(u16::MAX);
            for said in &section.words {
                let body = said.detail.iter().map(|(_, text)| (BODY, *text));
                let fields = [
                    (TITLE, said.title),
                    (KEYWORDS, said.keywords),
                    (ANSWER, said.answer),
                    (BODY, said.example),
                    (BODY, said.ruling),
                ];
                for (field, text) in fields.into_iter().chain(body) {
                    let letters = fold(&plain(text), &readings);
                    let found = pieces(&letters);
                    let said = words(&found);
                    grams_at.extend(pairs(&said).map(|pair| (pair, at, field)));
                    words_at.extend(said.into_iter().map(|word| (word, at, field)));
                    for piece in found {
                        if let Piece::Run(run) = piece {
                            let ones = run.iter().filter(|letter| kanji(letter)).map(|letter| gram(&[*letter]));
                            grams_at.extend(grams(run).map(|(gram, _)| gram).chain(ones).map(|gram| (gram, at, field)));
                        }
                    }
                }
            }
        }
        words_at.sort_unstable();
        grams_at.sort_unstable();
        let mut words: Vec<Word> = Vec::new();
        for (text, at, field) in words_at {
            if words.last().is_none_or(|last| last.text != text) {
                words.push(Word { letters: alphabet(&text), text, found: Vec::new() });
            }
            if let Some(word) = words.last_mut() {
                add(&mut word.found, 0, at, field);
            }
        }
        let mut grams: Vec<(Gram, u32)> = Vec::new();
        let mut places: Vec<(u16, Fields)> = Vec::new();
        for (gram, at, field) in grams_at {
            if grams.last().is_none_or(|(last, _)| *last != gram) {
                grams.push((gram, u32::try_from(places.len()).unwrap_or(u32::MAX)));
            }
            let from = grams.last().map_or(0, |(_, from)| *from as usize);
            add(&mut places, from, at, field);
        }
        let names = book.games.iter().enumerate().flat_map(|(game, names)| {
            let nicknames = names.names.iter().flat_map(|names| names.iter().skip(1));
            nicknames.map(move |name| (game, *name))
        });
        let names = names.map(|(game, name)| {
            let letters = fold(name, &readings);
            let words = self::words(&pieces(&letters));
            (game, words.iter().map(|word| stem(word).to_owned()).collect(), text(&letters))
        });
        let mut index = Index {
            names: names.collect(),
            games: book.sections.iter().map(|section| section.game).collect(),
            titles: vec![[0.0; 2]; book.sections.len()],
            glossary: book.game("glossary"),
            readings,
            words,
            grams,
            places,
        };
        let all = index.titles.len();
        for word in index.words.iter().filter(|word| !small(&word.text)) {
            for (section, _) in word.found.iter().filter(|(_, fields)| fields & TITLE != 0) {
                index.titles[usize::from(*section)][0] += rarity(all, word.found.len());
            }
        }
        for at in 0..index.grams.partition_point(|(gram, _)| gram >> 63 == 0) {
            let (from, to) = index.span(at);
            for (section, _) in index.places[from..to].iter().filter(|(_, fields)| fields & TITLE != 0) {
                index.titles[usize::from(*section)][1] += rarity(all, to - from);
            }
        }
        index
    }

    /// Where in `places` the sections of a gram begin and end.
    fn span(&self, gram: usize) -> (usize, usize) {
        let from = self.grams[gram].1 as usize;
        (from, self.grams.get(gram + 1).map_or(self.places.len(), |(_, to)| *to as usize))
    }

    /// The sections that answer `query`, best first. Those of the game `near` count somewhat more.
    pub fn search(&self, query: &str, near: Option<usize>) -> Found {
        let mut letters = fold(query, &self.readings);
        letters.truncate(LONGEST);
        let typed = pieces(&letters);
        let typing = letters.last().is_some_and(|letter| letter.is != ' ');
        let mut asked = words(&typed);
        let last = asked.last().cloned().filter(|_| typing);
        let mut runs: Vec<&[Letter]> = typed
            .iter()
            .filter_map(|piece| match piece {
                Piece::Run(run) => Some(*run),
                Piece::Word(_) => None,
            })
            .collect();
        let mut found = Found {
            runs: runs.iter().map(|run| run.iter().map(|letter| letter.is).collect()).collect(),
            ..Found::default()
        };
        let beside: Vec<Gram> = pairs(&asked).collect();
        let named = self.named(&mut asked, &mut runs);
        if asked.iter().any(|word| !small(word)) || !runs.is_empty() {
            asked.retain(|word| !small(word));
        }

        let mut tally = Tally::new(self.titles.len());
        for word in &asked {
            self.look_up(word, last.as_ref() == Some(word), &mut tally, &mut found.words);
        }
        for pair in beside {
            self.look_up_gram(pair, 0.35, &mut tally);
        }
        for run in &runs {
            for (gram, says) in grams(run) {
                self.look_up_gram(gram, says, &mut tally);
            }
        }
        for (section, titles) in self.titles.iter().enumerate() {
            let mut score = tally.score(section, titles);
            let game = self.games[section];
            if named.contains(&game) {
                score *= 3.0;
            }
            if near == Some(game) {
                score *= 1.25;
            }
            // People ask what to do more often than what a word means.
            if Some(game) == self.glossary {
                score *= 0.75;
            }
            if score > 0.0 {
                found.hits.push(Hit { section, score, fields: tally.fields[section] });
            }
        }
        found.hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.section.cmp(&b.section)));
        // Hits far below the best are noise.
        let least = found.hits.first().map_or(0.0, |best| best.score * 0.2);
        found.hits.retain(|hit| hit.score >= least);
        found
    }

    /// The games whose names were typed. Removes these from the query if something else is left of it.
    fn named(&self, asked: &mut Vec<String>, runs: &mut Vec<&[Letter]>) -> Vec<usize> {
        let mut named = Vec::new();
        let (mut words_left, mut runs_left) = (asked.clone(), runs.clone());
        for (game, name, folded) in &self.names {
            if !name.is_empty() {
                let same = |typed: &[String]| typed.iter().zip(name).all(|(typed, word)| stem(typed) == word);
                if asked.windows(name.len()).any(same) {
                    named.push(*game);
                }
                if let Some(at) = words_left.windows(name.len()).position(same) {
                    words_left.drain(at..at + name.len());
                }
                continue;
            }
            let letters: Vec<char> = folded.chars().filter(|letter| *letter != ' ').collect();
            let at = |run: &[Letter]| {
                let here = |window: &[Letter]| window.iter().zip(&letters).all(|(a, b)| a.is == *b);
                // Two kana occur within many words, but seldom at their beginning.
                let at = run.windows(letters.len().max(1)).position(here)?;
                (at == 0 || letters.len() > 2).then_some(at)
            };
            if runs.iter().any(|run| at(run).is_some()) {
                named.push(*game);
            }
            runs_left = runs_left
                .iter()
                .flat_map(|run| match at(run) {
                    Some(from) => [&run[..from], &run[from + letters.len()..]],
                    None => [*run, &[]],
                })
                .filter(|run| !run.is_empty())
                .collect();
        }
        if words_left.iter().any(|word| !small(word)) || !runs_left.is_empty() {
            *asked = words_left;
            *runs = runs_left;
        }
        named
    }

    /// Adds what a gram finds.
    fn look_up_gram(&self, gram: Gram, says: f32, tally: &mut Tally) {
        let Ok(at) = self.grams.binary_search_by_key(&gram, |(gram, _)| *gram) else { return };
        let (from, to) = self.span(at);
        let rarity = rarity(self.titles.len(), to - from) * says;
        tally.part(usize::from(gram >> 63 == 0), rarity);
        for (section, fields) in &self.places[from..to] {
            tally.add(*section, *fields, rarity, 1.0);
        }
        tally.close();
    }

    /// Adds what a word finds: itself, its other forms, words that begin with it, and words of which it may be a
    /// misspelling. `typing` is whether it may be unfinished.
    fn look_up(&self, typed: &str, typing: bool, tally: &mut Tally, matched: &mut Vec<usize>) {
        let root = stem(typed);
        let mut found: Vec<(usize, f32)> = Vec::new();
        let from = self.words.partition_point(|word| word.text.as_str() < root);
        for (at, word) in self.words.iter().enumerate().skip(from) {
            if !word.text.starts_with(root) {
                break;
            }
            if word.text == typed {
                found.push((at, 1.0));
            } else if stem(&word.text) == root {
                found.push((at, 0.9));
            } else if typed.len() > 1 && word.text.starts_with(typed) {
                let share = typed.len() as f32 / word.text.len() as f32;
                found.push((at, if typing { 0.4 + 0.4 * share } else { 0.2 + 0.4 * share }));
            }
        }
        let slips = match typed.len() {
            _ if !typed.as_bytes()[0].is_ascii_lowercase() => 0,
            0..=3 => 0,
            4..=7 => 1,
            _ => 2,
        };
        if slips > 0 && found.iter().all(|(_, worth)| *worth < 0.9) {
            let letters = alphabet(typed);
            for (at, word) in self.words.iter().enumerate() {
                // A slip adds at most one letter that the word does not have.
                if (letters & !word.letters).count_ones() as usize > slips {
                    continue;
                }
                if let Some(off) = off_by(typed, &word.text, typing, slips) {
                    found.push((at, 0.75 - 0.15 * off as f32));
                }
            }
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        let Some((_, best)) = found.first().copied() else { return };
        let sections: usize = found.iter().map(|(at, _)| self.words[*at].found.len()).sum();
        tally.part(0, best * rarity(self.titles.len(), sections));
        for (at, worth) in found {
            let word = &self.words[at];
            let rarity = rarity(self.titles.len(), word.found.len());
            for (section, fields) in &word.found {
                tally.add(*section, *fields, rarity, worth);
            }
            matched.push(at);
        }
        tally.close();
    }
}

/// The letters of a word, a bit for each.
fn alphabet(word: &str) -> u32 {
    word.bytes().fold(0, |letters, letter| letters | 1 << (letter & 31))
}

/// How many slips there are between what was typed and a word or, while it may be unfinished, the beginning of the
/// word. `None` if more than `most`, or if neither the first nor the second letter is right.
fn off_by(typed: &str, word: &str, typing: bool, most: usize) -> Option<usize> {
    if typed.as_bytes()[0] != *word.as_bytes().first()? && typed.get(1..2) != word.get(1..2) {
        return None;
    }
    let whole = (typed.len().abs_diff(word.len()) <= most).then(|| osa_distance(typed, word));
    let begun = (typing && word.len() > typed.len())
        .then(|| word.get(..typed.len()).map(|begin| osa_distance(typed, begin)))
        .flatten();
    whole.into_iter().chain(begun).min().filter(|off| *off <= most)
}

/// Adds an occurrence to a list that is in the order of sections and begins at `from`.
fn add(places: &mut Vec<(u16, Fields)>, from: usize, at: u16, field: Fields) {
    match places[from..].last_mut() {
        Some((last, fields)) if *last == at => *fields |= field,
        _ => places.push((at, field)),
    }
}

/// The score of each section, part by part of the query.
struct Tally {
    sum: Vec<f32>,
    fields: Vec<Fields>,
    /// The weight of the parts of the query that were found in it.
    cover: Vec<f32>,
    /// How much of its title was typed, in the measure of [`Index::titles`].
    title: Vec<[f32; 2]>,
    /// For the current part of the query: the value of each section's best match, and how much of its title that
    /// covers.
    open: Vec<(f32, f32)>,
    /// Whether the current part is made of words (0) or letters (1), and its weight.
    kind: usize,
    weight: f32,
    /// The weight of all parts so far.
    total: f32,
}

impl Tally {
    fn new(sections: usize) -> Tally {
        Tally {
            sum: vec![0.0; sections],
            fields: vec![0; sections],
            cover: vec![0.0; sections],
            title: vec![[0.0; 2]; sections],
            open: vec![(0.0, 0.0); sections],
            kind: 0,
            weight: 0.0,
            total: 0.0,
        }
    }

    /// Begins the next part of the query.
    fn part(&mut self, kind: usize, weight: f32) {
        self.kind = kind;
        self.weight = weight;
        self.total += weight;
    }

    /// Adds an occurrence of the current part, which it `fits` so well.
    fn add(&mut self, section: u16, fields: Fields, rarity: f32, fits: f32) {
        let section = usize::from(section);
        self.fields[section] |= fields;
        let value = worth(fields) * rarity * fits;
        if value > self.open[section].0 {
            self.open[section].0 = value;
        }
        if fields & TITLE != 0 {
            let open = &mut self.open[section];
            open.1 = open.1.max(rarity * fits);
        }
    }

    /// Ends the current part: adds each section's best match.
    fn close(&mut self) {
        for (section, open) in self.open.iter_mut().enumerate() {
            if open.0 > 0.0 {
                self.sum[section] += open.0;
                self.cover[section] += self.weight;
                self.title[section][self.kind] += open.1;
                *open = (0.0, 0.0);
            }
        }
    }

    /// The score of a section, whose title has the weight `titles`.
    fn score(&self, section: usize, titles: &[f32; 2]) -> f32 {
        if self.total <= 0.0 || self.sum[section] <= 0.0 {
            return 0.0;
        }
        let cover = self.cover[section] / self.total;
        let share = |kind: usize| (self.title[section][kind] / titles[kind].max(1.0)).min(1.0);
        self.sum[section] * (0.1 + 0.9 * cover) * (1.0 + 0.5 * share(0).max(share(1)))
    }
}

/// A text prepared for marking matches: folded once, marked on many keystrokes.
#[derive(Debug)]
pub struct Seen {
    /// The text without its markup.
    pub text: String,
    /// The words in it that the index has: index of the word, first byte, byte after the last.
    words: Vec<(usize, usize, usize)>,
    /// The Japanese in it.
    runs: Vec<Vec<Letter>>,
}

impl Index {
    /// Prepares a text for marking matches.
    pub fn see(&self, text: &'static str) -> Seen {
        let text = plain(text);
        let letters = fold(&text, &self.readings);
        let (mut words, mut runs) = (Vec::new(), Vec::new());
        for piece in pieces(&letters) {
            match piece {
                Piece::Word(word) => {
                    let spelled = same(self::text(word));
                    let known = self.words.binary_search_by(|other| other.text.cmp(&spelled));
                    if let Some(at) = known.ok().filter(|_| !small(&spelled)) {
                        words.push((at, word[0].from, word[word.len() - 1].to));
                    }
                }
                Piece::Run(run) => runs.push(run.to_vec()),
            }
        }
        Seen { text, words, runs }
    }
}

impl Found {
    /// The parts of a text that match, as ranges of bytes in order.
    pub fn marks(&self, seen: &Seen) -> Vec<(usize, usize)> {
        let words = seen.words.iter().filter(|(word, ..)| self.words.contains(word));
        let mut marks: Vec<(usize, usize)> = words.map(|(_, from, to)| (*from, *to)).collect();
        for run in &seen.runs {
            self.mark_run(run, &mut marks);
        }
        marks.sort_unstable();
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for (from, to) in marks {
            match joined.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        joined
    }

    /// Adds what a run shares with the query: three letters or more, kanji, or the whole query.
    fn mark_run(&self, run: &[Letter], marks: &mut Vec<(usize, usize)>) {
        let mut at = 0;
        while at < run.len() {
            let begins = |typed: &[char]| typed.iter().zip(&run[at..]).take_while(|(a, b)| **a == b.is).count();
            let common = |typed: &Vec<char>| {
                let longest = (0..typed.len()).map(|from| begins(&typed[from..])).max().unwrap_or(0);
                let enough = longest > 2 || longest == typed.len() || run[at..at + longest].iter().all(kanji);
                if enough { longest } else { 0 }
            };
            let best = self.runs.iter().map(common).max().unwrap_or(0);
            if best > 0 {
                marks.push((run[at].from, run[at + best - 1].to));
            }
            at += best.max(1);
        }
    }
}
