//! Any other card game: scores by round, and a turn with direction, skip and a draw stack. Knows no rules, only bounds.
//!
//! [`game`] has the score and the turn. A table may name its game and give it a score sheet; [`own`] has the list of such
//! games, their links and files.

pub mod draft;
pub mod game;
pub mod own;
pub mod play;
#[cfg(test)]
mod random;
pub mod text;
