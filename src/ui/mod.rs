//! Widgets that know no game and no table: they draw what they are given and report what happened. In debug builds
//! `#/kit` shows them side by side.

mod ask;
mod cells;
mod chart;
mod check_box;
mod choice;
mod deferred;
mod drawing;
mod entry;
mod icon;
mod link;
mod mark;
mod number;
mod outcome;
mod pad;
mod ring;
mod sheet;
mod sides;
mod sight;
mod text;
mod total;
mod unsaved;

pub use ask::Ask;
pub use cells::{CellRow, CellRows, EntryCell, GridCell, GridRows, OpenCells};
pub use chart::{LineChart, Series};
pub use check_box::CheckBox;
pub use choice::{ChoiceField, Pick, PickSign, choice, number_choice};
pub use deferred::DeferredText;
pub use drawing::{Drawing, DrawnPath};
pub use entry::{CellPrompt, Chip, EntryGrid, use_change, use_press};
pub use icon::{Glyph, Icon};
pub use link::{LinkToGive, QrDrawing, use_sites};
pub use mark::{Emblem, Mark, Named, emblem, shape};
pub use number::NumberField;
pub use outcome::share_outcome_text;
pub use pad::NumberPad;
pub use ring::{RingSeat, SeatRing};
pub use sheet::{CountUp, LastRound, MoreLine, Sheet};
pub use sides::SidesField;
pub use text::{FieldText, TextField, use_field_text};
pub use total::{Aim, TotalNow, below, use_counting, use_gliding};
pub use unsaved::{keep_unsaved, unsaved_or};
