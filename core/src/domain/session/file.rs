//! The files: a whole table, or everything the app stores.

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::{LoadError, MAX_FILE, MAX_RECORDS};
use super::head::{Head, head_of};
use super::time::stamp;
use super::version::{NOTES_VERSION, SEATING_VERSION, VERSION, check_version};
use crate::domain::ledger::Op;

/// One record of a log: an operation, and when it was tapped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record<E> {
    /// Time on the device's clock; informative only.
    #[serde(deserialize_with = "stamp")]
    pub at: DateTime<Utc>,
    /// The operation.
    #[serde(flatten)]
    pub op: Op<E>,
}

impl<E: DeserializeOwned> Record<E> {
    /// Reads a record of a log; `None` if it is none.
    pub fn read(text: &str) -> Option<Record<E>> {
        // By way of a value, as when reading the whole log: parsing from text directly would add a second copy of the code.
        serde_json::from_value(serde_json::from_str(text).ok()?).ok()
    }
}

/// A whole table as one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SessionFile {
    /// The setup.
    #[serde(flatten)]
    pub head: Head,
    /// Every record, oldest first.
    pub log: Vec<Value>,
}

impl SessionFile {
    /// A table as a file, with the lowest format version that can say what is in it: that of its options, which its setup
    /// has, or of its log.
    pub fn new(head: Head, log: Vec<Value>) -> SessionFile {
        let has = |op| log.iter().any(|record| record.get("op").and_then(Value::as_str) == Some(op));
        let has_seating = log
            .iter()
            .filter_map(|record| record.get("event"))
            .any(|event| event.get("type").and_then(Value::as_str) == Some("people") || event.get("people").is_some());
        let needed = [
            head.takujo,
            if has_seating { SEATING_VERSION } else { 0 },
            if has("note") { NOTES_VERSION } else { 0 },
            if has("insert") || has("winner") { VERSION } else { 0 },
        ];
        let takujo = needed.into_iter().fold(0, u32::max);
        SessionFile { head: Head { takujo, ..head }, log }
    }
}

/// Everything the app stores, as one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bundle {
    /// Format version.
    pub takujo: u32,
    /// The tables.
    pub sessions: Vec<SessionFile>,
    /// Everything else, by key: known people, bookmarks, and the values of games.
    pub kept: std::collections::BTreeMap<String, Value>,
}

/// What a file contains.
#[derive(Debug, Clone, PartialEq)]
pub enum File {
    /// One table.
    Session(SessionFile),
    /// Everything the app stored. A table that cannot be read is given as its error.
    Bundle {
        /// The tables.
        sessions: Vec<Result<SessionFile, LoadError>>,
        /// What else was kept.
        kept: std::collections::BTreeMap<String, Value>,
    },
}

/// Reads an exported file: one table, or everything.
///
/// # Errors
/// [`LoadError`] says what is wrong. The records are not looked into before [`open`](super::open()).
pub fn read_file(json: &str) -> Result<File, LoadError> {
    if json.len() > MAX_FILE {
        return Err(LoadError::TooLarge);
    }
    // Editors on Windows put a byte order mark in front. A browser takes it away, other readers of files do not.
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
    let mut value: Value = serde_json::from_str(json).map_err(|_| LoadError::NotJson)?;
    check_version(&value)?;
    let Some(sessions) = value.get_mut("sessions").map(Value::take) else {
        return session_of(value).map(File::Session);
    };
    let Value::Array(sessions) = sessions else { return Err(LoadError::NotTakujo) };
    if sessions.len() > MAX_RECORDS {
        return Err(LoadError::TooMany);
    }
    let kept = match value.get_mut("kept").map(Value::take) {
        Some(Value::Object(kept)) => kept.into_iter().collect(),
        _ => std::collections::BTreeMap::new(),
    };
    Ok(File::Bundle { sessions: sessions.into_iter().map(session_of).collect(), kept })
}

fn session_of(mut value: Value) -> Result<SessionFile, LoadError> {
    check_version(&value)?;
    let Some(Value::Array(log)) = value.get_mut("log").map(Value::take) else { return Err(LoadError::NotTakujo) };
    if log.len() > MAX_RECORDS {
        return Err(LoadError::TooMany);
    }
    Ok(SessionFile { head: head_of(value)?, log })
}

/// An id for a table that cannot have `id`, because the one there went on differently from `first`. Always the same for
/// the same.
pub fn other_id(id: &str, first: &str) -> String {
    // FNV-1a, in 64 bits.
    let hash = id
        .bytes()
        .chain([0])
        .chain(first.bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{}{hash:016x}", stem(id))
}

/// What other ids of a table begin with.
fn stem(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).take(40).chain(['-']).collect()
}

/// Whether `other` may be what [`other_id`] has made of `id`.
pub fn is_other_of(id: &str, other: &str) -> bool {
    let is_of = |stem: &str| stem.chars().eq(id.chars().filter(char::is_ascii_alphanumeric).take(40));
    other != id && stem_of_other(other).is_some_and(is_of)
}

/// What an id that may come from [`other_id`] begins with; `None` for one that cannot.
pub fn stem_of_other(other: &str) -> Option<&str> {
    other.rsplit_once('-').filter(|(_, hash)| hash.len() == 16).map(|(stem, _)| stem)
}
