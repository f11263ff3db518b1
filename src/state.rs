//! What the app knows besides the tables: settings, known people, the table in play.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use dioxus::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::device;
use crate::domain::seats::{MAX_NAME, MAX_SEATS, Player};
use crate::domain::session::{Bundle, Head};
use crate::i18n::{Lang, list};
use crate::storage::{Memory, Storage, StorageError};

/// Light, dark, or following the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Follows the system.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All themes, in the order they are offered.
    pub const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    /// The name used in style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// The person's settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language; `None` follows the system.
    pub lang: Option<Lang>,
    /// Theme.
    pub theme: Theme,
    /// Whether the screen stays on while a table is open.
    pub awake: bool,
    /// Whether the device vibrates when a tap passes the turn.
    pub buzz: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { lang: None, theme: Theme::default(), awake: true, buzz: true }
    }
}

const SETTINGS: &str = "settings";
const ROSTER: &str = "roster";
const CURRENT: &str = "current";
const BOOKMARKS: &str = "bookmarks";
/// Most people the app remembers.
const MOST_KNOWN: usize = 60;
/// Most bookmarks imported from a file, and the longest, in bytes.
const MOST_BOOKMARKS: usize = 200;
const LONGEST_PLACE: usize = 100;

/// What the boot page shows of a table before it has been read, in the format of `public/boot.js`: id, game, title and
/// the game's names in English and Japanese, one per line. Our names and titles never contain a line break; an id from
/// a foreign file might, and would give a wrong card until the table has been read.
pub fn card(head: &Head) -> String {
    let players: Vec<String> = head.players.iter().map(|player| player.name.clone()).collect();
    let Head { id, game, title, .. } = head;
    format!("{id}\n{game}\n{title}\n{}\n{}", list(Lang::En, &players), list(Lang::Ja, &players))
}

/// The app's shared state: its storage and everything besides the tables. A handle, cheap to copy.
#[derive(Clone, Copy, PartialEq)]
pub struct App {
    store: CopyValue<Rc<dyn Storage>>,
    system: CopyValue<Lang>,
    /// Changed through [`App::set`].
    settings: Signal<Settings>,
    roster: Signal<Vec<Player>>,
    /// Keys of the games' own values.
    keys: CopyValue<Vec<&'static str>>,
    /// The games' own values, by key.
    values: Signal<BTreeMap<String, Value>>,
    current: Signal<Option<String>>,
    card: Signal<Option<String>>,
    bookmarks: Signal<Vec<String>>,
    trouble: Signal<Option<StorageError>>,
    /// The open tables, and those that were left before all their taps were saved.
    tables: CopyValue<BTreeMap<String, Rc<dyn Any>>>,
    /// The tables whose taps would be lost if the app were closed now.
    unsaved: CopyValue<BTreeSet<String>>,
    /// How often other windows have changed each table.
    remote_changes: Signal<BTreeMap<String, usize>>,
    /// Progress of the start: 0 to [`STAGES`].
    stage: Signal<u8>,
}

/// Stages in which the first page is drawn, to keep a slow phone responsive: the router with an empty frame, the
/// content of the frame, the page's heading and bar, its tiles, the rest.
const STAGES: u8 = 5;

/// The app's state, from any component.
pub fn app() -> App {
    use_context::<App>()
}

/// The current language, from any component; subscribes the component to changes.
pub fn lang() -> Lang {
    try_use_context::<App>().map(App::lang).unwrap_or_default()
}

fn try_use_context<T: 'static + Clone>() -> Option<T> {
    use_hook(try_consume_context::<T>)
}

async fn kept(store: &dyn Storage, key: &str) -> Option<String> {
    store.read(key).await.ok().flatten()
}

/// An unreadable value counts as absent; the tables do not depend on it.
fn value<T: serde::de::DeserializeOwned + Default>(text: Option<String>) -> T {
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// What was read from the storage at the start.
#[derive(Clone)]
pub struct SavedState {
    store: Rc<dyn Storage>,
    settings: Settings,
    roster: Vec<Player>,
    keys: Vec<&'static str>,
    values: BTreeMap<String, Value>,
    current: Option<String>,
    /// The [`card`] of the table in play.
    pub card: Option<String>,
    bookmarks: Vec<String>,
    trouble: Option<StorageError>,
}

impl PartialEq for SavedState {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.store, &other.store)
    }
}

impl SavedState {
    /// Opens the device's storage, or memory with the error if it refuses. `keys` are those of the games' own values.
    pub async fn device(keys: Vec<&'static str>) -> SavedState {
        device::pause(0).await;
        let opened = match device::open_storage().await {
            Ok(store) => SavedState::with(store, keys, None).await,
            Err(error) => SavedState::with(Rc::new(Memory::default()), keys, Some(error)).await,
        };
        device::pause(0).await;
        opened
    }

    /// Reads everything from `store`; `keys` are those of the games' own values.
    pub async fn with(store: Rc<dyn Storage>, keys: Vec<&'static str>, trouble: Option<StorageError>) -> SavedState {
        let mut values = BTreeMap::new();
        for &key in &keys {
            if let Some(found) = value::<Option<Value>>(kept(&*store, key).await) {
                values.insert(key.to_owned(), found);
            }
        }
        SavedState {
            keys,
            values,
            settings: value(kept(&*store, SETTINGS).await),
            roster: value(kept(&*store, ROSTER).await),
            current: value(kept(&*store, CURRENT).await),
            card: device::card(),
            bookmarks: value(kept(&*store, BOOKMARKS).await),
            store,
            trouble,
        }
    }
}

impl App {
    /// Creates the handle. Call it inside a component.
    pub fn new(opened: &SavedState) -> App {
        let tags = device::languages();
        let app = App {
            store: CopyValue::new(opened.store.clone()),
            system: CopyValue::new(Lang::best(tags.iter().map(String::as_str))),
            settings: Signal::new(opened.settings.clone()),
            roster: Signal::new(opened.roster.clone()),
            keys: CopyValue::new(opened.keys.clone()),
            values: Signal::new(opened.values.clone()),
            current: Signal::new(opened.current.clone()),
            card: Signal::new(opened.card.clone()),
            bookmarks: Signal::new(opened.bookmarks.clone()),
            trouble: Signal::new(opened.trouble),
            tables: CopyValue::new(BTreeMap::new()),
            unsaved: CopyValue::new(BTreeSet::new()),
            remote_changes: Signal::new(BTreeMap::new()),
            stage: Signal::new(if device::has_boot_page() { 0 } else { STAGES }),
        };
        let mut stage = app.stage;
        spawn(async move {
            while *stage.peek() < STAGES {
                device::pause(0).await;
                let next = *stage.peek() + 1;
                stage.set(next);
            }
        });
        // A callback, because the browser calls it from outside the Dioxus runtime.
        let changed = Callback::new(move |what| app.take_remote_change(what));
        opened.store.on_change(Box::new(move |what| changed.call(what)));
        app
    }

    /// Whether the start has reached this stage. Stages follow one another behind the boot page; without one, all come
    /// at once.
    pub fn reached(self, stage: u8) -> bool {
        (self.stage)() >= stage
    }

    /// Whether the first page is complete.
    pub fn complete(self) -> bool {
        self.reached(STAGES)
    }

    /// Another window changed something: re-reads a value of the app; a table is left to whoever shows it.
    fn take_remote_change(mut self, what: String) {
        spawn(async move {
            let of_game = self.keys.read().contains(&what.as_str());
            if of_game || [SETTINGS, ROSTER, BOOKMARKS].contains(&what.as_str()) {
                let text = kept(&*self.store(), &what).await;
                match what.as_str() {
                    SETTINGS => self.settings.set(value(text)),
                    ROSTER => self.roster.set(value(text)),
                    BOOKMARKS => self.bookmarks.set(value(text)),
                    _ => {
                        if let Some(found) = value::<Option<Value>>(text) {
                            self.values.write().insert(what, found);
                        }
                    }
                }
            // The table in play and unfinished entries belong to each window.
            } else if what != CURRENT && !what.starts_with("draft:") {
                *self.remote_changes.write().entry(what).or_default() += 1;
            }
        });
    }

    /// How often other windows have changed this table; subscribes the component to changes.
    pub fn remote_changes(self, id: &str) -> usize {
        self.remote_changes.read().get(id).copied().unwrap_or_default()
    }

    /// How often other windows have changed any table; subscribes the component to changes.
    pub fn all_remote_changes(self) -> usize {
        self.remote_changes.read().values().sum()
    }

    /// What [`App::hold`] holds for a table, whichever page is shown.
    pub fn held(self, id: &str) -> Option<Rc<dyn Any>> {
        self.tables.peek().get(id).cloned()
    }

    /// Holds a table until [`App::let_go`].
    pub fn hold(mut self, id: &str, table: Rc<dyn Any>) {
        self.tables.write().insert(id.to_owned(), table);
    }

    /// Releases a table.
    pub fn let_go(mut self, id: &str) {
        self.tables.write().remove(id);
    }

    /// Sets whether closing the app now would lose taps of this table; the device warns while any table would.
    pub fn set_unsaved(mut self, id: &str, unsaved: bool) {
        let mut all = self.unsaved.write();
        let changed = if unsaved { all.insert(id.to_owned()) } else { all.remove(id) };
        if changed {
            device::warn_before_closing(!all.is_empty());
        }
    }

    /// The storage.
    pub fn store(self) -> Rc<dyn Storage> {
        self.store.read().clone()
    }

    /// The current language.
    pub fn lang(self) -> Lang {
        self.settings.read().lang.unwrap_or(*self.system.read())
    }

    /// The current settings.
    pub fn settings(self) -> Settings {
        self.settings.read().clone()
    }

    /// Changes and saves the settings.
    pub fn set(mut self, settings: Settings) {
        self.save(SETTINGS, &settings);
        self.settings.set(settings);
    }

    /// Switches to the other language.
    pub fn switch_lang(self) {
        self.set(Settings { lang: Some(self.lang().other()), ..self.settings() });
    }

    /// Everyone known; those who played most recently come first.
    pub fn roster(self) -> Vec<Player> {
        self.roster.read().clone()
    }

    /// Remembers the people who play now.
    pub fn remember(mut self, players: &[Player]) {
        let mut roster: Vec<Player> = players.to_vec();
        roster.extend(self.roster.read().iter().filter(|known| !players.iter().any(|p| p.name == known.name)).cloned());
        roster.truncate(MOST_KNOWN);
        self.save(ROSTER, &roster);
        self.roster.set(roster);
    }

    /// Forgets a person.
    pub fn forget(mut self, name: &str) {
        let roster: Vec<Player> = self.roster.read().iter().filter(|known| known.name != name).cloned().collect();
        self.save(ROSTER, &roster);
        self.roster.set(roster);
    }

    /// A game's own value; `None` if it was never stored or cannot be read.
    pub fn value<T: serde::de::DeserializeOwned>(self, key: &str) -> Option<T> {
        let value = self.values.read().get(key).cloned();
        value.and_then(|value| serde_json::from_value(value).ok())
    }

    /// Stores a game's own value.
    pub fn set_value(mut self, key: &str, value: &impl Serialize) {
        let Ok(value) = serde_json::to_value(value) else { return };
        self.save(key, &value);
        self.values.write().insert(key.to_owned(), value);
    }

    /// Id of the table in play, if any.
    pub fn current(self) -> Option<String> {
        self.current.read().clone()
    }

    /// Sets the table in play.
    pub fn set_current(mut self, id: Option<String>) {
        if *self.current.peek() != id {
            self.save(CURRENT, &id);
            self.current.set(id);
        }
    }

    /// The [`card`] of the table in play, if any.
    pub fn card(self) -> Option<String> {
        self.card.read().clone()
    }

    /// Sets the card of the table in play; the device stores it for the next start.
    pub fn set_card(mut self, card: Option<String>) {
        if *self.card.peek() != card {
            device::set_card(card.as_deref());
            self.card.set(card);
        }
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

    /// Stores a named value; a failure becomes [`App::trouble`].
    pub fn save(self, key: &str, value: &impl Serialize) {
        let Ok(text) = serde_json::to_string(value) else { return };
        let task = self.store().write(key, &text);
        spawn(async move {
            if let Err(error) = task.await {
                self.set_trouble(Some(error));
            }
        });
    }

    /// What a file of everything contains besides the tables.
    pub fn kept_values(self) -> BTreeMap<String, Value> {
        let mut values = self.values.read().clone();
        values.insert(ROSTER.to_owned(), serde_json::to_value(self.roster()).unwrap_or_default());
        values.insert(BOOKMARKS.to_owned(), serde_json::to_value(self.bookmarks()).unwrap_or_default());
        values
    }

    /// Imports what a file contains besides the tables and the games' own values: unknown people, and bookmarks.
    pub fn take_kept(mut self, bundle: &Bundle) {
        let known: Vec<Player> =
            bundle.kept.get(ROSTER).and_then(|roster| serde_json::from_value(roster.clone()).ok()).unwrap_or_default();
        let mut roster = self.roster();
        for player in known {
            let fits = usize::from(player.mark) < MAX_SEATS
                && crate::domain::seats::tidy_name(&player.name) == player.name
                && crate::domain::seats::one_way(&player.name) == player.name
                && (1..=MAX_NAME).contains(&player.name.chars().count());
            if fits && roster.len() < MOST_KNOWN && !roster.iter().any(|other| other.name == player.name) {
                roster.push(player);
            }
        }
        self.save(ROSTER, &roster);
        self.roster.set(roster);
        let mut places: Vec<String> = bundle
            .kept
            .get(BOOKMARKS)
            .cloned()
            .and_then(|value| serde_json::from_value(value).ok())
            .unwrap_or_default();
        let mut bookmarks = self.bookmarks();
        places.retain(|place| place.len() <= LONGEST_PLACE && !bookmarks.contains(place));
        bookmarks.extend(places);
        bookmarks.truncate(MOST_BOOKMARKS);
        self.save(BOOKMARKS, &bookmarks);
        self.bookmarks.set(bookmarks);
    }
}
