//! Storage in IndexedDB: one record per tap, with strict durability.
//!
//! Each call starts its transaction before it returns, so a tap gets to disk even if the page is closed the next
//! moment; the future only waits until it is complete. If the connection was lost, it has to wait for a new one first.
//!
//! This file has the calls. `link.rs` has the connection and its transactions, `database.rs` the opening of the database,
//! `records.rs` the records of a log, and `answers.rs` what a browser answers.

mod answers;
mod database;
mod link;
mod records;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use takujo_core::storage::{
    AFTER_SUMMARIES, Append, Batch, SUMMARIES, Storage, StorageError, Stored, StoredSummary, Task, draft_key, keys_of,
    summarized, summary_key,
};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, Event, IdbKeyRange, IdbTransactionMode, MessageEvent};

use answers::{commit, thrown};
use database::{DATABASE, HEADS, RECORDS, STORES, VALUES, folder};
use link::{BATCH_LIMIT, Heard, Link, TAP_LIMIT};
use records::{add, add_if_it_fits, cut_if_it_fits, log_of, record_key, record_range, strings};

/// Calls `heard` with the id of each table and the key of each value that any window of this device changes, this one
/// among them, for as long as the app runs. Does nothing in browsers without channels between windows.
pub fn on_any_change(heard: impl Fn(String) + 'static) {
    // A channel does not hear what it said itself, so this is another one.
    let channel = web_sys::window().map(|window| format!("{DATABASE}:{}", folder(&window)));
    let Some(channel) = channel.and_then(|name| BroadcastChannel::new(&name).ok()) else { return };
    let call = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(what) = event.data().as_string() {
            heard(what);
        }
    });
    // Leaks both on purpose, like that of the storage.
    channel.set_onmessage(Some(call.into_js_value().unchecked_ref()));
    std::mem::forget(channel);
}

/// Storage in the browser's IndexedDB.
pub struct Web {
    link: Rc<Link>,
    /// Tells other windows what this one wrote. `None` in browsers without such channels, where windows find out about
    /// each other only when a write meets another's.
    channel: Option<BroadcastChannel>,
}

impl Web {
    /// Opens the database, or creates it, and asks the browser not to evict it.
    ///
    /// # Errors
    /// [`StorageError::Refused`] if the browser does not allow storage (private windows, blocked site data).
    pub async fn open() -> Result<Web, StorageError> {
        let window = web_sys::window().ok_or(StorageError::Refused)?;
        let name = format!("{DATABASE}:{}", folder(&window));
        let (database, kept, heard) = (RefCell::default(), RefCell::default(), RefCell::default());
        let link = Rc::new(Link { name, database, kept, heard });
        link.connect().await.map_err(|error| match error {
            StorageError::Lost => StorageError::Refused,
            other => other,
        })?;
        let _ = window.navigator().storage().persist();
        let channel = BroadcastChannel::new(&link.name).ok();
        Ok(Web { link, channel })
    }

    /// Lets a write end by telling other windows which tables or values it changed.
    fn telling(&self, what: Vec<String>, task: Task<()>) -> Task<()> {
        let channel = self.channel.clone();
        Box::pin(async move {
            task.await?;
            if let Some(channel) = channel {
                for what in what {
                    // Best effort: it does not matter if nobody listens.
                    let _ = channel.post_message(&JsValue::from_str(&what));
                }
            }
            Ok(())
        })
    }
}

impl Storage for Web {
    fn heads(&self) -> Task<Vec<(String, String)>> {
        let asked = self.link.asking(&[HEADS], |store| Ok(vec![store.get_all_keys()?, store.get_all()?]));
        Box::pin(async move {
            let [keys, values] = asked.await?;
            Ok(strings(&keys).into_iter().zip(strings(&values)).collect())
        })
    }

    fn load(&self, id: &str) -> Task<Option<Stored>> {
        let id = id.to_owned();
        let key = JsValue::from_str(&id);
        let head = self.link.asking(&[HEADS], move |store| Ok(vec![store.get(&key)?]));
        let range = record_range(&id);
        let log = range.map(|range| {
            self.link.asking(&[RECORDS], move |store| {
                Ok(vec![store.get_all_keys_with_key(&range)?, store.get_all_with_key(&range)?])
            })
        });
        let link = self.link.clone();
        Box::pin(async move {
            let [head, _] = head.await?;
            let Some(head) = head.as_string() else { return Ok(None) };
            let [keys, values] = log?.await?;
            let log = log_of(&keys, &values);
            link.kept.replace((id.clone(), log.len(), log.last().cloned()));
            Ok(Some(Stored { id, head, log }))
        })
    }

    fn put_head(&self, id: &str, head: &str) -> Task<()> {
        // The table may be in the bin now, so the next append has to look.
        self.link.kept.take();
        let (key, value) = (JsValue::from_str(id), JsValue::from_str(head));
        let task = self.link.writing(&[HEADS], move |store| {
            thrown(store(HEADS)?.put_with_key(&value, &key))?;
            Ok(())
        });
        self.telling(vec![id.to_owned()], task)
    }

    fn put_all(&self, batch: &Batch) -> Task<()> {
        // Tables may be in the bin now, so the next append has to look.
        self.link.kept.take();
        let refused = Rc::new(Cell::new(None));
        let why = refused.clone();
        let wanted = batch.clone();
        let begun = self.link.transact(&STORES, IdbTransactionMode::Readwrite, BATCH_LIMIT, move |_, transaction| {
            let store = |name| thrown(transaction.object_store(name));
            let (heads, records, values) = (store(HEADS)?, store(RECORDS)?, store(VALUES)?);
            for table in &wanted.tables {
                thrown(heads.add_with_key(&JsValue::from_str(&table.head), &JsValue::from_str(&table.id)))?;
                for (at, record) in table.log.iter().enumerate() {
                    thrown(records.add_with_key(&JsValue::from_str(record), &record_key(&table.id, at)))?;
                }
                for key in [draft_key(&table.id), summary_key(&table.id)] {
                    thrown(values.delete(&JsValue::from_str(&key)))?;
                }
            }
            for (id, head) in &wanted.heads {
                thrown(heads.put_with_key(&JsValue::from_str(head), &JsValue::from_str(id)))?;
            }
            let waits = !wanted.appends.is_empty() || !wanted.cuts.is_empty();
            for append in wanted.appends {
                add_if_it_fits(transaction, append, false, why.clone())?;
            }
            for cut in wanted.cuts {
                cut_if_it_fits(transaction, cut, why.clone())?;
            }
            for (key, value) in &wanted.values {
                thrown(values.put_with_key(&JsValue::from_str(value), &JsValue::from_str(key)))?;
            }
            // If records are to be added or taken away, that happens once their places have been looked at.
            if !waits {
                commit(transaction);
            }
            Ok(Vec::new())
        });
        let changed = batch.tables.iter().map(|table| &table.id);
        let changed = changed.chain(batch.heads.iter().chain(&batch.values).map(|(key, _)| key));
        let changed = changed.chain(batch.appends.iter().map(|append| &append.id));
        let changed = changed.chain(batch.cuts.iter().map(|cut| &cut.id)).cloned().collect();
        let stored = Box::pin(async move { begun.await.map(drop).map_err(|error| refused.get().unwrap_or(error)) });
        self.telling(changed, stored)
    }

    fn append(&self, append: &Append) -> Task<()> {
        let refused = Rc::new(Cell::new(None));
        let why = refused.clone();
        let wanted = append.clone();
        let begun = self.link.transact(&STORES, IdbTransactionMode::Readwrite, TAP_LIMIT, move |link, transaction| {
            let sure = {
                let kept = link.kept.borrow();
                (&kept.0, kept.1, &kept.2) == (&wanted.id, wanted.at, &wanted.before)
            };
            if sure {
                add(transaction, &wanted)?;
                commit(transaction);
            } else {
                add_if_it_fits(transaction, wanted, true, why)?;
            }
            Ok(Vec::new())
        });
        let link = self.link.clone();
        let now = (append.id.clone(), append.at + append.records.len(), append.records.last().cloned());
        let written = async move {
            begun.await.map_err(|error| refused.get().unwrap_or(error))?;
            link.kept.replace(now);
            Ok(())
        };
        self.telling(vec![append.id.clone()], Box::pin(written))
    }

    fn summaries(&self) -> Task<Vec<(String, String)>> {
        let asked = self.link.asking(&[VALUES], |store| {
            let (first, after) = (JsValue::from_str(SUMMARIES), JsValue::from_str(AFTER_SUMMARIES));
            let range = IdbKeyRange::bound_with_lower_open_and_upper_open(&first, &after, false, true)?;
            Ok(vec![store.get_all_keys_with_key(&range)?, store.get_all_with_key(&range)?])
        });
        Box::pin(async move {
            let [keys, values] = asked.await?;
            Ok(strings(&keys).iter().map(|key| summarized(key)).zip(strings(&values)).collect())
        })
    }

    fn put_summaries(&self, summaries: &[StoredSummary]) -> Task<()> {
        let summaries = summaries.to_vec();
        // Other windows are not told, because nothing that they show changes.
        let begun = self.link.transact(&STORES, IdbTransactionMode::Readwrite, BATCH_LIMIT, move |_, transaction| {
            for StoredSummary { id, length, text } in summaries {
                let head = thrown(thrown(transaction.object_store(HEADS))?.get_key(&JsValue::from_str(&id)))?;
                let records = thrown(transaction.object_store(RECORDS))?;
                let count = thrown(records.count_with_key(&record_range(&id)?.into()))?;
                let values = thrown(transaction.object_store(VALUES))?;
                let counted = count.clone();
                // Requests are answered in order, so both answers are there when the last is.
                let answered = Closure::once_into_js(move |_: Event| {
                    let there = head.result().is_ok_and(|key| key.is_string());
                    // A log never gets near 2^53 records.
                    if there && counted.result().is_ok_and(|count| count.as_f64() == Some(length as f64)) {
                        let key = JsValue::from_str(&summary_key(&id));
                        // If it fails, the summary is computed again next time.
                        let _ = values.put_with_key(&JsValue::from_str(&text), &key);
                    }
                });
                count.set_onsuccess(answered.dyn_ref());
            }
            Ok(Vec::new())
        });
        Box::pin(async move { begun.await.map(drop) })
    }

    fn remove(&self, id: &str) -> Task<()> {
        self.link.kept.take();
        let removed = id.to_owned();
        let task = self.link.writing(&STORES, move |store| {
            thrown(store(HEADS)?.delete(&JsValue::from_str(&removed)))?;
            thrown(store(RECORDS)?.delete(&record_range(&removed)?.into()))?;
            for key in keys_of(&removed) {
                thrown(store(VALUES)?.delete(&JsValue::from_str(&key)))?;
            }
            Ok(())
        });
        self.telling(vec![id.to_owned()], task)
    }

    fn read(&self, key: &str) -> Task<Option<String>> {
        let key = JsValue::from_str(key);
        let asked = self.link.asking(&[VALUES], move |store| Ok(vec![store.get(&key)?]));
        Box::pin(async move { Ok(asked.await?[0].as_string()) })
    }

    fn write(&self, key: &str, value: &str) -> Task<()> {
        let (name, value) = (JsValue::from_str(key), JsValue::from_str(value));
        let task = self.link.writing(&[VALUES], move |store| {
            thrown(store(VALUES)?.put_with_key(&value, &name))?;
            Ok(())
        });
        self.telling(vec![key.to_owned()], task)
    }

    fn on_change(&self, heard: Box<dyn Fn(String)>) {
        let heard: Heard = heard.into();
        self.link.heard.replace(Some(heard.clone()));
        let Some(channel) = &self.channel else { return };
        let link = self.link.clone();
        let call = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(what) = event.data().as_string() {
                // The table may be in the bin or gone now, so the next append has to look.
                link.kept.take();
                heard(what);
            }
        });
        // Leaks the closure on purpose: it lives as long as the app.
        channel.set_onmessage(Some(call.into_js_value().unchecked_ref()));
    }
}
