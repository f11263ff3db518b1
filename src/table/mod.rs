//! An open table of any game: taps become log records, records go to the storage, and the view follows the session.
//!
//! `update.rs` decides everything, as a pure function; `log.rs` (records on their way to the disk), `draft.rs`
//! (unfinished input) and `sitting.rs` (the rules of the table's game) are its parts. `handle.rs` runs what it decides,
//! and is what views hold. `new.rs` opens tables, `screen.rs` is the frame around the views, and the other files are
//! views. `live` shares a table with other phones.

mod board;
mod clock;
mod coming_words;
mod comings;
pub mod draft;
mod flat;
mod handle;
mod live;
pub mod log;
mod new;
mod notices;
mod picture;
mod prompt;
mod screen;
mod screens;
mod share;
pub mod sitting;
mod standings;
mod summary;
mod tabs;
pub mod update;

pub use clock::{CLOCK, ClockButton};
pub use coming_words::{seating_problem, seating_text};
pub use comings::PeopleButton;
pub use handle::Table;
pub use live::{LazyJoin, ShareTable};
pub use notices::LeaveCorrection;
pub use picture::{PictureLoad, PicturePart, SharePicture, share_picture};
pub use prompt::TurnPrompt;
pub use screens::screens;
pub use share::{TableMenu, save_points, save_session};
pub use standings::{EndingCard, Spark, standings};
pub use summary::{played_text, round_text, so_far, standing_text};
pub use tabs::{FlatLink, Tab, Tabs};
