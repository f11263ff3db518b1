//! Everything an open table decides, in one place: [`update`] takes an input and returns the effects to run. It uses no
//! clock, no randomness, no browser and no storage: whoever runs the [`Effect`]s uses those and reports back as
//! [`Input`]s.
//!
//! ```text
//! tap -> update -> Effect::Append -> the storage writes -> Input::Written -> update -> Effect::Draw(Part::Status)
//! ```
//!
//! It treats records as text; [`TableRules`] knows their meaning at this table. So it is not generic, and the program
//! contains it once.
//!
//! What is said here of another window of this device holds for the other phones at a shared table as well.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::draft::{Correction, Drafts};
use super::log::{Compared, LogWriter, Order, Presence};
use super::sitting::TableRules;
use crate::domain::seats::Seat;
use crate::domain::session::{Head, read_head};
use crate::storage::{Append, StorageError, Stored};

/// What a tap does to the draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entered {
    /// The draft stays.
    Stays,
    /// The draft is finished, except for what is given here. A correction is always finished as a whole.
    Done(Option<String>),
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A tap: accept these records, all or none. Records contain the time of the tap, which is unique, so a window
    /// recognises its own.
    Tap(Vec<String>, Entered),
    /// A tap that was aimed at what was drawn before others played: it does not count. A shared table says so, because
    /// nobody there sees the taps of others coming.
    Late(String),
    /// The current draft changed.
    Draft(Option<String>, DateTime<Utc>),
    /// The correction of this entry is now open, or none is.
    At(Option<usize>, DateTime<Utc>),
    /// Time has passed.
    Tick(DateTime<Utc>),
    /// Make the taps again that another window prevented.
    TapAgain,
    /// Continue with the draft from before another window played on.
    GoOn,
    /// The first of these notices was dismissed: prevented taps, taps that no longer fit, the draft set aside, any
    /// other.
    Dismiss,
    /// The options are now these; only some that no state depends on have changed, such as names.
    Rename(Value),
    /// Another window changed the table.
    Heard,
    /// Someone wants unsaved taps to be written now.
    Retry,
    /// Some time has passed since [`Effect::Wait`].
    Waited,
    /// Restore the table from the bin, or from nothing.
    BringBack,
    /// Whether the table is shared with other phones now, and whether this one may not add to the log: it watches, or
    /// only hands in its own row.
    Shared(bool, bool),
    /// What is stored of sharing the table cannot be read.
    Alone,
    /// Taps of an earlier visit that have not reached the shared log, and how many records they follow.
    Waiting(usize, Vec<String>),
    /// The result of the write with this number.
    Written(u64, Result<(), StorageError>),
    /// The result of [`Effect::Load`].
    Loaded(Result<Option<Stored>, StorageError>),
    /// The result of [`Effect::KeepDraft`].
    DraftKept(Result<(), StorageError>),
    /// The result of [`Effect::PutHead`] or [`Effect::Create`].
    HeadKept(Result<(), StorageError>),
}

/// Something to do. Everything for the storage starts at once, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Write records; report [`Input::Written`] with this number.
    Append(u64, Append),
    /// Store the drafts; report [`Input::DraftKept`].
    KeepDraft(String),
    /// Read the table; report [`Input::Loaded`].
    Load,
    /// Store the setup; report [`Input::HeadKept`].
    PutHead(String),
    /// Store a table that is missing from the disk, with its draft; report [`Input::HeadKept`].
    Create(Stored, String),
    /// Report [`Input::Waited`] after a while.
    Wait,
    /// A tap was accepted; says whether it passed the turn on.
    Tapped(bool),
    /// Others played on, and now it is the turn of this seat.
    Turned(Seat),
    /// Close the open correction.
    Leave,
    /// Redraw this part.
    Draw(Part),
    /// Set or clear the storage problem that the app shows.
    Trouble(Option<StorageError>),
}

/// A part of a table's screen that is redrawn on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The session and everything computed from it.
    Session,
    /// The current draft, and which entry is being corrected.
    Draft,
    /// Whether everything is saved, and the notices.
    Status,
}

/// A tap that another window prevented.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// Its record.
    pub record: String,
    /// If it is a correction, what its entry was before, as [`TableRules::entry`] gives it.
    was: Option<String>,
}

/// Why the last tap was refused, or what another window did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A rule forbids it; [`TableRules::explain`] says which.
    Refused,
    /// The table cannot be played now.
    NotHere,
    /// The entry being corrected was changed elsewhere.
    CorrectionOver,
    /// This phone may not add to the shared log.
    Watching,
    /// How the table is shared cannot be read, so it is played on this device alone.
    Alone,
}

/// An open table, except for the meaning of its records.
pub struct Model {
    /// The stored setup.
    pub head: Head,
    /// The log, and how much of it is on disk.
    pub log: LogWriter,
    /// The unfinished input.
    pub drafts: Drafts,
    /// The draft that another window's changes have made obsolete.
    pub aside: Option<String>,
    /// Taps that another window prevented.
    pub dropped: Vec<Dropped>,
    /// Those that no longer fitted when they were made again.
    pub unfit: Vec<Dropped>,
    /// The current message.
    pub told: Option<Told>,
    /// Whether other phones share the table: what they prevent is made again at once, unless they have played on.
    pub shared: bool,
    /// Whether this phone may not add to the shared log.
    watching: bool,
    /// The drafts as they are on disk or being written; `None` after a failure.
    kept: Option<String>,
    /// A failure other than the log's.
    fault: Option<StorageError>,
    /// Which correction was last reported open; `None` before the first report.
    at: Option<Option<usize>>,
    /// Whether [`Input::Waited`] is pending.
    waiting: bool,
    /// Whether the setup being written restores the table.
    returning: bool,
}

/// Whether every tap is on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saving {
    /// All are.
    Saved,
    /// The rest is being written.
    Saving,
    /// Writing has failed, and the rest waits.
    Failed,
    /// There is no table to save to.
    Deleted,
}

/// The kind of a record.
enum RecordKind {
    /// An event, or a note beside one.
    Append,
    /// Corrects this entry.
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
            Some("correct") => RecordKind::Correct(entry().unwrap_or(usize::MAX)),
            Some("undo") => RecordKind::Undo,
            Some("redo") => RecordKind::Redo,
            _ => RecordKind::Append,
        }
    }
}

impl Model {
    /// A table as read from the disk: setup, log and stored drafts. Must be followed by [`Input::At`].
    pub fn new(head: Head, log: Vec<String>, kept: Option<String>, drafts: Drafts) -> Model {
        let presence = if head.deleted.is_some() { Presence::Bin } else { Presence::Here };
        Model {
            log: LogWriter::new(head.id.clone(), log, presence),
            head,
            drafts,
            aside: None,
            dropped: Vec::new(),
            unfit: Vec::new(),
            told: None,
            shared: false,
            watching: false,
            kept: Some(kept.unwrap_or_else(|| "null".to_owned())),
            fault: None,
            at: None,
            waiting: false,
            returning: false,
        }
    }

    /// Whether every tap is on disk.
    pub fn saving(&self) -> Saving {
        if self.log.presence() != Presence::Here {
            Saving::Deleted
        } else if self.log.fault().is_some() {
            Saving::Failed
        } else if self.log.saved() == self.log.records().len() {
            Saving::Saved
        } else {
            Saving::Saving
        }
    }

    /// Whether the app must hold on to the table: a result is pending, or a loss has not been acknowledged yet.
    pub fn is_held(&self) -> bool {
        let busy = self.log.is_busy() && self.log.presence() != Presence::Gone;
        let lost = !self.dropped.is_empty() || (self.shared && !self.unfit.is_empty());
        busy || self.waiting || self.returning || lost
    }

    /// Whether closing the app now would lose taps.
    pub fn is_unsaved(&self) -> bool {
        self.saving() == Saving::Failed && self.log.saved() < self.log.records().len()
    }

    /// The entry being corrected.
    pub fn correcting(&self) -> Option<usize> {
        self.drafts.correction.as_ref().map(|correction| correction.entry)
    }

    fn trouble(&self) -> Option<StorageError> {
        self.log.fault().or(self.fault)
    }

    /// The drafts' text, if it is not on disk or being written.
    fn unkept(&self) -> Option<String> {
        let text = self.drafts.text(self.log.records().len());
        (self.kept.as_ref() != Some(&text)).then_some(text)
    }

    /// Turns an order of the log into an effect.
    fn order(&mut self, order: Option<Order>, effects: &mut Vec<Effect>) {
        effects.extend(order.map(|order| match order {
            Order::Write(number, append) => {
                if append.draft.is_some() {
                    self.kept.clone_from(&append.draft);
                }
                Effect::Append(number, append)
            }
            Order::Read => Effect::Load,
        }));
    }

    fn end_correction(&mut self, effects: &mut Vec<Effect>) {
        if self.drafts.correction.take().is_some() {
            effects.extend([Effect::Draw(Part::Draft), Effect::Leave]);
        }
    }

    /// Pushes records, all of them or none. Returns whether they passed the turn on.
    fn push(&self, rules: &mut dyn TableRules, records: &[String]) -> Result<bool, Told> {
        match self.log.presence() {
            Presence::Here if self.watching => Err(Told::Watching),
            Presence::Here => rules.push(records).ok_or(Told::Refused),
            Presence::Bin | Presence::Gone => Err(Told::NotHere),
        }
    }

    fn tap(&mut self, rules: &mut dyn TableRules, records: Vec<String>, entered: Entered, effects: &mut Vec<Effect>) {
        let turned = match self.push(rules, &records) {
            Ok(turned) => turned,
            Err(told) => {
                // The same again may have another reason, which is what is shown.
                if self.told.replace(told) == Some(told) {
                    effects.push(Effect::Draw(Part::Status));
                }
                return;
            }
        };
        self.told = None;
        if let Entered::Done(rest) = entered {
            if self.drafts.correction.is_some() {
                self.end_correction(effects);
            } else if self.drafts.draft != rest {
                self.drafts.draft = rest;
                effects.push(Effect::Draw(Part::Draft));
            }
        }
        if self.correcting().is_some_and(|entry| !rules.may_correct(entry)) {
            self.end_correction(effects);
        }
        effects.extend([Effect::Draw(Part::Session), Effect::Tapped(turned)]);
        self.save(records, effects);
    }

    fn save(&mut self, records: Vec<String>, effects: &mut Vec<Effect>) {
        let text = self.drafts.text(self.log.records().len() + records.len());
        let draft = (self.kept.as_ref() != Some(&text)).then_some(text);
        let order = self.log.tap(records, draft);
        self.order(order, effects);
    }

    fn loaded(&mut self, rules: &mut dyn TableRules, stored: Stored, effects: &mut Vec<Effect>) {
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
                let place = self.shared.then(|| rules.place_after(&head, &stored.log[..common]));
                let turn = rules.turn();
                self.follow(rules, head, common, stored.log, presence, effects);
                effects.extend(rules.turn().filter(|now| self.shared && Some(*now) != turn).map(Effect::Turned));
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
    fn tap_again(&mut self, rules: &mut dyn TableRules, effects: &mut Vec<Effect>) {
        if self.log.presence() != Presence::Here || self.watching {
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
    fn wait(&mut self, rules: &mut dyn TableRules, after: usize, records: Vec<String>, effects: &mut Vec<Effect>) {
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

    fn at(&mut self, rules: &dyn TableRules, at: Option<usize>, now: DateTime<Utc>, effects: &mut Vec<Effect>) {
        if self.at.replace(at) == Some(at) {
            return;
        }
        match at {
            None => {
                if self.drafts.correction.take().is_some() {
                    effects.push(Effect::Draw(Part::Draft));
                }
            }
            Some(entry) if rules.may_correct(entry) => {
                let going_on = |was: &mut Correction| was.entry == entry && !was.is_left(now);
                self.drafts.correction = Some(self.drafts.correction.take_if(going_on).unwrap_or(Correction {
                    entry,
                    draft: None,
                    touched: now.timestamp(),
                }));
                effects.push(Effect::Draw(Part::Draft));
            }
            Some(_) => {
                self.drafts.correction = None;
                effects.extend([Effect::Draw(Part::Draft), Effect::Leave]);
            }
        }
    }

    fn rename(&mut self, rules: &mut dyn TableRules, options: Value, effects: &mut Vec<Effect>) {
        if self.log.presence() != Presence::Here {
            return self.told = Some(Told::NotHere);
        }
        if rules.rename(&options) {
            self.head.options = options;
            effects.extend(serde_json::to_string(&self.head.as_written()).ok().map(Effect::PutHead));
            effects.push(Effect::Draw(Part::Session));
        }
    }

    fn bring_back(&mut self, effects: &mut Vec<Effect>) {
        let head = Head { deleted: None, ..self.head.clone() };
        let Ok(text) = serde_json::to_string(&head.as_written()) else { return };
        if self.returning {
            return;
        }
        match self.log.presence() {
            Presence::Here => return,
            Presence::Bin => effects.push(Effect::PutHead(text)),
            Presence::Gone => {
                let log = self.log.records().to_vec();
                let draft = self.drafts.text(log.len());
                self.kept = Some(draft.clone());
                effects.push(Effect::Create(Stored { id: head.id, head: text, log }, draft));
            }
        }
        self.returning = true;
    }

    fn head_kept(&mut self, result: Result<(), StorageError>, effects: &mut Vec<Effect>) {
        let returning = std::mem::take(&mut self.returning);
        let order = match result {
            Ok(()) if returning => {
                self.head.deleted = None;
                self.fault = None;
                let gone = self.log.presence() == Presence::Gone;
                // Out of the bin: another window may have removed the table meanwhile, and its drafts with it.
                if !gone {
                    self.kept = None;
                }
                let saved = if gone { self.log.records().len() } else { self.log.saved() };
                let draft = self.unkept();
                self.log.brought_back(saved, draft)
            }
            // Another window was first.
            Err(StorageError::Conflict) if returning => {
                self.kept = None;
                self.log.read()
            }
            result => {
                // Writing the setup of a table that was removed meanwhile brings it back without its drafts.
                self.kept = None;
                return self.fault = result.err();
            }
        };
        self.order(order, effects);
    }
}

/// Processes an input and returns what to do about it.
pub fn update(model: &mut Model, rules: &mut dyn TableRules, input: Input) -> Vec<Effect> {
    let mut effects = Vec::new();
    let status = |model: &Model| {
        let lists = (model.dropped.len(), model.unfit.len(), model.aside.is_some());
        (model.saving(), model.log.saved(), lists, model.told)
    };
    let (before, trouble) = (status(model), model.trouble());
    // A draft that could not be stored is tried again with the next input, not at once.
    let failed = matches!(input, Input::DraftKept(Err(_)));
    match input {
        Input::Tap(records, entered) => model.tap(rules, records, entered, &mut effects),
        Input::Draft(draft, now) => {
            model.drafts.set(draft, now);
            effects.push(Effect::Draw(Part::Draft));
        }
        Input::At(at, now) => model.at(rules, at, now, &mut effects),
        Input::Tick(now) => {
            if model.drafts.correction.as_ref().is_some_and(|correction| correction.is_left(now)) {
                model.end_correction(&mut effects);
            }
        }
        Input::TapAgain => model.tap_again(rules, &mut effects),
        Input::GoOn => {
            std::mem::swap(&mut model.aside, &mut model.drafts.draft);
            effects.push(Effect::Draw(Part::Draft));
        }
        Input::Dismiss => {
            if !model.dropped.is_empty() {
                model.dropped.clear();
            } else if !model.unfit.is_empty() {
                model.unfit.clear();
            } else if model.aside.take().is_none() {
                model.told = None;
            }
        }
        Input::Rename(options) => model.rename(rules, options, &mut effects),
        Input::Heard => {
            let order = model.log.read();
            model.order(order, &mut effects);
        }
        Input::Retry | Input::Waited => {
            model.waiting &= input != Input::Waited;
            let draft = model.unkept();
            let order = model.log.retry(draft);
            model.order(order, &mut effects);
        }
        Input::BringBack => model.bring_back(&mut effects),
        Input::Late(record) if model.shared => model.unfit.push(Dropped { record, was: None }),
        Input::Late(_) => {}
        Input::Shared(shared, watching) => (model.shared, model.watching) = (shared, watching),
        Input::Alone => model.told = Some(Told::Alone),
        Input::Waiting(after, records) => model.wait(rules, after, records, &mut effects),
        Input::Written(number, result) => {
            match result {
                Ok(()) => model.fault = None,
                Err(_) => model.kept = None,
            }
            let draft = model.unkept();
            let order = model.log.written(number, result, draft);
            model.order(order, &mut effects);
        }
        Input::Loaded(Ok(Some(stored))) => model.loaded(rules, stored, &mut effects),
        Input::Loaded(Ok(None)) => {
            let order = model.log.gone();
            model.order(order, &mut effects);
        }
        Input::Loaded(Err(error)) => model.log.unread(error),
        Input::DraftKept(result) => {
            if result.is_err() {
                model.kept = None;
            }
            model.fault = result.err();
        }
        Input::HeadKept(result) => model.head_kept(result, &mut effects),
    }
    // Drafts are stored with the tap they belong to; while that tap waits, the draft on disk must match the log on
    // disk. A table that is gone has no draft on disk.
    if !model.log.is_stuck()
        && !failed
        && model.log.presence() != Presence::Gone
        && let Some(text) = model.unkept()
    {
        model.kept = Some(text.clone());
        effects.push(Effect::KeepDraft(text));
    }
    if model.log.fault().is_some() && !std::mem::replace(&mut model.waiting, true) {
        effects.push(Effect::Wait);
    }
    if model.trouble() != trouble {
        effects.push(Effect::Trouble(model.trouble()));
    }
    if status(model) != before {
        effects.push(Effect::Draw(Part::Status));
    }
    effects
}

#[cfg(test)]
mod tests;
