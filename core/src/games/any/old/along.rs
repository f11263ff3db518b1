//! A grid seen along its rounds, and what its tracks seem to be.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::grid::{OldGrid, Spot};
use super::labels::{are_rounds, is_label, is_total};
use super::points::{CellFault, read_tenths};
use crate::domain::people::same_name;
use crate::domain::seats::typed_name;

/// What a round is in the grid. The people are the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum RoundsAre {
    /// A line, with a column for each person.
    #[default]
    Lines,
    /// A column, with a line for each person.
    Columns,
}

/// A grid in which this is a round, or a *step*: some have names or totals. A *track* is a column if the rounds are
/// lines, or else a line.
#[derive(Clone, Copy)]
pub(super) struct Along<'a> {
    pub(super) grid: &'a OldGrid,
    pub(super) rounds: RoundsAre,
    /// The names of the people whom the app knows.
    pub(super) known: &'a [String],
}

impl<'a> Along<'a> {
    /// How many lines there are, or columns if the rounds are columns.
    pub(super) fn steps(self) -> usize {
        match self.rounds {
            RoundsAre::Lines => self.grid.lines(),
            RoundsAre::Columns => self.grid.columns(),
        }
    }

    pub(super) fn tracks(self) -> usize {
        match self.rounds {
            RoundsAre::Lines => self.grid.columns(),
            RoundsAre::Columns => self.grid.lines(),
        }
    }

    fn place(self, step: usize, track: usize) -> (usize, usize) {
        match self.rounds {
            RoundsAre::Lines => (step, track),
            RoundsAre::Columns => (track, step),
        }
    }

    pub(super) fn cell(self, step: usize, track: usize) -> &'a str {
        let (line, column) = self.place(step, track);
        self.grid.cell(line, column)
    }

    pub(super) fn spot(self, step: usize, track: usize) -> Spot {
        let (line, column) = self.place(step, track);
        self.grid.spot(line, column)
    }

    /// What is in front of a track's first round.
    pub(super) fn heading(self, names: bool, track: usize) -> &'a str {
        if names { self.cell(0, track) } else { "" }
    }

    fn read(self, step: usize, track: usize) -> Result<i64, CellFault> {
        read_tenths(self.cell(step, track))
    }

    /// The number in a cell in tenths, if it is one.
    pub(super) fn number(self, step: usize, track: usize) -> Option<i64> {
        self.read(step, track).ok()
    }

    /// The numbers of a track, in tenths, in these steps; anything else counts as nothing.
    pub(super) fn column(self, steps: &Range<usize>, track: usize) -> Vec<i64> {
        steps.clone().map(|step| self.number(step, track).unwrap_or(0)).collect()
    }

    /// Whether most of a track's cells in these steps are numbers.
    fn is_numeric(self, steps: Range<usize>, track: usize) -> bool {
        let (mut numbers, mut others) = (0, 0);
        steps.for_each(|step| match self.read(step, track) {
            Ok(_) => numbers += 1,
            Err(CellFault::Empty) => {}
            Err(_) => others += 1,
        });
        numbers > others
    }

    fn is_known(self, cell: &str) -> bool {
        self.known.iter().any(|name| same_name(name, &typed_name(cell)))
    }

    /// The tracks that seem to be somebody's points, with or without names in front of them.
    pub(super) fn people(self, names: bool) -> Vec<usize> {
        let rounds = usize::from(names)..self.steps();
        let is_named = |track: &usize| {
            let heading = self.heading(names, *track);
            !is_label(heading) || self.is_known(heading)
        };
        let numeric = |track: &usize| self.is_numeric(1..self.steps(), *track);
        let mut found: Vec<usize> = (0..self.tracks()).filter(numeric).filter(is_named).collect();
        // By chance, few rounds can look like this. What has no heading where others have one is nobody's in any case.
        let is_nobody = |track: usize, rounds: usize| {
            let heading = self.heading(names, track);
            names && heading.is_empty() || rounds > 2 && !self.is_known(heading)
        };
        // The numbers of the rounds are in front of everybody.
        if let [first, others @ ..] = &found[..]
            && (others.len() > 1 || names && self.cell(0, *first).is_empty())
            && self.counted(rounds.clone(), *first).is_some_and(|rounds| is_nobody(*first, rounds))
        {
            found.remove(0);
        }
        // A sum over all people comes after them.
        if let [others @ .., last] = &found[..]
            && others.len() > 1
            && self.added(rounds, *last, others).is_some_and(|rounds| is_nobody(*last, rounds))
        {
            found.pop();
        }
        found
    }

    /// How many numbers a track has, if they are 1, 2, 3 and so on. A word before them is over what people began with,
    /// and one after them over the totals; there may also be nothing.
    fn counted(self, rounds: Range<usize>, track: usize) -> Option<usize> {
        let all: Vec<_> = rounds.map(|step| self.read(step, track)).collect();
        let cells = if let [cells @ .., Err(_)] = &all[..] { cells } else { &all };
        let cells = if let [Err(_), cells @ ..] = cells { cells } else { cells };
        let is_nth = |(nth, cell): (i64, &Result<i64, CellFault>)| *cell == Ok(10 * nth);
        ((1..).zip(cells).all(is_nth) && !cells.is_empty()).then_some(cells.len())
    }

    /// In how many rounds a track has the sum of the others, if it has in all. There may be none under the totals.
    fn added(self, rounds: Range<usize>, track: usize, others: &[usize]) -> Option<usize> {
        let end = rounds.end - usize::from(rounds.end > 0 && self.number(rounds.end - 1, track).is_none());
        let rounds = rounds.start..end;
        let sum = |step: usize| others.iter().filter_map(|track| self.number(step, *track)).sum::<i64>();
        let has_points = rounds.clone().any(|step| sum(step) != 0);
        let adds_up = rounds.clone().all(|step| self.number(step, track) == Some(sum(step)));
        (has_points && adds_up).then_some(rounds.len())
    }

    /// Whether those who have points have names in front of them.
    pub(super) fn has_names(self) -> bool {
        let first: Vec<_> = self.people(true).into_iter().map(|track| self.read(0, track)).collect();
        let is_name = |cell: &Result<i64, CellFault>| *cell == Err(CellFault::NoNumber);
        first.iter().any(is_name) && first.iter().all(|cell| is_name(cell) || *cell == Err(CellFault::Empty))
    }

    /// How many of those known are named before the first round.
    pub(super) fn known(self) -> usize {
        (0..self.tracks()).filter(|track| self.is_known(self.cell(0, *track))).count()
    }

    /// Whether what would be names are rather rounds.
    pub(super) fn has_rounds_for_names(self) -> bool {
        are_rounds(&self.people(true).into_iter().map(|track| self.cell(0, track)).collect::<Vec<_>>())
    }

    /// Whether something in front of those who play says that the last step has the totals: a word for them, or any
    /// where the rounds before have numbers.
    pub(super) fn says_totals(self, first: usize, used: &[usize]) -> bool {
        let (Some(last), Some(person)) = (self.steps().checked_sub(1), used.first()) else { return false };
        (0..*person).any(|track| {
            let is_word = self.read(last, track) == Err(CellFault::NoNumber);
            is_total(self.cell(last, track)) || is_word && self.is_numeric(first..last, track)
        })
    }
}
