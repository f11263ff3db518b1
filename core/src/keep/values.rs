//! What games store besides their tables, as facts: one for each thing in it, so that two devices may each add their own.
//! Such a value is an object, or a list of things whose name is in their options.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The name of a thing in a list.
fn name_of(thing: &Value) -> Option<&str> {
    thing.get("options")?.get("name")?.as_str()
}

/// The name of the fact about what `name` is in the value stored under `key`.
fn fact(key: &str, name: &str) -> String {
    format!("{key}:{name}")
}

/// The things in the value stored under `key`, as facts.
pub fn value_facts(key: &str, value: &Value) -> BTreeMap<String, Value> {
    match value {
        Value::Object(things) => things
            .iter()
            .map(|(name, thing)| (fact(key, name), thing.clone()))
            .filter(|(_, thing)| !thing.is_null())
            .collect(),
        Value::Array(things) => {
            let named = |thing: &Value| Some((fact(key, name_of(thing)?), thing.clone()));
            things.iter().filter_map(named).collect()
        }
        _ => BTreeMap::new(),
    }
}

/// Takes those of the facts that are things in the value stored under `key` into `value`. `fits` gives a value with one
/// of them as it may be stored; what it gives nothing for is left out. `None` if nothing is taken in.
pub fn take_value_facts(
    key: &str,
    value: Option<&Value>,
    facts: &BTreeMap<String, Value>,
    fits: impl Fn(Value) -> Option<Value>,
) -> Option<Value> {
    let mut now = value.cloned().unwrap_or_default();
    for (fact, thing) in facts {
        let Some(name) = fact.strip_prefix(key).and_then(|rest| rest.strip_prefix(':')) else { continue };
        take(&mut now, name, thing, &fits);
    }
    (Some(&now) != value && !now.is_null()).then_some(now)
}

/// Takes in one thing, or takes it away if it is `null`.
fn take(value: &mut Value, name: &str, thing: &Value, fits: &impl Fn(Value) -> Option<Value>) {
    if thing.is_null() {
        match value {
            Value::Object(things) => drop(things.remove(name)),
            Value::Array(things) => things.retain(|other| name_of(other) != Some(name)),
            _ => {}
        }
    } else if name_of(thing) == Some(name) {
        let Some(Value::Array(sound)) = fits(Value::from(vec![thing.clone()])) else { return };
        let Some(sound) = sound.into_iter().find(|sound| name_of(sound) == Some(name)) else { return };
        if !value.is_array() {
            *value = Value::Array(Vec::new());
        }
        let Value::Array(things) = value else { return };
        match things.iter().position(|other| name_of(other) == Some(name)) {
            Some(at) => things[at] = sound,
            None => things.push(sound),
        }
    } else {
        let one = Map::from_iter([(name.to_owned(), thing.clone())]);
        let Some(mut sound) = fits(Value::Object(one)) else { return };
        let Some(sound) = sound.get_mut(name).map(Value::take).filter(|sound| !sound.is_null()) else { return };
        if !value.is_object() {
            *value = Value::Object(Map::new());
        }
        let Value::Object(things) = value else { return };
        things.insert(name.to_owned(), sound);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::games::{any, weather};

    fn own(name: &str, start: i32) -> Value {
        json!({ "options": { "name": name, "start": start, "ending": { "type": "open" } } })
    }

    fn games(games: &[Value]) -> Value {
        any::own::merge(None, Value::from(games.to_vec())).unwrap()
    }

    fn take_games(value: Option<&Value>, facts: &BTreeMap<String, Value>) -> Option<Value> {
        take_value_facts(any::own::KEY, value, facts, |one| any::own::merge(None, one))
    }

    #[test]
    fn each_device_may_make_a_game_of_its_own() {
        let (here, there) = (games(&[own("Skat", 0)]), games(&[own("Rummy", 0), own("Skat", 5)]));
        let facts = value_facts(any::own::KEY, &there);
        assert_eq!(facts.keys().collect::<Vec<_>>(), ["own-games:Rummy", "own-games:Skat"]);
        assert_eq!(take_games(Some(&here), &facts), Some(games(&[own("Skat", 5), own("Rummy", 0)])));
        assert_eq!(take_games(None, &facts), Some(there.clone()));
        assert_eq!(take_games(Some(&there), &facts), None, "all is as it was");
        let gone = BTreeMap::from([("own-games:Skat".to_owned(), Value::Null)]);
        assert_eq!(take_games(Some(&there), &gone), Some(games(&[own("Rummy", 0)])));
        assert_eq!(take_games(None, &gone), None);
    }

    #[test]
    fn each_device_may_copy_a_card() {
        let card = |sun: i8| json!({ "sun": sun, "cloud": 0, "rain": 0, "thunder": 1, "snow": -9 });
        let take = |value: Option<&Value>, facts: &BTreeMap<String, Value>| {
            take_value_facts(weather::cards::KEY, value, facts, |one| weather::cards::merge(None, one))
        };
        let there = json!({ "rain": card(3), "snow": null });
        let facts = value_facts(weather::cards::KEY, &there);
        assert_eq!(facts.len(), 1);
        assert_eq!(take(Some(&json!({ "sun": card(1) })), &facts), Some(json!({ "sun": card(1), "rain": card(3) })));
        assert_eq!(take(None, &facts), Some(json!({ "rain": card(3) })));
    }

    #[test]
    fn what_is_out_of_bounds_is_left_out() {
        let fact = |name: &str, value: Value| BTreeMap::from([(name.to_owned(), value)]);
        let here = games(&[own("Skat", 0)]);
        for (name, value) in [
            ("own-games:Skat", own("Rummy", 0)),
            ("own-games:", own("", 0)),
            ("own-games:Skat", json!({ "options": { "name": "Skat", "start": "x" } })),
            ("own-games:Skat", json!(7)),
            ("own-games-2:Skat", own("Skat", 7)),
            ("theme", json!("dark")),
        ] {
            assert_eq!(take_games(Some(&here), &fact(name, value.clone())), None, "{name} {value}");
        }
        let cards = |name: &str, value: Value| {
            take_value_facts(weather::cards::KEY, None, &fact(name, value), |one| weather::cards::merge(None, one))
        };
        let high = json!({ "sun": 10, "cloud": 0, "rain": 0, "thunder": 1, "snow": 0 });
        assert_eq!(cards("weather-cards:sun", high), None);
        assert_eq!(cards("weather-cards:hail", json!({ "sun": 1 })), None);
    }
}
