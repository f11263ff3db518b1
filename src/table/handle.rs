//! The handle of an open table: it tells [`super::update`] what happened, does what that says, and lets components read
//! what follows.

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;

use dioxus::core::spawn_forever;
use dioxus::prelude::*;
use dioxus::signals::{AnyStorage, BorrowMutError, UnsyncStorage};
use rand::RngExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::sitting::{Sitting, TableRules, explain};
use super::update::{Effect, Entered, Input, Model, Part, Saving, update};
use crate::device;
use crate::domain::ledger::{Op, Refused, Step};
use crate::domain::session::{Head, LoadError, Record, Session, SessionFile};
use crate::i18n::{Lang, t};
use crate::play::{Play, Problem};
use crate::route::Route;
use crate::state::App;
use crate::storage::draft_key;

/// How long after a failure the storage is asked again, in milliseconds.
const RETRY: i32 = 5_000;

/// What is said beside a table's own views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Status {
    /// Whether every tap is on the disk.
    pub saving: Saving,
    /// How many are.
    pub saved: usize,
    /// Changes with everything else that is to be said.
    said: usize,
}

/// An open table of any game: a handle, cheap to copy. What it stands for belongs to the app and outlives the page while taps
/// are not saved.
#[derive(Clone, Copy)]
pub(super) struct AnyTable {
    app: App,
    pub head: Signal<Head>,
    model: CopyValue<Model>,
    rules: CopyValue<Box<dyn TableRules>>,
    // Each counts the changes of what it is named after, so that a component follows only what it shows.
    session: Signal<usize>,
    deferred: Signal<usize>,
    draft: Signal<usize>,
    pub status: Signal<Status>,
    /// How often the place of a correction was to be left.
    pub left: Signal<usize>,
    /// Whether a correction was begun here, so that the entry of the history before its place is a page of the app.
    pub begun: CopyValue<bool>,
    /// Whether its page is shown.
    shown: CopyValue<bool>,
}

impl PartialEq for AnyTable {
    fn eq(&self, other: &Self) -> bool {
        self.session == other.session
    }
}

/// The tab of the place where an entry is corrected, in the address.
fn correction_tab(entry: usize) -> String {
    format!("correct-{entry}")
}

/// The entry that is corrected at a tab of this name, if it is such a place.
pub(super) fn corrected(tab: &str) -> Option<usize> {
    tab.strip_prefix("correct-")?.parse().ok()
}

/// The time of a tap. What is below a millisecond, which clocks do not tell, tells apart what two windows do in the same one.
fn time_of_tap() -> chrono::DateTime<chrono::Utc> {
    device::now() + chrono::TimeDelta::nanoseconds(device::chance().random_range(0..1_000_000))
}

impl AnyTable {
    /// Holds a table in the app, to be shown now. Ends with [`AnyTable::close`].
    fn new(app: App, model: Model, rules: Box<dyn TableRules>) -> AnyTable {
        let status = Status { saving: model.saving(), saved: model.log.saved(), said: 0 };
        let id = model.head.id.clone();
        let table = AnyTable {
            app,
            head: Signal::new_in_scope(model.head.clone(), ScopeId::ROOT),
            model: CopyValue::new_in_scope(model, ScopeId::ROOT),
            rules: CopyValue::new_in_scope(rules, ScopeId::ROOT),
            session: Signal::new_in_scope(0, ScopeId::ROOT),
            deferred: Signal::new_in_scope(0, ScopeId::ROOT),
            draft: Signal::new_in_scope(0, ScopeId::ROOT),
            status: Signal::new_in_scope(status, ScopeId::ROOT),
            left: Signal::new_in_scope(0, ScopeId::ROOT),
            begun: CopyValue::new_in_scope(false, ScopeId::ROOT),
            shown: CopyValue::new_in_scope(true, ScopeId::ROOT),
        };
        app.hold(&id, Rc::new(table));
        table
    }

    /// The table of this id that the app holds, to be shown now.
    fn held(app: App, id: &str) -> Option<AnyTable> {
        let mut table = app.held(id)?.downcast_ref::<AnyTable>().copied()?;
        table.shown.set(true);
        table.give(Input::Heard);
        Some(table)
    }

    /// Its page is gone, and with it the place of a correction.
    pub fn close(mut self) {
        self.shown.set(false);
        self.give(Input::At(None, device::now()));
    }

    /// Lets go of a table that nobody looks at, unless something of it is on its way.
    fn let_go(self) {
        let id = self.head.peek().id.clone();
        let held = self.app.held(&id).is_some_and(|held| held.downcast_ref() == Some(&self));
        if !held || *self.shown.peek() || self.model.peek().is_held() {
            return;
        }
        self.app.let_go(&id);
        // Not under the feet of whoever reads it last.
        spawn_forever(async move {
            device::next_paint().await;
            self.model.manually_drop();
            self.rules.manually_drop();
            self.head.manually_drop();
            self.status.manually_drop();
            self.shown.manually_drop();
            self.begun.manually_drop();
            [self.session, self.deferred, self.draft, self.left].iter().for_each(Signal::manually_drop);
        });
    }

    /// Tells what happened, and does what follows from it. Says whether it was a tap that the rules took.
    pub fn give(self, input: Input) -> bool {
        let effects = match (self.model.try_write_unchecked(), self.rules.try_write_unchecked()) {
            (Ok(mut model), Ok(mut rules)) => update(&mut model, &mut **rules, input),
            (Err(error), _) | (_, Err(error)) => {
                // Only a late answer that nothing hangs on comes after a table was let go of.
                debug_assert!(matches!(error, BorrowMutError::Dropped(_)), "{error}: it is read where it is changed");
                return false;
            }
        };
        let mut tapped = false;
        for effect in effects {
            tapped |= matches!(effect, Effect::Tapped(_));
            self.run(effect);
        }
        self.app.set_unsaved(&self.head.peek().id, self.model.peek().is_unsaved());
        self.let_go();
        tapped
    }

    /// Gives the answer of the storage once it is there, whatever page is shown then. The work has begun already.
    fn answer<T: 'static>(self, task: impl Future<Output = T> + 'static, input: impl Fn(T) -> Input + 'static) {
        spawn_forever(async move {
            let answer = task.await;
            self.give(input(answer));
        });
    }

    fn run(mut self, effect: Effect) {
        let store = self.app.store();
        let id = self.head.peek().id.clone();
        match effect {
            // The transaction begins here, in the tap; only waiting for it is put off.
            Effect::Append(number, append) => {
                self.answer(store.append(&append), move |done| Input::Written(number, done));
            }
            Effect::KeepDraft(text) => self.answer(store.write(&draft_key(&id), &text), Input::DraftKept),
            Effect::Load => self.answer(store.load(&id), Input::Loaded),
            Effect::PutHead(head) => self.answer(store.put_head(&id, &head), Input::HeadKept),
            Effect::Create(stored) => self.answer(store.create(&stored), Input::HeadKept),
            Effect::Wait => self.answer(device::pause(RETRY), |()| Input::Waited),
            Effect::Tapped(turned) => {
                let settings = self.app.settings();
                if turned && settings.buzz {
                    device::buzz();
                }
                // A browser that would not do it before may do it in a tap.
                device::stay_awake(settings.awake);
                self.app.played(&self.head.peek(), self.rules.peek().is_over());
            }
            Effect::Leave => self.left += 1,
            Effect::Draw(Part::Session) => {
                self.session += 1;
                if *self.head.peek() != self.model.peek().head {
                    self.head.set(self.model.peek().head.clone());
                }
                spawn_forever(async move {
                    device::next_paint().await;
                    if self.deferred.try_peek().is_ok() {
                        self.deferred += 1;
                    }
                });
            }
            Effect::Draw(Part::Draft) => self.draft += 1,
            Effect::Draw(Part::Status) => {
                let model = self.model.peek();
                let said = self.status.peek().said + 1;
                self.status.set(Status { saving: model.saving(), saved: model.log.saved(), said });
            }
            Effect::Trouble(trouble) => self.app.set_trouble(trouble),
        }
    }

    /// All that is known of the table, without following it.
    pub fn model(&self) -> ReadableRef<'_, CopyValue<Model>> {
        self.model.peek()
    }

    /// What its records mean, without following it.
    pub fn rules(&self) -> ReadableRef<'_, CopyValue<Box<dyn TableRules>>> {
        self.rules.peek()
    }

    /// What is being entered, as the game's own JSON. The component follows it.
    pub fn draft_text(&self) -> Option<String> {
        (self.draft)();
        self.model.peek().drafts.now().map(str::to_owned)
    }

    /// Keeps what is being entered.
    pub fn save_draft(self, text: Option<String>) {
        self.give(Input::Draft(text, device::now()));
    }

    /// The entry in whose place one is to correct it. The component follows it.
    fn correcting(&self) -> Option<usize> {
        (self.draft)();
        self.model.peek().correcting()
    }

    fn correct(mut self, entry: usize) {
        self.begun.set(true);
        navigator().push(Route::Table { id: self.head.peek().id.clone(), tab: correction_tab(entry) });
    }

    /// The whole table as a file.
    pub fn file(&self) -> SessionFile {
        let model = self.model.peek();
        let log = model.log.records().iter().map(|text| serde_json::from_str(text).unwrap_or(Value::Null)).collect();
        SessionFile { head: model.head.clone(), log }
    }
}

/// An open table of the game `G`: a handle, cheap to copy.
pub struct Table<G: Play> {
    /// The setup as it is kept.
    pub head: Signal<Head>,
    pub(super) any: AnyTable,
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

impl<G: Play> Table<G> {
    /// Opens a table as it was read from the disk, or goes on with it where the app still holds it.
    pub(super) fn open(app: App, head: &Head, log: &[String], kept: Option<&str>) -> Result<Table<G>, LoadError> {
        let any = match AnyTable::held(app, &head.id) {
            Some(any) => any,
            None => {
                let (sitting, drafts) = Sitting::<G>::resume(head, log, kept)?;
                let model = Model::new(head.clone(), log.to_vec(), kept.map(str::to_owned), drafts);
                AnyTable::new(app, model, Box::new(sitting))
            }
        };
        Ok(Table { head: any.head, any, game: PhantomData })
    }

    fn peek(&self) -> ReadableRef<'_, CopyValue<Box<dyn TableRules>>, Session<G>> {
        UnsyncStorage::map(self.any.rules.peek(), |rules| {
            let rules: &dyn Any = &**rules;
            // An id belongs to one table, and a table to one game: it was opened as one of this.
            &rules.downcast_ref::<Sitting<G>>().expect("a table of this game").session
        })
    }

    /// The session; the component follows it when it changes.
    pub fn session(&self) -> ReadableRef<'_, CopyValue<Box<dyn TableRules>>, Session<G>> {
        (self.any.session)();
        self.peek()
    }

    /// The session, for what may follow a tap one picture later: the component follows it so. What a tap is looked at for is
    /// drawn sooner then.
    pub fn deferred(&self) -> ReadableRef<'_, CopyValue<Box<dyn TableRules>>, Session<G>> {
        (self.any.deferred)();
        self.peek()
    }

    fn tap(self, ops: Vec<Op<G::Event>>, entered: Entered) -> bool {
        let record = |op| serde_json::to_string(&Record { at: time_of_tap(), op });
        // Names and numbers: they can always be written.
        let records = ops.into_iter().map(|op| record(op).unwrap_or_default()).collect();
        self.any.give(Input::Tap(records, entered))
    }

    /// Takes a tap in; says whether the rules took it. Where they did not, the table says why.
    pub fn push(self, op: Op<G::Event>) -> bool {
        self.tap(vec![op], Entered::Stays)
    }

    /// Appends an event, and leaves alone what is being entered; says whether the rules took it.
    pub fn append(self, event: G::Event) -> bool {
        self.push(Op::Append { event })
    }

    /// Makes what is being entered an event: it corrects the entry in whose place one is, or is appended. Says whether the
    /// rules took it; if so nothing is being entered any more, and the correction is over.
    pub fn commit(self, event: G::Event) -> bool {
        self.commit_but(event, None::<&()>)
    }

    /// [`Table::commit`] for a game that enters several things side by side: `rest` is what is left of its draft. A correction
    /// is over as a whole.
    pub fn commit_but<D: Serialize>(self, event: G::Event, rest: Option<&D>) -> bool {
        let op = match self.any.model.peek().correcting() {
            Some(entry) => Op::Correct { entry, event },
            None => Op::Append { event },
        };
        self.commit_all(vec![op], rest)
    }

    /// [`Table::commit_but`] for what is more than one operation: all of them, or none.
    pub fn commit_all<D: Serialize>(self, ops: Vec<Op<G::Event>>, rest: Option<&D>) -> bool {
        self.tap(ops, Entered::Done(rest.and_then(|rest| serde_json::to_string(rest).ok())))
    }

    /// What is being entered, if anything: in the correction in progress, if there is one. The component follows it.
    pub fn draft<D: DeserializeOwned>(&self) -> Option<D> {
        serde_json::from_str(&self.any.draft_text()?).ok()
    }

    /// Keeps what is being entered; `None` when nothing is any more. In a correction: of that one.
    pub fn set_draft<D: Serialize>(self, draft: Option<&D>) {
        self.any.save_draft(draft.and_then(|draft| serde_json::to_string(draft).ok()));
    }

    /// The entry in whose place one is to correct it, counted from 0. The component follows it.
    pub fn correcting(&self) -> Option<usize> {
        self.any.correcting()
    }

    /// Goes where an entry is corrected, see [`Play::may_correct`]. What is half entered stays aside until that is left.
    pub fn correct(self, entry: usize) {
        self.any.correct(entry);
    }

    /// Leaves the place of a correction, and the entry as it was.
    pub fn leave_correction(mut self) {
        self.any.left += 1;
    }

    /// A refusal in words.
    pub fn explain(&self, refused: &Refused<G::Error>) -> Problem {
        explain(&self.peek(), refused, self.any.app.lang())
    }

    /// The whole table as a file.
    pub fn file(&self) -> SessionFile {
        self.any.file()
    }

    /// What an undo would take back, in words.
    pub fn step_text(&self, step: &Step<G::Event>, l: Lang) -> String {
        let session = self.peek();
        match step {
            Step::Append(event) => G::describe(event, &session.seats, &session.options, l),
            Step::Correct { entry, now, .. } => {
                t::table_step_correct(l, entry + 1, G::describe(now, &session.seats, &session.options, l))
            }
        }
    }

    /// Changes what the table calls things. Only for options that no state follows from: nothing is counted again.
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
