//! What a device has, as it is given to [`Keeper::settle`](super::Keeper::settle), and what comes of that.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::head::{HeadParts, chain, parts};
use super::kept::{START, TableMark};
use crate::domain::session::LoadError;
use crate::storage::Batch;

/// A table of this device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTable {
    /// Its head, as it is stored.
    pub head: String,
    /// Its records, as they are stored; `None` if [`Keeper::wants`](super::Keeper::wants) did not ask for them.
    pub log: Option<Vec<String>>,
    /// Whether it is open in any window, or shared with other people's phones: then nothing of it is changed now.
    pub playing: bool,
}

/// Everything that this device has.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Library {
    /// All tables by id, those in the bin as well. A table that is missing here counts as removed for good.
    pub tables: BTreeMap<String, OwnTable>,
    /// Everything else that is to be the same on all devices, by name: people (see [`people`](super::people)), settings,
    /// bookmarks. A name that was here and is missing now counts as removed, except of people.
    pub facts: BTreeMap<String, Value>,
}

/// What the other devices' changes mean for this one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settled {
    /// To be stored first, if there is anything; see [`Settled::batch`].
    pub before: Option<Batch>,
    /// To be stored then. If either fails with a conflict, settle again with what is there by then.
    pub batch: Batch,
    /// What is now known by name otherwise; `null` is no more. To be put into the same batch, as what is stored; see
    /// [`Keeper::note`](super::Keeper::note).
    pub facts: BTreeMap<String, Value>,
    /// What is to be told.
    pub report: KeepReport,
}

/// What became of the changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeepReport {
    /// Tables that are new here.
    pub new: usize,
    /// Tables that became longer or are set up otherwise.
    pub changed: usize,
    /// Tables that were removed for good.
    pub removed: usize,
    /// Tables that went on differently on two devices: the one of this device, and the id that it has now. What is being
    /// entered there goes with it.
    pub copies: Vec<(String, String)>,
    /// Tables that will be changed once they are no longer open here.
    pub waiting: Vec<String>,
    /// Tables that are damaged here, and stay as they are.
    pub damaged: Vec<String>,
    /// Tables that other devices sent and the rules do not allow, and why. Nothing of them was stored.
    pub refused: Vec<(String, LoadError)>,
    /// Records that could not be read.
    pub unread: usize,
    /// Records that need a newer program.
    pub newer: usize,
    /// Tables and names that are too large to be sent.
    pub too_large: Vec<String>,
}

/// A table as it will be.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OwnWork {
    pub parts: HeadParts,
    /// `None` as long as nobody needs it.
    pub log: Option<Vec<Value>>,
    pub playing: bool,
}

impl OwnWork {
    /// Whether it has the same records as when this was noted.
    pub fn is_as(&self, mark: &TableMark) -> bool {
        let Some(log) = &self.log else { return true };
        log.len() == mark.count && chain(START, log) == mark.chain
    }
}

impl Library {
    /// The tables to work with, and those that are damaged.
    pub(super) fn read(&self) -> (BTreeMap<String, OwnWork>, BTreeSet<String>) {
        let (mut works, mut damaged) = (BTreeMap::new(), BTreeSet::new());
        for (id, OwnTable { head, log, playing }) in &self.tables {
            let values = |log: &Vec<String>| log.iter().map(|record| serde_json::from_str(record).ok()).collect();
            let log: Option<Option<Vec<Value>>> = log.as_ref().map(values);
            match (parts(head), log) {
                (None, _) | (_, Some(None)) => {
                    damaged.insert(id.clone());
                }
                (Some(parts), log) => {
                    works.insert(id.clone(), OwnWork { parts, log: log.flatten(), playing: *playing });
                }
            }
        }
        (works, damaged)
    }
}
