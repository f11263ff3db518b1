//! Machinamitorite: tricks win photos of cities, which score by their best grouping.
//!
//! [`partition`] says what the photos of a hand are worth, [`trick`] who wins a trick, [`deal`] which cards there are;
//! [`game`] makes a match of them.

pub mod deal;
pub mod draft;
pub mod game;
pub mod partition;
pub mod play;
#[cfg(test)]
mod random;
pub mod trick;
pub mod words;
