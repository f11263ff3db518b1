//! A round being entered: two numbers per side, and who called. What is wrong with it is found here for every cell;
//! `score` has the bounds.

use serde::{Deserialize, Serialize};

use super::score::{Count, DECK, Error, Event, NERTS_PILE, check, likely_caller};
use crate::entry::{Grid, PadKey, Pressed};

/// Who called "Nerts".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Caller {
    /// Nobody was chosen: whoever is the only side with an empty pile.
    #[default]
    Found,
    /// Nobody, because everyone was stuck.
    Nobody,
    /// This side.
    Side(u8),
}

/// What has been entered so far. Each side has two cells: cards on the foundations, cards left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The numbers.
    pub grid: Grid,
    /// Who called.
    pub caller: Caller,
}

/// What is wrong with a cell or with the round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The number in this cell is negative, or above the limit given second.
    Range(usize, u8),
    /// A bound of the game.
    Rule(Error),
    /// It is unclear who called: no pile is empty, or several are, and no caller was chosen.
    WhoCalled,
}

impl Fault {
    /// The cell the fault is about; `None` if it is about the whole round.
    pub fn cell(&self) -> Option<usize> {
        match self {
            Fault::Range(cell, _) => Some(*cell),
            Fault::Rule(Error::Pile { side, .. } | Error::Caller { side, .. }) => Some(side * 2 + 1),
            Fault::Rule(Error::Deck { side, .. }) => Some(side * 2),
            Fault::Rule(_) | Fault::WhoCalled => None,
        }
    }

    /// The side the fault is about, likewise.
    pub fn side(&self) -> Option<usize> {
        self.cell().map(|cell| cell / 2)
    }
}

impl Draft {
    /// An empty draft.
    pub fn new(sides: usize) -> Draft {
        Draft { grid: Grid::empty(sides * 2), caller: Caller::Found }
    }

    /// An old round to correct.
    pub fn of(counts: &[Count], caller: Option<u8>) -> Draft {
        let values = counts.iter().flat_map(|count| [i32::from(count.foundations), i32::from(count.left)]);
        let caller = caller.map_or(Caller::Nobody, Caller::Side);
        Draft { grid: Grid::filled(values), caller }
    }

    /// The highest value of a cell, with this many jokers in a deck.
    pub fn most(cell: usize, jokers: u8) -> u8 {
        if cell % 2 == 1 { NERTS_PILE } else { DECK.saturating_add(jokers) }
    }

    /// Handles a key. "Done" jumps to the first cell with a fault, if any.
    pub fn press(&mut self, key: PadKey, jokers: u8) -> Pressed {
        let pressed = self.grid.press(key, |cell| u32::from(Draft::most(cell, jokers)));
        if pressed == Pressed::Done
            && let Some(cell) = self.faults(jokers).first().and_then(Fault::cell)
        {
            self.grid.go(cell);
        }
        pressed
    }

    /// Number of sides.
    pub fn sides(&self) -> usize {
        self.grid.len() / 2
    }

    fn count(&self, cell: usize) -> Option<u8> {
        self.grid.value(cell).and_then(|value| u8::try_from(value).ok())
    }

    /// The side that called, chosen or found; `None` if nobody did or it is not known yet.
    pub fn caller(&self) -> Option<u8> {
        match self.caller {
            Caller::Nobody => None,
            Caller::Side(side) => Some(side),
            Caller::Found => {
                let left: Vec<Option<u8>> = (0..self.sides()).map(|side| self.count(side * 2 + 1)).collect();
                likely_caller(&left)
            }
        }
    }

    /// Points of a side, once both its numbers are entered.
    pub fn points(&self, side: usize) -> Option<i32> {
        let (foundations, left) = (self.count(side * 2)?, self.count(side * 2 + 1)?);
        Some(Count { foundations, left }.points())
    }

    /// What is wrong so far, in cell order. Who called only matters once every cell is filled.
    pub fn faults(&self, jokers: u8) -> Vec<Fault> {
        let mut faults = Vec::new();
        for side in 0..self.sides() {
            let before = faults.len();
            for cell in [side * 2, side * 2 + 1] {
                match self.grid.value(cell) {
                    Some(value) if !(0..=i32::from(Draft::most(cell, jokers))).contains(&value) => {
                        let fault = match (cell % 2, u8::try_from(value)) {
                            (1, Ok(left)) => Fault::Rule(Error::Pile { side, left }),
                            _ => Fault::Range(cell, Draft::most(cell, jokers)),
                        };
                        faults.push(fault);
                    }
                    _ => {}
                }
            }
            if faults.len() == before
                && let (Some(foundations), Some(left)) = (self.count(side * 2), self.count(side * 2 + 1))
                && let Err(errors) = check(&[Count { foundations, left }], None, jokers)
            {
                faults.extend(errors.into_iter().map(|error| match error {
                    Error::Deck { foundations, left, deck, .. } => {
                        Fault::Rule(Error::Deck { side, foundations, left, deck })
                    }
                    other => Fault::Rule(other),
                }));
            }
        }
        if let Caller::Side(side) = self.caller
            && let Some(left) = self.count(usize::from(side) * 2 + 1).filter(|left| *left > 0)
        {
            faults.push(Fault::Rule(Error::Caller { side: usize::from(side), left }));
        }
        if self.grid.is_full() && faults.is_empty() && self.caller == Caller::Found && self.caller().is_none() {
            faults.push(Fault::WhoCalled);
        }
        faults
    }

    /// The round, if nothing is wrong.
    pub fn event(&self, jokers: u8) -> Option<Event> {
        if !self.faults(jokers).is_empty() {
            return None;
        }
        let counts = (0..self.sides())
            .map(|side| Some(Count { foundations: self.count(side * 2)?, left: self.count(side * 2 + 1)? }));
        Some(Event::Round { counts: counts.collect::<Option<_>>()?, caller: self.caller() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(sides: usize, digits: &str) -> Draft {
        let mut entry = Draft::new(sides);
        for digit in digits.chars() {
            let key = if digit == '>' { PadKey::Next } else { PadKey::Digit(digit as u8 - b'0') };
            entry.press(key, 0);
        }
        entry
    }

    #[test]
    fn a_four_player_round_takes_at_most_18_taps() {
        let mut taps = "310185253221>".len();
        let mut entry = typed(4, "310185253221>");
        assert_eq!(entry.grid.value(7), Some(1));
        assert_eq!(entry.press(PadKey::Next, 0), Pressed::Done);
        taps += 1;
        assert!(entry.event(0).is_some());
        assert_eq!(entry.caller(), Some(0));
        assert!(taps <= 18, "{taps}");
    }

    #[test]
    fn each_fault_stands_at_its_cell() {
        let entry = typed(2, "5113 2014".replace(' ', "").as_str());
        assert_eq!(
            entry.faults(0),
            [
                Fault::Rule(Error::Deck { side: 0, foundations: 51, left: 13, deck: 52 }),
                Fault::Rule(Error::Pile { side: 1, left: 14 })
            ]
        );
        assert_eq!(entry.faults(0).iter().map(|fault| fault.cell()).collect::<Vec<_>>(), [Some(0), Some(3)]);
        assert_eq!(typed(2, "310").faults(0), []);
    }

    #[test]
    fn two_empty_piles_ask_who_called() {
        let mut entry = typed(2, "310180");
        assert_eq!(entry.faults(0), [Fault::WhoCalled]);
        assert_eq!(entry.event(0), None);
        entry.caller = Caller::Side(1);
        assert!(matches!(entry.event(0), Some(Event::Round { caller: Some(1), .. })));
        entry.caller = Caller::Nobody;
        assert!(matches!(entry.event(0), Some(Event::Round { caller: None, .. })));
    }

    #[test]
    fn a_caller_with_cards_left_is_a_fault() {
        let mut entry = typed(2, "315180>");
        entry.caller = Caller::Side(0);
        assert_eq!(entry.faults(0), [Fault::Rule(Error::Caller { side: 0, left: 5 })]);
    }

    #[test]
    fn an_old_round_comes_back_as_it_was() {
        let counts = [Count { foundations: 23, left: 7 }, Count { foundations: 31, left: 0 }];
        let entry = Draft::of(&counts, Some(1));
        assert_eq!(entry.event(0), Some(Event::Round { counts: counts.to_vec(), caller: Some(1) }));
    }
}
