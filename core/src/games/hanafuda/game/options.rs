//! What the table agreed on: the direction, whether turns are tracked, and how rounds end.

use serde::{Deserialize, Serialize};

use crate::domain::seats::Direction;
use crate::games::hanafuda::forfeit::Forfeits;
use crate::games::hanafuda::payout::Unit;

/// What happens after a player is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundEnd {
    /// The others pay the winner.
    #[default]
    Payout,
    /// The player whose hand is on top of the heap does a forfeit; no points are counted (003 VARIANT).
    Forfeit,
    /// Both.
    Both,
}

impl RoundEnd {
    /// Whether the winner is paid.
    pub const fn pays(self) -> bool {
        matches!(self, RoundEnd::Payout | RoundEnd::Both)
    }

    /// Whether a forfeit is done.
    pub const fn has_forfeit(self) -> bool {
        matches!(self, RoundEnd::Forfeit | RoundEnd::Both)
    }
}

/// What the table agreed on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The direction of play; counter-clockwise by default (003 GAMEPLAY and our ruling).
    pub direction: Direction,
    /// Whether the app tracks turns and hand sizes. If not, only payouts and forfeits are entered.
    pub track_turns: bool,
    /// How a round ends.
    pub ending: RoundEnd,
    /// The forfeits to draw from.
    pub forfeits: Forfeits,
    /// What a point is worth.
    pub unit: Unit,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            direction: Direction::CounterClockwise,
            track_turns: true,
            ending: RoundEnd::default(),
            forfeits: Forfeits::default(),
            unit: Unit::default(),
        }
    }
}
