//! The "Untitled" hanafuda game (003): be the first to get rid of your cards.
//!
//! [`deck`] has the 48 cards, the deal and the effects; [`turn`] tracks the rounds; [`payout`] computes what they cost
//! and who pays whom at the end; [`forfeit`] is the variant. `view_model` says which screen a table is at, and
//! `play_round` shows it.

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
