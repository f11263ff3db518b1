//! The state of the game: the hands, the calls and the pile, and what can be asked of them.

use super::options::{Mode, TwoPlayerReverse};
use crate::domain::seating::Seated;
use crate::domain::seats::{Direction, Seat};
use crate::games::nihon_meisho::pile::{Fit, Runs};

/// The state of one player's call (000 §12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Call {
    /// The player does not have exactly one card.
    #[default]
    NotYet,
    /// One card, no call yet, and nobody else has finished a turn since.
    Due,
    /// Made in time.
    Said,
    /// Not made in time: the penalty comes on the player's next turn.
    Missed,
}

/// One player's hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    pub(super) cards: u16,
    pub(super) call: Call,
}

impl Hand {
    /// Number of cards.
    pub fn cards(self) -> u16 {
        self.cards
    }

    /// The state of the call.
    pub fn call(self) -> Call {
        self.call
    }

    /// A hand that comes to one card owes a call; a hand with any other number owes none.
    pub(super) fn set(&mut self, cards: u16) {
        if self.cards != cards {
            self.call = if cards == 1 { Call::Due } else { Call::NotYet };
        }
        self.cards = cards;
    }
}

/// Why a new card is to be turned up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cleared {
    /// The game starts (000 §6).
    Start,
    /// A set was completed (000 §14, §20).
    Set(Fit),
    /// A Reverse was played (000 §22).
    Reverse,
    /// A +2 stack was taken (000 §23).
    Taken,
}

/// The pile, as far as the app knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pile {
    /// Quick mode: category and area cards; no more is known.
    Untracked {
        /// Whether the top card may just have been turned up.
        maybe_new: bool,
    },
    /// Full mode: the pile was cleared, and its first card is to be turned up.
    TurnUp(Cleared),
    /// Full mode: the runs at its top.
    Runs(Runs),
    /// One or more +2 on top.
    PlusTwos {
        /// Cards the next player takes unless another +2 is played.
        stack: u16,
    },
}

/// The options that turns depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Agreed {
    pub(super) mode: Mode,
    pub(super) two_player_reverse: TwoPlayerReverse,
    /// See `Options::call_first`.
    pub(super) call_first: bool,
    pub(super) turned_plus_two_again: bool,
    pub(super) deck: Option<u16>,
}

/// The state of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub(super) agreed: Agreed,
    pub(super) seated: Seated,
    pub(super) hands: Vec<Hand>,
    pub(super) current: Seat,
    /// Whether the current player also had the turn before: after a Reverse between two players.
    pub(super) again: bool,
    pub(super) direction: Direction,
    pub(super) pile: Pile,
    pub(super) turns: u32,
    pub(super) deck_left: Option<u16>,
}

impl State {
    /// How much the app is told.
    pub fn mode(&self) -> Mode {
        self.agreed.mode
    }

    /// All hands, in seat order.
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// Number of cards in the hand of `seat`; 0 if there is no such seat.
    pub fn cards(&self, seat: Seat) -> u16 {
        self.hands.get(seat.index()).map_or(0, |hand| hand.cards)
    }

    /// The state of the call of `seat`.
    pub fn call(&self, seat: Seat) -> Call {
        self.hands.get(seat.index()).map_or(Call::NotYet, |hand| hand.call)
    }

    /// Whose turn it is. After the game: whose it would be.
    pub fn current(&self) -> Seat {
        self.current
    }

    /// Whose turn is next, unless the player plays a Reverse.
    pub fn following(&self) -> Seat {
        self.current.onward(self.hands.len(), self.direction, 1)
    }

    /// The direction of play.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The pile.
    pub fn pile(&self) -> Pile {
        self.pile
    }

    /// The runs at the top of the pile: only in full mode, with neither a +2 on top nor a card to turn up.
    pub fn runs(&self) -> Option<Runs> {
        match self.pile {
            Pile::Runs(runs) => Some(runs),
            Pile::Untracked { .. } | Pile::TurnUp(_) | Pile::PlusTwos { .. } => None,
        }
    }

    /// Cards to take unless a +2 is played; 0 without a +2 stack.
    pub fn stack(&self) -> u16 {
        match self.pile {
            Pile::PlusTwos { stack } => stack,
            Pile::Untracked { .. } | Pile::TurnUp(_) | Pile::Runs(_) => 0,
        }
    }

    /// Whether a Reverse gives the same player another turn.
    pub(super) fn same_plays(&self) -> bool {
        self.hands.len() == 2 && self.agreed.two_player_reverse == TwoPlayerReverse::SamePlays
    }

    /// Number of turns finished. Changes exactly when a turn ends, so a clock can restart with it.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Most cards that can be left in the deck, if the hands are right: the app is not told of cards that were skipped
    /// while turning up. `None` unless the table counted its deck.
    pub fn deck_left(&self) -> Option<u16> {
        self.deck_left
    }

    /// Who has no cards left (000 §9).
    pub fn winner(&self) -> Option<Seat> {
        Seat::all(self.hands.len()).find(|seat| self.cards(*seat) == 0)
    }

    /// Cards that a penalty would take now: one, plus any +2 stack.
    pub fn penalty(&self) -> u16 {
        self.stack().saturating_add(1)
    }
}
