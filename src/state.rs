//! What the running app knows besides the tables themselves: settings, known people, bookmarks, what games store of
//! their own, which tables are in play, which are open, and what is wrong with the storage.
//!
//! [`SavedState`] is read from the storage at the start; [`App`] is the handle that every component gets with [`app`].
//! What is changed is stored at once, and what other windows of the app change is read again.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use dioxus::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use takujo_core::domain::people::People;
use takujo_core::domain::session::Head;
use takujo_core::i18n::{Lang, list};
use takujo_core::storage::{Batch, Memory, Storage, StorageError, summary_key};

use crate::device;

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
    /// Light, dark, or as the system.
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
const PLAYING: &str = "playing";
/// Written by older versions only: the table looked at last.
const CURRENT: &str = "current";
const BOOKMARKS: &str = "bookmarks";
/// Time until a value that could not be read is tried again, in milliseconds.
const READ_AGAIN: i32 = 5_000;
/// Most tables in play that are offered on the home page; the others are in the history.
const MOST_PLAYING: usize = 4;
/// Most bookmarks after an import, and the longest that is imported, in bytes.
const MOST_BOOKMARKS: usize = 200;
const LONGEST_PLACE: usize = 100;

/// What the boot page and the home page show of a table in play before it has been read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HomeCard {
    /// Id of the table.
    pub id: String,
    /// Stable text id of the game.
    pub game: String,
    /// The table's name; empty if it was given none.
    pub title: String,
    /// Who plays, as a sentence lists them, in English and in Japanese.
    pub names: [String; 2],
    /// How it stood when it was left, in both languages. Empty if that is not known, and for the table played last,
    /// whose log is read anyway.
    pub stood: [String; 2],
}

/// Lines that a card takes as text.
const CARD_LINES: usize = 5;
/// Longest text of cards that is read, in bytes: many times what four tables of twelve players need. `public/boot.js`
/// reads 10,000 characters at most, which may have three bytes each.
const LONGEST_CARDS: usize = 30_000;

impl HomeCard {
    /// The card of a table.
    pub fn of(head: &Head) -> HomeCard {
        let players: Vec<String> = head.players.iter().map(|player| player.name.clone()).collect();
        let names = Lang::ALL.map(|l| list(l, &players));
        HomeCard {
            id: head.id.clone(),
            game: head.game.clone(),
            title: head.title.clone(),
            names,
            stood: <[String; 2]>::default(),
        }
    }

    /// Reads what [`HomeCard::write`] wrote; no cards from a text that it cannot have written.
    pub fn read(text: &str) -> Vec<HomeCard> {
        if text.len() > LONGEST_CARDS {
            return Vec::new();
        }
        let lines: Vec<&str> = text.split('\n').take(MOST_PLAYING * CARD_LINES).collect();
        let card = |lines: &[&str]| match lines {
            [id, game, title, who @ ..] => {
                let [en, ja] = <[&str; 2]>::try_from(who).ok()?.map(|who| who.split_once('\t').unwrap_or((who, "")));
                Some(HomeCard {
                    id: (*id).to_owned(),
                    game: (*game).to_owned(),
                    title: (*title).to_owned(),
                    names: [en.0, ja.0].map(str::to_owned),
                    stood: [en.1, ja.1].map(str::to_owned),
                })
            }
            _ => None,
        };
        lines.chunks(CARD_LINES).filter_map(card).collect()
    }

    /// Cards in the format of `public/boot.js`: id, game, title and the names in both languages, one per line; how the
    /// table stood follows the names after a tab. Names and titles never contain a line break or a tab. An id from
    /// another program's file might, and would give a wrong card until the table has been read.
    pub fn write(cards: &[HomeCard]) -> String {
        let lines = |card: &HomeCard| {
            let HomeCard { id, game, title, names, stood } = card;
            let who = [0, 1]
                .map(|l| if stood[l].is_empty() { names[l].clone() } else { format!("{}\t{}", names[l], stood[l]) });
            format!("{id}\n{game}\n{title}\n{}", who.join("\n"))
        };
        cards.iter().map(lines).collect::<Vec<_>>().join("\n")
    }
}

/// The part of the app's state that is never drawn, so nothing subscribes to it.
struct Own {
    store: Rc<dyn Storage>,
    /// The language of the device.
    system: Lang,
    /// Keys of the games' own values, the clock's among them.
    keys: Vec<&'static str>,
    /// See [`App::say_later`].
    later: String,
    /// The table that was left or read last, and how it stood then.
    stood: Option<(String, [String; 2])>,
    /// The open tables, and those that were left before all their taps were saved.
    tables: BTreeMap<String, Rc<dyn Any>>,
    /// The tables whose taps would be lost if the app were closed now.
    unsaved: BTreeSet<String>,
}

/// What an import changed besides tables: each value before and after it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KeptChanges {
    people: Option<(People, People)>,
    bookmarks: Option<(Vec<String>, Vec<String>)>,
    of_games: Vec<(&'static str, Value, Value)>,
}

/// The app's shared state: its storage and everything besides the tables. A handle, cheap to copy.
#[derive(Clone, Copy, PartialEq)]
pub struct App {
    own: CopyValue<Own>,
    /// Changed through [`App::set`].
    settings: Signal<Settings>,
    people: Signal<People>,
    /// The games' own values and the clock's, by key.
    values: Signal<BTreeMap<String, Value>>,
    playing: Signal<Vec<String>>,
    cards: Signal<Vec<HomeCard>>,
    bookmarks: Signal<Vec<String>>,
    trouble: Signal<Option<StorageError>>,
    /// Keys of stored values that could not be read yet: nothing may be written over them.
    unread: Signal<Vec<String>>,
    /// How often each table was changed by another window, or by an import in this one.
    remote_changes: Signal<BTreeMap<String, usize>>,
    /// Progress of the start: 0 to [`STAGES`].
    stage: Signal<u8>,
    /// How many views are still loading.
    waiting: Signal<usize>,
}

/// Stages in which the first page is drawn, so that a slow phone stays responsive: the router with an empty frame, the
/// content of the frame, the page's heading and bar, the games, the rest.
const STAGES: u8 = 5;

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

/// The cards that the device stored for the boot page.
fn kept_cards() -> Vec<HomeCard> {
    device::card().as_deref().map(HomeCard::read).unwrap_or_default()
}

/// Reads a stored value. A damaged one counts as absent; the tables do not depend on it. Parsed by way of `Value`, like
/// imported files, because otherwise the program would contain two parsers for each type.
fn value<T: serde::de::DeserializeOwned + Default>(text: Option<String>) -> T {
    let value = text.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
}

/// Reads a value from an imported file; a damaged one counts as absent.
fn value_of<T: serde::de::DeserializeOwned + Default>(value: Option<&Value>) -> T {
    value.and_then(|value| serde_json::from_value(value.clone()).ok()).unwrap_or_default()
}

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
                tables: BTreeMap::new(),
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

    /// Whether the start has reached this stage, see `STAGES`. Behind a boot page the stages follow one another;
    /// without one, all come at once. Subscribes the component.
    pub fn reached(self, stage: u8) -> bool {
        (self.stage)() >= stage
    }

    /// Whether the first page is complete, with everything it loads.
    pub fn complete(self) -> bool {
        self.reached(STAGES) && (self.waiting)() == 0
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

    /// How often this table was changed by another window, or by an import here; subscribes the component.
    pub fn remote_changes(self, id: &str) -> usize {
        self.remote_changes.read().get(id).copied().unwrap_or_default()
    }

    /// The same for all tables together; subscribes the component.
    pub fn all_remote_changes(self) -> usize {
        self.remote_changes.read().values().sum()
    }

    /// The table that [`App::hold`] holds under this id, whichever page is shown.
    pub fn held(self, id: &str) -> Option<Rc<dyn Any>> {
        self.own.peek().tables.get(id).cloned()
    }

    /// Keeps a table alive until [`App::let_go`], even if its page is left.
    pub fn hold(mut self, id: &str, table: Rc<dyn Any>) {
        let before = self.own.write().tables.insert(id.to_owned(), table);
        drop(before);
    }

    /// Lets go of a table.
    pub fn let_go(mut self, id: &str) {
        let left = self.own.write().tables.remove(id);
        drop(left);
    }

    /// Sets whether closing the app now would lose taps of this table; the device warns while any table would.
    pub fn set_unsaved(mut self, id: &str, unsaved: bool) {
        let all = &mut self.own.write().unsaved;
        let changed = if unsaved { all.insert(id.to_owned()) } else { all.remove(id) };
        if changed {
            device::warn_before_closing(!all.is_empty());
        }
    }

    /// Makes the history read this table again, because its log turned out to be damaged.
    pub fn drop_summary(self, id: &str) {
        // If this fails, the history learns of the damage when somebody saves the table as a file.
        drop(self.store().write(&summary_key(id), ""));
    }

    /// The storage.
    pub fn store(self) -> Rc<dyn Storage> {
        self.own.peek().store.clone()
    }

    /// The current language.
    pub fn lang(self) -> Lang {
        self.settings.read().lang.unwrap_or(self.own.peek().system)
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

    /// Ids of the tables in play, the one played most recently first.
    pub fn playing(self) -> Vec<String> {
        self.playing.read().clone()
    }

    /// Notes that a tap was accepted at a table, and whether its game is over now: moves it to the top of the tables in
    /// play, or removes it from them.
    pub fn played(mut self, head: &Head, over: bool) {
        let there = self.playing.peek().iter().position(|id| *id == head.id);
        if there == if over { None } else { Some(0) } {
            return;
        }
        let mut playing = self.playing();
        if let Some(at) = there {
            playing.remove(at);
        }
        if !over {
            playing.insert(0, head.id.clone());
            playing.truncate(MOST_PLAYING);
        }
        self.save(PLAYING, &playing);
        self.playing.set(playing);
        self.show_card(head);
    }

    /// The cards of the tables in play, in the order of [`App::playing`].
    pub fn cards(self) -> Vec<HomeCard> {
        self.cards.read().clone()
    }

    /// Notes how the table that is read or left stands, in both languages, for its card once another is played.
    pub fn stands(mut self, id: &str, words: [String; 2]) {
        self.own.write().stood = Some((id.to_owned(), words));
    }

    /// Updates the card of a table in play, after it was played, renamed, deleted or brought back.
    pub fn show_card(self, head: &Head) {
        let cards = self.cards();
        let playing = self.playing();
        let card = |id: &String| match *id == head.id {
            true => head.deleted.is_none().then(|| HomeCard::of(head)),
            false => cards.iter().find(|card| card.id == *id).cloned(),
        };
        self.set_cards(playing.iter().filter_map(card).collect());
    }

    /// Sets the cards of the tables in play, and stores them for the next boot page. Fills in how each table stood.
    pub fn set_cards(mut self, mut cards: Vec<HomeCard>) {
        let known = self.cards.peek().clone();
        for (at, card) in cards.iter_mut().enumerate() {
            card.stood = match &self.own.peek().stood {
                _ if at == 0 => <[String; 2]>::default(),
                Some((id, words)) if *id == card.id => words.clone(),
                _ => match known.iter().find(|other| other.id == card.id && other.names == card.names) {
                    Some(other) => other.stood.clone(),
                    None => continue,
                },
            };
        }
        if *self.cards.peek() != cards {
            device::set_card((!cards.is_empty()).then(|| HomeCard::write(&cards)).as_deref());
            self.cards.set(cards);
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

    fn is_unread(self, key: &str) -> bool {
        self.unread.peek().iter().any(|other| other == key)
    }

    fn set_unread(mut self, key: &str, unread: bool) {
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
    /// Those of [`Storage::put_all`]; also [`StorageError::Lost`] while something of this app cannot be read.
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
        self.changed_by(batch);
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
        self.changed_by(batch);
        Ok(())
    }

    /// Tells whoever shows one of these tables that it has changed.
    fn changed_by(mut self, batch: Batch) {
        let changed = batch.tables.into_iter().map(|table| table.id);
        let changed = changed.chain(batch.heads.into_iter().map(|(id, _)| id));
        let changed = changed.chain(batch.appends.into_iter().map(|append| append.id));
        for id in changed.chain(batch.cuts.into_iter().map(|cut| cut.id)) {
            *self.remote_changes.write().entry(id).or_default() += 1;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_as_they_are_written() {
        let card = |id: &str, title: &str| HomeCard {
            id: id.to_owned(),
            game: "nerts".to_owned(),
            title: title.to_owned(),
            names: ["Ann and Bob", "Ann、Bob"].map(str::to_owned),
            stood: <[String; 2]>::default(),
        };
        let stood = ["Ann leads with 5", "Annが5点で首位"].map(str::to_owned);
        let cards = [card("1", "Friday"), HomeCard { stood, ..card("2", "") }];
        assert_eq!(
            HomeCard::write(&cards),
            "1\nnerts\nFriday\nAnn and Bob\nAnn、Bob\n2\nnerts\n\nAnn and Bob\tAnn leads with 5\nAnn、Bob\tAnnが5点で首位"
        );
        assert_eq!(HomeCard::read(&HomeCard::write(&cards)), cards);
        assert_eq!(
            HomeCard::read("1\nnerts\n\nAnn\nAnn\n2\nnerts"),
            [HomeCard { names: ["Ann", "Ann"].map(str::to_owned), ..card("1", "") }]
        );
        assert_eq!(HomeCard::read(""), []);
        assert_eq!(HomeCard::read(&"1\nnerts\n\nAnn\nAnn\n".repeat(100)).len(), MOST_PLAYING);
        assert_eq!(HomeCard::read(&format!("1\nnerts\n{}\nAnn\nAnn", "x".repeat(LONGEST_CARDS))), []);
    }
}
