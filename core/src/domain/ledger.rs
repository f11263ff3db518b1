//! Everything that happened at a table, in order, and what follows from it.
//!
//! A table's log is a list of [`Op`]s that only grows: each tap adds one, undo and redo included, so a tap costs one
//! record on disk, whatever it was and however long the evening. A [`Ledger`] is what such a log amounts to: the
//! entries that stand, and everything that is computed from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::game::{Game, Scorers};
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
    /// A note was written beside an entry. It replaces the one before; an empty one removes it.
    Note {
        /// Index of the entry, from 0.
        entry: usize,
        /// At most [`MAX_NOTE`] characters, as [`typed_name`] gives them.
        text: String,
    },
    /// Takes back the latest append, correction or note that still stands.
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

    /// Number of records in the log, undos and redos included. Also the number of the next record.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Every step that can be undone or redone, in no particular order.
    pub fn steps(&self) -> impl Iterator<Item = &Step<G::Event>> {
        self.done.iter().chain(&self.undone)
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
            Op::Undo => {
                let step = self.done.pop().ok_or(Refused::NothingToUndo)?;
                match &step {
                    Step::Append(_) => {
                        self.entries.pop();
                        self.states.truncate(self.entries.len() + 1);
                        self.score(self.entries.len());
                    }
                    Step::Correct { entry, was, .. } => self.replace(*entry, was.clone())?,
                    Step::Note { entry, was, .. } => drop(write_note(&mut self.notes, *entry, was)),
                }
                self.undone.push(step);
            }
            Op::Redo => {
                let step = self.undone.pop().ok_or(Refused::NothingToRedo)?;
                match &step {
                    Step::Append(event) => self.append(event.clone())?,
                    Step::Correct { entry, now, .. } => self.replace(*entry, now.clone())?,
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
            Op::Correct { entry, .. } => Some(*entry),
            Op::Undo | Op::Redo => {
                let step = if matches!(op, Op::Undo) { self.done.last() } else { self.undone.last() };
                step.and_then(|step| match step {
                    Step::Append(_) | Step::Note { .. } => None,
                    Step::Correct { entry, .. } => Some(*entry),
                })
            }
            Op::Append { .. } | Op::Note { .. } => None,
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
        let before = self.states.get(entry).ok_or(Refused::NoEntry(entry))?;
        let mut states = vec![G::apply(before, &event).map_err(Refused::Rule)?];
        for (later, next) in self.entries.iter().enumerate().skip(entry + 1) {
            let state =
                G::apply(&states[states.len() - 1], next).map_err(|error| Refused::Later { entry: later, error })?;
            states.push(state);
        }
        *self.entries.get_mut(entry).ok_or(Refused::NoEntry(entry))? = event;
        self.states.truncate(entry + 1);
        self.states.append(&mut states);
        self.score(entry);
        Ok(())
    }

    /// Computes the rounds anew from entry `from` on; earlier ones stay, unless the game recounts them all
    /// ([`Game::rounds`]).
    fn score(&mut self, from: usize) {
        let anew = G::rounds(self.state());
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
                let totals = G::points(&self.states[entry + 1]);
                let before = G::points(&self.states[entry]);
                let points = totals.iter().zip(&before).map(|(now, was)| now - was).collect();
                Round { entry, by, points, totals }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::game::{Outcome, Standing};
    use crate::domain::seats::Seats;

    /// Adds numbers; the sum may not drop below zero. Odd numbers score.
    struct Adding;

    impl Game for Adding {
        const ID: &'static str = "adding";
        const SEATS: std::ops::RangeInclusive<usize> = 1..=1;
        type Options = ();
        type Event = i32;
        type State = i32;
        type Error = i32;

        fn start(_: &Seats, (): &()) -> Result<i32, i32> {
            Ok(0)
        }

        fn apply(state: &i32, event: &i32) -> Result<i32, i32> {
            let sum = state + event;
            if sum < 0 { Err(sum) } else { Ok(sum) }
        }

        fn standing(state: &i32) -> Standing {
            Standing { totals: vec![*state], outcome: Outcome::Playing }
        }

        fn scores(_: &i32, event: &i32) -> Scorers {
            Scorers::round(event % 2 != 0)
        }
    }

    fn snapshot(ledger: &Ledger<Adding>) -> (Vec<i32>, Vec<i32>, BTreeMap<usize, String>) {
        (ledger.entries().to_vec(), ledger.states().to_vec(), ledger.notes.clone())
    }

    fn append(event: i32) -> Op<i32> {
        Op::Append { event }
    }

    fn note(entry: usize, text: &str) -> Op<i32> {
        Op::Note { entry, text: text.to_owned() }
    }

    #[test]
    fn a_note_stays_with_its_entry_and_can_be_undone() {
        let mut ledger = Ledger::<Adding>::new(0);
        ledger.push(append(5)).unwrap();
        assert_eq!(ledger.push(note(1, "late")), Err(Refused::NoEntry(1)));
        assert_eq!(ledger.push(note(0, &"あ".repeat(MAX_NOTE + 1))), Err(Refused::Note));
        assert_eq!(ledger.push(note(0, " untidy")), Err(Refused::Note));
        assert_eq!((ledger.note(0), ledger.length()), ("", 1));
        ledger.push(note(0, &"あ".repeat(MAX_NOTE))).unwrap();
        ledger.push(note(0, "Ken dealt")).unwrap();
        ledger.push(Op::Correct { entry: 0, event: 7 }).unwrap();
        ledger.push(append(1)).unwrap();
        assert_eq!((ledger.note(0), ledger.note(1)), ("Ken dealt", ""));
        for _ in 0..3 {
            ledger.push(Op::Undo).unwrap();
        }
        assert_eq!(ledger.note(0), "あ".repeat(MAX_NOTE));
        ledger.push(Op::Redo).unwrap();
        assert_eq!(ledger.note(0), "Ken dealt");
        ledger.push(note(0, "")).unwrap();
        assert_eq!(ledger.note(0), "");
        for _ in 0..4 {
            ledger.push(Op::Undo).unwrap();
        }
        ledger.push(append(2)).unwrap();
        assert_eq!(ledger.note(0), "", "a new entry does not have the note of one that was taken back");
    }

    #[test]
    fn a_correction_changes_what_follows_and_can_be_undone() {
        let mut ledger = Ledger::<Adding>::new(0);
        for event in [5, -3, 4] {
            ledger.push(append(event)).unwrap();
        }
        let before = snapshot(&ledger);
        ledger.push(Op::Correct { entry: 0, event: 10 }).unwrap();
        assert_eq!(ledger.states(), [0, 10, 7, 11]);
        ledger.push(Op::Undo).unwrap();
        assert_eq!(snapshot(&ledger), before);
        ledger.push(Op::Redo).unwrap();
        assert_eq!(*ledger.state(), 11);
    }

    #[test]
    fn a_correction_that_breaks_a_later_entry_is_refused_and_names_it() {
        let mut ledger = Ledger::<Adding>::new(0);
        for event in [5, -3] {
            ledger.push(append(event)).unwrap();
        }
        let before = snapshot(&ledger);
        let refused = ledger.push(Op::Correct { entry: 0, event: 2 });
        assert_eq!(refused, Err(Refused::Later { entry: 1, error: -1 }));
        assert_eq!(ledger.push(Op::Correct { entry: 0, event: -2 }), Err(Refused::Rule(-2)));
        assert_eq!(ledger.push(Op::Correct { entry: 2, event: 1 }), Err(Refused::NoEntry(2)));
        assert_eq!(snapshot(&ledger), before);
        assert_eq!(ledger.length(), 2);
    }

    #[test]
    fn an_empty_ledger_has_nothing_to_undo_or_redo() {
        let mut ledger = Ledger::<Adding>::new(0);
        assert_eq!(ledger.push(Op::Undo), Err(Refused::NothingToUndo));
        assert_eq!(ledger.push(Op::Redo), Err(Refused::NothingToRedo));
        ledger.push(append(1)).unwrap();
        ledger.push(Op::Undo).unwrap();
        ledger.push(append(2)).unwrap();
        assert_eq!(ledger.push(Op::Redo), Err(Refused::NothingToRedo));
    }

    fn op() -> impl Strategy<Value = Op<i32>> {
        prop_oneof![
            4 => (-3..9).prop_map(append),
            2 => (0_usize..6, -3..9).prop_map(|(entry, event)| Op::Correct { entry, event }),
            1 => (0_usize..6, 0_usize..3).prop_map(|(entry, x)| note(entry, &"x".repeat(x))),
            2 => Just(Op::Undo),
            1 => Just(Op::Redo),
        ]
    }

    proptest! {
        #[test]
        fn states_are_always_the_fold_of_the_entries(ops in prop::collection::vec(op(), 0..60)) {
            let mut ledger = Ledger::<Adding>::new(0);
            for op in ops {
                let before = snapshot(&ledger);
                let length = ledger.length();
                let taken = ledger.push(op).is_ok();
                if !taken {
                    prop_assert_eq!(&snapshot(&ledger), &before);
                }
                prop_assert_eq!(ledger.length(), length + usize::from(taken));
                let mut state = 0;
                let mut states = vec![state];
                for event in ledger.entries() {
                    state += event;
                    states.push(state);
                }
                prop_assert_eq!(ledger.states(), &states[..]);
                let scored = ledger.entries().iter().enumerate().filter(|(_, event)| **event % 2 != 0);
                let rounds = scored.map(|(entry, event)| Round {
                    entry,
                    by: None,
                    points: vec![*event],
                    totals: vec![states[entry + 1]],
                });
                prop_assert_eq!(ledger.rounds(), &rounds.collect::<Vec<_>>()[..]);
            }
        }

        #[test]
        fn undo_after_append_or_correction_restores(ops in prop::collection::vec(op(), 0..40), last in op()) {
            let mut ledger = Ledger::<Adding>::new(0);
            for op in ops {
                let _ = ledger.push(op);
            }
            let before = snapshot(&ledger);
            let changes = !matches!(last, Op::Undo | Op::Redo);
            if changes && ledger.push(last).is_ok() {
                let after = snapshot(&ledger);
                ledger.push(Op::Undo).unwrap();
                prop_assert_eq!(&snapshot(&ledger), &before);
                ledger.push(Op::Redo).unwrap();
                prop_assert_eq!(&snapshot(&ledger), &after);
            }
        }
    }
}
