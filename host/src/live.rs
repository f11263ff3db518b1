//! One phone's connection, from its first question to its end.
//!
//! One task does everything in turn: it answers a question, or sends the next entry. What is sent is awaited, with a
//! limit, so nothing piles up for a phone that does not read.
//!
//! Also ends the tables to which nothing was appended for long (`sweep`).

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use sha2::{Digest, Sha256};
use takujo_wire::{
    ANY_LENGTH, Ask, Hash, Malformed, RECORD_MAX, Refusal, Right, Table, Tell, VERSION, VERSIONS, version_of,
};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::limits::{Limits, Pace, Place};
use crate::log::{Appended, Failed, Following, LogStore, Space};
use crate::metrics::Metrics;
use crate::table::{Entry, Head, Rights, Room, What, Wish, decide};

/// What all connections share.
pub(crate) struct Live {
    pub store: Arc<dyn LogStore>,
    pub limits: Limits,
    pub metrics: Metrics,
}

/// The other side of a connection.
struct Talk {
    socket: WebSocket,
    /// The version in which it spoke last, and is answered. Before it speaks, the oldest, which newer phones know as well.
    version: u8,
}

/// The table that a connection follows.
struct Joined {
    table: Table,
    hash: Hash,
    following: Following,
    /// The place of the next entry to send.
    next: u32,
}

/// Why a connection ends.
enum End {
    /// The other side went, or is to be left without a word.
    Gone,
    /// After this message.
    With(Tell),
}

impl From<Refusal> for End {
    fn from(refusal: Refusal) -> Self {
        Self::With(Tell::Refused(refusal))
    }
}

impl From<Failed> for End {
    fn from(Failed(error): Failed) -> Self {
        tracing::error!(error, "the store failed");
        Refusal::Unavailable.into()
    }
}

/// A refusal that leaves the connection as it is, or its end.
enum No {
    Refused(Refusal),
    End(End),
}

impl From<Refusal> for No {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Failed> for No {
    fn from(failed: Failed) -> Self {
        Self::End(failed.into())
    }
}

impl Live {
    /// A table's length, last entry and rights, or `None` if there is no table.
    async fn head(&self, table: Table) -> Result<Option<Head>, Failed> {
        let foreign = || Failed("an entry that this host did not write".to_owned());
        let Some((length, stored)) = self.store.last(table).await? else { return Ok(None) };
        let last = Entry::decode(&stored).ok_or_else(foreign)?;
        let rights = match &last.what {
            What::Rights(rights) => rights.clone(),
            // Of a closed table only its end may be left.
            What::Closed => Rights::nobody(),
            What::Record(_) => match self.store.entry(table, last.rights_at).await? {
                // Deleted in between.
                None => return Ok(None),
                Some(stored) => match Entry::decode(&stored).ok_or_else(foreign)?.what {
                    What::Rights(rights) => rights,
                    _ => return Err(foreign()),
                },
            },
        };
        Ok(Some(Head { length, last, rights }))
    }

    async fn create(&self, place: &Place, table: Table, rights: Rights) -> Result<Tell, No> {
        if self.store.space() < Space::Enough {
            return Err(Refusal::NoRoom.into());
        }
        place.table()?;
        let first = Entry::first(rights).encode();
        if let Appended::Conflict(_) = self.store.append(table, 0, first.clone()).await? {
            // The answer to the first try may have been lost. What was closed stays so: who knew the secrets of a table
            // cannot open it again for those who come back to it.
            let same = self.store.entry(table, 0).await?.is_some_and(|entry| entry == first);
            let open = self.head(table).await?.is_some_and(|head| head.last.what != What::Closed);
            if !same || !open {
                return Err(Refusal::Taken.into());
            }
        }
        self.metrics.tables.fetch_add(1, Relaxed);
        tracing::info!("a table was opened");
        Ok(Tell::Created)
    }

    async fn join(&self, place: &Place, table: Table, hash: Hash, from: u32) -> Result<(Joined, Tell), No> {
        // For an unknown table the hash is compared with ones that no secret has, so that comparing takes as long.
        let nobody = Rights::nobody();
        let head = self.head(table).await?.filter(|head| head.last.what != What::Closed);
        let right = head.as_ref().map_or(&nobody, |head| &head.rights).of(&hash);
        let (Some(head), Some(right)) = (head, right) else {
            // Right ones pass, however many wrong ones came from their address: friends share it.
            return Err(place.guessed().err().unwrap_or(Refusal::NotThere).into());
        };
        // Told a shorter log, the phone would take it for another one.
        if from > head.length && self.store.may_lag() {
            return Err(Failed("the store is behind a phone".to_owned()).into());
        }
        self.metrics.joins.fetch_add(1, Relaxed);
        let joined = Joined { table, hash, following: self.store.follow(table, from), next: from };
        Ok((joined, Tell::Joined { right, locked: head.rights.locked, length: head.length }))
    }

    async fn append(&self, joined: Option<(Table, Hash)>, expected: u32, wish: Wish) -> Result<Tell, No> {
        let begun = Instant::now();
        let (table, hash) = joined.ok_or(Refusal::OutOfOrder)?;
        let room = Room { entries: self.limits.entries, bytes: self.limits.bytes };
        let record = matches!(wish, Wish::Record(_));
        let any = expected == ANY_LENGTH && !record;
        let (entry, outcome) = loop {
            let head = self.head(table).await?.ok_or(Refusal::NotThere)?;
            // Before the length is compared: who may not write learns nothing else.
            let entry = decide(&head, &hash, wish.clone(), room)?;
            // Locking and ending a table is taken all the same: the one stops writing, the other makes room.
            if record && self.store.space() == Space::None {
                return Err(Refusal::NoRoom.into());
            }
            let outcome = if any || head.length == expected {
                self.store.append(table, head.length, entry.encode()).await?
            } else {
                Appended::Conflict(head.length)
            };
            // Whoever hosts does not lose to those who write without end.
            let again = any && matches!(outcome, Appended::Conflict(_)) && begun.elapsed() < self.limits.patience;
            if !again {
                break (entry, outcome);
            }
        };
        Ok(match outcome {
            Appended::Length(length) => {
                self.metrics.appended(begun.elapsed());
                if entry.what == What::Closed {
                    tracing::info!("a table was closed");
                    self.forget(table, length, false);
                }
                Tell::Appended { length }
            }
            Appended::Conflict(length) => {
                self.metrics.conflicts.fetch_add(1, Relaxed);
                Tell::Conflict { length }
            }
        })
    }

    /// Deletes a closed table of this length, once those who follow it had time to see its end. Unless it is to go
    /// `wholly`, its end stays. If this process ends before, `sweep` does it.
    fn forget(&self, table: Table, length: u32, wholly: bool) {
        let (store, patience) = (Arc::clone(&self.store), self.limits.patience);
        tokio::spawn(async move {
            tokio::time::sleep(patience).await;
            let gone = if wholly { store.remove(table, length) } else { store.shorten(table, length) };
            if let Err(Failed(error)) = gone.await {
                tracing::warn!(error, "a closed table was not deleted");
            }
        });
    }

    /// Closes the tables to which nothing was appended for as long as tables are kept, and deletes those whose end is as
    /// old: phones that come back later find nothing.
    pub async fn sweep(&self) -> Result<(), Failed> {
        for (table, length) in self.store.silent(self.limits.keep).await? {
            let Some(head) = self.head(table).await? else { continue };
            // Played on since it was listed.
            if head.length != length {
                continue;
            }
            if head.last.what == What::Closed {
                self.forget(table, length, true);
                continue;
            }
            let end = Entry { what: What::Closed, ..head.last };
            if let Appended::Length(length) = self.store.append(table, length, end.encode()).await? {
                tracing::info!("a silent table was closed");
                self.forget(table, length, false);
            }
        }
        self.store.tidy().await
    }

    /// Serves one phone until either side ends. It came to the address of a partition or, older, of them all.
    pub async fn serve(
        &self,
        socket: WebSocket,
        place: Result<Place, Refusal>,
        partition: Option<u8>,
        stopping: impl Future<Output = ()>,
    ) {
        let mut talk = Talk { socket, version: *VERSIONS.start() };
        let end = match place {
            Ok(place) => self.run(&mut talk, &place, partition, stopping).await,
            Err(refusal) => refusal.into(),
        };
        if let End::With(tell) = end {
            let _ = self.send(&mut talk, tell).await;
            // The other side may be gone.
            let _ = timeout(self.limits.patience, talk.socket.send(Message::Close(None))).await;
        }
    }

    async fn send(&self, talk: &mut Talk, tell: Tell) -> Result<(), End> {
        if let Tell::Refused(refusal) = tell {
            self.metrics.refused(refusal);
        }
        let bytes = tell.encode(talk.version);
        self.write(talk, Message::Binary(Bytes::from(bytes))).await
    }

    async fn write(&self, talk: &mut Talk, message: Message) -> Result<(), End> {
        match timeout(self.limits.patience, talk.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                // Whoever does not read would not read a word about it either.
                self.metrics.refused(Refusal::TooSlow(self.limits.patience.as_secs() as u32));
                Err(End::Gone)
            }
        }
    }

    async fn run(
        &self,
        talk: &mut Talk,
        place: &Place,
        partition: Option<u8>,
        stopping: impl Future<Output = ()>,
    ) -> End {
        match self.rounds(talk, place, partition, stopping).await {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    async fn rounds(
        &self,
        talk: &mut Talk,
        place: &Place,
        partition: Option<u8>,
        stopping: impl Future<Output = ()>,
    ) -> Result<std::convert::Infallible, End> {
        let mut stopping = std::pin::pin!(stopping);
        let mut joined: Option<Joined> = None;
        let mut pace = Pace::new(self.limits.messages);
        let begun = Instant::now();
        let mut heard = begun;
        let mut ticks = interval(self.limits.patience.min(self.limits.silence / 3));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks.tick().await;
        loop {
            tokio::select! {
                () = &mut stopping => return Err(Refusal::Stopping.into()),
                message = talk.socket.recv() => {
                    let message = match message {
                        Some(Ok(message)) => message,
                        Some(Err(error)) => return Err(broken(error)),
                        None => return Err(End::Gone),
                    };
                    heard = Instant::now();
                    if !pace.take() {
                        return Err(Refusal::TooFast(self.limits.messages).into());
                    }
                    let tell = match message {
                        Message::Binary(bytes) => {
                            talk.version = version_of(&bytes).unwrap_or(talk.version);
                            self.answer(place, partition, &mut joined, &bytes).await?
                        }
                        Message::Text(_) => return Err(Refusal::Malformed.into()),
                        Message::Close(_) => return Err(End::Gone),
                        // Pings are answered by the library.
                        Message::Ping(_) | Message::Pong(_) => continue,
                    };
                    self.send(talk, tell).await?;
                }
                entry = next(&mut joined) => {
                    let tell = self.entry(joined.as_mut(), entry).await?;
                    self.send(talk, tell).await?;
                }
                _ = ticks.tick() => {
                    // Whoever has not joined may not stay by talking.
                    let (since, limit) =
                        if joined.is_none() { (begun, self.limits.patience) } else { (heard, self.limits.silence) };
                    if since.elapsed() >= limit {
                        return Err(Refusal::TooSlow(limit.as_secs() as u32).into());
                    }
                    self.write(talk, Message::Ping(Bytes::new())).await?;
                }
            }
        }
    }

    async fn answer(
        &self,
        place: &Place,
        partition: Option<u8>,
        joined: &mut Option<Joined>,
        bytes: &[u8],
    ) -> Result<Tell, End> {
        let ask = match Ask::decode(bytes) {
            Ok(ask) => ask,
            Err(Malformed::Version) => return Err(Refusal::Version(VERSION).into()),
            Err(Malformed::RecordTooLong) => return Ok(Tell::Refused(Refusal::RecordTooLong(RECORD_MAX as u32))),
            Err(_) => return Err(Refusal::Malformed.into()),
        };
        // Here it would have this host hear what another one is for.
        if let Ask::Create { table, .. } | Ask::Join { table, .. } = &ask
            && partition.is_some_and(|partition| partition != table[0])
        {
            return Ok(Tell::Refused(Refusal::NotThere));
        }
        let who = joined.as_ref().map(|joined| (joined.table, joined.hash));
        let answer = match ask {
            Ask::Ping(number) => Ok(Tell::Pong(number)),
            Ask::Create { table, watch, write, host } => {
                self.create(place, table, Rights { watch, write, host, locked: false }).await
            }
            Ask::Join { .. } if joined.is_some() => Err(Refusal::OutOfOrder.into()),
            Ask::Join { table, secret, from } => {
                match self.join(place, table, Sha256::digest(secret).into(), from).await {
                    Ok((now, tell)) => {
                        *joined = Some(now);
                        Ok(tell)
                    }
                    Err(no) => Err(no),
                }
            }
            Ask::Append { expected, record } => self.append(who, expected, Wish::Record(record)).await,
            Ask::Change { expected, watch, write, host, locked } => {
                self.append(who, expected, Wish::Change { watch, write, host, locked }).await
            }
            Ask::Close { expected } => self.append(who, expected, Wish::Close).await,
        };
        match answer {
            Ok(tell) => Ok(tell),
            Err(No::Refused(refusal)) => Ok(Tell::Refused(refusal)),
            Err(No::End(end)) => Err(end),
        }
    }

    /// What to say about an entry of the log that is followed.
    async fn entry(&self, joined: Option<&mut Joined>, stored: Option<Result<Vec<u8>, Failed>>) -> Result<Tell, End> {
        // A following has no end of its own: the store is gone.
        let (Some(joined), Some(stored)) = (joined, stored) else { return Err(Refusal::Unavailable.into()) };
        let entry =
            Entry::decode(&stored?).ok_or_else(|| Failed("an entry that this host did not write".to_owned()))?;
        let (position, table, hash) = (joined.next, joined.table, joined.hash);
        joined.next += 1;
        self.metrics.sent.fetch_add(1, Relaxed);
        match entry.what {
            What::Record(record) => Ok(Tell::Entry { position, record }),
            What::Closed => Err(End::With(Tell::Closed)),
            What::Rights(rights) => {
                let right = self.right_after(table, hash, &rights).await?;
                Ok(Tell::Changed { position, right, locked: rights.locked })
            }
        }
    }

    /// What the phone's secret allows after this change of rights. A phone that joined later also gets changes from
    /// before its secret was made: there it is told what it may do now, and sent away only if that is nothing.
    async fn right_after(&self, table: Table, hash: Hash, rights: &Rights) -> Result<Right, End> {
        if let Some(right) = rights.of(&hash) {
            return Ok(right);
        }
        let head = self.head(table).await?;
        head.and_then(|head| head.rights.of(&hash)).ok_or_else(|| Refusal::NotThere.into())
    }
}

/// The next entry of the followed log; pending for ever if no log is followed.
async fn next(joined: &mut Option<Joined>) -> Option<Result<Vec<u8>, Failed>> {
    match joined {
        Some(joined) => joined.following.next().await,
        None => std::future::pending().await,
    }
}

/// What to say to somebody whose frames are no messages within the limits.
fn broken(error: axum::Error) -> End {
    match error.into_inner().downcast_ref() {
        Some(tungstenite::Error::Capacity(_)) => Refusal::Malformed.into(),
        _ => End::Gone,
    }
}
