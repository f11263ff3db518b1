//! The "Untitled" hanafuda game (003): be the first to get rid of your cards.
//!
//! [`deck`] has the 48 cards, the deal and the effects; [`game`] tracks the rounds; [`payout`] computes what they cost
//! and who pays whom at the end; [`forfeit`] is the variant. [`view_model`] says which screen a table is at.

pub mod deck;
pub mod draft;
pub mod forfeit;
pub mod game;
pub mod payout;
pub mod play;
#[cfg(test)]
mod random;
pub mod view_model;
pub mod words;
