//! Brings together what is here and what the other devices say, and stores it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use takujo_core::domain::session::SessionFile;
use takujo_core::keep::{KEPT_KEY, KeepReport, Keeper, Library, OwnTable, Settled, Turn, Unsettled};
use takujo_core::storage::{Batch, StorageError, draft_key, live_key};

use super::facts;
use super::run::{Runner, Unstored};
use crate::device;
use crate::games;
use crate::state::Remembered;

/// How often it is tried if something changes meanwhile, or a game or the records of a table are needed first.
const TRIES: usize = 12;

impl Runner {
    /// Settles, and stores what comes of it.
    pub(super) async fn settle(&mut self) -> Result<Turn, Unstored> {
        let mut needs = Vec::new();
        for _ in 0..TRIES {
            if self.app.has_unread() {
                break;
            }
            let known = self.app.remembered();
            let library = self.library(&needs, &known).await?;
            // Another window may be in the middle of storing, so this is read after the tables.
            let stored = self.stored_text().await?;
            if stored.as_ref() != Some(&self.text) {
                return Err(Unstored::Elsewhere(stored));
            }
            let missing = RefCell::new(BTreeSet::new());
            let rules = |file: &SessionFile| {
                let game = &file.head.game;
                if games::find(game).is_some_and(|game| game.screens.get().is_none()) {
                    missing.borrow_mut().insert(game.clone());
                }
                games::report_file(file).map(drop)
            };
            let settled = self.keeper.settle(&library, &rules, device::now(), &mut || device::secret());
            let missing = missing.into_inner();
            if !missing.is_empty() {
                for game in missing {
                    games::load(&game).await;
                }
                continue;
            }
            match settled {
                Ok(settled) if !facts::needed(&settled.facts).is_empty() => {
                    for game in facts::needed(&settled.facts) {
                        game.screens.load().await;
                    }
                }
                Ok(settled) => match self.store(settled, &known).await {
                    Err(Unstored::Disk(StorageError::Conflict | StorageError::Deleted)) => {}
                    Err(error) => return Err(error),
                    Ok(()) => return Ok(self.keeper.stored()),
                },
                Err(Unsettled::Needs(more)) => needs.extend(more),
                Err(Unsettled::NoChance) => return Err(Unstored::NoChance),
            }
        }
        Err(StorageError::Lost.into())
    }

    /// Everything that this device has, with the records of those tables that are needed.
    async fn library(&mut self, needs: &[String], known: &Remembered) -> Result<Library, StorageError> {
        let store = self.app.store();
        let mut tables = BTreeMap::new();
        for (id, head) in store.heads().await? {
            let is_wanted = |keeper: &Keeper, length| needs.contains(&id) || keeper.wants(&id, length);
            let mut own = OwnTable { head, log: None, playing: false };
            if is_wanted(&self.keeper, self.lengths.get(&id).copied()) {
                // If it is gone by now, it counts as removed.
                let Some(stored) = store.load(&id).await? else { continue };
                self.lengths.insert(id.clone(), stored.log.len());
                if is_wanted(&self.keeper, Some(stored.log.len())) {
                    let shared = store.read(&live_key(&id)).await?.is_some_and(|text| !text.is_empty());
                    let playing = shared || self.open.as_ref() == Some(&id);
                    own = OwnTable { head: stored.head, log: Some(stored.log), playing };
                }
            }
            tables.insert(id, own);
        }
        Ok(Library { tables, facts: facts::facts_of(known) })
    }

    /// Stores what was settled with what is `known` here.
    async fn store(&mut self, mut settled: Settled, known: &Remembered) -> Result<(), Unstored> {
        let after = facts::taken(known, &settled.facts);
        self.keeper.note(&mut settled, &facts::facts_of(&after));
        let Settled { mut before, mut batch, report, .. } = settled;
        after.put(known, &mut batch);
        let store = self.app.store();
        // What was being entered at a table that is two now goes with it.
        for (from, to) in &report.copies {
            if let Some(draft) = store.read(&draft_key(from)).await? {
                before.as_mut().unwrap_or(&mut batch).values.push((draft_key(to), draft));
            }
        }
        // The last look: another window may have stored or ended it, and somebody may have changed a setting.
        let stored = self.stored_text().await?;
        if stored.as_ref() != Some(&self.text) {
            return Err(Unstored::Elsewhere(stored));
        }
        if self.app.remembered() != *known {
            return Err(StorageError::Conflict.into());
        }
        if let Some(before) = &before {
            store.put_all(before).await?;
            self.stored(before);
        }
        if let Err(error) = store.put_all(&batch).await {
            // The keeper knows nothing of a first half that is stored, so it goes on with what that says.
            let half = before.is_some().then(|| Unstored::Elsewhere(Some(self.text.clone())));
            return Err(half.unwrap_or(error.into()));
        }
        self.stored(&batch);
        self.app.remember(known, after);
        if report.new + report.changed + report.removed > 0 || !report.copies.is_empty() {
            self.report = report;
        } else {
            // What was done last stays to be read; what cannot be done is as it is now.
            let (new, changed, removed) = (self.report.new, self.report.changed, self.report.removed);
            let copies = std::mem::take(&mut self.report.copies);
            self.report = KeepReport { new, changed, removed, copies, ..report };
        }
        Ok(())
    }

    /// Notes what was stored.
    fn stored(&mut self, batch: &Batch) {
        for (key, value) in &batch.values {
            if key == KEPT_KEY {
                self.text.clone_from(value);
            }
        }
        for id in batch.tables.iter().map(|table| &table.id).chain(batch.cuts.iter().map(|cut| &cut.id)) {
            self.lengths.remove(id);
        }
        for append in &batch.appends {
            self.lengths.remove(&append.id);
        }
        self.app.changed_by(batch);
    }
}
