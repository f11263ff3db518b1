//! The state of an open table, and the steps that more than one input takes.

use super::messages::{Access, Effect, Part};
use crate::domain::session::Head;
use crate::storage::StorageError;
use crate::table::draft::Drafts;
use crate::table::log::{LogWriter, Order, Presence};

/// A tap that another window prevented.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// Its record.
    pub record: String,
    /// If it is a correction, what its entry was before, as `TableRules::entry` gives it.
    pub(super) was: Option<String>,
}

/// Why the last tap was refused, or what another window did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A rule forbids it; [`TableRules::explain`](crate::table::sitting::TableRules::explain) says which.
    Refused,
    /// The table cannot be played now.
    NotHere,
    /// The entry being corrected was changed elsewhere.
    CorrectionOver,
    /// This phone may not add to the shared log.
    Watching,
    /// Two phones have entered different rows for one side: people have to say first which is right.
    Asked,
    /// How the table is shared cannot be read, so it is played on this device alone.
    Alone,
}

/// What was last reported open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reported {
    /// Nothing was reported yet.
    Nothing,
    /// No correction.
    NoCorrection,
    /// The correction of this entry.
    Correction(usize),
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
    /// Whose log this is.
    pub access: Access,
    /// The drafts as they are on disk or being written; `None` after a failure.
    pub(super) kept: Option<String>,
    /// How many times the drafts were sent to the disk on their own, and how many of those are done.
    pub(super) sent: (u64, u64),
    /// A failure other than the log's.
    pub(super) fault: Option<StorageError>,
    /// What was last reported open.
    pub(super) open: Reported,
    /// Whether `Input::Waited` is pending.
    pub(super) waiting: bool,
    /// Whether the setup being written restores the table.
    pub(super) returning: bool,
    /// Whether that has failed, and is tried again after the wait.
    pub(super) returns: bool,
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
    /// There is no table to save to, because somebody deleted it.
    Deleted,
    /// There is none although nobody deleted it: the storage was cleared, and what is shown is in memory alone.
    OnlyHere,
}

impl Model {
    /// A table as read from the disk: setup, log and stored drafts. Must be followed by
    /// [`Input::At`](super::Input::At).
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
            access: Access::Alone,
            kept: Some(kept.unwrap_or_else(|| "null".to_owned())),
            sent: (0, 0),
            fault: None,
            open: Reported::Nothing,
            waiting: false,
            returning: false,
            returns: false,
        }
    }

    /// Whether every tap is on disk, those of an entry that is not finished as well.
    pub fn saving(&self) -> Saving {
        if self.log.presence() == Presence::Gone && self.head.deleted.is_none() {
            Saving::OnlyHere
        } else if self.log.presence() != Presence::Here {
            Saving::Deleted
        } else if self.log.fault().is_some() || self.has_lost_draft() {
            Saving::Failed
        } else if self.log.saved() == self.log.records().len() && !self.keeps_draft() {
            Saving::Saved
        } else {
            Saving::Saving
        }
    }

    /// Whether other phones share the table: what they prevent is made again at once, unless they have played on.
    pub fn is_shared(&self) -> bool {
        self.access != Access::Alone
    }

    /// Whether the app must hold on to the table: a result is pending, or a loss has not been acknowledged yet.
    pub fn is_held(&self) -> bool {
        let busy = (self.log.is_busy() || self.keeps_draft()) && self.log.presence() != Presence::Gone;
        let lost = !self.dropped.is_empty() || (self.is_shared() && !self.unfit.is_empty());
        busy || self.waiting || self.returning || lost || self.is_only_here()
    }

    /// Whether closing the app now would lose taps.
    pub fn is_unsaved(&self) -> bool {
        let failed = self.saving() == Saving::Failed;
        self.is_only_here() || (failed && (self.log.saved() < self.log.records().len() || self.has_lost_draft()))
    }

    /// Whether anything was tapped or typed at the table.
    pub fn is_begun(&self) -> bool {
        !self.log.records().is_empty() || self.drafts.draft.is_some()
    }

    /// Whether something that was tapped or typed is in memory alone, because the storage was cleared.
    pub fn is_only_here(&self) -> bool {
        self.saving() == Saving::OnlyHere && self.is_begun()
    }

    /// Whether drafts are on their way to the disk.
    fn keeps_draft(&self) -> bool {
        self.sent.0 > self.sent.1
    }

    /// Whether the last drafts could not be stored.
    pub(super) fn has_lost_draft(&self) -> bool {
        self.fault.is_some() && self.kept.is_none()
    }

    /// The entry being corrected.
    pub fn correcting(&self) -> Option<usize> {
        self.drafts.correction.as_ref().map(|correction| correction.entry)
    }

    pub(super) fn trouble(&self) -> Option<StorageError> {
        self.log.fault().or(self.fault)
    }

    /// The drafts' text, if it is not on disk or being written.
    pub(super) fn unkept(&self) -> Option<String> {
        let text = self.drafts.text(self.log.records().len());
        (self.kept.as_ref() != Some(&text)).then_some(text)
    }

    /// Turns an order of the log into an effect.
    pub(super) fn order(&mut self, order: Option<Order>, effects: &mut Vec<Effect>) {
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

    pub(super) fn end_correction(&mut self, effects: &mut Vec<Effect>) {
        if self.drafts.correction.take().is_some() {
            effects.extend([Effect::Draw(Part::Draft), Effect::Leave]);
        }
    }

    pub(super) fn save(&mut self, records: Vec<String>, effects: &mut Vec<Effect>) {
        let text = self.drafts.text(self.log.records().len() + records.len());
        let draft = (self.kept.as_ref() != Some(&text)).then_some(text);
        let order = self.log.tap(records, draft);
        self.order(order, effects);
    }
}
