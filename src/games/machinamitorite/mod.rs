//! Machinamitorite: tricks won are photos of cities, and the photos are worth what their best grouping is worth.

mod components;
pub mod deal;
mod draft;
pub mod game;
mod page;
pub mod partition;
#[cfg(test)]
mod random;
pub mod trick;

pub use page::calculate;
