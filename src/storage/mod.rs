//! Where tables are kept: one port, [`Storage`], and what stands behind it: IndexedDB in a browser, a crash-safe
//! embedded database elsewhere, memory for tests and for when a browser keeps nothing.
//!
//! A table is its head and its log, one record per tap. The port knows text, not games.

use std::future::Future;
use std::pin::Pin;

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
    /// Adds the record with number `at` (from 0) to a log, behind `before`, the one it was tapped after.
    /// [`StorageError::Conflict`] if there is one already, or another one stands before it: then another window has
    /// played on, and what was tapped here was tapped at a table that is not.
    fn append(&self, id: &str, at: usize, before: Option<&str>, record: &str) -> Task<()>;
    /// Removes a table for good.
    fn remove(&self, id: &str) -> Task<()>;
    /// A named value; `None` if it was never kept.
    fn read(&self, key: &str) -> Task<Option<String>>;
    /// Keeps a named value.
    fn write(&self, key: &str, value: &str) -> Task<()>;
    /// From now on calls `heard` with the id of a table, or the key of a value, that another window has changed.
    fn on_change(&self, _heard: Box<dyn Fn(String)>) {}
}
