//! The hanafuda engine against a simulation with real cards. Hands, field, draw pile and discards are lists, effects
//! are read off the top discard, and the engine is told only what a table would tap.

use proptest::prelude::*;
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::{Ledger, Op};
use takujo_core::domain::seats::{Direction, Player, Seat, Seats};
use takujo_core::games::hanafuda::deck::{Card, DECK, Kind, Ribbon, Top};
use takujo_core::games::hanafuda::game::{Event, Hanafuda, MoveKind, Options, Phase, RoundEnd, State};
use takujo_core::games::hanafuda::payout::{Left, settle};

/// SplitMix64: the same games in every run.
struct Chance(u64);

impl Chance {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

type Pile = Vec<&'static Card>;

/// A table with real cards.
struct Simulation {
    chance: Chance,
    hands: Vec<Pile>,
    field: Pile,
    draw_pile: Pile,
    discards: Pile,
    /// +1 or -1: where the next seat is.
    step: i32,
    turn: i32,
    won: bool,
}

impl Simulation {
    fn new(players: usize, step: i32, seed: u64) -> Simulation {
        let mut simulation = Simulation {
            chance: Chance(seed),
            hands: vec![Vec::new(); players],
            field: Vec::new(),
            draw_pile: Vec::new(),
            discards: Vec::new(),
            step,
            turn: 0,
            won: false,
        };
        simulation.deal(0);
        simulation
    }

    fn deal(&mut self, dealer: usize) {
        loop {
            let mut cards: Pile = DECK.iter().collect();
            self.chance.shuffle(&mut cards);
            let size = if self.hands.len() < 4 { 5 } else { 4 };
            for hand in &mut self.hands {
                *hand = cards.split_off(cards.len() - size);
            }
            self.field = cards.split_off(cards.len() - 4);
            self.draw_pile = cards;
            self.discards.clear();
            self.turn = dealer as i32;
            self.won = false;
            let most = self.field.iter().map(|a| self.field.iter().filter(|b| a.month == b.month).count()).max();
            if most < Some(3) {
                return;
            }
        }
    }

    fn seat(&self, ahead: i32) -> usize {
        (self.turn + ahead * self.step).rem_euclid(self.hands.len() as i32) as usize
    }

    fn draw(&mut self) -> &'static Card {
        if self.draw_pile.is_empty() {
            self.draw_pile = std::mem::take(&mut self.discards);
            self.chance.shuffle(&mut self.draw_pile);
        }
        self.draw_pile.pop().expect("a card to draw")
    }

    /// Moves `count` cards of one month from the hand to the discards, in random order.
    fn discard(&mut self, seat: usize, month: u8, count: usize) {
        self.chance.shuffle(&mut self.hands[seat]);
        for _ in 0..count {
            let at =
                self.hands[seat].iter().position(|card| card.month.number() == month).expect("a card of the month");
            let card = self.hands[seat].remove(at);
            self.discards.push(card);
        }
    }

    fn of_month(pile: &Pile, month: u8) -> usize {
        pile.iter().filter(|card| card.month.number() == month).count()
    }

    /// Plays a turn by the rules; returns what the table would tap.
    fn play(&mut self) -> (MoveKind, Top) {
        let seat = self.seat(0);
        let mut moves = Vec::new();
        for month in 1..=12 {
            let (held, lying) = (Self::of_month(&self.hands[seat], month), Self::of_month(&self.field, month));
            if held >= 1 && lying >= 1 {
                moves.extend([(MoveKind::HandField, month); 3]);
            }
            if held == 3 && lying >= 1 {
                moves.extend([(MoveKind::FieldHiki, month); 9]);
            }
            if held >= 2 {
                moves.extend([(MoveKind::HandHand, month); 3]);
            }
            if held == 4 {
                moves.extend([(MoveKind::HandHiki, month); 9]);
            }
            if lying >= 2 {
                moves.push((MoveKind::FieldField, month));
            }
        }
        if moves.is_empty() || self.chance.one_in(6) {
            return (self.struggle(seat), Top::Other);
        }
        let (kind, month) = moves[self.chance.below(moves.len())];
        match kind {
            MoveKind::HandField | MoveKind::FieldHiki => {
                let at = self.field.iter().position(|card| card.month.number() == month).expect("a field card");
                let card = self.field.remove(at);
                self.discards.push(card);
                self.discard(seat, month, if kind == MoveKind::HandField { 1 } else { 3 });
            }
            MoveKind::HandHand => self.discard(seat, month, 2),
            MoveKind::HandHiki => self.discard(seat, month, 4),
            _ => {
                for _ in 0..2 {
                    let at = self.field.iter().position(|card| card.month.number() == month).expect("a field card");
                    let card = self.field.remove(at);
                    self.discards.push(card);
                }
                let at = self.chance.below(self.hands[seat].len());
                let card = self.hands[seat].remove(at);
                self.field.push(card);
            }
        }
        while self.field.len() < 4 {
            let card = self.draw();
            self.field.push(card);
        }
        self.won = self.hands[seat].is_empty();
        // Refilling the field can exhaust the draw pile, so that the discards are turned over: then there is no top
        // discard.
        let on_top = match self.discards.last().map(|card| card.kind) {
            _ if kind == MoveKind::FieldField => Top::Other,
            Some(Kind::Bright) => Top::Bright,
            Some(Kind::Ribbon(Ribbon::Poetry)) => Top::Poetry,
            Some(Kind::Ribbon(Ribbon::Purple)) => Top::Purple,
            _ => Top::Other,
        };
        if self.won {
            return (kind, on_top);
        }
        let next = self.seat(1);
        self.turn = next as i32;
        if matches!(on_top, Top::Bright | Top::Poetry) {
            let card = self.draw();
            self.hands[next].push(card);
        }
        if matches!(on_top, Top::Bright | Top::Purple) {
            self.turn = self.seat(1) as i32;
        }
        (kind, on_top)
    }

    fn struggle(&mut self, seat: usize) -> MoveKind {
        let card = self.draw();
        let lying = self.field.iter().position(|other| other.month == card.month);
        let kind = match lying {
            Some(at) if !self.chance.one_in(4) => {
                let matched = self.field.remove(at);
                self.discards.extend([matched, card]);
                let refill = self.draw();
                self.field.push(refill);
                MoveKind::StruggleMatch
            }
            _ => {
                self.hands[seat].push(card);
                MoveKind::StruggleKeep
            }
        };
        self.turn = self.seat(1) as i32;
        kind
    }

    fn left(&self) -> Vec<(u8, u8)> {
        let split = |hand: &Pile| {
            let brights = hand.iter().filter(|card| card.kind == Kind::Bright).count();
            (brights as u8, (hand.len() - brights) as u8)
        };
        self.hands.iter().map(split).collect()
    }

    fn agrees_with(&self, state: &State) {
        let cards: Vec<usize> = self.hands.iter().map(Vec::len).collect();
        let followed: Vec<usize> = state.hands.iter().map(|&hand| usize::from(hand)).collect();
        assert_eq!(followed, cards);
        let turn = Seat(self.turn as u8);
        if self.won {
            assert_eq!(state.phase, Phase::First { winner: Some(turn) });
            assert_eq!(state.to_play(), None);
        } else {
            assert_eq!(state.phase, Phase::Turn);
            assert_eq!(state.to_play(), Some(turn));
        }
        let all = cards.iter().sum::<usize>() + self.field.len() + self.draw_pile.len() + self.discards.len();
        assert_eq!((all, self.field.len()), (48, 4), "the simulation lost a card");
    }
}

fn table(players: usize, options: &Options) -> State {
    let people = (0..players as u8).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
    Hanafuda::start(&Seats::new(people, Seat(0), Hanafuda::SEATS).unwrap(), options).unwrap()
}

/// Pushes an event; sometimes undoes it and then redoes it or pushes it again.
fn push(ledger: &mut Ledger<Hanafuda>, event: Event, chance: &mut Chance) {
    let before = ledger.state().clone();
    let append = || Op::Append { event: event.clone() };
    ledger.push(append()).unwrap_or_else(|refused| panic!("{event:?} in {before:?}: {refused:?}"));
    if chance.one_in(8) {
        let after = ledger.state().clone();
        ledger.push(Op::Undo).unwrap();
        assert_eq!(*ledger.state(), before, "undo restores");
        ledger.push(if chance.one_in(2) { Op::Redo } else { append() }).unwrap();
        assert_eq!(*ledger.state(), after);
    }
}

#[test]
fn the_engine_agrees_with_real_cards_over_many_games() {
    let (mut rounds, mut events, mut reached) = (0, 0, [[0_u32; 4]; 4]);
    for seed in 0..5_200_u64 {
        let mut chance = Chance(seed ^ 0x5EED);
        let players = 2 + (seed % 4) as usize;
        let counter = seed / 4 % 2 == 0;
        let direction = if counter { Direction::CounterClockwise } else { Direction::Clockwise };
        let mut simulation = Simulation::new(players, if counter { -1 } else { 1 }, seed);
        let options = Options { direction, ..Options::default() };
        let mut ledger = Ledger::<Hanafuda>::new(table(players, &options));
        simulation.agrees_with(ledger.state());
        let mut points = vec![0_i32; players];
        let mut dealer = 0_i32;
        for round in 1..=2 {
            assert_eq!((ledger.state().round, ledger.state().dealer), (round, Seat(dealer as u8)));
            // Rounds are rarely longer. A longer one ends without a winner, as if the table gave up.
            for _ in 0..200 {
                let (kind, top) = simulation.play();
                push(&mut ledger, Event::Move { kind, top }, &mut chance);
                simulation.agrees_with(ledger.state());
                events += 1;
                if !simulation.won {
                    reached[players - 2][Top::ALL.iter().position(|&other| other == top).unwrap()] += 1;
                }
                if simulation.won {
                    break;
                }
            }
            if !simulation.won {
                break;
            }
            rounds += 1;
            let winner = simulation.turn as usize;
            let mut hands = simulation.left();
            let exempt = (players > 2).then(|| (winner + 1 + chance.below(players - 1)) % players);
            for (seat, &(brights, others)) in hands.iter().enumerate() {
                if seat != winner && Some(seat) != exempt {
                    let due = 5 * i32::from(brights) + i32::from(others);
                    points[seat] -= due;
                    points[winner] += due;
                }
            }
            if let Some(seat) = exempt.filter(|_| chance.one_in(2)) {
                hands[seat] = (0, 0);
            }
            let left = hands.iter().map(|&(brights, others)| Left { brights, others }).collect();
            let exempt = exempt.map(|seat| Seat(seat as u8));
            push(&mut ledger, Event::Payout { winner: Seat(winner as u8), left, exempt, recount: false }, &mut chance);
            assert_eq!(ledger.state().points, points);
            assert_eq!(points.iter().sum::<i32>(), 0);
            assert_eq!(ledger.state().phase, Phase::Between);
            if round == 1 {
                dealer = (dealer + simulation.step).rem_euclid(players as i32);
                simulation.deal(dealer as usize);
                push(&mut ledger, Event::NextRound { dealer: None }, &mut chance);
                simulation.agrees_with(ledger.state());
            }
        }
        push(&mut ledger, Event::End, &mut chance);
        settles_in_the_fewest(&points);
        let best = points.iter().max();
        let winners = (0..players).filter(|&seat| points.get(seat) == best).collect();
        assert_eq!(Hanafuda::standing(ledger.state()).outcome, Outcome::Won(winners));
        while ledger.to_undo().is_some() {
            ledger.push(Op::Undo).unwrap();
        }
        assert_eq!(*ledger.state(), table(players, &options), "undo goes back to the start");
    }
    assert!(rounds > 9_000, "only {rounds} rounds came to an end");
    assert!(events > 60_000, "only {events} turns");
    for by_top in reached {
        assert!(by_top.iter().all(|&count| count > 100), "an effect is hardly reached: {reached:?}");
    }
}

/// The fewest payments, found by trying every set of pairs that may pay: each group so connected must sum to 0.
fn fewest_by_trying(balances: &[i32]) -> usize {
    let players = balances.len();
    let pairs: Vec<(usize, usize)> = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect();
    (0_u32..1 << pairs.len())
        .filter(|set| {
            let mut group: Vec<usize> = (0..players).collect();
            for (_, &(a, b)) in pairs.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1) {
                let (from, to) = (group[a], group[b]);
                group.iter_mut().filter(|member| **member == from).for_each(|member| *member = to);
            }
            (0..players).all(|name| {
                let together: i32 = group.iter().zip(balances).filter(|(g, _)| **g == name).map(|(_, b)| b).sum();
                together == 0
            })
        })
        .map(u32::count_ones)
        .min()
        .expect("all pairs linked is even") as usize
}

fn settled(balances: &[i32]) -> usize {
    let transfers = settle(balances).unwrap();
    let mut rest = balances.to_vec();
    for transfer in &transfers {
        assert!(transfer.points > 0 && transfer.from != transfer.to, "{transfer:?}");
        rest[transfer.from.index()] += transfer.points;
        rest[transfer.to.index()] -= transfer.points;
    }
    assert!(rest.iter().all(|&balance| balance == 0), "{balances:?} leaves {rest:?}");
    transfers.len()
}

/// Checks that the settlement adds up and, for up to 4 players, that no other has fewer payments.
fn settles_in_the_fewest(balances: &[i32]) {
    let count = settled(balances);
    if balances.len() <= 4 {
        assert_eq!(count, fewest_by_trying(balances), "{balances:?}");
    }
}

#[test]
fn no_settlement_has_fewer_payments() {
    let mut chance = Chance(48);
    let mut saved = 0;
    for case in 0..1_500 {
        let players = 1 + case % 5;
        // Small numbers, so that many groups sum to 0.
        let mut balances: Vec<i32> = (1..players).map(|_| chance.below(9) as i32 - 4).collect();
        balances.push(-balances.iter().sum::<i32>());
        chance.shuffle(&mut balances);
        let count = settled(&balances);
        assert_eq!(count, fewest_by_trying(&balances), "{balances:?}");
        saved += usize::from(count + 1 < balances.iter().filter(|&&balance| balance != 0).count());
    }
    assert!(saved > 100, "only {saved} cases had more than one group");
}

fn seat() -> impl Strategy<Value = Seat> {
    (0_u8..6).prop_map(Seat)
}

fn event() -> impl Strategy<Value = Event> {
    let hands = prop::collection::vec((0_u8..3, 0_u8..8), 2..=5);
    prop_oneof![
        12 => (0_usize..7, 0_usize..4).prop_map(|(kind, top)| Event::Move { kind: MoveKind::ALL[kind], top: Top::ALL[top] }),
        3 => (seat(), 0_u8..30).prop_map(|(seat, cards)| Event::Hand { seat, cards }),
        1 => seat().prop_map(|seat| Event::Hand { seat, cards: 0 }),
        1 => seat().prop_map(|seat| Event::ToPlay { seat }),
        6 => (seat(), hands, prop::option::of(seat())).prop_map(|(winner, hands, exempt)| {
            let left = hands.into_iter().map(|(brights, others)| Left { brights, others }).collect();
            Event::Payout { winner, left, exempt, recount: false }
        }),
        4 => (seat(), seat()).prop_map(|(winner, seat)| Event::Forfeit { winner, seat, text: None }),
        3 => prop::option::of(seat()).prop_map(|dealer| Event::NextRound { dealer }),
        1 => Just(Event::End),
    ]
}

/// Turns a random event into one that people could really enter, so that rounds come to an end.
fn fitting(event: Event, state: &State, players: usize) -> Event {
    match (event, state.phase) {
        (Event::Payout { exempt, .. }, Phase::First { winner: Some(winner) }) => {
            let left = state.hands.iter().map(|&others| Left { brights: 0, others }).collect();
            Event::Payout { winner, left, exempt: exempt.filter(|_| players > 2), recount: false }
        }
        (Event::Forfeit { seat, text, .. }, Phase::First { winner: Some(winner) }) => {
            Event::Forfeit { winner, seat, text }
        }
        (event, _) => event,
    }
}

proptest! {
    #[test]
    fn whatever_is_tapped_points_sum_to_zero_and_hands_stay_possible(
        players in 2_usize..=5,
        track_turns in prop::bool::weighted(0.7),
        ending in prop_oneof![Just(RoundEnd::Payout), Just(RoundEnd::Forfeit), Just(RoundEnd::Both)],
        events in prop::collection::vec((event(), prop::bool::weighted(0.8)), 0..80),
    ) {
        let options = Options { track_turns, ending, ..Options::default() };
        let mut ledger = Ledger::<Hanafuda>::new(table(players, &options));
        for (event, fit) in events {
            let event = if fit { fitting(event, ledger.state(), players) } else { event };
            let before = ledger.state().clone();
            if ledger.push(Op::Append { event }).is_err() {
                prop_assert_eq!(ledger.state(), &before);
                continue;
            }
            let state = ledger.state();
            prop_assert_eq!(state.points.iter().sum::<i32>(), 0);
            prop_assert!(state.hands.iter().map(|&hand| u32::from(hand)).sum::<u32>() <= 44);
            let empty: Vec<Seat> = Seat::all(players).filter(|seat| state.hands[seat.index()] == 0).collect();
            match state.phase {
                Phase::Turn => prop_assert!(track_turns && empty.is_empty()),
                Phase::First { winner } if track_turns => prop_assert_eq!(empty, winner.into_iter().collect::<Vec<_>>()),
                _ => {}
            }
            settled(&state.points);
            let finished: u32 = state.wins.iter().sum();
            prop_assert!(finished == state.round || finished + 1 == state.round);
            if state.phase == Phase::Between {
                prop_assert_eq!(finished, state.round);
            }
        }
    }
}
