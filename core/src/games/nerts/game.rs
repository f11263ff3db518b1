//! The rules of Nerts as far as they count: what a round is worth, its bounds, and when the game ends. Pure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::options::{
    Count, Dealt, HANDICAPS, HouseRules, Length, MAX_JOKERS, MAX_PARTNERS, Options, PARTNERSHIP_PLAYERS, Tie,
};
use crate::domain::game::{Comings, Game, Outcome, ScoreRule, Scorers, Standing, leaders};
use crate::domain::seating::{ComingRule, Seated, Seating, SeatingError};
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::{FIRST_VERSION, VERSION};
use crate::domain::tally::{GameTally, TallyKind};
use crate::domain::teams::{joined, parted};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A round was scored.
    Round {
        /// The counts of each row, see [`Options::rows`], in order.
        counts: Vec<Count>,
        /// Whose deck it was that called "Nerts", see [`Options::decks`]; `None` if everyone was stuck.
        caller: Option<u8>,
    },
    /// The table changed the target.
    Target {
        /// The new one, in what [`Length`] says and within its bounds.
        points: u16,
    },
    /// The Nerts piles of the next rounds were made larger or smaller.
    Piles {
        /// Cards in that of each deck, see [`Options::decks`], each within [`HANDICAPS`].
        piles: Vec<u8>,
    },
    /// The sides tied for the lead share the win.
    Share,
    /// People came, went or changed seats, and with them partners.
    People(Seating),
}

/// The state of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Points of each side, or the rounds it won if only those count.
    pub totals: Vec<i32>,
    /// Points of each side, whatever counts.
    points: Vec<i32>,
    /// The points that people left with, by their numbers.
    left: BTreeMap<u8, i32>,
    /// Rounds scored.
    pub rounds: usize,
    /// What was agreed, with the target as it is now.
    options: Options,
    /// Who has been at the table, and who sits where.
    seated: Seated,
    /// How often each person or who shares their deck called, by the number of the person.
    calls: Vec<u16>,
    /// The Nerts pile of each person, likewise.
    piles: Vec<u8>,
    /// Whether the piles or the people were changed since the last round.
    piles_set: bool,
    /// Whether the table chose to share the win.
    shared: bool,
    /// Whether a tie for the lead at the end is being played off. Until the target moves, the highest total then wins
    /// (our ruling).
    playoff: bool,
}

impl State {
    /// The number that ends the game now, in what [`Length`] says.
    pub fn target(&self) -> u16 {
        self.options.target
    }

    /// What ends the game.
    pub fn length(&self) -> Length {
        self.options.house.length
    }

    /// What the next round is checked and counted by.
    pub fn dealt(&self) -> Dealt {
        let pile = |people: &Vec<u8>| people.first().and_then(|person| self.piles.get(usize::from(*person)).copied());
        let piles = self.decks().iter().filter_map(pile).collect();
        Dealt { piles, ..self.options.dealt_to(self.players()) }
    }

    /// Whether the game has come to its agreed end.
    fn at_end(&self) -> bool {
        let target = i32::from(self.options.target);
        self.rounds > 0
            && match self.options.house.length {
                Length::Points | Length::Wins => self.totals.iter().any(|total| *total >= target),
                Length::Rounds => self.rounds >= usize::from(self.options.target),
            }
    }

    /// How many people are at the table.
    pub fn players(&self) -> usize {
        self.seated.now().len()
    }

    /// The people of each of these groups, by their numbers.
    fn people(&self, groups: Vec<Vec<Seat>>) -> Vec<Vec<u8>> {
        let number = |seat: Seat| self.seated.now().get(seat.index()).copied();
        groups.into_iter().map(|seats| seats.into_iter().filter_map(number).collect()).collect()
    }

    /// The people of each deck, by their numbers.
    fn decks(&self) -> Vec<Vec<u8>> {
        self.people(self.options.decks(self.players()))
    }

    /// Those of these sides whose people called most often.
    fn most_calls(&self, sides: Vec<usize>) -> Vec<usize> {
        // A call counts for each of those who share the deck.
        let called = |people: &Vec<u8>| -> i32 {
            let calls = people.iter().filter_map(|person| self.calls.get(usize::from(*person)));
            let sum: i32 = calls.map(|calls| i32::from(*calls)).sum();
            let shared = if self.options.own_decks { 1 } else { people.len() };
            // Of whom there are one to three.
            sum * 6 / i32::try_from(shared).unwrap_or(1).max(1)
        };
        let calls: Vec<i32> = self.people(self.options.sides(self.players())).iter().map(called).collect();
        let most = sides.iter().filter_map(|side| calls.get(*side)).max().copied();
        sides.into_iter().filter(|side| calls.get(*side).copied() == most).collect()
    }
}

/// The piles that a table with handicaps is offered after a round, one for each deck: whoever had most points in it has one
/// card more, whoever had least one less; all people of a side whose numbers were entered together, by their points a deck.
/// `None` if there is nothing to offer: no handicaps, no round since piles or people were last changed, or no difference.
pub fn offered_piles(state: &State, last: &Event) -> Option<Vec<u8>> {
    let Event::Round { counts, caller } = last else { return None };
    if !state.options.house.handicap || state.piles_set {
        return None;
    }
    let dealt = state.dealt();
    // By the deck: however the numbers are entered, the offer goes to whoever played best. Sides have few decks, so that
    // sixtieths are exact.
    let decks = |row: usize| i64::try_from(dealt.decks_of(row).len().max(1)).unwrap_or(1);
    let points = round_points(&dealt, counts, *caller);
    let points: Vec<i64> = points.iter().enumerate().map(|(row, of)| i64::from(*of) * 60 / decks(row)).collect();
    let (most, least) = (*points.iter().max()?, *points.iter().min()?);
    let step = |(deck, pile): (usize, &u8)| match points.get(dealt.row_of(deck)) {
        _ if most == least => *pile,
        Some(points) if *points == most => pile.saturating_add(1),
        Some(points) if *points == least => pile.saturating_sub(1),
        _ => *pile,
    };
    let offered = dealt.piles.iter().enumerate().map(step);
    let offered: Vec<u8> = offered.map(|pile| pile.clamp(*HANDICAPS.start(), *HANDICAPS.end())).collect();
    // Each row of that round, and no other, has a pile now.
    let same = offered.len() == dealt.decks_of(counts.len()).start;
    (offered != dealt.piles && same).then_some(offered)
}

/// The points of each row in a round; [`Options::by_side`] adds them up.
pub fn round_points(dealt: &Dealt, counts: &[Count], caller: Option<u8>) -> Vec<i32> {
    let caller = caller.map(|deck| dealt.row_of(usize::from(deck)));
    counts.iter().enumerate().map(|(row, count)| dealt.points(*count, caller == Some(row))).collect()
}

/// A broken bound or rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Counts for the wrong number of rows.
    Rows {
        /// Given.
        given: usize,
        /// Playing.
        rows: usize,
    },
    /// More cards left than a Nerts pile holds, or those of a row.
    Pile {
        /// Whose.
        row: usize,
        /// Counted.
        left: u8,
        /// Dealt.
        pile: u8,
    },
    /// More cards than the deck holds, or those of a row.
    Deck {
        /// Whose.
        row: usize,
        /// On the foundations.
        foundations: u8,
        /// Left in the Nerts pile.
        left: u8,
        /// In the deck.
        deck: u8,
    },
    /// More Kings than the deck has, or than cards on the foundations.
    Kings {
        /// Whose.
        row: usize,
        /// Counted.
        kings: u8,
        /// Possible.
        most: u8,
    },
    /// The caller still has cards in the Nerts pile.
    Caller {
        /// Who.
        row: usize,
        /// Left.
        left: u8,
    },
    /// A row whose people have several Nerts piles has more cards left than its other piles hold, beside the caller's.
    Beside {
        /// Whose.
        row: usize,
        /// Whose deck called.
        caller: usize,
        /// Left.
        left: u8,
        /// In the other piles.
        most: u8,
    },
    /// There is no such deck to have called.
    NoCaller(usize),
    /// A target out of the bounds of [`Length`].
    Target(u16),
    /// The table's own rules are none that may be chosen.
    House,
    /// Piles were changed at a table that did not agree on it, or out of [`HANDICAPS`].
    Piles,
    /// More than [`MAX_JOKERS`].
    Jokers(u8),
    /// Pairs that nobody chose need an even number of players, and at least [`PARTNERSHIP_PLAYERS`].
    Partnerships(usize),
    /// So many people cannot play in the sides that were chosen, see [`Teams::fits`].
    ///
    /// [`Teams::fits`]: crate::domain::teams::Teams::fits
    Teams(usize),
    /// No sides are tied for the lead at the target.
    NoTie,
    /// People cannot come or go like this.
    People(SeatingError),
}

/// Checks the counts of a round.
///
/// # Errors
/// Every broken bound, in row order; the caller's comes last.
pub fn check(counts: &[Count], caller: Option<u8>, dealt: &Dealt) -> Result<(), Vec<Error>> {
    let mut errors = Vec::new();
    for (row, count) in counts.iter().enumerate() {
        let Count { foundations, left, kings } = *count;
        let (pile, deck) = (dealt.pile(row), dealt.cards(row));
        if left > pile {
            errors.push(Error::Pile { row, left, pile });
        } else if u16::from(foundations) + u16::from(left) > u16::from(deck) {
            errors.push(Error::Deck { row, foundations, left, deck });
        }
        let most = if dealt.house.king > 0 { dealt.most_kings(row).min(foundations) } else { 0 };
        if kings > most {
            errors.push(Error::Kings { row, kings, most });
        }
    }
    if let Some(caller) = caller.map(usize::from) {
        match counts.get(dealt.row_of(caller)) {
            None => errors.push(Error::NoCaller(caller)),
            Some(count) => errors.extend(caller_with_cards(caller, count.left, dealt)),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// What is wrong if this deck called and its row has so many cards left.
pub fn caller_with_cards(caller: usize, left: u8, dealt: &Dealt) -> Option<Error> {
    let (row, most) = (dealt.row_of(caller), dealt.pile_beside(caller));
    let error = if dealt.decks_of(row).len() > 1 {
        Error::Beside { row, caller, left, most }
    } else {
        Error::Caller { row, left }
    };
    (left > most).then_some(error)
}

/// Who called, judging from what each row has left: the only one whose Nerts pile can be empty. Nobody if that is one of
/// several piles that were counted together, as it need not be.
pub fn likely_caller(left: &[Option<u8>], dealt: &Dealt) -> Option<u8> {
    let decks = 0..dealt.decks_of(left.len()).start;
    let is_empty = |deck: &usize| left[dealt.row_of(*deck)].is_some_and(|left| left <= dealt.pile_beside(*deck));
    let mut empty = decks.filter(is_empty);
    match (empty.next(), empty.next()) {
        (Some(deck), None) if dealt.decks_of(dealt.row_of(deck)).len() == 1 => u8::try_from(deck).ok(),
        _ => None,
    }
}

/// Fails if this many players are to form sides and cannot.
fn may_form_sides(options: &Options, players: usize) -> Result<(), Error> {
    match &options.teams {
        Some(teams) if !teams.is_valid(MAX_PARTNERS) => Err(Error::House),
        Some(teams) if !teams.fits(players, MAX_PARTNERS) => Err(Error::Teams(players)),
        None if options.partnerships && (players < PARTNERSHIP_PLAYERS || !players.is_multiple_of(2)) => {
            Err(Error::Partnerships(players))
        }
        Some(_) | None => Ok(()),
    }
}

fn seat_totals(state: &State) -> Vec<i32> {
    parted(&state.options.sides(state.players()), &state.totals)
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
        if !options.house.is_valid() {
            return Err(Error::House);
        }
        if !options.house.length.bounds().contains(&options.target) {
            return Err(Error::Target(options.target));
        }
        if options.jokers > MAX_JOKERS {
            return Err(Error::Jokers(options.jokers));
        }
        may_form_sides(options, seats.len())?;
        let sides = options.sides(seats.len()).len();
        Ok(State {
            seated: Seated::new(seats),
            totals: vec![0; sides],
            points: vec![0; sides],
            left: BTreeMap::new(),
            rounds: 0,
            options: options.clone(),
            calls: vec![0; seats.len()],
            piles: vec![options.house.pile; seats.len()],
            piles_set: false,
            shared: false,
            playoff: false,
        })
    }

    fn apply(state: &State, event: &Event) -> Result<State, Error> {
        let mut next = state.clone();
        match event {
            Event::Round { counts, caller } => {
                let rows = state.options.rows(state.players()).len();
                if counts.len() != rows {
                    return Err(Error::Rows { given: counts.len(), rows });
                }
                let dealt = state.dealt();
                check(counts, *caller, &dealt).map_err(|mut errors| errors.swap_remove(0))?;
                let points = state.options.by_side(state.players(), &round_points(&dealt, counts, *caller));
                // If only rounds won count, all who had most points in this one have won it (our ruling).
                let won = leaders(&points);
                for (sum, points) in next.points.iter_mut().zip(&points) {
                    *sum = sum.saturating_add(*points);
                }
                for (side, (total, points)) in next.totals.iter_mut().zip(points).enumerate() {
                    *total = match state.length() {
                        Length::Points | Length::Rounds => total.saturating_add(points),
                        Length::Wins => total.saturating_add(i32::from(won.contains(&side))),
                    };
                }
                let called = caller.and_then(|deck| state.decks().into_iter().nth(usize::from(deck)));
                for person in called.into_iter().flatten() {
                    let calls = &mut next.calls[usize::from(person)];
                    *calls = calls.saturating_add(1);
                }
                next.piles_set = false;
                // Whoever plays on after a win plays to the target again.
                let won = matches!(Self::standing(state).outcome, Outcome::Won(_));
                next.playoff = !won && (state.playoff || state.at_end());
                next.rounds += 1;
                next.shared = false;
            }
            Event::Target { points } => {
                if !state.length().bounds().contains(points) {
                    return Err(Error::Target(*points));
                }
                next.options.target = *points;
                next.shared = false;
                next.playoff = false;
            }
            Event::Piles { piles } => {
                let decks = state.decks();
                let agreed = state.options.house.handicap && piles.len() == decks.len();
                if !agreed || piles.iter().any(|pile| !HANDICAPS.contains(pile)) {
                    return Err(Error::Piles);
                }
                for (people, pile) in decks.iter().zip(piles) {
                    for person in people {
                        next.piles[usize::from(*person)] = *pile;
                    }
                }
                next.piles_set = true;
            }
            Event::Share => match Self::standing(state).outcome {
                Outcome::Tied(_) => next.shared = true,
                Outcome::Playing | Outcome::Won(_) => return Err(Error::NoTie),
            },
            Event::People(seating) => {
                // Below the target tables may have gone on before a playoff decided, and their saves must open.
                if state.at_end() && matches!(Self::standing(state).outcome, Outcome::Won(_)) {
                    return Err(Error::People(SeatingError::Over));
                }
                let totals = seat_totals(state);
                let after = state.seated.change(seating, &totals, Self::SEATS, false).map_err(Error::People)?;
                may_form_sides(&state.options, after.totals.len())?;
                let sides = state.options.sides(after.totals.len());
                let points = parted(&state.options.sides(state.players()), &state.points);
                next.points = joined(&sides, &after.hand_on(&points, &mut next.left, 0));
                next.totals = joined(&sides, &after.totals);
                let people = after.seated.people().len();
                next.calls.resize(people, 0);
                next.piles.resize(people, state.options.house.pile);
                for (was, is) in after.replaced() {
                    next.piles[usize::from(is)] = next.piles[usize::from(was)];
                }
                next.seated = after.seated;
                next.piles_set = true;
            }
        }
        Ok(next)
    }

    fn standing(state: &State) -> Standing {
        let tie = state.options.tie;
        let mut best = leaders(&state.totals);
        if tie == Tie::Calls {
            best = state.most_calls(best);
        }
        let outcome = match (state.playoff || state.at_end(), best.len(), tie) {
            (false, _, _) => Outcome::Playing,
            (true, 1, _) => Outcome::Won(best),
            (true, _, Tie::Share) => Outcome::Won(best),
            (true, _, _) if state.shared => Outcome::Won(best),
            (true, _, Tie::OneMore) => Outcome::Playing,
            (true, _, Tie::Ask | Tie::Calls) => Outcome::Tied(best),
        };
        // People may join with points that nobody scored, which are in the totals alone.
        let points = (state.length() == Length::Wins).then(|| state.points.clone());
        // Calls break a tie unless they are tied as well.
        let is_open = tie != Tie::Calls || outcome.winners().len() > 1;
        Standing { points, is_open, ..Standing::new(state.totals.clone(), outcome) }
    }

    fn version(options: &Options) -> u32 {
        let Options { house, tie, teams, own_decks, together, .. } = options;
        // Pairs of neighbours too, as people chose them: others may sit there later.
        let new = *house != HouseRules::PRINTED || teams.is_some() || *own_decks || *together || *tie == Tie::Calls;
        if new { VERSION } else { FIRST_VERSION }
    }

    fn scoring(seats: &Seats, options: &Options) -> ScoreRule {
        ScoreRule { sides: options.sides(seats.len()), ..ScoreRule::each_alone(seats) }
    }

    /// How often a player called "Nerts", and the average left in their pile, both with those who share their deck. What is
    /// left in several piles that were counted together is nobody's.
    fn tallies(entries: &[Event], states: &[State], _: &Seats, _: &Options) -> Vec<GameTally> {
        let people = states.last().map_or(0, |state| state.seated.people().len());
        let mut of_people = vec![((0, 0), (0, 0)); people];
        for (event, state) in entries.iter().zip(states) {
            let Event::Round { counts, caller } = event else { continue };
            let dealt = state.dealt();
            for (deck, people) in state.decks().iter().enumerate() {
                let called = caller.is_some_and(|caller| usize::from(caller) == deck);
                let row = dealt.row_of(deck);
                let known = dealt.decks_of(row).len() == 1;
                for number in people {
                    let (calls, left) = &mut of_people[usize::from(*number)];
                    *calls = TallyKind::Sum.join(*calls, (i32::from(called), 1));
                    if known {
                        *left = TallyKind::Mean.join(*left, (i32::from(counts[row].left), 1));
                    }
                }
            }
        }
        vec![
            GameTally::by_person("calls", TallyKind::Sum, of_people.iter().map(|(calls, _)| *calls)),
            GameTally::by_person("left", TallyKind::Mean, of_people.iter().map(|(_, left)| *left)),
        ]
    }

    /// The text says nothing about a tie for first place (001).
    fn scores(_: &State, event: &Event) -> Scorers {
        Scorers::round(matches!(event, Event::Round { .. }))
    }

    const COMINGS: Option<Comings<Nerts>> = Some(Comings {
        may: ComingRule::FreeWithPoints,
        seated: |state| &state.seated,
        seating: |event| if let Event::People(seating) = event { Some(seating) } else { None },
        event: Event::People,
        totals: seat_totals,
    });
}
