//! The tables in the list and in the bin, and what can be done with each.

use chrono::{DateTime, Timelike, Utc};
use dioxus::prelude::*;
use takujo_core::domain::seats::typed_name;
use takujo_core::domain::session::{Head, Label, MAX_TITLE};
use takujo_core::i18n::{Lang, date, list, t};

use super::super::home::read_stored;
use super::super::tables::{Entry, Known, game_name};
use super::archive::{Archive, replace};
use crate::device;
use crate::route::Route;
use crate::state::lang;
use crate::table::{played_text, save_points, save_session, standing_text};
use crate::ui::{Emblem, Glyph, Icon, Sheet, TextField, keep_unsaved, unsaved_or};

/// How many tables are drawn at first, and then with each further step.
pub(super) const STEP: usize = 20;

/// The day and time of a moment, by the device's clock.
fn day(l: Lang, at: DateTime<Utc>) -> String {
    let at = device::local(at);
    let day = date(l, at.date(), true);
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
            self.gone.write().push(entry.id.clone());
            self.change.call((Head { deleted: Some(device::now()), ..head }, t::history_deleted(self.app.lang())));
        }
    }

    fn restore(mut self, entry: &Entry) {
        if let Ok(head) = entry.head() {
            self.gone.write().retain(|id| *id != entry.id);
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

#[component]
pub(super) fn TableItem(entry: Entry, archive: Archive, onseen: Option<EventHandler<()>>) -> Element {
    let l = lang();
    let Some(label) = entry.label.clone() else { return rsx! {} };
    let name = title(&label, l);
    let names = entry.names(&archive.app.people());
    let report = entry.report(names.clone());
    let standing = report.as_ref().map(|report| standing_text(report, l)).unwrap_or_default();
    let played = report.as_ref().map(|report| format!(" · {}", played_text(report, l))).unwrap_or_default();
    let game = game_name(&label, l);
    let game = if game == name { String::new() } else { format!("{game} · ") };
    let about = rsx! {
        span { class: "standing", "{standing}" }
        span { class: "soft", {list(l, &names)} }
        span { class: "soft", {format!("{game}{}{played}", day(l, label.created))} }
    };
    if label.deleted.is_some() {
        return rsx! {
            li { class: "card accent-{label.game}",
                div { class: "item gone",
                    strong {
                        del { "{name}" }
                    }
                    {about}
                }
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
            }
        };
    }
    rsx! {
        li { class: "card accent-{label.game}",
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
            Link { class: "item", to: Route::Table { id: entry.id.to_string(), tab: "play".to_owned() },
                strong {
                    Emblem { game: label.game.clone() }
                    "{name}"
                }
                {about}
            }
            Tools { name, scored: report.is_some_and(|report| report.played > 0), entry, archive }
        }
    }
}

/// What can be done with a table. One that is `scored` has rounds with points.
#[component]
fn Tools(name: String, scored: bool, entry: Entry, archive: Archive) -> Element {
    let l = lang();
    let mut renaming = archive.renaming;
    let [of_name, of_file, of_points, of_bin] = std::array::from_fn(|_| entry.clone());
    rsx! {
        div { class: "row tools",
            button {
                class: "round",
                "aria-label": t::history_rename(l, &name),
                onclick: move |_| renaming.set(of_name.head().ok()),
                Icon { glyph: Glyph::Pencil }
                span { "aria-hidden": "true", {t::history_tool_rename(l)} }
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
                            span { "{title(&label, l)} · {day(l, label.created)} · {list(l, &entry.names(&archive.app.people()))}" }
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

#[component]
pub(super) fn Rename(head: Head, onclose: EventHandler<()>, onrename: EventHandler<Head>) -> Element {
    let l = lang();
    let what = use_hook(|| CopyValue::new(format!("title:{}", head.id)));
    let mut typed = use_signal(|| unsaved_or(&what.read(), head.title.clone()));
    let too_long = typed_name(&typed.read()).chars().count() > MAX_TITLE;
    rsx! {
        Sheet { title: t::history_rename_title(l), close_label: t::close(l), onclose,
            form {
                onsubmit: move |event| {
                    event.prevent_default();
                    let title = typed_name(&typed());
                    if title.chars().count() <= MAX_TITLE {
                        keep_unsaved(what.cloned(), None);
                        onrename.call(Head { title, ..head.clone() });
                    }
                },
                TextField {
                    label: t::history_rename_label(l),
                    value: typed(),
                    problem: too_long.then(|| t::history_rename_long(l, MAX_TITLE)),
                    oninput: move |text: String| {
                        keep_unsaved(what.cloned(), Some(text.clone()));
                        typed.set(text);
                    },
                }
                button { class: "button main", r#type: "submit", {t::save(l)} }
            }
        }
    }
}
