//! The "Untitled" hanafuda game (003): get rid of your cards first.
//!
//! [`deck`] is the 48 cards, the deal and the effects; [`turn`] follows the rounds; [`payout`] is what they cost and who
//! hands over what at the end; [`forfeit`] is the variant.

mod below;
mod components;
mod deal;
pub mod deck;
mod do_forfeit;
mod draft;
pub mod forfeit;
mod look_up;
mod next_round;
mod page;
mod pay;
pub mod payout;
mod play_round;
mod put_right;
#[cfg(test)]
mod random;
mod set_options;
mod settle;
mod take_turn;
mod text;
pub mod turn;
mod view_model;
