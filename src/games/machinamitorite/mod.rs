//! Machinamitorite: tricks win photos of cities, which score by their best grouping.
//!
//! [`partition`] says what the photos of a hand are worth, [`trick`] who wins a trick, [`deal`] which cards there are;
//! [`game`] makes a match of them. `enter_hand` and `judge_trick` are the views of a table.

mod calculate;
mod components;
mod count_photos;
pub mod deal;
mod draft;
mod enter_hand;
pub mod game;
mod group_photos;
mod hand_result;
mod judge_trick;
mod lay_trick;
mod options;
mod page;
pub mod partition;
#[cfg(test)]
mod random;
mod text;
pub mod trick;
mod worth;

pub use calculate::calculate;
