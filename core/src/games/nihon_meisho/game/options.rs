//! What the table agreed on, and the bounds of it.

use serde::{Deserialize, Serialize};

use crate::games::nihon_meisho::pile::Labels;

/// Cards in a starting hand, unless the table agrees otherwise (000 §4).
pub const HAND: u8 = 6;
/// Smallest starting hand: with one card, the call would be due before the first turn.
pub const LEAST_HAND: u8 = 2;
/// Largest starting hand; our bound.
pub const MOST_HAND: u8 = 12;
/// Shortest turn clock, in seconds.
pub const LEAST_CLOCK: u16 = 5;
/// Longest turn clock, in seconds.
pub const MOST_CLOCK: u16 = 600;
/// Most cards in a deck; our bound, as the text does not say how many there are.
pub const MOST_DECK: u16 = 999;

/// How much the app is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Only the kind of play, one tap each.
    #[default]
    Quick,
    /// The cards too: the app tracks the pile and refuses plays that do not fit.
    Full,
}

/// Whose turn it is after a Reverse with two players. The text does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TwoPlayerReverse {
    /// The other player's, as after any turn.
    #[default]
    OtherPlays,
    /// The same player's again.
    SamePlays,
}

/// What the table agreed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// How much the app is told.
    pub mode: Mode,
    /// Cards in a starting hand, [`LEAST_HAND`] to [`MOST_HAND`]; 000 §4 says 6.
    pub hand: u8,
    /// Whose turn it is after a Reverse with two players.
    pub two_player_reverse: TwoPlayerReverse,
    /// With [`TwoPlayerReverse::SamePlays`]: on the turn after one's own Reverse the last card may only be played after
    /// the call; without it the penalty is due. True for every new table; tables saved before this option existed go on
    /// without it.
    #[serde(default)]
    pub call_first: bool,
    /// Whether a +2 turned up from the deck is replaced by another card, like a Reverse.
    pub turned_plus_two_again: bool,
    /// What the table calls the categories and areas.
    pub labels: Labels,
    /// Turn clock in seconds, [`LEAST_CLOCK`] to [`MOST_CLOCK`]; `None` for no clock. It is only shown: when it runs
    /// out, nothing happens.
    pub clock: Option<u16>,
    /// Cards in the whole deck, Reverse and +2 included, if the table has counted them; the text does not say. The app
    /// can then remind people to shuffle. At least one more than are dealt, at most [`MOST_DECK`].
    pub deck: Option<u16>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mode: Mode::default(),
            hand: HAND,
            two_player_reverse: TwoPlayerReverse::default(),
            call_first: true,
            turned_plus_two_again: true,
            labels: Labels::default(),
            clock: None,
            deck: None,
        }
    }
}
