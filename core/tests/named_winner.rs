//! Whom a table names as the winner afterwards, where the rules leave a tie open.

use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::{Ledger, Op, Refused};
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::domain::session::{Session, report};
use takujo_core::domain::summary::Summary;
use takujo_core::games::any::game::{self as any, Any};
use takujo_core::games::machinamitorite::game::{self as machi, Machinamitorite};
use takujo_core::games::machinamitorite::partition::Counts;
use takujo_core::games::nerts::game::{self as nerts, Nerts};
use takujo_core::games::nerts::options::{Count, Options, Tie};
use takujo_core::i18n::Lang;
use takujo_core::table::summary::course_text;

fn table<G: Game>(players: u8, options: G::Options, events: &[G::Event]) -> Session<G> {
    let people = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
    let seats = Seats::new(people, Seat(0), G::SEATS).unwrap();
    let mut ledger = Ledger::new(G::start(&seats, &options).unwrap());
    events.iter().for_each(|event| ledger.push(Op::Append { event: event.clone() }).unwrap());
    Session { seats, options, ledger }
}

fn round(foundations: &[u8]) -> nerts::Event {
    let counts = foundations.iter().map(|foundations| Count { foundations: *foundations, left: 0, kings: 0 }).collect();
    nerts::Event::Round { counts, caller: None }
}

fn winners<G: Game>(table: &Session<G>) -> (Vec<String>, bool) {
    let report = report(table);
    let again = Summary::of(report.clone(), &[]).report(G::ID, report.players.clone());
    assert_eq!((&again.winners, again.is_level(), &again.tied), (&report.winners, report.is_level(), &report.tied));
    (report.winners.clone(), report.is_level())
}

fn told(names: &[&str], named: bool) -> (Vec<String>, bool) {
    (names.iter().map(|name| (*name).to_owned()).collect(), named)
}

#[test]
fn the_table_names_one_of_those_who_share_the_win_until_another_round_is_scored() {
    let options = Options { target: 30, tie: Tie::Share, ..Options::default() };
    let mut table = table::<Nerts>(3, options, &[round(&[30, 8, 30])]);
    let name = |side| Op::Winner { side };
    assert_eq!(winners(&table), told(&["P0", "P2"], false));
    assert_eq!(table.ledger.push(name(Some(1))), Err(Refused::NoTie), "not at the top");
    assert_eq!(table.ledger.push(name(Some(9))), Err(Refused::NoTie));
    assert_eq!(table.ledger.push(name(None)), Err(Refused::NoTie), "nobody is named");
    table.ledger.push(name(Some(2))).unwrap();
    assert_eq!(winners(&table), told(&["P2"], true));
    table.ledger.push(name(Some(0))).unwrap();
    assert_eq!(winners(&table), told(&["P0"], true));
    // Undone and done again like any correction, and taken back.
    table.ledger.push(Op::Undo).unwrap();
    assert_eq!(winners(&table), told(&["P2"], true));
    table.ledger.push(Op::Redo).unwrap();
    assert_eq!(winners(&table), told(&["P0"], true));
    table.ledger.push(name(None)).unwrap();
    assert_eq!(winners(&table), told(&["P0", "P2"], false));
    table.ledger.push(name(Some(0))).unwrap();
    // A correction after which nobody is tied speaks for itself.
    table.ledger.push(Op::Correct { entry: 0, event: round(&[30, 8, 31]) }).unwrap();
    assert_eq!(winners(&table), told(&["P2"], false));
    table.ledger.push(Op::Undo).unwrap();
    assert_eq!(winners(&table), told(&["P0"], true));
    // Another tie is another question.
    table.ledger.push(Op::Append { event: round(&[5, 0, 5]) }).unwrap();
    assert_eq!(winners(&table), told(&["P0", "P2"], false));
    table.ledger.push(Op::Undo).unwrap();
    assert_eq!(winners(&table), told(&["P0"], true));
}

#[test]
fn nobody_is_named_while_a_game_goes_on_or_where_its_rules_say_who_won() {
    let points = any::Event::Round { points: vec![5, 5] };
    let mut open = table::<Any>(2, any::Options::default(), &[points]);
    assert_eq!(open.ledger.push(Op::Winner { side: Some(0) }), Err(Refused::NoTie));
    open.ledger.push(Op::Append { event: any::Event::End }).unwrap();
    open.ledger.push(Op::Winner { side: Some(0) }).unwrap();
    assert_eq!(report(&open).outcome, Outcome::Won(vec![0]));

    // That everyone at the top of a single hand wins is printed. For a match nothing is.
    let level = |hands: u16| {
        let [half, rest] = [[[5; 3], [5; 3], [0; 3], [0; 3]], [[0; 3], [0; 3], [5; 3], [5; 3]]];
        let counts = vec![Counts::ZERO, Counts::ZERO, Counts::new(half).unwrap(), Counts::new(rest).unwrap()];
        let options = machi::Options { goal: machi::Format::Games(hands), ..Default::default() };
        table::<Machinamitorite>(4, options, &vec![machi::Event::Hand { counts }; usize::from(hands)])
    };
    let mut hand = level(1);
    assert_eq!(winners(&hand), told(&["P2", "P3"], false));
    assert_eq!(hand.ledger.push(Op::Winner { side: Some(3) }), Err(Refused::NoTie));
    assert!(report(&hand).tied.is_empty());
    let mut two = level(2);
    two.ledger.push(Op::Winner { side: Some(3) }).unwrap();
    assert_eq!(winners(&two), told(&["P3"], true));
}

#[test]
fn the_course_of_a_game_says_what_decided_a_tie() {
    let course = |table: &Session<Nerts>| course_text(&report(table), Lang::En);
    let options = |tie| Options { target: 30, tie, ..Options::default() };
    let mut shared = table::<Nerts>(3, options(Tie::Share), &[round(&[30, 8, 30])]);
    assert_eq!(course(&shared), [] as [&str; 0], "nobody alone");
    shared.ledger.push(Op::Winner { side: Some(2) }).unwrap();
    assert_eq!(course(&shared)[0], "Tied at 30; your table chose the winner");
    let called = nerts::Event::Round {
        counts: [30, 8, 30].map(|foundations| Count { foundations, left: 0, kings: 0 }).to_vec(),
        caller: Some(2),
    };
    let by_calls = table::<Nerts>(3, options(Tie::Calls), &[called]);
    assert_eq!(winners(&by_calls), told(&["P2"], true));
    assert_eq!(course(&by_calls)[0], "Tied at 30; the rule for ties decided");
}
