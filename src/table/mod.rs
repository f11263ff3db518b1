//! An open table of any game: taps become log records, records go to the storage, and the view follows the session.
//!
//! What a table decides is in `takujo_core::table`. `handle` runs it, and is what views hold. `new.rs` opens tables,
//! `views.rs` is what a game draws itself, `screen.rs` the frame around its views, and the other files are views that all
//! games share. `live` shares a table with other phones.

mod board;
mod clock;
mod comings;
mod flat;
mod handle;
mod lines;
mod live;
mod new;
mod notices;
mod picture;
mod prompt;
mod screen;
mod screens;
mod share;
mod standings;
mod tie;
mod vacancies;
mod views;

pub use clock::{CLOCK, ClockButton};
pub(crate) use comings::PeopleButton;
pub use handle::{Table, find_table};
pub use live::shared::{GameOfLink, JudgeLoad};
pub use live::{LazyHelp, LazyJoin};
pub(crate) use notices::LeaveCorrection;
pub use picture::{PictureLoad, PicturePart, SharePicture, share_picture};
pub use prompt::TurnPrompt;
pub use screens::screens;
pub use share::{TableMenu, save_points, save_session};
pub(crate) use standings::EndingCard;
pub use standings::{Spark, standings};
pub use tie::TieCard;
pub use views::{DrawOptions, FlatLink, Setups, Tab, Views};
