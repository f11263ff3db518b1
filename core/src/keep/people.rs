//! The people a device knows, as facts: one for each, named after their id. Whoever is renamed or merged on one device is so
//! on all; nobody is removed because one device has no room for them.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::domain::people::{People, Person};

/// What the names of these facts begin with.
const PERSON: &str = "person:";

/// Whether a fact is a person.
pub(super) fn is_person(key: &str) -> bool {
    key.starts_with(PERSON)
}

/// Everyone known, as facts.
pub fn facts_of(people: &People) -> BTreeMap<String, Value> {
    let fact = |person: &Person| Some((format!("{PERSON}{}", person.id()), serde_json::to_value(person).ok()?));
    people.all().iter().filter_map(fact).collect()
}

/// Takes those of the facts that are people into those known. Their order, which is that of who played last here, stays.
/// What is no person, or not named after their id, is left out.
pub fn take_facts(people: &mut People, facts: &BTreeMap<String, Value>) {
    let person = |(key, value): (&String, &Value)| {
        let person = Person::try_from(value.clone()).ok()?;
        (key.strip_prefix(PERSON)? == person.id()).then_some(person)
    };
    people.adopt(facts.iter().filter_map(person).collect());
}

/// The ids of whom a person was merged with.
fn also(value: &Value) -> Vec<Value> {
    value.get("also").and_then(Value::as_array).cloned().unwrap_or_default()
}

/// The facts about those with whom `own` was merged, and `theirs` was not.
pub(super) fn parted(own: &Value, theirs: &Value) -> Vec<String> {
    let together = also(theirs);
    let parted = |id: &Value| Some(format!("{PERSON}{}", id.as_str().filter(|_| !together.contains(id))?));
    also(own).iter().filter_map(parted).collect()
}

/// Adds whom `theirs` was merged with to `own`. Says whether there was anybody.
pub(super) fn merge_also(own: &mut Value, theirs: &Value) -> bool {
    let mut all = also(own);
    let more: Vec<Value> = also(theirs).into_iter().filter(|id| !all.contains(id)).collect();
    let any = !more.is_empty();
    if let Some(fields) = own.as_object_mut().filter(|_| any) {
        all.extend(more);
        fields.insert("also".to_owned(), Value::from(all));
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(names: &[&str]) -> People {
        let mut people = People::default();
        people.add(names.iter().map(|name| (*name).to_owned()));
        people
    }

    /// As a set, and with the order of each.
    fn names(people: &People) -> Vec<&str> {
        people.all().iter().map(|person| &*person.name).collect()
    }

    #[test]
    fn what_one_device_knows_another_does_too() {
        let mut here = people(&["Ann", "Bob"]);
        let mut there = people(&["Cy", "Ann"]);
        assert!(there.rename("Ann", "Anna"));
        there.put_away("Cy", true);
        take_facts(&mut here, &facts_of(&there));
        assert_eq!(names(&here), ["Anna", "Bob", "Cy"]);
        take_facts(&mut there, &facts_of(&here));
        assert_eq!(names(&there), ["Cy", "Anna", "Bob"]);
        assert_eq!(facts_of(&here), facts_of(&there));
        there.merge("Ann", "Bob");
        take_facts(&mut here, &facts_of(&there));
        assert_eq!(facts_of(&here), facts_of(&there));
        assert_eq!(names(&here), ["Anna", "Cy"]);
    }

    #[test]
    fn two_of_one_name_are_told_apart_alike_on_both() {
        let (mut here, mut there) = (people(&["Ann"]), people(&["Anna", "Zoe"]));
        assert!(here.rename("Ann", "Anna"));
        let (mine, theirs) = (facts_of(&here), facts_of(&there));
        take_facts(&mut here, &theirs);
        take_facts(&mut there, &mine);
        assert_eq!(facts_of(&here), facts_of(&there));
        assert_eq!(names(&here), ["Anna", "Anna 2", "Zoe"]);
    }

    #[test]
    fn two_merged_into_each_other_stay_one() {
        let (mut here, mut there) = (people(&["Ann", "Bob", "Cy"]), people(&["Ann", "Bob", "Cy"]));
        here.merge("Ann", "Bob");
        there.merge("Bob", "Ann");
        let (mine, theirs) = (facts_of(&here), facts_of(&there));
        take_facts(&mut here, &theirs);
        take_facts(&mut there, &mine);
        assert_eq!(facts_of(&here), facts_of(&there));
        assert_eq!(names(&here).len(), 2);
    }

    #[test]
    fn what_is_no_person_is_left_out() {
        let mut here = people(&["Ann"]);
        let before = here.clone();
        for (key, value) in [
            ("person:Bob", r#"{"name":"Eve","mark":0}"#),
            ("person: x", r#"{"name":" x","mark":0}"#),
            ("person:Bob", r#"{"name":"Bob","mark":99}"#),
            ("person:Bob", "null"),
            ("theme", r#"{"name":"theme","mark":0}"#),
        ] {
            let facts = BTreeMap::from([(key.to_owned(), serde_json::from_str(value).unwrap())]);
            take_facts(&mut here, &facts);
            assert_eq!(here, before, "{key} {value}");
        }
    }

    #[test]
    fn whom_both_merged_is_kept() {
        let mut own = serde_json::json!({ "name": "Ann", "mark": 1, "also": ["Bob"] });
        assert!(merge_also(&mut own, &serde_json::json!({ "also": ["Bob", "Cy"] })));
        assert_eq!(own, serde_json::json!({ "name": "Ann", "mark": 1, "also": ["Bob", "Cy"] }));
        assert!(!merge_also(&mut own, &serde_json::json!({ "also": ["Cy"] })));
        assert!(!merge_also(&mut own, &Value::Null));
    }
}
