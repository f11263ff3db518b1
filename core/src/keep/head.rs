//! The setup of a table in the parts in which it changes: who sits there, what it is called, whether it is in the bin.
//! Two devices that changed different parts have both changed it.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::domain::session::{Head, read_head};

/// The fields of each part. Those of the last are what the table is and never change at a table that is played, unless the
/// table agrees on something else.
const FIELDS: [&[&str]; PARTS] = [
    &["title"],
    &["deleted"],
    &["created"],
    &["uncounted"],
    &["players", "people"],
    &["takujo", "game", "starter", "drawn", "options"],
];
/// How many parts there are.
pub(super) const PARTS: usize = 6;
/// The part with the name of the table.
pub(super) const TITLE: usize = 0;
/// The part that says since when the table is in the bin.
pub(super) const DELETED: usize = 1;

/// The parts of a head, each the values of its fields.
pub(super) type HeadParts = [Value; PARTS];

/// A short hash, to see whether something has changed.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).fold(0, |hash, byte| (hash << 8) | u64::from(*byte))
}

/// The hash of a value.
pub(super) fn hash_of(value: &Value) -> u64 {
    hash(value.to_string().as_bytes())
}

/// The hash of a log whose earlier records have the hash `before`.
pub(super) fn chain(before: u64, records: &[Value]) -> u64 {
    records
        .iter()
        .fold(before, |before, record| hash(&[before.to_be_bytes().as_slice(), record.to_string().as_bytes()].concat()))
}

/// The parts of a head.
pub(super) fn parts_of(head: &Head) -> HeadParts {
    let mut value = serde_json::to_value(head).unwrap_or_default();
    FIELDS.map(|fields| fields.iter().map(|field| value.get_mut(field).map_or(Value::Null, Value::take)).collect())
}

/// The parts of a stored head; `None` if it cannot be read.
pub(super) fn parts(head: &str) -> Option<HeadParts> {
    read_head(head).ok().map(|head| parts_of(&head))
}

/// The head that has these parts, read like one of a file; `None` if it is none.
pub(super) fn head(id: &str, parts: &HeadParts) -> Option<Head> {
    let mut fields = Map::from_iter([("id".to_owned(), Value::from(id))]);
    for (names, part) in FIELDS.iter().zip(parts) {
        let values = part.as_array().filter(|values| values.len() == names.len())?;
        let given = names.iter().zip(values).filter(|(_, value)| !value.is_null());
        fields.extend(given.map(|(name, value)| ((*name).to_owned(), value.clone())));
    }
    let head = read_head(&Value::Object(fields).to_string()).ok()?;
    // What a file may contain and no field would give is tidied; here it is refused, so that all have the same.
    (parts_of(&head) == *parts).then_some(head)
}

/// Whether these are the parts of a table in the bin.
pub(super) fn in_bin(deleted: &Value) -> bool {
    deleted.get(0).is_some_and(|time| !time.is_null())
}

/// Not in the bin.
pub(super) fn not_in_bin() -> Value {
    Value::from(vec![Value::Null])
}

/// What two tables with the same id have in common if they are one: game, number of people, who starts.
pub(super) fn about(parts: &HeadParts) -> (Option<&Value>, usize, Option<&Value>) {
    let players = parts[4].get(0).and_then(Value::as_array).map_or(0, Vec::len);
    (parts[5].get(1), players, parts[5].get(2))
}

/// When it was and who sat there: what says that two tables are one if neither has a record.
pub(super) fn opened(parts: &HeadParts) -> [Option<&Value>; 2] {
    [parts[2].get(0), parts[4].get(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_its_parts() {
        for options in ["{}", r#"{"name":"Skat","x":[1.5,null]}"#] {
            let text = format!(
                "{{\"takujo\":1,\"id\":\"a\",\"game\":\"any\",\"title\":\"Friday\",\"created\":\"2026-01-02T12:00:00Z\",\
                 \"players\":[{{\"name\":\"Ann\",\"mark\":0}}],\"starter\":0,\"drawn\":true,\"options\":{options}}}"
            );
            let read = read_head(&text).unwrap();
            let parts = parts(&text).unwrap();
            assert_eq!(head("a", &parts), Some(read.clone()));
            assert!(!in_bin(&parts[DELETED]) && parts[DELETED] == not_in_bin());
            let binned = Head { deleted: Some(read.created), ..read };
            assert!(in_bin(&parts_of(&binned)[DELETED]));
            for (at, odd) in [(0, "[\"a\\u202eb\"]"), (0, "[1]"), (0, "[]"), (4, "[null,null]"), (5, "null")] {
                let mut parts = parts.clone();
                parts[at] = serde_json::from_str(odd).unwrap();
                assert_eq!(head("a", &parts), None, "{at}: {odd}");
            }
        }
    }
}
