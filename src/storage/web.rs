//! Storage in IndexedDB: one record per tap, with strict durability.
//!
//! Each call starts its transaction before it returns, so a tap gets to disk even if the page is closed the next
//! moment. The future only waits for completion.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Function, JsString, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    BroadcastChannel, DomException, Event, IdbDatabase, IdbKeyRange, IdbObjectStore, IdbOpenDbRequest, IdbRequest,
    IdbTransaction, IdbTransactionMode, MessageEvent,
};

use super::{Append, Storage, StorageError, Stored, Task, draft_key, in_bin};

const DATABASE: &str = "takujo";
const HEADS: &str = "heads";
const RECORDS: &str = "records";
const VALUES: &str = "values";

/// The channel on which windows tell each other what they wrote.
const CHANNEL: &str = "takujo";

/// Storage in the browser's IndexedDB.
pub struct Web {
    database: IdbDatabase,
    /// The table read or written last, how many of its records are certainly on disk, and the last of them. An append
    /// right after that needs no read first, so it gets to disk even if the page is closed immediately.
    kept: Rc<RefCell<(String, usize, Option<String>)>>,
    /// `None` in browsers without it; windows then find out about each other when they write.
    channel: Option<BroadcastChannel>,
}

/// The error for what the browser threw, or for a failed event or request.
fn fault(error: &JsValue) -> StorageError {
    let name = if let Some(exception) = error.dyn_ref::<DomException>() {
        exception.name()
    } else if let Some(target) = error.dyn_ref::<Event>().and_then(Event::target) {
        let error = Reflect::get(&target, &JsValue::from_str("error")).unwrap_or(JsValue::NULL);
        error.dyn_ref::<DomException>().map(DomException::name).unwrap_or_default()
    } else {
        String::new()
    };
    match name.as_str() {
        "QuotaExceededError" => StorageError::Full,
        "ConstraintError" => StorageError::Conflict,
        "SecurityError" | "InvalidStateError" | "NotAllowedError" => StorageError::Refused,
        _ => StorageError::Broken,
    }
}

fn thrown<T>(result: Result<T, JsValue>) -> Result<T, StorageError> {
    result.map_err(|error| fault(&error))
}

async fn settled(promise: Promise) -> Result<JsValue, StorageError> {
    JsFuture::from(promise).await.map_err(|error| fault(&error))
}

fn answered(request: &IdbRequest) -> Promise {
    Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    })
}

fn completed(transaction: &IdbTransaction) -> Promise {
    Promise::new(&mut |resolve, reject| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onabort(Some(&reject));
    })
}

/// Commits now, in case the page is closed. In older browsers, which lack the call, a transaction commits by itself a
/// moment later.
#[expect(deprecated, reason = "only its signature in web-sys will change")]
fn commit(transaction: &IdbTransaction) {
    let _ = transaction.commit();
}

fn record_key(id: &str, at: usize) -> JsValue {
    // A log never gets near 2^53 records.
    Array::of2(&JsValue::from_str(id), &JsValue::from_f64(at as f64)).into()
}

/// Adds the records within a transaction that has already checked they are allowed, and commits.
fn add(transaction: &IdbTransaction, append: &Append) -> Result<(), StorageError> {
    let records = thrown(transaction.object_store(RECORDS))?;
    for (step, record) in append.records.iter().enumerate() {
        thrown(records.add_with_key(&JsValue::from_str(record), &record_key(&append.id, append.at + step)))?;
    }
    if let Some(draft) = &append.draft {
        let key = JsValue::from_str(&draft_key(&append.id));
        thrown(thrown(transaction.object_store(VALUES))?.put_with_key(&JsValue::from_str(draft), &key))?;
    }
    commit(transaction);
    Ok(())
}

fn record_range(id: &str) -> Result<IdbKeyRange, StorageError> {
    let last = Array::of2(&JsValue::from_str(id), &JsValue::from_f64(f64::MAX));
    thrown(IdbKeyRange::bound(&record_key(id, 0), &last))
}

fn strings(values: &JsValue) -> Vec<String> {
    // A value that is not text becomes an empty record, which then fails to parse and is reported.
    Array::from(values).iter().map(|value| value.as_string().unwrap_or_default()).collect()
}

impl Web {
    /// Opens the database, or creates it, and asks the browser not to evict it.
    ///
    /// # Errors
    /// [`StorageError::Refused`] if the browser does not allow storage (private windows, blocked site data).
    pub async fn open() -> Result<Web, StorageError> {
        let window = web_sys::window().ok_or(StorageError::Refused)?;
        let factory = window.indexed_db().ok().flatten().ok_or(StorageError::Refused)?;
        let request: IdbOpenDbRequest = thrown(factory.open_with_u32(DATABASE, 1))?;
        let upgraded = request.clone();
        let upgrade = wasm_bindgen::closure::Closure::once_into_js(move |_: Event| {
            if let Ok(database) = upgraded.result().and_then(|result| result.dyn_into::<IdbDatabase>()) {
                for store in [HEADS, RECORDS, VALUES] {
                    // Fails only if the store exists.
                    let _ = database.create_object_store(store);
                }
            }
        });
        request.set_onupgradeneeded(upgrade.dyn_ref());
        settled(answered(&request)).await.map_err(|_| StorageError::Refused)?;
        let database = thrown(request.result())?.dyn_into::<IdbDatabase>().map_err(|_| StorageError::Refused)?;
        // Close if a newer version of the app in another tab needs to upgrade the database.
        let closing = database.clone();
        let close = wasm_bindgen::closure::Closure::once_into_js(move |_: Event| closing.close());
        database.set_onversionchange(close.dyn_ref());
        let _ = window.navigator().storage().persist();
        Ok(Web { database, kept: Rc::default(), channel: BroadcastChannel::new(CHANNEL).ok() })
    }

    fn begin(&self, stores: &[&str], mode: IdbTransactionMode) -> Result<IdbTransaction, StorageError> {
        let names: Array = stores.iter().map(|name| JsString::from(*name)).collect();
        // By reflection, because web-sys has the durability option only behind a compiler flag. Older browsers ignore
        // it.
        let options = Object::new();
        thrown(Reflect::set(&options, &JsValue::from_str("durability"), &JsValue::from_str("strict")))?;
        let transaction = thrown(Reflect::get(&self.database, &JsValue::from_str("transaction")))?;
        let transaction: Function = transaction.dyn_into().map_err(|_| StorageError::Broken)?;
        let begun = thrown(transaction.call3(&self.database, &names, &mode.into(), &options))?;
        begun.dyn_into().map_err(|_| StorageError::Broken)
    }

    /// Tells other windows about a table or value once it is written.
    fn telling(&self, what: &str, task: Task<()>) -> Task<()> {
        let (channel, what) = (self.channel.clone(), JsValue::from_str(what));
        Box::pin(async move {
            task.await?;
            if let Some(channel) = channel {
                // Best effort: it does not matter if nobody listens.
                let _ = channel.post_message(&what);
            }
            Ok(())
        })
    }

    fn writing(
        &self,
        stores: &[&str],
        work: impl FnOnce(&dyn Fn(&str) -> Result<IdbObjectStore, StorageError>) -> Result<(), StorageError>,
    ) -> Task<()> {
        let begun = self.begin(stores, IdbTransactionMode::Readwrite).and_then(|transaction| {
            work(&|name| thrown(transaction.object_store(name)))?;
            let promise = completed(&transaction);
            commit(&transaction);
            Ok(promise)
        });
        Box::pin(async move { settled(begun?).await.map(drop) })
    }

    fn getting(&self, store: &str, ask: impl FnOnce(&IdbObjectStore) -> Result<IdbRequest, JsValue>) -> Task<JsValue> {
        let begun = self
            .begin(&[store], IdbTransactionMode::Readonly)
            .and_then(|transaction| thrown(transaction.object_store(store)))
            .and_then(|store| thrown(ask(&store)));
        Box::pin(async move {
            let request = begun?;
            settled(answered(&request)).await?;
            thrown(request.result())
        })
    }
}

impl Storage for Web {
    fn heads(&self) -> Task<Vec<(String, String)>> {
        // In one transaction, so that keys and values match whatever other windows do.
        let begun = self.begin(&[HEADS], IdbTransactionMode::Readonly).and_then(|transaction| {
            let store = thrown(transaction.object_store(HEADS))?;
            let (keys, values) = (thrown(store.get_all_keys())?, thrown(store.get_all())?);
            Ok((completed(&transaction), keys, values))
        });
        Box::pin(async move {
            let (promise, keys, values) = begun?;
            settled(promise).await?;
            let (keys, values) = (thrown(keys.result())?, thrown(values.result())?);
            Ok(strings(&keys).into_iter().zip(strings(&values)).collect())
        })
    }

    fn load(&self, id: &str) -> Task<Option<Stored>> {
        let id = id.to_owned();
        let head = self.getting(HEADS, |store| store.get(&JsValue::from_str(&id)));
        let range = record_range(&id);
        let log = range.map(|range| self.getting(RECORDS, |store| store.get_all_with_key(&range)));
        let kept = self.kept.clone();
        Box::pin(async move {
            let Some(head) = head.await?.as_string() else { return Ok(None) };
            let log = strings(&log?.await?);
            kept.replace((id.clone(), log.len(), log.last().cloned()));
            Ok(Some(Stored { id, head, log }))
        })
    }

    fn put_head(&self, id: &str, head: &str) -> Task<()> {
        // It may have moved to the bin, so the next append has to check.
        self.kept.take();
        let task = self.writing(&[HEADS], |store| {
            thrown(store(HEADS)?.put_with_key(&JsValue::from_str(head), &JsValue::from_str(id)))?;
            Ok(())
        });
        self.telling(id, task)
    }

    fn create(&self, table: &Stored) -> Task<()> {
        let task = self.writing(&[HEADS, RECORDS], |store| {
            thrown(store(HEADS)?.add_with_key(&JsValue::from_str(&table.head), &JsValue::from_str(&table.id)))?;
            let records = store(RECORDS)?;
            for (at, record) in table.log.iter().enumerate() {
                thrown(records.add_with_key(&JsValue::from_str(record), &record_key(&table.id, at)))?;
            }
            Ok(())
        });
        self.telling(&table.id, task)
    }

    fn append(&self, append: &Append) -> Task<()> {
        let refused = Rc::new(Cell::new(None));
        let why = refused.clone();
        let begun = self.begin(&[HEADS, RECORDS, VALUES], IdbTransactionMode::Readwrite).and_then(|transaction| {
            let done = completed(&transaction);
            let last = append.at.checked_sub(1);
            let sure = {
                let kept = self.kept.borrow();
                (&kept.0, kept.1, &kept.2) == (&append.id, append.at, &append.before)
            };
            if sure {
                add(&transaction, append)?;
                return Ok(done);
            }
            let head = thrown(thrown(transaction.object_store(HEADS))?.get(&JsValue::from_str(&append.id)))?;
            // Write only after the previous record: if one write fails, later ones must not leave a gap.
            let records = thrown(transaction.object_store(RECORDS))?;
            let before = last.map(|last| thrown(records.get(&record_key(&append.id, last)))).transpose()?;
            // Requests are answered in order, so the last answer means that both are there.
            let asked = before.clone().unwrap_or_else(|| head.clone());
            let append = append.clone();
            let answered = wasm_bindgen::closure::Closure::once_into_js(move |_: Event| {
                let text = |request: &IdbRequest| request.result().ok().and_then(|found| found.as_string());
                let found = before.as_ref().map(text);
                why.set(if text(&head).is_none_or(|head| in_bin(&head)) {
                    Some(StorageError::Deleted)
                } else if found == Some(None) {
                    Some(StorageError::Broken)
                } else if found.flatten() != append.before {
                    Some(StorageError::Conflict)
                } else {
                    add(&transaction, &append).err()
                });
                if why.get().is_some() {
                    let _ = transaction.abort();
                }
            });
            asked.set_onsuccess(answered.dyn_ref());
            Ok(done)
        });
        let kept = self.kept.clone();
        let now = (append.id.clone(), append.at + append.records.len(), append.records.last().cloned());
        let written = async move {
            settled(begun?).await.map_err(|error| refused.get().unwrap_or(error))?;
            kept.replace(now);
            Ok(())
        };
        self.telling(&append.id, Box::pin(written))
    }

    fn remove(&self, id: &str) -> Task<()> {
        self.kept.take();
        let range = record_range(id);
        let task = self.writing(&[HEADS, RECORDS, VALUES], |store| {
            thrown(store(HEADS)?.delete(&JsValue::from_str(id)))?;
            thrown(store(RECORDS)?.delete(&range?.into()))?;
            thrown(store(VALUES)?.delete(&JsValue::from_str(&draft_key(id))))?;
            Ok(())
        });
        self.telling(id, task)
    }

    fn read(&self, key: &str) -> Task<Option<String>> {
        let value = self.getting(VALUES, |store| store.get(&JsValue::from_str(key)));
        Box::pin(async move { Ok(value.await?.as_string()) })
    }

    fn write(&self, key: &str, value: &str) -> Task<()> {
        let task = self.writing(&[VALUES], |store| {
            thrown(store(VALUES)?.put_with_key(&JsValue::from_str(value), &JsValue::from_str(key)))?;
            Ok(())
        });
        self.telling(key, task)
    }

    fn on_change(&self, heard: Box<dyn Fn(String)>) {
        let Some(channel) = &self.channel else { return };
        let kept = self.kept.clone();
        let call = wasm_bindgen::closure::Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(what) = event.data().as_string() {
                // The table may be gone.
                kept.take();
                heard(what);
            }
        });
        // Leaks the closure on purpose: it lives as long as the app.
        channel.set_onmessage(Some(call.into_js_value().unchecked_ref()));
    }
}
