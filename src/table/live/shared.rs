//! A shared log as an open table sees it.

use crate::i18n::{Lang, t};
use crate::live::link::Reach;
use crate::live::room::{Room, RoomState};
use crate::storage::{Append, Stored};

/// The key of the value that says how a table is shared; absent or empty if it is not.
pub fn live_key(id: &str) -> String {
    format!("live:{id}")
}

/// A shared log, as a table sees it. A trait, so that its code is in the part that is loaded for it.
pub trait Shared {
    /// Sends records; the result comes as [`super::super::update::Input::Written`] with this number.
    fn append(&self, number: u64, append: Append);
    /// Sends the table's setup.
    fn put_head(&self, head: &str);
    /// The table on this disk, with the log as it is shared.
    fn load(&self, stored: Stored) -> Stored;
    /// Ends the connection; returns the numbers of the appends without a result.
    fn stop(&self) -> Vec<u64>;
    /// Who plays on this phone; may be empty.
    fn me(&self) -> String;
    /// The connection.
    fn room(&self) -> Room;
}

/// How the table stands to the other phones, in a few words.
pub fn words(l: Lang, state: &RoomState) -> String {
    match (state.stage, state.waiting) {
        (Reach::Over(_), _) => t::live_over(l).to_owned(),
        (Reach::Away, 0) => t::live_away(l).to_owned(),
        (Reach::Away, waiting) => t::live_away_waiting(l, waiting),
        (Reach::Coming, _) => t::live_coming(l).to_owned(),
        (Reach::Here, 0) => t::live_here(l).to_owned(),
        (Reach::Here, waiting) if state.locked => t::live_locked_waiting(l, waiting),
        (Reach::Here, waiting) => t::live_waiting(l, waiting),
    }
}
