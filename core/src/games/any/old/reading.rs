//! What the cells of a grid mean: choices that people make, proposed so that they seldom have to.

use super::evening::OldEvening;
use super::fault::{OldFault, OldWrong};
use super::grid::{OldGrid, Spot};
use super::points::{CellFault, read_tenths};
use crate::domain::game::Game;
use crate::domain::parts::Parts;
use crate::domain::people::same_name;
use crate::domain::seats::{MAX_NAME, Seat, SeatError, typed_name};
use crate::games::any::game::{Any, MOST_POINTS};

/// What a round is in the grid. The people are the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RoundsAre {
    /// A line, with a column for each person.
    #[default]
    Lines,
    /// A column, with a line for each person.
    Columns,
}

/// What the numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NumbersAre {
    /// The points of each round.
    #[default]
    Points,
    /// The totals after each round.
    Totals,
}

/// How a grid is read. A *track* is a column if the rounds are lines, or else a line; it is either somebody's points or
/// not used.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OldReading {
    /// What a round is.
    pub rounds: RoundsAre,
    /// Whether names are in front of the first round.
    pub names: bool,
    /// Whether the totals are after the last round. They are compared, not counted.
    pub sums: bool,
    /// What the numbers are.
    pub numbers: NumbersAre,
    /// Whether an empty cell means 0. Otherwise it is a fault.
    pub empty_is_zero: bool,
    /// Whose points each track has; `None` if it is not used. A name may be anything that was typed.
    pub people: Vec<Option<String>>,
}

/// A grid seen along its rounds.
struct Along<'a> {
    grid: &'a OldGrid,
    rounds: RoundsAre,
}

impl Along<'_> {
    /// How many lines there are, or columns if the rounds are columns.
    fn steps(&self) -> usize {
        match self.rounds {
            RoundsAre::Lines => self.grid.lines(),
            RoundsAre::Columns => self.grid.columns(),
        }
    }

    fn tracks(&self) -> usize {
        match self.rounds {
            RoundsAre::Lines => self.grid.columns(),
            RoundsAre::Columns => self.grid.lines(),
        }
    }

    fn place(&self, step: usize, track: usize) -> (usize, usize) {
        match self.rounds {
            RoundsAre::Lines => (step, track),
            RoundsAre::Columns => (track, step),
        }
    }

    fn cell(&self, step: usize, track: usize) -> &str {
        let (line, column) = self.place(step, track);
        self.grid.cell(line, column)
    }

    fn spot(&self, step: usize, track: usize) -> Spot {
        let (line, column) = self.place(step, track);
        self.grid.spot(line, column)
    }

    /// The number in a cell in tenths, if it is one.
    fn number(&self, step: usize, track: usize) -> Option<i64> {
        read_tenths(self.cell(step, track)).ok()
    }

    /// Whether most of a track's cells after the first are numbers.
    fn is_numeric(&self, track: usize) -> bool {
        let cells = (1..self.steps()).filter(|step| !self.cell(*step, track).is_empty());
        let (numbers, others): (Vec<usize>, Vec<usize>) = cells.partition(|step| self.number(*step, track).is_some());
        numbers.len() > others.len()
    }

    /// The tracks with numbers.
    fn numeric(&self) -> Vec<usize> {
        (0..self.tracks()).filter(|track| self.is_numeric(*track)).collect()
    }

    /// Whether all that have numbers begin with something else.
    fn has_names(&self) -> bool {
        let is_name = |track: &usize| !self.cell(0, *track).is_empty() && self.number(0, *track).is_none();
        let numeric = self.numeric();
        !numeric.is_empty() && numeric.iter().all(is_name)
    }

    /// How many of those known are named before the first round.
    fn known(&self, known: &[String]) -> usize {
        let is_known = |track: &usize| known.iter().any(|name| same_name(name, &typed_name(self.cell(0, *track))));
        (0..self.tracks()).filter(is_known).count()
    }

    /// The numbers of a track, in tenths, in these rounds; anything else counts as nothing.
    fn column(&self, rounds: &std::ops::Range<usize>, track: usize) -> Vec<i64> {
        rounds.clone().map(|step| self.number(step, track).unwrap_or(0)).collect()
    }
}

impl OldReading {
    /// A proposal for a grid; `known` are the names of the people whom the app knows.
    pub fn propose(grid: &OldGrid, known: &[String]) -> OldReading {
        let [lines, columns] = [RoundsAre::Lines, RoundsAre::Columns].map(|rounds| Along { grid, rounds });
        let turned = match (lines.has_names(), columns.has_names()) {
            (true, true) => columns.known(known) > lines.known(known),
            (lines, columns) => columns && !lines,
        };
        let rounds = if turned { RoundsAre::Columns } else { RoundsAre::Lines };
        OldReading::along(grid, rounds, known)
    }

    /// A proposal for a grid in which this is a round.
    pub fn along(grid: &OldGrid, rounds: RoundsAre, known: &[String]) -> OldReading {
        let names = Along { grid, rounds }.has_names();
        OldReading::named(grid, rounds, names, known)
    }

    /// A proposal for a grid in which this is a round, with or without names in front.
    pub fn named(grid: &OldGrid, rounds: RoundsAre, names: bool, known: &[String]) -> OldReading {
        let along = Along { grid, rounds };
        let first = usize::from(names);
        let all = first..along.steps();
        let mut played = along.numeric();
        // Numbers of rounds are in front.
        let counts = |track: usize| {
            let numbers = along.column(&all, track);
            let is_nth = |(at, number): (usize, &i64)| usize::try_from(*number) == Ok(10 * (at + 1));
            // A line of sums at the end has no number.
            let all = if numbers.last() == Some(&0) { numbers.len() - 1 } else { numbers.len() };
            all > 1 && numbers.iter().take(all).enumerate().all(is_nth)
        };
        if played.len() > 2 && counts(0) {
            played.retain(|track| *track != 0);
        }
        // A sum over all people comes after them.
        let adds_up = |(last, others): (&usize, &[usize])| {
            let sum = |step: usize| others.iter().filter_map(|track| along.number(step, *track)).sum::<i64>();
            all.clone().any(|step| sum(step) != 0)
                && all.clone().all(|step| along.number(step, *last) == Some(sum(step)))
        };
        if played.len() > 2 && played.split_last().is_some_and(adds_up) {
            played.pop();
        }
        let before = first..along.steps().saturating_sub(1);
        let is_sum = |track: &usize| {
            let sum: i64 = along.column(&before, *track).iter().sum();
            along.number(along.steps().saturating_sub(1), *track) == Some(sum)
        };
        let some = |track: &usize| along.column(&before, *track).iter().any(|points| *points != 0);
        let sums = before.len() > 1 && !played.is_empty() && played.iter().all(is_sum) && played.iter().any(some);
        let counted = if sums { before } else { all.clone() };
        let grows = |track: &usize| {
            let numbers = along.column(&counted, *track);
            numbers.first() < numbers.last() && numbers.windows(2).all(|pair| pair[0] <= pair[1])
        };
        let totals = !sums && counted.len() > 3 && !played.is_empty() && played.iter().all(grows);
        let name = |track: usize| name_in(if names { along.cell(0, track) } else { "" }, known);
        OldReading {
            rounds,
            names,
            sums,
            numbers: if totals { NumbersAre::Totals } else { NumbersAre::Points },
            empty_is_zero: false,
            people: (0..along.tracks()).map(|track| played.contains(&track).then(|| name(track))).collect(),
        }
    }

    /// Whether it has a choice for each track of this grid.
    pub fn fits(&self, grid: &OldGrid) -> bool {
        self.people.len() == Along { grid, rounds: self.rounds }.tracks()
    }

    /// What is in front of a track's first round, and its first cells after that.
    pub fn beginning<'a>(&self, grid: &'a OldGrid, track: usize, most: usize) -> (&'a str, Vec<&'a str>) {
        let rounds = self.rounds;
        let cell = |step: usize| match rounds {
            RoundsAre::Lines => grid.cell(step, track),
            RoundsAre::Columns => grid.cell(track, step),
        };
        let steps = Along { grid, rounds }.steps();
        let first = usize::from(self.names);
        (if self.names { cell(0) } else { "" }, (first..steps).take(most).map(cell).collect())
    }

    /// What the grid comes to, read like this.
    ///
    /// # Errors
    /// Everything that is wrong: at most one fault for each track, and those that are about all of it.
    pub fn evening(&self, grid: &OldGrid) -> Result<OldEvening, Vec<OldFault>> {
        let along = Along { grid, rounds: self.rounds };
        let last = along.steps().saturating_sub(usize::from(self.sums));
        let rounds = usize::from(self.names)..last;
        let used = self.people.iter().enumerate().filter_map(|(track, name)| Some((track, typed_name(name.as_ref()?))));
        let used: Vec<(usize, String)> = used.collect();
        let mut faults = wrong_people(&used);
        if rounds.is_empty() {
            faults.push(OldFault { track: None, what: OldWrong::NoRounds });
        }
        let read = used.iter().map(|(track, _)| (*track, self.tenths(&along, &rounds, *track))).collect::<Vec<_>>();
        let parts = parts_of(read.iter().filter_map(|(_, tenths)| tenths.as_ref().ok()).flatten());
        let mut points = vec![Vec::with_capacity(used.len()); rounds.len()];
        for (track, tenths) in read {
            let spot = |at: usize| along.spot(rounds.start + at, track);
            match tenths.and_then(|tenths| in_bounds(&tenths, parts).map_err(|at| OldWrong::Points(spot(at), parts))) {
                Ok(theirs) => points.iter_mut().zip(theirs).for_each(|(round, points)| round.push(points)),
                Err(what) => faults.push(OldFault { track: Some(track), what }),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let track = used.first().map_or(0, |(track, _)| *track);
        let spots = rounds.map(|step| along.spot(step, track)).collect();
        Ok(OldEvening { names: used.into_iter().map(|(_, name)| name).collect(), parts, points, spots })
    }

    /// The points of a track in each round, in tenths.
    fn tenths(&self, along: &Along, rounds: &std::ops::Range<usize>, track: usize) -> Result<Vec<i64>, OldWrong> {
        let mut points = Vec::with_capacity(rounds.len());
        let mut total = 0_i64;
        for step in rounds.clone() {
            let number = self.number(along, step, track)?;
            let scored = match self.numbers {
                NumbersAre::Points => number,
                NumbersAre::Totals => number.saturating_sub(total),
            };
            points.push(scored);
            total = total.saturating_add(scored);
        }
        if self.sums && !rounds.is_empty() {
            let written = self.number(along, rounds.end, track)?;
            if written != total {
                return Err(OldWrong::Sum { spot: along.spot(rounds.end, track), written, counted: total });
            }
        }
        Ok(points)
    }

    fn number(&self, along: &Along, step: usize, track: usize) -> Result<i64, OldWrong> {
        let cell = along.cell(step, track);
        match read_tenths(cell) {
            Ok(number) => Ok(number),
            Err(CellFault::Empty) if self.empty_is_zero => Ok(0),
            Err(fault) => Err(OldWrong::Cell(along.spot(step, track), fault, cell.to_owned())),
        }
    }
}

/// What these tenths need points to be split into.
pub(super) fn parts_of<'a>(mut tenths: impl Iterator<Item = &'a i64>) -> Parts {
    if tenths.all(|tenths| tenths % 10 == 0) { Parts::Whole } else { Parts::Tenths }
}

/// Tenths in these parts; the index of the first beyond [`MOST_POINTS`], if one is.
fn in_bounds(tenths: &[i64], parts: Parts) -> Result<Vec<i32>, usize> {
    let each = i64::from(10 / parts.of_one());
    let fits = |tenths: i64| {
        i32::try_from(tenths / each).ok().filter(|points| points.unsigned_abs() <= MOST_POINTS.unsigned_abs())
    };
    tenths.iter().enumerate().map(|(at, tenths)| fits(*tenths).ok_or(at)).collect()
}

/// The name in a cell, as somebody known writes it if it is theirs.
pub fn name_in(cell: &str, known: &[String]) -> String {
    let name = typed_name(cell);
    known.iter().find(|known| same_name(known, &name)).cloned().unwrap_or(name)
}

/// Why these people, by track and name, cannot sit together.
fn wrong_people(used: &[(usize, String)]) -> Vec<OldFault> {
    let (players, least, most) = (used.len(), *Any::SEATS.start(), *Any::SEATS.end());
    let count = if players < least {
        Some(SeatError::TooFew { players, least })
    } else {
        (players > most).then_some(SeatError::TooMany { players, most })
    };
    let mut faults: Vec<OldFault> =
        count.into_iter().map(|error| OldFault { track: None, what: OldWrong::People(error) }).collect();
    for (at, (track, name)) in used.iter().enumerate() {
        let Ok(seat) = u8::try_from(at).map(Seat) else { break };
        let twice = used.iter().take(at).any(|(_, other)| same_name(other, name));
        let error = match name.chars().count() {
            0 => SeatError::NoName(seat),
            letters if letters > MAX_NAME => SeatError::LongName(seat),
            _ if twice => SeatError::SameName(seat),
            _ => continue,
        };
        faults.push(OldFault { track: Some(*track), what: OldWrong::People(error) });
    }
    faults
}
