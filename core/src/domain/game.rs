//! [`Game`]: what everything else needs to know of a game's rules. How a game looks and speaks is `play::Play`.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::parts::Parts;
use super::seating::{ComingRule, Seated, Seating};
use super::seats::{Seat, Seats};
use super::session::FIRST_VERSION;
use super::tally::GameTally;
use super::teams::sides;

/// The rules of one game, as pure functions over typed values.
pub trait Game: 'static {
    /// Stable text id, used in saves, addresses and names of files.
    const ID: &'static str;
    /// How many players can play.
    const SEATS: RangeInclusive<usize>;
    /// What the table agrees on before the first event. The default is the printed rule, or our ruling where it is
    /// silent.
    type Options: Clone + Debug + PartialEq + Default + Serialize + DeserializeOwned + 'static;
    /// One thing that happened at the table.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + 'static;
    /// What follows from the events so far. Keep it small: the ledger holds one per event.
    type State: Clone + Debug + PartialEq + 'static;
    /// The rule or bound that an event or the options break; `play::Play::explain` puts it into words.
    type Error: Clone + Debug + PartialEq + 'static;

    /// The state before the first event.
    ///
    /// # Errors
    /// If the options are out of bounds or do not fit the seats.
    fn start(seats: &Seats, options: &Self::Options) -> Result<Self::State, Self::Error>;

    /// The state after `event`.
    ///
    /// # Errors
    /// If a rule or bound forbids the event here.
    fn apply(state: &Self::State, event: &Self::Event) -> Result<Self::State, Self::Error>;

    /// Totals and how the game stands.
    fn standing(state: &Self::State) -> Standing;

    /// The lowest version of the save format whose programs count the rounds of a table with these options as this one does.
    fn version(_options: &Self::Options) -> u32 {
        FIRST_VERSION
    }

    /// How points are counted here: who scores together, in what parts, and which total wins.
    fn scoring(seats: &Seats, _options: &Self::Options) -> ScoreRule {
        ScoreRule::each_alone(seats)
    }

    /// What the game counts for each player besides points, in the order in which it is shown. `entries` are the events
    /// that stand, `states` the state before the first and after each.
    fn tallies(
        _entries: &[Self::Event],
        _states: &[Self::State],
        _seats: &Seats,
        _options: &Self::Options,
    ) -> Vec<GameTally> {
        Vec::new()
    }

    /// Who scored in an event, that is, in a line of the score table; `after` is the state that it led to.
    fn scores(_after: &Self::State, _event: &Self::Event) -> Scorers {
        Scorers::All
    }

    /// How people come, go and change seats in the middle of the game; `None` if they stay the same to the end.
    const COMINGS: Option<Comings<Self>> = None;
}

/// Who scored in an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scorers {
    /// Nobody: it is no line in the score table.
    Nobody,
    /// Every side, in a round.
    All,
    /// One side, in its turn.
    One(usize),
}

impl Scorers {
    /// All, if this is a round; otherwise nobody.
    pub fn round(is_round: bool) -> Scorers {
        if is_round { Scorers::All } else { Scorers::Nobody }
    }
}

/// People who come, go and change seats in the middle of a game.
pub struct Comings<G: Game + ?Sized> {
    /// What they may do.
    pub may: ComingRule,
    /// Who has been at the table and who sits where now.
    pub seated: fn(&G::State) -> &Seated,
    /// The change of seats that an event makes, if it is one.
    pub seating: fn(&G::Event) -> Option<&Seating>,
    /// A change of seats as an event.
    pub event: fn(Seating) -> G::Event,
    /// The total that the player of each seat would leave with now.
    pub totals: fn(&G::State) -> Vec<i32>,
}

/// Who has been at the table and who sits where now; `None` in a game whose people stay the same to the end.
pub fn seated<G: Game>(state: &G::State) -> Option<&Seated> {
    G::COMINGS.map(|comings| (comings.seated)(state))
}

/// The change of seats that this event makes, if it is one.
pub fn seating<G: Game>(event: &G::Event) -> Option<&Seating> {
    G::COMINGS.and_then(|comings| (comings.seating)(event))
}

/// A total that ends the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetTotal {
    /// The total.
    pub points: i32,
    /// Whether it is reached from above, because the game starts there.
    pub down: bool,
    /// Whether it has to be reached exactly: what would lead past it does not count.
    pub exact: bool,
}

impl TargetTotal {
    /// A total that is reached from below.
    pub fn up_to(points: impl Into<i32>) -> TargetTotal {
        TargetTotal { points: points.into(), down: false, exact: false }
    }

    /// What a total still lacks; 0 or less if it has reached this one.
    pub fn missing(self, total: i32) -> i32 {
        let missing = self.points.saturating_sub(total);
        if self.down { missing.saturating_neg() } else { missing }
    }

    /// Whether this many points would lead a total past it where that does not count.
    pub fn is_past(self, total: i32, points: i32) -> bool {
        self.exact && points != 0 && self.missing(total.saturating_add(points)) < 0
    }
}

/// How points are counted at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreRule {
    /// Who scores together: every player alone, unless the game has partnerships.
    pub sides: Vec<Vec<Seat>>,
    /// What points are split into: everything that is points is in these parts.
    pub parts: Parts,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
}

impl ScoreRule {
    /// Every player alone, in whole points; the highest total wins.
    pub fn each_alone(seats: &Seats) -> ScoreRule {
        ScoreRule { sides: sides(None, seats.len()), parts: Parts::Whole, lowest_wins: false }
    }

    /// Whether several people score together anywhere.
    pub fn is_in_sides(&self) -> bool {
        self.sides.iter().any(|side| side.len() > 1)
    }
}

/// The score and whether the game is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What decides the game, for each side (a player or a partnership) in seat order: points, unless the game counts
    /// something else.
    pub totals: Vec<i32>,
    /// Whether it is over.
    pub outcome: Outcome,
    /// The points of each side so far, as the score table and the chart show them, where something other than points
    /// decides; `None` if they are the totals.
    pub points: Option<Vec<i32>>,
    /// The points of each side in each scored round, where a later event can change an earlier round. `None` means that
    /// a round is worth the change in points that its own event made.
    pub rounds: Option<Vec<Vec<i32>>>,
    /// Number of finished turns, in a game that consists of turns and scores no rounds.
    pub turns: Option<u32>,
    /// Whether the rules leave open who has won if several have the best total, so that the table may name one of them;
    /// not if a rule has broken the tie.
    pub is_open: bool,
}

impl Standing {
    /// Points in rounds that decide the game; the rules say who has won.
    pub fn new(totals: Vec<i32>, outcome: Outcome) -> Standing {
        Standing { totals, outcome, points: None, rounds: None, turns: None, is_open: false }
    }

    /// The points of each side so far.
    pub fn points(&self) -> &[i32] {
        self.points.as_deref().unwrap_or(&self.totals)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.outcome, Outcome::Won(_))
    }
}

/// Whether a game is over and who won, as indices of sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Not over.
    Playing,
    /// The end is reached with a tie for the lead; the table chooses between another round and a shared win.
    Tied(Vec<usize>),
    /// Over, with the winners.
    Won(Vec<usize>),
}

impl Outcome {
    /// The winners, as indices of sides; empty while the game goes on.
    pub fn winners(&self) -> &[usize] {
        match self {
            Outcome::Won(winners) => winners,
            Outcome::Playing | Outcome::Tied(_) => &[],
        }
    }
}

/// The indices of the highest of `totals`: several on a tie, none of none.
pub fn leaders(totals: &[i32]) -> Vec<usize> {
    let best = totals.iter().max();
    totals.iter().enumerate().filter(|(_, total)| Some(*total) == best).map(|(at, _)| at).collect()
}
