//! How a game presents itself: names and words, whose turn it is, drafts, and what can be entered on other screens than
//! its own. [`Play`] is what a game implements for this; its rules are [`Game`].

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::domain::game::{Game, ScoreRule, Scorers, TargetTotal, seated};
use crate::domain::ledger::Ledger;
use crate::domain::parts::Parts;
use crate::domain::seats::{Direction, Seat, Seats};
use crate::domain::session::Session;
use crate::entry::{Grid, Pad};
use crate::i18n::Lang;
use crate::live::rows::Rows;
use crate::rule::Rule;

/// What is wrong with an entry or with options, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, and what would be right.
    pub text: String,
    /// The rule that says so, if there is one.
    pub rule: Option<Rule>,
}

/// Whose turn it is, and what a phone lying on the table shows beside that.
pub struct Playing {
    /// Whose turn it is.
    pub seat: Seat,
    /// The direction of play.
    pub direction: Direction,
    /// Cards waiting to be taken; 0 where a game has no such pile.
    pub stack: u16,
    /// A note for each seat, to stand beside the name, and whether it is a warning. In seat order.
    pub notes: Vec<(String, bool)>,
}

/// Something that can be entered on a phone lying on the table: a button.
#[derive(Debug, Clone, PartialEq)]
pub struct Move<E> {
    /// What the button says.
    pub words: String,
    /// What the button does.
    pub does: Entering<E>,
}

/// What the button of a [`Move`] does.
#[derive(Debug, Clone, PartialEq)]
pub enum Entering<E> {
    /// It enters this event.
    Event(E),
    /// It asks which of these.
    Choose(Vec<Move<E>>),
}

impl<E> Move<E> {
    /// A button that enters this event.
    pub fn event(words: impl Into<String>, event: E) -> Move<E> {
        Move { words: words.into(), does: Entering::Event(event) }
    }

    /// A button that asks which of these.
    pub fn choose(words: impl Into<String>, among: impl IntoIterator<Item = Move<E>>) -> Move<E> {
        Move { words: words.into(), does: Entering::Choose(among.into_iter().collect()) }
    }

    /// The same buttons without their events, for a view that is not generic over the game.
    pub fn words_only(&self) -> Move<()> {
        match &self.does {
            Entering::Event(_) => Move::event(&self.words, ()),
            Entering::Choose(among) => Move::choose(&self.words, among.iter().map(Move::words_only)),
        }
    }
}

/// What can be entered now on a phone lying on the table.
pub struct Moves<E> {
    /// The most common move, if there is one.
    pub main: Option<Move<E>>,
    /// All other moves.
    pub others: Vec<Move<E>>,
}

impl<E> Default for Moves<E> {
    fn default() -> Moves<E> {
        Moves { main: None, others: Vec::new() }
    }
}

/// What a player needs to enter their row on a phone lying on the table.
#[derive(Clone, PartialEq)]
pub struct RowKeys {
    /// The name of each cell.
    pub words: Vec<String>,
    /// A few letters for each cell, shown instead of its name where the names would not fit; empty if they do.
    pub signs: Vec<String>,
    /// The keys of its pad.
    pub pad: Pad,
    /// The highest sensible number in a cell.
    pub most: u32,
    /// What the number in each cell is split into; empty if none is.
    pub parts: Vec<Parts>,
    /// What each player's row is about, in seat order; empty if the names of the cells say enough.
    pub about: Vec<String>,
}

/// A round that is entered as a whole and only needs to be saved.
pub struct Drafted<G: Play> {
    /// What the button that saves it says.
    pub words: &'static str,
    /// The round, as an event.
    pub event: G::Event,
    /// What stays of the draft once the round is saved, if anything does.
    pub rest: Option<G::Draft>,
}

/// How far the round in a draft is.
pub enum DraftedRound<G: Play> {
    /// Something is missing.
    Open,
    /// What is wrong with it, in words.
    Wrong(String),
    /// All rows are there and something is asked still: which of these.
    Asked(Move<G::Event>),
    /// It only needs to be saved.
    Whole(Drafted<G>),
}

/// What people read of a game, beside the words on its own screens.
pub struct Words<G: Game> {
    /// Its name.
    pub name: fn(Lang) -> &'static str,
    /// A few words under the name.
    pub tagline: fn(Lang) -> &'static str,
    /// Where the table is, in a few words like "round 3", also once the game is over: never empty. The number is that of
    /// scored rounds.
    pub place: fn(&G::State, usize, Lang) -> String,
    /// An event in a few words, for undo and the log: "pass", as it follows "Undo: " and, with [`Words::actor`], "Ken's ".
    pub describe: fn(&G::Event, &Seats, &G::Options, Lang) -> String,
    /// An error in words: what is wrong, and what would be right.
    pub explain: fn(&G::Error, &Seats, &G::Options, Lang) -> Problem,
    /// The options in a few words each, for the line that stands for them while they are folded; the number is how many
    /// players have been entered so far.
    pub agreed: fn(&G::Options, usize, Lang) -> Vec<String>,
    /// What only some games have to say.
    pub more: MoreWords<G>,
}

/// What only some games have to say, see [`Words`].
pub struct MoreWords<G: Game> {
    /// Who made an event, if `describe` does not name them, from the state it was made in.
    pub actor: fn(&G::State, &G::Event) -> Option<Seat>,
    /// Whether a round is entered as one event. Undo and redo then name it by its place ("round 3") instead of
    /// describing the event.
    pub whole_rounds: bool,
    /// What a side's points in a round came from, in a few words: index of the round, and of the side. Shown of the round
    /// that decided the game, and on the board of the last round.
    pub made_by: fn(&Session<G>, usize, usize, Lang) -> Option<String>,
    /// What a change to these people would mean for the rest of the game, if that is not plain to see: who are partners,
    /// what stays in the box.
    pub seating: fn(&Seats, &G::Options, Lang) -> Option<String>,
    /// The name of what [`Game::tallies`] counts under an id.
    pub tally: fn(&str, Lang) -> Option<&'static str>,
}

impl<G: Game> MoreWords<G> {
    /// Nothing more, of rounds that are entered as one event.
    pub const NONE: MoreWords<G> = MoreWords {
        actor: |_, _| None,
        whole_rounds: true,
        made_by: |_, _, _, _| None,
        seating: |_, _, _| None,
        tally: |_, _| None,
    };
}

/// What waits to be done about a game as a whole.
pub struct GameSteps<'a, G: Game> {
    /// What has to be done next on the game's own screen, in a few words for a button, if that is neither a turn nor a
    /// row.
    pub next: Option<Saying<'a>>,
    /// The event that ends the game at any time, if its rules leave the end to the people.
    pub end: Option<G::Event>,
    /// The options that another game with the same people starts with, if those of this one have changed since its start.
    pub again: Option<G::Options>,
}

impl<G: Game> Default for GameSteps<'_, G> {
    fn default() -> Self {
        GameSteps { next: None, end: None, again: None }
    }
}

/// How to say something, once it is known in which language.
pub type Saying<'a> = Box<dyn FnOnce(Lang) -> String + 'a>;

impl RowKeys {
    /// Whole numbers up to `most` in cells with these names, which say enough.
    pub fn of(words: Vec<String>, pad: Pad, most: u32) -> RowKeys {
        RowKeys { words, pad, most, signs: Vec::new(), parts: Vec::new(), about: Vec::new() }
    }
}

/// How a game presents itself; [`Game`] has its rules. What has a default is for what only some games have.
pub trait Play: Game + Sized {
    /// Unfinished input: a round or a turn being entered, or an entry being corrected.
    type Draft: Clone + PartialEq + Serialize + DeserializeOwned + 'static;
    /// What people read of it.
    const WORDS: Words<Self>;
    /// Takes back the last step of a draft; returns how to say which that was, or `None` if there is nothing to take
    /// back.
    fn undo_draft<'a>(_draft: &mut Self::Draft, _seats: &'a Seats, _options: &'a Self::Options) -> Option<Saying<'a>> {
        None
    }
    /// What is left of a draft after the log has gone on without it, by another window, another phone, or a tap on the
    /// phone lying on the table: all of it, nothing, or the part that still applies. Games that enter whole rounds use
    /// [`is_same_round`].
    fn draft_after(draft: Self::Draft, before: &Ledger<Self>, after: &Ledger<Self>) -> Option<Self::Draft> {
        (before.entries() == after.entries()).then_some(draft)
    }
    /// What waits to be done about the game as a whole.
    fn steps(_session: &Session<Self>) -> GameSteps<'_, Self> {
        GameSteps::default()
    }
    /// The total that ends the game, if there is one.
    fn target(_state: &Self::State) -> Option<TargetTotal> {
        None
    }
    /// Whether an old event can be corrected on a screen of its own, at `table/ID/correct-ENTRY`: the first of its views,
    /// which then draws that entry.
    fn may_correct(after: &Self::State, event: &Self::Event) -> bool {
        Self::scores(after, event) != Scorers::Nobody
    }
    /// Whose turn it is and what can be entered; `None` if the game does not track turns.
    const TURNS: Option<Turns<Self>> = None;
    /// How each side enters its row of a round; `None` if rounds do not consist of rows.
    const ROWS: Option<RowEntry<Self>> = None;
    /// What the game stores besides its tables, if it stores anything.
    const VALUE: Option<GameValue> = None;
    /// Who starts.
    const STARTS: Starts = Starts::One;
}

/// Buttons for events of a game.
pub type MoveList<G> = Vec<Move<<G as Game>::Event>>;

/// A game in which one player after the other has the turn.
pub struct Turns<G: Game> {
    /// Whose turn it is; `None` if it is nobody's now.
    pub seat: fn(&G::State) -> Option<Seat>,
    /// The same with what a phone lying on the table shows beside it.
    pub playing: fn(&Session<G>, Lang) -> Option<Playing>,
    /// What can be entered now, by the player whose turn it is or by anyone else, on a phone lying on the table. Only
    /// asked while it is somebody's turn.
    pub moves: fn(&Session<G>, Lang) -> Moves<G::Event>,
    /// What can be entered about the player of a seat even if it is not their turn, on a phone lying on the table,
    /// after their name was tapped. Names can be tapped only if there is something for seat 0.
    pub about: fn(&Session<G>, Seat, Lang) -> MoveList<G>,
}

/// Whose turn it is; `None` if the game does not track turns, or if it is nobody's turn now.
pub fn turn<G: Play>(state: &G::State) -> Option<Seat> {
    G::TURNS.and_then(|turns| (turns.seat)(state))
}

/// The same with what is shown beside it.
pub fn playing<G: Play>(session: &Session<G>, l: Lang) -> Option<Playing> {
    G::TURNS.and_then(|turns| (turns.playing)(session, l))
}

/// A game whose rounds consist of a row for each side.
pub struct RowEntry<G: Play> {
    /// How the sides can enter the open round, each on a phone of their own; `None` if they cannot now. See
    /// [`rows_of`].
    pub rows: fn(&Session<G>) -> Option<Rows>,
    /// The cells of a draft, if it has any.
    pub grid: fn(&mut G::Draft) -> Option<&mut Grid>,
    /// The draft of the open round before anything is entered in its cells, with what applies to it beside those of one
    /// that was begun.
    pub blank: fn(Option<G::Draft>, &Session<G>) -> G::Draft,
    /// An old entry as a draft, to be corrected; `None` if it is no round of rows.
    pub old: fn(&Session<G>, usize) -> Option<G::Draft>,
    /// How a player enters their row on a phone lying on the table; `None` if they cannot there. Ignored unless it names
    /// as many cells as a row has.
    pub keys: fn(&Session<G>, Lang) -> Option<RowKeys>,
    /// How far the round in a draft is.
    pub drafted: fn(&G::Draft, &Session<G>, Lang) -> DraftedRound<G>,
}

/// A value that a game stores besides its tables.
#[derive(Clone, Copy)]
pub struct GameValue {
    /// Its key.
    pub key: &'static str,
    /// Merges an imported value (the second) into the stored one; `None` if it cannot be read or is out of bounds.
    pub merge: fn(Option<Value>, Value) -> Option<Value>,
}

/// Who starts a game.
#[derive(Clone, Copy)]
pub enum Starts {
    /// Everyone plays at once.
    Everyone,
    /// One player.
    One,
    /// One player, and the rules have a way to choose who, in words.
    OneBy(fn(Lang) -> &'static str),
}

/// Whether no round was scored or taken back and the same people sit at the table: then a game that enters whole rounds
/// keeps its draft, see [`Play::draft_after`].
pub fn is_same_round<G: Game>(before: &Ledger<G>, after: &Ledger<G>) -> bool {
    let seated = |ledger: &Ledger<G>| seated::<G>(ledger.state()).map(|seated| seated.now().to_vec());
    before.rounds().len() == after.rounds().len() && seated(before) == seated(after)
}

/// A [`RowEntry::rows`] with so many cells for each side.
pub fn rows_of<G: Game>(session: &Session<G>, cells: usize) -> Rows {
    let (seats, ledger) = (&session.seats, &session.ledger);
    let name = |seat: &Seat| seats.name(*seat).to_owned();
    let ScoreRule { sides, parts, .. } = G::scoring(seats, &session.options);
    let sides: Vec<Vec<String>> = sides.iter().map(|side| side.iter().map(name).collect()).collect();
    let place = format!("{} {}", ledger.rounds().len(), sides.concat().join(" · "));
    Rows { place, sides, cells, parts }
}
