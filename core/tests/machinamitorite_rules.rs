//! The rules of Machinamitorite as tables, by section of the text (002), and whole games played by them at random.

mod machinamitorite_brute;

use machinamitorite_brute::Random;
use proptest::prelude::*;
use takujo_core::games::machinamitorite::deal::{Cities, CitiesError, Miscount, check, deduce_last};
use takujo_core::games::machinamitorite::partition::{City, Counts, Photo, best_partition, best_points};
use takujo_core::games::machinamitorite::trick::{
    Card, Park, Reason, Suit, Variant, Verdict, Winner, judge, next_starter,
};

#[test]
fn score_calculation() {
    // 002 "Score Calculation", whose numbers the rows name: points of [Arequipa, Boston, Chefchaouen, Kyoto].
    const NONE: [u8; 3] = [0, 0, 0];
    #[rustfmt::skip]
    let table: &[(&str, [[u8; 3]; 4], u16)] = &[
        ("1: three of a house",                      [[3, 0, 0], NONE, NONE, NONE], 5),
        ("1: four of a house",                       [NONE, [0, 4, 0], NONE, NONE], 6),
        ("1: five of a house",                       [NONE, NONE, [0, 0, 5], NONE], 7),
        ("1: two of a house are no set",             [[2, 0, 0], NONE, NONE, NONE], 0),
        ("1: the same house is of one city",         [[2, 0, 0], [1, 0, 0], NONE, NONE], 1),
        ("2: three houses of a city",                [NONE, NONE, NONE, [1, 1, 1]], 3),
        ("2: three houses of three cities are none", [[1, 0, 0], [0, 1, 0], [0, 0, 1], NONE], 1),
        ("2: the same trio twice",                   [NONE, NONE, NONE, [2, 2, 2]], 6),
        ("3: three left over",                       [[2, 1, 0], NONE, NONE, NONE], 1),
        ("3: two left over",                         [[1, 1, 0], NONE, NONE, NONE], 0),
        ("3: five left over, rounded down",          [[2, 1, 0], [2, 0, 0], NONE, NONE], 1),
        ("3, ruling: left-overs of all cities",      [[1, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]], 2),
        ("a photo in one set only",                  [[3, 1, 1], NONE, NONE, NONE], 5),
        ("the fourth photo serves a trio better",    [[4, 1, 1], NONE, NONE, NONE], 8),
        ("the fifth too",                            [[5, 1, 1], NONE, NONE, NONE], 9),
        ("two threes or three trios",                [[3, 3, 3], NONE, NONE, NONE], 15),
        ("a left-over of another city is the third", [[4, 0, 0], [2, 0, 0], NONE, NONE], 6),
        ("all photos of the game",                   [[5, 5, 5], [5, 5, 5], [5, 5, 5], [5, 5, 5]], 84),
        ("none",                                     [NONE, NONE, NONE, NONE], 0),
    ];
    for (rule, hand, points) in table {
        let counts = Counts::new(*hand).unwrap();
        assert_eq!(best_points(&counts), *points, "{rule}");
        assert_eq!(best_partition(&counts).points(), *points, "{rule}");
    }
}

/// Cards written like `H5 B3 A 0`: hat, backpack, ticket or wallet with a number, or a park card.
fn trick(cards: &str) -> Vec<Card> {
    let card = |text: &str| match text.split_at(1) {
        ("A", _) => Card::Park(Park::A),
        ("0", _) => Card::Park(Park::Zero),
        (suit, number) => {
            let suit = Suit::ALL["HBTW".find(suit).unwrap()];
            Card::Suit { suit, number: number.parse().unwrap() }
        }
    };
    cards.split_whitespace().map(card).collect()
}

fn verdict(cards: &[Card]) -> Verdict {
    judge(cards, cards.len()).unwrap()
}

#[test]
fn how_to_play() {
    // 002 "How to Play" 3 and its note: the cards in order, and whose card wins.
    #[rustfmt::skip]
    let table: &[(&str, &str, Option<usize>)] = &[
        ("the higher number is stronger",                   "H1 H3 H2",       Some(1)),
        ("another suit than the lead's always loses",       "H1 B5 T5 W5",    Some(0)),
        ("a tie goes to the later",                         "H4 H4 H2",       Some(1)),
        ("a tie of three goes to the last",                 "H4 H4 B5 H4",    Some(3)),
        ("a tie below the top does not matter",             "H5 H4 H4",       Some(0)),
        ("an equal number of another suit is no tie",       "H4 B4 T4",       Some(0)),
        ("A is the highest",                                "H5 A H5",        Some(1)),
        ("a tie of two A goes to the later",                "A H5 A",         Some(2)),
        ("0 is the weakest",                                "H1 0 B1",        Some(0)),
        ("0 led is the weakest too",                        "0 H1 H2",        Some(2)),
        ("0 is the strongest with an A before it",          "H5 A 0",         Some(2)),
        ("0 is the strongest with an A after it",           "0 H5 A",         Some(0)),
        ("a tie of two 0 with an A goes to the later",      "0 A 0 H5",       Some(2)),
        ("two 0 without an A are both the weakest",         "0 H1 0",         Some(1)),
        ("0 beats several A",                               "A 0 A H5",       Some(1)),
        ("a park card led: the next card sets the suit",    "0 B2 H5 B1",     Some(1)),
        ("two park cards led: the one after sets the suit", "0 0 T1 H5 T2",   Some(4)),
        ("an A led still wins",                             "A B5 B4",        Some(0)),
        ("only park cards: nobody",                         "A 0 A",          None),
        ("only zeros: nobody",                              "0 0 0",          None),
        ("all six park cards: nobody",                      "A 0 A 0 A 0",    None),
    ];
    for (rule, cards, winner) in table {
        let expected = winner.map_or(Winner::Nobody, Winner::Play);
        assert_eq!(verdict(&trick(cards)).winner, expected, "{rule}");
    }
}

#[test]
fn the_reasons_are_the_rules_that_decided() {
    use Reason::*;
    let hats = |by| LedSuit { suit: Suit::Hat, by };
    let table = [
        ("H1 H3 H2", vec![hats(0), HighestOfLed { number: 3, by: 1 }]),
        (
            "H4 B5 0 H4",
            vec![
                hats(0),
                OffSuitLoses(vec![1]),
                ZeroIsLowest(vec![2]),
                HighestOfLed { number: 4, by: 3 },
                LaterOfEquals { by: 3, over: vec![0] },
            ],
        ),
        ("0 H2 H1", vec![ParkLedSuitSetBy(1), hats(1), ZeroIsLowest(vec![0]), HighestOfLed { number: 2, by: 1 }]),
        ("H5 A B1 A", vec![hats(0), AceBeatsAll { by: 3 }, LaterOfEquals { by: 3, over: vec![1] }]),
        (
            "0 A H5 0",
            vec![
                ParkLedSuitSetBy(2),
                hats(2),
                ZeroBeatsAce { by: 3, aces: vec![1] },
                LaterOfEquals { by: 3, over: vec![0] },
            ],
        ),
        ("A 0 0", vec![AllPark]),
    ];
    for (cards, reasons) in table {
        assert_eq!(verdict(&trick(cards)).reasons, reasons, "{cards}");
    }
}

#[test]
fn the_passport() {
    // 002 "How to Play" 5 and the note for experienced players; that nobody's trick keeps the starter is our ruling.
    // Each row: starter of four, the trick, and the next starter in the basic game and with the variant.
    let table = [
        (0, "H1 H2 H3 B1", 1, 2),
        (3, "H1 H2 H3 B1", 0, 1),
        (2, "H5 H2 H3 B1", 3, 2),
        (1, "A 0 A 0", 2, 1),
        (3, "A 0 A 0", 0, 3),
    ];
    for (starter, cards, basic, advanced) in table {
        let verdict = verdict(&trick(cards));
        assert_eq!(next_starter(4, starter, &verdict, Variant::Basic), Ok(basic));
        assert_eq!(next_starter(4, starter, &verdict, Variant::Advanced), Ok(advanced));
    }
}

#[test]
fn game_setup() {
    // 002 "Game Setup": players, city left out, cards in a hand including the park card.
    let without = Cities::Without(City::Boston);
    let table = [
        (3, Some(City::Boston), Ok(without), Some(16)),
        (4, None, Ok(Cities::All), Some(16)),
        (5, None, Ok(Cities::All), Some(13)),
        (6, None, Ok(Cities::All), Some(11)),
        (3, None, Err(CitiesError::LeaveOneOut), None),
        (4, Some(City::Boston), Err(CitiesError::LeaveNoneOut { players: 4 }), None),
        (2, None, Err(CitiesError::Players { players: 2 }), None),
        (7, None, Err(CitiesError::Players { players: 7 }), None),
    ];
    for (players, left_out, cities, hand) in table {
        assert_eq!(Cities::for_players(players, left_out), cities);
        assert_eq!(cities.ok().and_then(|cities| cities.hand_size(players)), hand);
    }
    assert_eq!((Cities::All.cards(), without.cards()), (60, 45));
    assert_eq!(without.hand_size(4), None);
}

/// The two sides of a card; park cards have no photo.
type Sides = (Card, Option<Photo>);

/// Plays a whole game at random, following suit, and counts what everyone won.
fn played_game(players: usize, variant: Variant, random: &mut Random) -> (Cities, Vec<Counts>) {
    let left_out = (players == 3).then(|| City::ALL[random.below(4)]);
    let cities = Cities::for_players(players, left_out).unwrap();
    // The text does not say which front is on which back, so combine them at random.
    let mut fronts: Vec<Card> =
        Suit::ALL.into_iter().flat_map(|suit| (0..15).map(move |i| Card::Suit { suit, number: i % 5 + 1 })).collect();
    random.shuffle(&mut fronts);
    let backs = Photo::all().filter(|photo| cities.contains(photo.city)).flat_map(|photo| [photo; 5]);
    let mut deck: Vec<Sides> = fronts.into_iter().zip(backs.map(Some)).collect();
    random.shuffle(&mut deck);
    let mut parks: Vec<Sides> = [Park::A, Park::Zero].into_iter().flat_map(|p| [(Card::Park(p), None); 3]).collect();
    random.shuffle(&mut parks);

    let mut hands: Vec<Vec<Sides>> = deck.chunks(deck.len() / players).map(<[_]>::to_vec).collect();
    assert_eq!(hands.len(), players);
    for (hand, park) in hands.iter_mut().zip(parks) {
        hand.push(park);
        assert_eq!(Some(hand.len() as u8), cities.hand_size(players));
    }
    let mut won = vec![Vec::new(); players];
    let mut starter = 0;
    while !hands[0].is_empty() {
        let mut played: Vec<Sides> = Vec::new();
        for i in 0..players {
            let hand = &mut hands[(starter + i) % players];
            let led = played.iter().find_map(|(card, _)| suit_of(*card));
            let must_follow = led.is_some() && hand.iter().any(|(card, _)| suit_of(*card) == led);
            let may = |card: Card| !must_follow || suit_of(card).is_none() || suit_of(card) == led;
            let legal: Vec<usize> = (0..hand.len()).filter(|&i| may(hand[i].0)).collect();
            played.push(hand.remove(legal[random.below(legal.len())]));
        }
        let fronts: Vec<Card> = played.iter().map(|(card, _)| *card).collect();
        let verdict = judge(&fronts, players).unwrap();
        if let Winner::Play(index) = verdict.winner {
            won[(starter + index) % players].extend(played.iter().filter_map(|(_, photo)| *photo));
        }
        starter = next_starter(players, starter, &verdict, variant).unwrap();
    }
    (cities, won.into_iter().map(|photos| Counts::from_photos(photos).unwrap()).collect())
}

fn suit_of(card: Card) -> Option<Suit> {
    match card {
        Card::Suit { suit, .. } => Some(suit),
        Card::Park(_) => None,
    }
}

#[test]
fn a_game_played_by_the_rules_never_looks_like_a_miscount() {
    let mut random = Random(45_60);
    for game in 0..600 {
        let variant = if game % 2 == 0 { Variant::Basic } else { Variant::Advanced };
        let players = 3 + game % 4;
        let (cities, all) = played_game(players, variant, &mut random);
        assert_eq!(check(cities, &all), [], "{all:?}");
        let (last, known) = all.split_last().unwrap();
        assert_eq!(deduce_last(cities, known), Ok(*last));
    }
}

#[test]
fn one_photo_too_many_or_too_few_is_pointed_at() {
    // No city card leaves the game, so each house adds up to five.
    let mut random = Random(5);
    for game in 0..200 {
        let players = 3 + game % 4;
        let (cities, mut all) = played_game(players, Variant::Basic, &mut random);
        let used: Vec<Photo> = Photo::all().filter(|photo| cities.contains(photo.city)).collect();
        let photo = used[random.below(used.len())];
        let player = random.below(players);
        let right = all[player].get(photo);
        let wrong = if right == 5 || (right > 0 && game % 2 == 0) { right - 1 } else { right + 1 };
        all[player].set(photo, wrong).unwrap();
        let counted = 5 + wrong - right;
        let expected = Miscount::Sum { city: photo.city, house: photo.house, counted, of: 5 };
        assert_eq!(check(cities, &all), [expected]);
    }
}

/// Whether the card at `i` beats the one at `j`, straight from the text, in a trick with at least one city card.
fn beats(cards: &[Card], i: usize, j: usize) -> bool {
    let led = cards.iter().find_map(|&card| suit_of(card));
    let ace = cards.contains(&Card::Park(Park::A));
    let strength = |card: Card| match card {
        Card::Park(Park::Zero) if ace => 7,
        Card::Park(Park::A) => 6,
        Card::Suit { suit, number } if Some(suit) == led => i32::from(number),
        Card::Park(Park::Zero) => 0,
        Card::Suit { .. } => -1,
    };
    (strength(cards[i]), i) > (strength(cards[j]), j)
}

fn any_trick() -> impl Strategy<Value = Vec<Card>> {
    let card = prop_oneof![
        6 => (0..4usize, 1..=5u8).prop_map(|(suit, number)| Card::Suit { suit: Suit::ALL[suit], number }),
        1 => Just(Card::Park(Park::A)),
        1 => Just(Card::Park(Park::Zero)),
    ];
    prop::collection::vec(card, 3..=6).prop_filter("no more than three of a card", |cards| {
        cards.iter().all(|card| cards.iter().filter(|other| *other == card).count() <= 3)
    })
}

proptest! {
    #[test]
    fn the_winning_card_beats_every_other(cards in any_trick()) {
        match verdict(&cards).winner {
            Winner::Play(winner) => {
                for other in (0..cards.len()).filter(|&other| other != winner) {
                    prop_assert!(beats(&cards, winner, other), "{:?}", cards);
                }
            }
            Winner::Nobody => prop_assert!(cards.iter().all(|card| suit_of(*card).is_none())),
        }
    }

    #[test]
    fn after_the_suit_is_set_the_order_only_settles_ties(cards in any_trick(), seed: u64) {
        let set_by = cards.iter().position(|card| suit_of(*card).is_some());
        let mut shuffled = cards.clone();
        if let Some(set_by) = set_by {
            Random(seed).shuffle(&mut shuffled[set_by + 1..]);
        }
        let face = |cards: &[Card]| match verdict(cards).winner {
            Winner::Play(winner) => Some(cards[winner]),
            Winner::Nobody => None,
        };
        prop_assert_eq!(face(&cards), face(&shuffled));
    }

    #[test]
    fn no_later_card_equals_the_winning_one(cards in any_trick()) {
        if let Winner::Play(winner) = verdict(&cards).winner {
            prop_assert!(!cards[winner + 1..].contains(&cards[winner]));
        }
    }

    #[test]
    fn reasons_point_at_cards_of_the_trick_and_end_at_the_winner(cards in any_trick()) {
        let Verdict { winner, reasons } = verdict(&cards);
        prop_assert!(!reasons.is_empty());
        if let (Winner::Play(winner), Some(last)) = (winner, reasons.last()) {
            let by = match last {
                Reason::HighestOfLed { by, .. }
                | Reason::AceBeatsAll { by }
                | Reason::ZeroBeatsAce { by, .. }
                | Reason::LaterOfEquals { by, .. } => Some(*by),
                _ => None,
            };
            prop_assert_eq!(by, Some(winner));
        }
    }
}
