//! What a game counts besides points, for each player: calls, best hands, wishes granted.

use serde::{Deserialize, Serialize};

use super::seats::Seat;

/// How the counts of several tables become one figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TallyKind {
    /// Their sum.
    Sum,
    /// The highest.
    Most,
    /// The lowest.
    Least,
    /// The average.
    Mean,
    /// How many of how many.
    Share,
}

/// A count of a player: its value, and of how many. Nothing was counted of 0.
pub type Counted = (i32, u32);

/// One thing counted at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTally {
    /// Stable text id, unique in its game.
    pub id: String,
    /// How it is taken together.
    pub kind: TallyKind,
    /// The counts of everybody who has been at the table: in seat order, then of those who joined.
    pub of: Vec<Counted>,
}

impl GameTally {
    /// The tally `id` of a table with this many `seats` and always the same people.
    pub fn new(id: &str, kind: TallyKind, seats: usize, count: impl Fn(Seat) -> Counted) -> GameTally {
        GameTally::by_person(id, kind, Seat::all(seats).map(count))
    }

    /// The tally `id` of a table with these counts.
    pub fn by_person(id: &str, kind: TallyKind, of: impl Iterator<Item = Counted>) -> GameTally {
        GameTally { id: id.to_owned(), kind, of: of.collect() }
    }
}

impl TallyKind {
    /// One count out of two, in any order and grouping.
    #[must_use]
    pub fn join(self, one: Counted, other: Counted) -> Counted {
        let of = one.1.saturating_add(other.1);
        let value = match self {
            _ if one.1 == 0 => other.0,
            _ if other.1 == 0 => one.0,
            TallyKind::Sum | TallyKind::Mean | TallyKind::Share => one.0.saturating_add(other.0),
            TallyKind::Most => one.0.max(other.0),
            TallyKind::Least => one.0.min(other.0),
        };
        (value, of)
    }
}
