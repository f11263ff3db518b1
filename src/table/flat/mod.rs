//! The view for a phone that lies in the middle of the table: everyone can read their own name, and what a turn needs
//! faces the player whose turn it is, or whoever taps their own name. A sleeve may touch the phone, so a single touch
//! enters nothing.
//!
//! `of_game.rs` says what the view of a game shows, `view.rs` draws it, and `keys.rs` is what is tapped.

mod choices;
mod keys;
mod of_game;
mod view;

pub use of_game::flat;
