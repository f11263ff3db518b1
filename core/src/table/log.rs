//! A table's log on its way to the disk. Pure: it says what to write or read, and is told the results.

use std::collections::VecDeque;

use crate::storage::{Append, StorageError};

/// Whether a table can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Presence {
    /// It can.
    #[default]
    Here,
    /// It is in the bin.
    Bin,
    /// It is not on the disk: it was permanently deleted, or the whole storage was cleared.
    Gone,
}

/// A request to the storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Write; pass the result to [`LogWriter::written`] with this number.
    Write(u64, Append),
    /// Read the table; pass the result to [`LogWriter::compare`], [`LogWriter::gone`] or [`LogWriter::unread`].
    Read,
}

/// How the log on disk relates to ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// Unknown, because we have written meanwhile: it must be read again.
    Again,
    /// It has nothing new.
    Known,
    /// It has another window's records. This many of our first ones are in it; the rest are not.
    Theirs(usize),
}

/// A write in progress.
struct Flight {
    number: u64,
    /// How many records are on disk if it succeeds.
    to: usize,
}

/// All records of a table as text, and how many of them are on disk.
///
/// Each tap starts a write at once, however many are in progress. After a failure the rest waits and is then written in
/// order, one write at a time. After a refusal nothing is written until the disk has been read.
pub struct LogWriter {
    id: String,
    records: Vec<String>,
    saved: usize,
    flights: VecDeque<Flight>,
    /// The number of the next write.
    number: u64,
    fault: Option<StorageError>,
    /// Whether the disk must be read, because another window has or may have written.
    behind: bool,
    /// Whether a write was refused because of what is on disk.
    refused: bool,
    reading: bool,
    /// Whether a write has begun since the reading did, so that what is read may be from before it or after it.
    overtaken: bool,
    presence: Presence,
}

impl LogWriter {
    /// The log of table `id`, as read from the disk.
    pub fn new(id: String, records: Vec<String>, presence: Presence) -> LogWriter {
        LogWriter {
            id,
            saved: records.len(),
            records,
            flights: VecDeque::new(),
            number: 0,
            fault: None,
            behind: false,
            refused: false,
            reading: false,
            overtaken: false,
            presence,
        }
    }

    /// All records, oldest first.
    pub fn records(&self) -> &[String] {
        &self.records
    }

    /// How many records are certainly on disk.
    pub fn saved(&self) -> usize {
        self.saved
    }

    /// Why the rest is not, if writing or reading has failed.
    pub fn fault(&self) -> Option<StorageError> {
        self.fault
    }

    /// Whether the table can be played.
    pub fn presence(&self) -> Presence {
        self.presence
    }

    /// Whether a result is pending, or something still has to be written.
    pub fn is_busy(&self) -> bool {
        self.reading || !self.flights.is_empty() || self.saved < self.records.len()
    }

    /// Whether some records are not being written, or failed to be.
    pub fn is_stuck(&self) -> bool {
        let begun = self.flights.back().map_or(self.saved, |flight| flight.to);
        begun < self.records.len() || (self.fault.is_some() && self.saved < self.records.len())
    }

    /// Adds the records of a tap. `draft` is the draft to store with them, if it changed.
    pub fn tap(&mut self, records: Vec<String>, draft: Option<String>) -> Option<Order> {
        self.records.extend(records);
        if self.fault.is_some() { self.retry(draft) } else { self.write(draft) }
    }

    /// Retries what failed, unless something is in progress.
    pub fn retry(&mut self, draft: Option<String>) -> Option<Order> {
        if self.behind {
            self.read()
        } else if self.flights.is_empty() {
            self.write(draft)
        } else {
            None
        }
    }

    /// Starts writing everything not yet being written.
    fn write(&mut self, draft: Option<String>) -> Option<Order> {
        let at = self.flights.back().map_or(self.saved, |flight| flight.to);
        if self.refused || self.presence != Presence::Here || at == self.records.len() {
            return None;
        }
        let number = self.number;
        self.number += 1;
        self.overtaken = self.reading;
        self.flights.push_back(Flight { number, to: self.records.len() });
        let before = at.checked_sub(1).map(|before| self.records[before].clone());
        let records = self.records[at..].to_vec();
        Some(Order::Write(number, Append { id: self.id.clone(), at, before, records, draft }))
    }

    /// Reads the disk once no write is in progress.
    pub fn read(&mut self) -> Option<Order> {
        self.behind = true;
        if self.reading || !self.flights.is_empty() {
            return None;
        }
        self.reading = true;
        self.overtaken = false;
        Some(Order::Read)
    }

    /// Ends a reading. Returns whether its result tells what is on the disk now; if not, it must be read again, once no
    /// write is in progress.
    fn is_read(&mut self) -> bool {
        self.reading = false;
        self.flights.is_empty() && !self.overtaken
    }

    /// Handles the result of a write. `draft` goes with the next write.
    pub fn written(&mut self, number: u64, result: Result<(), StorageError>, draft: Option<String>) -> Option<Order> {
        let at = self.flights.iter().position(|flight| flight.number == number)?;
        let flight = self.flights.remove(at)?;
        match result {
            // Earlier writes have succeeded too, or this one would have been refused.
            Ok(()) => self.saved = self.saved.max(flight.to),
            Err(StorageError::Conflict | StorageError::Deleted) => {
                self.behind = true;
                self.refused = true;
            }
            // After a refusal the later writes fail as well; reading the disk will tell.
            Err(_) if self.refused => {}
            Err(error) => self.fault = Some(error),
        }
        if self.behind {
            return self.read();
        }
        if !self.flights.is_empty() {
            return None;
        }
        if self.saved == self.records.len() {
            self.fault = None;
        }
        // Tapped while the rest was being written.
        if result.is_ok() { self.write(draft) } else { None }
    }

    /// The disk could not be read. Other windows' changes will be seen later; waiting taps are a problem now.
    pub fn unread(&mut self, error: StorageError) {
        self.reading = false;
        if self.saved < self.records.len() {
            self.fault = Some(error);
        }
    }

    /// The table is not on the disk.
    pub fn gone(&mut self) -> Option<Order> {
        if !self.is_read() {
            return self.read();
        }
        self.saved = 0;
        self.settled(Presence::Gone);
        self.fault = None;
        None
    }

    /// Compares the log on disk with ours. Equal records count as written, even if their write seemed to fail, so a
    /// window never conflicts with itself. Must be followed by [`LogWriter::adopt`] or [`LogWriter::go_on`], unless the
    /// result is to read again.
    pub fn compare(&mut self, stored: &[String]) -> Compared {
        if !self.is_read() {
            return Compared::Again;
        }
        let common = self.records.iter().zip(stored).take_while(|(ours, theirs)| ours == theirs).count();
        if common < stored.len() { Compared::Theirs(common) } else { Compared::Known }
    }

    /// Replaces the log with the one on disk.
    pub fn adopt(&mut self, stored: Vec<String>, presence: Presence) {
        self.records = stored;
        self.saved = self.records.len();
        self.settled(presence);
        self.fault = None;
    }

    /// Keeps the log; `stored` of its records are on disk.
    pub fn go_on(&mut self, stored: usize, presence: Presence, draft: Option<String>) -> Option<Order> {
        let stalled = self.refused && presence == Presence::Here && stored <= self.saved && stored < self.records.len();
        self.saved = stored;
        self.settled(presence);
        if stalled {
            // Refused for no visible reason, so don't retry at once.
            self.fault = Some(StorageError::Broken);
            return None;
        }
        if stored == self.records.len() {
            self.fault = None;
        }
        self.write(draft)
    }

    fn settled(&mut self, presence: Presence) {
        self.behind = false;
        self.refused = false;
        self.presence = presence;
    }

    /// The table is being stored anew: what a reading under way finds may be from before that.
    pub fn begun_anew(&mut self) {
        self.overtaken = self.reading;
    }

    /// The table was restored and can be played again; `saved` of its records are on disk. Writes the rest.
    pub fn brought_back(&mut self, saved: usize, draft: Option<String>) -> Option<Order> {
        self.presence = Presence::Here;
        self.saved = saved;
        if self.fault.is_some() { self.retry(draft) } else { self.write(draft) }
    }
}
