//! Decides what becomes of each table of a file.

use std::collections::BTreeMap;

use serde_json::Value;
pub(super) use takujo_core::domain::session::other_id;
use takujo_core::domain::session::{Head, SessionFile, read_head};
use takujo_core::storage::{Append, Batch, Storage, StorageError, Stored};

use super::outcome::TakenIn;
use super::undo::ImportedTable;
use crate::games;

/// What a file changes.
#[derive(Default)]
pub(super) struct Intake {
    /// The tables that the file touches, by id: as they are, and as they will be.
    tables: BTreeMap<String, (Option<Stored>, Option<Stored>)>,
    pub(super) done: TakenIn,
}

/// How a table of the file relates to the one here with the same id.
enum Likeness {
    /// One log is the beginning of the other, or they are equal: the table with everything of both, and whether it
    /// became longer and whether it came out of the bin.
    Joined(Stored, bool, bool),
    /// They went on differently, or are different tables: something that only the file's has.
    Apart(String),
}

impl Intake {
    /// Decides what becomes of a table of the file.
    pub(super) async fn add(&mut self, store: &dyn Storage, session: &SessionFile) -> Result<(), StorageError> {
        let mut id = session.head.id.clone();
        // The id becomes part of addresses, so it has to be plain.
        let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !plain || !(1..=64).contains(&id.len()) {
            id = other_id(&id, "");
        }
        let mut copy = false;
        loop {
            let there = match self.tables.get(&id) {
                Some((_, there)) => there.clone(),
                None => {
                    let there = store.load(&id).await?;
                    self.tables.insert(id.clone(), (there.clone(), there.clone()));
                    there
                }
            };
            let (now, count) = match there.as_ref().map(|there| compare(there, session)) {
                None => {
                    let head = Head { id: id.clone(), ..session.head.clone() };
                    let head = serde_json::to_string(&head).map_err(|_| StorageError::Broken)?;
                    let log = session.log.iter().map(Value::to_string).collect();
                    let count = if copy { &mut self.done.copies } else { &mut self.done.new };
                    (Stored { id: id.clone(), head, log }, count)
                }
                Some(Likeness::Joined(now, _, true)) => (now, &mut self.done.restored),
                Some(Likeness::Joined(now, true, false)) => (now, &mut self.done.longer),
                Some(Likeness::Joined(now, false, false)) => (now, &mut self.done.known),
                Some(Likeness::Apart(first)) => {
                    // The same way of going on always gives the same id, so that a file taken in twice makes one copy.
                    id = other_id(&id, &first);
                    copy = true;
                    continue;
                }
            };
            *count += 1;
            if let Some((_, after)) = self.tables.get_mut(&id) {
                *after = Some(now);
            }
            return Ok(());
        }
    }

    /// The tables that are changed.
    pub(super) fn changed(&self) -> Vec<ImportedTable> {
        let changed = |(before, after): &(Option<Stored>, Option<Stored>)| {
            let after = after.as_ref().filter(|after| before.as_ref() != Some(after))?;
            Some(ImportedTable {
                id: after.id.clone(),
                head: after.head.clone(),
                length: after.log.len(),
                last: after.log.last().cloned(),
                before: before.as_ref().map(|before| (before.head.clone(), before.log.len())),
            })
        };
        self.tables.values().filter_map(changed).collect()
    }

    /// What to store.
    pub(super) fn batch(&self) -> Batch {
        let mut batch = Batch::default();
        for (before, after) in self.tables.values() {
            let Some(after) = after else { continue };
            let Some(before) = before else {
                batch.tables.push(after.clone());
                continue;
            };
            if after.head != before.head {
                batch.heads.push((after.id.clone(), after.head.clone()));
            }
            if let Some(records @ [_, ..]) = after.log.get(before.log.len()..) {
                batch.appends.push(Append {
                    id: after.id.clone(),
                    at: before.log.len(),
                    before: before.log.last().cloned(),
                    records: records.to_vec(),
                    draft: None,
                });
            }
        }
        batch
    }
}

/// Compares a table that is here with one of the file that has the same id.
fn compare(there: &Stored, session: &SessionFile) -> Likeness {
    let theirs = &session.head;
    let setup = || Likeness::Apart(format!("{} {} {:?}", theirs.game, theirs.created, theirs.players));
    let Ok(ours) = read_head(&there.head) else { return setup() };
    let about = |head: &Head| (head.game.clone(), head.players.len(), head.starter);
    // When it was and who sat there may have been put right since, on either side; then the records say that it is the
    // same table.
    let opened = |head: &Head| (head.created, head.players.clone());
    let is_told = !there.log.is_empty() && !session.log.is_empty();
    if about(&ours) != about(theirs) || !is_told && opened(&ours) != opened(theirs) {
        return setup();
    }
    let same =
        |(text, record): (&String, &Value)| serde_json::from_str::<Value>(text).is_ok_and(|ours| ours == *record);
    if let Some(at) = there.log.iter().zip(&session.log).position(|pair| !same(pair)) {
        return Likeness::Apart(session.log[at].to_string());
    }
    let more = session.log.get(there.log.len()..).unwrap_or_default();
    let longer = !more.is_empty();
    // The options may have changed on either side since, so the rest has to fit those here.
    let joined = SessionFile { head: ours.clone(), log: session.log.clone() };
    if longer && games::report_file(&joined).is_err() {
        return setup();
    }
    let mut now = there.clone();
    now.log.extend(more.iter().map(Value::to_string));
    let restored = ours.deleted.is_some() && (longer || theirs.deleted.is_none());
    if restored {
        match serde_json::to_string(&Head { deleted: None, ..ours }) {
            Ok(head) => now.head = head,
            Err(_) => return setup(),
        }
    }
    Likeness::Joined(now, longer, restored)
}
