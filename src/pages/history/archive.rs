//! What the parts of the history know of the tables: reads them all, and makes the summaries that are missing.

use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::session::Head;
use takujo_core::storage::{StorageError, Stored};

use super::super::bin::Bin;
use super::super::import::IMPORTING;
use super::super::tables::{Entry, entries, newest_first};
use crate::device::{self, ShareOutcome};
use crate::shell::trouble_text;
use crate::state::{App, app};
use crate::ui::share_outcome_text;

/// How long it stands over the list what became of a tap, in milliseconds.
const TOLD: i32 = 10_000;
/// How many summaries are stored at a time.
const BATCH: usize = 20;

/// Reads all tables, and removes those for good that have been in the bin for long.
async fn read_entries(app: App) -> Result<Vec<Entry>, StorageError> {
    let store = app.store();
    let mut entries = entries(&*store).await?;
    let mut bin: Bin = match store.read(Bin::KEY).await? {
        Some(text) => serde_json::from_str(&text).unwrap_or_default(),
        None => Bin::default(),
    };
    let before = bin.clone();
    let today = device::now().format("%Y-%m-%d").to_string();
    let gone = bin.look(&today, entries.iter().filter(|entry| entry.is_deleted()).map(|entry| &*entry.id));
    if bin != before {
        app.save(Bin::KEY, &bin);
    }
    for id in &gone {
        store.remove(id).await?;
    }
    entries.retain(|entry| gone.iter().all(|id| **id != *entry.id));
    Ok(entries)
}

/// Stores a head, and returns its text.
async fn put(app: App, head: &Head) -> Result<String, StorageError> {
    let text = serde_json::to_string(head).map_err(|_| StorageError::Broken)?;
    app.store().put_head(&head.id, &text).await?;
    Ok(text)
}

/// What the parts of the page know of the tables and can do with them.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Archive {
    pub(super) app: App,
    /// All tables, the newest first; `None` until they have been read.
    pub(super) found: Signal<Option<Result<Vec<Entry>, StorageError>>>,
    /// Reads all tables, and then makes the summaries that are missing.
    reading: Resource<()>,
    /// What became of the last tap, in words.
    pub(super) said: Signal<String>,
    /// The tables deleted since the page was opened, also if they are back. They keep their places, so that nothing else moves under the
    /// finger.
    pub(super) gone: Signal<Vec<Rc<str>>>,
    /// The unreadable tables removed since the page was opened, as they were stored.
    pub(super) removed: Signal<Vec<(Entry, Stored)>>,
    /// The table whose details are open.
    pub(super) detailed: Signal<Option<Entry>>,
    /// Stores a changed head; then shows this message and the changed list together.
    pub(super) change: Callback<(Head, &'static str)>,
}

pub(super) fn use_archive() -> Archive {
    let app = app();
    let mut found = use_signal(|| None);
    let mut said = use_signal(String::new);
    // Includes what an import has to say that was under way when the page was opened.
    use_effect(move || {
        if IMPORTING.read().is_none() {
            let later = app.said_later();
            if !later.is_empty() {
                said.set(later);
            }
        }
    });
    use_effect(move || {
        let now = said();
        spawn(async move {
            device::pause(TOLD).await;
            if *said.peek() == now {
                said.set(String::new());
            }
        });
    });
    let reading = use_resource(move || async move {
        app.all_remote_changes();
        found.set(Some(read_entries(app).await));
        summarize(app, found).await;
    });
    // The page's own, because the component that was tapped may be gone before this is done.
    let change = use_callback(move |(head, then): (Head, &'static str)| {
        spawn(async move {
            match put(app, &head).await {
                Ok(text) => {
                    app.show_card(&head);
                    replace(found, &head.id, |entry| *entry = entry.with_head(&text));
                    if let Some(Ok(entries)) = &mut *found.write() {
                        newest_first(entries);
                    }
                    said.set(then.to_owned());
                }
                Err(error) => said.set(trouble_text(app.lang(), error).to_owned()),
            }
        });
    });
    Archive {
        app,
        found,
        reading,
        said,
        gone: use_signal(Vec::new),
        removed: use_signal(Vec::new),
        detailed: use_signal(|| None),
        change,
    }
}

/// Changes a table in the list, if it is there.
pub(super) fn replace(
    mut found: Signal<Option<Result<Vec<Entry>, StorageError>>>,
    id: &str,
    change: impl FnOnce(&mut Entry),
) {
    if let Some(Ok(entries)) = &mut *found.write()
        && let Some(entry) = entries.iter_mut().find(|entry| *entry.id == *id)
    {
        change(entry);
    }
}

/// Makes the summaries that are missing: those of tables that were played since the last visit, and once those of
/// everything that older versions stored. The page stays responsive meanwhile.
async fn summarize(app: App, mut found: Signal<Option<Result<Vec<Entry>, StorageError>>>) {
    let Some(Ok(entries)) = found.peek().clone() else { return };
    let mut unknown = Vec::new();
    // The page is drawn first, which parses the summaries it shows.
    for batch in entries.chunks(BATCH) {
        device::pause(0).await;
        unknown.extend(batch.iter().filter(|entry| entry.summary().is_none() && entry.fault().is_none()).cloned());
    }
    let store = app.store();
    for batch in unknown.chunks(BATCH) {
        let mut known = Vec::new();
        let mut made = Vec::new();
        for entry in batch {
            // What the storage does not give now is tried again on the next visit.
            if let Ok(Some((now, summary))) = entry.look(&*store).await {
                known.push((entry.id.clone(), now));
                made.extend(summary);
            }
            device::pause(0).await;
        }
        if let Some(Ok(entries)) = &mut *found.write() {
            for entry in entries {
                if let Some(at) = known.iter().position(|(id, _)| *id == entry.id) {
                    entry.known = known.swap_remove(at).1;
                }
            }
        }
        // If this fails, the next visit takes longer.
        let _ = store.put_summaries(&made).await;
    }
}

impl Archive {
    pub(super) fn say(mut self, given: &ShareOutcome) {
        self.said.set(share_outcome_text(self.app.lang(), given));
    }

    pub(super) fn refuse(mut self, error: StorageError) {
        self.said.set(trouble_text(self.app.lang(), error).to_owned());
    }

    /// Reads the list again; a reading that is under way is given up.
    pub(super) fn refresh(mut self, then: &str) {
        self.said.set(then.to_owned());
        self.reading.restart();
    }
}
