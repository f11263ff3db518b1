//! A-shita tenki ni nya-re, the weather game: three rounds, a wish a round, cards counted by kind.

mod cards;
mod draft;
pub mod game;
mod page;
#[cfg(test)]
mod random;
pub mod score;
mod text;
mod view_model;
pub mod wish;

pub use page::calculate;
