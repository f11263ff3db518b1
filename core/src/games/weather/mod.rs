//! A-shita tenki ni nya-re, the weather game: three rounds, a wish in each, and cards counted by kind.
//!
//! [`wish`] says who may pick which wish, [`score`] what cards are worth under it, and [`game`] puts the rounds
//! together; [`view_model`] turns that into what the screens show.

pub mod cards;
pub mod draft;
pub mod game;
pub mod play;
#[cfg(test)]
mod random;
pub mod score;
pub mod view_model;
pub mod wish;
pub mod words;
