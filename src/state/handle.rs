//! The handle that every component has of the app: what is shared, how far the start has come, and what is wrong with the
//! storage.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use dioxus::prelude::*;
use serde::Serialize;
use serde_json::Value;
use takujo_core::domain::people::People;
use takujo_core::i18n::Lang;
use takujo_core::storage::{Storage, StorageError};

use super::card::HomeCard;
use super::settings::Settings;

/// The part of the app's state that is never drawn, so nothing subscribes to it.
pub(super) struct Own {
    pub(super) store: Rc<dyn Storage>,
    /// The language of the device.
    pub(super) system: Lang,
    /// Keys of the games' own values, the clock's among them.
    pub(super) keys: Vec<&'static str>,
    /// See [`App::say_later`].
    pub(super) later: String,
    /// The table that was left or read last, and how it stood then.
    pub(super) stood: Option<(String, [String; 2])>,
    /// See [`App::is_in_memory`].
    pub(super) in_memory: bool,
    /// The tables whose taps would be lost if the app were closed now.
    pub(super) unsaved: BTreeSet<String>,
}

/// The app's shared state: its storage and everything besides the tables. A handle, cheap to copy.
#[derive(Clone, Copy, PartialEq)]
pub struct App {
    pub(super) own: CopyValue<Own>,
    /// Changed through [`App::set`].
    pub(super) settings: Signal<Settings>,
    pub(super) people: Signal<People>,
    /// The games' own values and the clock's, by key.
    pub(super) values: Signal<BTreeMap<String, Value>>,
    pub(super) playing: Signal<Vec<String>>,
    pub(super) cards: Signal<Vec<HomeCard>>,
    pub(super) bookmarks: Signal<Vec<String>>,
    pub(super) trouble: Signal<Option<StorageError>>,
    /// Keys of stored values that could not be read yet: nothing may be written over them.
    pub(super) unread: Signal<Vec<String>>,
    /// How often each table was changed by another window, or by an import in this one.
    pub(super) remote_changes: Signal<BTreeMap<String, usize>>,
    /// Progress of the start: 0 to [`STAGES`].
    pub(super) stage: Signal<u8>,
    /// How many views are still loading.
    pub(super) waiting: Signal<usize>,
}

/// Stages in which the first page is drawn, so that a slow phone stays responsive: the router with an empty frame, the
/// content of the frame, the page's heading and bar, the games, the rest.
pub(super) const STAGES: u8 = 5;

/// The app's state, from any component.
pub fn app() -> App {
    use_context::<App>()
}

/// The current language, from any component; subscribes the component to changes.
pub fn lang() -> Lang {
    try_use_context::<App>().map(App::lang).unwrap_or_default()
}

/// Like [`use_context`], but `None` where there is no such context.
fn try_use_context<T: 'static + Clone>() -> Option<T> {
    use_hook(try_consume_context::<T>)
}

/// Marks a view that is still loading: the boot page stays until no such mark is left.
#[component]
pub fn StillWaiting() -> Element {
    let mut waiting = app().waiting;
    use_hook(|| waiting += 1);
    use_drop(move || waiting -= 1);
    rsx! {}
}

impl App {
    /// Whether the start has reached this stage, see `STAGES`. Behind a boot page the stages follow one another;
    /// without one, all come at once. Subscribes the component.
    pub fn reached(self, stage: u8) -> bool {
        (self.stage)() >= stage
    }

    /// Whether the first page is complete, with everything it loads.
    pub fn complete(self) -> bool {
        self.reached(STAGES) && (self.waiting)() == 0
    }

    /// The storage.
    pub fn store(self) -> Rc<dyn Storage> {
        self.own.peek().store.clone()
    }

    /// The current language.
    pub fn lang(self) -> Lang {
        self.settings.read().lang.unwrap_or(self.own.peek().system)
    }

    /// The current problem with the storage, if any.
    pub fn trouble(self) -> Option<StorageError> {
        *self.trouble.read()
    }

    /// Sets or clears the problem with the storage.
    pub fn set_trouble(mut self, trouble: Option<StorageError>) {
        if *self.trouble.peek() != trouble {
            self.trouble.set(trouble);
        }
    }

    pub(super) fn is_unread(self, key: &str) -> bool {
        self.unread.peek().iter().any(|other| other == key)
    }

    pub(super) fn set_unread(mut self, key: &str, unread: bool) {
        if self.is_unread(key) != unread {
            let mut keys = self.unread.peek().clone();
            match unread {
                true => keys.push(key.to_owned()),
                false => keys.retain(|other| other != key),
            }
            self.unread.set(keys);
        }
    }

    /// Whether something that is stored could not be read yet. What is changed meanwhile is not stored, except people
    /// who sit down.
    pub fn has_unread(self) -> bool {
        !self.unread.read().is_empty()
    }

    /// Stores a named value in the background; a failure becomes [`App::trouble`]. Does nothing while the stored value
    /// could not be read.
    pub fn save(self, key: &str, value: &impl Serialize) {
        if self.is_unread(key) {
            return;
        }
        let Ok(text) = serde_json::to_string(value) else { return };
        let task = self.store().write(key, &text);
        spawn(async move {
            if let Err(error) = task.await {
                self.set_trouble(Some(error));
            }
        });
    }

    /// Leaves a message for the next visit to the history, because that page was left before the message was ready.
    pub fn say_later(&mut self, words: String) {
        self.own.write().later = words;
    }

    /// Takes the message that [`App::say_later`] left; empty if there is none.
    pub fn said_later(mut self) -> String {
        std::mem::take(&mut self.own.write().later)
    }
}
