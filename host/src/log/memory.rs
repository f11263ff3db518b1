//! Logs in memory, for tests. The program itself does not offer them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use takujo_wire::Table;

use super::{Answer, Appended, Following, LogStore, Waiting, fitting, lock};

struct Log {
    entries: Vec<Vec<u8>>,
    touched: Instant,
}

/// Logs that end with the process.
#[derive(Clone, Default)]
pub struct Memory {
    logs: Arc<Mutex<HashMap<Table, Log>>>,
    waiting: Waiting,
}

impl LogStore for Memory {
    fn append(&self, table: Table, expected: u32, entry: Vec<u8>) -> Answer<'_, Appended> {
        let mut logs = lock(&self.logs);
        let length = logs.get(&table).map_or(0, |log| log.entries.len() as u32);
        let answer = if length == expected {
            let log = logs.entry(table).or_insert_with(|| Log { entries: Vec::new(), touched: Instant::now() });
            log.entries.push(entry);
            log.touched = Instant::now();
            Appended::Length(length + 1)
        } else {
            Appended::Conflict(length)
        };
        drop(logs);
        self.waiting.wake(&table);
        async move { Ok(answer) }.boxed()
    }

    fn last(&self, table: Table) -> Answer<'_, Option<(u32, Vec<u8>)>> {
        let logs = lock(&self.logs);
        let last = logs.get(&table).and_then(|log| Some((log.entries.len() as u32, log.entries.last()?.clone())));
        async move { Ok(last) }.boxed()
    }

    fn entry(&self, table: Table, position: u32) -> Answer<'_, Option<Vec<u8>>> {
        let entry = lock(&self.logs).get(&table).and_then(|log| log.entries.get(position as usize).cloned());
        async move { Ok(entry) }.boxed()
    }

    fn follow(&self, table: Table, from: u32) -> Following {
        let logs = Arc::clone(&self.logs);
        self.waiting.follow(table, from, move |from, room| {
            let logs = lock(&logs);
            let entries = logs.get(&table).and_then(|log| log.entries.get(from as usize..)).unwrap_or(&[]);
            let some = fitting(entries.iter().cloned().map(Ok), room);
            async move { some }.boxed()
        })
    }

    fn remove(&self, table: Table, length: u32) -> Answer<'_, ()> {
        let mut logs = lock(&self.logs);
        if logs.get(&table).is_some_and(|log| log.entries.len() == length as usize) {
            logs.remove(&table);
        }
        async { Ok(()) }.boxed()
    }

    fn shorten(&self, table: Table, length: u32) -> Answer<'_, ()> {
        if let Some(log) = lock(&self.logs).get_mut(&table).filter(|log| log.entries.len() == length as usize) {
            log.entries.drain(..log.entries.len().saturating_sub(1));
        }
        async { Ok(()) }.boxed()
    }

    fn silent(&self, time: Duration) -> Answer<'_, Vec<(Table, u32)>> {
        let logs = lock(&self.logs);
        let silent = logs.iter().filter(|(_, log)| log.touched.elapsed() >= time);
        let silent = silent.map(|(table, log)| (*table, log.entries.len() as u32)).collect();
        async move { Ok(silent) }.boxed()
    }
}
