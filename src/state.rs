//! What the app keeps beside the tables: settings, the people it knows, which table is in play.

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

/// Light, dark, or as the system says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system says.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All, in the order they are offered.
    pub const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    /// As the style sheet knows it.
    pub fn id(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// What a person set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Language; the system's until one is chosen.
    pub lang: Option<Lang>,
    /// Theme.
    pub theme: Theme,
    /// Whether the screen stays on while a table is open.
    pub awake: bool,
    /// Whether a tap that passes the turn on is felt.
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
/// Most bookmarks that come in with a file, and the longest, in bytes.
const MOST_BOOKMARKS: usize = 200;
const LONGEST_PLACE: usize = 100;

/// What is known of a table before it is read, so that the page that the site brings along keeps its place. As
/// `public/boot.js` reads it: id, game, title and the names in English and in Japanese, a line each. Names and titles have
/// no line end in them; a foreign file's id that had one would give a wrong card, until the table is read.
pub fn card(head: &Head) -> String {
    let players: Vec<String> = head.players.iter().map(|player| player.name.clone()).collect();
    let Head { id, game, title, .. } = head;
    format!("{id}\n{game}\n{title}\n{}\n{}", list(Lang::En, &players), list(Lang::Ja, &players))
}

/// The running app: its storage, and what is kept beside the tables. A handle, cheap to copy.
#[derive(Clone, Copy, PartialEq)]
pub struct App {
    store: CopyValue<Rc<dyn Storage>>,
    system: CopyValue<Lang>,
    /// What a person set. Change it by [`App::set`].
    settings: Signal<Settings>,
    roster: Signal<Vec<Player>>,
    /// The keys of the games' own values.
    keys: CopyValue<Vec<&'static str>>,
    /// The games' own values, by key.
    values: Signal<BTreeMap<String, Value>>,
    current: Signal<Option<String>>,
    card: Signal<Option<String>>,
    bookmarks: Signal<Vec<String>>,
    trouble: Signal<Option<StorageError>>,
    /// The open tables, and those that were left before all of their taps were saved.
    tables: CopyValue<BTreeMap<String, Rc<dyn Any>>>,
    /// The tables whose taps would be lost if the app were closed now.
    unsaved: CopyValue<BTreeSet<String>>,
    /// How often another window has changed each table.
    remote_changes: Signal<BTreeMap<String, usize>>,
    /// How far the start has come: 0 to [`STAGES`].
    stage: Signal<u8>,
}

/// Stages in which the first page is drawn: the router with an empty frame, what is in the frame, the head and the bar of
/// the page, its tiles, the rest.
const STAGES: u8 = 5;

/// The running app, from any component.
pub fn app() -> App {
    use_context::<App>()
}

/// The language now, from any component; the component follows it when it changes.
pub fn lang() -> Lang {
    try_use_context::<App>().map(App::lang).unwrap_or_default()
}

fn try_use_context<T: 'static + Clone>() -> Option<T> {
    use_hook(try_consume_context::<T>)
}

async fn kept(store: &dyn Storage, key: &str) -> Option<String> {
    store.read(key).await.ok().flatten()
}

/// A value that cannot be read is as one never kept; the tables do not hang on it.
fn value<T: serde::de::DeserializeOwned + Default>(text: Option<String>) -> T {
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// What was found when the app opened.
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
    /// Opens the device's storage; where it refuses, memory, and the trouble is told. `keys` are those of the games' own values.
    pub async fn device(keys: Vec<&'static str>) -> SavedState {
        device::pause(0).await;
        let opened = match device::open_storage().await {
            Ok(store) => SavedState::with(store, keys, None).await,
            Err(error) => SavedState::with(Rc::new(Memory::default()), keys, Some(error)).await,
        };
        device::pause(0).await;
        opened
    }

    /// Reads what `store` keeps; `keys` are those of the games' own values.
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
    /// Makes the handle from what was found. Call it inside a component.
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
        // A callback: the browser calls from outside the app's runtime.
        let changed = Callback::new(move |what| app.take_remote_change(what));
        opened.store.on_change(Box::new(move |what| changed.call(what)));
        app
    }

    /// Whether the start has come to this stage: one after the other behind the page that the site brings along, else all at
    /// once.
    pub fn reached(self, stage: u8) -> bool {
        (self.stage)() >= stage
    }

    /// Whether the first page is drawn whole.
    pub fn complete(self) -> bool {
        self.reached(STAGES)
    }

    /// Another window has kept something: a value of the app is read anew, a table is left to who shows it.
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
            // Which table is in play, and what is half entered, is each window's own.
            } else if what != CURRENT && !what.starts_with("draft:") {
                *self.remote_changes.write().entry(what).or_default() += 1;
            }
        });
    }

    /// How often another window has changed this table; the component follows it when it happens.
    pub fn remote_changes(self, id: &str) -> usize {
        self.remote_changes.read().get(id).copied().unwrap_or_default()
    }

    /// How often another window has changed any table; the component follows it when it happens.
    pub fn all_remote_changes(self) -> usize {
        self.remote_changes.read().values().sum()
    }

    /// What the app holds of a table, whichever page is shown.
    pub fn held(self, id: &str) -> Option<Rc<dyn Any>> {
        self.tables.peek().get(id).cloned()
    }

    /// Holds a table until [`App::let_go`].
    pub fn hold(mut self, id: &str, table: Rc<dyn Any>) {
        self.tables.write().insert(id.to_owned(), table);
    }

    /// Lets go of a table.
    pub fn let_go(mut self, id: &str) {
        self.tables.write().remove(id);
    }

    /// Says whether taps of this table would be lost if the app were closed now: the device warns of it then.
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

    /// The language now.
    pub fn lang(self) -> Lang {
        self.settings.read().lang.unwrap_or(*self.system.read())
    }

    /// The settings now.
    pub fn settings(self) -> Settings {
        self.settings.read().clone()
    }

    /// Changes the settings and keeps them.
    pub fn set(mut self, settings: Settings) {
        self.save(SETTINGS, &settings);
        self.settings.set(settings);
    }

    /// The other language, in one tap.
    pub fn switch_lang(self) {
        self.set(Settings { lang: Some(self.lang().other()), ..self.settings() });
    }

    /// Everybody known, those who played last first.
    pub fn roster(self) -> Vec<Player> {
        self.roster.read().clone()
    }

    /// Remembers who plays now.
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

    /// A game's own value; `None` if it was never kept or cannot be read.
    pub fn value<T: serde::de::DeserializeOwned>(self, key: &str) -> Option<T> {
        let value = self.values.read().get(key).cloned();
        value.and_then(|value| serde_json::from_value(value).ok())
    }

    /// Keeps a game's own value.
    pub fn set_value(mut self, key: &str, value: &impl Serialize) {
        let Ok(value) = serde_json::to_value(value) else { return };
        self.save(key, &value);
        self.values.write().insert(key.to_owned(), value);
    }

    /// The table in play, if any.
    pub fn current(self) -> Option<String> {
        self.current.read().clone()
    }

    /// Says which table is in play.
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

    /// Says what is known of the table in play; the device keeps it for the next start.
    pub fn set_card(mut self, card: Option<String>) {
        if *self.card.peek() != card {
            device::set_card(card.as_deref());
            self.card.set(card);
        }
    }

    /// The sections of the rules that are bookmarked, as `game/section`, the newest first.
    pub fn bookmarks(self) -> Vec<String> {
        self.bookmarks.read().clone()
    }

    /// Bookmarks a section, or no longer.
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

    /// What is wrong with the storage, if anything.
    pub fn trouble(self) -> Option<StorageError> {
        *self.trouble.read()
    }

    /// Says what is wrong with the storage, or that nothing is any more.
    pub fn set_trouble(mut self, trouble: Option<StorageError>) {
        if *self.trouble.peek() != trouble {
            self.trouble.set(trouble);
        }
    }

    /// Keeps a named value; a failure shows as trouble.
    pub fn save(self, key: &str, value: &impl Serialize) {
        let Ok(text) = serde_json::to_string(value) else { return };
        let task = self.store().write(key, &text);
        spawn(async move {
            if let Err(error) = task.await {
                self.set_trouble(Some(error));
            }
        });
    }

    /// What a bundle of everything holds beside the tables.
    pub fn kept_values(self) -> BTreeMap<String, Value> {
        let mut values = self.values.read().clone();
        values.insert(ROSTER.to_owned(), serde_json::to_value(self.roster()).unwrap_or_default());
        values.insert(BOOKMARKS.to_owned(), serde_json::to_value(self.bookmarks()).unwrap_or_default());
        values
    }

    /// Takes in what a bundle holds beside the tables and the games' own values: people not known yet, and bookmarks.
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
