//! Logs in one stream of NATS JetStream, a subject for each table. Hosts on one cluster share them, and keep nothing
//! themselves. Each hears only the tables that its phones follow.

use std::convert::Infallible;
use std::error::Error;
use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime};

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use async_nats::jetstream::stream::{ClusterInfo, Config, StorageType};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::{FutureExt, TryStreamExt};
use takujo_wire::Table;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::{Answer, Appended, Failed, Following, Heard, LogStore, Waiting};
use hearing::{Hearing, republish};
use messages::{Messages, PATIENCE, STREAM, soon, split, subject, table};

mod hearing;
mod messages;

/// After this something is tried again that only has to wait until the nodes agree.
const MOMENT: Duration = Duration::from_millis(20);
/// So many entries of a table may wait to be heard. If there are more, they are read from the stream.
const BEHIND: usize = 256;

/// Logs in a stream.
#[derive(Clone)]
pub struct JetStream(Arc<Shared>);

struct Shared {
    context: Context,
    messages: Arc<Messages>,
    hearing: Arc<Hearing>,
    waiting: Waiting,
    /// Whether the cluster answers, so that whatever is appended is heard.
    hears: AtomicBool,
    /// How often the host has gone to another node.
    moves: AtomicU32,
    /// Notified if the node may be cut off from the others, which it does not notice itself for about 10 s.
    doubt: Notify,
    /// Notified if something may have been missed.
    gap: Arc<Notify>,
}

/// Whether an append was refused because another one to the same log is on its way to the nodes, and may still fail.
fn met(error: &PublishError) -> bool {
    let source = error.source().and_then(|source| source.downcast_ref::<jetstream::Error>());
    source.is_some_and(|error| error.error_code() == ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT)
}

/// Whether the leader has heard for a while of too few others to add anything to the stream. It goes on answering.
fn alone(cluster: &ClusterInfo) -> bool {
    let heard = cluster.replicas.iter().filter(|other| other.active < PATIENCE * 2).count();
    heard < cluster.replicas.len().div_ceil(2)
}

impl JetStream {
    /// Connects to the first of these nodes that answers, and makes the stream, with one replica, if there is none.
    /// `url` has the addresses of the nodes with commas between them. For three replicas make the stream beforehand.
    ///
    /// # Errors
    /// If the server does not answer, or has no JetStream.
    pub async fn connect(url: &str) -> Result<Self, Failed> {
        let nodes = url.split(',').map(str::parse).collect::<Result<Vec<ServerAddr>, _>>().map_err(Failed::of)?;
        let gap = Arc::new(Notify::new());
        let gaps = Arc::clone(&gap);
        let client = ConnectOptions::new()
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .ping_interval(PATIENCE)
            .retain_servers_order()
            .subscription_capacity(BEHIND)
            .event_callback(move |event| {
                if matches!(event, Event::Connected | Event::SlowConsumer(_)) {
                    gaps.notify_one();
                }
                ready(())
            })
            .connect(&nodes[..])
            .await
            .map_err(Failed::of)?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        let config = Config {
            name: STREAM.to_owned(),
            subjects: vec![format!("{STREAM}.*")],
            storage: StorageType::File,
            republish: Some(republish()),
            ..Config::default()
        };
        let stream = context.get_or_create_stream(config).await.map_err(Failed::of)?;
        let config = stream.cached_info().config.clone();
        let (messages, waiting) = (Arc::new(Messages::new(stream)), Waiting::default());
        let hearing = Arc::new(Hearing::new(client.clone(), Arc::clone(&messages), waiting.clone()));
        let shared = Arc::new(Shared {
            context,
            messages,
            hearing,
            waiting,
            hears: AtomicBool::new(true),
            moves: AtomicU32::new(0),
            doubt: Notify::new(),
            gap,
        });
        shared.see_to(config).await?;
        tokio::spawn(Arc::clone(&shared).watch(client, nodes));
        Ok(Self(shared))
    }
}

impl Shared {
    /// Has the stream send on what is stored, as the streams of older hosts and of their copies do not. To those hosts it
    /// makes no difference.
    async fn see_to(&self, config: Config) -> Result<(), Failed> {
        match &config.republish {
            Some(set) if *set == republish() => return Ok(()),
            Some(other) => {
                return Err(Failed(format!(
                    "the stream sends its messages to {}, so no host hears them",
                    other.destination
                )));
            }
            None => {}
        }
        let config = &Config { republish: Some(republish()), ..config };
        soon(|| self.context.update_stream(config)).await?;
        self.gap.notify_one();
        Ok(())
    }

    /// Watches the cluster as long as the process runs, and goes to another node if need be.
    async fn watch(self: Arc<Self>, client: Client, mut nodes: Vec<ServerAddr>) {
        let mut failed = false;
        loop {
            let Err(Failed(error)) = tokio::select! {
                end = self.stay(&mut failed) => end,
                () = self.doubt.notified() => {
                    failed = true;
                    Err(Failed("the node does not answer".to_owned()))
                }
            };
            tracing::warn!(error, "the stream is not heard");
            // The first failure is tried again here at once, others at the next node after a moment.
            if failed {
                // Those who follow are cut off, and come again here or at another host.
                self.hears.store(false, Relaxed);
                self.hearing.missed();
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

    /// Asks for signs of life until none comes. What went on before the first, and while another node began to lead, may
    /// have been missed. `failed` is cleared with the first.
    async fn stay(&self, failed: &mut bool) -> Result<Infallible, Failed> {
        let (mut leads, mut gap) = (None, true);
        loop {
            let info = soon(|| self.messages.stream.get_info()).await?;
            self.see_to(info.config).await?;
            if info.cluster.as_ref().is_some_and(alone) {
                return Err(Failed("the leader is cut off from the others".to_owned()));
            }
            let leader = info.cluster.and_then(|cluster| cluster.leader);
            if gap || leads != leader {
                self.hears.store(true, Relaxed);
                self.hearing.missed();
            }
            (leads, *failed) = (leader, false);
            gap = timeout(PATIENCE / 4, self.gap.notified()).await.is_ok();
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

    async fn read(&self, table: Table, from: u32, room: usize) -> Result<Vec<Vec<u8>>, Failed> {
        if !self.hears.load(Relaxed) {
            return Err(Failed("the stream is not heard".to_owned()));
        }
        self.hearing.read(table, from, room).await
    }

    async fn try_append(&self, table: Table, expected: u32, entry: &[u8]) -> Result<Appended, Failed> {
        let conflict = |tip: &Option<(u32, StreamMessage)>| tip.as_ref().map_or(0, |(position, _)| position + 1);
        let before = expected.checked_sub(1).and_then(|before| self.messages.known(table, before));
        let mut sequence = match before {
            Some(sequence) => sequence,
            None => {
                let tip = self.messages.tip(table).await?;
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
                    self.messages.remember(table, expected, ack.sequence);
                    return Ok(Appended::Length(expected + 1));
                }
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence || met(&error) => {
                    let tip = self.messages.tip(table).await?;
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
        let message = soon(|| self.messages.stream.get_raw_message(sequence)).await?;
        self.messages.stream.purge().filter(subject).keep(1).await.map_err(Failed::of)?;
        Ok(message.time.into())
    }
}

impl LogStore for JetStream {
    fn append(&self, table: Table, expected: u32, entry: Vec<u8>) -> Answer<'_, Appended> {
        async move { self.0.ask(self.0.try_append(table, expected, &entry)).await }.boxed()
    }

    fn last(&self, table: Table) -> Answer<'_, Option<(u32, Vec<u8>)>> {
        async move {
            let Some((position, message)) = self.0.ask(self.0.messages.tip(table)).await? else { return Ok(None) };
            Ok(Some((position + 1, split(&message.payload)?.1.to_vec())))
        }
        .boxed()
    }

    fn entry(&self, table: Table, position: u32) -> Answer<'_, Option<Vec<u8>>> {
        self.0.ask(self.0.messages.find(table, position)).boxed()
    }

    fn follow(&self, table: Table, from: u32) -> Following {
        let log = Arc::clone(&self.0);
        self.0.waiting.follow(table, from, move |from, room| {
            let log = Arc::clone(&log);
            async move { log.read(table, from, room).await }.boxed()
        })
    }

    // A leader that was cut off from the others answers for about 10 s before it notices.
    fn may_lag(&self) -> bool {
        true
    }

    fn remove(&self, table: Table, length: u32) -> Answer<'_, ()> {
        async move {
            let Some((position, last)) = self.0.messages.tip(table).await? else { return Ok(()) };
            if position + 1 != length {
                return Ok(());
            }
            // Up to and with the last one: what comes later stays.
            let purge = self.0.messages.stream.purge().filter(subject(&table)).sequence(last.sequence + 1);
            purge.await.map(|_| ()).map_err(Failed::of)
        }
        .boxed()
    }

    fn shorten(&self, table: Table, length: u32) -> Answer<'_, ()> {
        async move {
            let Some((position, last)) = self.0.messages.tip(table).await? else { return Ok(()) };
            if position + 1 != length {
                return Ok(());
            }
            // Up to the last one, which stays.
            let purge = self.0.messages.stream.purge().filter(subject(&table)).sequence(last.sequence);
            purge.await.map(|_| ()).map_err(Failed::of)
        }
        .boxed()
    }

    // By the clock of the servers, which wrote the times of the messages: a host's own clock may jump.
    fn silent(&self, time: Duration) -> Answer<'_, Vec<(Table, u32)>> {
        async move {
            let until = self.0.now().await? - time;
            let mut subjects =
                self.0.messages.stream.info_with_subjects(format!("{STREAM}.*")).await.map_err(Failed::of)?;
            let mut silent = Vec::new();
            while let Some((name, _)) = subjects.try_next().await.map_err(Failed::of)? {
                let Some(table) = table(&name) else { continue };
                if let Some((position, message)) = self.0.messages.tip(table).await?
                    && SystemTime::from(message.time) <= until
                {
                    silent.push((table, position + 1));
                }
            }
            Ok(silent)
        }
        .boxed()
    }

    fn heard(&self) -> Option<Heard> {
        Some(self.0.hearing.figures())
    }
}
