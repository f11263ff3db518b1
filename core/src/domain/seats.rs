//! Players, their names and marks, their order around the table, and the direction of play.

use serde::{Deserialize, Serialize};

/// Most players at one table, in any game.
pub const MAX_SEATS: usize = 12;
/// Longest player name, in characters.
pub const MAX_NAME: usize = 24;

/// A place at the table: 0 is the first in seat order, and the numbers go up clockwise (to the left). When people
/// change seats, so do their numbers; [`super::seating`] has numbers that stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into anything stored per seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The seat `steps` places on in `direction`, among `seats` players; the seat itself if there are none.
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
        // `there` is below `seats`, which is at most `MAX_SEATS`, so it always fits.
        Seat(u8::try_from(there).unwrap_or(0))
    }

    /// All seats of a table of `seats` players, in order; at most [`MAX_SEATS`].
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..u8::try_from(seats.min(MAX_SEATS)).unwrap_or(0)).map(Seat)
    }
}

/// The direction of play, seen from above.
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
    /// The opposite direction.
    #[must_use]
    pub fn reversed(self) -> Direction {
        match self {
            Direction::Clockwise => Direction::CounterClockwise,
            Direction::CounterClockwise => Direction::Clockwise,
        }
    }
}

/// A player at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// As typed and tidied: 1 to [`MAX_NAME`] characters, unique at the table.
    pub name: String,
    /// Number of the colour and shape drawn beside the name: 0 to [`MAX_SEATS`] - 1, unique at the table.
    pub mark: u8,
}

/// Who sits where, and who starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seats {
    players: Vec<Player>,
    starter: Seat,
}

/// Why these people cannot be seated.
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
    /// A name that is empty or not tidied.
    NoName(Seat),
    /// A name of more than [`MAX_NAME`] characters.
    LongName(Seat),
    /// A name that a seat before this one has.
    SameName(Seat),
    /// A mark that a seat before this one has, or that does not exist.
    Mark(Seat),
    /// A starter without a seat.
    Starter(Seat),
}

/// A name as it is stored: without control characters, and with single spaces for any white space between words.
pub fn tidy_name(typed: &str) -> String {
    typed
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// `text` without the characters that change the writing direction (U+202A to U+202E, U+2066 to U+2069), which would
/// reverse whatever follows the name. Right-to-left letters work without them.
pub fn one_way(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')).collect()
}

/// Whether this character is invisible by itself: it joins, separates or varies its neighbours, or is a blank that does
/// not count as white space.
pub fn unseen(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{2800}' | '\u{3164}'
    ) || matches!(c, '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{206A}'..='\u{206F}')
        || matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{E0100}'..='\u{E01EF}')
}

/// A name as it is accepted from input: tidied, without the characters that [`one_way`] removes, and empty if nothing
/// in it is visible.
pub fn typed_name(typed: &str) -> String {
    let name = tidy_name(&one_way(typed));
    // The tag characters of some flags may be part of a name, but do not make one by themselves.
    let blank = |c| c == ' ' || unseen(c) || matches!(c, '\u{E0000}'..='\u{E007F}');
    if name.chars().all(blank) { String::new() } else { name }
}

impl Seats {
    /// Seats `players` for a game that takes `range` of them.
    ///
    /// # Errors
    /// The first problem found.
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

    /// Number of players.
    #[expect(clippy::len_without_is_empty, reason = "a table always has players")]
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// All players, in seat order.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Who starts the first round, or whoever has taken over that part since.
    pub fn starter(&self) -> Seat {
        self.starter
    }

    /// The name of the player in `seat`; empty if there is no such seat.
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
        for blank in ["\u{2060}\u{ad}", "\u{3164}\u{ffa0}", "\u{2800}", "\u{fe0f}", "\u{e0100}", "\u{e0041}\u{e007f}"] {
            assert_eq!(typed_name(blank), "", "{}", blank.escape_unicode());
        }
        let unchanged =
            ["葛\u{e0100}", "❤\u{fe0f}", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "👨\u{200d}👩"];
        for name in unchanged {
            assert_eq!(typed_name(name), name);
        }
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
