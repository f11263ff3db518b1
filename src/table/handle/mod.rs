//! The handle of an open table: passes inputs to [`update`](takujo_core::table::update::update), runs the effects, and
//! lets components read the result. [`Table`] is for the views of a game; `AnyTable` is the same for all that does not
//! depend on the game, and `sharing.rs` is what it does about a log that many phones share.

mod any;
mod course;
mod of_game;
mod sharing;

pub(super) use any::{AnyTable, Status, corrected};
pub use of_game::Table;
