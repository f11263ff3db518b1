//! Nerts, also called Pounce: everyone plays at once, and a round is scored from two counts per side. [`score`] has the
//! rules, [`options`] what tables agree on.

pub mod draft;
pub mod options;
pub mod play;
#[cfg(test)]
mod random;
pub mod score;
pub mod words;
