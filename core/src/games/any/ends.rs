//! When a game ends and what a tie then means, and to whom the deal goes.

use serde::{Deserialize, Serialize};

use super::bounds::{Error, MOST_POINTS, ROUNDS, TARGETS};

/// When a game ends: as soon as one of these holds, and at any time when the table says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "SavedEnds", into = "SavedEnds")]
pub struct Ends {
    /// Somebody has reached a total.
    pub target: Option<TargetRule>,
    /// Somebody has fallen to this total or below it. It is below the points at the start.
    pub limit: Option<i32>,
    /// So many rounds were played, within [`ROUNDS`].
    pub rounds: Option<u16>,
}

/// A total to be reached, from below or, if the points at the start are more, from above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TargetRule {
    /// The total, within [`TARGETS`].
    pub points: u32,
    /// Whether it has to be reached exactly: a round that would lead past it scores nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// Whether points without a score sheet are entered as what is taken off, where the total is reached from above.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub takes_off: bool,
}

impl Ends {
    /// Only at this total.
    pub fn at(points: u32) -> Ends {
        Ends { target: Some(TargetRule { points, ..TargetRule::default() }), ..Ends::default() }
    }

    /// Only after so many rounds.
    pub fn after(rounds: u16) -> Ends {
        Ends { rounds: Some(rounds), ..Ends::default() }
    }

    /// Whether the total is reached from above by whoever starts with this many points.
    pub fn counts_down(&self, start: i32) -> bool {
        self.target.is_some_and(|target| i64::from(start) > i64::from(target.points))
    }

    /// Whether points are entered as what is taken off, by whoever starts with this many.
    pub fn takes_off(&self, start: i32) -> bool {
        self.counts_down(start) && self.target.is_some_and(|target| target.takes_off)
    }

    /// Whether everything is within its bounds for whoever starts with this many points.
    ///
    /// # Errors
    /// The first bound that is broken.
    pub fn check(&self, start: i32) -> Result<(), Error> {
        match self.target {
            Some(TargetRule { points, .. }) if !TARGETS.contains(&points) || points == 0 && start == 0 => {
                return Err(Error::Target(points));
            }
            _ => {}
        }
        match self.limit {
            Some(limit) if limit < -MOST_POINTS || limit >= start => return Err(Error::Limit { limit, start }),
            _ => {}
        }
        match self.rounds {
            Some(rounds) if !ROUNDS.contains(&rounds) => Err(Error::Rounds(rounds)),
            _ => Ok(()),
        }
    }
}

/// The ends as they are stored. The first three are all that the first programs know.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", content = "at", rename_all = "snake_case")]
enum SavedEnds {
    Open,
    Target(u32),
    Rounds(u16),
    Ends {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<TargetRule>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u16>,
    },
}

impl From<SavedEnds> for Ends {
    fn from(saved: SavedEnds) -> Ends {
        match saved {
            SavedEnds::Open => Ends::default(),
            SavedEnds::Target(points) => Ends::at(points),
            SavedEnds::Rounds(rounds) => Ends::after(rounds),
            SavedEnds::Ends { target, limit, rounds } => Ends { target, limit, rounds },
        }
    }
}

impl From<Ends> for SavedEnds {
    fn from(ends: Ends) -> SavedEnds {
        match ends {
            Ends { target: None, limit: None, rounds: None } => SavedEnds::Open,
            Ends { target: Some(TargetRule { points, exact: false, takes_off: false }), limit: None, rounds: None } => {
                SavedEnds::Target(points)
            }
            Ends { target: None, limit: None, rounds: Some(rounds) } => SavedEnds::Rounds(rounds),
            Ends { target, limit, rounds } => SavedEnds::Ends { target, limit, rounds },
        }
    }
}

/// What a tie for the lead at the end means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// They share the win.
    #[default]
    Shared,
    /// One more round decides, whatever the totals are then.
    OneMore,
    /// The table decides: one more round, a shared win, or one of them.
    Table,
}

/// Who deals. Whoever starts deals first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "SavedDeal", into = "SavedDeal")]
pub enum DealRule {
    /// Nobody whom the app should name.
    #[default]
    Nobody,
    /// After each round the next player in the direction of play at the start.
    Passes,
    /// Whoever won the round. Of several the dealer, or else the next of them.
    Winner,
    /// Whoever ended the round, which the table says with a tap.
    Ender,
    /// The same player until the table names another.
    Table,
}

/// Who deals, as it is stored: the first programs know yes or no.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SavedDeal {
    Passes(bool),
    Goes(SavedDealer),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedDealer {
    Winner,
    Ender,
    Table,
}

impl From<SavedDeal> for DealRule {
    fn from(saved: SavedDeal) -> DealRule {
        match saved {
            SavedDeal::Passes(false) => DealRule::Nobody,
            SavedDeal::Passes(true) => DealRule::Passes,
            SavedDeal::Goes(SavedDealer::Winner) => DealRule::Winner,
            SavedDeal::Goes(SavedDealer::Ender) => DealRule::Ender,
            SavedDeal::Goes(SavedDealer::Table) => DealRule::Table,
        }
    }
}

impl From<DealRule> for SavedDeal {
    fn from(deal: DealRule) -> SavedDeal {
        match deal {
            DealRule::Nobody => SavedDeal::Passes(false),
            DealRule::Passes => SavedDeal::Passes(true),
            DealRule::Winner => SavedDeal::Goes(SavedDealer::Winner),
            DealRule::Ender => SavedDeal::Goes(SavedDealer::Ender),
            DealRule::Table => SavedDeal::Goes(SavedDealer::Table),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_the_first_programs_know_is_stored_as_they_do() {
        let same = |ends: Ends, stored: serde_json::Value| {
            assert_eq!(serde_json::to_value(ends).unwrap(), stored);
            assert_eq!(serde_json::from_value::<Ends>(stored).unwrap(), ends);
        };
        same(Ends::default(), json!({ "type": "open" }));
        same(Ends::at(100), json!({ "type": "target", "at": 100 }));
        same(Ends::after(7), json!({ "type": "rounds", "at": 7 }));
        let both = Ends { limit: Some(-500), ..Ends::at(500) };
        same(both, json!({ "type": "ends", "at": { "target": { "points": 500 }, "limit": -500 } }));
        let exact = TargetRule { points: 0, exact: true, takes_off: true };
        let stored = json!({ "type": "ends", "at": { "target": { "points": 0, "exact": true, "takes_off": true }, "rounds": 9 } });
        same(Ends { target: Some(exact), rounds: Some(9), limit: None }, stored);
        for (deal, stored) in [
            (DealRule::Nobody, json!(false)),
            (DealRule::Passes, json!(true)),
            (DealRule::Winner, json!("winner")),
            (DealRule::Ender, json!("ender")),
            (DealRule::Table, json!("table")),
        ] {
            assert_eq!(serde_json::to_value(deal).unwrap(), stored);
            assert_eq!(serde_json::from_value::<DealRule>(stored).unwrap(), deal);
        }
    }

    #[test]
    fn ends_that_contradict_the_start_are_refused() {
        let limit = |limit| Ends { limit: Some(limit), ..Ends::default() };
        assert_eq!(limit(-500).check(0), Ok(()));
        assert_eq!(limit(-500).check(-500), Err(Error::Limit { limit: -500, start: -500 }));
        assert_eq!(limit(10).check(0), Err(Error::Limit { limit: 10, start: 0 }));
        assert_eq!(limit(10).check(50), Ok(()), "whoever begins with 50 is out at 10");
        assert_eq!(limit(-100_000).check(0), Err(Error::Limit { limit: -100_000, start: 0 }));
        assert_eq!(Ends::at(0).check(0), Err(Error::Target(0)));
        assert_eq!(Ends::at(0).check(501), Ok(()));
        assert_eq!(Ends::after(0).check(0), Err(Error::Rounds(0)));
        let several = Ends { limit: Some(-500), rounds: Some(1_000), ..Ends::at(500) };
        assert_eq!(several.check(0), Err(Error::Rounds(1_000)));
    }
}
