//! Reads the log: what each change makes of what the log says. Every device that knows the same rules reads the same.

use std::collections::BTreeMap;

use serde_json::Value;

use super::change::{KeptChange, Unread};
use super::device::{MOST, device_name};
use super::head::{DELETED, PARTS, chain, hash_of, head, in_bin};
use super::kept::{FactMark, KeptState, START, TableMark};
use super::library::{KeepReport, OwnWork};
use crate::domain::session::{LoadError, MAX_RECORDS, SessionFile, is_other_of};

/// Longest name of a fact, in bytes, and most facts.
const FACT: (usize, usize) = (200, 5_000);
/// Parts of a setup that the rules of a game do not look at: name, bin, time, statistics.
const FREE: usize = 4;

/// An entry of the log, as far as it can be read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KeptEntry {
    /// What it says, and whether there is more in it that only a newer program knows.
    pub said: Result<(Vec<KeptChange>, bool), Unread>,
    /// How many bytes the record has.
    pub bytes: u32,
    /// The hash of the record.
    pub hash: u64,
}

/// What the log says of a table, as far as it came in this reading.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Remote {
    /// All records.
    pub log: Vec<Value>,
    /// The parts of its setup that came.
    pub head: [Option<Value>; PARTS],
}

/// Where it goes on.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Goes {
    /// In the next log.
    Next,
    /// In one with another secret, sealed for each device.
    Moved(BTreeMap<String, String>),
}

/// Says whether the rules of its game allow a table.
pub type RulesCheck<'a> = &'a dyn Fn(&SessionFile) -> Result<(), LoadError>;

/// The log, read up to some place.
pub(super) struct LogReading<'a> {
    /// What the log says by then.
    pub next: KeptState,
    pub remotes: BTreeMap<String, Remote>,
    pub facts: BTreeMap<String, Value>,
    pub goes: Option<Goes>,
    /// Whether the log has to be read from its beginning, because something that it builds on is not here.
    pub again: bool,
    pub report: KeepReport,
    rules: RulesCheck<'a>,
}

/// Whether an id may become part of an address.
fn is_plain(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl<'a> LogReading<'a> {
    /// Reads these entries after those that `state` has.
    pub fn of(
        state: KeptState,
        entries: &[KeptEntry],
        works: &BTreeMap<String, OwnWork>,
        rules: RulesCheck<'a>,
    ) -> LogReading<'a> {
        let mut reading = LogReading {
            next: state,
            remotes: BTreeMap::new(),
            facts: BTreeMap::new(),
            goes: None,
            again: false,
            report: KeepReport::default(),
            rules,
        };
        for entry in entries {
            if reading.goes.is_none() {
                reading.take(entry, works);
            }
        }
        reading
    }

    fn take(&mut self, entry: &KeptEntry, works: &BTreeMap<String, OwnWork>) {
        self.next.position += 1;
        self.next.bytes = self.next.bytes.saturating_add(entry.bytes);
        self.next.last = entry.hash;
        let changes = match &entry.said {
            Ok((changes, newer)) => {
                self.report.newer += usize::from(*newer);
                changes
            }
            Err(why) => {
                let count = if *why == Unread::Newer { &mut self.report.newer } else { &mut self.report.unread };
                *count += 1;
                return;
            }
        };
        for change in changes {
            match change {
                KeptChange::Table { id, head, at, after, log } => {
                    self.table(id, head, (*at, *after), log, works.get(id));
                }
                KeptChange::Gone { id, at, after } => self.gone(id, (*at, *after)),
                KeptChange::Fact { key, value } => {
                    let room = self.next.facts.len() < FACT.1 || self.next.facts.contains_key(key);
                    if room && key.len() <= FACT.0 {
                        let own = self.next.facts.get(key).and_then(|mark| mark.own);
                        let mark = FactMark { there: true, value: hash_of(value), own };
                        self.next.facts.insert(key.clone(), mark);
                        self.facts.insert(key.clone(), value.clone());
                    }
                }
                KeptChange::Device { id, device } => {
                    let room = self.next.devices.len() < MOST || self.next.devices.contains_key(id);
                    if room && device_name(&device.name) == device.name && is_short(id) && is_short(&device.key) {
                        self.next.devices.insert(id.clone(), device.clone());
                    }
                }
                KeptChange::Next => self.goes = Some(Goes::Next),
                KeptChange::Moved { to } => self.goes = Some(Goes::Moved(to.clone())),
            }
            if self.goes.is_some() {
                return;
            }
        }
    }

    /// A change of a table.
    fn table(
        &mut self,
        id: &str,
        parts: &[Option<Value>; PARTS],
        at: (usize, u64),
        log: &[Value],
        work: Option<&OwnWork>,
    ) {
        let mut mark = self.next.marks.get(id).cloned().unwrap_or_default();
        let follows = at == mark.end();
        let fits =
            if mark.is_here() { log.is_empty() || follows } else { follows && parts.iter().all(Option::is_some) };
        if !fits {
            // Another device was faster: whoever wrote this has noticed by now.
            return;
        }
        if !is_plain(id) || self.next.marks.len() >= MAX_RECORDS && !self.next.marks.contains_key(id) {
            return self.refuse(id, LoadError::Setup);
        }
        let mut remote = match self.remotes.get(id) {
            Some(remote) => remote.clone(),
            None if !mark.is_here() => Remote::default(),
            None => match work.and_then(|work| base_of(work, &mark)) {
                Some(log) => Remote { log, ..Remote::default() },
                None => return self.again = true,
            },
        };
        remote.log.extend_from_slice(log);
        for (known, part) in remote.head.iter_mut().zip(parts) {
            if part.is_some() {
                known.clone_from(part);
            }
        }
        if let Err(why) = self.check(id, &remote, work, log.is_empty() && parts.iter().skip(FREE).all(Option::is_none))
        {
            return self.refuse(id, why);
        }
        let given = parts.iter().zip(&mut mark.head);
        given.for_each(|(part, hash)| *hash = part.as_ref().map_or(*hash, hash_of));
        if let Some(deleted) = &parts[DELETED] {
            mark.binned = in_bin(deleted);
        }
        let (count, before) = mark.end();
        let (count, chain) = (count + log.len(), chain(before, log));
        mark = TableMark { there: true, gone: false, said: false, count, chain, ..mark };
        self.next.marks.insert(id.to_owned(), mark);
        self.remotes.insert(id.to_owned(), remote);
    }

    /// Whether a table may be as the log has it. Parts of its setup that did not come are those here.
    fn check(&self, id: &str, remote: &Remote, work: Option<&OwnWork>, free: bool) -> Result<(), LoadError> {
        let mut parts = [const { Value::Null }; PARTS];
        for (at, part) in parts.iter_mut().enumerate() {
            let known = remote.head[at].as_ref().or(work.map(|work| &work.parts[at]));
            known.ok_or(LoadError::Setup)?.clone_into(part);
        }
        let head = head(id, &parts).ok_or(LoadError::Setup)?;
        if remote.log.len() > MAX_RECORDS {
            return Err(LoadError::TooMany);
        }
        if free { Ok(()) } else { (self.rules)(&SessionFile { head, log: remote.log.clone() }) }
    }

    fn refuse(&mut self, id: &str, why: LoadError) {
        self.report.refused.push((id.chars().take(64).collect(), why));
    }

    /// A table was removed for good. One that is not in the bin, nor the copy of another, or has more by now, is not.
    fn gone(&mut self, id: &str, at: (usize, u64)) {
        let mark = self.next.marks.get(id).cloned().unwrap_or_default();
        let known = self.next.marks.len() < MAX_RECORDS || self.next.marks.contains_key(id);
        let is_copy = || self.next.marks.iter().any(|(other, mark)| mark.is_here() && is_other_of(other, id));
        let may_go = || mark.is_here() && mark.end() == at && (mark.binned || is_copy());
        if known && is_plain(id) && (!mark.there || may_go()) {
            let (count, chain) = at;
            self.next
                .marks
                .insert(id.to_owned(), TableMark { there: true, gone: true, said: false, count, chain, ..mark });
            self.remotes.insert(id.to_owned(), Remote::default());
        }
    }
}

fn is_short(text: &str) -> bool {
    text.len() <= 64
}

/// The records that the log has of a table, from those here; `None` if they are others.
pub(super) fn base_of(work: &OwnWork, mark: &TableMark) -> Option<Vec<Value>> {
    let log = work.log.as_ref()?.get(..mark.count)?;
    (chain(START, log) == mark.chain).then(|| log.to_vec())
}
