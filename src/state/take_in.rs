//! What a file of everything contains besides the tables: given out, taken in together with the tables, and taken back.

use std::collections::BTreeMap;

use dioxus::prelude::*;
use serde_json::Value;
use takujo_core::domain::people::People;
use takujo_core::storage::{Batch, StorageError};

use super::handle::App;
use super::settings::Settings;
use super::stored::{BOOKMARKS, ROSTER, SETTINGS, value_of};

/// Most bookmarks after an import, and the longest that is imported, in bytes.
pub const MOST_BOOKMARKS: usize = 200;
/// See [`MOST_BOOKMARKS`].
pub const LONGEST_PLACE: usize = 100;

/// What an import changed besides tables: each value before and after it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KeptChanges {
    people: Option<(People, People)>,
    bookmarks: Option<(Vec<String>, Vec<String>)>,
    of_games: Vec<(&'static str, Value, Value)>,
}

/// Everything that the app knows besides the tables, at some moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Remembered {
    /// Everyone known.
    pub people: People,
    /// The settings.
    pub settings: Settings,
    /// The bookmarks, newest first.
    pub bookmarks: Vec<String>,
    /// The values of the games and the clock.
    pub values: BTreeMap<String, Value>,
}

impl Remembered {
    /// Adds to the batch what of this is otherwise than `before`.
    pub fn put(&self, before: &Remembered, batch: &mut Batch) {
        let mut put = |key: &str, value: &Value| batch.values.push((key.to_owned(), value.to_string()));
        if self.people != before.people {
            put(ROSTER, &serde_json::to_value(&self.people).unwrap_or_default());
        }
        if self.settings != before.settings {
            put(SETTINGS, &serde_json::to_value(&self.settings).unwrap_or_default());
        }
        if self.bookmarks != before.bookmarks {
            put(BOOKMARKS, &Value::from(self.bookmarks.clone()));
        }
        for (key, value) in self.values.iter().filter(|(key, value)| before.values.get(*key) != Some(value)) {
            put(key, value);
        }
    }
}

impl App {
    /// What it knows now, without subscribing.
    pub fn remembered(self) -> Remembered {
        Remembered {
            people: self.people.peek().clone(),
            settings: self.settings.peek().clone(),
            bookmarks: self.bookmarks.peek().clone(),
            values: self.values.peek().clone(),
        }
    }

    /// Goes on with what was stored with [`Remembered::put`]. What was changed here since `before` stays.
    pub fn remember(mut self, before: &Remembered, after: Remembered) {
        let now = self.remembered();
        if now.people == before.people && after.people != now.people {
            self.people.set(after.people);
        }
        if now.settings == before.settings && after.settings != now.settings {
            self.settings.set(after.settings);
        }
        if now.bookmarks == before.bookmarks && after.bookmarks != now.bookmarks {
            self.bookmarks.set(after.bookmarks);
        }
        if now.values == before.values && after.values != now.values {
            self.values.set(after.values);
        }
    }

    /// What a file of everything contains besides the tables: people, bookmarks, and the values of the games and the
    /// clock.
    pub fn kept_values(self) -> BTreeMap<String, Value> {
        let mut values = self.values.read().clone();
        values.insert(ROSTER.to_owned(), serde_json::to_value(self.people()).unwrap_or_default());
        values.insert(BOOKMARKS.to_owned(), serde_json::to_value(self.bookmarks()).unwrap_or_default());
        values
    }

    /// Stores the tables of a file together with what else it contains: people not known yet, bookmarks, and the games'
    /// own values, already merged with those here. All of it or nothing.
    ///
    /// # Errors
    /// Those of [`Storage::put_all`](takujo_core::storage::Storage::put_all); also [`StorageError::Lost`] while something of this app cannot be read.
    pub async fn take_in(
        mut self,
        mut batch: Batch,
        kept: &BTreeMap<String, Value>,
        of_games: Vec<(&'static str, Value)>,
    ) -> Result<KeptChanges, StorageError> {
        if !self.unread.peek().is_empty() {
            return Err(StorageError::Lost);
        }
        let mut changes = KeptChanges::default();
        let mut people = self.people();
        people.take_in(value_of(kept.get(ROSTER)));
        let mut places: Vec<String> = value_of(kept.get(BOOKMARKS));
        let mut bookmarks = self.bookmarks();
        places.retain(|place| place.len() <= LONGEST_PLACE && !bookmarks.contains(place));
        bookmarks.extend(places);
        bookmarks.truncate(MOST_BOOKMARKS);
        let mut put = |key: &str, value: &Value| batch.values.push((key.to_owned(), value.to_string()));
        if people != *self.people.peek() {
            put(ROSTER, &serde_json::to_value(&people).unwrap_or_default());
            changes.people = Some((self.people.peek().clone(), people.clone()));
        }
        if bookmarks != *self.bookmarks.peek() {
            put(BOOKMARKS, &Value::from(bookmarks.clone()));
            changes.bookmarks = Some((self.bookmarks.peek().clone(), bookmarks.clone()));
        }
        of_games.iter().for_each(|(key, value)| put(key, value));
        self.store().put_all(&batch).await?;
        self.people.set(people);
        self.bookmarks.set(bookmarks);
        for (key, value) in of_games {
            let before = self.values.write().insert(key.to_owned(), value.clone());
            changes.of_games.push((key, before.unwrap_or_default(), value));
        }
        self.changed_by(&batch);
        Ok(changes)
    }

    /// Takes back what [`App::take_in`] changed: stores `batch`, and puts back those of the other values that nobody
    /// has changed since.
    ///
    /// # Errors
    /// Why nothing was taken back.
    pub async fn take_back(mut self, mut batch: Batch, changes: &KeptChanges) -> Result<(), StorageError> {
        let people =
            changes.people.as_ref().filter(|(_, after)| *after == *self.people.peek()).map(|(before, _)| before);
        let bookmarks = changes.bookmarks.as_ref().filter(|(_, after)| *after == *self.bookmarks.peek());
        let bookmarks = bookmarks.map(|(before, _)| before);
        let still = |(key, _, after): &&(&'static str, Value, Value)| self.values.peek().get(*key) == Some(after);
        let of_games: Vec<_> = changes.of_games.iter().filter(still).collect();
        let mut put = |key: &str, value: Value| batch.values.push((key.to_owned(), value.to_string()));
        if let Some(people) = people {
            put(ROSTER, serde_json::to_value(people).unwrap_or_default());
        }
        if let Some(bookmarks) = bookmarks {
            put(BOOKMARKS, Value::from(bookmarks.clone()));
        }
        of_games.iter().for_each(|(key, before, _)| put(key, before.clone()));
        self.store().put_all(&batch).await?;
        if let Some(people) = people {
            self.people.set(people.clone());
        }
        if let Some(bookmarks) = bookmarks {
            self.bookmarks.set(bookmarks.clone());
        }
        for (key, before, _) in of_games {
            self.values.write().insert((*key).to_owned(), before.clone());
        }
        self.changed_by(&batch);
        Ok(())
    }

    /// Tells whoever shows one of these tables that it has changed.
    pub fn changed_by(mut self, batch: &Batch) {
        let changed = batch.tables.iter().map(|table| &table.id);
        let changed = changed.chain(batch.heads.iter().map(|(id, _)| id));
        let changed = changed.chain(batch.appends.iter().map(|append| &append.id));
        for id in changed.chain(batch.cuts.iter().map(|cut| &cut.id)) {
            *self.remote_changes.write().entry(id.clone()).or_default() += 1;
        }
    }
}
