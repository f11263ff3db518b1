//! The photos: cities, houses, and how many of each a player has.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Photos of each house of each city: 60 cards, four cities, three houses (inferred from 002 "Contents").
pub const PHOTOS_PER_HOUSE: u8 = 5;

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
pub struct Counts(pub(super) [[u8; 3]; 4]);

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
