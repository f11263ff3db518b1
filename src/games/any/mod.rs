//! Any other card game: scores by round, and a turn with direction, skip and a draw stack. Enforces no rules.

mod enter_round;
pub mod game;
mod options;
mod page;
#[cfg(test)]
mod random;
mod take_turns;
