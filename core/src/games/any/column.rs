//! The columns of a score sheet: what each counts and what that is worth. A column has no, one or two cells.

use serde::{Deserialize, Serialize};

use super::bounds::{COUNTS, CategoryFault, EVERY, FACTORS, MOST_WORTH, TRICKS};

/// A category of the score sheet: something that is counted each round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredColumn", into = "StoredColumn")]
pub struct Column {
    /// What is counted: 1 to [`MAX_CATEGORY`](super::bounds::MAX_CATEGORY) characters, unique on the sheet.
    pub name: String,
    /// How it counts.
    pub kind: ColumnKind,
}

/// How a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// So many of something, each worth the same.
    Count(Counting),
    /// A bid, entered before the play, and the tricks made. Only the first column may be this.
    Bid(Bid),
    /// Points that come by themselves.
    Bonus(Bonus),
}

/// So many of something. What can be there only once is yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counting {
    /// Points for each, within [`FACTORS`] above or below zero.
    pub factor: i32,
    /// The most that may be counted, within [`COUNTS`].
    pub most: u32,
    /// Whether as many may be counted below zero; if not, the least is 0.
    pub below: bool,
    /// Whether there are as many each round, so that what everybody has adds up to them.
    pub all: bool,
}

/// A bid, and what it is worth if it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    /// The most tricks that can be bid or made, within [`TRICKS`].
    pub most: u32,
    /// Whether these are all the tricks of a round, so that what everybody made adds up to them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all: bool,
    /// Points for a bid that was made, at most [`MOST_WORTH`].
    #[serde(default, skip_serializing_if = "crate::domain::is_default")]
    pub base: u32,
    /// Points for each of its tricks, at most [`MOST_WORTH`].
    #[serde(default, skip_serializing_if = "crate::domain::is_default")]
    pub each: u32,
    /// What each trick beyond the bid is worth; `None` if one trick too many means that the bid failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Overtrick>,
    /// What a bid that failed costs.
    #[serde(default, skip_serializing_if = "crate::domain::is_default")]
    pub failed: Failed,
    /// Points won or lost with a bid of no trick, at most [`MOST_WORTH`]; `None` if it counts like any other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zero: Option<u32>,
}

/// What each trick beyond the bid is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overtrick {
    /// Points for it, at most [`MOST_WORTH`].
    #[serde(default, skip_serializing_if = "crate::domain::is_default")]
    pub each: u32,
    /// What too many of them cost in the long run, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalty: Option<OvertrickPenalty>,
}

/// What overtricks cost, counted over all rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OvertrickPenalty {
    /// After how many of them, within [`EVERY`].
    pub every: u32,
    /// Points lost each time, at most [`MOST_WORTH`].
    pub cost: u32,
}

/// What a bid that failed costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failed {
    /// Points lost, at most [`MOST_WORTH`].
    pub each: u32,
    /// For what.
    pub per: Shortfall,
}

/// What a bid that failed is measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shortfall {
    /// Each trick that was bid.
    #[default]
    Bid,
    /// Each trick between the bid and what was made.
    Difference,
}

/// Points that come by themselves once enough are scored in the columns before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    /// How many points the columns before must have brought in the round, within [`COUNTS`].
    pub from: u32,
    /// How many it is worth, within [`FACTORS`] above or below zero.
    pub points: i32,
}

/// What a cell of a row asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetAsk {
    /// How many there are.
    Count,
    /// How many tricks are bid.
    Bid,
    /// How many tricks were made.
    Made,
}

impl Bid {
    /// Points for a bid with this many tricks made.
    pub fn points(&self, bid: u32, made: u32) -> i64 {
        let [bid, made] = [bid, made].map(i64::from);
        let is_made = made == bid || made > bid && self.over.is_some();
        match (self.zero, bid) {
            (Some(zero), 0) if made == 0 => i64::from(zero),
            (Some(zero), 0) => -i64::from(zero),
            _ if is_made => {
                let over = self.over.map_or(0, |over| i64::from(over.each));
                i64::from(self.base) + i64::from(self.each) * bid + over * (made - bid)
            }
            _ => {
                let tricks = match self.failed.per {
                    Shortfall::Bid => bid,
                    Shortfall::Difference => (bid - made).abs(),
                };
                -i64::from(self.failed.each) * tricks
            }
        }
    }

    /// How many overtricks are kept count of for the penalty. A bid of no trick that counts apart has none.
    pub fn overtricks(&self, bid: u32, made: u32) -> u32 {
        let counts = self.penalty().is_some() && !(bid == 0 && self.zero.is_some());
        if counts { made.saturating_sub(bid) } else { 0 }
    }

    /// The penalty for too many overtricks, if there is one.
    pub fn penalty(&self) -> Option<OvertrickPenalty> {
        self.over.and_then(|over| over.penalty)
    }

    fn is_sound(&self) -> bool {
        let over = self.over.unwrap_or_default();
        let worth = [self.base, self.each, over.each, self.failed.each, self.zero.unwrap_or(0)];
        let penalty = over.penalty.is_none_or(|of| EVERY.contains(&of.every) && (1..=MOST_WORTH).contains(&of.cost));
        worth.into_iter().all(|points| points <= MOST_WORTH) && penalty
    }
}

impl Column {
    /// A column that counts, from 0 up.
    pub fn count(name: &str, factor: i32, most: u32) -> Column {
        Column { name: name.to_owned(), kind: ColumnKind::Count(Counting { factor, most, below: false, all: false }) }
    }

    /// What its cells ask for, in order.
    pub fn cells(&self) -> &'static [SheetAsk] {
        match self.kind {
            ColumnKind::Count(_) => &[SheetAsk::Count],
            ColumnKind::Bid(_) => &[SheetAsk::Bid, SheetAsk::Made],
            ColumnKind::Bonus(_) => &[],
        }
    }

    /// The least and the most that each of its cells takes.
    pub fn bounds(&self) -> (i32, u32) {
        match self.kind {
            ColumnKind::Count(Counting { most, below, .. }) => {
                (if below { i32::try_from(most).map_or(i32::MIN, |most| -most) } else { 0 }, most)
            }
            ColumnKind::Bid(Bid { most, .. }) => (0, most),
            ColumnKind::Bonus(_) => (0, 0),
        }
    }

    /// Whether it is yes or no: what can be counted only once.
    pub fn is_mark(&self) -> bool {
        matches!(self.kind, ColumnKind::Count(Counting { most: 1, below: false, .. }))
    }

    /// What everybody's cells that ask for this add up to each round, if that is known.
    pub fn total(&self, asked: SheetAsk) -> Option<u32> {
        match (self.kind, asked) {
            (ColumnKind::Count(Counting { most, all: true, .. }), SheetAsk::Count)
            | (ColumnKind::Bid(Bid { most, all: true, .. }), SheetAsk::Made) => Some(most),
            _ => None,
        }
    }

    /// Its bids, if it has some.
    pub fn bid(&self) -> Option<Bid> {
        if let ColumnKind::Bid(bid) = self.kind { Some(bid) } else { None }
    }

    /// What is wrong with how it counts, as the column at `at`.
    pub fn fault(&self, at: usize) -> Option<CategoryFault> {
        match self.kind {
            ColumnKind::Count(Counting { factor, .. }) if !FACTORS.contains(&factor.unsigned_abs()) => {
                Some(CategoryFault::Factor)
            }
            ColumnKind::Count(Counting { most, .. }) if !COUNTS.contains(&most) => Some(CategoryFault::Most),
            ColumnKind::Bid(_) if at > 0 => Some(CategoryFault::BidsFirst),
            ColumnKind::Bid(Bid { most, .. }) if !TRICKS.contains(&most) => Some(CategoryFault::Tricks),
            ColumnKind::Bid(bid) if !bid.is_sound() => Some(CategoryFault::Worth),
            ColumnKind::Bonus(_) if at == 0 => Some(CategoryFault::BonusLater),
            ColumnKind::Bonus(Bonus { points, .. }) if !FACTORS.contains(&points.unsigned_abs()) => {
                Some(CategoryFault::Factor)
            }
            ColumnKind::Bonus(Bonus { from, .. }) if !COUNTS.contains(&from) => Some(CategoryFault::From),
            ColumnKind::Count(_) | ColumnKind::Bid(_) | ColumnKind::Bonus(_) => None,
        }
    }
}

/// A column as it is stored. One that only counts is as the first programs with score sheets wrote it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredColumn {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    factor: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most: Option<u32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    below: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    all: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bid: Option<Bid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bonus: Option<Bonus>,
}

impl From<Column> for StoredColumn {
    fn from(Column { name, kind }: Column) -> StoredColumn {
        let empty = StoredColumn { name, factor: None, most: None, below: false, all: false, bid: None, bonus: None };
        match kind {
            ColumnKind::Count(Counting { factor, most, below, all }) => {
                StoredColumn { factor: Some(factor), most: Some(most), below, all, ..empty }
            }
            ColumnKind::Bid(bid) => StoredColumn { bid: Some(bid), ..empty },
            ColumnKind::Bonus(bonus) => StoredColumn { bonus: Some(bonus), ..empty },
        }
    }
}

impl TryFrom<StoredColumn> for Column {
    type Error = &'static str;

    fn try_from(stored: StoredColumn) -> Result<Column, &'static str> {
        let StoredColumn { name, factor, most, below, all, bid, bonus } = stored;
        let counts = factor.is_some() || most.is_some() || below || all;
        let kind = match (factor, most, bid, bonus) {
            (Some(factor), Some(most), None, None) => ColumnKind::Count(Counting { factor, most, below, all }),
            (_, _, Some(bid), None) if !counts => ColumnKind::Bid(bid),
            (_, _, None, Some(bonus)) if !counts => ColumnKind::Bonus(bonus),
            _ => return Err("a category is a count, bids or a bonus"),
        };
        Ok(Column { name, kind })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Spades, as most people score it.
    pub fn spades() -> Bid {
        Bid {
            most: 13,
            all: true,
            base: 0,
            each: 10,
            over: Some(Overtrick { each: 1, penalty: Some(OvertrickPenalty { every: 10, cost: 100 }) }),
            failed: Failed { each: 10, per: Shortfall::Bid },
            zero: Some(100),
        }
    }

    #[test]
    fn a_bid_is_worth_what_was_agreed() {
        let spades = spades();
        // Bid 5: six made is 50 and one more; four made is 50 lost. None bid: 100 won, or lost with one trick.
        let worth = [(5, 5), (5, 6), (5, 4), (0, 0), (0, 1)].map(|(bid, made)| spades.points(bid, made));
        assert_eq!(worth, [50, 51, -50, 100, -100]);
        assert_eq!([(5, 8), (5, 4), (0, 2)].map(|(bid, made)| spades.overtricks(bid, made)), [3, 0, 0]);
        // Ten and one a trick if it is exact, else nothing.
        let exact = Bid { base: 10, each: 1, over: None, failed: Failed::default(), zero: None, ..spades };
        assert_eq!([(3, 3), (3, 4), (3, 2), (0, 0)].map(|(bid, made)| exact.points(bid, made)), [13, 0, 0, 10]);
        // Twenty and ten a trick, ten lost for each trick of difference.
        let off = Bid { base: 20, each: 10, failed: Failed { each: 10, per: Shortfall::Difference }, ..exact };
        assert_eq!([(2, 2), (2, 4), (3, 0), (0, 1)].map(|(bid, made)| off.points(bid, made)), [40, -20, -30, -10]);
    }

    #[test]
    fn a_column_is_stored_by_what_it_is() {
        let text = |column: &Column| serde_json::to_string(column).unwrap();
        assert_eq!(text(&Column::count("Tricks", 10, 13)), r#"{"name":"Tricks","factor":10,"most":13}"#);
        let bonus = Column { name: "Upper".to_owned(), kind: ColumnKind::Bonus(Bonus { from: 63, points: 35 }) };
        assert_eq!(text(&bonus), r#"{"name":"Upper","bonus":{"from":63,"points":35}}"#);
        let bids = Column { name: "Bids".to_owned(), kind: ColumnKind::Bid(spades()) };
        for column in [Column::count("Tricks", 10, 13), bonus, bids] {
            assert_eq!(serde_json::from_str::<Column>(&text(&column)).unwrap(), column);
        }
        for broken in [
            r#"{"name":"a"}"#,
            r#"{"name":"a","factor":1}"#,
            r#"{"name":"a","factor":1,"most":1,"bonus":{"from":1,"points":1}}"#,
            r#"{"name":"a","factor":1,"most":1,"more":1}"#,
            r#"{"name":"a","bid":{"most":13,"bags":1}}"#,
        ] {
            assert!(serde_json::from_str::<Column>(broken).is_err(), "{broken}");
        }
    }

    proptest! {
        /// Trick by trick, as one counts on one's fingers.
        #[test]
        fn a_bid_is_worth_the_sum_of_its_tricks(
            (bid, made) in (0_u32..=13, 0_u32..=13),
            (base, each, over, failed) in (0_u32..=30, 0_u32..=30, prop::option::of(0_u32..=9), 0_u32..=30),
            by_bid in any::<bool>(),
            zero in prop::option::of(0_u32..=200),
        ) {
            let per = if by_bid { Shortfall::Bid } else { Shortfall::Difference };
            let rules = Bid {
                most: 13, all: false, base, each, zero,
                over: over.map(|each| Overtrick { each, penalty: None }),
                failed: Failed { each: failed, per },
            };
            let mut by_hand = 0_i64;
            if let (Some(zero), 0) = (zero, bid) {
                by_hand += if made > 0 { -i64::from(zero) } else { i64::from(zero) };
            } else if made < bid || made > bid && over.is_none() {
                let tricks = if by_bid { (0..bid).count() } else { (made.min(bid)..made.max(bid)).count() };
                for _ in 0..tricks { by_hand -= i64::from(failed); }
            } else {
                by_hand += i64::from(base);
                for trick in 0..made {
                    by_hand += i64::from(if trick < bid { each } else { over.unwrap_or(0) });
                }
            }
            prop_assert_eq!(rules.points(bid, made), by_hand);
        }
    }
}
