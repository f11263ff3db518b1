//! The screens of Nihon Meisho.

mod correct_entry;
mod count_hands;
mod name_cards;
mod page;
mod pick_card;
mod set_options;
mod signs;
mod take_turn;
