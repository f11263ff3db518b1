//! Any other card game: scores by round, and a turn with direction, skip and a draw stack. Knows no rules, only bounds.
//!
//! [`game`] has the score and the turn. A table may name its game and give it a score sheet: `sheet_form` makes one,
//! `own` has the list of such games and their links and files, `own_games` keeps the list on the device. Form, page and
//! tiles of such games are a lazy part, `own_part`.

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
