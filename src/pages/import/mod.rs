//! Takes in a file: first decides what of it is new here, then stores all of that at once. An import can be taken back.
//! Also makes a table of the sound beginning of a damaged one.

mod intake;
mod outcome;
mod progress;
mod rescue;
mod take_in;
#[cfg(test)]
mod tests;
mod undo;

pub(super) use outcome::refused;
pub(super) use progress::{IMPORTING, Progress};
pub(super) use rescue::open_until;
pub(super) use take_in::take_in;
pub(super) use undo::{IMPORTED, Imported, take_back};
