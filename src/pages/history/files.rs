//! Files of everything: exports, the spreadsheet, and imports.

use dioxus::core::spawn_forever;
use dioxus::prelude::*;
use takujo_core::domain::figures::{Listed, history_csv};
use takujo_core::domain::session::{Bundle, LoadError, MAX_FILE, read_file};
use takujo_core::games::any::own::{KEY, version_of_games};
use takujo_core::i18n::t;

use super::super::home::{file_of, read_stored};
use super::super::import::{IMPORTED, IMPORTING, Imported, Progress, refused, take_back, take_in};
use super::super::tables::{Entry, Known};
use super::archive::Archive;
use crate::device::{self, ShareOutcome};
use crate::route::Route;
use crate::shell::trouble_text;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// Time after which an import is said to take long, in milliseconds.
const PATIENCE: i32 = 10_000;

impl Archive {
    /// Saves everything as a file, except unreadable tables.
    async fn export(self) {
        let entries = match &*self.found.peek() {
            Some(Ok(entries)) => entries.clone(),
            // The page says that it is being read, or cannot be: a file without tables would look like a whole one.
            _ => return,
        };
        let mut sessions = Vec::new();
        for entry in entries {
            match (self.app.store().load(&entry.id).await, &entry.known) {
                (Err(error), _) => return self.refuse(error),
                (Ok(Some(stored)), Known::Summary(_)) => sessions.extend(file_of(&stored)),
                (Ok(Some(stored)), Known::Nothing) => sessions.extend(read_stored(&stored).await.map(|(file, _)| file)),
                (Ok(_), _) => {}
            }
        }
        let kept = self.app.kept_values();
        let bundle = Bundle { takujo: version_of_games(kept.get(KEY)), sessions, kept };
        let given = match serde_json::to_string(&bundle) {
            Ok(text) => {
                let name = format!("takujo-{}.json", device::local(device::now()).date());
                device::save_file(&name, "application/json", &text).await
            }
            Err(_) => ShareOutcome::Failed,
        };
        if matches!(given, ShareOutcome::Given | ShareOutcome::Saved | ShareOutcome::File(_)) {
            self.app.keep_safe(|done| done.saved = Some(device::now().timestamp()));
        }
        self.say(&given);
    }

    /// Saves all tables that are not deleted as a spreadsheet, the oldest first.
    async fn spreadsheet(self) {
        let l = self.app.lang();
        let people = self.app.people();
        let text = match &*self.found.peek() {
            Some(Ok(entries)) => {
                let listed = |entry| Entry::listed(entry, &people, l);
                let tables: Vec<Listed> = entries.iter().rev().filter_map(listed).collect();
                let headings = [
                    t::csv_date(l),
                    t::figures_game(l),
                    t::csv_table(l),
                    t::figures_person(l),
                    t::standings_total(l),
                    t::csv_points(l),
                    t::csv_rounds(l),
                    t::figures_wins(l),
                ];
                history_csv(&tables, headings)
            }
            _ => return,
        };
        let name = format!("takujo-{}.csv", device::local(device::now()).date());
        self.say(&device::save_file(&name, "text/csv;charset=utf-8", &text).await);
    }

    /// Takes in the file that was chosen, even if the page is left meanwhile.
    fn import(mut self, event: &FormEvent) {
        let Some(file) = event.files().into_iter().next() else { return };
        let (mut app, l) = (self.app, self.app.lang());
        if IMPORTING.peek().is_some() {
            return;
        }
        *IMPORTING.write() = Some(Progress { percent: 0, stop: false });
        *IMPORTED.write() = None;
        self.said.set(t::history_importing(l).to_owned());
        spawn(async move {
            // A game that is not on the device has to be fetched first, for which there may be no network.
            device::pause(PATIENCE).await;
            if IMPORTING.peek().as_ref().is_some_and(|progress| progress.percent == 0) {
                self.said.set(t::history_import_slow(l).to_owned());
            }
        });
        spawn_forever(async move {
            let read = if file.size() > MAX_FILE as u64 {
                Err(LoadError::TooLarge)
            } else {
                let text = file.read_string().await.map_err(|_| LoadError::NotJson);
                text.and_then(|text| read_file(&text))
            };
            let words = match read {
                Err(error) => refused(l, &error),
                Ok(file) => match take_in(app, file).await {
                    Err(error) => trouble_text(l, error).to_owned(),
                    Ok(None) => t::history_import_stopped(l).to_owned(),
                    Ok(Some(done)) => done.text(l),
                },
            };
            match self.said.try_write() {
                Ok(mut said) => *said = words,
                Err(_) => app.say_later(words),
            }
            *IMPORTING.write() = None;
        });
    }

    /// Takes back the last import.
    fn take_back(mut self, imported: Imported) {
        let (app, l) = (self.app, self.app.lang());
        *IMPORTED.write() = None;
        spawn_forever(async move {
            let words = match take_back(app, &imported).await {
                Ok(0) => t::history_import_undone(l).to_owned(),
                Ok(stay) => t::history_import_undone_but(l, stay),
                Err(error) => {
                    *IMPORTED.write() = Some(imported);
                    trouble_text(l, error).to_owned()
                }
            };
            if let Ok(mut said) = self.said.try_write() {
                *said = words;
            }
        });
    }
}

/// Exports of everything, and import.
#[component]
pub(super) fn Files(archive: Archive) -> Element {
    let l = lang();
    rsx! {
        section { class: "card",
            h2 { {t::history_files(l)} }
            p { class: "soft", {t::history_files_text(l)} }
            div { class: "row wrap",
                button { class: "button", onclick: move |_| archive.export(),
                    Icon { glyph: Glyph::File }
                    {t::history_export(l)}
                }
                button { class: "button", onclick: move |_| archive.spreadsheet(),
                    Icon { glyph: Glyph::Grid }
                    {t::history_spreadsheet(l)}
                }
                if IMPORTING().is_none() {
                    label { class: "button file",
                        Icon { glyph: Glyph::Plus }
                        {t::history_import(l)}
                        input {
                            r#type: "file",
                            // Mail programs and phones make a text of it: `x.json.txt`.
                            accept: ".json,.txt,application/json,text/plain",
                            onchange: move |event| archive.import(&event),
                        }
                    }
                }
            }
            Link { class: "button", to: Route::OldEvening {},
                Icon { glyph: Glyph::Pencil }
                {t::old_title(l)}
            }
            if let Some(imported) = IMPORTED() {
                button { class: "button", onclick: move |_| archive.take_back(imported.clone()),
                    Icon { glyph: Glyph::Undo }
                    {t::history_import_undo(l)}
                }
            }
            if let Some(Progress { percent, stop }) = IMPORTING() {
                div { class: "row",
                    progress { max: "100", value: "{percent}", "aria-label": t::history_importing(l) }
                    span { class: "number", {t::history_import_progress(l, percent)} }
                    button {
                        class: "button",
                        disabled: stop,
                        onclick: move |_| {
                            *IMPORTING.write() = Some(Progress { percent, stop: true });
                        },
                        Icon { glyph: Glyph::Close }
                        {t::history_import_stop(l)}
                    }
                }
            }
        }
    }
}
