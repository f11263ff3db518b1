//! Compares Machinamitorite's partition engine with two other exact methods on the same hands.
//!
//! `cargo bench -p takujo-core --bench partition` first checks that all methods agree on every hand, then prints the time
//! each takes per hand and its ratio to the engine's, and finally lets divan measure each at length.
#![allow(missing_docs)]

#[path = "../tests/machinamitorite_brute/mod.rs"]
mod machinamitorite_brute;

use std::hint::black_box;
use std::time::{Duration, Instant};

use divan::Bencher;
use good_lp::{Expression, Solution, SolverModel, constraint, microlp, variable, variables};
use machinamitorite_brute::{ByLeftOver, Random, brute_points, cells};
use takujo_core::games::machinamitorite::partition::{Counts, best_partition, best_points, greedy_points};

const HANDS: usize = 200;
/// Time budget of the engine for one four-city hand.
const TARGET: Duration = Duration::from_nanos(200);
/// Cards per hand: as four players usually win them, and as won by someone who takes half of all tricks.
const USUAL: [usize; 2] = [10, 20];
const LARGE: [usize; 2] = [26, 34];

/// Random hands with photos from all four cities.
fn hands([least, most]: [usize; 2]) -> Vec<Counts> {
    let mut random = Random(60);
    let four_cities = |counts: &Counts| cells(counts).iter().all(|houses| houses.iter().any(|&held| held > 0));
    let mut hands = Vec::with_capacity(HANDS);
    while hands.len() < HANDS {
        let cards = least + random.below(most - least + 1);
        hands.extend(Some(random.hand(cards)).filter(four_cities));
    }
    hands
}

/// The rules as an integer program: choose how many of each set to make; each photo counts once, and three left-overs
/// make a point.
fn integer_program(counts: &Counts) -> u16 {
    let mut all = variables!();
    let mut points = Expression::from(0);
    let mut left_over = Expression::from(0);
    let mut limits = Vec::new();
    for houses in cells(counts) {
        let trios = all.add(variable().integer().min(0).max(5));
        points += 3 * trios;
        for held in houses {
            let mut used = Expression::from(trios);
            for (cards, value) in [(3, 5), (4, 6), (5, 7)] {
                let set = all.add(variable().integer().min(0).max(1));
                points += value * set;
                used += cards * set;
            }
            left_over += i32::from(held) - used.clone();
            limits.push(constraint!(used <= i32::from(held)));
        }
    }
    let thirds = all.add(variable().integer().min(0).max(20));
    points += thirds;
    limits.push(constraint!(3 * thirds <= left_over));
    let model = limits.into_iter().fold(all.maximise(points.clone()).using(microlp), SolverModel::with);
    let solution = model.solve().expect("making no sets is always feasible");
    solution.eval(points).round() as u16
}

/// The median over `rounds` of the mean time per hand.
fn time_a_hand<T>(hands: &[Counts], rounds: usize, repeat: usize, score: impl Fn(&Counts) -> T) -> Duration {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..repeat {
                for hand in hands {
                    black_box(score(black_box(hand)));
                }
            }
            start.elapsed() / (repeat * hands.len()) as u32
        })
        .collect();
    times.sort();
    times[rounds / 2]
}

/// Checks that all methods agree on these hands, then times them side by side.
fn compare([least, most]: [usize; 2]) {
    let hands = hands([least, most]);
    let by_left_over = ByLeftOver::new();
    let mut greedy_loses = 0;
    for hand in &hands {
        let best = best_points(hand);
        assert_eq!(best, best_partition(hand).points(), "{hand:?}");
        assert_eq!(best, brute_points(&cells(hand)), "{hand:?}");
        assert_eq!(best, by_left_over.points(&cells(hand)), "{hand:?}");
        assert_eq!(best, integer_program(hand), "{hand:?}");
        greedy_loses += usize::from(greedy_points(hand) < best);
    }
    println!("{HANDS} hands of {least} to {most} cards: all agree; biggest set first loses on {greedy_loses}");

    let engine = time_a_hand(&hands, 21, 500, best_points);
    let rows = [
        ("best_points", engine),
        ("best_partition", time_a_hand(&hands, 21, 50, best_partition)),
        ("joined on left-overs", time_a_hand(&hands, 11, 2, |hand| by_left_over.points(&cells(hand)))),
        ("every partition", time_a_hand(&hands, 5, 1, |hand| brute_points(&cells(hand)))),
        ("integer program", time_a_hand(&hands, 5, 1, integer_program)),
    ];
    for (method, time) in rows {
        let ratio = time.as_secs_f64() / engine.as_secs_f64();
        println!("  {method:<20} {:>11} ns a hand {ratio:>10.1} x", time.as_nanos());
    }
    let verdict = if engine <= TARGET { "met" } else { "missed" };
    println!("  target for best_points, {} ns: {verdict}", TARGET.as_nanos());
}

fn main() {
    compare(USUAL);
    compare(LARGE);
    divan::main();
}

/// Measures `score` per hand.
fn over_hands<T>(bencher: Bencher, score: impl Fn(&Counts) -> T) {
    let hands = hands(USUAL);
    let mut next = hands.iter().cycle();
    bencher.bench_local(|| next.next().map(|hand| score(black_box(hand))));
}

#[divan::bench(name = "best_points")]
fn bench_best_points(bencher: Bencher) {
    over_hands(bencher, best_points);
}

#[divan::bench(name = "best_partition")]
fn bench_best_partition(bencher: Bencher) {
    over_hands(bencher, best_partition);
}

#[divan::bench(name = "every_partition")]
fn bench_every_partition(bencher: Bencher) {
    over_hands(bencher, |hand| brute_points(&cells(hand)));
}

#[divan::bench(name = "integer_program")]
fn bench_integer_program(bencher: Bencher) {
    over_hands(bencher, integer_program);
}
