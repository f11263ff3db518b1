//! Nihon Meisho 日本名所, the Andrewz version (000): tracks turns, the +2 stack, everyone's number of cards and their
//! calls, and on request the pile.
//!
//! [`pile`] has the cards and what fits on what, [`turn`] the events and rulings, [`advice`] what may and must happen
//! next, [`view_model`] the buttons and the card grid.

pub mod advice;
pub mod pile;
pub mod play;
#[cfg(test)]
mod random;
pub mod text;
pub mod turn;
pub mod view_model;
