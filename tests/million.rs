//! A million random events over all games: nothing panics, every undo and redo restores, a correction is what replaying
//! from scratch gives, a refusal changes nothing, and what is written to disk reads back to the same table.
//!
//! Most events are made from the state, so that play gets somewhere; some are anything at all, and some are what a
//! damaged file could hold: an event's JSON with something else put in somewhere.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use takujo::domain::game::{Game, Outcome};
use takujo::domain::ledger::{Ledger, Op, Refused};
use takujo::domain::seats::{Direction, Player, Seat, Seats};
use takujo::domain::session::{Head, Record, Session, VERSION, open, report};
use takujo::games::GAMES;
use takujo::games::any::game as any;
use takujo::games::hanafuda::{deck, forfeit, payout, turn as hanafuda};
use takujo::games::machinamitorite::{game as machinamitorite, partition, trick};
use takujo::games::nerts::score as nerts;
use takujo::games::nihon_meisho::{pile, turn as nihon};
use takujo::games::weather::{game as weather, score as weather_score, wish};
use takujo::i18n::Lang;
use takujo::play::Play;

/// Random events pushed, all games together; undo and redo come on top.
const EVENTS: usize = 1_000_000;

/// Chance, the same in every run.
struct Dice(SmallRng);

impl Dice {
    /// One of `0..sides`.
    fn below(&mut self, sides: usize) -> usize {
        self.0.random_range(0..sides.max(1))
    }

    fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    fn seat(&mut self, seats: usize) -> Seat {
        Seat(self.below(seats) as u8)
    }

    /// Now and then none.
    fn maybe<T>(&mut self, value: T) -> Option<T> {
        (!self.one_in(4)).then_some(value)
    }
}

/// A game that can be played at random.
trait Random: Play {
    /// Options that mostly can be.
    fn options(players: usize, dice: &mut Dice) -> Self::Options;
    /// An event that mostly can be.
    fn likely(state: &Self::State, players: usize, dice: &mut Dice) -> Self::Event;
    /// Any event at all.
    fn wild(players: usize, dice: &mut Dice) -> Self::Event;
}

impl Random for nerts::Nerts {
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
                // Level at the top now and then.
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

impl Random for machinamitorite::Machinamitorite {
    fn options(_: usize, dice: &mut Dice) -> machinamitorite::Options {
        use machinamitorite::Format;
        machinamitorite::Options {
            goal: dice.of(&[
                Format::Games(3),
                Format::Points(120),
                Format::Wins(3),
                Format::Wins(50),
                Format::Games(1),
            ]),
            variant: dice.of(&[trick::Variant::Basic, trick::Variant::Advanced]),
            left_out: dice.of(&partition::City::ALL),
            hand_checked: dice.one_in(2),
        }
    }

    fn likely(state: &machinamitorite::State, players: usize, dice: &mut Dice) -> machinamitorite::Event {
        match dice.below(8) {
            0 => machinamitorite::Event::Passport { seat: dice.seat(players) },
            1..=5 => {
                let mut parks = Vec::new();
                let order = state.order();
                let cards = order.iter().map(|seat| {
                    let park = dice.of(&[trick::Park::A, trick::Park::Zero]);
                    // Now and then a second one, which may be refused.
                    let has = !state.parked[seat.index()] || dice.one_in(20);
                    if has
                        && dice.one_in(4)
                        && parks.iter().filter(|other| **other == park).count() < trick::PARK_COPIES
                    {
                        parks.push(park);
                        trick::Card::Park(park)
                    } else {
                        trick::Card::Suit { suit: dice.of(&trick::Suit::ALL), number: 1 + dice.below(5) as u8 }
                    }
                });
                machinamitorite::Event::Trick { cards: cards.collect() }
            }
            _ => {
                // Trick by trick: whoever takes one takes as many photos as there are players.
                let mut photos: Vec<partition::Photo> = partition::Photo::all()
                    .filter(|photo| state.cities.contains(photo.city))
                    .flat_map(|photo| [photo; 5])
                    .collect();
                for at in (1..photos.len()).rev() {
                    photos.swap(at, dice.below(at + 1));
                }
                let mut hands = vec![Vec::new(); players];
                for taken in photos.chunks(players) {
                    hands[dice.below(players)].extend_from_slice(taken);
                }
                let counts = hands.into_iter().map(|hand| partition::Counts::from_photos(hand).unwrap());
                machinamitorite::Event::Hand { counts: counts.collect() }
            }
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> machinamitorite::Event {
        let many = dice.below(players + 2);
        match dice.below(3) {
            0 => machinamitorite::Event::Passport { seat: Seat(dice.below(256) as u8) },
            1 => {
                let cards = (0..many).map(|_| match dice.below(3) {
                    0 => trick::Card::Park(dice.of(&[trick::Park::A, trick::Park::Zero])),
                    _ => trick::Card::Suit { suit: dice.of(&trick::Suit::ALL), number: dice.below(256) as u8 },
                });
                machinamitorite::Event::Trick { cards: cards.collect() }
            }
            _ => {
                let mut cells = || [0; 4].map(|_: u8| [0; 3].map(|_: u8| dice.below(6) as u8));
                let counts = (0..many).map(|_| partition::Counts::new(cells()).unwrap());
                machinamitorite::Event::Hand { counts: counts.collect() }
            }
        }
    }
}

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

impl Random for weather::Weather {
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

fn card(dice: &mut Dice) -> pile::Card {
    pile::Card { category: dice.of(&pile::Category::ALL), area: dice.of(&pile::Area::ALL) }
}

impl Random for nihon::NihonMeisho {
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

fn forfeits(dice: &mut Dice) -> forfeit::Forfeits {
    let texts = (0..dice.below(4)).map(|at| format!("sing {at}"));
    texts.fold(forfeit::Forfeits::default(), |list, text| list.with(&text).unwrap())
}

impl Random for hanafuda::Hanafuda {
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

impl Random for any::Any {
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

/// What does not belong anywhere.
fn oddity(dice: &mut Dice) -> Value {
    let texts = ["", "round", "sun", "<img src=x onerror=alert(1)>", "\u{202e}\u{200b}", "9999999999999999999999"];
    match dice.below(9) {
        0 => Value::Null,
        1 => json!(dice.one_in(2)),
        2 => json!(dice.of(&[0_i64, 1, -1, 13, 255, 256, 65_536, i64::MIN, i64::MAX])),
        3 => json!(u64::MAX),
        4 => json!(dice.of(&[0.5, -1e300, 1e300])),
        5 => json!(dice.of(&texts)),
        6 => json!([]),
        7 => json!({}),
        _ => json!([[[[1, 2], 3], 4], { "type": "round" }]),
    }
}

/// Puts something else in, somewhere in `value`.
fn spoil(value: &mut Value, dice: &mut Dice) {
    let here = dice.one_in(4);
    match value {
        Value::Array(list) if !here && !list.is_empty() => {
            let at = dice.below(list.len());
            match dice.below(8) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => spoil(&mut list[at], dice),
            }
        }
        Value::Object(map) if !here && !map.is_empty() => {
            let key = map.keys().nth(dice.below(map.len())).cloned().unwrap_or_default();
            match dice.below(12) {
                0 => drop(map.remove(&key)),
                1 => drop(map.insert("extra".to_owned(), oddity(dice))),
                _ => spoil(&mut map[&key], dice),
            }
        }
        Value::Number(_) if !here => *value = json!(dice.below(16)),
        _ => *value = oddity(dice),
    }
}

/// What was seen of one game.
#[derive(Default, Debug)]
struct Seen {
    sessions: usize,
    /// Appended and corrected, or tried to be.
    events: usize,
    accepted: usize,
    corrected: usize,
    undone: usize,
    /// Spoilt JSON that was an event all the same, and that was none.
    odd: usize,
    unreadable: usize,
    over: usize,
}

fn people(players: usize) -> Vec<Player> {
    (0..players).map(|at| Player { name: format!("P{at}"), mark: at as u8 }).collect()
}

/// The states of the entries, replayed from scratch.
fn replay<G: Game>(start: &G::State, entries: &[G::Event]) -> Vec<G::State> {
    let mut states = vec![start.clone()];
    for event in entries {
        let next = G::apply(&states[states.len() - 1], event).expect("an entry that stands is allowed");
        states.push(next);
    }
    states
}

fn same<G: Game>(ledger: &Ledger<G>, entries: &[G::Event], states: &[G::State], what: &str) {
    assert!(ledger.entries() == entries, "{what}: other entries");
    assert!(ledger.states() == states, "{what}: other states");
}

/// The same step once more, as read from what its record says on disk. Only in tables that are kept: it is dear.
fn as_saved<E: serde::Serialize + serde::de::DeserializeOwned>(op: Op<E>, kept: bool, log: &mut Vec<Value>) -> Op<E> {
    if !kept {
        return op;
    }
    let at = chrono::DateTime::from_timestamp(1_700_000_000 + log.len() as i64, 0).expect("a time");
    let record = serde_json::to_value(Record { at, op }).expect("a record is JSON");
    log.push(record.clone());
    serde_json::from_value::<Record<E>>(record).expect("a record reads back").op
}

fn session<G: Random>(seed: u64, seen: &mut Seen) {
    let dice = &mut Dice(SmallRng::seed_from_u64(seed));
    let players = G::SEATS.start() + dice.below(G::SEATS.end() - G::SEATS.start() + 1);
    let options = G::options(players, dice);
    let starter = dice.seat(players);
    let seats = Seats::new(people(players), starter, G::SEATS).expect("a table");
    let start = G::start(&seats, &options).expect("options that can be");
    let mut ledger = Ledger::<G>::new(start.clone());
    let mut log = Vec::new();
    let kept = dice.one_in(4);
    let length = dice.of(&[5, 20, 60, 120]);
    // Refused in a row: then the game is as good as over.
    let mut stuck = 0;
    for _ in 0..length {
        let correct = !ledger.entries().is_empty() && dice.one_in(10);
        let entry = dice.below(ledger.entries().len());
        let before = if correct { ledger.states()[entry].clone() } else { ledger.state().clone() };
        let mut event = if dice.one_in(16) { G::wild(players, dice) } else { G::likely(&before, players, dice) };
        if dice.one_in(12) {
            let mut value = serde_json::to_value(&event).expect("an event is JSON");
            spoil(&mut value, dice);
            let read = serde_json::from_str(&value.to_string());
            let Ok(odd) = read else {
                seen.unreadable += 1;
                continue;
            };
            seen.odd += 1;
            event = odd;
        }
        seen.events += 1;
        // A whole copy is dear, so not for each plain append; then at least the last state is looked at.
        let back_and_forth = dice.one_in(4);
        let copied = correct || back_and_forth;
        let (entries, states) =
            if copied { (ledger.entries().to_vec(), ledger.states().to_vec()) } else { Default::default() };
        let length_before = ledger.entries().len();
        let op =
            if correct { Op::Correct { entry, event: event.clone() } } else { Op::Append { event: event.clone() } };
        if let Err(refused) = ledger.push(op.clone()) {
            if copied {
                same(&ledger, &entries, &states, "refused");
            }
            assert!(
                ledger.entries().len() == length_before && (correct || *ledger.state() == before),
                "a refusal changed"
            );
            let error = match &refused {
                Refused::Rule(error) | Refused::Later { error, .. } => error,
                other => panic!("{op:?}: {other:?}"),
            };
            for l in Lang::ALL {
                assert!(!G::explain(error, &seats, &options, l).text.is_empty());
            }
            stuck += 1;
            if stuck > 5 {
                break;
            }
            continue;
        }
        seen.accepted += 1;
        stuck = 0;
        seen.corrected += usize::from(correct);
        as_saved(op, kept, &mut log);
        if correct {
            let mut entries = entries.clone();
            entries[entry] = event.clone();
            same(&ledger, &entries, &replay::<G>(&start, &entries), "corrected");
        }
        if seen.accepted.is_multiple_of(8) {
            for l in Lang::ALL {
                assert!(!G::describe(&event, &seats, &options, l).is_empty());
                assert!(!G::place(ledger.state(), ledger.entries().len(), l).is_empty());
            }
        }
        // Back and forth: each undo is the state before, each redo the one after.
        if back_and_forth {
            let (entries_after, states_after) = (ledger.entries().to_vec(), ledger.states().to_vec());
            ledger.push(as_saved(Op::Undo, kept, &mut log)).expect("undo");
            same(&ledger, &entries, &states, "undone");
            ledger.push(as_saved(Op::Redo, kept, &mut log)).expect("redo");
            same(&ledger, &entries_after, &states_after, "redone");
            seen.undone += 1;
        }
        // Several steps back, and play goes on from there.
        if dice.one_in(30) {
            for _ in 0..dice.below(6) {
                let undone = ledger.push(Op::Undo).is_ok();
                if undone {
                    as_saved(Op::<G::Event>::Undo, kept, &mut log);
                }
            }
            same(&ledger, ledger.entries(), &replay::<G>(&start, ledger.entries()), "several undone");
        }
        seen.over += usize::from(matches!(G::standing(ledger.state()).outcome, Outcome::Won(_)));
    }
    // What is on disk tells the same table, and its report falls over nothing.
    let head = Head {
        takujo: VERSION,
        id: "id".to_owned(),
        game: G::ID.to_owned(),
        title: String::new(),
        created: chrono::DateTime::UNIX_EPOCH,
        deleted: None,
        players: people(players),
        starter,
        drawn: false,
        options: serde_json::to_value(&options).expect("options are JSON"),
    };
    let told = report(&Session { seats, options, ledger: ledger.clone() });
    told.ranking();
    if kept {
        let opened = open::<G>(&head, log).expect("a saved table opens");
        same(&opened.ledger, ledger.entries(), ledger.states(), "opened");
        assert_eq!(told, report(&opened));
    }
    // All the way back and forth.
    let (entries, states) = (ledger.entries().to_vec(), ledger.states().to_vec());
    let mut steps = 0;
    while ledger.push(Op::Undo).is_ok() {
        steps += 1;
    }
    same(&ledger, &[], &[start], "all undone");
    for _ in 0..steps {
        ledger.push(Op::Redo).expect("redo");
    }
    same(&ledger, &entries, &states, "all redone");
    seen.sessions += 1;
}

fn play<G: Random>(events: usize) -> Seen {
    let mut seen = Seen::default();
    let mut seed = 0;
    while seen.events < events {
        let played = catch_unwind(AssertUnwindSafe(|| session::<G>(seed, &mut seen)));
        assert!(played.is_ok(), "{}: the session with seed {seed} failed, see above", G::ID);
        seed += 1;
    }
    seen
}

#[test]
fn a_million_random_events_over_all_games() {
    let each = EVENTS.div_ceil(GAMES.len());
    let run = |id: &str| match id {
        "nerts" => play::<nerts::Nerts>(each),
        "machinamitorite" => play::<machinamitorite::Machinamitorite>(each),
        "weather" => play::<weather::Weather>(each),
        "nihon_meisho" => play::<nihon::NihonMeisho>(each),
        "hanafuda" => play::<hanafuda::Hanafuda>(each),
        "any" => play::<any::Any>(each),
        other => panic!("{other} is not played here: add its events above"),
    };
    let all: Vec<(&str, Seen)> = std::thread::scope(|scope| {
        let games: Vec<_> = GAMES.iter().map(|game| (game.id, scope.spawn(move || run(game.id)))).collect();
        games.into_iter().map(|(id, played)| (id, played.join().expect("no panic"))).collect()
    });
    for (id, seen) in &all {
        println!("{id}: {seen:?}");
    }
    assert!(all.iter().map(|(_, seen)| seen.events).sum::<usize>() >= EVENTS);
    for (id, seen) in &all {
        assert!(seen.accepted * 10 >= seen.events * 6, "{id}: play gets nowhere: {seen:?}");
        assert!(seen.events - seen.accepted > seen.events / 100, "{id}: nothing is refused: {seen:?}");
        let rare = [seen.corrected, seen.undone, seen.odd, seen.unreadable, seen.over];
        assert!(rare.into_iter().all(|count| count > 500), "{id}: something hardly happens: {seen:?}");
    }
}
