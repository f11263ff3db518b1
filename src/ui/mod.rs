//! Widgets that know no game: they draw what they are given and report what happened.

mod chart;
mod deferred;
mod grid;
mod icon;
mod mark;
mod pad;
mod ring;
mod sheet;

pub use chart::{LineChart, Series};
pub use deferred::DeferredText;
pub use grid::{Grid, Pressed};
pub use icon::{Glyph, Icon};
pub use mark::{Mark, Named, shape};
pub use pad::{NumberPad, PadKey, Sum, key_of};
pub use ring::{RingSeat, SeatRing};
pub use sheet::Sheet;
