//! Nerts, also called Pounce: everyone plays at once, and a round is scored from two counts per side.
//!
//! [`score`] has the rules; `enter_round` is the main view of a table, and `end_game` takes its place at the end.

mod calculate;
mod draft;
mod end_game;
mod enter_round;
mod options;
mod page;
#[cfg(test)]
mod random;
mod round_result;
pub mod score;
mod target;
mod words;

pub use calculate::calculate;
