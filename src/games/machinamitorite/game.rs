//! A match of Machinamitorite: hands counted, tricks judged, the passport handed on.

use serde::{Deserialize, Serialize};

use super::deal::{Cities, Miscount, PLAYERS, check};
use super::partition::{City, Counts, best_points};
use super::trick::{Card, TrickError, Variant, judge, next_starter};
use crate::domain::game::{Game, Outcome, Standing, leaders};
use crate::domain::seats::{Direction, Seat, Seats};

/// What ends the match (002 "Score Calculation", the note for the experienced; the numbers are the table's).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "goal", rename_all = "snake_case")]
pub enum Format {
    /// So many hands; the most points win.
    Games(u16),
    /// The first to so many points.
    Points(u16),
    /// The first to win so many hands; all tied in a hand win it.
    Wins(u16),
}

impl Format {
    /// The number, whichever it counts.
    pub fn goal(self) -> u16 {
        match self {
            Format::Games(goal) | Format::Points(goal) | Format::Wins(goal) => goal,
        }
    }

    /// The same kind with another number.
    #[must_use]
    pub fn with(self, goal: u16) -> Format {
        match self {
            Format::Games(_) => Format::Games(goal),
            Format::Points(_) => Format::Points(goal),
            Format::Wins(_) => Format::Wins(goal),
        }
    }

    /// Lowest and highest number that makes sense.
    pub fn bounds(self) -> std::ops::RangeInclusive<u16> {
        match self {
            Format::Games(_) | Format::Wins(_) => 1..=50,
            Format::Points(_) => 1..=2000,
        }
    }
}

/// What the table agreed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// What ends the match.
    pub goal: Format,
    /// Who gets the passport after a trick.
    pub variant: Variant,
    /// The city that three players leave in the box. Not looked at with more.
    pub left_out: City,
    /// Whether a hand has no more tricks than cards were dealt, and one park card a player. Every new table checks it; one
    /// saved before the app did goes on without.
    #[serde(default)]
    pub hand_checked: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { goal: Format::Games(1), variant: Variant::Basic, left_out: City::Kyoto, hand_checked: true }
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A hand was played out and counted.
    Hand {
        /// What each player won, in seat order.
        counts: Vec<Counts>,
    },
    /// A trick was judged; the passport moved.
    Trick {
        /// In the order played, from the holder of the passport on.
        cards: Vec<Card>,
    },
    /// The passport was put elsewhere by hand.
    Passport {
        /// Before whom it lies now.
        seat: Seat,
    },
}

/// How it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Points of each player, all hands together.
    pub points: Vec<i32>,
    /// Hands won by each player; all tied win.
    pub wins: Vec<i32>,
    /// Hands counted.
    pub hands: usize,
    /// Who leads the next trick.
    pub passport: Seat,
    /// Tricks judged in this hand.
    pub tricks: usize,
    /// Who has played the one park card of this hand, in seat order.
    pub parked: Vec<bool>,
    /// Cities in use.
    pub cities: Cities,
    goal: Format,
    variant: Variant,
    hand_checked: bool,
}

impl State {
    /// How many play.
    pub fn players(&self) -> usize {
        self.points.len()
    }

    /// What ends the match.
    pub fn goal(&self) -> Format {
        self.goal
    }

    /// Tricks a whole hand has: as many as cards were dealt to each player.
    pub fn tricks_in_hand(&self) -> usize {
        self.cities.hand_size(self.players()).map_or(0, usize::from)
    }

    /// Who plays each card of the next trick: the holder of the passport first, then to the left.
    pub fn order(&self) -> Vec<Seat> {
        let players = self.players();
        (0..players).map(|step| self.passport.onward(players, Direction::Clockwise, step)).collect()
    }
}

/// A bound or rule that is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// A goal out of [`Format::bounds`].
    Goal(Format),
    /// Counts for another number of players than play.
    Players {
        /// Given.
        given: usize,
        /// Playing.
        players: usize,
    },
    /// Counts that cannot be.
    Miscounts(Vec<Miscount>),
    /// A trick that cannot be.
    Trick(TrickError),
    /// All cards of this hand are played; it is to be counted first.
    HandPlayed {
        /// Tricks it had.
        tricks: usize,
    },
    /// Everybody is dealt one park card a hand, and this player has played it.
    SecondPark(Seat),
    /// There is no such seat.
    NoSeat(Seat),
}

/// The game of Machinamitorite.
pub struct Machinamitorite;

impl Game for Machinamitorite {
    const ID: &'static str = "machinamitorite";
    const SEATS: std::ops::RangeInclusive<usize> = PLAYERS;
    type Options = Options;
    type Event = Event;
    type State = State;
    type Error = Error;

    fn start(seats: &Seats, options: &Options) -> Result<State, Error> {
        if !options.goal.bounds().contains(&options.goal.goal()) {
            return Err(Error::Goal(options.goal));
        }
        let players = seats.len();
        let cities = if players == 3 { Cities::Without(options.left_out) } else { Cities::All };
        Ok(State {
            points: vec![0; players],
            wins: vec![0; players],
            hands: 0,
            passport: seats.starter(),
            tricks: 0,
            parked: vec![false; players],
            cities,
            goal: options.goal,
            variant: options.variant,
            hand_checked: options.hand_checked,
        })
    }

    fn apply(state: &State, event: &Event) -> Result<State, Error> {
        let mut next = state.clone();
        let players = state.players();
        match event {
            Event::Hand { counts } => {
                if counts.len() != players {
                    return Err(Error::Players { given: counts.len(), players });
                }
                let miscounts = check(state.cities, counts);
                if !miscounts.is_empty() {
                    return Err(Error::Miscounts(miscounts));
                }
                let hand: Vec<i32> = counts.iter().map(|counts| i32::from(best_points(counts))).collect();
                for (total, points) in next.points.iter_mut().zip(&hand) {
                    *total = total.saturating_add(*points);
                }
                for winner in leaders(&hand) {
                    next.wins[winner] += 1;
                }
                next.hands += 1;
                next.tricks = 0;
                next.parked.fill(false);
            }
            Event::Trick { cards } => {
                let verdict = judge(cards, players).map_err(Error::Trick)?;
                let starter = next_starter(players, state.passport.index(), &verdict, state.variant);
                let starter = starter.map_err(Error::Trick)?;
                let tricks = state.tricks_in_hand();
                if state.hand_checked && state.tricks >= tricks {
                    return Err(Error::HandPlayed { tricks });
                }
                for (seat, _) in state.order().into_iter().zip(cards).filter(|(_, card)| matches!(card, Card::Park(_)))
                {
                    if state.hand_checked && state.parked[seat.index()] {
                        return Err(Error::SecondPark(seat));
                    }
                    next.parked[seat.index()] = true;
                }
                next.passport = Seat(u8::try_from(starter).unwrap_or(0));
                next.tricks += 1;
            }
            Event::Passport { seat } => {
                if seat.index() >= players {
                    return Err(Error::NoSeat(*seat));
                }
                next.passport = *seat;
            }
        }
        Ok(next)
    }

    /// Totals are what the match counts: hands won when it is played for wins, points otherwise.
    fn standing(state: &State) -> Standing {
        let (totals, over) = match state.goal {
            Format::Games(goal) => (&state.points, state.hands >= usize::from(goal)),
            Format::Points(goal) => (&state.points, state.points.iter().any(|total| *total >= i32::from(goal))),
            Format::Wins(goal) => (&state.wins, state.wins.iter().any(|wins| *wins >= i32::from(goal))),
        };
        // All who are level at the top win (002 "Score Calculation").
        let outcome = if over { Outcome::Won(leaders(totals)) } else { Outcome::Playing };
        Standing { totals: totals.clone(), outcome }
    }

    fn points(state: &State) -> Vec<i32> {
        state.points.clone()
    }

    fn scores(event: &Event) -> bool {
        matches!(event, Event::Hand { .. })
    }
}
