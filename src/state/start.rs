//! The start: reads what is stored and makes the handle of it. Later reads again what another window changed.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use dioxus::prelude::*;
use serde_json::Value;
use takujo_core::domain::people::People;
use takujo_core::i18n::Lang;
use takujo_core::storage::{Memory, Storage, StorageError};

use super::card::{HomeCard, kept_cards};
use super::handle::{App, Own, STAGES};
use super::settings::Settings;
use super::stored::{BOOKMARKS, CURRENT, PLAYING, ROSTER, SETTINGS, value};
use crate::device;

/// Time until a value that could not be read is tried again, in milliseconds.
const READ_AGAIN: i32 = 5_000;

/// What was read from the storage at the start.
#[derive(Clone)]
pub struct SavedState {
    store: Rc<dyn Storage>,
    settings: Settings,
    people: People,
    keys: Vec<&'static str>,
    values: BTreeMap<String, Value>,
    playing: Vec<String>,
    /// The cards of the tables in play.
    pub cards: Vec<HomeCard>,
    bookmarks: Vec<String>,
    unread: Vec<String>,
    trouble: Option<StorageError>,
}

impl PartialEq for SavedState {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.store, &other.store)
    }
}

impl SavedState {
    /// Opens the device's storage; if it refuses, goes on in memory and with the error. `keys` are those of the games'
    /// own values and the clock's.
    pub async fn device(keys: Vec<&'static str>) -> SavedState {
        device::pause(0).await;
        let opened = match device::open_storage().await {
            Ok(store) => SavedState::with(store, keys, None).await,
            Err(error) => SavedState::with(Rc::new(Memory::default()), keys, Some(error)).await,
        };
        device::pause(0).await;
        opened
    }

    /// Reads everything from `store`; `keys` are those of the games' own values and the clock's. `trouble` is what was
    /// wrong with the storage before, if anything was.
    pub async fn with(store: Rc<dyn Storage>, keys: Vec<&'static str>, trouble: Option<StorageError>) -> SavedState {
        let mut unread = Vec::new();
        let mut read = async |key: &str| match store.read(key).await {
            Ok(text) => text,
            Err(_) => {
                unread.push(key.to_owned());
                None
            }
        };
        let mut values = BTreeMap::new();
        for &key in &keys {
            if let Some(found) = value::<Option<Value>>(read(key).await) {
                values.insert(key.to_owned(), found);
            }
        }
        let playing = match read(PLAYING).await {
            Some(text) => value(Some(text)),
            None => value::<Option<String>>(read(CURRENT).await).into_iter().collect(),
        };
        let settings = value(read(SETTINGS).await);
        let people = value(read(ROSTER).await);
        let bookmarks = value(read(BOOKMARKS).await);
        SavedState { keys, values, settings, people, playing, cards: kept_cards(), bookmarks, store, unread, trouble }
    }
}

impl App {
    /// Creates the handle, and starts what it does in the background. Call it inside a component.
    pub fn new(opened: &SavedState) -> App {
        let tags = device::languages();
        let app = App {
            own: CopyValue::new(Own {
                store: opened.store.clone(),
                system: Lang::best(tags.iter().map(String::as_str)),
                keys: opened.keys.clone(),
                later: String::new(),
                stood: None,
                in_memory: opened.trouble.is_some(),
                unsaved: BTreeSet::new(),
            }),
            settings: Signal::new(opened.settings.clone()),
            people: Signal::new(opened.people.clone()),
            values: Signal::new(opened.values.clone()),
            playing: Signal::new(opened.playing.clone()),
            cards: Signal::new(opened.cards.clone()),
            bookmarks: Signal::new(opened.bookmarks.clone()),
            trouble: Signal::new(opened.trouble),
            unread: Signal::new(opened.unread.clone()),
            remote_changes: Signal::new(BTreeMap::new()),
            stage: Signal::new(if device::has_boot_page() { 0 } else { STAGES }),
            waiting: Signal::new(0),
        };
        let mut stage = app.stage;
        spawn(async move {
            while *stage.peek() < STAGES {
                device::pause(0).await;
                let next = *stage.peek() + 1;
                stage.set(next);
            }
        });
        for key in opened.unread.iter().cloned() {
            spawn(app.read_again(key));
        }
        // A callback, because the browser calls it from outside the Dioxus runtime.
        let changed = Callback::new(move |what| app.take_remote_change(what));
        opened.store.on_change(Box::new(move |what| changed.call(what)));
        app
    }

    /// Another window changed something: reads it again if it is a value of the app, else counts it as a change of a
    /// table, which whoever shows the table notices.
    fn take_remote_change(mut self, what: String) {
        let of_game = self.own.peek().keys.contains(&what.as_str());
        if of_game || [SETTINGS, ROSTER, BOOKMARKS, PLAYING].contains(&what.as_str()) {
            spawn(self.read_again(what));
        // Drafts belong to each window.
        } else if !what.starts_with("draft:") {
            *self.remote_changes.write().entry(what).or_default() += 1;
        }
    }

    /// Reads a value of the app again, trying until the storage answers. What is stored replaces what is here, except
    /// that people who sat down while it could not be read are added.
    async fn read_again(mut self, key: String) {
        let text = loop {
            if let Ok(text) = self.store().read(&key).await {
                break text;
            }
            self.set_unread(&key, true);
            device::pause(READ_AGAIN).await;
        };
        let missed = self.is_unread(&key);
        self.set_unread(&key, false);
        match key.as_str() {
            SETTINGS => self.settings.set(value(text)),
            ROSTER => {
                let met = self.people.replace(value(text));
                if missed && !met.all().is_empty() {
                    let mut people = self.people();
                    people.take_in(met.all().to_vec());
                    self.set_people(people);
                }
            }
            PLAYING => {
                self.playing.set(value(text));
                self.cards.set(kept_cards());
            }
            BOOKMARKS => self.bookmarks.set(value(text)),
            // Only looked at when the app starts.
            CURRENT => {}
            _ => {
                if let Some(found) = value::<Option<Value>>(text) {
                    self.values.write().insert(key, found);
                }
            }
        }
    }
}
