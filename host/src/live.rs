//! Runs what the rules decide about phones' connections: reads frames, asks the store, sends, counts.
//!
//! One task for each connection does one thing after the other. What is sent is awaited, with a limit, so nothing piles
//! up for a phone that does not read.
//!
//! Also ends the tables to which nothing was appended for long (`sweep`).

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use takujo_host_rules::{Forget, Frame, News, Next, Question, Reply, Silent, Tables, Talk, Todo};
use takujo_wire::{Refusal, Table};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use crate::limits::{Limits, Place};
use crate::log::{Failed, Following, LogStore};
use crate::metrics::Metrics;

/// What all connections share.
pub(crate) struct Live {
    pub store: Arc<dyn LogStore>,
    pub limits: Limits,
    pub metrics: Metrics,
    begun: Instant,
}

impl Live {
    pub fn new(store: Arc<dyn LogStore>, limits: Limits) -> Self {
        Self { store, limits, metrics: Metrics::default(), begun: Instant::now() }
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    async fn reply(&self, question: Question) -> Result<Reply, Failed> {
        Ok(match question {
            Question::Space => Reply::Space(self.store.space()),
            Question::Last(table) => Reply::Last(self.store.last(table).await?),
            Question::Entry(table, position) => Reply::Entry(self.store.entry(table, position).await?),
            Question::Append { table, expected, entry } => {
                Reply::Appended(self.store.append(table, expected, entry).await?)
            }
        })
    }

    /// Deletes the log of a closed table, once those who follow it had time to see its end. If this process ends
    /// before, `sweep` does it.
    fn forget(&self, Forget { table, length, wholly }: Forget) {
        let (store, patience) = (Arc::clone(&self.store), self.limits.patience);
        tokio::spawn(async move {
            tokio::time::sleep(patience).await;
            let gone = if wholly { store.remove(table, length) } else { store.shorten(table, length) };
            if let Err(Failed(error)) = gone.await {
                tracing::warn!(error, "a closed table was not deleted");
            }
        });
    }

    /// Closes the tables to which nothing was appended for as long as tables are kept, and deletes those whose end is
    /// as old.
    pub async fn sweep(&self) -> Result<(), Failed> {
        for (table, length) in self.store.silent(self.limits.keep).await? {
            // One that cannot be read keeps none of the others.
            if let Err(Failed(error)) = self.end_silent(table, length).await {
                tracing::error!(error, "a silent table was not closed");
            }
        }
        self.store.tidy().await
    }

    async fn end_silent(&self, table: Table, length: u32) -> Result<(), Failed> {
        let (mut silent, mut question) = Silent::new(table, length);
        loop {
            match silent.replied(self.reply(question).await?)? {
                Next::Ask(next) => {
                    question = next;
                    continue;
                }
                Next::Closed(forget) => {
                    tracing::info!("a silent table was closed");
                    self.forget(forget);
                }
                Next::Over(forget) => self.forget(forget),
                Next::Leave => {}
            }
            return Ok(());
        }
    }

    fn publish(&self, news: Vec<News>) {
        let metrics = &self.metrics;
        for news in news {
            match news {
                News::Opened => {
                    metrics.tables.fetch_add(1, Relaxed);
                    tracing::info!("a table was opened");
                }
                News::Joined => _ = metrics.joins.fetch_add(1, Relaxed),
                News::Sent => _ = metrics.sent.fetch_add(1, Relaxed),
                News::Appended(after) => metrics.appended(after),
                News::Conflict => _ = metrics.conflicts.fetch_add(1, Relaxed),
                News::Closed(forget) => {
                    tracing::info!("a table was closed");
                    self.forget(forget);
                }
                News::Refused(refusal) => metrics.refused(refusal),
                News::Failed(Failed(error)) => tracing::error!(error, "the store failed"),
            }
        }
    }

    /// Serves one phone until either side ends. It came to the address of these tables.
    pub async fn serve(
        &self,
        mut socket: WebSocket,
        place: Result<Place, Refusal>,
        tables: Tables,
        stopping: impl Future<Output = ()>,
    ) {
        let mut stopping = std::pin::pin!(stopping);
        let mut talk = Talk::new(self.limits, self.store.may_lag(), tables, self.now());
        let mut following = None;
        let mut ticks = interval(self.limits.pings());
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The first comes at once.
        ticks.tick().await;
        let mut todo = place.as_ref().map_or_else(|refusal| talk.end(*refusal), |_| Todo::Wait);
        loop {
            self.publish(talk.news());
            todo = match todo {
                Todo::Wait => self.next(&mut talk, &mut socket, &mut following, &mut ticks, stopping.as_mut()).await,
                Todo::Ask(question) => {
                    let reply = self.reply(question).await;
                    talk.replied(reply, self.now())
                }
                Todo::Count(counted) => {
                    talk.counted(place.as_ref().map_or_else(|refusal| Err(*refusal), |place| place.count(counted)))
                }
                Todo::Send(message) => self.send(&mut talk, &mut socket, binary(message)).await,
                Todo::Follow { table, from, message } => {
                    following = Some(self.store.follow(table, from));
                    self.send(&mut talk, &mut socket, binary(message)).await
                }
                Todo::Ping => self.send(&mut talk, &mut socket, Message::Ping(Bytes::new())).await,
                Todo::End(None) => return,
                Todo::End(Some(message)) => {
                    // Whoever comes again at once finds them free.
                    drop((place, following));
                    self.send(&mut talk, &mut socket, binary(message)).await;
                    self.publish(talk.news());
                    // The other side may be gone.
                    let _ = timeout(self.limits.patience, socket.send(Message::Close(None))).await;
                    return;
                }
            };
        }
    }

    /// Sends a message within the time that a phone has to take it.
    async fn send(&self, talk: &mut Talk, socket: &mut WebSocket, message: Message) -> Todo {
        match timeout(self.limits.patience, socket.send(message)).await {
            Ok(Ok(())) => Todo::Wait,
            Ok(Err(_)) => Todo::End(None),
            Err(_) => talk.unread(),
        }
    }

    /// What to do about whatever comes next.
    async fn next(
        &self,
        talk: &mut Talk,
        socket: &mut WebSocket,
        following: &mut Option<Following>,
        ticks: &mut Interval,
        stopping: impl Future<Output = ()>,
    ) -> Todo {
        tokio::select! {
            () = stopping => talk.end(Refusal::Stopping),
            message = socket.recv() => match message {
                Some(Ok(message)) => talk.heard(frame(&message), self.now()),
                Some(Err(error)) => if is_too_long(error) { talk.end(Refusal::Malformed) } else { Todo::End(None) },
                None => Todo::End(None),
            },
            entry = entry(following) => match entry {
                Some(stored) => talk.entry(stored),
                // A following has no end of its own: the store is gone.
                None => talk.end(Refusal::Unavailable),
            },
            _ = ticks.tick() => talk.tick(self.now()),
        }
    }
}

/// The next entry of the followed log; pending for ever if no log is followed.
async fn entry(following: &mut Option<Following>) -> Option<Result<Vec<u8>, Failed>> {
    match following {
        Some(following) => following.next().await,
        None => std::future::pending().await,
    }
}

fn binary(message: Vec<u8>) -> Message {
    Message::Binary(Bytes::from(message))
}

fn frame(message: &Message) -> Frame<'_> {
    match message {
        Message::Binary(bytes) => Frame::Binary(bytes),
        Message::Text(_) => Frame::Text,
        Message::Close(_) => Frame::Close,
        // Pings are answered by the library.
        Message::Ping(_) | Message::Pong(_) => Frame::Alive,
    }
}

/// Whether somebody's frames are no messages within the limits.
fn is_too_long(error: axum::Error) -> bool {
    matches!(error.into_inner().downcast_ref(), Some(tungstenite::Error::Capacity(_)))
}
