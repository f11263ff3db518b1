//! A round being entered: the points of each side, which may be typed as sums, or what each has of every category of
//! the score sheet. Bids are asked for before anything else.

use serde::{Deserialize, Serialize};

use super::game::{Event, MOST_POINTS, ScoreSheet, SheetAsk, State};
use super::words::{asked_words, count_problem, points_problem, points_words, total_problem};
use crate::domain::parts::Parts;
use crate::domain::seats::Seat;
use crate::entry::{Forward, Grid, Pad, PadKey, Pressed, Sum};
use crate::i18n::{Lang, t};

/// How many cells each side has: those of the sheet, or one for the points.
pub fn cells(state: &State) -> usize {
    state.sheet.cells()
}

/// A round being entered, side by side: one cell for the points of each, or those of its row of the sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The points, or the row.
    pub grid: Grid,
    /// Whose turn it was when it was begun, where each turn is scored by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<Seat>,
}

/// What is wrong with a round as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundFault {
    /// This cell is out of its bounds.
    Cell(usize),
    /// The points of the side with this cell, its last, are beyond [`MOST_POINTS`].
    Points(usize),
    /// What everybody has in this cell of their row does not add up to what there is.
    Total {
        /// The cell, counted within the row.
        cell: usize,
        /// What they have.
        sum: i64,
        /// What there is.
        total: u32,
    },
}

impl Draft {
    /// An empty draft.
    pub fn new(cells: usize) -> Draft {
        Draft { grid: Grid::empty(cells), turn: None }
    }

    /// An empty draft for what is played next: where each turn is scored by itself, it begins with whose turn it is.
    pub fn next(state: &State) -> Draft {
        let mut draft = Draft::new(state.totals.len() * cells(state));
        if state.sheet.by_turns() {
            draft.turn = Some(state.turn);
            draft.grid.go(state.side_to_play());
        }
        draft
    }

    /// Whether it is empty and was begun in another turn, so that its place is no longer where one would type.
    pub fn is_stale(&self, state: &State) -> bool {
        state.sheet.by_turns() && self.grid.is_cleared() && self.turn != Some(state.turn)
    }

    /// A round or turn as it was entered, among so many sides; `None` for anything else.
    pub fn of(event: &Event, sheet: &ScoreSheet, sides: usize) -> Option<Draft> {
        let grid = match event {
            Event::Scored { side, points } => {
                let points = Sum::in_parts(sheet.plain(*points), sheet.parts());
                let cells = (0..sides).map(|of| if of == *side { points.clone() } else { Sum::default() });
                let mut grid = Grid::of(cells.collect());
                grid.go(*side);
                grid
            }
            Event::Round { points } => {
                Grid::of(points.iter().map(|points| Sum::in_parts(sheet.plain(*points), sheet.parts())).collect())
            }
            Event::Counted { counts } => {
                let cells = counts.iter().flatten().enumerate();
                Grid::of(cells.map(|(cell, count)| Sum::in_parts(*count, sheet.cell_parts(cell))).collect())
            }
            _ => return None,
        };
        Some(Draft { grid, turn: None })
    }

    /// What is in a cell, in its parts.
    fn value(&self, cell: usize, sheet: &ScoreSheet) -> Option<i32> {
        self.grid.parts(cell, sheet.cell_parts(cell))
    }

    /// The round, once every cell has a value; or the turn, once its one has.
    pub fn event(&self, sheet: &ScoreSheet) -> Option<Event> {
        if sheet.by_turns() {
            let side = self.grid.at();
            return Some(Event::Scored { side, points: sheet.plain(self.value(side, sheet)?) });
        }
        let values = (0..self.grid.len()).map(|cell| self.value(cell, sheet)).collect::<Option<Vec<_>>>()?;
        Some(match sheet.is_plain() {
            true => Event::Round { points: values.into_iter().map(|points| sheet.plain(points)).collect() },
            false => Event::Counted { counts: values.chunks(sheet.cells()).map(<[i32]>::to_vec).collect() },
        })
    }

    /// The round, if every cell is filled and nothing is wrong. `sides` are their names.
    ///
    /// # Errors
    /// What is wrong, in words; `None` if cells are only empty.
    pub fn checked(&self, sheet: &ScoreSheet, sides: &[String], l: Lang) -> Result<Event, Option<String>> {
        let name = |cell: usize| sides.get(cell / sheet.cells()).map_or("", String::as_str);
        match self.wrong(sheet) {
            Some(RoundFault::Cell(cell)) => Err(Some(match sheet.cell(cell) {
                Some(of) => count_problem(of, name(cell), l),
                None => points_problem(sheet, name(cell), l),
            })),
            Some(RoundFault::Points(cell)) => Err(Some(points_problem(sheet, name(cell), l))),
            Some(RoundFault::Total { cell, sum, total }) => {
                Err(sheet.cell(cell).map(|of| total_problem(of, sum, total, l)))
            }
            None => self.event(sheet).ok_or(None),
        }
    }

    /// What is in the cells of a side; `None` for those that are empty.
    pub fn row(&self, side: usize, sheet: &ScoreSheet) -> Vec<Option<i32>> {
        let cells = sheet.cells();
        (side * cells..(side + 1) * cells).map(|cell| self.value(cell, sheet)).collect()
    }

    /// A side's points so far, with empty cells as zero.
    pub fn points(&self, side: usize, sheet: &ScoreSheet) -> i32 {
        match sheet.is_plain() {
            true => sheet.plain(self.value(side, sheet).unwrap_or(0)),
            false => sheet.points(side, &self.row(side, sheet)),
        }
    }

    /// What all sides together have in the cells that ask for this, as far as it is entered.
    pub fn sum(&self, asked: SheetAsk, sheet: &ScoreSheet) -> i32 {
        let cells = (0..self.grid.len()).filter(|cell| sheet.cell(*cell).is_some_and(|of| of.asked == asked));
        cells.filter_map(|cell| self.grid.value(cell)).fold(0, i32::saturating_add)
    }

    /// What is wrong first.
    pub fn wrong(&self, sheet: &ScoreSheet) -> Option<RoundFault> {
        let cells = sheet.cells();
        let wrong = |cell: usize| {
            let Some(value) = self.value(cell, sheet) else {
                // Decimals where there are none, from another phone.
                return self.grid.is_finished(cell).then_some(RoundFault::Cell(cell));
            };
            let (least, most) = sheet.bounds(cell);
            let beyond = value < least || i64::from(value) > i64::from(most);
            let last = cell % cells == cells - 1;
            let too_many = last && self.points(cell / cells, sheet).unsigned_abs() > MOST_POINTS.unsigned_abs();
            if beyond { Some(RoundFault::Cell(cell)) } else { too_many.then_some(RoundFault::Points(cell)) }
        };
        (0..self.grid.len()).find_map(wrong).or_else(|| self.wrong_total(sheet))
    }

    /// A column that is filled and does not add up.
    fn wrong_total(&self, sheet: &ScoreSheet) -> Option<RoundFault> {
        sheet.row().enumerate().find_map(|(cell, of)| {
            let total = of.total()?;
            let values = (cell..self.grid.len()).step_by(sheet.cells()).map(|cell| self.value(cell, sheet));
            let sum = values.map(|value| value.map(i64::from)).sum::<Option<i64>>()?;
            (sum != i64::from(total)).then_some(RoundFault::Total { cell, sum, total })
        })
    }

    /// The next cell without a value after one, in the order in which they are asked for.
    fn next_open(&self, from: usize, sheet: &ScoreSheet) -> Option<usize> {
        let order = self.order(sheet);
        let place = order.iter().position(|cell| *cell == from)?;
        let mut after = order[place + 1..].iter().chain(&order[..place]);
        after.find(|cell| !self.grid.is_finished(**cell)).copied()
    }

    /// The cells in the order in which they are asked for: the bids of everybody, then row after row.
    fn order(&self, sheet: &ScoreSheet) -> Vec<usize> {
        let is_bid = |cell: &usize| sheet.cell(*cell).is_some_and(|of| of.asked == SheetAsk::Bid);
        let (bids, others): (Vec<usize>, Vec<usize>) = (0..self.grid.len()).partition(is_bid);
        bids.into_iter().chain(others).collect()
    }

    /// Makes a cell active. Where each turn is scored by itself, what was entered goes along, because only one scores.
    pub fn go(&mut self, cell: usize, sheet: &ScoreSheet) {
        if sheet.by_turns() { self.grid.carry(cell) } else { self.grid.go(cell) }
    }

    /// Handles a key. What moves on moves in the order in which cells are asked for. "Next" says no in an empty cell that
    /// is yes or no.
    pub fn press(&mut self, key: PadKey, sheet: &ScoreSheet) -> Pressed {
        let from = self.grid.at();
        let was_empty = self.grid.cell(from).is_empty();
        match key {
            PadKey::Next if sheet.by_turns() && self.grid.is_finished(from) => return Pressed::Done,
            // There is no cell before: the row says whose turn it is.
            PadKey::Next | PadKey::Erase if sheet.by_turns() && was_empty => return Pressed::Taken,
            _ => {}
        }
        let key = if key == PadKey::Next && was_empty && is_mark(from, sheet) { PadKey::Digit(0) } else { key };
        if key == PadKey::Point && sheet.cell_parts(from) == Parts::Tenths {
            self.grid.point();
        }
        let pressed = self.grid.press(key, |cell| most_typed(cell, sheet));
        let moved = self.grid.at() != from;
        let next = match key {
            _ if sheet.bid().is_none() => None,
            PadKey::Digit(_) | PadKey::Next if moved => self.next_open(from, sheet),
            // Back to the bid before, over the tricks between them; from tricks to their own bid.
            PadKey::Erase if was_empty && from.is_multiple_of(sheet.cells()) => {
                from.checked_sub(sheet.cells()).or(Some(0))
            }
            _ => None,
        };
        if let Some(next) = next {
            self.grid.go(next);
        }
        pressed
    }

    /// Handles a tap on a cell. What is yes or no changes, and a yes that only one can have is a no for the others; any
    /// other cell becomes the active one.
    pub fn tap(&mut self, cell: usize, sheet: &ScoreSheet) {
        self.go(cell, sheet);
        let Some(of) = sheet.cell(cell).filter(|of| of.column.is_mark()) else { return };
        let yes = self.grid.value(cell) != Some(1);
        self.press(PadKey::Digit(u8::from(yes)), sheet);
        if yes && of.column.total(of.asked) == Some(1) {
            let column = cell % sheet.cells();
            for other in (column..self.grid.len()).step_by(sheet.cells()).filter(|other| *other != cell) {
                self.grid.put(other, 0);
            }
            // The cell to which the tap moved on may be one of those.
            if let Some(next) = self.next_open(cell, sheet) {
                self.grid.go(next);
            }
        }
    }

    /// What "next" does now. `done` is the label of the last step.
    pub fn forward(&self, done: &str, sheet: &ScoreSheet) -> Forward {
        if sheet.by_turns() && self.event(sheet).is_some() {
            return Forward::Done { words: done.to_owned(), ready: self.wrong(sheet).is_none() };
        }
        match self.grid.forward(done, self.wrong(sheet).is_none()) {
            Forward::Waits if is_mark(self.grid.at(), sheet) && self.grid.cell(self.grid.at()).is_empty() => {
                Forward::Next
            }
            forward => forward,
        }
    }

    /// What stands in a cell, and what it is read out as.
    pub fn shown(&self, cell: usize, sheet: &ScoreSheet, l: Lang) -> (String, String) {
        match self.grid.value(cell).filter(|_| is_mark(cell, sheet)) {
            Some(0) => ("–".to_owned(), t::any_no(l).to_owned()),
            Some(1) => ("✓".to_owned(), t::any_yes(l).to_owned()),
            _ => (self.grid.cell(cell).text(), self.grid.cell(cell).text()),
        }
    }

    /// The words for what a cell asks for.
    pub fn asks(&self, cell: usize, sheet: &ScoreSheet, l: Lang) -> String {
        let bid = || self.grid.value(cell.saturating_sub(1));
        match (sheet.cell(cell), bid()) {
            (Some(of), Some(bid)) if of.asked == SheetAsk::Made => t::any_ask_made(l, bid),
            (Some(of), _) => asked_words(of, l),
            (None, _) => points_words(sheet, l).to_owned(),
        }
    }
}

/// The most that is typed before the decimal point of a cell. Where there is one, a cell never moves on by itself.
pub fn most_typed(cell: usize, sheet: &ScoreSheet) -> u32 {
    let most = sheet.bounds(cell).1;
    match sheet.cell_parts(cell) {
        Parts::Whole => most,
        Parts::Tenths => (most / 10).max(100),
    }
}

/// Whether a cell is yes or no.
fn is_mark(cell: usize, sheet: &ScoreSheet) -> bool {
    sheet.cell(cell).is_some_and(|of| of.column.is_mark())
}

/// The keys for a round on this sheet: plain points are often sums, and may be below zero.
pub fn pad(sheet: &ScoreSheet) -> Pad {
    let below = sheet.row().any(|of| of.column.bounds().0 < 0);
    match (0..sheet.cells()).any(|cell| sheet.cell_parts(cell) == Parts::Tenths) {
        true => Pad::Tenths,
        false if sheet.is_plain() || below => Pad::Signs(true),
        false => Pad::Digits,
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::{Bid, Column, ColumnKind, Counting, Options, Scoring};
    use super::*;

    fn keys(draft: &mut Draft, keys: &str, sheet: &ScoreSheet) {
        for key in keys.chars() {
            let key = match key {
                '>' => PadKey::Next,
                '<' => PadKey::Erase,
                '.' => PadKey::Point,
                '-' => PadKey::Minus,
                digit => PadKey::Digit(digit as u8 - b'0'),
            };
            draft.press(key, sheet);
        }
    }

    fn bids() -> ScoreSheet {
        let bid = Bid { most: 9, all: true, base: 10, each: 1, ..Bid::default() };
        let columns = [Column { name: "Tricks".to_owned(), kind: ColumnKind::Bid(bid) }, Column::count("Last", 5, 1)];
        ScoreSheet::new(&columns, 3)
    }

    #[test]
    fn everybody_bids_before_anything_is_made() {
        let sheet = bids();
        let mut draft = Draft::new(9);
        keys(&mut draft, "3", &sheet);
        assert_eq!(draft.grid.at(), 3, "the second bids");
        keys(&mut draft, "24", &sheet);
        assert_eq!((draft.grid.at(), draft.sum(SheetAsk::Bid, &sheet)), (1, 9), "all have bid");
        assert_eq!([0, 1, 2].map(|side| draft.points(side, &sheet)), [0, 0, 0], "bids alone are worth nothing");
        assert_eq!(draft.asks(1, &sheet, Lang::En), "Made (bid 3)");
        // Back to one's own bid, and from there to the one before.
        draft.grid.go(4);
        keys(&mut draft, "<", &sheet);
        assert_eq!(draft.grid.at(), 3);
        draft.grid.go(1);
        keys(&mut draft, "30", &sheet);
        assert_eq!((draft.grid.at(), draft.points(0, &sheet)), (4, 13));
        keys(&mut draft, "1041", &sheet);
        assert_eq!(draft.wrong(&sheet), Some(RoundFault::Total { cell: 1, sum: 8, total: 9 }));
        draft.grid.go(4);
        keys(&mut draft, "2", &sheet);
        let counts = vec![vec![3, 3, 0], vec![2, 2, 0], vec![4, 4, 1]];
        assert_eq!(draft.checked(&sheet, &[], Lang::En), Ok(Event::Counted { counts }));
    }

    #[test]
    fn yes_or_no_is_one_tap_and_next_means_no() {
        let sheet = ScoreSheet::new(&[Column::count("Cards", 1, 99), Column::count("Gin", 25, 1)], 2);
        let mut draft = Draft::new(4);
        draft.tap(3, &sheet);
        assert_eq!((draft.grid.at(), draft.shown(3, &sheet, Lang::En).0), (0, "✓".to_owned()));
        assert_eq!((draft.event(&sheet), draft.forward("Save", &sheet)), (None, Forward::Waits));
        keys(&mut draft, "12", &sheet);
        assert_eq!((draft.grid.at(), draft.forward("Save", &sheet)), (1, Forward::Next));
        keys(&mut draft, ">0", &sheet);
        assert_eq!(draft.event(&sheet), Some(Event::Counted { counts: vec![vec![12, 0], vec![0, 1]] }));
        assert_eq!(draft.press(PadKey::Next, &sheet), Pressed::Done);
        draft.tap(3, &sheet);
        assert_eq!(draft.shown(3, &sheet, Lang::En), ("–".to_owned(), "no".to_owned()));
    }

    #[test]
    fn what_only_one_can_have_is_given_with_one_tap_and_taken_back_with_one_undo() {
        let kind = ColumnKind::Count(Counting { factor: 25, most: 1, below: false, all: true });
        let sheet = ScoreSheet::new(&[Column { name: "Out".to_owned(), kind }], 3);
        let values = |draft: &Draft| [0, 1, 2].map(|cell| draft.grid.value(cell));
        let mut draft = Draft::new(3);
        draft.tap(1, &sheet);
        assert_eq!(values(&draft), [Some(0), Some(1), Some(0)]);
        assert_eq!(draft.grid.to_undo().map(|(cell, _)| cell), Some(2));
        draft.grid.undo();
        assert_eq!(values(&draft), [None, None, None], "all of it was one tap");
        draft.tap(1, &sheet);
        draft.tap(2, &sheet);
        assert_eq!(values(&draft), [Some(0), Some(0), Some(1)]);
        draft.tap(2, &sheet);
        assert_eq!(draft.wrong(&sheet), Some(RoundFault::Total { cell: 0, sum: 0, total: 1 }));
    }

    /// The next digit must not fall on the no that the tap gave somebody else.
    #[test]
    fn after_a_yes_that_only_one_can_have_the_next_empty_cell_is_asked_for() {
        let kind = ColumnKind::Count(Counting { factor: 25, most: 1, below: false, all: true });
        let columns = [Column { name: "Out".to_owned(), kind }, Column::count("Left", -1, 9)];
        let sheet = ScoreSheet::new(&columns, 2);
        let mut draft = Draft::new(4);
        draft.grid.go(1);
        keys(&mut draft, "0", &sheet);
        draft.tap(0, &sheet);
        assert_eq!(draft.grid.at(), 3, "not the second side's no");
        keys(&mut draft, "7", &sheet);
        assert_eq!(draft.event(&sheet), Some(Event::Counted { counts: vec![vec![1, 0], vec![0, 7]] }));
    }

    #[test]
    fn a_turn_belongs_to_one_and_goes_along_when_another_is_tapped() {
        let options = Options { scoring: Scoring::Turn, ..Options::default() };
        let sheet = ScoreSheet::of(&options, 3);
        let mut draft = Draft::new(3);
        draft.go(1, &sheet);
        assert_eq!((draft.event(&sheet), draft.forward("Save", &sheet)), (None, Forward::Waits));
        assert_eq!(draft.press(PadKey::Next, &sheet), Pressed::Taken, "nothing is typed");
        keys(&mut draft, "9<<", &sheet);
        assert_eq!((draft.grid.at(), draft.grid.is_cleared()), (1, true), "erasing does not change whose turn it is");
        keys(&mut draft, "24", &sheet);
        assert_eq!(draft.event(&sheet), Some(Event::Scored { side: 1, points: 24 }));
        assert_eq!(draft.forward("Save", &sheet), Forward::Done { words: "Save".to_owned(), ready: true });
        draft.tap(2, &sheet);
        assert_eq!(draft.event(&sheet), Some(Event::Scored { side: 2, points: 24 }));
        assert_eq!([0, 1, 2].map(|side| draft.points(side, &sheet)), [0, 0, 24]);
        draft.grid.undo();
        assert_eq!(draft.event(&sheet), Some(Event::Scored { side: 1, points: 24 }), "one undo brings it back");
        assert_eq!(draft.press(PadKey::Next, &sheet), Pressed::Done);
        let again = Draft::of(&Event::Scored { side: 2, points: 7 }, &sheet, 3).unwrap();
        assert_eq!(again.event(&sheet), Some(Event::Scored { side: 2, points: 7 }));
        draft.tap(2, &sheet);
        keys(&mut draft, "999999", &sheet);
        assert_eq!(draft.checked(&sheet, &[], Lang::En), draft.event(&sheet).ok_or(None), "a sixth digit is refused");
    }

    #[test]
    fn halves_are_typed_where_they_were_agreed() {
        let columns = vec![Column::count("Hands", 2, 20), Column::count("Out", 25, 1), Column::count("Low", -1, 9)];
        let options = Options { categories: columns, parts: Parts::Tenths, ..Options::default() };
        let sheet = ScoreSheet::of(&options, 2);
        assert_eq!(pad(&sheet), Pad::Tenths);
        let mut draft = Draft::new(6);
        keys(&mut draft, "7.5>1", &sheet);
        assert_eq!(draft.grid.at(), 2, "a half may follow the 7, none the yes");
        keys(&mut draft, ".", &sheet);
        keys(&mut draft, "5>", &sheet);
        assert_eq!((draft.points(0, &sheet), draft.row(0, &sheet)), (395, vec![Some(75), Some(1), Some(5)]));
        keys(&mut draft, "20.5>.0>0>", &sheet);
        assert_eq!(draft.wrong(&sheet), Some(RoundFault::Cell(3)));
        let said = draft.checked(&sheet, &["A".to_owned(), "B".to_owned()], Lang::En);
        assert_eq!(said, Err(Some("B: Hands goes from 0 to 20.".to_owned())));
        draft.grid.go(3);
        keys(&mut draft, "20", &sheet);
        let event = draft.event(&sheet).unwrap();
        assert_eq!(event, Event::Counted { counts: vec![vec![75, 1, 5], vec![200, 0, 0]] });
        let again = Draft::of(&event, &sheet, 2).unwrap();
        assert_eq!((again.grid.cell(0).text(), again.grid.cell(3).text()), ("7.5".to_owned(), "20".to_owned()));
        assert_eq!(again.event(&sheet), Some(event));
        assert_eq!(sheet.words(0, &[75, 1, 5], Lang::En), "Hands 7.5×2 · Out 1×25 · Low 0.5×−1");
        // Points as they are, and no point where they are whole.
        let plain = ScoreSheet::of(&Options { parts: Parts::Tenths, ..Options::default() }, 1);
        let mut draft = Draft::new(1);
        keys(&mut draft, "12.5-.5", &plain);
        assert_eq!(draft.event(&plain), Some(Event::Round { points: vec![120] }));
        keys(&mut draft, ">", &plain);
        // The point goes on with a whole number, and begins anew after one with a decimal.
        draft.grid = Grid::filled([Some(7)]);
        keys(&mut draft, ".5", &plain);
        assert_eq!(draft.event(&plain), Some(Event::Round { points: vec![75] }));
        draft.grid.go(0);
        keys(&mut draft, ".2", &plain);
        assert_eq!(draft.event(&plain), Some(Event::Round { points: vec![2] }));
        draft.grid.undo();
        assert_eq!(draft.event(&plain), Some(Event::Round { points: vec![75] }));
        let whole = ScoreSheet::of(&Options::default(), 1);
        let mut draft = Draft::new(1);
        keys(&mut draft, "1.5", &whole);
        assert_eq!(draft.event(&whole), Some(Event::Round { points: vec![15] }));
        draft.grid = Grid::of(vec![Sum::typed("1.5".to_owned())]);
        assert_eq!((draft.event(&whole), draft.wrong(&whole)), (None, Some(RoundFault::Cell(0))));
    }

    #[test]
    fn a_count_below_zero_needs_the_minus_key() {
        let below = |below| {
            let kind = ColumnKind::Count(Counting { factor: 1, most: 99, below, all: false });
            ScoreSheet::new(&[Column { name: "Points".to_owned(), kind }], 2)
        };
        assert_eq!([pad(&below(false)), pad(&below(true)), pad(&bids())], [Pad::Digits, Pad::Signs(true), Pad::Digits]);
        let mut draft = Draft::new(2);
        draft.grid = Grid::filled([-99, 0]);
        assert_eq!(draft.wrong(&below(true)), None);
        assert_eq!(draft.wrong(&below(false)), Some(RoundFault::Cell(0)));
        draft.grid = Grid::filled([-100, 0]);
        assert_eq!(draft.wrong(&below(true)), Some(RoundFault::Cell(0)));
    }
}
