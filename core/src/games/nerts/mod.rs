//! Nerts, also called Pounce: everyone plays at once, and a round is scored from two counts per side. [`game`] has the
//! rules, [`options`] what tables agree on.

pub mod draft;
pub mod game;
pub mod options;
pub mod play;
#[cfg(test)]
mod random;
pub mod words;
