//! The state of the game, and what a round does to it.

use std::collections::BTreeSet;
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
    /// Rounds scored. Where each turn is scored by itself, a round is over when everybody has had a turn.
    pub rounds: usize,
    /// The numbers of those who have had their turn in this round, where each turn is scored by itself.
    pub(super) had_turn: BTreeSet<u8>,
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
    /// The total at or below which it ends, if one does.
    pub(super) limit: Option<i32>,
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
        let before = self.totals.clone();
        self.add(points)?;
        self.rounds += 1;
        let scored = self.totals.iter().zip(&before).map(|(after, before)| after.saturating_sub(*before));
        self.dealer = self.next_dealer(&scored.collect::<Vec<_>>());
        Ok(())
    }

    /// Adds the points of a side's turn, and the next player plays.
    pub(super) fn score_turn(&mut self, side: usize, points: i32) -> Result<(), Error> {
        let sides = self.totals.len();
        let scorer = self.scorer(side).ok_or(Error::Sides { given: side.saturating_add(1), sides })?;
        self.begin_turn();
        let points: Vec<i32> = (0..sides).map(|of| if of == side { points } else { 0 }).collect();
        self.add(&points)?;
        self.end_turn(scorer);
        self.turn = scorer.onward(self.players(), self.direction, 1);
        Ok(())
    }

    /// A turn begins. A tie is decided by a whole round, wherever in a round it came about.
    pub(super) fn begin_turn(&mut self) {
        if self.sheet.by_turns() && !self.playoff && self.decides_tie() {
            self.playoff = true;
            self.had_turn.clear();
        }
    }

    /// Whoever sits there has had a turn, with or without points.
    pub(super) fn end_turn(&mut self, seat: Seat) {
        if self.sheet.by_turns() {
            self.had_turn.extend(self.seated.now().get(seat.index()));
            self.end_round();
        }
    }

    /// Ends the round if everybody has had a turn in it. Those who are no longer there are not waited for.
    pub(super) fn end_round(&mut self) {
        let now = self.seated.now();
        self.had_turn.retain(|number| now.contains(number));
        if now.iter().all(|number| self.had_turn.contains(number)) {
            self.had_turn.clear();
            self.rounds += 1;
        }
    }

    /// Who plays for a side: the first of its people from the one whose turn it is on. `None` if there is no such side.
    pub(super) fn scorer(&self, side: usize) -> Option<Seat> {
        let players = self.players();
        let sides = sides(self.teams.as_deref(), players);
        let of = sides.get(side)?;
        (0..players).map(|steps| self.turn.onward(players, self.direction, steps)).find(|seat| of.contains(seat))
    }

    /// Whether a round that decides a tie is under way.
    pub fn is_playing_off(&self) -> bool {
        self.playoff && !self.had_turn.is_empty()
    }

    /// The side of whoever's turn it is.
    pub fn side_to_play(&self) -> usize {
        let sides = sides(self.teams.as_deref(), self.players());
        sides.iter().position(|side| side.contains(&self.turn)).unwrap_or(0)
    }

    /// Adds points to the totals.
    fn add(&mut self, points: &[i32]) -> Result<(), Error> {
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
        for (total, points) in self.totals.iter_mut().zip(points) {
            if !target.is_some_and(|target| target.is_past(*total, *points)) {
                *total = total.saturating_add(*points);
            }
        }
        self.ended = false;
        self.decided.clear();
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
        // While a round that decides a tie goes on, nothing else counts.
        self.ended || if self.playoff { self.had_turn.is_empty() } else { self.has_reached_end() }
    }

    /// Whether the next round decides a tie, whatever the totals are then: where that was agreed, and something agreed
    /// ended the game, not the table.
    fn decides_tie(&self) -> bool {
        let tied = || self.has_reached_end() && self.best(&self.totals).len() > 1;
        self.playoff || self.tie != TieRule::Shared && tied()
    }

    /// Whether one of the ends that were agreed has been reached.
    fn has_reached_end(&self) -> bool {
        // Before the first points nobody has reached anything.
        let played = self.rounds > 0 || !self.had_turn.is_empty();
        let any = |ends: &dyn Fn(i32) -> bool| played && self.totals.iter().any(|total| ends(*total));
        self.target.is_some_and(|target| any(&|total| target.missing(total) <= 0))
            || self.limit.is_some_and(|limit| any(&|total| total <= limit))
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

    use super::super::game::{Any, Event, Options, Scoring, TargetRule};
    use super::*;
    use crate::domain::game::{Game, Outcome};
    use crate::domain::parts::Parts;
    use crate::domain::seating::{Join, JoinWith, Seating};
    use crate::domain::seats::{Player, Seats};
    use crate::domain::teams::Split;

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

    /// A table that scores each turn by itself.
    fn by_turns(players: u8, options: Options) -> State {
        let options = Options { scoring: Scoring::Turn, ..options };
        Any::start(&Seats::new(self::players(players), Seat(0), Any::SEATS).unwrap(), &options).unwrap()
    }

    #[test]
    fn points_of_a_turn_are_one_sides_and_the_next_player_plays() {
        let state = by_turns(3, Options::default());
        assert_eq!(Any::apply(&state, &Event::Round { points: vec![0; 3] }), Err(Error::Sheet));
        assert_eq!(Any::apply(&state, &Event::Scored { side: 3, points: 1 }), Err(Error::Sides { given: 4, sides: 3 }));
        let most = Event::Scored { side: 1, points: MOST_POINTS + 1 };
        assert_eq!(Any::apply(&state, &most), Err(Error::Points { side: 1, points: MOST_POINTS + 1 }));
        // Whoever scores has had the turn, also out of turn.
        let after = Any::apply(&state, &Event::Scored { side: 1, points: 24 }).unwrap();
        assert_eq!((after.totals.clone(), after.turn, after.rounds), (vec![0, 24, 0], Seat(2), 0));
        let back = Any::apply(&after, &Event::Reverse).unwrap();
        let after = Any::apply(&back, &Event::Scored { side: 1, points: -4 }).unwrap();
        assert_eq!((after.totals, after.turn), (vec![0, 20, 0], Seat(0)), "the other way round");
        let plain = Any::start(&Seats::new(players(2), Seat(0), Any::SEATS).unwrap(), &Options::default()).unwrap();
        assert_eq!(Any::apply(&plain, &Event::Scored { side: 0, points: 1 }), Err(Error::Sheet));
    }

    #[test]
    fn in_sides_the_turn_goes_round_everybody() {
        let teams = Teams::new(Split::Across(2));
        let mut state = by_turns(4, Options { teams: Some(teams), ending: Ends::after(2), ..Options::default() });
        let mut turns = Vec::new();
        for points in [5, 7, 3, 1] {
            turns.push((state.turn.index(), state.side_to_play()));
            state = Any::apply(&state, &Event::Scored { side: state.side_to_play(), points }).unwrap();
        }
        assert_eq!(turns, [(0, 0), (1, 1), (2, 0), (3, 1)]);
        assert_eq!((state.totals.clone(), state.rounds), (vec![8, 8], 1), "all four have played");
        assert_eq!(Any::standing(&state).outcome, Outcome::Playing);
        for points in [1, 1, 1, 1] {
            state = Any::apply(&state, &Event::Scored { side: state.side_to_play(), points }).unwrap();
        }
        assert_eq!(Any::standing(&state).outcome, Outcome::Won(vec![0, 1]));
    }

    /// Rounds after these events.
    fn rounds_after(state: &State, events: &[Event]) -> usize {
        events.iter().fold(state.clone(), |state, event| Any::apply(&state, event).unwrap()).rounds
    }

    #[test]
    fn a_round_waits_for_everybody_who_is_there() {
        let state = by_turns(3, Options::default());
        let scored = |side| Event::Scored { side, points: 1 };
        assert_eq!(rounds_after(&state, &[scored(0), Event::Next, scored(2)]), 1, "passing is a turn");
        assert_eq!(rounds_after(&state, &[scored(0), Event::Skip]), 1, "so is being skipped");
        assert_eq!(rounds_after(&state, &[scored(0), Event::Turn { seat: Seat(0) }, scored(0), scored(1)]), 0);
        assert_eq!(rounds_after(&state, &[scored(1), scored(2), scored(0)]), 1, "in any order");
        let people = |seats: Vec<u8>, joins| Event::People(Seating { joins, seats, ..Seating::default() });
        let leaves = people(vec![0, 1], Vec::new());
        assert_eq!(rounds_after(&state, &[scored(0), scored(1), leaves.clone()]), 1, "only she had not played");
        assert_eq!(rounds_after(&state, &[scored(1), leaves]), 0);
        let join = Join { name: "N".to_owned(), mark: 5, id: String::new(), with: JoinWith::Nothing };
        let comes = people(vec![0, 1, 3, 2], vec![join]);
        assert_eq!(rounds_after(&state, &[scored(0), scored(1), comes.clone(), scored(3)]), 0);
        assert_eq!(rounds_after(&state, &[scored(0), scored(1), comes, scored(2), scored(3)]), 1);
    }

    fn players(players: u8) -> Vec<Player> {
        (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect()
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
            played in proptest::collection::vec([-13..14, -13..14, -13..14], 0..9),
            tenths: bool,
        ) {
            let target = target.map(|(points, exact)| TargetRule { points, exact, takes_off: true });
            let parts = if tenths { Parts::Tenths } else { Parts::Whole };
            let ending = Ends { target, limit, rounds };
            let options = Options { parts, start, winner, tie, ending, ..Options::default() };
            prop_assume!(options.check().is_ok());
            let players = players(3);
            let mut state = Any::start(&Seats::new(players, Seat(0), Any::SEATS).unwrap(), &options).unwrap();
            for points in &played {
                state = Any::apply(&state, &Event::Round { points: points.to_vec() }).unwrap();
            }
            let standing = Any::standing(&state);
            // On paper tenths are points of which everything agreed is ten times as many.
            let of_one = if tenths { 10 } else { 1 };
            let target = target.map(|rule| TargetRule { points: rule.points * of_one as u32, ..rule });
            let ending = Ends { target, limit: limit.map(|limit| limit * of_one), rounds };
            let paper = Options { start: start * of_one, ending, ..options };
            prop_assert_eq!((standing.totals, standing.outcome), on_paper(&paper, &played));
        }

        /// The same turn by turn, with turns in which nobody scores: a round is over when everybody has had a turn, and a
        /// tie is decided by such a round from its beginning.
        #[test]
        fn turns_are_scored_as_on_paper(
            ends in (proptest::option::of(1_u32..9), proptest::option::of(1_u16..4)),
            tie in prop_oneof![Just(TieRule::Shared), Just(TieRule::OneMore)],
            played in proptest::collection::vec((0_usize..3, proptest::option::of(-2_i32..5)), 0..20),
        ) {
            let target = ends.0.map(|points| TargetRule { points, ..TargetRule::default() });
            let ending = Ends { target, limit: None, rounds: ends.1 };
            let options = Options { tie, ending, ..Options::default() };
            let mut state = by_turns(3, options);
            let (mut totals, mut tied, mut deciding, mut outcome) = ([0; 3], false, false, Outcome::Playing);
            let (mut had, mut rounds) = ([false; 3], 0);
            for (side, points) in played {
                if !deciding && tied {
                    (deciding, had) = (true, [false; 3]);
                }
                state = match points {
                    Some(points) => Any::apply(&state, &Event::Scored { side, points }).unwrap(),
                    None => {
                        let turn = Any::apply(&state, &Event::Turn { seat: Seat(side as u8) }).unwrap();
                        Any::apply(&turn, &Event::Next).unwrap()
                    }
                };
                prop_assert_eq!(state.turn.index(), (side + 1) % 3);
                totals[side] += points.unwrap_or(0);
                had[side] = true;
                if had == [true; 3] {
                    (had, rounds) = ([false; 3], rounds + 1);
                }
                let best = *totals.iter().max().unwrap();
                let winners: Vec<usize> = (0..3).filter(|side| totals[*side] == best).collect();
                let over = match deciding {
                    true => had == [false; 3],
                    false => ends.0.is_some_and(|target| totals.iter().any(|total| *total >= target as i32))
                        || ends.1.is_some_and(|agreed| rounds >= agreed),
                };
                tied = over && winners.len() > 1 && tie == TieRule::OneMore;
                outcome = match (over, tied) {
                    (true, true) => Outcome::Playing,
                    (true, _) => Outcome::Won(winners),
                    (false, _) => Outcome::Playing,
                };
            }
            prop_assert_eq!(Any::standing(&state).totals, totals.to_vec());
            prop_assert_eq!(Any::standing(&state).outcome, outcome);
        }
    }
}
