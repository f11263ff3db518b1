//! What is known of a game before it is loaded ([`GameInfo`]), and what is loaded then ([`Screens`]).

use chrono::{DateTime, Utc};
use dioxus::prelude::*;
use serde_json::Value;
use takujo_core::domain::seating::ComingRule;
use takujo_core::domain::seats::Player;
use takujo_core::domain::session::{Head, LoadError, Report, SessionFile};
use takujo_core::i18n::Lang;
use takujo_core::live::link::Judge;
use takujo_core::play::GameValue;
use takujo_core::table::put_right::LogPutRight;

use crate::lazy::LazyPart;

/// The fields of the page of a new table, for what a game draws above them; see [`Views::SETUPS`](crate::table::Views::SETUPS).
#[derive(Clone, Copy, PartialEq)]
pub struct SetupForm<O: 'static> {
    /// Who plays.
    pub players: Signal<Vec<Player>>,
    /// What is agreed.
    pub options: Signal<O>,
    /// Count this up after replacing the options as a whole: the page then draws their fields anew.
    pub replaced: Signal<u32>,
}

/// What is stored of sharing a table with other phones.
#[derive(Clone, PartialEq)]
pub struct StoredSharing {
    /// How it is shared, see [`live_key`](takujo_core::storage::live_key).
    pub live: String,
    /// What waits to be sent, see [`waiting_key`](takujo_core::storage::waiting_key); empty if nothing does.
    pub waiting: String,
}

impl StoredSharing {
    /// The taps that wait, and after how many records they were made. If that cannot be read, which this program never
    /// writes, the number is one that no log has.
    pub fn taps(&self) -> Option<(usize, Vec<String>)> {
        let (after, records) = self.waiting.split_once('\n')?;
        Some((after.parse().unwrap_or(usize::MAX), records.split('\n').map(str::to_owned).collect()))
    }

    /// How many taps wait that follow a log of this length.
    pub fn waits_after(&self, length: usize) -> usize {
        self.taps().filter(|(after, _)| *after == length).map_or(0, |(_, records)| records.len())
    }
}

/// What the page of an open table is given.
#[derive(Clone, PartialEq, Props)]
pub struct StoredTable {
    /// The setup.
    pub head: Head,
    /// The stored log. Shared, because the page that holds it is drawn anew on each tap and a log can be long.
    pub log: std::rc::Rc<[String]>,
    /// The stored draft, if any.
    pub draft: Option<String>,
    /// The view asked for, see [`Route::Table`](crate::route::Route::Table).
    pub tab: String,
    /// What is stored of sharing this table with other phones, if it is shared.
    pub live: Option<StoredSharing>,
}

/// A game in the registry: what is known of it before it is loaded.
pub struct GameInfo {
    /// Stable text id.
    pub id: &'static str,
    /// Its name.
    pub name: fn(Lang) -> &'static str,
    /// A few words under the name.
    pub tagline: fn(Lang) -> &'static str,
    /// Whether it has a calculator that needs no table.
    pub calculates: bool,
    /// The key of what it stores besides its tables, if it stores anything.
    pub value: Option<&'static str>,
    /// The game itself, loaded when first needed.
    pub screens: LazyPart<Screens>,
}

/// The game's screens and functions: on the web a file of its own.
pub struct Screens {
    /// The page that opens a new table.
    pub new: fn() -> Element,
    /// The page of an open table.
    pub table: fn(StoredTable) -> Element,
    /// The calculator that needs no table, if the game has one.
    pub calculate: Option<fn() -> Element>,
    /// See [`Play::VALUE`](takujo_core::play::Play::VALUE).
    pub value: Option<GameValue>,
    /// See [`MoreWords::tally`](takujo_core::play::MoreWords::tally).
    pub tally_name: fn(&str, Lang) -> Option<&'static str>,
    /// What says which letters of a shared log count.
    pub judge: fn() -> Box<dyn Judge>,
    /// The figures of a stored table; replays its log.
    pub report: fn(&SessionFile) -> Result<Report, LoadError>,
    /// How people come and go in the middle of the game; `None` if they do not.
    pub comings: fn() -> Option<ComingRule>,
    /// See [`put_right`](takujo_core::table::put_right::put_right).
    pub put_right: PeoplePutRight,
}

/// [`put_right`](takujo_core::table::put_right::put_right) for one game.
pub type PeoplePutRight =
    fn(&SessionFile, &LogPutRight, Option<&str>, DateTime<Utc>, Lang) -> Result<Vec<Value>, (Option<usize>, String)>;
