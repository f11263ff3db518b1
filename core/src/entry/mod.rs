//! Numbers being entered: the state of a grid of cells and the keys that change it; and whole
//! numbers as text. What draws them is the app's.

mod grid;
mod number;
mod pad;
mod points;

pub use grid::{Grid, Pressed};
pub use number::{MINUS, integer, whole};
pub use pad::{Forward, Pad, PadKey, Sum};
