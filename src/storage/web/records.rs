//! The records of a log: their keys, and writes that first look whether they fit.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Array;
use takujo_core::storage::{Append, Cut, StorageError, draft_key, in_bin, summary_key};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, IdbKeyRange, IdbRequest, IdbTransaction};

use super::answers::{commit, thrown};
use super::database::{HEADS, RECORDS, VALUES};

/// The key of a record: an id and an index, so that records are in the order of the log.
pub(super) fn record_key(id: &str, at: usize) -> JsValue {
    // A log never gets near 2^53 records.
    Array::of2(&JsValue::from_str(id), &JsValue::from_f64(at as f64)).into()
}

/// Adds the records and stores the draft; it must be certain that they continue the log.
pub(super) fn add(transaction: &IdbTransaction, append: &Append) -> Result<(), StorageError> {
    let records = thrown(transaction.object_store(RECORDS))?;
    for (step, record) in append.records.iter().enumerate() {
        thrown(records.add_with_key(&JsValue::from_str(record), &record_key(&append.id, append.at + step)))?;
    }
    let values = thrown(transaction.object_store(VALUES))?;
    thrown(values.delete(&JsValue::from_str(&summary_key(&append.id))))?;
    if let Some(draft) = &append.draft {
        let key = JsValue::from_str(&draft_key(&append.id));
        thrown(values.put_with_key(&JsValue::from_str(draft), &key))?;
    }
    Ok(())
}

/// Adds the records if they continue the log; otherwise says `why` not, and aborts the transaction. Decides when the
/// browser has answered, within the transaction, and commits it then if this is `all` there is to do in it.
pub(super) fn add_if_it_fits(
    transaction: &IdbTransaction,
    append: Append,
    all: bool,
    why: Rc<Cell<Option<StorageError>>>,
) -> Result<(), StorageError> {
    let head = thrown(thrown(transaction.object_store(HEADS))?.get(&JsValue::from_str(&append.id)))?;
    // Only after the record before: if one write fails, later ones must not leave a gap.
    let records = thrown(transaction.object_store(RECORDS))?;
    let last = append.at.checked_sub(1);
    let before = last.map(|last| thrown(records.get(&record_key(&append.id, last)))).transpose()?;
    // Requests are answered in order, so both answers are there when the last is.
    let asked = before.clone().unwrap_or_else(|| head.clone());
    let transaction = transaction.clone();
    let answered = Closure::once_into_js(move |_: Event| {
        let text = |request: &IdbRequest| request.result().ok().and_then(|found| found.as_string());
        let found = before.as_ref().map(text);
        let refused = if text(&head).is_none_or(|head| in_bin(&head)) {
            Some(StorageError::Deleted)
        } else if found == Some(None) {
            Some(StorageError::Broken)
        } else if found.flatten() != append.before {
            Some(StorageError::Conflict)
        } else {
            add(&transaction, &append).err()
        };
        if refused.is_some() {
            why.set(refused);
            let _ = transaction.abort();
        } else if all {
            commit(&transaction);
        }
    });
    asked.set_onsuccess(answered.dyn_ref());
    Ok(())
}

/// Takes away the end of a log, or the whole table, if the log is as expected; otherwise says `why` not, and aborts the
/// transaction.
pub(super) fn cut_if_it_fits(
    transaction: &IdbTransaction,
    cut: Cut,
    why: Rc<Cell<Option<StorageError>>>,
) -> Result<(), StorageError> {
    let store = |name| thrown(transaction.object_store(name));
    let (heads, records, values) = (store(HEADS)?, store(RECORDS)?, store(VALUES)?);
    let head = thrown(heads.get(&JsValue::from_str(&cut.id)))?;
    let last = cut.at.checked_sub(1);
    let last = last.map(|last| thrown(records.get(&record_key(&cut.id, last)))).transpose()?;
    // Requests are answered in order, so all answers are there when the last is.
    let next = thrown(records.get(&record_key(&cut.id, cut.at)))?;
    let asked = next.clone();
    let transaction = transaction.clone();
    let answered = Closure::once_into_js(move |_: Event| {
        let text = |request: &IdbRequest| request.result().ok().and_then(|found| found.as_string());
        let take_away = || {
            thrown(records.delete(&records_from(&cut.id, cut.keep.unwrap_or(0))?.into()))?;
            thrown(values.delete(&JsValue::from_str(&summary_key(&cut.id))))?;
            if cut.keep.is_none() {
                thrown(heads.delete(&JsValue::from_str(&cut.id)))?;
                thrown(values.delete(&JsValue::from_str(&draft_key(&cut.id))))?;
            }
            Ok(())
        };
        let refused = if text(&head).is_none() {
            Some(StorageError::Deleted)
        } else if last.as_ref().and_then(text) != cut.before || text(&next).is_some() {
            Some(StorageError::Conflict)
        } else {
            take_away().err()
        };
        if refused.is_some() {
            why.set(refused);
            let _ = transaction.abort();
        }
    });
    asked.set_onsuccess(answered.dyn_ref());
    Ok(())
}

pub(super) fn record_range(id: &str) -> Result<IdbKeyRange, StorageError> {
    records_from(id, 0)
}

/// The keys of the records of a log from index `at` on.
fn records_from(id: &str, at: usize) -> Result<IdbKeyRange, StorageError> {
    let last = Array::of2(&JsValue::from_str(id), &JsValue::from_f64(f64::MAX));
    thrown(IdbKeyRange::bound(&record_key(id, at), &last))
}

pub(super) fn strings(values: &JsValue) -> Vec<String> {
    // A value that is not text becomes an empty one; as a record it is then reported as damaged.
    Array::from(values).iter().map(|value| value.as_string().unwrap_or_default()).collect()
}

/// The records of a log, from their keys and texts. An empty record stands for a gap; the table is then reported as
/// damaged.
pub(super) fn log_of(keys: &JsValue, values: &JsValue) -> Vec<String> {
    let mut log = Vec::new();
    let mut expected = 0.0;
    for (key, value) in Array::from(keys).iter().zip(strings(values)) {
        let at = Array::from(&key).get(1).as_f64();
        if at != Some(expected) {
            log.push(String::new());
        }
        log.push(value);
        expected = at.unwrap_or(expected) + 1.0;
    }
    log
}
