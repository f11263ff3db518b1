//! A round being entered: the points of each side, which may be typed as sums, or what each has of every category of
//! the score sheet.

use serde::{Deserialize, Serialize};

use super::game::{Column, Event, MOST_POINTS, State, points_of};
use crate::entry::{Grid, Pad};
use crate::i18n::{Lang, t};

/// How many cells each side has: one for each category, or one for the points.
pub fn cells(state: &State) -> usize {
    state.categories.len().max(1)
}

/// A round being entered, side by side: one cell for each, or one for each category of theirs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The points, or the counts.
    pub grid: Grid,
}

impl Draft {
    /// An empty draft.
    pub fn new(cells: usize) -> Draft {
        Draft { grid: Grid::empty(cells) }
    }

    /// The round, once every cell has a value.
    pub fn event(&self, categories: &[Column]) -> Option<Event> {
        let values = (0..self.grid.len()).map(|cell| self.grid.value(cell)).collect::<Option<Vec<_>>>()?;
        Some(match categories.len() {
            0 => Event::Round { points: values },
            columns => Event::Counted { counts: values.chunks(columns).map(<[i32]>::to_vec).collect() },
        })
    }

    /// The round, if every cell is filled and nothing is wrong. `sides` are their names.
    ///
    /// # Errors
    /// What is wrong, in words; `None` if cells are only empty.
    pub fn checked(&self, categories: &[Column], sides: &[String], l: Lang) -> Result<Event, Option<String>> {
        match self.wrong(categories) {
            Some((cell, most)) => {
                let columns = categories.len().max(1);
                let name = sides.get(cell / columns).map_or("", String::as_str);
                Err(Some(match (most, categories.get(cell % columns)) {
                    (Some(most), Some(category)) => t::any_error_count(l, name, &category.name, most),
                    _ => t::any_error_points(l, name, MOST_POINTS),
                }))
            }
            None => self.event(categories).ok_or(None),
        }
    }

    /// A side's points so far, with empty cells as zero.
    pub fn points(&self, side: usize, categories: &[Column]) -> i32 {
        let value = |cell| self.grid.value(cell).unwrap_or(0);
        match categories.len() {
            0 => value(side),
            columns => points_of(categories, &(side * columns..(side + 1) * columns).map(value).collect::<Vec<_>>()),
        }
    }

    /// The first wrong cell, and the most it may have. The second is `None` if the cell itself is fine and the points
    /// of its side are beyond [`MOST_POINTS`].
    pub fn wrong(&self, categories: &[Column]) -> Option<(usize, Option<u32>)> {
        let columns = categories.len().max(1);
        let wrong = |cell: usize| {
            let value = self.grid.value(cell)?;
            let most = categories.get(cell % columns).map(|category| category.most);
            let beyond = most.is_some_and(|most| value < 0 || value.unsigned_abs() > most);
            let last = cell % columns == columns - 1;
            let too_many = last && self.points(cell / columns, categories).unsigned_abs() > MOST_POINTS.unsigned_abs();
            if beyond { Some((cell, most)) } else { too_many.then_some((cell, None)) }
        };
        (0..self.grid.len()).find_map(wrong)
    }
}

/// The keys for a round of these categories: plain points are often sums, and may be below zero.
pub fn pad(categories: &[Column]) -> Pad {
    if categories.is_empty() { Pad::Signs(true) } else { Pad::Digits }
}
