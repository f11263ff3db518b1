//! A home of logs by the words of `docs/live.md`, as plainly as possible.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};
use takujo_wire::{Ask, Hash, Refusal, Right, Table, Tell};

#[derive(Clone)]
pub struct Log {
    host: Hash,
    /// Rights are empty entries.
    pub entries: Vec<Vec<u8>>,
}

#[derive(Clone, Default)]
pub struct Home {
    pub logs: BTreeMap<Table, Log>,
    /// Names of logs that were closed because nothing was appended for long.
    pub closed: BTreeSet<Table>,
}

/// A connection: for which log it is, whether it follows it, and what was sent of it.
#[derive(Clone, Default)]
pub struct Line {
    pub table: Table,
    joined: Option<(Table, usize)>,
}

impl Home {
    /// What the home says to a question.
    pub fn ask(&mut self, line: &mut Line, ask: &Ask) -> Vec<Tell> {
        let answer = self.answer(line, ask);
        let mut tells = vec![answer];
        tells.extend(self.news(line));
        tells
    }

    fn answer(&mut self, line: &mut Line, ask: &Ask) -> Tell {
        match ask {
            Ask::Create { table, .. } | Ask::Join { table, .. } if *table != line.table => {
                Tell::Refused(Refusal::NotThere)
            }
            Ask::Create { table, host, .. } => match self.logs.get(table) {
                _ if self.closed.contains(table) => Tell::Refused(Refusal::NotThere),
                Some(log) if log.host != *host => Tell::Refused(Refusal::Taken),
                Some(_) => Tell::Created,
                None => {
                    self.logs.insert(*table, Log { host: *host, entries: vec![Vec::new()] });
                    Tell::Created
                }
            },
            Ask::Join { .. } if line.joined.is_some() => Tell::Refused(Refusal::OutOfOrder),
            Ask::Join { table, secret, from } => {
                let hash: Hash = Sha256::digest(secret).into();
                match self.logs.get(table).filter(|log| log.host == hash) {
                    None => Tell::Refused(Refusal::NotThere),
                    Some(log) => {
                        line.joined = Some((*table, *from as usize));
                        Tell::Joined { right: Right::Host, locked: false, length: log.entries.len() as u32 }
                    }
                }
            }
            Ask::Append { expected, record } => {
                let log = line.joined.and_then(|(table, _)| self.logs.get_mut(&table));
                let Some(log) = log else { return Tell::Refused(Refusal::OutOfOrder) };
                assert!((1..=takujo_wire::RECORD_MAX).contains(&record.len()), "{} bytes", record.len());
                let length = log.entries.len() as u32;
                if length != *expected {
                    return Tell::Conflict { length };
                }
                if length >= 10_000 {
                    return Tell::Refused(Refusal::TableFull(10_000));
                }
                log.entries.push(record.clone());
                Tell::Appended { length: length + 1 }
            }
            Ask::Ping(number) => Tell::Pong(*number),
            Ask::Change { .. } | Ask::Close { .. } => panic!("{ask:?}"),
        }
    }

    /// What was appended since the connection was told last.
    pub fn news(&self, line: &mut Line) -> Vec<Tell> {
        let Some((table, next)) = &mut line.joined else { return Vec::new() };
        let Some(log) = self.logs.get(table) else { return Vec::new() };
        let mut tells = Vec::new();
        while let Some(record) = log.entries.get(*next) {
            let position = *next as u32;
            tells.push(if record.is_empty() {
                Tell::Changed { position, right: Right::Host, locked: false }
            } else {
                Tell::Entry { position, record: record.clone() }
            });
            *next += 1;
        }
        tells
    }

    /// Nothing was appended for a month: every log is closed.
    pub fn a_month_passes(&mut self) {
        self.closed.extend(std::mem::take(&mut self.logs).into_keys());
    }

    /// An old copy of the disk is put back: so many entries are lost in every log.
    pub fn loses(&mut self, entries: usize) {
        for log in self.logs.values_mut() {
            let left = log.entries.len().saturating_sub(entries).max(1);
            log.entries.truncate(left);
        }
    }
}
