//! Takes an import back, except for what somebody has changed since.

use dioxus::prelude::*;
use takujo_core::storage::{Batch, Cut, Storage, StorageError, Stored, draft_key};

use super::progress::STEP;
use crate::device;
use crate::state::{App, KeptChanges};

/// How often it is tried if another window changes one of the tables meanwhile.
pub(super) const TRIES: usize = 3;

/// What is needed to take an import back.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Imported {
    pub(super) tables: Vec<ImportedTable>,
    pub(super) kept: KeptChanges,
}

/// A table as an import left it, and as it was before.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ImportedTable {
    pub(super) id: String,
    pub(super) head: String,
    /// Number of its records, and the last of them.
    pub(super) length: usize,
    pub(super) last: Option<String>,
    /// Its head and number of records before; `None` if it was not here.
    pub(super) before: Option<(String, usize)>,
}

/// The last import, as long as it can be taken back.
pub(crate) static IMPORTED: GlobalSignal<Option<Imported>> = Signal::global(|| None);

/// Takes back an import, except for what somebody has changed since. Returns how many tables stay because of that.
///
/// # Errors
/// Why nothing was taken back.
pub(crate) async fn take_back(app: App, imported: &Imported) -> Result<usize, StorageError> {
    let store = app.store();
    let mut tries = 0;
    loop {
        let (batch, stay) = imported.inverse(&*store).await?;
        tries += 1;
        match app.take_back(batch, &imported.kept).await {
            Ok(()) => return Ok(stay),
            Err(StorageError::Conflict | StorageError::Deleted) if tries < TRIES => {}
            Err(error) => return Err(error),
        }
    }
}

impl Imported {
    /// What to store to take the tables back, and how many stay as they are.
    pub(super) async fn inverse(&self, store: &dyn Storage) -> Result<(Batch, usize), StorageError> {
        let (mut batch, mut stay) = (Batch::default(), 0);
        for (at, table) in self.tables.iter().enumerate() {
            if at % STEP == 0 {
                device::pause(0).await;
            }
            let now = store.load(&table.id).await?;
            let as_left = |now: &Stored| {
                now.head == table.head && now.log.len() == table.length && now.log.last() == table.last.as_ref()
            };
            // A round that is being entered at a table would be lost with it.
            let begun = table.before.is_none() && store.read(&draft_key(&table.id)).await?.is_some();
            if begun || !now.is_some_and(|now| as_left(&now)) {
                stay += 1;
                continue;
            }
            let (id, at, before) = (table.id.clone(), table.length, table.last.clone());
            match &table.before {
                None => batch.cuts.push(Cut { id, at, before, keep: None }),
                Some((head, length)) => {
                    if *head != table.head {
                        batch.heads.push((id.clone(), head.clone()));
                    }
                    if *length < table.length {
                        batch.cuts.push(Cut { id, at, before, keep: Some(*length) });
                    }
                }
            }
        }
        Ok((batch, stay))
    }
}
