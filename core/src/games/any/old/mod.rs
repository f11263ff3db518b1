//! An old evening: rounds that people have written down elsewhere, brought in as a table from a grid of text.
//!
//! [`grid`] reads text into cells, [`points`] a cell into points, and [`reading`] says what the cells mean: it
//! proposes, from how they look ([`along`], `labels.rs`), and people decide ([`choices`]). What comes out is an
//! [`evening`], which becomes the file of a table; the rules replay that as any other. [`fault`] is what is wrong, and
//! [`words`] says it.

pub mod along;
pub mod choices;
pub mod evening;
pub mod fault;
pub mod grid;
mod labels;
pub mod points;
pub mod reading;
#[cfg(test)]
mod tests;
pub mod words;
