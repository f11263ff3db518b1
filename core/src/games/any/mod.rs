//! Any other card game: scores by round, and a turn with direction, skip and a draw stack. Knows no rules, only bounds.
//!
//! [`game`] and `state` have the score and the turn, `options` what a table agrees on, `ends` when it ends and who deals,
//! `bounds` how far it may go. A table may name its game and give it a score sheet; [`own`] has the list of such games,
//! their links and files.

mod bounds;
mod column;
pub mod draft;
mod ends;
mod event;
pub mod game;
pub mod old;
mod options;
pub mod own;
pub mod play;
#[cfg(test)]
mod random;
mod sheet;
mod state;
pub mod usual;
mod version;
pub mod words;
