//! The names under which the app stores what it knows, and how a stored value is read.

use serde_json::Value;

pub(super) const SETTINGS: &str = "settings";
pub(super) const ROSTER: &str = "roster";
pub(super) const PLAYING: &str = "playing";
/// Written by older versions only: the table looked at last.
pub(super) const CURRENT: &str = "current";
pub(super) const BOOKMARKS: &str = "bookmarks";

/// Reads a stored value. A damaged one counts as absent; the tables do not depend on it. Parsed by way of `Value`, like
/// imported files, because otherwise the program would contain two parsers for each type.
pub(super) fn value<T: serde::de::DeserializeOwned + Default>(text: Option<String>) -> T {
    let value = text.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
}

/// Reads a value from an imported file; a damaged one counts as absent.
pub(super) fn value_of<T: serde::de::DeserializeOwned + Default>(value: Option<&Value>) -> T {
    value.and_then(|value| serde_json::from_value(value.clone()).ok()).unwrap_or_default()
}
