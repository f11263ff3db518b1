//! Random play of Nerts, for the test in `games/random.rs`.

use super::game::{Event, Nerts, State};
use super::options::{CALLS, Count, DECKS, HouseRules, KINGS, Length, MAX_PARTNERS, Options, PENALTIES, PILES, Tie};
use crate::domain::teams::LEAST_IN_SIDES;
use crate::games::random::{Dice, Random, random_teams};

impl Random for Nerts {
    fn options(players: usize, dice: &mut Dice) -> Options {
        let deck = dice.of(&DECKS);
        let own = HouseRules {
            penalty: dice.of(&PENALTIES),
            call: dice.of(&CALLS),
            king: if deck == 52 { dice.of(&KINGS) } else { 0 },
            pile: dice.of(&PILES),
            deck,
            length: dice.of(&[Length::Points, Length::Rounds, Length::Wins]),
            handicap: dice.one_in(2),
        };
        let house = if dice.one_in(2) { own } else { HouseRules::PRINTED };
        let target = match house.length {
            Length::Points => dice.of(&[1, 60, 100, 100, 9999]),
            Length::Rounds | Length::Wins => dice.of(&[1, 3, 10, 99]),
        };
        Options {
            target,
            jokers: dice.below(5) as u8,
            partnerships: players >= 6 && players.is_multiple_of(2) && dice.one_in(2),
            teams: (players >= LEAST_IN_SIDES && dice.one_in(2)).then(|| random_teams(players, MAX_PARTNERS, dice)),
            own_decks: dice.one_in(2),
            together: dice.one_in(2),
            tie: dice.of(&[Tie::Ask, Tie::OneMore, Tie::Share, Tie::Calls]),
            house,
        }
    }

    fn likely(state: &State, _: usize, dice: &mut Dice) -> Event {
        match dice.below(20) {
            0 => Event::Target { points: 1 + dice.below(200) as u16 },
            1 => Event::Share,
            2 => Event::Piles { piles: state.dealt().piles.iter().map(|_| 1 + dice.below(20) as u8).collect() },
            _ => {
                let dealt = state.dealt();
                let decks = dealt.piles.len();
                let caller = dice.below(decks);
                let rows = dealt.row_of(decks - 1) + 1;
                // Make ties for the lead happen.
                let level = dice.one_in(4);
                let counts = (0..rows).map(|row| {
                    let foundations = if level { 20 } else { dice.below(20) as u8 };
                    let called = row == dealt.row_of(caller);
                    let most = if called { dealt.pile_beside(caller) } else { dealt.pile(row) };
                    let left = if level { 0 } else { dice.below(usize::from(most) + 1) as u8 };
                    let kings =
                        if dealt.cells() > 2 { dice.below(usize::from(foundations.min(4)) + 1) as u8 } else { 0 };
                    Count { foundations, left, kings }
                });
                Event::Round { counts: counts.collect(), caller: dice.maybe(caller as u8) }
            }
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> Event {
        let count = |dice: &mut Dice| Count {
            foundations: dice.below(256) as u8,
            left: dice.below(256) as u8,
            kings: dice.maybe(0).map_or(0, |_: u8| dice.below(256) as u8),
        };
        match dice.below(4) {
            0 => Event::Target { points: dice.below(65_536) as u16 },
            1 => Event::Piles { piles: (0..dice.below(players + 2)).map(|_| dice.below(256) as u8).collect() },
            _ => Event::Round {
                counts: (0..dice.below(players + 2)).map(|_| count(dice)).collect(),
                caller: dice.maybe(0).map(|_| dice.below(256) as u8),
            },
        }
    }
}
