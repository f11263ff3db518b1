//! Random play of the hanafuda game, for the test in `games/random.rs`.

use super::game::{self as hanafuda, Hanafuda};
use super::{deck, forfeit, payout};
use crate::domain::seats::{Direction, Seat};
use crate::games::random::{Dice, Random};

fn forfeits(dice: &mut Dice) -> forfeit::Forfeits {
    let texts = (0..dice.below(4)).map(|at| format!("sing {at}"));
    texts.fold(forfeit::Forfeits::default(), |list, text| list.with(&text).unwrap())
}

impl Random for Hanafuda {
    fn options(_: usize, dice: &mut Dice) -> hanafuda::Options {
        hanafuda::Options {
            direction: dice.of(&[Direction::Clockwise, Direction::CounterClockwise]),
            track_turns: !dice.one_in(3),
            ending: dice.of(&[hanafuda::RoundEnd::Payout, hanafuda::RoundEnd::Forfeit, hanafuda::RoundEnd::Both]),
            forfeits: forfeits(dice),
            unit: payout::Unit { per_point: 1 + dice.below(500) as u32, ..payout::Unit::default() },
        }
    }

    fn likely(state: &hanafuda::State, players: usize, dice: &mut Dice) -> hanafuda::Event {
        use hanafuda::{Event, MoveKind, Phase};
        match dice.below(40) {
            0 => return Event::List { forfeits: forfeits(dice) },
            1 if state.phase == Phase::Turn => return Event::ToPlay { seat: dice.seat(players) },
            2 if state.phase == Phase::Turn => {
                return Event::Hand { seat: dice.seat(players), cards: dice.below(9) as u8 };
            }
            3 if dice.one_in(4) => return Event::End,
            _ => {}
        }
        let other =
            |winner: Seat, dice: &mut Dice| winner.onward(players, Direction::Clockwise, 1 + dice.below(players - 1));
        match state.phase {
            Phase::Turn => {
                let may: Vec<MoveKind> = MoveKind::ALL.into_iter().filter(|kind| state.allows(*kind)).collect();
                let kind = if may.is_empty() { MoveKind::HandField } else { dice.of(&may) };
                Event::Move { kind, top: dice.of(&deck::Top::ALL) }
            }
            Phase::First { winner } => {
                let winner = winner.unwrap_or_else(|| dice.seat(players));
                let other = other(winner, dice);
                let forfeit_first = state.ending() == hanafuda::RoundEnd::Both && dice.one_in(2);
                if state.payout.is_some() || !state.ending().pays() || forfeit_first && state.forfeit.is_none() {
                    return Event::Forfeit { winner, seat: other, text: dice.maybe("sing".to_owned()) };
                }
                let left = Seat::all(players).map(|seat| {
                    let held = state.hands.get(seat.index()).copied().unwrap_or_default();
                    let others = if state.tracks_turns() { held } else { 1 + dice.below(4) as u8 };
                    payout::Left { brights: 0, others: if seat == winner { 0 } else { others } }
                });
                let left = left.collect();
                Event::Payout { winner, left, exempt: (players > 2).then_some(other), recount: dice.one_in(3) }
            }
            Phase::Between => Event::NextRound { dealer: dice.maybe(0).map(|_| dice.seat(players)) },
            Phase::Over => Event::NextRound { dealer: None },
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> hanafuda::Event {
        use hanafuda::{Event, MoveKind};
        let (seat, other) = (Seat(dice.below(players + 1) as u8), Seat(dice.below(256) as u8));
        match dice.below(7) {
            0 => Event::Move { kind: dice.of(&MoveKind::ALL), top: dice.of(&deck::Top::ALL) },
            1 => Event::Hand { seat, cards: dice.below(256) as u8 },
            2 => Event::ToPlay { seat: other },
            3 => {
                let left =
                    |dice: &mut Dice| payout::Left { brights: dice.below(256) as u8, others: dice.below(256) as u8 };
                let left = (0..dice.below(players + 2)).map(|_| left(dice)).collect();
                Event::Payout { winner: seat, left, exempt: dice.maybe(other), recount: dice.one_in(2) }
            }
            4 => Event::Forfeit { winner: seat, seat: other, text: Some("x".repeat(dice.below(120))) },
            5 => Event::NextRound { dealer: Some(other) },
            _ => Event::List { forfeits: forfeits(dice) },
        }
    }
}
