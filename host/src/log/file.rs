//! Logs in one redb file. An append is answered after the file was synced to disk.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt;
use redb::{
    CompactionError, Database, DatabaseError, ReadOnlyTable, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    TableDefinition, TableHandle, WriteTransaction,
};
use takujo_wire::Table;
use tokio::sync::{mpsc, oneshot};

use super::{Answer, Appended, Failed, Figures, Following, LogStore, Space, Waiting, fitting, lock};

/// Table and position, high byte first, so that a log lies in one piece and in order.
const ENTRIES: TableDefinition<&[u8], &[u8]> = TableDefinition::new("entries");
/// How many entries a table has, and when the last was appended, in seconds as [`SEEN`] counts them.
const ENDS: TableDefinition<&[u8], (u32, u64)> = TableDefinition::new("ends");
/// What there is to know about the whole file, by name.
const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("about");

/// In [`ABOUT`]: how to read the file. A file without it is of version 0.
const VERSION: &str = "version";
/// In [`ABOUT`]: bytes of all entries.
const BYTES: &str = "bytes";
/// In [`ABOUT`]: bytes of the entries that were deleted since the file was last compacted.
const FREED: &str = "freed";
/// In [`ABOUT`]: seconds that this file has seen pass while a host served it. They count on from the time of day when it
/// was made, but no clock that jumps moves them.
const SEEN: &str = "seen";

/// The version that this program writes.
pub const STORE_VERSION: u64 = 1;

/// A write younger than this says whether the next one will do, and how much room there is.
const RECENT: Duration = Duration::from_secs(1);
/// What redb keeps in memory of the file, in bytes: by default it would be a gigabyte.
pub const CACHE: usize = 64 << 20;
/// The file is compacted once as much was deleted as is left, but not for less than this many bytes.
const WORTH: u64 = 16 << 20;

/// At most this many writes share one sync.
const BATCH: usize = 256;

/// How much a file may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes to leave free on the disk. Below it no table is opened any more, below half of it nothing is recorded.
    pub free: u64,
    /// Bytes of all entries together. From nine tenths of it on no table is opened, at the whole nothing is recorded.
    pub bytes: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { free: 256 << 20, bytes: 16 << 30 }
    }
}

impl Bounds {
    fn space(self, free: u64, bytes: u64) -> Space {
        if free < self.free / 2 || bytes >= self.bytes {
            Space::None
        } else if free < self.free || bytes >= self.bytes / 10 * 9 {
            Space::Tight
        } else {
            Space::Enough
        }
    }
}

enum Job {
    Append { table: Table, expected: u32, entry: Vec<u8>, answer: oneshot::Sender<Result<Appended, Failed>> },
    Remove { table: Table, length: u32, answer: oneshot::Sender<Result<(), Failed>> },
    Shorten { table: Table, length: u32, answer: oneshot::Sender<Result<(), Failed>> },
    Check { answer: oneshot::Sender<Result<(), Failed>> },
    Tidy { answer: oneshot::Sender<Result<(), Failed>> },
    Close { answer: oneshot::Sender<Result<(), Failed>> },
}

/// The database; `None` if it could not be opened again. After an error redb does nothing more with a file, not even
/// once the disk has room again, so it is opened anew.
struct Disk {
    open: Box<dyn Fn() -> Result<Database, DatabaseError> + Send + Sync>,
    database: RwLock<Option<Database>>,
    /// Where the file lies, if it is one.
    path: Option<PathBuf>,
    bounds: Bounds,
    /// What the file had seen when it was first opened, and when that was.
    seen: OnceLock<(u64, Instant)>,
    bytes: AtomicU64,
    tables: AtomicU64,
    failed: AtomicU64,
    /// The free space of the disk, and when it was asked for.
    free: Mutex<Option<(Instant, u64)>>,
}

impl Disk {
    fn with<T>(&self, ask: impl FnOnce(&Database) -> Result<T, redb::Error>) -> Result<T, Failed> {
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        let database = database.as_ref().ok_or_else(|| Failed("the file could not be opened again".to_owned()))?;
        ask(database).map_err(Failed::of)
    }

    /// Closes the file and opens it.
    fn reopen(&self) -> Result<(), Failed> {
        let mut database = self.database.write().unwrap_or_else(PoisonError::into_inner);
        // Closed first, because a file can be open only once.
        *database = None;
        let opened = (self.open)().map_err(Failed::of)?;
        let about = migrate(&opened)?;
        self.seen.get_or_init(|| (about.seen, Instant::now()));
        self.remember(about);
        *database = Some(opened);
        Ok(())
    }

    fn remember(&self, about: About) {
        self.bytes.store(about.bytes, Relaxed);
        self.tables.store(about.tables, Relaxed);
    }

    /// The time now, as [`SEEN`] counts it.
    fn now(&self) -> u64 {
        self.seen.get().map_or(0, |(seen, since)| seen + since.elapsed().as_secs())
    }

    /// Bytes free on the disk. Where that cannot be asked, the disk has to say no by itself.
    fn free(&self) -> u64 {
        let mut free = lock(&self.free);
        match *free {
            Some((at, known)) if at.elapsed() < RECENT => known,
            _ => {
                let now = self.path.as_deref().and_then(free_space).unwrap_or(u64::MAX);
                *free = Some((Instant::now(), now));
                now
            }
        }
    }

    /// Compacts the file, if as much was deleted as is left and nobody reads it.
    fn tidy(&self) -> Result<(), Failed> {
        let about = self.with(about)?;
        if about.freed < WORTH.max(about.bytes) {
            return Ok(());
        }
        let Ok(mut database) = self.database.try_write() else { return Ok(()) };
        let Some(open) = database.as_mut() else { return Ok(()) };
        match open.compact() {
            Ok(_) => {}
            // The next time.
            Err(CompactionError::TransactionInProgress) => return Ok(()),
            Err(error) => return Err(Failed::of(error)),
        }
        drop(database);
        tracing::info!("the file was compacted");
        self.with(|database| {
            let transaction = database.begin_write()?;
            transaction.open_table(ABOUT)?.insert(FREED, 0)?;
            Ok(transaction.commit()?)
        })
    }
}

#[cfg(unix)]
fn free_space(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_space(_: &Path) -> Option<u64> {
    None
}

/// What is known about a whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct About {
    tables: u64,
    bytes: u64,
    freed: u64,
    seen: u64,
}

/// A figure of [`ABOUT`].
fn figure(about: &impl ReadableTable<&'static str, u64>, name: &str) -> Result<u64, redb::Error> {
    Ok(about.get(name)?.map_or(0, |value| value.value()))
}

fn about(database: &Database) -> Result<About, redb::Error> {
    let transaction = database.begin_read()?;
    let about = transaction.open_table(ABOUT)?;
    Ok(About {
        tables: transaction.open_table(ENDS)?.len()?,
        bytes: figure(&about, BYTES)?,
        freed: figure(&about, FREED)?,
        seen: figure(&about, SEEN)?,
    })
}

/// Makes what is missing, and brings a file of an older version up to date.
///
/// # Errors
/// If a newer program wrote it, or what the disk says.
fn migrate(database: &Database) -> Result<About, Failed> {
    let transaction = database.begin_write().map_err(Failed::of)?;
    let version = transaction.open_table(ABOUT).map_err(redb::Error::from).and_then(|about| figure(&about, VERSION));
    let version = version.map_err(Failed::of)?;
    if version > STORE_VERSION {
        return Err(Failed(format!(
            "a newer takujo-host wrote this file (version {version}); this one reads versions up to {STORE_VERSION}. Nothing was changed"
        )));
    }
    let made = match version {
        STORE_VERSION => transaction.abort().map_err(redb::Error::from),
        _ => from_nothing(&transaction).and_then(|()| Ok(transaction.commit()?)),
    };
    made.and_then(|()| about(database)).map_err(Failed::of)
}

/// Version 0 had neither figures nor a time of its own: its times were those of the clock. A new file is one of version 0 without tables.
fn from_nothing(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    let probe = transaction.list_tables()?.find(|table| table.name() == "probe");
    if let Some(probe) = probe {
        transaction.delete_table(probe)?;
    }
    let mut about = transaction.open_table(ABOUT)?;
    let mut bytes = 0;
    for entry in transaction.open_table(ENTRIES)?.iter()? {
        bytes += entry?.1.value().len() as u64;
    }
    let mut newest = None;
    for end in transaction.open_table(ENDS)?.iter()? {
        newest = newest.max(Some(end?.1.value().1));
    }
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    about.insert(BYTES, bytes)?;
    about.insert(FREED, 0)?;
    about.insert(SEEN, newest.unwrap_or(clock))?;
    about.insert(VERSION, STORE_VERSION)?;
    Ok(())
}

/// One log of a snapshot.
pub struct Log<'a> {
    /// How many entries it shall have.
    pub length: u32,
    /// Its entries with their positions.
    pub entries: &'a mut dyn Iterator<Item = Result<(u32, Vec<u8>), Failed>>,
}

/// Logs in a file of their own, which one process has open at a time.
#[derive(Clone)]
pub struct File {
    disk: Arc<Disk>,
    jobs: mpsc::Sender<Job>,
    waiting: Waiting,
}

fn key(table: &Table, position: u32) -> [u8; 20] {
    let mut key = [0; 20];
    key[..16].copy_from_slice(table);
    key[16..].copy_from_slice(&position.to_be_bytes());
    key
}

/// A table as it is now, which outlives its transaction: one that is dropped last frees its pages for the writer a
/// moment before it lets go of them, which redb's debug assertions object to. What is read must be dropped before the
/// table.
fn table<V: redb::Value + 'static>(
    database: &Database,
    table: TableDefinition<&'static [u8], V>,
) -> Result<ReadOnlyTable<&'static [u8], V>, redb::Error> {
    Ok(database.begin_read()?.open_table(table)?)
}

impl File {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// What the disk says, that another process has it open, or that a newer program wrote it.
    pub fn open(path: &Path, bounds: Bounds) -> Result<Self, Failed> {
        let file = path.to_owned();
        Self::start(
            Some(path.to_owned()),
            bounds,
            Box::new(move || Database::builder().set_cache_size(CACHE).create(&file)),
        )
    }

    /// Opens a database by `open`, which is called again after each error.
    ///
    /// # Errors
    /// What `open` says, and what the disk does.
    pub fn opened_by(
        open: impl Fn() -> Result<Database, DatabaseError> + Send + Sync + 'static,
    ) -> Result<Self, Failed> {
        Self::start(None, Bounds::default(), Box::new(open))
    }

    fn start(
        path: Option<PathBuf>,
        bounds: Bounds,
        open: Box<dyn Fn() -> Result<Database, DatabaseError> + Send + Sync>,
    ) -> Result<Self, Failed> {
        let disk = Arc::new(Disk {
            open,
            database: RwLock::default(),
            path,
            bounds,
            seen: OnceLock::new(),
            bytes: AtomicU64::new(0),
            tables: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            free: Mutex::default(),
        });
        disk.reopen()?;
        let (jobs, waiting_jobs) = mpsc::channel(BATCH * 4);
        let waiting = Waiting::default();
        let file = Self { disk: Arc::clone(&disk), jobs, waiting: waiting.clone() };
        std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || write(&disk, waiting_jobs, &waiting))
            .map_err(Failed::of)?;
        Ok(file)
    }

    /// Gives all tables as they are at this moment to `take`, one after another: name, time of the last append, and the
    /// entries. What is appended meanwhile is not among them.
    ///
    /// # Errors
    /// What the disk says, or `take`.
    pub fn snapshot(&self, take: &mut dyn FnMut(Table, u64, &mut Log<'_>) -> Result<(), Failed>) -> Result<(), Failed> {
        let (ends, entries) = self.disk.with(|database| {
            let transaction = database.begin_read()?;
            Ok((transaction.open_table(ENDS)?, transaction.open_table(ENTRIES)?))
        })?;
        for end in ends.iter().map_err(Failed::of)? {
            let (name, end) = end.map_err(Failed::of)?;
            let (length, at) = end.value();
            let table = name.value().try_into().map_err(|_| Failed("a table without a name".to_owned()))?;
            let log = entries.range(&key(&table, 0)[..]..=&key(&table, u32::MAX)[..]).map_err(Failed::of)?;
            let mut log = log.map(|entry| {
                let (key, entry) = entry.map_err(Failed::of)?;
                let position = key.value().last_chunk().map_or(u32::MAX, |position| u32::from_be_bytes(*position));
                Ok((position, entry.value().to_vec()))
            });
            take(table, at, &mut Log { length, entries: &mut log })?;
        }
        Ok(())
    }

    /// Writes tables as a snapshot gave them, into a file that no host serves: name, time of the last append, and the
    /// entries.
    ///
    /// # Errors
    /// What the disk says.
    pub fn put(&self, tables: &[(Table, u64, Vec<Vec<u8>>)]) -> Result<(), Failed> {
        self.disk.with(|database| {
            let transaction = database.begin_write()?;
            {
                let mut about = transaction.open_table(ABOUT)?;
                let mut logs = transaction.open_table(ENTRIES)?;
                let mut ends = transaction.open_table(ENDS)?;
                let (mut bytes, mut seen) = (figure(&about, BYTES)?, figure(&about, SEEN)?);
                for (table, at, entries) in tables {
                    for (position, entry) in (0..).zip(entries) {
                        bytes += entry.len() as u64;
                        logs.insert(&key(table, position)[..], &entry[..])?;
                    }
                    ends.insert(&table[..], (entries.len() as u32, *at))?;
                    seen = seen.max(*at);
                }
                about.insert(BYTES, bytes)?;
                about.insert(SEEN, seen)?;
            }
            Ok(transaction.commit()?)
        })
    }

    /// Finishes what was begun and lets go of the file. Not for threads that serve connections.
    ///
    /// # Errors
    /// If the writer has ended by itself.
    pub fn end(self) -> Result<(), Failed> {
        let (answer, answered) = oneshot::channel();
        self.jobs.blocking_send(Job::Close { answer }).map_err(Failed::of)?;
        answered.blocking_recv().map_err(Failed::of)?
    }

    /// Reads off the threads that serve connections.
    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Database) -> Result<T, redb::Error> + Send + 'static,
    ) -> Answer<'static, T> {
        let (disk, jobs) = (Arc::clone(&self.disk), self.jobs.clone());
        async move {
            let outcome = tokio::task::spawn_blocking(move || disk.with(read)).await.map_err(Failed::of)?;
            if outcome.is_err() {
                // A phone reads before it appends, so no write would come. This makes the writer open the file anew.
                let _ = jobs.try_send(Job::Check { answer: oneshot::channel().0 });
            }
            outcome
        }
        .boxed()
    }

    fn job<T: Send + 'static>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, Failed>>) -> Job + Send + 'static,
    ) -> Answer<'_, T> {
        async move {
            let (answer, answered) = oneshot::channel();
            self.jobs.send(job(answer)).await.map_err(|_| Failed("the writer has ended".to_owned()))?;
            answered.await.map_err(Failed::of)?
        }
        .boxed()
    }
}

/// The only thread that writes. What has come in while the disk was busy is written together and synced once.
fn write(disk: &Disk, mut jobs: mpsc::Receiver<Job>, waiting: &Waiting) {
    let mut batch = Vec::with_capacity(BATCH);
    let mut last = (Instant::now(), Ok(()));
    while jobs.blocking_recv_many(&mut batch, BATCH) > 0 {
        let only_asked = batch.iter().all(|job| matches!(job, Job::Check { .. }));
        let done = match &last {
            (at, known) if only_asked && at.elapsed() < RECENT => {
                known.clone().map(|()| vec![Appended::Length(0); batch.len()])
            }
            (_, known) => {
                // After an error the file is opened anew: what was in the way may be gone.
                let done = known.clone().or_else(|_| disk.reopen()).and_then(|()| {
                    let now = disk.now();
                    let done = disk.with(|database| write_batch(database, &batch, now));
                    done.and_then(|outcomes| {
                        disk.remember(disk.with(about)?);
                        Ok(outcomes)
                    })
                });
                last = (Instant::now(), done.as_ref().map(|_| ()).map_err(Failed::clone));
                done
            }
        };
        if let Err(Failed(error)) = &done {
            disk.failed.fetch_add(1, Relaxed);
            tracing::error!(error, "the file cannot be written");
        }
        let mut answers = match done {
            Ok(outcomes) => outcomes.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(failed) => vec![Err(failed); batch.len()],
        }
        .into_iter();
        let mut closed = Vec::new();
        for job in batch.drain(..) {
            // One outcome a job.
            let Some(outcome) = answers.next() else { break };
            // If the connection has ended meanwhile, nobody waits for the answer.
            match job {
                Job::Append { table, answer, .. } => {
                    waiting.wake(&table);
                    let _ = answer.send(outcome);
                }
                Job::Remove { answer, .. } | Job::Shorten { answer, .. } | Job::Check { answer } => {
                    let _ = answer.send(outcome.map(|_| ()));
                }
                Job::Tidy { answer } => {
                    let _ = answer.send(outcome.and_then(|_| disk.tidy()));
                }
                Job::Close { answer } => closed.push(answer),
            }
        }
        if !closed.is_empty() {
            *disk.database.write().unwrap_or_else(PoisonError::into_inner) = None;
            for answer in closed {
                let _ = answer.send(Ok(()));
            }
            return;
        }
    }
}

fn write_batch(database: &Database, batch: &[Job], now: u64) -> Result<Vec<Appended>, redb::Error> {
    // Durable by default: `commit` syncs.
    let transaction = database.begin_write()?;
    let mut outcomes = Vec::with_capacity(batch.len());
    {
        let mut entries = transaction.open_table(ENTRIES)?;
        let mut ends = transaction.open_table(ENDS)?;
        let mut about = transaction.open_table(ABOUT)?;
        let (mut bytes, mut freed) = (figure(&about, BYTES)?, figure(&about, FREED)?);
        for job in batch {
            outcomes.push(match job {
                Job::Append { table, expected, entry, .. } => {
                    let length = ends.get(&table[..])?.map_or(0, |end| end.value().0);
                    if length == *expected {
                        entries.insert(&key(table, length)[..], &entry[..])?;
                        ends.insert(&table[..], (length + 1, now))?;
                        bytes += entry.len() as u64;
                        Appended::Length(length + 1)
                    } else {
                        Appended::Conflict(length)
                    }
                }
                Job::Remove { table, length, .. } | Job::Shorten { table, length, .. } => {
                    if ends.get(&table[..])?.is_some_and(|end| end.value().0 == *length) {
                        // The first that stays.
                        let mut until = length.saturating_sub(1);
                        if matches!(job, Job::Remove { .. }) {
                            ends.remove(&table[..])?;
                            until = u32::MAX;
                        }
                        let mut gone = 0;
                        entries.retain_in(&key(table, 0)[..]..&key(table, until)[..], |_, entry| {
                            gone += entry.len() as u64;
                            false
                        })?;
                        bytes = bytes.saturating_sub(gone);
                        freed += gone;
                    }
                    Appended::Length(0)
                }
                Job::Check { .. } | Job::Tidy { .. } | Job::Close { .. } => Appended::Length(0),
            });
        }
        about.insert(BYTES, bytes)?;
        about.insert(FREED, freed)?;
        about.insert(SEEN, now)?;
    }
    transaction.commit()?;
    Ok(outcomes)
}

impl LogStore for File {
    fn append(&self, table: Table, expected: u32, entry: Vec<u8>) -> Answer<'_, Appended> {
        self.job(move |answer| Job::Append { table, expected, entry, answer })
    }

    fn last(&self, table: Table) -> Answer<'_, Option<(u32, Vec<u8>)>> {
        self.read(move |database| {
            let transaction = database.begin_read()?;
            let (ends, entries) = (transaction.open_table(ENDS)?, transaction.open_table(ENTRIES)?);
            drop(transaction);
            let Some(end) = ends.get(&table[..])? else { return Ok(None) };
            let length = end.value().0;
            let entry = entries.get(&key(&table, length.saturating_sub(1))[..])?;
            Ok(entry.map(|entry| (length, entry.value().to_vec())))
        })
    }

    fn entry(&self, table: Table, position: u32) -> Answer<'_, Option<Vec<u8>>> {
        self.read(move |database| {
            let entries = self::table(database, ENTRIES)?;
            let entry = entries.get(&key(&table, position)[..])?;
            Ok(entry.map(|entry| entry.value().to_vec()))
        })
    }

    fn follow(&self, table: Table, from: u32) -> Following {
        let file = self.clone();
        self.waiting.follow(table, from, move |from, room| {
            file.read(move |database| {
                let entries = self::table(database, ENTRIES)?;
                let (first, end) = (key(&table, from), key(&table, u32::MAX));
                let after = entries.range(&first[..]..=&end[..])?;
                fitting(after.map(|entry| Ok::<_, redb::Error>(entry?.1.value().to_vec())), room)
            })
        })
    }

    fn remove(&self, table: Table, length: u32) -> Answer<'_, ()> {
        self.job(move |answer| Job::Remove { table, length, answer })
    }

    fn shorten(&self, table: Table, length: u32) -> Answer<'_, ()> {
        self.job(move |answer| Job::Shorten { table, length, answer })
    }

    fn check(&self) -> Answer<'_, ()> {
        self.job(|answer| Job::Check { answer })
    }

    fn silent(&self, time: Duration) -> Answer<'_, Vec<(Table, u32)>> {
        let until = self.disk.now().saturating_sub(time.as_secs());
        self.read(move |database| {
            let mut silent = Vec::new();
            let ends = table(database, ENDS)?;
            for end in ends.iter()? {
                let (table, end) = end?;
                let (length, at) = end.value();
                if at <= until
                    && let Ok(table) = table.value().try_into()
                {
                    silent.push((table, length));
                }
            }
            Ok(silent)
        })
    }

    fn space(&self) -> Space {
        self.disk.bounds.space(self.disk.free(), self.disk.bytes.load(Relaxed))
    }

    fn tidy(&self) -> Answer<'_, ()> {
        self.job(|answer| Job::Tidy { answer })
    }

    fn close(&self) -> Answer<'_, ()> {
        self.job(|answer| Job::Close { answer })
    }

    fn figures(&self) -> Option<Figures> {
        let file = self.disk.path.as_deref().and_then(|path| path.metadata().ok()).map_or(0, |about| about.len());
        Some(Figures {
            tables: self.disk.tables.load(Relaxed),
            bytes: self.disk.bytes.load(Relaxed),
            file,
            free: self.disk.free(),
            failed: self.disk.failed.load(Relaxed),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_tables_are_refused_before_records_are() {
        let bounds = Bounds { free: 100, bytes: 1000 };
        for (free, bytes, space) in [
            (100, 899, Space::Enough),
            (99, 0, Space::Tight),
            (50, 0, Space::Tight),
            (49, 0, Space::None),
            (100, 900, Space::Tight),
            (u64::MAX, 1000, Space::None),
        ] {
            assert_eq!(bounds.space(free, bytes), space, "{free} free, {bytes} kept");
        }
    }
}
