//! The rules of Nerts as far as they count: what a round is worth, its bounds, and when the game ends. Pure.

use serde::{Deserialize, Serialize};

use crate::domain::game::{Comings, Game, Outcome, Standing, leaders};
use crate::domain::seating::{ComingRule, Seated, Seating, SeatingError};
use crate::domain::seats::{Seat, Seats};
use crate::domain::tally::{GameTally, TallyKind};

/// Cards dealt to a Nerts pile (001, "セットアップ").
pub const NERTS_PILE: u8 = 13;
/// Cards in a deck without jokers (001, head of the text).
pub const DECK: u8 = 52;
/// Most jokers in a deck; our bound, as the text gives none.
pub const MAX_JOKERS: u8 = 4;
/// Bounds on the target, in points. The text names only the usual one, 100.
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
    /// Plays on until one side leads, also below the target.
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
    /// Whether neighbours form pairs that share a deck and a score. How partners play is our ruling.
    pub partnerships: bool,
    /// What to do on a tie for the lead at the target.
    pub tie: Tie,
}

impl Default for Options {
    fn default() -> Self {
        Options { target: 100, jokers: 0, partnerships: false, tie: Tie::Ask }
    }
}

/// One side's counts after a round; [`check`] has their bounds.
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
    /// People came, went or changed seats, and with them partners.
    People(Seating),
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
    /// Who has been at the table, and who sits where.
    seated: Seated,
    partnerships: bool,
    /// Whether the table chose to share the win.
    shared: bool,
    /// Whether a tie for the lead at the target is being played off. Until the target moves, the highest total then wins
    /// (our ruling).
    playoff: bool,
    tie: Tie,
    jokers: u8,
}

impl State {
    /// Whether a side has as many points as the target.
    fn at_target(&self) -> bool {
        self.rounds > 0 && self.totals.iter().any(|total| *total >= i32::from(self.target))
    }

    /// How many players each side has.
    fn side_size(&self) -> usize {
        if self.partnerships { 2 } else { 1 }
    }
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
    /// People cannot come or go like this.
    People(SeatingError),
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

/// Fails if this many players are to form pairs and cannot.
fn may_pair(partnerships: bool, players: usize) -> Result<(), Error> {
    if partnerships && (players < PARTNERSHIP_PLAYERS || !players.is_multiple_of(2)) {
        return Err(Error::Partnerships(players));
    }
    Ok(())
}

/// Each partner has half of the pair's points, rounded up for the first and down for the second. Our ruling, as the
/// text is silent.
fn seat_totals(state: &State) -> Vec<i32> {
    if !state.partnerships {
        return state.totals.clone();
    }
    state.totals.iter().flat_map(|total| [total - total.div_euclid(2), total.div_euclid(2)]).collect()
}

/// The game of Nerts.
pub struct Nerts;

impl Game for Nerts {
    const ID: &'static str = "nerts";
    /// The text says two or more (001, head); twelve is our bound.
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
        may_pair(options.partnerships, seats.len())?;
        Ok(State {
            seated: Seated::new(seats),
            partnerships: options.partnerships,
            totals: vec![0; Self::sides(seats, options).len()],
            rounds: 0,
            target: options.target,
            shared: false,
            playoff: false,
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
                // Whoever plays on after a win plays to the target again.
                let won = matches!(Self::standing(state).outcome, Outcome::Won(_));
                next.playoff = !won && (state.playoff || state.at_target());
                next.rounds += 1;
                next.shared = false;
            }
            Event::Target { points } => {
                if !TARGETS.contains(points) {
                    return Err(Error::Target(*points));
                }
                next.target = *points;
                next.shared = false;
                next.playoff = false;
            }
            Event::Share => match Self::standing(state).outcome {
                Outcome::Tied(_) => next.shared = true,
                Outcome::Playing | Outcome::Won(_) => return Err(Error::NoTie),
            },
            Event::People(seating) => {
                // Below the target tables may have gone on before a playoff decided, and their saves must open.
                if state.at_target() && matches!(Self::standing(state).outcome, Outcome::Won(_)) {
                    return Err(Error::People(SeatingError::Over));
                }
                let totals = seat_totals(state);
                let after = state.seated.change(seating, &totals, Self::SEATS, false).map_err(Error::People)?;
                may_pair(state.partnerships, after.totals.len())?;
                let side = |totals: &[i32]| totals.iter().sum();
                next.totals = after.totals.chunks(state.side_size()).map(side).collect();
                next.seated = after.seated;
            }
        }
        Ok(next)
    }

    fn standing(state: &State) -> Standing {
        let best = leaders(&state.totals);
        let outcome = match (state.playoff || state.at_target(), best.len(), state.tie) {
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

    /// How often a player's side called "Nerts", and the average it had left in its pile.
    fn tallies(entries: &[Event], states: &[State], _: &Seats, _: &Options) -> Vec<GameTally> {
        let people = states.last().map_or(0, |state| state.seated.people().len());
        let mut of_people = vec![((0, 0), (0, 0)); people];
        for (event, state) in entries.iter().zip(states) {
            let Event::Round { counts, caller } = event else { continue };
            for (seat, number) in state.seated.now().iter().enumerate() {
                let side = seat / state.side_size();
                let (calls, left) = &mut of_people[usize::from(*number)];
                let called = caller.is_some_and(|caller| usize::from(caller) == side);
                *calls = TallyKind::Sum.join(*calls, (i32::from(called), 1));
                *left = TallyKind::Mean.join(*left, (i32::from(counts[side].left), 1));
            }
        }
        vec![
            GameTally::by_person("calls", TallyKind::Sum, of_people.iter().map(|(calls, _)| *calls)),
            GameTally::by_person("left", TallyKind::Mean, of_people.iter().map(|(_, left)| *left)),
        ]
    }

    fn scores(_: &State, event: &Event) -> bool {
        matches!(event, Event::Round { .. })
    }

    const COMINGS: Option<Comings<Nerts>> = Some(Comings {
        may: ComingRule::FreeWithPoints,
        seated: |state| &state.seated,
        seating: |event| if let Event::People(seating) = event { Some(seating) } else { None },
        event: Event::People,
        totals: seat_totals,
    });
}
