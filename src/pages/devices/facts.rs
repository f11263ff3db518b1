//! What is the same on all of a person's devices besides the tables, as facts: people, settings, bookmarks, and what games
//! store.

use std::collections::BTreeMap;

use serde_json::Value;
use takujo_core::keep::people;
use takujo_core::keep::values::{take_value_facts, value_facts};

use crate::games::GAMES;
use crate::play::GameInfo;
use crate::state::{LONGEST_PLACE, MOST_BOOKMARKS, Remembered, Settings};

/// The settings that are the same everywhere. The others are about the one device.
const SHARED: [&str; 5] = ["lang", "theme", "awake", "buzz", "chime"];
const SETTING: &str = "setting:";
const BOOKMARK: &str = "bookmark:";

/// All of it, as facts.
pub(super) fn facts_of(known: &Remembered) -> BTreeMap<String, Value> {
    let mut facts = people::facts_of(&known.people);
    if let Ok(settings) = serde_json::to_value(&known.settings) {
        let setting = |key: &str| Some((format!("{SETTING}{key}"), settings.get(key)?.clone()));
        facts.extend(SHARED.into_iter().filter_map(setting).filter(|(_, value)| !value.is_null()));
    }
    facts.extend(known.bookmarks.iter().map(|place| (format!("{BOOKMARK}{place}"), Value::from(true))));
    for key in GAMES.iter().filter_map(|game| game.value) {
        facts.extend(known.values.get(key).map(|value| value_facts(key, value)).unwrap_or_default());
    }
    facts
}

/// The games that have to be loaded before these facts can be taken in, and are not.
pub(super) fn needed(facts: &BTreeMap<String, Value>) -> Vec<&'static GameInfo> {
    let is_of = |key: &str| facts.keys().any(|fact| fact.starts_with(key));
    GAMES.iter().filter(|game| game.value.is_some_and(is_of) && game.screens.get().is_none()).collect()
}

/// Takes in what the other devices know. What no field would let in is left out.
pub(super) fn taken(known: &Remembered, facts: &BTreeMap<String, Value>) -> Remembered {
    let mut known = known.clone();
    people::take_facts(&mut known.people, facts);
    for key in SHARED {
        let Some(value) = facts.get(&format!("{SETTING}{key}")) else { continue };
        let mut settings = serde_json::to_value(&known.settings).unwrap_or_default();
        settings[key] = value.clone();
        // One that only a newer program knows changes nothing here.
        if let Ok(settings) = serde_json::from_value::<Settings>(settings) {
            known.settings = settings;
        }
    }
    for (fact, value) in facts {
        let Some(place) = fact.strip_prefix(BOOKMARK).filter(|place| place.len() <= LONGEST_PLACE) else { continue };
        known.bookmarks.retain(|other| other != place);
        if value.as_bool() == Some(true) && known.bookmarks.len() < MOST_BOOKMARKS {
            known.bookmarks.insert(0, place.to_owned());
        }
    }
    for game in GAMES {
        let merge = game.screens.get().and_then(|screens| screens.value).map(|value| value.merge);
        let (Some(key), Some(merge)) = (game.value, merge) else { continue };
        if let Some(value) = take_value_facts(key, known.values.get(key), facts, |one| merge(None, one)) {
            known.values.insert(key.to_owned(), value);
        }
    }
    known
}
