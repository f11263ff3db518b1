//! Nihon Meisho 日本名所, the Andrewz version (000): tracks turns, the +2 stack, everyone's number of cards and their
//! calls, and on request the pile.
//!
//! [`pile`] has the cards and what fits on what, [`game`] the events and rulings, [`advice`] what may and must happen
//! next, [`view_model`] the buttons and the card grid.

pub mod advice;
pub mod game;
pub mod pile;
pub mod play;
#[cfg(test)]
mod random;
pub mod view_model;
pub mod words;
