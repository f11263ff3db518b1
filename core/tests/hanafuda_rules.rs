//! The rules of the "Untitled" hanafuda game as tables. Each row names its section of the text (003); `ruling` marks
//! what the text leaves open.

use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::seats::{Direction, Player, Seat, Seats};
use takujo_core::games::hanafuda::deck::{CardEffect, Deal, Top};
use takujo_core::games::hanafuda::game::{Applied, Error, Event, Hanafuda, MoveKind, Options, Phase, RoundEnd, State};
use takujo_core::games::hanafuda::payout::{Left, PayoutError, Unit};

use Direction::{Clockwise, CounterClockwise};
use MoveKind::{FieldField, FieldHiki, HandField, HandHand, HandHiki, StruggleKeep, StruggleMatch};

fn table(players: u8, starter: u8, options: &Options) -> State {
    let people = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
    let seats = Seats::new(people, Seat(starter), Hanafuda::SEATS).unwrap();
    Hanafuda::start(&seats, options).unwrap()
}

fn going(direction: Direction) -> Options {
    Options { direction, ..Options::default() }
}

fn after(state: &State, events: &[Event]) -> State {
    events.iter().fold(state.clone(), |state, event| {
        Hanafuda::apply(&state, event).unwrap_or_else(|error| panic!("{event:?} in {state:?}: {error:?}"))
    })
}

fn refused(state: &State, event: &Event) -> Error {
    Hanafuda::apply(state, event).unwrap_err()
}

fn played(kind: MoveKind, top: Top) -> Event {
    Event::Move { kind, top }
}

fn hand(seat: u8, cards: u8) -> Event {
    Event::Hand { seat: Seat(seat), cards }
}

fn left(hands: &[(u8, u8)]) -> Vec<Left> {
    hands.iter().map(|&(brights, others)| Left { brights, others }).collect()
}

fn pay(winner: u8, hands: &[(u8, u8)], exempt: Option<u8>) -> Event {
    Event::Payout { winner: Seat(winner), left: left(hands), exempt: exempt.map(Seat), recount: false }
}

fn forfeit(winner: u8, seat: u8) -> Event {
    Event::Forfeit { winner: Seat(winner), seat: Seat(seat), text: None }
}

/// Seat 0 is first at once; the others have their dealt hands.
fn first(players: u8, options: &Options) -> State {
    after(&table(players, 0, options), &[hand(0, 0)])
}

#[test]
fn setup_deals_five_or_four_and_the_dealer_plays_first() {
    // SETUP: the hands; the draw pile is the rest of 48 minus 4 on the field. GAMEPLAY: the dealer plays first.
    for (players, cards, pile) in [(2, 5, 34), (3, 5, 29), (4, 4, 28), (5, 4, 24)] {
        for starter in 0..players {
            let state = table(players, starter, &Options::default());
            assert_eq!(state.hands, vec![cards; usize::from(players)]);
            assert_eq!(state.dealer, Seat(starter));
            assert_eq!(state.to_play(), Some(Seat(starter)));
            assert_eq!(Deal::of(usize::from(players)).unwrap().draw_pile, pile);
        }
    }
}

#[test]
fn each_move_changes_the_hand_by_its_cards() {
    // (section, move, change of the hand, whether the top discard has an effect)
    let moves = [
        ("GAMEPLAY 1", HandField, -1, true),
        ("GAMEPLAY 2", FieldHiki, -3, true),
        ("GAMEPLAY 3", HandHand, -2, true),
        ("GAMEPLAY 4", HandHiki, -4, true),
        ("GAMEPLAY 5", FieldField, -1, false),
        ("GAMEPLAY 6A", StruggleMatch, 0, false),
        ("GAMEPLAY 6B", StruggleKeep, 1, false),
    ];
    assert_eq!(moves.map(|(_, kind, ..)| kind), MoveKind::ALL);
    for players in 2..=5 {
        for (section, kind, change, acts) in moves {
            let start = after(&table(players, 0, &Options::default()), &[hand(0, 7)]);
            let state = after(&start, &[played(kind, Top::Other)]);
            assert_eq!(i32::from(state.hands[0]), 7 + change, "{section}");
            assert_eq!(state.hands[1..], start.hands[1..], "{section}");
            assert_eq!(state.to_play(), Some(Seat(players - 1)), "{section}");
            assert_eq!(kind.has_effect(), acts, "{section}");
            for top in [Top::Bright, Top::Poetry, Top::Purple] {
                let event = played(kind, top);
                if acts {
                    assert!(after(&start, &[event]).last.unwrap().effect.is_some(), "{section}");
                } else {
                    assert_eq!(refused(&start, &event), Error::NoEffect(kind), "{section}");
                }
            }
        }
    }
}

#[test]
fn a_move_takes_no_more_cards_than_the_hand_has() {
    // GAMEPLAY 1 to 5: the cards each move takes from one's own hand.
    for (kind, needs) in [(HandField, 1), (FieldHiki, 3), (HandHand, 2), (HandHiki, 4), (FieldField, 1)] {
        for has in 1..=5 {
            let state = after(&table(3, 1, &Options::default()), &[hand(1, has)]);
            assert_eq!(state.allows(kind), has >= needs);
            if has < needs {
                let too_small = Error::HandTooSmall { seat: Seat(1), has, needs };
                assert_eq!(refused(&state, &played(kind, Top::Other)), too_small);
            } else {
                assert_eq!(after(&state, &[played(kind, Top::Other)]).hands[1], has - needs);
            }
        }
    }
}

/// (section, top, effect, cards the next player draws, whether the next player misses a turn)
const EFFECTS: [(&str, Top, Option<CardEffect>, u8, bool); 4] = [
    ("EFFECTS 1", Top::Bright, Some(CardEffect::DrawAndLoseTurn), 1, true),
    ("EFFECTS 2", Top::Poetry, Some(CardEffect::DrawThenPlay), 1, false),
    ("EFFECTS 3", Top::Purple, Some(CardEffect::LoseTurn), 0, true),
    ("EFFECTS, not listed", Top::Other, None, 0, false),
];

/// (players, direction, the seat after seat 0, the seat after that). GAMEPLAY: counter-clockwise; seats are numbered
/// clockwise. With two players the last one is seat 0 again: the turn comes back.
const ROUND: [(u8, Direction, u8, u8); 8] = [
    (2, CounterClockwise, 1, 0),
    (3, CounterClockwise, 2, 1),
    (4, CounterClockwise, 3, 2),
    (5, CounterClockwise, 4, 3),
    (2, Clockwise, 1, 0),
    (3, Clockwise, 1, 2),
    (4, Clockwise, 1, 2),
    (5, Clockwise, 1, 2),
];

#[test]
fn every_effect_hits_the_next_player_for_two_to_five_players_both_ways() {
    for (players, direction, next, beyond) in ROUND {
        for shift in 0..players {
            let at = |seat: u8| (seat + shift) % players;
            for kind in [HandField, FieldHiki, HandHand, HandHiki] {
                for (section, top, effect, draws, loses) in EFFECTS {
                    let start = after(&table(players, at(0), &going(direction)), &[hand(at(0), 6)]);
                    let state = after(&start, &[played(kind, top)]);
                    let context = format!("{section}: {players} players, {direction:?}, from {shift}, {kind:?}");

                    let to_play = if loses { at(beyond) } else { at(next) };
                    assert_eq!(state.to_play(), Some(Seat(to_play)), "{context}");
                    let mut hands = start.hands.clone();
                    hands[usize::from(at(0))] -= kind.plays();
                    hands[usize::from(at(next))] += draws;
                    assert_eq!(state.hands, hands, "{context}");
                    let applied = effect.map(|effect| Applied { seat: Seat(at(next)), effect });
                    assert_eq!(state.last.unwrap().effect, applied, "{context}");
                }
            }
        }
    }
}

#[test]
fn with_two_players_a_lost_turn_comes_back() {
    // EFFECTS 1 and 3 with two players.
    for direction in [Clockwise, CounterClockwise] {
        for (top, drawn) in [(Top::Bright, 1), (Top::Purple, 0)] {
            let state = after(&table(2, 1, &going(direction)), &[played(HandField, top), played(HandField, top)]);
            assert_eq!(state.to_play(), Some(Seat(1)));
            assert_eq!(state.hands, [5 + 2 * drawn, 3]);
        }
    }
}

#[test]
fn an_effect_acts_once() {
    // EFFECTS, ruling: the player after the one who lost the turn is not affected.
    let state = after(&table(4, 0, &Options::default()), &[played(HandField, Top::Bright)]);
    assert_eq!((state.to_play(), state.hands.as_slice()), (Some(Seat(2)), &[3, 4, 4, 5][..]));
    let state = after(&state, &[played(StruggleMatch, Top::Other)]);
    assert_eq!((state.to_play(), state.hands.as_slice()), (Some(Seat(1)), &[3, 4, 4, 5][..]));
}

#[test]
fn the_round_ends_with_the_last_card_and_its_effect_is_void() {
    // GAMEPLAY, after EFFECTS: the round continues until a hand is empty. Ruling: no effect after that.
    for (kind, cards) in [(HandField, 1), (FieldHiki, 3), (HandHand, 2), (HandHiki, 4), (FieldField, 1)] {
        for top in Top::ALL {
            if top != Top::Other && !kind.has_effect() {
                continue;
            }
            let start = after(&table(3, 2, &Options::default()), &[hand(2, cards)]);
            let state = after(&start, &[played(kind, top)]);
            assert_eq!(state.phase, Phase::First { winner: Some(Seat(2)) });
            assert_eq!(state.hands, [5, 5, 0]);
            assert_eq!(state.to_play(), None);
            assert_eq!(refused(&state, &played(kind, top)), Error::AlreadyFirst(Seat(2)));
        }
    }
}

#[test]
fn a_bright_pays_five_and_any_other_card_one() {
    // GAMEPLAY, last paragraphs: two players, then more. (left by seat, exempt, points by seat)
    type Row = (&'static [(u8, u8)], Option<u8>, &'static [i32]);
    let rows: [Row; 7] = [
        (&[(0, 0), (0, 5)], None, &[5, -5]),
        (&[(0, 0), (5, 0)], None, &[25, -25]),
        (&[(0, 0), (2, 3)], None, &[13, -13]),
        (&[(0, 0), (2, 3), (0, 5)], Some(1), &[5, 0, -5]),
        (&[(0, 0), (2, 3), (0, 5)], Some(2), &[13, -13, 0]),
        (&[(0, 0), (1, 3), (4, 0), (0, 4)], Some(3), &[28, -8, -20, 0]),
        (&[(0, 0), (1, 3), (0, 4), (0, 4), (4, 0)], Some(1), &[28, 0, -4, -4, -20]),
    ];
    for (hands, exempt, points) in rows {
        let state = first(u8::try_from(hands.len()).unwrap(), &Options::default());
        let state = after(&state, &[pay(0, hands, exempt)]);
        assert_eq!(state.points, points);
        assert_eq!(Hanafuda::standing(&state).totals, points);
        assert_eq!(state.points.iter().sum::<i32>(), 0);
        assert_eq!(state.phase, Phase::Between);
    }
}

#[test]
fn the_first_to_touch_is_exempt_only_among_more_than_two() {
    // GAMEPLAY, last paragraphs.
    let two = first(2, &Options::default());
    assert_eq!(refused(&two, &pay(0, &[(0, 0), (0, 5)], Some(1))), Error::Payout(PayoutError::ExemptOfTwo));
    let three = first(3, &Options::default());
    let hands = [(0, 0), (0, 5), (0, 5)];
    assert_eq!(refused(&three, &pay(0, &hands, None)), Error::Payout(PayoutError::NoExempt));
    assert_eq!(refused(&three, &pay(0, &hands, Some(0))), Error::Payout(PayoutError::ExemptWinner));
    // The exempt hand need not be counted; if it is, it must be right.
    assert_eq!(after(&three, &[pay(0, &[(0, 0), (0, 0), (0, 5)], Some(1))]).points, [5, 0, -5]);
    let miscount = Error::Miscount { seat: Seat(1), counted: 4, tracked: 5 };
    assert_eq!(refused(&three, &pay(0, &[(0, 0), (0, 4), (0, 5)], Some(1))), miscount);
}

#[test]
fn a_miscount_names_both_numbers_and_the_hand_can_be_put_right() {
    let state = first(3, &Options::default());
    let paid = pay(0, &[(0, 0), (1, 2), (0, 5)], Some(2));
    assert_eq!(refused(&state, &paid), Error::Miscount { seat: Seat(1), counted: 3, tracked: 5 });
    assert_eq!(after(&state, &[hand(1, 3), paid]).points, [7, -7, 0]);
}

#[test]
fn all_hands_come_from_one_deck() {
    // At most 5 brights; 48 cards, of which 4 are always on the field (GAMEPLAY).
    let untracked = table(3, 0, &Options { track_turns: false, ..Options::default() });
    let brights = pay(0, &[(0, 0), (3, 1), (3, 1)], Some(1));
    let too_many = PayoutError::TooManyBrights { counted: 6, most: 5 };
    assert_eq!(refused(&untracked, &brights), Error::Payout(too_many));
    let cards = pay(0, &[(0, 0), (0, 30), (0, 19)], Some(1));
    let too_many = PayoutError::TooManyCards { counted: 49, most: 44 };
    assert_eq!(refused(&untracked, &cards), Error::Payout(too_many));

    let full = after(&table(2, 0, &Options::default()), &[hand(1, 39)]);
    assert_eq!(refused(&full, &hand(1, 40)), Error::TooManyCards { total: 45, most: 44 });
    assert_eq!(refused(&full, &hand(1, 255)), Error::TooManyCards { total: 260, most: 44 });
    for kind in [StruggleMatch, StruggleKeep] {
        assert_eq!(refused(&full, &played(kind, Top::Other)), Error::NoCardToDraw);
    }
    assert_eq!(after(&full, &[played(HandField, Top::Bright)]).hands, [4, 40]);
}

#[test]
fn the_next_dealer_is_next_in_turn_unless_named() {
    // GAMEPLAY, last line: as many rounds as wanted. Ruling: the deal passes on in turn order.
    let hands = [(0, 0), (0, 5), (0, 5)];
    for (direction, next) in [(CounterClockwise, 2), (Clockwise, 1)] {
        let state = after(&first(3, &going(direction)), &[pay(0, &hands, Some(1))]);
        assert_eq!(refused(&state, &played(HandField, Top::Other)), Error::RoundOver);
        let passed = after(&state, &[Event::NextRound { dealer: None }]);
        assert_eq!((passed.round, passed.dealer, passed.to_play()), (2, Seat(next), Some(Seat(next))));
        assert_eq!(passed.hands, [5, 5, 5]);
        let named = after(&state, &[Event::NextRound { dealer: Some(Seat(0)) }]);
        assert_eq!(named.to_play(), Some(Seat(0)));
        assert_eq!(refused(&state, &Event::NextRound { dealer: Some(Seat(3)) }), Error::NoSeat(Seat(3)));
    }
    let playing = table(3, 0, &Options::default());
    assert_eq!(refused(&playing, &Event::NextRound { dealer: None }), Error::RoundNotOver);
    assert_eq!(refused(&playing, &pay(0, &hands, Some(1))), Error::NobodyFirst);
}

#[test]
fn the_variant_makes_the_top_hand_do_a_forfeit() {
    // VARIANT.
    let options = |ending| Options { ending, ..Options::default() };
    let state = first(3, &options(RoundEnd::Forfeit));
    assert_eq!(refused(&state, &pay(0, &[(0, 0), (0, 5), (0, 5)], Some(1))), Error::NoPayouts);
    assert_eq!(refused(&state, &forfeit(0, 0)), Error::ForfeitOfWinner(Seat(0)));
    assert_eq!(refused(&state, &forfeit(1, 2)), Error::NotFirst { given: Seat(1), first: Seat(0) });
    assert_eq!(refused(&state, &forfeit(0, 3)), Error::NoSeat(Seat(3)));
    let done = after(&state, &[forfeit(0, 2)]);
    assert_eq!(done.phase, Phase::Between);
    // If only forfeits are played, the standing is rounds won.
    assert_eq!(Hanafuda::standing(&done).totals, [1, 0, 0]);
    assert_eq!(refused(&first(3, &Options::default()), &forfeit(0, 1)), Error::NoForfeits);

    // Ruling: together with payouts, in either order, and never by the player who touched first.
    let both = first(3, &options(RoundEnd::Both));
    let paid = pay(0, &[(0, 0), (0, 5), (1, 4)], Some(1));
    for events in [[paid.clone(), forfeit(0, 2)], [forfeit(0, 2), paid.clone()]] {
        let half = after(&both, &events[..1]);
        assert_eq!(half.phase, Phase::First { winner: Some(Seat(0)) });
        let done = after(&half, &events[1..]);
        assert_eq!((done.phase, done.points), (Phase::Between, vec![9, 0, -9]));
    }
    assert_eq!(refused(&after(&both, std::slice::from_ref(&paid)), &forfeit(0, 1)), Error::ForfeitOfExempt(Seat(1)));
    assert_eq!(refused(&after(&both, &[forfeit(0, 1)]), &paid), Error::ForfeitOfExempt(Seat(1)));
    assert_eq!(refused(&after(&both, std::slice::from_ref(&paid)), &paid), Error::AlreadyPaid);
    assert_eq!(refused(&after(&both, &[forfeit(0, 1)]), &forfeit(0, 1)), Error::AlreadyDone);
}

#[test]
fn the_table_ends_when_it_says_so_and_settles() {
    // SETUP: what a point is worth. GAMEPLAY, last line.
    let unit = Unit { name: "€".to_owned(), per_point: 5, decimals: 2 };
    let options = Options { unit: unit.clone(), track_turns: false, ..Options::default() };
    let mut state = table(4, 0, &options);
    for (winner, hands, exempt) in [
        (0, [(0, 0), (1, 3), (0, 0), (0, 4)], 2),
        (2, [(0, 2), (0, 0), (0, 0), (0, 4)], 1),
        (2, [(0, 0), (1, 3), (0, 0), (1, 1)], 0),
    ] {
        state = after(&state, &[pay(winner, &hands, Some(exempt))]);
    }
    assert_eq!(state.round, 3);
    assert_eq!(state.points, [10, -16, 20, -14]);
    assert_eq!(Hanafuda::standing(&state).outcome, Outcome::Playing);
    let over = after(&state, &[Event::End]);
    assert_eq!(Hanafuda::standing(&over).outcome, Outcome::Won(vec![2]));
    assert_eq!(refused(&over, &Event::End), Error::Over);
    let settlement = over.settlement();
    assert_eq!(settlement.len(), 3);
    let to_winner: i32 = settlement.iter().filter(|t| t.to == Seat(2)).map(|t| t.points).sum();
    assert_eq!(unit.worth(to_winner).to_string(), "1.00");
}

#[test]
fn without_turns_only_payouts_are_entered() {
    let options = Options { track_turns: false, ..Options::default() };
    let state = table(2, 0, &options);
    for event in [played(HandField, Top::Other), hand(0, 1), Event::ToPlay { seat: Seat(0) }] {
        assert_eq!(refused(&state, &event), Error::NotTracked);
    }
    let paid = after(&state, &[pay(0, &[(0, 0), (1, 9)], None), pay(1, &[(0, 3), (0, 0)], None)]);
    assert_eq!((paid.round, paid.dealer, paid.points), (2, Seat(1), vec![11, -11]));
}

#[test]
fn two_to_five_play() {
    for (players, allowed) in [(1, false), (2, true), (5, true), (6, false)] {
        let people = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
        let seats = Seats::new(people, Seat(0), 1..=12).unwrap();
        assert_eq!(Hanafuda::start(&seats, &Options::default()).is_ok(), allowed, "{players}");
    }
}
