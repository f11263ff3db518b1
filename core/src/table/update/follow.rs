//! What another window made of the table, and the taps that it prevented.

use serde_json::Value;

use super::messages::{Access, Effect, Part};
use super::model::{Dropped, Model, Told};
use crate::domain::session::{Head, read_head};
use crate::storage::{StorageError, Stored};
use crate::table::log::{Compared, Presence};
use crate::table::sitting::TableRules;

/// The kind of a record.
enum RecordKind {
    /// An event, or a note beside one.
    Append,
    /// Corrects this entry, or was put before it.
    Correct(usize),
    Undo,
    Redo,
}

impl RecordKind {
    /// The kind of a record written by this program.
    fn of(record: &str) -> RecordKind {
        let record: Value = serde_json::from_str(record).unwrap_or_default();
        let entry = || record.get("entry")?.as_u64()?.try_into().ok();
        match record.get("op").and_then(Value::as_str) {
            Some("correct" | "insert") => RecordKind::Correct(entry().unwrap_or(usize::MAX)),
            Some("undo") => RecordKind::Undo,
            Some("redo") => RecordKind::Redo,
            _ => RecordKind::Append,
        }
    }
}

impl Model {
    pub(super) fn loaded(&mut self, rules: &mut dyn TableRules, stored: Stored, effects: &mut Vec<Effect>) {
        let Ok(head) = read_head(&stored.head) else { return self.log.unread(StorageError::Broken) };
        let head = head.called_as(&self.head);
        let presence = if head.deleted.is_some() { Presence::Bin } else { Presence::Here };
        // Old failures are resolved: the state on disk is shown, or written again.
        self.fault = None;
        match self.log.compare(&stored.log) {
            Compared::Again => {
                let order = self.log.read();
                self.order(order, effects);
            }
            Compared::Known => {
                // The names or labels may have changed.
                if head != self.head {
                    if !rules.follow(&head, self.log.records(), &mut None) {
                        return self.log.unread(StorageError::Broken);
                    }
                    self.head = head;
                    effects.push(Effect::Draw(Part::Session));
                }
                // The drafts may be gone from the disk: if the table was removed and has come back, or if another
                // window restores it before this one does. They are stored again.
                if stored.log.len() < self.log.saved() || self.returning {
                    self.kept = None;
                }
                let draft = self.unkept();
                let order = self.log.go_on(stored.log.len(), presence, draft);
                self.order(order, effects);
            }
            Compared::Theirs(common) => {
                let place = self.is_shared().then(|| rules.place_after(&head, &stored.log[..common]));
                let turn = rules.turn();
                self.follow(rules, head, common, stored.log, presence, effects);
                effects.extend(rules.turn().filter(|now| self.is_shared() && Some(*now) != turn).map(Effect::Turned));
                // Only if the taps still mean the same, so not if the round was scored or the turn taken.
                if place.is_some_and(|place| place.is_some() && place == rules.place()) {
                    self.tap_again(rules, effects);
                }
            }
        }
    }

    /// Shows what another window made of the table.
    fn follow(
        &mut self,
        rules: &mut dyn TableRules,
        head: Head,
        common: usize,
        log: Vec<String>,
        presence: Presence,
        effects: &mut Vec<Effect>,
    ) {
        let dropped = self.log.records()[common..].iter();
        let dropped: Vec<Dropped> =
            dropped.map(|record| Dropped { was: rules.was(record), record: record.clone() }).collect();
        let corrected = self.correcting().map(|entry| (entry, rules.entry(entry)));
        let mut draft = self.drafts.draft.clone();
        if !rules.follow(&head, &log, &mut draft) {
            return self.log.unread(StorageError::Broken);
        }
        self.head = head;
        self.log.adopt(log, presence);
        self.dropped.extend(dropped);
        if draft != self.drafts.draft {
            self.aside = std::mem::replace(&mut self.drafts.draft, draft);
            effects.push(Effect::Draw(Part::Draft));
        }
        if corrected.is_some_and(|(entry, was)| rules.entry(entry) != was) {
            self.told = Some(Told::CorrectionOver);
            self.end_correction(effects);
        }
        effects.push(Effect::Draw(Part::Session));
    }

    /// Makes the prevented taps again, as far as they still fit.
    pub(super) fn tap_again(&mut self, rules: &mut dyn TableRules, effects: &mut Vec<Effect>) {
        if self.log.presence() != Presence::Here || self.access == Access::Watches {
            return;
        }
        let mut records = Vec::new();
        let mut turned = false;
        // An undo only applies to taps made again with it; otherwise it would undo the other window's.
        let (mut done, mut undone) = (0_usize, 0_usize);
        for dropped in std::mem::take(&mut self.dropped) {
            let kind = RecordKind::of(&dropped.record);
            let fits = match kind {
                RecordKind::Append => true,
                RecordKind::Correct(entry) => dropped.was.is_some() && rules.entry(entry) == dropped.was,
                RecordKind::Undo => done > 0,
                RecordKind::Redo => undone > 0,
            };
            let taken = if fits { rules.push(std::slice::from_ref(&dropped.record)) } else { None };
            let Some(passed) = taken else {
                self.unfit.push(dropped);
                continue;
            };
            turned |= passed;
            records.push(dropped.record);
            (done, undone) = match kind {
                RecordKind::Append | RecordKind::Correct(_) => (done + 1, 0),
                RecordKind::Undo => (done - 1, undone + 1),
                RecordKind::Redo => (done + 1, undone - 1),
            };
        }
        if !records.is_empty() {
            effects.extend([Effect::Draw(Part::Session), Effect::Tapped(turned)]);
            self.save(records, effects);
        }
    }

    /// Takes in the taps of an earlier visit, and makes them again at once if nobody has played since.
    pub(super) fn wait(
        &mut self,
        rules: &mut dyn TableRules,
        after: usize,
        records: Vec<String>,
        effects: &mut Vec<Effect>,
    ) {
        let continues = self.log.records().len() == after;
        let new = records.into_iter().filter(|record| !self.log.records().contains(record));
        let dropped = new.map(|record| {
            let was = match RecordKind::of(&record) {
                RecordKind::Correct(entry) => rules.entry(entry),
                RecordKind::Append | RecordKind::Undo | RecordKind::Redo => None,
            };
            Dropped { record, was }
        });
        let dropped: Vec<Dropped> = dropped.collect();
        self.dropped.extend(dropped);
        if continues {
            self.tap_again(rules, effects);
        }
    }
}
