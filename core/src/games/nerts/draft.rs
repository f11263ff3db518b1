//! A round being entered: two or three numbers in each row, and who called. What is wrong with it is found here for every
//! cell; `game` has the bounds.

use serde::{Deserialize, Serialize};

use super::game::{Error, Event, caller_with_cards, check, likely_caller};
use super::options::{Count, Dealt};
use crate::entry::{Grid, PadKey, Pressed};

/// Who called "Nerts".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Caller {
    /// Nobody was chosen: whoever has the only pile that can be empty.
    #[default]
    Found,
    /// Nobody, because everyone was stuck.
    Nobody,
    /// Whose deck this is, see [`Options::decks`](super::options::Options::decks).
    #[serde(rename = "side")]
    Deck(u8),
}

/// What has been entered so far. Each row has [`Dealt::cells`] cells: cards on the foundations, cards left, and Kings if
/// they count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The numbers.
    pub grid: Grid,
    /// Who called.
    pub caller: Caller,
    /// The deck whose 0 left was filled in because it was said to have called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filled: Option<u8>,
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
    /// The cell the fault is about, if each row has `cells` of them; `None` if it is about the whole round.
    pub fn cell(&self, cells: usize) -> Option<usize> {
        match self {
            Fault::Range(cell, _) => Some(*cell),
            Fault::Rule(Error::Pile { row, .. } | Error::Caller { row, .. } | Error::Beside { row, .. }) => {
                Some(row * cells + 1)
            }
            Fault::Rule(Error::Kings { row, .. }) => Some(row * cells + 2),
            Fault::Rule(Error::Deck { row, .. }) => Some(row * cells),
            Fault::Rule(_) | Fault::WhoCalled => None,
        }
    }
}

impl Draft {
    /// An empty draft.
    pub fn new(rows: usize, dealt: &Dealt) -> Draft {
        Draft { grid: Grid::empty(rows * dealt.cells()), caller: Caller::Found, filled: None }
    }

    /// An old round to correct.
    pub fn of(counts: &[Count], caller: Option<u8>, dealt: &Dealt) -> Draft {
        let numbers = |count: &Count| [count.foundations, count.left, count.kings].into_iter().take(dealt.cells());
        let values = counts.iter().flat_map(numbers).map(i32::from);
        let caller = caller.map_or(Caller::Nobody, Caller::Deck);
        Draft { grid: Grid::filled(values), caller, filled: None }
    }

    /// The highest value of a cell.
    pub fn most(cell: usize, dealt: &Dealt) -> u8 {
        match cell % dealt.cells() {
            0 => dealt.cards(cell / dealt.cells()),
            1 => dealt.pile(cell / dealt.cells()),
            _ => dealt.most_kings(cell / dealt.cells()),
        }
    }

    /// Whether the row of a cell has the numbers of several decks, which are often typed as a sum.
    pub fn is_sum(cell: usize, dealt: &Dealt) -> bool {
        dealt.decks_of(cell / dealt.cells()).len() > 1
    }

    /// The most that is typed into a cell. Where it may be a sum, it never moves on by itself.
    fn most_typed(cell: usize, dealt: &Dealt) -> u32 {
        let most = u32::from(Draft::most(cell, dealt));
        if Draft::is_sum(cell, dealt) { most.max(100) } else { most }
    }

    /// Handles a key. "Done" jumps to the first cell with a fault, if any.
    pub fn press(&mut self, key: PadKey, dealt: &Dealt) -> Pressed {
        let pressed = self.grid.press(key, |cell| Draft::most_typed(cell, dealt));
        if pressed == Pressed::Done
            && let Some(cell) = self.faults(dealt).first().and_then(|fault| fault.cell(dealt.cells()))
        {
            self.grid.go(cell);
        }
        pressed
    }

    /// Chooses who called. A pile that is counted alone then has no card left, so nobody needs to enter that; if it was
    /// another after all, that one has to say again.
    pub fn call(&mut self, caller: Caller, dealt: &Dealt) {
        self.caller = caller;
        let left = |deck: u8| dealt.row_of(usize::from(deck)) * dealt.cells() + 1;
        let other = self.filled.filter(|deck| caller != Caller::Deck(*deck));
        if let Some(deck) = other {
            self.filled = None;
            if self.grid.value(left(deck)) == Some(0) {
                self.grid.clear(left(deck));
            }
        }
        let Caller::Deck(deck) = caller else { return };
        let at = self.grid.at();
        if self.grid.cell(left(deck)).is_empty() && dealt.pile_beside(usize::from(deck)) == 0 {
            self.grid.fill(left(deck)..left(deck) + 1, 0);
            self.filled = Some(deck);
            // What is asked for stays so.
            if self.grid.cell(at).is_empty() {
                self.grid.go(at);
            }
        }
    }

    /// Number of rows.
    pub fn rows(&self, dealt: &Dealt) -> usize {
        self.grid.len() / dealt.cells()
    }

    fn number(&self, cell: usize) -> Option<u8> {
        self.grid.value(cell).and_then(|value| u8::try_from(value).ok())
    }

    /// What was entered in a row, once all of it is.
    fn count(&self, row: usize, dealt: &Dealt) -> Option<Count> {
        let first = row * dealt.cells();
        let kings = if dealt.cells() > 2 { self.number(first + 2)? } else { 0 };
        Some(Count { foundations: self.number(first)?, left: self.number(first + 1)?, kings })
    }

    /// Whose deck called, chosen or found; `None` if nobody did or it is not known yet.
    pub fn caller(&self, dealt: &Dealt) -> Option<u8> {
        match self.caller {
            Caller::Nobody => None,
            Caller::Deck(deck) => Some(deck),
            Caller::Found => {
                let left: Vec<Option<u8>> = (0..self.rows(dealt)).map(|row| self.left(row, dealt)).collect();
                likely_caller(&left, dealt)
            }
        }
    }

    /// Cards left in a row.
    fn left(&self, row: usize, dealt: &Dealt) -> Option<u8> {
        self.number(row * dealt.cells() + 1)
    }

    /// Number of decks.
    pub fn decks(&self, dealt: &Dealt) -> usize {
        dealt.decks_of(self.rows(dealt)).start
    }

    /// Whether the pile of this deck is said to be empty, or may be among several that were counted together.
    pub fn may_have_called(&self, deck: usize, dealt: &Dealt) -> bool {
        self.left(dealt.row_of(deck), dealt).is_some_and(|left| left <= dealt.pile_beside(deck))
    }

    /// Points of a row, once all its numbers are entered.
    pub fn points(&self, row: usize, dealt: &Dealt) -> Option<i32> {
        let called = self.caller(dealt).is_some_and(|deck| dealt.row_of(usize::from(deck)) == row);
        Some(dealt.points(self.count(row, dealt)?, called))
    }

    /// What is wrong so far, in cell order. Who called only matters once every cell is filled.
    pub fn faults(&self, dealt: &Dealt) -> Vec<Fault> {
        let mut faults = Vec::new();
        for row in 0..self.rows(dealt) {
            let before = faults.len();
            let first = row * dealt.cells();
            for cell in first..first + dealt.cells() {
                let most = Draft::most(cell, dealt);
                if let Some(value) = self.grid.value(cell).filter(|value| !(0..=i32::from(most)).contains(value)) {
                    faults.push(match (cell - first, u8::try_from(value)) {
                        (1, Ok(left)) => Fault::Rule(Error::Pile { row, left, pile: most }),
                        _ => Fault::Range(cell, most),
                    });
                }
            }
            // What is missing breaks no bound.
            let count = Count {
                foundations: self.number(first).unwrap_or(dealt.cards(row)),
                left: self.number(first + 1).unwrap_or_default(),
                kings: if dealt.cells() > 2 { self.number(first + 2).unwrap_or_default() } else { 0 },
            };
            let alone = dealt.alone(row);
            let known = self.number(first).is_some();
            if faults.len() == before
                && known
                && let Err(errors) = check(&[count], None, &alone)
            {
                faults.extend(errors.into_iter().map(|error| {
                    Fault::Rule(match error {
                        Error::Deck { foundations, left, deck, .. } => Error::Deck { row, foundations, left, deck },
                        Error::Kings { kings, most, .. } => Error::Kings { row, kings, most },
                        other => other,
                    })
                }));
            }
        }
        if let Caller::Deck(deck) = self.caller
            && let Some(left) = self.left(dealt.row_of(usize::from(deck)), dealt)
        {
            faults.extend(caller_with_cards(usize::from(deck), left, dealt).map(Fault::Rule));
        }
        if self.grid.is_full() && faults.is_empty() && self.caller == Caller::Found && self.caller(dealt).is_none() {
            faults.push(Fault::WhoCalled);
        }
        faults
    }

    /// The round, if nothing is wrong.
    pub fn event(&self, dealt: &Dealt) -> Option<Event> {
        if !self.faults(dealt).is_empty() {
            return None;
        }
        let counts = (0..self.rows(dealt)).map(|row| self.count(row, dealt));
        Some(Event::Round { counts: counts.collect::<Option<_>>()?, caller: self.caller(dealt) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::teams::{Split, Teams};
    use crate::games::nerts::options::{HouseRules, Options, UsualRules};

    fn printed() -> Dealt {
        Options::default().dealt()
    }

    fn typed(rows: usize, digits: &str) -> Draft {
        let mut entry = Draft::new(rows, &printed());
        for digit in digits.chars() {
            let key = if digit == '>' { PadKey::Next } else { PadKey::Digit(digit as u8 - b'0') };
            entry.press(key, &printed());
        }
        entry
    }

    #[test]
    fn a_four_player_round_takes_at_most_18_taps() {
        let mut taps = "310185253221>".len();
        let mut entry = typed(4, "310185253221>");
        assert_eq!(entry.grid.value(7), Some(1));
        assert_eq!(entry.press(PadKey::Next, &printed()), Pressed::Done);
        taps += 1;
        assert!(entry.event(&printed()).is_some());
        assert_eq!(entry.caller(&printed()), Some(0));
        assert!(taps <= 18, "{taps}");
    }

    #[test]
    fn each_fault_stands_at_its_cell() {
        let entry = typed(2, "5113 2014".replace(' ', "").as_str());
        assert_eq!(
            entry.faults(&printed()),
            [
                Fault::Rule(Error::Deck { row: 0, foundations: 51, left: 13, deck: 52 }),
                Fault::Rule(Error::Pile { row: 1, left: 14, pile: 13 })
            ]
        );
        assert_eq!(entry.faults(&printed()).iter().map(|fault| fault.cell(2)).collect::<Vec<_>>(), [Some(0), Some(3)]);
        assert_eq!(typed(2, "310").faults(&printed()), []);
    }

    #[test]
    fn two_empty_piles_ask_who_called() {
        let mut entry = typed(2, "310180");
        assert_eq!(entry.faults(&printed()), [Fault::WhoCalled]);
        assert_eq!(entry.event(&printed()), None);
        entry.caller = Caller::Deck(1);
        assert!(matches!(entry.event(&printed()), Some(Event::Round { caller: Some(1), .. })));
        entry.caller = Caller::Nobody;
        assert!(matches!(entry.event(&printed()), Some(Event::Round { caller: None, .. })));
    }

    #[test]
    fn a_caller_with_cards_left_is_a_fault() {
        let mut entry = typed(2, "315180>");
        entry.caller = Caller::Deck(0);
        assert_eq!(entry.faults(&printed()), [Fault::Rule(Error::Caller { row: 0, left: 5 })]);
    }

    #[test]
    fn an_old_round_comes_back_as_it_was() {
        let counts = [Count { foundations: 23, left: 7, kings: 0 }, Count { foundations: 31, left: 0, kings: 0 }];
        let entry = Draft::of(&counts, Some(1), &printed());
        assert_eq!(entry.event(&printed()), Some(Event::Round { counts: counts.to_vec(), caller: Some(1) }));
    }

    #[test]
    fn whoever_is_said_to_have_called_has_nothing_left() {
        let mut entry = typed(2, "31");
        entry.call(Caller::Deck(0), &printed());
        assert_eq!(
            (entry.grid.value(1), entry.grid.at()),
            (Some(0), 2),
            "the zero is filled in, and the next is asked"
        );
        entry.grid.undo();
        assert_eq!((entry.grid.value(1), entry.grid.at()), (None, 1));
        let mut entry = typed(2, "");
        entry.call(Caller::Deck(1), &printed());
        assert_eq!((entry.grid.value(3), entry.grid.at()), (Some(0), 0));
        // A slip of the finger leaves no 0 that nobody counted, but what was typed stays.
        entry.call(Caller::Deck(0), &printed());
        assert_eq!((entry.grid.value(1), entry.grid.value(3)), (Some(0), None));
        entry.call(Caller::Nobody, &printed());
        assert_eq!((entry.grid.value(1), entry.grid.value(3)), (None, None));
        entry.grid.undo();
        assert_eq!(entry.grid.value(1), Some(0));
        let mut entry = typed(2, "310");
        entry.call(Caller::Deck(0), &printed());
        entry.call(Caller::Deck(1), &printed());
        assert_eq!((entry.grid.value(1), entry.grid.value(3)), (Some(0), Some(0)));
        // What was counted stays, and is a fault.
        let mut entry = typed(2, "315");
        entry.call(Caller::Deck(0), &printed());
        assert_eq!(entry.faults(&printed()), [Fault::Rule(Error::Caller { row: 0, left: 5 })]);
    }

    /// Two pairs with a deck each, whose numbers are entered together.
    fn summed() -> Dealt {
        let teams = Some(Teams::new(Split::Neighbours(2)));
        Options { teams, own_decks: true, together: true, ..Options::default() }.dealt_to(4)
    }

    #[test]
    fn a_pair_that_enters_its_sums_has_the_bounds_of_both_decks() {
        let dealt = summed();
        let mut entry = Draft::new(2, &dealt);
        // What several have together is often a sum, and no number moves on before it is whole.
        for key in "45>9>51>".bytes() {
            entry.press(if key == b'>' { PadKey::Next } else { PadKey::Digit(key - b'0') }, &dealt);
        }
        assert_eq!((entry.grid.value(1), entry.grid.at()), (Some(9), 3));
        // Nobody is said to have none left by calling, nor found from what two have together.
        entry.call(Caller::Deck(2), &dealt);
        assert_eq!((entry.grid.value(3), entry.caller(&dealt)), (None, Some(2)));
        entry.press(PadKey::Digit(1), &dealt);
        entry.press(PadKey::Digit(4), &dealt);
        let beside = Error::Beside { row: 1, caller: 2, left: 14, most: 13 };
        assert_eq!(entry.faults(&dealt), [Fault::Rule(beside.clone())]);
        assert_eq!(Fault::Rule(beside).cell(2), Some(3));
        entry.call(Caller::Found, &dealt);
        assert_eq!(entry.faults(&dealt), [Fault::WhoCalled]);
        let may: Vec<usize> = (0..entry.decks(&dealt)).filter(|deck| entry.may_have_called(*deck, &dealt)).collect();
        assert_eq!(may, [0, 1]);
        entry.call(Caller::Deck(1), &dealt);
        let counts = vec![Count { foundations: 45, left: 9, kings: 0 }, Count { foundations: 51, left: 14, kings: 0 }];
        assert_eq!(entry.event(&dealt), Some(Event::Round { counts: counts.clone(), caller: Some(1) }));
        assert_eq!(Draft::of(&counts, Some(1), &dealt).event(&dealt), entry.event(&dealt));
        assert_eq!((Draft::most(0, &dealt), Draft::most(3, &dealt)), (104, 26));
    }

    #[test]
    fn kings_are_a_third_number_where_they_count() {
        let dealt = Options { house: UsualRules::RacingDemon.set(HouseRules::PRINTED), ..Options::default() }.dealt();
        let mut entry = Draft::new(2, &dealt);
        for digit in "310 2 185 0".bytes().filter(u8::is_ascii_digit) {
            entry.press(PadKey::Digit(digit - b'0'), &dealt);
        }
        assert_eq!((entry.points(0, &dealt), entry.points(1, &dealt)), (Some(31 + 2 * 5 + 10), Some(18 - 5)));
        let counts = vec![Count { foundations: 31, left: 0, kings: 2 }, Count { foundations: 18, left: 5, kings: 0 }];
        assert_eq!(entry.event(&dealt), Some(Event::Round { counts: counts.clone(), caller: Some(0) }));
        let again = Draft { caller: Caller::Deck(0), ..entry.clone() };
        assert_eq!(Draft::of(&counts, Some(0), &dealt).event(&dealt), again.event(&dealt));
        // No deck has five.
        entry.grid.go(5);
        entry.press(PadKey::Digit(5), &dealt);
        assert_eq!(entry.faults(&dealt), [Fault::Range(5, 4)]);
        assert_eq!(entry.faults(&dealt)[0].cell(3), Some(5));
    }
}
