//! The log of a table, in the SQLite storage of its object. What is asked is answered at once, and nothing leaves the object
//! before what was written until then is stored: so whatever a phone is told of is.

use std::cell::Cell;
use std::time::Duration;

use takujo_host_rules::{Appended, Failed, Question, Reply, Space};
use worker::{SqlStorage, SqlStorageValue};

use crate::now;

/// Entries by their position, and when each came, in milliseconds since 1970.
const MAKE: &str = "CREATE TABLE log (position INTEGER PRIMARY KEY, at INTEGER NOT NULL, entry BLOB NOT NULL)";

/// A table's log.
pub(crate) struct Log {
    sql: SqlStorage,
    /// Whether there is a table in it. A name that somebody guesses leaves nothing behind.
    made: Cell<bool>,
}

/// The last entry of a log.
pub(crate) struct Last {
    /// How many entries it has.
    pub length: u32,
    /// When it came.
    pub at: Duration,
    /// Its stored bytes.
    pub entry: Vec<u8>,
}

impl Log {
    pub fn new(sql: SqlStorage) -> Result<Self, Failed> {
        let log = Self { sql, made: Cell::new(false) };
        log.made.set(log.row("SELECT 1 FROM sqlite_master WHERE name = 'log'", vec![])?.is_some());
        Ok(log)
    }

    /// Replies to what is asked about the table, whatever its name.
    pub fn reply(&self, question: Question) -> Result<Reply, Failed> {
        Ok(match question {
            Question::Space => Reply::Space(Space::Enough),
            Question::Last(_) => Reply::Last(self.last()?.map(|last| (last.length, last.entry))),
            Question::Entry(_, position) => Reply::Entry(self.entry(position)?),
            Question::Append { expected, entry, .. } => Reply::Appended(self.append(expected, entry)?),
        })
    }

    /// The last entry; `None` if there is none.
    pub fn last(&self) -> Result<Option<Last>, Failed> {
        let row = self.select("SELECT position, at, entry FROM log ORDER BY position DESC LIMIT 1", vec![])?;
        let Some(row) = row else { return Ok(None) };
        let [SqlStorageValue::Integer(position), SqlStorageValue::Integer(at), SqlStorageValue::Blob(entry)] = &row[..]
        else {
            return Err(Failed("another kind of log".to_owned()));
        };
        let length = u32::try_from(*position).map_err(Failed::of)?.saturating_add(1);
        Ok(Some(Last { length, at: Duration::from_millis(at.unsigned_abs()), entry: entry.clone() }))
    }

    /// The entry at a position; `None` if there is none.
    pub fn entry(&self, position: u32) -> Result<Option<Vec<u8>>, Failed> {
        let row = self.select("SELECT entry FROM log WHERE position = ?", vec![i64::from(position).into()])?;
        match row.as_deref() {
            None => Ok(None),
            Some([SqlStorageValue::Blob(entry)]) => Ok(Some(entry.clone())),
            Some(_) => Err(Failed("another kind of log".to_owned())),
        }
    }

    /// Deletes all entries but the last, if the log has exactly this many.
    pub fn shorten(&self, length: u32) -> Result<(), Failed> {
        if self.last()?.is_some_and(|last| last.length == length) {
            self.select("DELETE FROM log WHERE position < ?", vec![(i64::from(length) - 1).into()])?;
        }
        Ok(())
    }

    /// Whether the entries before the last are there.
    pub fn is_whole(&self) -> Result<bool, Failed> {
        Ok(self.entry(0)?.is_some())
    }

    /// The storage was emptied.
    pub fn emptied(&self) {
        self.made.set(false);
    }

    /// Nothing comes between looking at the end and writing, as nothing is waited for.
    fn append(&self, expected: u32, entry: Vec<u8>) -> Result<Appended, Failed> {
        let length = self.last()?.map_or(0, |last| last.length);
        if length != expected {
            return Ok(Appended::Conflict(length));
        }
        if !self.made.get() {
            self.row(MAKE, vec![])?;
            self.made.set(true);
        }
        let at = i64::try_from(now().as_millis()).map_err(Failed::of)?;
        self.row("INSERT INTO log VALUES (?, ?, ?)", vec![i64::from(length).into(), at.into(), entry.into()])?;
        Ok(Appended::Length(length + 1))
    }

    /// The first row of what a statement about the log gives.
    fn select(&self, statement: &str, values: Vec<SqlStorageValue>) -> Result<Option<Vec<SqlStorageValue>>, Failed> {
        if self.made.get() { self.row(statement, values) } else { Ok(None) }
    }

    fn row(&self, statement: &str, values: Vec<SqlStorageValue>) -> Result<Option<Vec<SqlStorageValue>>, Failed> {
        let rows = self.sql.exec(statement, values).map_err(Failed::of)?;
        rows.raw().next().transpose().map_err(Failed::of)
    }
}
