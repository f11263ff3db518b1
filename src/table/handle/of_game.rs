//! The handle of an open table that the views of its game hold.

use std::any::Any;
use std::marker::PhantomData;

use dioxus::prelude::*;
use dioxus::signals::{AnyStorage, UnsyncStorage};
use rand::RngExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use takujo_core::domain::game::{seated, seating};
use takujo_core::domain::ledger::{Op, Refused, Step};
use takujo_core::domain::session::{Head, LoadError, Record, Session, SessionFile};
use takujo_core::i18n::{Lang, t};
use takujo_core::play::{Play, Problem};
use takujo_core::table::coming_words::seating_text;
use takujo_core::table::sitting::{Sitting, TableRules, explain, note_text};
use takujo_core::table::update::{Entered, Input, Model};

use super::any::AnyTable;
use crate::device;
use crate::state::App;

/// A handle on an open table of the game `G`, cheap to copy.
pub struct Table<G: Play> {
    /// The stored setup.
    pub head: Signal<Head>,
    pub(crate) any: AnyTable,
    game: PhantomData<fn() -> G>,
}

impl<G: Play> Clone for Table<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Play> Copy for Table<G> {}

impl<G: Play> PartialEq for Table<G> {
    fn eq(&self, other: &Self) -> bool {
        self.any == other.any
    }
}

/// The time of a tap. Random nanoseconds below the clock's milliseconds distinguish taps that two windows make at the
/// same moment.
fn time_of_tap() -> chrono::DateTime<chrono::Utc> {
    device::now() + chrono::TimeDelta::nanoseconds(device::chance().random_range(0..1_000_000))
}

fn record<E: Serialize>(op: Op<E>) -> String {
    // Names and numbers always serialize.
    serde_json::to_string(&Record { at: time_of_tap(), op }).unwrap_or_default()
}

impl<G: Play> Table<G> {
    /// Opens a table read from the disk, or continues with it if the app still holds it.
    /// `waiting` is how many taps follow the log that are made again at once.
    pub(crate) fn open(
        app: App,
        head: &Head,
        log: &[String],
        kept: Option<&str>,
        waiting: usize,
    ) -> Result<Table<G>, LoadError> {
        let any = match AnyTable::held(app, &head.id) {
            Some(any) => any,
            None => {
                let (sitting, drafts) = Sitting::<G>::resume(head, log, kept, waiting)?;
                let model = Model::new(head.clone(), log.to_vec(), kept.map(str::to_owned), drafts);
                AnyTable::new(app, model, Box::new(sitting))
            }
        };
        Ok(Table { head: any.head, any, game: PhantomData })
    }

    fn peek(&self) -> ReadableRef<'_, CopyValue<Box<dyn TableRules>>, Session<G>> {
        UnsyncStorage::map(self.any.rules.peek(), |rules| {
            let rules: &dyn Any = &**rules;
            // An id belongs to one table and a table to one game, so this is always a `G`.
            &rules.downcast_ref::<Sitting<G>>().expect("a table of this game").session
        })
    }

    /// The session; subscribes the component.
    pub fn session(&self) -> ReadableRef<'_, CopyValue<Box<dyn TableRules>>, Session<G>> {
        (self.any.session)();
        self.peek()
    }

    /// Like [`Table::session`], for what may be drawn a frame later, so that the direct result of a tap shows sooner.
    pub fn deferred(&self) -> ReadableRef<'_, CopyValue<Box<dyn TableRules>>, Session<G>> {
        (self.any.deferred)();
        self.peek()
    }

    fn tap(self, ops: Vec<Op<G::Event>>, entered: Entered) -> bool {
        if matches!(entered, Entered::Done(_)) {
            // Before the round: whoever takes it back finds what was saved.
            self.any.say_rows();
            if self.any.is_asked() {
                self.any.give(Input::Asked);
                return false;
            }
        }
        self.any.give(Input::Tap(ops.into_iter().map(record).collect(), entered))
    }

    /// Reports a tap that was aimed at what was drawn before the table changed. It does not count.
    pub fn late(self, event: G::Event) {
        self.any.give(Input::Late(record(Op::Append { event })));
    }

    /// Pushes an operation; returns whether the rules accepted it. If not, the table shows why.
    pub fn push(self, op: Op<G::Event>) -> bool {
        self.tap(vec![op], Entered::Stays)
    }

    /// Appends an event without touching the draft; returns whether the rules accepted it.
    pub fn append(self, event: G::Event) -> bool {
        self.push(Op::Append { event })
    }

    /// Turns the draft into an event: a correction if one is in progress, else a new entry. Returns whether the rules
    /// accepted it; if so the draft and any correction are finished.
    pub fn commit(self, event: G::Event) -> bool {
        self.commit_but(event, None::<&()>)
    }

    /// [`Table::commit`] for games with several drafts at once: `rest` is what remains. A correction is always finished
    /// as a whole.
    pub fn commit_but<D: Serialize>(self, event: G::Event, rest: Option<&D>) -> bool {
        let op = match self.any.model.peek().correcting() {
            Some(entry) => Op::Correct { entry, event },
            None => Op::Append { event },
        };
        self.commit_all(vec![op], rest)
    }

    /// [`Table::commit_but`] with several operations: all are accepted or none.
    pub fn commit_all<D: Serialize>(self, ops: Vec<Op<G::Event>>, rest: Option<&D>) -> bool {
        self.tap(ops, Entered::Done(rest.and_then(|rest| serde_json::to_string(rest).ok())))
    }

    /// The current draft, if any: of the correction, if one is in progress. Subscribes the component.
    pub fn draft<D: DeserializeOwned>(&self) -> Option<D> {
        serde_json::from_str(&self.any.draft_text()?).ok()
    }

    /// Sets the current draft, or clears it with `None`. Applies to the correction, if one is in progress.
    pub fn set_draft<D: Serialize>(self, draft: Option<&D>) {
        self.any.save_draft(draft.and_then(|draft| serde_json::to_string(draft).ok()));
    }

    /// Index of the entry being corrected, from 0; subscribes the component.
    pub fn correcting(&self) -> Option<usize> {
        self.any.correcting()
    }

    /// Goes to the correction of an entry, see [`Play::may_correct`]. Other drafts are kept until the correction is
    /// left.
    pub fn correct(self, entry: usize) {
        self.any.correct(entry);
    }

    /// Leaves the correction without changing the entry.
    pub fn leave_correction(mut self) {
        self.any.left += 1;
    }

    /// A refusal in words.
    pub fn explain(&self, refused: &Refused<G::Error>) -> Problem {
        explain(&self.peek(), refused, self.any.model.peek().correcting(), self.any.app.lang())
    }

    /// The whole table as a file.
    pub fn file(&self) -> SessionFile {
        self.any.file()
    }

    /// What an undo would take back or a redo would restore, in words.
    pub fn step_text(&self, step: &Step<G::Event>, redo: bool, l: Lang) -> String {
        let session = self.peek();
        let states = session.ledger.states();
        let (event, entry) = match step {
            Step::Append(event) => (event, session.ledger.entries().len().checked_sub(usize::from(!redo))),
            Step::Correct { entry, now, .. } | Step::Insert { entry, event: now } => (now, Some(*entry)),
            Step::Winner { .. } => return t::table_step_winner(l).to_owned(),
            Step::Note { now, .. } => return note_text(now, l),
        };
        let before = entry.and_then(|entry| states.get(entry));
        let round = session.ledger.rounds().iter().position(|round| Some(round.entry) == entry);
        let what = match before.and_then(seated::<G>).zip(seating::<G>(event)) {
            Some((seated, seating)) => seating_text(seated, seating, l),
            None if let Some((before, round)) = before.zip(round).filter(|_| G::WHOLE_ROUNDS) => {
                G::place(before, round, l)
            }
            None => {
                let seats = entry.map_or(&session.seats, |entry| session.seats_at(entry));
                G::describe(event, seats, &session.options, l)
            }
        };
        let actor = before.and_then(|before| G::actor(before, event));
        let what = match actor {
            Some(seat) => {
                let seats = entry.map_or(&session.seats, |entry| session.seats_at(entry));
                t::table_step_of(l, seats.name(seat), &what)
            }
            None => what,
        };
        if matches!(step, Step::Correct { .. } | Step::Insert { .. }) { t::table_step_correct(l, &what) } else { what }
    }

    /// Changes options that no state depends on, such as names; nothing is computed again.
    pub fn rename(self, options: G::Options) {
        if let Ok(options) = serde_json::to_value(&options) {
            self.any.give(Input::Rename(options));
        }
    }

    /// The app this table is open in.
    pub fn app(&self) -> App {
        self.any.app
    }
}
