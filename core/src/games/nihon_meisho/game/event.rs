//! What happens at the table, as it is recorded.

use serde::{Deserialize, Serialize};

use crate::domain::seating::Seating;
use crate::domain::seats::Seat;
use crate::games::nihon_meisho::pile::Card;

/// Most cards a hand may be corrected to.
pub const MOST_CORRECTED: u16 = 200;

/// One thing that happened at the table. What is done in a turn is done by the player whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Full mode: the top card of the deck was turned up for a new pile, after skipping any Reverse (000 §6, §20, §22).
    Turned(Card),
    /// The card turned up was a +2, at a table where that counts as played.
    TurnedPlusTwo,
    /// One card was played; full mode says which (000 §8).
    Play1(Option<Card>),
    /// Two cards were played; full mode says which, the lower first (000 §15).
    Play2(Option<[Card; 2]>),
    /// A +2 was played (000 §23).
    PlusTwo,
    /// The +2 stack was taken from the deck (000 §23).
    Take,
    /// The player passed and took one card (000 §10, §11).
    Pass,
    /// A Reverse was played (000 §22).
    Reverse,
    /// The penalty for a missed call: one card and any +2 stack were taken, and nothing was played (000 §12).
    PenaltyTake,
    /// A player with one card said "Nihon Meisho" in time (000 §12).
    Call {
        /// Who said it.
        seat: Seat,
    },
    /// A call that the app counts as missed was made in time after all.
    SaidInTime {
        /// Who said it.
        seat: Seat,
    },
    /// A hand was counted, and the app's number was wrong.
    Hand {
        /// Whose.
        seat: Seat,
        /// Cards in it, 0 to [`MOST_CORRECTED`].
        cards: u16,
    },
    /// The cards put aside were shuffled into a new deck (000 §24).
    Reshuffled,
    /// Somebody left, and their hand went under the deck.
    People(Seating),
}
