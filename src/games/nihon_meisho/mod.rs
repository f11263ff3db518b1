//! Nihon Meisho 日本名所, the Andrewz version (000): tracks turns, the +2 stack, everyone's number of cards and their
//! calls, and on request the pile.
//!
//! [`pile`] has the cards and what fits on what, [`turn`] the events and rulings, [`advice`] what may and must happen
//! next, [`view_model`] the buttons and the card grid.

pub mod advice;
mod correct_entry;
mod count_hands;
mod name_cards;
mod page;
mod pick_card;
pub mod pile;
#[cfg(test)]
mod random;
mod set_options;
mod take_turn;
mod text;
pub mod turn;
pub mod view_model;
