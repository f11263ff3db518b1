//! What a set is, and what photos split into sets are worth.

use std::cmp::Reverse;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::photos::{City, Counts, House, Photo};

/// Left-over photos that make one point (002 "Score Calculation" 3).
pub const LEFT_OVER_PER_POINT: u8 = 3;

/// Points of three different houses of one city (002 "Score Calculation" 2).
pub const TRIO_POINTS: u16 = 3;

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
    pub(super) fn reading_order(&self) -> (Reverse<u16>, City, Option<House>) {
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

impl Counts {
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

/// The partition with these sets, in reading order, and what they leave over.
pub(super) fn partition_with(counts: &Counts, mut sets: Vec<Set>) -> Partition {
    sets.sort_by_key(Set::reading_order);
    let left_over = sets.iter().fold(*counts, |rest, &set| rest.without(set).unwrap_or(rest));
    Partition { sets, left_over }
}
