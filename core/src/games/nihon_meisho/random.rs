//! Random play of Nihon Meisho, for the test in `games/random.rs`.

use super::game::{self as nihon, NihonMeisho};
use super::pile;
use crate::domain::seats::Seat;
use crate::games::random::{Dice, Random};

fn card(dice: &mut Dice) -> pile::Card {
    pile::Card { category: dice.of(&pile::Category::ALL), area: dice.of(&pile::Area::ALL) }
}

impl Random for NihonMeisho {
    fn options(_: usize, dice: &mut Dice) -> nihon::Options {
        nihon::Options {
            mode: dice.of(&[nihon::Mode::Quick, nihon::Mode::Full]),
            hand: 2 + dice.below(11) as u8,
            two_player_reverse: dice.of(&[nihon::TwoPlayerReverse::OtherPlays, nihon::TwoPlayerReverse::SamePlays]),
            call_first: dice.one_in(2),
            turned_plus_two_again: dice.one_in(2),
            clock: dice.of(&[None, Some(5), Some(600)]),
            deck: dice.of(&[None, Some(130), Some(999)]),
            ..nihon::Options::default()
        }
    }

    fn likely(state: &nihon::State, players: usize, dice: &mut Dice) -> nihon::Event {
        use nihon::{Call, Event, Pile};
        let seats = || Seat::all(players);
        if let Some(winner) = state.winner() {
            return Event::Hand { seat: winner, cards: 3 + dice.below(9) as u16 };
        }
        if let Some(seat) = seats().find(|seat| state.call(*seat) == Call::Due).filter(|_| dice.one_in(3)) {
            return Event::Call { seat };
        }
        if let Some(seat) = seats().find(|seat| state.call(*seat) == Call::Missed).filter(|_| dice.one_in(4)) {
            return Event::SaidInTime { seat };
        }
        match dice.below(24) {
            0 => return Event::Reshuffled,
            1 => return Event::Hand { seat: dice.seat(players), cards: 1 + dice.below(12) as u16 },
            _ => {}
        }
        if let Pile::TurnUp(_) = state.pile() {
            return if dice.one_in(4) { Event::TurnedPlusTwo } else { Event::Turned(card(dice)) };
        }
        if state.penalty() > 0 && state.call(state.current()) == Call::Missed {
            return Event::PenaltyTake;
        }
        if state.stack() > 0 {
            return if dice.one_in(2) { Event::Take } else { Event::PlusTwo };
        }
        match (dice.below(12), state.pile()) {
            (0, _) => Event::Pass,
            (1, _) => Event::PlusTwo,
            (2, _) => Event::Reverse,
            (3..=5, Pile::Runs(runs)) => {
                let (first, second, top) = (card(dice), card(dice), runs.top());
                let same = dice.one_in(2);
                let fitted = |card: pile::Card| {
                    if same {
                        pile::Card { area: top.area, ..card }
                    } else {
                        pile::Card { category: top.category, ..card }
                    }
                };
                Event::Play2(Some([fitted(first), fitted(second)]))
            }
            (_, Pile::Runs(runs)) => {
                let card = card(dice);
                let fitting = match dice.below(2) {
                    0 => pile::Card { area: runs.top().area, ..card },
                    _ => pile::Card { category: runs.top().category, ..card },
                };
                Event::Play1(Some(fitting))
            }
            (3, _) => Event::Play2(None),
            (4, _) => Event::TurnedPlusTwo,
            _ => Event::Play1(None),
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> nihon::Event {
        use nihon::Event;
        let seat = Seat(dice.below(players + 2) as u8);
        match dice.below(13) {
            0 => Event::Turned(card(dice)),
            1 => Event::TurnedPlusTwo,
            2 => Event::Play1(None),
            3 => Event::Play1(Some(card(dice))),
            4 => Event::Play2(dice.maybe(0).map(|_| [card(dice), card(dice)])),
            5 => Event::PlusTwo,
            6 => Event::Take,
            7 => Event::Pass,
            8 => Event::Reverse,
            9 => Event::PenaltyTake,
            10 => Event::Call { seat },
            11 => Event::SaidInTime { seat },
            _ => Event::Hand { seat, cards: dice.of(&[0, 1, 1, 2, 200, 201, u16::MAX]) },
        }
    }
}
