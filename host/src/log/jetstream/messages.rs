//! The messages of the stream, by table and position.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, RawMessageErrorKind, Stream};
use takujo_wire::Table;
use tokio::time::timeout;

use crate::log::{Failed, lock};

/// The name of the stream, and the first word of its subjects.
pub(super) const STREAM: &str = "takujo";
/// A question that a node does not answer within this time has failed: play is to go on within 5 s.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);
/// The sequences of at most this many entries are remembered.
const KNOWN: usize = 10_000;
/// Nearer than so many entries, they are read one after another.
const NEAR: u32 = 64;

/// What is in the stream. What this remembers are sequence numbers, which are never used twice: one may be of no use any
/// more, but never wrong.
pub(super) struct Messages {
    pub stream: Stream,
    /// The sequences of entries, by table and position.
    known: Mutex<HashMap<(Table, u32), u64>>,
}

/// The subject of a table in the stream.
pub(super) fn subject(table: &Table) -> String {
    format!("{STREAM}.{}", hex(table))
}

/// A table's name in hex.
pub(super) fn hex(table: &Table) -> String {
    table.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// The table of a subject in the stream.
pub(super) fn table(subject: &str) -> Option<Table> {
    let name = subject.strip_prefix(STREAM)?.strip_prefix('.')?;
    u128::from_str_radix(name, 16).ok().filter(|_| name.len() == 32).map(u128::to_be_bytes)
}

/// Splits a message into the position of its entry, which the stream does not count, and the entry.
pub(super) fn split(payload: &[u8]) -> Result<(u32, &[u8]), Failed> {
    let (position, entry) =
        payload.split_first_chunk().ok_or_else(|| Failed("a message that no host wrote".to_owned()))?;
    Ok((u32::from_be_bytes(*position), entry))
}

/// Asks again what got no answer, for [`PATIENCE`] in all: until there is a leader, nobody gives one.
pub(super) async fn soon<T, E: std::fmt::Display, F: Future<Output = Result<T, E>>>(
    ask: impl Fn() -> F,
) -> Result<T, Failed> {
    for _ in 0..4 {
        if let Ok(answer) = timeout(PATIENCE / 4, ask()).await {
            return answer.map_err(Failed::of);
        }
    }
    Err(Failed("no answer from the cluster".to_owned()))
}

impl Messages {
    pub fn new(stream: Stream) -> Self {
        Self { stream, known: Mutex::default() }
    }

    /// The sequence of the entry at this position, if it is remembered.
    pub fn known(&self, table: Table, position: u32) -> Option<u64> {
        lock(&self.known).get(&(table, position)).copied()
    }

    pub fn remember(&self, table: Table, position: u32, sequence: u64) {
        let mut known = lock(&self.known);
        if known.len() >= KNOWN {
            known.clear();
        }
        known.insert((table, position), sequence);
    }

    /// The last entry's position and message.
    pub async fn tip(&self, table: Table) -> Result<Option<(u32, StreamMessage)>, Failed> {
        let subject = &subject(&table);
        let message = soon(|| async move {
            match self.stream.get_last_raw_message_by_subject(subject).await {
                Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => Ok(None),
                answer => answer.map(Some),
            }
        });
        let Some(message) = message.await? else { return Ok(None) };
        let (position, _) = split(&message.payload)?;
        self.remember(table, position, message.sequence);
        Ok(Some((position, message)))
    }

    /// The first message of a table from this sequence on.
    pub async fn from(&self, table: Table, sequence: u64) -> Result<Option<StreamMessage>, Failed> {
        let subject = &subject(&table);
        soon(|| async move {
            match self.stream.get_first_raw_message_by_subject(subject, sequence).await {
                Err(error) if matches!(error.kind(), RawMessageErrorKind::NoMessageFound) => Ok(None),
                answer => answer.map(Some),
            }
        })
        .await
    }

    /// A sequence at or not far before the entry at this position, if there is one: to read on from.
    pub async fn near(&self, table: Table, position: u32) -> Result<u64, Failed> {
        if let Some(known) = self.known(table, position) {
            return Ok(known);
        }
        if let Some(before) = position.checked_sub(1).and_then(|before| self.known(table, before)) {
            return Ok(before + 1);
        }
        // Sequences grow with positions, so it is found by halving.
        let (mut low, mut at) = (1, 0);
        let mut high = match self.tip(table).await? {
            Some((last, message)) if last > position => message.sequence,
            Some((_, message)) => return Ok(message.sequence),
            None => return Ok(low),
        };
        while position - at > NEAR && high - low > 1 {
            let middle = low + (high - low) / 2;
            match self.from(table, middle).await? {
                Some(message) if split(&message.payload)?.0 <= position => {
                    (low, at) = (message.sequence, split(&message.payload)?.0);
                }
                _ => high = middle,
            }
        }
        Ok(low)
    }

    /// The entry at this position.
    pub async fn find(&self, table: Table, position: u32) -> Result<Option<Vec<u8>>, Failed> {
        let mut next = self.from(table, self.near(table, position).await?).await?;
        while let Some(message) = next {
            let (at, entry) = split(&message.payload)?;
            self.remember(table, at, message.sequence);
            if at == position {
                return Ok(Some(entry.to_vec()));
            }
            next = self.from(table, message.sequence + 1).await?;
        }
        Ok(None)
    }

    /// Some entries from this position on, which fit into `room` bytes but for the last; none if there are none yet.
    /// And whether these are all.
    pub async fn read(&self, table: Table, from: u32, room: usize) -> Result<(Vec<Vec<u8>>, bool), Failed> {
        let (mut read, mut bytes) = (Vec::new(), 0);
        let mut next = self.from(table, self.near(table, from).await?).await?;
        while let Some(message) = next {
            let (position, entry) = split(&message.payload)?;
            self.remember(table, position, message.sequence);
            // Passed on, the next entry would be taken for the missing one.
            if position > from + read.len() as u32 {
                return Err(Failed(format!("entries are missing before {position}")));
            }
            if position >= from {
                bytes += entry.len();
                read.push(entry.to_vec());
            }
            if bytes >= room && !read.is_empty() {
                return Ok((read, false));
            }
            next = self.from(table, message.sequence + 1).await?;
        }
        Ok((read, true))
    }
}
