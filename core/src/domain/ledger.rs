//! Everything that happened at a table, in order, and what follows from it.
//!
//! A table's log is a list of [`Op`]s that only grows: each tap adds one, undo and redo included, so a tap costs one
//! record on disk, whatever it was and however long the evening. A [`Ledger`] is what such a log amounts to: the
//! entries that stand, and everything that is computed from them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::game::{Game, Outcome, Scorers, Standing, seated, seating};
use super::seating::{Reseating, Seating};
use super::seats::typed_name;

/// Longest note, in characters.
pub const MAX_NOTE: usize = 200;

/// One record of a log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Op<E> {
    /// Something happened at the table.
    Append {
        /// The event.
        event: E,
    },
    /// An old entry was corrected; everything after it is computed anew.
    Correct {
        /// Index of the entry, from 0.
        entry: usize,
        /// What really happened.
        event: E,
    },
    /// Somebody else sat there from before an old entry on: a change of seats that was missing. Later changes then mean
    /// whoever sat there, see [`Reseating`]; everything after it is computed anew.
    Insert {
        /// Index that it gets, from 0: that of the entry it comes before.
        entry: usize,
        /// The change of seats.
        event: E,
    },
    /// A note was written beside an entry. It replaces the one before; an empty one removes it.
    Note {
        /// Index of the entry, from 0.
        entry: usize,
        /// At most [`MAX_NOTE`] characters, as [`typed_name`] gives them.
        text: String,
    },
    /// The table named who of those that share the win has won, where the rules leave that open; without a side it takes
    /// that back. Says nothing about the game once another round has been scored.
    Winner {
        /// Index of the side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<usize>,
    },
    /// Takes back the latest append, correction, insertion, note or winner that still stands.
    Undo,
    /// Takes back the latest undo, unless something else was recorded since.
    Redo,
}

/// Why the ledger refused a record. Nothing has changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Refused<E> {
    /// The rules forbid the event.
    Rule(E),
    /// The correction itself is legal, but makes a later entry illegal.
    Later {
        /// Index of the later entry, from 0.
        entry: usize,
        /// The rule it would break.
        error: E,
    },
    /// There is no such entry.
    NoEntry(usize),
    /// Only a change of seats can be put between old entries.
    NoSeating,
    /// The change brings somebody back who comes back in a later entry, with this index from 0.
    ComesLater(usize),
    /// Nobody shares the win with that side, or the rules say who has won.
    NoTie,
    /// A note that is too long or not tidied: no field of this app would give it.
    Note,
    /// There is nothing to undo.
    NothingToUndo,
    /// There is nothing to redo.
    NothingToRedo,
}

/// What an undo takes back or a redo restores.
#[derive(Debug, Clone, PartialEq)]
pub enum Step<E> {
    /// An appended event.
    Append(E),
    /// A correction.
    Correct {
        /// Index of the entry, from 0.
        entry: usize,
        /// The event before the correction.
        was: E,
        /// The event after it.
        now: E,
    },
    /// An insertion.
    Insert {
        /// Index of the new entry, from 0.
        entry: usize,
        /// The new entry.
        event: E,
    },
    /// A winner.
    Winner {
        /// Who was named before.
        was: Option<NamedWinner>,
        /// Who is named.
        now: Option<NamedWinner>,
    },
    /// A note.
    Note {
        /// Index of the entry, from 0.
        entry: usize,
        /// The note before it.
        was: String,
        /// The note after it.
        now: String,
    },
}

/// Whom the table named as the winner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedWinner {
    /// Index of the side.
    side: usize,
    /// The sides that shared the win, as indices.
    tied: Vec<usize>,
    /// How many rounds had been scored.
    rounds: usize,
}

/// A scored round, or a scored turn in a game that scores each turn by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Index of its entry in the ledger, from 0.
    pub entry: usize,
    /// Whose turn it was, as the index of a side; `None` if all sides scored.
    pub by: Option<usize>,
    /// Points each side scored in it.
    pub points: Vec<i32>,
    /// Points each side has after it.
    pub totals: Vec<i32>,
}

/// What a log amounts to: the entries that stand, the state after each, and what can be undone and redone.
pub struct Ledger<G: Game> {
    entries: Vec<G::Event>,
    /// `states[n]` is the state after the first `n` entries: one longer than `entries`.
    states: Vec<G::State>,
    /// Kept, so that drawing costs the same at round 10 and at round 10,000.
    rounds: Vec<Round>,
    /// Notes by entry; none is empty.
    notes: BTreeMap<usize, String>,
    /// Whom the table named as the winner, if it did.
    winner: Option<NamedWinner>,
    /// What can be undone, the latest last.
    done: Vec<Step<G::Event>>,
    /// What can be redone, the next one last.
    undone: Vec<Step<G::Event>>,
    /// Number of records pushed.
    length: usize,
}

impl<G: Game> Clone for Ledger<G> {
    fn clone(&self) -> Self {
        Ledger {
            entries: self.entries.clone(),
            states: self.states.clone(),
            rounds: self.rounds.clone(),
            notes: self.notes.clone(),
            winner: self.winner.clone(),
            done: self.done.clone(),
            undone: self.undone.clone(),
            length: self.length,
        }
    }
}

impl<G: Game> Ledger<G> {
    /// An empty ledger; `start` is the state before the first event.
    pub fn new(start: G::State) -> Self {
        Ledger {
            entries: Vec::new(),
            states: vec![start],
            rounds: Vec::new(),
            notes: BTreeMap::new(),
            winner: None,
            done: Vec::new(),
            undone: Vec::new(),
            length: 0,
        }
    }

    /// The entries that stand, oldest first.
    pub fn entries(&self) -> &[G::Event] {
        &self.entries
    }

    /// The state before the first entry, then the state after each one.
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// The state now.
    pub fn state(&self) -> &G::State {
        // Never empty: `states` starts with one element and always keeps it.
        &self.states[self.states.len() - 1]
    }

    /// The scored rounds, oldest first.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The note beside an entry; empty if it has none.
    pub fn note(&self, entry: usize) -> &str {
        self.notes.get(&entry).map_or("", String::as_str)
    }

    /// The sides that share the win where the rules leave open who has won, as indices; empty if there are none.
    pub fn tied(&self) -> Vec<usize> {
        let Standing { outcome, is_open, .. } = G::standing(self.state());
        match outcome {
            Outcome::Won(winners) if winners.len() > 1 && is_open => winners,
            _ => Vec::new(),
        }
    }

    /// Whom of [`Ledger::tied`] the table named as the winner.
    pub fn named(&self) -> Option<usize> {
        // Another tie is another question.
        let named = self.winner.as_ref().filter(|named| named.rounds == self.rounds.len())?;
        (self.tied() == named.tied).then_some(named.side)
    }

    /// Number of records in the log, undos and redos included. Also the number of the next record.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Every step that can be undone or redone, in no particular order.
    pub fn steps(&self) -> impl Iterator<Item = &Step<G::Event>> {
        self.done.iter().chain(&self.undone)
    }

    /// Which entries were corrected after they had been entered, as indices.
    pub fn corrected(&self) -> BTreeSet<usize> {
        let mut corrected = BTreeSet::new();
        for step in &self.done {
            match step {
                Step::Correct { entry, was, now } if was != now => drop(corrected.insert(*entry)),
                Step::Insert { entry, .. } => corrected = moved_on(&corrected, *entry),
                _ => {}
            }
        }
        corrected
    }

    /// What the next undo would take back.
    pub fn to_undo(&self) -> Option<&Step<G::Event>> {
        self.done.last()
    }

    /// What the next redo would restore.
    pub fn to_redo(&self) -> Option<&Step<G::Event>> {
        self.undone.last()
    }

    /// Takes in the next record.
    ///
    /// # Errors
    /// If the record is not allowed here; the ledger is then unchanged.
    pub fn push(&mut self, op: Op<G::Event>) -> Result<(), Refused<G::Error>> {
        match op {
            Op::Append { event } => {
                self.append(event.clone())?;
                self.done.push(Step::Append(event));
                self.undone.clear();
            }
            Op::Correct { entry, event } => {
                let was = self.entries.get(entry).cloned().ok_or(Refused::NoEntry(entry))?;
                self.replace(entry, event.clone())?;
                self.done.push(Step::Correct { entry, was, now: event });
                self.undone.clear();
            }
            Op::Insert { entry, event } => {
                self.insert(entry, event.clone())?;
                self.done.push(Step::Insert { entry, event });
                self.undone.clear();
            }
            Op::Note { entry, text } => {
                if entry >= self.entries.len() {
                    return Err(Refused::NoEntry(entry));
                }
                if text.chars().count() > MAX_NOTE || typed_name(&text) != text {
                    return Err(Refused::Note);
                }
                let was = write_note(&mut self.notes, entry, &text);
                self.done.push(Step::Note { entry, was, now: text });
                self.undone.clear();
            }
            Op::Winner { side } => {
                if !side.map_or(self.winner.is_some(), |side| self.tied().contains(&side)) {
                    return Err(Refused::NoTie);
                }
                let now = side.map(|side| NamedWinner { side, tied: self.tied(), rounds: self.rounds.len() });
                let was = std::mem::replace(&mut self.winner, now.clone());
                self.done.push(Step::Winner { was, now });
                self.undone.clear();
            }
            Op::Undo => {
                let step = self.done.pop().ok_or(Refused::NothingToUndo)?;
                match &step {
                    Step::Append(_) => {
                        self.entries.pop();
                        self.states.truncate(self.entries.len() + 1);
                        self.score(self.entries.len());
                    }
                    Step::Correct { entry, was, .. } => self.replace(*entry, was.clone())?,
                    Step::Insert { entry, event } => self.take_out(*entry, event)?,
                    Step::Winner { was, .. } => self.winner = was.clone(),
                    Step::Note { entry, was, .. } => drop(write_note(&mut self.notes, *entry, was)),
                }
                self.undone.push(step);
            }
            Op::Redo => {
                let step = self.undone.pop().ok_or(Refused::NothingToRedo)?;
                match &step {
                    Step::Append(event) => self.append(event.clone())?,
                    Step::Correct { entry, now, .. } => self.replace(*entry, now.clone())?,
                    Step::Insert { entry, event } => self.insert(*entry, event.clone())?,
                    Step::Winner { now, .. } => self.winner = now.clone(),
                    Step::Note { entry, now, .. } => drop(write_note(&mut self.notes, *entry, now)),
                }
                self.done.push(step);
            }
        }
        self.length += 1;
        Ok(())
    }

    /// How many states the ledger computes to take in `op`: several if it changes an entry that others follow.
    pub fn cost(&self, op: &Op<G::Event>) -> usize {
        let changed = match op {
            Op::Correct { entry, .. } | Op::Insert { entry, .. } => Some(*entry),
            Op::Undo | Op::Redo => {
                let step = if matches!(op, Op::Undo) { self.done.last() } else { self.undone.last() };
                step.and_then(|step| match step {
                    Step::Append(_) | Step::Note { .. } | Step::Winner { .. } => None,
                    Step::Correct { entry, .. } | Step::Insert { entry, .. } => Some(*entry),
                })
            }
            Op::Append { .. } | Op::Note { .. } | Op::Winner { .. } => None,
        };
        changed.map_or(1, |entry| self.entries.len().saturating_sub(entry))
    }

    /// Appends an entry, if the rules allow it.
    fn append(&mut self, event: G::Event) -> Result<(), Refused<G::Error>> {
        let state = G::apply(self.state(), &event).map_err(Refused::Rule)?;
        self.entries.push(event);
        self.states.push(state);
        self.score(self.entries.len() - 1);
        Ok(())
    }

    /// Puts `event` in the place of an entry and computes everything after it anew; all of it or nothing.
    fn replace(&mut self, entry: usize, event: G::Event) -> Result<(), Refused<G::Error>> {
        let after = entry.checked_add(1).and_then(|next| self.entries.get(next..)).ok_or(Refused::NoEntry(entry))?;
        let tail = std::iter::once(event).chain(after.iter().cloned()).collect();
        self.go_on_with(entry, tail).map_err(|(nth, error)| match nth {
            0 => Refused::Rule(error),
            nth => Refused::Later { entry: entry + nth, error },
        })
    }

    /// Puts a change of seats before an entry and computes everything after it anew; all of it or nothing.
    fn insert(&mut self, entry: usize, event: G::Event) -> Result<(), Refused<G::Error>> {
        let after = self.entries.get(entry..).filter(|after| !after.is_empty()).ok_or(Refused::NoEntry(entry))?;
        let moved = self.reseating(entry, &event).ok_or(Refused::NoSeating)?;
        if let Some(nth) = after.iter().position(|later| seating::<G>(later).is_some_and(|later| moved.is_in(later))) {
            return Err(Refused::ComesLater(entry + nth));
        }
        let tail = std::iter::once(event).chain(reseated::<G>(after, |later| moved.later(later))).collect();
        self.go_on_with(entry, tail).map_err(|(nth, error)| match nth.checked_sub(1) {
            None => Refused::Rule(error),
            Some(nth) => Refused::Later { entry: entry + nth, error },
        })?;
        move_notes(&mut self.notes, entry, |at| at + 1);
        Ok(())
    }

    /// Undoes [`Ledger::insert`].
    fn take_out(&mut self, entry: usize, event: &G::Event) -> Result<(), Refused<G::Error>> {
        let moved = self.reseating(entry, event).ok_or(Refused::NoSeating)?;
        let after = self.entries.get(entry + 1..).ok_or(Refused::NoEntry(entry))?;
        let tail = reseated::<G>(after, |later| moved.without(later)).collect();
        self.go_on_with(entry, tail).map_err(|(_, error)| Refused::Rule(error))?;
        move_notes(&mut self.notes, entry + 1, |at| at - 1);
        Ok(())
    }

    /// What this change of seats before an entry means for later ones; `None` if it is none.
    fn reseating(&self, entry: usize, event: &G::Event) -> Option<Reseating> {
        Some(Reseating::of(seated::<G>(self.states.get(entry)?)?, seating::<G>(event)?))
    }

    /// Puts `tail` in the place of all entries from `from` on, which is at most their number, and computes the states
    /// anew; all of it or nothing.
    ///
    /// # Errors
    /// Which of `tail` is refused, and why.
    fn go_on_with(&mut self, from: usize, tail: Vec<G::Event>) -> Result<(), (usize, G::Error)> {
        let mut states = vec![self.states[from].clone()];
        for (nth, event) in tail.iter().enumerate() {
            states.push(G::apply(&states[nth], event).map_err(|error| (nth, error))?);
        }
        self.entries.truncate(from);
        self.entries.extend(tail);
        self.states.truncate(from);
        self.states.append(&mut states);
        self.score(from);
        Ok(())
    }

    /// Computes the rounds anew from entry `from` on; earlier ones stay, unless the game recounts them all
    /// ([`Standing::rounds`]).
    fn score(&mut self, from: usize) {
        let anew = G::standing(self.state()).rounds;
        let from = if anew.is_some() { 0 } else { from };
        self.rounds.truncate(self.rounds.partition_point(|round| round.entry < from));
        let entries =
            (from..self.entries.len()).filter_map(|at| match G::scores(&self.states[at + 1], &self.entries[at]) {
                Scorers::Nobody => None,
                Scorers::All => Some((at, None)),
                Scorers::One(side) => Some((at, Some(side))),
            });
        match anew {
            Some(anew) => {
                let mut totals = Vec::new();
                self.rounds.extend(entries.zip(anew).map(|((entry, by), points)| {
                    totals.resize(points.len(), 0);
                    totals.iter_mut().zip(&points).for_each(|(total, points)| *total += points);
                    Round { entry, by, points, totals: totals.clone() }
                }));
            }
            None => self.rounds.extend(entries.map(|(entry, by)| {
                let (now, before) = (G::standing(&self.states[entry + 1]), G::standing(&self.states[entry]));
                let points = now.points().iter().zip(before.points()).map(|(now, was)| now - was).collect();
                Round { entry, by, points, totals: now.points().to_vec() }
            })),
        }
    }
}

/// Writes a note; returns the one before, or an empty text. Not generic over the game, so that the program contains it
/// once.
fn write_note(notes: &mut BTreeMap<usize, String>, entry: usize, text: &str) -> String {
    let was = if text.is_empty() { notes.remove(&entry) } else { notes.insert(entry, text.to_owned()) };
    was.unwrap_or_default()
}

/// These entries with other changes of seats.
fn reseated<G: Game>(entries: &[G::Event], change: impl Fn(&Seating) -> Seating) -> impl Iterator<Item = G::Event> {
    entries.iter().map(move |entry| match G::COMINGS.zip(seating::<G>(entry)) {
        Some((comings, seating)) => (comings.event)(change(seating)),
        None => entry.clone(),
    })
}

/// These entries, once one more has been put before those from `from` on.
fn moved_on(entries: &BTreeSet<usize>, from: usize) -> BTreeSet<usize> {
    entries.iter().map(|at| at + usize::from(*at >= from)).collect()
}

/// Moves the notes of all entries from `from` on.
fn move_notes(notes: &mut BTreeMap<usize, String>, from: usize, to: impl Fn(usize) -> usize) {
    let moved = notes.split_off(&from);
    notes.extend(moved.into_iter().map(|(at, note)| (to(at), note)));
}

#[cfg(test)]
mod tests;
