//! Nerts, also called Pounce: everybody plays at once; a round is scored from two counts a player.

pub mod score;
