//! A match of Machinamitorite: counts hands, judges tricks, passes the passport on. `partition` says what a hand is
//! worth, `trick` who wins a trick, `deal` whether counts are possible.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::deal::{Cities, Miscount, PLAYERS, check};
use super::partition::{City, Counts, best_points};
use super::trick::{Card, PARK_COPIES, Park, TrickError, Variant, judge, next_starter};
use crate::domain::game::{Comings, Game, Outcome, Scorers, Standing, leaders};
use crate::domain::seating::{ComingRule, Seated, Seating, SeatingError};
use crate::domain::seats::{Direction, Seat, Seats};
use crate::domain::tally::{GameTally, TallyKind};

/// What ends the match (002 "Score Calculation", the note for experienced players). The table sets the number.
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

    /// Bounds on the number; ours, as the text gives none.
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
    /// Whether a hand has at most as many tricks as cards were dealt to each, and one park card for each player. True
    /// for every new table; tables saved before this check existed go on without it.
    #[serde(default)]
    pub hand_checked: bool,
    /// Whether a hand has at most [`PARK_COPIES`] of each park card. True for every new table; tables saved before this
    /// check existed go on without it.
    #[serde(default)]
    pub parks_checked: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            goal: Format::Games(1),
            variant: Variant::Basic,
            left_out: City::Kyoto,
            hand_checked: true,
            parks_checked: true,
        }
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
    /// A trick was judged, and the passport moved on.
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
    /// Points and hands won of those who left, by number.
    left: (BTreeMap<u8, i32>, BTreeMap<u8, i32>),
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
    /// How many A and how many 0 have been played in this hand.
    parks: [usize; 2],
    /// Cities in use.
    pub cities: Cities,
    left_out: City,
    goal: Format,
    variant: Variant,
    hand_checked: bool,
    parks_checked: bool,
}

/// The cities in use with this many players (002 "Game Setup"): three players leave one in the box.
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

    /// The players in the order of the next trick: whoever has the passport first, then to the left.
    pub fn order(&self) -> Vec<Seat> {
        let players = self.players();
        (0..players).map(|step| self.passport.onward(players, Direction::Clockwise, step)).collect()
    }

    /// Checks the park cards of the next trick, or of as much of it as is laid, against those played in this hand.
    ///
    /// # Errors
    /// [`Error::SecondPark`] or [`Error::TooManyParks`].
    pub fn check_parks(&self, cards: &[Card]) -> Result<(), Error> {
        let by_seat = self.order().into_iter().zip(cards);
        let mut parks = by_seat.filter(|(_, card)| matches!(card, Card::Park(_))).map(|(seat, _)| seat);
        if let Some(seat) = parks.find(|seat| self.hand_checked && self.parked[seat.index()]) {
            return Err(Error::SecondPark(seat));
        }
        for (park, played) in [Park::A, Park::Zero].into_iter().zip(self.parks_with(cards)) {
            if self.parks_checked && played > PARK_COPIES {
                return Err(Error::TooManyParks { park, played });
            }
        }
        Ok(())
    }

    /// How many A and how many 0 have been played in this hand once these cards are played too.
    fn parks_with(&self, cards: &[Card]) -> [usize; 2] {
        let laid = |park| cards.iter().filter(|card| **card == Card::Park(park)).count();
        let [aces, zeros] = self.parks;
        [aces + laid(Park::A), zeros + laid(Park::Zero)]
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
    /// More of a park card in this hand than exist.
    TooManyParks {
        /// The card.
        park: Park,
        /// How many there would be in this hand.
        played: usize,
    },
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
            left: Default::default(),
            points: vec![0; players],
            wins: vec![0; players],
            hands: 0,
            passport: seats.starter(),
            tricks: 0,
            parked: vec![false; players],
            parks: [0; 2],
            cities: cities(players, options.left_out),
            left_out: options.left_out,
            goal: options.goal,
            variant: options.variant,
            hand_checked: options.hand_checked,
            parks_checked: options.parks_checked,
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
                next.parks = [0; 2];
            }
            Event::Trick { cards } => {
                let verdict = judge(cards, players).map_err(Error::Trick)?;
                let starter = next_starter(players, state.passport.index(), &verdict, state.variant);
                let starter = starter.map_err(Error::Trick)?;
                let tricks = state.tricks_in_hand();
                if state.hand_checked && state.tricks >= tricks {
                    return Err(Error::HandPlayed { tricks });
                }
                state.check_parks(cards)?;
                for (seat, _) in state.order().into_iter().zip(cards).filter(|(_, card)| matches!(card, Card::Park(_)))
                {
                    next.parked[seat.index()] = true;
                }
                next.parks = state.parks_with(cards);
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
                let (points, wins) = &mut next.left;
                next.points = after.hand_on(&state.points, points, 0);
                next.wins = after.hand_on(&state.wins, wins, 0);
                // Somebody joins with what the match is played for: points, or hands won.
                match state.goal {
                    Format::Games(_) | Format::Points(_) => next.points.clone_from(&after.totals),
                    Format::Wins(_) => next.wins.clone_from(&after.totals),
                }
                next.passport = after.seat(state.passport, Direction::Clockwise);
                if after.replaced().next().is_none() {
                    next.parked = vec![false; after.totals.len()];
                }
                next.cities = cities(after.totals.len(), state.left_out);
                next.seated = after.seated;
            }
        }
        Ok(next)
    }

    /// Totals are what the match is played for: hands won, or else points.
    fn standing(state: &State) -> Standing {
        let (totals, over) = match state.goal {
            Format::Games(goal) => (&state.points, state.hands >= usize::from(goal)),
            Format::Points(goal) => (&state.points, state.points.iter().any(|total| *total >= i32::from(goal))),
            Format::Wins(goal) => (&state.wins, state.wins.iter().any(|wins| *wins >= i32::from(goal))),
        };
        // In one hand everyone tied for the lead wins (002 "Score Calculation").
        let outcome = if over { Outcome::Won(leaders(totals)) } else { Outcome::Playing };
        Standing {
            points: Some(state.points.clone()),
            // A match has no rule for ties.
            is_open: state.goal != Format::Games(1),
            ..Standing::new(totals.clone(), outcome)
        }
    }

    /// Each player's best hand, in points.
    fn tallies(entries: &[Event], states: &[State], _: &Seats, _: &Options) -> Vec<GameTally> {
        let mut best = vec![(0, 0); states.last().map_or(0, |state| state.seated.people().len())];
        let hands = entries.iter().map(|event| matches!(event, Event::Hand { .. }));
        for (pair, _) in states.windows(2).zip(hands).filter(|(_, is_hand)| *is_hand) {
            let points = pair[1].points.iter().zip(&pair[0].points).map(|(after, before)| after - before);
            for (number, points) in pair[0].seated.now().iter().zip(points) {
                let best = &mut best[usize::from(*number)];
                *best = TallyKind::Most.join(*best, (points, 1));
            }
        }
        vec![GameTally::by_person("best", TallyKind::Most, best.into_iter())]
    }

    const COMINGS: Option<Comings<Machinamitorite>> = Some(Comings {
        may: ComingRule::FreeWithPoints,
        seated: |state| &state.seated,
        seating: |event| if let Event::People(seating) = event { Some(seating) } else { None },
        event: Event::People,
        totals: |state| Machinamitorite::standing(state).totals,
    });

    fn scores(_: &State, event: &Event) -> Scorers {
        Scorers::round(matches!(event, Event::Hand { .. }))
    }
}
