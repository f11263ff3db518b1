//! What the running app knows besides the tables themselves: settings, known people, bookmarks, what games store of
//! their own, which tables are in play, which are open, and what is wrong with the storage.
//!
//! [`SavedState`] is read from the storage at the start; [`App`] is the handle that every component gets with [`app`].
//! What is changed is stored at once, and what other windows of the app change is read again. `handle.rs` has the handle;
//! each of the files that add to it has one thing that it can do.

mod card;
mod handle;
mod playing;
mod settings;
mod start;
mod stored;
mod tables;
mod take_in;
mod values;

pub use card::HomeCard;
pub use handle::{App, StillWaiting, app, lang};
pub use settings::{Safekeeping, Settings, Theme};
pub use start::SavedState;
pub use take_in::{KeptChanges, LONGEST_PLACE, MOST_BOOKMARKS, Remembered};
