//! The tables in the list and in the bin, and what can be done with each.

use chrono::{DateTime, Timelike, Utc};
use dioxus::prelude::*;
use takujo_core::domain::session::{Head, Label, Report};
use takujo_core::i18n::{Lang, date, day, list, t};
use takujo_core::table::summary::{played_text, side_name, standing_text, total_text};

use super::super::home::read_stored;
use super::super::tables::{Entry, Known, game_name};
use super::archive::{Archive, replace};
use crate::device;
use crate::route::Route;
use crate::state::lang;
use crate::table::{save_points, save_session};
use crate::ui::{Emblem, Glyph, Icon};

/// How many tables are drawn at first, and then with each further step.
pub(super) const STEP: usize = 20;

/// The day and time of a moment, by the device's clock, with the year where no month is named beside it.
fn opened(l: Lang, at: DateTime<Utc>, whole: bool) -> String {
    let at = device::local(at);
    let day = if whole { date(l, at.date(), true) } else { day(l, at.date()) };
    let between = if l == Lang::Ja { " " } else { ", " };
    format!("{day}{between}{:02}:{:02}", at.hour(), at.minute())
}

/// The heading of a table: its title, or else its game.
fn title(label: &Label, l: Lang) -> String {
    if label.title.is_empty() { game_name(label, l) } else { label.title.clone() }
}

impl Archive {
    fn delete(mut self, entry: &Entry) {
        if let Ok(head) = entry.head() {
            if !self.gone.peek().contains(&entry.id) {
                self.gone.write().push(entry.id.clone());
            }
            self.change.call((Head { deleted: Some(device::now()), ..head }, t::history_deleted(self.app.lang())));
        }
    }

    fn restore(self, entry: &Entry) {
        if let Ok(head) = entry.head() {
            self.change.call((Head { deleted: None, ..head }, t::history_restored(self.app.lang())));
        }
    }

    /// Saves a table as a file, or its points as a spreadsheet.
    fn save(self, entry: &Entry, points: bool) {
        let id = entry.id.clone();
        spawn(async move {
            match self.app.store().load(&id).await {
                Err(error) => self.refuse(error),
                Ok(None) => self.refresh(""),
                Ok(Some(stored)) => match read_stored(&stored).await {
                    Ok((file, report)) if points => self.say(&save_points(&file.head, &report, self.app.lang()).await),
                    Ok((file, _)) => self.say(&save_session(&file).await),
                    // The table was damaged after its summary was made.
                    Err(error) => replace(self.found, &id, |entry| entry.known = Known::Broken(error)),
                },
            }
        });
    }
}

/// A table in two lines: what and when, and how it ended. What can be done with it is behind a button.
#[component]
pub(super) fn TableItem(entry: Entry, archive: Archive, onseen: Option<EventHandler<()>>) -> Element {
    let l = lang();
    let mut unfolded = use_signal(|| false);
    let Some(label) = entry.label.clone() else { return rsx! {} };
    let name = title(&label, l);
    let names = entry.names(&archive.app.people());
    let report = entry.report(names.clone());
    let game = game_name(&label, l);
    let game = if game == name { String::new() } else { format!("{game} · ") };
    let is_gone = label.deleted.is_some();
    let about = rsx! {
        span { class: "row between",
            strong {
                Emblem { game: label.game.clone() }
                if is_gone {
                    del { "{name}" }
                } else {
                    "{name}"
                }
            }
            // The emblem says it to the eye.
            span { class: "hidden", {game} }
            span { class: "soft",
                if label.uncounted {
                    {t::history_uncounted(l)}
                    " · "
                }
                {opened(l, label.created, false)}
            }
        }
        span { class: "standing", {standing(report.as_ref(), &names, l)} }
    };
    rsx! {
        li { class: "card accent-{label.game}",
            if is_gone {
                div { class: "item gone", {about} }
                div { class: "row tools",
                    button {
                        class: "button",
                        onmounted: move |event: MountedEvent| async move {
                            // The button that had the focus is gone. If the renderer cannot move the focus, so be it.
                            let _ = event.set_focus(true).await;
                        },
                        onclick: move |_| archive.restore(&entry),
                        {t::history_undo(l)}
                    }
                }
            } else {
                if let Some(onseen) = onseen {
                    span {
                        onvisible: move |event| {
                            // This is reported once at the start, and then whenever it changes.
                            if event.is_intersecting().unwrap_or(false) {
                                onseen.call(());
                            }
                        },
                    }
                }
                Link { class: "item", to: Route::Table { id: entry.id.to_string(), tab: "play".to_owned() }, {about} }
                button {
                    class: "round",
                    "data-unfold": true,
                    "aria-label": t::history_tools(l, &name),
                    "aria-expanded": unfolded(),
                    onclick: move |_| unfolded.toggle(),
                    Icon { glyph: if unfolded() { Glyph::Up } else { Glyph::Down } }
                }
                if unfolded() {
                    Tools { name: name.clone(), scored: report.is_some_and(|report| report.played > 0), entry, archive }
                }
            }
        }
    }
}

/// How a table ended, or how far it is: how it stands in words, and the totals that these do not say, the best first.
/// Nothing until the table has been read.
fn standing(report: Option<&Report>, names: &[String], l: Lang) -> Element {
    let Some(report) = report else { return rsx! {} };
    let words = standing_text(report, l);
    if report.played == 0 && report.turns.is_none() {
        return rsx! { "{words} · {list(l, names)}" };
    }
    let is_over = !report.outcome.winners().is_empty();
    // Where there are only turns, the words say no more than how many.
    let in_words = !is_over && report.played > 0;
    // Those who have other partners now are not at the table as they were.
    let told = |side: &usize| !(report.has_parted(*side) || in_words && report.leaders.contains(side));
    rsx! {
        if is_over {
            strong { {words} }
        } else {
            {played_text(report, l)}
            if in_words {
                " · {words}"
            }
        }
        for side in report.ranking().into_iter().filter(told) {
            span { key: "{side}",
                " · "
                bdi { {side_name(report, side, l)} }
                " {total_text(report, side, l)}"
            }
        }
    }
}

/// What can be done with a table. One that is `scored` has rounds with points.
#[component]
fn Tools(name: String, scored: bool, entry: Entry, archive: Archive) -> Element {
    let l = lang();
    let mut detailed = archive.detailed;
    let [of_details, of_file, of_points, of_bin] = std::array::from_fn(|_| entry.clone());
    rsx! {
        div { class: "row tools",
            button {
                class: "round",
                "aria-label": t::history_details(l, &name),
                onclick: move |_| detailed.set(Some(of_details.clone())),
                Icon { glyph: Glyph::Pencil }
                span { "aria-hidden": "true", {t::history_tool_details(l)} }
            }
            button {
                class: "round",
                "aria-label": t::history_file(l, &name),
                onclick: move |_| archive.save(&of_file, false),
                Icon { glyph: Glyph::File }
                span { "aria-hidden": "true", {t::history_tool_file(l)} }
            }
            if scored {
                button {
                    class: "round",
                    "aria-label": t::history_csv(l, &name),
                    onclick: move |_| archive.save(&of_points, true),
                    Icon { glyph: Glyph::Grid }
                    span { "aria-hidden": "true", "CSV" }
                }
            }
            button {
                class: "round",
                "aria-label": t::history_delete(l, &name),
                onclick: move |_| archive.delete(&of_bin),
                Icon { glyph: Glyph::Bin }
                span { "aria-hidden": "true", {t::history_tool_delete(l)} }
            }
        }
    }
}

/// The deleted tables that can be restored.
#[component]
pub(super) fn DeletedTables(entries: Vec<Entry>, archive: Archive) -> Element {
    let l = lang();
    let mut drawn = use_signal(|| STEP);
    rsx! {
        details { class: "card",
            summary { {t::history_bin(l, entries.len())} }
            ul { class: "tables",
                for entry in entries.iter().take(drawn()).cloned() {
                    if let Some(label) = entry.label.clone() {
                        li { key: "{entry.id}", class: "row between",
                            span { "{title(&label, l)} · {opened(l, label.created, true)} · {list(l, &entry.names(&archive.app.people()))}" }
                            button { class: "button", onclick: move |_| archive.restore(&entry), {t::history_restore(l)} }
                        }
                    }
                }
            }
            if entries.len() > drawn() {
                button { class: "button", onclick: move |_| drawn += STEP, {t::history_more(l, entries.len() - drawn())} }
            }
        }
    }
}
