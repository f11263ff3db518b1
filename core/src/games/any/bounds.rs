//! The bounds of a table, and what it means to break them. They are ours and only keep numbers sensible.

use crate::domain::seating::SeatingError;
use crate::domain::seats::Seat;

/// Most points in a round, above or below zero: what fits into five digits.
pub const MOST_POINTS: i32 = 99_999;
/// How many cards a draw stack can grow by at once.
pub const STEPS: std::ops::RangeInclusive<u8> = 1..=10;
/// Most cards a draw stack counts.
pub const MOST_STACK: u16 = 999;
/// Bounds on the number of rounds.
pub const ROUNDS: std::ops::RangeInclusive<u16> = 1..=999;
/// Bounds on the target. Who counts up to 0 begins below it.
pub const TARGETS: std::ops::RangeInclusive<u32> = 0..=99_999;
/// Most categories of a score sheet: about two lines of as many cells as fit side by side on a small phone.
pub const MOST_CATEGORIES: usize = 12;
/// Longest name of a category, in characters.
pub const MAX_CATEGORY: usize = 16;
/// Longest name of a game, in characters.
pub const MAX_GAME: usize = 40;
/// Bounds on the points for one of a category, whatever their sign.
pub const FACTORS: std::ops::RangeInclusive<u32> = 1..=1_000;
/// Bounds on the most that may be counted in a category.
pub const COUNTS: std::ops::RangeInclusive<u32> = 1..=9_999;

/// Bounds on the most tricks of a round.
pub const TRICKS: std::ops::RangeInclusive<u32> = 1..=60;
/// Most points for anything about bids.
pub const MOST_WORTH: u32 = 1_000;
/// Bounds on how many overtricks cost something.
pub const EVERY: std::ops::RangeInclusive<u32> = 2..=99;

/// What is wrong with a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CategoryFault {
    /// Its name is empty, untidy or longer than [`MAX_CATEGORY`].
    Name,
    /// Another has the same name.
    Twice,
    /// Its factor is out of [`FACTORS`].
    Factor,
    /// The most that may be counted is out of [`COUNTS`].
    Most,
    /// Bids that are not the first category.
    BidsFirst,
    /// The most tricks are out of [`TRICKS`].
    Tricks,
    /// Points for bids beyond [`MOST_WORTH`], or overtricks out of [`EVERY`].
    Worth,
    /// A bonus with nothing before it, or a second one.
    BonusLater,
    /// The points from which there is a bonus are out of [`COUNTS`].
    From,
}

/// A broken bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Points or counts for the wrong number of sides.
    Sides {
        /// Given.
        given: usize,
        /// Playing.
        sides: usize,
    },
    /// Points beyond [`MOST_POINTS`].
    Points {
        /// Whose.
        side: usize,
        /// Given.
        points: i32,
    },
    /// The name of the game is untidy or longer than [`MAX_GAME`].
    Name,
    /// More categories than [`MOST_CATEGORIES`].
    Categories(usize),
    /// What is wrong with this category, counted from 0.
    Category(usize, CategoryFault),
    /// Points at the start beyond [`MOST_POINTS`].
    Start(i32),
    /// A count beyond its category's bounds.
    Count {
        /// Whose.
        side: usize,
        /// Which cell of the row, counted from 0.
        cell: usize,
        /// Given.
        count: i32,
    },
    /// What everybody has does not add up to what there is.
    Total {
        /// Which cell of the row, counted from 0.
        cell: usize,
        /// What they have.
        sum: i64,
        /// What there is.
        total: u32,
    },
    /// A round that does not fit the score sheet: points where there is one, another number of categories, or a round
    /// where turns are scored.
    Sheet,
    /// Points for each turn together with a score sheet or a dealer.
    Scoring,
    /// The sides are none, or have more people than [`MAX_SIDE`].
    ///
    /// [`MAX_SIDE`]: crate::domain::teams::MAX_SIDE
    Split,
    /// So many people cannot play in the sides that were chosen, see [`Teams::fits`].
    ///
    /// [`Teams::fits`]: crate::domain::teams::Teams::fits
    Teams(usize),
    /// A step out of [`STEPS`].
    Step(u8),
    /// A target out of [`TARGETS`], or 0 where everyone begins at 0.
    Target(u32),
    /// A lower limit that is not below the points at the start, or more than [`MOST_POINTS`] below zero.
    Limit {
        /// Given.
        limit: i32,
        /// The points at the start.
        start: i32,
    },
    /// A number of rounds out of [`ROUNDS`].
    Rounds(u16),
    /// The stack would grow beyond [`MOST_STACK`].
    Stack,
    /// There is no stack to take.
    NoStack,
    /// This table agreed on no other draw card, or not that a change of direction means again.
    NotAgreed,
    /// There is no such seat.
    NoSeat(Seat),
    /// The game is over.
    Over,
    /// There is no tie to decide, or this side is not part of it.
    NoTie,
    /// This table did not agree to say who deals.
    NoDeal,
    /// People cannot come or go like this.
    People(SeatingError),
}
