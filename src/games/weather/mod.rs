//! A-shita tenki ni nya-re, the weather game: three rounds, a wish in each, and cards counted by kind.
//!
//! [`wish`] says who may pick which wish, [`score`] what cards are worth under it, and [`game`] puts the rounds
//! together; `view_model` turns that into what the screens show.

mod calculate;
mod cards;
mod choose_wish;
mod components;
mod copy_cards;
mod draft;
mod enter_counts;
pub mod game;
mod page;
mod play_rounds;
#[cfg(test)]
mod random;
pub mod score;
mod see_result;
mod set_options;
mod text;
mod view_model;
pub mod wish;

pub use calculate::calculate;
