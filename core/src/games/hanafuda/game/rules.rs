//! The game: how a table starts, what each event does, who comes and goes, and how it stands.

use super::error::Error;
use super::event::Event;
use super::options::Options;
use super::state::{Phase, State};
use crate::domain::game::{Comings, Game, Outcome, Scorers, Standing, leaders};
use crate::domain::seating::{ComingRule, JoinWith, Seated, Seating, SeatingError};
use crate::domain::seats::{MAX_SEATS, Seats};
use crate::domain::tally::{GameTally, TallyKind};
use crate::games::hanafuda::deck::Deal;

/// The "Untitled" hanafuda game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hanafuda;

impl Game for Hanafuda {
    const ID: &'static str = "hanafuda";
    const SEATS: std::ops::RangeInclusive<usize> = 2..=5;
    type Options = Options;
    type Event = Event;
    type State = State;
    type Error = Error;

    fn start(seats: &Seats, options: &Options) -> Result<State, Error> {
        let players = seats.len();
        let deal = Deal::of(players).ok_or(Error::Players(players))?;
        options.unit.check().map_err(Error::Unit)?;
        options.forfeits.check().map_err(Error::Forfeit)?;
        Ok(State {
            seated: Seated::new(seats),
            kept: Default::default(),
            direction: options.direction,
            track_turns: options.track_turns,
            ending: options.ending,
            to_play: seats.starter(),
            round: 1,
            dealer: seats.starter(),
            phase: State::dealt(options.track_turns),
            hands: vec![deal.hand; players],
            last: None,
            payout: None,
            forfeit: None,
            points: vec![0; players],
            wins: vec![0; players],
        })
    }

    fn apply(state: &State, event: &Event) -> Result<State, Error> {
        if state.phase == Phase::Over {
            return Err(Error::Over);
        }
        let mut next = state.clone();
        match event {
            Event::Move { kind, top } => next.play(*kind, *top)?,
            Event::Hand { seat, cards } => next.count(*seat, *cards)?,
            Event::ToPlay { seat } => {
                next.turn()?;
                next.to_play = next.seat(*seat)?;
                next.last = None;
            }
            Event::Payout { winner, left, exempt, recount } => next.pay(*winner, left, *exempt, *recount)?,
            Event::Forfeit { winner, seat, text } => next.forfeit(*winner, *seat, text.as_deref())?,
            Event::NextRound { dealer } => {
                if next.phase != Phase::Between {
                    return Err(Error::RoundNotOver);
                }
                next.deal(*dealer)?;
            }
            Event::List { forfeits } => {
                if !next.ending.has_forfeit() {
                    return Err(Error::NoForfeits);
                }
                forfeits.check().map_err(Error::Forfeit)?;
            }
            Event::End => next.phase = Phase::Over,
            Event::People(seating) => next.reseat(seating).map_err(Error::People)?,
        }
        Ok(next)
    }

    /// Totals are points, or rounds won if the table plays only for forfeits. The game ends when the table says so.
    fn standing(state: &State) -> Standing {
        let totals = if state.ending.pays() {
            state.points.clone()
        } else {
            state.wins.iter().map(|&wins| i32::try_from(wins).unwrap_or(i32::MAX)).collect()
        };
        let outcome = if state.phase == Phase::Over { Outcome::Won(leaders(&totals)) } else { Outcome::Playing };
        // The text only pays out: it does not say who has won in the end (003).
        Standing { is_open: true, ..Standing::new(totals, outcome) }
    }

    /// The balance of all payouts, where the table plays for points, and the rounds in which a player was first.
    fn tallies(_: &[Event], states: &[State], _: &Seats, _: &Options) -> Vec<GameTally> {
        let Some(state) = states.last() else { return Vec::new() };
        let wins = state.by_number(&state.wins, &state.kept.1).into_iter();
        let wins = wins.map(|wins| (i32::try_from(wins).unwrap_or(i32::MAX), 1));
        let first = GameTally::by_person("first", TallyKind::Sum, wins);
        if !state.ending.pays() {
            return vec![first];
        }
        let points = state.balance().into_iter().map(|points| (points, 1));
        vec![GameTally::by_person("balance", TallyKind::Sum, points), first]
    }

    const COMINGS: Option<Comings<Hanafuda>> = Some(Comings {
        may: ComingRule::Free,
        seated: |state| &state.seated,
        seating: |event| if let Event::People(seating) = event { Some(seating) } else { None },
        event: Event::People,
        totals: |state| Hanafuda::standing(state).totals,
    });

    /// If the winner is paid, the payout is the scored round; a forfeit on top is not.
    fn scores(after: &State, event: &Event) -> Scorers {
        Scorers::round(match event {
            Event::Payout { .. } => true,
            Event::Forfeit { .. } => !after.ending.pays(),
            _ => false,
        })
    }
}

impl State {
    /// People come and go while no card of a round has been played. Points are what people owe each other, so whoever
    /// joins has none.
    fn reseat(&mut self, seating: &Seating) -> Result<(), SeatingError> {
        if seating.joins.iter().any(|join| join.with != JoinWith::Nothing) {
            return Err(SeatingError::WithPoints);
        }
        // More people could not settle up: [`payout::settle`] takes no more.
        if self.seated.people().len() + seating.joins.len() > MAX_SEATS {
            return Err(SeatingError::People(MAX_SEATS));
        }
        let fresh = |players: usize| Deal::of(players).map_or(0, |deal| deal.hand);
        let untouched = self.last.is_none() && self.hands.iter().all(|hand| *hand == fresh(self.hands.len()));
        let undone = self.payout.is_none() && self.forfeit.is_none();
        let may = match self.phase {
            Phase::Turn => untouched,
            Phase::First { winner } => winner.is_none() && undone,
            Phase::Between => true,
            Phase::Over => return Err(SeatingError::Over),
        };
        if !may {
            return Err(SeatingError::MidRound);
        }
        let totals = Hanafuda::standing(self).totals;
        let after = self.seated.change(seating, &totals, Hanafuda::SEATS, false)?;
        self.points = after.carry(&self.points, &mut self.kept.0, 0);
        self.wins = after.carry(&self.wins, &mut self.kept.1, 0);
        // If the last dealer left, the next one is whoever would have come after them.
        let back = if self.phase == Phase::Between { self.direction.reversed() } else { self.direction };
        self.dealer = after.seat(self.dealer, back);
        self.to_play = after.seat(self.to_play, self.direction);
        // Whoever sat in somebody's seat changes nothing of the round.
        if after.replaced().next().is_none() {
            self.hands = vec![fresh(after.totals.len()); after.totals.len()];
            self.last = None;
            self.payout = None;
            self.forfeit = None;
        }
        self.seated = after.seated;
        Ok(())
    }
}
