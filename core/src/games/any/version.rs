//! Which version of the save format the options of a table need.

use serde_json::Value;

use super::options::Options;
use crate::domain::session::{FIRST_VERSION, SHEET_VERSION, VERSION};

/// The most categories of a score sheet in format version 4, where each of them only counts.
const FIRST_SHEETS: usize = 6;

/// Whether a score sheet has more, or other, columns than the first programs with score sheets know.
fn has_new_columns(options: &Value) -> bool {
    let Some(Value::Array(columns)) = options.get("categories") else { return false };
    let is_new = |column: &Value| ["below", "all", "bid", "bonus"].into_iter().any(|field| column.get(field).is_some());
    columns.len() > FIRST_SHEETS || columns.iter().any(is_new)
}

/// Whether a table ends, or its deal goes, as the first programs do not know.
fn has_new_ends(options: &Value) -> bool {
    let ends = options.get("ending").and_then(|ending| ending.get("type"));
    ends.is_some_and(|kind| kind == "ends") || options.get("deals").is_some_and(Value::is_string)
}

/// See [`Game::version`](crate::domain::game::Game::version).
pub(super) fn version(options: &Options) -> u32 {
    // Names and numbers always serialize.
    version_of(&serde_json::to_value(options).unwrap_or_default())
}

/// [`Game::version`](crate::domain::game::Game::version) of options as they are stored.
pub fn version_of(options: &Value) -> u32 {
    let has = |field: &str| options.get(field).is_some();
    if ["teams", "other_step", "again", "tie", "scoring", "parts"].into_iter().any(has)
        || has_new_columns(options)
        || has_new_ends(options)
    {
        VERSION
    } else if ["categories", "start", "deals"].into_iter().any(has) {
        SHEET_VERSION
    } else {
        FIRST_VERSION
    }
}
