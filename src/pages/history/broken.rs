//! The tables that cannot be read: to save as they are, to open as far as they can be read, to remove and to put back.

use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::session::LoadError;
use takujo_core::i18n::t;

use super::super::import::open_until;
use super::super::tables::Entry;
use super::archive::Archive;
use crate::device;
use crate::route::Route;
use crate::shell::{load_error, trouble_text};
use crate::state::lang;
use crate::ui::{Glyph, Icon};

impl Archive {
    /// Saves an unreadable table as it is stored, for somebody to repair.
    async fn save_raw(self, entry: Entry) {
        match self.app.store().load(&entry.id).await {
            Err(error) => self.refuse(error),
            Ok(None) => self.refresh(""),
            Ok(Some(stored)) => {
                let text = format!("{}\n{}\n", stored.head, stored.log.join("\n"));
                self.say(&device::save_file(&format!("takujo-{}.txt", stored.id), "text/plain", &text).await);
            }
        }
    }

    /// Removes an unreadable table from the storage; [`Archive::put_back`] takes that back.
    async fn remove(mut self, entry: Entry) {
        let store = self.app.store();
        let removed = match store.load(&entry.id).await {
            Ok(Some(stored)) => store.remove(&entry.id).await.map(|()| Some(stored)),
            other => other,
        };
        match removed {
            Ok(stored) => {
                if let Some(Ok(entries)) = &mut *self.found.write() {
                    entries.retain(|other| other.id != entry.id);
                }
                self.removed.write().extend(stored.map(|stored| (entry, stored)));
                self.said.set(t::history_deleted(self.app.lang()).to_owned());
            }
            Err(error) => self.refuse(error),
        }
    }

    /// Stores an unreadable table as it was before [`Archive::remove`].
    async fn put_back(mut self, entry: Entry) {
        let stored = self.removed.peek().iter().find(|(other, _)| *other == entry).map(|(_, stored)| stored.clone());
        let Some(stored) = stored else { return };
        match self.app.store().create(&stored, None).await {
            Ok(()) => {
                self.removed.write().retain(|(other, _)| *other != entry);
                if let Some(Ok(entries)) = &mut *self.found.write() {
                    entries.push(entry);
                }
                self.said.set(t::history_restored(self.app.lang()).to_owned());
            }
            Err(error) => self.refuse(error),
        }
    }

    /// Opens what the first `records` records of a damaged table make as a table of its own.
    async fn open_until(self, id: Rc<str>, records: usize) {
        match open_until(&*self.app.store(), &id, records).await {
            Ok(id) => {
                navigator().push(Route::Table { id, tab: "play".to_owned() });
            }
            Err(error) => self.refresh(trouble_text(self.app.lang(), error)),
        }
    }
}

/// A table that cannot be read. One that was `removed` keeps its place, and can be put back.
#[component]
pub(super) fn Broken(entry: Entry, removed: bool, archive: Archive) -> Element {
    let l = lang();
    let id = entry.id.clone();
    let why = entry.fault().map(|error| load_error(l, error)).unwrap_or_default();
    if removed {
        return rsx! {
            li { class: "row between wrap",
                del { "{id}" }
                button { class: "button", onclick: move |_| archive.put_back(entry.clone()), {t::history_undo(l)} }
            }
        };
    }
    let of_file = entry.clone();
    let readable = match entry.fault() {
        Some(LoadError::Record(damaged)) => damaged - 1,
        _ => 0,
    };
    rsx! {
        li { class: "row between wrap",
            span { "{id}: {why}" }
            div { class: "row wrap",
                if readable > 0 {
                    button {
                        class: "button",
                        onclick: {
                            let id = id.clone();
                            move |_| archive.open_until(id.clone(), readable)
                        },
                        {t::history_broken_open(l, readable)}
                    }
                }
                button { class: "button", onclick: move |_| archive.save_raw(of_file.clone()), {t::history_broken_export(l)} }
                button {
                    class: "round",
                    "aria-label": t::history_delete(l, &*id),
                    onclick: move |_| archive.remove(entry.clone()),
                    Icon { glyph: Glyph::Bin }
                }
            }
        }
    }
}
