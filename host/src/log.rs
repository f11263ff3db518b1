//! What keeps the logs of tables: one promise, kept in memory, in a file, or by NATS JetStream.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::{BoxStream, StreamExt};
use takujo_wire::Table;
use tokio::sync::watch;

pub mod file;
#[cfg(feature = "nats")]
pub mod jetstream;
pub mod memory;

/// What became of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The entry is in the log, and stays there whatever happens to this process. The log has this many entries.
    Length(u32),
    /// Nothing was appended: the log has this many entries, which is not what was expected.
    Conflict(u32),
}

/// The store could not do it, and why. After a failed append it is not known whether the entry is in the log.
#[derive(Clone, Debug)]
pub struct Failed(pub String);

impl Failed {
    /// Any error, as its text.
    pub fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// The outcome of a question to a store.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, Failed>>;
/// Entries in order, those that are still to come as well. Pulled: whoever reads slowly holds up nobody else.
pub type Following = BoxStream<'static, Result<Vec<u8>, Failed>>;

/// Logs of tables. A log is a list of entries, only ever appended to; a table without a log and one with an empty log
/// are the same. `tests/contract.rs` is this promise as a test of every store.
pub trait LogStore: Send + Sync {
    /// Appends an entry if the log has exactly `expected` entries. Of many that expect the same, one wins.
    fn append(&self, table: Table, expected: u32, entry: Vec<u8>) -> Answer<'_, Appended>;
    /// How many entries the log has, and the last of them; `None` if it has none.
    fn last(&self, table: Table) -> Answer<'_, Option<(u32, Vec<u8>)>>;
    /// The entry at `position`.
    fn entry(&self, table: Table, position: u32) -> Answer<'_, Option<Vec<u8>>>;
    /// The entries from `from` on, and then each that is appended, by whichever host of this store.
    fn follow(&self, table: Table, from: u32) -> Following;
    /// Deletes the log. Those who follow it see no end, so close the table in its log first.
    fn remove(&self, table: Table) -> Answer<'_, ()>;
    /// Whether an append would be kept now: what became of the last one, or of one that is tried.
    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async { self.last([0; 16]).await.map(|_| ()) })
    }
    /// Whether `last` may miss entries that were appended a while ago, as long as no append is told so.
    fn may_lag(&self) -> bool {
        false
    }
    /// The tables to whose logs nothing was appended for at least this long.
    fn silent(&self, time: Duration) -> Answer<'_, Vec<Table>>;
}

/// A lock whose value is whole even if a holder panicked: each change of it is one step.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes those who follow a log of this process.
#[derive(Clone, Default)]
struct Waiting(Arc<Mutex<HashMap<Table, watch::Sender<()>>>>);

impl Waiting {
    fn wake(&self, table: &Table) {
        let mut waiting = lock(&self.0);
        // Nobody left: the table is forgotten, so that this does not grow.
        if waiting.get(table).is_some_and(|sender| sender.send(()).is_err()) {
            waiting.remove(table);
        }
    }

    /// Wakes everyone.
    #[cfg(feature = "nats")]
    fn wake_all(&self) {
        lock(&self.0).retain(|_, sender| sender.send(()).is_ok());
    }

    /// Whether somebody follows this log.
    #[cfg(feature = "nats")]
    fn has(&self, table: &Table) -> bool {
        lock(&self.0).get(table).is_some_and(|sender| sender.receiver_count() > 0)
    }

    fn subscribe(&self, table: Table) -> watch::Receiver<()> {
        let mut waiting = lock(&self.0);
        if waiting.len() > 1024 {
            waiting.retain(|_, sender| sender.receiver_count() > 0);
        }
        waiting.entry(table).or_insert_with(|| watch::Sender::new(())).subscribe()
    }

    /// A following made of `read`, which gives some entries from a position on.
    fn follow<R>(&self, table: Table, from: u32, read: R) -> Following
    where
        R: Fn(u32) -> BoxFuture<'static, Result<Vec<Vec<u8>>, Failed>> + Send + 'static,
    {
        // Subscribed before the first read: what is appended in between wakes.
        let state = (self.subscribe(table), from, Vec::new().into_iter(), read);
        futures_util::stream::try_unfold(state, |(mut changed, from, mut ready, read)| async move {
            loop {
                if let Some(entry) = ready.next() {
                    return Ok(Some((entry, (changed, from, ready, read))));
                }
                changed.borrow_and_update();
                let entries = read(from).await?;
                if entries.is_empty() {
                    if changed.changed().await.is_err() {
                        return Ok(None);
                    }
                    continue;
                }
                let from = from.saturating_add(entries.len() as u32);
                let mut entries = entries.into_iter();
                if let Some(entry) = entries.next() {
                    return Ok(Some((entry, (changed, from, entries, read))));
                }
            }
        })
        .boxed()
    }
}
