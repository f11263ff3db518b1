//! The page of the history.

use chrono::NaiveDate;
use dioxus::prelude::*;
use takujo_core::i18n::{Lang, month, t};

use super::super::figures::FiguresView;
use super::super::tables::{Entry, Known};
use super::archive::{Archive, use_archive};
use super::broken::Broken;
use super::details::Details;
use super::files::Files;
use super::finding::{FindFields, Sought, month_of};
use super::items::{DeletedTables, STEP, TableItem};
use crate::route::Route;
use crate::shell::{Shell, trouble_text};
use crate::state::lang;

/// More tables are drawn as soon as one of so many before the end of those drawn is in view, so that nobody gets to the
/// end first.
const AHEAD: usize = 10;
/// The least number of tables with which there is a field to find one.
const MANY: usize = 13;

/// The history page.
#[component]
pub fn HistoryPage() -> Element {
    let l = lang();
    let archive = use_archive();
    let mut detailed = archive.detailed;
    let sought = use_signal(Sought::default);
    let mut drawn = use_signal(|| STEP);
    // Whoever looks for something else begins at the top.
    use_effect(move || {
        sought.read();
        drawn.set(STEP);
    });
    let route = use_route::<Route>();
    let in_figures = use_memo(use_reactive(&route, |route| route == Route::Figures {}));
    let of_figures = use_memo(move || match &*archive.found.read() {
        Some(Ok(entries)) if in_figures() => entries.clone(),
        _ => Vec::new(),
    });
    let read = archive.found.read();
    let (entries, trouble) = match &*read {
        None => (&[][..], None),
        Some(Ok(entries)) => (&**entries, None),
        Some(Err(error)) => (&[][..], Some(*error)),
    };
    let removed = archive.removed.read();
    let mut broken: Vec<(&Entry, bool)> = removed.iter().map(|(entry, _)| (entry, true)).collect();
    broken.extend(entries.iter().filter(|entry| entry.fault().is_some()).map(|entry| (entry, false)));
    broken.sort_by(|(one, _), (other, _)| one.id.cmp(&other.id));
    let gone = archive.gone.read();
    let whole = || entries.iter().filter(|entry| entry.fault().is_none() && entry.label.is_some());
    let deleted: Vec<Entry> = whole().filter(|entry| entry.is_deleted()).cloned().collect();
    let all: Vec<&Entry> = whole().filter(|entry| !entry.is_deleted() || gone.contains(&entry.id)).collect();
    let people = archive.app.people();
    let now = drawn();
    let shown = sought.read().among(&all, &people, l);
    rsx! {
        Shell { title: t::nav_history(l), here: "history",
            if let Some(trouble) = trouble {
                p { class: "error", role: "alert", {trouble_text(l, trouble)} }
            }
            if !broken.is_empty() {
                {broken_tables(broken, archive, l)}
            }
            if !all.is_empty() || in_figures() {
                {view_chips(in_figures(), l)}
            }
            if in_figures() {
                if entries.iter().any(|entry| entry.known == Known::Nothing) {
                    p { class: "soft", role: "status", {t::figures_counting(l)} }
                }
                FiguresView { entries: of_figures }
            } else {
                if read.is_some() && all.is_empty() {
                    p { class: "empty", {t::history_empty(l)} }
                }
                if all.len() >= MANY || !sought.read().is_nothing() {
                    FindFields { sought, archive, fitting: shown.len() }
                }
                for (month_of_these, entries) in by_month(&shown, now) {
                    section { key: "{month_of_these:?}", class: "month",
                        h2 { class: "soft", {month_of_these.map(|first| month(l, first)).unwrap_or_default()} }
                        ul { class: "tables",
                            for (at, entry) in entries {
                                TableItem {
                                    key: "{entry.id}",
                                    entry: Entry::clone(entry),
                                    archive,
                                    onseen: (at + AHEAD >= now).then(|| EventHandler::new(move |()| drawn.set(now + STEP))),
                                }
                            }
                        }
                    }
                }
                if shown.len() > now {
                    button { class: "button", onclick: move |_| drawn += STEP, {t::history_more(l, shown.len() - now)} }
                }
            }
            Files { archive }
            if !deleted.is_empty() {
                DeletedTables { entries: deleted, archive }
            }
            if let Some(entry) = detailed() {
                Details { entry, archive, onclose: move |()| detailed.set(None) }
            }
            div { class: "toast", role: "status", "{archive.said}" }
        }
    }
}

/// The first day of a month, and its tables with their places in the list.
type MonthTables<'a> = (Option<NaiveDate>, Vec<(usize, &'a Entry)>);

/// The first so many tables with their places in the list, by the month in which they were played.
fn by_month<'a>(shown: &[&'a Entry], most: usize) -> Vec<MonthTables<'a>> {
    let mut months: Vec<MonthTables> = Vec::new();
    for (at, entry) in shown.iter().copied().take(most).enumerate() {
        let month = month_of(entry);
        match months.last_mut().filter(|(of, _)| *of == month) {
            Some((_, entries)) => entries.push((at, entry)),
            None => months.push((month, vec![(at, entry)])),
        }
    }
    months
}

/// The tables that cannot be read, with whether each was removed since the page was opened.
fn broken_tables(broken: Vec<(&Entry, bool)>, archive: Archive, l: Lang) -> Element {
    rsx! {
        section { class: "card warn",
            h2 { {t::history_broken(l)} }
            p { {t::history_broken_text(l)} }
            ul { class: "tables",
                for (entry, removed) in broken {
                    Broken { key: "{entry.id}", removed, entry: entry.clone(), archive }
                }
            }
        }
    }
}

/// The two views: the tables and the figures.
fn view_chips(in_figures: bool, l: Lang) -> Element {
    rsx! {
        div { class: "row", role: "group", "aria-label": t::figures_view(l),
            for (figures, words) in [(false, t::figures_tables(l)), (true, t::figures_figures(l))] {
                button {
                    key: "{figures}",
                    class: "chip",
                    "aria-pressed": in_figures == figures,
                    onclick: move |_| {
                        navigator().push(if figures { Route::Figures {} } else { Route::History {} });
                    },
                    {words}
                }
            }
        }
    }
}
