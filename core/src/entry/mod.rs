//! Numbers being entered: the state of a grid of cells and the keys that change it. What draws them is the app's.

mod grid;
mod pad;

pub use grid::{Grid, Pressed};
pub use pad::{Forward, Pad, PadKey, Sum};
