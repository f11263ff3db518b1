//! How long deleted tables are kept: counts the days that each has been in the bin, and names those to be removed for
//! good. The history asks at each visit.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How many days with a visit to the history a deleted table is kept.
const KEPT_DAYS: u8 = 30;

/// How many days deleted tables have been in the bin. A day counts once, and only if the history was visited, so a
/// clock that jumps adds a single day, however far it jumps.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Bin {
    /// The last day on which the history was visited, by the device's clock.
    day: String,
    /// Days counted, by table.
    days: BTreeMap<String, u8>,
}

impl Bin {
    /// The key under which it is stored.
    pub(super) const KEY: &str = "bin";

    /// Counts `today` for the tables that are `deleted`, and forgets all others. Returns those to be removed for good.
    pub(super) fn look<'a>(&mut self, today: &str, deleted: impl Iterator<Item = &'a str>) -> Vec<String> {
        let passed = u8::from(self.day != today);
        today.clone_into(&mut self.day);
        let before = std::mem::take(&mut self.days);
        let mut gone = Vec::new();
        for id in deleted {
            let days = before.get(id).map_or(0, |days| days + passed);
            if days > KEPT_DAYS {
                gone.push(id.to_owned());
            } else {
                self.days.insert(id.to_owned(), days);
            }
        }
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deleted_table_stays_for_thirty_days_of_use() {
        let mut bin = Bin::default();
        for day in 0..=KEPT_DAYS {
            for _ in 0..3 {
                assert_eq!(bin.look(&format!("day {day}"), ["a"].into_iter()), [""; 0], "day {day}");
            }
        }
        assert_eq!(bin.look("day 31", ["a", "b"].into_iter()), ["a"]);
        assert_eq!(bin.days, BTreeMap::from([("b".to_owned(), 0)]));
    }

    #[test]
    fn a_clock_that_jumps_is_one_day() {
        let mut bin = Bin::default();
        for day in ["2026-11-22", "2027-11-22", "1970-01-01", "2026-11-23"] {
            assert_eq!(bin.look(day, ["a"].into_iter()), [""; 0]);
        }
        assert_eq!(bin.days["a"], 3);
    }

    #[test]
    fn a_table_that_came_back_begins_anew() {
        let mut bin = Bin::default();
        bin.look("1", ["a"].into_iter());
        bin.look("2", ["a"].into_iter());
        bin.look("3", std::iter::empty());
        bin.look("4", ["a"].into_iter());
        assert_eq!(bin.days["a"], 0);
    }
}
