//! The handle of an open table that the views of its game hold.

use dioxus::prelude::*;
use dioxus::signals::{AnyStorage, UnsyncStorage};
use takujo_core::domain::ledger::{Op, Refused};
use takujo_core::domain::session::{Head, Record, Session, SessionFile};
use takujo_core::play::{Play, Problem};
use takujo_core::table::sitting::{Sitting, explain};
use takujo_core::table::update::{Entered, Input};

use super::any::{AnyTable, time_of_tap};
use crate::room::RoomState;
use crate::state::App;

/// A session, being read.
pub type SessionRef<G> = <UnsyncStorage as AnyStorage>::Ref<'static, Session<G>>;

/// A handle on an open table of the game `G`, cheap to copy.
pub struct Table<G: Play> {
    /// The stored setup.
    pub head: Signal<Head>,
    /// The same table for all that does not depend on its game.
    pub(crate) any: AnyTable,
    sitting: CopyValue<Sitting<G>>,
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

impl<G: Play> Table<G> {
    pub(super) fn new(any: AnyTable, sitting: CopyValue<Sitting<G>>) -> Table<G> {
        Table { head: any.head, any, sitting }
    }

    fn peek(&self) -> SessionRef<G> {
        UnsyncStorage::map(self.sitting.peek_unchecked(), |sitting| &sitting.session)
    }

    /// The session; subscribes the component.
    pub fn session(&self) -> SessionRef<G> {
        (self.any.session)();
        self.peek()
    }

    /// Like [`Table::session`], for what may be drawn a frame later, so that the direct result of a tap shows sooner.
    pub fn deferred(&self) -> SessionRef<G> {
        (self.any.deferred)();
        self.peek()
    }

    /// Reports a tap that was aimed at what was drawn before the table changed. It does not count.
    pub fn late(self, event: G::Event) {
        let record = Record { at: time_of_tap(), op: Op::Append { event } };
        // Names and numbers always serialize.
        self.any.give(Input::Late(serde_json::to_string(&record).unwrap_or_default()));
    }

    fn tap(mut self, ops: Vec<Op<G::Event>>, entered: Entered) -> bool {
        let Ok(mut sitting) = self.sitting.try_write() else {
            debug_assert!(false, "tapped while the session is read");
            return false;
        };
        sitting.offer(ops.into_iter().map(|op| Record { at: time_of_tap(), op }));
        drop(sitting);
        self.any.accept(entered)
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
        self.commit_but(event, None)
    }

    /// [`Table::commit`] for games with several drafts at once: `rest` is what remains. A correction is always finished
    /// as a whole.
    pub fn commit_but(self, event: G::Event, rest: Option<&G::Draft>) -> bool {
        let op = match self.any.model.peek().correcting() {
            Some(entry) => Op::Correct { entry, event },
            None => Op::Append { event },
        };
        self.commit_all(vec![op], rest)
    }

    /// [`Table::commit_but`] with several operations: all are accepted or none.
    pub fn commit_all(self, ops: Vec<Op<G::Event>>, rest: Option<&G::Draft>) -> bool {
        let rest = rest.map(|rest| self.sitting.peek().draft_text(rest));
        self.tap(ops, Entered::Done(rest))
    }

    /// The current draft, if any: of the correction, if one is in progress. Subscribes the component.
    pub fn draft(&self) -> Option<G::Draft> {
        let text = self.any.draft_text();
        self.sitting.peek().draft(text.as_deref())
    }

    /// The current draft in a game whose rounds have rows: what is entered, or else the entry that is corrected, or no
    /// number yet. Subscribes the component.
    pub fn entered(&self) -> Option<G::Draft> {
        let text = self.any.draft_text();
        (self.any.session)();
        self.sitting.peek().entered(text.as_deref(), self.any.model.peek().correcting())
    }

    /// Sets the current draft, or clears it with `None`. Applies to the correction, if one is in progress.
    pub fn set_draft(self, draft: Option<&G::Draft>) {
        let text = draft.map(|draft| self.sitting.peek().draft_text(draft));
        self.any.save_draft(text);
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

    /// A refusal in words.
    pub fn explain(&self, refused: &Refused<G::Error>) -> Problem {
        explain(&self.peek(), refused, self.any.model.peek().correcting(), self.any.app.lang())
    }

    /// The whole table as a file.
    pub fn file(&self) -> SessionFile {
        self.any.file()
    }

    /// Whether this phone may change options that no state depends on: at a shared table whoever hosts it can.
    pub fn may_rename(self) -> bool {
        self.any.live.read().as_ref().is_none_or(RoomState::may_set_up)
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
