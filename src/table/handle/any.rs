//! The handle of an open table of any game: gives inputs to the model and runs its effects.

use std::collections::BTreeMap;
use std::rc::Rc;

use dioxus::core::{provide_root_context, spawn_forever, try_consume_context};
use dioxus::prelude::*;
use dioxus::signals::{AnyStorage, BorrowMutError, UnsyncStorage};
use rand::RngExt;
use serde_json::Value;
use takujo_core::domain::session::{Head, SessionFile};
use takujo_core::entry::Grid;
use takujo_core::games::table_file;
use takujo_core::i18n::Lang;
use takujo_core::live::rows::Rows;
use takujo_core::storage::{Stored, draft_key};
use takujo_core::table::sitting::{TableRules, Tap};
use takujo_core::table::update::{Effect, Entered, Input, Model, Part, Saving, update};

use super::super::live::shared::Shared;
use super::course::Course;
use crate::device;
use crate::room::RoomState;
use crate::route::Route;
use crate::state::App;
use crate::ui::Glyph;

/// Delay before asking the storage again after a failure, in milliseconds.
const RETRY: i32 = 5_000;

/// Status information for the parts around a table's views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Status {
    /// Whether every tap is on disk.
    pub saving: Saving,
    /// How many records are on disk.
    pub saved: usize,
    /// Changes with every redraw of the status, so that notices are drawn anew even if nothing else here changed.
    said: usize,
}

/// The rules of a table, being read.
pub type RulesRef = <UnsyncStorage as AnyStorage>::Ref<'static, dyn TableRules>;

/// A view of a table, as the bar at the bottom shows it: its id, name and icon.
pub type TabInfo = (&'static str, &'static str, Glyph);

/// The session of an open table and the views of its game.
pub trait Door {
    /// The rules, to be read.
    fn rules(&self) -> RulesRef;
    /// Changes the rules' state.
    ///
    /// # Errors
    /// If they are being read, or are gone.
    fn change(&self, change: &mut dyn FnMut(&mut dyn TableRules)) -> Result<(), BorrowMutError>;
    /// The views of its game; a table opens with the first.
    fn tabs(&self, l: Lang) -> Vec<TabInfo>;
    /// Draws a view of its game. Called as a component of its own.
    fn view(&self, table: AnyTable, tab: usize) -> Element;
    /// Lets go of the session.
    fn end(&self);
}

/// The time of a tap. Random nanoseconds below the clock's milliseconds distinguish taps that two windows make at the
/// same moment.
pub(in super::super) fn time_of_tap() -> chrono::DateTime<chrono::Utc> {
    device::now() + chrono::TimeDelta::nanoseconds(device::chance().random_range(0..1_000_000))
}

/// A handle on an open table of any game, cheap to copy. The table belongs to the app and outlives its page until all
/// taps are saved.
#[derive(Clone, Copy)]
pub(crate) struct AnyTable {
    pub(super) app: App,
    pub head: Signal<Head>,
    pub(super) model: CopyValue<Model>,
    pub(super) door: CopyValue<Rc<dyn Door>>,
    open: OpenTables,
    // Counters of changes, so that a component subscribes only to what it shows.
    pub(super) session: Signal<usize>,
    pub(super) deferred: Signal<usize>,
    pub(super) draft: Signal<usize>,
    pub status: Signal<Status>,
    /// Counts the requests to close the open correction.
    pub left: Signal<usize>,
    /// Whether the correction was started in the app, so that going back in the browser leads to one of its pages.
    pub begun: CopyValue<bool>,
    /// Whether the table's page is shown.
    pub(super) shown: CopyValue<bool>,
    pub(super) sharing: CopyValue<Course>,
    /// How a shared table stands to its host; `None` if it is not shared, or not connected yet.
    pub live: Signal<Option<RoomState>>,
}

/// The open tables, and those that were left before all their taps were saved, by their ids.
#[derive(Clone, Copy)]
struct OpenTables(CopyValue<BTreeMap<String, AnyTable>>);

impl OpenTables {
    fn all() -> OpenTables {
        let none = || OpenTables(CopyValue::new_in_scope(BTreeMap::new(), ScopeId::ROOT));
        try_consume_context().unwrap_or_else(|| provide_root_context(none()))
    }
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
pub(crate) fn corrected(tab: &str) -> Option<usize> {
    tab.strip_prefix("correct-")?.parse().ok()
}

/// The table with this id as it is stored or, if it is not, as this window still holds it.
pub async fn find_table(app: App, id: &str) -> Option<Stored> {
    app.store().load(id).await.ok().flatten().or_else(|| AnyTable::as_stored(id))
}

impl AnyTable {
    /// Puts a table into the app and shows it, until [`AnyTable::close`].
    pub(super) fn new(app: App, model: Model, door: Rc<dyn Door>) -> AnyTable {
        let mut open = OpenTables::all();
        let status = Status { saving: model.saving(), saved: model.log.saved(), said: 0 };
        let id = model.head.id.clone();
        let table = AnyTable {
            app,
            head: Signal::new_in_scope(model.head.clone(), ScopeId::ROOT),
            model: CopyValue::new_in_scope(model, ScopeId::ROOT),
            door: CopyValue::new_in_scope(door, ScopeId::ROOT),
            open,
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
        open.0.write().insert(id, table);
        table
    }

    /// The app this table is open in.
    pub fn app(&self) -> App {
        self.app
    }

    /// The app's table with this id, now shown.
    pub fn held(id: &str) -> Option<AnyTable> {
        let mut table = OpenTables::all().0.peek().get(id).copied()?;
        table.shown.set(true);
        table.give(Input::Heard);
        Some(table)
    }

    /// The app's table with this id as it would be stored, wherever it is shown.
    fn as_stored(id: &str) -> Option<Stored> {
        let table = OpenTables::all().0.peek().get(id).copied()?;
        let model = table.model.peek();
        let head = serde_json::to_string(&model.head.as_written()).ok()?;
        Some(Stored { id: id.to_owned(), head, log: model.log.records().to_vec() })
    }

    /// The page was closed, and with it any correction.
    pub fn close(mut self) {
        self.shown.set(false);
        self.give(Input::At(None, device::now()));
    }

    /// Drops a table that is not shown, unless something of it is still on its way to the disk.
    fn let_go(mut self) {
        let id = self.head.peek().id.clone();
        let held = self.open.0.peek().get(&id) == Some(&self);
        if !held || *self.shown.peek() || self.model.peek().is_held() {
            return;
        }
        self.open.0.write().remove(&id);
        if let Some(shared) = self.shared() {
            shared.stop();
        }
        // Deferred, so that current readers can finish.
        spawn_forever(async move {
            device::next_paint().await;
            self.model.manually_drop();
            self.door.peek().end();
            self.door.manually_drop();
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
        let mut effects = Vec::new();
        let mut input = Some(input);
        let changed = self.model.try_write_unchecked().and_then(|mut model| {
            let door = self.door.peek().clone();
            door.change(&mut |rules| effects.extend(input.take().map(|input| update(&mut model, rules, input))))
        });
        if let Err(error) = changed {
            // After a table is dropped only late answers arrive, and nothing depends on them.
            debug_assert!(matches!(error, BorrowMutError::Dropped(_)), "{error}: read while being changed");
            return false;
        }
        let mut tapped = false;
        for effect in effects.into_iter().flatten() {
            tapped |= matches!(effect, Effect::Tapped(_));
            self.run(effect);
        }
        let model = self.model.peek();
        let unsaved = model.is_unsaved() || (self.app.is_in_memory() && model.is_begun());
        drop(model);
        self.app.set_unsaved(&self.head.peek().id, unsaved);
        self.let_go();
        tapped
    }

    /// Feeds the storage's answer back, whatever page is shown by then. The work itself has already begun.
    pub(super) fn answer<T: 'static>(
        self,
        task: impl Future<Output = T> + 'static,
        input: impl Fn(T) -> Input + 'static,
    ) {
        spawn_forever(async move {
            let answer = task.await;
            self.give(input(answer));
        });
    }

    pub(super) fn run(mut self, effect: Effect) {
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
            Effect::KeepDraft(number, text) => {
                self.answer(store.write(&draft_key(&id), &text), move |done| Input::DraftKept(Some(number), done));
            }
            Effect::Load => self.answer(store.load(&id), Input::Loaded),
            Effect::PutHead(head) => self.answer(store.put_head(&id, &head), Input::HeadKept),
            Effect::Create(stored, draft) => {
                self.answer(store.create(&stored, Some(&draft)), Input::HeadKept);
                self.app.save_again();
            }
            Effect::Wait => self.answer(device::pause(RETRY), |()| Input::Waited),
            Effect::Tapped(turned) => {
                let settings = self.app.settings();
                if turned && settings.buzz {
                    device::buzz();
                }
                // A browser that refused before may agree during a tap.
                device::stay_awake(settings.awake);
                self.app.played(&self.head.peek(), self.rules().is_over());
            }
            Effect::Turned(seat) => {
                let name = self.rules().name(seat);
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

    /// The model, without subscribing.
    pub fn model(&self) -> ReadableRef<'_, CopyValue<Model>> {
        self.model.peek()
    }

    /// What its game draws of it, and its rules.
    pub fn door(&self) -> Rc<dyn Door> {
        self.door.peek().clone()
    }

    /// The table's rules, without subscribing.
    pub fn rules(&self) -> RulesRef {
        self.door.peek().rules()
    }

    /// The table's rules; subscribes the component to the session.
    pub fn now(&self) -> RulesRef {
        (self.session)();
        self.rules()
    }

    /// Like [`AnyTable::now`], for what may be drawn a frame later, so that the direct result of a tap shows sooner.
    pub fn deferred(&self) -> RulesRef {
        (self.deferred)();
        self.rules()
    }

    /// Changes the rules' own state; `None` if they are gone.
    pub fn with_rules<T>(&self, change: impl FnOnce(&mut dyn TableRules) -> T) -> Option<T> {
        let mut change = Some(change);
        let mut done = None;
        let door = self.door.peek().clone();
        door.change(&mut |rules| done = change.take().map(|change| change(rules))).ok()?;
        done
    }

    /// Makes a tap that means the same in every game; returns whether the rules accepted it.
    pub fn tap(&self, tap: Tap) -> bool {
        // A change of seats ends the draft of the open round, as it may be for other people.
        let entered = if matches!(tap, Tap::People(..)) { Entered::Done(None) } else { Entered::Stays };
        self.with_rules(|rules| rules.offer(tap, time_of_tap())) == Some(true) && self.accept(entered)
    }

    /// Makes these records as one tap; returns whether there are any and the rules accepted them.
    pub fn tap_records(&self, records: &[String]) -> bool {
        self.with_rules(|rules| rules.offer_records(records)) == Some(true) && self.accept(Entered::Stays)
    }

    /// Makes the tap that was offered to the rules; returns whether they accepted it.
    pub fn accept(self, entered: Entered) -> bool {
        if matches!(entered, Entered::Done(_)) {
            // Before the round: whoever takes it back finds what was saved.
            self.say_rows();
            if self.is_asked() {
                self.give(Input::Asked);
                return false;
            }
        }
        self.give(Input::Tap(entered))
    }

    /// The current draft, as the game's own JSON; subscribes the component.
    pub fn draft_text(&self) -> Option<String> {
        (self.draft)();
        self.model.peek().drafts.now().map(str::to_owned)
    }

    /// How each side can enter its own row of the open round, if it can now; subscribes the component.
    pub fn rows(&self) -> Option<Rows> {
        self.now().rows()
    }

    /// The cells of the open round, without subscribing; `None` if nothing was entered for these rows.
    pub fn grid(&self, rows: &Rows) -> Option<Grid> {
        self.rules().grid(self.model.peek().drafts.draft.as_deref(), rows)
    }

    /// Sets the cells of the open round, as far as this phone may.
    pub fn save_grid(self, grid: Grid) {
        let text = self.rules().with_grid(self.model.peek().drafts.draft.as_deref(), grid);
        self.save_draft(text);
    }

    /// Sets the current draft, as far as this phone may.
    pub fn save_draft(self, text: Option<String>) {
        let text = match (self.shared(), text) {
            (Some(shared), Some(text)) if self.model.peek().correcting().is_none() && !shared.is_free() => {
                let now = self.model.peek().drafts.draft.clone();
                self.own_row(&*shared, now.as_deref(), &text).or(now)
            }
            (_, text) => text,
        };
        self.give(Input::Draft(text, device::now()));
    }

    /// The draft `text` after `now` with no change but in the row of this phone's person; `None` if there is none.
    fn own_row(&self, shared: &dyn Shared, now: Option<&str>, text: &str) -> Option<String> {
        let rules = self.rules();
        let rows = rules.rows()?;
        let (old, new) = (rules.grid(now, &rows), rules.grid(Some(text), &rows));
        let row = shared.own_row(&rows, old.as_ref(), new.as_ref())?;
        rules.with_grid(Some(text), row)
    }

    /// Calls `of` with the shared log, the rows of the open round and its cells, if all of these are there.
    fn of_rows<T>(&self, of: impl FnOnce(&dyn Shared, &Rows, Option<&Grid>) -> T) -> Option<T> {
        let shared = self.shared()?;
        let rows = self.rules().rows().filter(|_| self.model.peek().correcting().is_none())?;
        Some(of(&*shared, &rows, self.grid(&rows).as_ref()))
    }

    /// Whether people have to say first which row of the open round is right, since two phones have different ones.
    pub fn is_asked(&self) -> bool {
        self.of_rows(|shared, rows, grid| shared.is_asked(rows, grid)).unwrap_or(false)
    }

    /// Tells the other phones at once what was entered here for the open round.
    pub fn say_rows(&self) {
        self.of_rows(|shared, rows, grid| shared.say_rows(rows, grid));
    }

    /// The entry being corrected; subscribes the component.
    pub fn correcting(&self) -> Option<usize> {
        (self.draft)();
        self.model.peek().correcting()
    }

    /// Goes to the correction of an entry, see [`Play::may_correct`](takujo_core::play::Play::may_correct). Other drafts
    /// are kept until the correction is left.
    pub fn correct(mut self, entry: usize) {
        self.begun.set(true);
        navigator().push(Route::Table { id: self.head.peek().id.clone(), tab: correction_tab(entry) });
    }

    /// Leaves the correction without changing the entry.
    pub fn leave_correction(mut self) {
        self.left += 1;
    }

    /// The whole table as a file.
    pub fn file(&self) -> SessionFile {
        let model = self.model.peek();
        let log = model.log.records().iter().map(|text| serde_json::from_str(text).unwrap_or(Value::Null)).collect();
        table_file(model.head.as_written(), log)
    }
}
