//! The screen of an open table: opens it with its shared log, if it has one, and draws the frame around its views, with
//! undo, the clock, notices and the bar at the bottom.

use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::session::LoadError;
use takujo_core::i18n::{Lang, t};
use takujo_core::table::sitting::Tap;
use takujo_core::table::summary::so_far;
use takujo_core::table::update::{Input, Saving};
use takujo_core::table::views::TableView;

use super::board::Where;
use super::clock::TableClock;
use super::flat::FlatOf;
use super::handle::{AnyTable, Status, TabInfo, corrected};
use super::live::shared::BOARD;
use super::live::{LiveMark, LiveRows, ShareTable, connect};
use super::new::use_opener;
use super::notices::TableNotices;
use super::standings::{BoardOf, StandingsBeside, next_game, use_standings_soon};
use super::views::FLAT;
use crate::device;
use crate::play::StoredTable;
use crate::route::{AGAIN, Route};
use crate::rules::RulesButton;
use crate::shell::{LangSwitch, Shell, load_error};
use crate::state::{App, app, lang};
use crate::ui::{Emblem, Glyph, Icon, OpenCells};

/// How the tables of a game are opened.
#[derive(Clone, Copy)]
pub struct GameOpening {
    /// The game's id.
    pub game: &'static str,
    /// Its name.
    pub name: fn(Lang) -> &'static str,
    /// See [`open_table`](super::handle::open_table).
    pub open: fn(App, &StoredTable) -> Result<AnyTable, LoadError>,
}

impl PartialEq for GameOpening {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

/// The screen of an open table: undo in the corner, the current tab's view, and the bar at the bottom.
#[component]
pub fn OpenTable(stored: StoredTable, opening: GameOpening) -> Element {
    let app = app();
    let l = lang();
    let tab = stored.tab.clone();
    let opened = use_hook(|| {
        let opened = (opening.open)(app, &stored);
        match &opened {
            Ok(table) => connect(*table, stored.live),
            Err(_) => app.drop_summary(&stored.head.id),
        }
        opened.map_err(Rc::new)
    });
    let table = match &opened {
        Ok(table) => *table,
        Err(error) => return unreadable(opening, error, l),
    };
    let tabs = table.door().tabs(l);
    use_open(table, &tab, tabs[0].0);
    let at = tabs.iter().position(|other| other.0 == tab).unwrap_or(0);
    table.draft_text();
    let rules = if tab == FLAT { table.now() } else { table.deferred() };
    let view = rules.view(&table.head.read(), &table.model().drafts, at == 0, l);
    drop(rules);
    let undoes_draft = view.undoes_draft;
    let onundo = use_callback(move |()| {
        if undoes_draft {
            let model = table.model();
            let undone = table.rules().undone(model.drafts.now(), model.correcting());
            drop(model);
            // Nothing is left to take back if the draft has changed since this was drawn.
            if undone.is_some() {
                table.save_draft(undone);
            }
        } else {
            table.tap(Tap::Undo);
        }
    });
    if tab == BOARD {
        return rsx! {
            BoardOf { table, view }
        };
    }
    if tab == FLAT {
        let other = tabs.iter().find(|tab| tab.0 == "standings").or(tabs.get(1));
        let other = other.map_or(("play", ""), |tab| (tab.0, tab.1));
        return rsx! {
            FlatOf { table, view, other, onundo }
        };
    }
    rsx! {
        TableFrame { view, table, tabs: tabs.clone(), at, onundo,
            TableNotices { game: opening.game, table }
            for at in [at] {
                TabView { key: "{tabs[at].0}", table, tab: at }
            }
            if at == 0 {
                StandingsBeside { table }
            }
        }
    }
}

/// A table that cannot be read.
fn unreadable(opening: GameOpening, error: &LoadError, l: Lang) -> Element {
    let why = load_error(l, error);
    rsx! {
        Shell { title: (opening.name)(l), accent: opening.game,
            div { class: "notice warn", role: "alert",
                Icon { glyph: Glyph::Warn }
                p { "{t::table_unreadable(l, &why)}" }
            }
            Link { class: "button", to: Route::History {}, {t::table_to_history(l)} }
        }
    }
}

/// What goes on while a table is open: `tab` is the view in the address, `first` the first view.
fn use_open(table: AnyTable, tab: &str, first: &'static str) {
    let app = table.app();
    use_awake(app);
    use_standings_soon();
    use_drop(move || {
        // For the home page, which shows it once another table is in play.
        let report = table.rules().standing();
        app.stands(&table.head.peek().id, Lang::ALL.map(|l| so_far(&report, l)));
        table.close();
    });
    use_again(table, tab);
    use_place(table, tab, first);
    use_changes(
        move || app.remote_changes(&table.head.peek().id),
        move || {
            table.give(Input::Heard);
        },
    );
}

/// The frame around every view of a table.
#[component]
fn TableFrame(
    view: TableView,
    table: AnyTable,
    tabs: Vec<TabInfo>,
    at: usize,
    onundo: EventHandler<()>,
    children: Element,
) -> Element {
    // What a shared table bars from being filled here; `live::rows` says so.
    use_context_provider(|| OpenCells(Signal::new(None)));
    let TableView { game, called, title, place, note, news, undo, redo, entries, clocked, .. } = view;
    let place = [Some(place.as_str()), note].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let id = table.head.read().id.clone();
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
                        onclick: move |_| {
                            table.tap(Tap::Redo);
                        },
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
                    div { class: "marks",
                        match (table.live)() {
                            Some(state) => rsx! {
                                LiveMark { table, state }
                            },
                            None => rsx! {
                                SavedMark { status: table.status }
                            },
                        }
                        ShareTable { table }
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
    let in_memory = app().is_in_memory();
    let (state, words) = match saving {
        // Nothing else says so.
        Saving::Saved if in_memory => ("failed", t::table_not_saved(l)),
        Saving::Saved => ("saved", t::table_saved(l)),
        Saving::Saving => ("saving", t::table_saved(l)),
        Saving::Failed | Saving::OnlyHere => ("failed", t::table_not_saved(l)),
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
fn TableBar(game: &'static str, id: String, tabs: Vec<TabInfo>, at: usize) -> Element {
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
fn TabView(table: AnyTable, tab: usize) -> Element {
    table.door().view(table, tab)
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

/// Opens the next game of the same people, if the address asks for it and this one is over.
fn use_again(table: AnyTable, tab: &str) {
    let opener = use_opener();
    use_hook(|| {
        if tab == AGAIN && table.rules().is_over() {
            opener.again(&next_game(table), true);
        }
    });
}

/// Keeps the screen on while a table is open, if wanted and possible.
fn use_awake(app: App) {
    use_effect(move || device::stay_awake(app.settings().awake));
    use_drop(|| device::stay_awake(false));
}
