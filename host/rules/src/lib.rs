//! What a host decides about tables that several phones share: who may do what, in which order, within which limits.
//! `docs/live.md` is the same in words.
//!
//! It knows no socket, no disk and no clock. Whoever runs it says what came and how much time has passed, and is told
//! what to ask the store that has the logs, what to send, and what to count. `takujo-host` does that with WebSockets
//! and one of three stores, `edge` with sockets and objects that sleep while nothing comes.
//!
//! Where to start: `table.rs` decides who may do what with a log; [`Talk`] is one phone's connection; [`Silent`] ends a
//! table to which nothing was appended for long; `limits.rs` has the limits, and counts by address; `address.rs` says
//! which tables an address is for.

mod address;
mod limits;
mod silent;
mod store;
mod table;
mod talk;

pub use address::{HEADERS, Tables, own_page};
pub use limits::{Addresses, Counted, Limits, Spent, network};
pub use silent::{Next, Silent};
pub use store::{Appended, Failed, Forget, Question, Reply, Space};
pub use table::{Entry, Rights, What};
pub use talk::{Frame, News, Talk, Todo};
