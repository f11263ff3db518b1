//! The connection to the database, which the browser may close at any time, and the transactions on it.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, JsString, Object, Promise, Reflect};
use takujo_core::storage::{StorageError, Task};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{Event, IdbDatabase, IdbObjectStore, IdbRequest, IdbTransaction, IdbTransactionMode};

use super::answers::{commit, completed, fault, name_of, thrown, timeout};
use super::database::{Opened, open_database, shared_contents};

/// Time limit for reopening a lost database, in milliseconds.
const PATIENCE: i32 = 10_000;
/// Time from the loss of a connection until everything is looked at again, in milliseconds: a browser that clears its
/// data closes the connections first.
const LOOK_AGAIN: i32 = 1_000;
/// Time limits for what is tapped, for reading, and for many changes at once, in milliseconds. A browser may never answer.
pub(super) const TAP_LIMIT: i32 = 5_000;
const READ_LIMIT: i32 = 30_000;
pub(super) const BATCH_LIMIT: i32 = 120_000;

/// Is told which table has changed; an empty id stands for all.
pub(super) type Heard = Rc<dyn Fn(String)>;

/// The connection to the database. The browser may close it at any time: iOS does so to apps in the background, any
/// browser when its data is cleared. The next call that needs it makes a new one.
pub(super) struct Link {
    pub(super) name: String,
    pub(super) database: RefCell<Option<IdbDatabase>>,
    /// The table read or written last, how many of its records are certainly on disk, and the last of them. An append
    /// that continues them needs to read nothing first, so it gets to disk even if the page is closed immediately.
    /// Emptied when anything else may have changed.
    pub(super) kept: RefCell<(String, usize, Option<String>)>,
    /// See [`Storage::on_change`](takujo_core::storage::Storage::on_change).
    pub(super) heard: RefCell<Option<Heard>>,
}

impl Link {
    /// The browser has closed the connection, perhaps because what is stored is gone: says so in a moment.
    fn lose(&self) {
        self.forget();
        if let (Some(window), Some(heard)) = (web_sys::window(), self.heard.borrow().clone()) {
            let look = Closure::once_into_js(move || heard(String::new()));
            let look = look.unchecked_ref();
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(look, LOOK_AGAIN);
        }
    }

    /// Opens the database, or creates it with what an older version stored.
    pub(super) async fn connect(self: &Rc<Link>) -> Result<(), StorageError> {
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
                link.lose();
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
    pub(super) fn transact(
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

    pub(super) fn writing(
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
    pub(super) fn asking(
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
