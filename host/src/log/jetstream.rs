//! Logs in one stream of NATS JetStream, a subject for each table. Hosts on one cluster share them, and keep nothing
//! themselves.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use async_nats::jetstream::stream::{Config, LastRawMessageErrorKind, RawMessageErrorKind, StorageType, Stream};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, ConnectOptions, ServerAddr};
use futures_util::{FutureExt, TryStreamExt};
use takujo_wire::Table;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::{Answer, Appended, Failed, Following, LogStore, Waiting, fitting, lock};

const STREAM: &str = "takujo";
/// A question that a node does not answer within this time has failed: play is to go on within 5 s.
const PATIENCE: Duration = Duration::from_secs(2);
/// After this something is tried again that only has to wait until the nodes agree.
const MOMENT: Duration = Duration::from_millis(20);
/// The sequences of at most this many entries are remembered.
const KNOWN: usize = 10_000;
/// This many of the newest entries of a table that is followed are kept for its followers.
const RECENT: usize = 16;
/// From this many tables on, those that nobody follows any more are dropped from `JetStream::recent`.
const FORGETS: usize = 1024;
/// Nearer than so many entries, they are read one after another.
const NEAR: u32 = 64;

/// Logs in a stream. What it remembers besides are sequence numbers of the stream, which are never used twice: one may
/// be of no use any more, but never wrong.
///
/// One consumer hears the whole stream for all who follow a table at this host. One for each of them would be a
/// thousand for 200 tables, more than a small cluster can make while a phone waits.
#[derive(Clone)]
pub struct JetStream {
    context: Context,
    stream: Stream,
    /// The sequences of entries, by table and position.
    known: Arc<Mutex<HashMap<(Table, u32), u64>>>,
    /// The newest entries of the tables that are followed.
    recent: Arc<Mutex<HashMap<Table, Recent>>>,
    waiting: Waiting,
    /// Whether the consumer works, so that whatever is appended is heard.
    hears: Arc<AtomicBool>,
    /// How often the host has gone to another node.
    moves: Arc<AtomicU32>,
    /// Notified if the node may be cut off from the others, which it does not notice itself for about 10 s.
    doubt: Arc<Notify>,
}

/// The newest entries of a table, without a gap.
#[derive(Default)]
struct Recent {
    /// The position of the first of them.
    first: u32,
    entries: VecDeque<Vec<u8>>,
}

impl Recent {
    fn push(&mut self, position: u32, entry: &[u8]) {
        if self.first + self.entries.len() as u32 != position {
            self.entries.clear();
            self.first = position;
        }
        self.entries.push_back(entry.to_vec());
        if self.entries.len() > RECENT {
            self.entries.pop_front();
            self.first += 1;
        }
    }

    /// Those from this position on, if none of them is missing.
    fn from(&self, position: u32) -> Option<Vec<Vec<u8>>> {
        let skipped = position.checked_sub(self.first)?;
        Some(self.entries.iter().skip(skipped as usize).cloned().collect())
    }
}

fn subject(table: &Table) -> String {
    table.iter().fold(format!("{STREAM}."), |text, byte| format!("{text}{byte:02x}"))
}

fn table(subject: &str) -> Option<Table> {
    let name = subject.strip_prefix(STREAM)?.strip_prefix('.')?;
    u128::from_str_radix(name, 16).ok().filter(|_| name.len() == 32).map(u128::to_be_bytes)
}

/// Splits a message into the position of its entry, which the stream does not count, and the entry.
fn split(payload: &[u8]) -> Result<(u32, &[u8]), Failed> {
    let (position, entry) =
        payload.split_first_chunk().ok_or_else(|| Failed("a message that no host wrote".to_owned()))?;
    Ok((u32::from_be_bytes(*position), entry))
}

/// Asks again what got no answer, for [`PATIENCE`] in all: until there is a leader, nobody gives one.
async fn soon<T, E: std::fmt::Display, F: Future<Output = Result<T, E>>>(ask: impl Fn() -> F) -> Result<T, Failed> {
    for _ in 0..4 {
        if let Ok(answer) = timeout(PATIENCE / 4, ask()).await {
            return answer.map_err(Failed::of);
        }
    }
    Err(Failed("no answer from the cluster".to_owned()))
}

/// Whether an append was refused because another one to the same log is on its way to the nodes, and may still fail.
fn met(error: &PublishError) -> bool {
    let source = error.source().and_then(|source| source.downcast_ref::<jetstream::Error>());
    source.is_some_and(|error| error.error_code() == ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT)
}

impl JetStream {
    /// Connects to the first of these nodes that answers, and makes the stream, with one replica, if there is none.
    /// `url` has the addresses of the nodes with commas between them. For three replicas make the stream beforehand.
    ///
    /// # Errors
    /// If the server does not answer, or has no JetStream.
    pub async fn connect(url: &str) -> Result<Self, Failed> {
        let nodes = url.split(',').map(str::parse).collect::<Result<Vec<ServerAddr>, _>>().map_err(Failed::of)?;
        let client = ConnectOptions::new()
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .ping_interval(PATIENCE)
            .retain_servers_order()
            .connect(&nodes[..])
            .await
            .map_err(Failed::of)?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        let config = Config {
            name: STREAM.to_owned(),
            subjects: vec![format!("{STREAM}.*")],
            storage: StorageType::File,
            ..Config::default()
        };
        let stream = context.get_or_create_stream(config).await.map_err(Failed::of)?;
        let log = Self {
            context,
            stream,
            known: Arc::default(),
            recent: Arc::default(),
            waiting: Waiting::default(),
            hears: Arc::new(AtomicBool::new(true)),
            moves: Arc::default(),
            doubt: Arc::default(),
        };
        let start = log.stream.get_info().await.map_err(Failed::of)?.state.last_sequence + 1;
        tokio::spawn(log.clone().hear(start, client, nodes));
        Ok(log)
    }

    /// Hears what is appended, from this sequence on, as long as the process runs.
    async fn hear(self, mut next: u64, client: Client, mut nodes: Vec<ServerAddr>) {
        let mut failed = false;
        loop {
            let Err(Failed(error)) = tokio::select! {
                end = self.hear_on(&mut next, &mut failed) => end,
                () = self.doubt.notified() => {
                    failed = true;
                    Err(Failed("the node does not answer".to_owned()))
                }
            };
            tracing::warn!(error, "the stream is not heard");
            // Those who follow are cut off, and come again here or at another host.
            self.hears.store(false, Relaxed);
            lock(&self.recent).clear();
            self.waiting.wake_all();
            // The first failure is tried again here at once, others at the next node after a moment.
            if failed {
                sleep(MOMENT * 10).await;
                nodes.rotate_left(1);
                self.moves.fetch_add(1, Relaxed);
                // If the client has ended, the next try says so.
                let _ = client.set_server_pool(&nodes[..]).await;
                let _ = client.force_reconnect().await;
            }
            failed = true;
        }
    }

    /// Asks the cluster, and doubts the node if the question fails.
    async fn ask<T>(&self, question: impl Future<Output = Result<T, Failed>>) -> Result<T, Failed> {
        let moves = self.moves.load(Relaxed);
        let answer = question.await;
        // A question to the node before this one casts no doubt on it.
        if answer.is_err() && moves == self.moves.load(Relaxed) {
            self.doubt.notify_one();
        }
        answer
    }

    /// Hears until something fails. `next` follows what was heard; `failed` is cleared once the consumer works.
    async fn hear_on(&self, next: &mut u64, failed: &mut bool) -> Result<Infallible, Failed> {
        // A stream that was put back from a copy may end before `next`.
        let info = soon(|| self.stream.get_info()).await?;
        *next = info.state.last_sequence.saturating_add(1).min(*next);
        let config = pull::Config {
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: *next },
            ack_policy: AckPolicy::None,
            // Not the library's ordered consumer: when that loses its node, it waits up to 10 s between two tries.
            num_replicas: 1,
            memory_storage: true,
            inactive_threshold: PATIENCE * 5,
            ..pull::Config::default()
        };
        let consumer = soon(|| self.stream.create_consumer(config.clone())).await?;
        let messages = consumer.stream().expires(PATIENCE).heartbeat(PATIENCE / 4).messages();
        let mut messages = messages.await.map_err(Failed::of)?;
        self.hears.store(true, Relaxed);
        *failed = false;
        let mut heard = 0;
        while let Some(message) = messages.try_next().await.map_err(Failed::of)? {
            let info = message.info().map_err(Failed::of)?;
            heard += 1;
            if info.consumer_sequence != heard {
                return Err(Failed("a message was lost".to_owned()));
            }
            *next = info.stream_sequence + 1;
            if let (Some(table), Ok((position, entry))) = (table(&message.subject), split(&message.payload)) {
                self.heard(table, position, entry);
            }
        }
        Err(Failed("the consumer has ended".to_owned()))
    }

    fn heard(&self, table: Table, position: u32, entry: &[u8]) {
        let mut recent = lock(&self.recent);
        if !self.waiting.has(&table) {
            recent.remove(&table);
            return;
        }
        if recent.len() >= FORGETS && !recent.contains_key(&table) {
            recent.retain(|table, _| self.waiting.has(table));
        }
        recent.entry(table).or_default().push(position, entry);
        drop(recent);
        self.waiting.wake(&table);
    }

    /// Some entries from this position on, which fit into `room` bytes but for the last; none if there are none yet.
    async fn read(&self, table: Table, from: u32, room: usize) -> Result<Vec<Vec<u8>>, Failed> {
        if !self.hears.load(Relaxed) {
            return Err(Failed("the stream is not heard".to_owned()));
        }
        if let Some(entries) = lock(&self.recent).get(&table).and_then(|recent| recent.from(from)) {
            return fitting(entries.into_iter().map(Ok), room);
        }
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
                break;
            }
            next = self.from(table, message.sequence + 1).await?;
        }
        Ok(read)
    }

    /// A sequence at or not far before the entry at this position, if there is one: to read on from.
    async fn near(&self, table: Table, position: u32) -> Result<u64, Failed> {
        let sequence = |position| lock(&self.known).get(&(table, position)).copied();
        if let Some(known) = sequence(position) {
            return Ok(known);
        }
        if let Some(before) = position.checked_sub(1).and_then(sequence) {
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

    fn remember(&self, table: Table, position: u32, sequence: u64) {
        let mut known = lock(&self.known);
        if known.len() >= KNOWN {
            known.clear();
        }
        known.insert((table, position), sequence);
    }

    async fn tip(&self, table: Table) -> Result<Option<(u32, StreamMessage)>, Failed> {
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
    async fn from(&self, table: Table, sequence: u64) -> Result<Option<StreamMessage>, Failed> {
        let subject = &subject(&table);
        soon(|| async move {
            match self.stream.get_first_raw_message_by_subject(subject, sequence).await {
                Err(error) if matches!(error.kind(), RawMessageErrorKind::NoMessageFound) => Ok(None),
                answer => answer.map(Some),
            }
        })
        .await
    }

    async fn try_append(&self, table: Table, expected: u32, entry: &[u8]) -> Result<Appended, Failed> {
        let conflict = |tip: &Option<(u32, StreamMessage)>| tip.as_ref().map_or(0, |(position, _)| position + 1);
        let before = expected.checked_sub(1).and_then(|before| lock(&self.known).get(&(table, before)).copied());
        let mut sequence = match before {
            Some(sequence) => sequence,
            None => {
                let tip = self.tip(table).await?;
                let length = conflict(&tip);
                if length != expected {
                    return Ok(Appended::Conflict(length));
                }
                tip.map_or(0, |(_, message)| message.sequence)
            }
        };
        let begun = Instant::now();
        loop {
            let payload = [&expected.to_be_bytes(), entry].concat();
            let message = PublishMessage::build().payload(payload.into()).expected_last_subject_sequence(sequence);
            let sent = self.context.send_publish(subject(&table), message).await.map_err(Failed::of)?;
            match sent.await {
                Ok(ack) => {
                    self.remember(table, expected, ack.sequence);
                    return Ok(Appended::Length(expected + 1));
                }
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence || met(&error) => {
                    let tip = self.tip(table).await?;
                    let length = conflict(&tip);
                    let now = tip.map_or(0, |(_, message)| message.sequence);
                    if length != expected || now == sequence && !met(&error) {
                        return Ok(Appended::Conflict(length));
                    }
                    if now == sequence {
                        // It stays on its way: the leader is cut off from the others.
                        if begun.elapsed() > PATIENCE {
                            return Err(Failed::of(error));
                        }
                        sleep(MOMENT).await;
                    }
                    // What was remembered may be of a log that was removed since.
                    sequence = now;
                }
                // Nobody heard it, because nobody leads.
                Err(error) if error.kind() == PublishErrorKind::StreamNotFound && begun.elapsed() < PATIENCE => {
                    sleep(MOMENT).await;
                }
                Err(error) => return Err(Failed::of(error)),
            }
        }
    }

    /// The time by the servers' clock: that of a message sent for it.
    async fn now(&self) -> Result<SystemTime, Failed> {
        let subject = format!("{STREAM}.now");
        let sent = self.context.publish(subject.clone(), Vec::new().into()).await.map_err(Failed::of)?;
        let sequence = sent.await.map_err(Failed::of)?.sequence;
        let message = soon(|| self.stream.get_raw_message(sequence)).await?;
        self.stream.purge().filter(subject).keep(1).await.map_err(Failed::of)?;
        Ok(message.time.into())
    }

    async fn find(&self, table: Table, position: u32) -> Result<Option<Vec<u8>>, Failed> {
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
}

impl LogStore for JetStream {
    fn append(&self, table: Table, expected: u32, entry: Vec<u8>) -> Answer<'_, Appended> {
        async move { self.ask(self.try_append(table, expected, &entry)).await }.boxed()
    }

    fn last(&self, table: Table) -> Answer<'_, Option<(u32, Vec<u8>)>> {
        async move {
            let Some((position, message)) = self.ask(self.tip(table)).await? else { return Ok(None) };
            Ok(Some((position + 1, split(&message.payload)?.1.to_vec())))
        }
        .boxed()
    }

    fn entry(&self, table: Table, position: u32) -> Answer<'_, Option<Vec<u8>>> {
        self.ask(self.find(table, position)).boxed()
    }

    fn follow(&self, table: Table, from: u32) -> Following {
        let log = self.clone();
        self.waiting.follow(table, from, move |from, room| {
            let log = log.clone();
            async move { log.read(table, from, room).await }.boxed()
        })
    }

    // A leader that was cut off from the others answers for about 10 s before it notices.
    fn may_lag(&self) -> bool {
        true
    }

    fn remove(&self, table: Table, length: u32) -> Answer<'_, ()> {
        async move {
            let Some((position, last)) = self.tip(table).await? else { return Ok(()) };
            if position + 1 != length {
                return Ok(());
            }
            // Up to and with the last one: what comes later stays.
            let purge = self.stream.purge().filter(subject(&table)).sequence(last.sequence + 1);
            purge.await.map(|_| ()).map_err(Failed::of)
        }
        .boxed()
    }

    fn shorten(&self, table: Table, length: u32) -> Answer<'_, ()> {
        async move {
            let Some((position, last)) = self.tip(table).await? else { return Ok(()) };
            if position + 1 != length {
                return Ok(());
            }
            // Up to the last one, which stays.
            let purge = self.stream.purge().filter(subject(&table)).sequence(last.sequence);
            purge.await.map(|_| ()).map_err(Failed::of)
        }
        .boxed()
    }

    // By the clock of the servers, which wrote the times of the messages: a host's own clock may jump.
    fn silent(&self, time: Duration) -> Answer<'_, Vec<(Table, u32)>> {
        async move {
            let until = self.now().await? - time;
            let mut subjects = self.stream.info_with_subjects(format!("{STREAM}.*")).await.map_err(Failed::of)?;
            let mut silent = Vec::new();
            while let Some((name, _)) = subjects.try_next().await.map_err(Failed::of)? {
                let Some(table) = table(&name) else { continue };
                if let Some((position, message)) = self.tip(table).await?
                    && SystemTime::from(message.time) <= until
                {
                    silent.push((table, position + 1));
                }
            }
            Ok(silent)
        }
        .boxed()
    }
}
