//! The "Untitled" hanafuda game (003): get rid of your cards first.
//!
//! [`deck`] is the 48 cards, the deal and the effects; [`turn`] follows the rounds; [`payout`] is what they cost and who
//! hands over what at the end; [`forfeit`] is the variant.

mod chart;
mod components;
pub mod deck;
mod draft;
pub mod forfeit;
mod options;
mod page;
pub mod payout;
mod points;
mod text;
pub mod turn;
mod view_model;
