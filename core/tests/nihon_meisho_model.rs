//! The Nihon Meisho tracker against a simulation of the table: real cards in real hands, a real pile and a real deck,
//! played at random. After every event both must agree, each refuses what the other refuses, and every undo restores.
//!
//! The simulation shares only the types of events and options with the app. It counts runs by looking down the pile,
//! stacks by counting the +2 cards on it, hands by their cards, and missed calls by counting turns.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::{Ledger, Op, Refused};
use takujo_core::domain::seating::Seating;
use takujo_core::domain::seats::{Direction, Player, Seat, Seats};
use takujo_core::games::nihon_meisho::game::{Call, Event, Mode, NihonMeisho, Options, Pile, TwoPlayerReverse};
use takujo_core::games::nihon_meisho::pile::{Area, Card, Category};

/// How many games are played.
const GAMES: u32 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Sight(Card),
    Reverse,
    PlusTwo,
}

/// The last action, as far as it matters for whether a +2 can just have been turned up.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    MaybeCleared,
    Stayed,
}

/// The table, with everything face up.
struct Plain {
    full: bool,
    /// The numbers of those who sit there.
    who: Vec<u8>,
    same_plays: bool,
    call_first: bool,
    plus_two_lies: bool,
    hands: Vec<Vec<Piece>>,
    deck: Vec<Piece>,
    aside: Vec<Piece>,
    /// The last is the top.
    pile: Vec<Piece>,
    turn: i32,
    /// Whether whoever has the turn also had the one before, and played a Reverse.
    again: bool,
    step: i32,
    /// The pile is gone, and no card has been turned up yet.
    bare: bool,
    last: Last,
    /// For each player with one card: how many turns others had finished when it came to that.
    one_since: Vec<Option<u32>>,
    called: Vec<bool>,
    turns_of_others: Vec<u32>,
}

impl Plain {
    fn me(&self) -> usize {
        self.turn as usize
    }

    fn held(&self) -> usize {
        self.hands[self.me()].len()
    }

    fn winner(&self) -> Option<usize> {
        self.hands.iter().position(Vec::is_empty)
    }

    fn stack(&self) -> usize {
        2 * self.pile.iter().rev().take_while(|piece| **piece == Piece::PlusTwo).count()
    }

    fn missed(&self, player: usize) -> bool {
        !self.called[player] && self.one_since[player].is_some_and(|then| self.turns_of_others[player] > then)
    }

    fn due(&self, player: usize) -> bool {
        self.hands[player].len() == 1 && !self.called[player] && !self.missed(player)
    }

    /// Whether the last card may not be played yet: the same player plays again and has not called.
    fn owes_call(&self) -> bool {
        self.call_first && self.again && self.due(self.me())
    }

    /// Whether the penalty is offered. An old log may also hold one in the place of a pass; that is allowed, not
    /// offered.
    fn offers_penalty(&self) -> bool {
        !(self.full && self.bare) && (self.missed(self.me()) || self.stack() == 0 && self.owes_call())
    }

    fn sights(&self) -> Vec<Card> {
        let down = self.pile.iter().rev();
        down.map_while(|piece| if let Piece::Sight(card) = piece { Some(*card) } else { None }).collect()
    }

    fn category_run(&self) -> usize {
        let sights = self.sights();
        sights.iter().take_while(|card| card.category == sights[0].category).count()
    }

    fn area_run(&self) -> usize {
        let sights = self.sights();
        sights.iter().take_while(|card| card.area == sights[0].area).count()
    }

    fn fits(&self, card: Card) -> bool {
        let top = self.sights()[0];
        card.category == top.category || card.area == top.area
    }

    fn completes_alone(&self, card: Card) -> bool {
        let top = self.sights()[0];
        card.category == top.category && self.category_run() == 3 || card.area == top.area && self.area_run() == 2
    }

    /// Both share the top card's area with a run of one, or its category with a run of two, unless one card is enough.
    fn pair_fits(&self, first: Card, second: Card) -> bool {
        let top = self.sights()[0];
        let area = top.area == first.area && top.area == second.area && self.area_run() == 1;
        let category = top.category == first.category && top.category == second.category && self.category_run() == 2;
        (area || category) && !self.completes_alone(first)
    }

    /// Whether the table may do this, as far as the app can know.
    fn allows(&self, event: &Event) -> bool {
        if let Event::Hand { seat, cards } = event {
            let Some(hand) = self.hands.get(seat.index()) else { return false };
            return hand.len() != usize::from(*cards) && *cards <= 200 && (*cards > 0 || self.winner().is_none());
        }
        if self.winner().is_some() {
            return false;
        }
        let bare = self.full && self.bare;
        let stack = self.stack();
        let penalty = self.missed(self.me());
        let acts = !bare && !penalty;
        match event {
            Event::Hand { .. } => unreachable!("seen above"),
            Event::Reshuffled => true,
            Event::People(Seating { joins, seats, .. }) => {
                let mut stay = self.who.clone();
                stay.retain(|number| seats.contains(number));
                joins.is_empty() && stay == *seats && (2..self.who.len()).contains(&stay.len())
            }
            Event::Call { seat } => seat.index() < self.hands.len() && self.due(seat.index()),
            Event::SaidInTime { seat } => seat.index() < self.hands.len() && self.missed(seat.index()),
            Event::Turned(_) => bare,
            Event::TurnedPlusTwo => {
                self.plus_two_lies && if self.full { bare } else { stack == 0 && self.last == Last::MaybeCleared }
            }
            Event::PenaltyTake => {
                let once = self.call_first && self.same_plays && self.hands.len() == 2 && self.due(self.me());
                self.offers_penalty() || acts && stack == 0 && once
            }
            Event::Take => acts && stack > 0,
            Event::Pass => acts && stack == 0,
            Event::PlusTwo => acts && self.held() > 1,
            Event::Reverse => acts && stack == 0 && self.held() > 1,
            Event::Play1(None) => acts && stack == 0 && !self.full && !self.owes_call(),
            Event::Play1(Some(card)) => acts && stack == 0 && self.full && self.fits(*card) && !self.owes_call(),
            Event::Play2(None) => acts && stack == 0 && !self.full && self.held() > 2,
            Event::Play2(Some([first, second])) => {
                acts && stack == 0 && self.full && self.held() > 2 && self.pair_fits(*first, *second)
            }
        }
    }

    fn clear(&mut self) {
        self.aside.append(&mut self.pile);
        self.bare = true;
        self.last = Last::MaybeCleared;
    }

    fn lay(&mut self, piece: Piece) {
        let me = self.me();
        let at = self.hands[me].iter().position(|held| *held == piece).expect("a card in hand");
        let piece = self.hands[me].swap_remove(at);
        self.pile.push(piece);
        self.recount(me);
    }

    fn draw(&mut self, cards: usize) {
        let me = self.me();
        for _ in 0..cards {
            let piece = self.deck.pop().expect("a deck that lasts");
            self.hands[me].push(piece);
        }
        self.recount(me);
    }

    /// A hand came down to one card, or left it.
    fn recount(&mut self, player: usize) {
        self.called[player] = false;
        self.one_since[player] = (self.hands[player].len() == 1).then_some(self.turns_of_others[player]);
    }

    fn end_turn(&mut self, skip_moving: bool) {
        let me = self.me();
        for (player, turns) in self.turns_of_others.iter_mut().enumerate() {
            if player != me {
                *turns += 1;
            }
        }
        self.again = skip_moving;
        if !skip_moving {
            self.turn = (self.turn + self.step).rem_euclid(self.hands.len() as i32);
        }
    }

    /// Somebody leaves: the hand goes under the deck, and the others close up.
    fn leave(&mut self, at: usize) {
        self.who.remove(at);
        let hand = self.hands.remove(at);
        self.deck.splice(0..0, hand);
        self.one_since.remove(at);
        self.called.remove(at);
        self.turns_of_others.remove(at);
        let (at, left) = (at as i32, self.hands.len() as i32);
        if at < self.turn || at == self.turn && self.step < 0 {
            self.turn -= 1;
        }
        self.turn = self.turn.rem_euclid(left);
    }

    /// Does it; `laid` are the cards from the hand, if the event plays any.
    fn act(&mut self, event: &Event, laid: &[Card]) {
        match event {
            Event::Reshuffled => self.deck.append(&mut self.aside),
            Event::People(Seating { seats, .. }) => {
                for at in (0..self.who.len()).rev().filter(|at| !seats.contains(&self.who[*at])).collect::<Vec<_>>() {
                    self.leave(at);
                }
            }
            Event::Call { seat } | Event::SaidInTime { seat } => self.called[seat.index()] = true,
            Event::Turned(_) | Event::TurnedPlusTwo => {
                let piece = self.deck.pop().expect("a card to turn up");
                self.pile.push(piece);
                self.bare = false;
            }
            Event::Hand { seat, cards } => {
                let hand = &mut self.hands[seat.index()];
                while hand.len() > usize::from(*cards) {
                    self.deck.extend(hand.pop());
                }
                while hand.len() < usize::from(*cards) {
                    hand.push(self.deck.pop().expect("a deck that lasts"));
                }
                self.recount(seat.index());
            }
            Event::Play1(_) | Event::Play2(_) => {
                for card in laid {
                    self.lay(Piece::Sight(*card));
                }
                self.last = Last::MaybeCleared;
                if self.category_run() == 4 || self.area_run() == 3 {
                    self.clear();
                }
                self.end_turn(false);
            }
            Event::PlusTwo => {
                self.lay(Piece::PlusTwo);
                self.end_turn(false);
            }
            Event::Reverse => {
                self.lay(Piece::Reverse);
                self.clear();
                self.step = -self.step;
                self.end_turn(self.same_plays && self.hands.len() == 2);
            }
            Event::Take => {
                self.draw(self.stack());
                self.clear();
                self.end_turn(false);
            }
            Event::Pass => {
                self.draw(1);
                self.last = Last::Stayed;
                self.end_turn(false);
            }
            Event::PenaltyTake => {
                let stack = self.stack();
                self.draw(1 + stack);
                self.last = Last::Stayed;
                if stack > 0 {
                    self.clear();
                }
                self.end_turn(false);
            }
        }
    }

    /// What the player can do with the cards in hand, and the cards for it. Taking and passing come last.
    fn plays(&self) -> Vec<(Event, Vec<Card>)> {
        let mut plays = Vec::new();
        if self.missed(self.me()) {
            return vec![(Event::PenaltyTake, vec![])];
        }
        let hand = &self.hands[self.me()];
        let stack = self.stack();
        if stack == 0 && self.owes_call() {
            return vec![(Event::PenaltyTake, vec![]), (Event::Pass, vec![])];
        }
        if hand.len() > 1 && hand.contains(&Piece::PlusTwo) {
            plays.push((Event::PlusTwo, vec![]));
        }
        if stack > 0 {
            plays.push((Event::Take, vec![]));
            return plays;
        }
        if hand.len() > 1 && hand.contains(&Piece::Reverse) {
            plays.push((Event::Reverse, vec![]));
        }
        for (at, piece) in hand.iter().enumerate() {
            let Piece::Sight(first) = *piece else { continue };
            if self.fits(first) {
                plays.push((Event::Play1(self.full.then_some(first)), vec![first]));
            }
            for (other, piece) in hand.iter().enumerate() {
                let Piece::Sight(second) = *piece else { continue };
                if at != other && hand.len() > 2 && self.pair_fits(first, second) {
                    plays.push((Event::Play2(self.full.then_some([first, second])), vec![first, second]));
                }
            }
        }
        plays.push((Event::Pass, vec![]));
        plays
    }
}

/// How often each thing happened, to show that the games differ.
#[derive(Default, Debug)]
struct Seen {
    events: u32,
    refused: u32,
    wins: u32,
    wins_taken_back: u32,
    pairs: u32,
    sets: u32,
    reverses_between_two: u32,
    penalties: u32,
    penalties_under_a_stack: u32,
    second_plays_without_a_call: u32,
    wins_on_a_second_play: u32,
    stacks_of_six: u32,
    plus_twos_turned_up: u32,
    calls: u32,
    said_in_time: u32,
    corrections: u32,
    shuffles: u32,
    left_on_their_turn: u32,
    left_under_a_stack: u32,
}

#[derive(Debug, Clone)]
struct Setup {
    players: usize,
    starter: usize,
    options: Options,
    shuffle: u64,
    choices: Vec<u64>,
}

fn setup() -> impl Strategy<Value = Setup> {
    let table = (2_usize..=10, 0_usize..10, 2_u8..=7, 0_u8..32, any::<u64>());
    (table, prop::collection::vec(any::<u64>(), 20..150)).prop_map(
        |((players, starter, hand, switches, shuffle), choices)| Setup {
            // Two players have special rules, so they come more often.
            players: if shuffle.is_multiple_of(4) { 2 } else { players },
            starter,
            options: Options {
                mode: if switches & 1 == 0 { Mode::Full } else { Mode::Quick },
                hand,
                two_player_reverse: if switches & 2 == 0 {
                    TwoPlayerReverse::OtherPlays
                } else {
                    TwoPlayerReverse::SamePlays
                },
                turned_plus_two_again: switches & 4 == 0,
                deck: (switches & 8 == 0).then_some(DECK),
                call_first: switches & 16 == 0,
                ..Options::default()
            },
            shuffle,
            choices,
        },
    )
}

/// Four of each card, 10 Reverse and 14 +2.
const DECK: u16 = 4 * 24 + 24;

fn shuffled(mut seed: u64) -> Vec<Piece> {
    let mut deck = Vec::new();
    for category in Category::ALL {
        for area in Area::ALL {
            deck.extend([Piece::Sight(Card { category, area }); 4]);
        }
    }
    deck.extend([Piece::Reverse; 10]);
    deck.extend([Piece::PlusTwo; 14]);
    for last in (1..deck.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        deck.swap(last, (seed >> 33) as usize % (last + 1));
    }
    deck
}

fn any_card(value: usize) -> Card {
    Card { category: Category::ALL[value % 4], area: Area::ALL[value / 4 % 6] }
}

fn any_event(kind: usize, value: usize) -> Event {
    let seat = Seat((value % 11) as u8);
    match kind % 16 {
        0 => Event::Turned(any_card(value)),
        1 => Event::TurnedPlusTwo,
        2 => Event::Play1(None),
        3 | 4 => Event::Play1(Some(any_card(value))),
        5 => Event::Play2(None),
        6..=8 => Event::Play2(Some([any_card(value), any_card(value / 24)])),
        9 => Event::PlusTwo,
        10 => Event::Take,
        11 => Event::Pass,
        12 => Event::Reverse,
        13 => Event::PenaltyTake,
        14 if value.is_multiple_of(2) => {
            let seats = (0..10).filter(|at| (value >> at) & 3 > 0).collect();
            Event::People(Seating { joins: vec![], seats, ..Seating::default() })
        }
        14 => Event::Call { seat },
        _ if value.is_multiple_of(3) => Event::SaidInTime { seat },
        _ => Event::Hand { seat, cards: (value / 11 % 220) as u16 },
    }
}

struct Pair {
    plain: Plain,
    ledger: Ledger<NihonMeisho>,
    /// Cards skipped while turning up, or turned up without the app being told, since the last shuffle; `None` once
    /// hands were corrected.
    untold: Option<usize>,
    counted: bool,
}

impl Pair {
    fn new(setup: &Setup) -> Pair {
        let players = (0..setup.players).map(|at| Player { name: format!("p{at}"), mark: at as u8 }).collect();
        let starter = setup.starter % setup.players;
        let seats = Seats::new(players, Seat(starter as u8), NihonMeisho::SEATS).expect("seats");
        let start = NihonMeisho::start(&seats, &setup.options).expect("a table");
        let mut deck = shuffled(setup.shuffle);
        let hands = (0..setup.players).map(|_| deck.split_off(deck.len() - usize::from(setup.options.hand))).collect();
        let plain = Plain {
            full: setup.options.mode == Mode::Full,
            who: (0..setup.players as u8).collect(),
            same_plays: setup.options.two_player_reverse == TwoPlayerReverse::SamePlays,
            call_first: setup.options.call_first,
            plus_two_lies: !setup.options.turned_plus_two_again,
            hands,
            deck,
            aside: Vec::new(),
            pile: Vec::new(),
            turn: starter as i32,
            again: false,
            step: 1,
            bare: true,
            last: Last::MaybeCleared,
            one_since: vec![None; setup.players],
            called: vec![false; setup.players],
            turns_of_others: vec![0; setup.players],
        };
        Pair { plain, ledger: Ledger::new(start), untold: Some(0), counted: setup.options.deck.is_some() }
    }

    /// Both do it and must agree; sometimes followed by undo and redo.
    fn both(&mut self, event: Event, laid: &[Card], seen: &mut Seen) -> Result<(), TestCaseError> {
        prop_assert!(self.plain.allows(&event), "the simulation refuses its own {event:?}");
        seen.events += 1;
        let before = self.ledger.state().clone();
        let pushed = self.ledger.push(Op::Append { event: event.clone() });
        prop_assert_eq!(&pushed, &Ok(()), "{:?} is refused", event);
        self.plain.act(&event, laid);
        // Undo is tested with the ledger; one in four is enough to see that it works with this game's states.
        if seen.events.is_multiple_of(4) {
            let after = self.ledger.state().clone();
            self.ledger.push(Op::Undo).map_err(|refused| TestCaseError::fail(format!("{refused:?}")))?;
            prop_assert_eq!(self.ledger.state(), &before, "undo of {:?}", event);
            self.ledger.push(Op::Redo).map_err(|refused| TestCaseError::fail(format!("{refused:?}")))?;
            prop_assert_eq!(self.ledger.state(), &after, "redo of {:?}", event);
        }
        match event {
            Event::Hand { .. } => self.untold = None,
            Event::Reshuffled => self.untold = self.untold.map(|_| 0),
            _ => {}
        }
        self.agree(&event)
    }

    fn agree(&self, event: &Event) -> Result<(), TestCaseError> {
        let (plain, state) = (&self.plain, self.ledger.state());
        let clockwise = plain.step == 1;
        prop_assert_eq!(state.direction() == Direction::Clockwise, clockwise, "direction after {:?}", event);
        prop_assert_eq!(state.current().index(), plain.me(), "seat after {:?}", event);
        prop_assert_eq!(usize::from(state.stack()), plain.stack(), "stack after {:?}", event);
        let runs = state.runs().map(|runs| (runs.top(), usize::from(runs.category()), usize::from(runs.area())));
        let sights = plain.sights();
        let there = plain.full && !sights.is_empty();
        let plain_runs = there.then(|| (sights[0], plain.category_run(), plain.area_run()));
        prop_assert_eq!(runs, plain_runs, "runs after {:?}", event);
        if plain.full {
            prop_assert_eq!(matches!(state.pile(), Pile::TurnUp(_)), plain.bare, "turn up after {:?}", event);
        }
        for (at, hand) in plain.hands.iter().enumerate() {
            let seat = Seat(at as u8);
            prop_assert_eq!(usize::from(state.cards(seat)), hand.len(), "hand {} after {:?}", at, event);
            let call = match hand.len() {
                1 if plain.called[at] => Call::Said,
                1 if plain.missed(at) => Call::Missed,
                1 => Call::Due,
                _ => Call::NotYet,
            };
            prop_assert_eq!(state.call(seat), call, "call {} after {:?}", at, event);
        }
        prop_assert_eq!(state.winner().map(Seat::index), plain.winner(), "winner after {:?}", event);
        let outcome = plain.winner().map_or(Outcome::Playing, |winner| Outcome::Won(vec![winner]));
        prop_assert_eq!(NihonMeisho::standing(state).outcome, outcome);
        prop_assert_eq!(state.deck_left().is_some(), self.counted);
        if let (Some(left), Some(_)) = (state.deck_left(), self.untold)
            && (plain.full || !plain.bare)
        {
            prop_assert!(usize::from(left) >= plain.deck.len(), "{} left after {:?}", left, event);
        }
        Ok(())
    }

    /// The deck before its first shuffle is known, except for cards skipped while turning up: in full mode, with no
    /// hand corrected.
    fn deck_agrees(&self, shuffled: bool) -> Result<(), TestCaseError> {
        if let (Some(left), Some(untold), true, false) =
            (self.ledger.state().deck_left(), self.untold, self.plain.full, shuffled)
        {
            prop_assert_eq!(usize::from(left), self.plain.deck.len() + untold);
        }
        Ok(())
    }

    /// A random event is refused by both or neither; sometimes the same is checked for each button.
    fn probe(&mut self, event: &Event, seen: &mut Seen) -> Result<(), TestCaseError> {
        let state = self.ledger.state();
        let allowed = self.plain.allows(event);
        prop_assert_eq!(NihonMeisho::apply(state, event).is_ok(), allowed, "{:?} in {:?}", event, state);
        if !allowed {
            seen.refused += 1;
            let before = state.clone();
            let refused = self.ledger.push(Op::Append { event: event.clone() });
            prop_assert!(matches!(refused, Err(Refused::Rule(_))));
            prop_assert_eq!(self.ledger.state(), &before);
        }
        // Buttons repeat what the events say, so checking every other state is enough.
        if seen.events.is_multiple_of(2) {
            return Ok(());
        }
        let state = self.ledger.state();
        let legal = state.legal();
        let buttons = [
            (Event::PlusTwo, legal.plus_two),
            (Event::Take, legal.take),
            (Event::Pass, legal.pass),
            (Event::Reverse, legal.reverse),
            (Event::Turned(any_card(0)), legal.turned),
            (Event::TurnedPlusTwo, legal.turned_plus_two),
            (Event::Reshuffled, legal.reshuffled),
        ];
        for (event, verdict) in buttons {
            prop_assert_eq!(verdict.is_ok(), self.plain.allows(&event), "button {:?} in {:?}", event, state);
        }
        let offered = self.plain.winner().is_none() && self.plain.offers_penalty();
        prop_assert_eq!(legal.penalty_take.is_ok(), offered, "penalty in {:?}", state);
        for (at, verdict) in legal.call.iter().enumerate() {
            prop_assert_eq!(verdict.is_ok(), self.plain.allows(&Event::Call { seat: Seat(at as u8) }));
        }
        Ok(())
    }

    /// Turns the new card up; `None` if only cards to be skipped are left.
    fn turn_up(&mut self, seen: &mut Seen) -> Result<Option<()>, TestCaseError> {
        let stays = |piece: &Piece, lies: bool| match piece {
            Piece::Sight(_) => true,
            Piece::PlusTwo => lies,
            Piece::Reverse => false,
        };
        loop {
            let lies = self.plain.plus_two_lies;
            if !self.plain.deck.iter().chain(&self.plain.aside).any(|piece| stays(piece, lies)) {
                return Ok(None);
            }
            match self.plain.deck.last().copied() {
                None => {
                    seen.shuffles += 1;
                    self.both(Event::Reshuffled, &[], seen)?;
                }
                Some(piece) if !stays(&piece, lies) => {
                    self.plain.deck.pop();
                    self.plain.aside.push(piece);
                    self.untold = self.untold.map(|untold| untold + 1);
                }
                Some(Piece::PlusTwo) => {
                    seen.plus_twos_turned_up += 1;
                    self.both(Event::TurnedPlusTwo, &[], seen)?;
                    return Ok(Some(()));
                }
                Some(Piece::Sight(card)) if self.plain.full => {
                    self.both(Event::Turned(card), &[], seen)?;
                    return Ok(Some(()));
                }
                Some(_) => {
                    // In quick mode the app is not told.
                    self.plain.act(&Event::Turned(any_card(0)), &[]);
                    return Ok(Some(()));
                }
            }
        }
    }
}

/// One game, until it is won or the choices or cards run out.
fn play(setup: &Setup, seen: &mut Seen) -> Result<(), TestCaseError> {
    let mut pair = Pair::new(setup);
    let mut shuffled = false;
    // Who finished the last turn.
    let mut last = None;
    for choice in &setup.choices {
        let (kind, value) = ((choice >> 40) as usize, (choice & 0xff_ffff) as usize);
        pair.probe(&any_event(kind, value), seen)?;
        if let Some(winner) = pair.plain.winner() {
            seen.wins += 1;
            if value % 3 > 0 {
                return Ok(());
            }
            seen.wins_taken_back += 1;
            let cards = (value / 3 % 3 + 1) as u16;
            if pair.plain.deck.len() < usize::from(cards) {
                return Ok(());
            }
            pair.both(Event::Hand { seat: Seat(winner as u8), cards }, &[], seen)?;
            continue;
        }
        // In full mode the table may turn the card up late and enter other things first.
        let slow = value.is_multiple_of(5);
        if pair.plain.bare && !(slow && pair.plain.full) {
            let before = seen.shuffles;
            if pair.turn_up(seen)?.is_none() {
                return Ok(());
            }
            shuffled |= seen.shuffles > before;
        }
        pair.deck_agrees(shuffled)?;
        if pair.plain.deck.len() < pair.plain.stack() + 12 {
            shuffled = true;
            seen.shuffles += 1;
            pair.both(Event::Reshuffled, &[], seen)?;
            if pair.plain.deck.len() < pair.plain.stack() + 12 {
                return Ok(());
            }
        }
        for at in 0..pair.plain.hands.len() {
            let seat = Seat(at as u8);
            if pair.plain.due(at) && kind % 3 > 0 {
                seen.calls += 1;
                pair.both(Event::Call { seat }, &[], seen)?;
            } else if pair.plain.missed(at) && kind.is_multiple_of(11) {
                seen.said_in_time += 1;
                pair.both(Event::SaidInTime { seat }, &[], seen)?;
            }
        }
        if kind.is_multiple_of(41) && pair.plain.who.len() > 2 {
            let mut seats = pair.plain.who.clone();
            let gone = value % seats.len();
            seen.left_on_their_turn += u32::from(gone == pair.plain.me());
            seen.left_under_a_stack += u32::from(pair.plain.stack() > 0);
            seats.remove(gone);
            last = None;
            pair.both(Event::People(Seating { joins: vec![], seats, ..Seating::default() }), &[], seen)?;
            continue;
        }
        let corrected =
            Event::Hand { seat: Seat((value / 7 % pair.plain.hands.len()) as u8), cards: (value / 97 % 10) as u16 };
        if kind.is_multiple_of(37) && pair.plain.allows(&corrected) {
            seen.corrections += 1;
            pair.both(corrected, &[], seen)?;
            continue;
        }
        if pair.plain.bare {
            continue;
        }
        let mut plays = pair.plain.plays();
        if plays.len() > 1 && value % 8 > 0 {
            plays.pop();
        }
        let (event, laid) = plays.swap_remove(kind / 37 % plays.len());
        let count = |counter: &mut u32, happened: bool| *counter += u32::from(happened);
        let under = pair.plain.stack();
        count(&mut seen.pairs, laid.len() == 2);
        count(&mut seen.penalties, event == Event::PenaltyTake);
        count(&mut seen.penalties_under_a_stack, event == Event::PenaltyTake && under > 0);
        count(&mut seen.second_plays_without_a_call, event == Event::PenaltyTake && pair.plain.owes_call());
        count(&mut seen.reverses_between_two, event == Event::Reverse && setup.players == 2);
        count(&mut seen.stacks_of_six, event == Event::PlusTwo && under >= 4);
        let played = !laid.is_empty();
        let again = last.replace(pair.plain.me()) == Some(pair.plain.me());
        pair.both(event, &laid, seen)?;
        count(&mut seen.wins_on_a_second_play, again && pair.plain.winner().is_some());
        count(&mut seen.sets, played && pair.plain.bare);
    }
    Ok(())
}

#[test]
fn the_tracker_agrees_with_the_table_after_every_event() {
    let seen = RefCell::new(Seen::default());
    let mut runner = TestRunner::new(ProptestConfig { cases: GAMES, failure_persistence: None, ..Default::default() });
    let ran = runner.run(&setup(), |setup| play(&setup, &mut seen.borrow_mut()));
    match ran {
        Ok(()) => {}
        Err(TestError::Fail(reason, setup)) => panic!("{reason}\n{setup:?}"),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
    let seen = seen.into_inner();
    println!("{seen:?}");
    // Not a rule: the agreement only means something if every kind of thing happened.
    let Seen { wins, wins_taken_back, pairs, sets, penalties, penalties_under_a_stack, stacks_of_six, .. } = seen;
    for count in [wins, wins_taken_back, pairs, sets, penalties, penalties_under_a_stack, stacks_of_six] {
        assert!(count > 100, "{seen:?}");
    }
    let Seen { reverses_between_two, plus_twos_turned_up, calls, said_in_time, corrections, shuffles, .. } = seen;
    for count in [reverses_between_two, plus_twos_turned_up, calls, said_in_time, corrections, shuffles] {
        assert!(count > 100, "{seen:?}");
    }
    let Seen { second_plays_without_a_call, wins_on_a_second_play, left_on_their_turn, left_under_a_stack, .. } = seen;
    for count in [wins_on_a_second_play, left_on_their_turn, left_under_a_stack] {
        assert!(count > 100, "{seen:?}");
    }
    // About 115 in all.
    assert!(second_plays_without_a_call > 40, "{seen:?}");
    assert!(seen.events > 200_000 && seen.refused > 200_000, "{seen:?}");
}
