//! The screen of an open table: opens it with its shared log, if it has one, and draws the frame around its views, with
//! undo, the clock, notices and the bar at the bottom.

use std::marker::PhantomData;
use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::game::Outcome;
use takujo_core::domain::ledger::Op;
use takujo_core::domain::session::{Head, LoadError, Session, own_game, standing};
use takujo_core::i18n::{Lang, t};
use takujo_core::play::turn;
use takujo_core::table::update::{Input, Saving};

use super::board::Where;
use super::clock::{Measured, TableClock};
use super::flat::flat;
use super::handle::{AnyTable, Status, Table, corrected};
use super::live::shared::BOARD;
use super::live::{LiveMark, LiveRows, connect};
use super::notices::TableNotices;
use super::standings::{BoardOf, StandingsBeside, use_standings_soon};
use super::summary::{so_far, standing_text};
use super::views::{FLAT, Tab, Views};
use crate::device;
use crate::play::StoredSharing;
use crate::route::Route;
use crate::rules::RulesButton;
use crate::shell::{LangSwitch, Shell, load_error};
use crate::state::{App, app, lang};
use crate::ui::{Emblem, Glyph, Icon};

/// The screen of an open table: undo in the corner, the current tab's view, and the bar at the bottom.
#[component]
pub fn OpenTable<G: Views>(
    head: Head,
    log: Rc<[String]>,
    draft: Option<String>,
    tab: String,
    live: Option<StoredSharing>,
    #[props(default)] _game: PhantomData<G>,
) -> Element {
    let app = app();
    let l = lang();
    let opened = use_hook(|| open_table::<G>(app, &head, &log, draft.as_deref(), live).map_err(Rc::new));
    let table = match &opened {
        Ok(table) => *table,
        Err(error) => return unreadable::<G>(error, l),
    };
    let tabs = G::tabs();
    use_open(table, &tab, tabs[0].id);
    let at = tabs.iter().position(|other| other.id == tab).unwrap_or(0);
    let session = if tab == FLAT { table.session() } else { table.deferred() };
    let ledger = &session.ledger;
    let seats = table.correcting().map_or(&session.seats, |entry| session.seats_at(entry));
    let entering = table.any.draft_text().and_then(|draft| G::undo_draft(&draft, seats, &session.options, l));
    let undo = match &entering {
        Some((words, _)) => Some(words.clone()),
        None => ledger.to_undo().map(|step| table.step_text(step, false, l)),
    };
    let redo = ledger.to_redo().map(|step| table.step_text(step, true, l));
    let game = Some(own_game(&table.head.read().options)).filter(|own| !own.is_empty());
    let game = game.unwrap_or_else(|| G::name(l).to_owned());
    let title = Some(table.head.read().title.clone()).filter(|title| !title.is_empty()).unwrap_or_else(|| game.clone());
    let onundo = use_callback(move |()| match &entering {
        Some((_, before)) => table.any.save_draft(Some(before.clone())),
        None => {
            table.push(Op::Undo);
        }
    });
    let over = matches!(G::standing(ledger.state()).outcome, Outcome::Won(_));
    let played = ledger.rounds().len();
    let mut place = if over { t::table_over(l).to_owned() } else { G::place(ledger.state(), played, l) };
    // The first view says whose turn it is, and the others would not.
    if let Some(seat) = turn::<G>(ledger.state()).filter(|_| at > 0 && G::turns(ledger.state()).is_some()) {
        place = t::table_turn(l, place, seats.name(seat));
    }
    let news = news(&session, over, &place, l);
    if tab == BOARD {
        return rsx! {
            BoardOf::<G> { table, title, called: game, place }
        };
    }
    if tab == FLAT {
        let other = tabs
            .iter()
            .find(|tab| tab.id == "standings")
            .or(tabs.get(1))
            .map_or(("play", ""), |tab| (tab.id, (tab.label)(l)));
        return flat(table, game, title, place, other, undo, onundo);
    }
    // Not where turns are all there is, as everyone knows then; nor at the end, as the result says it.
    let lowest = !over && G::lowest_wins(&session.options) && G::turns(ledger.state()).is_none();
    let place = if lowest { format!("{place} · {}", t::standings_lowest(l)) } else { place };
    rsx! {
        TableFrame {
            game: G::ID,
            id: head.id.clone(),
            title,
            called: game,
            place,
            news,
            undo,
            redo,
            table: table.any,
            entries: ledger.entries().len(),
            clocked: (!over).then(|| (turn::<G>(ledger.state()), played)),
            tabs: tabs.iter().map(|tab| (tab.id, (tab.label)(l), tab.glyph)).collect::<Vec<_>>(),
            at,
            onundo,
            onredo: move |()| {
                table.push(Op::Redo);
            },
            TableNotices { game: G::ID, table: table.any }
            for at in [at] {
                TabView::<G> { key: "{tabs[at].id}", table, tab: at }
            }
            if at == 0 {
                StandingsBeside::<G> { table }
            }
        }
    }
}

/// Opens a table that was read, and connects it to its shared log.
fn open_table<G: Views>(
    app: App,
    head: &Head,
    log: &[String],
    draft: Option<&str>,
    live: Option<StoredSharing>,
) -> Result<Table<G>, LoadError> {
    let waiting = live.as_ref().map_or(0, |live| live.waits_after(log.len()));
    let opened = Table::<G>::open(app, head, log, draft, waiting);
    match &opened {
        Ok(table) => connect(table.any, live),
        Err(_) => app.drop_summary(&head.id),
    }
    opened
}

/// A table that cannot be read.
fn unreadable<G: Views>(error: &LoadError, l: Lang) -> Element {
    let why = load_error(l, error);
    rsx! {
        Shell { title: G::name(l), accent: G::ID,
            div { class: "notice warn", role: "alert",
                Icon { glyph: Glyph::Warn }
                p { "{t::table_unreadable(l, &why)}" }
            }
            Link { class: "button", to: Route::History {}, {t::table_to_history(l)} }
        }
    }
}

/// What goes on while a table is open: `tab` is the view in the address, `first` the first view.
fn use_open<G: Views>(table: Table<G>, tab: &str, first: &'static str) {
    let app = table.app();
    use_awake(app);
    use_standings_soon();
    use_drop(move || {
        // For the home page, which shows it once another table is in play.
        let report = standing(&table.session());
        app.stands(&table.head.peek().id, Lang::ALL.map(|l| so_far(&report, l)));
        table.any.close();
    });
    use_place(table.any, tab, first);
    use_changes(
        move || app.remote_changes(&table.head.peek().id),
        move || {
            table.any.give(Input::Heard);
        },
    );
}

/// For screen readers, after each round and at the end. The element is always present, or changes would not be
/// announced.
fn news<G: Views>(session: &Session<G>, over: bool, place: &str, l: Lang) -> String {
    match (over, session.ledger.rounds().is_empty()) {
        (true, _) => standing_text(&standing(session), l),
        (false, true) => String::new(),
        (false, false) => t::standing_after(l, place, standing_text(&standing(session), l)),
    }
}

/// The frame around every view of every game's table. Not generic over the game, so that the program contains it once.
#[component]
fn TableFrame(
    game: &'static str,
    id: String,
    title: String,
    /// What the game is called.
    called: String,
    place: String,
    news: String,
    undo: Option<String>,
    redo: Option<String>,
    table: AnyTable,
    entries: usize,
    /// What a clock measures now; nothing at the end.
    clocked: Option<Measured>,
    tabs: Vec<(&'static str, &'static str, Glyph)>,
    at: usize,
    onundo: EventHandler<()>,
    onredo: EventHandler<()>,
    children: Element,
) -> Element {
    let l = lang();
    let undo_words = undo.as_ref().map_or_else(|| t::table_undo_none(l).to_owned(), |step| t::table_undo(l, step));
    rsx! {
        div { class: "page table accent-{game}", "data-entries": "{entries}",
            header {
                div { class: "table-head",
                    HomeLink {}
                    button {
                        class: "chip undo",
                        "data-repeats": true,
                        disabled: undo.is_none(),
                        // In full, as the button shows only one line.
                        title: "{undo_words}",
                        onclick: move |_| onundo.call(()),
                        Icon { glyph: Glyph::Undo }
                        span {
                            match &undo {
                                Some(step) => rsx! {
                                    span { {t::table_undo(l, "")} }
                                    "{step}"
                                },
                                None => rsx! { {t::table_undo_none(l)} },
                            }
                        }
                    }
                    button {
                        class: "round",
                        "data-repeats": true,
                        disabled: redo.is_none(),
                        "aria-label": match &redo {
                            Some(step) => t::table_redo(l, step),
                            None => t::table_redo_none(l).to_owned(),
                        },
                        onclick: move |_| onredo.call(()),
                        Icon { glyph: Glyph::Redo }
                    }
                    LangSwitch {}
                }
                div { class: "where",
                    Emblem { game }
                    Where { title, called, place }
                    if let Some(of) = clocked {
                        TableClock { id: id.clone(), of }
                    }
                    match (table.live)() {
                        Some(state) => rsx! {
                            LiveMark { table, state }
                        },
                        None => rsx! {
                            SavedMark { status: table.status }
                        },
                    }
                }
                if at == 0 && (table.live)().is_some() {
                    LiveRows { table }
                }
            }
            p { class: "hidden", role: "status", "{news}" }
            main { id: "main-view", class: "view",
                {children}
            }
            TableBar { game, id, tabs, at }
        }
    }
}

// Parts that a tap does not change are their own components, so that they are not redrawn.

#[component]
fn HomeLink() -> Element {
    rsx! {
        Link { class: "round", to: Route::Home {}, "aria-label": t::nav_tables(lang()), Icon { glyph: Glyph::Tables } }
    }
}

/// Whether every tap is on disk.
#[component]
fn SavedMark(status: Signal<Status>) -> Element {
    let l = lang();
    let Status { saving, saved, .. } = status();
    let (state, words) = match saving {
        Saving::Saved => ("saved", t::table_saved(l)),
        Saving::Saving => ("saving", t::table_saved(l)),
        Saving::Failed => ("failed", t::table_not_saved(l)),
        Saving::Deleted => ("failed", t::table_in_bin(l)),
    };
    rsx! {
        // Both texts are present and one is visible, so that the change on every tap needs no layout.
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
fn TabView<G: Views>(table: Table<G>, tab: usize) -> Element {
    let tabs: Vec<Tab<G>> = G::tabs();
    match tabs.get(tab) {
        Some(tab) => (tab.view)(table),
        None => rsx! {},
    }
}

/// Calls `change` whenever the count changes, but not for its initial value.
fn use_changes(count: impl Fn() -> usize + 'static, change: impl Fn() + 'static) {
    let mut seen = use_hook(|| CopyValue::new(count()));
    use_effect(move || {
        let now = count();
        if now != *seen.peek() {
            seen.set(now);
            change();
        }
    });
}

/// Tells the table which correction is open. Leaves it once it is finished or has been idle for too long: back to where
/// it was started, or to the tab `play` if it was opened by its address.
fn use_place(table: AnyTable, tab: &str, play: &'static str) {
    let navigator = use_navigator();
    let at = corrected(tab);
    let mut reported = use_hook(|| CopyValue::new(None));
    let mut leaving = use_hook(|| CopyValue::new(false));
    let left = table.left;
    use_changes(
        move || *left.read(),
        move || {
            let mut leaving = leaving;
            // Ignore it if the person has left already or is leaving.
            if reported.peek().flatten().is_none() || leaving.replace(true) {
                return;
            }
            if *table.begun.peek() {
                navigator.go_back();
            } else {
                navigator.replace(Route::Table { id: table.head.peek().id.clone(), tab: play.to_owned() });
            }
        },
    );
    if *reported.peek() != Some(at) {
        reported.set(Some(at));
        leaving.set(false);
        table.give(Input::At(at, device::now()));
    }
    use_future(move || async move {
        loop {
            device::pause(60_000).await;
            table.give(Input::Tick(device::now()));
        }
    });
}

/// Keeps the screen on while a table is open, if wanted and possible.
fn use_awake(app: App) {
    use_effect(move || device::stay_awake(app.settings().awake));
    use_drop(|| device::stay_awake(false));
}
