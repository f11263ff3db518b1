//! Storage in IndexedDB: one record per tap, with strict durability.
//!
//! Each call starts its transaction before it returns, so a tap gets to disk even if the page is closed the next
//! moment; the future only waits until it is complete. If the connection was lost, it has to wait for a new one first.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Function, JsString, Object, Promise, Reflect};
use takujo_core::storage::{
    AFTER_SUMMARIES, Append, Batch, Cut, SUMMARIES, Storage, StorageError, Stored, StoredSummary, Task, draft_key,
    in_bin, keys_of, summarized, summary_key,
};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{
    BroadcastChannel, DomException, Event, IdbDatabase, IdbKeyRange, IdbObjectStore, IdbOpenDbRequest, IdbRequest,
    IdbTransaction, IdbTransactionMode, MessageEvent,
};

/// What the database's name begins with. The path of the app follows, because other sites may share the host, even this
/// app under another path.
const DATABASE: &str = "takujo";
const HEADS: &str = "heads";
const RECORDS: &str = "records";
const VALUES: &str = "values";
const STORES: [&str; 3] = [HEADS, RECORDS, VALUES];

/// Time limit for reopening a lost database, in milliseconds.
const PATIENCE: i32 = 10_000;
/// Time limits for what is tapped, for reading, and for many changes at once, in milliseconds. A browser may never answer.
const TAP_LIMIT: i32 = 5_000;
const READ_LIMIT: i32 = 30_000;
const BATCH_LIMIT: i32 = 120_000;

/// Storage in the browser's IndexedDB.
pub struct Web {
    link: Rc<Link>,
    /// Tells other windows what this one wrote. `None` in browsers without such channels, where windows find out about
    /// each other only when a write meets another's.
    channel: Option<BroadcastChannel>,
}

/// The connection to the database. The browser may close it at any time: iOS does so to apps in the background, any
/// browser when its data is cleared. The next call that needs it makes a new one.
struct Link {
    name: String,
    database: RefCell<Option<IdbDatabase>>,
    /// The table read or written last, how many of its records are certainly on disk, and the last of them. An append
    /// that continues them needs to read nothing first, so it gets to disk even if the page is closed immediately.
    /// Emptied when anything else may have changed.
    kept: RefCell<(String, usize, Option<String>)>,
}

/// The name of what the browser threw, or of the error of a request that failed; empty if it has none.
fn name_of(error: &JsValue) -> String {
    if let Some(exception) = error.dyn_ref::<DomException>() {
        exception.name()
    } else if let Some(target) = error.dyn_ref::<Event>().and_then(Event::target) {
        let error = Reflect::get(&target, &JsValue::from_str("error")).unwrap_or(JsValue::NULL);
        error.dyn_ref::<DomException>().map(DomException::name).unwrap_or_default()
    } else {
        String::new()
    }
}

/// The error for what the browser threw, or for the event of a request that failed.
fn fault(error: &JsValue) -> StorageError {
    match name_of(error).as_str() {
        "QuotaExceededError" => StorageError::Full,
        "ConstraintError" => StorageError::Conflict,
        "SecurityError" | "NotAllowedError" => StorageError::Refused,
        "InvalidStateError" => StorageError::Lost,
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

/// Commits now, in case the page is closed. Older browsers lack the call; their transactions commit by themselves a
/// moment later.
#[expect(deprecated, reason = "only its signature in web-sys will change")]
fn commit(transaction: &IdbTransaction) {
    let _ = transaction.commit();
}

/// The key of a record: an id and an index, so that records are in the order of the log.
fn record_key(id: &str, at: usize) -> JsValue {
    // A log never gets near 2^53 records.
    Array::of2(&JsValue::from_str(id), &JsValue::from_f64(at as f64)).into()
}

/// Adds the records and stores the draft; it must be certain that they continue the log.
fn add(transaction: &IdbTransaction, append: &Append) -> Result<(), StorageError> {
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
/// browser has answered, within the transaction.
fn add_if_it_fits(
    transaction: &IdbTransaction,
    append: Append,
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
        }
    });
    asked.set_onsuccess(answered.dyn_ref());
    Ok(())
}

/// Takes away the end of a log, or the whole table, if the log is as expected; otherwise says `why` not, and aborts the
/// transaction.
fn cut_if_it_fits(
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

fn record_range(id: &str) -> Result<IdbKeyRange, StorageError> {
    records_from(id, 0)
}

/// The keys of the records of a log from index `at` on.
fn records_from(id: &str, at: usize) -> Result<IdbKeyRange, StorageError> {
    let last = Array::of2(&JsValue::from_str(id), &JsValue::from_f64(f64::MAX));
    thrown(IdbKeyRange::bound(&record_key(id, at), &last))
}

fn strings(values: &JsValue) -> Vec<String> {
    // A value that is not text becomes an empty one; as a record it is then reported as damaged.
    Array::from(values).iter().map(|value| value.as_string().unwrap_or_default()).collect()
}

/// The records of a log, from their keys and texts. An empty record stands for a gap; the table is then reported as
/// damaged.
fn log_of(keys: &JsValue, values: &JsValue) -> Vec<String> {
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

/// The path of the app's folder.
fn folder(window: &web_sys::Window) -> String {
    let path = window.location().pathname().unwrap_or_default();
    let end = path.rfind('/').map_or(0, |slash| slash + 1);
    path[..end].to_owned()
}

/// The whole content of a database: the keys and values of each store, in the order of [`STORES`].
type Everything = [(JsValue, JsValue); 3];

/// The result of opening a database.
enum Opened {
    /// It is open.
    Ready(IdbDatabase),
    /// There is none with that name.
    Missing,
}

/// Opens a database. If it does not exist, creates it with `contents`, all of them or nothing; without `contents` it is
/// not created.
async fn open_database(name: &str, contents: Option<Everything>) -> Result<Opened, StorageError> {
    let window = web_sys::window().ok_or(StorageError::Refused)?;
    let factory = window.indexed_db().ok().flatten().ok_or(StorageError::Refused)?;
    let request: IdbOpenDbRequest = thrown(factory.open_with_u32(name, 1))?;
    let missing = Rc::new(Cell::new(false));
    let (upgraded, unmade) = (request.clone(), missing.clone());
    let upgrade = Closure::once_into_js(move |_: Event| {
        let fill = |database: IdbDatabase, contents: Everything| -> Result<(), JsValue> {
            for (name, (keys, values)) in STORES.into_iter().zip(contents) {
                let store = database.create_object_store(name)?;
                for (key, value) in Array::from(&keys).iter().zip(Array::from(&values)) {
                    store.put_with_key(&value, &key)?;
                }
            }
            Ok(())
        };
        let database = upgraded.result().and_then(|result| result.dyn_into::<IdbDatabase>());
        unmade.set(contents.is_none());
        let filled = match (database, contents) {
            (Ok(database), Some(contents)) => fill(database, contents),
            _ => Err(JsValue::NULL),
        };
        if let (Err(_), Some(transaction)) = (filled, upgraded.transaction()) {
            // Makes the request fail, so that nothing is created.
            let _ = transaction.abort();
        }
    });
    request.set_onupgradeneeded(upgrade.dyn_ref());
    match settled(answered(&request)).await {
        _ if missing.get() => Ok(Opened::Missing),
        Err(error) => Err(error),
        Ok(_) => {
            let database = thrown(request.result())?.dyn_into().map_err(|_| StorageError::Broken)?;
            Ok(Opened::Ready(database))
        }
    }
}

/// The content of the database that all paths shared in an older version; empty if there is none.
async fn shared_contents() -> Result<Everything, StorageError> {
    let Opened::Ready(database) = open_database(DATABASE, None).await? else {
        return Ok(std::array::from_fn(|_| (Array::new().into(), Array::new().into())));
    };
    let names: Array = STORES.into_iter().map(JsString::from).collect();
    let transaction = thrown(database.transaction_with_str_sequence(&names))?;
    let mut asked = Vec::new();
    for name in STORES {
        let store = thrown(transaction.object_store(name))?;
        asked.push((thrown(store.get_all_keys())?, thrown(store.get_all())?));
    }
    settled(completed(&transaction)).await?;
    let mut contents: Everything = Default::default();
    for (content, (keys, values)) in contents.iter_mut().zip(asked) {
        *content = (thrown(keys.result())?, thrown(values.result())?);
    }
    database.close();
    Ok(contents)
}

/// A promise that is rejected after a time, in milliseconds.
fn timeout(milliseconds: i32) -> Promise {
    Promise::new(&mut |_, reject| {
        if let Some(window) = web_sys::window() {
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&reject, milliseconds);
        }
    })
}

impl Link {
    /// Opens the database, or creates it with what an older version stored.
    async fn connect(self: &Rc<Link>) -> Result<(), StorageError> {
        let opened = match open_database(&self.name, None).await? {
            Opened::Ready(database) => database,
            // Copied, and left where it is, because the app under another path may need it.
            Opened::Missing => match open_database(&self.name, Some(shared_contents().await?)).await? {
                Opened::Ready(database) => database,
                Opened::Missing => return Err(StorageError::Broken),
            },
        };
        if self.database.borrow().is_some() {
            // Another call was faster.
            opened.close();
            return Ok(());
        }
        let (link, lost) = (Rc::downgrade(self), opened.clone());
        let on_loss = Closure::once_into_js(move |_: Event| {
            // Also called when a newer version of the app in another window needs to upgrade the database.
            lost.close();
            if let Some(link) = link.upgrade() {
                link.forget();
            }
        });
        opened.set_onclose(on_loss.dyn_ref());
        opened.set_onversionchange(on_loss.dyn_ref());
        self.database.replace(Some(opened));
        Ok(())
    }

    fn forget(&self) {
        self.database.take();
        self.kept.take();
    }

    /// Starts a transaction; `None` if there is no connection.
    fn begin(&self, stores: &[&str], mode: IdbTransactionMode) -> Option<Result<IdbTransaction, StorageError>> {
        let database = self.database.borrow().clone()?;
        let names: Array = stores.iter().map(|name| JsString::from(*name)).collect();
        let begin = || {
            // By reflection, because web-sys has the durability option only behind a compiler flag. Older browsers ignore
            // it.
            let options = Object::new();
            Reflect::set(&options, &JsValue::from_str("durability"), &JsValue::from_str("strict"))?;
            let transaction: Function = Reflect::get(&database, &JsValue::from_str("transaction"))?.dyn_into()?;
            transaction.call3(&database, &names, &mode.into(), &options)
        };
        match begin() {
            Ok(begun) => Some(begun.dyn_into().map_err(|_| StorageError::Broken)),
            Err(error) if fault(&error) == StorageError::Lost => {
                self.forget();
                None
            }
            Err(error) => Some(Err(fault(&error))),
        }
    }

    /// Does `work` in a transaction that starts before this returns or, if the connection was lost, once there is a new
    /// one. `work` returns the requests whose answers are wanted, two at most; they are returned once the transaction
    /// is complete. If it is not within `limit` milliseconds it is aborted, as far as that is possible, and the
    /// connection counts as lost.
    fn transact(
        self: &Rc<Link>,
        stores: &'static [&'static str],
        mode: IdbTransactionMode,
        limit: i32,
        work: impl FnOnce(&Link, &IdbTransaction) -> Result<Vec<IdbRequest>, StorageError> + 'static,
    ) -> Task<[JsValue; 2]> {
        self.run(stores, mode, limit, Box::new(work))
    }

    /// What [`Link::transact`] does. Not generic over the work, so that the program contains it once.
    fn run(
        self: &Rc<Link>,
        stores: &'static [&'static str],
        mode: IdbTransactionMode,
        limit: i32,
        work: Work,
    ) -> Task<[JsValue; 2]> {
        let do_it = |link: &Link, transaction: IdbTransaction, work: Work| {
            // What was requested before the error must not be done either.
            let asked = work(link, &transaction).inspect_err(|_| drop(transaction.abort()))?;
            Ok((completed(&transaction), asked, transaction))
        };
        let begun = match self.begin(stores, mode) {
            Some(begun) => Ok(begun.and_then(|transaction| do_it(self, transaction, work))),
            None => Err(work),
        };
        let link = self.clone();
        Box::pin(async move {
            let (promise, asked, transaction) = match begun {
                Ok(begun) => begun?,
                Err(work) => {
                    let connecting = link.clone();
                    let connected = future_to_promise(async move {
                        connecting.connect().await.map(|()| JsValue::UNDEFINED).map_err(|_| JsValue::UNDEFINED)
                    });
                    JsFuture::from(Promise::race(&Array::of2(&connected, &timeout(PATIENCE))))
                        .await
                        .map_err(|_| StorageError::Lost)?;
                    do_it(&link, link.begin(stores, mode).ok_or(StorageError::Lost)??, work)?
                }
            };
            if let Err(error) = JsFuture::from(Promise::race(&Array::of2(&promise, &timeout(limit)))).await {
                // Only the time limit rejects with nothing.
                let late = error.is_undefined();
                if late {
                    let _ = transaction.abort();
                }
                // After an unknown error a connection of WebKit's aborts everything, while a new one works.
                let lost = late || name_of(&error) == "UnknownError";
                let error = if lost { StorageError::Lost } else { fault(&error) };
                if error == StorageError::Lost {
                    link.forget();
                }
                return Err(error);
            }
            let mut answers = [const { JsValue::UNDEFINED }; 2];
            for (answer, request) in answers.iter_mut().zip(asked) {
                *answer = thrown(request.result())?;
            }
            Ok(answers)
        })
    }

    fn writing(
        self: &Rc<Link>,
        stores: &'static [&'static str],
        work: impl FnOnce(&dyn Fn(&str) -> Result<IdbObjectStore, StorageError>) -> Result<(), StorageError> + 'static,
    ) -> Task<()> {
        let task = self.transact(stores, IdbTransactionMode::Readwrite, TAP_LIMIT, |_, transaction| {
            work(&|name| thrown(transaction.object_store(name)))?;
            commit(transaction);
            Ok(Vec::new())
        });
        Box::pin(async move { task.await.map(drop) })
    }

    /// Makes up to two requests to a store in one transaction, so that no other window can write between them.
    fn asking(
        self: &Rc<Link>,
        store: &'static [&'static str; 1],
        ask: impl FnOnce(&IdbObjectStore) -> Result<Vec<IdbRequest>, JsValue> + 'static,
    ) -> Task<[JsValue; 2]> {
        self.transact(store, IdbTransactionMode::Readonly, READ_LIMIT, |_, transaction| {
            thrown(ask(&thrown(transaction.object_store(store[0]))?))
        })
    }
}

/// What is done in a transaction; returns the requests whose answers are wanted.
type Work = Box<dyn FnOnce(&Link, &IdbTransaction) -> Result<Vec<IdbRequest>, StorageError>>;

impl Web {
    /// Opens the database, or creates it, and asks the browser not to evict it.
    ///
    /// # Errors
    /// [`StorageError::Refused`] if the browser does not allow storage (private windows, blocked site data).
    pub async fn open() -> Result<Web, StorageError> {
        let window = web_sys::window().ok_or(StorageError::Refused)?;
        let name = format!("{DATABASE}:{}", folder(&window));
        let link = Rc::new(Link { name, database: RefCell::default(), kept: RefCell::default() });
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
                add_if_it_fits(transaction, append, why.clone())?;
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
            } else {
                add_if_it_fits(transaction, wanted, why)?;
            }
            if sure {
                commit(transaction);
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
