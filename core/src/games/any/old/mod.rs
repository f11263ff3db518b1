//! An old evening: rounds that people have written down elsewhere, brought in as a table from a grid of text.
//!
//! [`grid`] reads text into cells, [`points`] a cell into points, and [`reading`] says what the cells mean: it proposes,
//! people decide. What comes out is an [`evening`], which becomes the file of a table; the rules replay that as any
//! other. [`fault`] is what is wrong, and [`words`] says it.

pub mod evening;
pub mod fault;
pub mod grid;
pub mod points;
pub mod reading;
#[cfg(test)]
mod tests;
pub mod words;
