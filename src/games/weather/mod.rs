//! A-shita tenki ni nya-re, the weather game: three rounds, a wish a round, cards counted by kind.

mod cards;
mod entry;
pub mod game;
mod page;
pub mod score;
mod view;
pub mod wish;
mod words;

pub use page::calculate;
