//! Any other card game: free scores by round, and a turn with direction, skip and a draw stack. Knows no rules.

mod enter_round;
pub mod game;
mod options;
mod page;
#[cfg(test)]
mod random;
mod take_turns;
