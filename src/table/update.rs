//! What an open table does, decided in one place: [`update`] takes what happened and says what is to be done about it.
//! No clock, no chance, no browser, no storage: those are asked by whoever runs the [`Effect`]s, and answer as [`Input`]s.
//!
//! ```text
//! tap -> update -> Effect::Append -> the storage writes -> Input::Written -> update -> Effect::Draw(Part::Status)
//! ```
//!
//! It knows records as text; what they mean at this table, [`TableRules`] says. So it is in the bundle once.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::draft::{Correction, Drafts};
use super::log::{Compared, LogWriter, Order, Presence};
use super::sitting::TableRules;
use crate::domain::session::{Head, read_head};
use crate::storage::{Append, StorageError, Stored};

/// What a tap makes of what was being entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entered {
    /// It stays as it is.
    Stays,
    /// It is done, but for what is left of it. A correction in progress is done as a whole.
    Done(Option<String>),
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Somebody tapped: these records are taken, all of them or none. No two taps of any windows make the same records: by
    /// the time in them a window knows its own.
    Tap(Vec<String>, Entered),
    /// The entry being made changed.
    Draft(Option<String>, DateTime<Utc>),
    /// Somebody is at the correction of this entry now, or at none.
    At(Option<usize>, DateTime<Utc>),
    /// Time has passed.
    Tick(DateTime<Utc>),
    /// The taps that another window was in the way of are to be taken now.
    TapAgain,
    /// What was entered before another window played on is to be gone on with.
    GoOn,
    /// What the table said is seen and done with, the first thing of it: dropped taps, unfit ones, the entry put aside, the rest.
    Dismiss,
    /// The names of things changed.
    Rename(Value),
    /// Another window has changed the table.
    Heard,
    /// Somebody wants what is not saved to be written now.
    Retry,
    /// A while has passed since [`Effect::Wait`].
    Waited,
    /// The table is to be brought back from the bin, or from nothing.
    BringBack,
    /// The write of this number was answered.
    Written(u64, Result<(), StorageError>),
    /// The answer to [`Effect::Load`].
    Loaded(Result<Option<Stored>, StorageError>),
    /// The answer to [`Effect::KeepDraft`].
    DraftKept(Result<(), StorageError>),
    /// The answer to [`Effect::PutHead`] or [`Effect::Create`].
    HeadKept(Result<(), StorageError>),
}

/// What is to be done. Whatever is for the storage begins at once, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Write; answered by [`Input::Written`] with this number.
    Append(u64, Append),
    /// Keep what is being entered; answered by [`Input::DraftKept`].
    KeepDraft(String),
    /// Read the table; answered by [`Input::Loaded`].
    Load,
    /// Keep the setup; answered by [`Input::HeadKept`].
    PutHead(String),
    /// Keep a table that is not there; answered by [`Input::HeadKept`].
    Create(Stored),
    /// Say [`Input::Waited`] in a while.
    Wait,
    /// A tap was taken; whether it has passed the turn on.
    Tapped(bool),
    /// The place where a correction is made is to be left.
    Leave,
    /// Draw this anew.
    Draw(Part),
    /// Say what is wrong with the storage, or that nothing is any more.
    Trouble(Option<StorageError>),
}

/// What of a table's screen is drawn by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The session and all that follows from it.
    Session,
    /// What is being entered, and which entry is being corrected.
    Draft,
    /// Whether all is saved, and what the table says.
    Status,
}

/// A tap that another window was in the way of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// Its record.
    pub record: String,
    /// What stood in the place of a correction, as [`TableRules::entry`] gives it.
    was: Option<String>,
}

/// What the last tap could not do, or what another window has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A rule forbids it; [`TableRules::explain`] says which.
    Refused,
    /// The table is not there to be played at.
    NotHere,
    /// The entry that was being corrected has changed.
    CorrectionOver,
}

/// An open table, but for what its records mean.
pub struct Model {
    /// The setup as it is kept.
    pub head: Head,
    /// The log, and how much of it is on disk.
    pub log: LogWriter,
    /// What is half entered.
    pub drafts: Drafts,
    /// What was half entered when another window played on, and belongs to what is over.
    pub aside: Option<String>,
    /// Taps that another window was in the way of.
    pub dropped: Vec<Dropped>,
    /// Those that no longer fitted when they were tapped again.
    pub unfit: Vec<Dropped>,
    /// What is to be said.
    pub told: Option<Told>,
    /// What is half entered as it is on the disk or on its way there; `None` once that has failed.
    kept: Option<String>,
    /// What failed beside the log.
    fault: Option<StorageError>,
    /// Which correction somebody was last said to be at; `None` before it was said.
    at: Option<Option<usize>>,
    /// Whether [`Input::Waited`] is to come.
    waiting: bool,
    /// Whether the setup on its way to the disk brings the table back.
    returning: bool,
}

/// Whether every tap is on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saving {
    /// It is.
    Saved,
    /// The rest is on its way.
    Saving,
    /// The rest waits: writing has failed.
    Failed,
    /// There is no table to save it in.
    Deleted,
}

/// What a record does.
enum RecordKind {
    Append,
    /// Corrects this entry.
    Correct(usize),
    Undo,
    Redo,
}

impl RecordKind {
    /// Of a record that was written here.
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
    /// A table as it was read from the disk: its setup, its log, and what was kept as being entered. An [`Input::At`] is to
    /// follow.
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
            kept: Some(kept.unwrap_or_else(|| "null".to_owned())),
            fault: None,
            at: None,
            waiting: false,
            returning: false,
        }
    }

    /// Whether every tap is on the disk.
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

    /// Whether the app must not let go of the table: an answer is to come, or somebody has not seen yet what was lost.
    pub fn is_held(&self) -> bool {
        let busy = self.log.is_busy() && self.log.presence() != Presence::Gone;
        busy || self.waiting || self.returning || !self.dropped.is_empty()
    }

    /// Whether closing the app now would lose taps.
    pub fn is_unsaved(&self) -> bool {
        self.saving() == Saving::Failed && self.log.saved() < self.log.records().len()
    }

    /// The entry that is being corrected.
    pub fn correcting(&self) -> Option<usize> {
        self.drafts.correction.as_ref().map(|correction| correction.entry)
    }

    fn trouble(&self) -> Option<StorageError> {
        self.log.fault().or(self.fault)
    }

    /// What is half entered, if it is not on its way to the disk.
    fn unkept(&self) -> Option<String> {
        let text = self.drafts.text(self.log.records().len());
        (self.kept.as_ref() != Some(&text)).then_some(text)
    }

    /// Begins what the log wants done.
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

    /// Takes records in: all of them, or the table is as it was. Says whether the turn has passed on.
    fn push(&self, rules: &mut dyn TableRules, records: &[String]) -> Result<bool, Told> {
        if self.log.presence() == Presence::Here {
            rules.push(records).ok_or(Told::Refused)
        } else {
            Err(Told::NotHere)
        }
    }

    fn tap(&mut self, rules: &mut dyn TableRules, records: Vec<String>, entered: Entered, effects: &mut Vec<Effect>) {
        let turned = match self.push(rules, &records) {
            Ok(turned) => turned,
            Err(told) => return self.told = Some(told),
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
        let presence = if head.deleted.is_some() { Presence::Bin } else { Presence::Here };
        // What failed is shown as it is on the disk now, or written again.
        self.fault = None;
        match self.log.compare(&stored.log) {
            Compared::Wait => {}
            Compared::Known => {
                // Names may have changed, and what they are called by.
                if head != self.head {
                    if !rules.follow(&head, self.log.records(), &mut None) {
                        return self.log.unread(StorageError::Broken);
                    }
                    self.head = head;
                    effects.push(Effect::Draw(Part::Session));
                }
                let draft = self.unkept();
                let order = self.log.go_on(stored.log.len(), presence, draft);
                self.order(order, effects);
            }
            Compared::Theirs(common) => self.follow(rules, head, common, stored.log, presence, effects),
        }
    }

    /// Shows what another window has made of the table.
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

    /// Takes the taps that another window was in the way of, as far as they still fit.
    fn tap_again(&mut self, rules: &mut dyn TableRules, effects: &mut Vec<Effect>) {
        if self.log.presence() != Presence::Here {
            return;
        }
        let mut records = Vec::new();
        let mut turned = false;
        // An undo is of what was tapped with it, or it would take back what is another window's.
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
            effects.extend(serde_json::to_string(&self.head).ok().map(Effect::PutHead));
            effects.push(Effect::Draw(Part::Session));
        }
    }

    fn bring_back(&mut self, effects: &mut Vec<Effect>) {
        let head = Head { deleted: None, ..self.head.clone() };
        let Ok(text) = serde_json::to_string(&head) else { return };
        if self.returning {
            return;
        }
        match self.log.presence() {
            Presence::Here => return,
            Presence::Bin => effects.push(Effect::PutHead(text)),
            Presence::Gone => {
                let log = self.log.records().to_vec();
                effects.push(Effect::Create(Stored { id: head.id, head: text, log }));
            }
        }
        self.returning = true;
    }

    fn head_kept(&mut self, result: Result<(), StorageError>, effects: &mut Vec<Effect>) {
        let returning = std::mem::take(&mut self.returning);
        let order = match result {
            Ok(()) if returning => {
                self.head.deleted = None;
                let mut saved = self.log.saved();
                if self.log.presence() == Presence::Gone {
                    saved = self.log.records().len();
                    self.kept = None;
                }
                let draft = self.unkept();
                self.log.brought_back(saved, draft)
            }
            // Another window was first.
            Err(StorageError::Conflict) if returning => self.log.read(),
            result => return self.fault = result.err(),
        };
        self.order(order, effects);
    }
}

/// Takes in what happened, and says what is to be done about it.
pub fn update(model: &mut Model, rules: &mut dyn TableRules, input: Input) -> Vec<Effect> {
    let mut effects = Vec::new();
    let status = |model: &Model| {
        let lists = (model.dropped.len(), model.unfit.len(), model.aside.is_some());
        (model.saving(), model.log.saved(), lists, model.told)
    };
    let (before, trouble) = (status(model), model.trouble());
    // Not again at once.
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
        Input::Loaded(Ok(None)) => model.log.gone(),
        Input::Loaded(Err(error)) => model.log.unread(error),
        Input::DraftKept(result) => {
            if result.is_err() {
                model.kept = None;
            }
            model.fault = result.err();
        }
        Input::HeadKept(result) => model.head_kept(result, &mut effects),
    }
    // What is half entered goes with the tap it belongs to; while that waits, what is on the disk is what it was tapped at.
    if !model.log.is_stuck()
        && !failed
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
