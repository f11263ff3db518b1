//! Random play of Nerts, for the test in `games/random.rs`.

use super::score::{self as nerts, Nerts};
use crate::games::random::{Dice, Random};

impl Random for Nerts {
    fn options(players: usize, dice: &mut Dice) -> nerts::Options {
        nerts::Options {
            target: dice.of(&[1, 60, 100, 100, 9999]),
            jokers: dice.below(5) as u8,
            partnerships: players >= 6 && players.is_multiple_of(2) && dice.one_in(2),
            tie: dice.of(&[nerts::Tie::Ask, nerts::Tie::OneMore, nerts::Tie::Share]),
        }
    }

    fn likely(state: &nerts::State, _: usize, dice: &mut Dice) -> nerts::Event {
        match dice.below(20) {
            0 => nerts::Event::Target { points: 1 + dice.below(200) as u16 },
            1 => nerts::Event::Share,
            _ => {
                let caller = dice.below(state.totals.len());
                // Make ties for the lead happen.
                let level = dice.one_in(4);
                let counts = (0..state.totals.len()).map(|side| nerts::Count {
                    foundations: if level { 20 } else { dice.below(40) as u8 },
                    left: if side == caller || level { 0 } else { dice.below(14) as u8 },
                });
                nerts::Event::Round { counts: counts.collect(), caller: dice.maybe(caller as u8) }
            }
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> nerts::Event {
        let count = |dice: &mut Dice| nerts::Count { foundations: dice.below(256) as u8, left: dice.below(256) as u8 };
        match dice.below(3) {
            0 => nerts::Event::Target { points: dice.below(65_536) as u16 },
            _ => nerts::Event::Round {
                counts: (0..dice.below(players + 2)).map(|_| count(dice)).collect(),
                caller: dice.maybe(0).map(|_| dice.below(256) as u8),
            },
        }
    }
}
