//! Nerts, also called Pounce: everybody plays at once; a round is scored from two counts a side.

mod draft;
mod page;
pub mod score;

pub use page::calculate;
