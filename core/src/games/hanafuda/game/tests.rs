//! The rules of a table, by example.

use super::*;
use crate::domain::game::{Game, Outcome};
use crate::domain::ledger::{Ledger, Op};
use crate::domain::seats::{Direction, Player, Seat, Seats};
use crate::games::hanafuda::deck::Top;
use crate::games::hanafuda::forfeit::{ForfeitError, Forfeits};
use crate::games::hanafuda::payout::{Left, MAX_PER_POINT, Unit, UnitError};

fn seats(players: u8) -> Seats {
    let people = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
    Seats::new(people, Seat(0), Hanafuda::SEATS).unwrap()
}

fn after(state: &State, events: &[Event]) -> State {
    events.iter().fold(state.clone(), |state, event| Hanafuda::apply(&state, event).unwrap())
}

fn played(kind: MoveKind, top: Top) -> Event {
    Event::Move { kind, top }
}

#[test]
fn the_default_is_the_printed_rule() {
    let options = Options::default();
    assert_eq!(options.direction, Direction::CounterClockwise);
    assert_eq!(options.ending, RoundEnd::Payout);
    assert!(options.track_turns);
    assert_eq!(serde_json::from_str::<Options>("{}").unwrap(), options);
}

#[test]
fn options_out_of_bounds_are_refused() {
    let unit = Unit { per_point: MAX_PER_POINT + 1, ..Unit::default() };
    let options = Options { unit, ..Options::default() };
    let refused = Hanafuda::start(&seats(2), &options);
    assert_eq!(refused, Err(Error::Unit(UnitError::PerPoint(MAX_PER_POINT + 1))));
    let options: Options = serde_json::from_str(r#"{"forfeits":["hop","hop"]}"#).unwrap();
    let refused = Hanafuda::start(&seats(2), &options);
    assert_eq!(refused, Err(Error::Forfeit(ForfeitError::Same { entry: 0 })));
}

#[test]
fn events_are_saved_as_stable_text() {
    let rows = [
        (played(MoveKind::HandField, Top::Poetry), r#"{"type":"move","kind":"hand_field","top":"poetry"}"#),
        (Event::Hand { seat: Seat(1), cards: 3 }, r#"{"type":"hand","seat":1,"cards":3}"#),
        (Event::ToPlay { seat: Seat(1) }, r#"{"type":"to_play","seat":1}"#),
        (
            Event::Payout {
                winner: Seat(0),
                left: vec![Left::default(), Left { brights: 1, others: 2 }],
                exempt: None,
                recount: false,
            },
            r#"{"type":"payout","winner":0,"left":[{"brights":0,"others":0},{"brights":1,"others":2}],"exempt":null}"#,
        ),
        (
            Event::Forfeit { winner: Seat(0), seat: Seat(1), text: Some("hop".to_owned()) },
            r#"{"type":"forfeit","winner":0,"seat":1,"text":"hop"}"#,
        ),
        (Event::NextRound { dealer: None }, r#"{"type":"next_round","dealer":null}"#),
        (Event::List { forfeits: Forfeits::default().with("hop").unwrap() }, r#"{"type":"list","forfeits":["hop"]}"#),
        (Event::End, r#"{"type":"end"}"#),
    ];
    for (event, text) in rows {
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
        assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
    }
    for kind in MoveKind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.id());
    }
}

#[test]
fn a_forfeit_is_recorded_within_bounds() {
    let options = Options { ending: RoundEnd::Forfeit, track_turns: false, ..Options::default() };
    let state = Hanafuda::start(&seats(2), &options).unwrap();
    let forfeit = |text: &str| Event::Forfeit { winner: Seat(0), seat: Seat(1), text: Some(text.to_owned()) };
    let long = ForfeitError::Long { chars: 81 };
    assert_eq!(Hanafuda::apply(&state, &forfeit(&"a".repeat(81))), Err(Error::Forfeit(long)));
    assert_eq!(Hanafuda::apply(&state, &forfeit("")), Err(Error::Forfeit(ForfeitError::Untidy)));
    let done = after(&state, &[forfeit("腕立て"), forfeit("hop")]);
    assert_eq!((done.round, done.wins), (2, vec![2, 0]));
}

#[test]
fn a_hand_corrected_to_zero_is_first_and_back_again() {
    let start = Hanafuda::start(&seats(3), &Options::default()).unwrap();
    let first = after(&start, &[Event::Hand { seat: Seat(1), cards: 0 }]);
    assert_eq!(first.phase, Phase::First { winner: Some(Seat(1)) });
    let other = Event::Hand { seat: Seat(2), cards: 0 };
    assert_eq!(Hanafuda::apply(&first, &other), Err(Error::AlreadyFirst(Seat(1))));
    let back = after(&first, &[Event::Hand { seat: Seat(1), cards: 5 }]);
    assert_eq!(back, start);
}

#[test]
fn a_corrected_last_card_keeps_its_move() {
    let start = Hanafuda::start(&seats(3), &Options::default()).unwrap();
    let right = after(&start, &[Event::Hand { seat: Seat(0), cards: 4 }, played(MoveKind::HandHand, Top::Bright)]);
    let wrong = after(&start, &[Event::Hand { seat: Seat(0), cards: 2 }, played(MoveKind::HandHand, Top::Bright)]);
    assert_eq!(wrong.phase, Phase::First { winner: Some(Seat(0)) });
    assert_eq!(wrong.last.map(|last| last.first), Some(true));
    assert_eq!(after(&wrong, &[Event::Hand { seat: Seat(0), cards: 2 }]), right);
}

#[test]
fn a_count_can_be_corrected_until_the_round_is_paid() {
    let options = Options { ending: RoundEnd::Both, ..Options::default() };
    let start = Hanafuda::start(&seats(2), &options).unwrap();
    let hand = |seat, cards| Event::Hand { seat: Seat(seat), cards };
    let forfeit = Event::Forfeit { winner: Seat(0), seat: Seat(1), text: None };
    let pay = |others| Event::Payout {
        winner: Seat(0),
        left: vec![Left::default(), Left { brights: 0, others }],
        exempt: None,
        recount: false,
    };
    let done = after(&start, &[hand(0, 0), forfeit.clone()]);
    assert_eq!(Hanafuda::apply(&done, &hand(0, 1)), Err(Error::AlreadyDone));
    assert_eq!(after(&done, &[hand(1, 3), pay(3)]).points, [3, -3]);
    let paid = after(&start, &[hand(0, 0), pay(5)]);
    assert_eq!(Hanafuda::apply(&paid, &hand(1, 3)), Err(Error::AlreadyPaid));
    assert_eq!(after(&paid, &[forfeit]).phase, Phase::Between);
}

#[test]
fn a_recount_overrides_the_tracked_hands() {
    let start = Hanafuda::start(&seats(3), &Options::default()).unwrap();
    let first = after(&start, &[Event::Hand { seat: Seat(0), cards: 0 }]);
    let pay = |others, recount| Event::Payout {
        winner: Seat(0),
        left: vec![Left::default(), Left { brights: 1, others }, Left::default()],
        exempt: Some(Seat(2)),
        recount,
    };
    let refused = Hanafuda::apply(&first, &pay(6, false));
    assert_eq!(refused, Err(Error::Miscount { seat: Seat(1), counted: 7, tracked: 5 }));
    let paid = after(&first, &[pay(6, true)]);
    assert_eq!((paid.points, paid.hands), (vec![11, -11, 0], vec![0, 7, 5]));
    // The exempt hand keeps its five cards, so 39 is the maximum.
    let refused = Hanafuda::apply(&first, &pay(39, true));
    assert_eq!(refused, Err(Error::TooManyCards { total: 45, most: 44 }));
}

#[test]
fn only_what_counts_points_scores() {
    let pay = Event::Payout {
        winner: Seat(0),
        left: vec![Left::default(), Left { brights: 1, others: 0 }],
        exempt: None,
        recount: false,
    };
    let forfeit = Event::Forfeit { winner: Seat(0), seat: Seat(1), text: None };
    for (ending, events, scored) in [
        (RoundEnd::Payout, vec![pay.clone()], 1),
        (RoundEnd::Forfeit, vec![forfeit.clone()], 1),
        (RoundEnd::Both, vec![pay, forfeit], 1),
    ] {
        let options = Options { ending, track_turns: false, ..Options::default() };
        let mut ledger = Ledger::<Hanafuda>::new(Hanafuda::start(&seats(2), &options).unwrap());
        for event in events {
            ledger.push(Op::Append { event }).unwrap();
        }
        assert_eq!(ledger.rounds().len(), scored, "{ending:?}");
    }
}

#[test]
fn the_turn_can_be_corrected() {
    let start = Hanafuda::start(&seats(4), &Options::default()).unwrap();
    let state = after(&start, &[played(MoveKind::HandField, Top::Other), Event::ToPlay { seat: Seat(2) }]);
    assert_eq!(state.to_play(), Some(Seat(2)));
    assert_eq!(state.last, None);
    assert_eq!(Hanafuda::apply(&start, &Event::ToPlay { seat: Seat(4) }), Err(Error::NoSeat(Seat(4))));
}

#[test]
fn an_unfinished_round_does_not_count() {
    let start = Hanafuda::start(&seats(2), &Options::default()).unwrap();
    let over = after(&start, &[played(MoveKind::HandField, Top::Bright), Event::End]);
    let standing = Hanafuda::standing(&over);
    assert_eq!((standing.totals, standing.outcome), (vec![0, 0], Outcome::Won(vec![0, 1])));
    assert_eq!(over.settlement(), []);
}

#[test]
fn too_many_points_are_refused() {
    let options = Options { track_turns: false, ..Options::default() };
    let mut state = Hanafuda::start(&seats(2), &options).unwrap();
    state.points = vec![i32::MAX - 1, 1 - i32::MAX];
    let left = vec![Left::default(), Left { brights: 0, others: 2 }];
    let pay = Event::Payout { winner: Seat(0), left, exempt: None, recount: false };
    assert_eq!(Hanafuda::apply(&state, &pay), Err(Error::TooMuch));
}
