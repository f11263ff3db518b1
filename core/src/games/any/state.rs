//! The state of the game, and what a round does to it.

use std::rc::Rc;

use super::bounds::{Error, MOST_POINTS, MOST_STACK};
use super::ends::{DealRule, Ends, TieRule};
use super::options::WinningTotal;
use super::sheet::ScoreSheet;
use crate::domain::game::{TargetTotal, leaders};
use crate::domain::seating::Seated;
use crate::domain::seats::{Direction, Seat};
use crate::domain::teams::{Teams, parted, sides};

/// The state of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Who has been at the table, and who sits where.
    pub(super) seated: Seated,
    /// Points of each side.
    pub totals: Vec<i32>,
    /// Rounds scored.
    pub rounds: usize,
    /// Whose turn it is.
    pub turn: Seat,
    /// The direction of play.
    pub direction: Direction,
    /// Cards on the draw stack.
    pub stack: u16,
    /// The total that ends the game, if one does.
    pub(super) target: Option<TargetTotal>,
    /// Who deals this round, if anybody does and the table has said who.
    pub dealer: Option<Seat>,
    /// To whom the deal goes.
    pub deal: DealRule,
    /// The score sheet.
    pub sheet: ScoreSheet,
    /// Which way the deal passes, whatever the direction of play has become.
    pub(super) passes: Direction,
    pub(super) winner: WinningTotal,
    pub(super) step: u8,
    pub(super) other_step: Option<u8>,
    pub(super) again: bool,
    pub(super) ending: Ends,
    pub(super) tie: TieRule,
    /// Whether the table ended the game.
    pub(super) ended: bool,
    /// Whether a tie at the end is being played off; from then on whoever leads has won.
    pub(super) playoff: bool,
    /// Who won a tie, if the table decided it.
    pub(super) decided: Vec<usize>,
    /// Who scores together, if people play in sides.
    pub(super) teams: Option<Rc<Teams>>,
}

impl State {
    /// Adds a round's points, and passes the deal on.
    pub(super) fn score(&mut self, points: &[i32]) -> Result<(), Error> {
        let sides = self.totals.len();
        if points.len() != sides {
            return Err(Error::Sides { given: points.len(), sides });
        }
        let most = MOST_POINTS.unsigned_abs();
        if let Some((side, points)) = points.iter().enumerate().find(|(_, points)| points.unsigned_abs() > most) {
            return Err(Error::Points { side, points: *points });
        }
        self.playoff = self.decides_tie();
        let target = self.target();
        let before = self.totals.clone();
        for (total, points) in self.totals.iter_mut().zip(points) {
            if !target.is_some_and(|target| target.is_past(*total, *points)) {
                *total = total.saturating_add(*points);
            }
        }
        self.rounds += 1;
        self.ended = false;
        self.decided.clear();
        let scored = self.totals.iter().zip(&before).map(|(after, before)| after.saturating_sub(*before));
        self.dealer = self.next_dealer(&scored.collect::<Vec<_>>());
        Ok(())
    }

    /// The total that ends the game, if one does. Once only a tie has to be decided, it need not be reached exactly.
    pub fn target(&self) -> Option<TargetTotal> {
        self.target.map(|target| TargetTotal { exact: target.exact && !self.decides_tie(), ..target })
    }

    /// Who deals after a round with these points.
    fn next_dealer(&self, points: &[i32]) -> Option<Seat> {
        let (dealer, players) = (self.dealer, self.players());
        match self.deal {
            DealRule::Nobody | DealRule::Ender => None,
            DealRule::Table => dealer,
            DealRule::Passes => Some(dealer?.onward(players, self.passes, 1)),
            DealRule::Winner => {
                let best = self.best(points);
                let sides = sides(self.teams.as_deref(), players);
                let won = |seat: &Seat| best.iter().filter_map(|side| sides.get(*side)).flatten().any(|of| of == seat);
                let dealer = dealer?;
                (0..players).map(|steps| dealer.onward(players, self.passes, steps)).find(won)
            }
        }
    }

    /// The sides with the best of these points.
    pub(super) fn best(&self, points: &[i32]) -> Vec<usize> {
        match self.winner {
            WinningTotal::Highest => leaders(points),
            WinningTotal::Lowest => leaders(&points.iter().map(|points| points.saturating_neg()).collect::<Vec<_>>()),
        }
    }

    /// Whether the game would be over if nobody were tied for the lead.
    pub(super) fn is_at_end(&self) -> bool {
        self.ended || self.playoff || self.has_reached_end()
    }

    /// Whether the next round decides a tie, whatever the totals are then: where that was agreed, and something agreed
    /// ended the game, not the table.
    fn decides_tie(&self) -> bool {
        let tied = || self.has_reached_end() && self.best(&self.totals).len() > 1;
        self.playoff || self.tie != TieRule::Shared && tied()
    }

    /// Whether one of the ends that were agreed has been reached.
    fn has_reached_end(&self) -> bool {
        // Before the first round nobody has reached anything.
        let played = self.rounds > 0;
        let any = |ends: &dyn Fn(i32) -> bool| played && self.totals.iter().any(|total| ends(*total));
        self.target.is_some_and(|target| any(&|total| target.missing(total) <= 0))
            || self.ending.limit.is_some_and(|limit| any(&|total| total <= limit))
            || self.ending.rounds.is_some_and(|rounds| self.rounds >= usize::from(rounds))
    }

    /// Whether the game is at its end and somebody or a round has yet to decide a tie.
    pub fn is_undecided(&self) -> bool {
        let open = match self.tie {
            TieRule::Shared => false,
            // Whoever ends it by hand wants no more rounds.
            TieRule::OneMore => !self.ended,
            TieRule::Table => self.decided.is_empty(),
        };
        open && self.is_at_end() && self.best(&self.totals).len() > 1
    }

    /// Points of the side of whoever sits there; 0 for a seat that is not there.
    pub fn total_of(&self, seat: Seat) -> i32 {
        let side = sides(self.teams.as_deref(), self.players()).iter().position(|side| side.contains(&seat));
        side.and_then(|side| self.totals.get(side)).copied().unwrap_or(0)
    }

    /// Lets the draw stack grow, and the next player play.
    pub(super) fn grow(&mut self, step: u8) -> Result<(), Error> {
        self.stack += u16::from(step);
        if self.stack > MOST_STACK {
            return Err(Error::Stack);
        }
        self.turn = self.turn.onward(self.players(), self.direction, 1);
        Ok(())
    }

    /// Whether a change of direction means that the same player plays again.
    pub fn plays_again(&self) -> bool {
        self.again && self.players() == 2
    }

    /// Whether the table says who deals.
    pub fn is_dealt_by_hand(&self) -> bool {
        matches!(self.deal, DealRule::Ender | DealRule::Table)
    }

    /// Cards that the stack grows by with another draw card, if there is one.
    pub fn other_step(&self) -> Option<u8> {
        self.other_step
    }

    /// How many people are at the table.
    pub(super) fn players(&self) -> usize {
        self.seated.now().len()
    }

    /// The total that the player of each seat would leave with.
    pub(super) fn of_seats(&self) -> Vec<i32> {
        parted(&sides(self.teams.as_deref(), self.players()), &self.totals)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::game::{Any, Event, Options, TargetRule};
    use super::*;
    use crate::domain::game::{Game, Outcome};
    use crate::domain::seats::{Player, Seats};

    /// The same, told from the beginning round by round: what is written on paper, and who has won after it.
    fn on_paper(options: &Options, rounds: &[[i32; 3]]) -> (Vec<i32>, Outcome) {
        let (low, ends) = (options.winner == WinningTotal::Lowest, options.ending);
        let mut totals = [options.start; 3];
        let mut outcome = Outcome::Playing;
        let mut decides = false;
        for (round, points) in rounds.iter().enumerate() {
            for (total, points) in totals.iter_mut().zip(points) {
                let after = *total + points;
                let past =
                    ends.target.filter(|target| target.exact && *points != 0 && !decides).is_some_and(|target| {
                        let points = target.points as i32;
                        if options.start > points { after < points } else { after > points }
                    });
                if !past {
                    *total = after;
                }
            }
            let reached = |total: &i32| {
                let at = ends.target.map(|target| target.points as i32);
                at.is_some_and(|at| if options.start > at { *total <= at } else { *total >= at })
                    || ends.limit.is_some_and(|limit| *total <= limit)
            };
            let over = totals.iter().any(reached) || ends.rounds.is_some_and(|rounds| round + 1 >= usize::from(rounds));
            let best = *if low { totals.iter().min() } else { totals.iter().max() }.unwrap();
            let winners: Vec<usize> = (0..3).filter(|side| totals[*side] == best).collect();
            outcome = match (over || decides, winners.len(), options.tie) {
                (false, ..) => Outcome::Playing,
                (true, 1, _) | (true, _, TieRule::Shared) => Outcome::Won(winners),
                (true, _, tie) => {
                    decides = true;
                    if tie == TieRule::Table { Outcome::Tied(winners) } else { Outcome::Playing }
                }
            };
        }
        (totals.to_vec(), outcome)
    }

    proptest! {
        #[test]
        fn totals_and_winners_are_those_on_paper(
            start in -3..4,
            target in proptest::option::of((0_u32..6, any::<bool>())),
            limit in proptest::option::of(-6..3),
            rounds in proptest::option::of(1_u16..6),
            tie in prop_oneof![Just(TieRule::Shared), Just(TieRule::OneMore), Just(TieRule::Table)],
            winner in prop_oneof![Just(WinningTotal::Highest), Just(WinningTotal::Lowest)],
            played in proptest::collection::vec([-3..4, -3..4, -3..4], 0..9),
        ) {
            let target = target.map(|(points, exact)| TargetRule { points, exact, takes_off: true });
            let options = Options { start, winner, tie, ending: Ends { target, limit, rounds }, ..Options::default() };
            prop_assume!(options.check().is_ok());
            let players = (0..3).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
            let mut state = Any::start(&Seats::new(players, Seat(0), Any::SEATS).unwrap(), &options).unwrap();
            for points in &played {
                state = Any::apply(&state, &Event::Round { points: points.to_vec() }).unwrap();
            }
            let standing = Any::standing(&state);
            prop_assert_eq!((standing.totals, standing.outcome), on_paper(&options, &played));
        }
    }
}
