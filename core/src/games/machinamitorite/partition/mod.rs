//! The best way to split the photos that a player won into sets, found exactly.
//!
//! A set is three to five photos of the same house in the same city (5, 6 or 7 points), or the three different houses
//! of one city (3 points). Photos in no set are left over, and every three of those make one point. Each photo is in at
//! most one set (002 "Score Calculation").
//!
//! [`best_points`] is cheap enough to call on every tap; [`best_partition`] also returns the sets; [`why_not`] answers
//! "couldn't I have made ...?"; [`Grouping`] scores what a player laid out by hand.
//!
//! The photos are in `photos`, what a set is and what it makes in `sets`, the engine in `best`.

mod best;
mod greedy;
mod grouping;
mod photos;
mod sets;
#[cfg(test)]
mod tests;
mod why_not;

pub use best::{best_partition, best_points};
pub use greedy::{greedy_partition, greedy_points};
pub use grouping::{Grouping, GroupingError};
pub use photos::{City, CountError, Counts, House, PHOTOS_PER_HOUSE, Photo};
pub use sets::{LEFT_OVER_PER_POINT, NotASet, Partition, SameSize, Set, TRIO_POINTS};
pub use why_not::{MAX_WHY_NOT, WhyNot, why_not};
