//! Nerts with a deck each, where a side enters the sums of its people's cards in one row: a rule of the table's own, which
//! must count as if each had entered their numbers by themselves.

use proptest::prelude::*;
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::{Ledger, Op};
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::domain::session::Session;
use takujo_core::domain::teams::{Split, Teams};
use takujo_core::entry::{Grid, PadKey};
use takujo_core::games::nerts::draft::Draft;
use takujo_core::games::nerts::game::{Error, Event, Nerts, check, likely_caller, offered_piles};
use takujo_core::games::nerts::options::{
    CALLS, Count, DECKS, HouseRules, KINGS, Length, Options, PENALTIES, PILES, Tie, UsualRules,
};
use takujo_core::i18n::Lang;
use takujo_core::play::{DraftedRound, Entering, Play};

fn seats(players: u8) -> Seats {
    let players = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
    Seats::new(players, Seat(0), Nerts::SEATS).unwrap()
}

fn count(foundations: u8, left: u8) -> Count {
    Count { foundations, left, kings: 0 }
}

/// The first and the third of four, and the second and the fourth; who sits beyond them is alone.
fn across(players: usize) -> Teams {
    let pairs = Teams::new(Split::Neighbours(2)).exchange(players, Seat(1), Seat(2));
    (4..players).fold(pairs, |teams, seat| teams.join(players, Seat(seat as u8), usize::MAX))
}

fn together(teams: Teams) -> Options {
    Options { teams: Some(teams), own_decks: true, together: true, target: 9999, ..Options::default() }
}

fn start(players: u8, options: &Options) -> Ledger<Nerts> {
    Ledger::new(Nerts::start(&seats(players), options).unwrap())
}

fn round(counts: &[(u8, u8)], caller: Option<u8>) -> Event {
    Event::Round { counts: counts.iter().map(|(played, left)| count(*played, *left)).collect(), caller }
}

#[test]
fn a_side_has_one_row_and_each_person_a_deck() {
    let options = together(across(5));
    assert_eq!(options.rows(5), [vec![Seat(0), Seat(2)], vec![Seat(1), Seat(3)], vec![Seat(4)]]);
    assert_eq!(options.decks(5).concat(), [0, 2, 1, 3, 4].map(Seat));
    let mut ledger = start(5, &options);
    ledger.push(Op::Append { event: round(&[(32, 4), (17, 18), (20, 0)], Some(1)) }).unwrap();
    assert_eq!(ledger.state().totals, [24, -19, 20]);
    let refused = Nerts::apply(ledger.state(), &round(&[(1, 1); 5], None));
    assert_eq!(refused, Err(Error::Rows { given: 5, rows: 3 }));
    // Without a deck each there is only one for a side anyway.
    let shared = Options { own_decks: false, ..options };
    assert_eq!((shared.rows(5), shared.decks(5)), (shared.sides(5), shared.sides(5)));
    assert_eq!(shared.dealt_to(5), shared.dealt());
}

#[test]
fn the_bounds_are_those_of_all_decks_together() {
    let dealt = Options { jokers: 1, ..together(across(5)) }.dealt_to(5);
    let checked =
        |counts: [(u8, u8); 3], caller| check(&counts.map(|(played, left)| count(played, left)), caller, &dealt);
    let pile = |row, left, pile| Err(vec![Error::Pile { row, left, pile }]);
    assert_eq!(checked([(80, 26), (106, 0), (53, 0)], None), Ok(()));
    assert_eq!(checked([(0, 27), (0, 0), (0, 0)], None), pile(0, 27, 26));
    assert_eq!(checked([(0, 0), (0, 0), (0, 14)], None), pile(2, 14, 13));
    let deck = Error::Deck { row: 1, foundations: 100, left: 7, deck: 106 };
    assert_eq!(checked([(0, 0), (100, 7), (0, 0)], None), Err(vec![deck]));
    // Whoever called has an empty pile; the other of a pair may have a whole one.
    assert_eq!(checked([(0, 13), (0, 14), (0, 1)], Some(1)), Ok(()));
    let beside = Error::Beside { row: 1, caller: 2, left: 14, most: 13 };
    assert_eq!(checked([(0, 13), (0, 14), (0, 1)], Some(2)), Err(vec![beside]));
    assert_eq!(checked([(0, 13), (0, 14), (0, 1)], Some(4)), Err(vec![Error::Caller { row: 2, left: 1 }]));
    assert_eq!(checked([(0, 0); 3], Some(5)), Err(vec![Error::NoCaller(5)]));
    let racing = Options { house: UsualRules::RacingDemon.set(HouseRules::PRINTED), ..together(across(5)) }.dealt_to(5);
    let kings = |counts: [u8; 3]| check(&counts.map(|kings| Count { kings, ..count(20, 0) }), None, &racing);
    assert_eq!(kings([8, 0, 4]), Ok(()));
    assert_eq!(kings([9, 0, 4]), Err(vec![Error::Kings { row: 0, kings: 9, most: 8 }]));
    assert_eq!(kings([8, 0, 5]), Err(vec![Error::Kings { row: 2, kings: 5, most: 4 }]));
}

#[test]
fn only_who_is_alone_can_be_found_to_have_called() {
    let dealt = together(across(5)).dealt_to(5);
    for (left, caller) in [
        ([26, 14, 0], Some(4)),
        // One of a pair may have called too, also with cards beside.
        ([26, 13, 0], None),
        ([26, 0, 3], None),
        ([26, 26, 1], None),
    ] {
        assert_eq!(likely_caller(&left.map(Some), &dealt), caller, "{left:?}");
    }
}

#[test]
fn a_call_is_one_persons_and_counts_for_the_side() {
    let house = HouseRules { call: 10, length: Length::Rounds, ..HouseRules::PRINTED };
    let options = Options { house, target: 2, tie: Tie::Calls, ..together(across(4)) };
    let mut ledger = start(4, &options);
    ledger.push(Op::Append { event: round(&[(20, 5), (30, 5)], Some(1)) }).unwrap();
    assert_eq!(ledger.state().totals, [20, 20]);
    ledger.push(Op::Append { event: round(&[(20, 5), (20, 5)], None) }).unwrap();
    assert_eq!(Nerts::standing(ledger.state()).outcome, Outcome::Won(vec![0]));
    let [calls, left] = &Nerts::tallies(ledger.entries(), ledger.states(), &seats(4), &options)[..] else { panic!() };
    assert_eq!(calls.of, [(0, 2), (0, 2), (1, 2), (0, 2)], "the second deck is that of the third seat");
    assert_eq!(left.of, [(0, 0); 4], "nobody knows who had what");
    // In words: who called, and the sums of a side.
    let seats = seats(4);
    let words = (Nerts::WORDS.describe)(&ledger.entries()[0], &seats, &options, Lang::En);
    assert_eq!(words, "round (20 · 20)");
    let problem = (Nerts::WORDS.explain)(&Error::Pile { row: 0, left: 27, pile: 26 }, &seats, &options, Lang::En).text;
    assert_eq!(problem, "P0 and P2 cannot have 27 left: their Nerts piles have 26 cards.");
    let beside = Error::Beside { row: 0, caller: 1, left: 14, most: 13 };
    assert_eq!(
        (Nerts::WORDS.explain)(&beside, &seats, &options, Lang::En).text,
        "If P2 called, P0 and P2 can have 13 left at most."
    );
}

#[test]
fn the_line_of_what_is_agreed_says_so() {
    let words = |options: &Options| (Nerts::WORDS.agreed)(options, 4, Lang::En).join(", ");
    let options = together(Teams::new(Split::Neighbours(2)));
    assert_eq!(words(&options), "first to 9999, no jokers, in pairs, a deck each, one row a side");
    assert!(!words(&Options { own_decks: false, ..options.clone() }).contains("row"));
    // A save says it only where it was agreed, and then needs this version.
    let saved = |options: &Options| serde_json::to_value(options).unwrap();
    assert!(saved(&Options { together: false, ..options.clone() }).get("together").is_none());
    assert_eq!(serde_json::from_value::<Options>(saved(&options)).unwrap(), options);
    let alone = Options { together: true, ..Options::default() };
    assert_eq!((Nerts::version(&alone), Nerts::version(&Options::default())), (5, 1));
}

#[test]
fn piles_stay_each_persons_and_the_offer_is_for_all_of_a_side() {
    let house = HouseRules { handicap: true, ..HouseRules::PRINTED };
    let mut ledger = start(5, &Options { house, ..together(across(5)) });
    let first = round(&[(60, 4), (30, 9), (18, 0)], Some(4));
    ledger.push(Op::Append { event: first.clone() }).unwrap();
    let offered = offered_piles(ledger.state(), &first).unwrap();
    assert_eq!(offered, [14, 14, 12, 12, 13]);
    // By the deck: 10, 12 and 18 points, as if each had a row.
    let alone = round(&[(20, 0), (24, 0), (18, 0)], Some(4));
    assert_eq!(offered_piles(ledger.state(), &alone), Some(vec![12, 12, 13, 13, 14]));
    assert_eq!(Nerts::apply(ledger.state(), &Event::Piles { piles: vec![13; 3] }), Err(Error::Piles));
    ledger.push(Op::Append { event: Event::Piles { piles: vec![14, 9, 12, 12, 13] } }).unwrap();
    let dealt = ledger.state().dealt();
    assert_eq!((dealt.pile(0), dealt.pile(1), dealt.pile(2)), (23, 24, 13));
    let refused = |caller, left| Nerts::apply(ledger.state(), &round(&[(0, left), (0, 0), (0, 0)], caller)).err();
    assert_eq!(refused(None, 24), Some(Error::Pile { row: 0, left: 24, pile: 23 }));
    assert_eq!(refused(Some(0), 9), None);
    assert_eq!(refused(Some(0), 10), Some(Error::Beside { row: 0, caller: 0, left: 10, most: 9 }));
    assert_eq!(refused(Some(1), 14), None);
}

#[test]
fn a_phone_lying_flat_asks_a_side_for_its_sums() {
    let house = HouseRules { handicap: true, ..HouseRules::PRINTED };
    let options = Options { house, ..together(across(5)) };
    let session = Session::<Nerts> { seats: seats(5), ledger: start(5, &options), options };
    let entry = Nerts::ROWS.unwrap();
    let rows = (entry.rows)(&session).unwrap();
    assert_eq!(rows.sides, [vec!["P0", "P2"], vec!["P1", "P3"], vec!["P4"]]);
    let keys = (entry.keys)(&session, Lang::En).unwrap();
    assert_eq!(keys.most, 104);
    assert_eq!(keys.about, ["13 in the pile", "13 in the pile", "13 in the pile", "13 in the pile", "13 in the pile"]);
}

#[test]
fn a_phone_lying_flat_asks_who_called() {
    let options = together(across(5));
    let session = Session::<Nerts> { seats: seats(5), ledger: start(5, &options), options };
    let dealt = session.ledger.state().dealt();
    let mut draft = Draft::new(3, &dealt);
    draft.grid = Grid::filled([60, 13, 30, 20, 18, 1]);
    let asked = |draft: &Draft| match (Nerts::ROWS.unwrap().drafted)(draft, &session, Lang::En) {
        DraftedRound::Asked(which) => Some(which),
        _ => None,
    };
    let Entering::Choose(answers) = asked(&draft).unwrap().does else { panic!("no question") };
    let said: Vec<(&str, Option<u8>)> = answers
        .iter()
        .map(|answer| match &answer.does {
            Entering::Event(Event::Round { caller, .. }) => (&*answer.words, *caller),
            _ => panic!("no round"),
        })
        .collect();
    assert_eq!(said, [("P0", Some(0)), ("P2", Some(1)), ("Nobody: stuck", None)], "the others have too many left");
    draft.grid = Grid::filled([Some(60), Some(13), None, Some(20), Some(18), Some(1)]);
    assert!(asked(&draft).is_none(), "a row is missing");
    draft.grid = Grid::filled([60, 27, 30, 20, 18, 1]);
    assert!(asked(&draft).is_none(), "what is wrong comes first");
}

#[test]
fn the_numbers_of_two_decks_may_be_typed_as_sums() {
    let options = together(across(5));
    let dealt = start(5, &options).state().dealt();
    let mut draft = Draft::new(3, &dealt);
    let keys = [PadKey::Digit(3), PadKey::Plus, PadKey::Digit(4), PadKey::Next, PadKey::Digit(5), PadKey::Plus];
    for key in keys.into_iter().chain([PadKey::Digit(4), PadKey::Next]) {
        draft.press(key, &dealt);
    }
    assert_eq!((draft.grid.value(0), draft.grid.value(1), draft.grid.at()), (Some(7), Some(9), 2));
    draft.grid.go(5);
    draft.press(PadKey::Digit(4), &dealt);
    assert_eq!(draft.grid.at(), 2, "a deck of its own moves on as ever");
}

fn own_rules() -> impl Strategy<Value = HouseRules> {
    let any_of = |values: &'static [u8]| prop::sample::select(values);
    let length = prop::sample::select(&[Length::Points, Length::Rounds, Length::Wins][..]);
    (any_of(&PENALTIES), any_of(&CALLS), any_of(&KINGS), any_of(&PILES), any_of(&DECKS), length).prop_map(
        |(penalty, call, king, pile, deck, length)| {
            let king = if deck == 40 { 0 } else { king };
            HouseRules { penalty, call, king, pile, deck, length, ..HouseRules::PRINTED }
        },
    )
}

fn sum(counts: &[Count]) -> Count {
    counts.iter().fold(Count::default(), |sum, one| Count {
        foundations: sum.foundations + one.foundations,
        left: sum.left + one.left,
        kings: sum.kings + one.kings,
    })
}

proptest! {
    /// By any rules, and however people sit, a side that enters its sums has the points, the calls and the rounds won that
    /// it has if each of its people enters their own.
    #[test]
    fn sums_are_worth_what_their_parts_are(
        (players, decks) in (4_u8..=12)
            .prop_flat_map(|players| (Just(players), prop::collection::vec((0_u8..=20, 0_u8..=13, 0_u8..=4), usize::from(players)))),
        (size, one, other) in (2_u8..=3, 0_u8..12, 0_u8..12),
        (house, jokers, caller) in (own_rules(), 0_u8..=4, prop::option::of(0_u8..12)),
    ) {
        let many = usize::from(players);
        let teams = Teams::new(Split::Neighbours(size)).exchange(many, Seat(one % players), Seat(other % players));
        let summed = Options { house, jokers, target: 99, tie: Tie::Calls, ..together(teams) };
        let apart = Options { together: false, ..summed.clone() };
        let caller = caller.map(|caller| caller % players);
        let counts: Vec<Count> = decks.iter().zip(0_u8..).map(|((played, left, kings), deck)| Count {
            foundations: *played,
            left: if caller == Some(deck) { 0 } else { (*left).min(house.pile) },
            kings: if house.king > 0 { (*kings).min(*played) } else { 0 },
        }).collect();
        let mut rest = &counts[..];
        let sums = summed.sides(many).iter().map(|side| {
            let (mine, others) = rest.split_at(side.len());
            rest = others;
            sum(mine)
        }).collect();
        let after = |options: &Options, counts| {
            let start = Nerts::start(&seats(players), options).unwrap();
            Nerts::apply(&start, &Event::Round { counts, caller }).unwrap()
        };
        let (by_themselves, of_sides) = (after(&apart, counts.clone()), after(&summed, sums));
        prop_assert_eq!(&by_themselves.totals, &of_sides.totals);
        prop_assert_eq!(Nerts::standing(&by_themselves).points().to_vec(), Nerts::standing(&of_sides).points().to_vec());
        let calls = |options: &Options, state, event| {
            let states = [Nerts::start(&seats(players), options).unwrap(), state];
            Nerts::tallies(&[event], &states, &seats(players), options)[0].clone()
        };
        let event = |counts| Event::Round { counts, caller };
        prop_assert_eq!(
            calls(&apart, by_themselves, event(counts.clone())),
            calls(&summed, of_sides, event(vec![Count::default(); summed.sides(many).len()]))
        );
    }

    /// A row is refused exactly if it is not the sum of numbers that each of its people could have entered.
    #[test]
    fn sums_are_refused_exactly_if_they_have_no_parts(
        (played, left, kings) in (prop_oneof![0_u8..125, 100_u8..116], 0_u8..30, 0_u8..20),
        (house, jokers, caller) in (own_rules(), 0_u8..=4, prop::option::of(0_u8..2)),
        piles in prop::option::of((1_u8..=20, 1_u8..=20)),
    ) {
        let options = Options { house, jokers, ..together(Teams::new(Split::Neighbours(2))) };
        let mut dealt = options.dealt_to(4);
        dealt.piles = piles.map_or(Vec::new(), |(one, other)| vec![one, other]);
        let total = Count { foundations: played, left, kings };
        // Slowly: every way in which two people can have these cards.
        let deck = house.deck + jokers;
        let mut parts = false;
        for left_one in 0..=left.min(dealt.pile_of(0)) {
            let left_other = left - left_one;
            let empty = caller.is_none_or(|caller| [left_one, left_other][usize::from(caller)] == 0);
            if left_other > dealt.pile_of(1) || !empty {
                continue;
            }
            for played_one in 0..=played.min(deck - left_one) {
                let played_other = played - played_one;
                if played_other + left_other > deck {
                    continue;
                }
                let most = |played: u8| if house.king > 0 { played.min(4 + jokers) } else { 0 };
                parts |= (0..=kings.min(most(played_one))).any(|one| kings - one <= most(played_other));
            }
        }
        prop_assert_eq!(check(&[total, count(0, 0)], caller, &dealt).is_ok(), parts, "{:?}", total);
    }
}
