//! Finds the sections that answer a question. Works with words in English and with runs of kana and kanji in Japanese,
//! both languages at once.
//!
//! A section's score is the sum over the parts of the query of how rare the part is and where it occurs, and grows with
//! how much of the query, and of its title, is covered.

mod ask;
mod fields;
mod index;
mod marks;
mod parts;
mod tally;

pub use ask::{Found, Hit};
pub use index::Index;
pub use marks::Seen;
