//! The screens of any other card game. Form, page and tiles of games that people made are a lazy part, `own_part`.

mod bid_fields;
mod enter_round;
mod options;
mod own_games;
mod own_page;
mod own_part;
mod own_tiles;
mod page;
mod round_cells;
mod sheet_form;
mod take_turns;
mod usual_sheets;

pub use own_part::{LazyOwnGame, LazyOwnTiles, has_own_games};
