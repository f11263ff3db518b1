//! What happens in a game that the app does not know.

use serde::{Deserialize, Serialize};

use crate::domain::seating::Seating;
use crate::domain::seats::Seat;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A round was scored.
    Round {
        /// Points of each side, in order.
        points: Vec<i32>,
    },
    /// A round was counted on the score sheet; only where there is one, and then in place of [`Event::Round`].
    Counted {
        /// For each side in order, what its cells of the sheet contain.
        counts: Vec<Vec<i32>>,
    },
    /// A side scored in its turn, and the next player plays; only where that was agreed, and then in place of
    /// [`Event::Round`].
    Scored {
        /// The side.
        side: usize,
        /// Its points.
        points: i32,
    },
    /// The turn ended; the next player plays.
    Next,
    /// The next player is skipped; the one after plays.
    Skip,
    /// The direction changed, and the next player in the new direction plays.
    Reverse,
    /// The draw stack grew; the next player plays.
    Stack,
    /// It grew by as many as the other draw card says; the next player plays.
    StackOther,
    /// The direction changed, and as there are only two players the same one plays again; only where that was agreed.
    Again,
    /// The current player took the stack; the next player plays.
    Take,
    /// The turn was moved by hand.
    Turn {
        /// Who plays now.
        seat: Seat,
    },
    /// The table ended the game.
    End,
    /// The table decided a tie at the end.
    Tie {
        /// The side that wins; without one, all that are tied share the win.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<usize>,
    },
    /// The table said who deals, where that was agreed.
    Deal {
        /// Who deals now.
        seat: Seat,
    },
    /// People came, went or changed seats.
    People(Seating),
}

impl Event {
    /// Whether it ends the turn of whoever has it, without points.
    pub(super) fn ends_turn(&self) -> bool {
        matches!(self, Event::Next | Event::Skip | Event::Reverse | Event::Stack | Event::StackOther | Event::Take)
    }
}
