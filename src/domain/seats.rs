//! Players, their order round the table, and which way the turn goes.

use serde::{Deserialize, Serialize};

/// Most players at one table, in any game.
pub const MAX_SEATS: usize = 12;
/// Longest player name, in characters.
pub const MAX_NAME: usize = 24;

/// A place at the table: 0 is the first player entered, the next numbers follow clockwise (to the left).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The place as an index into anything kept by seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The seat `steps` turns further on among `seats` players, going `direction`. `seats` of 0 gives the seat itself.
    #[must_use]
    pub fn onward(self, seats: usize, direction: Direction, steps: usize) -> Seat {
        if seats == 0 {
            return self;
        }
        let here = self.index() % seats;
        let steps = steps % seats;
        let there = match direction {
            Direction::Clockwise => (here + steps) % seats,
            Direction::CounterClockwise => (here + seats - steps) % seats,
        };
        // `there` is below `seats`; a table of more than 256 cannot be built (`MAX_SEATS`).
        Seat(u8::try_from(there).unwrap_or(0))
    }

    /// All seats of a table of `seats` players, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..u8::try_from(seats.min(MAX_SEATS)).unwrap_or(0)).map(Seat)
    }
}

/// Which way the turn goes, seen from above. Clockwise is to the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the left.
    #[default]
    Clockwise,
    /// To the right.
    CounterClockwise,
}

impl Direction {
    /// The other way round.
    #[must_use]
    pub fn reversed(self) -> Direction {
        match self {
            Direction::Clockwise => Direction::CounterClockwise,
            Direction::CounterClockwise => Direction::Clockwise,
        }
    }
}

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// As typed, trimmed, 1 to [`MAX_NAME`] characters, unlike any other at the table.
    pub name: String,
    /// Colour and shape, 0 to [`MAX_SEATS`] - 1, unlike any other at the table.
    pub mark: u8,
}

/// Who sits where, and who starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seats {
    players: Vec<Player>,
    starter: Seat,
}

/// Why people cannot be seated so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatError {
    /// Fewer players than the game needs.
    TooFew {
        /// Players given.
        players: usize,
        /// Fewest the game takes.
        least: usize,
    },
    /// More players than the game takes.
    TooMany {
        /// Players given.
        players: usize,
        /// Most the game takes.
        most: usize,
    },
    /// A name with nothing in it.
    NoName(Seat),
    /// A name of more than [`MAX_NAME`] characters.
    LongName(Seat),
    /// The same name twice.
    SameName(Seat),
    /// The same mark twice, or one there is not.
    Mark(Seat),
    /// A starter who has no seat.
    Starter(Seat),
}

/// A name as it is kept: without white space around it or control characters in it, inner white space single.
pub fn tidy_name(typed: &str) -> String {
    typed
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text without the marks that turn the direction of writing (U+202A to U+202E, U+2066 to U+2069): one of them in a
/// name would turn round the words behind it. Letters written from the right need none.
pub fn one_way(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')).collect()
}

/// Whether nobody sees this character: it joins or parts what stands around it.
pub fn unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}')
}

/// A name as it is taken from what was typed: tidy, one way, and empty when nothing of it can be seen.
pub fn typed_name(typed: &str) -> String {
    let name = tidy_name(&one_way(typed));
    if name.chars().all(|c| c == ' ' || unseen(c)) { String::new() } else { name }
}

impl Seats {
    /// Seats `players` for a game that takes `range` of them.
    ///
    /// # Errors
    /// The first thing that is wrong, as [`SeatError`].
    pub fn new(
        players: Vec<Player>,
        starter: Seat,
        range: std::ops::RangeInclusive<usize>,
    ) -> Result<Seats, SeatError> {
        let count = players.len();
        if count < *range.start() {
            return Err(SeatError::TooFew { players: count, least: *range.start() });
        }
        let most = (*range.end()).min(MAX_SEATS);
        if count > most {
            return Err(SeatError::TooMany { players: count, most });
        }
        for (seat, player) in Seat::all(count).zip(&players) {
            if tidy_name(&player.name) != player.name || player.name.is_empty() {
                return Err(SeatError::NoName(seat));
            }
            if player.name.chars().count() > MAX_NAME {
                return Err(SeatError::LongName(seat));
            }
            let before = &players[..seat.index()];
            if before.iter().any(|other| other.name == player.name) {
                return Err(SeatError::SameName(seat));
            }
            if usize::from(player.mark) >= MAX_SEATS || before.iter().any(|other| other.mark == player.mark) {
                return Err(SeatError::Mark(seat));
            }
        }
        if starter.index() >= count {
            return Err(SeatError::Starter(starter));
        }
        Ok(Seats { players, starter })
    }

    /// How many play.
    #[expect(clippy::len_without_is_empty, reason = "a table always has players")]
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Everybody, in seat order.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Who starts the first round.
    pub fn starter(&self) -> Seat {
        self.starter
    }

    /// The name of the player in `seat`; empty for a seat the table does not have.
    pub fn name(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).map_or("", |player| &player.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str, mark: u8) -> Player {
        Player { name: name.to_owned(), mark }
    }

    #[test]
    fn onward_goes_round_both_ways() {
        assert_eq!(Seat(3).onward(4, Direction::Clockwise, 1), Seat(0));
        assert_eq!(Seat(0).onward(4, Direction::CounterClockwise, 1), Seat(3));
        assert_eq!(Seat(1).onward(4, Direction::CounterClockwise, 6), Seat(3));
        assert_eq!(Seat(0).onward(0, Direction::Clockwise, 1), Seat(0));
    }

    #[test]
    fn names_are_tidied() {
        assert_eq!(tidy_name("  Mary \t Ann\n"), "Mary Ann");
        assert_eq!(tidy_name("\u{3000}美咲\u{3000}"), "美咲");
        assert_eq!(tidy_name(" \u{0}"), "");
        assert_eq!(typed_name(" \u{200b} \u{feff}"), "");
        assert_eq!(typed_name(" \u{202e}Ann\u{200b}"), "Ann\u{200b}");
        assert_eq!(one_way("Ann\u{202e}boB\u{2066}"), "AnnboB");
        assert_eq!(one_way("דנה 👨\u{200d}👩"), "דנה 👨\u{200d}👩");
    }

    #[test]
    fn each_seating_fault_is_named() {
        let range = 2..=3;
        let seat = |players: Vec<Player>, starter| Seats::new(players, Seat(starter), range.clone());
        assert_eq!(seat(vec![player("a", 0)], 0), Err(SeatError::TooFew { players: 1, least: 2 }));
        let four = "abcd".chars().zip(0..).map(|(c, mark)| player(&c.to_string(), mark)).collect();
        assert_eq!(seat(four, 0), Err(SeatError::TooMany { players: 4, most: 3 }));
        assert_eq!(seat(vec![player("a", 0), player("", 1)], 0), Err(SeatError::NoName(Seat(1))));
        assert_eq!(seat(vec![player("a", 0), player(" b", 1)], 0), Err(SeatError::NoName(Seat(1))));
        assert_eq!(seat(vec![player("a", 0), player(&"b".repeat(25), 1)], 0), Err(SeatError::LongName(Seat(1))));
        assert_eq!(seat(vec![player("a", 0), player("a", 1)], 0), Err(SeatError::SameName(Seat(1))));
        assert_eq!(seat(vec![player("a", 0), player("b", 0)], 0), Err(SeatError::Mark(Seat(1))));
        assert_eq!(seat(vec![player("a", 0), player("b", 12)], 0), Err(SeatError::Mark(Seat(1))));
        assert_eq!(seat(vec![player("a", 0), player("b", 1)], 2), Err(SeatError::Starter(Seat(2))));
        assert!(seat(vec![player("a", 0), player("b", 1)], 1).is_ok());
    }
}
