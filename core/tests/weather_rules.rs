//! The weather game against tables taken from its text (004), and our rulings where the text is silent.

use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::{Ledger, Op, Refused};
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::games::weather::game::{Error, Event, Options, RoundPhase, State, Weather};
use takujo_core::games::weather::score::{
    CardKind, EmptyProduct, MAX_PER_KIND, NotDivisible, PrintedCards, PrintedError, ScoreError, ScoreStep, Taken,
    ThunderboltMismatch, Values, check_thunderbolt, score, tricks,
};
use takujo_core::games::weather::wish::{Ineligible, Pool, Wish, eligibility, eligible};

use Wish::*;

/// Made up, because the surviving text has no printed values.
const PRINTED: PrintedCards = PrintedCards {
    sun: Some(Values { sun: 2, cloud: 0, rain: -1, thunder: 1, snow: -2 }),
    cloud: Some(Values { sun: 0, cloud: 2, rain: 0, thunder: -1, snow: -1 }),
    rain: None,
    // Agrees with the example: 1 x 1 + 2 x 1 + 3 x -1 + 1 x 2 = 2.
    thunderbolt: Some(Values { sun: 1, cloud: 1, rain: -1, thunder: 2, snow: -2 }),
};

fn points(wish: Wish, taken: [u8; 5], players: usize) -> i32 {
    score(wish, &Taken::from(taken), players, &PRINTED, EmptyProduct::Zero).unwrap().points
}

fn per_card(kind: CardKind, count: u8, each: i32) -> ScoreStep {
    ScoreStep::PerCard { kind, count, each, points: i32::from(count) * each }
}

#[test]
fn worked_examples_of_the_text() {
    // (section, wish, sun cloud rain thunder snow, points); all with three players.
    let table = [
        ("004 ●晴・くもり・雨・天雷", Thunderbolt, [1, 2, 3, 2, 1], 2),
        ("004 ●曇天 例1", Overcast, [3, 3, 2, 2, 2], 8),
        ("004 ●豪雨 例2", Downpour, [1, 1, 4, 1, 2], 11),
    ];
    for (section, wish, taken, expected) in table {
        assert_eq!(points(wish, taken, 3), expected, "{section}");
    }
}

#[test]
fn scores_by_the_rule() {
    let table = [
        ("004 ●豪雪: no trick", HeavySnow, [0, 0, 0, 0, 0], 6),
        ("004 ●豪雪: one trick of three cards", HeavySnow, [1, 1, 1, 0, 0], -3),
        ("004 ●豪雪: cancelled pairs are tricks too", HeavySnow, [0, 1, 0, 4, 4], -9),
        ("004 ●快晴: one card of each, sun twice", ClearSky, [2, 1, 1, 1, 1], 0),
        ("004 ●快晴: thunder and snow do not cancel", ClearSky, [0, 0, 0, 3, 3], -12),
        ("004 ●曇天: an odd number is minus", Overcast, [3, 3, 2, 1, 0], -8),
        ("004 ●曇天: neither thunder nor snow", Overcast, [3, 2, 1, 0, 0], 6),
        ("004 ●曇天: one snow is minus too", Overcast, [1, 1, 0, 0, 1], -2),
        ("004 ●曇天: three is minus", Overcast, [1, 1, 1, 1, 2], -3),
        ("004 ●豪雨: only thunder", Downpour, [0, 0, 0, 3, 0], 1),
        ("004 ●豪雨: only snow", Downpour, [0, 0, 0, 0, 3], 8),
        ("RULES 3 ruling: neither adds 0", Downpour, [1, 1, 1, 0, 0], 1),
        ("004 ●晴...: pairs leave nothing", Sun, [0, 0, 0, 3, 3], 0),
        ("004 ●晴...: one snow left", Sun, [1, 0, 0, 2, 3], 0),
        ("004 ●晴...: each kind by its own value", Cloud, [1, 3, 1, 1, 0], 5),
        ("nothing taken", Thunderbolt, [0, 0, 0, 0, 0], 0),
    ];
    for (section, wish, taken, expected) in table {
        let players = if taken.iter().sum::<u8>() % 3 == 0 { 3 } else { 2 };
        assert_eq!(points(wish, taken, players), expected, "{section}");
    }
}

#[test]
fn the_switch_lets_an_empty_product_add_one() {
    let taken = Taken::from([1, 1, 1, 0, 0]);
    let one = score(Downpour, &taken, 3, &PRINTED, EmptyProduct::One).unwrap();
    assert_eq!(one.points, 2);
    assert_eq!(one.steps.first(), Some(&ScoreStep::EmptyProduct { points: 1 }));
    let with_thunder = Taken::from([0, 0, 0, 3, 0]);
    assert_eq!(score(Downpour, &with_thunder, 3, &PRINTED, EmptyProduct::One).unwrap().points, 1);
}

#[test]
fn the_steps_of_the_worked_examples() {
    let steps = |wish, taken| score(wish, &Taken::from(taken), 3, &PRINTED, EmptyProduct::Zero).unwrap().steps;
    assert_eq!(
        steps(Thunderbolt, [1, 2, 3, 2, 1]),
        [
            ScoreStep::Cancelled { pairs: 1 },
            per_card(CardKind::Sun, 1, 1),
            per_card(CardKind::Cloud, 2, 1),
            per_card(CardKind::Rain, 3, -1),
            per_card(CardKind::Thunder, 1, 2),
        ]
    );
    assert_eq!(
        steps(Overcast, [3, 3, 2, 2, 2]),
        [
            per_card(CardKind::Sun, 3, 1),
            per_card(CardKind::Cloud, 3, 1),
            per_card(CardKind::Rain, 2, 1),
            ScoreStep::Sum { points: 8 },
            ScoreStep::Sign { thunder: 2, snow: 2, negative: false, points: 8 },
        ]
    );
    assert_eq!(
        steps(Downpour, [1, 1, 4, 1, 2]),
        [
            ScoreStep::Product { thunder: 1, snow: 2, points: 4 },
            per_card(CardKind::Sun, 1, -1),
            per_card(CardKind::Cloud, 1, 0),
            per_card(CardKind::Rain, 4, 2),
        ]
    );
    assert_eq!(steps(HeavySnow, [0; 5]), [ScoreStep::NoTrick { points: 6 }]);
    assert_eq!(steps(HeavySnow, [3, 3, 0, 0, 0]), [ScoreStep::Tricks { tricks: 2, each: -3, points: -6 }]);
}

#[test]
fn a_wish_without_its_printed_card_asks_for_it() {
    let taken = Taken::from([3, 0, 0, 0, 0]);
    let without = PrintedCards::default();
    for wish in Wish::ALL {
        let scored = score(wish, &taken, 3, &without, EmptyProduct::Zero);
        match wish {
            Sun | Cloud | Rain | Thunderbolt => assert_eq!(scored, Err(ScoreError::NeedsPrinted(wish))),
            HeavySnow | ClearSky | Overcast | Downpour => assert!(scored.is_ok(), "{wish:?}"),
        }
    }
}

#[test]
fn the_thunderbolt_example_checks_a_copied_card() {
    // 1 sun, 2 cloud, 3 rain and, after a pair has cancelled, 1 thunder: 004 ●晴・くもり・雨・天雷.
    assert_eq!(check_thunderbolt(&PRINTED.thunderbolt.unwrap()), Ok(()));
    let wrong = Values { sun: 0, cloud: 0, rain: 0, thunder: 3, snow: 0 };
    assert_eq!(check_thunderbolt(&wrong), Err(ThunderboltMismatch { expected: 2, got: 3 }));
    let snow_does_not_matter = Values { sun: 0, cloud: 0, rain: 0, thunder: 2, snow: 9 };
    assert_eq!(check_thunderbolt(&snow_does_not_matter), Ok(()));
}

#[test]
fn cards_make_whole_tricks() {
    // Our check: the three worked examples of the text agree with it.
    for (taken, expected) in [([1, 2, 3, 2, 1], 3), ([3, 3, 2, 2, 2], 4), ([1, 1, 4, 1, 2], 3)] {
        assert_eq!(tricks(&Taken::from(taken), 3), Ok(expected));
    }
    assert_eq!(tricks(&Taken::from([1, 2, 3, 2, 2]), 3), Err(NotDivisible { cards: 10, players: 3 }));
}

#[test]
fn the_example_of_eligibility_in_the_text() {
    // 004 【得点計算】: after 晴 in the first round there are six to choose from.
    let allowed: Vec<Wish> = eligibility(Pool::Printed, &[Sun])
        .into_iter()
        .filter(|(_, reason)| reason.is_ok())
        .map(|(wish, _)| wish)
        .collect();
    assert_eq!(allowed, [Sun, Cloud, Rain, Thunderbolt, HeavySnow, ClearSky]);
}

#[test]
fn an_ineligible_wish_has_its_reason() {
    type Row<'a> = (Pool, &'a [Wish], Wish, Result<(), Ineligible>);
    let table: [Row; 11] = [
        (Pool::Printed, &[], ClearSky, Err(Ineligible::FirstRound { base: Sun })),
        (Pool::Printed, &[Sun], Overcast, Err(Ineligible::NeedsBase { base: Cloud, had: Sun })),
        (Pool::Printed, &[Sun, Cloud], ClearSky, Err(Ineligible::NeedsBase { base: Sun, had: Cloud })),
        (Pool::Printed, &[Sun, ClearSky], Overcast, Err(Ineligible::UpperUsed { wish: ClearSky, round: 2 })),
        (Pool::Printed, &[Sun, ClearSky], ClearSky, Err(Ineligible::UpperUsed { wish: ClearSky, round: 2 })),
        (Pool::Printed, &[Sun, Rain], Downpour, Ok(())),
        (Pool::Printed, &[Sun, Sun], Sun, Ok(())),
        (Pool::FiveBase, &[Sun], ClearSky, Err(Ineligible::NotInPool)),
        (Pool::FiveBase, &[Sun], Sun, Ok(())),
        (Pool::EightFree, &[], Downpour, Ok(())),
        (Pool::EightFree, &[Downpour, Downpour], Downpour, Ok(())),
    ];
    for (pool, history, wish, expected) in table {
        assert_eq!(eligible(pool, history, wish), expected, "{pool:?} {history:?} {wish:?}");
    }
}

// Whole games.

fn seats(players: u8, starter: u8) -> Seats {
    let players = (0..players).map(|mark| Player { name: format!("p{mark}"), mark }).collect();
    Seats::new(players, Seat(starter), Weather::SEATS).unwrap()
}

fn pick(seat: u8, wish: Wish) -> Event {
    Event::Pick { seat: Seat(seat), wish, out_of_turn: false }
}

fn announce(seat: u8, wish: Wish) -> Event {
    Event::Announce { seat: Seat(seat), wish, out_of_turn: false }
}

fn reveal(seat: u8, wish: Wish) -> Event {
    Event::Reveal { seat: Seat(seat), wish }
}

fn taken(cards: &[[u8; 5]]) -> Event {
    Event::Taken { cards: cards.iter().copied().map(Taken::from).collect() }
}

fn play(options: Options, events: &[Event]) -> State {
    let start = Weather::start(&seats(3, 1), &options).unwrap();
    events.iter().fold(start, |state, event| {
        Weather::apply(&state, event).unwrap_or_else(|error| panic!("{event:?}: {error:?}"))
    })
}

fn refused(state: &State, event: &Event) -> Error {
    Weather::apply(state, event).expect_err("should be refused")
}

fn list(numbers: &[u8]) -> Vec<Seat> {
    numbers.iter().copied().map(Seat).collect()
}

/// Everyone has 豪雪, and seat 1 takes all three tricks: 6, -9, 6.
fn first_round() -> Vec<Event> {
    vec![pick(1, HeavySnow), pick(2, HeavySnow), pick(0, HeavySnow), taken(&[[0; 5], [3, 3, 3, 0, 0], [0; 5]])]
}

#[test]
fn picking_and_leading_follow_the_totals() {
    // 004 【得点計算】: the highest picks first, the lowest leads. Our rulings: ties in seat order, any order in round 1.
    let start = play(Options::default(), &[]);
    assert_eq!(start.phase(), RoundPhase::Picking { waiting: list(&[1, 2, 0]), any_order: true });
    assert_eq!(start.leader(0), Some(Seat(1)));
    assert!(Weather::apply(&start, &pick(2, Sun)).is_ok());

    let second = play(Options::default(), &first_round());
    assert_eq!(Weather::standing(&second).totals, [6, -9, 6]);
    assert_eq!(second.phase(), RoundPhase::Picking { waiting: list(&[0, 2, 1]), any_order: false });
    assert_eq!(second.leader(1), Some(Seat(1)));
    assert_eq!(refused(&second, &pick(2, Sun)), Error::NotYourTurn { seat: Seat(2), next: Seat(0) });
    let third_picker = Weather::apply(&second, &pick(0, Sun)).unwrap();
    assert_eq!(third_picker.phase(), RoundPhase::Picking { waiting: list(&[2, 1]), any_order: false });

    // The other reading of "choose, then show": the order is that of showing, so wishes can be entered in any order.
    let second = play(Options { chosen_first: true, ..Options::default() }, &first_round());
    assert_eq!(second.phase(), RoundPhase::Picking { waiting: list(&[0, 2, 1]), any_order: true });
    assert!(Weather::apply(&second, &pick(2, Sun)).is_ok());
}

#[test]
fn all_eight_are_free_unless_the_table_reads_it_strictly() {
    // Our ruling: the text only says that experts choose from eight.
    let eight = Options { pool: Pool::EightFree, ..Options::default() };
    assert!(Weather::apply(&play(eight, &[]), &pick(1, Downpour)).is_ok());
    let strict = Options { eight_limited: true, ..eight };
    let first = Ineligible::FirstRound { base: Rain };
    assert_eq!(
        refused(&play(strict, &[]), &pick(1, Downpour)),
        Error::Ineligible { seat: Seat(1), wish: Downpour, reason: first }
    );
    // The option does not affect the other pools.
    for (pool, limits) in [(Pool::Printed, Pool::Printed), (Pool::FiveBase, Pool::FiveBase)] {
        assert_eq!(Options { pool, ..strict }.limits(), limits);
    }
}

#[test]
fn a_whole_game_has_a_winner() {
    let mut events = first_round();
    events.extend([pick(0, Cloud), pick(2, HeavySnow), pick(1, HeavySnow)]);
    events.extend([Event::Printed { cards: PRINTED }, taken(&[[1, 3, 1, 1, 0], [0; 5], [3, 0, 0, 0, 0]])]);
    // 6 + 5, -9 + 6, 6 - 3.
    events.extend([pick(0, Overcast), pick(2, HeavySnow), pick(1, HeavySnow)]);
    events.push(taken(&[[2, 1, 0, 0, 0], [0; 5], [0; 5]]));
    let state = play(Options::default(), &events);
    assert_eq!(state.phase(), RoundPhase::Over);
    let standing = Weather::standing(&state);
    assert_eq!(standing.totals, [14, 3, 9]);
    assert_eq!(standing.outcome, Outcome::Won(vec![0]));
    assert_eq!([1, 2, 3].map(|rounds| state.totals_after(rounds)), [[6, -9, 6], [11, -3, 3], [14, 3, 9]]);
    for event in [pick(0, Sun), taken(&[[0; 5]; 3]), Event::Printed { cards: PRINTED }] {
        assert_eq!(refused(&state, &event), Error::Over);
    }
}

#[test]
fn players_tied_at_the_end_share_the_win() {
    let round = |order: [u8; 3]| {
        let mut events: Vec<Event> = order.into_iter().map(|seat| pick(seat, HeavySnow)).collect();
        events.push(taken(&[[0; 5], [3, 3, 3, 0, 0], [0; 5]]));
        events
    };
    let state = play(Options::default(), &[round([1, 2, 0]), round([0, 2, 1]), round([0, 2, 1])].concat());
    assert_eq!(Weather::standing(&state).totals, [18, -27, 18]);
    assert_eq!(Weather::standing(&state).outcome, Outcome::Won(vec![0, 2]));
}

#[test]
fn a_round_waits_for_printed_cards_and_loses_nothing() {
    let cards = [[3, 0, 0, 0, 0], [0, 3, 0, 0, 0], [0, 0, 3, 0, 0]];
    let mut events = vec![pick(0, Rain), pick(1, Sun), pick(2, HeavySnow), taken(&cards)];
    let state = play(Options::default(), &events);
    assert_eq!(state.phase(), RoundPhase::NeedsPrinted(vec![Sun, Rain]));
    assert_eq!(state.scored(0, Seat(1)), Some(Err(ScoreError::NeedsPrinted(Sun))));
    assert_eq!(Weather::standing(&state).totals, [0, 0, -3]);
    assert_eq!(state.leader(1), None);
    assert_eq!(refused(&state, &pick(0, Sun)), Error::NeedsPrinted(vec![Sun, Rain]));

    events.push(Event::Printed { cards: PRINTED });
    let state = play(Options::default(), &events);
    assert_eq!(state.phase(), RoundPhase::NeedsPrinted(vec![Rain]));
    let rain = PrintedCards { rain: Some(Values::from([0, 0, 2, 1, -1])), ..PrintedCards::default() };
    events.push(Event::Printed { cards: rain });
    let state = play(Options::default(), &events);
    assert_eq!(state.printed().sun, PRINTED.sun);
    assert_eq!(Weather::standing(&state).totals, [0, 0, -3]);
    assert_eq!(state.phase(), RoundPhase::Picking { waiting: list(&[0, 1, 2]), any_order: false });
    // A correction of a wrongly copied card applies to the round already played.
    let sun = PrintedCards { sun: Some(Values::from([0, 3, 0, 0, 0])), ..PrintedCards::default() };
    events.push(Event::Printed { cards: sun });
    let state = play(Options::default(), &events);
    assert_eq!(Weather::standing(&state).totals, [0, 9, -3]);
    assert_eq!(state.order(1), Some(list(&[1, 0, 2])));
    let bad = PrintedCards { sun: Some(Values::from([10, 0, 0, 0, 0])), ..PrintedCards::default() };
    let fault = PrintedError { wish: Sun, kind: CardKind::Sun, value: 10 };
    assert_eq!(refused(&state, &Event::Printed { cards: bad }), Error::Printed(fault));
}

#[test]
fn the_last_round_waits_for_printed_cards_too() {
    let mut events = first_round();
    events.extend([pick(0, HeavySnow), pick(2, HeavySnow), pick(1, HeavySnow)]);
    events.push(taken(&[[0; 5], [3, 3, 3, 0, 0], [0; 5]]));
    events.extend([pick(0, Sun), pick(2, HeavySnow), pick(1, HeavySnow)]);
    events.push(taken(&[[3, 0, 0, 0, 0], [0; 5], [0; 5]]));
    let state = play(Options::default(), &events);
    assert_eq!(state.phase(), RoundPhase::NeedsPrinted(vec![Sun]));
    assert_eq!(Weather::standing(&state).outcome, Outcome::Playing);
    assert_eq!(refused(&state, &pick(0, Sun)), Error::NeedsPrinted(vec![Sun]));
    let state = Weather::apply(&state, &Event::Printed { cards: PRINTED }).unwrap();
    assert_eq!(state.phase(), RoundPhase::Over);
    assert_eq!(Weather::standing(&state).outcome, Outcome::Won(vec![0, 2]));
}

#[test]
fn each_wrong_event_is_named() {
    let start = play(Options::default(), &[]);
    let upper = Error::Ineligible { seat: Seat(0), wish: Overcast, reason: Ineligible::FirstRound { base: Cloud } };
    assert_eq!(refused(&start, &pick(0, Overcast)), upper);
    assert_eq!(refused(&start, &pick(3, Sun)), Error::NoSuchSeat(Seat(3)));
    assert_eq!(refused(&start, &announce(0, Sun)), Error::Open);
    assert_eq!(refused(&start, &reveal(0, Sun)), Error::Open);
    let picked = play(Options::default(), &[pick(1, HeavySnow)]);
    assert_eq!(refused(&picked, &pick(1, Sun)), Error::AlreadyPicked(Seat(1)));
    assert_eq!(refused(&picked, &taken(&[[0; 5]; 3])), Error::WishesMissing(list(&[0, 2])));

    let taking = play(Options::default(), &[pick(0, HeavySnow), pick(1, HeavySnow), pick(2, HeavySnow)]);
    assert_eq!(taking.phase(), RoundPhase::Taking);
    assert_eq!(refused(&taking, &taken(&[[3, 0, 0, 0, 0]; 2])), Error::Counts { given: 2, players: 3 });
    assert_eq!(refused(&taking, &taken(&[[0; 5]; 3])), Error::NoCards);
    // Together they make three tricks, but nobody takes a part of one.
    let split = taken(&[[4, 0, 0, 0, 0], [0, 5, 0, 0, 0], [0; 5]]);
    let error = ScoreError::NotDivisible(NotDivisible { cards: 4, players: 3 });
    assert_eq!(refused(&taking, &split), Error::Cards { seat: Seat(0), error });
    let count = MAX_PER_KIND + 1;
    let many = taken(&[[0; 5], [count, 0, 0, 0, 0], [0; 5]]);
    let error = ScoreError::TooManyCards { kind: CardKind::Sun, count };
    assert_eq!(refused(&taking, &many), Error::Cards { seat: Seat(1), error });

    let two = Seats::new(vec![Player { name: "a".into(), mark: 0 }], Seat(0), 1..=1).unwrap();
    assert_eq!(Weather::start(&two, &Options::default()), Err(Error::Players(1)));
}

#[test]
fn hidden_wishes_are_announced_and_score_as_revealed() {
    // 004 【隠匿要素ありヴァリアントルール】: from the leader on; announcements may be false.
    let hidden = Options { hidden: true, ..Options::default() };
    let start = play(hidden, &[]);
    assert_eq!(start.phase(), RoundPhase::Announcing { waiting: list(&[1, 2, 0]) });
    assert_eq!(refused(&start, &pick(1, Sun)), Error::Hidden);
    assert_eq!(refused(&start, &announce(2, Sun)), Error::NotYourTurn { seat: Seat(2), next: Seat(1) });
    assert_eq!(refused(&start, &reveal(1, Sun)), Error::WishesMissing(list(&[0, 1, 2])));

    // Even a wish that is impossible in round 1 may be announced.
    let mut events = vec![announce(1, Downpour), announce(2, HeavySnow), announce(0, HeavySnow)];
    assert_eq!(play(hidden, &events).phase(), RoundPhase::Taking);
    events.push(taken(&[[0; 5], [0, 0, 3, 0, 0], [0; 5]]));
    let state = play(hidden, &events);
    assert_eq!(state.phase(), RoundPhase::Revealing { waiting: list(&[0, 1, 2]) });
    assert_eq!(state.scored(0, Seat(1)), None);
    assert_eq!(refused(&state, &taken(&[[3, 0, 0, 0, 0]; 3])), Error::AlreadyTaken);
    let reason = Ineligible::FirstRound { base: Rain };
    assert_eq!(refused(&state, &reveal(1, Downpour)), Error::Ineligible { seat: Seat(1), wish: Downpour, reason });

    events.extend([reveal(1, HeavySnow), reveal(0, HeavySnow), reveal(2, HeavySnow)]);
    let state = play(hidden, &events);
    assert_eq!([0, 1].map(|rounds| [0, 1, 2].map(|seat| state.bluffs(Seat(seat), rounds))), [[0; 3], [0, 1, 0]]);
    assert_eq!(Weather::standing(&state).totals, [6, -3, 6]);
    // The lowest total leads, and announcing starts there.
    assert_eq!(state.phase(), RoundPhase::Announcing { waiting: list(&[1, 2, 0]) });
    // What was revealed counts for the next round, not what was announced.
    let reason = Ineligible::NeedsBase { base: Rain, had: HeavySnow };
    assert_eq!(state.eligibility(Seat(1))[7], (Downpour, Err(reason)));
}

#[test]
fn hidden_wishes_may_be_revealed_before_the_cards_are_counted() {
    let hidden = Options { hidden: true, ..Options::default() };
    let mut events = vec![announce(1, Sun), announce(2, Sun), announce(0, Sun)];
    events.extend([reveal(0, HeavySnow), reveal(1, HeavySnow), reveal(2, HeavySnow)]);
    assert_eq!(play(hidden, &events).phase(), RoundPhase::Taking);
    events.push(taken(&[[0; 5], [0, 0, 3, 0, 0], [0; 5]]));
    assert_eq!(play(hidden, &events).current(), 1);
}

#[test]
fn later_picks_stand_when_an_old_count_is_corrected() {
    let start = Weather::start(&seats(3, 1), &Options::default()).unwrap();
    let mut ledger = Ledger::<Weather>::new(start);
    let mut events = first_round();
    events.extend([pick(0, HeavySnow), pick(2, HeavySnow), pick(1, HeavySnow)]);
    for event in events {
        ledger.push(Op::Append { event }).unwrap();
    }
    let right = Op::Correct { entry: 3, event: taken(&[[3, 3, 3, 0, 0], [0; 5], [0; 5]]) };
    let error = Error::NotYourTurn { seat: Seat(0), next: Seat(1) };
    assert_eq!(ledger.push(right.clone()), Err(Refused::Later { entry: 4, error }));
    for (entry, seat) in [(4, 0), (5, 2), (6, 1)] {
        let event = Event::Pick { seat: Seat(seat), wish: HeavySnow, out_of_turn: true };
        ledger.push(Op::Correct { entry, event }).unwrap();
    }
    ledger.push(right).unwrap();
    assert_eq!(Weather::standing(ledger.state()).totals, [-9, 6, 6]);
    assert_eq!(ledger.state().phase(), RoundPhase::Taking);
}

#[test]
fn saved_events_keep_their_shape() {
    let table = [
        (pick(1, HeavySnow), r#"{"type":"pick","seat":1,"wish":"heavy_snow"}"#),
        (announce(0, ClearSky), r#"{"type":"announce","seat":0,"wish":"clear_sky"}"#),
        (reveal(0, Sun), r#"{"type":"reveal","seat":0,"wish":"sun"}"#),
        (
            Event::Pick { seat: Seat(2), wish: Rain, out_of_turn: true },
            r#"{"type":"pick","seat":2,"wish":"rain","out_of_turn":true}"#,
        ),
        (taken(&[[1, 2, 3, 2, 1]]), r#"{"type":"taken","cards":[{"sun":1,"cloud":2,"rain":3,"thunder":2,"snow":1}]}"#),
        (
            Event::Printed { cards: PrintedCards { rain: Some(Values::from([1, -2, 3, 0, 5])), ..Default::default() } },
            r#"{"type":"printed","cards":{"sun":null,"cloud":null,"rain":{"sun":1,"cloud":-2,"rain":3,"thunder":0,"snow":5},"thunderbolt":null}}"#,
        ),
    ];
    for (event, text) in table {
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
        assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
    }
    assert_eq!(serde_json::from_str::<Options>("{}").unwrap(), Options::default());
    // Tables from before the two options continue as they began.
    let old: Options = serde_json::from_str(r#"{"pool":"eight_free","hidden":true,"empty_product":"one"}"#).unwrap();
    assert_eq!((old.limits(), old.chosen_first), (Pool::EightFree, false));
    let options =
        r#"{"pool":"eight_free","eight_limited":true,"chosen_first":true,"hidden":true,"empty_product":"one"}"#;
    assert_eq!(serde_json::to_string(&serde_json::from_str::<Options>(options).unwrap()).unwrap(), options);
}
