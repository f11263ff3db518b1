//! The screens of the weather game.

mod calculate;
mod cards;
mod choose_wish;
mod components;
mod copy_cards;
mod enter_counts;
mod page;
mod play_rounds;
mod see_result;
mod set_options;
