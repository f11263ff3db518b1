//! Machinamitorite: tricks won are photos of cities, and the photos are worth what their best grouping is worth.

pub mod deal;
mod entry;
pub mod game;
mod page;
pub mod partition;
pub mod trick;
mod views;

pub use page::calculate;
