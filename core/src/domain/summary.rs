//! What lists and statistics need to know of a table, computed from its log once and stored beside it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game::Outcome;
use super::parts::Parts;
use super::seating::Joined;
use super::session::{Report, best_of, stamp_if_any};
use super::tally::GameTally;

/// Raised when what is computed changes: a stored summary with another version counts as absent and is made again.
const SUMMARY: u32 = 3;

/// A table in a few numbers. Only a cache: the log is the truth, and a summary can be computed from it at any time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    summary: u32,
    /// Number of records it was computed from.
    pub length: usize,
    /// The time of the last record, by the device's clock; `None` in an empty log.
    #[serde(default, deserialize_with = "stamp_if_any")]
    pub last: Option<DateTime<Utc>>,
    /// See [`Report::joined`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<Joined>,
    /// The sides that score, each as player indices. One player per side, except in partnerships.
    pub sides: Vec<Vec<usize>>,
    /// See [`Report::gone`].
    #[serde(default)]
    pub gone: usize,
    /// Number of scored rounds.
    pub played: usize,
    /// See [`Report::by_turns`].
    #[serde(default)]
    pub by_turns: bool,
    /// Number of finished turns, in a game that scores no rounds.
    pub turns: Option<u32>,
    /// Total points of each side.
    pub points: Vec<i32>,
    /// What decides the game, for each side: its points, unless the game counts something else.
    pub totals: Vec<i32>,
    /// See [`Report::parts`].
    #[serde(default, skip_serializing_if = "crate::domain::is_default")]
    pub parts: Parts,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// See [`Report::tied`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tied: Vec<usize>,
    /// What the game counts besides points.
    pub tallies: Vec<GameTally>,
    /// Whether the game is over and who won, as side indices.
    pub outcome: Outcome,
}

impl Summary {
    /// The summary of a table with this log, of which `report` was computed.
    pub fn of(report: Report, log: &[Value]) -> Summary {
        let last = log.last().and_then(|record| record.get("at")?.as_str());
        Summary {
            summary: SUMMARY,
            length: log.len(),
            last: last.and_then(|at| Some(DateTime::parse_from_rfc3339(at).ok()?.to_utc())),
            joined: report.joined,
            sides: report.sides,
            gone: report.gone,
            played: report.played,
            by_turns: report.by_turns,
            turns: report.turns,
            points: report.points,
            totals: report.totals,
            parts: report.parts,
            lowest_wins: report.lowest_wins,
            tied: report.tied,
            tallies: report.tallies,
            outcome: report.outcome,
        }
    }

    /// Reads a stored summary; `None` if it has to be computed again.
    pub fn read(json: &str) -> Option<Summary> {
        serde_json::from_str(json).ok().filter(|read: &Summary| read.summary == SUMMARY)
    }

    /// Whether a side is still at the table, see [`Report::gone`].
    pub fn is_seated(&self, side: usize) -> bool {
        side + self.gone < self.sides.len()
    }

    /// The table's figures, without its rounds. `players` are the names in seat order, then those of the people who
    /// joined.
    pub fn report(self, game: &str, players: Vec<String>) -> Report {
        let winners = self.outcome.winners().iter().filter_map(|side| self.sides.get(*side)).flatten();
        Report {
            winners: winners.filter_map(|seat| players.get(*seat).cloned()).collect(),
            game: game.to_owned(),
            players,
            joined: self.joined,
            leaders: best_of(
                self.totals.get(..self.sides.len().saturating_sub(self.gone)).unwrap_or_default(),
                self.lowest_wins,
            ),
            sides: self.sides,
            gone: self.gone,
            rounds: Vec::new(),
            changes: Vec::new(),
            starts: Vec::new(),
            notes: Vec::new(),
            tied: self.tied,
            ruled: false,
            tallies: self.tallies,
            turns: self.turns,
            by_turns: self.by_turns,
            points: self.points,
            parts: self.parts,
            lowest_wins: self.lowest_wins,
            totals: self.totals,
            played: self.played,
            outcome: self.outcome,
        }
    }
}
