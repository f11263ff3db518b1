//! Any other card game: scores by round, and a turn with direction, skip and a draw stack. Enforces no rules.

mod enter_round;
pub mod game;
mod options;
mod own;
mod own_games;
mod own_page;
mod own_part;
mod own_tiles;
mod page;
#[cfg(test)]
mod random;
mod sheet_form;
mod take_turns;
mod text;

pub use own_part::{LazyOwnGame, LazyOwnTiles, has_own_games};
