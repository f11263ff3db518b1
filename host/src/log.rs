//! What keeps the logs of tables: one promise ([`LogStore`]), kept in memory, in a file, or by NATS JetStream. Also
//! what these share to let phones follow a log.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::{BoxStream, StreamExt};
pub use takujo_host_rules::{Appended, Failed, Space};
use takujo_wire::Table;
use tokio::sync::watch;

pub mod file;
#[cfg(feature = "nats")]
pub mod jetstream;
pub mod memory;

/// The outcome of a question to a store.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, Failed>>;
/// Entries in order, including those still to come. They are pulled, so whoever reads slowly holds up nobody else.
pub type Following = BoxStream<'static, Result<Vec<u8>, Failed>>;

/// What a store tells about itself, for figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Tables kept.
    pub tables: u64,
    /// Bytes of all their entries.
    pub bytes: u64,
    /// Bytes of the file they lie in.
    pub file: u64,
    /// Bytes free on the disk, for this process.
    pub free: u64,
    /// Writes that failed since the start.
    pub failed: u64,
}

/// What a store that several hosts share has heard here since the start, and hears now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// Tables that are heard.
    pub tables: u64,
    /// Partitions that they are in.
    pub partitions: u64,
    /// Entries heard.
    pub entries: u64,
    /// Those of them that somebody followed here.
    pub needed: u64,
}

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
    /// Deletes the log if it has exactly this many entries. Those who follow it see no end, so close the table in its log
    /// first.
    fn remove(&self, table: Table, length: u32) -> Answer<'_, ()>;
    /// Deletes all entries but the last if the log has exactly this many. Of what is left only [`LogStore::last`] is asked,
    /// and nothing can be appended as if the log were empty. So the end of a closed table keeps its name taken.
    fn shorten(&self, table: Table, length: u32) -> Answer<'_, ()>;
    /// Whether the store works. Unless a store knows better, that is whether it can be read; [`file::File`] also says
    /// whether an append would be kept now, by what became of the last one or of one that is tried.
    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async { self.last([0; 16]).await.map(|_| ()) })
    }
    /// Whether `last` may miss entries that are in the log already. An append never does: it is a conflict then.
    fn may_lag(&self) -> bool {
        false
    }
    /// The tables to whose logs nothing was appended for at least this long, and how many entries they have. Only time
    /// that the store has seen pass counts, so a clock that jumps makes no table old.
    fn silent(&self, time: Duration) -> Answer<'_, Vec<(Table, u32)>>;
    /// How much more it takes.
    fn space(&self) -> Space {
        Space::Enough
    }
    /// Gives back disk space that is no longer needed, if that is worth the while. Appends wait for it.
    fn tidy(&self) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }
    /// Finishes what was begun and lets go of the disk. Nothing can be asked any more.
    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }
    /// What it tells about itself; `None` if others look after that.
    fn figures(&self) -> Option<Figures> {
        None
    }
    /// What it has heard from other hosts and from this one; `None` if it shares nothing.
    fn heard(&self) -> Option<Heard> {
        None
    }
}

/// Locks a mutex, also after a holder has panicked: each change of what is in it is one step, so it is whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// So many bytes are read ahead for somebody who follows, at most, but always one entry.
pub const PIECE: usize = 16 << 10;
/// For all who follow together. Beyond it each has one entry at a time.
pub const PIECES: usize = 32 << 20;

/// Wakes those who follow a log of this process.
#[derive(Clone, Default)]
struct Waiting {
    tables: Arc<Mutex<HashMap<Table, watch::Sender<()>>>>,
    /// Bytes read ahead for all who follow.
    held: Arc<AtomicUsize>,
}

/// Entries read ahead, counted until they are taken or dropped.
struct Ahead {
    entries: std::vec::IntoIter<Vec<u8>>,
    held: Arc<AtomicUsize>,
}

impl Ahead {
    fn new(entries: Vec<Vec<u8>>, held: &Arc<AtomicUsize>) -> Self {
        held.fetch_add(entries.iter().map(Vec::len).sum(), Relaxed);
        Self { entries: entries.into_iter(), held: Arc::clone(held) }
    }

    fn next(&mut self) -> Option<Vec<u8>> {
        let entry = self.entries.next()?;
        self.held.fetch_sub(entry.len(), Relaxed);
        Some(entry)
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.held.fetch_sub(self.entries.as_slice().iter().map(Vec::len).sum(), Relaxed);
    }
}

impl Waiting {
    fn wake(&self, table: &Table) {
        let mut waiting = lock(&self.tables);
        // Nobody left: the table is forgotten, so that this does not grow.
        if waiting.get(table).is_some_and(|sender| sender.send(()).is_err()) {
            waiting.remove(table);
        }
    }

    /// Wakes everyone.
    #[cfg(feature = "nats")]
    fn wake_all(&self) {
        lock(&self.tables).retain(|_, sender| sender.send(()).is_ok());
    }

    /// Whether somebody follows this log.
    #[cfg(feature = "nats")]
    fn has(&self, table: &Table) -> bool {
        lock(&self.tables).get(table).is_some_and(|sender| sender.receiver_count() > 0)
    }

    fn subscribe(&self, table: Table) -> watch::Receiver<()> {
        let mut waiting = lock(&self.tables);
        if waiting.len() > 1024 {
            waiting.retain(|_, sender| sender.receiver_count() > 0);
        }
        waiting.entry(table).or_insert_with(|| watch::Sender::new(())).subscribe()
    }

    /// A following made of `read`, which gives some entries from a position on: at least one if there is one, and no more
    /// than fit into the bytes it is told.
    fn follow<R>(&self, table: Table, from: u32, read: R) -> Following
    where
        R: Fn(u32, usize) -> BoxFuture<'static, Result<Vec<Vec<u8>>, Failed>> + Send + 'static,
    {
        let held = Arc::clone(&self.held);
        // Subscribed before the first read: what is appended in between wakes.
        let state = (self.subscribe(table), from, Ahead::new(Vec::new(), &held), read);
        futures_util::stream::try_unfold(state, move |(mut changed, mut from, mut ahead, read)| {
            let held = Arc::clone(&held);
            async move {
                loop {
                    if let Some(entry) = ahead.next() {
                        return Ok(Some((entry, (changed, from, ahead, read))));
                    }
                    changed.borrow_and_update();
                    let room = if held.load(Relaxed) < PIECES { PIECE } else { 0 };
                    let entries = read(from, room).await?;
                    if entries.is_empty() && changed.changed().await.is_err() {
                        return Ok(None);
                    }
                    from = from.saturating_add(entries.len() as u32);
                    ahead = Ahead::new(entries, &held);
                }
            }
        })
        .boxed()
    }
}

/// As many of these entries as fit into `room` bytes, but always the first.
fn fitting<E>(entries: impl Iterator<Item = Result<Vec<u8>, E>>, room: usize) -> Result<Vec<Vec<u8>>, E> {
    let mut fit = Vec::new();
    let mut bytes = 0;
    for entry in entries {
        let entry = entry?;
        bytes += entry.len();
        if bytes > room && !fit.is_empty() {
            break;
        }
        fit.push(entry);
        if bytes >= room {
            break;
        }
    }
    Ok(fit)
}
