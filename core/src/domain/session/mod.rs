//! A saved table: its setup ([`Head`]) and its log, as JSON in the format of `docs/save-format.md`. Reads and writes
//! files ([`SessionFile`], [`Bundle`]), replays a log into an open table ([`Session`]), and computes its figures
//! ([`Report`]), also as a spreadsheet ([`csv()`]). Lists of many tables read only a [`Label`].

mod course;
mod csv;
mod error;
mod file;
mod head;
mod instead;
mod label;
mod open;
mod report;
mod sides;
mod time;
mod version;

pub use course::{BestRound, GameCourse, PassedSide, WinningLead};
pub(super) use csv::cell;
pub use csv::csv;
pub use error::{LoadError, MAX_COUNTED, MAX_FILE, MAX_RECORDS};
pub use file::{Bundle, File, Record, SessionFile, is_other_of, other_id, read_file, stem_of_other};
pub use head::{Head, MAX_TITLE, own_game, read_head};
pub use instead::{InsteadError, SatInstead, StandIn};
pub use label::{Label, read_label};
pub use open::{Session, open};
pub(super) use report::best_of;
pub use report::{Report, replay, report, standing};
pub use sides::SeatChange;
pub(super) use time::stamp_if_any;
pub use version::{FIRST_VERSION, SHEET_VERSION, VERSION};
