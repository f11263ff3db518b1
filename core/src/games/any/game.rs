//! Scores and turns of a game that the app does not know.

use std::collections::BTreeSet;
use std::rc::Rc;

pub use super::bounds::{
    COUNTS, CategoryFault, EVERY, Error, FACTORS, MAX_CATEGORY, MAX_GAME, MOST_CATEGORIES, MOST_POINTS, MOST_STACK,
    MOST_WORTH, ROUNDS, STEPS, TARGETS, TRICKS,
};
pub use super::column::{
    Bid, Bonus, Column, ColumnKind, Counting, Failed, Overtrick, OvertrickPenalty, SheetAsk, Shortfall,
};
pub use super::ends::{DealRule, Ends, TargetRule, TieRule};
pub use super::event::Event;
pub use super::options::{Options, Scoring, WinningTotal};
pub use super::sheet::ScoreSheet;
pub use super::state::State;
use crate::domain::game::{Comings, Game, Outcome, ScoreRule, Scorers, Standing};
use crate::domain::seating::{ComingRule, Seated, Seating, SeatingError};
use crate::domain::seats::{MAX_SEATS, Seats};
use crate::domain::teams::{MAX_SIDE, Teams, joined, sides};

/// Fails if this many people cannot play in sides that were chosen.
fn may_form_sides(teams: Option<&Teams>, players: usize) -> Result<(), Error> {
    match teams {
        Some(teams) if !teams.fits(players, MAX_SIDE) => Err(Error::Teams(players)),
        Some(_) | None => Ok(()),
    }
}

/// People come, go or change seats: makes of `next`, which is `state` so far, what it is then.
fn reseat(next: &mut State, state: &State, seating: &Seating) -> Result<(), Error> {
    if matches!(Any::standing(state).outcome, Outcome::Won(_)) {
        return Err(Error::People(SeatingError::Over));
    }
    let lowest = state.winner == WinningTotal::Lowest;
    let after = state.seated.change(seating, &state.of_seats(), Any::SEATS, lowest).map_err(Error::People)?;
    may_form_sides(state.teams.as_deref(), after.totals.len())?;
    next.turn = after.seat(state.turn, state.direction);
    next.dealer = state.dealer.map(|dealer| after.seat(dealer, state.passes));
    let sides_now = sides(state.teams.as_deref(), after.totals.len());
    next.sheet = state.sheet.reseated(&sides(state.teams.as_deref(), state.players()), &sides_now, &after);
    next.totals = joined(&sides_now, &after.totals);
    for (was, is) in after.replaced() {
        if next.had_turn.contains(&was) {
            next.had_turn.insert(is);
        }
    }
    next.seated = after.seated;
    if !next.had_turn.is_empty() {
        next.end_round();
    }
    Ok(())
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
        options.check()?;
        may_form_sides(options.teams.as_ref(), seats.len())?;
        Ok(State {
            seated: Seated::new(seats),
            totals: vec![options.start.saturating_mul(options.parts.of_one()); options.sides(seats.len()).len()],
            rounds: 0,
            had_turn: BTreeSet::new(),
            turn: seats.starter(),
            direction: options.direction,
            stack: 0,
            target: options.target(),
            dealer: (options.deal != DealRule::Nobody).then(|| seats.starter()),
            deal: options.deal,
            sheet: ScoreSheet::of(options, options.sides(seats.len()).len()),
            passes: options.direction,
            winner: options.winner,
            step: options.step,
            other_step: options.other_step,
            again: options.again,
            limit: options.ending.limit.map(|limit| limit.saturating_mul(options.parts.of_one())),
            ending: options.ending,
            tie: options.tie,
            ended: false,
            playoff: false,
            decided: Vec::new(),
            teams: options.teams.clone().map(Rc::new),
        })
    }

    fn apply(state: &State, event: &Event) -> Result<State, Error> {
        let mut next = state.clone();
        let players = state.players();
        let onward = |direction, steps| state.turn.onward(players, direction, steps);
        if event.ends_turn() {
            next.begin_turn();
        }
        match event {
            Event::Round { points } if state.sheet.is_plain() && !state.sheet.by_turns() => next.score(points)?,
            Event::Scored { side, points } if state.sheet.by_turns() => next.score_turn(*side, *points)?,
            Event::Counted { counts } if !state.sheet.is_plain() => {
                if counts.len() != state.totals.len() {
                    return Err(Error::Sides { given: counts.len(), sides: state.totals.len() });
                }
                let (points, sheet) = state.sheet.score(counts)?;
                next.score(&points)?;
                next.sheet = sheet;
            }
            Event::Round { .. } | Event::Counted { .. } | Event::Scored { .. } => return Err(Error::Sheet),
            Event::Next => next.turn = onward(state.direction, 1),
            Event::Skip => next.turn = onward(state.direction, 2),
            Event::Reverse => {
                next.direction = state.direction.reversed();
                next.turn = onward(next.direction, 1);
            }
            Event::Again => {
                if !state.plays_again() {
                    return Err(Error::NotAgreed);
                }
                next.direction = state.direction.reversed();
            }
            Event::Stack => next.grow(state.step)?,
            Event::StackOther => next.grow(state.other_step.ok_or(Error::NotAgreed)?)?,
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
                if Self::standing(state).outcome != Outcome::Playing {
                    return Err(Error::Over);
                }
                next.ended = true;
            }
            Event::Tie { winner } => {
                let Outcome::Tied(tied) = Self::standing(state).outcome else { return Err(Error::NoTie) };
                next.decided = match winner {
                    Some(winner) if !tied.contains(winner) => return Err(Error::NoTie),
                    Some(winner) => vec![*winner],
                    None => tied,
                };
            }
            Event::Deal { seat } => {
                if !state.is_dealt_by_hand() {
                    return Err(Error::NoDeal);
                }
                if seat.index() >= players {
                    return Err(Error::NoSeat(*seat));
                }
                next.dealer = Some(*seat);
            }
            Event::People(seating) => reseat(&mut next, state, seating)?,
        }
        if event.ends_turn() {
            next.end_turn(state.turn);
        }
        if *event == Event::Skip {
            next.end_turn(onward(state.direction, 1));
        }
        Ok(next)
    }

    fn standing(state: &State) -> Standing {
        let best = || state.best(&state.totals);
        let outcome = match (state.is_at_end(), state.is_undecided()) {
            (false, _) => Outcome::Playing,
            (true, true) if state.tie == TieRule::Table => Outcome::Tied(best()),
            (true, true) => Outcome::Playing,
            (true, false) if state.decided.is_empty() => Outcome::Won(best()),
            (true, false) => Outcome::Won(state.decided.clone()),
        };
        Standing { is_open: true, ..Standing::new(state.totals.clone(), outcome) }
    }

    /// Its rules are what the table says.
    fn scores(_: &State, event: &Event) -> Scorers {
        match event {
            Event::Scored { side, .. } => Scorers::One(*side),
            _ => Scorers::round(matches!(event, Event::Round { .. } | Event::Counted { .. })),
        }
    }

    const COMINGS: Option<Comings<Any>> = Some(Comings {
        may: ComingRule::FreeWithPoints,
        seated: |state| &state.seated,
        seating: |event| if let Event::People(seating) = event { Some(seating) } else { None },
        event: Event::People,
        totals: State::of_seats,
    });

    fn version(options: &Options) -> u32 {
        super::version::version(options)
    }

    fn scoring(seats: &Seats, options: &Options) -> ScoreRule {
        ScoreRule {
            sides: options.sides(seats.len()),
            parts: options.parts,
            lowest_wins: options.winner == WinningTotal::Lowest,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::seating::{Join, JoinWith, Seating};
    use crate::domain::seats::Seat;
    use crate::domain::seats::{Direction, Player};
    use crate::domain::teams::Split;

    fn seats(players: u8) -> Seats {
        let list = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
        Seats::new(list, Seat(0), Any::SEATS).unwrap()
    }

    fn start(players: u8, options: &Options) -> Result<State, Error> {
        Any::start(&seats(players), options)
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
    fn another_draw_card_goes_on_the_same_stack() {
        let options = Options { other_step: Some(4), ..Options::default() };
        let state = play(start(3, &options).unwrap(), &[Event::Stack, Event::StackOther]);
        assert_eq!((state.stack, state.turn), (6, Seat(2)));
        let printed = start(3, &Options::default()).unwrap();
        assert_eq!(Any::apply(&printed, &Event::StackOther), Err(Error::NotAgreed));
        let wrong = Options { other_step: Some(11), ..Options::default() };
        assert_eq!(start(3, &wrong), Err(Error::Step(11)));
        let mut full = play(start(2, &options).unwrap(), &vec![Event::StackOther; 249]);
        full.stack += 3;
        assert_eq!(Any::apply(&full, &Event::StackOther), Err(Error::Stack));
    }

    #[test]
    fn with_two_players_a_change_of_direction_may_mean_again() {
        let options = Options { again: true, ..Options::default() };
        let state = play(start(2, &options).unwrap(), &[Event::Again]);
        assert_eq!((state.turn, state.direction), (Seat(0), Direction::CounterClockwise));
        assert_eq!(Any::apply(&start(3, &options).unwrap(), &Event::Again), Err(Error::NotAgreed));
        assert_eq!(Any::apply(&start(2, &Options::default()).unwrap(), &Event::Again), Err(Error::NotAgreed));
        // Tables that did not agree on it go on as before.
        assert_eq!(play(start(2, &Options::default()).unwrap(), &[Event::Reverse]).turn, Seat(1));
    }

    /// Whoever starts above the target counts down to it, and before the first round nobody has reached anything.
    #[test]
    fn a_target_below_the_start_is_reached_from_above() {
        let outcome = |start, target, winner, rounds: &[[i32; 2]]| {
            let options = Options { start, winner, ending: Ends::at(target), ..Options::default() };
            let events: Vec<Event> = rounds.iter().map(|points| Event::Round { points: points.to_vec() }).collect();
            Any::standing(&play(self::start(2, &options).unwrap(), &events)).outcome
        };
        let lowest = WinningTotal::Lowest;
        assert_eq!(outcome(501, 100, lowest, &[]), Outcome::Playing);
        assert_eq!(outcome(501, 100, lowest, &[[-400, 0]]), Outcome::Playing);
        assert_eq!(outcome(501, 100, lowest, &[[-400, 0], [-1, -10]]), Outcome::Won(vec![0]));
        assert_eq!(outcome(501, 0, lowest, &[[-501, -60]]), Outcome::Won(vec![0]));
        // The first who is broke ends the game, and who has most wins.
        assert_eq!(outcome(30, 0, WinningTotal::Highest, &[[-40, 10]]), Outcome::Won(vec![1]));
        assert_eq!(outcome(-100, 0, WinningTotal::Highest, &[]), Outcome::Playing);
        assert_eq!(outcome(-100, 0, WinningTotal::Highest, &[[99, 100]]), Outcome::Won(vec![1]));
    }

    #[test]
    fn each_way_of_ending_ends() {
        let outcome = |winner, ending, rounds: &[[i32; 2]]| {
            let state = start(2, &Options { winner, ending, ..Options::default() }).unwrap();
            let events: Vec<Event> = rounds.iter().map(|points| Event::Round { points: points.to_vec() }).collect();
            Any::standing(&play(state, &events)).outcome
        };
        let rounds = [[60, -5], [45, 30]];
        assert_eq!(outcome(WinningTotal::Highest, Ends::at(100), &rounds), Outcome::Won(vec![0]));
        assert_eq!(outcome(WinningTotal::Lowest, Ends::at(100), &rounds), Outcome::Won(vec![1]));
        assert_eq!(outcome(WinningTotal::Lowest, Ends::at(106), &rounds), Outcome::Playing);
        assert_eq!(outcome(WinningTotal::Highest, Ends::after(2), &rounds), Outcome::Won(vec![0]));
        assert_eq!(outcome(WinningTotal::Highest, Ends::after(2), &[[5, 5], [0, 0]]), Outcome::Won(vec![0, 1]));
        assert_eq!(outcome(WinningTotal::Highest, Ends::default(), &rounds), Outcome::Playing);
        let open = start(2, &Options::default()).unwrap();
        let over = play(open, &[Event::Round { points: vec![1, 2] }, Event::End]);
        assert_eq!(Any::standing(&over).outcome, Outcome::Won(vec![1]));
        assert_eq!(Any::apply(&over, &Event::End), Err(Error::Over));
    }

    #[test]
    fn bounds_are_named() {
        let with = |options| start(2, &options).map(|_| ());
        assert_eq!(with(Options { step: 0, ..Options::default() }), Err(Error::Step(0)));
        assert_eq!(with(Options { ending: Ends::at(0), ..Options::default() }), Err(Error::Target(0)));
        assert_eq!(with(Options { ending: Ends::at(0), start: 501, ..Options::default() }), Ok(()));
        assert_eq!(with(Options { ending: Ends::after(1000), ..Options::default() }), Err(Error::Rounds(1000)));
        let state = start(2, &Options::default()).unwrap();
        let round = |points: &[i32]| Any::apply(&state, &Event::Round { points: points.to_vec() });
        assert_eq!(round(&[1]), Err(Error::Sides { given: 1, sides: 2 }));
        assert_eq!(round(&[1, i32::MIN + 1]), Err(Error::Points { side: 1, points: i32::MIN + 1 }));
        assert_eq!(Any::apply(&state, &Event::Turn { seat: Seat(2) }), Err(Error::NoSeat(Seat(2))));
    }

    fn rounds(rounds: &[[i32; 2]]) -> Vec<Event> {
        rounds.iter().map(|points| Event::Round { points: points.to_vec() }).collect()
    }

    #[test]
    fn several_ends_hold_at_once() {
        let ending = Ends { limit: Some(-50), rounds: Some(3), ..Ends::at(100) };
        let outcome = |played: &[[i32; 2]]| {
            let state = start(2, &Options { ending, ..Options::default() }).unwrap();
            Any::standing(&play(state, &rounds(played))).outcome
        };
        assert_eq!(outcome(&[]), Outcome::Playing);
        assert_eq!(outcome(&[[60, -49]]), Outcome::Playing);
        assert_eq!(outcome(&[[100, -49]]), Outcome::Won(vec![0]));
        assert_eq!(outcome(&[[-20, -50]]), Outcome::Won(vec![0]), "at the lower limit");
        assert_eq!(outcome(&[[1, 2], [1, 2]]), Outcome::Playing);
        assert_eq!(outcome(&[[1, 2], [1, 2], [1, 0]]), Outcome::Won(vec![1]));
        let above = Ends { limit: Some(0), ..Ends::default() };
        let wrong = Options { ending: above, ..Options::default() };
        assert_eq!(start(2, &wrong), Err(Error::Limit { limit: 0, start: 0 }));
    }

    #[test]
    fn a_round_past_an_exact_target_scores_nothing() {
        let target = Some(TargetRule { points: 50, exact: true, takes_off: true });
        let ending = Ends { target, ..Ends::default() };
        let up = play(start(2, &Options { ending, ..Options::default() }).unwrap(), &rounds(&[[49, 0], [2, 7]]));
        assert_eq!((&up.totals[..], Any::standing(&up).outcome), (&[49, 7][..], Outcome::Playing));
        assert!(!up.sheet.takes_off(), "it counts up");
        let up = play(up, &rounds(&[[1, 7]]));
        assert_eq!((&up.totals[..], Any::standing(&up).outcome), (&[50, 14][..], Outcome::Won(vec![0])));
        let down = Options { start: 90, ending, ..Options::default() };
        let down = play(start(2, &down).unwrap(), &rounds(&[[-41, -39], [-1, 5]]));
        assert_eq!(down.totals, [89, 56]);
        assert_eq!(down.sheet.plain(-41), 41, "41 is taken off");
    }

    #[test]
    fn a_tie_is_shared_played_off_or_decided() {
        let tied = |tie| {
            let options = Options { ending: Ends::at(100), tie, ..Options::default() };
            play(start(2, &options).unwrap(), &rounds(&[[100, 100]]))
        };
        let outcome = |state: &State| Any::standing(state).outcome;
        let decide = |winner| Event::Tie { winner };
        assert_eq!(outcome(&tied(TieRule::Shared)), Outcome::Won(vec![0, 1]));
        assert_eq!(Any::apply(&tied(TieRule::Shared), &decide(None)), Err(Error::NoTie));
        // The extra round alone decides, also below the target.
        let more = tied(TieRule::OneMore);
        assert_eq!((outcome(&more), more.is_undecided()), (Outcome::Playing, true));
        assert_eq!(outcome(&play(more.clone(), &rounds(&[[-10, -20]]))), Outcome::Won(vec![0]));
        assert_eq!(outcome(&play(more.clone(), &rounds(&[[-10, -10], [0, 1]]))), Outcome::Won(vec![1]));
        assert_eq!(outcome(&play(more, &[Event::End])), Outcome::Won(vec![0, 1]), "nobody wants another round");
        let table = tied(TieRule::Table);
        assert_eq!(outcome(&table), Outcome::Tied(vec![0, 1]));
        assert_eq!(outcome(&play(table.clone(), &[decide(Some(1))])), Outcome::Won(vec![1]));
        assert_eq!(outcome(&play(table.clone(), &[decide(None)])), Outcome::Won(vec![0, 1]));
        assert_eq!(outcome(&play(table.clone(), &rounds(&[[-10, -20]]))), Outcome::Won(vec![0]));
        assert_eq!(Any::apply(&table, &decide(Some(2))), Err(Error::NoTie));
        let decided = play(table, &[decide(Some(1))]);
        assert_eq!(Any::apply(&decided, &decide(Some(0))), Err(Error::NoTie));
        // Whoever plays on after that plays for the lead.
        assert_eq!(outcome(&play(decided, &rounds(&[[5, 0]]))), Outcome::Won(vec![0]));
        let ended = play(tied(TieRule::OneMore), &[Event::End]);
        assert_eq!(outcome(&play(ended, &rounds(&[[-10, -20]]))), Outcome::Won(vec![0]));
        // Where nothing agreed has ended the game, another round is one like any other.
        let open = start(2, &Options { tie: TieRule::Table, ..Options::default() }).unwrap();
        let open = play(open, &rounds(&[[7, 7]]));
        let ended = play(open, &[Event::End]);
        assert_eq!(outcome(&ended), Outcome::Tied(vec![0, 1]));
        assert_eq!(Any::apply(&ended, &Event::End), Err(Error::Over));
        assert_eq!(outcome(&play(ended, &rounds(&[[1, 2]]))), Outcome::Playing);
    }

    /// Both are out in the same round, where only exactly nothing counts: what they score next decides all the same.
    #[test]
    fn a_tie_at_an_exact_target_can_be_played_off() {
        let target = Some(TargetRule { points: 0, exact: true, takes_off: true });
        let ending = Ends { target, ..Ends::default() };
        let options =
            Options { start: 60, winner: WinningTotal::Lowest, ending, tie: TieRule::OneMore, ..Options::default() };
        let state = play(start(2, &options).unwrap(), &rounds(&[[-60, -60]]));
        assert_eq!(state.target().map(|target| target.exact), Some(false));
        assert_eq!(Any::standing(&play(state, &rounds(&[[-20, -30]]))).outcome, Outcome::Won(vec![1]));
    }

    #[test]
    fn the_deal_goes_where_the_table_agreed() {
        let dealer = |deal, winner, events: &[Event]| {
            play(start(3, &Options { deal, winner, ..Options::default() }).unwrap(), events).dealer
        };
        let round = |points: [i32; 3]| Event::Round { points: points.to_vec() };
        let (high, low) = (WinningTotal::Highest, WinningTotal::Lowest);
        let names = |seat| Event::Deal { seat: Seat(seat) };
        assert_eq!(dealer(DealRule::Winner, high, &[]), Some(Seat(0)));
        assert_eq!(dealer(DealRule::Winner, high, &[round([0, 3, 1])]), Some(Seat(1)));
        assert_eq!(dealer(DealRule::Winner, low, &[round([4, 3, 1])]), Some(Seat(2)));
        assert_eq!(dealer(DealRule::Winner, high, &[round([3, 3, 1])]), Some(Seat(0)), "it stays with a winner");
        assert_eq!(dealer(DealRule::Winner, high, &[round([1, 3, 3])]), Some(Seat(1)), "the next of them");
        assert_eq!(dealer(DealRule::Ender, high, &[round([1, 3, 3])]), None);
        assert_eq!(dealer(DealRule::Ender, high, &[round([1, 3, 3]), names(2)]), Some(Seat(2)));
        assert_eq!(dealer(DealRule::Table, high, &[names(1), round([1, 3, 3])]), Some(Seat(1)));
        // Past an exact target nothing is scored, so nothing is won with it.
        let exact = Some(TargetRule { points: 10, exact: true, takes_off: false });
        let ending = Ends { target: exact, ..Ends::default() };
        let state = start(3, &Options { deal: DealRule::Winner, ending, ..Options::default() }).unwrap();
        assert_eq!(play(state, &[round([1, 2, 99])]).dealer, Some(Seat(1)));
        let passes = start(3, &Options { deal: DealRule::Passes, ..Options::default() }).unwrap();
        assert_eq!(Any::apply(&passes, &names(1)), Err(Error::NoDeal));
        let table = start(3, &Options { deal: DealRule::Table, ..Options::default() }).unwrap();
        assert_eq!(Any::apply(&table, &names(3)), Err(Error::NoSeat(Seat(3))));
        // With sides it is the next of the side that won.
        let teams = Some(Teams::new(Split::Across(2)));
        let state = start(4, &Options { deal: DealRule::Winner, teams, ..Options::default() }).unwrap();
        let after = |points: [i32; 2]| play(state.clone(), &rounds(&[points])).dealer;
        assert_eq!([after([1, 0]), after([0, 1])], [Some(Seat(0)), Some(Seat(1))]);
    }

    /// Two pairs across: one score each, while turn and deal go round all four.
    #[test]
    fn sides_score_together_and_everybody_deals() {
        let across = Teams::new(Split::Across(2));
        let options = Options { teams: Some(across.clone()), deal: DealRule::Passes, start: 10, ..Options::default() };
        assert_eq!(start(3, &options), Err(Error::Teams(3)));
        let wrong = Options { teams: Some(Teams::new(Split::Across(9))), ..Options::default() };
        assert_eq!(start(4, &wrong), Err(Error::Split));
        let state = start(4, &options).unwrap();
        assert_eq!(state.totals, [10, 10]);
        let round = |points: &[i32]| Event::Round { points: points.to_vec() };
        assert_eq!(Any::apply(&state, &round(&[1, 2, 3, 4])), Err(Error::Sides { given: 4, sides: 2 }));
        let state = play(state, &[round(&[7, 4]), round(&[0, -9]), round(&[0, 2]), Event::Next, Event::Next]);
        assert_eq!((&state.totals[..], state.dealer, state.turn), (&[17, 7][..], Some(Seat(3)), Seat(2)));
        assert_eq!([0, 1, 2, 3, 4].map(|seat| state.total_of(Seat(seat))), [17, 7, 17, 7, 0]);
        // Partners change: 17 is 9 and 8, 7 is 4 and 3.
        let swapped = Seating { joins: Vec::new(), seats: vec![1, 0, 2, 3], ..Seating::default() };
        let state = play(state, &[Event::People(swapped)]);
        assert_eq!(state.totals, [4 + 8, 9 + 3]);
        assert_eq!(Any::scoring(&seats(4), &options).sides, [[Seat(0), Seat(2)], [Seat(1), Seat(3)]]);
        // Whom people chose stays among themselves.
        let chosen = Options { teams: Some(across.exchange(4, Seat(0), Seat(1))), ..options };
        assert_eq!(chosen.for_others().teams, Some(across));
        let five = Event::People(Seating {
            joins: vec![Join { name: "E".to_owned(), mark: 9, id: String::new(), with: JoinWith::Nothing }],
            seats: vec![0, 1, 2, 3, 4],
            ..Seating::default()
        });
        assert_eq!(Any::apply(&start(4, &chosen).unwrap(), &five), Err(Error::Teams(5)));
    }

    fn sheet() -> Vec<Column> {
        vec![Column::count("Tricks", 1, 13), Column::count("Bid made", 10, 1), Column::count("Off by", -5, 13)]
    }

    #[test]
    fn a_sheet_counts_each_category_with_its_factor() {
        let options = Options { categories: sheet(), start: 100, ..Options::default() };
        let state = start(2, &options).unwrap();
        assert_eq!(state.totals, [100, 100]);
        let counts = vec![vec![4, 1, 0], vec![3, 0, 2]];
        let after = Any::apply(&state, &Event::Counted { counts }).unwrap();
        // 4 + 10, and 3 - 10.
        assert_eq!((after.totals, after.rounds), (vec![114, 93], 1));
        let refused = |counts: &[&[i32]]| {
            let counts = counts.iter().map(|counts| counts.to_vec()).collect();
            Any::apply(&state, &Event::Counted { counts }).unwrap_err()
        };
        assert_eq!(refused(&[&[14, 0, 0], &[0, 0, 0]]), Error::Count { side: 0, cell: 0, count: 14 });
        assert_eq!(refused(&[&[0, 0, 0], &[0, -1, 0]]), Error::Count { side: 1, cell: 1, count: -1 });
        assert_eq!(refused(&[&[0, 0], &[0, 0, 0]]), Error::Sheet);
        assert_eq!(refused(&[&[0, 0, 0]]), Error::Sides { given: 1, sides: 2 });
        assert_eq!(Any::apply(&state, &Event::Round { points: vec![1, 2] }), Err(Error::Sheet));
        let plain = start(2, &Options::default()).unwrap();
        assert_eq!(Any::apply(&plain, &Event::Counted { counts: vec![vec![], vec![]] }), Err(Error::Sheet));
        let dear = Column::count("Dear", 1_000, 9_999);
        let state = start(2, &Options { categories: vec![dear], ..Options::default() }).unwrap();
        let much = Event::Counted { counts: vec![vec![100], vec![1]] };
        assert_eq!(Any::apply(&state, &much), Err(Error::Points { side: 0, points: 100_000 }));
    }

    #[test]
    fn the_deal_passes_with_each_round_the_agreed_way() {
        let round = || Event::Round { points: vec![1, 2, 3] };
        let dealer = |direction, events: &[Event]| {
            let options = Options { deal: DealRule::Passes, direction, ..Options::default() };
            play(start(3, &options).unwrap(), events).dealer
        };
        assert_eq!(dealer(Direction::Clockwise, &[]), Some(Seat(0)));
        assert_eq!(dealer(Direction::Clockwise, &[round()]), Some(Seat(1)));
        assert_eq!(dealer(Direction::CounterClockwise, &[round()]), Some(Seat(2)));
        // Neither turns nor a change of the direction of play move it.
        assert_eq!(dealer(Direction::Clockwise, &[Event::Next, Event::Reverse, round()]), Some(Seat(1)));
        // Whoever deals leaves: the next one deals.
        let without = Event::People(Seating { seats: vec![0, 2], joins: Vec::new(), ..Seating::default() });
        assert_eq!(dealer(Direction::Clockwise, &[round(), without]), Some(Seat(1)));
        assert_eq!(start(3, &Options::default()).unwrap().dealer, None);
    }

    proptest! {
        /// As added up by hand, cell by cell, in a wider type.
        #[test]
        fn a_round_on_a_sheet_is_worth_the_sum_of_its_cells(
            factors in prop::collection::vec((1_i32..=20, any::<bool>()), 1..=6),
            counts in prop::collection::vec(prop::collection::vec(0_i32..=99, 6), 2..=5),
        ) {
            let factors: Vec<i32> = factors.into_iter().map(|(size, minus)| if minus { -size } else { size }).collect();
            let categories: Vec<Column> = factors.iter().enumerate()
                .map(|(at, factor)| Column::count(&format!("c{at}"), *factor, 99)).collect();
            let counts: Vec<Vec<i32>> = counts.into_iter().map(|row| row[..factors.len()].to_vec()).collect();
            let state = start(counts.len() as u8, &Options { categories, ..Options::default() }).unwrap();
            let after = Any::apply(&state, &Event::Counted { counts: counts.clone() }).unwrap();
            for (seat, row) in counts.iter().enumerate() {
                let mut by_hand = 0_i64;
                for (count, factor) in row.iter().zip(&factors) {
                    by_hand += i64::from(*count) * i64::from(*factor);
                }
                prop_assert_eq!(i64::from(after.totals[seat]), by_hand);
            }
        }

        #[test]
        fn going_round_comes_back(players in 2_u8..=12, reversed in any::<bool>()) {
            let direction = if reversed { Direction::CounterClockwise } else { Direction::Clockwise };
            let state = start(players, &Options { direction, ..Options::default() }).unwrap();
            let round = vec![Event::Next; usize::from(players)];
            prop_assert_eq!(play(state.clone(), &round), state);
        }
    }
}
