//! What is wrong with how a grid is read.

use super::grid::Spot;
use super::points::CellFault;
use crate::domain::parts::Parts;
use crate::domain::seats::SeatError;

/// What is wrong with how a grid is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldFault {
    /// The track that it is about, from 0, if it is about one.
    pub track: Option<usize>,
    /// What it is.
    pub what: OldWrong,
}

/// What can be wrong with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    /// There is none.
    Missing,
    /// It is longer than [`MAX_NAME`](crate::domain::seats::MAX_NAME).
    Long,
    /// Somebody before has the same.
    Twice,
}

/// What can be wrong with how a grid is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OldWrong {
    /// A cell with this text is not points.
    Cell(Spot, CellFault, String),
    /// More than [`MOST_POINTS`](crate::games::any::game::MOST_POINTS) of these parts in a round, above or below zero.
    Points(Spot, Parts),
    /// The rounds do not add up to the total in this cell, but to another.
    Sum {
        /// Where the total is.
        spot: Spot,
        /// What is written there, in tenths.
        written: i64,
        /// What the rounds add up to, in tenths.
        counted: i64,
    },
    /// So many people cannot sit together.
    People(SeatError),
    /// The name of whoever has the points in this column, or in this line if the rounds are columns.
    Name(Spot, NameFault),
    /// There is no round.
    NoRounds,
    /// The rules refuse the round in this line, or in this column if the rounds are columns.
    Refused(Spot),
}
