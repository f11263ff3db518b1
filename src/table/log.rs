//! A table's log on its way to the disk. Pure: it says what is to be written or read, and is told what became of it.

use std::collections::VecDeque;

use crate::storage::{Append, StorageError};

/// Whether a table is there to be played at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Presence {
    /// It is.
    #[default]
    Here,
    /// It lies in the bin.
    Bin,
    /// It is gone for good.
    Gone,
}

/// What the storage is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Write; the answer goes to [`LogWriter::written`] with this number.
    Write(u64, Append),
    /// Read the table; the answer goes to [`LogWriter::compare`], [`LogWriter::gone`] or [`LogWriter::unread`].
    Read,
}

/// What was read from the disk, beside what is known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// Not to be judged yet: something is on its way to the disk.
    Wait,
    /// Nothing that is not known here.
    Known,
    /// Records of another window. So many of the first ones here are there too, the others are not.
    Theirs(usize),
}

/// A write that has begun and is not answered yet.
struct Flight {
    number: u64,
    /// How many records are on disk if it succeeds.
    to: usize,
}

/// Every record of a table as text, and how many of them are on disk.
///
/// A write begins with its tap, however many are on their way already. Once one has failed the rest waits and is then
/// written in order, one write at a time. Once one was refused nothing is written until the disk has been read.
pub struct LogWriter {
    id: String,
    records: Vec<String>,
    saved: usize,
    flights: VecDeque<Flight>,
    /// The number of the next write.
    number: u64,
    fault: Option<StorageError>,
    /// Whether the disk is to be read: another window has written, or may have.
    behind: bool,
    /// Whether a write was refused because of what is on disk.
    refused: bool,
    reading: bool,
    presence: Presence,
}

impl LogWriter {
    /// The log of the table `id` as it was read from the disk.
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
            presence,
        }
    }

    /// Every record, oldest first.
    pub fn records(&self) -> &[String] {
        &self.records
    }

    /// How many of them are on disk for certain.
    pub fn saved(&self) -> usize {
        self.saved
    }

    /// Why the rest is not, once writing or reading has failed.
    pub fn fault(&self) -> Option<StorageError> {
        self.fault
    }

    /// Whether the table is there to be played at.
    pub fn presence(&self) -> Presence {
        self.presence
    }

    /// Whether an answer is to come, or something is still to be written.
    pub fn is_busy(&self) -> bool {
        self.reading || !self.flights.is_empty() || self.saved < self.records.len()
    }

    /// Whether records wait that no write has been begun for, or that writing has failed for.
    pub fn is_stuck(&self) -> bool {
        let begun = self.flights.back().map_or(self.saved, |flight| flight.to);
        begun < self.records.len() || (self.fault.is_some() && self.saved < self.records.len())
    }

    /// Adds the records of a tap. `draft` is what is kept as being entered after it, if that has changed.
    pub fn tap(&mut self, records: Vec<String>, draft: Option<String>) -> Option<Order> {
        self.records.extend(records);
        if self.fault.is_some() { self.retry(draft) } else { self.write(draft) }
    }

    /// Tries again what has failed, unless something is on its way already.
    pub fn retry(&mut self, draft: Option<String>) -> Option<Order> {
        if self.reading || !self.flights.is_empty() {
            None
        } else if self.behind {
            self.read()
        } else {
            self.write(draft)
        }
    }

    /// Begins to write what no write has been begun for.
    fn write(&mut self, draft: Option<String>) -> Option<Order> {
        let at = self.flights.back().map_or(self.saved, |flight| flight.to);
        if self.refused || self.presence != Presence::Here || at == self.records.len() {
            return None;
        }
        let number = self.number;
        self.number += 1;
        self.flights.push_back(Flight { number, to: self.records.len() });
        let before = at.checked_sub(1).map(|before| self.records[before].clone());
        let records = self.records[at..].to_vec();
        Some(Order::Write(number, Append { id: self.id.clone(), at, before, records, draft }))
    }

    /// Reads the disk, as soon as nothing is on its way there.
    pub fn read(&mut self) -> Option<Order> {
        self.behind = true;
        if self.reading || !self.flights.is_empty() {
            return None;
        }
        self.reading = true;
        Some(Order::Read)
    }

    /// A write was answered. `draft` goes with what is written next.
    pub fn written(&mut self, number: u64, result: Result<(), StorageError>, draft: Option<String>) -> Option<Order> {
        let at = self.flights.iter().position(|flight| flight.number == number)?;
        let flight = self.flights.remove(at)?;
        match result {
            // Those before it are there too, or it would have been refused.
            Ok(()) => self.saved = self.saved.max(flight.to),
            Err(StorageError::Conflict | StorageError::Deleted) => {
                self.behind = true;
                self.refused = true;
            }
            // Behind one that was refused the rest fails by itself: what is on disk will tell.
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

    /// The disk could not be read. What another window did there is seen later; taps that wait for it are in trouble.
    pub fn unread(&mut self, error: StorageError) {
        self.reading = false;
        if self.saved < self.records.len() {
            self.fault = Some(error);
        }
    }

    /// The table is not on the disk.
    pub fn gone(&mut self) {
        self.reading = false;
        if self.flights.is_empty() {
            self.behind = false;
            self.refused = false;
            self.saved = 0;
            self.fault = None;
            self.presence = Presence::Gone;
        }
    }

    /// Compares what was read with what is known here. What is the same was written, whoever was told so: a window is never
    /// in its own way. [`LogWriter::adopt`] or [`LogWriter::go_on`] follows, unless it is to wait.
    pub fn compare(&mut self, stored: &[String]) -> Compared {
        self.reading = false;
        if !self.flights.is_empty() {
            self.behind = true;
            return Compared::Wait;
        }
        let common = self.records.iter().zip(stored).take_while(|(ours, theirs)| ours == theirs).count();
        if common < stored.len() { Compared::Theirs(common) } else { Compared::Known }
    }

    /// Takes what was read for the log.
    pub fn adopt(&mut self, stored: Vec<String>, presence: Presence) {
        self.records = stored;
        self.saved = self.records.len();
        self.settled(presence);
        self.fault = None;
    }

    /// Goes on with the log as it is; `stored` of its records are on the disk.
    pub fn go_on(&mut self, stored: usize, presence: Presence, draft: Option<String>) -> Option<Order> {
        let stalled = self.refused && presence == Presence::Here && stored <= self.saved && stored < self.records.len();
        self.saved = stored;
        self.settled(presence);
        if stalled {
            // Refused without a reason that can be seen: not at once again.
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

    /// The table lies where it can be played at again; `saved` of its records are on the disk. What is missing is written.
    pub fn brought_back(&mut self, saved: usize, draft: Option<String>) -> Option<Order> {
        self.presence = Presence::Here;
        self.saved = saved;
        self.write(draft)
    }
}
