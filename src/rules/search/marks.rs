//! What of a text matches a query, to be marked in it.

use super::super::book::plain;
use super::super::fold::{Letter, Piece, fold, pieces, text};
use super::ask::Found;
use super::index::Index;
use super::parts::{kanji, same, small};

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
