//! Random play of the weather game, for the test in `games/random.rs`.

use super::game::{self as weather, Weather};
use super::{score as weather_score, wish};
use crate::domain::seats::Seat;
use crate::games::random::{Dice, Random};

fn sky(dice: &mut Dice, least: i8, most: i8) -> weather_score::Values {
    let mut values = weather_score::Values::default();
    for kind in weather_score::CardKind::ALL {
        values.set(kind, (i32::from(least) + dice.below(usize::from(most.abs_diff(least)) + 1) as i32) as i8);
    }
    values
}

fn printed(dice: &mut Dice, least: i8, most: i8) -> weather_score::PrintedCards {
    weather_score::PrintedCards {
        sun: Some(sky(dice, least, most)),
        cloud: Some(sky(dice, least, most)),
        rain: Some(sky(dice, least, most)),
        thunderbolt: Some(sky(dice, least, most)),
    }
}

impl Random for Weather {
    fn options(_: usize, dice: &mut Dice) -> weather::Options {
        weather::Options {
            pool: dice.of(&[wish::Pool::Printed, wish::Pool::FiveBase, wish::Pool::EightFree]),
            eight_limited: dice.one_in(2),
            chosen_first: dice.one_in(2),
            hidden: dice.one_in(2),
            empty_product: dice.of(&[weather_score::EmptyProduct::Zero, weather_score::EmptyProduct::One]),
        }
    }

    fn likely(state: &weather::State, players: usize, dice: &mut Dice) -> weather::Event {
        let wish_of = |seat: Seat, dice: &mut Dice| {
            let may: Vec<wish::Wish> =
                state.eligibility(seat).into_iter().filter(|(_, may)| may.is_ok()).map(|(wish, _)| wish).collect();
            if may.is_empty() { wish::Wish::Sun } else { dice.of(&may) }
        };
        match state.phase() {
            weather::RoundPhase::Picking { waiting, any_order } => {
                let seat = if any_order { dice.of(&waiting) } else { waiting[0] };
                weather::Event::Pick { seat, wish: wish_of(seat, dice), out_of_turn: dice.one_in(20) }
            }
            weather::RoundPhase::Announcing { waiting } => {
                let wish = dice.of(&wish::Wish::ALL);
                weather::Event::Announce { seat: waiting[0], wish, out_of_turn: dice.one_in(20) }
            }
            weather::RoundPhase::Taking => {
                let mut cards = vec![weather_score::Taken::default(); players];
                for _ in 0..2 + dice.below(8) {
                    let taker = &mut cards[dice.below(players)];
                    for _ in 0..players {
                        let kind = dice.of(&weather_score::CardKind::ALL);
                        taker.set(kind, taker.get(kind) + 1);
                    }
                }
                weather::Event::Taken { cards }
            }
            weather::RoundPhase::Revealing { waiting } => {
                let seat = dice.of(&waiting);
                weather::Event::Reveal { seat, wish: wish_of(seat, dice) }
            }
            weather::RoundPhase::NeedsPrinted(_) | weather::RoundPhase::Over => {
                weather::Event::Printed { cards: printed(dice, -9, 9) }
            }
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> weather::Event {
        let (seat, wish) = (Seat(dice.below(players + 1) as u8), dice.of(&wish::Wish::ALL));
        match dice.below(5) {
            0 => weather::Event::Printed { cards: printed(dice, -128, 127) },
            1 => weather::Event::Pick { seat, wish, out_of_turn: dice.one_in(2) },
            2 => weather::Event::Announce { seat, wish, out_of_turn: dice.one_in(2) },
            3 => weather::Event::Reveal { seat, wish },
            _ => {
                let mut taken = || {
                    let mut taken = weather_score::Taken::default();
                    weather_score::CardKind::ALL.into_iter().for_each(|kind| taken.set(kind, dice.below(256) as u8));
                    taken
                };
                weather::Event::Taken { cards: (0..players).map(|_| taken()).collect() }
            }
        }
    }
}
