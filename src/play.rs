//! What a game says of itself, and what is known of it before it is loaded.

use dioxus::prelude::*;
use serde_json::Value;

use crate::domain::game::Game;
use crate::domain::seats::{Direction, Seat, Seats};
use crate::domain::session::{Head, LoadError, Report, Session, SessionFile};
use crate::i18n::Lang;
use crate::lazy::LazyPart;

/// Something that went wrong, in the table's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong and what would be right.
    pub text: String,
    /// The section of the game's rules that says so; empty when no rule does.
    pub rule: &'static str,
}

/// Whose turn it is, in a game that follows turns: what a phone in the middle of the table shows and what a tap on it does.
pub struct Playing<E> {
    /// Whose turn it is.
    pub seat: Seat,
    /// Which way it goes.
    pub direction: Direction,
    /// Cards that wait to be taken.
    pub stack: u16,
    /// What stands beside each name, in seat order, and whether it is a warning.
    pub notes: Vec<(String, bool)>,
    /// What happens most often, with its name; none where it takes more than one tap.
    pub next: Option<(E, String)>,
}

/// What a game says and shows, beside its rules.
pub trait Play: Game + Sized {
    /// Its name.
    fn name(l: Lang) -> &'static str;
    /// A few words under the name.
    fn tagline(l: Lang) -> &'static str;
    /// Where the table is: "round 3". `rounds` were scored.
    fn place(state: &Self::State, rounds: usize, l: Lang) -> String;
    /// An event in a few words, for undo and the log.
    fn describe(event: &Self::Event, seats: &Seats, options: &Self::Options, l: Lang) -> String;
    /// A broken rule in words: what is wrong and what would be right.
    fn explain(error: &Self::Error, seats: &Seats, options: &Self::Options, l: Lang) -> Problem;
    /// The options of a new table, for so many players.
    fn options_form(options: Signal<Self::Options>, players: usize) -> Element;
    /// Whose turn it is; none where the game follows no turns, or nobody's is.
    fn turn(_session: &Session<Self>, _l: Lang) -> Option<Playing<Self::Event>> {
        None
    }
    /// What the table agrees on by now: what another game with the same people begins with.
    fn agreed(session: &Session<Self>) -> Self::Options {
        session.options.clone()
    }
    /// The total that ends the game, if there is one.
    fn target(_state: &Self::State) -> Option<i32> {
        None
    }
    /// What an undo takes back of an entry not yet made, in words, and the entry without it.
    fn undo_draft(_draft: &str, _seats: &Seats, _options: &Self::Options, _l: Lang) -> Option<(String, String)> {
        None
    }
    /// The key of what the game keeps beside its tables, if anything.
    const KEPT: Option<&'static str> = None;
    /// What is kept of that once `theirs` comes in beside what is here; `None` when it cannot be read or is out of bounds.
    fn merge_kept(_mine: Option<Value>, _theirs: Value) -> Option<Value> {
        None
    }
    /// Whether somebody starts; everybody plays at once where not.
    fn has_starter() -> bool {
        true
    }
    /// How the game itself chooses who starts, if it says.
    fn starter_custom(_l: Lang) -> Option<&'static str> {
        None
    }
}

/// What a stored table needs to be opened.
#[derive(Clone, PartialEq, Props)]
pub struct StoredTable {
    /// The setup.
    pub head: Head,
    /// The log as kept. Shared: the page that holds it is drawn at each tap, and a log may be long.
    pub log: std::rc::Rc<[String]>,
    /// What was being entered.
    pub draft: Option<String>,
    /// The view asked for.
    pub tab: String,
}

/// A game in the registry: what is known of it before it is loaded.
pub struct GameInfo {
    /// Stable text id.
    pub id: &'static str,
    /// Its name.
    pub name: fn(Lang) -> &'static str,
    /// A few words under the name.
    pub tagline: fn(Lang) -> &'static str,
    /// Whether it has a quick calculation without a table.
    pub calculates: bool,
    /// The key of what it keeps beside its tables, if anything.
    pub kept: Option<&'static str>,
    /// The game itself.
    pub screens: LazyPart<Screens>,
}

/// What a game does and shows: on the web a file of its own, loaded when the game is first needed.
pub struct Screens {
    /// The page that opens a new table.
    pub new: fn() -> Element,
    /// The page of an open table.
    pub table: fn(StoredTable) -> Element,
    /// A quick calculation without a table, if the game has one.
    pub calculate: Option<fn() -> Element>,
    /// How what it keeps beside its tables comes in with a file, see [`Play::merge_kept`].
    pub merge_kept: fn(Option<Value>, Value) -> Option<Value>,
    /// A stored table in figures.
    pub report: fn(&SessionFile) -> Result<Report, LoadError>,
}
