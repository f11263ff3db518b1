//! What a game is to the table.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::{Serialize, de::DeserializeOwned};

use super::seats::{Seat, Seats};

/// The rules of one game as pure functions over typed values.
pub trait Game: 'static {
    /// Stable text id, used in saves and addresses.
    const ID: &'static str;
    /// How many players it takes.
    const SEATS: RangeInclusive<usize>;
    /// What the table agreed before the first event; its default is the printed rule or the stated ruling.
    type Options: Clone + Debug + PartialEq + Default + Serialize + DeserializeOwned + 'static;
    /// One thing that happened at the table.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + 'static;
    /// What follows from the events so far. Kept small: one is kept per event.
    type State: Clone + Debug + PartialEq + 'static;
    /// A rule or bound that an event or the options break.
    type Error: Clone + Debug + PartialEq + 'static;

    /// The state before the first event.
    ///
    /// # Errors
    /// When the options are out of bounds or do not fit the seats.
    fn start(seats: &Seats, options: &Self::Options) -> Result<Self::State, Self::Error>;

    /// The state after `event`.
    ///
    /// # Errors
    /// When a rule or bound forbids it; nothing has changed then.
    fn apply(state: &Self::State, event: &Self::Event) -> Result<Self::State, Self::Error>;

    /// Totals and how the game stands.
    fn standing(state: &Self::State) -> Standing;

    /// Points of each side so far, what rounds and charts are told in: the totals, unless something else decides the
    /// game.
    fn points(state: &Self::State) -> Vec<i32> {
        Self::standing(state).totals
    }

    /// Who scores together: one player a side, unless the game has partnerships.
    fn sides(seats: &Seats, _options: &Self::Options) -> Vec<Vec<Seat>> {
        Seat::all(seats.len()).map(|seat| vec![seat]).collect()
    }

    /// Whether the lowest total is the best one.
    fn lowest_wins(_options: &Self::Options) -> bool {
        false
    }

    /// Points of each side in each scored round, for a game in which a later entry can change an earlier round. `None`
    /// where a round is worth what its entry changed in the totals.
    fn rounds(_state: &Self::State) -> Option<Vec<Vec<i32>>> {
        None
    }

    /// Turns finished, for a game that is one turn after another and scores no rounds.
    fn turns(_state: &Self::State) -> Option<u32> {
        None
    }

    /// Whether an event is a scored round, a line in the score table.
    fn scores(_event: &Self::Event) -> bool {
        true
    }

    /// The same for an event that led to `after`, where it depends on what the table agreed.
    fn scores_in(_after: &Self::State, event: &Self::Event) -> bool {
        Self::scores(event)
    }
}

/// How a game stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What decides the game, of each side (a player, or a partnership), in seat order: points, unless the game counts
    /// something else.
    pub totals: Vec<i32>,
    /// Whether it is over.
    pub outcome: Outcome,
}

/// Whether a game is over and who won, as indices of sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Not over.
    Playing,
    /// The end is reached with a tie at the top; the table decides between one more round and sharing the win.
    Tied(Vec<usize>),
    /// Over, with the winners.
    Won(Vec<usize>),
}

/// The indices of the highest of `totals`: more than one when tied.
pub fn leaders(totals: &[i32]) -> Vec<usize> {
    let best = totals.iter().max();
    totals.iter().enumerate().filter(|(_, total)| Some(*total) == best).map(|(at, _)| at).collect()
}
