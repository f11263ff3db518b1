//! How keeping stands, as it is shown.

use dioxus::prelude::*;
use takujo_core::keep::KeepReport;

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum DevicesStage {
    /// It connects, or reads and stores.
    #[default]
    Coming,
    /// Everything is the same here and in the log.
    Same,
    /// There is no connection.
    Away,
    /// There is no log with this code.
    NotThere,
    /// Another device has forgotten this one.
    Out,
    /// The home refuses it for now, or speaks another version.
    Refused,
    /// Something could not be stored here.
    Disk,
    /// What is stored of it cannot be read.
    Damaged,
}

/// How keeping stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct DevicesView {
    pub(super) stage: DevicesStage,
    /// What another device joins with; empty if nothing is known.
    pub(super) code: String,
    /// The id of this device.
    pub(super) me: String,
    /// All devices: id, name, and the day of the last sign of life from 1 January 1970 on.
    pub(super) devices: Vec<(String, String, i64)>,
    /// The ids of those that are to be forgotten.
    pub(super) forgets: Vec<String>,
    /// What came last.
    pub(super) report: KeepReport,
}

/// How it stands; `None` as long as nothing is kept.
pub(super) static DEVICES: GlobalSignal<Option<DevicesView>> = Signal::global(|| None);
