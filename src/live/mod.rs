//! A table that many phones share: this phone's side of the protocol in `docs/live.md`.
//!
//! [`link`] decides and is pure; [`room`] runs it with a socket and the storage. What is sent is a [`letter`], sealed
//! ([`seal`]) with a key that only a [`ticket`], the link to the table, carries.

pub mod letter;
pub mod link;
pub mod room;
pub mod rows;
pub mod seal;
pub mod ticket;
