//! What is heard of the tables that are followed at this host, and of no other.
//!
//! Once a message is in the stream, the cluster sends it on to a subject of its table, to whoever has subscribed to that.
//! A subscription is nothing that the nodes have to agree on, as a consumer is, so each table that is followed has one.
//! In return nobody repeats what got lost on the way. So whenever that may have happened, followers look into the stream
//! instead ([`Hearing::missed`]), and for a table that is silent the host looks now and then.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::jetstream::stream::Republish;
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use takujo_wire::Table;
use tokio::sync::OnceCell;
use tokio::time::timeout;

use super::messages::{Messages, STREAM, hex, split};
use crate::log::{Failed, Heard, Waiting, fitting, lock};

/// This many of the newest entries of a table that is followed are kept for its followers.
const RECENT: usize = 16;
/// After so long without an entry the host looks whether there is one. Also how long a table is heard after its last
/// follower, unless it is heard of before.
const QUIET: Duration = Duration::from_secs(15);
/// The same for a new subscription, which the other nodes may not have known in time.
const NEW: Duration = Duration::from_secs(1);

/// How the stream sends messages on.
pub(super) fn republish() -> Republish {
    Republish {
        source: format!("{STREAM}.*"),
        destination: format!("{STREAM}.heard.{{{{wildcard(1)}}}}"),
        headers_only: false,
    }
}

/// The newest entries of a table, without a gap. What comes after them will be heard.
#[derive(Default)]
struct Recent {
    /// The position of the first of them.
    first: u32,
    entries: VecDeque<Vec<u8>>,
}

impl Recent {
    /// The position after the last of them.
    fn end(&self) -> u32 {
        self.first.saturating_add(self.entries.len() as u32)
    }

    /// Those from this position on, if none of them is missing.
    fn from(&self, position: u32) -> Option<Vec<Vec<u8>>> {
        let skipped = position.checked_sub(self.first)?;
        Some(self.entries.iter().skip(skipped as usize).cloned().collect())
    }

    /// With what was heard; `None` if that does not fit, as when the stream was put back from a copy.
    fn with(mut self, position: u32, entry: &[u8]) -> Option<Self> {
        if position > self.end() {
            self = Self { first: position, ..Self::default() };
        }
        if position == self.end() {
            self.entries.push_back(entry.to_vec());
            if self.entries.len() > RECENT {
                self.entries.pop_front();
                self.first += 1;
            }
            return Some(self);
        }
        // Read from the stream before it was heard.
        let Some(before) = position.checked_sub(self.first) else { return Some(self) };
        (self.entries.get(before as usize).map(Vec::as_slice) == Some(entry)).then_some(self)
    }
}

/// A table that is heard.
#[derive(Default)]
struct Ear {
    subscribed: OnceCell<()>,
    /// `None` if something may have been missed, until somebody has read the stream to its end.
    recent: Mutex<Option<Recent>>,
}

/// All tables that are heard.
pub(super) struct Hearing {
    client: Client,
    messages: Arc<Messages>,
    waiting: Waiting,
    tables: Mutex<HashMap<Table, Arc<Ear>>>,
    /// How often something may have been missed.
    misses: AtomicU64,
    entries: AtomicU64,
    needed: AtomicU64,
}

impl Hearing {
    pub fn new(client: Client, messages: Arc<Messages>, waiting: Waiting) -> Self {
        Self {
            client,
            messages,
            waiting,
            tables: Mutex::default(),
            misses: AtomicU64::new(0),
            entries: AtomicU64::new(0),
            needed: AtomicU64::new(0),
        }
    }

    /// Some entries from this position on, which fit into `room` bytes but for the last; none if there are none yet, and
    /// then whoever follows the table is woken for the next.
    pub async fn read(self: &Arc<Self>, table: Table, from: u32, room: usize) -> Result<Vec<Vec<u8>>, Failed> {
        let ear = self.listen(table).await?;
        let misses = self.misses.load(Relaxed);
        if let Some(entries) = lock(&ear.recent).as_ref().and_then(|recent| recent.from(from)) {
            return fitting(entries.into_iter().map(Ok), room);
        }
        let (read, whole) = self.messages.read(table, from, room).await?;
        let mut recent = lock(&ear.recent);
        if whole && recent.is_none() && misses == self.misses.load(Relaxed) {
            *recent = Some(Recent { first: from.saturating_add(read.len() as u32), ..Recent::default() });
        }
        Ok(read)
    }

    /// Subscribes to a table that is followed. What is read from the stream afterwards leaves no gap to what is heard.
    async fn listen(self: &Arc<Self>, table: Table) -> Result<Arc<Ear>, Failed> {
        let ear = Arc::clone(lock(&self.tables).entry(table).or_default());
        let subscribe = || async {
            let entries = self.client.subscribe(format!("{STREAM}.heard.{}", hex(&table))).await.map_err(Failed::of)?;
            tokio::spawn(Arc::clone(self).attend(table, Arc::clone(&ear), entries));
            Ok(())
        };
        ear.subscribed.get_or_try_init(subscribe).await?;
        Ok(ear)
    }

    /// Hears a table as long as somebody follows it.
    async fn attend(self: Arc<Self>, table: Table, ear: Arc<Ear>, mut entries: Subscriber) {
        let mut quiet = NEW;
        loop {
            let next = timeout(quiet, entries.next()).await;
            if let Ok(Some(message)) = &next {
                self.heard(table, &ear, &message.payload);
            }
            {
                // Whoever begins to follow meanwhile either counts already or finds no ear, and makes another.
                let mut tables = lock(&self.tables);
                if matches!(next, Ok(None)) || !self.waiting.has(&table) {
                    tables.remove(&table);
                    return;
                }
            }
            if next.is_err() {
                quiet = QUIET;
                self.look(table, &ear).await;
            }
        }
    }

    fn heard(&self, table: Table, ear: &Ear, payload: &[u8]) {
        self.entries.fetch_add(1, Relaxed);
        if self.waiting.has(&table) {
            self.needed.fetch_add(1, Relaxed);
        }
        if let Ok((position, entry)) = split(payload) {
            let mut recent = lock(&ear.recent);
            *recent = match recent.take() {
                Some(recent) => recent.with(position, entry),
                None => Recent { first: position, ..Recent::default() }.with(position, entry),
            };
        }
        self.waiting.wake(&table);
    }

    /// Looks whether the log ends where it was heard to end.
    async fn look(&self, table: Table, ear: &Ear) {
        // That it cannot be asked is noticed elsewhere.
        let Ok(tip) = self.messages.tip(table).await else { return };
        let length = tip.map_or(0, |(position, _)| position + 1);
        if lock(&ear.recent).take_if(|recent| recent.end() != length).is_some() {
            self.waiting.wake(&table);
        }
    }

    /// Makes all who follow look into the stream, because something may have been missed.
    pub fn missed(&self) {
        self.misses.fetch_add(1, Relaxed);
        for ear in lock(&self.tables).values() {
            *lock(&ear.recent) = None;
        }
        self.waiting.wake_all();
    }

    pub fn figures(&self) -> Heard {
        let tables = lock(&self.tables);
        Heard {
            tables: tables.len() as u64,
            partitions: tables.keys().map(|table| table[0]).collect::<HashSet<_>>().len() as u64,
            entries: self.entries.load(Relaxed),
            needed: self.needed.load(Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recent(first: u32, entries: &[&str]) -> Recent {
        Recent { first, entries: entries.iter().map(|entry| entry.as_bytes().to_vec()).collect() }
    }

    /// What somebody finds at a position: nothing known, or these entries.
    fn found(recent: &Option<Recent>, position: u32) -> Option<Vec<String>> {
        let entries = recent.as_ref()?.from(position)?;
        Some(entries.into_iter().map(|entry| String::from_utf8(entry).unwrap()).collect())
    }

    /// What was known; what is heard at which position; who asks from where; what is found.
    type Case = (Recent, u32, &'static str, u32, Option<&'static [&'static str]>);

    #[test]
    fn what_was_heard_is_given_only_without_a_gap() {
        let cases: [Case; 8] = [
            (recent(5, &["e"]), 6, "f", 5, Some(&["e", "f"])),
            (recent(6, &[]), 6, "f", 6, Some(&["f"])),
            // Read from the stream before.
            (recent(6, &[]), 4, "d", 6, Some(&[])),
            (recent(5, &["e"]), 5, "e", 5, Some(&["e"])),
            // One was missed: whoever waits for it reads the stream.
            (recent(5, &["e"]), 7, "g", 6, None),
            (recent(5, &["e"]), 7, "g", 7, Some(&["g"])),
            // Another log under the same name.
            (recent(5, &["e"]), 5, "x", 5, None),
            (recent(5, &["e"]), 5, "x", 6, None),
        ];
        for (known, position, entry, from, want) in cases {
            let now = known.with(position, entry.as_bytes());
            let want = want.map(|want| want.iter().map(ToString::to_string).collect::<Vec<_>>());
            assert_eq!(found(&now, from), want, "{entry} at {position}");
        }
    }
}
