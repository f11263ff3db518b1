//! What a game tells the app about itself, and what is known of it before it is loaded.

use dioxus::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::domain::game::Game;
use crate::domain::ledger::Ledger;
use crate::domain::seats::{Direction, Player, Seat, Seats};
use crate::domain::session::{Head, LoadError, Report, Session, SessionFile};
use crate::i18n::Lang;
use crate::lazy::LazyPart;
use crate::live::rows::Rows;
use crate::state::App;
use crate::ui::Pad;

/// Something that went wrong, in the table's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, and what would be right.
    pub text: String,
    /// The section of the game's rules that says so; empty if none does.
    pub rule: &'static str,
}

/// Whose turn it is: what a phone lying on the table shows.
pub struct Playing {
    /// Whose turn it is.
    pub seat: Seat,
    /// The direction of play.
    pub direction: Direction,
    /// Cards waiting to be picked up.
    pub stack: u16,
    /// A note beside each name, in seat order, and whether it is a warning.
    pub notes: Vec<(String, bool)>,
}

/// Something that can be entered on a phone lying on the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Move<E> {
    /// What its button says.
    pub words: String,
    /// What the button does.
    pub does: Entering<E>,
}

/// What the button of a [`Move`] does.
#[derive(Debug, Clone, PartialEq)]
pub enum Entering<E> {
    /// Enters this event.
    Event(E),
    /// Asks which of these.
    Choose(Vec<Move<E>>),
}

impl<E> Move<E> {
    /// A button that enters an event.
    pub fn event(words: impl Into<String>, event: E) -> Move<E> {
        Move { words: words.into(), does: Entering::Event(event) }
    }

    /// A button that asks which of these.
    pub fn choose(words: impl Into<String>, among: impl IntoIterator<Item = Move<E>>) -> Move<E> {
        Move { words: words.into(), does: Entering::Choose(among.into_iter().collect()) }
    }

    /// The same words without the events, for a view that is not generic over the game.
    pub fn words_only(&self) -> Move<()> {
        match &self.does {
            Entering::Event(_) => Move::event(&self.words, ()),
            Entering::Choose(among) => Move::choose(&self.words, among.iter().map(Move::words_only)),
        }
    }
}

/// What can be entered now on a phone lying on the table.
pub struct Moves<E> {
    /// The most common one, if there is one.
    pub main: Option<Move<E>>,
    /// All others.
    pub others: Vec<Move<E>>,
}

impl<E> Default for Moves<E> {
    fn default() -> Moves<E> {
        Moves { main: None, others: Vec::new() }
    }
}

/// What a player needs to enter their row.
#[derive(Clone, PartialEq)]
pub struct RowKeys {
    /// What each cell is called.
    pub words: Vec<String>,
    /// A few letters for each, where there are too many for their words.
    pub signs: Vec<String>,
    /// The keys.
    pub pad: Pad,
    /// The highest sensible number in a cell.
    pub most: u32,
    /// What a player's row is for, in seat order; empty if the cells say enough.
    pub about: Vec<String>,
}

/// A round that only needs to be saved.
pub struct Drafted<E> {
    /// What saving it is called.
    pub words: &'static str,
    /// The round.
    pub event: E,
    /// What the draft has besides it.
    pub rest: Option<Value>,
}

/// What the page of a new table has to fill in.
#[derive(Clone, Copy, PartialEq)]
pub struct Setup<O: 'static> {
    /// Who plays.
    pub players: Signal<Vec<Player>>,
    /// What is agreed.
    pub options: Signal<O>,
    /// To be counted up when the options are replaced by others.
    pub replaced: Signal<u32>,
}

/// How a game presents itself; [`Game`] has its rules.
pub trait Play: Game + Sized {
    /// Its name.
    fn name(l: Lang) -> &'static str;
    /// A few words under the name.
    fn tagline(l: Lang) -> &'static str;
    /// What [`Game::tallies`] counts under this id.
    fn tally_name(_id: &str, _l: Lang) -> Option<&'static str> {
        None
    }
    /// Where the table is, like "round 3". `rounds` is the number of scored rounds.
    fn place(state: &Self::State, rounds: usize, l: Lang) -> String;
    /// An event in a few words, for undo and the log.
    fn describe(event: &Self::Event, seats: &Seats, options: &Self::Options, l: Lang) -> String;
    /// What ends a game at any time, if its rules leave that to the people.
    fn end() -> Option<Self::Event> {
        None
    }
    /// Whether a scored round is all that was entered since the last: then its number says enough about it.
    const WHOLE_ROUNDS: bool = true;
    /// Who an event is of, if it does not name them itself: `before` is the state it met.
    fn actor(_before: &Self::State, _event: &Self::Event) -> Option<Seat> {
        None
    }
    /// An error in words: what is wrong, and what would be right.
    fn explain(error: &Self::Error, seats: &Seats, options: &Self::Options, l: Lang) -> Problem;
    /// What the options say, a few words each, for the line they fold to.
    fn agreed_words(options: &Self::Options, players: usize, l: Lang) -> Vec<String>;
    /// The options of a new table for this many players.
    fn options_form(options: Signal<Self::Options>, players: usize) -> Element;
    /// Whose turn it is; `None` if the game does not track turns, or it is nobody's turn.
    fn turn(_session: &Session<Self>, _l: Lang) -> Option<Playing> {
        None
    }
    /// Everything that the player whose turn it is, or anyone else, can enter now.
    fn moves(_session: &Session<Self>, _l: Lang) -> Moves<Self::Event> {
        Moves::default()
    }
    /// What can be entered about a player whoever's turn it is, on a phone lying on the table and turned to them.
    fn seat_moves(_session: &Session<Self>, _seat: Seat, _l: Lang) -> Vec<Move<Self::Event>> {
        Vec::new()
    }
    /// What the table has to do next on its own screen, if that is neither a turn nor a row: a few words for a button.
    fn step(_session: &Session<Self>, _l: Lang) -> Option<String> {
        None
    }
    /// The options as they are now, which another game with the same people starts with.
    fn agreed(session: &Session<Self>) -> Self::Options {
        session.options.clone()
    }
    /// The total that ends the game, if there is one.
    fn target(_state: &Self::State) -> Option<i32> {
        None
    }
    /// What a side's points in a round came from, in a few words, for the round that decided the game.
    fn made_by(_session: &Session<Self>, _round: usize, _side: usize, _l: Lang) -> Option<String> {
        None
    }
    /// What these people mean for the rest of the game, if that is not plain to see: who are partners, what stays in the box.
    fn seating_note(_seats: &Seats, _options: &Self::Options, _l: Lang) -> Option<String> {
        None
    }
    /// If a draft has a step of its own to undo: its description, and the draft without it.
    fn undo_draft(_draft: &str, _seats: &Seats, _options: &Self::Options, _l: Lang) -> Option<(String, String)> {
        None
    }
    /// What is left of a draft after another window has played on: everything, nothing, or the part that still applies.
    /// Games that enter whole rounds use [`same_round`].
    fn draft_after(draft: &str, before: &Ledger<Self>, after: &Ledger<Self>) -> Option<String> {
        (before.entries() == after.entries()).then(|| draft.to_owned())
    }
    /// How the sides can enter the open round each on their own phone; `None` if they cannot now.
    fn rows(_session: &Session<Self>) -> Option<Rows> {
        None
    }
    /// How a player enters a row of [`Play::rows`] on a phone lying on the table, if they can there.
    fn row_keys(_session: &Session<Self>, _l: Lang) -> Option<RowKeys> {
        None
    }
    /// The round in a draft, once nothing of it is open or wrong; before that, what is wrong so far, if anything is.
    fn drafted(_draft: &str, _session: &Session<Self>, _l: Lang) -> Result<Drafted<Self::Event>, Option<String>> {
        Err(None)
    }
    /// Whether an old event has its own correction screen at `table/ID/correct-ENTRY`.
    fn may_correct(event: &Self::Event) -> bool {
        Self::scores(event)
    }
    /// The key of the value the game stores besides its tables, if any.
    const KEPT: Option<&'static str> = None;
    /// Merges an imported value (`theirs`) into the stored one; `None` if it cannot be read or is out of bounds.
    fn merge_kept(_mine: Option<Value>, _theirs: Value) -> Option<Value> {
        None
    }
    /// Tables to start from, above who plays.
    fn setups(_setup: Setup<Self::Options>) -> Element {
        VNode::empty()
    }
    /// A new table was stored.
    fn opened(_app: App, _options: &Self::Options, _players: &[Player]) {}
    /// Whether someone starts; false if everyone plays at once.
    fn has_starter() -> bool {
        true
    }
    /// The game's own way to choose who starts, if it has one.
    fn starter_custom(_l: Lang) -> Option<&'static str> {
        None
    }
}

/// Keeps a draft while its round is not scored and the same people sit at the table: [`Play::draft_after`] for games that
/// enter whole rounds.
pub fn same_round<G: Game>(draft: &str, before: &Ledger<G>, after: &Ledger<G>) -> Option<String> {
    let seated = |ledger: &Ledger<G>| G::seated(ledger.state()).map(|seated| seated.now().to_vec());
    let same = before.rounds().len() == after.rounds().len() && seated(before) == seated(after);
    same.then(|| draft.to_owned())
}

/// The rows of the open round, `cells` for each side, in a draft that begins as `blank` and has its grid at `grid`.
pub fn rows_of<G: Game>(
    session: &Session<G>,
    cells: usize,
    grid: &'static str,
    blank: &impl Serialize,
) -> Option<Rows> {
    let (seats, ledger) = (&session.seats, &session.ledger);
    let name = |seat: &Seat| seats.name(*seat).to_owned();
    let sides: Vec<Vec<String>> =
        G::sides(seats, &session.options).iter().map(|side| side.iter().map(name).collect()).collect();
    let place = format!("{} {}", ledger.rounds().len(), sides.concat().join(" · "));
    Some(Rows { place, sides, cells, grid, blank: serde_json::to_value(blank).ok()? })
}

/// Everything needed to open a stored table.
#[derive(Clone, PartialEq, Props)]
pub struct StoredTable {
    /// The setup.
    pub head: Head,
    /// The stored log. Shared, because the page that holds it is redrawn on each tap and a log can be long.
    pub log: std::rc::Rc<[String]>,
    /// The stored draft, if any.
    pub draft: Option<String>,
    /// The view asked for.
    pub tab: String,
    /// What is stored for a table that many phones share.
    pub live: Option<String>,
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
    /// The key of the value it stores besides its tables, if any.
    pub kept: Option<&'static str>,
    /// The game itself, a lazy part.
    pub screens: LazyPart<Screens>,
}

/// The game's screens and functions: on the web a file of its own, loaded when first needed.
pub struct Screens {
    /// The page that opens a new table.
    pub new: fn() -> Element,
    /// The page of an open table.
    pub table: fn(StoredTable) -> Element,
    /// The calculator that needs no table, if the game has one.
    pub calculate: Option<fn() -> Element>,
    /// See [`Play::merge_kept`].
    pub merge_kept: fn(Option<Value>, Value) -> Option<Value>,
    /// See [`Play::tally_name`].
    pub tally_name: fn(&str, Lang) -> Option<&'static str>,
    /// The figures of a stored table.
    pub report: fn(&SessionFile) -> Result<Report, LoadError>,
}
