//! What the table agreed on: the name of the game, who wins, when it ends, and the score sheet.

use serde::{Deserialize, Serialize};

use super::bounds::{CategoryFault, Error, MAX_CATEGORY, MAX_GAME, MOST_CATEGORIES, MOST_POINTS, STEPS};
use super::column::{Column, ColumnKind};
use super::ends::{DealRule, Ends, TieRule};
use crate::domain::game::TargetTotal;
use crate::domain::parts::Parts;
use crate::domain::seats::{Direction, Seat, typed_name};
use crate::domain::teams::{MAX_SIDE, Teams, sides};

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinningTotal {
    /// The highest total.
    #[default]
    Highest,
    /// The lowest total.
    Lowest,
}

/// When points are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Those of everybody, after each round.
    #[default]
    Round,
    /// Those of one side, after its turn. There is neither a score sheet nor a dealer then.
    Turn,
}

/// What the table agreed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// What the game is called, at most [`MAX_GAME`] characters; empty if nobody named it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The categories of its score sheet, at most [`MOST_CATEGORIES`]. If there are none, points are entered directly.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Column>,
    /// When points are written down.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub scoring: Scoring,
    /// What points are split into. The start, the target and the limit are whole points all the same.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub parts: Parts,
    /// The points everyone has at the start, at most [`MOST_POINTS`] above or below zero.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub start: i32,
    /// Who deals.
    #[serde(rename = "deals", skip_serializing_if = "crate::domain::is_default")]
    pub deal: DealRule,
    /// Who wins.
    pub winner: WinningTotal,
    /// When the game ends.
    pub ending: Ends,
    /// What a tie for the lead means then.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub tie: TieRule,
    /// Cards the draw stack grows by, within [`STEPS`].
    pub step: u8,
    /// Cards it grows by with another draw card, within [`STEPS`], if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_step: Option<u8>,
    /// Whether with two players a change of direction means that the same one plays again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// The direction of play at the start.
    pub direction: Direction,
    /// Who scores together; `None` if everybody plays alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teams: Option<Teams>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            name: String::new(),
            categories: Vec::new(),
            scoring: Scoring::Round,
            parts: Parts::Whole,
            start: 0,
            deal: DealRule::Nobody,
            winner: WinningTotal::Highest,
            ending: Ends::default(),
            tie: TieRule::Shared,
            step: 2,
            other_step: None,
            again: false,
            direction: Direction::Clockwise,
            teams: None,
        }
    }
}

impl Options {
    /// Whether the points go down to the target, because the game starts above it.
    pub fn counts_down(&self) -> bool {
        self.has_start() && self.ending.counts_down(self.start)
    }

    /// Whether points are entered as what is taken off.
    pub fn takes_off(&self) -> bool {
        self.categories.is_empty() && self.has_start() && self.ending.takes_off(self.start)
    }

    /// The total that ends the game, in [`Options::parts`], if one does.
    pub fn target(&self) -> Option<TargetTotal> {
        let rule = self.ending.target?;
        let points = i32::try_from(rule.points).ok()?.saturating_mul(self.parts.of_one());
        Some(TargetTotal { points, down: self.counts_down(), exact: rule.exact })
    }

    /// Those who score together.
    pub fn sides(&self, players: usize) -> Vec<Vec<Seat>> {
        sides(self.teams.as_ref(), players)
    }

    /// The same game without who is with whom, for other people.
    #[must_use]
    pub fn for_others(&self) -> Options {
        Options { teams: self.teams.as_ref().map(Teams::unchosen), ..self.clone() }
    }

    /// Whether the points at the start are within their bounds.
    pub fn has_start(&self) -> bool {
        self.start.unsigned_abs() <= MOST_POINTS.unsigned_abs()
    }

    /// Whether each turn is to be scored by itself, although there is a score sheet or a dealer.
    pub fn contradicts_turns(&self) -> bool {
        self.scoring == Scoring::Turn && (!self.categories.is_empty() || self.deal != DealRule::Nobody)
    }

    /// Whether everything is within its bounds.
    ///
    /// # Errors
    /// The first bound that is broken.
    pub fn check(&self) -> Result<(), Error> {
        if !fits(&self.name, MAX_GAME) && !self.name.is_empty() {
            return Err(Error::Name);
        }
        if self.categories.len() > MOST_CATEGORIES {
            return Err(Error::Categories(self.categories.len()));
        }
        for (at, category) in self.categories.iter().enumerate() {
            let fault = if !fits(&category.name, MAX_CATEGORY) {
                Some(CategoryFault::Name)
            } else if self.categories[..at].iter().any(|other| other.name == category.name) {
                Some(CategoryFault::Twice)
            } else {
                category.fault(at).or_else(|| {
                    let is_bonus = |column: &Column| matches!(column.kind, ColumnKind::Bonus(_));
                    let second = is_bonus(category) && self.categories[..at].iter().any(is_bonus);
                    second.then_some(CategoryFault::BonusLater)
                })
            };
            if let Some(fault) = fault {
                return Err(Error::Category(at, fault));
            }
        }
        if self.contradicts_turns() {
            return Err(Error::Scoring);
        }
        if !self.has_start() {
            return Err(Error::Start(self.start));
        }
        if let Some(step) = [self.step].into_iter().chain(self.other_step).find(|step| !STEPS.contains(step)) {
            return Err(Error::Step(step));
        }
        if self.teams.as_ref().is_some_and(|teams| !teams.is_valid(MAX_SIDE)) {
            return Err(Error::Split);
        }
        self.ending.check(self.start)
    }
}

/// Whether a name is as [`typed_name`] leaves it, not empty, and at most `most` characters long.
fn fits(name: &str, most: usize) -> bool {
    !name.is_empty() && typed_name(name) == name && name.chars().count() <= most
}

#[cfg(test)]
mod tests {
    use super::super::column::{Bid, Bonus};
    use super::*;

    fn sheet() -> Vec<Column> {
        vec![Column::count("Tricks", 1, 13), Column::count("Bid made", 10, 1), Column::count("Off by", -5, 13)]
    }

    #[test]
    fn a_sheet_out_of_bounds_is_no_game() {
        let with = |change: fn(&mut Options)| {
            let mut options = Options { name: "Skat".to_owned(), categories: sheet(), ..Options::default() };
            change(&mut options);
            options.check()
        };
        assert_eq!(with(|_| {}), Ok(()));
        let category = |at, fault| Err(Error::Category(at, fault));
        assert_eq!(with(|it| it.name = "x".repeat(41)), Err(Error::Name));
        assert_eq!(with(|it| it.name = " Skat".to_owned()), Err(Error::Name));
        assert_eq!(with(|it| it.start = -100_000), Err(Error::Start(-100_000)));
        assert_eq!(with(|it| it.categories[0].name.clear()), category(0, CategoryFault::Name));
        assert_eq!(with(|it| it.categories[2].name = "x".repeat(17)), category(2, CategoryFault::Name));
        assert_eq!(with(|it| it.categories[2].name = "Tricks".to_owned()), category(2, CategoryFault::Twice));
        assert_eq!(with(|it| it.categories[1] = Column::count("a", 0, 1)), category(1, CategoryFault::Factor));
        assert_eq!(with(|it| it.categories[1] = Column::count("a", -1_001, 1)), category(1, CategoryFault::Factor));
        assert_eq!(with(|it| it.categories[1] = Column::count("a", 1, 0)), category(1, CategoryFault::Most));
        let bids = |most, base| {
            let bid = Bid { most, base, ..Bid::default() };
            Column { name: "Bids".to_owned(), kind: ColumnKind::Bid(bid) }
        };
        let first = |column: Column| {
            let categories = [column].into_iter().chain(sheet()).collect();
            Options { name: "Skat".to_owned(), categories, ..Options::default() }.check()
        };
        assert_eq!(first(bids(13, 1_000)), Ok(()));
        assert_eq!(first(bids(61, 0)), category(0, CategoryFault::Tricks));
        assert_eq!(first(bids(13, 1_001)), category(0, CategoryFault::Worth));
        let bonus = |from, points| Column { name: "Bonus".to_owned(), kind: ColumnKind::Bonus(Bonus { from, points }) };
        assert_eq!(first(bonus(63, 35)), category(0, CategoryFault::BonusLater));
        let last = |column: Column| {
            let categories = sheet().into_iter().chain([column]).collect();
            Options { name: "Skat".to_owned(), categories, ..Options::default() }.check()
        };
        assert_eq!(last(bonus(63, 35)), Ok(()));
        assert_eq!(last(bonus(0, 35)), category(3, CategoryFault::From));
        assert_eq!(last(bonus(63, 0)), category(3, CategoryFault::Factor));
        assert_eq!(last(bids(13, 10)), category(3, CategoryFault::BidsFirst));
        let by_turns = Options { scoring: Scoring::Turn, ..Options::default() };
        assert_eq!(by_turns.check(), Ok(()));
        assert_eq!(with(|it| it.scoring = Scoring::Turn), Err(Error::Scoring), "a sheet has rows for everybody");
        assert_eq!(Options { deal: DealRule::Passes, ..by_turns }.check(), Err(Error::Scoring));
        assert_eq!(with(|it| it.categories = (0..13).map(|_| sheet().remove(0)).collect()), Err(Error::Categories(13)));
    }
}
