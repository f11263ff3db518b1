//! Why an event or the options are refused.

use crate::domain::seating::SeatingError;
use crate::domain::seats::Seat;
use crate::games::nihon_meisho::pile::{LabelFault, Misfit, SetOf};

/// The rule or bound that an event or the options break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleError {
    /// The wrong number of players for the game.
    Players {
        /// Players seated.
        players: usize,
    },
    /// A starting hand out of bounds.
    StartingHand {
        /// Cards asked for.
        cards: u8,
    },
    /// A turn clock out of bounds.
    Clock {
        /// Seconds asked for.
        seconds: u16,
    },
    /// A deck out of bounds.
    Deck {
        /// Cards given.
        cards: u16,
        /// Fewest cards needed to deal everyone a hand and turn one up.
        least: u16,
    },
    /// A label that cannot be used.
    Label {
        /// The category or area.
        of: SetOf,
        /// What is wrong with it.
        fault: LabelFault,
    },
    /// There is no such seat.
    NoSeat(Seat),
    /// Somebody has no cards left, so the game is over (000 §9).
    GameOver {
        /// Who won.
        winner: Seat,
    },
    /// Full mode: the pile was cleared, and its new first card comes before anything else (000 §20).
    TurnUpFirst,
    /// The pile was not cleared, so there is no card to turn up.
    NothingToTurnUp,
    /// At this table a +2 turned up is replaced by another card.
    TurnedAgain,
    /// Full mode needs to know the card.
    CardNeeded,
    /// Quick mode does not track cards.
    CardsNotKept,
    /// The player missed the call and must take one card and play nothing this turn (000 §12).
    PenaltyDue {
        /// Cards to take: one, plus any +2 stack.
        cards: u16,
    },
    /// It is the same player's turn again after a Reverse, with one card and no call: the call or the penalty comes
    /// first.
    CallFirst {
        /// Cards to take without the call.
        cards: u16,
    },
    /// The player whose turn it is owes no penalty.
    NoPenalty,
    /// There is a +2 stack: answer it with a +2 or take it (000 §23).
    StackPending {
        /// Cards to take.
        stack: u16,
    },
    /// A Reverse may not be played on a +2 (000 §22).
    ReverseOnPlusTwo {
        /// Cards to take.
        stack: u16,
    },
    /// There is no +2 stack to take.
    NothingToTake,
    /// The last card must be played on its own: two cards need three in hand, so that one stays (000 §12).
    LastCardAlone {
        /// Cards in hand, 1 or 2.
        cards: u16,
    },
    /// The last card may not be a Reverse (000 §12).
    LastCardReverse,
    /// The last card may not be a +2 (000 §12).
    LastCardPlusTwo,
    /// The cards do not fit the pile.
    Misfit(Misfit),
    /// No two cards complete a set on this pile (000 §15, §17, §21).
    NoPair {
        /// Length of the category run.
        category: u8,
        /// Length of the area run.
        area: u8,
    },
    /// Only a player with one card calls (000 §12).
    NotOneCard {
        /// Who.
        seat: Seat,
        /// Cards in that hand.
        cards: u16,
    },
    /// This player has already called.
    AlreadyCalled {
        /// Who.
        seat: Seat,
    },
    /// Too late to call: another player has finished a turn (000 §12).
    CallTooLate {
        /// Who.
        seat: Seat,
    },
    /// This player has not missed a call.
    NotMissed {
        /// Who.
        seat: Seat,
    },
    /// More cards than [`MOST_CORRECTED`](super::MOST_CORRECTED).
    HandTooBig {
        /// Cards given.
        cards: u16,
    },
    /// The app already has this number for the hand.
    HandUnchanged {
        /// Cards in it.
        cards: u16,
    },
    /// People cannot come or go like this.
    People(SeatingError),
}

impl From<Misfit> for RuleError {
    fn from(misfit: Misfit) -> Self {
        RuleError::Misfit(misfit)
    }
}
