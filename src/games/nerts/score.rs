//! What a round of Nerts is worth, and the state of the game.

use serde::{Deserialize, Serialize};

use crate::domain::game::{Game, Outcome, Standing, leaders};
use crate::domain::seats::{Seat, Seats};
use crate::domain::tally::{GameTally, TallyKind};

/// Cards dealt to a Nerts pile (001, "セットアップ").
pub const NERTS_PILE: u8 = 13;
/// Cards in a deck without jokers.
pub const DECK: u8 = 52;
/// Most jokers in a deck.
pub const MAX_JOKERS: u8 = 4;
/// Bounds on the target, in points.
pub const TARGETS: std::ops::RangeInclusive<u16> = 1..=9999;
/// Fewest players for partnerships (001, head of the text).
pub const PARTNERSHIP_PLAYERS: usize = 6;

/// What to do when several sides reach the target with the same highest total. Our ruling, as the text is silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// Asks each time.
    #[default]
    Ask,
    /// Plays on until one side leads.
    OneMore,
    /// Shares the win.
    Share,
}

/// What the table agreed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// A side that reaches this many points ends the game. Within [`TARGETS`].
    pub target: u16,
    /// Jokers in each deck, at most [`MAX_JOKERS`].
    pub jokers: u8,
    /// Whether neighbours form pairs that share a deck and a score.
    pub partnerships: bool,
    /// What to do on a tie for the lead.
    pub tie: Tie,
}

impl Default for Options {
    fn default() -> Self {
        Options { target: 100, jokers: 0, partnerships: false, tie: Tie::Ask }
    }
}

/// One side's counts after a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Its cards on the foundations.
    pub foundations: u8,
    /// Cards left in its Nerts pile.
    pub left: u8,
}

impl Count {
    /// One point per card on the foundations, minus two per card left in the Nerts pile (001, "スコアリング").
    pub fn points(self) -> i32 {
        i32::from(self.foundations) - 2 * i32::from(self.left)
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A round was scored.
    Round {
        /// The counts of each side, in order.
        counts: Vec<Count>,
        /// The side that called "Nerts"; `None` if everyone was stuck.
        caller: Option<u8>,
    },
    /// The table changed the target.
    Target {
        /// The new target, within [`TARGETS`].
        points: u16,
    },
    /// The sides tied for the lead share the win.
    Share,
}

/// The state of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Points of each side.
    pub totals: Vec<i32>,
    /// Rounds scored.
    pub rounds: usize,
    /// Points that end the game.
    pub target: u16,
    /// Whether the table chose to share the win.
    shared: bool,
    tie: Tie,
    jokers: u8,
}

/// A broken bound or rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Counts for the wrong number of sides.
    Sides {
        /// Given.
        given: usize,
        /// Playing.
        sides: usize,
    },
    /// More cards left than a Nerts pile holds.
    Pile {
        /// Whose.
        side: usize,
        /// Counted.
        left: u8,
    },
    /// More cards than the deck holds.
    Deck {
        /// Whose.
        side: usize,
        /// On the foundations.
        foundations: u8,
        /// Left in the Nerts pile.
        left: u8,
        /// In the deck.
        deck: u8,
    },
    /// The caller still has cards in the Nerts pile.
    Caller {
        /// Who.
        side: usize,
        /// Left.
        left: u8,
    },
    /// There is no such side.
    NoSide(usize),
    /// A target out of [`TARGETS`].
    Target(u16),
    /// More than [`MAX_JOKERS`].
    Jokers(u8),
    /// Partnerships need an even number of players, and at least [`PARTNERSHIP_PLAYERS`].
    Partnerships(usize),
    /// No sides are tied for the lead at the target.
    NoTie,
}

/// Checks the counts of a round, played with `jokers` jokers per deck.
///
/// # Errors
/// Every broken bound, in side order; the caller's comes last.
pub fn check(counts: &[Count], caller: Option<u8>, jokers: u8) -> Result<(), Vec<Error>> {
    let deck = DECK + jokers.min(MAX_JOKERS);
    let mut errors = Vec::new();
    for (side, count) in counts.iter().enumerate() {
        let Count { foundations, left } = *count;
        if left > NERTS_PILE {
            errors.push(Error::Pile { side, left });
        } else if u16::from(foundations) + u16::from(left) > u16::from(deck) {
            errors.push(Error::Deck { side, foundations, left, deck });
        }
    }
    if let Some(caller) = caller.map(usize::from) {
        match counts.get(caller) {
            None => errors.push(Error::NoSide(caller)),
            Some(count) if count.left > 0 => errors.push(Error::Caller { side: caller, left: count.left }),
            Some(_) => {}
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Who called, judging from the counts: the only side with nothing left.
pub fn likely_caller(left: &[Option<u8>]) -> Option<u8> {
    let mut empty = left.iter().enumerate().filter(|(_, left)| **left == Some(0));
    match (empty.next(), empty.next()) {
        (Some((side, _)), None) => u8::try_from(side).ok(),
        _ => None,
    }
}

/// The game of Nerts.
pub struct Nerts;

impl Game for Nerts {
    const ID: &'static str = "nerts";
    const SEATS: std::ops::RangeInclusive<usize> = 2..=12;
    type Options = Options;
    type Event = Event;
    type State = State;
    type Error = Error;

    fn start(seats: &Seats, options: &Options) -> Result<State, Error> {
        if !TARGETS.contains(&options.target) {
            return Err(Error::Target(options.target));
        }
        if options.jokers > MAX_JOKERS {
            return Err(Error::Jokers(options.jokers));
        }
        let players = seats.len();
        if options.partnerships && (players < PARTNERSHIP_PLAYERS || !players.is_multiple_of(2)) {
            return Err(Error::Partnerships(players));
        }
        Ok(State {
            totals: vec![0; Self::sides(seats, options).len()],
            rounds: 0,
            target: options.target,
            shared: false,
            tie: options.tie,
            jokers: options.jokers,
        })
    }

    fn apply(state: &State, event: &Event) -> Result<State, Error> {
        let mut next = state.clone();
        match event {
            Event::Round { counts, caller } => {
                if counts.len() != state.totals.len() {
                    return Err(Error::Sides { given: counts.len(), sides: state.totals.len() });
                }
                check(counts, *caller, state.jokers).map_err(|mut errors| errors.swap_remove(0))?;
                for (total, count) in next.totals.iter_mut().zip(counts) {
                    *total = total.saturating_add(count.points());
                }
                next.rounds += 1;
                next.shared = false;
            }
            Event::Target { points } => {
                if !TARGETS.contains(points) {
                    return Err(Error::Target(*points));
                }
                next.target = *points;
                next.shared = false;
            }
            Event::Share => match Self::standing(state).outcome {
                Outcome::Tied(_) => next.shared = true,
                Outcome::Playing | Outcome::Won(_) => return Err(Error::NoTie),
            },
        }
        Ok(next)
    }

    fn standing(state: &State) -> Standing {
        let best = leaders(&state.totals);
        let reached = state.rounds > 0 && state.totals.iter().any(|total| *total >= i32::from(state.target));
        let outcome = match (reached, best.len(), state.tie) {
            (false, _, _) => Outcome::Playing,
            (true, 1, _) => Outcome::Won(best),
            (true, _, Tie::Share) => Outcome::Won(best),
            (true, _, _) if state.shared => Outcome::Won(best),
            (true, _, Tie::OneMore) => Outcome::Playing,
            (true, _, Tie::Ask) => Outcome::Tied(best),
        };
        Standing { totals: state.totals.clone(), outcome }
    }

    fn sides(seats: &Seats, options: &Options) -> Vec<Vec<Seat>> {
        let seats: Vec<Seat> = Seat::all(seats.len()).collect();
        seats.chunks(if options.partnerships { 2 } else { 1 }).map(<[Seat]>::to_vec).collect()
    }

    /// Calls of "Nerts", and the average left in the pile, both of a player's side.
    fn tallies(entries: &[Event], _: &[State], seats: &Seats, options: &Options) -> Vec<GameTally> {
        let sides = Self::sides(seats, options);
        let mut of_sides = vec![((0, 0), (0, 0)); sides.len()];
        for event in entries {
            let Event::Round { counts, caller } = event else { continue };
            for (side, (count, (calls, left))) in counts.iter().zip(&mut of_sides).enumerate() {
                let called = caller.is_some_and(|caller| usize::from(caller) == side);
                *calls = TallyKind::Sum.join(*calls, (i32::from(called), 1));
                *left = TallyKind::Mean.join(*left, (i32::from(count.left), 1));
            }
        }
        let of = |seat: Seat| {
            let side = sides.iter().position(|side| side.contains(&seat));
            side.and_then(|side| of_sides.get(side)).copied().unwrap_or_default()
        };
        vec![
            GameTally::new("calls", TallyKind::Sum, seats.len(), |seat| of(seat).0),
            GameTally::new("left", TallyKind::Mean, seats.len(), |seat| of(seat).1),
        ]
    }

    fn scores(event: &Event) -> bool {
        matches!(event, Event::Round { .. })
    }
}
