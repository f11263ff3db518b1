//! Scores and turns for a game the app does not know.

use serde::{Deserialize, Serialize};

use crate::domain::game::{Game, Outcome, Standing, leaders};
use crate::domain::seating::{Comings, Seated, Seating, SeatingError};
use crate::domain::seats::{Direction, MAX_SEATS, Seat, Seats};

/// Most points in a round, above or below zero: what fits into five digits.
pub const MOST_POINTS: i32 = 99_999;
/// How many cards a draw stack can grow by at once.
pub const STEPS: std::ops::RangeInclusive<u8> = 1..=10;
/// Most cards a draw stack counts.
pub const MOST_STACK: u16 = 999;
/// Bounds on the number of rounds.
pub const ROUNDS: std::ops::RangeInclusive<u16> = 1..=999;
/// Bounds on the target.
pub const TARGETS: std::ops::RangeInclusive<u32> = 1..=99_999;

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinningTotal {
    /// The highest total.
    #[default]
    Highest,
    /// The lowest total.
    Lowest,
}

/// When the game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "type", content = "at", rename_all = "snake_case")]
pub enum EndRule {
    /// When the table decides.
    #[default]
    Open,
    /// When a player has this many points.
    Target(u32),
    /// After this many rounds.
    Rounds(u16),
}

/// What the table agreed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Who wins.
    pub winner: WinningTotal,
    /// When the game ends.
    pub ending: EndRule,
    /// Cards the draw stack grows by, within [`STEPS`].
    pub step: u8,
    /// The direction of play at the start.
    pub direction: Direction,
}

impl Default for Options {
    fn default() -> Self {
        Options { winner: WinningTotal::Highest, ending: EndRule::Open, step: 2, direction: Direction::Clockwise }
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A round was scored.
    Round {
        /// Points of each player, in seat order.
        points: Vec<i32>,
    },
    /// The turn ended; the next player plays.
    Next,
    /// The next player is skipped; the one after plays.
    Skip,
    /// The direction changed, and the next player in the new direction plays.
    Reverse,
    /// The draw stack grew; the next player plays.
    Stack,
    /// The current player took the stack; the next player plays.
    Take,
    /// The turn was moved by hand.
    Turn {
        /// Who plays now.
        seat: Seat,
    },
    /// The table ended the game.
    End,
    /// People came, went or changed seats.
    People(Seating),
}

/// The state of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Who has been at the table, and who sits where.
    seated: Seated,
    /// Points of each player.
    pub totals: Vec<i32>,
    /// Rounds scored.
    pub rounds: usize,
    /// Whose turn it is.
    pub turn: Seat,
    /// The direction of play.
    pub direction: Direction,
    /// Cards on the draw stack.
    pub stack: u16,
    /// When the game ends.
    pub ending: EndRule,
    winner: WinningTotal,
    step: u8,
    ended: bool,
}

/// A broken bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Points for the wrong number of players.
    Players {
        /// Given.
        given: usize,
        /// Playing.
        players: usize,
    },
    /// Points beyond [`MOST_POINTS`].
    Points {
        /// Whose.
        seat: usize,
        /// Given.
        points: i32,
    },
    /// A step out of [`STEPS`].
    Step(u8),
    /// A target out of [`TARGETS`].
    Target(u32),
    /// A number of rounds out of [`ROUNDS`].
    Rounds(u16),
    /// The stack would grow beyond [`MOST_STACK`].
    Stack,
    /// There is no stack to take.
    NoStack,
    /// There is no such seat.
    NoSeat(Seat),
    /// The game is over.
    Over,
    /// People cannot come or go like this.
    People(SeatingError),
}

/// Any other card game.
pub struct Any;

impl Game for Any {
    const ID: &'static str = "any";
    const SEATS: std::ops::RangeInclusive<usize> = 2..=MAX_SEATS;
    type Options = Options;
    type Event = Event;
    type State = State;
    type Error = Error;

    fn start(seats: &Seats, options: &Options) -> Result<State, Error> {
        if !STEPS.contains(&options.step) {
            return Err(Error::Step(options.step));
        }
        match options.ending {
            EndRule::Target(points) if !TARGETS.contains(&points) => return Err(Error::Target(points)),
            EndRule::Rounds(rounds) if !ROUNDS.contains(&rounds) => return Err(Error::Rounds(rounds)),
            EndRule::Open | EndRule::Target(_) | EndRule::Rounds(_) => {}
        }
        Ok(State {
            seated: Seated::new(seats),
            totals: vec![0; seats.len()],
            rounds: 0,
            turn: seats.starter(),
            direction: options.direction,
            stack: 0,
            ending: options.ending,
            winner: options.winner,
            step: options.step,
            ended: false,
        })
    }

    fn apply(state: &State, event: &Event) -> Result<State, Error> {
        let mut next = state.clone();
        let players = state.totals.len();
        let onward = |direction, steps| state.turn.onward(players, direction, steps);
        match event {
            Event::Round { points } => {
                if points.len() != players {
                    return Err(Error::Players { given: points.len(), players });
                }
                if let Some((seat, points)) =
                    points.iter().enumerate().find(|(_, points)| points.unsigned_abs() > MOST_POINTS.unsigned_abs())
                {
                    return Err(Error::Points { seat, points: *points });
                }
                for (total, points) in next.totals.iter_mut().zip(points) {
                    *total = total.saturating_add(*points);
                }
                next.rounds += 1;
                next.ended = false;
            }
            Event::Next => next.turn = onward(state.direction, 1),
            Event::Skip => next.turn = onward(state.direction, 2),
            Event::Reverse => {
                next.direction = state.direction.reversed();
                next.turn = onward(next.direction, 1);
            }
            Event::Stack => {
                next.stack = state.stack + u16::from(state.step);
                if next.stack > MOST_STACK {
                    return Err(Error::Stack);
                }
                next.turn = onward(state.direction, 1);
            }
            Event::Take => {
                if state.stack == 0 {
                    return Err(Error::NoStack);
                }
                next.stack = 0;
                next.turn = onward(state.direction, 1);
            }
            Event::Turn { seat } => {
                if seat.index() >= players {
                    return Err(Error::NoSeat(*seat));
                }
                next.turn = *seat;
            }
            Event::End => {
                if matches!(Self::standing(state).outcome, Outcome::Won(_)) {
                    return Err(Error::Over);
                }
                next.ended = true;
            }
            Event::People(seating) => {
                if matches!(Self::standing(state).outcome, Outcome::Won(_)) {
                    return Err(Error::People(SeatingError::Over));
                }
                let lowest = state.winner == WinningTotal::Lowest;
                let after = state.seated.change(seating, &state.totals, Self::SEATS, lowest).map_err(Error::People)?;
                next.turn = after.seat(state.turn, state.direction);
                next.totals = after.totals;
                next.seated = after.seated;
            }
        }
        Ok(next)
    }

    fn standing(state: &State) -> Standing {
        let over = state.ended
            || match state.ending {
                EndRule::Open => false,
                EndRule::Target(points) => state.totals.iter().any(|total| i64::from(*total) >= i64::from(points)),
                EndRule::Rounds(rounds) => state.rounds >= usize::from(rounds),
            };
        let best = match state.winner {
            WinningTotal::Highest => leaders(&state.totals),
            WinningTotal::Lowest => {
                leaders(&state.totals.iter().map(|total| total.saturating_neg()).collect::<Vec<_>>())
            }
        };
        let outcome = if over { Outcome::Won(best) } else { Outcome::Playing };
        Standing { totals: state.totals.clone(), outcome }
    }

    fn scores(event: &Event) -> bool {
        matches!(event, Event::Round { .. })
    }

    const COMINGS: Comings = Comings::FreeWithPoints;

    fn seated(state: &State) -> Option<&Seated> {
        Some(&state.seated)
    }

    fn seating(event: &Event) -> Option<&Seating> {
        if let Event::People(seating) = event { Some(seating) } else { None }
    }

    fn reseat(seating: Seating) -> Option<Event> {
        Some(Event::People(seating))
    }

    fn lowest_wins(options: &Options) -> bool {
        options.winner == WinningTotal::Lowest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::seats::Player;

    fn start(players: u8, options: &Options) -> Result<State, Error> {
        let list = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
        Any::start(&Seats::new(list, Seat(0), Any::SEATS).unwrap(), options)
    }

    fn play(state: State, events: &[Event]) -> State {
        events.iter().fold(state, |state, event| Any::apply(&state, event).unwrap())
    }

    #[test]
    fn the_turn_moves_on_skips_and_reverses() {
        let turns = |players, events: &[Event]| play(start(players, &Options::default()).unwrap(), events).turn;
        assert_eq!(turns(4, &[Event::Next]), Seat(1));
        assert_eq!(turns(4, &[Event::Next, Event::Skip]), Seat(3));
        assert_eq!(turns(4, &[Event::Reverse]), Seat(3));
        assert_eq!(turns(4, &[Event::Reverse, Event::Next]), Seat(2));
        assert_eq!(turns(2, &[Event::Skip]), Seat(0));
        assert_eq!(turns(4, &[Event::Turn { seat: Seat(2) }, Event::Next]), Seat(3));
    }

    #[test]
    fn the_stack_grows_by_the_chosen_step_and_is_taken_whole() {
        let state = start(3, &Options { step: 4, ..Options::default() }).unwrap();
        assert_eq!(Any::apply(&state, &Event::Take), Err(Error::NoStack));
        let state = play(state, &[Event::Stack, Event::Stack]);
        assert_eq!((state.stack, state.turn), (8, Seat(2)));
        let state = play(state, &[Event::Take]);
        assert_eq!((state.stack, state.turn), (0, Seat(0)));
    }

    #[test]
    fn each_way_of_ending_ends() {
        let outcome = |winner, ending, rounds: &[[i32; 2]]| {
            let state = start(2, &Options { winner, ending, ..Options::default() }).unwrap();
            let events: Vec<Event> = rounds.iter().map(|points| Event::Round { points: points.to_vec() }).collect();
            Any::standing(&play(state, &events)).outcome
        };
        let rounds = [[60, -5], [45, 30]];
        assert_eq!(outcome(WinningTotal::Highest, EndRule::Target(100), &rounds), Outcome::Won(vec![0]));
        assert_eq!(outcome(WinningTotal::Lowest, EndRule::Target(100), &rounds), Outcome::Won(vec![1]));
        assert_eq!(outcome(WinningTotal::Lowest, EndRule::Target(106), &rounds), Outcome::Playing);
        assert_eq!(outcome(WinningTotal::Highest, EndRule::Rounds(2), &rounds), Outcome::Won(vec![0]));
        assert_eq!(outcome(WinningTotal::Highest, EndRule::Rounds(2), &[[5, 5], [0, 0]]), Outcome::Won(vec![0, 1]));
        assert_eq!(outcome(WinningTotal::Highest, EndRule::Open, &rounds), Outcome::Playing);
        let open = start(2, &Options::default()).unwrap();
        let over = play(open, &[Event::Round { points: vec![1, 2] }, Event::End]);
        assert_eq!(Any::standing(&over).outcome, Outcome::Won(vec![1]));
        assert_eq!(Any::apply(&over, &Event::End), Err(Error::Over));
    }

    #[test]
    fn bounds_are_named() {
        let with = |options| start(2, &options).map(|_| ());
        assert_eq!(with(Options { step: 0, ..Options::default() }), Err(Error::Step(0)));
        assert_eq!(with(Options { ending: EndRule::Target(0), ..Options::default() }), Err(Error::Target(0)));
        assert_eq!(with(Options { ending: EndRule::Rounds(1000), ..Options::default() }), Err(Error::Rounds(1000)));
        let state = start(2, &Options::default()).unwrap();
        let round = |points: &[i32]| Any::apply(&state, &Event::Round { points: points.to_vec() });
        assert_eq!(round(&[1]), Err(Error::Players { given: 1, players: 2 }));
        assert_eq!(round(&[1, i32::MIN + 1]), Err(Error::Points { seat: 1, points: i32::MIN + 1 }));
        assert_eq!(Any::apply(&state, &Event::Turn { seat: Seat(2) }), Err(Error::NoSeat(Seat(2))));
    }

    proptest! {
        #[test]
        fn going_round_comes_back(players in 2_u8..=12, reversed in any::<bool>()) {
            let direction = if reversed { Direction::CounterClockwise } else { Direction::Clockwise };
            let state = start(players, &Options { direction, ..Options::default() }).unwrap();
            let round = vec![Event::Next; usize::from(players)];
            prop_assert_eq!(play(state.clone(), &round), state);
        }
    }
}
