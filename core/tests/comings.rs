//! People who come and go in the middle of a game: what becomes of partners, cities, dealers and turns, and what is
//! refused.

use takujo_core::domain::game::{Game, Outcome, seated};
use takujo_core::domain::ledger::{Ledger, Op, Refused};
use takujo_core::domain::seating::{Join, JoinWith, Seating, SeatingError};
use takujo_core::domain::seats::{Direction, Player, Seat, SeatError, Seats};
use takujo_core::domain::session::{InsteadError, Report, SatInstead, Session, StandIn, report};
use takujo_core::games::any::game::{self as any, Any};
use takujo_core::games::hanafuda::game::{self as hanafuda, Hanafuda};
use takujo_core::games::hanafuda::payout::Left;
use takujo_core::games::machinamitorite::deal::Cities;
use takujo_core::games::machinamitorite::game::{self as machi, Machinamitorite};
use takujo_core::games::machinamitorite::partition::{City, Counts};
use takujo_core::games::machinamitorite::trick::{Card, Suit};
use takujo_core::games::nerts::game::{self as nerts, Nerts};
use takujo_core::games::nerts::options::{Count, Options};
use takujo_core::games::nihon_meisho::game::{self as meisho, NihonMeisho};

fn seats<G: Game>(players: u8, starter: u8) -> Seats {
    let players = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
    Seats::new(players, Seat(starter), G::SEATS).unwrap()
}

fn table<G: Game>(players: u8, starter: u8, options: G::Options) -> Session<G> {
    let seats = seats::<G>(players, starter);
    let ledger = Ledger::new(G::start(&seats, &options).unwrap());
    Session { seats, options, ledger }
}

fn moved(seats: &[u8]) -> Seating {
    Seating { joins: Vec::new(), seats: seats.to_vec(), ..Seating::default() }
}

fn joined(with: JoinWith, seats: &[u8]) -> Seating {
    let join = Join { name: "New".to_owned(), mark: 11, id: String::new(), with };
    Seating { joins: vec![join], seats: seats.to_vec(), ..Seating::default() }
}

fn push<G: Game>(table: &mut Session<G>, event: G::Event) -> Result<(), Refused<G::Error>> {
    table.ledger.push(Op::Append { event })?;
    table.sit_down();
    Ok(())
}

fn people<G: Game>(table: &mut Session<G>, seating: Seating) -> Result<(), Refused<G::Error>> {
    push(table, (G::COMINGS.unwrap().event)(seating))
}

#[test]
fn partners_who_part_take_half_each_and_a_pair_that_stays_loses_nothing() {
    let options = Options { partnerships: true, target: 9999, ..Options::default() };
    let mut table = table::<Nerts>(6, 0, options);
    let round = |points: [u8; 3]| {
        let counts = points.map(|foundations| Count { foundations, left: 0, kings: 0 });
        nerts::Event::Round { counts: counts.to_vec(), caller: None }
    };
    push(&mut table, round([21, 10, 4])).unwrap();
    assert_eq!(
        people(&mut table, moved(&[0, 1, 2, 3, 4])),
        Err(Refused::Rule(nerts::Error::Partnerships(5))),
        "somebody would be alone"
    );
    people(&mut table, moved(&[0, 2, 1, 3, 4, 5])).unwrap();
    assert_eq!(table.ledger.state().totals, [11 + 5, 10 + 5, 4]);
    people(&mut table, moved(&[0, 1, 2, 3, 4, 5])).unwrap();
    assert_eq!(table.ledger.state().totals, [8 + 8, 8 + 7, 4]);
    push(&mut table, round([1, 1, 1])).unwrap();
    let reported = report(&table);
    assert_eq!(reported.sides, [vec![0, 1], vec![2, 3], vec![4, 5], vec![0, 1], vec![2, 3], vec![0, 2], vec![1, 3]]);
    assert_eq!((reported.gone, &reported.points[..4]), (4, &[17, 16, 5, 21][..]));
    assert!((3..7).all(|side| reported.has_parted(side)));
    // Calls and counts of all rounds belong to those who played them.
    assert!(reported.tallies[0].of.iter().all(|calls| *calls == (0, 2)));
}

#[test]
fn a_round_before_a_change_is_corrected_for_those_who_played_it() {
    let mut table = table::<Any>(3, 1, any::Options::default());
    let round = |points: &[i32]| any::Event::Round { points: points.to_vec() };
    push(&mut table, round(&[5, 2, 9])).unwrap();
    people(&mut table, joined(JoinWith::Last, &[2, 3, 0])).unwrap();
    assert_eq!((table.seats.name(Seat(1)), table.seats.starter()), ("New", Seat(0)), "P1 left, P2 is next");
    push(&mut table, round(&[1, 1, 1])).unwrap();
    assert_eq!(table.ledger.state().totals, [10, 6, 6]);
    let correct = |points| Op::Correct { entry: 0, event: round(points) };
    assert!(matches!(table.ledger.push(correct(&[5, 2])), Err(Refused::Rule(any::Error::Sides { .. }))));
    table.ledger.push(correct(&[7, 3, 9])).unwrap();
    assert_eq!(table.ledger.state().totals, [10, 8, 8], "the lowest total of those who stayed is another");
    let reported = report(&table);
    assert_eq!((reported.players.len(), &reported.points[..]), (4, &[10, 8, 8, 3][..]));
    // In this change nobody joins, so there is no number 3.
    let event = any::Event::People(moved(&[1, 0, 2, 3]));
    assert!(table.ledger.push(Op::Correct { entry: 1, event }).is_err());
    let event = any::Event::People(moved(&[2, 1, 0]));
    table.ledger.push(Op::Correct { entry: 1, event }).unwrap();
    assert_eq!(table.ledger.state().totals, [10, 4, 8]);
    table.ledger.push(Op::Undo).unwrap();
    assert_eq!(report(&table), reported);
    push(&mut table, any::Event::End).unwrap();
    let over = Err(Refused::Rule(any::Error::People(SeatingError::Over)));
    assert_eq!(people(&mut table, moved(&[3, 0])), over);
}

#[test]
fn whoever_is_replaced_before_the_first_round_was_never_there() {
    let mut table = table::<Any>(3, 0, any::Options::default());
    let round = |points: &[i32]| any::Event::Round { points: points.to_vec() };
    people(&mut table, joined(JoinWith::Nothing, &[0, 3, 2])).unwrap();
    push(&mut table, round(&[5, 2, 9])).unwrap();
    let reported = report(&table);
    assert_eq!((reported.sides, reported.gone, reported.changes.len()), (vec![vec![0], vec![3], vec![2]], 0, 1));
    assert_eq!(reported.rounds, [[Some(5), Some(2), Some(9)]]);
    // After it they were.
    people(&mut table, moved(&[0, 2])).unwrap();
    let reported = report(&table);
    assert_eq!((reported.sides, reported.gone), (vec![vec![0], vec![2], vec![3]], 1));
    assert_eq!(reported.changes.iter().map(|change| change.rounds).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn the_lowest_total_is_the_highest_where_the_lowest_wins() {
    let options = any::Options { winner: any::WinningTotal::Lowest, ..any::Options::default() };
    let mut table = table::<Any>(2, 0, options);
    push(&mut table, any::Event::Round { points: vec![5, 30] }).unwrap();
    people(&mut table, joined(JoinWith::Last, &[0, 1, 2])).unwrap();
    assert_eq!(table.ledger.state().totals, [5, 30, 30]);
    people(&mut table, moved(&[1, 2])).unwrap();
    push(&mut table, any::Event::End).unwrap();
    let reported = report(&table);
    assert_eq!(reported.outcome, Outcome::Won(vec![0, 1]), "whoever left does not win");
    assert_eq!((reported.ranking(), reported.has_left(2), reported.totals[2]), (vec![0, 1, 2], true, 5));
}

#[test]
fn the_cities_follow_the_players_and_the_passport_its_holder() {
    let mut table =
        table::<Machinamitorite>(4, 1, machi::Options { goal: machi::Format::Games(9), ..Default::default() });
    people(&mut table, moved(&[0, 2, 3])).unwrap();
    assert_eq!(table.ledger.state().cities, Cities::Without(City::Kyoto));
    assert_eq!(table.ledger.state().passport, Seat(1), "to the left of whoever left with it");
    let few = SeatError::TooFew { players: 2, least: 3 };
    assert_eq!(people(&mut table, moved(&[0, 2])), Err(Refused::Rule(machi::Error::People(SeatingError::Seats(few)))));
    let card = |number| Card::Suit { suit: Suit::Hat, number };
    push(&mut table, machi::Event::Trick { cards: vec![card(1), card(3), card(2)] }).unwrap();
    let mid_hand = Err(Refused::Rule(machi::Error::People(SeatingError::MidRound)));
    assert_eq!(people(&mut table, moved(&[0, 1, 2, 3])), mid_hand);
    let all = Counts::new([[5; 3], [5; 3], [5; 3], [0; 3]]).unwrap();
    push(&mut table, machi::Event::Hand { counts: vec![all, Counts::ZERO, Counts::ZERO] }).unwrap();
    people(&mut table, moved(&[0, 1, 2, 3])).unwrap();
    assert_eq!(table.ledger.state().cities, Cities::All);
}

#[test]
fn the_next_dealer_is_who_would_have_come_after_the_one_who_left() {
    let mut table = table::<Hanafuda>(4, 2, hanafuda::Options { track_turns: false, ..Default::default() });
    let direction = table.ledger.state().direction();
    assert_eq!(direction, Direction::CounterClockwise);
    let pay = |winner: u8, exempt: u8, players: u8| {
        let left = Seat::all(usize::from(players))
            .map(|seat| Left { brights: 0, others: u8::from(seat != Seat(winner) && seat != Seat(exempt)) });
        hanafuda::Event::Payout {
            winner: Seat(winner),
            left: left.collect(),
            exempt: Some(Seat(exempt)),
            recount: false,
        }
    };
    push(&mut table, pay(0, 1, 4)).unwrap();
    let with_points = Err(Refused::Rule(hanafuda::Error::People(SeatingError::WithPoints)));
    assert_eq!(people(&mut table, joined(JoinWith::Points(3), &[0, 1, 2, 3, 4])), with_points);
    // P2 dealt and leaves: counter-clockwise the next one is P1.
    people(&mut table, moved(&[0, 1, 3])).unwrap();
    assert_eq!(table.ledger.state().next_dealer(), Seat(1));
    people(&mut table, joined(JoinWith::Nothing, &[0, 1, 3, 4])).unwrap();
    push(&mut table, pay(3, 0, 4)).unwrap();
    let state = table.ledger.state();
    assert_eq!((state.balance(), state.numbers()), (vec![2, -1, -1, -2, 2], vec![0, 1, 3, 4, 2]));
    let settled: i32 = state.settlement().iter().map(|give| give.points).sum();
    assert_eq!(settled, 4, "whoever left pays too");
}

#[test]
fn in_a_tracked_round_nobody_comes_or_goes_once_a_card_is_played() {
    let mut table = table::<Hanafuda>(3, 0, hanafuda::Options::default());
    people(&mut table, joined(JoinWith::Nothing, &[0, 1, 2, 3])).unwrap();
    let fresh = Hanafuda::start(&seats::<Hanafuda>(4, 0), &hanafuda::Options::default()).unwrap();
    assert_eq!(table.ledger.state().hands, fresh.hands, "dealt again for four");
    let kind = hanafuda::MoveKind::StruggleKeep;
    push(&mut table, hanafuda::Event::Move { kind, top: takujo_core::games::hanafuda::deck::Top::Other }).unwrap();
    let refused = Err(Refused::Rule(hanafuda::Error::People(SeatingError::MidRound)));
    assert_eq!(people(&mut table, moved(&[0, 1])), refused);
}

#[test]
fn in_nihon_meisho_a_hand_goes_under_the_deck_and_the_stack_waits() {
    use meisho::Event;
    let options = meisho::Options { deck: Some(100), ..meisho::Options::default() };
    let mut table = table::<NihonMeisho>(3, 0, options);
    for event in [Event::PlusTwo, Event::PlusTwo] {
        push(&mut table, event).unwrap();
    }
    let left = table.ledger.state().deck_left().unwrap();
    let only = |seating| Err(Refused::Rule(meisho::RuleError::People(seating)));
    assert_eq!(people(&mut table, moved(&[1, 0])), only(SeatingError::OnlyLeave), "nobody changes seats");
    assert_eq!(people(&mut table, joined(JoinWith::Nothing, &[0, 1, 2, 3])), only(SeatingError::OnlyLeave));
    people(&mut table, moved(&[0, 1])).unwrap();
    let state = table.ledger.state();
    assert_eq!((state.current(), state.stack(), state.deck_left()), (Seat(0), 4, Some(left + 6)));
    let few = SeatingError::Seats(SeatError::TooFew { players: 1, least: 2 });
    assert_eq!(people(&mut table, moved(&[1])), only(few));
}

fn somebody(name: &str) -> StandIn {
    StandIn::New(name.to_owned(), String::new(), 1)
}

fn put_right<G: Game>(
    table: &mut Session<G>,
    number: u8,
    round: usize,
    who: StandIn,
) -> Result<(), InsteadError<G::Error>> {
    table.put_right(&SatInstead { number, round, who }).map(drop)
}

/// A table of any card game with these rounds; before the round with this index comes a change of seats.
fn any_table(rounds: &[&[i32]], changes: &[(usize, Seating)]) -> Session<Any> {
    let mut all = table::<Any>(3, 0, any::Options::default());
    for (at, points) in rounds.iter().enumerate() {
        for (_, seating) in changes.iter().filter(|(before, _)| *before == at) {
            people(&mut all, seating.clone()).unwrap();
        }
        push(&mut all, any::Event::Round { points: points.to_vec() }).unwrap();
    }
    push(&mut all, any::Event::End).unwrap();
    all
}

/// Whoever sat there from a later round on is in the log as if that had been known then: the same report, and later
/// changes of seats mean the same people.
#[test]
fn put_right_afterwards_is_as_entered_at_the_time() {
    let rounds: &[&[i32]] = &[&[5, 2, 9], &[1, 4, 1], &[3, 3, 3], &[7, 8]];
    let join = |name: &str, mark, with| Join { name: name.to_owned(), mark, id: String::new(), with };
    let new = |with| Seating { joins: vec![join("New", 11, with)], seats: vec![0, 1, 3], ..Seating::default() };
    let mut table = any_table(rounds, &[(2, new(JoinWith::Nothing)), (3, moved(&[3, 1]))]);
    let before = report(&table);
    put_right(&mut table, 1, 1, somebody("Cy")).unwrap();
    let cy = Seating { joins: vec![join("Cy", 3, JoinWith::Points(2))], seats: vec![0, 3, 2], in_place: true };
    let later = Seating { seats: vec![0, 3, 4], ..new(JoinWith::Nothing) };
    let known = any_table(rounds, &[(1, cy), (2, later), (3, moved(&[4, 3]))]);
    let right = report(&table);
    assert_eq!(right, report(&known));
    assert_eq!(table.ledger.entries(), known.ledger.entries());
    let of = |report: &Report, name: &str| {
        let side = report.sides.iter().position(|side| report.players[side[0]] == name)?;
        Some((report.points[side], report.has_left(side), report.winners.iter().any(|winner| winner == name)))
    };
    assert_eq!(of(&right, "Cy"), Some((17, false, true)), "with the 2 points of the seat");
    assert_eq!(of(&right, "P1"), Some((2, true, false)));
    assert_eq!(of(&right, "New"), of(&before, "New"));
    // Undone and done again like any correction.
    table.ledger.push(Op::Undo).unwrap();
    table.sit_down();
    assert_eq!(report(&table), before);
    table.ledger.push(Op::Redo).unwrap();
    table.sit_down();
    assert_eq!(report(&table), right);
}

#[test]
fn who_cannot_have_sat_there_is_refused_and_nothing_changes() {
    let rounds: &[&[i32]] = &[&[5, 2, 9], &[1, 4], &[3, 3, 3], &[7, 8, 0]];
    // P1 leaves, New comes in their place.
    let mut table = any_table(rounds, &[(1, moved(&[0, 2])), (2, joined(JoinWith::Nothing, &[0, 3, 2]))]);
    let before = report(&table);
    let mut refused = |number, round, who| put_right(&mut table, number, round, who).unwrap_err();
    let back = |name: &str| StandIn::Back(name.to_owned());
    assert_eq!(refused(1, 1, somebody("Cy")), InsteadError::Absent, "gone by then");
    assert_eq!(refused(1, 9, somebody("Cy")), InsteadError::Absent, "no such round");
    assert_eq!(refused(1, 0, somebody("Cy")), InsteadError::Absent, "that is from the start");
    assert_eq!(refused(0, 1, back("P2")), InsteadError::Sits(Seat(1)));
    assert!(matches!(refused(0, 1, back("New")), InsteadError::Refused(Refused::ComesLater(_))));
    assert!(matches!(refused(0, 1, somebody("New")), InsteadError::Refused(Refused::Later { .. })));
    let used = any::Error::People(SeatingError::Name(Seat(0)));
    assert_eq!(refused(0, 1, somebody("P1")), InsteadError::Refused(Refused::Rule(used)));
    assert_eq!(report(&table), before);
    // Whoever is back goes on with what they left with.
    put_right(&mut table, 0, 2, back("P1")).unwrap();
    assert_eq!(report(&table).players.len(), 4);
    let state = table.ledger.state();
    assert_eq!((seated::<Any>(state).unwrap().now(), &state.totals[..]), (&[1, 3, 2][..], &[12, 11, 16][..]));
    // Nothing but a change of seats comes between, and only before an entry.
    assert_eq!(table.ledger.push(Op::Insert { entry: 0, event: any::Event::End }), Err(Refused::NoSeating));
    let event = any::Event::People(moved(&[2, 1, 0]));
    assert_eq!(table.ledger.push(Op::Insert { entry: 9, event }), Err(Refused::NoEntry(9)));
}

/// Only the person changes: the turn, the deal, overtricks, piles and the passport stay with the seat, and so do the rounds
/// that were counted by turns.
#[test]
fn whoever_sat_there_instead_has_everything_that_goes_with_the_seat() {
    let options = any::Options { deal: any::DealRule::Passes, ..any::Options::default() };
    let mut table = self::table::<Any>(3, 0, options);
    for _ in 0..4 {
        push(&mut table, any::Event::Round { points: vec![1, 2, 3] }).unwrap();
        push(&mut table, any::Event::Next).unwrap();
    }
    let roles = |table: &Session<Any>| (table.ledger.state().dealer, table.ledger.state().turn);
    for number in 0..3 {
        let mut other = self::table::<Any>(3, 0, table.options.clone());
        table.ledger.entries().iter().for_each(|event| push(&mut other, event.clone()).unwrap());
        for round in 1..4 {
            put_right(
                &mut other,
                if round == 1 { number } else { 1 + round as u8 },
                round,
                somebody(["", "X", "Y", "Z"][round]),
            )
            .unwrap();
            assert_eq!(roles(&other), roles(&table), "seat {number}, round {round}");
            assert_eq!(other.ledger.state().totals, table.ledger.state().totals);
        }
    }

    let options = any::Options { scoring: any::Scoring::Turn, ending: any::Ends::after(2), ..any::Options::default() };
    let mut table = self::table::<Any>(2, 0, options);
    for side in [0, 1, 0, 1] {
        push(&mut table, any::Event::Scored { side, points: 5 + side as i32 }).unwrap();
    }
    let won = Any::standing(table.ledger.state());
    put_right(&mut table, 0, 3, somebody("Cy")).unwrap();
    assert_eq!(Any::standing(table.ledger.state()), won, "the round that was under way is not longer for it");
    // Nobody may change seats in such a change.
    let moved = any::Event::People(Seating { seats: vec![1, 0], in_place: true, ..Seating::default() });
    assert!(push(&mut self::table::<Any>(2, 0, any::Options::default()), moved).is_err());
}

/// Between two hands, whatever was tapped in them; where nobody can bring points, newcomers start with nothing; and nobody
/// joins where people can only leave.
#[test]
fn a_seat_is_put_right_between_the_rounds_of_each_game() {
    let mut table =
        table::<Machinamitorite>(4, 1, machi::Options { goal: machi::Format::Games(9), ..Default::default() });
    let all = Counts::new([[5; 3]; 4]).unwrap();
    let card = |number| Card::Suit { suit: Suit::Hat, number };
    for _ in 0..2 {
        push(&mut table, machi::Event::Trick { cards: vec![card(1), card(3), card(2), card(4)] }).unwrap();
        let counts = vec![Counts::ZERO, all, Counts::ZERO, Counts::ZERO];
        push(&mut table, machi::Event::Hand { counts }).unwrap();
    }
    let (totals, passport) = (table.ledger.state().points.clone(), table.ledger.state().passport);
    put_right(&mut table, 1, 1, somebody("Cy")).unwrap();
    assert_eq!((table.seats.name(Seat(1)), &table.ledger.state().points), ("Cy", &totals));
    assert!(matches!(table.ledger.entries()[2], machi::Event::People(_)), "before the first trick");
    assert_eq!(table.ledger.state().passport, passport, "the passport stays where it is");

    let mut table = self::table::<NihonMeisho>(3, 0, meisho::Options::default());
    assert_eq!(put_right(&mut table, 1, 1, somebody("Cy")), Err(InsteadError::Refused(Refused::NoSeating)));
}
