//! Takes what some records have done out of a table's log, after somebody meant harm: records that, added to the log, leave
//! what all others have done.
//!
//! A log only grows. So the steps since the first of those records are undone, and the good ones made again. Records are
//! texts here, so that no game has code for this; its rules are asked through a [`Judge`].

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::live::link::{Judge, Leave};

/// What a record does, as far as it matters here. The numbers are those of entries.
#[derive(Clone, Copy, PartialEq)]
enum OpKind {
    Append,
    Correct(usize),
    Note(usize),
    Insert(usize),
    Winner,
    Undo,
    Redo,
}

impl OpKind {
    /// Reads it; `None` if it is no record.
    fn read(record: &Value) -> Option<OpKind> {
        let entry = || usize::try_from(record.get("entry")?.as_u64()?).ok();
        Some(match record.get("op")?.as_str()? {
            "append" => OpKind::Append,
            "correct" => OpKind::Correct(entry()?),
            "note" => OpKind::Note(entry()?),
            "insert" => OpKind::Insert(entry()?),
            "winner" => OpKind::Winner,
            "undo" => OpKind::Undo,
            "redo" => OpKind::Redo,
            _ => return None,
        })
    }
}

/// A record that is no undo and no redo, and what has become of it.
struct Made {
    record: Value,
    does: OpKind,
    /// Whether it is one of those to take out.
    bad: bool,
    /// The record that made the entry that this one changes, if it changes one.
    target: Option<usize>,
    /// Whether it stands in what is left.
    stays: bool,
}

/// A log that is read once more, with what each record was about.
#[derive(Default)]
struct Reading {
    made: Vec<Made>,
    /// The records that stand, the latest last, and those that were undone.
    done: Vec<usize>,
    undone: Vec<usize>,
    /// The record that made each entry.
    entries: Vec<usize>,
    /// Good records that a bad one has undone, as long as nobody has gone on from there.
    doubtful: Vec<usize>,
}

impl Reading {
    fn read(&mut self, record: Value, does: OpKind, bad: bool) {
        // Whoever goes on has seen what was undone, and may have entered it again.
        if !bad {
            for at in std::mem::take(&mut self.doubtful) {
                self.made[at].stays = false;
            }
        }
        match does {
            OpKind::Undo => {
                let Some(at) = self.done.pop() else { return };
                self.undone.push(at);
                self.step(at, false);
                if bad && self.made[at].stays {
                    self.doubtful.push(at);
                } else {
                    self.made[at].stays = false;
                }
            }
            OpKind::Redo => {
                let Some(at) = self.undone.pop() else { return };
                self.done.push(at);
                self.step(at, true);
                self.doubtful.retain(|other| *other != at);
                // What somebody took back does not come back by a bad redo.
                self.made[at].stays |= !bad && !self.made[at].bad;
            }
            does => {
                let target = match does {
                    OpKind::Correct(entry) | OpKind::Note(entry) => self.entries.get(entry).copied(),
                    _ => None,
                };
                self.made.push(Made { record, does, bad, target, stays: !bad });
                let at = self.made.len() - 1;
                self.done.push(at);
                self.undone.clear();
                self.step(at, true);
            }
        }
    }

    /// Makes a record's entry or takes it away.
    fn step(&mut self, at: usize, forth: bool) {
        match self.made[at].does {
            OpKind::Append if forth => self.entries.push(at),
            OpKind::Append => drop(self.entries.pop()),
            OpKind::Insert(entry) if forth => self.entries.insert(entry.min(self.entries.len()), at),
            OpKind::Insert(entry) if entry < self.entries.len() => drop(self.entries.remove(entry)),
            _ => {}
        }
    }
}

/// The records to add to `log` so that those that are `bad` have done nothing: entries and changes that they made are gone,
/// and so are notes and corrections of these, unless somebody else has put such an entry right. What they undid comes back
/// if nobody has gone on since. They get the times from `at` on, a millisecond apart. Empty if there is nothing to do.
///
/// Only whoever hosts the table can add all of them. `begun` gives a judge that has begun this table, each time it is asked.
pub fn take_out(
    log: &[String],
    bad: impl Fn(usize) -> bool,
    begun: impl Fn() -> Option<Box<dyn Judge>>,
    at: DateTime<Utc>,
) -> Vec<String> {
    let mut reading = Reading::default();
    for (at, text) in log.iter().enumerate() {
        let record: Value = serde_json::from_str(text).unwrap_or_default();
        let Some(does) = OpKind::read(&record) else { return Vec::new() };
        reading.read(record, does, bad(at));
    }
    let Reading { mut made, done, .. } = reading;
    // Who puts an entry right wants it to be there.
    for at in 0..made.len() {
        if let Made { does: OpKind::Correct(_), bad: false, target: Some(target), stays: true, .. } = made[at] {
            made[target].stays = true;
        }
    }
    let good = loop {
        let Some((good, wrong)) = begun().map(|judge| played(judge, &made)) else { return Vec::new() };
        if wrong.is_empty() {
            break good;
        }
        // What could not be put right goes.
        wrong.into_iter().for_each(|at| made[at].stays = false);
    };
    let alike = done.iter().zip(&good).take_while(|(done, (good, _))| *done == good).count();
    let undos = (alike..done.len()).map(|_| serde_json::json!({ "op": "undo" }));
    let again = good.into_iter().skip(alike);
    let mut records = Vec::new();
    let Some(mut trial) = begun().filter(|_| !log.is_empty()) else { return records };
    if !log.iter().all(|text| trial.take(std::slice::from_ref(text), Leave::HOST)) {
        return records;
    }
    for mut record in undos.chain(again.map(|(_, record)| record)) {
        record["at"] = serde_json::to_value(at + TimeDelta::milliseconds(records.len() as i64)).unwrap_or_default();
        let text = record.to_string();
        // All of it or nothing: near the bounds of a table not all of it may fit.
        if !trial.take(std::slice::from_ref(&text), Leave::HOST) {
            return Vec::new();
        }
        records.push(text);
    }
    records
}

/// The records that stay, in their first order, as far as the rules allow them: what stands on nothing that stays falls
/// with it. Also the bad ones among them that are not put right then.
fn played(mut judge: Box<dyn Judge>, made: &[Made]) -> (Vec<(usize, Value)>, Vec<usize>) {
    let (mut entries, mut good, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for (at, made) in made.iter().enumerate().filter(|(_, made)| made.stays) {
        let mut record = made.record.clone();
        // The entry that it changes may be another one now.
        if let OpKind::Correct(_) | OpKind::Note(_) = made.does {
            let Some(now) = entries.iter().position(|entry| Some(*entry) == made.target) else { continue };
            record["entry"] = now.into();
        }
        if !judge.take(&[record.to_string()], Leave::HOST) {
            continue;
        }
        match made.does {
            OpKind::Append => entries.push(at),
            OpKind::Insert(entry) => entries.insert(entry.min(entries.len()), at),
            OpKind::Correct(_) => wrong.retain(|wrong| Some(*wrong) != made.target),
            _ => {}
        }
        if made.bad {
            wrong.push(at);
        }
        good.push((at, record));
    }
    (good, wrong)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::game::{Game, Outcome, Standing};
    use crate::domain::ledger::{Ledger, Op};
    use crate::domain::seats::Seats;
    use crate::domain::session::Record;
    use crate::live::link::Over;

    /// Entries are numbers; odd ones are only allowed after an even number of entries.
    struct Numbers;

    impl Game for Numbers {
        const ID: &'static str = "numbers";
        const SEATS: std::ops::RangeInclusive<usize> = 1..=4;
        type Options = ();
        type Event = u32;
        type State = usize;
        type Error = ();

        fn start(_: &Seats, (): &()) -> Result<usize, ()> {
            Ok(0)
        }

        fn apply(state: &usize, event: &u32) -> Result<usize, ()> {
            if event % 2 == 1 && state % 2 == 1 { Err(()) } else { Ok(state + 1) }
        }

        fn standing(_: &usize) -> Standing {
            Standing::new(Vec::new(), Outcome::Playing)
        }
    }

    /// The rules of that game.
    struct Rules(Ledger<Numbers>);

    impl Judge for Rules {
        fn begin(&mut self, _: &str, _: Option<&str>) -> Result<(), Over> {
            Ok(())
        }

        fn may_follow(&self, _: &str) -> bool {
            true
        }

        fn take(&mut self, records: &[String], _: Leave) -> bool {
            records.iter().all(|text| Record::read(text).is_some_and(|record| self.0.push(record.op).is_ok()))
        }
    }

    fn text(op: &Op<u32>) -> String {
        serde_json::to_string(&Record { at: DateTime::UNIX_EPOCH, op: op.clone() }).unwrap()
    }

    fn play(log: &[Op<u32>]) -> Ledger<Numbers> {
        let mut ledger = Ledger::new(0);
        log.iter().for_each(|op| ledger.push(op.clone()).unwrap());
        ledger
    }

    fn append(event: u32) -> Op<u32> {
        Op::Append { event }
    }

    fn correct(entry: usize, event: u32) -> Op<u32> {
        Op::Correct { entry, event }
    }

    fn note(entry: usize, text: &str) -> Op<u32> {
        Op::Note { entry, text: text.to_owned() }
    }

    /// The table after the bad records of this log are taken out, and what was added for that.
    fn without(log: &[(bool, Op<u32>)]) -> (Ledger<Numbers>, Vec<Op<u32>>) {
        let texts: Vec<_> = log.iter().map(|(_, op)| text(op)).collect();
        let mut ledger = play(&log.iter().map(|(_, op)| op.clone()).collect::<Vec<_>>());
        let begun = || -> Option<Box<dyn Judge>> { Some(Box::new(Rules(Ledger::new(0)))) };
        let added = take_out(&texts, |at| log[at].0, begun, DateTime::UNIX_EPOCH);
        let added: Vec<Op<u32>> = added.iter().map(|text| Record::read(text).unwrap().op).collect();
        added.iter().for_each(|op| ledger.push(op.clone()).unwrap());
        (ledger, added)
    }

    #[test]
    fn what_one_phone_did_goes_and_what_others_did_stays() {
        let (eve, ann) = (true, false);
        for (log, left, added) in [
            (vec![], vec![], 0),
            (vec![(ann, append(2)), (ann, append(4))], vec![2, 4], 0),
            // Entries, at the end and between others.
            (vec![(ann, append(2)), (eve, append(4))], vec![2], 1),
            (vec![(ann, append(2)), (eve, append(4)), (ann, append(6))], vec![2, 6], 3),
            // Corrections, by the entry and not by its number.
            (vec![(ann, append(2)), (eve, correct(0, 4)), (ann, append(6))], vec![2, 6], 3),
            (vec![(eve, append(2)), (ann, append(4)), (ann, correct(1, 8))], vec![8], 5),
            // What others have put right stays.
            (vec![(ann, append(2)), (eve, append(4)), (ann, correct(1, 6))], vec![2, 6], 0),
            (vec![(eve, append(4)), (ann, correct(0, 6)), (ann, Op::Undo), (ann, append(8))], vec![8], 3),
            // Others took it back already.
            (vec![(ann, append(2)), (eve, append(4)), (ann, Op::Undo), (ann, append(6))], vec![2, 6], 0),
            // What was taken back comes again, unless others went on from there.
            (vec![(ann, append(2)), (ann, append(4)), (eve, Op::Undo), (eve, Op::Undo)], vec![2, 4], 2),
            (vec![(ann, append(2)), (eve, Op::Undo), (eve, append(4))], vec![2], 2),
            (vec![(ann, append(2)), (eve, Op::Undo), (ann, append(4))], vec![4], 0),
            (vec![(ann, append(2)), (ann, Op::Undo), (eve, Op::Redo)], vec![], 1),
            // What stands on it falls with it.
            (vec![(eve, append(2)), (ann, note(0, "n"))], vec![], 2),
            (vec![(ann, append(2)), (eve, append(4)), (ann, append(5))], vec![2], 2),
        ] {
            let (ledger, steps) = without(&log);
            assert_eq!(ledger.entries(), left, "{log:?}");
            assert_eq!(steps.len(), added, "{log:?}: {steps:?}");
        }
    }

    #[test]
    fn notes_stay_beside_their_entries() {
        let log = [(true, append(2)), (false, append(4)), (false, note(1, "good")), (true, note(1, "bad"))];
        let (ledger, _) = without(&log);
        assert_eq!((ledger.entries(), ledger.note(0)), ([4].as_slice(), "good"));
    }

    fn ops() -> impl Strategy<Value = Vec<(bool, Op<u32>)>> {
        let op = prop_oneof![
            4 => (0_u32..50).prop_map(append),
            1 => (0_usize..6, 0_u32..50).prop_map(|(entry, event)| correct(entry, event)),
            1 => (0_usize..6).prop_map(|entry| note(entry, "n")),
            2 => Just(Op::Undo),
            1 => Just(Op::Redo),
        ];
        // Those that the rules refuse are not in any log. Events of bad ones are told by their size.
        prop::collection::vec((any::<bool>(), op), 0..30).prop_map(|all| {
            let (mut ledger, mut log) = (Ledger::<Numbers>::new(0), Vec::new());
            for (bad, op) in all {
                let op = match op {
                    Op::Append { event } if bad => append(event + 100),
                    Op::Correct { entry, event } if bad => correct(entry, event + 100),
                    op => op,
                };
                if ledger.push(op.clone()).is_ok() {
                    log.push((bad, op));
                }
            }
            log
        })
    }

    proptest! {
        #[test]
        fn nothing_bad_is_left(log in ops()) {
            let (ledger, steps) = without(&log);
            prop_assert!(ledger.entries().iter().all(|event| *event < 100), "{:?} by {steps:?}", ledger.entries());
        }

        #[test]
        fn where_all_are_good_nothing_changes(log in ops()) {
            let log: Vec<_> = log.into_iter().map(|(_, op)| (false, op)).collect();
            prop_assert!(without(&log).1.is_empty());
        }

        /// If nobody has gone on since, the table is as it was.
        #[test]
        fn what_came_last_is_taken_back_whole(log in ops(), from in 0_usize..30) {
            let log: Vec<_> = log.into_iter().enumerate().map(|(at, (_, op))| (at >= from, op)).collect();
            let before: Vec<_> = log.iter().take(from).map(|(_, op)| op.clone()).collect();
            let (before, (after, _)) = (play(&before), without(&log));
            prop_assert_eq!(before.entries(), after.entries());
            let notes = |ledger: &Ledger<Numbers>| (0..9).map(|entry| ledger.note(entry).to_owned()).collect::<Vec<_>>();
            prop_assert_eq!(notes(&before), notes(&after));
        }

        /// Where nothing is undone or changed, the entries of the others are left, as far as the rules allow them.
        #[test]
        fn the_entries_of_the_others_are_left(events in prop::collection::vec((any::<bool>(), 0_u32..50), 0..20)) {
            let (mut ledger, mut log) = (Ledger::<Numbers>::new(0), Vec::new());
            for (bad, event) in events {
                if ledger.push(append(event)).is_ok() {
                    log.push((bad, append(event)));
                }
            }
            let mut others = Ledger::<Numbers>::new(0);
            for (_, op) in log.iter().filter(|(bad, _)| !bad) {
                drop(others.push(op.clone()));
            }
            let (ledger, _) = without(&log);
            prop_assert_eq!(ledger.entries(), others.entries());
        }
    }
}
