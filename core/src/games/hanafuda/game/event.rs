//! What happens at the table, as it is recorded.

use serde::{Deserialize, Serialize};

use super::moves::MoveKind;
use crate::domain::seating::Seating;
use crate::domain::seats::Seat;
use crate::games::hanafuda::deck::Top;
use crate::games::hanafuda::forfeit::Forfeits;
use crate::games::hanafuda::payout::Left;

/// One thing that happened at the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The player whose turn it is played.
    Move {
        /// Which move.
        kind: MoveKind,
        /// The top discard afterwards; [`Top::Other`] after a move without effect.
        #[serde(default)]
        top: Top,
    },
    /// A hand was counted to correct the app. This ends no turn.
    Hand {
        /// Whose.
        seat: Seat,
        /// Cards it really has; with 0 that player is first.
        cards: u8,
    },
    /// The turn was corrected.
    ToPlay {
        /// Whose turn it really is.
        seat: Seat,
    },
    /// The winner was paid.
    Payout {
        /// Who was first.
        winner: Seat,
        /// Cards left, by seat. Empty for the winner, and for the exempt player if not counted.
        left: Vec<Left>,
        /// Who touched the winner's hand first; `None` with two players.
        #[serde(default)]
        exempt: Option<Seat>,
        /// Whether the count overrides the tracked hands, because the cards were laid out and counted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        recount: bool,
    },
    /// Somebody did a forfeit.
    Forfeit {
        /// Who was first.
        winner: Seat,
        /// Whose hand was on top of the heap.
        seat: Seat,
        /// The forfeit drawn, within the bounds of [`check`](crate::games::hanafuda::forfeit::check); `None` if the table made one up.
        #[serde(default)]
        text: Option<String>,
    },
    /// The next round was dealt.
    NextRound {
        /// The dealer; `None` means the next player in turn order.
        #[serde(default)]
        dealer: Option<Seat>,
    },
    /// The list of forfeits was changed.
    List {
        /// The whole list.
        forfeits: Forfeits,
    },
    /// The table stopped playing. An unfinished round does not count.
    End,
    /// People came, went or changed seats.
    People(Seating),
}
