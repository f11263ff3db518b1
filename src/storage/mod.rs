//! Where tables are kept: one port, [`Storage`], and what stands behind it: IndexedDB in a browser, a crash-safe
//! embedded database elsewhere, memory for tests and for when a browser keeps nothing.
//!
//! A table is its head and its log, one record per tap. The port knows text, not games.

use std::future::Future;
use std::pin::Pin;

use crate::domain::session::read_head;

mod memory;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

pub use memory::Memory;
#[cfg(not(target_arch = "wasm32"))]
pub use native::Native;
#[cfg(target_arch = "wasm32")]
pub use web::Web;

/// What a storage call gives: the work has begun when the call returns, and is safe on disk when this is done.
pub type Task<T> = Pin<Box<dyn Future<Output = Result<T, StorageError>>>>;

/// Why something was not kept or not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageError {
    /// The browser or system refuses to keep anything.
    Refused,
    /// No room is left.
    Full,
    /// Another window wrote that record first.
    Conflict,
    /// The table is in the bin, or gone for good.
    Deleted,
    /// Reading or writing failed.
    Broken,
}

/// A kept table as it lies on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its id.
    pub id: String,
    /// Its head, JSON.
    pub head: String,
    /// Its log, JSON, in order.
    pub log: Vec<String>,
}

/// Taps on their way to the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The table.
    pub id: String,
    /// The number of the first record, counted from 0.
    pub at: usize,
    /// The record they were tapped after; `None` at the start of the log.
    pub before: Option<String>,
    /// The records, at least one.
    pub records: Vec<String>,
    /// What is kept as being entered from then on, see [`draft_key`]; `None` if that stays as it is.
    pub draft: Option<String>,
}

/// The key under which it is kept what is being entered at a table.
pub fn draft_key(id: &str) -> String {
    format!("draft:{id}")
}

/// Whether this is the head of a table in the bin.
fn in_bin(head: &str) -> bool {
    read_head(head).is_ok_and(|head| head.deleted.is_some())
}

/// Keeps tables and a few named values.
pub trait Storage {
    /// All heads, as `(id, JSON)`, in no order.
    fn heads(&self) -> Task<Vec<(String, String)>>;
    /// One table; `None` if there is none of that id.
    fn load(&self, id: &str) -> Task<Option<Stored>>;
    /// Keeps a head, new or changed.
    fn put_head(&self, id: &str, head: &str) -> Task<()>;
    /// Keeps a table that is not there yet, whole: all of it or nothing.
    fn create(&self, table: &Stored) -> Task<()>;
    /// Adds records to a log and changes what is being entered, in one go: all of it or nothing.
    /// [`StorageError::Conflict`] if there is a record already, or another one stands before it: then another window has
    /// played on, and what was tapped here was tapped at a table that is no more. [`StorageError::Deleted`] if the table is
    /// in the bin or gone.
    fn append(&self, append: &Append) -> Task<()>;
    /// Removes a table for good, and what was being entered at it.
    fn remove(&self, id: &str) -> Task<()>;
    /// A named value; `None` if it was never kept.
    fn read(&self, key: &str) -> Task<Option<String>>;
    /// Keeps a named value.
    fn write(&self, key: &str, value: &str) -> Task<()>;
    /// From now on calls `heard` with the id of a table, or the key of a value, that another window has changed.
    fn on_change(&self, _heard: Box<dyn Fn(String)>) {}
}
