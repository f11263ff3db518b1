//! Random play, for the million events of `games/random.rs`.

use super::game::{self as any, Any};
use crate::domain::seats::{Direction, Seat};
use crate::games::random::{Dice, Random};

impl Random for Any {
    fn options(_: usize, dice: &mut Dice) -> any::Options {
        any::Options {
            winner: dice.of(&[any::WinningTotal::Highest, any::WinningTotal::Lowest]),
            ending: dice.of(&[any::EndRule::Open, any::EndRule::Target(99_999), any::EndRule::Rounds(999)]),
            step: 1 + dice.below(10) as u8,
            direction: dice.of(&[Direction::Clockwise, Direction::CounterClockwise]),
        }
    }

    fn likely(state: &any::State, players: usize, dice: &mut Dice) -> any::Event {
        match dice.below(12) {
            0..=2 => any::Event::Next,
            3 => any::Event::Skip,
            4 => any::Event::Reverse,
            5 | 6 => any::Event::Stack,
            7 if state.stack > 0 => any::Event::Take,
            8 => any::Event::Turn { seat: dice.seat(players) },
            9 if dice.one_in(10) => any::Event::End,
            _ => any::Event::Round { points: (0..players).map(|_| dice.below(200) as i32 - 40).collect() },
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> any::Event {
        match dice.below(4) {
            0 => any::Event::Turn { seat: Seat(dice.below(256) as u8) },
            1 => any::Event::Take,
            _ => {
                let points = [0, 99_999, -99_999, 100_000, i32::MAX, i32::MIN];
                any::Event::Round { points: (0..dice.below(players + 2)).map(|_| dice.of(&points)).collect() }
            }
        }
    }
}
