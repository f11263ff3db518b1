//! What the records of a log mean at a table: its game's session behind a trait that all games share. All that the app
//! shows of a table without knowing its game comes through it as plain data, see [`views`](super::views).

use std::cell::RefCell;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

use super::draft::Drafts;
use super::flat::{FlatPath, FlatTap, FlatView, chosen, event_at, flat, moves_at, row_cells};
use super::judge::Referee;
use super::people::{TablePeople, people_of, why_not};
use super::views::{
    BoardView, StandingsView, TableView, board, may_correct, next_game, note_text, standings, table_view,
};
use crate::domain::game::Outcome;
use crate::domain::ledger::{Ledger, MAX_NOTE, Op, Refused, Step};
use crate::domain::seating::Seating;
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::{Head, LoadError, Record, Report, Session, open, standing};
use crate::entry::{Grid, Sum};
use crate::i18n::{Lang, t};
use crate::live::link::Judge;
use crate::live::rows::Rows;
use crate::play::{Move, MoveList, Play, Problem, turn};

/// A tap that means the same in every game.
#[derive(Debug, Clone, PartialEq)]
pub enum Tap {
    /// Take back the last step.
    Undo,
    /// Take back the last undo.
    Redo,
    /// Write a note beside this entry.
    Note(usize, String),
    /// End the game, where the rules leave that to the people.
    End,
    /// People come, go or change seats: a new change, or the correction of this entry.
    People(Option<usize>, Seating),
}

/// The session of a table, as everything sees it that does not depend on its game.
pub trait TableRules {
    /// Pushes records that come from the disk, another visit or another phone, all of them or none. Returns whether they
    /// passed the turn on; `None` if a rule forbids one.
    fn push(&mut self, records: &[String]) -> Option<bool>;
    /// Holds a tap that was made now, for [`TableRules::accept`]; `false` if there is no such tap in this game.
    fn offer(&mut self, tap: Tap, at: DateTime<Utc>) -> bool;
    /// Holds these records as one tap for [`TableRules::accept`]; `false` if there are none.
    fn offer_records(&mut self, records: &[String]) -> bool;
    /// Pushes what was offered last, all of it or nothing. Returns its records and whether they passed the turn on;
    /// `None` if a rule forbids one.
    fn accept(&mut self) -> Option<(Vec<String>, bool)>;
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
    /// Whether it was corrected after it had been entered.
    fn is_corrected(&self, entry: usize) -> bool;
    /// Changes options that no state depends on; returns whether they could be read.
    fn rename(&mut self, options: &Value) -> bool;
    /// Whether the game is over.
    fn is_over(&self) -> bool;
    /// A record in a few words.
    fn describe(&self, record: &str, l: Lang) -> String;
    /// Why the last records were refused.
    fn explain(&self, l: Lang) -> Option<Problem>;
    /// What says which letters of a shared log count at a table of this game.
    fn judge(&self) -> Box<dyn Judge>;

    /// How each side can enter its own row of the open round, if it can now.
    fn rows(&self) -> Option<Rows>;
    /// The cells of a draft of the open round; `None` if it has none for these rows.
    fn grid(&self, draft: Option<&str>, rows: &Rows) -> Option<Grid>;
    /// A draft with these cells for the open round, and the rest of it as it was.
    fn with_grid(&self, draft: Option<&str>, grid: Grid) -> Option<String>;
    /// The draft without its last step; `None` if there is nothing to take back. `entry` is the one that it corrects.
    fn undone(&self, draft: Option<&str>, entry: Option<usize>) -> Option<String>;

    /// What the frame around the views shows; `first` is whether the first of them is shown.
    fn view(&self, head: &Head, drafts: &Drafts, first: bool, l: Lang) -> TableView;
    /// How the table stands, see [`standing`].
    fn standing(&self) -> Report;
    /// The standings.
    fn standings(&self, l: Lang) -> StandingsView;
    /// The table as it is read across a room.
    fn board(&self, head: &Head, l: Lang) -> BoardView;
    /// Another game of the same people, see [`next_game`].
    fn next_game(&self, head: &Head) -> Head;

    /// The people before a new change, or before the one with this entry; `draft` is that of the open round.
    fn people(&self, entry: Option<usize>, draft: Option<&str>) -> TablePeople;
    /// What is wrong with a change of seats, as the correction of an entry or a new one; `None` if nothing is.
    fn why_not(&self, entry: Option<usize>, seating: Seating, l: Lang) -> Option<String>;
    /// What these people mean for the rest of the game.
    fn seating_note(&self, seats: &Seats, l: Lang) -> Option<String>;

    /// What a phone lying on the table shows.
    fn flat(&self, draft: Option<&str>, l: Lang) -> FlatView;
    /// What can be entered there about the player of a seat.
    fn flat_moves(&self, seat: usize, l: Lang) -> Vec<Move<()>>;
    /// What the cells hold that the player of a seat fills there.
    fn flat_row(&self, seat: usize, draft: Option<&str>) -> Vec<Sum>;
    /// Holds the move at the end of this path for [`TableRules::accept`], and says what it is. `length` is that of the log
    /// when it was drawn.
    fn flat_tap(
        &mut self,
        path: &FlatPath,
        length: usize,
        draft: Option<&str>,
        at: DateTime<Utc>,
        l: Lang,
    ) -> Option<FlatTap>;
    /// What is left of this draft after a move was entered beside it, see [`Play::draft_after`].
    fn draft_beside(&mut self, draft: &str) -> Option<String>;
}

/// A session, and its last refusal.
pub struct Sitting<G: Play> {
    /// The session.
    pub session: Session<G>,
    /// The last refusal, and the entry that was to be corrected, if one was.
    refused: Option<(Refused<G::Error>, Option<usize>)>,
    /// What [`TableRules::accept`] pushes.
    offered: Vec<Record<G::Event>>,
    /// What [`TableRules::draft_beside`] compares with.
    before: Option<Ledger<G>>,
    /// The draft that was last read or written, beside its text, so that the text is only read if it comes from elsewhere.
    known: RefCell<Option<(String, G::Draft)>>,
    /// The moves that the phone lying on the table was last told.
    drawn: RefCell<MoveList<G>>,
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
        let session = fold(head, log)?;
        Ok(Sitting {
            session,
            refused: None,
            offered: Vec::new(),
            before: None,
            known: RefCell::default(),
            drawn: RefCell::default(),
        })
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

    /// Holds what was tapped for [`TableRules::accept`].
    pub fn offer(&mut self, ops: impl IntoIterator<Item = Record<G::Event>>) {
        self.offered = ops.into_iter().collect();
    }

    /// A draft that is stored as this text; `None` if it is not one of this game.
    pub fn draft(&self, text: Option<&str>) -> Option<G::Draft> {
        let text = text?;
        if let Some((known, draft)) = &*self.known.borrow()
            && known == text
        {
            return Some(draft.clone());
        }
        let draft: G::Draft = serde_json::from_str(text).ok()?;
        *self.known.borrow_mut() = Some((text.to_owned(), draft.clone()));
        Some(draft)
    }

    /// What is entered in the cells of the open round, or of the entry that is corrected, which is then as it was until
    /// something was entered. `None` if rounds have no rows.
    pub fn entered(&self, text: Option<&str>, entry: Option<usize>) -> Option<G::Draft> {
        let rows = G::ROWS?;
        let old = entry.and_then(|entry| (rows.old)(&self.session, entry));
        let mut begun = old.unwrap_or_else(|| (rows.blank)(None, &self.session));
        let cells = (rows.grid)(&mut begun)?.len();
        let mut draft = self.draft(text);
        let grid = draft.as_mut().and_then(|draft| (rows.grid)(draft));
        if grid.is_some_and(|grid| grid.len() == cells) { draft } else { Some(begun) }
    }

    /// A draft as the text that is stored.
    pub fn draft_text(&self, draft: &G::Draft) -> String {
        let text = as_text(draft);
        *self.known.borrow_mut() = Some((text.clone(), draft.clone()));
        text
    }

    /// The draft of the open round with cells for these rows.
    fn with_cells(&self, draft: Option<G::Draft>, cells: usize) -> Option<G::Draft> {
        let rows = G::ROWS?;
        let mut draft = draft;
        let fits = draft.as_mut().and_then(|draft| (rows.grid)(draft)).is_some_and(|grid| grid.len() == cells);
        if fits { draft } else { Some((rows.blank)(draft, &self.session)) }
    }

    fn take(&mut self, ops: Vec<Op<G::Event>>) -> Option<bool> {
        let turn = self.turn();
        let corrected = ops.iter().find_map(|op| match op {
            Op::Correct { entry, .. } => Some(*entry),
            _ => None,
        });
        let ledger = &mut self.session.ledger;
        let pushed = if ops.len() == 1 {
            ops.into_iter().try_for_each(|op| ledger.push(op))
        } else {
            let mut trial = ledger.clone();
            ops.into_iter().try_for_each(|op| trial.push(op)).map(|()| *ledger = trial)
        };
        self.refused = pushed.err().map(|refused| (refused, corrected));
        self.session.sit_down();
        let now = self.turn();
        self.refused.is_none().then_some(now.is_some() && now != turn)
    }
}

impl<G: Play> TableRules for Sitting<G> {
    fn push(&mut self, records: &[String]) -> Option<bool> {
        let ops = records.iter().map(|text| Some(Record::<G::Event>::read(text)?.op)).collect::<Option<Vec<_>>>();
        // Written by this program, so they can be read.
        let Some(ops) = ops else {
            self.refused = Some((Refused::NothingToUndo, None));
            return None;
        };
        self.take(ops)
    }

    fn offer(&mut self, tap: Tap, at: DateTime<Utc>) -> bool {
        let op = match tap {
            Tap::Undo => Some(Op::Undo),
            Tap::Redo => Some(Op::Redo),
            Tap::Note(entry, text) => Some(Op::Note { entry, text }),
            Tap::End => G::steps(&self.session).end.map(|event| Op::Append { event }),
            Tap::People(entry, seating) => {
                G::COMINGS.map(|comings| (comings.event)(seating)).map(|event| match entry {
                    Some(entry) => Op::Correct { entry, event },
                    None => Op::Append { event },
                })
            }
        };
        self.offered = op.into_iter().map(|op| Record { at, op }).collect();
        !self.offered.is_empty()
    }

    fn offer_records(&mut self, records: &[String]) -> bool {
        let records = records.iter().map(|text| Record::read(text)).collect::<Option<Vec<_>>>();
        self.offered = records.unwrap_or_default();
        !self.offered.is_empty()
    }

    fn accept(&mut self) -> Option<(Vec<String>, bool)> {
        let offered = std::mem::take(&mut self.offered);
        let turned = self.take(offered.iter().map(|record| record.op.clone()).collect())?;
        Some((offered.iter().map(as_text).collect(), turned))
    }

    fn follow(&mut self, head: &Head, log: &[String], draft: &mut Option<String>) -> bool {
        let Ok(session) = fold::<G>(head, log) else { return false };
        let before = std::mem::replace(&mut self.session, session).ledger;
        let was = self.draft(draft.as_deref());
        let left = was.clone().and_then(|draft| G::draft_after(draft, &before, &self.session.ledger));
        // What stays as it is keeps its text, whoever wrote that.
        if left.is_none() || left != was {
            *draft = left.map(|draft| self.draft_text(&draft));
        }
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
        may_correct(&self.session, entry)
    }

    fn is_corrected(&self, entry: usize) -> bool {
        self.session.ledger.corrected().contains(&entry)
    }

    fn rename(&mut self, options: &Value) -> bool {
        let read = serde_json::from_value(options.clone()).map(|options| self.session.options = options);
        read.is_ok()
    }

    fn is_over(&self) -> bool {
        matches!(G::standing(self.session.ledger.state()).outcome, Outcome::Won(_))
    }

    fn describe(&self, record: &str, l: Lang) -> String {
        let describe = |event: &G::Event| (G::WORDS.describe)(event, &self.session.seats, &self.session.options, l);
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

    fn judge(&self) -> Box<dyn Judge> {
        Box::new(Referee::<G>::default())
    }

    fn rows(&self) -> Option<Rows> {
        G::ROWS.and_then(|rows| (rows.rows)(&self.session)).filter(|_| !self.is_over())
    }

    fn grid(&self, draft: Option<&str>, rows: &Rows) -> Option<Grid> {
        let mut draft = self.draft(draft)?;
        (G::ROWS?.grid)(&mut draft).filter(|grid| grid.len() == rows.len()).cloned()
    }

    fn with_grid(&self, draft: Option<&str>, grid: Grid) -> Option<String> {
        let mut draft = self.with_cells(self.draft(draft), grid.len())?;
        *(G::ROWS?.grid)(&mut draft)? = grid;
        Some(self.draft_text(&draft))
    }

    fn undone(&self, draft: Option<&str>, entry: Option<usize>) -> Option<String> {
        let mut draft = self.draft(draft)?;
        let seats = entry.map_or(&self.session.seats, |entry| self.session.seats_at(entry));
        drop(G::undo_draft(&mut draft, seats, &self.session.options)?);
        Some(self.draft_text(&draft))
    }

    fn view(&self, head: &Head, drafts: &Drafts, first: bool, l: Lang) -> TableView {
        table_view(&self.session, head, (self.draft(drafts.now()), drafts), first, l)
    }

    fn standing(&self) -> Report {
        standing(&self.session)
    }

    fn standings(&self, l: Lang) -> StandingsView {
        standings(&self.session, l)
    }

    fn board(&self, head: &Head, l: Lang) -> BoardView {
        board(&self.session, head, l)
    }

    fn next_game(&self, head: &Head) -> Head {
        next_game(&self.session, head)
    }

    fn people(&self, entry: Option<usize>, draft: Option<&str>) -> TablePeople {
        people_of(&self.session, entry, self.draft(draft))
    }

    fn why_not(&self, entry: Option<usize>, seating: Seating, l: Lang) -> Option<String> {
        why_not(&self.session, entry, seating, l)
    }

    fn seating_note(&self, seats: &Seats, l: Lang) -> Option<String> {
        (G::WORDS.more.seating)(seats, &self.session.options, l)
    }

    fn flat(&self, draft: Option<&str>, l: Lang) -> FlatView {
        let (view, drawn) = flat(&self.session, self.rows(), self.draft(draft), l);
        *self.drawn.borrow_mut() = drawn;
        view
    }

    fn flat_moves(&self, seat: usize, l: Lang) -> Vec<Move<()>> {
        moves_at(&self.session, seat, l).iter().map(Move::words_only).collect()
    }

    fn flat_row(&self, seat: usize, draft: Option<&str>) -> Vec<Sum> {
        let Some(rows) = self.rows() else { return Vec::new() };
        row_cells(&self.session.seats, &rows, seat, self.grid(draft, &rows).as_ref())
    }

    fn flat_tap(
        &mut self,
        path: &FlatPath,
        length: usize,
        draft: Option<&str>,
        at: DateTime<Utc>,
        l: Lang,
    ) -> Option<FlatTap> {
        let record = |event| Record { at, op: Op::Append { event } };
        // The tap was aimed at what was drawn, so it does not count if the table has changed since.
        if self.session.ledger.length() != length {
            let event = event_at(&self.drawn.borrow(), &path.1).filter(|_| path.0.is_none())?;
            return Some(FlatTap::Late(as_text(&record(event))));
        }
        let (event, rest) = chosen(&self.session, self.draft(draft).as_ref(), path, l)?;
        self.offered = vec![record(event)];
        Some(match rest {
            Some(rest) => FlatTap::Saves(rest.map(|rest| self.draft_text(&rest))),
            None => {
                self.before = Some(self.session.ledger.clone());
                FlatTap::Beside
            }
        })
    }

    fn draft_beside(&mut self, draft: &str) -> Option<String> {
        let before = self.before.take()?;
        let draft = G::draft_after(self.draft(Some(draft))?, &before, &self.session.ledger)?;
        Some(self.draft_text(&draft))
    }
}

/// A refusal in words; `entry` is the one that was to be corrected.
pub fn explain<G: Play>(session: &Session<G>, refused: &Refused<G::Error>, entry: Option<usize>, l: Lang) -> Problem {
    let explain = |error: &G::Error, seats: &Seats| (G::WORDS.explain)(error, seats, &session.options, l);
    match refused {
        Refused::Rule(error) => explain(error, entry.map_or(&session.seats, |entry| session.seats_at(entry))),
        Refused::Later { entry, error } => {
            let problem = explain(error, session.seats_at(*entry));
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
