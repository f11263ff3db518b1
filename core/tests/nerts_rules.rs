//! Nerts against its text (001), and our rulings where the text is silent.

use proptest::prelude::*;
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::{Ledger, Op};
use takujo_core::domain::seating::Seating;
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::domain::teams::{Split, Teams};
use takujo_core::games::nerts::game::{Error, Event, Nerts, State, check, likely_caller, offered_piles};
use takujo_core::games::nerts::options::{
    CALLS, Count, DECKS, Dealt, HouseRules, KINGS, Length, Options, PENALTIES, PILES, Tie, UsualRules,
};

fn seats(players: u8) -> Seats {
    let players = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
    Seats::new(players, Seat(0), Nerts::SEATS).unwrap()
}

fn points(state: &State) -> Vec<i32> {
    Nerts::standing(state).points().to_vec()
}

fn count(foundations: u8, left: u8) -> Count {
    Count { foundations, left, kings: 0 }
}

/// The printed rules, with this many jokers in a deck.
fn printed(jokers: u8) -> Dealt {
    Options { jokers, ..Options::default() }.dealt()
}

fn game(players: u8, options: &Options, rounds: &[&[(u8, u8)]]) -> Ledger<Nerts> {
    let mut ledger = Ledger::new(Nerts::start(&seats(players), options).unwrap());
    for round in rounds {
        let counts = round.iter().map(|(foundations, left)| count(*foundations, *left)).collect();
        ledger.push(Op::Append { event: Event::Round { counts, caller: None } }).unwrap();
    }
    ledger
}

fn outcome(ledger: &Ledger<Nerts>) -> Outcome {
    Nerts::standing(ledger.state()).outcome
}

/// 001 "スコアリング": one point for each card on the foundations, minus two for each card left.
#[test]
fn points_of_a_count() {
    for (foundations, left, points) in [(23, 7, 9), (0, 13, -26), (0, 0, 0), (52, 0, 52), (31, 0, 31), (12, 6, 0)] {
        assert_eq!(
            printed(0).points(count(foundations, left), false),
            points,
            "{foundations} on the foundations, {left} left"
        );
    }
}

/// Bounds: 0 to 13 left; foundations plus left at most the deck; the caller has nothing left.
#[test]
fn every_bound_is_an_error_that_names_it() {
    let ok = count(20, 5);
    assert_eq!(check(&[ok, count(0, 14)], None, &printed(0)), Err(vec![Error::Pile { row: 1, left: 14, pile: 13 }]));
    assert_eq!(check(&[ok, count(0, 13)], None, &printed(0)), Ok(()));
    let deck = |deck| Err(vec![Error::Deck { row: 0, foundations: 50, left: 3, deck }]);
    assert_eq!(check(&[count(50, 3), ok], None, &printed(0)), deck(52));
    assert_eq!(check(&[count(50, 3), ok], None, &printed(1)), Ok(()));
    assert_eq!(check(&[count(56, 0), ok], None, &printed(4)), Ok(()));
    assert!(check(&[count(57, 0), ok], None, &printed(4)).is_err());
    assert_eq!(
        check(&[ok, count(255, 255)], None, &printed(0)),
        Err(vec![Error::Pile { row: 1, left: 255, pile: 13 }])
    );
    assert_eq!(check(&[ok, ok], Some(1), &printed(0)), Err(vec![Error::Caller { row: 1, left: 5 }]));
    assert_eq!(check(&[ok, ok], Some(2), &printed(0)), Err(vec![Error::NoCaller(2)]));
    assert_eq!(check(&[count(20, 0), ok], Some(0), &printed(0)), Ok(()));
}

#[test]
fn options_out_of_bounds_are_refused() {
    let start = |players, options| Nerts::start(&seats(players), &options).map(|_| ());
    assert_eq!(start(2, Options { target: 0, ..Options::default() }), Err(Error::Target(0)));
    assert_eq!(start(2, Options { target: 10_000, ..Options::default() }), Err(Error::Target(10_000)));
    assert_eq!(start(2, Options { jokers: 5, ..Options::default() }), Err(Error::Jokers(5)));
    let pairs = || Options { partnerships: true, ..Options::default() };
    assert_eq!(start(4, pairs()), Err(Error::Partnerships(4)));
    assert_eq!(start(7, pairs()), Err(Error::Partnerships(7)));
    assert_eq!(start(6, pairs()), Ok(()));
}

/// 001, head: six or more may play as partnerships. Our ruling: one score a pair.
#[test]
fn partners_share_one_score() {
    let options = Options { partnerships: true, ..Options::default() };
    let sides = Nerts::scoring(&seats(6), &options).sides;
    assert_eq!(sides, [[Seat(0), Seat(1)], [Seat(2), Seat(3)], [Seat(4), Seat(5)]]);
    let ledger = game(6, &options, &[&[(30, 0), (20, 4), (10, 13)]]);
    assert_eq!(ledger.state().totals, [30, 12, -16]);
    let refused = Nerts::apply(ledger.state(), &Event::Round { counts: vec![count(1, 1); 6], caller: None });
    assert_eq!(refused, Err(Error::Rows { given: 6, rows: 3 }));
}

fn neighbours(people: u8) -> Teams {
    Teams::new(Split::Neighbours(people))
}

fn in_sides(teams: Teams, own_decks: bool) -> Options {
    Options { teams: Some(teams), own_decks, target: 9999, ..Options::default() }
}

/// House rule: pairs from four players on, threes, people alone beside pairs, chosen by tapping.
#[test]
fn sides_are_those_that_people_chose() {
    let start = |players, teams| Nerts::start(&seats(players), &in_sides(teams, false)).map(|_| ());
    assert_eq!(start(3, neighbours(2)), Err(Error::Teams(3)));
    assert_eq!(start(4, neighbours(2)), Ok(()));
    assert_eq!(start(7, neighbours(3)), Ok(()));
    assert_eq!(start(6, neighbours(4)), Err(Error::House));
    let across = neighbours(2).exchange(4, Seat(1), Seat(2));
    assert_eq!(start(5, across.clone()), Err(Error::Teams(5)), "four chose");
    let options = in_sides(across, false);
    assert_eq!(Nerts::scoring(&seats(4), &options).sides, [[Seat(0), Seat(2)], [Seat(1), Seat(3)]]);
    let ledger = game(4, &options, &[&[(30, 0), (20, 4)], &[(1, 1), (5, 0)]]);
    assert_eq!(ledger.state().totals, [29, 17]);
    // Five in pairs: the fifth is alone.
    let options = in_sides(neighbours(2), false);
    let ledger = game(5, &options, &[&[(30, 0), (20, 4), (7, 1)]]);
    assert_eq!(ledger.state().totals, [30, 12, 5]);
}

/// House rule: with a deck for each person rows are counted one by one, and points shared.
#[test]
fn with_a_deck_each_the_points_of_a_side_are_added_up() {
    let across = neighbours(2).exchange(4, Seat(1), Seat(2));
    let options = in_sides(across, true);
    let ledger = game(4, &options, &[&[(30, 0), (20, 4), (7, 5), (10, 13)]]);
    // Rows stand side by side: the first two are of the first and the third seat.
    assert_eq!(ledger.state().totals, [30 + 12, -3 - 16]);
    let refused = Nerts::apply(ledger.state(), &Event::Round { counts: vec![count(1, 1); 2], caller: None });
    assert_eq!(refused, Err(Error::Rows { given: 2, rows: 4 }));
    let pile = Nerts::apply(ledger.state(), &Event::Round { counts: vec![count(39, 14); 4], caller: None });
    assert_eq!(pile, Err(Error::Pile { row: 0, left: 14, pile: 13 }), "the bound is that of one deck");
    // If only rounds won count, a side has won whose people together have most.
    let house = HouseRules { length: Length::Wins, ..HouseRules::PRINTED };
    let ledger = game(4, &Options { house, target: 5, ..options }, &[&[(30, 0), (3, 0), (26, 0), (9, 0)]]);
    assert_eq!((&ledger.state().totals[..], points(ledger.state())), (&[0, 1][..], vec![33, 35]));
}

/// House rule: a tie goes to the side that called more often, however many people it has and decks they have.
#[test]
fn a_call_counts_once_for_a_side() {
    let calls = |options: &Options, players, callers: &[u8]| {
        let rows = options.rows(usize::from(players)).len();
        let mut ledger = Ledger::<Nerts>::new(Nerts::start(&seats(players), options).unwrap());
        for caller in callers {
            let event = Event::Round { counts: vec![count(0, 0); rows], caller: Some(*caller) };
            ledger.push(Op::Append { event }).unwrap();
        }
        outcome(&ledger)
    };
    let house = HouseRules { length: Length::Rounds, ..HouseRules::PRINTED };
    let options = |own_decks, target| Options { tie: Tie::Calls, house, target, ..in_sides(neighbours(2), own_decks) };
    // Two pairs and one alone, who called twice.
    assert_eq!(calls(&options(false, 3), 5, &[0, 2, 2]), Outcome::Won(vec![2]));
    assert_eq!(calls(&options(false, 2), 5, &[0, 2]), Outcome::Tied(vec![0, 2]));
    // Both of a pair called, each with a deck of their own.
    assert_eq!(calls(&options(true, 3), 5, &[0, 1, 4]), Outcome::Won(vec![0]));
}

/// Ruling: who leaves a side takes an equal part along, the first of them what is over.
#[test]
fn a_side_of_three_parts_in_three() {
    let mut ledger = game(6, &in_sides(neighbours(3), false), &[&[(11, 0), (1, 3)]]);
    let seating = Seating { joins: Vec::new(), seats: vec![3, 1, 2, 0, 4, 5], ..Seating::default() };
    ledger.push(Op::Append { event: Event::People(seating) }).unwrap();
    // 11 is 4 + 4 + 3, and -5 is -1 - 2 - 2.
    assert_eq!(ledger.state().totals, [4 + 3 - 1, 4 - 2 - 2]);
    // Neighbours form sides of whoever is there, but not if people chose them.
    let gone = |seats: &[u8]| Event::People(Seating { joins: Vec::new(), seats: seats.to_vec(), ..Seating::default() });
    assert!(Nerts::apply(ledger.state(), &gone(&[0, 1, 2, 3])).is_ok());
    assert_eq!(Nerts::apply(ledger.state(), &gone(&[0, 1, 2])), Err(Error::Teams(3)));
    let chosen = game(6, &in_sides(neighbours(2).join(6, Seat(3), 9), false), &[]);
    assert_eq!(Nerts::apply(chosen.state(), &gone(&[0, 1, 2, 3])), Err(Error::Teams(4)));
}

/// 001 "スコアリング": played until someone reaches the target, 100 by default; the caller need not be highest.
#[test]
fn the_game_ends_at_the_target() {
    let rounds: &[&[(u8, u8)]] = &[&[(50, 0), (52, 0)], &[(49, 1), (30, 0)]];
    assert_eq!(outcome(&game(2, &Options::default(), rounds)), Outcome::Playing);
    let rounds: &[&[(u8, u8)]] = &[&[(50, 0), (52, 0)], &[(50, 0), (30, 0)]];
    assert_eq!(outcome(&game(2, &Options::default(), rounds)), Outcome::Won(vec![0]));
}

/// Ruling: if several reach the target in one round, the highest wins.
#[test]
fn the_highest_of_several_at_the_target_wins() {
    let options = Options { target: 50, ..Options::default() };
    assert_eq!(outcome(&game(3, &options, &[&[(50, 0), (52, 0), (51, 0)]])), Outcome::Won(vec![1]));
}

/// Ruling: a tie for the lead is asked about, played on or shared.
#[test]
fn a_tie_at_the_top_follows_the_switch() {
    let with = |tie| Options { target: 50, tie, ..Options::default() };
    let rounds: &[&[(u8, u8)]] = &[&[(52, 0), (52, 0), (10, 0)]];
    assert_eq!(outcome(&game(3, &with(Tie::OneMore), rounds)), Outcome::Playing);
    assert_eq!(outcome(&game(3, &with(Tie::Share), rounds)), Outcome::Won(vec![0, 1]));
    let mut ledger = game(3, &with(Tie::Ask), rounds);
    assert_eq!(outcome(&ledger), Outcome::Tied(vec![0, 1]));
    ledger.push(Op::Append { event: Event::Share }).unwrap();
    assert_eq!(outcome(&ledger), Outcome::Won(vec![0, 1]));
    assert_eq!(Nerts::apply(ledger.state(), &Event::Share), Err(Error::NoTie));
    ledger.push(Op::Undo).unwrap();
    let counts = vec![count(3, 0), count(2, 0), count(0, 0)];
    ledger.push(Op::Append { event: Event::Round { counts, caller: None } }).unwrap();
    assert_eq!(outcome(&ledger), Outcome::Won(vec![0]));
}

/// Ruling: after a tie the extra round alone decides, also below the target and until one side leads.
#[test]
fn an_extra_round_decides_also_below_the_target() {
    let tied: &[(u8, u8)] = &[(52, 0), (52, 0), (40, 0)];
    for tie in [Tie::OneMore, Tie::Ask] {
        let options = Options { target: 52, tie, ..Options::default() };
        // 42, 32 and 14: two lose points, and the first still leads.
        assert_eq!(outcome(&game(3, &options, &[tied, &[(0, 5), (0, 10), (0, 13)]])), Outcome::Won(vec![0]));
        // 42, 42 and 14, then 43: still tied, and decided by the next round.
        let twice: &[&[(u8, u8)]] = &[tied, &[(0, 5), (0, 5), (0, 13)], &[(1, 0), (0, 0), (0, 0)]];
        let still = if tie == Tie::Ask { Outcome::Tied(vec![0, 1]) } else { Outcome::Playing };
        assert_eq!(outcome(&game(3, &options, &twice[..2])), still);
        assert_eq!(outcome(&game(3, &options, twice)), Outcome::Won(vec![0]));
        // Everybody plays, so whoever overtakes the tied wins.
        assert_eq!(outcome(&game(3, &options, &[tied, &[(0, 5), (0, 10), (5, 0)]])), Outcome::Won(vec![2]));
        // A target that is moved ends the playoff.
        let mut ledger = game(3, &options, &[tied, &[(0, 5), (0, 5), (0, 13)]]);
        ledger.push(Op::Append { event: Event::Target { points: 100 } }).unwrap();
        assert_eq!(outcome(&ledger), Outcome::Playing);
    }
    // Nor after a win that was shared, or decided.
    let options = Options { target: 52, tie: Tie::Share, ..Options::default() };
    assert_eq!(outcome(&game(2, &options, &[&[(52, 0), (52, 0)], &[(0, 5), (0, 10)]])), Outcome::Playing);
    let options = Options { target: 52, ..Options::default() };
    let rounds: &[&[(u8, u8)]] = &[&[(52, 0), (52, 0)], &[(0, 5), (0, 10)], &[(1, 0), (0, 0)]];
    assert_eq!(outcome(&game(2, &options, &rounds[..2])), Outcome::Won(vec![0]));
    assert_eq!(outcome(&game(2, &options, rounds)), Outcome::Playing);
    // Without a tie at the target nothing is played off: a table that plays on after the end needs the target again.
    let options = Options { target: 52, ..Options::default() };
    assert_eq!(outcome(&game(2, &options, &[&[(52, 0), (40, 0)], &[(0, 5), (0, 0)]])), Outcome::Playing);
}

#[test]
fn the_target_can_be_moved_during_the_game() {
    let mut ledger = game(2, &Options::default(), &[&[(40, 0), (30, 0)]]);
    ledger.push(Op::Append { event: Event::Target { points: 40 } }).unwrap();
    assert_eq!(outcome(&ledger), Outcome::Won(vec![0]));
    assert_eq!(Nerts::apply(ledger.state(), &Event::Target { points: 0 }), Err(Error::Target(0)));
}

#[test]
fn the_caller_is_found_from_the_only_zero() {
    let likely = |left: &[Option<u8>]| likely_caller(left, &printed(0));
    assert_eq!(likely(&[Some(3), Some(0), Some(1)]), Some(1));
    assert_eq!(likely(&[Some(0), Some(0)]), None);
    assert_eq!(likely(&[Some(3), None]), None);
}

fn round(sides: usize) -> impl Strategy<Value = Vec<Count>> {
    let one = (0_u8..=13).prop_flat_map(|left| (0..=52 - left, Just(left)));
    prop::collection::vec(one.prop_map(|(foundations, left)| count(foundations, left)), sides)
}

/// A table's own rules, as RULES of other tables have them: UK Racing Demon takes 1 a card left, and gives 10 for going
/// out and 5 a King; Dutch Blitz has 40 cards, piles of ten and a target of 75.
#[test]
fn ready_made_ways_to_count() {
    let dealt = |preset: UsualRules| Options { house: preset.set(HouseRules::PRINTED), ..Options::default() }.dealt();
    let with = |foundations, left, kings| Count { foundations, left, kings };
    for (preset, count, called, points) in [
        (UsualRules::Printed, with(23, 7, 0), false, 9),
        (UsualRules::Printed, with(23, 0, 0), true, 23),
        (UsualRules::RacingDemon, with(23, 0, 2), true, 43),
        (UsualRules::RacingDemon, with(18, 5, 0), false, 13),
        (UsualRules::RacingDemon, with(0, 13, 0), false, -13),
        (UsualRules::DutchBlitz, with(14, 4, 0), false, 6),
    ] {
        assert_eq!(dealt(preset).points(count, called), points, "{preset:?} {count:?}");
        assert_eq!(UsualRules::of(&preset.set(HouseRules::PRINTED)), Some(preset));
    }
    assert_eq!(UsualRules::ALL.map(UsualRules::target), [100, 100, 75]);
    assert_eq!(
        check(&[count(30, 11)], None, &dealt(UsualRules::DutchBlitz)),
        Err(vec![Error::Pile { row: 0, left: 11, pile: 10 }])
    );
    let deck = Err(vec![Error::Deck { row: 0, foundations: 35, left: 6, deck: 40 }]);
    assert_eq!(check(&[count(35, 6)], None, &dealt(UsualRules::DutchBlitz)), deck);
    let kings = |kings, most| Err(vec![Error::Kings { row: 0, kings, most }]);
    assert_eq!(check(&[with(20, 0, 5)], None, &dealt(UsualRules::RacingDemon)), kings(5, 4));
    assert_eq!(check(&[with(3, 0, 4)], None, &dealt(UsualRules::RacingDemon)), kings(4, 3));
    assert_eq!(check(&[with(20, 0, 1)], None, &dealt(UsualRules::Printed)), kings(1, 0), "where they count nothing");
    let jokers = Dealt { jokers: 2, ..dealt(UsualRules::RacingDemon) };
    assert_eq!(check(&[with(20, 0, 6)], None, &jokers), Ok(()), "a joker may stand for a King");
}

#[test]
fn own_rules_out_of_bounds_are_refused() {
    let start = |house, target| Nerts::start(&seats(3), &Options { house, target, ..Options::default() }).map(|_| ());
    let printed = HouseRules::PRINTED;
    for house in [
        HouseRules { penalty: 3, ..printed },
        HouseRules { call: 7, ..printed },
        HouseRules { king: 4, ..printed },
        HouseRules { pile: 14, ..printed },
        HouseRules { deck: 48, ..printed },
        HouseRules { deck: 40, king: 5, ..printed },
    ] {
        assert_eq!(start(house, 100), Err(Error::House), "{house:?}");
    }
    for length in [Length::Rounds, Length::Wins] {
        assert_eq!(start(HouseRules { length, ..printed }, 100), Err(Error::Target(100)));
        assert_eq!(start(HouseRules { length, ..printed }, 0), Err(Error::Target(0)));
        assert_eq!(start(HouseRules { length, ..printed }, 99), Ok(()));
    }
}

#[test]
fn a_game_may_end_after_a_number_of_rounds() {
    let house = HouseRules { length: Length::Rounds, ..HouseRules::PRINTED };
    let options = Options { target: 2, house, ..Options::default() };
    let rounds: &[&[(u8, u8)]] = &[&[(52, 0), (0, 13)], &[(0, 13), (40, 0)], &[(0, 0), (1, 0)]];
    assert_eq!(outcome(&game(2, &options, &rounds[..1])), Outcome::Playing);
    assert_eq!(outcome(&game(2, &options, &rounds[..2])), Outcome::Won(vec![0]));
    // More rounds were agreed on meanwhile.
    let mut ledger = game(2, &options, &rounds[..2]);
    ledger.push(Op::Append { event: Event::Target { points: 3 } }).unwrap();
    assert_eq!(outcome(&ledger), Outcome::Playing);
    assert_eq!(Nerts::apply(ledger.state(), &Event::Target { points: 100 }), Err(Error::Target(100)));
}

/// Ruling: whoever has most points in a round wins it, all of them on a tie.
#[test]
fn only_rounds_won_may_count() {
    let house = HouseRules { length: Length::Wins, ..HouseRules::PRINTED };
    let options = Options { target: 2, house, ..Options::default() };
    let rounds: &[&[(u8, u8)]] = &[&[(52, 0), (0, 13), (1, 0)], &[(5, 0), (5, 0), (4, 0)], &[(0, 13), (0, 1), (0, 2)]];
    assert_eq!(game(3, &options, &rounds[..1]).state().totals, [1, 0, 0]);
    assert_eq!(game(3, &options, &rounds[..2]).state().totals, [2, 1, 0]);
    assert_eq!(outcome(&game(3, &options, &rounds[..2])), Outcome::Won(vec![0]));
    let mut ledger = game(3, &options, rounds);
    assert_eq!(ledger.state().totals, [2, 2, 0], "also with less than nothing");
    // The points are shown beside the rounds won, and follow their people.
    assert_eq!(points(ledger.state()), [31, -23, 1]);
    ledger.push(Op::Append { event: Event::Target { points: 9 } }).unwrap();
    let seating = Seating { seats: vec![2, 0], joins: Vec::new(), ..Seating::default() };
    ledger.push(Op::Append { event: Event::People(seating) }).unwrap();
    assert_eq!((points(ledger.state()), &ledger.state().totals[..]), (vec![1, 31], &[0, 2][..]));
    let seating = Seating { seats: vec![0, 1, 2], joins: Vec::new(), ..Seating::default() };
    ledger.push(Op::Append { event: Event::People(seating) }).unwrap();
    assert_eq!(points(ledger.state()), [31, -23, 1], "also of who comes back");
}

#[test]
fn whoever_called_more_often_may_win_a_tie() {
    let options = Options { target: 50, tie: Tie::Calls, ..Options::default() };
    let mut ledger = Ledger::new(Nerts::start(&seats(3), &options).unwrap());
    let mut play = |counts: [u8; 3], caller| {
        let counts = counts.map(|foundations| count(foundations, 0)).to_vec();
        ledger.push(Op::Append { event: Event::Round { counts, caller } }).unwrap();
        outcome(&ledger)
    };
    assert_eq!(play([20, 20, 1], Some(1)), Outcome::Playing);
    assert_eq!(play([20, 20, 1], Some(2)), Outcome::Playing);
    assert_eq!(play([20, 20, 1], None), Outcome::Won(vec![1]), "the third called as often but is not tied");
    assert_eq!(play([0, 0, 0], Some(0)), Outcome::Tied(vec![0, 1]), "and who called as often is asked");
}

#[test]
fn piles_grow_and_shrink_where_that_was_agreed() {
    let house = HouseRules { handicap: true, ..HouseRules::PRINTED };
    let options = Options { house, ..Options::default() };
    let mut ledger = game(3, &options, &[]);
    let round = |counts: [(u8, u8); 3], caller| Event::Round {
        counts: counts.map(|(foundations, left)| count(foundations, left)).to_vec(),
        caller,
    };
    let first = round([(20, 0), (10, 5), (12, 3)], Some(0));
    ledger.push(Op::Append { event: first.clone() }).unwrap();
    assert_eq!(offered_piles(ledger.state(), &first), Some(vec![14, 12, 13]));
    ledger.push(Op::Append { event: Event::Piles { piles: vec![14, 12, 13] } }).unwrap();
    assert_eq!(offered_piles(ledger.state(), &first), None, "it was taken");
    assert_eq!(ledger.state().dealt().piles, [14, 12, 13]);
    let refused = Nerts::apply(ledger.state(), &round([(0, 14), (0, 13), (0, 0)], None));
    assert_eq!(refused, Err(Error::Pile { row: 1, left: 13, pile: 12 }));
    let second = round([(0, 14), (0, 12), (0, 14)], None);
    assert_eq!(Nerts::apply(ledger.state(), &second), Err(Error::Pile { row: 2, left: 14, pile: 13 }));
    ledger.push(Op::Append { event: round([(5, 0), (5, 0), (5, 0)], None) }).unwrap();
    assert_eq!(offered_piles(ledger.state(), &round([(5, 0); 3], None)), None, "all had the same");
    for piles in [vec![0, 13, 13], vec![13, 13, 21], vec![13, 13]] {
        assert_eq!(Nerts::apply(ledger.state(), &Event::Piles { piles }), Err(Error::Piles));
    }
    // The largest grows no more.
    ledger.push(Op::Append { event: Event::Piles { piles: vec![20, 1, 13] } }).unwrap();
    let third = round([(20, 0), (0, 1), (5, 0)], None);
    ledger.push(Op::Append { event: third.clone() }).unwrap();
    assert_eq!(offered_piles(ledger.state(), &third), None);
    // Whoever changes seats is not who scored, and takes the pile along.
    let fourth = round([(20, 0), (0, 1), (5, 4)], None);
    ledger.push(Op::Append { event: Event::Piles { piles: vec![15, 12, 13] } }).unwrap();
    ledger.push(Op::Append { event: fourth.clone() }).unwrap();
    assert_eq!(offered_piles(ledger.state(), &fourth), Some(vec![16, 12, 12]));
    let seating = Seating { seats: vec![1, 0, 2], joins: Vec::new(), ..Seating::default() };
    ledger.push(Op::Append { event: Event::People(seating) }).unwrap();
    assert_eq!(offered_piles(ledger.state(), &fourth), None);
    assert_eq!(ledger.state().dealt().piles, [12, 15, 13]);
    // Where nothing was agreed, they stay.
    let ledger = game(3, &Options::default(), &[]);
    assert_eq!(Nerts::apply(ledger.state(), &Event::Piles { piles: vec![13; 3] }), Err(Error::Piles));
}

fn own_rules() -> impl Strategy<Value = HouseRules> {
    let any_of = |values: &'static [u8]| prop::sample::select(values);
    (any_of(&PENALTIES), any_of(&CALLS), any_of(&KINGS), any_of(&PILES), any_of(&DECKS)).prop_map(
        |(penalty, call, king, pile, deck)| {
            let king = if deck == 40 { 0 } else { king };
            HouseRules { penalty, call, king, pile, deck, ..HouseRules::PRINTED }
        },
    )
}

proptest! {
    /// Every point of a round is on one side's total, in whatever sides people play; with a deck each it is the same as if
    /// everybody had played alone, added up by who sits with whom.
    #[test]
    fn no_point_is_lost_between_sides(
        (players, counts) in (4_u8..=12).prop_flat_map(|players| (Just(players), round(usize::from(players)))),
        size in 2_u8..=3,
        (one, other) in (0_u8..12, 0_u8..12),
        alone in prop::option::of(0_u8..12),
    ) {
        let count = usize::from(players);
        let mut teams = neighbours(size).exchange(count, Seat(one % players), Seat(other % players));
        if let Some(seat) = alone {
            let apart = teams.join(count, Seat(seat % players), usize::MAX);
            teams = if apart.is_valid(3) { apart } else { teams };
        }
        let points = |options: &Options| {
            let start = Nerts::start(&seats(players), options).unwrap();
            let counts = counts[..options.rows(count).len()].to_vec();
            Nerts::apply(&start, &Event::Round { counts, caller: None }).unwrap().totals
        };
        let by_themselves = points(&Options { target: 9999, ..Options::default() });
        let together = in_sides(teams.clone(), true);
        // Row by row, whoever sits with whom.
        let people = teams.sides(count).concat();
        let of_side = |side: &Vec<Seat>| -> i32 {
            side.iter().map(|seat| by_themselves[people.iter().position(|other| other == seat).unwrap()]).sum()
        };
        let of_sides: Vec<i32> = teams.sides(count).iter().map(of_side).collect();
        prop_assert_eq!(points(&together), of_sides);
        // With one deck a side has one row.
        let shared = in_sides(teams, false);
        let rows = Nerts::scoring(&seats(players), &shared).sides.len();
        let printed = printed(0);
        let expected: Vec<i32> = counts[..rows].iter().map(|count| printed.points(*count, false)).collect();
        prop_assert_eq!(points(&shared), expected);
    }

    /// By any rules of a table's own, points are what counting card by card gives.
    #[test]
    fn points_by_own_rules_are_a_card_by_card_count(
        house in own_rules(), jokers in 0_u8..=4, cards in (0_u8..60, 0_u8..16, 0_u8..9), called in any::<bool>(),
    ) {
        let dealt = Options { house, jokers, ..Options::default() }.dealt();
        let (foundations, left, kings) = cards;
        let count = Count { foundations, left, kings };
        let fits = left <= house.pile
            && foundations + left <= house.deck + jokers
            && (kings == 0 || (house.king > 0 && kings <= foundations && kings <= 4 + jokers));
        prop_assert_eq!(check(&[count], None, &dealt).is_ok(), fits);
        let mut points = 0;
        for _ in 0..foundations { points += 1; }
        for _ in 0..left { for _ in 0..house.penalty { points -= 1; } }
        for _ in 0..kings { for _ in 0..house.king { points += 1; } }
        if called { for _ in 0..house.call { points += 1; } }
        prop_assert_eq!(dealt.points(count, called), points);
    }
    /// Totals are what counting every card one by one gives.
    #[test]
    fn totals_are_a_card_by_card_count(rounds in prop::collection::vec(round(3), 0..12)) {
        let mut totals = [0_i32; 3];
        let mut state = Nerts::start(&seats(3), &Options::default()).unwrap();
        for counts in rounds {
            for (total, count) in totals.iter_mut().zip(&counts) {
                for _ in 0..count.foundations { *total += 1; }
                for _ in 0..count.left { *total -= 1; *total -= 1; }
            }
            state = Nerts::apply(&state, &Event::Round { counts, caller: None }).unwrap();
            prop_assert_eq!(&state.totals, &totals);
        }
    }

    /// A round is accepted exactly if each side's cards fit its deck and the caller's pile is empty.
    #[test]
    fn a_round_is_refused_exactly_when_a_bound_is_broken(
        cards in prop::collection::vec((any::<u8>(), any::<u8>()), 1..5),
        caller in prop::option::of(0_u8..5),
        jokers in 0_u8..=4,
    ) {
        let counts: Vec<Count> = cards.iter().map(|(foundations, left)| count(*foundations, *left)).collect();
        let fits = cards.iter().all(|(f, l)| *l <= 13 && u32::from(*f) + u32::from(*l) <= 52 + u32::from(jokers));
        let called = caller.is_none_or(|side| cards.get(usize::from(side)).is_some_and(|(_, left)| *left == 0));
        prop_assert_eq!(check(&counts, caller, &printed(jokers)).is_ok(), fits && called);
    }
}
