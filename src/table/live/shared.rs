//! A shared log as an open table sees it, and the addresses, the key and the words for it.

use std::pin::Pin;

use takujo_core::domain::session::Head;
use takujo_core::entry::Grid;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::link::{Judge, Reach};
use takujo_core::live::rows::Rows;
use takujo_core::storage::{Append, Stored};

use crate::room::{Room, RoomState};

/// The address of the view to be read across a room, which every table has without help from its game.
pub const BOARD: &str = "board";

/// A judge once its game is loaded; `None` if there is no such game.
pub type JudgeLoad = Pin<Box<dyn Future<Output = Option<Box<dyn Judge>>>>>;

/// What a page that does not know the games asks about the one with this id.
#[derive(Clone, Copy)]
pub struct GameOfLink {
    /// Its judge.
    pub judge: fn(String) -> JudgeLoad,
    /// Its name; nothing if there is no such game.
    pub name: fn(&str, Lang) -> &'static str,
}

/// A shared log, as a table sees it. A trait, so that its code is in the part that is loaded for it.
pub trait Shared {
    /// Sends records; the result comes as [`takujo_core::table::update::Input::Written`] with this number.
    fn append(&self, number: u64, append: Append);
    /// Sends the table's setup to the other phones.
    fn put_head(&self, head: &str);
    /// The table as it is on this disk, but with the shared setup and log. If it is not there any more, because the storage
    /// was cleared, `ours` and the draft are stored anew.
    fn load(&self, stored: Option<Stored>, ours: &Head, draft: &str) -> Stored;
    /// Ends the connection; returns the numbers of the appends without a result.
    fn stop(&self) -> Vec<u64>;
    /// Whether everything may be entered on this phone, not only the row of its person.
    fn is_free(&self) -> bool;
    /// The cells `new` of the open round after `old` with no change but in the row of this phone's person; `None` if there
    /// is none.
    fn own_row(&self, rows: &Rows, old: Option<&Grid>, new: Option<&Grid>) -> Option<Grid>;
    /// Whether a row of the open round, with these cells, is in question: nobody may save it before people have said which
    /// is right.
    fn is_asked(&self, rows: &Rows, grid: Option<&Grid>) -> bool;
    /// Tells the other phones at once what was entered in these cells.
    fn say_rows(&self, rows: &Rows, grid: Option<&Grid>);
    /// Whether what is entered here goes to other phones as it is entered, and theirs comes here.
    fn syncs(&self) -> bool;
    /// The name of whoever made this record; `None` if it is not known.
    fn maker(&self, record: usize) -> Option<String>;
    /// The connection, and all that is known of the shared table.
    fn room(&self) -> Room;
}

/// How the table stands to the other phones, in a few words.
pub fn words(l: Lang, state: &RoomState) -> String {
    match (state.stage, state.waiting) {
        (Reach::Over(_), _) => t::live_over(l).to_owned(),
        (Reach::Here | Reach::Coming, _) if state.moving => t::live_moving(l).to_owned(),
        (Reach::Here, _) if !state.is_admitted => t::live_shut_here(l).to_owned(),
        (_, waiting @ 1..) if state.no_room => t::live_no_room(l, waiting),
        (Reach::Away, 0) => t::live_away(l).to_owned(),
        (Reach::Away, waiting) => t::live_away_waiting(l, waiting),
        (Reach::Coming, _) => t::live_coming(l).to_owned(),
        (Reach::Here, 0) => t::live_here(l).to_owned(),
        (Reach::Here, waiting) if state.locked => t::live_locked_waiting(l, waiting),
        (Reach::Here, waiting) => t::live_waiting(l, waiting),
    }
}
