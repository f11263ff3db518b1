//! What the cells of a grid mean: choices that people make, proposed so that they seldom have to.

use std::cmp::Ordering;
use std::ops::Range;

use super::along::{Along, RoundsAre};
use super::choices::{NumbersAre, OldChoices};
use super::evening::OldEvening;
use super::fault::{NameFault, OldFault, OldWrong};
use super::grid::OldGrid;
use super::points::{CellFault, read_tenths};
use crate::domain::game::Game;
use crate::domain::parts::Parts;
use crate::domain::people::same_name;
use crate::domain::seats::{MAX_NAME, SeatError, typed_name};
use crate::games::any::game::{Any, MOST_POINTS};

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

impl OldReading {
    /// A proposal for a grid in which what was chosen holds; `known` are the names of the people whom the app knows.
    pub fn propose(grid: &OldGrid, known: &[String], choices: &OldChoices) -> OldReading {
        let rounds = choices.rounds.unwrap_or_else(|| rounds_of(grid, known));
        let along = Along { grid, rounds, known };
        let chosen = choices.along(rounds);
        let names = chosen.names.unwrap_or_else(|| along.has_names());
        let seeming = along.people(names);
        let person = |track: usize| {
            let heading = along.heading(names, track);
            match chosen.seated(track, heading) {
                Some(choice) => choice.name().cloned(),
                None => seeming.contains(&track).then(|| name_in(heading, known)),
            }
        };
        let people: Vec<Option<String>> = (0..along.tracks()).map(person).collect();
        let (sums, numbers) = ending(along, usize::from(names), &people, chosen.sums);
        OldReading {
            rounds,
            names,
            sums,
            numbers: choices.numbers.unwrap_or(numbers),
            empty_is_zero: choices.empty_is_zero,
            people,
        }
    }

    /// What is in front of a track's first round, and its first cells after that.
    pub fn beginning<'a>(&self, grid: &'a OldGrid, track: usize, most: usize) -> (&'a str, Vec<&'a str>) {
        let along = Along { grid, rounds: self.rounds, known: &[] };
        let rounds = usize::from(self.names)..along.steps();
        (along.heading(self.names, track), rounds.take(most).map(|step| along.cell(step, track)).collect())
    }

    /// What the grid comes to, read like this.
    ///
    /// # Errors
    /// Everything that is wrong: at most one fault for each track, and those that are about all of it.
    pub fn evening(&self, grid: &OldGrid) -> Result<OldEvening, Vec<OldFault>> {
        let along = Along { grid, rounds: self.rounds, known: &[] };
        let last = along.steps().saturating_sub(usize::from(self.sums));
        let rounds = usize::from(self.names)..last;
        let used = self.people.iter().enumerate().filter_map(|(track, name)| Some((track, typed_name(name.as_ref()?))));
        let used: Vec<(usize, String)> = used.collect();
        let mut faults = wrong_people(along, &used);
        if rounds.is_empty() {
            faults.push(OldFault { track: None, what: OldWrong::NoRounds });
        }
        let read = used.iter().map(|(track, _)| (*track, self.tenths(along, &rounds, *track))).collect::<Vec<_>>();
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
    fn tenths(&self, along: Along, rounds: &Range<usize>, track: usize) -> Result<Vec<i64>, OldWrong> {
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

    fn number(&self, along: Along, step: usize, track: usize) -> Result<i64, OldWrong> {
        let cell = along.cell(step, track);
        match read_tenths(cell) {
            Ok(number) => Ok(number),
            Err(CellFault::Empty) if self.empty_is_zero => Ok(0),
            Err(fault) => Err(OldWrong::Cell(along.spot(step, track), fault, cell.to_owned())),
        }
    }
}

/// What seems to be a round.
fn rounds_of(grid: &OldGrid, known: &[String]) -> RoundsAre {
    let [lines, columns] = [RoundsAre::Lines, RoundsAre::Columns].map(|rounds| Along { grid, rounds, known });
    let turned = match (lines.has_names(), columns.has_names()) {
        (true, true) => match columns.known().cmp(&lines.known()) {
            Ordering::Equal => lines.has_rounds_for_names() && !columns.has_rounds_for_names(),
            more => more.is_gt(),
        },
        (lines, columns) => columns && !lines,
    };
    if turned { RoundsAre::Columns } else { RoundsAre::Lines }
}

/// Whether the totals seem to be after the last round unless that was chosen, and what the numbers seem to be. The former
/// rather too often than too seldom: totals that do not fit are said to be wrong, but as a round they would be points.
fn ending(along: Along, first: usize, people: &[Option<String>], chosen: Option<bool>) -> (bool, NumbersAre) {
    let used: Vec<usize> = (0..people.len()).filter(|track| people.get(*track).is_some_and(Option::is_some)).collect();
    let last = along.steps().saturating_sub(1);
    let (all, before) = (first..along.steps(), first..last);
    let total = |track: &usize| along.column(&before, *track).iter().sum::<i64>();
    let with_points = |track: &usize| along.column(&before, *track).iter().filter(|points| **points != 0).count();
    let adds_up = |track: &usize| along.number(last, *track) == Some(total(track));
    let repeats = |track: &usize| !before.is_empty() && along.number(last, *track) == along.number(last - 1, *track);
    let grow = |rounds: &Range<usize>| {
        !used.is_empty()
            && used.iter().all(|track| {
                let numbers = along.column(rounds, *track);
                numbers.first() < numbers.last() && numbers.windows(2).all(|pair| pair[0] <= pair[1])
            })
    };
    let (all_grow, before_grow) = (all.len() > 3 && grow(&all), before.len() > 1 && grow(&before));
    let all_add_up = before.len() > 1 && used.iter().all(adds_up) && used.iter().any(|track| with_points(track) > 0);
    // Where one round has all the points, the last may be like it by chance.
    let one_adds_up = used.iter().any(|track| adds_up(track) && total(track) != 0 && with_points(track) > 1);
    let again = before_grow && before.len() > 2 && used.iter().all(repeats);
    let says_so = !before.is_empty() && along.says_totals(first, &used);
    let sums = chosen.unwrap_or(all_add_up || says_so || again || one_adds_up && !all_grow);
    let totals =
        if sums { before_grow && !one_adds_up && (before.len() > 3 || used.iter().any(repeats)) } else { all_grow };
    (sums, if totals { NumbersAre::Totals } else { NumbersAre::Points })
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
fn wrong_people(along: Along, used: &[(usize, String)]) -> Vec<OldFault> {
    let (players, least, most) = (used.len(), *Any::SEATS.start(), *Any::SEATS.end());
    let count = if players < least {
        Some(SeatError::TooFew { players, least })
    } else {
        (players > most).then_some(SeatError::TooMany { players, most })
    };
    let mut faults: Vec<OldFault> =
        count.into_iter().map(|error| OldFault { track: None, what: OldWrong::People(error) }).collect();
    for (at, (track, name)) in used.iter().enumerate() {
        let twice = used.iter().take(at).any(|(_, other)| same_name(other, name));
        let fault = match name.chars().count() {
            0 => NameFault::Missing,
            letters if letters > MAX_NAME => NameFault::Long,
            _ if twice => NameFault::Twice,
            _ => continue,
        };
        faults.push(OldFault { track: Some(*track), what: OldWrong::Name(along.spot(0, *track), fault) });
    }
    faults
}
