//! What a game counts for each player besides points: calls, best hands, wishes granted. Counts of several tables are
//! joined by their [`TallyKind`] for the statistics.

use serde::{Deserialize, Serialize};

use super::seats::Seat;

/// How counts, within a table and of several tables, become one figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TallyKind {
    /// Their sum.
    Sum,
    /// The highest.
    Most,
    /// The lowest.
    Least,
    /// The average: the sum of the values divided by the number they were counted of.
    Mean,
    /// So many of so many: the sum of the values, of the sum of the numbers they were counted of.
    Share,
}

/// A player's count: its value, and how many rounds, turns or the like it was counted of. If that is 0, nothing was
/// counted.
pub type Counted = (i32, u32);

/// One thing counted at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTally {
    /// Stable text id, unique in its game.
    pub id: String,
    /// How its counts are joined.
    pub kind: TallyKind,
    /// The counts of everybody who has been at the table: in seat order, then those of the people who joined.
    pub of: Vec<Counted>,
}

impl GameTally {
    /// The tally `id` of a table with this many `seats` and the same people to the end.
    pub fn new(id: &str, kind: TallyKind, seats: usize, count: impl Fn(Seat) -> Counted) -> GameTally {
        GameTally::by_person(id, kind, Seat::all(seats).map(count))
    }

    /// The tally `id` of a table with these counts, in the order of [`GameTally::of`].
    pub fn by_person(id: &str, kind: TallyKind, of: impl Iterator<Item = Counted>) -> GameTally {
        GameTally { id: id.to_owned(), kind, of: of.collect() }
    }
}

impl TallyKind {
    /// Two counts as one. Neither their order nor how they are grouped matters.
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
