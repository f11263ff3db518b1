//! What an open table is told ([`Input`]), and what it wants done ([`Effect`]).

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::domain::seats::Seat;
use crate::storage::{Append, StorageError, Stored};

/// What a tap does to the draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entered {
    /// The draft stays.
    Stays,
    /// The draft is finished, except for what is given here. A correction is always finished as a whole.
    Done(Option<String>),
}

/// Whose log a table has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// This device's.
    Alone,
    /// One that many phones share, and this one adds to and may change the setup of.
    Hosts,
    /// One that many phones share, and this one adds to.
    Writes,
    /// One that many phones share, and this one may not add to: it watches, or only hands in its own row.
    Watches,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A tap: accept what was offered to the rules, all or none. Records contain the time of the tap, which is unique, so
    /// a window recognises its own.
    Tap(Entered),
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
    /// Whose log the table has now.
    Access(Access),
    /// What is stored of sharing the table cannot be read.
    Alone,
    /// A round was to be saved of which a row is in question.
    Asked,
    /// Taps of an earlier visit that have not reached the shared log, and how many records they follow.
    Waiting(usize, Vec<String>),
    /// The result of the write with this number.
    Written(u64, Result<(), StorageError>),
    /// The result of [`Effect::Load`].
    Loaded(Result<Option<Stored>, StorageError>),
    /// The result of [`Effect::KeepDraft`] with its number, or of storing the draft of an append apart from it.
    DraftKept(Option<u64>, Result<(), StorageError>),
    /// The result of [`Effect::PutHead`] or [`Effect::Create`].
    HeadKept(Result<(), StorageError>),
}

/// Something to do. Everything for the storage starts at once, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Write records; report [`Input::Written`] with this number.
    Append(u64, Append),
    /// Store the drafts; report [`Input::DraftKept`] with this number.
    KeepDraft(u64, String),
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
