//! Random play of any other game, for the test in `games/random.rs`.

use super::game::{self as any, Any};
use crate::domain::parts::Parts;
use crate::domain::seats::{Direction, Seat};
use crate::domain::teams::{LEAST_IN_SIDES, MAX_SIDE};
use crate::games::random::{Dice, Random, random_teams};

impl Random for Any {
    fn options(players: usize, dice: &mut Dice) -> any::Options {
        let start = dice.of(&[0, 0, 50, -99_999, 501]);
        let scoring = dice.of(&[any::Scoring::Round, any::Scoring::Round, any::Scoring::Turn]);
        let by_turns = scoring == any::Scoring::Turn;
        let categories = if by_turns || dice.one_in(2) { 0 } else { 1 + dice.below(any::MOST_CATEGORIES) };
        any::Options {
            name: if categories > 0 { "Skat".to_owned() } else { String::new() },
            categories: (0..categories).map(|at| random_column(at, dice)).collect(),
            scoring,
            parts: dice.of(&[Parts::Whole, Parts::Whole, Parts::Tenths]),
            start,
            deal: if by_turns { any::DealRule::Nobody } else { random_deal(dice) },
            winner: dice.of(&[any::WinningTotal::Highest, any::WinningTotal::Lowest]),
            ending: random_ends(start, dice),
            tie: dice.of(&[any::TieRule::Shared, any::TieRule::OneMore, any::TieRule::Table]),
            step: 1 + dice.below(10) as u8,
            other_step: dice.one_in(2).then(|| 1 + dice.below(10) as u8),
            again: dice.one_in(2),
            direction: dice.of(&[Direction::Clockwise, Direction::CounterClockwise]),
            teams: (players >= LEAST_IN_SIDES && dice.one_in(2)).then(|| random_teams(players, MAX_SIDE, dice)),
        }
    }

    fn likely(state: &any::State, players: usize, dice: &mut Dice) -> any::Event {
        match dice.below(12) {
            0..=2 => any::Event::Next,
            3 => any::Event::Skip,
            4 if state.plays_again() => any::Event::Again,
            4 => any::Event::Reverse,
            5 if state.other_step().is_some() => any::Event::StackOther,
            5 | 6 => any::Event::Stack,
            7 if state.stack > 0 => any::Event::Take,
            8 => any::Event::Turn { seat: dice.seat(players) },
            9 if dice.one_in(10) => any::Event::End,
            9 if state.is_undecided() => any::Event::Tie { winner: dice.one_in(2).then(|| dice.below(players)) },
            10 if state.is_dealt_by_hand() => any::Event::Deal { seat: dice.seat(players) },
            _ if state.sheet.by_turns() => {
                any::Event::Scored { side: dice.below(state.totals.len()), points: dice.below(200) as i32 - 40 }
            }
            _ if !state.sheet.is_plain() => any::Event::Counted { counts: random_rows(state, dice) },
            _ => any::Event::Round { points: state.totals.iter().map(|_| dice.below(200) as i32 - 40).collect() },
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> any::Event {
        match dice.below(6) {
            5 => {
                let points = dice.of(&[0, 99_999, -99_999, 100_000, i32::MAX, i32::MIN]);
                any::Event::Scored { side: dice.of(&[0, players, usize::MAX]), points }
            }
            0 => any::Event::Turn { seat: Seat(dice.below(256) as u8) },
            1 => any::Event::Take,
            2 => {
                let counts = [0, 1, -1, 9_999, i32::MAX, i32::MIN];
                let row = |dice: &mut Dice| (0..dice.below(8)).map(|_| dice.of(&counts)).collect();
                any::Event::Counted { counts: (0..dice.below(players + 2)).map(|_| row(dice)).collect() }
            }
            _ => {
                let points = [0, 99_999, -99_999, 100_000, i32::MAX, i32::MIN];
                any::Event::Round { points: (0..dice.below(players + 2)).map(|_| dice.of(&points)).collect() }
            }
        }
    }
}

fn random_deal(dice: &mut Dice) -> any::DealRule {
    use any::DealRule::{Ender, Nobody, Passes, Table, Winner};
    dice.of(&[Nobody, Nobody, Passes, Winner, Ender, Table])
}

fn random_ends(start: i32, dice: &mut Dice) -> any::Ends {
    let rule = |dice: &mut Dice| any::TargetRule {
        points: dice.of(&[500, 99_999, u32::from(start == 0)]),
        exact: dice.one_in(2),
        takes_off: dice.one_in(2),
    };
    any::Ends {
        target: dice.one_in(2).then(|| rule(dice)),
        limit: dice.one_in(4).then(|| start - 300).filter(|limit| *limit >= -any::MOST_POINTS),
        rounds: dice.one_in(4).then(|| dice.of(&[5, 999])),
    }
}

/// A column that may stand there. Bids come first, and a bonus later.
fn random_column(at: usize, dice: &mut Dice) -> any::Column {
    let some = |dice: &mut Dice| dice.of(&[0, 1, 10, 1_000]);
    let bid = |dice: &mut Dice| any::Bid {
        most: dice.of(&[1, 13, 60]),
        all: dice.one_in(2),
        base: some(dice),
        each: some(dice),
        over: dice.one_in(2).then(|| any::Overtrick {
            each: some(dice),
            penalty: dice
                .one_in(2)
                .then(|| any::OvertrickPenalty { every: dice.of(&[2, 10, 99]), cost: dice.of(&[1, 100, 1_000]) }),
        }),
        failed: any::Failed { each: some(dice), per: dice.of(&[any::Shortfall::Bid, any::Shortfall::Difference]) },
        zero: dice.one_in(2).then(|| some(dice)),
    };
    let kind = match dice.below(4) {
        0 | 1 if at == 0 => any::ColumnKind::Bid(bid(dice)),
        0 | 1 if at == 3 => {
            any::ColumnKind::Bonus(any::Bonus { from: dice.of(&[1, 63, 9_999]), points: dice.of(&[35, -1_000]) })
        }
        _ => any::ColumnKind::Count(any::Counting {
            factor: dice.of(&[1, 10, -5, 1_000]),
            most: dice.of(&[1, 13, 9_999]),
            below: dice.one_in(4),
            all: dice.one_in(4),
        }),
    };
    any::Column { name: format!("c{at}"), kind }
}

/// Rows that fit the sheet: what has to add up does.
fn random_rows(state: &any::State, dice: &mut Dice) -> Vec<Vec<i32>> {
    let cell = |cell: usize, dice: &mut Dice| {
        let (least, most) = state.sheet.bounds(cell);
        let count = dice.below(most.min(20) as usize + 1) as i32;
        if least < 0 && dice.one_in(2) { -count } else { count }
    };
    let mut rows: Vec<Vec<i32>> =
        state.totals.iter().map(|_| (0..state.sheet.cells()).map(|at| cell(at, dice)).collect()).collect();
    for (cell, of) in state.sheet.row().enumerate() {
        let Some(total) = of.total() else { continue };
        let (mut left, last) = (total as i32, rows.len() - 1);
        for (side, row) in rows.iter_mut().enumerate() {
            row[cell] = if side == last { left } else { row[cell].clamp(0, left) };
            left -= row[cell];
        }
    }
    rows
}
