//! A score sheet: its columns side by side, and what rows of it are worth.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::bounds::{Error, MOST_POINTS};
use super::column::{Bid, Bonus, Column, ColumnKind, SheetAsk};
use super::options::{Options, Scoring};
use crate::domain::parts::Parts;
use crate::domain::seating::Reseated;
use crate::domain::seats::Seat;
use crate::domain::teams::{joined, parted};
use crate::i18n::{Lang, number, t};

/// A score sheet, and the overtricks on it so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScoreSheet {
    columns: Rc<[Column]>,
    /// Whether points that are entered as they are count as taken off.
    takes_off: bool,
    /// Whether each turn is scored by itself.
    by_turns: bool,
    /// What points are split into.
    parts: Parts,
    /// The overtricks of each side that have not cost anything yet.
    overtricks: Vec<i32>,
    /// The part of those who left, by their number.
    left: BTreeMap<u8, i32>,
}

/// A cell of a row: what it asks for, and the column it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetCell<'a> {
    /// Its column.
    pub column: &'a Column,
    /// What it asks for.
    pub asked: SheetAsk,
    /// What is counted in it is split into.
    pub parts: Parts,
}

impl SheetCell<'_> {
    /// The least and the most that it takes, in its parts.
    pub fn bounds(&self) -> (i32, u32) {
        let (least, most) = self.column.bounds();
        let of_one = self.parts.of_one();
        (least.saturating_mul(of_one), most.saturating_mul(of_one.unsigned_abs()))
    }

    /// What everybody's cells add up to each round, in its parts, if that is known.
    pub fn total(&self) -> Option<u32> {
        self.column.total(self.asked).map(|total| total.saturating_mul(self.parts.of_one().unsigned_abs()))
    }
}

/// What one column of a row brings.
struct Brought<'a> {
    column: &'a Column,
    cells: &'a [Option<i32>],
    points: i64,
    /// Points lost with too many overtricks, and after how many.
    penalty: Option<(i64, u32)>,
}

impl ScoreSheet {
    /// A sheet with these columns, for so many sides. Without columns the points are entered as they are.
    pub fn new(columns: &[Column], sides: usize) -> ScoreSheet {
        ScoreSheet { columns: columns.into(), overtricks: vec![0; sides], ..ScoreSheet::default() }
    }

    /// The sheet that a table agreed on, for so many sides.
    pub fn of(options: &Options, sides: usize) -> ScoreSheet {
        ScoreSheet {
            takes_off: options.takes_off(),
            by_turns: options.scoring == Scoring::Turn,
            parts: options.parts,
            ..ScoreSheet::new(&options.categories, sides)
        }
    }

    /// Whether each turn is scored by itself; then there are no columns.
    pub fn by_turns(&self) -> bool {
        self.by_turns
    }

    /// What points are split into.
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// What the number in a cell, counted over all rows, is split into: points are, and so is what can be counted more
    /// than once; tricks are not.
    pub fn cell_parts(&self, cell: usize) -> Parts {
        self.cell(cell).map_or(self.parts, |cell| cell.parts)
    }

    /// Whether points that are entered as they are count as taken off.
    pub fn takes_off(&self) -> bool {
        self.takes_off
    }

    /// What points entered as they are add to a total. The same turns a round back into what was entered.
    pub fn plain(&self, points: i32) -> i32 {
        if self.takes_off { points.saturating_neg() } else { points }
    }

    /// The columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Whether there are no columns.
    pub fn is_plain(&self) -> bool {
        self.columns.is_empty()
    }

    /// How many cells each row has; one if there are no columns.
    pub fn cells(&self) -> usize {
        self.row().count().max(1)
    }

    /// The cells of a row.
    pub fn row(&self) -> impl Iterator<Item = SheetCell<'_>> {
        let of = |column: &Column, asked: SheetAsk| match asked {
            SheetAsk::Count if !column.is_mark() => self.parts,
            SheetAsk::Count | SheetAsk::Bid | SheetAsk::Made => Parts::Whole,
        };
        self.columns.iter().flat_map(move |column| {
            column.cells().iter().map(move |asked| SheetCell { column, asked: *asked, parts: of(column, *asked) })
        })
    }

    /// A cell, counted over all rows.
    pub fn cell(&self, cell: usize) -> Option<SheetCell<'_>> {
        self.row().nth(cell % self.cells())
    }

    /// The least and the most that a cell, counted over all rows, takes in its parts.
    pub fn bounds(&self, cell: usize) -> (i32, u32) {
        let plain = (-MOST_POINTS, MOST_POINTS.unsigned_abs());
        self.cell(cell).map_or(plain, |cell| cell.bounds())
    }

    /// Its bids, which are always its first column.
    pub fn bid(&self) -> Option<Bid> {
        self.columns.first()?.bid()
    }

    /// Whether what a row is worth depends on the rounds before.
    pub fn remembers(&self) -> bool {
        self.bid().is_some_and(|bid| bid.penalty().is_some())
    }

    /// The overtricks of each side since the last that cost something, if too many of them do.
    pub fn overtricks(&self) -> Option<&[i32]> {
        self.remembers().then_some(&*self.overtricks)
    }

    /// The sheet after people came, went or changed seats; the sides are those before and after. Overtricks go where
    /// points go, and whoever is new has none.
    #[must_use]
    pub fn reseated(&self, before: &[Vec<Seat>], after: &[Vec<Seat>], reseated: &Reseated) -> ScoreSheet {
        let mut sheet = self.clone();
        let parts = reseated.hand_on(&parted(before, &self.overtricks), &mut sheet.left, 0);
        sheet.overtricks = joined(after, &parts);
        sheet
    }

    /// What each column of a side's row brings. An empty cell counts as 0, except that a bid is worth nothing until its
    /// tricks are known.
    fn brought<'a>(&'a self, side: usize, row: &'a [Option<i32>]) -> Vec<Brought<'a>> {
        let mut rest = row;
        let mut sum = 0_i64;
        let of_one = i64::from(self.parts.of_one());
        let each = self.columns.iter().map(|column| {
            let (cells, after) = rest.split_at(column.cells().len().min(rest.len()));
            rest = after;
            let value = |cell: usize| cells.get(cell).copied().flatten();
            let mut penalty = None;
            let points = match column.kind {
                ColumnKind::Count(count) => {
                    // What is yes or no is not split, its points are.
                    let whole = if column.is_mark() { of_one } else { 1 };
                    i64::from(value(0).unwrap_or(0)) * i64::from(count.factor) * whole
                }
                ColumnKind::Bid(bid) => match (tricks(value(0)), tricks(value(1))) {
                    (Some(of), Some(made)) => {
                        penalty = self.penalty(side, bid, of, made);
                        bid.points(of, made) * of_one
                    }
                    _ => 0,
                },
                ColumnKind::Bonus(Bonus { from, points }) if sum >= i64::from(from) * of_one => {
                    i64::from(points) * of_one
                }
                ColumnKind::Bonus(_) => 0,
            };
            sum += points + penalty.map_or(0, |(lost, _)| lost);
            Brought { column, cells, points, penalty }
        });
        each.collect()
    }

    /// What the overtricks of this bid cost, and after how many.
    fn penalty(&self, side: usize, bid: Bid, of: u32, made: u32) -> Option<(i64, u32)> {
        let penalty = bid.penalty().filter(|penalty| penalty.every > 0)?;
        let before = self.overtricks.get(side).copied().unwrap_or(0);
        let times = |overtricks: i64| overtricks / i64::from(penalty.every);
        let before = i64::from(before);
        let reached = times(before + i64::from(bid.overtricks(of, made))) - times(before);
        let lost = reached * i64::from(penalty.cost) * i64::from(self.parts.of_one());
        (reached > 0).then_some((-lost, penalty.every))
    }

    /// Points of a side's row; see [`ScoreSheet::words`] for what they come from.
    pub fn points(&self, side: usize, row: &[Option<i32>]) -> i32 {
        let brought = self.brought(side, row);
        let sum: i64 = brought.iter().map(|of| of.points + of.penalty.map_or(0, |(lost, _)| lost)).sum();
        i32::try_from(sum).unwrap_or(if sum < 0 { -i32::MAX } else { i32::MAX })
    }

    /// Points that a column without cells brings, if a row has some by now.
    pub fn bonus(&self, side: usize, row: &[Option<i32>], column: usize) -> i32 {
        self.brought(side, row).get(column).map_or(0, |of| i32::try_from(of.points).unwrap_or(0))
    }

    /// What a side's row came from, like "Tricks 4 · Went out 1×25", without what is zero.
    pub fn words(&self, side: usize, counts: &[i32], l: Lang) -> String {
        let row: Vec<Option<i32>> = counts.iter().map(|count| Some(*count)).collect();
        let parts = self.parts;
        let words = self.brought(side, &row).into_iter().flat_map(|of| {
            let name = &of.column.name;
            let points = || parts.signed(of.points);
            let value = |cell: usize| of.cells.get(cell).copied().flatten().unwrap_or(0);
            let counted = |value: i32| if of.column.is_mark() { number(value) } else { parts.number(value) };
            let main = match of.column.kind {
                ColumnKind::Count(_) if value(0) == 0 => None,
                ColumnKind::Count(count) if count.factor == 1 => Some(format!("{name} {}", counted(value(0)))),
                ColumnKind::Count(count) => Some(format!("{name} {}×{}", counted(value(0)), number(count.factor))),
                ColumnKind::Bid(_) => Some(t::any_bid_made(l, value(0), value(1), points())),
                ColumnKind::Bonus(_) => (of.points != 0).then(|| format!("{name} {}", points())),
            };
            let lost = of.penalty.map(|(lost, every)| t::any_bid_penalty(l, every, parts.signed(lost)));
            main.into_iter().chain(lost)
        });
        words.collect::<Vec<_>>().join(" · ")
    }

    /// Checks a round, and returns the points of each side and the sheet after it.
    ///
    /// # Errors
    /// A row with another number of cells, a count out of bounds, or tricks that do not add up.
    pub fn score(&self, counts: &[Vec<i32>]) -> Result<(Vec<i32>, ScoreSheet), Error> {
        for (side, row) in counts.iter().enumerate() {
            if row.len() != self.row().count() {
                return Err(Error::Sheet);
            }
            for (cell, (count, of)) in row.iter().zip(self.row()).enumerate() {
                let (least, most) = of.bounds();
                if *count < least || i64::from(*count) > i64::from(most) {
                    return Err(Error::Count { side, cell, count: *count });
                }
            }
        }
        for (cell, of) in self.row().enumerate() {
            let sum = counts.iter().filter_map(|row| row.get(cell)).map(|count| i64::from(*count)).sum();
            if let Some(total) = of.total().filter(|total| i64::from(*total) != sum) {
                return Err(Error::Total { cell, sum, total });
            }
        }
        let mut after = self.clone();
        let points = counts.iter().enumerate().map(|(side, counts)| {
            let row: Vec<Option<i32>> = counts.iter().map(|count| Some(*count)).collect();
            if let (Some(bid), Some(sum), [of, made, ..]) = (self.bid(), after.overtricks.get_mut(side), &counts[..]) {
                let more = bid.overtricks(of.unsigned_abs(), made.unsigned_abs());
                // Those that have cost something are done with.
                let every = bid.penalty().map_or(1, |penalty| i32::try_from(penalty.every).unwrap_or(1)).max(1);
                *sum = sum.saturating_add(i32::try_from(more).unwrap_or(0)) % every;
            }
            self.points(side, &row)
        });
        let points = points.collect();
        Ok((points, after))
    }
}

/// A number of tricks; `None` while it is not known.
fn tricks(value: Option<i32>) -> Option<u32> {
    value.and_then(|value| u32::try_from(value).ok())
}
