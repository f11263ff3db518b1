//! Two slow ways to score a hand of Machinamitorite that share only types with the engine, and a small repeatable
//! source of hands.
#![allow(dead_code, missing_docs)]

use takujo_core::games::machinamitorite::partition::{City, Counts, House, Photo, SameSize, Set};

pub type Cells = [[u8; 3]; 4];

pub fn cells(counts: &Counts) -> Cells {
    City::ALL.map(|city| House::ALL.map(|house| counts.get(Photo::new(city, house))))
}

/// The values as printed (002 "Score Calculation").
fn value(set: Set) -> u16 {
    match set {
        Set::Same { n: SameSize::Three, .. } => 5,
        Set::Same { n: SameSize::Four, .. } => 6,
        Set::Same { n: SameSize::Five, .. } => 7,
        Set::Trio { .. } => 3,
    }
}

/// Visits every way to choose sets from the hand, each multiset once, with its points.
pub fn every_partition(hand: &Cells, visit: &mut dyn FnMut(&[Set], u16)) {
    let mut kinds = Vec::new();
    for (city, houses) in City::ALL.into_iter().zip(hand) {
        for (house, &held) in House::ALL.into_iter().zip(houses) {
            for (n, cards) in [(SameSize::Three, 3), (SameSize::Four, 4), (SameSize::Five, 5)] {
                if cards <= held {
                    kinds.push(Set::Same { photo: Photo::new(city, house), n });
                }
            }
        }
        if houses.iter().all(|&held| held > 0) {
            kinds.push(Set::Trio { city });
        }
    }
    choose(&kinds, &mut hand.clone(), &mut Vec::new(), visit);
}

fn choose(kinds: &[Set], rest: &mut Cells, chosen: &mut Vec<Set>, visit: &mut dyn FnMut(&[Set], u16)) {
    let Some((&set, others)) = kinds.split_first() else {
        let left: u8 = rest.iter().flatten().sum();
        visit(chosen, chosen.iter().map(|&set| value(set)).sum::<u16>() + u16::from(left / 3));
        return;
    };
    choose(others, rest, chosen, visit);
    let takes = match set {
        Set::Same { photo, n: SameSize::Three } => one_house(photo, 3),
        Set::Same { photo, n: SameSize::Four } => one_house(photo, 4),
        Set::Same { photo, n: SameSize::Five } => one_house(photo, 5),
        Set::Trio { city } => (city, [1, 1, 1]),
    };
    let (city, takes) = takes;
    let houses = &mut rest[city as usize];
    if houses.iter().zip(takes).all(|(&held, take)| held >= take) {
        (0..3).for_each(|house| houses[house] -= takes[house]);
        chosen.push(set);
        choose(kinds, rest, chosen, visit);
        chosen.pop();
        (0..3).for_each(|house| rest[city as usize][house] += takes[house]);
    }
}

fn one_house(photo: Photo, cards: u8) -> (City, [u8; 3]) {
    let mut takes = [0; 3];
    takes[photo.house as usize] = cards;
    (photo.city, takes)
}

/// The most points of a hand, by trying every partition.
pub fn brute_points(hand: &Cells) -> u16 {
    let mut best = 0;
    every_partition(hand, &mut |_, points| best = best.max(points));
    best
}

/// The most points of sets for each exact number of left-overs, for hands too large for [`brute_points`]. Tries
/// everything within each city, joins cities by how many photos they leave, and adds the points for left-overs at the
/// very end.
pub struct ByLeftOver {
    cities: Vec<[Option<u16>; 16]>,
}

impl ByLeftOver {
    pub fn new() -> Self {
        let cities = (0..216u8).map(|state| Self::city([state / 36, state / 6 % 6, state % 6])).collect();
        Self { cities }
    }

    fn city(houses: [u8; 3]) -> [Option<u16>; 16] {
        let held: u8 = houses.iter().sum();
        let mut best = [None; 16];
        every_partition(&[houses, [0; 3], [0; 3], [0; 3]], &mut |sets, _| {
            let points: u16 = sets.iter().map(|&set| value(set)).sum();
            let used: usize = sets.iter().map(|set| set.photos().len()).sum();
            let left = usize::from(held) - used;
            best[left] = best[left].max(Some(points));
        });
        best
    }

    pub fn points(&self, hand: &Cells) -> u16 {
        let mut so_far = vec![Some(0)];
        for [a, b, c] in hand {
            let city = &self.cities[usize::from(a * 36 + b * 6 + c)];
            let mut next = vec![None; so_far.len() + 15];
            for (left, points) in so_far.iter().enumerate() {
                for (more_left, more_points) in city.iter().enumerate() {
                    if let (Some(points), Some(more_points)) = (points, more_points) {
                        next[left + more_left] = next[left + more_left].max(Some(points + more_points));
                    }
                }
            }
            so_far = next;
        }
        let totals = so_far.iter().enumerate().filter_map(|(left, points)| points.map(|p| p + left as u16 / 3));
        totals.max().unwrap_or(0)
    }
}

/// SplitMix64: the same hands on every machine and in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// This many photos drawn from the 60 in the game, as a player could have won them.
    pub fn hand(&mut self, cards: usize) -> Counts {
        let mut deck: Vec<Photo> = Photo::all().flat_map(|photo| [photo; 5]).collect();
        self.shuffle(&mut deck);
        Counts::from_photos(deck.into_iter().take(cards)).expect("a deck has five of each")
    }

    /// Any counts at all, including large ones.
    pub fn counts(&mut self) -> Counts {
        Counts::new([(); 4].map(|()| [(); 3].map(|()| self.below(6) as u8))).expect("at most five of each")
    }
}
