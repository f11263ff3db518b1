//! The handle of an open table: passes inputs to [`update`](takujo_core::table::update::update), runs the effects, and
//! lets components read the result. [`Table`] is for the views of a game; `AnyTable` is the same for all that does not
//! depend on the game, which it reaches through `door.rs`, and `sharing.rs` is what it does about a log that many phones
//! share.

mod any;
mod course;
mod door;
mod of_game;
mod sharing;

pub use any::find_table;
pub(super) use any::{AnyTable, Status, TabInfo, corrected, time_of_tap};
pub(super) use door::open_table;
pub use of_game::Table;
