//! Times as a save has them.

use chrono::{DateTime, Datelike, Utc};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// Reads an RFC 3339 time, the only form we write. Chrono's own deserializer accepts more and adds more code.
pub(super) fn stamp<'de, D: Deserializer<'de>>(from: D) -> Result<DateTime<Utc>, D::Error> {
    let text = String::deserialize(from)?;
    time_of(&text).ok_or_else(|| D::Error::custom("not a time"))
}

pub(super) fn time_of(text: &str) -> Option<DateTime<Utc>> {
    let at = DateTime::parse_from_rfc3339(text).ok()?.to_utc();
    // Converted to UTC, a time on the last day of 9999 may fall outside the range that can be written and read back.
    (0..=9999).contains(&at.year()).then_some(at)
}

/// Reads a time like [`stamp`], or null.
pub(crate) fn stamp_if_any<'de, D: Deserializer<'de>>(from: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    #[derive(Deserialize)]
    struct Stamp(#[serde(deserialize_with = "stamp")] DateTime<Utc>);
    Ok(Option::<Stamp>::deserialize(from)?.map(|Stamp(at)| at))
}
