//! Any other card game: scores by round, and a turn with direction, skip and a draw stack. Knows no rules, only bounds.
//!
//! [`game`] has the score and the turn. A table may name its game and give it a score sheet: `sheet_form` makes one,
//! `own` keeps it on the device and gives it away in a link or a file. What belongs to that is a lazy part, `own_part`.

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
