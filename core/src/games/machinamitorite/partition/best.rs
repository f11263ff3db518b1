//! The best partition, found exactly.
//!
//! Cities affect each other only through their left-overs. Write those of city c as 3 q_c + r_c with r_c in 0..=2. Then
//!     floor(sum(3 q_c + r_c) / 3) = sum(q_c) + floor(sum(r_c) / 3),
//! so q_c counts as points of its own city, and r_c is all of city c that matters to the others. Hence, among the ways
//! to split city c with the same r_c, one with the most points (sets + q_c) can replace any other in any whole hand
//! without loss: three values for each city are enough. A city has 6^3 = 216 states, so all of them are worked out at
//! compile time, and a hand is four look-ups, joined as the best sum for each remainder; r + s >= 3 carries a point.

use super::photos::{City, Counts, House, Photo};
use super::sets::{LEFT_OVER_PER_POINT, Partition, SameSize, Set, TRIO_POINTS, partition_with};

/// The weights of a key. A key puts points, fewest sets, most fives and most fours into one number that compares in
/// that order and adds up over cities. A hand has at most 20 sets, 12 of them same-house, so no digit runs into the
/// next.
const FIVE_KEY: i32 = 16;
const SET_KEY: i32 = 16 * FIVE_KEY;
const POINT_KEY: i32 = 32 * SET_KEY;
/// Lifts what a key has below its points to zero or more (20 sets make the least), so that a division gives the points
/// back.
const KEY_FLOOR: i32 = 20 * SET_KEY;
/// The key of a remainder that cannot be left: loses against every real key, even after four additions.
const NEVER: i32 = -100_000_000;

/// How to split the photos of one city.
#[derive(Clone, Copy)]
struct Plan {
    key: i32,
    same: [u8; 3],
    trios: u8,
}

const NO_PLAN: Plan = Plan { key: NEVER, same: [0; 3], trios: 0 };

/// The best plan for each state of a city and each remainder of its left-overs.
static PLANS: [[Plan; 3]; 216] = {
    let mut table = [[NO_PLAN; 3]; 216];
    let mut state = 0;
    while state < table.len() {
        table[state] = plans([(state / 36) as u8, (state / 6 % 6) as u8, (state % 6) as u8]);
        state += 1;
    }
    table
};

/// The key of a same-house set of this many cards; 0 cards stand for no set.
const fn same_key(cards: u8) -> i32 {
    match cards {
        5 => 7 * POINT_KEY - SET_KEY + FIVE_KEY,
        4 => 6 * POINT_KEY - SET_KEY + 1,
        3 => 5 * POINT_KEY - SET_KEY,
        _ => 0,
    }
}

/// The best plan for each remainder, for a city with this many photos of each house.
const fn plans(held: [u8; 3]) -> [Plan; 3] {
    // With five photos per house there is at most one same-house set of each, so one choice per house covers
    // everything.
    const CHOICES: [u8; 4] = [5, 4, 3, 0];
    let mut best = [NO_PLAN; 3];
    let (mut a, mut b, mut c);
    a = 0;
    while a < 4 {
        b = 0;
        while b < 4 && CHOICES[a] <= held[0] {
            c = 0;
            while c < 4 && CHOICES[b] <= held[1] {
                if CHOICES[c] <= held[2] {
                    let same = [CHOICES[a], CHOICES[b], CHOICES[c]];
                    let rest = [held[0] - same[0], held[1] - same[1], held[2] - same[2]];
                    let sets = same_key(same[0]) + same_key(same[1]) + same_key(same[2]);
                    let mut trios = 0;
                    while trios <= rest[0] && trios <= rest[1] && trios <= rest[2] {
                        let left = rest[0] + rest[1] + rest[2] - 3 * trios;
                        let per_trio = TRIO_POINTS as i32 * POINT_KEY - SET_KEY;
                        let whole = (left / LEFT_OVER_PER_POINT) as i32 * POINT_KEY;
                        let key = sets + trios as i32 * per_trio + whole;
                        let remainder = (left % LEFT_OVER_PER_POINT) as usize;
                        if key > best[remainder].key {
                            best[remainder] = Plan { key, same, trios };
                        }
                        trios += 1;
                    }
                }
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    best
}

const fn plans_of(counts: &Counts, city: City) -> &'static [Plan; 3] {
    let [a, b, c] = counts.city(city);
    &PLANS[a as usize * 36 + b as usize * 6 + c as usize]
}

/// The best key for each remainder of the left-overs, of one city or of several joined.
type Keys = [i32; 3];

const fn keys_of(counts: &Counts, city: City) -> Keys {
    let [zero, one, two] = plans_of(counts, city);
    [zero.key, one.key, two.key]
}

/// The best keys of two groups of cities together. Unrolled, because [`best_points`] does little else.
#[inline]
fn join(p: Keys, q: Keys) -> Keys {
    [
        (p[0] + q[0]).max((p[1] + q[2]).max(p[2] + q[1]) + POINT_KEY),
        (p[0] + q[1]).max(p[1] + q[0]).max(p[2] + q[2] + POINT_KEY),
        (p[0] + q[2]).max(p[1] + q[1]).max(p[2] + q[0]),
    ]
}

/// The remainders of the two groups that [`join`] chose for this remainder of both together.
fn split(p: Keys, q: Keys, remainder: usize) -> (usize, usize) {
    let pair = |r: usize| (r, (remainder + 3 - r) % 3);
    let key = |(r, s): (usize, usize)| p[r] + q[s] + if r + s >= 3 { POINT_KEY } else { 0 };
    let mut best = pair(0);
    for other in [pair(1), pair(2)] {
        if key(other) > key(best) {
            best = other;
        }
    }
    best
}

/// The most points these photos can make, found exactly (002 "Score Calculation").
pub fn best_points(counts: &Counts) -> u16 {
    let [a, b, c, d] = City::ALL.map(|city| keys_of(counts, city));
    let [zero, one, two] = join(join(a, b), join(c, d));
    ((zero.max(one).max(two) + KEY_FLOOR) / POINT_KEY) as u16
}

/// A partition worth [`best_points`].
///
/// Among several it takes the one that is easiest to read: the fewest sets, then the most fives, then the most fours. A
/// fixed order settles the rest, so the same photos always give the same answer. Sets are sorted by points, highest
/// first.
pub fn best_partition(counts: &Counts) -> Partition {
    let [a, b, c, d] = City::ALL.map(|city| keys_of(counts, city));
    let (ab, cd) = (join(a, b), join(c, d));
    let all = join(ab, cd);
    let best = (1..3).fold(0, |best, r| if all[r] > all[best] { r } else { best });
    let (of_ab, of_cd) = split(ab, cd, best);
    let (of_a, of_b) = split(a, b, of_ab);
    let (of_c, of_d) = split(c, d, of_cd);

    let mut sets = Vec::new();
    for (city, remainder) in City::ALL.into_iter().zip([of_a, of_b, of_c, of_d]) {
        let plan = &plans_of(counts, city)[remainder];
        for (house, cards) in House::ALL.into_iter().zip(plan.same) {
            if let Some(n) = SameSize::from_cards(usize::from(cards)) {
                sets.push(Set::Same { photo: Photo { city, house }, n });
            }
        }
        sets.extend((0..plan.trios).map(|_| Set::Trio { city }));
    }
    partition_with(counts, sets)
}
