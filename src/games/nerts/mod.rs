//! The screens of Nerts: `enter_round` is the main view of a table, and `end_game` takes its place at the end.

mod calculate;
mod end_game;
mod enter_round;
mod options;
mod page;
mod piles;
mod round_result;
mod target;
