//! A-shita tenki ni nya-re, the weather game: three rounds, a wish a round, cards counted by kind.

pub mod game;
pub mod score;
pub mod wish;
