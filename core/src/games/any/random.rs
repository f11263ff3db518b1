//! Random play of any other game, for the test in `games/random.rs`.

use super::game::{self as any, Any};
use crate::domain::seats::{Direction, Seat};
use crate::domain::teams::{LEAST_IN_SIDES, MAX_SIDE};
use crate::games::random::{Dice, Random, random_teams};

impl Random for Any {
    fn options(players: usize, dice: &mut Dice) -> any::Options {
        let category = |at: usize, dice: &mut Dice| any::Column {
            name: format!("c{at}"),
            factor: dice.of(&[1, 10, -5, 1_000]),
            most: dice.of(&[1, 13, 9_999]),
        };
        let categories = if dice.one_in(2) { 0 } else { 1 + dice.below(any::MOST_CATEGORIES) };
        any::Options {
            name: if categories > 0 { "Skat".to_owned() } else { String::new() },
            categories: (0..categories).map(|at| category(at, dice)).collect(),
            start: dice.of(&[0, 0, 50, -99_999]),
            deals: dice.one_in(2),
            winner: dice.of(&[any::WinningTotal::Highest, any::WinningTotal::Lowest]),
            ending: dice.of(&[any::EndRule::Open, any::EndRule::Target(99_999), any::EndRule::Rounds(999)]),
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
            _ if !state.categories.is_empty() => {
                let count = |most: u32, dice: &mut Dice| dice.below(most.min(20) as usize + 1) as i32;
                let counts = state
                    .totals
                    .iter()
                    .map(|_| state.categories.iter().map(|of| count(of.most, dice)).collect())
                    .collect();
                any::Event::Counted { counts }
            }
            _ => any::Event::Round { points: state.totals.iter().map(|_| dice.below(200) as i32 - 40).collect() },
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> any::Event {
        match dice.below(5) {
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
