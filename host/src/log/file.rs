//! Logs in one redb file. An append is answered after the file was synced to disk.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt;
use redb::{Database, DatabaseError, ReadOnlyTable, ReadableDatabase, ReadableTable, TableDefinition};
use takujo_wire::Table;
use tokio::sync::{mpsc, oneshot};

use super::{Answer, Appended, Failed, Following, LogStore, Waiting};

/// Table and position, high byte first, so that a log lies in one piece and in order.
const ENTRIES: TableDefinition<&[u8], &[u8]> = TableDefinition::new("entries");
/// How many entries a table has, and when the last was appended, in seconds since 1970.
const ENDS: TableDefinition<&[u8], (u32, u64)> = TableDefinition::new("ends");

/// When it was last asked whether the disk still takes anything, in seconds since 1970.
const PROBE: TableDefinition<(), u64> = TableDefinition::new("probe");
/// A write younger than this says whether the next one will do.
const RECENT: Duration = Duration::from_secs(1);
/// What redb keeps in memory of the file, in bytes: by default it would be a gigabyte.
pub const CACHE: usize = 64 << 20;

/// So many appends share one sync at most.
const BATCH: usize = 256;
/// So many entries are read at once.
const PIECE: u32 = 64;

enum Job {
    Append { table: Table, expected: u32, entry: Vec<u8>, answer: oneshot::Sender<Result<Appended, Failed>> },
    Remove { table: Table, answer: oneshot::Sender<Result<(), Failed>> },
    Check { answer: oneshot::Sender<Result<(), Failed>> },
}

/// The database. After an error redb does nothing more with a file, not even once the disk has room again, so it is opened anew.
struct Disk {
    open: Box<dyn Fn() -> Result<Database, DatabaseError> + Send + Sync>,
    database: RwLock<Option<Database>>,
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
        // One process has a file open once.
        *database = None;
        let opened = (self.open)().map_err(Failed::of)?;
        tables(&opened).map_err(Failed::of)?;
        *database = Some(opened);
        Ok(())
    }
}

/// Makes the tables that are not there.
fn tables(database: &Database) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    transaction.open_table(ENTRIES)?;
    transaction.open_table(ENDS)?;
    transaction.open_table(PROBE)?;
    Ok(transaction.commit()?)
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

/// A table as it is now. It outlives its transaction, which frees its pages for the writer a moment before it lets go of
/// them: redb's debug assertions do not like that. What is read must be dropped before the table.
fn table<V: redb::Value + 'static>(
    database: &Database,
    table: TableDefinition<&'static [u8], V>,
) -> Result<ReadOnlyTable<&'static [u8], V>, redb::Error> {
    Ok(database.begin_read()?.open_table(table)?)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

impl File {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// What the disk says, or that another process has it open.
    pub fn open(path: &Path) -> Result<Self, Failed> {
        let path = path.to_owned();
        Self::opened_by(move || Database::builder().set_cache_size(CACHE).create(&path))
    }

    /// The same for a database that lies elsewhere. After an error it is opened again.
    ///
    /// # Errors
    /// What `open` says, and what the disk does.
    pub fn opened_by(
        open: impl Fn() -> Result<Database, DatabaseError> + Send + Sync + 'static,
    ) -> Result<Self, Failed> {
        let disk = Arc::new(Disk { open: Box::new(open), database: RwLock::default() });
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

    /// Reads off the threads that serve connections.
    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Database) -> Result<T, redb::Error> + Send + 'static,
    ) -> Answer<'static, T> {
        let (disk, jobs) = (Arc::clone(&self.disk), self.jobs.clone());
        async move {
            let outcome = tokio::task::spawn_blocking(move || disk.with(read)).await.map_err(Failed::of)?;
            if outcome.is_err() {
                // A phone reads before it appends, so the writer has to be told that somebody waits for the file.
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

/// The thread that alone writes. What has come in while the disk was busy is written together and synced once.
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
                // Whatever was in its way may be gone.
                let done = known
                    .clone()
                    .or_else(|_| disk.reopen())
                    .and_then(|()| disk.with(|database| write_batch(database, &batch)));
                last = (Instant::now(), done.as_ref().map(|_| ()).map_err(Failed::clone));
                done
            }
        };
        if let Err(Failed(error)) = &done {
            tracing::error!(error, "the file cannot be written");
        }
        let mut answers = match done {
            Ok(outcomes) => outcomes.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(failed) => vec![Err(failed); batch.len()],
        }
        .into_iter();
        for job in batch.drain(..) {
            // One outcome a job.
            let Some(outcome) = answers.next() else { break };
            // Nobody may wait for it any more: the connection has ended.
            match job {
                Job::Append { table, answer, .. } => {
                    waiting.wake(&table);
                    let _ = answer.send(outcome);
                }
                Job::Remove { answer, .. } | Job::Check { answer } => {
                    let _ = answer.send(outcome.map(|_| ()));
                }
            }
        }
    }
}

fn write_batch(database: &Database, batch: &[Job]) -> Result<Vec<Appended>, redb::Error> {
    // Durable by default: `commit` syncs.
    let transaction = database.begin_write()?;
    let mut outcomes = Vec::with_capacity(batch.len());
    {
        let mut entries = transaction.open_table(ENTRIES)?;
        let mut ends = transaction.open_table(ENDS)?;
        for job in batch {
            outcomes.push(match job {
                Job::Append { table, expected, entry, .. } => {
                    let length = ends.get(&table[..])?.map_or(0, |end| end.value().0);
                    if length == *expected {
                        entries.insert(&key(table, length)[..], &entry[..])?;
                        ends.insert(&table[..], (length + 1, now()))?;
                        Appended::Length(length + 1)
                    } else {
                        Appended::Conflict(length)
                    }
                }
                Job::Remove { table, .. } => {
                    ends.remove(&table[..])?;
                    entries.retain_in(&key(table, 0)[..]..=&key(table, u32::MAX)[..], |_, _| false)?;
                    Appended::Length(0)
                }
                Job::Check { .. } => {
                    transaction.open_table(PROBE)?.insert((), now())?;
                    Appended::Length(0)
                }
            });
        }
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
        self.waiting.follow(table, from, move |from| {
            file.read(move |database| {
                let entries = self::table(database, ENTRIES)?;
                let (first, end) = (key(&table, from), key(&table, from.saturating_add(PIECE)));
                entries.range(&first[..]..&end[..])?.map(|entry| Ok(entry?.1.value().to_vec())).collect()
            })
        })
    }

    fn remove(&self, table: Table) -> Answer<'_, ()> {
        self.job(move |answer| Job::Remove { table, answer })
    }

    fn check(&self) -> Answer<'_, ()> {
        self.job(|answer| Job::Check { answer })
    }

    fn silent(&self, time: Duration) -> Answer<'_, Vec<Table>> {
        self.read(move |database| {
            let until = now().saturating_sub(time.as_secs());
            let mut silent = Vec::new();
            let ends = table(database, ENDS)?;
            for end in ends.iter()? {
                let (table, end) = end?;
                if end.value().1 <= until
                    && let Ok(table) = table.value().try_into()
                {
                    silent.push(table);
                }
            }
            Ok(silent)
        })
    }
}
