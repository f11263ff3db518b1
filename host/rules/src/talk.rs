//! One phone's connection, from its first question to its end.
//!
//! A [`Talk`] does one thing after the other. Whatever comes in gives something to do ([`Todo`]), and nothing else may
//! come in until that is done. So questions are answered in their order, entries come between the answers, and nothing
//! piles up for a phone that does not read.

use std::time::Duration;

use sha2::{Digest, Sha256};
use takujo_wire::{ANY_LENGTH, Ask, Hash, Malformed, RECORD_MAX, Refusal, Table, Tell, VERSION, VERSIONS, version_of};

use crate::address::Tables;
use crate::limits::{Counted, Limits, Pace};
use crate::store::{Appended, Failed, Forget, Look, Looked, Question, Reply, Space, read};
use crate::table::{Entry, Head, Rights, What, Wish, decide};

mod sleep;

/// A frame of the WebSocket, as it came.
#[derive(Clone, Copy, Debug)]
pub enum Frame<'a> {
    /// Bytes: a message.
    Binary(&'a [u8]),
    /// Text, which is never one.
    Text,
    /// A ping or a pong of WebSocket itself. Whoever runs this answers pings.
    Alive,
    /// The other side ends the connection.
    Close,
}

/// What to do next about a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Todo {
    /// Wait for whatever comes first: [`Talk::heard`], [`Talk::entry`] or, each [`Limits::pings`], [`Talk::tick`].
    Wait,
    /// Ask the store, and give the reply to [`Talk::replied`].
    Ask(Question),
    /// Count something by the phone's address, and give what comes of it to [`Talk::counted`].
    Count(Counted),
    /// Send this message, then wait. If it is not taken for [`Limits::patience`]: [`Talk::unread`].
    Send(Vec<u8>),
    /// Send this message, then wait, from now on also for the entries of a log.
    Follow {
        /// Whose log it is.
        table: Table,
        /// The position of the first entry to give to [`Talk::entry`], in order; it may be there or still to come.
        from: u32,
        /// What to send.
        message: Vec<u8>,
    },
    /// Ping the phone, then wait. If that is not taken for [`Limits::patience`]: [`Talk::unread`].
    Ping,
    /// End the connection, after this message if there is one.
    End(Option<Vec<u8>>),
}

/// What has happened, for figures and logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A table was opened, or opened again because the answer may have been lost.
    Opened,
    /// A phone has joined a table.
    Joined,
    /// An entry of the log was on its way to the phone.
    Sent,
    /// An entry got into a log, this long after it came.
    Appended(Duration),
    /// Another was faster than an append.
    Conflict,
    /// A table was closed: see to it that its log is deleted.
    Closed(Forget),
    /// The phone was refused something, or sent away.
    Refused(Refusal),
    /// The store failed. The connection ends.
    Failed(Failed),
}

/// The table that a connection follows.
struct Joined {
    table: Table,
    hash: Hash,
    /// The position of the next entry to send.
    next: u32,
    /// How many entries the log has, as far as the phone was told.
    known: u32,
}

/// A table to be opened.
struct Opening {
    table: Table,
    /// Its first entry, as it is stored.
    first: Vec<u8>,
}

/// An entry to be appended.
struct Appending {
    table: Table,
    hash: Hash,
    expected: u32,
    wish: Wish,
    /// When it came.
    begun: Duration,
}

impl Appending {
    fn is_record(&self) -> bool {
        matches!(self.wish, Wish::Record(_))
    }

    /// Whether it comes after whatever others append.
    fn is_anywhere(&self) -> bool {
        self.expected == ANY_LENGTH && !self.is_record()
    }
}

/// What is being done, by the reply that is waited for.
enum Doing {
    Nothing,
    /// A table is to be opened: whether the store has space for it.
    SpaceForTable(Opening),
    /// Whether its address may open one more.
    Allowed(Opening),
    /// Whether its log was empty.
    First(Opening),
    /// Since it was not, whether it begins with the same.
    Same(Opening),
    /// What a table's head is.
    Looking(Look, Then),
    /// Whether its address has guessed too often.
    Guessed,
    /// Whether the store has space for a record, after a log of this length.
    SpaceForRecord(Appending, u32, Entry),
    /// Whether an entry got into the log, and whether it ends the table.
    Append(Appending, bool),
}

/// What a table's head is looked up for.
enum Then {
    /// For opening it. Whether its first entry is the same.
    Open { same: bool },
    /// For joining it.
    Join { table: Table, hash: Hash, from: u32 },
    /// For appending to it.
    Append(Appending),
    /// For what a secret allows that is newer than the change of rights at this position.
    Right { hash: Hash, position: u32, locked: bool },
}

/// Why there is no answer.
enum No {
    /// A refusal that leaves the connection as it is.
    Refused(Refusal),
    /// The connection ends with this.
    End(Tell),
    /// It ends because of the store.
    Failed(Failed),
}

impl From<Refusal> for No {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Failed> for No {
    fn from(failed: Failed) -> Self {
        Self::Failed(failed)
    }
}

/// One phone's connection. Times are what has passed since any moment, the same one for all calls.
pub struct Talk {
    limits: Limits,
    /// Whether the store's last entry may be one that was followed by others already.
    may_lag: bool,
    /// Those that this connection is for.
    tables: Tables,
    /// The version in which the phone spoke last, and is answered. Before it speaks, the oldest, which newer phones
    /// know as well.
    version: u8,
    begun: Duration,
    heard: Duration,
    pace: Pace,
    joined: Option<Joined>,
    doing: Doing,
    news: Vec<News>,
}

impl Talk {
    /// Begins a connection that came to the address of these tables. `may_lag` says whether [`Question::Last`] may miss
    /// entries that are in the log already. An append never does: it is a conflict then.
    #[must_use]
    pub fn new(limits: Limits, may_lag: bool, tables: Tables, now: Duration) -> Self {
        Self {
            limits,
            may_lag,
            tables,
            version: *VERSIONS.start(),
            begun: now,
            heard: now,
            pace: Pace::new(limits.messages, now),
            joined: None,
            doing: Doing::Nothing,
            news: Vec::new(),
        }
    }

    /// The position of the next entry of the log that it follows; `None` if it follows none.
    #[must_use]
    pub fn follows(&self) -> Option<u32> {
        self.joined.as_ref().map(|joined| joined.next)
    }

    /// What has happened since this was asked last, in order.
    pub fn news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Something came from the phone.
    pub fn heard(&mut self, frame: Frame<'_>, now: Duration) -> Todo {
        self.heard = now;
        if !self.pace.take(now) {
            return self.end(Refusal::TooFast(self.limits.messages));
        }
        match frame {
            Frame::Binary(bytes) => {
                self.version = version_of(bytes).unwrap_or(self.version);
                let next = self.waits().and_then(|()| self.ask(bytes, now));
                self.todo(next)
            }
            Frame::Text => self.end(Refusal::Malformed),
            Frame::Alive => Todo::Wait,
            Frame::Close => Todo::End(None),
        }
    }

    /// The store has replied to what was asked, or has failed.
    pub fn replied(&mut self, reply: Result<Reply, Failed>, now: Duration) -> Todo {
        let next = reply.map_err(No::from).and_then(|reply| self.go_on(reply, now));
        self.todo(next)
    }

    /// What was to be counted is, and this is what comes of it.
    pub fn counted(&mut self, allowed: Result<(), Refusal>) -> Todo {
        let next = match (std::mem::replace(&mut self.doing, Doing::Nothing), allowed) {
            (Doing::Allowed(opening), Ok(())) => {
                let (table, entry) = (opening.table, opening.first.clone());
                self.doing = Doing::First(opening);
                Ok(Todo::Ask(Question::Append { table, expected: 0, entry }))
            }
            (Doing::Allowed(_) | Doing::Guessed, Err(refusal)) => Err(refusal.into()),
            (Doing::Guessed, Ok(())) => Err(Refusal::NotThere.into()),
            _ => Err(Failed::unasked().into()),
        };
        self.todo(next)
    }

    /// The next entry of the log that is followed, or the store has failed.
    pub fn entry(&mut self, stored: Result<Vec<u8>, Failed>) -> Todo {
        let next = self.waits().and_then(|()| self.send(stored));
        self.todo(next)
    }

    /// Time has passed: [`Limits::pings`].
    pub fn tick(&mut self, now: Duration) -> Todo {
        // Whoever has not joined may not stay by talking.
        let (since, limit) = match self.joined {
            None => (self.begun, self.limits.patience),
            Some(_) => (self.heard, self.limits.silence),
        };
        if now.saturating_sub(since) >= limit { self.end(too_slow(limit)) } else { Todo::Ping }
    }

    /// What was sent was not taken in time. Whoever does not read would not read a word about it either.
    pub fn unread(&mut self) -> Todo {
        self.news.push(News::Refused(too_slow(self.limits.patience)));
        Todo::End(None)
    }

    /// The phone is sent away for a reason that lies elsewhere: there is no place for it, the host stops, its frames
    /// are too long.
    pub fn end(&mut self, refusal: Refusal) -> Todo {
        self.todo(Err(No::End(Tell::Refused(refusal))))
    }

    /// Refuses to go on if a reply is waited for.
    fn waits(&self) -> Result<(), No> {
        if let Doing::Nothing = self.doing { Ok(()) } else { Err(Failed::unasked().into()) }
    }

    fn todo(&mut self, next: Result<Todo, No>) -> Todo {
        match next {
            Ok(todo) => todo,
            Err(No::Refused(refusal)) => Todo::Send(self.message(&Tell::Refused(refusal))),
            Err(No::End(tell)) => Todo::End(Some(self.message(&tell))),
            Err(No::Failed(failed)) => {
                self.news.push(News::Failed(failed));
                Todo::End(Some(self.message(&Tell::Refused(Refusal::Unavailable))))
            }
        }
    }

    fn message(&mut self, tell: &Tell) -> Vec<u8> {
        if let Tell::Refused(refusal) = tell {
            self.news.push(News::Refused(*refusal));
        }
        tell.encode(self.version)
    }

    fn say(&mut self, tell: &Tell) -> Result<Todo, No> {
        Ok(Todo::Send(self.message(tell)))
    }

    fn look_up(&mut self, table: Table, then: Then) -> Result<Todo, No> {
        let (look, question) = Look::up(table);
        self.doing = Doing::Looking(look, then);
        Ok(Todo::Ask(question))
    }

    fn ask(&mut self, bytes: &[u8], now: Duration) -> Result<Todo, No> {
        let ask = match Ask::decode(bytes) {
            Ok(ask) => ask,
            Err(Malformed::Version) => return Err(No::End(Tell::Refused(Refusal::Version(VERSION)))),
            Err(Malformed::RecordTooLong) => return Err(Refusal::RecordTooLong(RECORD_MAX as u32).into()),
            Err(_) => return Err(No::End(Tell::Refused(Refusal::Malformed))),
        };
        // Here it would have this host hear what another one is for.
        if let Ask::Create { table, .. } | Ask::Join { table, .. } = &ask
            && !self.tables.have(table)
        {
            return Err(Refusal::NotThere.into());
        }
        let (expected, wish) = match ask {
            Ask::Ping(number) => return self.say(&Tell::Pong(number)),
            Ask::Create { table, watch, write, host } => {
                let first = Entry::first(Rights { watch, write, host, locked: false }).encode();
                self.doing = Doing::SpaceForTable(Opening { table, first });
                return Ok(Todo::Ask(Question::Space));
            }
            Ask::Join { .. } if self.joined.is_some() => return Err(Refusal::OutOfOrder.into()),
            Ask::Join { table, secret, from } => {
                return self.look_up(table, Then::Join { table, hash: Sha256::digest(secret).into(), from });
            }
            Ask::Append { expected, record } => (expected, Wish::Record(record)),
            Ask::Change { expected, watch, write, host, locked } => {
                (expected, Wish::Change { watch, write, host, locked })
            }
            Ask::Close { expected } => (expected, Wish::Close),
        };
        let &Joined { table, hash, .. } = self.joined.as_ref().ok_or(Refusal::OutOfOrder)?;
        self.look_up(table, Then::Append(Appending { table, hash, expected, wish, begun: now }))
    }

    fn go_on(&mut self, reply: Reply, now: Duration) -> Result<Todo, No> {
        match (std::mem::replace(&mut self.doing, Doing::Nothing), reply) {
            (Doing::SpaceForTable(opening), Reply::Space(space)) => {
                if space < Space::Enough {
                    return Err(Refusal::NoRoom.into());
                }
                self.doing = Doing::Allowed(opening);
                Ok(Todo::Count(Counted::Table))
            }
            (Doing::First(_), Reply::Appended(Appended::Length(_))) => self.opened(),
            (Doing::First(opening), Reply::Appended(Appended::Conflict(_))) => {
                let question = Question::Entry(opening.table, 0);
                self.doing = Doing::Same(opening);
                Ok(Todo::Ask(question))
            }
            (Doing::Same(opening), Reply::Entry(entry)) => {
                let same = entry.is_some_and(|entry| entry == opening.first);
                self.look_up(opening.table, Then::Open { same })
            }
            (Doing::Looking(look, then), reply) => match look.replied(reply)? {
                Looked::Further(look, question) => {
                    self.doing = Doing::Looking(look, then);
                    Ok(Todo::Ask(question))
                }
                Looked::Head(head) => self.looked(head, then),
            },
            (Doing::SpaceForRecord(appending, length, entry), Reply::Space(space)) => {
                if space == Space::None {
                    return Err(Refusal::NoRoom.into());
                }
                self.append(appending, length, entry)
            }
            (Doing::Append(appending, closes), Reply::Appended(appended)) => {
                self.appended(appending, closes, appended, now)
            }
            _ => Err(Failed::unasked().into()),
        }
    }

    fn looked(&mut self, head: Option<Head>, then: Then) -> Result<Todo, No> {
        match then {
            Then::Open { same } => {
                // The answer to the first try may have been lost. What was closed stays so: who knew the secrets of a
                // table cannot open it again for those who come back to it.
                let open = head.is_some_and(|head| head.last.what != What::Closed);
                if same && open { self.opened() } else { Err(Refusal::Taken.into()) }
            }
            Then::Join { table, hash, from } => self.join(head, table, hash, from),
            // An older answer than what the phone was told already.
            Then::Append(_) | Then::Right { .. } if self.is_behind(head.as_ref()) => Err(Failed::behind().into()),
            Then::Append(appending) => {
                let head = head.ok_or(Refusal::NotThere)?;
                // Before the length is compared: who may not write learns nothing else.
                let entry = decide(&head, &appending.hash, appending.wish.clone(), self.limits.room())?;
                // Locking and ending a table is taken all the same: the one stops writing, the other makes room.
                if appending.is_record() {
                    self.doing = Doing::SpaceForRecord(appending, head.length, entry);
                    return Ok(Todo::Ask(Question::Space));
                }
                self.append(appending, head.length, entry)
            }
            Then::Right { hash, position, locked } => match head.and_then(|head| head.rights.of(&hash)) {
                Some(right) => self.say(&Tell::Changed { position, right, locked }),
                None => Err(No::End(Tell::Refused(Refusal::NotThere))),
            },
        }
    }

    /// Whether this head is from before what the phone was told, perhaps when its secret was another.
    fn is_behind(&self, head: Option<&Head>) -> bool {
        let known = self.joined.as_ref().map_or(0, |joined| joined.known);
        head.map_or(self.may_lag, |head| head.length < known)
    }

    fn opened(&mut self) -> Result<Todo, No> {
        self.news.push(News::Opened);
        self.say(&Tell::Created)
    }

    fn join(&mut self, head: Option<Head>, table: Table, hash: Hash, from: u32) -> Result<Todo, No> {
        // For an unknown table the hash is compared with ones that no secret has, so that comparing takes as long.
        let nobody = Rights::nobody();
        let head = head.filter(|head| head.last.what != What::Closed);
        let right = head.as_ref().map_or(&nobody, |head| &head.rights).of(&hash);
        let (Some(head), Some(right)) = (head, right) else {
            // Right ones pass, however many wrong ones came from their address: friends share it.
            self.doing = Doing::Guessed;
            return Ok(Todo::Count(Counted::Guess));
        };
        // Told a shorter log, the phone would take it for another one.
        if from > head.length && self.may_lag {
            return Err(Failed::behind().into());
        }
        // Of a log that was longer once the phone is given what comes, or it would miss that its secret was taken.
        let from = from.min(head.length);
        self.news.push(News::Joined);
        self.joined = Some(Joined { table, hash, next: from, known: head.length });
        let message = self.message(&Tell::Joined { right, locked: head.rights.locked, length: head.length });
        Ok(Todo::Follow { table, from, message })
    }

    fn append(&mut self, appending: Appending, length: u32, entry: Entry) -> Result<Todo, No> {
        if !appending.is_anywhere() && length != appending.expected {
            return self.conflict(length);
        }
        let question = Question::Append { table: appending.table, expected: length, entry: entry.encode() };
        self.doing = Doing::Append(appending, entry.what == What::Closed);
        Ok(Todo::Ask(question))
    }

    fn appended(&mut self, appending: Appending, closes: bool, appended: Appended, now: Duration) -> Result<Todo, No> {
        let (table, passed) = (appending.table, now.saturating_sub(appending.begun));
        match appended {
            Appended::Length(length) => {
                if let Some(joined) = &mut self.joined {
                    joined.known = joined.known.max(length);
                }
                self.news.push(News::Appended(passed));
                if closes {
                    self.news.push(News::Closed(Forget { table, length, wholly: false }));
                }
                self.say(&Tell::Appended { length })
            }
            // Whoever hosts does not lose to those who write without end.
            Appended::Conflict(_) if appending.is_anywhere() && passed < self.limits.patience => {
                self.look_up(table, Then::Append(appending))
            }
            Appended::Conflict(length) => self.conflict(length),
        }
    }

    fn conflict(&mut self, length: u32) -> Result<Todo, No> {
        self.news.push(News::Conflict);
        self.say(&Tell::Conflict { length })
    }

    /// Sends an entry of the log that is followed.
    fn send(&mut self, stored: Result<Vec<u8>, Failed>) -> Result<Todo, No> {
        let Some(joined) = &mut self.joined else { return Err(Failed::unasked().into()) };
        let entry = read(&stored?)?;
        let (position, table, hash) = (joined.next, joined.table, joined.hash);
        joined.next = position.saturating_add(1);
        joined.known = joined.known.max(joined.next);
        self.news.push(News::Sent);
        match entry.what {
            What::Record(record) => self.say(&Tell::Entry { position, record }),
            What::Closed => Err(No::End(Tell::Closed)),
            What::Rights(rights) => match rights.of(&hash) {
                Some(right) => self.say(&Tell::Changed { position, right, locked: rights.locked }),
                // A phone that joined later also gets changes from before its secret was made: there it is told what it
                // may do now, and sent away only if that is nothing.
                None => self.look_up(table, Then::Right { hash, position, locked: rights.locked }),
            },
        }
    }
}

fn too_slow(limit: Duration) -> Refusal {
    Refusal::TooSlow(limit.as_secs() as u32)
}
