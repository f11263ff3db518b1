//! Photos, sets and their worth, by example.

use super::*;

fn kyoto(houses: [u8; 3]) -> Counts {
    Counts::new([[0; 3], [0; 3], [0; 3], houses]).unwrap()
}

const KYOTO_A: Photo = Photo::new(City::Kyoto, House::A);
const KYOTO_TRIO: Set = Set::Trio { city: City::Kyoto };

fn same(photo: Photo, n: SameSize) -> Set {
    Set::Same { photo, n }
}

#[test]
fn ids_round_trip() {
    assert_eq!(City::ALL.map(City::id), ["arequipa", "boston", "chefchaouen", "kyoto"]);
    assert_eq!(House::ALL.map(House::id), ["a", "b", "c"]);
    for city in City::ALL {
        assert_eq!(City::from_id(city.id()), Some(city));
        assert_eq!(serde_json::to_value(city).unwrap(), city.id());
    }
    for house in House::ALL {
        assert_eq!(House::from_id(house.id()), Some(house));
        assert_eq!(serde_json::to_value(house).unwrap(), house.id());
    }
    assert_eq!(City::from_id("nara"), None);
}

#[test]
fn saved_counts_name_city_and_house_and_refuse_the_impossible() {
    let counts = kyoto([1, 0, 5]);
    let saved = serde_json::to_value(counts).unwrap();
    assert_eq!(saved["kyoto"], serde_json::json!({"a": 1, "b": 0, "c": 5}));
    assert_eq!(serde_json::from_value::<Counts>(saved).unwrap(), counts);
    let sparse = serde_json::from_str::<Counts>(r#"{"kyoto": {"a": 1, "c": 5}}"#);
    assert_eq!(sparse.unwrap(), counts);
    assert!(serde_json::from_str::<Counts>(r#"{"kyoto": {"a": 6}}"#).is_err());
    assert!(serde_json::from_str::<Counts>(r#"{"nara": {"a": 1}}"#).is_err());
}

#[test]
fn saved_sets_read_as_cards() {
    let set = same(KYOTO_A, SameSize::Four);
    let saved = serde_json::json!({"kind": "same", "photo": {"city": "kyoto", "house": "a"}, "n": 4});
    assert_eq!(serde_json::to_value(set).unwrap(), saved);
    assert_eq!(serde_json::from_value::<Set>(saved).unwrap(), set);
    let two = r#"{"kind": "same", "photo": {"city": "kyoto", "house": "a"}, "n": 2}"#;
    assert!(serde_json::from_str::<Set>(two).is_err());
    assert_eq!(serde_json::to_value(KYOTO_TRIO).unwrap(), serde_json::json!({"kind": "trio", "city": "kyoto"}));
}

#[test]
fn a_count_is_at_most_five_and_a_refused_one_changes_nothing() {
    let mut counts = kyoto([2, 0, 0]);
    assert_eq!(counts.set(KYOTO_A, 6), Err(CountError { photo: KYOTO_A, count: 6 }));
    assert_eq!(counts, kyoto([2, 0, 0]));
    assert_eq!(Counts::from_photos([KYOTO_A; 6]), Err(CountError { photo: KYOTO_A, count: 6 }));
    assert_eq!(Counts::from_photos([KYOTO_A; 2]), Ok(counts));
    assert_eq!(Counts::new([[0; 3], [0; 3], [0; 3], [0, 0, 9]]).map_err(|e| e.count), Err(9));
}

#[test]
fn keys_give_their_points_back_at_both_ends() {
    assert_eq!(best_points(&Counts::ZERO), 0);
    assert_eq!(best_partition(&Counts::ZERO), Partition::default());
    let everything = Counts([[5; 3]; 4]);
    assert_eq!(best_points(&everything), 84);
    assert_eq!(best_partition(&everything).sets.len(), 12);
}

#[test]
fn of_equal_partitions_the_fewest_sets_and_the_largest_are_shown() {
    // A four with two left over, or a three with three left over: both make 6 points.
    let hand = kyoto([4, 2, 0]);
    let shown = best_partition(&hand);
    assert_eq!((shown.points(), shown.sets), (6, vec![same(KYOTO_A, SameSize::Four)]));
}

#[test]
fn greedy_takes_the_four_and_loses_the_trio() {
    let hand = kyoto([4, 1, 1]);
    assert_eq!((greedy_points(&hand), best_points(&hand)), (6, 8));
    assert_eq!(best_partition(&hand).sets, [same(KYOTO_A, SameSize::Three), KYOTO_TRIO]);
}

#[test]
fn why_not_the_four_because_its_fourth_photo_makes_a_trio() {
    let hand = kyoto([4, 1, 1]);
    let answers = why_not(&hand, &best_partition(&hand));
    assert_eq!(answers.len(), 1);
    let four = same(KYOTO_A, SameSize::Four);
    let expected = WhyNot {
        set: four,
        copies: 1,
        forced_total: 6,
        best: 8,
        loses: 2,
        used_in: vec![same(KYOTO_A, SameSize::Three), KYOTO_TRIO],
        instead: Partition { sets: vec![four], left_over: kyoto([0, 1, 1]) },
    };
    assert_eq!(answers[0], expected);
}

#[test]
fn why_not_reports_an_equal_smaller_set_but_no_worse_one() {
    let hand = kyoto([4, 2, 0]);
    let answers = why_not(&hand, &best_partition(&hand));
    let tie = &answers[0];
    assert_eq!((tie.set, tie.loses, tie.used_in.len()), (same(KYOTO_A, SameSize::Three), 0, 1));
    let hand = kyoto([5, 0, 0]);
    assert_eq!(why_not(&hand, &best_partition(&hand)), []);
}

#[test]
fn why_not_asks_for_one_more_trio() {
    let hand = kyoto([4, 2, 2]);
    let best = best_partition(&hand);
    assert_eq!(best.sets, [same(KYOTO_A, SameSize::Three), KYOTO_TRIO]);
    let answers = why_not(&hand, &best);
    let second = answers.iter().find(|answer| answer.set == KYOTO_TRIO).unwrap();
    assert_eq!((second.copies, second.forced_total, second.loses), (2, 6, 2));
    assert_eq!(second.used_in, [same(KYOTO_A, SameSize::Three)]);
}

#[test]
fn a_grouping_names_everything_wrong_with_it() {
    let b = Photo::new(City::Kyoto, House::B);
    let boston = Photo::new(City::Boston, House::A);
    let grouping =
        Grouping { sets: vec![vec![KYOTO_A; 2], vec![KYOTO_A, b, boston], vec![KYOTO_A, KYOTO_A, b], vec![b; 6]] };
    let not_a_set = |index, why| GroupingError::NotASet { index, why };
    assert_eq!(
        grouping.check(&kyoto([5, 5, 0])),
        Err(vec![
            not_a_set(0, NotASet::TooFew { cards: 2 }),
            not_a_set(1, NotASet::MixedCities),
            not_a_set(2, NotASet::MixedHouses),
            not_a_set(3, NotASet::TooMany { cards: 6 }),
            GroupingError::UsedTooOften { photo: boston, used: 1, held: 0 },
            GroupingError::UsedTooOften { photo: b, used: 8, held: 5 },
        ])
    );
}

#[test]
fn a_grouping_scores_with_its_left_overs() {
    let [a, b, c] = House::ALL.map(|house| Photo::new(City::Kyoto, house));
    let grouping = Grouping { sets: vec![vec![c, a, b], vec![a; 3]] };
    let partition = grouping.check(&kyoto([4, 3, 2])).unwrap();
    assert_eq!(partition.left_over, kyoto([0, 2, 1]));
    assert_eq!((partition.points(), partition.left_over_points()), (9, 1));
    assert_eq!(partition.sets, [KYOTO_TRIO, same(a, SameSize::Three)]);
}
