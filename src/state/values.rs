//! What the app knows by name, to read and to change: settings, people, bookmarks, and the games' own values.

use dioxus::prelude::*;
use serde::Serialize;
use serde_json::Value;
use takujo_core::domain::people::People;
use takujo_core::domain::session::Head;

use super::handle::App;
use super::settings::{Safekeeping, Settings};
use super::stored::{BOOKMARKS, PLAYING, ROSTER, SETTINGS};

impl App {
    /// The current settings.
    pub fn settings(self) -> Settings {
        self.settings.read().clone()
    }

    /// Changes and saves the settings.
    pub fn set(mut self, settings: Settings) {
        self.save(SETTINGS, &settings);
        self.settings.set(settings);
    }

    /// Changes and saves what was done so that the tables are not lost.
    pub fn keep_safe(self, change: impl FnOnce(&mut Safekeeping)) {
        let mut settings = self.settings.peek().clone();
        change(&mut settings.safekeeping);
        if settings != *self.settings.peek() {
            self.set(settings);
        }
    }

    /// Says whether all of it is kept on the person's other devices too.
    pub fn set_keeping(self, keeping: bool) {
        let settings = self.settings.peek().clone();
        if settings.keeping != keeping {
            self.set(Settings { keeping, ..settings });
        }
    }

    /// Stores everything here anew, because the storage was cleared.
    pub fn save_again(self) {
        self.save(SETTINGS, &*self.settings.peek());
        self.save(ROSTER, &*self.people.peek());
        self.save(PLAYING, &*self.playing.peek());
        self.save(BOOKMARKS, &*self.bookmarks.peek());
        self.values.peek().iter().for_each(|(key, value)| self.save(key, value));
    }

    /// Switches to the other language.
    pub fn switch_lang(self) {
        self.set(Settings { lang: Some(self.lang().other()), ..self.settings() });
    }

    /// Everyone known; those who played most recently come first.
    pub fn people(self) -> People {
        self.people.read().clone()
    }

    /// Changes and saves everyone known.
    pub fn set_people(mut self, people: People) {
        self.save(ROSTER, &people);
        self.people.set(people);
    }

    /// Calls the players of a table what they are called now, without subscribing.
    pub fn call_now(self, head: &mut Head) {
        self.people.peek().call_now(head);
    }

    /// A game's own value; `None` if it was never stored or cannot be read.
    pub fn value<T: serde::de::DeserializeOwned>(self, key: &str) -> Option<T> {
        let value = self.values.read().get(key).cloned();
        value.and_then(|value| serde_json::from_value(value).ok())
    }

    /// A game's own value as it is stored, without subscribing.
    pub fn peek_value(self, key: &str) -> Option<Value> {
        self.values.peek().get(key).cloned()
    }

    /// Stores a game's own value.
    pub fn set_value(mut self, key: &str, value: &impl Serialize) {
        let Ok(value) = serde_json::to_value(value) else { return };
        self.save(key, &value);
        self.values.write().insert(key.to_owned(), value);
    }

    /// The bookmarked sections of the rules as `game/section`, newest first.
    pub fn bookmarks(self) -> Vec<String> {
        self.bookmarks.read().clone()
    }

    /// Adds or removes a bookmark.
    pub fn bookmark(mut self, place: &str) {
        let mut bookmarks = self.bookmarks();
        match bookmarks.iter().position(|other| other == place) {
            Some(at) => {
                bookmarks.remove(at);
            }
            None => bookmarks.insert(0, place.to_owned()),
        }
        self.save(BOOKMARKS, &bookmarks);
        self.bookmarks.set(bookmarks);
    }
}
