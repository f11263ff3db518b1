//! What an open table does, decided in one place: [`update`] takes what happened and says what is to be done about it.
//! No clock, no chance, no browser, no storage: those are asked by whoever runs the [`Effect`]s, and answer as [`Input`]s.
//!
//! ```text
//! tap -> update -> Effect::Append -> the storage writes -> Input::Written -> update -> Effect::Drawn(Part::Saving)
//! ```

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::draft::{Correction, Drafts};
use super::log::{Compared, LogWriter, Order, Presence};
use crate::domain::ledger::{Op, Refused, Step};
use crate::domain::seats::Seat;
use crate::domain::session::{Head, LoadError, Record, Session, open, read_head};
use crate::i18n::Lang;
use crate::play::Play;
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
pub enum Input<E> {
    /// Somebody tapped: all of it is taken, or nothing.
    Tap {
        /// What it means.
        ops: Vec<Op<E>>,
        /// What becomes of what was being entered.
        entered: Entered,
        /// When. No two taps are at the same time, in whichever window: by it a window knows its own.
        now: DateTime<Utc>,
    },
    /// The entry being made changed.
    Draft(Option<String>, DateTime<Utc>),
    /// Somebody is at the correction of this entry now, or at none.
    At(Option<usize>, DateTime<Utc>),
    /// Time has passed.
    Tick(DateTime<Utc>),
    /// The taps that another window was in the way of are to be taken now.
    TapAgain(DateTime<Utc>),
    /// What was entered before another window played on is to be gone on with.
    GoOn,
    /// What the table said is seen, and done with.
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
#[derive(Debug, Clone, PartialEq)]
pub struct Dropped<E> {
    /// What it meant.
    pub op: Op<E>,
    /// What stood in the place of a correction.
    was: Option<E>,
}

/// What the last tap could not do, or what another window has done.
#[derive(Debug, Clone, PartialEq)]
pub enum Told<E> {
    /// A rule forbids it.
    Refused(Refused<E>),
    /// The table is not there to be played at.
    NotHere,
    /// The entry that was being corrected has changed.
    CorrectionOver,
}

/// An open table.
pub struct Model<G: Play> {
    /// The setup as it is kept.
    pub head: Head,
    /// What was agreed and what happened, folded from the log.
    pub session: Session<G>,
    /// The log, and how much of it is on disk.
    pub log: LogWriter,
    /// What is half entered.
    pub drafts: Drafts,
    /// What was half entered when another window played on, and belongs to what is over.
    pub aside: Option<String>,
    /// Taps that another window was in the way of.
    pub dropped: Vec<Dropped<G::Event>>,
    /// Those that no longer fitted when they were tapped again.
    pub unfit: Vec<Dropped<G::Event>>,
    /// What is to be said.
    pub told: Option<Told<G::Error>>,
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

/// A session from its log as kept. A record that cannot be read is refused like one that breaks a rule.
///
/// # Errors
/// Says what is wrong, see [`LoadError`].
pub fn open_log<G: Play>(head: &Head, log: &[String]) -> Result<Session<G>, LoadError> {
    open::<G>(head, log.iter().map(|text| serde_json::from_str::<Value>(text).unwrap_or(Value::Null)))
}

impl<G: Play> Model<G> {
    /// Opens a table as it was read from the disk: its setup, its log, and what was kept as being entered. An
    /// [`Input::At`] is to follow.
    ///
    /// # Errors
    /// Says what is wrong with the table, see [`LoadError`].
    pub fn open(head: Head, log: Vec<String>, kept: Option<String>) -> Result<Model<G>, LoadError> {
        let session = open_log::<G>(&head, &log)?;
        let mut drafts = Drafts::read(kept.as_deref().unwrap_or("null"), log.len());
        // Another window has played on since.
        if drafts.length != log.len() {
            let before = log.get(..drafts.length).and_then(|log| open_log::<G>(&head, log).ok());
            let draft = drafts.draft.take().zip(before);
            drafts.draft = draft.and_then(|(draft, before)| G::draft_after(&draft, &before.ledger, &session.ledger));
            drafts.correction = None;
        }
        let presence = if head.deleted.is_some() { Presence::Bin } else { Presence::Here };
        Ok(Model {
            log: LogWriter::new(head.id.clone(), log, presence),
            head,
            session,
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
        })
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

    fn turn(&self) -> Option<Seat> {
        G::turn(&self.session, Lang::En).map(|turn| turn.seat)
    }

    fn may_correct(&self, entry: usize) -> bool {
        self.session.ledger.entries().get(entry).is_some_and(G::may_correct)
    }

    fn end_correction(&mut self, effects: &mut Vec<Effect>) {
        if self.drafts.correction.take().is_some() {
            effects.extend([Effect::Draw(Part::Draft), Effect::Leave]);
        }
    }

    /// Takes taps in, the rules first: all of them, or the table is as it was. Gives their records.
    fn push(&mut self, ops: Vec<Op<G::Event>>, now: DateTime<Utc>) -> Result<Vec<String>, Told<G::Error>> {
        if self.log.presence() != Presence::Here {
            return Err(Told::NotHere);
        }
        let records: Vec<Record<G::Event>> = ops.into_iter().map(|op| Record { at: now, op }).collect();
        // Names and numbers: they can always be written.
        let texts = records.iter().map(|record| serde_json::to_string(record).unwrap_or_default()).collect();
        if let [Record { op, .. }] = &records[..] {
            self.session.ledger.push(op.clone()).map_err(Told::Refused)?;
        } else {
            let mut trial = self.session.ledger.clone();
            records.into_iter().try_for_each(|record| trial.push(record.op)).map_err(Told::Refused)?;
            self.session.ledger = trial;
        }
        Ok(texts)
    }

    fn tap(&mut self, ops: Vec<Op<G::Event>>, entered: Entered, now: DateTime<Utc>, effects: &mut Vec<Effect>) {
        let turn = self.turn();
        let records = match self.push(ops, now) {
            Ok(records) => records,
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
        if self.correcting().is_some_and(|entry| !self.may_correct(entry)) {
            self.end_correction(effects);
        }
        let after = self.turn();
        effects.extend([Effect::Draw(Part::Session), Effect::Tapped(after.is_some() && after != turn)]);
        self.save(records, effects);
    }

    fn save(&mut self, records: Vec<String>, effects: &mut Vec<Effect>) {
        let text = self.drafts.text(self.log.records().len() + records.len());
        let draft = (self.kept.as_ref() != Some(&text)).then_some(text);
        let order = self.log.tap(records, draft);
        self.order(order, effects);
    }

    /// Shows what another window has made of the table.
    fn follow(&mut self, session: Session<G>, dropped: Vec<String>, effects: &mut Vec<Effect>) {
        let before = std::mem::replace(&mut self.session, session).ledger;
        let after = &self.session.ledger;
        let was = |op: &Op<G::Event>| match op {
            Op::Correct { entry, event } => before.steps().find_map(|step| match step {
                Step::Correct { entry: of, was, now } if of == entry && now == event => Some(was.clone()),
                _ => None,
            }),
            Op::Append { .. } | Op::Undo | Op::Redo => None,
        };
        // They were written here.
        let ops = dropped.iter().filter_map(|text| serde_json::from_str::<Record<G::Event>>(text).ok());
        self.dropped.extend(ops.map(|Record { op, .. }| Dropped { was: was(&op), op }));
        if let Some(draft) = self.drafts.draft.take() {
            self.drafts.draft = G::draft_after(&draft, &before, after);
            if self.drafts.draft.is_none() {
                self.aside = Some(draft);
            }
            effects.push(Effect::Draw(Part::Draft));
        }
        if self.correcting().is_some_and(|entry| before.entries().get(entry) != after.entries().get(entry)) {
            self.told = Some(Told::CorrectionOver);
            self.end_correction(effects);
        }
        effects.push(Effect::Draw(Part::Session));
    }

    fn loaded(&mut self, stored: Stored, effects: &mut Vec<Effect>) {
        let Ok(head) = read_head(&stored.head) else { return self.log.unread(StorageError::Broken) };
        let presence = if head.deleted.is_some() { Presence::Bin } else { Presence::Here };
        // What failed is shown as it is on the disk now, or written again.
        self.fault = None;
        match self.log.compare(&stored.log) {
            Compared::Wait => {}
            Compared::Known => {
                // Names may have changed, and what they are called by.
                if head != self.head {
                    let Ok(session) = open_log::<G>(&head, self.log.records()) else {
                        return self.log.unread(StorageError::Broken);
                    };
                    self.session = session;
                    self.head = head;
                    effects.push(Effect::Draw(Part::Session));
                }
                let draft = self.unkept();
                let order = self.log.go_on(stored.log.len(), presence, draft);
                self.order(order, effects);
            }
            Compared::Theirs(common) => {
                let Ok(session) = open_log::<G>(&head, &stored.log) else {
                    return self.log.unread(StorageError::Broken);
                };
                self.head = head;
                let dropped = self.log.adopt(common, stored.log, presence);
                self.follow(session, dropped, effects);
            }
        }
    }

    /// Takes the taps that another window was in the way of, as far as they still fit.
    fn tap_again(&mut self, now: DateTime<Utc>, effects: &mut Vec<Effect>) {
        if self.log.presence() != Presence::Here {
            return;
        }
        let turn = self.turn();
        let mut records = Vec::new();
        // An undo is of what was tapped with it, or it would take back what is another window's.
        let (mut done, mut undone) = (0_usize, 0_usize);
        for dropped in std::mem::take(&mut self.dropped) {
            let fits = match &dropped.op {
                Op::Append { .. } => true,
                Op::Correct { entry, .. } => {
                    dropped.was.is_some() && self.session.ledger.entries().get(*entry) == dropped.was.as_ref()
                }
                Op::Undo => done > 0,
                Op::Redo => undone > 0,
            };
            match fits.then(|| self.push(vec![dropped.op.clone()], now)) {
                Some(Ok(text)) => {
                    records.extend(text);
                    (done, undone) = match dropped.op {
                        Op::Append { .. } | Op::Correct { .. } => (done + 1, 0),
                        Op::Undo => (done - 1, undone + 1),
                        Op::Redo => (done + 1, undone - 1),
                    };
                }
                Some(Err(_)) | None => self.unfit.push(dropped),
            }
        }
        if !records.is_empty() {
            let after = self.turn();
            effects.extend([Effect::Draw(Part::Session), Effect::Tapped(after.is_some() && after != turn)]);
            self.save(records, effects);
        }
    }

    fn at(&mut self, at: Option<usize>, now: DateTime<Utc>, effects: &mut Vec<Effect>) {
        if self.at.replace(at) == Some(at) {
            return;
        }
        match at {
            None => {
                if self.drafts.correction.take().is_some() {
                    effects.push(Effect::Draw(Part::Draft));
                }
            }
            Some(entry) if self.may_correct(entry) => {
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

    fn rename(&mut self, options: Value, effects: &mut Vec<Effect>) {
        let Ok(now) = serde_json::from_value(options.clone()) else { return };
        if self.log.presence() != Presence::Here {
            return self.told = Some(Told::NotHere);
        }
        self.session.options = now;
        self.head.options = options;
        effects.extend(serde_json::to_string(&self.head).ok().map(Effect::PutHead));
        effects.push(Effect::Draw(Part::Session));
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
pub fn update<G: Play>(model: &mut Model<G>, input: Input<G::Event>) -> Vec<Effect> {
    let mut effects = Vec::new();
    let status = |model: &Model<G>| {
        let lists = (model.dropped.len(), model.unfit.len(), model.aside.is_some());
        (model.saving(), model.log.saved(), lists, model.told.clone())
    };
    let (before, trouble) = (status(model), model.trouble());
    // Not again at once.
    let failed = matches!(input, Input::DraftKept(Err(_)));
    match input {
        Input::Tap { ops, entered, now } => model.tap(ops, entered, now, &mut effects),
        Input::Draft(draft, now) => {
            model.drafts.set(draft, now);
            effects.push(Effect::Draw(Part::Draft));
        }
        Input::At(at, now) => model.at(at, now, &mut effects),
        Input::Tick(now) => {
            if model.drafts.correction.as_ref().is_some_and(|correction| correction.is_left(now)) {
                model.end_correction(&mut effects);
            }
        }
        Input::TapAgain(now) => model.tap_again(now, &mut effects),
        Input::GoOn => {
            std::mem::swap(&mut model.aside, &mut model.drafts.draft);
            effects.push(Effect::Draw(Part::Draft));
        }
        Input::Dismiss => {
            model.dropped.clear();
            model.unfit.clear();
            model.aside = None;
            model.told = None;
        }
        Input::Rename(options) => model.rename(options, &mut effects),
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
        Input::Loaded(Ok(Some(stored))) => model.loaded(stored, &mut effects),
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
