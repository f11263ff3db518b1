//! Any other card game: free scores by round, and a turn with direction, skip and a draw stack. Knows no rules.

pub mod game;
mod page;
