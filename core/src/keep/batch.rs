//! What to store, from what is here and what is to be here.

use std::collections::BTreeMap;

use serde_json::Value;

use super::head::{DELETED, head, in_bin};
use super::library::{KeepReport, OwnTable, OwnWork};
use crate::storage::{Append, Batch, Cut, Stored};

/// What to store first and then. `before` is empty unless a table is replaced, because storage replaces nothing at once.
#[derive(Default)]
pub(super) struct Batches {
    pub before: Batch,
    pub batch: Batch,
    /// The tables that are replaced.
    pub replaced: Vec<String>,
}

/// From the tables that are here and those that are to be here.
pub(super) fn batches(
    here: &BTreeMap<String, OwnTable>,
    works: &BTreeMap<String, OwnWork>,
    damaged: impl Fn(&str) -> bool,
    report: &mut KeepReport,
) -> Batches {
    let mut all = Batches::default();
    for (id, own) in here {
        if !works.contains_key(id) && !damaged(id) {
            all.batch.cuts.push(cut(id, own));
        }
    }
    for (id, work) in works {
        let Some(own) = here.get(id) else {
            all.batch.tables.extend(stored(id, work));
            report.new += usize::from(!report.copies.iter().any(|(_, copy)| copy == id));
            continue;
        };
        let head = head(id, &work.parts);
        let other = super::head::parts(&own.head).as_ref() != Some(&work.parts);
        let (before, after) = (own.log.as_deref().unwrap_or_default(), work.log.as_deref().unwrap_or_default());
        let goes_on = after.len() >= before.len() && before.iter().zip(after).all(|(own, after)| is(own, after));
        let longer = after.len() > before.len();
        if !goes_on || longer && in_bin(&work.parts[DELETED]) {
            all.before.cuts.push(cut(id, own));
            all.replaced.push(id.clone());
        } else {
            if let Some(head) = head.filter(|_| other) {
                all.batch.heads.extend(serde_json::to_string(&head).ok().map(|head| (id.clone(), head)));
            }
            if longer {
                let records = after[before.len()..].iter().map(Value::to_string).collect();
                let (at, before) = (before.len(), before.last().cloned());
                all.batch.appends.push(Append { id: id.clone(), at, before, records, draft: None });
            }
        }
        report.changed += usize::from(other || longer || !goes_on);
    }
    if !all.replaced.is_empty() {
        // Everything else first, so that no moment has less than before.
        let cuts = std::mem::take(&mut all.before.cuts);
        all.before = std::mem::take(&mut all.batch);
        all.before.cuts.extend(cuts);
        all.batch.tables = all.replaced.iter().filter_map(|id| stored(id, works.get(id)?)).collect();
    }
    all
}

fn is(text: &str, record: &Value) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|value| value == *record)
}

fn cut(id: &str, own: &OwnTable) -> Cut {
    let log = own.log.as_deref().unwrap_or_default();
    Cut { id: id.to_owned(), at: log.len(), before: log.last().cloned(), keep: None }
}

fn stored(id: &str, work: &OwnWork) -> Option<Stored> {
    let head = serde_json::to_string(&head(id, &work.parts)?).ok()?;
    let log = work.log.iter().flatten().map(Value::to_string).collect();
    Some(Stored { id: id.to_owned(), head, log })
}
