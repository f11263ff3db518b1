//! The screen of an open table.

use std::marker::PhantomData;

use dioxus::prelude::*;

use super::flat::{FLAT, flat};
use super::handle::{Table, open_log};
use super::share::TableMenu;
use super::summary::standing_text;
use super::tabs::{Tab, Tabs};
use crate::device;
use crate::domain::game::Outcome;
use crate::domain::ledger::Op;
use crate::domain::session::{Head, SessionFile, standing};
use crate::i18n::t;
use crate::play::Problem;
use crate::route::Route;
use crate::rules::{RuleLink, RulesButton};
use crate::shell::{LangSwitch, Shell, load_error};
use crate::state::{App, app, lang};
use crate::ui::{Glyph, Icon};

/// The screen of an open table: undo in its corner, the tab's view, the bar at the bottom.
#[component]
pub fn OpenTable<G: Tabs>(
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
                deferred: Signal::new(0),
                draft: Signal::new(draft.clone()),
                problem: Signal::new(None),
                correcting: Signal::new(None),
            })
            .map_err(std::rc::Rc::new)
    });
    let table = match &opened {
        Ok(table) => *table,
        Err(error) => {
            let why = load_error(l, error);
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
    let mut followed = use_hook(|| CopyValue::new(app.remote_changes(&id)));
    use_effect(move || {
        let times = app.remote_changes(&table.head.peek().id);
        if times != *followed.peek() {
            followed.set(times);
            table.follow();
        }
    });
    let tabs = G::tabs();
    let at = tabs.iter().position(|other| other.id == tab).unwrap_or(0);
    let session = if tab == FLAT { table.session() } else { table.deferred() };
    let ledger = &session.ledger;
    let entering =
        table.draft.read().as_ref().and_then(|draft| G::undo_draft(draft, &session.seats, &session.options, l));
    let undo = match &entering {
        Some((words, _)) => Some(words.clone()),
        None => ledger.to_undo().map(|step| table.step_text(step, l)),
    };
    let redo = ledger.to_redo().map(|step| table.step_text(step, l));
    let problem = table.problem.read().clone();
    let title =
        if table.head.read().title.is_empty() { G::name(l).to_owned() } else { table.head.read().title.clone() };
    let onundo = use_callback(move |()| match &entering {
        Some((_, before)) => table.save_draft(Some(before.clone())),
        None => {
            let _ = table.push(Op::Undo);
        }
    });
    let over = matches!(G::standing(ledger.state()).outcome, Outcome::Won(_));
    let played = ledger.rounds().len();
    let place = if over { t::table_over(l).to_owned() } else { G::place(ledger.state(), played, l) };
    // Said to whoever does not see it, once a round and at the end: by a place that was there before, or it is not said.
    let news = match (over, played == 0) {
        (true, _) => standing_text(&standing(&session), l),
        (false, true) => String::new(),
        (false, false) => format!("{place}: {}", standing_text(&standing(&session), l)),
    };
    if tab == FLAT {
        return flat(table, title, place, undo, problem, onundo);
    }
    rsx! {
        TableFrame {
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

/// What stands around every view of every game's table. Knows no game, so that it is in the bundle once.
#[component]
fn TableFrame(
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
                        // In one line, whatever is undone.
                        title: "{undo_words}",
                        onclick: move |_| onundo.call(()),
                        Icon { glyph: Glyph::Undo }
                        span { "{undo_words}" }
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
                    h1 { "{title}" }
                    span { "·" }
                    span { "{place}" }
                    SavedMark { stuck, saved, log }
                }
            }
            p { class: "hidden", role: "status", "{news}" }
            main { id: "main-view", class: "view",
                if stuck() {
                    div { class: "notice warn", role: "alert", tabindex: "0",
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
                    div { class: "notice warn", role: "alert", tabindex: "0",
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
fn TabView<G: Tabs>(table: Table<G>, tab: usize) -> Element {
    let tabs: Vec<Tab<G>> = G::tabs();
    match tabs.get(tab) {
        Some(tab) => (tab.view)(table),
        None => rsx! {},
    }
}

/// The screen stays on while a table is open, where that is wanted and can be had.
fn use_awake(app: App) {
    use_effect(move || device::stay_awake(app.settings().awake));
    use_drop(|| device::stay_awake(false));
}
