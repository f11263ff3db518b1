//! Nihon Meisho 日本名所, the Andrewz version: tracks turns.

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
