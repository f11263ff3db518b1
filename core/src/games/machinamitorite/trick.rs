//! Who wins a trick and why, and who leads the next one.
//!
//! Only the fronts matter here: a suit and a number, or a park card (002 "How to Play"). The suits on the fronts are
//! not the cities on the backs, and the text does not say how the two combine.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::deal::PLAYERS;

/// Copies of each park card (002 "Contents").
pub const PARK_COPIES: usize = 3;

/// A suit on the front of a city card (002 "Game Terminology").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Suit {
    /// Hats.
    Hat,
    /// Backpacks.
    Backpack,
    /// Tickets.
    Ticket,
    /// Wallets.
    Wallet,
}

impl Suit {
    /// Every suit, in the order of the rule text.
    pub const ALL: [Self; 4] = [Self::Hat, Self::Backpack, Self::Ticket, Self::Wallet];

    /// The stable text id used in saved games.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Hat => "hat",
            Self::Backpack => "backpack",
            Self::Ticket => "ticket",
            Self::Wallet => "wallet",
        }
    }

    /// The suit with this text id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.id() == id)
    }
}

/// A green park card (002 "Contents").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Park {
    /// The highest card; only a 0 beats it.
    A,
    /// The lowest card, but the highest if an A is in the trick.
    Zero,
}

/// The front of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Card {
    /// A city card.
    Suit {
        /// Its suit.
        suit: Suit,
        /// Its number, 1..=5.
        number: u8,
    },
    /// A park card.
    Park(Park),
}

/// Who takes the trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The player of this card, from 0 in the order of play (0 is the starter).
    Play(usize),
    /// Nobody: all cards are park cards and go back to the box.
    Nobody,
}

/// The outcome of a trick and the rules behind it, in the order to explain them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// Who takes the trick.
    pub winner: Winner,
    /// Why. Never empty.
    pub reasons: Vec<Reason>,
}

/// One step of the explanation. All indices count from 0 in the order of play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A park card was led, so this later card set the suit.
    ParkLedSuitSetBy(usize),
    /// The suit to follow.
    LedSuit {
        /// The suit.
        suit: Suit,
        /// Whose card set it.
        by: usize,
    },
    /// These cards are of another suit and cannot win.
    OffSuitLoses(Vec<usize>),
    /// Without an A in the trick, these zeros are below every number of the led suit.
    ZeroIsLowest(Vec<usize>),
    /// The highest number of the led suit wins.
    HighestOfLed {
        /// That number, 1..=5.
        number: u8,
        /// Whose card it is.
        by: usize,
    },
    /// An A beats everything else in this trick.
    AceBeatsAll {
        /// Whose A wins.
        by: usize,
    },
    /// With an A in the trick, a 0 beats everything, even the A.
    ZeroBeatsAce {
        /// Whose 0 wins.
        by: usize,
        /// The aces it beats.
        aces: Vec<usize>,
    },
    /// The winning card is the last of equals.
    LaterOfEquals {
        /// Whose card wins.
        by: usize,
        /// The equal cards played before.
        over: Vec<usize>,
    },
    /// Only park cards: nobody wins and they go back to the box.
    AllPark,
}

/// Why a trick cannot be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrickError {
    /// Not 3-6 players.
    Players {
        /// How many there are.
        players: usize,
    },
    /// A trick has one card per player.
    WrongNumberOfCards {
        /// Cards given.
        cards: usize,
        /// Cards a trick has.
        players: usize,
    },
    /// A number that no card has.
    NumberOutOfBounds {
        /// Whose card, from 0 in the order of play.
        index: usize,
        /// The number; cards have 1..=5.
        number: u8,
    },
    /// More copies of a park card than exist.
    TooManyParks {
        /// Which.
        park: Park,
        /// How many were given; there are [`PARK_COPIES`].
        copies: usize,
    },
    /// A seat or a place in the order of play that this table does not have.
    NoSuchSeat {
        /// The seat, from 0.
        seat: usize,
        /// How many there are.
        players: usize,
    },
}

impl fmt::Display for TrickError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players { players } => write!(f, "{players} players, the game is for 3 to 6"),
            Self::WrongNumberOfCards { cards, players } => write!(f, "{cards} cards in a trick of {players}"),
            Self::NumberOutOfBounds { index, number } => write!(f, "card {}: {number} is not 1 to 5", index + 1),
            Self::TooManyParks { copies, .. } => write!(f, "{copies} of one park card, of {PARK_COPIES}"),
            Self::NoSuchSeat { seat, players } => {
                write!(f, "no seat {} at a table of {players}", seat.saturating_add(1))
            }
        }
    }
}

impl std::error::Error for TrickError {}

/// Judges a trick from its cards, in the order they were played.
///
/// Source: 002 "How to Play" 3 and the note on leading a park card. Whether everyone followed suit cannot be seen from
/// the trick alone, so it is not checked.
///
/// # Errors
/// [`TrickError`] if this cannot be a trick of this many players; never [`TrickError::NoSuchSeat`].
pub fn judge(cards: &[Card], players: usize) -> Result<Verdict, TrickError> {
    validate(cards, players)?;
    let plays = |wanted: Card| -> Vec<usize> {
        cards.iter().enumerate().filter(|(_, card)| **card == wanted).map(|(index, _)| index).collect()
    };
    let led = cards.iter().enumerate().find_map(|(by, card)| match *card {
        Card::Suit { suit, number } => Some((by, suit, number)),
        Card::Park(_) => None,
    });
    let Some((set_by, led_suit, led_number)) = led else {
        return Ok(Verdict { winner: Winner::Nobody, reasons: vec![Reason::AllPark] });
    };

    let mut reasons = Vec::new();
    if set_by > 0 {
        reasons.push(Reason::ParkLedSuitSetBy(set_by));
    }
    reasons.push(Reason::LedSuit { suit: led_suit, by: set_by });

    let aces = plays(Card::Park(Park::A));
    let zeros = plays(Card::Park(Park::Zero));
    // The last of the highest equal cards, which wins, and those before it.
    let (by, earlier) = if let Some((&by, earlier)) = aces.split_last() {
        if let Some((&by, earlier)) = zeros.split_last() {
            reasons.push(Reason::ZeroBeatsAce { by, aces });
            (by, earlier.to_vec())
        } else {
            reasons.push(Reason::AceBeatsAll { by });
            (by, earlier.to_vec())
        }
    } else {
        let mut off_suit = Vec::new();
        let mut number = led_number;
        for (index, card) in cards.iter().enumerate() {
            match *card {
                Card::Suit { suit, number: n } if suit == led_suit => number = number.max(n),
                Card::Suit { .. } => off_suit.push(index),
                Card::Park(_) => {}
            }
        }
        let tops = plays(Card::Suit { suit: led_suit, number });
        // The card that set the suit is of that suit, so there is always a top card.
        let (by, earlier) = tops.split_last().map_or((set_by, Vec::new()), |(&by, earlier)| (by, earlier.to_vec()));
        if !off_suit.is_empty() {
            reasons.push(Reason::OffSuitLoses(off_suit));
        }
        if !zeros.is_empty() {
            reasons.push(Reason::ZeroIsLowest(zeros));
        }
        reasons.push(Reason::HighestOfLed { number, by });
        (by, earlier)
    };
    if !earlier.is_empty() {
        reasons.push(Reason::LaterOfEquals { by, over: earlier });
    }
    Ok(Verdict { winner: Winner::Play(by), reasons })
}

fn validate(cards: &[Card], players: usize) -> Result<(), TrickError> {
    if !PLAYERS.contains(&players) {
        return Err(TrickError::Players { players });
    }
    if cards.len() != players {
        return Err(TrickError::WrongNumberOfCards { cards: cards.len(), players });
    }
    for (index, card) in cards.iter().enumerate() {
        match *card {
            Card::Suit { number, .. } if !(1..=5).contains(&number) => {
                return Err(TrickError::NumberOutOfBounds { index, number });
            }
            _ => {}
        }
    }
    for park in [Park::A, Park::Zero] {
        let copies = cards.iter().filter(|&&card| card == Card::Park(park)).count();
        if copies > PARK_COPIES {
            return Err(TrickError::TooManyParks { park, copies });
        }
    }
    Ok(())
}

/// Who gets the passport, the starter's marker, after a trick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// The player to the starter's left, whoever won (002 "How to Play" 5).
    #[default]
    Basic,
    /// The winner of the trick (002 "How to Play", the note for experienced players). Our ruling: after a trick nobody
    /// won, the same starter leads again.
    Advanced,
}

/// The seat that leads the next trick. Seats are numbered clockwise from 0, so the seat to the left is the next one.
///
/// # Errors
/// [`TrickError::Players`] or [`TrickError::NoSuchSeat`] if the starter's seat or the winner's index does not exist.
pub fn next_starter(players: usize, starter: usize, verdict: &Verdict, variant: Variant) -> Result<usize, TrickError> {
    if !PLAYERS.contains(&players) {
        return Err(TrickError::Players { players });
    }
    let steps = match (variant, verdict.winner) {
        (Variant::Basic, _) => 1,
        (Variant::Advanced, Winner::Play(index)) => index,
        (Variant::Advanced, Winner::Nobody) => 0,
    };
    match [starter, steps].into_iter().find(|&seat| seat >= players) {
        Some(seat) => Err(TrickError::NoSuchSeat { seat, players }),
        None => Ok((starter + steps) % players),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Card = Card::Park(Park::A);
    const ZERO: Card = Card::Park(Park::Zero);

    fn hat(number: u8) -> Card {
        Card::Suit { suit: Suit::Hat, number }
    }

    #[test]
    fn ids_round_trip() {
        for suit in Suit::ALL {
            assert_eq!(Suit::from_id(suit.id()), Some(suit));
            assert_eq!(serde_json::to_value(suit).unwrap(), suit.id());
        }
        assert_eq!(serde_json::to_string(&[A, ZERO]).unwrap(), r#"[{"park":"a"},{"park":"zero"}]"#);
        assert_eq!(serde_json::to_string(&hat(3)).unwrap(), r#"{"suit":{"suit":"hat","number":3}}"#);
    }

    #[test]
    fn a_trick_that_cannot_be_is_refused_with_its_reason() {
        assert_eq!(judge(&[hat(1); 2], 2), Err(TrickError::Players { players: 2 }));
        assert_eq!(judge(&[hat(1); 3], 4), Err(TrickError::WrongNumberOfCards { cards: 3, players: 4 }));
        assert_eq!(judge(&[hat(1), hat(6), hat(0)], 3), Err(TrickError::NumberOutOfBounds { index: 1, number: 6 }));
        assert_eq!(judge(&[A; 4], 4), Err(TrickError::TooManyParks { park: Park::A, copies: 4 }));
        // The text does not say how many hats there are of each number, so any number of them is accepted.
        assert!(judge(&[hat(2); 4], 4).is_ok());
    }

    #[test]
    fn seats_off_the_table_are_refused() {
        let verdict = judge(&[hat(1), hat(2), hat(3)], 3).unwrap();
        assert_eq!(next_starter(2, 0, &verdict, Variant::Basic), Err(TrickError::Players { players: 2 }));
        assert_eq!(next_starter(3, 3, &verdict, Variant::Basic), Err(TrickError::NoSuchSeat { seat: 3, players: 3 }));
        let stray = Verdict { winner: Winner::Play(9), reasons: Vec::new() };
        assert_eq!(next_starter(3, 0, &stray, Variant::Advanced), Err(TrickError::NoSuchSeat { seat: 9, players: 3 }));
    }
}
