//! An open table: taps become log records, records go to the storage, the view follows the session.

use std::marker::PhantomData;

use dioxus::core::Runtime;
use dioxus::prelude::*;
use serde_json::Value;

use crate::device;
use crate::domain::game::Outcome;
use crate::domain::ledger::{Op, Refused, Step};
use crate::domain::seats::Seat;
use crate::domain::session::{Head, Record, Session, SessionFile, open, read_head, standing};
use crate::games::{Play, Playing, Problem, Tab};
use crate::i18n::{Lang, number, t};
use crate::keep::{App, app, card, lang};
use crate::pages::{FLAT, Flat, Route, Shell, TableMenu, standing_words};
use crate::rules::{RuleLink, RulesButton};
use crate::storage::{StorageError, Stored};
use crate::ui::{Glyph, Icon, RingSeat};

/// An open table of the game `G`: a handle, cheap to copy.
pub struct Table<G: Play> {
    app: App,
    /// The setup as it is kept.
    pub head: Signal<Head>,
    session: Signal<Session<G>>,
    /// How many of its changes were followed by a picture.
    late: Signal<usize>,
    /// Every record as text, oldest first.
    log: Signal<Vec<String>>,
    /// How many of them are on disk.
    saved: Signal<usize>,
    /// Whether writing failed: the rest waits for a retry.
    stuck: Signal<bool>,
    /// What is being entered and not yet an event, as the game's own JSON; kept like everything that was tapped.
    draft: Signal<Option<String>>,
    /// What the last tap could not do.
    problem: Signal<Option<Problem>>,
    /// The entry being corrected.
    pub correcting: Signal<Option<usize>>,
}

impl<G: Play> Clone for Table<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Play> Copy for Table<G> {}

impl<G: Play> PartialEq for Table<G> {
    fn eq(&self, other: &Self) -> bool {
        self.session == other.session
    }
}

fn draft_key(id: &str) -> String {
    format!("draft:{id}")
}

impl<G: Play> Table<G> {
    /// The session; the component follows it when it changes.
    pub fn session(&self) -> ReadableRef<'_, Signal<Session<G>>> {
        self.session.read()
    }

    /// The session, for what may follow a tap one picture later: the component follows it so. What a tap is looked at for is
    /// drawn sooner then.
    pub fn late(&self) -> ReadableRef<'_, Signal<Session<G>>> {
        (self.late)();
        self.session.peek()
    }

    fn changed(mut self) {
        self.spawn(async move {
            device::drawn().await;
            self.late += 1;
        });
    }

    /// Takes a tap in: the rules first, then the disk. Gives the new number of entries.
    ///
    /// # Errors
    /// When the rules refuse it; nothing has changed then, and the table says why.
    pub fn push(mut self, op: Op<G::Event>) -> Result<(), Refused<G::Error>> {
        let record = Record { at: device::now(), op };
        let text = serde_json::to_string(&record);
        let at = self.session.peek().ledger.length();
        let before = self.turn_of();
        let pushed = self.session.write().ledger.push(record.op);
        match (&pushed, text) {
            (Ok(()), Ok(text)) => {
                let after = self.turn_of();
                self.changed();
                tapped(self.app, after.is_some() && after != before);
                if self.problem.peek().is_some() {
                    self.problem.set(None);
                }
                self.save(at, text);
                self.app.set_current(Some(self.head.peek().id.clone()));
            }
            (Ok(()), Err(_)) => self.app.set_trouble(Some(StorageError::Broken)),
            (Err(refused), _) => {
                let problem = self.explain(refused);
                self.problem.set(Some(problem));
            }
        }
        pushed
    }

    /// Whose turn it is, where the game follows turns.
    fn turn_of(&self) -> Option<Seat> {
        G::turn(&self.session.peek(), Lang::En).map(|turn| turn.seat)
    }

    /// Appends an event; says whether the rules took it.
    pub fn append(self, event: G::Event) -> bool {
        self.push(Op::Append { event }).is_ok()
    }

    /// A refusal in words.
    pub fn explain(&self, refused: &Refused<G::Error>) -> Problem {
        let session = self.session.peek();
        let l = self.app.lang();
        match refused {
            Refused::Rule(error) => G::explain(error, &session.seats, &session.options, l),
            Refused::Later { entry, error } => {
                let problem = G::explain(error, &session.seats, &session.options, l);
                Problem { text: t::table_later_entry(l, entry + 1, &problem.text), rule: problem.rule }
            }
            Refused::NoEntry(_) => Problem { text: t::table_no_entry(l).to_owned(), rule: "" },
            Refused::NothingToUndo => Problem { text: t::table_nothing_to_undo(l).to_owned(), rule: "" },
            Refused::NothingToRedo => Problem { text: t::table_nothing_to_redo(l).to_owned(), rule: "" },
        }
    }

    fn save(mut self, at: usize, text: String) {
        let before = self.log.peek().last().cloned();
        self.log.write().push(text.clone());
        if *self.stuck.peek() {
            return self.retry();
        }
        // The transaction begins here, in the tap; only waiting for it is put off.
        let task = self.app.store().append(&self.head.peek().id, at, before.as_deref(), &text);
        self.spawn(async move {
            match task.await {
                Ok(()) => {
                    let saved = (*self.saved.peek()).max(at + 1);
                    self.saved.set(saved);
                }
                Err(StorageError::Conflict) => self.reload().await,
                Err(error) => {
                    self.stuck.set(true);
                    self.app.set_trouble(Some(error));
                }
            }
        });
    }

    /// Runs a task that lives as long as the table: a tap may close the part of the page it was in.
    fn spawn(&self, task: impl Future<Output = ()> + 'static) {
        Runtime::current().in_scope(self.session.origin_scope(), || spawn(task));
    }

    /// Tries again to write what could not be written.
    pub fn retry(mut self) {
        self.spawn(async move {
            let id = self.head.peek().id.clone();
            loop {
                let at = *self.saved.peek();
                let Some(text) = self.log.peek().get(at).cloned() else { break };
                let before = at.checked_sub(1).and_then(|before| self.log.peek().get(before).cloned());
                match self.app.store().append(&id, at, before.as_deref(), &text).await {
                    Ok(()) => self.saved.set(at + 1),
                    Err(StorageError::Conflict) => return self.reload().await,
                    Err(error) => return self.app.set_trouble(Some(error)),
                }
            }
            self.stuck.set(false);
            self.app.set_trouble(None);
        });
    }

    /// What is on disk is the truth: shows it. Another window wrote it.
    fn show(mut self, stored: Stored) {
        // Its title and labels may have changed too.
        let head = read_head(&stored.head).unwrap_or_else(|_| self.head.peek().clone());
        let Ok(opened) = open_log::<G>(&head, &stored.log) else {
            return self.app.set_trouble(Some(StorageError::Broken));
        };
        self.saved.set(stored.log.len());
        self.log.set(stored.log);
        self.stuck.set(false);
        self.head.set(head);
        self.session.set(opened);
        self.changed();
    }

    /// Another window has written to this table: follows it, once every tap made here is on the disk or was refused there.
    fn follow(self) {
        self.spawn(async move {
            let id = self.head.peek().id.clone();
            while !*self.stuck.peek() {
                if *self.saved.peek() < self.log.peek().len() {
                    device::pause(0).await;
                    continue;
                }
                let Ok(Some(stored)) = self.app.store().load(&id).await else { return };
                // Tapped while it was read: then once more.
                if *self.saved.peek() == self.log.peek().len() {
                    let newer = stored.log.len() > self.log.peek().len();
                    if newer || read_head(&stored.head).as_ref() != Ok(&*self.head.peek()) {
                        self.show(stored);
                    }
                    return;
                }
            }
        });
    }

    /// Another window wrote first: the table says that the last tap is not in what is shown now.
    async fn reload(mut self) {
        let id = self.head.peek().id.clone();
        let Ok(Some(stored)) = self.app.store().load(&id).await else {
            return self.app.set_trouble(Some(StorageError::Broken));
        };
        self.show(stored);
        let l = self.app.lang();
        self.problem.set(Some(Problem { text: t::table_other_window(l).to_owned(), rule: "" }));
    }

    /// What is being entered, if anything.
    pub fn draft<D: serde::de::DeserializeOwned>(&self) -> Option<D> {
        self.draft.read().as_ref().and_then(|text| serde_json::from_str(text).ok())
    }

    /// Keeps what is being entered; `None` when nothing is any more.
    pub fn set_draft<D: serde::Serialize>(self, draft: Option<&D>) {
        self.keep_draft(draft.and_then(|draft| serde_json::to_string(draft).ok()));
    }

    fn keep_draft(mut self, text: Option<String>) {
        self.app.keep(&draft_key(&self.head.peek().id), &text);
        self.draft.set(text);
    }

    /// The whole table as a file.
    pub fn file(&self) -> SessionFile {
        let head = self.head.peek().clone();
        let log = self.log.peek().iter().map(|text| serde_json::from_str(text).unwrap_or(Value::Null)).collect();
        SessionFile { head, log }
    }

    /// What an undo would take back, in words.
    pub fn step_words(&self, step: &Step<G::Event>, l: Lang) -> String {
        let session = self.session.peek();
        match step {
            Step::Append(event) => G::describe(event, &session.seats, &session.options, l),
            Step::Correct { entry, now, .. } => {
                t::table_step_correct(l, entry + 1, G::describe(now, &session.seats, &session.options, l))
            }
        }
    }

    /// Changes what the table calls things. Only for options that no state follows from: nothing is counted again.
    pub fn rename(mut self, options: G::Options) {
        let Ok(value) = serde_json::to_value(&options) else { return self.app.set_trouble(Some(StorageError::Broken)) };
        self.session.write().options = options;
        self.changed();
        self.head.write().options = value;
        let head = self.head.peek().clone();
        let Ok(text) = serde_json::to_string(&head) else { return self.app.set_trouble(Some(StorageError::Broken)) };
        let task = self.app.store().put_head(&head.id, &text);
        spawn(async move {
            if let Err(error) = task.await {
                self.app.set_trouble(Some(error));
            }
        });
    }

    /// The app this table is open in.
    pub fn app(&self) -> App {
        self.app
    }
}

/// A tap has counted: it is felt where it has passed the turn on, and the screen stays on.
fn tapped(app: App, turned: bool) {
    let settings = app.settings();
    if turned && settings.buzz {
        device::buzz();
    }
    // A browser that would not do it before may do it in a tap.
    device::stay_awake(settings.awake);
}

/// The screen stays on while a table is open, where that is wanted and can be had.
fn use_awake(app: App) {
    use_effect(move || device::stay_awake(app.settings().awake));
    use_drop(|| device::stay_awake(false));
}

fn open_log<G: Play>(head: &Head, log: &[String]) -> Result<Session<G>, crate::domain::session::LoadError> {
    let records = log.iter().map(|text| serde_json::from_str::<Value>(text).unwrap_or(Value::Null));
    open::<G>(head, records)
}

/// The screen of an open table: undo in its corner, the tab's view, the bar at the bottom.
#[component]
pub fn OpenTable<G: Play>(
    head: Head,
    log: std::rc::Rc<[String]>,
    draft: Option<String>,
    tab: String,
    #[props(default)] _game: PhantomData<G>,
) -> Element {
    let app = app();
    let l = lang();
    let opened = use_hook(|| {
        let session = open_log::<G>(&head, &log);
        session
            .map(|session| Table::<G> {
                app,
                head: Signal::new(head.clone()),
                log: Signal::new(log.to_vec()),
                saved: Signal::new(log.len()),
                stuck: Signal::new(false),
                session: Signal::new(session),
                late: Signal::new(0),
                draft: Signal::new(draft.clone()),
                problem: Signal::new(None),
                correcting: Signal::new(None),
            })
            .map_err(std::rc::Rc::new)
    });
    let table = match &opened {
        Ok(table) => *table,
        Err(error) => {
            let why = crate::pages::load_error(l, error);
            return rsx! {
                Shell { title: G::name(l), accent: G::ID,
                    div { class: "notice warn", role: "alert",
                        Icon { glyph: Glyph::Warn }
                        p { "{t::table_unreadable(l, &why)}" }
                    }
                    Link { class: "button", to: Route::History {}, {t::table_to_history(l)} }
                }
            };
        }
    };
    use_awake(app);
    let id = head.id.clone();
    use_hook(|| {
        app.set_current(Some(id.clone()));
        app.set_card(Some(card(&head)));
    });
    let mut heard = use_hook(|| CopyValue::new(app.heard(&id)));
    use_effect(move || {
        let times = app.heard(&table.head.peek().id);
        if times != *heard.peek() {
            heard.set(times);
            table.follow();
        }
    });
    let tabs = G::tabs();
    let at = tabs.iter().position(|other| other.id == tab).unwrap_or(0);
    let session = if tab == FLAT { table.session() } else { table.late() };
    let ledger = &session.ledger;
    let entering =
        table.draft.read().as_ref().and_then(|draft| G::undo_draft(draft, &session.seats, &session.options, l));
    let undo = match &entering {
        Some((words, _)) => Some(words.clone()),
        None => ledger.to_undo().map(|step| table.step_words(step, l)),
    };
    let redo = ledger.to_redo().map(|step| table.step_words(step, l));
    let problem = table.problem.read().clone();
    let title =
        if table.head.read().title.is_empty() { G::name(l).to_owned() } else { table.head.read().title.clone() };
    let onundo = use_callback(move |()| match &entering {
        Some((_, before)) => table.keep_draft(Some(before.clone())),
        None => {
            let _ = table.push(Op::Undo);
        }
    });
    let over = matches!(G::standing(ledger.state()).outcome, Outcome::Won(_));
    let played = ledger.rounds().len();
    let place = if over { t::table_over(l).to_owned() } else { G::place(ledger.state(), played, l) };
    // Said to whoever does not see it, once a round and at the end: by a place that was there before, or it is not said.
    let news = match (over, played == 0) {
        (true, _) => standing_words(&standing(&session), l),
        (false, true) => String::new(),
        (false, false) => format!("{place}: {}", standing_words(&standing(&session), l)),
    };
    if tab == FLAT {
        return flat(table, title, place, undo, problem, onundo);
    }
    rsx! {
        Frame {
            game: G::ID,
            id: head.id.clone(),
            title,
            place,
            news,
            undo,
            redo,
            problem,
            stuck: table.stuck,
            saved: table.saved,
            log: table.log,
            entries: ledger.entries().len(),
            tabs: tabs.iter().map(|tab| (tab.id, (tab.label)(l), tab.glyph)).collect::<Vec<_>>(),
            at,
            onundo,
            onredo: move |()| {
                let _ = table.push(Op::Redo);
            },
            onretry: move |()| table.retry(),
            file: move |()| table.file(),
            TabView::<G> { key: "{tabs[at].id}", table, tab: at }
        }
    }
}

/// The table for a phone that lies in the middle of it.
fn flat<G: Play>(
    table: Table<G>,
    title: String,
    place: String,
    undo: Option<String>,
    problem: Option<Problem>,
    onundo: Callback<()>,
) -> Element {
    let l = table.app.lang();
    let session = table.session.read();
    let report = standing(&session);
    let over = matches!(report.outcome, Outcome::Won(_));
    let turn = G::turn(&session, l).filter(|_| !over);
    let note = |seat: usize| match &turn {
        Some(turn) => turn.notes.get(seat).cloned().unwrap_or_default(),
        None => {
            let side = report.sides.iter().position(|side| side.contains(&seat));
            (side.map(|side| number(report.points[side])).unwrap_or_default(), false)
        }
    };
    let players = session.seats.players().iter().cloned().enumerate();
    let seats: Vec<RingSeat> = players
        .map(|(seat, player)| {
            let (note, warn) = note(seat);
            RingSeat { player, note, warn, current: turn.as_ref().is_some_and(|turn| turn.seat.index() == seat) }
        })
        .collect();
    let name = turn.as_ref().map(|turn| session.seats.name(turn.seat).to_owned());
    let (big, small) = match (&turn, name) {
        (Some(turn), Some(name)) if turn.stack > 0 => (format!("+{}", turn.stack), name),
        (_, Some(name)) => (name, String::new()),
        (_, None) => (place, standing_words(&report, l)),
    };
    let act = match &turn {
        Some(Playing { next: Some((_, words)), .. }) => words.clone(),
        Some(_) => t::flat_enter(l).to_owned(),
        None => t::tab_standings(l).to_owned(),
    };
    let id = table.head.read().id.clone();
    let to = if turn.is_some() { "play" } else { "standings" };
    let onact = {
        let id = id.clone();
        move |()| {
            let next = G::turn(&table.session.peek(), l).filter(|_| !over).and_then(|turn| turn.next);
            match next {
                Some((event, _)) => {
                    table.append(event);
                }
                None => {
                    navigator().push(Route::Table { id: id.clone(), tab: to.to_owned() });
                }
            }
        }
    };
    let stuck = (*table.stuck.read()).then(|| t::table_not_saved(l).to_owned());
    rsx! {
        Flat {
            game: G::ID,
            id,
            title,
            seats,
            direction: turn.as_ref().map(|turn| turn.direction),
            big,
            small,
            act,
            undo,
            trouble: problem.map(|problem| problem.text).or(stuck),
            onact,
            onundo,
        }
    }
}

/// What stands around every view of every game's table. Knows no game, so that it is in the bundle once.
#[component]
fn Frame(
    game: &'static str,
    id: String,
    title: String,
    place: String,
    news: String,
    undo: Option<String>,
    redo: Option<String>,
    problem: Option<Problem>,
    stuck: Signal<bool>,
    saved: Signal<usize>,
    log: Signal<Vec<String>>,
    entries: usize,
    tabs: Vec<(&'static str, &'static str, Glyph)>,
    at: usize,
    onundo: EventHandler<()>,
    onredo: EventHandler<()>,
    onretry: EventHandler<()>,
    file: Callback<(), SessionFile>,
    children: Element,
) -> Element {
    let l = lang();
    rsx! {
        div { class: "page table accent-{game}", "data-entries": "{entries}",
            header {
                div { class: "table-head",
                    HomeLink {}
                    button { class: "chip undo", disabled: undo.is_none(), onclick: move |_| onundo.call(()),
                        Icon { glyph: Glyph::Undo }
                        span {
                            match &undo {
                                Some(step) => t::table_undo(l, step),
                                None => t::table_undo_none(l).to_owned(),
                            }
                        }
                    }
                    button {
                        class: "round",
                        disabled: redo.is_none(),
                        "aria-label": match &redo {
                            Some(step) => t::table_redo(l, step),
                            None => t::table_redo_none(l).to_owned(),
                        },
                        onclick: move |_| onredo.call(()),
                        Icon { glyph: Glyph::Redo }
                    }
                    crate::pages::LangSwitch {}
                }
                div { class: "where",
                    h1 { "{title}" }
                    span { "·" }
                    span { "{place}" }
                    SavedMark { stuck, saved, log }
                }
            }
            p { class: "hidden", role: "status", "{news}" }
            main { id: "main-view", class: "view",
                if stuck() {
                    div { class: "notice warn", role: "alert",
                        Icon { glyph: Glyph::Warn }
                        div {
                            p { {t::table_trouble(l)} }
                            div { class: "row",
                                button { class: "button", onclick: move |_| onretry.call(()), {t::table_retry(l)} }
                                TableMenu { file }
                            }
                        }
                    }
                }
                if let Some(problem) = problem {
                    div { class: "notice warn", role: "alert",
                        Icon { glyph: Glyph::Warn }
                        p {
                            "{problem.text} "
                            RuleLink { game, section: problem.rule }
                        }
                    }
                }
                {children}
            }
            TableBar { game, id, tabs, at }
        }
    }
}

// What a tap does not change is a component of its own: then it is not drawn again at each.

#[component]
fn HomeLink() -> Element {
    rsx! {
        Link { class: "round", to: Route::Home {}, "aria-label": t::nav_tables(lang()), Icon { glyph: Glyph::Tables } }
    }
}

/// Whether every tap is on disk.
#[component]
fn SavedMark(stuck: Signal<bool>, saved: Signal<usize>, log: Signal<Vec<String>>) -> Element {
    let l = lang();
    let (state, words) = match (stuck(), saved() == log.read().len()) {
        (true, _) => ("failed", t::table_not_saved(l)),
        (false, true) => ("saved", t::table_saved(l)),
        (false, false) => ("saving", t::table_saved(l)),
    };
    rsx! {
        // Both stand there and one is seen: at each tap and again when it is on disk nothing is laid out.
        span { class: "saved", "data-state": state, "data-saved": "{saved}",
            span { {words} }
            span { {t::table_saving(l)} }
        }
    }
}

#[component]
fn TableBar(game: &'static str, id: String, tabs: Vec<(&'static str, &'static str, Glyph)>, at: usize) -> Element {
    rsx! {
        nav { class: "bar", "aria-label": t::nav_table(lang()),
            for (index, (tab, label, glyph)) in tabs.into_iter().enumerate() {
                Link {
                    key: "{tab}",
                    to: Route::Table { id: id.clone(), tab: tab.to_owned() },
                    "aria-current": if index == at { "page" },
                    Icon { glyph }
                    span { {label} }
                }
            }
            RulesButton { game }
        }
    }
}

#[component]
fn TabView<G: Play>(table: Table<G>, tab: usize) -> Element {
    let tabs: Vec<Tab<G>> = G::tabs();
    match tabs.get(tab) {
        Some(tab) => (tab.view)(table),
        None => rsx! {},
    }
}
