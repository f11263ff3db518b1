//! Where tables are stored: the port [`Storage`], and its implementation for memory, in tests and in browsers that refuse
//! to store anything. The app has those for IndexedDB in a browser and for a crash-safe embedded database elsewhere.
//!
//! A table is stored as its head and its log, one record per tap; anything else is a named value. The port knows text,
//! not games. The app's `tests/storage/contract.rs` is what all implementations have to do.

use std::future::Future;
use std::pin::Pin;

use crate::domain::session::read_head;

mod memory;

pub use memory::Memory;

/// The result of a storage call. The work has begun when the call returns, unless a lost connection must be made again
/// first; the data is safe on disk once this resolves.
pub type Task<T> = Pin<Box<dyn Future<Output = Result<T, StorageError>>>>;

/// Why something was not stored or not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageError {
    /// The browser or system refuses to store anything.
    Refused,
    /// The disk or quota is full.
    Full,
    /// The browser has closed its database, and it could not be opened again yet.
    Lost,
    /// Something else is there than the call expects: another window wrote first, or there is such a table already.
    Conflict,
    /// The table is in the bin or permanently deleted.
    Deleted,
    /// Reading or writing failed.
    Broken,
}

/// A table as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its id.
    pub id: String,
    /// Its head, as JSON.
    pub head: String,
    /// Its log, oldest first, one JSON text per record.
    pub log: Vec<String>,
}

/// Records to add to the end of a table's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// Id of the table.
    pub id: String,
    /// Index of the first of them in the log, from 0.
    pub at: usize,
    /// The record before them, as this window knows it; `None` at the beginning of the log.
    pub before: Option<String>,
    /// The records, at least one.
    pub records: Vec<String>,
    /// The draft to store with them, see [`draft_key`]; `None` leaves it as it is.
    pub draft: Option<String>,
}

/// Records to take away from the end of a table's log, or the whole table to take away, unless the log has changed
/// since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Id of the table.
    pub id: String,
    /// Number of its records, as this window knows it.
    pub at: usize,
    /// The last of them, as this window knows it; `None` if there are none.
    pub before: Option<String>,
    /// How many records stay; `None` takes the whole table away, with its draft.
    pub keep: Option<usize>,
}

/// What was computed from a table's log, so that it can be shown without reading the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSummary {
    /// Id of the table.
    pub id: String,
    /// Number of records it was computed from.
    pub length: usize,
    /// The summary, as JSON.
    pub text: String,
}

/// Several changes that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Batch {
    /// New tables with their logs. Each starts without a draft.
    pub tables: Vec<Stored>,
    /// Ids and new heads of tables that are there.
    pub heads: Vec<(String, String)>,
    /// Records to add, at most once per table.
    pub appends: Vec<Append>,
    /// What to take away, at most once per table. A table of which something is taken away may have no other change in
    /// the batch than a new head. One that is not there counts as deleted.
    pub cuts: Vec<Cut>,
    /// Keys and named values.
    pub values: Vec<(String, String)>,
}

/// The key of the value that holds what is being entered at a table (its drafts).
pub fn draft_key(id: &str) -> String {
    format!("draft:{id}")
}

/// What the keys of the values that hold summaries begin with; the table's id follows.
pub const SUMMARIES: &str = "summary:";
/// The first text after all keys that begin with [`SUMMARIES`]: a semicolon follows the colon.
pub const AFTER_SUMMARIES: &str = "summary;";

/// The key of the value that holds a table's summary, see [`Storage::summaries`].
pub fn summary_key(id: &str) -> String {
    format!("{SUMMARIES}{id}")
}

/// The key of the value that says how a table is shared, with its ticket, which is a secret; absent or empty if it is not.
pub fn live_key(id: &str) -> String {
    format!("live:{id}")
}

/// The key of the value that holds the row that this phone handed in last at a shared table, as a letter.
pub fn row_key(id: &str) -> String {
    format!("row:{id}")
}

/// The key of the value that holds the records that wait to be added to a shared table's log: first the number of
/// records they follow, then one record a line; empty if none wait.
pub fn waiting_key(id: &str) -> String {
    format!("waiting:{id}")
}

/// The keys of all values that belong to a table and go with it.
pub fn keys_of(id: &str) -> [String; 5] {
    [draft_key(id), summary_key(id), live_key(id), row_key(id), waiting_key(id)]
}

/// The id of the table whose summary has this key.
pub fn summarized(key: &str) -> String {
    key.strip_prefix(SUMMARIES).unwrap_or(key).to_owned()
}

/// Whether this is the head of a table in the bin.
pub fn in_bin(head: &str) -> bool {
    read_head(head).is_ok_and(|head| head.deleted.is_some())
}

/// Stores tables and named values. Every method fails with [`StorageError::Refused`], [`StorageError::Full`],
/// [`StorageError::Lost`] or [`StorageError::Broken`] if the disk is to blame; what else can go wrong is said of each.
pub trait Storage {
    /// All heads as `(id, JSON)`, in no particular order.
    fn heads(&self) -> Task<Vec<(String, String)>>;
    /// A table; `None` if there is none with that id.
    fn load(&self, id: &str) -> Task<Option<Stored>>;
    /// Stores a head, new or changed, whatever was there.
    fn put_head(&self, id: &str, head: &str) -> Task<()>;
    /// Stores a new table with its log and its draft, if it has one: all of it or nothing.
    ///
    /// # Errors
    /// [`StorageError::Conflict`] if there is a table with that id.
    fn create(&self, table: &Stored, draft: Option<&str>) -> Task<()> {
        let values = draft.map(|draft| (draft_key(&table.id), draft.to_owned())).into_iter().collect();
        self.put_all(&Batch { tables: vec![table.clone()], values, ..Batch::default() })
    }
    /// Makes all changes of a batch or none, in the order of its fields.
    ///
    /// # Errors
    /// Those of [`Storage::create`] and [`Storage::append`], and for each cut [`StorageError::Conflict`] if the log is
    /// not as expected and [`StorageError::Deleted`] if there is no such table.
    fn put_all(&self, batch: &Batch) -> Task<()>;
    /// Adds records to a log, and stores the draft: all of it or nothing.
    ///
    /// # Errors
    /// - [`StorageError::Conflict`] if the log already has such a record, or another one before it: another window has
    ///   played on, and the taps were meant for a position that no longer exists.
    /// - [`StorageError::Deleted`] if the table is in the bin or gone.
    /// - [`StorageError::Broken`] if records before these are missing.
    fn append(&self, append: &Append) -> Task<()>;
    /// The summaries of all tables as `(id, JSON)`, in no particular order. A table has none if its log has changed
    /// since one was stored.
    fn summaries(&self) -> Task<Vec<(String, String)>>;
    /// Stores summaries, each only if its table's log still has the length it was computed from. Whatever changes a log
    /// drops its summary in the same transaction.
    fn put_summaries(&self, summaries: &[StoredSummary]) -> Task<()>;
    /// Deletes a table, its draft and its summary for good.
    fn remove(&self, id: &str) -> Task<()>;
    /// A named value; `None` if it was never stored.
    fn read(&self, key: &str) -> Task<Option<String>>;
    /// Stores a named value.
    fn write(&self, key: &str, value: &str) -> Task<()>;
    /// Registers `heard`, which is called with the id of each table and the key of each value that another window
    /// changes, and with an empty text if all of it may have changed, because the storage was cleared. Does nothing
    /// where there are no other windows.
    fn on_change(&self, _heard: Box<dyn Fn(String)>) {}
}
