//! What the records of a log mean at a table: its game's session behind a trait that all games share.

use std::any::Any;

use serde::Serialize;
use serde_json::Value;

use super::draft::Drafts;
use super::judge::Referee;
use crate::domain::game::Outcome;
use crate::domain::ledger::{Ledger, MAX_NOTE, Op, Refused, Step};
use crate::domain::seats::Seat;
use crate::domain::session::{Head, LoadError, Record, Session, open};
use crate::i18n::{Lang, t};
use crate::live::link::Judge;
use crate::live::rows::Rows;
use crate::play::{Play, Problem, turn};

/// The session of a table, as [`super::update`] sees it.
pub trait TableRules: Any {
    /// Pushes records, all of them or none. Returns whether they passed the turn on; `None` if a rule forbids one.
    fn push(&mut self, records: &[String]) -> Option<bool>;
    /// Replaces the session by one folded from `log`, and reduces `draft` to what still applies. Returns false, and
    /// changes nothing, if the log cannot be read.
    fn follow(&mut self, head: &Head, log: &[String], draft: &mut Option<String>) -> bool;
    /// Whose turn it is, in a game that tracks turns.
    fn turn(&self) -> Option<Seat>;
    /// Who sits there now, by name.
    fn name(&self, seat: Seat) -> Option<String>;
    /// What a tap is about now, as text for comparison: the turn, or without turns the round.
    fn place(&self) -> Option<String>;
    /// The same after these records; `None` if they cannot be read.
    fn place_after(&self, head: &Head, log: &[String]) -> Option<String>;
    /// An entry as text, for comparison; `None` if there is none.
    fn entry(&self, at: usize) -> Option<String>;
    /// What the entry that this record corrects was before it.
    fn was(&self, record: &str) -> Option<String>;
    /// Whether this entry exists and can be corrected.
    fn may_correct(&self, entry: usize) -> bool;
    /// Changes options that no state depends on; returns whether they could be read.
    fn rename(&mut self, options: &Value) -> bool;
    /// Whether the game is over.
    fn is_over(&self) -> bool;
    /// A record in a few words.
    fn describe(&self, record: &str, l: Lang) -> String;
    /// Why the last records were refused.
    fn explain(&self, l: Lang) -> Option<Problem>;
    /// How each side can enter its own row of the open round, if it can now.
    fn rows(&self) -> Option<Rows>;
    /// What says which letters of a shared log count at a table of this game.
    fn judge(&self) -> Box<dyn Judge>;
}

/// A session, and its last refusal.
pub struct Sitting<G: Play> {
    /// The session.
    pub session: Session<G>,
    /// The last refusal, and the entry that was to be corrected, if one was.
    refused: Option<(Refused<G::Error>, Option<usize>)>,
}

fn as_text(event: &impl Serialize) -> String {
    // Names and numbers always serialize.
    serde_json::to_string(event).unwrap_or_default()
}

fn fold<G: Play>(head: &Head, log: &[String]) -> Result<Session<G>, LoadError> {
    // An unreadable record is refused like one that breaks a rule.
    open::<G>(head, log.iter().map(|text| serde_json::from_str::<Value>(text).unwrap_or_default()))
}

impl<G: Play> Sitting<G> {
    /// Opens a table read from the disk.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with it.
    pub fn open(head: &Head, log: &[String]) -> Result<Sitting<G>, LoadError> {
        Ok(Sitting { session: fold(head, log)?, refused: None })
    }

    /// Opens a table with its stored drafts. Drafts from before another window played on are dropped, unless they still
    /// apply. `waiting` is how many taps follow the log that are still on their way to where it is shared, and are made
    /// again at once: drafts from after them stay.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the table.
    pub fn resume(
        head: &Head,
        log: &[String],
        stored: Option<&str>,
        waiting: usize,
    ) -> Result<(Sitting<G>, Drafts), LoadError> {
        let sitting = Sitting::open(head, log)?;
        let mut drafts = Drafts::read(stored.unwrap_or("null"), log.len());
        if !(log.len()..=log.len() + waiting).contains(&drafts.length) {
            let begun = log.get(..drafts.length).and_then(|log| Sitting::<G>::open(head, log).ok());
            match begun {
                Some(mut begun) => drop(begun.follow(head, log, &mut drafts.draft)),
                None => drafts.draft = None,
            }
            drafts.correction = None;
        }
        Ok((sitting, drafts))
    }

    fn push_all(ledger: &mut Ledger<G>, records: &[String]) -> Result<(), Refused<G::Error>> {
        records.iter().try_for_each(|text| {
            // Written by this program, so it can be read.
            let Some(Record { op, .. }) = Record::<G::Event>::read(text) else { return Err(Refused::NothingToUndo) };
            ledger.push(op)
        })
    }
}

impl<G: Play> TableRules for Sitting<G> {
    fn push(&mut self, records: &[String]) -> Option<bool> {
        let turn = self.turn();
        let pushed = if let [_] = records {
            Self::push_all(&mut self.session.ledger, records)
        } else {
            let mut trial = self.session.ledger.clone();
            Self::push_all(&mut trial, records).map(|()| self.session.ledger = trial)
        };
        self.refused = pushed.err().map(|refused| {
            let corrected = records.iter().find_map(|record| match Record::<G::Event>::read(record)?.op {
                Op::Correct { entry, .. } => Some(entry),
                _ => None,
            });
            (refused, corrected)
        });
        self.session.sit_down();
        let now = self.turn();
        self.refused.is_none().then_some(now.is_some() && now != turn)
    }

    fn follow(&mut self, head: &Head, log: &[String], draft: &mut Option<String>) -> bool {
        let Ok(session) = fold::<G>(head, log) else { return false };
        let before = std::mem::replace(&mut self.session, session).ledger;
        *draft = draft.take().and_then(|draft| G::draft_after(&draft, &before, &self.session.ledger));
        true
    }

    fn turn(&self) -> Option<Seat> {
        turn::<G>(self.session.ledger.state())
    }

    fn name(&self, seat: Seat) -> Option<String> {
        self.session.seats.players().get(seat.index()).map(|player| player.name.clone())
    }

    fn place(&self) -> Option<String> {
        let ledger = &self.session.ledger;
        Some(match self.turn() {
            Some(_) => format!("entry {}", ledger.entries().len()),
            None => format!("round {}", ledger.rounds().len()),
        })
    }

    fn place_after(&self, head: &Head, log: &[String]) -> Option<String> {
        Sitting::<G>::open(head, log).ok()?.place()
    }

    fn entry(&self, at: usize) -> Option<String> {
        self.session.ledger.entries().get(at).map(as_text)
    }

    fn was(&self, record: &str) -> Option<String> {
        let Op::Correct { entry, event } = Record::<G::Event>::read(record)?.op else { return None };
        self.session.ledger.steps().find_map(|step| match step {
            Step::Correct { entry: of, was, now } if *of == entry && *now == event => Some(as_text(was)),
            _ => None,
        })
    }

    fn may_correct(&self, entry: usize) -> bool {
        let ledger = &self.session.ledger;
        let entries = ledger.entries().get(entry).zip(ledger.states().get(entry + 1));
        entries.is_some_and(|(event, after)| G::may_correct(after, event))
    }

    fn rename(&mut self, options: &Value) -> bool {
        let read = serde_json::from_value(options.clone()).map(|options| self.session.options = options);
        read.is_ok()
    }

    fn is_over(&self) -> bool {
        matches!(G::standing(self.session.ledger.state()).outcome, Outcome::Won(_))
    }

    fn describe(&self, record: &str, l: Lang) -> String {
        let describe = |event: &G::Event| G::describe(event, &self.session.seats, &self.session.options, l);
        match Record::<G::Event>::read(record).map(|record| record.op) {
            Some(Op::Append { event }) => describe(&event),
            Some(Op::Correct { event, .. } | Op::Insert { event, .. }) => t::table_step_correct(l, describe(&event)),
            Some(Op::Winner { .. }) => t::table_step_winner(l).to_owned(),
            Some(Op::Note { text, .. }) => note_text(&text, l),
            Some(Op::Undo) => t::table_tap_undo(l).to_owned(),
            Some(Op::Redo) => t::table_tap_redo(l).to_owned(),
            None => String::new(),
        }
    }

    fn explain(&self, l: Lang) -> Option<Problem> {
        let (refused, entry) = self.refused.as_ref()?;
        Some(explain(&self.session, refused, *entry, l))
    }

    fn rows(&self) -> Option<Rows> {
        G::ROWS.and_then(|rows| (rows.rows)(&self.session)).filter(|_| !self.is_over())
    }

    fn judge(&self) -> Box<dyn Judge> {
        Box::new(Referee::<G>::default())
    }
}

/// A note, as something that was done.
pub fn note_text(text: &str, l: Lang) -> String {
    if text.is_empty() { t::table_step_no_note(l).to_owned() } else { t::table_step_note(l, text) }
}

/// A refusal in words; `entry` is the one that was to be corrected.
pub fn explain<G: Play>(session: &Session<G>, refused: &Refused<G::Error>, entry: Option<usize>, l: Lang) -> Problem {
    match refused {
        Refused::Rule(error) => {
            let seats = entry.map_or(&session.seats, |entry| session.seats_at(entry));
            G::explain(error, seats, &session.options, l)
        }
        Refused::Later { entry, error } => {
            let problem = G::explain(error, session.seats_at(*entry), &session.options, l);
            Problem { text: t::table_later_entry(l, entry + 1, &problem.text), rule: problem.rule }
        }
        Refused::NoEntry(_) | Refused::NoSeating => Problem { text: t::table_no_entry(l).to_owned(), rule: None },
        Refused::NoTie => Problem { text: t::table_no_tie(l).to_owned(), rule: None },
        Refused::ComesLater(_) => Problem { text: t::people_comes_later(l).to_owned(), rule: None },
        Refused::Note => Problem { text: t::table_note_long(l, MAX_NOTE), rule: None },
        Refused::NothingToUndo => Problem { text: t::table_nothing_to_undo(l).to_owned(), rule: None },
        Refused::NothingToRedo => Problem { text: t::table_nothing_to_redo(l).to_owned(), rule: None },
    }
}
