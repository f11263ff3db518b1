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
const SHEET_VERSION: u32 = 4;
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

/// The lowest format version whose programs lose nothing of what a file keeps beside its tables: `games` is the list of games
/// that people have made, as the game `any` stores it.
pub fn version_of_games(games: Option<&Value>) -> u32 {
    let games = games.and_then(Value::as_array).into_iter().flatten();
    games
        .filter_map(|game| game.get("options"))
        .map(|options| version_of("any", options))
        .max()
        .unwrap_or(FIRST_VERSION)
}

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

/// The lowest format version whose programs count the rounds of a table with these options as this one does.
pub fn version_of(game: &str, options: &Value) -> u32 {
    let has = |field: &str| options.get(field).is_some();
    match game {
        "any" if ["teams", "other_step", "again", "tie", "scoring", "parts"].into_iter().any(has) => VERSION,
        "any" if has_new_columns(options) || has_new_ends(options) => VERSION,
        "any" if ["categories", "start", "deals"].into_iter().any(has) => SHEET_VERSION,
        // Pairs of neighbours too, as people chose them: others may sit there later.
        "nerts" if ["house", "teams", "own_decks", "together"].into_iter().any(has) => VERSION,
        "nerts" if options.get("tie").is_some_and(|tie| tie == "calls") => VERSION,
        _ => FIRST_VERSION,
    }
}
