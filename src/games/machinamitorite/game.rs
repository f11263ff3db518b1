//! A match of Machinamitorite: counts hands, judges tricks, passes the passport on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::deal::{Cities, Miscount, PLAYERS, check};
use super::partition::{City, Counts, best_points};
use super::trick::{Card, TrickError, Variant, judge, next_starter};
use crate::domain::game::{Game, Outcome, Standing, leaders};
use crate::domain::seating::{Comings, Seated, Seating, SeatingError};
use crate::domain::seats::{Direction, Seat, Seats};
use crate::domain::tally::{GameTally, TallyKind};

/// What ends the match (002 "Score Calculation", the note for experienced players; the table sets the number).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "goal", rename_all = "snake_case")]
pub enum Format {
    /// This many hands; the most points win.
    Games(u16),
    /// The first to reach this many points.
    Points(u16),
    /// The first to win this many hands; everyone tied in a hand wins it.
    Wins(u16),
}

impl Format {
    /// The number, whatever it counts.
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

    /// Bounds on the number.
    pub fn bounds(self) -> std::ops::RangeInclusive<u16> {
        match self {
            Format::Games(_) | Format::Wins(_) => 1..=50,
            Format::Points(_) => 1..=2000,
        }
    }
}

/// What the table agreed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// What ends the match.
    pub goal: Format,
    /// Who gets the passport after a trick.
    pub variant: Variant,
    /// The city that three players leave in the box; ignored with more players.
    pub left_out: City,
    /// Whether a hand is limited to as many tricks as cards were dealt, and one park card per player. True for every
    /// new table; tables saved before this check existed play without it.
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
        /// In the order played, starting with the holder of the passport.
        cards: Vec<Card>,
    },
    /// The passport was moved by hand.
    Passport {
        /// Who has it now.
        seat: Seat,
    },
    /// People came, went or changed seats.
    People(Seating),
}

/// The state of the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Who has been at the table, and who sits where.
    seated: Seated,
    /// Points and rounds won of those who left, by number.
    kept: (BTreeMap<u8, i32>, BTreeMap<u8, i32>),
    /// Points of each player over all hands.
    pub points: Vec<i32>,
    /// Hands won by each player; everyone tied for a hand wins it.
    pub wins: Vec<i32>,
    /// Hands counted.
    pub hands: usize,
    /// Who leads the next trick.
    pub passport: Seat,
    /// Tricks judged in the current hand.
    pub tricks: usize,
    /// Who has played their one park card of this hand, in seat order.
    pub parked: Vec<bool>,
    /// Cities in use.
    pub cities: Cities,
    left_out: City,
    goal: Format,
    variant: Variant,
    hand_checked: bool,
}

/// The cities in use with this many players (002 "Setup"): three leave one in the box.
pub fn cities(players: usize, left_out: City) -> Cities {
    if players == 3 { Cities::Without(left_out) } else { Cities::All }
}

impl State {
    /// Number of players.
    pub fn players(&self) -> usize {
        self.points.len()
    }

    /// What ends the match.
    pub fn goal(&self) -> Format {
        self.goal
    }

    /// Tricks in a whole hand: as many as cards were dealt to each player.
    pub fn tricks_in_hand(&self) -> usize {
        self.cities.hand_size(self.players()).map_or(0, usize::from)
    }

    /// The players in the order of the next trick: the holder of the passport first, then to the left.
    pub fn order(&self) -> Vec<Seat> {
        let players = self.players();
        (0..players).map(|step| self.passport.onward(players, Direction::Clockwise, step)).collect()
    }
}

/// A broken bound or rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// A goal out of [`Format::bounds`].
    Goal(Format),
    /// Counts for the wrong number of players.
    Players {
        /// Given.
        given: usize,
        /// Playing.
        players: usize,
    },
    /// Impossible counts.
    Miscounts(Vec<Miscount>),
    /// An impossible trick.
    Trick(TrickError),
    /// All cards of this hand have been played; count it first.
    HandPlayed {
        /// Tricks it had.
        tricks: usize,
    },
    /// This player has already played the one park card dealt per hand.
    SecondPark(Seat),
    /// There is no such seat.
    NoSeat(Seat),
    /// People cannot come or go like this.
    People(SeatingError),
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
        Ok(State {
            seated: Seated::new(seats),
            kept: Default::default(),
            points: vec![0; players],
            wins: vec![0; players],
            hands: 0,
            passport: seats.starter(),
            tricks: 0,
            parked: vec![false; players],
            cities: cities(players, options.left_out),
            left_out: options.left_out,
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
            Event::People(seating) => {
                let standing = Self::standing(state);
                if matches!(standing.outcome, Outcome::Won(_)) {
                    return Err(Error::People(SeatingError::Over));
                }
                if state.tricks > 0 {
                    return Err(Error::People(SeatingError::MidRound));
                }
                let after = state.seated.change(seating, &standing.totals, PLAYERS, false).map_err(Error::People)?;
                let (points, wins) = &mut next.kept;
                next.points = after.carry(&state.points, points, 0);
                next.wins = after.carry(&state.wins, wins, 0);
                // What is joined with is what the match is played for.
                match state.goal {
                    Format::Games(_) | Format::Points(_) => next.points.clone_from(&after.totals),
                    Format::Wins(_) => next.wins.clone_from(&after.totals),
                }
                next.passport = after.seat(state.passport, Direction::Clockwise);
                next.parked = vec![false; after.totals.len()];
                next.cities = cities(after.totals.len(), state.left_out);
                next.seated = after.seated;
            }
        }
        Ok(next)
    }

    /// Totals are what the match is played for: rounds won, or else points.
    fn standing(state: &State) -> Standing {
        let (totals, over) = match state.goal {
            Format::Games(goal) => (&state.points, state.hands >= usize::from(goal)),
            Format::Points(goal) => (&state.points, state.points.iter().any(|total| *total >= i32::from(goal))),
            Format::Wins(goal) => (&state.wins, state.wins.iter().any(|wins| *wins >= i32::from(goal))),
        };
        // Everyone tied for the lead wins (002 "Score Calculation").
        let outcome = if over { Outcome::Won(leaders(totals)) } else { Outcome::Playing };
        Standing { totals: totals.clone(), outcome }
    }

    fn points(state: &State) -> Vec<i32> {
        state.points.clone()
    }

    /// The best hand.
    fn tallies(entries: &[Event], states: &[State], _: &Seats, _: &Options) -> Vec<GameTally> {
        let mut best = vec![(0, 0); states.last().map_or(0, |state| state.seated.people().len())];
        for (pair, _) in states.windows(2).zip(entries).filter(|(_, event)| Self::scores(event)) {
            let points = pair[1].points.iter().zip(&pair[0].points).map(|(after, before)| after - before);
            for (number, points) in pair[0].seated.now().iter().zip(points) {
                let best = &mut best[usize::from(*number)];
                *best = TallyKind::Most.join(*best, (points, 1));
            }
        }
        vec![GameTally::by_person("best", TallyKind::Most, best.into_iter())]
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

    fn scores(event: &Event) -> bool {
        matches!(event, Event::Hand { .. })
    }
}
