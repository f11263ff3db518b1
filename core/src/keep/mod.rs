//! What a person has, on all their devices: tables, people and settings, by a log that these devices share at any home of
//! shared tables. `docs/devices.md` has the format.
//!
//! A [`KeepCode`] is what a second device joins with. [`Kept`] is what a device stores, [`Library`] what it has, and a
//! [`Keeper`] decides: it reads the log, says what to store here and what to append, and begins anew wherever something
//! is not as it was. Only the library is the truth; the log carries it to the others, and may be lost.
//!
//! Where to start: `keeper.rs` is the connection, `fold.rs` reads the log, `settle.rs` brings both sides together.

mod batch;
mod change;
mod code;
mod copies;
mod device;
mod fold;
mod head;
mod keeper;
mod kept;
mod library;
pub mod people;
mod settle;
pub mod values;

pub use change::Unread;
pub use code::{KeepCode, Root};
pub use device::{Device, OwnDevice};
pub use fold::RulesCheck;
pub use keeper::{Chance, Keeper, MESSAGES_A_SECOND, Turn, Unsettled};
pub use kept::{KEPT_KEY, Kept};
pub use library::{KeepReport, Library, OwnTable, Settled};
