//! Storage in a single redb file, for desktop and mobile. Every write is a transaction that is on disk when the call
//! returns, so the tasks are ready at once.

use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use takujo_core::storage::{
    AFTER_SUMMARIES, Append, Batch, Cut, SUMMARIES, Storage, StorageError, Stored, StoredSummary, Task, draft_key,
    in_bin, keys_of, summarized, summary_key,
};

const HEADS: TableDefinition<&str, &str> = TableDefinition::new("heads");
const RECORDS: TableDefinition<(&str, u64), &str> = TableDefinition::new("records");
const VALUES: TableDefinition<&str, &str> = TableDefinition::new("values");

/// Storage in a redb file.
pub struct Native {
    database: Database,
}

fn broken(error: impl Into<redb::Error>) -> StorageError {
    match error.into() {
        redb::Error::Io(error) if error.kind() == std::io::ErrorKind::StorageFull => StorageError::Full,
        redb::Error::Io(error) if error.kind() == std::io::ErrorKind::PermissionDenied => StorageError::Refused,
        _ => StorageError::Broken,
    }
}

impl Native {
    /// Opens the file at `path`, or creates it.
    ///
    /// # Errors
    /// If it cannot be opened or is not a database.
    pub fn open(path: &Path) -> Result<Native, StorageError> {
        let database = Database::create(path).map_err(broken)?;
        let begin = database.begin_write().map_err(broken)?;
        begin.open_table(HEADS).map_err(broken)?;
        begin.open_table(RECORDS).map_err(broken)?;
        begin.open_table(VALUES).map_err(broken)?;
        begin.commit().map_err(broken)?;
        Ok(Native { database })
    }

    /// The folder for the app's data: the user's on a desktop, the app's own on Android and iOS. `None` if there is
    /// none.
    pub fn folder() -> Option<PathBuf> {
        #[cfg(target_os = "android")]
        return of_android();
        #[cfg(not(target_os = "android"))]
        directories::ProjectDirs::from("app", "takujo", "Takujo").map(|folders| folders.data_dir().to_owned())
    }

    /// Opens the file in the app's folder.
    ///
    /// # Errors
    /// If there is no such folder or it cannot be written.
    pub fn open_default() -> Result<Native, StorageError> {
        let folder = Native::folder().ok_or(StorageError::Refused)?;
        std::fs::create_dir_all(&folder).map_err(|error| broken(redb::Error::Io(error)))?;
        Native::open(&folder.join("takujo.redb"))
    }

    fn writing(&self, work: impl FnOnce(&redb::WriteTransaction) -> Result<(), StorageError>) -> Task<()> {
        let written = self.database.begin_write().map_err(broken).and_then(|begin| {
            work(&begin)?;
            begin.commit().map_err(broken)
        });
        Box::pin(std::future::ready(written))
    }

    fn reading<T: 'static>(&self, work: impl FnOnce(&redb::ReadTransaction) -> Result<T, StorageError>) -> Task<T> {
        let read = self.database.begin_read().map_err(broken).and_then(|begin| work(&begin));
        Box::pin(std::future::ready(read))
    }
}

/// What `Context.getFilesDir()` returns, found without Java: an app's process is named after its package, and each user
/// of the device has a hundred thousand user ids.
#[cfg(target_os = "android")]
fn of_android() -> Option<PathBuf> {
    use std::os::unix::fs::MetadataExt;
    const IDS_OF_A_USER: u32 = 100_000;
    let command = std::fs::read_to_string("/proc/self/cmdline").ok()?;
    let package = command.split(['\0', ':']).next().filter(|package| !package.is_empty())?;
    let user = std::fs::metadata("/proc/self").ok()?.uid() / IDS_OF_A_USER;
    Some(Path::new("/data/user").join(user.to_string()).join(package).join("files"))
}

fn put(
    begin: &redb::WriteTransaction,
    table: TableDefinition<&str, &str>,
    key: &str,
    value: &str,
) -> Result<(), StorageError> {
    begin.open_table(table).map_err(broken)?.insert(key, value).map_err(broken)?;
    Ok(())
}

fn add(begin: &redb::WriteTransaction, id: &str, at: usize, record: &str) -> Result<(), StorageError> {
    let mut records = begin.open_table(RECORDS).map_err(broken)?;
    match records.insert((id, at as u64), record).map_err(broken)? {
        Some(_) => Err(StorageError::Conflict),
        None => Ok(()),
    }
}

/// Adds the records of an append, if they continue the log, and stores its draft.
fn add_all(begin: &redb::WriteTransaction, append: &Append) -> Result<(), StorageError> {
    let heads = begin.open_table(HEADS).map_err(broken)?;
    if heads.get(&*append.id).map_err(broken)?.is_none_or(|head| in_bin(head.value())) {
        return Err(StorageError::Deleted);
    }
    if let Some(last) = append.at.checked_sub(1) {
        let records = begin.open_table(RECORDS).map_err(broken)?;
        // Only after the record before: if one write fails, later ones must not leave a gap.
        let found = records.get((&*append.id, last as u64)).map_err(broken)?.ok_or(StorageError::Broken)?;
        if Some(found.value()) != append.before.as_deref() {
            return Err(StorageError::Conflict);
        }
    }
    for (step, record) in append.records.iter().enumerate() {
        add(begin, &append.id, append.at + step, record)?;
    }
    forget(begin, &summary_key(&append.id))?;
    match &append.draft {
        Some(draft) => put(begin, VALUES, &draft_key(&append.id), draft),
        None => Ok(()),
    }
}

/// Takes away the end of a log, or the whole table, if the log is as expected.
fn take_away(begin: &redb::WriteTransaction, cut: &Cut) -> Result<(), StorageError> {
    let id = &*cut.id;
    let mut heads = begin.open_table(HEADS).map_err(broken)?;
    let mut records = begin.open_table(RECORDS).map_err(broken)?;
    if heads.get(id).map_err(broken)?.is_none() {
        return Err(StorageError::Deleted);
    }
    let last = match cut.at.checked_sub(1) {
        Some(last) => records.get((id, last as u64)).map_err(broken)?.map(|found| found.value().to_owned()),
        None => None,
    };
    if last != cut.before || records.get((id, cut.at as u64)).map_err(broken)?.is_some() {
        return Err(StorageError::Conflict);
    }
    let keep = cut.keep.unwrap_or(0) as u64;
    records.retain_in((id, keep)..=(id, u64::MAX), |_, _| false).map_err(broken)?;
    forget(begin, &summary_key(id))?;
    if cut.keep.is_none() {
        heads.remove(id).map_err(broken)?;
        forget(begin, &draft_key(id))?;
    }
    Ok(())
}

fn forget(begin: &redb::WriteTransaction, key: &str) -> Result<(), StorageError> {
    begin.open_table(VALUES).map_err(broken)?.remove(key).map_err(broken)?;
    Ok(())
}

impl Storage for Native {
    fn heads(&self) -> Task<Vec<(String, String)>> {
        self.reading(|begin| {
            let heads = begin.open_table(HEADS).map_err(broken)?;
            heads
                .iter()
                .map_err(broken)?
                .map(|row| row.map(|(id, head)| (id.value().to_owned(), head.value().to_owned())).map_err(broken))
                .collect()
        })
    }

    fn load(&self, id: &str) -> Task<Option<Stored>> {
        self.reading(|begin| {
            let heads = begin.open_table(HEADS).map_err(broken)?;
            let Some(head) = heads.get(id).map_err(broken)? else { return Ok(None) };
            let records = begin.open_table(RECORDS).map_err(broken)?;
            let mut log = Vec::new();
            let mut expected = 0;
            for row in records.range((id, 0)..=(id, u64::MAX)).map_err(broken)? {
                let (key, record) = row.map_err(broken)?;
                let at = key.value().1;
                if at != expected {
                    // An empty record stands for a gap; the table is then reported as damaged.
                    log.push(String::new());
                }
                log.push(record.value().to_owned());
                expected = at.saturating_add(1);
            }
            Ok(Some(Stored { id: id.to_owned(), head: head.value().to_owned(), log }))
        })
    }

    fn put_head(&self, id: &str, head: &str) -> Task<()> {
        self.writing(|begin| put(begin, HEADS, id, head))
    }

    fn put_all(&self, batch: &Batch) -> Task<()> {
        self.writing(|begin| {
            for table in &batch.tables {
                if begin.open_table(HEADS).map_err(broken)?.get(&*table.id).map_err(broken)?.is_some() {
                    return Err(StorageError::Conflict);
                }
                put(begin, HEADS, &table.id, &table.head)?;
                forget(begin, &summary_key(&table.id))?;
                forget(begin, &draft_key(&table.id))?;
                table.log.iter().enumerate().try_for_each(|(at, record)| add(begin, &table.id, at, record))?;
            }
            batch.heads.iter().try_for_each(|(id, head)| put(begin, HEADS, id, head))?;
            batch.appends.iter().try_for_each(|append| add_all(begin, append))?;
            batch.cuts.iter().try_for_each(|cut| take_away(begin, cut))?;
            batch.values.iter().try_for_each(|(key, value)| put(begin, VALUES, key, value))
        })
    }

    fn append(&self, append: &Append) -> Task<()> {
        self.writing(|begin| add_all(begin, append))
    }

    fn summaries(&self) -> Task<Vec<(String, String)>> {
        self.reading(|begin| {
            let values = begin.open_table(VALUES).map_err(broken)?;
            let found = values.range(SUMMARIES..AFTER_SUMMARIES).map_err(broken)?;
            found
                .map(|row| row.map(|(key, text)| (summarized(key.value()), text.value().to_owned())).map_err(broken))
                .collect()
        })
    }

    fn put_summaries(&self, summaries: &[StoredSummary]) -> Task<()> {
        self.writing(|begin| {
            for StoredSummary { id, length, text } in summaries {
                let records = begin.open_table(RECORDS).map_err(broken)?;
                let found = records.range((&**id, 0)..=(&**id, u64::MAX)).map_err(broken)?.count();
                if found == *length && begin.open_table(HEADS).map_err(broken)?.get(&**id).map_err(broken)?.is_some() {
                    put(begin, VALUES, &summary_key(id), text)?;
                }
            }
            Ok(())
        })
    }

    fn remove(&self, id: &str) -> Task<()> {
        self.writing(|begin| {
            begin.open_table(HEADS).map_err(broken)?.remove(id).map_err(broken)?;
            let mut records = begin.open_table(RECORDS).map_err(broken)?;
            records.retain_in((id, 0)..=(id, u64::MAX), |_, _| false).map_err(broken)?;
            keys_of(id).iter().try_for_each(|key| forget(begin, key))
        })
    }

    fn read(&self, key: &str) -> Task<Option<String>> {
        self.reading(|begin| {
            let values = begin.open_table(VALUES).map_err(broken)?;
            Ok(values.get(key).map_err(broken)?.map(|value| value.value().to_owned()))
        })
    }

    fn write(&self, key: &str, value: &str) -> Task<()> {
        self.writing(|begin| put(begin, VALUES, key, value))
    }
}
