//! Logs in one stream of NATS JetStream, a subject a table. Hosts on one cluster share them, and keep nothing themselves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use async_nats::jetstream::consumer::{DeliverPolicy, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use async_nats::jetstream::stream::{Config, LastRawMessageErrorKind, RawMessageErrorKind, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{ConnectOptions, ServerAddr};
use futures_util::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use takujo_wire::Table;

use super::{Answer, Appended, Failed, Following, LogStore, lock};

const STREAM: &str = "takujo";
/// What a node does not answer in this time is taken for lost: play shall go on within 5 s.
const PATIENCE: Duration = Duration::from_secs(2);
/// Sequences of this many entries are remembered.
const KNOWN: usize = 10_000;

/// Logs in a stream. What it remembers are sequences of the stream, which are never used twice: they may be of no use
/// any more, but never wrong.
#[derive(Clone)]
pub struct JetStream {
    context: Context,
    stream: Stream,
    known: Arc<Mutex<HashMap<(Table, u32), u64>>>,
}

fn subject(table: &Table) -> String {
    table.iter().fold(format!("{STREAM}."), |text, byte| format!("{text}{byte:02x}"))
}

fn table(subject: &str) -> Option<Table> {
    let name = subject.strip_prefix(STREAM)?.strip_prefix('.')?;
    u128::from_str_radix(name, 16).ok().filter(|_| name.len() == 32).map(u128::to_be_bytes)
}

/// A message is the position of its entry, which the stream does not count, and the entry.
fn split(payload: &[u8]) -> Result<(u32, &[u8]), Failed> {
    let (position, entry) =
        payload.split_first_chunk().ok_or_else(|| Failed("a message that no host wrote".to_owned()))?;
    Ok((u32::from_be_bytes(*position), entry))
}

impl JetStream {
    /// Connects to the first of these nodes that answers (their addresses have commas between them), and makes the stream if there is none.
    /// Whoever wants it on three nodes makes it before.
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
            .connect(nodes)
            .await
            .map_err(Failed::of)?;
        let mut context = jetstream::new(client);
        context.set_timeout(PATIENCE);
        let config = Config {
            name: STREAM.to_owned(),
            subjects: vec![format!("{STREAM}.*")],
            storage: StorageType::File,
            ..Config::default()
        };
        let stream = context.get_or_create_stream(config).await.map_err(Failed::of)?;
        Ok(Self { context, stream, known: Arc::default() })
    }

    fn remember(&self, table: Table, position: u32, sequence: u64) {
        let mut known = lock(&self.known);
        if known.len() >= KNOWN {
            known.clear();
        }
        known.insert((table, position), sequence);
    }

    async fn tip(&self, table: Table) -> Result<Option<(u32, StreamMessage)>, Failed> {
        match self.stream.get_last_raw_message_by_subject(&subject(&table)).await {
            Ok(message) => {
                let (position, _) = split(&message.payload)?;
                self.remember(table, position, message.sequence);
                Ok(Some((position, message)))
            }
            Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => Ok(None),
            Err(error) => Err(Failed::of(error)),
        }
    }

    /// The first message of a table from this sequence on.
    async fn from(&self, table: Table, sequence: u64) -> Result<Option<StreamMessage>, Failed> {
        match self.stream.get_first_raw_message_by_subject(subject(&table), sequence).await {
            Ok(message) => Ok(Some(message)),
            Err(error) if matches!(error.kind(), RawMessageErrorKind::NoMessageFound) => Ok(None),
            Err(error) => Err(Failed::of(error)),
        }
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
        loop {
            let payload = [&expected.to_be_bytes(), entry].concat();
            let message = PublishMessage::build().payload(payload.into()).expected_last_subject_sequence(sequence);
            let sent = self.context.send_publish(subject(&table), message).await.map_err(Failed::of)?;
            match sent.await {
                Ok(ack) => {
                    self.remember(table, expected, ack.sequence);
                    return Ok(Appended::Length(expected + 1));
                }
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {
                    let tip = self.tip(table).await?;
                    let length = conflict(&tip);
                    let now = tip.map_or(0, |(_, message)| message.sequence);
                    if length != expected || now == sequence {
                        return Ok(Appended::Conflict(length));
                    }
                    // What was remembered was of a log that was removed since.
                    sequence = now;
                }
                Err(error) => return Err(Failed::of(error)),
            }
        }
    }

    async fn find(&self, table: Table, position: u32) -> Result<Option<Vec<u8>>, Failed> {
        let known = lock(&self.known).get(&(table, position)).copied();
        let mut next = self.from(table, known.unwrap_or(1)).await?;
        if known.is_some() && !matches!(&next, Some(message) if split(&message.payload)?.0 == position) {
            next = self.from(table, 1).await?;
        }
        while let Some(message) = next {
            let (at, entry) = split(&message.payload)?;
            if at == position {
                self.remember(table, position, message.sequence);
                return Ok(Some(entry.to_vec()));
            }
            next = self.from(table, message.sequence + 1).await?;
        }
        Ok(None)
    }
}

impl LogStore for JetStream {
    fn append(&self, table: Table, expected: u32, entry: Vec<u8>) -> Answer<'_, Appended> {
        async move { self.try_append(table, expected, &entry).await }.boxed()
    }

    fn last(&self, table: Table) -> Answer<'_, Option<(u32, Vec<u8>)>> {
        async move {
            let Some((position, message)) = self.tip(table).await? else { return Ok(None) };
            Ok(Some((position + 1, split(&message.payload)?.1.to_vec())))
        }
        .boxed()
    }

    fn entry(&self, table: Table, position: u32) -> Answer<'_, Option<Vec<u8>>> {
        self.find(table, position).boxed()
    }

    fn follow(&self, table: Table, from: u32) -> Following {
        let stream = self.stream.clone();
        async move {
            let config = pull::OrderedConfig {
                filter_subject: subject(&table),
                deliver_policy: DeliverPolicy::All,
                // The consumer is on one node. It is taken for lost after two signs of life were missed, of which there are
                // two in this time.
                max_expires: PATIENCE / 2,
                ..pull::OrderedConfig::default()
            };
            let consumer = stream.create_consumer(config).await.map_err(Failed::of)?;
            let messages = consumer.messages().await.map_err(Failed::of)?;
            Ok(messages.map_err(Failed::of).try_filter_map(move |message| async move {
                let (position, entry) = split(&message.payload)?;
                Ok((position >= from).then(|| entry.to_vec()))
            }))
        }
        .try_flatten_stream()
        .boxed()
    }

    // A leader that was cut off from the others answers for about 10 s before it notices.
    fn may_lag(&self) -> bool {
        true
    }

    fn remove(&self, table: Table) -> Answer<'_, ()> {
        async move { self.stream.purge().filter(subject(&table)).await.map(|_| ()).map_err(Failed::of) }.boxed()
    }

    fn silent(&self, time: Duration) -> Answer<'_, Vec<Table>> {
        async move {
            let until = SystemTime::now() - time;
            let mut subjects = self.stream.info_with_subjects(format!("{STREAM}.*")).await.map_err(Failed::of)?;
            let mut silent = Vec::new();
            while let Some((name, _)) = subjects.try_next().await.map_err(Failed::of)? {
                let Some(table) = table(&name) else { continue };
                if let Some((_, message)) = self.tip(table).await?
                    && SystemTime::from(message.time) <= until
                {
                    silent.push(table);
                }
            }
            Ok(silent)
        }
        .boxed()
    }
}
