//! The partition engine of Machinamitorite (002 "Score Calculation") against slow methods that cannot be wrong in the
//! same way.

mod machinamitorite_brute;

use machinamitorite_brute::{ByLeftOver, Cells, Random, brute_points, cells, every_partition};
use proptest::prelude::*;
use takujo_core::games::machinamitorite::partition::{
    City, Counts, Grouping, MAX_WHY_NOT, Partition, Photo, SameSize, Set, best_partition, best_points,
    greedy_partition, greedy_points, why_not,
};

/// Counts the photos of a partition one by one.
fn photos_of(partition: &Partition) -> Cells {
    let mut used = cells(&partition.left_over);
    for photo in partition.sets.iter().flat_map(|set| set.photos()) {
        used[photo.city as usize][photo.house as usize] += 1;
    }
    used
}

/// Checks that the best partition and the greedy one hold just these photos and are worth what the engine says.
fn assert_witness(counts: &Counts) {
    let (best, points) = (best_partition(counts), best_points(counts));
    assert_eq!(best.points(), points, "{counts:?}");
    assert_eq!(photos_of(&best), cells(counts));
    let greedy = greedy_partition(counts);
    assert_eq!(photos_of(&greedy), cells(counts));
    assert!(greedy.points() <= points, "{counts:?}");
    assert_eq!(greedy.points(), greedy_points(counts));
}

#[test]
fn every_state_of_a_city_is_exact() {
    for city in 0..4 {
        for state in 0..216u8 {
            let mut hand = [[0; 3]; 4];
            hand[city] = [state / 36, state / 6 % 6, state % 6];
            let counts = Counts::new(hand).unwrap();
            assert_eq!(best_points(&counts), brute_points(&hand), "{hand:?}");
            assert_witness(&counts);
        }
    }
}

#[test]
fn twenty_thousand_hands_are_exact_and_greedy_is_not() {
    let mut random = Random(20_201_114);
    let by_left_over = ByLeftOver::new();
    let (mut greedy_loses, mut worst) = (0, 0);
    const HANDS: usize = 20_000;
    for i in 0..HANDS {
        let counts = random.hand(i % 27);
        let hand = cells(&counts);
        let best = best_points(&counts);
        assert_eq!(best, brute_points(&hand), "{hand:?}");
        assert_eq!(best, by_left_over.points(&hand), "{hand:?}");
        assert_witness(&counts);
        let lost = best - greedy_points(&counts);
        greedy_loses += usize::from(lost > 0);
        worst = worst.max(lost);
    }
    println!("greedy loses on {greedy_loses} of {HANDS} hands, up to {worst} points");
    assert!(greedy_loses > 0);
}

#[test]
fn twenty_thousand_hands_of_any_size_are_exact() {
    let mut random = Random(3);
    let by_left_over = ByLeftOver::new();
    for _ in 0..20_000 {
        let counts = random.counts();
        assert_eq!(best_points(&counts), by_left_over.points(&cells(&counts)), "{counts:?}");
        assert_witness(&counts);
    }
}

/// How easy a partition is to read: fewest sets, most fives, most fours.
fn ease(sets: &[Set]) -> (std::cmp::Reverse<usize>, usize, usize) {
    let of = |size| sets.iter().filter(|set| matches!(set, Set::Same { n, .. } if *n == size)).count();
    (std::cmp::Reverse(sets.len()), of(SameSize::Five), of(SameSize::Four))
}

fn any_hand(most: usize) -> impl Strategy<Value = Counts> {
    (any::<u64>(), 0..=most).prop_map(|(seed, cards)| Random(seed).hand(cards))
}

fn any_counts() -> impl Strategy<Value = Counts> {
    any::<u64>().prop_map(|seed| Random(seed).counts())
}

proptest! {
    #[test]
    fn one_more_photo_never_lowers_the_best(counts in any_counts()) {
        for photo in Photo::all() {
            if let Ok(more) = counts.with(photo, counts.get(photo) + 1) {
                prop_assert!(best_points(&more) >= best_points(&counts));
            }
        }
    }

    #[test]
    fn the_order_of_photos_cities_and_houses_does_not_matter(counts in any_counts(), seed: u64) {
        let mut random = Random(seed);
        let mut photos: Vec<Photo> =
            Photo::all().flat_map(|photo| vec![photo; usize::from(counts.get(photo))]).collect();
        random.shuffle(&mut photos);
        prop_assert_eq!(Counts::from_photos(photos), Ok(counts));
        let mut shuffled = cells(&counts);
        random.shuffle(&mut shuffled);
        shuffled.iter_mut().for_each(|houses| random.shuffle(houses));
        prop_assert_eq!(best_points(&Counts::new(shuffled).unwrap()), best_points(&counts));
    }

    #[test]
    fn two_hands_together_score_at_least_as_much_as_apart(one in any_hand(20), other in any_hand(20)) {
        let (a, b) = (cells(&one), cells(&other));
        let mut sum = a;
        for (city, houses) in sum.iter_mut().enumerate() {
            for (house, held) in houses.iter_mut().enumerate() {
                *held += b[city][house];
            }
        }
        if let Ok(sum) = Counts::new(sum) {
            prop_assert!(best_points(&sum) >= best_points(&one) + best_points(&other));
        }
    }

    #[test]
    fn no_other_best_partition_is_easier_to_read(counts in any_hand(20)) {
        let best = best_points(&counts);
        let mut easiest = None;
        every_partition(&cells(&counts), &mut |sets, points| {
            if points == best {
                easiest = easiest.max(Some(ease(sets)));
            }
        });
        prop_assert_eq!(Some(ease(&best_partition(&counts).sets)), easiest);
    }

    #[test]
    fn the_best_partition_is_a_grouping_a_player_could_lay_out(counts in any_counts()) {
        let best = best_partition(&counts);
        let grouping = Grouping { sets: best.sets.iter().map(|set| set.photos()).collect() };
        prop_assert_eq!(grouping.check(&counts), Ok(best));
    }

    #[test]
    fn forced_sets_come_to_what_every_partition_with_them_comes_to_at_most(counts in any_hand(18)) {
        let partition = best_partition(&counts);
        let answers = why_not(&counts, &partition);
        let mut forced = vec![0; answers.len()];
        every_partition(&cells(&counts), &mut |sets, points| {
            for (best, answer) in forced.iter_mut().zip(&answers) {
                let copies = sets.iter().filter(|&&set| set == answer.set).count();
                if copies >= usize::from(answer.copies) {
                    *best = points.max(*best);
                }
            }
        });
        prop_assert!(answers.len() <= MAX_WHY_NOT);
        prop_assert!(answers.is_sorted_by(|a, b| a.set.points() >= b.set.points()));
        for (answer, forced) in answers.iter().zip(forced) {
            prop_assert_eq!(answer.forced_total, forced, "{:?}", answer);
            prop_assert_eq!(answer.instead.points(), forced);
            prop_assert_eq!(photos_of(&answer.instead), cells(&counts));
            let copies = answer.instead.sets.iter().filter(|&&set| set == answer.set).count();
            prop_assert!(copies >= usize::from(answer.copies));
            prop_assert_eq!(answer.best, best_points(&counts));
            prop_assert_eq!(answer.loses, answer.best - forced);
            prop_assert!(answer.copies > 1 || !partition.sets.contains(&answer.set));
        }
    }

    #[test]
    fn a_forced_set_fits_once_the_sets_it_is_used_in_are_given_up(counts in any_hand(30)) {
        let partition = best_partition(&counts);
        for answer in why_not(&counts, &partition) {
            let mut free = partition.left_over;
            for photo in answer.used_in.iter().flat_map(|set| set.photos()) {
                free.set(photo, free.get(photo) + 1).unwrap();
            }
            prop_assert!(free.without(answer.set).is_some(), "{:?}", answer);
            // With any one of them spared it does not fit.
            for spared in &answer.used_in {
                let short = spared.photos().into_iter().try_fold(free, |rest, photo| {
                    rest.with(photo, rest.get(photo).checked_sub(1)?).ok()
                });
                prop_assert!(short.is_none_or(|short| short.without(answer.set).is_none()), "{:?}", answer);
            }
        }
    }

    #[test]
    fn every_larger_set_a_hand_allows_is_answered_or_taken(counts in any_hand(9)) {
        let partition = best_partition(&counts);
        let answers = why_not(&counts, &partition);
        let tempting = Photo::all().flat_map(|photo| {
            SameSize::LARGEST_FIRST.into_iter().find(|n| n.cards() <= counts.get(photo)).map(|n| Set::Same { photo, n })
        });
        let trios =
            City::ALL.into_iter().filter(|&city| !counts.city(city).contains(&0)).map(|city| Set::Trio { city });
        for set in tempting.chain(trios) {
            let answered = answers.iter().any(|answer| answer.set == set);
            prop_assert!(answered || partition.sets.contains(&set) || answers.len() == MAX_WHY_NOT, "{:?}", set);
        }
    }
}
