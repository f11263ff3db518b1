//! Which cards are in the game, and what the players' counts must add up to: no city card ever leaves the game.
//!
//! Source: 002 "Game Setup" (who plays with which cards) and "How to Play" (every card is played and won; only a trick
//! of nothing but park cards goes to the box).

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::partition::{City, Counts, House, PHOTOS_PER_HOUSE, Photo};

/// Number of players (002 "Game Setup").
pub const PLAYERS: RangeInclusive<usize> = 3..=6;

/// The cities whose cards are in the game (002 "Game Setup").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cities {
    /// All four, with 4-6 players.
    All,
    /// All but this one, with 3 players.
    Without(City),
}

impl Cities {
    /// The cities for this many players; with three, the table says which city stays in the box.
    ///
    /// # Errors
    /// [`CitiesError`] if the number of players is not in [`PLAYERS`], or a city is left out or not left out contrary
    /// to the rule.
    pub fn for_players(players: usize, left_out: Option<City>) -> Result<Self, CitiesError> {
        match (players, left_out) {
            (3, Some(city)) => Ok(Self::Without(city)),
            (3, None) => Err(CitiesError::LeaveOneOut),
            (4..=6, None) => Ok(Self::All),
            (4..=6, Some(_)) => Err(CitiesError::LeaveNoneOut { players }),
            _ => Err(CitiesError::Players { players }),
        }
    }

    /// Whether the cards of this city are in the game.
    pub fn contains(self, city: City) -> bool {
        self != Self::Without(city)
    }

    /// Whether these cities are right for this many players.
    pub fn fits(self, players: usize) -> bool {
        match self {
            Self::All => (4..=6).contains(&players),
            Self::Without(_) => players == 3,
        }
    }

    /// City cards in the game: 60 or 45.
    pub const fn cards(self) -> u8 {
        match self {
            Self::All => 60,
            Self::Without(_) => 45,
        }
    }

    /// Cards in each starting hand, including one park card: 16 with three or four players, 13 with five, 11 with six.
    /// Also the number of tricks. `None` if these cities are wrong for this many players.
    pub fn hand_size(self, players: usize) -> Option<u8> {
        let players = u8::try_from(players).ok().filter(|&n| self.fits(n.into()))?;
        self.cards().checked_div(players).map(|city_cards| city_cards + 1)
    }
}

/// Why a table cannot be set up with these cities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CitiesError {
    /// Not 3-6 players.
    Players {
        /// How many there are.
        players: usize,
    },
    /// Three players use three cities only.
    LeaveOneOut,
    /// Four or more players use all cities.
    LeaveNoneOut {
        /// How many there are.
        players: usize,
    },
}

impl fmt::Display for CitiesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players { players } => write!(f, "{players} players, the game is for 3 to 6"),
            Self::LeaveOneOut => f.write_str("3 players leave one city out"),
            Self::LeaveNoneOut { players } => write!(f, "{players} players use all cities"),
        }
    }
}

impl std::error::Error for CitiesError {}

/// A place where the players' counts cannot be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miscount {
    /// The counts of one photo do not add up.
    Sum {
        /// The city.
        city: City,
        /// The house.
        house: House,
        /// All players' counts together.
        counted: u8,
        /// What they should be: [`PHOTOS_PER_HOUSE`].
        of: u8,
    },
    /// Somebody has photos of a city that is not in the game.
    NotInUse {
        /// The player, from 0 in the order given.
        player: usize,
        /// The city.
        city: City,
        /// The house.
        house: House,
        /// How many.
        counted: u8,
    },
    /// All photos are accounted for, but no tricks could have given the players these numbers of cards: at least one
    /// photo is with the wrong player.
    Tricks {
        /// Park cards needed to complete everyone's tricks.
        parks_needed: u8,
        /// Park cards dealt: one per player.
        parks: u8,
    },
    /// The cities in use are wrong for this many players.
    Players {
        /// How many there are.
        players: usize,
    },
}

impl fmt::Display for Miscount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum { city, house, counted, of } => write!(f, "{} {}: {counted} of {of}", city.id(), house.id()),
            Self::NotInUse { player, city, house, counted } => {
                write!(f, "player {}: {counted} of {} {}, not in use", player + 1, city.id(), house.id())
            }
            Self::Tricks { parks_needed, parks } => write!(f, "tricks need {parks_needed} park cards, of {parks}"),
            Self::Players { players } => write!(f, "{players} players do not use these cities"),
        }
    }
}

impl std::error::Error for Miscount {}

/// The counts of the last player, who has everything the others do not.
///
/// `known` are the counts of all the others, 2-5 of them. Run [`check`] on all counts afterwards: it finds some of the
/// miscounts that this cannot see.
///
/// # Errors
/// Every cell in which the others alone exceed the total, every photo of a city not in use, or a wrong number of
/// players.
pub fn deduce_last(in_use: Cities, known: &[Counts]) -> Result<Counts, Vec<Miscount>> {
    let players = known.len().saturating_add(1);
    if !in_use.fits(players) {
        return Err(vec![Miscount::Players { players }]);
    }
    let mut miscounts = not_in_use(in_use, known);
    let mut last = Counts::ZERO;
    for photo in photos(in_use) {
        let counted = sum(known, photo);
        // The remainder never exceeds the bound, so `set` fails only if the subtraction did.
        let rest = PHOTOS_PER_HOUSE.checked_sub(counted).map(|rest| last.set(photo, rest));
        if !matches!(rest, Some(Ok(()))) {
            miscounts.push(miscount(photo, counted));
        }
    }
    if miscounts.is_empty() { Ok(last) } else { Err(miscounts) }
}

/// Everything that proves these counts of all players wrong; empty if nothing does.
///
/// If every cell adds up, it also checks the tricks. A trick has one card of each player, so the cards somebody won are
/// a multiple of the number of players. Their photos fall short of that by the park cards among them, and only one park
/// card was dealt to each player. If all shortfalls together need more, two errors cancel out in the sums.
pub fn check(in_use: Cities, all: &[Counts]) -> Vec<Miscount> {
    if !in_use.fits(all.len()) {
        return vec![Miscount::Players { players: all.len() }];
    }
    let mut miscounts = not_in_use(in_use, all);
    for photo in photos(in_use) {
        let counted = sum(all, photo);
        if counted != PHOTOS_PER_HOUSE {
            miscounts.push(miscount(photo, counted));
        }
    }
    if miscounts.is_empty() {
        // `fits` bounds the number of players to 3..=6.
        let players = all.len() as u8;
        let parks_needed = all.iter().map(|counts| (players - counts.total() % players) % players).sum();
        if parks_needed > players {
            miscounts.push(Miscount::Tricks { parks_needed, parks: players });
        }
    }
    miscounts
}

fn photos(in_use: Cities) -> impl Iterator<Item = Photo> {
    Photo::all().filter(move |photo| in_use.contains(photo.city))
}

/// Cannot overflow: at most 6 players have at most 5 each.
fn sum(counts: &[Counts], photo: Photo) -> u8 {
    counts.iter().map(|counts| counts.get(photo)).sum()
}

fn miscount(Photo { city, house }: Photo, counted: u8) -> Miscount {
    Miscount::Sum { city, house, counted, of: PHOTOS_PER_HOUSE }
}

fn not_in_use(in_use: Cities, all: &[Counts]) -> Vec<Miscount> {
    let Cities::Without(city) = in_use else { return Vec::new() };
    let mut miscounts = Vec::new();
    for (player, counts) in all.iter().enumerate() {
        for (house, counted) in House::ALL.into_iter().zip(counts.city(city)) {
            if counted > 0 {
                miscounts.push(Miscount::NotInUse { player, city, house, counted });
            }
        }
    }
    miscounts
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_KYOTO: Cities = Cities::Without(City::Kyoto);

    #[test]
    fn cities_are_saved_by_name() {
        assert_eq!(serde_json::to_string(&Cities::All).unwrap(), r#""all""#);
        assert_eq!(serde_json::to_string(&NO_KYOTO).unwrap(), r#"{"without":"kyoto"}"#);
    }

    #[test]
    fn the_last_player_has_the_rest() {
        let known = [Counts::new([[5, 0, 1]; 4]), Counts::new([[0, 2, 1]; 4]), Counts::new([[0, 2, 1]; 4])];
        let known = known.map(Result::unwrap);
        let last = deduce_last(Cities::All, &known).unwrap();
        assert_eq!(last, Counts::new([[0, 1, 2]; 4]).unwrap());
        let all = [known[0], known[1], known[2], last];
        assert!(!check(Cities::All, &all).iter().any(|m| matches!(m, Miscount::Sum { .. })));
    }

    #[test]
    fn every_cell_over_five_is_named() {
        let known = [Counts::new([[4, 0, 3], [0; 3], [0; 3], [0; 3]]); 2].map(Result::unwrap);
        let over = |house, counted| Miscount::Sum { city: City::Arequipa, house, counted, of: 5 };
        assert_eq!(deduce_last(NO_KYOTO, &known), Err(vec![over(House::A, 8), over(House::C, 6)]));
    }

    #[test]
    fn photos_of_a_city_in_the_box_are_their_own_miscount() {
        let known = [Counts::ZERO, Counts::new([[0; 3], [0; 3], [0; 3], [0, 1, 0]]).unwrap()];
        let stray = Miscount::NotInUse { player: 1, city: City::Kyoto, house: House::B, counted: 1 };
        assert_eq!(deduce_last(NO_KYOTO, &known), Err(vec![stray]));
        assert!(check(NO_KYOTO, &[known[0], known[1], Counts::ZERO]).contains(&stray));
    }

    #[test]
    fn a_wrong_number_of_players_is_refused() {
        let none = [Counts::ZERO; 7];
        for players in 0..=7 {
            let refused = vec![Miscount::Players { players }];
            assert_eq!(check(Cities::All, &none[..players]) == refused, !(4..=6).contains(&players));
            assert_eq!(check(NO_KYOTO, &none[..players]) == refused, players != 3);
        }
        assert_eq!(deduce_last(Cities::All, &[]), Err(vec![Miscount::Players { players: 1 }]));
    }

    #[test]
    fn counts_no_tricks_could_give_are_found() {
        // 13, 13, 17 and 17 photos with four players: each needs three park cards to complete the tricks, and there are
        // only four.
        let spread = |cells: [[u8; 3]; 4]| Counts::new(cells).unwrap();
        let all = [
            spread([[5, 5, 3], [0; 3], [0; 3], [0; 3]]),
            spread([[0, 0, 2], [5, 5, 1], [0; 3], [0; 3]]),
            spread([[0; 3], [0, 0, 4], [5, 5, 3], [0; 3]]),
            spread([[0; 3], [0; 3], [0, 0, 2], [5, 5, 5]]),
        ];
        assert_eq!(check(Cities::All, &all), [Miscount::Tricks { parks_needed: 12, parks: 4 }]);
    }
}
