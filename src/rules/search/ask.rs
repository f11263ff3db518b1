//! A query: what it asks for, and the sections that answer it.

use strsim::osa_distance;

use super::super::fold::{Letter, Piece, fold, pieces};
use super::fields::{ANSWER, BODY, Fields, TITLE};
use super::index::{Index, alphabet, rarity};
use super::parts::{Gram, grams, pairs, small, stem, words};
use super::tally::Tally;

/// How many letters of a query are considered. Nobody types more, but somebody may paste more.
const LONGEST: usize = 100;

/// A section that answers the query, and how well.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Index in [`Book::sections`](super::super::book::Book::sections).
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
    pub(super) words: Vec<usize>,
    /// The Japanese runs of the query, folded.
    pub(super) runs: Vec<Vec<char>>,
}

impl Index {
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
