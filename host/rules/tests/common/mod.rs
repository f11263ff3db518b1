//! A host for the rules alone: logs in memory, connections that are values, and a clock that tests set.

#![allow(dead_code, reason = "no test uses all of it")]

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use sha2::{Digest, Sha256};
use takujo_host_rules::{
    Addresses, Appended, Entry, Failed, Forget, Frame, Limits, News, Next, Question, Reply, Silent, Space, Tables,
    Talk, Todo,
};
use takujo_wire::{Ask, Hash, Secret, Table, Tell, VERSION};

pub fn hash(secret: Secret) -> Hash {
    Sha256::digest(secret).into()
}

/// A word for what was told.
pub fn word(tell: &Tell) -> &'static str {
    match tell {
        Tell::Created => "created",
        Tell::Joined { .. } => "joined",
        Tell::Entry { .. } => "entry",
        Tell::Changed { .. } => "changed",
        Tell::Appended { .. } => "appended",
        Tell::Conflict { .. } => "conflict",
        Tell::Closed => "closed",
        Tell::Pong(_) => "pong",
        Tell::Refused(refusal) => refusal.name(),
    }
}

/// How a store deals with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Well,
    /// It fails, and nothing was done.
    Fails,
    /// It fails after it was done.
    FailsLate,
    /// Its last entry is one from before: up to so many are missing.
    Lags(usize),
}

/// Logs of tables. Of an entry that was deleted only the place is left.
#[derive(Default)]
pub struct Logs(pub BTreeMap<Table, Vec<Option<Vec<u8>>>>);

impl Logs {
    pub fn length(&self, table: Table) -> u32 {
        self.0.get(&table).map_or(0, |log| log.len() as u32)
    }

    pub fn entry(&self, table: Table, position: u32) -> Option<Vec<u8>> {
        self.0.get(&table)?.get(position as usize)?.clone()
    }

    fn reply(&mut self, question: Question, space: Space, mood: Mood) -> Result<Reply, Failed> {
        let failed = || Err(Failed("as the test wants it".to_owned()));
        if mood == Mood::Fails {
            return failed();
        }
        let reply = match question {
            Question::Space => Reply::Space(space),
            Question::Last(table) => {
                let missing = if let Mood::Lags(missing) = mood { missing as u32 } else { 0 };
                let length = self.length(table).saturating_sub(missing).max(1);
                Reply::Last(self.entry(table, length - 1).map(|last| (length, last)))
            }
            Question::Entry(table, position) => Reply::Entry(self.entry(table, position)),
            Question::Append { table, expected, entry } => {
                let length = self.length(table);
                Reply::Appended(if length == expected {
                    self.0.entry(table).or_default().push(Some(entry));
                    Appended::Length(length + 1)
                } else {
                    Appended::Conflict(length)
                })
            }
        };
        if mood == Mood::FailsLate { failed() } else { Ok(reply) }
    }

    fn forget(&mut self, Forget { table, length, wholly }: Forget) {
        if self.length(table) != length {
        } else if wholly {
            self.0.remove(&table);
        } else if let Some((_, rest)) = self.0.get_mut(&table).and_then(|log| log.split_last_mut()) {
            rest.fill(None);
        }
    }
}

/// A connection, with the phone at its other side.
pub struct Line {
    pub address: IpAddr,
    pub talk: Talk,
    pub todo: Todo,
    /// The next entry of the log that it follows.
    pub following: Option<(Table, u32)>,
    /// The version that the phone speaks.
    pub version: u8,
    /// What came from the host and was not looked at yet.
    pub messages: Vec<Vec<u8>>,
    pub pings: usize,
    pub over: bool,
    pub news: Vec<News>,
}

impl Line {
    /// What has come since this was asked last.
    pub fn tells(&mut self) -> Vec<Tell> {
        std::mem::take(&mut self.messages).iter().map(|bytes| Tell::decode(bytes).unwrap()).collect()
    }
}

/// A host and its phones.
pub struct World {
    pub limits: Limits,
    pub may_lag: bool,
    pub now: Duration,
    pub space: Space,
    pub logs: Logs,
    pub addresses: Addresses,
    pub lines: Vec<Line>,
    pub forget: Vec<Forget>,
    /// Which connection has appended which entry.
    pub authors: BTreeMap<(Table, u32), usize>,
}

impl World {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            may_lag: false,
            now: Duration::from_secs(1_000_000),
            space: Space::Enough,
            logs: Logs::default(),
            addresses: Addresses::new(limits),
            lines: Vec::new(),
            forget: Vec::new(),
            authors: BTreeMap::new(),
        }
    }

    /// A further connection from this address.
    pub fn connect(&mut self, address: u8, tables: Tables) -> usize {
        let address = IpAddr::from([192, 0, 2, address]);
        let mut talk = Talk::new(self.limits, self.may_lag, tables, self.now);
        let todo = match self.addresses.enter(address, self.now) {
            Ok(()) => Todo::Wait,
            Err(refusal) => talk.end(refusal),
        };
        self.lines.push(Line {
            address,
            talk,
            todo,
            following: None,
            version: VERSION,
            messages: Vec::new(),
            pings: 0,
            over: false,
            news: Vec::new(),
        });
        self.lines.len() - 1
    }

    /// Does the next thing that is to do for a connection. `false` if it waits or is over.
    pub fn step(&mut self, at: usize, mood: Mood) -> bool {
        let line = &mut self.lines[at];
        if line.over {
            return false;
        }
        line.todo = match std::mem::replace(&mut line.todo, Todo::Wait) {
            Todo::Wait => return false,
            Todo::Ask(question) => {
                let reply = self.logs.reply(question.clone(), self.space, mood);
                if let Question::Append { table, expected, entry } = question
                    && self.logs.entry(table, expected) == Some(entry)
                    && !matches!(reply, Ok(Reply::Appended(Appended::Conflict(_))))
                {
                    self.authors.entry((table, expected)).or_insert(at);
                }
                line.talk.replied(reply, self.now)
            }
            Todo::Count(counted) => line.talk.counted(self.addresses.count(line.address, counted, self.now)),
            Todo::Send(message) => {
                line.messages.push(message);
                Todo::Wait
            }
            Todo::Follow { table, from, message } => {
                line.following = Some((table, from));
                line.messages.push(message);
                Todo::Wait
            }
            Todo::Ping => {
                line.pings += 1;
                Todo::Wait
            }
            Todo::End(message) => {
                line.messages.extend(message);
                line.over = true;
                self.addresses.leave(line.address);
                Todo::Wait
            }
        };
        let news = line.talk.news();
        self.forget
            .extend(news.iter().filter_map(|news| if let News::Closed(forget) = news { Some(*forget) } else { None }));
        line.news.extend(news);
        true
    }

    /// Gives a connection the next entry of the log that it follows. `false` if there is none, or it is busy or over.
    pub fn follow(&mut self, at: usize) -> bool {
        let line = &mut self.lines[at];
        let Some((table, next)) = &mut line.following else { return false };
        if line.over || line.todo != Todo::Wait {
            return false;
        }
        let Some(entry) = self.logs.entry(*table, *next) else { return false };
        *next += 1;
        line.todo = line.talk.entry(Ok(entry));
        true
    }

    /// Gives a waiting connection a question.
    pub fn ask(&mut self, at: usize, ask: &Ask) {
        let bytes = ask.encode(self.lines[at].version);
        self.hear(at, Frame::Binary(&bytes));
    }

    pub fn hear(&mut self, at: usize, frame: Frame<'_>) {
        let line = &mut self.lines[at];
        assert!(!line.over && line.todo == Todo::Wait);
        line.todo = line.talk.heard(frame, self.now);
    }

    /// A connection that waits becomes bytes, and from them a connection.
    pub fn sleep(&mut self, at: usize) {
        let line = &mut self.lines[at];
        if !line.over {
            let bytes = line.talk.sleep().expect("it waits");
            line.talk = Talk::wake(&bytes, self.limits, self.may_lag).expect("its own bytes");
            assert_eq!(line.talk.follows(), line.following.map(|(_, next)| next));
            assert_eq!(line.talk.sleep(), Some(bytes));
        }
    }

    /// The time for a ping has come.
    pub fn tick(&mut self, at: usize) {
        let line = &mut self.lines[at];
        line.todo = line.talk.tick(self.now);
    }

    /// Does all that is to do for a connection, but gives it no entries.
    pub fn run(&mut self, at: usize) {
        while self.step(at, Mood::Well) {}
    }

    /// What a connection answers at once.
    pub fn answer(&mut self, at: usize, ask: &Ask) -> Vec<Tell> {
        self.ask(at, ask);
        self.run(at);
        self.lines[at].tells()
    }

    /// Gives all connections all entries.
    pub fn settle(&mut self) {
        for at in 0..self.lines.len() {
            self.run(at);
            while self.follow(at) {
                self.run(at);
            }
        }
    }

    /// Deletes what is to be deleted.
    pub fn forget(&mut self) {
        for forget in std::mem::take(&mut self.forget) {
            self.logs.forget(forget);
        }
    }

    /// Ends a table that was found to be silent with so many entries.
    pub fn end_silent(&mut self, table: Table, length: u32) -> Next {
        let (mut silent, mut question) = Silent::new(table, length);
        loop {
            match silent.replied(self.logs.reply(question, self.space, Mood::Well).unwrap()).unwrap() {
                Next::Ask(next) => question = next,
                next => {
                    if let Next::Closed(forget) | Next::Over(forget) = next {
                        self.forget.push(forget);
                    }
                    return next;
                }
            }
        }
    }

    /// A table's whole log.
    pub fn log(&self, table: Table) -> Vec<Entry> {
        let log = self.logs.0.get(&table).map_or(&[][..], Vec::as_slice);
        log.iter().flatten().map(|stored| Entry::decode(stored).unwrap()).collect()
    }
}
