//! A shared table in use: runs a [`Follower`](takujo_core::live::link::Follower) with a socket, and keeps a copy of the
//! log, and what waits to be added to it, on this device's disk.
//!
//! `handle.rs` is what a table holds of it, `run.rs` begins it and deals with all that happens, one after the other, and
//! `inner.rs` is what both work on.

mod handle;
mod inner;
mod run;
mod state;
mod stored;

pub use handle::Room;
pub use inner::{ADDRESSES, Admission};
pub use run::path_of;
pub use state::{RoomState, RoomWord};
pub use stored::{StoredTicket, hex};
