//! A grid of numbers being entered: its state, which drafts contain; `entry.rs` has what draws it. The active cell
//! moves on by itself, and undo goes back cell by cell.

use serde::{Deserialize, Serialize};

use crate::domain::parts::Parts;
use crate::entry::{Forward, PadKey, Sum};

/// Cells to fill, in the order they are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    cells: Vec<Sum>,
    at: usize,
    /// Whether the next digit replaces the cell's content.
    fresh: bool,
    /// What cells contained before they were changed, oldest first: an item for each visit to a cell.
    past: Vec<(usize, Sum)>,
    /// Which items of `past` belong together, because one tap changed several cells: from, to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    together: Vec<(usize, usize)>,
}

/// What came of a key press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pressed {
    /// The grid handled it.
    Taken,
    /// "Next" was pressed with every cell filled: everything is entered.
    Done,
}

impl Pressed {
    /// What has been entered, once everything is; `whole` says `None` if something is wrong with it.
    pub fn then<T>(self, whole: impl FnOnce() -> Option<T>) -> Option<T> {
        match self {
            Pressed::Taken => None,
            Pressed::Done => whole(),
        }
    }
}

/// Highest limit of a cell that moves on by itself. Few numbers have as many digits as a higher limit allows, so cells
/// with one wait for "next".
const MOVES_ON: u32 = 99;
/// The limit of a cell that moves on at its first digit.
const ONE_DIGIT: u32 = 9;

impl Grid {
    /// A grid of `cells` empty cells.
    pub fn empty(cells: usize) -> Grid {
        Grid { cells: vec![Sum::default(); cells], at: 0, fresh: true, past: Vec::new(), together: Vec::new() }
    }

    /// A grid with these contents.
    pub fn of(cells: Vec<Sum>) -> Grid {
        Grid { cells, ..Grid::empty(0) }
    }

    /// A grid with these values; `None` is an empty cell.
    pub fn filled(values: impl IntoIterator<Item = impl Into<Option<i32>>>) -> Grid {
        Grid::of(values.into_iter().map(|value| value.into().map_or_else(Sum::default, Sum::of)).collect())
    }

    /// Like [`Grid::filled`], but the first empty cell is active.
    pub fn partly(values: impl IntoIterator<Item = Option<i32>>) -> Grid {
        Grid::begun(values.into_iter().map(|value| value.map(Sum::of).unwrap_or_default()).collect())
    }

    /// Like [`Grid::of`], but the first cell without a value is active.
    pub fn begun(cells: Vec<Sum>) -> Grid {
        let at = cells.iter().position(|cell| !cell.is_finished()).unwrap_or(0);
        Grid { at, ..Grid::of(cells) }
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether the grid has no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The active cell.
    pub fn at(&self) -> usize {
        self.at
    }

    /// A cell's content; empty if there is no such cell.
    pub fn cell(&self, cell: usize) -> Sum {
        self.cells.get(cell).cloned().unwrap_or_default()
    }

    /// Puts this into a cell, as nobody typed it here: undo does not take it back.
    pub fn set(&mut self, cell: usize, content: Sum) {
        if let Some(cell) = self.cells.get_mut(cell) {
            *cell = content;
        }
    }

    /// A cell's value; `None` while it is empty or unfinished.
    pub fn value(&self, cell: usize) -> Option<i32> {
        self.parts(cell, Parts::Whole)
    }

    /// A cell's value in parts of points; `None` while it is empty or unfinished.
    pub fn parts(&self, cell: usize, parts: Parts) -> Option<i32> {
        self.cells.get(cell)?.parts(parts)
    }

    /// Whether a cell is neither empty nor unfinished.
    pub fn is_finished(&self, cell: usize) -> bool {
        self.cells.get(cell).is_some_and(Sum::is_finished)
    }

    /// Whether every cell has a value.
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(Sum::is_finished)
    }

    /// Whether nothing has been entered, nor entered and erased.
    pub fn is_blank(&self) -> bool {
        self.past.is_empty() && self.cells.iter().all(Sum::is_empty)
    }

    /// Whether all cells are empty, even if something was entered and erased.
    pub fn is_cleared(&self) -> bool {
        self.cells.iter().all(Sum::is_empty)
    }

    /// Makes a cell active; the next digit replaces its content.
    pub fn go(&mut self, cell: usize) {
        if cell < self.cells.len() {
            self.at = cell;
            self.fresh = true;
        }
    }

    /// Makes a cell active and moves what is in the active one there, which undo takes back in one step.
    pub fn carry(&mut self, cell: usize) {
        let from = self.at;
        if cell < self.cells.len() && cell != from && !self.cell(from).is_empty() {
            let first = self.past.len();
            self.past.extend([(from, self.cell(from)), (cell, self.cell(cell))]);
            self.together.push((first, self.past.len()));
            self.cells[cell] = std::mem::take(&mut self.cells[from]);
        }
        self.go(cell);
    }

    /// Notes what the active cell contains, once for each visit to it, before it is changed.
    fn visit(&mut self) {
        if self.fresh {
            self.past.push((self.at, self.cell(self.at)));
        }
        self.fresh = false;
    }

    /// Empties the active cell, for a key that never goes on with what is there.
    pub fn restart(&mut self) {
        self.visit();
        self.cells[self.at] = Sum::default();
    }

    /// The next cell without a value after the active one, in a circle.
    fn next_open(&self) -> Option<usize> {
        let cells = self.cells.len();
        (1..=cells).map(|step| (self.at + step) % cells).find(|cell| !self.is_finished(*cell))
    }

    /// What "next" does now. `done` is the label of the last step, and `ready` whether that is possible.
    pub fn forward(&self, done: impl Into<String>, ready: bool) -> Forward {
        match (self.is_full(), self.is_finished(self.at)) {
            (true, _) => Forward::Done { words: done.into(), ready },
            (false, true) => Forward::Next,
            (false, false) => Forward::Waits,
        }
    }

    /// Handles a key. `most(cell)` is the highest sensible value of a cell: once no further digit fits the next cell
    /// becomes active, and more digits than that value has are refused. "Next" does nothing in a cell without a value.
    pub fn press(&mut self, key: PadKey, most: impl Fn(usize) -> u32) -> Pressed {
        let Some(cell) = self.cells.get(self.at) else { return Pressed::Done };
        let limit = most(self.at);
        let digits = limit.max(1).ilog10() as usize + 1;
        match key {
            PadKey::Next if !cell.is_finished() => {}
            PadKey::Next => match self.next_open() {
                Some(open) => self.go(open),
                None => return Pressed::Done,
            },
            PadKey::Erase if cell.is_empty() => self.go(self.at.saturating_sub(1)),
            PadKey::Digit(_) => {
                let start_anew = self.fresh;
                self.visit();
                let cell = &mut self.cells[self.at];
                if start_anew {
                    *cell = Sum::default();
                }
                cell.press(key, digits);
                // For a negative number its absolute value counts.
                let value = cell.value().map(i32::unsigned_abs);
                let whole = value
                    .is_some_and(|value| value == 0 || value.saturating_mul(10) > limit || cell.digits() >= digits);
                if whole && limit <= MOVES_ON && !cell.is_sum() {
                    // In a full grid it stays, and the next digit replaces the content.
                    self.go(self.next_open().unwrap_or(self.at));
                }
            }
            PadKey::Plus | PadKey::Minus | PadKey::Erase => {
                self.visit();
                self.cells[self.at].press(key, digits);
            }
            // What these do is up to whoever knows the cells.
            PadKey::Rest | PadKey::Point => {}
        }
        Pressed::Taken
    }

    /// Handles the decimal point, where the active cell may have decimals. It goes on with a number that has none yet.
    pub fn point(&mut self) {
        let Some(cell) = self.cells.get(self.at) else { return };
        if self.fresh && !cell.is_whole() {
            self.restart();
        }
        self.visit();
        self.cells[self.at].press(PadKey::Point, 0);
    }

    /// Handles a key of [`Pad::Tens`]. A digit moves on. "10+" (the plus key) waits for a second digit: "next" then
    /// makes it 10, and "10+" again 20. `ten` is whether it waits. "Rest" fills the empty cells of `row` with 0.
    ///
    /// [`Pad::Tens`]: crate::entry::Pad::Tens
    pub fn press_tens(&mut self, key: PadKey, ten: &mut bool, row: std::ops::Range<usize>) -> Pressed {
        match (key, *ten) {
            (PadKey::Digit(digit), true) => self.type_in([1, digit], ten),
            (PadKey::Plus, true) => self.type_in([2, 0], ten),
            (PadKey::Next, true) => self.type_in([1, 0], ten),
            (PadKey::Erase, true) => *ten = false,
            (PadKey::Rest, waits) => {
                if waits {
                    self.type_in([1, 0], ten);
                }
                self.fill(row, 0);
            }
            (PadKey::Plus, false) => *ten = true,
            (PadKey::Minus | PadKey::Point, _) => {}
            (PadKey::Digit(_) | PadKey::Next | PadKey::Erase, false) => return self.press(key, |_| ONE_DIGIT),
        }
        Pressed::Taken
    }

    /// Puts a number of two digits into the active cell.
    fn type_in(&mut self, digits: [u8; 2], ten: &mut bool) {
        *ten = false;
        self.go(self.at);
        for digit in digits {
            self.press(PadKey::Digit(digit), |_| MOVES_ON);
        }
    }

    /// Whether any of these cells has no value.
    pub fn is_open(&self, mut cells: std::ops::Range<usize>) -> bool {
        cells.any(|cell| self.value(cell).is_none())
    }

    /// Fills those of these cells that have no value, which undo takes back in one step, and moves on.
    pub fn fill(&mut self, cells: std::ops::Range<usize>, value: i32) {
        let from = self.past.len();
        for cell in cells.start..cells.end.min(self.cells.len()) {
            if self.value(cell).is_none() {
                self.past.push((cell, self.cell(cell)));
                self.cells[cell] = Sum::of(value);
            }
        }
        if self.past.len() > from {
            self.together.push((from, self.past.len()));
            self.go(self.next_open().unwrap_or(self.at));
        }
    }

    /// Sets a cell that is not the active one, which undo takes back in one step with the last key.
    pub fn put(&mut self, cell: usize, value: i32) {
        if self.value(cell) == Some(value) || cell >= self.cells.len() {
            return;
        }
        let from = self.together.pop_if(|(_, to)| *to == self.past.len());
        let from = from.map_or(self.past.len().saturating_sub(1), |(from, _)| from);
        self.past.push((cell, self.cell(cell)));
        self.cells[cell] = Sum::of(value);
        self.together.push((from, self.past.len()));
    }

    /// Empties a cell, which undo takes back like a key.
    pub fn clear(&mut self, cell: usize) {
        if let Some(sum) = self.cells.get_mut(cell) {
            self.past.push((cell, std::mem::take(sum)));
        }
    }

    /// What undo would take back: a cell, and what it contains now.
    pub fn to_undo(&self) -> Option<(usize, Sum)> {
        self.past.last().map(|(cell, _)| (*cell, self.cell(*cell)))
    }

    /// Takes back what the last visit changed in a cell, or what one key did to several.
    pub fn undo(&mut self) {
        let last = self.together.pop_if(|(_, to)| *to == self.past.len());
        let from = last.map_or(self.past.len().saturating_sub(1), |(from, _)| from);
        for (cell, was) in self.past.split_off(from).into_iter().rev() {
            self.cells[cell] = was;
            self.go(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(grid: &mut Grid, keys: &str, most: u32) -> Pressed {
        let mut last = Pressed::Taken;
        for key in keys.chars() {
            let key = match key {
                '+' => PadKey::Plus,
                '-' => PadKey::Minus,
                '<' => PadKey::Erase,
                '>' => PadKey::Next,
                digit => PadKey::Digit(digit as u8 - b'0'),
            };
            last = grid.press(key, |_| most);
        }
        last
    }

    fn values(grid: &Grid) -> Vec<Option<i32>> {
        (0..grid.len()).map(|cell| grid.value(cell)).collect()
    }

    #[test]
    fn a_cell_that_can_take_no_more_digits_moves_on() {
        let mut grid = Grid::empty(4);
        keys(&mut grid, "31", 52);
        assert_eq!((grid.at(), grid.value(0)), (1, Some(31)));
        keys(&mut grid, "0", 13);
        assert_eq!(grid.at(), 2, "zero is whole");
        keys(&mut grid, "9", 52);
        assert_eq!(grid.at(), 3, "90 is more than 52");
        keys(&mut grid, "1", 13);
        assert_eq!(grid.at(), 3, "1 may become 13");
        assert_eq!(keys(&mut grid, ">", 13), Pressed::Done);
        assert_eq!(values(&grid), [Some(31), Some(0), Some(9), Some(1)]);
    }

    #[test]
    fn a_needless_next_skips_nothing() {
        let mut grid = Grid::empty(3);
        keys(&mut grid, "23>4>5", 52);
        assert_eq!(values(&grid), [Some(23), Some(4), Some(5)]);
    }

    #[test]
    fn a_digit_too_many_goes_nowhere() {
        let mut grid = Grid::empty(2);
        keys(&mut grid, "123456", 99_999);
        assert_eq!((grid.at(), values(&grid)), (0, vec![Some(12_345), None]));
    }

    #[test]
    fn a_number_below_zero_moves_on_too() {
        let mut grid = Grid::filled([None, Some(4), None]);
        keys(&mut grid, "-2", 9);
        assert_eq!((grid.at(), values(&grid)), (2, vec![Some(-2), Some(4), None]));
    }

    #[test]
    fn a_sum_waits_for_next() {
        let mut grid = Grid::empty(2);
        keys(&mut grid, "1", 52);
        keys(&mut grid, "+12", 52);
        assert_eq!((grid.at(), grid.value(0)), (0, Some(13)));
        keys(&mut grid, ">4", 52);
        assert_eq!(values(&grid), [Some(13), Some(4)]);
    }

    #[test]
    fn typing_into_a_filled_cell_replaces_it_and_undo_restores_it() {
        let mut grid = Grid::filled([12, 3]);
        keys(&mut grid, "40", 52);
        assert_eq!(values(&grid), [Some(40), Some(3)]);
        assert_eq!(grid.to_undo(), Some((0, Sum::of(40))));
        grid.undo();
        assert_eq!(values(&grid), [Some(12), Some(3)]);
        assert_eq!(grid.to_undo(), None);
    }

    #[test]
    fn a_partly_filled_grid_asks_for_the_rest_only() {
        let mut grid = Grid::partly([Some(4), None, Some(3), None]);
        assert_eq!(grid.at(), 1);
        assert_eq!(grid.to_undo(), None, "what was filled in was not typed");
        keys(&mut grid, "90", 9);
        assert_eq!(values(&grid), [Some(4), Some(9), Some(3), Some(0)]);
    }

    #[test]
    fn the_rest_of_a_row_is_filled_and_taken_back_in_one_step() {
        let mut grid = Grid::empty(6);
        keys(&mut grid, "9", 9);
        grid.fill(0..3, 0);
        assert_eq!((grid.at(), &values(&grid)[..4]), (3, &[Some(9), Some(0), Some(0), None][..]));
        grid.fill(0..3, 5);
        assert_eq!(grid.value(1), Some(0), "what is there stays");
        keys(&mut grid, "4", 9);
        grid.undo();
        assert!(!grid.is_open(0..3) && grid.is_open(3..4));
        grid.undo();
        assert_eq!((grid.at(), grid.value(0), grid.is_open(1..2)), (1, Some(9), true));
        grid.undo();
        assert_eq!(values(&grid), vec![None; 6]);
    }

    #[test]
    fn erase_in_an_empty_cell_goes_back() {
        let mut grid = Grid::empty(2);
        keys(&mut grid, "9<<", 9);
        assert_eq!((grid.at(), values(&grid)), (0, vec![None, None]));
    }

    #[test]
    fn a_number_too_high_stays_to_be_seen() {
        let mut grid = Grid::empty(2);
        keys(&mut grid, "14", 13);
        assert_eq!(grid.value(0), Some(14));
    }

    proptest! {
        #[test]
        fn undoing_everything_leaves_the_grid_as_it_was(typed in "[0-9+<>-]{0,80}", most in 1_u32..100) {
            let mut grid = Grid::empty(5);
            keys(&mut grid, &typed, most);
            while grid.to_undo().is_some() {
                grid.undo();
            }
            prop_assert_eq!(values(&grid), vec![None; 5]);
        }
    }
}
