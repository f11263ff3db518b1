//! One open table of any game: taps become log records, records go to the storage, the view follows the session.

mod flat;
mod handle;
mod new;
mod picture;
mod prompt;
mod screen;
mod screens;
mod share;
mod standings;
mod summary;
mod tabs;

pub use flat::FlatLink;
pub use handle::Table;
pub use picture::{PictureLoad, PicturePart, SharePicture, share_picture};
pub use prompt::TurnPrompt;
pub use screens::screens;
pub use share::{TableMenu, save_points, save_session, share_outcome_text};
pub use standings::{EndingCard, standings};
pub use summary::{series, standing_text};
pub use tabs::{Tab, Tabs};
