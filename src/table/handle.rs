//! The handle of an open table: passes inputs to [`update`], runs the effects, and lets components read the result.
//! `Table` is for the views of a game; `AnyTable` is the same for all that does not depend on the game.

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
use takujo_core::domain::game::{seated, seating};
use takujo_core::domain::ledger::{Op, Refused, Step};
use takujo_core::domain::session::{Head, LoadError, Record, Session, SessionFile};
use takujo_core::i18n::{Lang, t};
use takujo_core::live::rows::Rows;
use takujo_core::play::{Play, Problem};
use takujo_core::storage::{Append, StorageError, draft_key, live_key, waiting_key};
use takujo_core::table::coming_words::seating_text;
use takujo_core::table::sitting::{Sitting, TableRules, explain, note_text};
use takujo_core::table::update::{Effect, Entered, Input, Model, Part, Saving, update};

use super::live::shared::Shared;
use crate::device;
use crate::play::StoredSharing;
use crate::room::RoomState;
use crate::route::Route;
use crate::state::App;

/// Delay before asking the storage again after a failure, in milliseconds.
const RETRY: i32 = 5_000;

/// Status information for the parts around a table's views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Status {
    /// Whether every tap is on disk.
    pub saving: Saving,
    /// How many records are on disk.
    pub saved: usize,
    /// Changes with every redraw of the status, so that notices are drawn anew even if nothing else here changed.
    said: usize,
}

/// Where a table's taps go, besides the screen.
enum Course {
    /// To this device's disk.
    Alone,
    /// To a log that many phones share, once the part of the program for that is loaded. Until then this waits.
    Coming(Vec<Effect>),
    /// To a log that many phones share.
    With(Rc<dyn Shared>),
}

/// The records among these effects, each with the number of its append.
fn appends(effects: &[Effect]) -> impl Iterator<Item = (u64, &Append)> {
    effects.iter().filter_map(|effect| match effect {
        Effect::Append(number, append) => Some((*number, append)),
        _ => None,
    })
}

/// What to store of records that wait, with the number of the last append; `None` if none do.
fn waiting_text(effects: &[Effect]) -> Option<(u64, String)> {
    let (number, _) = appends(effects).last()?;
    let (_, first) = appends(effects).next()?;
    let mut text = first.at.to_string();
    for record in appends(effects).flat_map(|(_, append)| &append.records) {
        text = text + "\n" + record;
    }
    Some((number, text))
}

/// A handle on an open table of any game, cheap to copy. The table belongs to the app and outlives its page until all
/// taps are saved.
#[derive(Clone, Copy)]
pub(super) struct AnyTable {
    app: App,
    pub head: Signal<Head>,
    model: CopyValue<Model>,
    rules: CopyValue<Box<dyn TableRules>>,
    // Counters of changes, so that a component subscribes only to what it shows.
    session: Signal<usize>,
    deferred: Signal<usize>,
    draft: Signal<usize>,
    pub status: Signal<Status>,
    /// Counts the requests to close the open correction.
    pub left: Signal<usize>,
    /// Whether the correction was started in the app, so that going back in the browser leads to one of its pages.
    pub begun: CopyValue<bool>,
    /// Whether the table's page is shown.
    shown: CopyValue<bool>,
    sharing: CopyValue<Course>,
    /// How a shared table stands to its host; `None` if it is not shared, or not connected yet.
    pub live: Signal<Option<RoomState>>,
}

impl PartialEq for AnyTable {
    fn eq(&self, other: &Self) -> bool {
        self.session == other.session
    }
}

/// The tab of the address where an entry is corrected.
fn correction_tab(entry: usize) -> String {
    format!("correct-{entry}")
}

/// The entry that is corrected at this tab, if it is a correction's.
pub(super) fn corrected(tab: &str) -> Option<usize> {
    tab.strip_prefix("correct-")?.parse().ok()
}

/// The time of a tap. Random nanoseconds below the clock's milliseconds distinguish taps that two windows make at the
/// same moment.
fn time_of_tap() -> chrono::DateTime<chrono::Utc> {
    device::now() + chrono::TimeDelta::nanoseconds(device::chance().random_range(0..1_000_000))
}

impl AnyTable {
    /// Puts a table into the app and shows it, until [`AnyTable::close`].
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
            sharing: CopyValue::new_in_scope(Course::Alone, ScopeId::ROOT),
            live: Signal::new_in_scope(None, ScopeId::ROOT),
        };
        app.hold(&id, Rc::new(table));
        table
    }

    /// Whether the log is this device's alone.
    pub fn is_alone(&self) -> bool {
        matches!(*self.sharing.peek(), Course::Alone)
    }

    /// From now on the log is a shared one. All its records must be on the disk; new ones wait for
    /// [`AnyTable::attach`].
    pub fn await_shared(mut self) {
        self.sharing.set(Course::Coming(Vec::new()));
    }

    /// Makes the taps of an earlier visit again that are still on their way. They come before any new ones.
    pub fn take_waiting(self, stored: &StoredSharing) {
        if let Some((after, records)) = stored.taps() {
            self.give(Input::Waiting(after, records));
        }
    }

    /// Stores the taps that wait for the shared log, which may not be reached before the app is closed.
    fn keep_waiting(mut self) {
        let waiting = match self.sharing.try_peek().as_deref() {
            Ok(Course::Coming(queue)) => waiting_text(queue),
            _ => None,
        };
        let Some((number, text)) = waiting else { return };
        self.stands(Some(RoomState::away(text.lines().count() - 1)));
        let stored = self.app.store().write(&waiting_key(&self.head.peek().id), &text);
        spawn_forever(async move {
            let Err(error) = stored.await else { return };
            let mut failed = false;
            if let Ok(mut course) = self.sharing.try_write()
                && let Course::Coming(queue) = &mut *course
            {
                let before = queue.len();
                queue.retain(|effect| !matches!(effect, Effect::Append(of, _) if *of == number));
                failed = queue.len() < before;
            }
            // As for any tap that could not be stored: it is said, and tried again.
            if failed {
                self.give(Input::Written(number, Err(error)));
            }
        });
    }

    /// Gives up what is stored of sharing the table, because it cannot be read: the log is this device's alone.
    pub fn go_alone(mut self) {
        if let Course::Coming(queue) = self.sharing.replace(Course::Alone) {
            self.live.set(None);
            queue.into_iter().for_each(|effect| self.run(effect));
            self.give(Input::Alone);
        }
    }

    /// Connects the table to its shared log and hands over what has waited for it.
    pub fn attach(mut self, shared: Rc<dyn Shared>) {
        if self.sharing.try_peek().is_err() {
            return drop(shared.stop());
        }
        let before = self.sharing.replace(Course::With(shared));
        if let Course::Coming(queue) = before {
            queue.into_iter().for_each(|effect| self.run(effect));
        }
    }

    /// The log is this device's alone again.
    pub fn unshare(mut self) {
        let Course::With(shared) = self.sharing.replace(Course::Alone) else { return };
        self.live.set(None);
        self.give(Input::Shared(false, false));
        // Refused, so that the table reads the disk and writes there what is missing.
        for number in shared.stop() {
            self.give(Input::Written(number, Err(StorageError::Conflict)));
        }
        let id = self.head.peek().id.clone();
        drop(self.app.store().write(&live_key(&id), ""));
    }

    /// The app this table is open in.
    pub fn app(&self) -> App {
        self.app
    }

    /// Sets how the shared log stands to its host.
    pub fn stands(mut self, state: Option<RoomState>) {
        // Answers may come after the table was dropped.
        if let Ok(mut live) = self.live.try_write()
            && *live != state
        {
            *live = state;
        }
    }

    /// The shared log, if the table is connected to one.
    pub fn shared(&self) -> Option<Rc<dyn Shared>> {
        match &*self.sharing.peek() {
            Course::With(shared) => Some(shared.clone()),
            Course::Alone | Course::Coming(_) => None,
        }
    }

    /// The app's table with this id, now shown.
    fn held(app: App, id: &str) -> Option<AnyTable> {
        let mut table = app.held(id)?.downcast_ref::<AnyTable>().copied()?;
        table.shown.set(true);
        table.give(Input::Heard);
        Some(table)
    }

    /// The page was closed, and with it any correction.
    pub fn close(mut self) {
        self.shown.set(false);
        self.give(Input::At(None, device::now()));
    }

    /// Drops a table that is not shown, unless something of it is still on its way to the disk.
    fn let_go(self) {
        let id = self.head.peek().id.clone();
        let held = self.app.held(&id).is_some_and(|held| held.downcast_ref() == Some(&self));
        if !held || *self.shown.peek() || self.model.peek().is_held() {
            return;
        }
        self.app.let_go(&id);
        if let Some(shared) = self.shared() {
            shared.stop();
        }
        // Deferred, so that current readers can finish.
        spawn_forever(async move {
            device::next_paint().await;
            self.model.manually_drop();
            self.rules.manually_drop();
            self.head.manually_drop();
            self.status.manually_drop();
            self.shown.manually_drop();
            self.begun.manually_drop();
            self.sharing.manually_drop();
            self.live.manually_drop();
            [self.session, self.deferred, self.draft, self.left].iter().for_each(Signal::manually_drop);
        });
    }

    /// Processes an input and runs its effects. Returns whether it was a tap that the rules accepted.
    pub fn give(self, input: Input) -> bool {
        let effects = match (self.model.try_write_unchecked(), self.rules.try_write_unchecked()) {
            (Ok(mut model), Ok(mut rules)) => update(&mut model, &mut **rules, input),
            (Err(error), _) | (_, Err(error)) => {
                // After a table is dropped only late answers arrive, and nothing depends on them.
                debug_assert!(matches!(error, BorrowMutError::Dropped(_)), "{error}: read while being changed");
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

    /// Feeds the storage's answer back, whatever page is shown by then. The work itself has already begun.
    fn answer<T: 'static>(self, task: impl Future<Output = T> + 'static, input: impl Fn(T) -> Input + 'static) {
        spawn_forever(async move {
            let answer = task.await;
            self.give(input(answer));
        });
    }

    fn run(mut self, effect: Effect) {
        let store = self.app.store();
        let id = self.head.peek().id.clone();
        if matches!(effect, Effect::Append(..) | Effect::Load | Effect::PutHead(_)) {
            if !self.is_alone() && self.shared().is_none() {
                return self.run_later(effect);
            }
            if let Some(shared) = self.shared() {
                return self.run_shared(effect, shared);
            }
        }
        match effect {
            // The transaction begins here, within the tap; only the waiting is asynchronous.
            Effect::Append(number, append) => {
                self.answer(store.append(&append), move |done| Input::Written(number, done));
            }
            Effect::KeepDraft(text) => self.answer(store.write(&draft_key(&id), &text), Input::DraftKept),
            Effect::Load => self.answer(store.load(&id), Input::Loaded),
            Effect::PutHead(head) => self.answer(store.put_head(&id, &head), Input::HeadKept),
            Effect::Create(stored, draft) => self.answer(store.create(&stored, Some(&draft)), Input::HeadKept),
            Effect::Wait => self.answer(device::pause(RETRY), |()| Input::Waited),
            Effect::Tapped(turned) => {
                let settings = self.app.settings();
                if turned && settings.buzz {
                    device::buzz();
                }
                // A browser that refused before may agree during a tap.
                device::stay_awake(settings.awake);
                self.app.played(&self.head.peek(), self.rules.peek().is_over());
            }
            Effect::Turned(seat) => {
                let name = self.rules.peek().name(seat);
                if self.app.settings().buzz && self.shared().is_some_and(|shared| Some(shared.room().me().name) == name)
                {
                    device::buzz();
                }
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

    /// Leaves an append, a change of the setup or a reading for the shared log. What was tapped and the draft are stored
    /// at once.
    fn run_later(mut self, mut effect: Effect) {
        if let Effect::Append(_, append) = &mut effect
            && let Some(draft) = append.draft.take()
        {
            self.answer(self.app.store().write(&draft_key(&append.id), &draft), Input::DraftKept);
        }
        let tapped = matches!(effect, Effect::Append(..));
        if let Course::Coming(queue) = &mut *self.sharing.write() {
            queue.push(effect);
        }
        if tapped {
            self.keep_waiting();
        }
    }

    /// Runs an append, a change of the setup or a reading on the shared log. The draft and the setup are kept on this
    /// device as well.
    fn run_shared(self, effect: Effect, shared: Rc<dyn Shared>) {
        let store = self.app.store();
        let id = self.head.peek().id.clone();
        match effect {
            Effect::Append(number, append) => {
                if let Some(draft) = &append.draft {
                    self.answer(store.write(&draft_key(&id), draft), Input::DraftKept);
                }
                shared.append(number, append);
            }
            Effect::PutHead(head) => {
                shared.put_head(&head);
                self.answer(store.put_head(&id, &head), Input::HeadKept);
            }
            _ => {
                let load = store.load(&id);
                let stored = async move { load.await.map(|stored| stored.map(|stored| shared.load(stored))) };
                self.answer(stored, Input::Loaded);
            }
        }
    }

    /// The model, without subscribing.
    pub fn model(&self) -> ReadableRef<'_, CopyValue<Model>> {
        self.model.peek()
    }

    /// The table's rules, without subscribing.
    pub fn rules(&self) -> ReadableRef<'_, CopyValue<Box<dyn TableRules>>> {
        self.rules.peek()
    }

    /// The current draft, as the game's own JSON; subscribes the component.
    pub fn draft_text(&self) -> Option<String> {
        (self.draft)();
        self.model.peek().drafts.now().map(str::to_owned)
    }

    /// How each side can enter its own row of the open round, if it can now; subscribes the component.
    pub fn rows(&self) -> Option<Rows> {
        (self.session)();
        self.rules.peek().rows()
    }

    /// Sets the current draft, as far as this phone may.
    pub fn save_draft(self, text: Option<String>) {
        let text = match (self.shared(), text) {
            (Some(shared), Some(text)) if self.model.peek().correcting().is_none() => {
                let now = self.model.peek().drafts.draft.clone();
                shared.drafted(&|| self.rules.peek().rows(), now.as_deref(), text)
            }
            (_, text) => text,
        };
        self.give(Input::Draft(text, device::now()));
    }

    /// Whether people have to say first which row of the open round is right, since two phones have different ones.
    fn is_asked(&self) -> bool {
        let Some(shared) = self.shared() else { return false };
        let model = self.model.peek();
        let rows = self.rules.peek().rows().filter(|_| model.correcting().is_none());
        rows.is_some_and(|rows| shared.is_asked(&rows, model.drafts.draft.as_deref()))
    }

    /// The entry being corrected; subscribes the component.
    pub fn correcting(&self) -> Option<usize> {
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
        SessionFile::new(model.head.as_written(), log)
    }
}

/// A handle on an open table of the game `G`, cheap to copy.
pub struct Table<G: Play> {
    /// The stored setup.
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

fn record<E: Serialize>(op: Op<E>) -> String {
    // Names and numbers always serialize.
    serde_json::to_string(&Record { at: time_of_tap(), op }).unwrap_or_default()
}

impl<G: Play> Table<G> {
    /// Opens a table read from the disk, or continues with it if the app still holds it.
    /// `waiting` is how many taps follow the log that are made again at once.
    pub(super) fn open(
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
        if matches!(entered, Entered::Done(_)) && self.any.is_asked() {
            self.any.give(Input::Asked);
            return false;
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
            Step::Correct { entry, now, .. } => (now, Some(*entry)),
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
        if matches!(step, Step::Correct { .. }) { t::table_step_correct(l, &what) } else { what }
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
