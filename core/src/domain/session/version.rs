//! The versions of the save format.

use serde_json::Value;

use super::error::LoadError;

/// The newest format version. Version 2 has notes, version 3 people who come and go, version 4 score sheets, version 5
/// sides that people choose, a second draw card, columns that do more than count, several ends, ties, deals that do more
/// than pass on, points for each turn, points with a decimal, a table's own rules of Nerts, people put right from a later
/// round on, and winners that the table named. The program reads all of them, and writes the oldest that can say
/// everything, so that an older program can read it too.
pub const VERSION: u32 = 5;
/// The format version of a table with a score sheet.
pub const SHEET_VERSION: u32 = 4;
/// The format version of a table where people come and go, without a score sheet.
pub(super) const SEATING_VERSION: u32 = 3;
/// The format version of a table with notes where nobody comes or goes.
pub(super) const NOTES_VERSION: u32 = 2;
/// The format version of any other table.
pub const FIRST_VERSION: u32 = 1;

pub(super) fn check_version(value: &Value) -> Result<(), LoadError> {
    match value.get("takujo").and_then(Value::as_u64) {
        None | Some(0) => Err(LoadError::NotTakujo),
        Some(version) if version > u64::from(VERSION) => {
            Err(LoadError::Newer(u32::try_from(version).unwrap_or(u32::MAX)))
        }
        Some(_) => Ok(()),
    }
}
