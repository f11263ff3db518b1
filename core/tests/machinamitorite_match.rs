//! A match of Machinamitorite: formats, the passport, refusals (002 "Score Calculation" and "How to Play").

use proptest::prelude::*;
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::{Ledger, Op};
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::games::machinamitorite::game::{Error, Event, Format, Machinamitorite, Options, State};
use takujo_core::games::machinamitorite::partition::{City, Counts, Photo, best_points};
use takujo_core::games::machinamitorite::trick::{Card, Park, Suit, Variant};

fn seats(players: u8) -> Seats {
    let list = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
    Seats::new(list, Seat(1), Machinamitorite::SEATS).unwrap()
}

/// Deals every photo in use to the players in turn, starting with `first`.
fn counts(players: usize, first: usize, without: Option<City>) -> Vec<Counts> {
    let mut hands: Vec<Vec<Photo>> = vec![Vec::new(); players];
    let photos = Photo::all().filter(|photo| Some(photo.city) != without).flat_map(|photo| [photo; 5]);
    for (at, photo) in photos.enumerate() {
        hands[(first + at) % players].push(photo);
    }
    hands.into_iter().map(|hand| Counts::from_photos(hand).unwrap()).collect()
}

fn hand(first: usize) -> Op<Event> {
    Op::Append { event: Event::Hand { counts: counts(4, first, None) } }
}

fn ledger(goal: Format) -> Ledger<Machinamitorite> {
    Ledger::new(Machinamitorite::start(&seats(4), &Options { goal, ..Options::default() }).unwrap())
}

fn outcome(ledger: &Ledger<Machinamitorite>) -> Outcome {
    Machinamitorite::standing(ledger.state()).outcome
}

/// One player wins every photo, the others none.
fn lopsided(winner: usize) -> Event {
    let all = Counts::new([[5; 3]; 4]).unwrap();
    Event::Hand { counts: (0..4).map(|player| if player == winner { all } else { Counts::ZERO }).collect() }
}

#[test]
fn a_match_over_hands_ends_after_the_last() {
    let mut two = ledger(Format::Games(2));
    assert_eq!(outcome(&two), Outcome::Playing);
    two.push(Op::Append { event: lopsided(0) }).unwrap();
    assert_eq!(outcome(&two), Outcome::Playing);
    two.push(Op::Append { event: lopsided(2) }).unwrap();
    assert_eq!(outcome(&two), Outcome::Won(vec![0, 2]), "all who are level win");
}

#[test]
fn a_match_to_points_ends_when_someone_reaches_them() {
    let all = i32::from(best_points(&Counts::new([[5; 3]; 4]).unwrap()));
    assert_eq!(all, 84, "twelve sets of five");
    let mut points = ledger(Format::Points(85));
    points.push(Op::Append { event: lopsided(3) }).unwrap();
    assert_eq!(outcome(&points), Outcome::Playing);
    points.push(Op::Append { event: lopsided(3) }).unwrap();
    assert_eq!(outcome(&points), Outcome::Won(vec![3]));
}

#[test]
fn a_match_to_wins_counts_hands() {
    let mut wins = ledger(Format::Wins(2));
    wins.push(Op::Append { event: lopsided(1) }).unwrap();
    wins.push(Op::Append { event: lopsided(0) }).unwrap();
    assert_eq!(Machinamitorite::standing(wins.state()).totals, [1, 1, 0, 0]);
    wins.push(Op::Append { event: lopsided(0) }).unwrap();
    assert_eq!(outcome(&wins), Outcome::Won(vec![0]));
}

/// 002 "Score Calculation": everyone tied wins.
#[test]
fn everyone_tied_wins_the_hand() {
    let house = |at: usize| {
        let mut houses = [0; 3];
        houses[at] = 5;
        Counts::new([houses; 4]).unwrap()
    };
    let counts = vec![house(0), house(1), house(2), Counts::ZERO];
    let mut wins = ledger(Format::Wins(2));
    wins.push(Op::Append { event: Event::Hand { counts } }).unwrap();
    assert_eq!(Machinamitorite::standing(wins.state()).totals, [1, 1, 1, 0]);
}

#[test]
fn options_out_of_bounds_are_refused() {
    for goal in [Format::Games(0), Format::Games(51), Format::Points(0), Format::Points(2001), Format::Wins(0)] {
        let options = Options { goal, ..Options::default() };
        assert_eq!(Machinamitorite::start(&seats(4), &options).map(|_| ()), Err(Error::Goal(goal)));
    }
}

#[test]
fn miscounts_and_foreign_cities_are_refused() {
    let mut ledger = ledger(Format::Games(1));
    let mut wrong = counts(4, 0, None);
    wrong[0] = Counts::ZERO;
    let refused = ledger.push(Op::Append { event: Event::Hand { counts: wrong } });
    assert!(refused.is_err());
    assert_eq!(
        Machinamitorite::apply(ledger.state(), &Event::Hand { counts: counts(4, 0, None)[..3].to_vec() }),
        Err(Error::Players { given: 3, players: 4 })
    );
    let three = Machinamitorite::start(&seats(3), &Options::default()).unwrap();
    assert!(Machinamitorite::apply(&three, &Event::Hand { counts: counts(3, 0, Some(City::Kyoto)) }).is_ok());
    assert!(Machinamitorite::apply(&three, &Event::Hand { counts: counts(3, 0, Some(City::Boston)) }).is_err());
}

/// 002 "How to Play" 5 and the note: the passport goes left, or in the variant to the winner. Our ruling: there it
/// stays after a trick that nobody won.
#[test]
fn the_passport_moves_by_the_chosen_rule() {
    let hat = |number| Card::Suit { suit: Suit::Hat, number };
    let trick = vec![hat(1), hat(2), hat(5), hat(3)];
    let parks: Vec<Card> = [Park::A, Park::Zero, Park::A, Park::Zero].into_iter().map(Card::Park).collect();
    for (variant, after_trick, after_parks) in [(Variant::Basic, 2, 3), (Variant::Advanced, 3, 3)] {
        let options = Options { variant, ..Options::default() };
        let mut state = Machinamitorite::start(&seats(4), &options).unwrap();
        assert_eq!((state.passport, state.tricks_in_hand()), (Seat(1), 16));
        state = Machinamitorite::apply(&state, &Event::Trick { cards: trick.clone() }).unwrap();
        assert_eq!(state.passport, Seat(after_trick), "{variant:?}");
        state = Machinamitorite::apply(&state, &Event::Trick { cards: parks.clone() }).unwrap();
        assert_eq!(state.passport, Seat(after_parks), "{variant:?}");
        assert_eq!(state.tricks, 2);
        state = Machinamitorite::apply(&state, &Event::Passport { seat: Seat(0) }).unwrap();
        assert_eq!(state.passport, Seat(0));
        assert_eq!(Machinamitorite::apply(&state, &Event::Passport { seat: Seat(4) }), Err(Error::NoSeat(Seat(4))));
    }
}

/// Our check: a hand has as many tricks as cards were dealt to each player, and one park card for each. Tables from
/// before this check go on without it.
#[test]
fn a_hand_holds_no_more_than_was_dealt() {
    let suit = |number| Card::Suit { suit: Suit::Hat, number };
    let plain: Vec<Card> = [1, 2, 5, 3].map(suit).to_vec();
    let with_park: Vec<Card> = vec![suit(1), Card::Park(Park::A), suit(2), suit(3)];
    let trick = |cards: &Vec<Card>| Event::Trick { cards: cards.clone() };
    let go = |state: State, event: Event| Machinamitorite::apply(&state, &event);
    let old: Options = serde_json::from_str(r#"{"variant":"basic"}"#).unwrap();
    assert!(Options::default().hand_checked && !old.hand_checked);
    for options in [Options::default(), old] {
        let start = Machinamitorite::start(&seats(4), &options).unwrap();
        // Seat 1 leads and seat 2 plays the park card; in the next trick seat 3 does.
        let once = go(start.clone(), trick(&with_park)).unwrap();
        assert_eq!(once.parked, [false, false, true, false]);
        let other = go(once.clone(), trick(&with_park)).unwrap();
        let back = go(other, Event::Passport { seat: Seat(1) }).unwrap();
        let again = go(back.clone(), trick(&with_park));
        let played = (0..16).try_fold(start, |state, _| go(state, trick(&plain))).unwrap();
        let more = go(played.clone(), trick(&plain));
        if options.hand_checked {
            assert_eq!(again, Err(Error::SecondPark(Seat(2))));
            assert_eq!(more, Err(Error::HandPlayed { tricks: 16 }));
        } else {
            assert!(again.is_ok() && more.is_ok());
        }
        // The next hand starts from scratch.
        let counted = go(back, Event::Hand { counts: counts(4, 0, None) }).unwrap();
        assert_eq!((counted.tricks, counted.passport), (0, Seat(1)));
        assert!(go(counted, trick(&with_park)).is_ok());
        let counted = go(played, Event::Hand { counts: counts(4, 0, None) }).unwrap();
        assert!(go(counted, trick(&plain)).is_ok());
    }
}

/// Our check: there are three A and three 0, so no hand has a fourth, whoever plays it. Tables from before this check
/// go on without it.
#[test]
fn a_hand_has_three_of_each_park_card() {
    let hat = |number| Card::Suit { suit: Suit::Hat, number };
    let led = |park| Event::Trick { cards: vec![Card::Park(park), hat(1), hat(2), hat(3)] };
    let go = |state: State, event: Event| Machinamitorite::apply(&state, &event);
    let old: Options = serde_json::from_str(r#"{"variant":"basic","hand_checked":true}"#).unwrap();
    for park in [Park::A, Park::Zero] {
        let other = if park == Park::A { Park::Zero } else { Park::A };
        // The passport moves on, so each trick is led by somebody else.
        let three = |options: &Options| {
            let start = Machinamitorite::start(&seats(4), options).unwrap();
            (0..3).try_fold(start, |state, _| go(state, led(park))).unwrap()
        };
        let state = three(&Options::default());
        assert_eq!(go(state.clone(), led(park)), Err(Error::TooManyParks { park, played: 4 }));
        assert!(go(state.clone(), led(other)).is_ok());
        let counted = go(state, Event::Hand { counts: counts(4, 0, None) }).unwrap();
        assert!(go(counted, led(park)).is_ok(), "dealt from scratch");
        assert!(go(three(&old), led(park)).is_ok());
    }
}

proptest! {
    #[test]
    fn every_hand_scores_what_its_best_grouping_is_worth(first in 0_usize..4, again in 0_usize..4) {
        let mut ledger = ledger(Format::Games(9));
        ledger.push(hand(first)).unwrap();
        ledger.push(hand(again)).unwrap();
        let expected: Vec<i32> = counts(4, first, None)
            .iter()
            .zip(counts(4, again, None))
            .map(|(a, b)| i32::from(best_points(a)) + i32::from(best_points(&b)))
            .collect();
        prop_assert_eq!(&ledger.state().points, &expected);
    }
}
