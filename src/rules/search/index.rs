//! The search index: which words and grams occur where.

use super::super::book::{Book, plain};
use super::super::fold::{Piece, Readings, fold, pieces, text};
use super::fields::{ANSWER, BODY, Fields, KEYWORDS, TITLE};
use super::parts::{Gram, gram, grams, kanji, pairs, small, stem, words};

#[derive(Debug)]
pub(super) struct Word {
    pub(super) text: String,
    /// The letters it contains, a bit for each.
    pub(super) letters: u32,
    /// The sections in which it occurs, and where in them.
    pub(super) found: Vec<(u16, Fields)>,
}

/// The search index.
#[derive(Debug)]
pub struct Index {
    pub(super) readings: Readings,
    /// Sorted by text.
    pub(super) words: Vec<Word>,
    /// Sorted; the number says where in `places` the sections of each gram begin.
    pub(super) grams: Vec<(Gram, u32)>,
    /// The sections in which the grams occur, and where in them, gram by gram.
    pub(super) places: Vec<(u16, Fields)>,
    /// How rare the parts of each section's title are together: its words, its grams.
    pub(super) titles: Vec<[f32; 2]>,
    /// The short names and nicknames of games: index of the game, stems of the words, folded name.
    pub(super) names: Vec<(usize, Vec<String>, String)>,
    /// The game of each section, as an index.
    pub(super) games: Vec<usize>,
    pub(super) glossary: Option<usize>,
}

/// How much it says that a part of the query occurs in only `found` of `of` sections.
pub(super) fn rarity(of: usize, found: usize) -> f32 {
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
    pub(super) fn span(&self, gram: usize) -> (usize, usize) {
        let from = self.grams[gram].1 as usize;
        (from, self.grams.get(gram + 1).map_or(self.places.len(), |(_, to)| *to as usize))
    }
}

/// The letters of a word, a bit for each.
pub(super) fn alphabet(word: &str) -> u32 {
    word.bytes().fold(0, |letters, letter| letters | 1 << (letter & 31))
}

/// Adds an occurrence to a list that is in the order of sections and begins at `from`.
fn add(places: &mut Vec<(u16, Fields)>, from: usize, at: u16, field: Fields) {
    match places[from..].last_mut() {
        Some((last, fields)) if *last == at => *fields |= field,
        _ => places.push((at, field)),
    }
}
