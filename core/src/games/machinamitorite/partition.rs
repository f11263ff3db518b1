//! The best way to split the photos that a player won into sets, found exactly.
//!
//! A set is three to five photos of the same house in the same city (5, 6 or 7 points), or the three different houses
//! of one city (3 points). Photos in no set are left over, and every three of those make one point. Each photo is in at
//! most one set (002 "Score Calculation").
//!
//! [`best_points`] is cheap enough to call on every tap; [`best_partition`] also returns the sets; [`why_not`] answers
//! "couldn't I have made ...?"; [`Grouping`] scores what a player laid out by hand.

use std::cmp::Reverse;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Photos of each house of each city: 60 cards, four cities, three houses (inferred from 002 "Contents").
pub const PHOTOS_PER_HOUSE: u8 = 5;

/// Left-over photos that make one point (002 "Score Calculation" 3).
pub const LEFT_OVER_PER_POINT: u8 = 3;

/// Points of three different houses of one city (002 "Score Calculation" 2).
pub const TRIO_POINTS: u16 = 3;

/// Most answers given by [`why_not`].
pub const MAX_WHY_NOT: usize = 6;

/// A city, told apart by the colour of the photo (002 "Contents").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum City {
    /// White: Arequipa, Peru.
    Arequipa,
    /// Red: Boston, USA.
    Boston,
    /// Blue: Chefchaouen, Morocco.
    Chefchaouen,
    /// Black: Kyoto, Japan.
    Kyoto,
}

impl City {
    /// Every city, in the order of the rule text.
    pub const ALL: [Self; 4] = [Self::Arequipa, Self::Boston, Self::Chefchaouen, Self::Kyoto];

    /// The stable text id used in saved games.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Arequipa => "arequipa",
            Self::Boston => "boston",
            Self::Chefchaouen => "chefchaouen",
            Self::Kyoto => "kyoto",
        }
    }

    /// The city with this text id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|city| city.id() == id)
    }
}

/// One of the three kinds of house of a city. The text does not name them: saved ids are a, b and c, and the app shows
/// X, Y and Z, because A, B and C also begin the names of cities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum House {
    /// The first kind.
    A,
    /// The second kind.
    B,
    /// The third kind.
    C,
}

impl House {
    /// Every kind of house.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// The stable text id used in saved games.
    pub const fn id(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
        }
    }

    /// The house with this text id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|house| house.id() == id)
    }
}

/// What the back of a city card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Photo {
    /// The city.
    pub city: City,
    /// The kind of house.
    pub house: House,
}

impl Photo {
    /// The photo of this house of this city.
    pub const fn new(city: City, house: House) -> Self {
        Self { city, house }
    }

    /// All twelve photos, city by city.
    pub fn all() -> impl Iterator<Item = Self> {
        City::ALL.into_iter().flat_map(|city| House::ALL.map(|house| Self { city, house }))
    }
}

/// How many of each photo a player has won: 0..=[`PHOTOS_PER_HOUSE`] each, so an impossible count cannot be built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "SavedCounts", into = "SavedCounts")]
pub struct Counts([[u8; 3]; 4]);

impl Counts {
    /// No photo at all.
    pub const ZERO: Self = Self([[0; 3]; 4]);

    /// Counts by city (in the order of [`City::ALL`]) and house (in the order of [`House::ALL`]).
    ///
    /// # Errors
    /// [`CountError`] for the first count above [`PHOTOS_PER_HOUSE`].
    pub fn new(cells: [[u8; 3]; 4]) -> Result<Self, CountError> {
        let counts = Self(cells);
        match Photo::all().find(|&photo| counts.get(photo) > PHOTOS_PER_HOUSE) {
            Some(photo) => Err(CountError { photo, count: counts.get(photo) }),
            None => Ok(counts),
        }
    }

    /// How many of this photo: 0..=[`PHOTOS_PER_HOUSE`].
    pub const fn get(&self, photo: Photo) -> u8 {
        self.0[photo.city as usize][photo.house as usize]
    }

    /// Sets how many of this photo.
    ///
    /// # Errors
    /// [`CountError`] above [`PHOTOS_PER_HOUSE`]; the counts are then unchanged.
    pub fn set(&mut self, photo: Photo, count: u8) -> Result<(), CountError> {
        if count > PHOTOS_PER_HOUSE {
            return Err(CountError { photo, count });
        }
        self.0[photo.city as usize][photo.house as usize] = count;
        Ok(())
    }

    /// The same counts with another number of this photo.
    ///
    /// # Errors
    /// [`CountError`] above [`PHOTOS_PER_HOUSE`].
    pub fn with(mut self, photo: Photo, count: u8) -> Result<Self, CountError> {
        self.set(photo, count)?;
        Ok(self)
    }

    /// Counts the photos one by one, in any order.
    ///
    /// # Errors
    /// [`CountError`] at the first photo that comes more than [`PHOTOS_PER_HOUSE`] times.
    pub fn from_photos(photos: impl IntoIterator<Item = Photo>) -> Result<Self, CountError> {
        photos.into_iter().try_fold(Self::ZERO, |counts, photo| counts.with(photo, counts.get(photo) + 1))
    }

    /// The counts of one city, in the order of [`House::ALL`].
    pub const fn city(&self, city: City) -> [u8; 3] {
        self.0[city as usize]
    }

    /// All photos together: 0..=60.
    pub fn total(&self) -> u8 {
        self.0.iter().flatten().sum()
    }

    /// What remains without the photos of this set; `None` if they are not all there.
    pub fn without(&self, set: Set) -> Option<Self> {
        let mut rest = *self;
        for photo in set.photos() {
            let cell = &mut rest.0[photo.city as usize][photo.house as usize];
            *cell = cell.checked_sub(1)?;
        }
        Some(rest)
    }
}

/// More of one photo than the game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountError {
    /// The photo counted too often.
    pub photo: Photo,
    /// The count refused; the game has [`PHOTOS_PER_HOUSE`].
    pub count: u8,
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { photo, count } = self;
        write!(f, "{count} of {} {}, of {PHOTOS_PER_HOUSE}", photo.city.id(), photo.house.id())
    }
}

impl std::error::Error for CountError {}

/// [`Counts`] as saved: by name, never by position. Cities and houses not named count as zero.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct SavedCounts {
    arequipa: SavedHouses,
    boston: SavedHouses,
    chefchaouen: SavedHouses,
    kyoto: SavedHouses,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SavedHouses {
    a: u8,
    b: u8,
    c: u8,
}

impl From<Counts> for SavedCounts {
    fn from(counts: Counts) -> Self {
        let houses = |city| {
            let [a, b, c] = counts.city(city);
            SavedHouses { a, b, c }
        };
        Self {
            arequipa: houses(City::Arequipa),
            boston: houses(City::Boston),
            chefchaouen: houses(City::Chefchaouen),
            kyoto: houses(City::Kyoto),
        }
    }
}

impl TryFrom<SavedCounts> for Counts {
    type Error = CountError;

    fn try_from(saved: SavedCounts) -> Result<Self, CountError> {
        let SavedCounts { arequipa, boston, chefchaouen, kyoto } = saved;
        Self::new([arequipa, boston, chefchaouen, kyoto].map(|SavedHouses { a, b, c }| [a, b, c]))
    }
}

/// How many photos a same-house set has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum SameSize {
    /// Three: 5 points.
    Three,
    /// Four: 6 points.
    Four,
    /// Five: 7 points.
    Five,
}

impl SameSize {
    /// Every size, largest first.
    pub const LARGEST_FIRST: [Self; 3] = [Self::Five, Self::Four, Self::Three];

    /// The number of photos: 3, 4 or 5.
    pub const fn cards(self) -> u8 {
        match self {
            Self::Three => 3,
            Self::Four => 4,
            Self::Five => 5,
        }
    }

    /// Points: 5, 6 or 7 (002 "Score Calculation" 1).
    pub const fn points(self) -> u16 {
        match self {
            Self::Three => 5,
            Self::Four => 6,
            Self::Five => 7,
        }
    }

    /// The size with this many photos, if there is one.
    pub fn from_cards(cards: usize) -> Option<Self> {
        Self::LARGEST_FIRST.into_iter().find(|size| usize::from(size.cards()) == cards)
    }
}

impl From<SameSize> for u8 {
    fn from(size: SameSize) -> Self {
        size.cards()
    }
}

impl TryFrom<u8> for SameSize {
    type Error = NotASet;

    fn try_from(cards: u8) -> Result<Self, NotASet> {
        let cards = usize::from(cards);
        Self::from_cards(cards).ok_or(if cards < 3 { NotASet::TooFew { cards } } else { NotASet::TooMany { cards } })
    }
}

/// A scoring set (002 "Score Calculation" 1 and 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Set {
    /// Three to five photos of the same house in the same city.
    Same {
        /// The house, and its city.
        photo: Photo,
        /// How many of it; saved as 3, 4 or 5.
        n: SameSize,
    },
    /// The three different houses of one city.
    Trio {
        /// The city.
        city: City,
    },
}

impl Set {
    /// Points of the set: 5, 6, 7 or 3.
    pub const fn points(self) -> u16 {
        match self {
            Self::Same { n, .. } => n.points(),
            Self::Trio { .. } => TRIO_POINTS,
        }
    }

    /// The city all photos of the set are from.
    pub const fn city(self) -> City {
        match self {
            Self::Same { photo, .. } => photo.city,
            Self::Trio { city } => city,
        }
    }

    /// The photos of the set, card by card.
    pub fn photos(self) -> Vec<Photo> {
        match self {
            Self::Same { photo, n } => vec![photo; usize::from(n.cards())],
            Self::Trio { city } => House::ALL.map(|house| Photo { city, house }).to_vec(),
        }
    }

    /// The set these photos make, in any order.
    ///
    /// # Errors
    /// [`NotASet`] with the first reason why they make none.
    pub fn from_photos(photos: &[Photo]) -> Result<Self, NotASet> {
        let cards = photos.len();
        let [first, second, ..] = photos else {
            return Err(NotASet::TooFew { cards });
        };
        if cards < 3 {
            return Err(NotASet::TooFew { cards });
        }
        let city = first.city;
        if photos.iter().any(|photo| photo.city != city) {
            return Err(NotASet::MixedCities);
        }
        if photos.iter().all(|photo| photo == first) {
            return match SameSize::from_cards(cards) {
                Some(n) => Ok(Self::Same { photo: *first, n }),
                None => Err(NotASet::TooMany { cards }),
            };
        }
        let different = first != second && photos[2..].iter().all(|photo| photo != first && photo != second);
        if cards == 3 && different { Ok(Self::Trio { city }) } else { Err(NotASet::MixedHouses) }
    }

    /// Most points first, then by city and house, the order people read a score in.
    fn reading_order(&self) -> (Reverse<u16>, City, Option<House>) {
        let house = match self {
            Self::Same { photo, .. } => Some(photo.house),
            Self::Trio { .. } => None,
        };
        (Reverse(self.points()), self.city(), house)
    }
}

/// Why some photos are not a set (002 "Score Calculation" 1 and 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotASet {
    /// Fewer than three photos.
    TooFew {
        /// How many there are.
        cards: usize,
    },
    /// More than five of the same house.
    TooMany {
        /// How many there are.
        cards: usize,
    },
    /// Photos of more than one city.
    MixedCities,
    /// One city, but neither all of the same house nor exactly one of each.
    MixedHouses,
}

impl fmt::Display for NotASet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { cards } => write!(f, "{cards} photos, a set has at least 3"),
            Self::TooMany { cards } => write!(f, "{cards} photos, a set has at most 5"),
            Self::MixedCities => f.write_str("a set is of one city"),
            Self::MixedHouses => f.write_str("neither the same house nor three different ones"),
        }
    }
}

impl std::error::Error for NotASet {}

/// Photos split into sets and left-overs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Partition {
    /// The sets; a trio made twice is listed twice.
    pub sets: Vec<Set>,
    /// The photos in no set.
    pub left_over: Counts,
}

impl Partition {
    /// The score: the sets, plus one point for every three left-over photos of all cities together.
    ///
    /// That the cities are counted together is our ruling; the text only says three cards (002 "Score Calculation" 3).
    pub fn points(&self) -> u16 {
        self.sets.iter().map(|set| set.points()).sum::<u16>() + self.left_over_points()
    }

    /// The part of [`Partition::points`] that comes from left-overs.
    pub fn left_over_points(&self) -> u16 {
        u16::from(self.left_over.total() / LEFT_OVER_PER_POINT)
    }
}

// The engine.
//
// Cities affect each other only through their left-overs. Write those of city c as 3 q_c + r_c with r_c in 0..=2. Then
//     floor(sum(3 q_c + r_c) / 3) = sum(q_c) + floor(sum(r_c) / 3),
// so q_c counts as points of its own city, and r_c is all of city c that matters to the others. Hence, among the ways
// to split city c with the same r_c, one with the most points (sets + q_c) can replace any other in any whole hand
// without loss: three values for each city are enough. A city has 6^3 = 216 states, so all of them are worked out at
// compile time, and a hand is four look-ups, joined as the best sum for each remainder; r + s >= 3 carries a point.

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

/// The partition with these sets, in reading order, and what they leave over.
fn partition_with(counts: &Counts, mut sets: Vec<Set>) -> Partition {
    sets.sort_by_key(Set::reading_order);
    let left_over = sets.iter().fold(*counts, |rest, &set| rest.without(set).unwrap_or(rest));
    Partition { sets, left_over }
}

/// The partition made by always taking the biggest set first: every same-house set as large as possible, then trios.
///
/// Shown beside the best one, because most people group like this, and it is often not the best.
pub fn greedy_partition(counts: &Counts) -> Partition {
    let mut rest = *counts;
    let mut sets = Vec::new();
    let mut take_all = |set: Set| {
        while let Some(less) = rest.without(set) {
            rest = less;
            sets.push(set);
        }
    };
    for n in SameSize::LARGEST_FIRST {
        Photo::all().for_each(|photo| take_all(Set::Same { photo, n }));
    }
    City::ALL.into_iter().for_each(|city| take_all(Set::Trio { city }));
    partition_with(counts, sets)
}

/// The points of [`greedy_partition`].
pub fn greedy_points(counts: &Counts) -> u16 {
    greedy_partition(counts).points()
}

/// A tempting set that is not in the partition, and the result of taking it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WhyNot {
    /// The set.
    pub set: Set,
    /// How many of it are forced: 1, or for a trio one more than the partition has.
    pub copies: u8,
    /// The most points if the partition must hold `set` `copies` times.
    pub forced_total: u16,
    /// The most points with nothing forced: [`best_points`].
    pub best: u16,
    /// `best - forced_total`. At 0 it is an equally good alternative.
    pub loses: u16,
    /// The sets of the partition that would have to give up photos for it, in the partition's order. A trio gives one
    /// photo to a same-house set. Empty if left-overs are enough.
    pub used_in: Vec<Set>,
    /// The best partition that holds the forced set, worth `forced_total`.
    pub instead: Partition,
}

/// Answers "why not this set?" for the sets a person would ask about, given a `partition` of `counts`.
///
/// These are: for each house every larger set than the partition has (any, if it has none), and a smaller one only if
/// that costs nothing; and for each city one more trio. The sets with the most points come first, then the ones that
/// lose least; at most [`MAX_WHY_NOT`].
pub fn why_not(counts: &Counts, partition: &Partition) -> Vec<WhyNot> {
    let best = best_points(counts);
    let same = Photo::all().flat_map(|photo| SameSize::LARGEST_FIRST.map(|n| (Set::Same { photo, n }, 1)));
    let trios = City::ALL.into_iter().map(|city| {
        let trio = Set::Trio { city };
        (trio, 1 + partition.sets.iter().filter(|&&set| set == trio).count())
    });
    let mut answers: Vec<WhyNot> = same
        .chain(trios)
        .filter(|(set, _)| matches!(set, Set::Trio { .. }) || !partition.sets.contains(set))
        .filter_map(|(set, copies)| {
            let rest = (0..copies).try_fold(*counts, |rest, _| rest.without(set))?;
            let mut instead = best_partition(&rest);
            instead.sets.extend((0..copies).map(|_| set));
            instead.sets.sort_by_key(Set::reading_order);
            let forced_total = instead.points();
            Some(WhyNot {
                set,
                copies: u8::try_from(copies).ok()?,
                forced_total,
                best,
                loses: best.saturating_sub(forced_total),
                used_in: used_in(set, partition),
                instead,
            })
        })
        .filter(|answer| answer.loses == 0 || !smaller_than_taken(answer.set, partition))
        .collect();
    answers.sort_by_key(|answer| (answer.set.reading_order().0, answer.loses));
    answers.truncate(MAX_WHY_NOT);
    answers
}

fn smaller_than_taken(set: Set, partition: &Partition) -> bool {
    let Set::Same { photo, n } = set else { return false };
    partition.sets.iter().any(|taken| matches!(taken, Set::Same { photo: p, n: m } if *p == photo && *m > n))
}

/// The sets of the partition that must give up photos for one more `set`. Left-overs are used first, and a set of the
/// same house grows before a trio is broken.
fn used_in(set: Set, partition: &Partition) -> Vec<Set> {
    let left = |photo| partition.left_over.get(photo);
    match set {
        Set::Same { photo, n } => {
            let same_house = partition.sets.iter().filter_map(|&taken| match taken {
                Set::Same { photo: p, n } if p == photo => Some((taken, n.cards())),
                _ => None,
            });
            let trios =
                partition.sets.iter().filter(|&&taken| taken == Set::Trio { city: photo.city }).map(|&t| (t, 1));
            let mut missing = n.cards().saturating_sub(left(photo));
            let mut used = Vec::new();
            for (taken, gives) in same_house.chain(trios) {
                if missing > 0 {
                    used.push(taken);
                    missing = missing.saturating_sub(gives);
                }
            }
            used
        }
        Set::Trio { city } => {
            let breaks =
                |taken: &Set| matches!(taken, Set::Same { photo, .. } if photo.city == city && left(*photo) == 0);
            partition.sets.iter().copied().filter(breaks).collect()
        }
    }
}

/// Sets laid out by a player: "group it yourself".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Grouping {
    /// The photos of each set, in any order.
    pub sets: Vec<Vec<Photo>>,
}

impl Grouping {
    /// The grouping as a partition of `counts`, with the sets in the player's order; [`Partition::points`] then scores
    /// it.
    ///
    /// # Errors
    /// Every problem with it: photos that make no set, or are used more often than held (002 "Score Calculation").
    pub fn check(&self, counts: &Counts) -> Result<Partition, Vec<GroupingError>> {
        let mut errors = Vec::new();
        let mut sets = Vec::new();
        for (index, photos) in self.sets.iter().enumerate() {
            match Set::from_photos(photos) {
                Ok(set) => sets.push(set),
                Err(why) => errors.push(GroupingError::NotASet { index, why }),
            }
        }
        let mut left_over = Counts::ZERO;
        for photo in Photo::all() {
            let used = self.sets.iter().flatten().filter(|&&p| p == photo).count();
            let held = counts.get(photo);
            let left = u8::try_from(used).ok().and_then(|used| held.checked_sub(used));
            match left.map(|left| left_over.set(photo, left)) {
                Some(Ok(())) => {}
                _ => errors.push(GroupingError::UsedTooOften { photo, used, held }),
            }
        }
        if errors.is_empty() { Ok(Partition { sets, left_over }) } else { Err(errors) }
    }
}

/// Why a [`Grouping`] cannot be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupingError {
    /// These photos make no set.
    NotASet {
        /// Which of the sets, from 0.
        index: usize,
        /// The reason.
        why: NotASet,
    },
    /// A photo is in the sets more often than the player has it.
    UsedTooOften {
        /// The photo.
        photo: Photo,
        /// How often it is used.
        used: usize,
        /// How many the player has.
        held: u8,
    },
}

impl fmt::Display for GroupingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASet { index, why } => write!(f, "set {}: {why}", index + 1),
            Self::UsedTooOften { photo, used, held } => {
                write!(f, "{used} of {} {} used, of {held}", photo.city.id(), photo.house.id())
            }
        }
    }
}

impl std::error::Error for GroupingError {}

#[cfg(test)]
mod tests {
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
}
