//! A shared table in use: runs a [`Follower`] with a socket, and keeps a copy of the log, and what waits to be added to
//! it, on this device's disk.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::{Rc, Weak};
use std::task::{Poll, Waker};

use dioxus::core::spawn_forever;
use takujo_core::live::letter::{Guest, Row, TableLetter, Writers, fitting};
use takujo_core::live::link::{Errand, Follower, Handing, Judge, Reach, SharedBefore};
use takujo_core::live::seal::{seal, unseal};
use takujo_core::live::ticket::Ticket;
use takujo_core::storage::{Append, Storage, StorageError, row_key, waiting_key};
use takujo_wire::{ANY_LENGTH, Ask, Refusal, Right, Tell};

use crate::device::{self, Socket, SocketEvent};

/// The address at which a host answers, beside the page.
const PATH: &str = "live";
/// Time between two looks at the connection (ticks), in milliseconds.
const TICK: i32 = 2_500;
/// Ticks without a message after which the host is asked for a sign of life, and after which the connection is given
/// up.
const QUIET: u32 = 4;
const DEAD: u32 = 8;
/// How long a host may take to answer after the app was out of sight or without a network, in milliseconds: the
/// connection may have ended without a word.
const AWAKE: i32 = 1_500;
/// What stands between the rows that are stored under [`row_key`]; in none of them a line is empty.
const BETWEEN: &str = "\n\n";
/// Most ticks between two attempts to connect; also the most attempts that are counted.
const BACK_OFF: u32 = 4;

/// What a room tells its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoomWord {
    /// The result of the append with this number.
    Written(u64, Result<(), StorageError>),
    /// Somebody else changed the table.
    News,
    /// What [`Room::state`] says may have changed.
    State,
    /// This phone goes on with another ticket: the links were replaced, or it stepped down.
    Moved,
}

/// What a table shows of its room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomState {
    /// The connection.
    pub stage: Reach,
    /// How many records wait to be added.
    pub waiting: usize,
    /// What this phone may do.
    pub right: Right,
    /// Whether the table is locked: only phones with the right to host may write.
    pub locked: bool,
    /// Whether the host has no room for what waits.
    pub no_room: bool,
    /// Everyone who came, in that order.
    pub guests: Vec<Guest>,
    /// Who may write.
    pub writers: Writers,
    /// How many rows were handed in.
    pub rows: usize,
    /// Connections that ended or failed since one last opened, up to a few.
    pub failed: u32,
}

impl RoomState {
    /// That of a table that is not connected yet, with this many records that wait.
    pub fn away(waiting: usize) -> RoomState {
        RoomState {
            stage: Reach::Away,
            waiting,
            right: Right::Watch,
            locked: false,
            no_room: false,
            guests: Vec::new(),
            writers: Writers::All,
            rows: 0,
            failed: 0,
        }
    }

    /// Whether this phone may enter everything, unless the table is locked.
    pub fn is_free(&self) -> bool {
        self.right == Right::Host || (self.right == Right::Write && self.writers == Writers::All)
    }
}

/// What whoever hosts the table wants of its host, until that is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HostWish {
    /// It is locked, or not.
    Lock(bool),
    /// It is closed.
    Close,
}

/// What a room deals with, one after the other.
enum Happening {
    Socket(u64, SocketEvent),
    Word(RoomWord),
    Mirrored(Result<usize, StorageError>),
    Tick,
    Wake,
    /// The time for the answer to this probe is over.
    Unanswered(u32),
}

/// What the handles of a room share.
struct Inner {
    store: Rc<dyn Storage>,
    /// Id of the table on this device; empty while the room only reads, and stores nothing.
    id: String,
    ticket: Ticket,
    /// The ticket that replaces this one once the host has changed the secrets.
    next: Option<Ticket>,
    /// Whether it is on the disk, so that it may be asked for.
    next_is_stored: bool,
    wish: Option<HostWish>,
    me: Guest,
    /// The rows of one round that this phone handed in, the last of each side, and why they are to be sent.
    rows: Vec<(Row, Handing)>,
    link: Follower,
    socket: Option<Socket>,
    /// Number of the connection, so that what an old one says is not taken for the new one's.
    connection: u64,
    /// Whether the open connection has to create the table first.
    creates: bool,
    /// Ticks since the last message, or, without a connection, since that ended.
    quiet: u32,
    /// How often it was asked after waking whether the connection still is one, and whether the answer is to come.
    probes: u32,
    probing: bool,
    /// See [`RoomState::failed`]; also how many ticks to wait before the next attempt.
    attempts: u32,
    /// How many records are on the disk, and whether more are being written.
    mirrored: usize,
    mirroring: bool,
    /// The text last stored under [`waiting_key`].
    kept: Option<String>,
    /// Whether it has said who this is since it last connected: another window of this device may have said otherwise.
    introduced: bool,
    events: VecDeque<Happening>,
    waker: Option<Waker>,
    stopped: bool,
}

/// A handle to a shared table in use. The connection ends when the last handle is dropped.
#[derive(Clone)]
pub struct Room(Rc<RefCell<Inner>>);

impl Room {
    /// Enters a table of which this device has `known` under `id`, or, with an empty id, only reads it. `writers` is who
    /// may write, if that is known from an earlier visit. `said` is called within the app's runtime.
    pub fn enter(
        store: Rc<dyn Storage>,
        id: &str,
        known: SharedBefore,
        ticket: Ticket,
        me: Guest,
        writers: Option<Writers>,
        said: impl Fn(RoomWord) + 'static,
    ) -> Room {
        let room = Room::new(store, id, known, ticket, me);
        if let Some(writers) = writers {
            room.0.borrow_mut().link.set_writers(writers);
        }
        room.start(said);
        room
    }

    /// Opens a table to others, with this setup and these records. It is read along, and not stored.
    pub fn open(
        store: Rc<dyn Storage>,
        ticket: Ticket,
        me: Guest,
        head: String,
        writers: Writers,
        records: &[String],
        said: impl Fn(RoomWord) + 'static,
    ) -> Room {
        let room = Room::new(store, "", SharedBefore::default(), ticket, me);
        {
            let mut inner = room.0.borrow_mut();
            inner.creates = true;
            let phone = inner.me.phone.clone();
            inner.link.send(None, TableLetter::Head(head));
            inner.link.send(None, TableLetter::Writers(writers));
            let mut rest = records;
            // Numbered, because records without a number count as given back to the host.
            let mut number = 0;
            while !rest.is_empty() {
                let (letter, left) = rest.split_at(fitting(rest));
                let letter = TableLetter::Log { phone: phone.clone(), records: letter.to_vec() };
                inner.link.send(Some(number), letter);
                (number, rest) = (number + 1, left);
            }
        }
        room.start(said);
        room
    }

    fn new(store: Rc<dyn Storage>, id: &str, known: SharedBefore, ticket: Ticket, me: Guest) -> Room {
        Room(Rc::new(RefCell::new(Inner {
            store,
            id: id.to_owned(),
            mirrored: known.records.len(),
            link: Follower::new(ticket.right, known),
            ticket,
            next: None,
            next_is_stored: false,
            wish: None,
            me,
            rows: Vec::new(),
            socket: None,
            connection: 0,
            creates: false,
            quiet: 0,
            probes: 0,
            probing: false,
            attempts: 0,
            mirroring: false,
            kept: None,
            introduced: false,
            events: VecDeque::new(),
            waker: None,
            stopped: false,
        })))
    }

    fn start(&self, said: impl Fn(RoomWord) + 'static) {
        let room = Rc::downgrade(&self.0);
        spawn_forever(run(room.clone(), said));
        let tick = room.clone();
        spawn_forever(async move {
            loop {
                device::pause(TICK).await;
                if !push(&tick, Happening::Tick) {
                    return;
                }
            }
        });
        device::on_wake(move || {
            push(&room, Happening::Wake);
        });
        self.connect();
    }

    fn connect(&self) {
        let mut inner = self.0.borrow_mut();
        inner.connection += 1;
        inner.quiet = 0;
        let (connection, room) = (inner.connection, Rc::downgrade(&self.0));
        inner.socket = Socket::open(PATH, move |event| {
            push(&room, Happening::Socket(connection, event));
        });
    }

    /// Sends records of the table; [`RoomWord::Written`] with this number is the answer. They are stored as waiting at
    /// once.
    pub fn append(&self, number: u64, append: Append) {
        let mut inner = self.0.borrow_mut();
        if !inner.link.continues(append.at, append.before.as_ref()) {
            inner.push(Happening::Word(RoomWord::Written(number, Err(StorageError::Conflict))));
            return;
        }
        let (phone, mut rest) = (inner.me.phone.clone(), append.records.as_slice());
        while !rest.is_empty() {
            let (letter, left) = rest.split_at(fitting(rest));
            let letter = TableLetter::Log { phone: phone.clone(), records: letter.to_vec() };
            // Only the last letter is waited for: it comes after the others or not at all.
            let number = if left.is_empty() { Some(number) } else { Some(u64::MAX) };
            let effects = inner.link.send(number, letter);
            inner.run(effects);
            rest = left;
        }
        inner.keep_waiting();
        inner.push(Happening::Word(RoomWord::State));
    }

    /// Sends the table's setup.
    pub fn put_head(&self, head: &str) {
        let mut inner = self.0.borrow_mut();
        let effects = inner.link.send(None, TableLetter::Head(head.to_owned()));
        inner.run(effects);
    }

    /// Says which letters count, those that were read already included.
    pub fn judge(&self, judge: Box<dyn Judge>) {
        self.0.borrow_mut().link.set_judge(judge);
    }

    /// The records that are in the log, as far as this phone knows.
    pub fn records(&self) -> Vec<String> {
        self.0.borrow().link.records().to_vec()
    }

    /// The setup, once it has been read.
    pub fn head(&self) -> Option<String> {
        self.0.borrow().link.head().map(str::to_owned)
    }

    /// Whether everything has been read, and nothing waits to be sent.
    pub fn is_settled(&self) -> bool {
        let inner = self.0.borrow();
        inner.link.stage() == Reach::Here && !inner.link.is_busy()
    }

    /// Who plays on this phone.
    pub fn me(&self) -> Guest {
        self.0.borrow().me.clone()
    }

    /// Hands in a row that was entered on this phone: now, once there is a connection, or when the app is started again.
    pub fn hand_in(&self, row: Row) {
        let mut inner = self.0.borrow_mut();
        inner.rows.retain(|(other, _)| other.place == row.place && other.side != row.side);
        inner.rows.push((row, Handing::Now));
        let letters = inner.rows.iter().map(|(row, _)| TableLetter::Row(row.clone()).write());
        let text = letters.collect::<Vec<_>>().join(BETWEEN);
        // If this fails, it still goes out while the app is open.
        drop(inner.store.write(&row_key(&inner.id), &text));
        inner.hand_in();
        inner.push(Happening::Word(RoomWord::State));
    }

    /// Goes on handing in what [`Room::hand_in`] stored on an earlier visit.
    pub fn hand_in_again(&self, stored: &str) {
        let mut inner = self.0.borrow_mut();
        let letters = stored.split(BETWEEN).filter_map(TableLetter::read);
        inner.rows = letters
            .filter_map(|letter| match letter {
                TableLetter::Row(row) => Some((row, Handing::Stored)),
                _ => None,
            })
            .collect();
        inner.hand_in();
        inner.push(Happening::Word(RoomWord::State));
    }

    /// All rows that were handed in, oldest first.
    pub fn all_rows(&self) -> Vec<Row> {
        self.0.borrow().link.rows().to_vec()
    }

    /// The rows that were handed in for this round, oldest first; the last may be this phone's and not sent yet.
    pub fn rows(&self, place: &str) -> Vec<Row> {
        let inner = self.0.borrow();
        let known = inner.link.rows();
        let own = inner.rows.iter().map(|(row, _)| row).filter(|row| !known.contains(row));
        known.iter().chain(own).filter(|row| row.place == place).cloned().collect()
    }

    /// The rows that were entered here, the last of each side, perhaps of another round.
    pub fn own_rows(&self) -> Vec<Row> {
        self.0.borrow().rows.iter().map(|(row, _)| row.clone()).collect()
    }

    /// The name of whoever made the record with this index; `None` if it is not known.
    pub fn maker(&self, record: usize) -> Option<String> {
        let inner = self.0.borrow();
        let phone = inner.link.maker(record)?;
        let guest = inner.link.guests().iter().find(|guest| guest.phone == phone)?;
        Some(guest.name.clone()).filter(|name| !name.is_empty())
    }

    /// Begins to replace all secrets by those of `next`. Returns false, and does nothing, if that has begun already:
    /// with two new tickets it would not be known which of them is worth something. Store `next` then, as the answer
    /// may be lost, and go on with [`Room::replace_links`].
    pub fn begin_to_replace(&self, next: Ticket) -> bool {
        let mut inner = self.0.borrow_mut();
        let free = inner.next.is_none();
        if free {
            (inner.next, inner.next_is_stored) = (Some(next), false);
        }
        free
    }

    /// Has the host replace all secrets, if the next ticket was stored: every other link stops working then. If it was
    /// not, they stay.
    pub fn replace_links(&self, stored: bool) {
        let mut inner = self.0.borrow_mut();
        if stored {
            inner.next_is_stored = true;
            inner.ask_to_replace();
        } else {
            inner.next = None;
        }
    }

    /// Goes on with this ticket, which is for less.
    pub fn step_down(&self, ticket: Ticket) {
        let mut inner = self.0.borrow_mut();
        inner.ticket = ticket;
        inner.cut();
        inner.push(Happening::Word(RoomWord::Moved));
    }

    /// The ticket that this phone uses.
    pub fn ticket(&self) -> Ticket {
        self.0.borrow().ticket.clone()
    }

    /// What the table shows of it.
    pub fn state(&self) -> RoomState {
        let inner = self.0.borrow();
        let link = &inner.link;
        RoomState {
            stage: inner.stage(),
            waiting: link.waiting().count(),
            right: link.right(),
            locked: link.is_locked(),
            no_room: link.no_room(),
            guests: link.guests().to_vec(),
            writers: link.writers(),
            rows: link.rows().len(),
            failed: inner.attempts,
        }
    }

    /// Locks the table or unlocks it, as soon as the host can be asked.
    pub fn lock(&self, locked: bool) {
        self.wish(HostWish::Lock(locked));
    }

    /// Closes the table for all, as soon as the host can be asked.
    pub fn close(&self) {
        self.wish(HostWish::Close);
    }

    fn wish(&self, wish: HostWish) {
        let mut inner = self.0.borrow_mut();
        inner.wish = Some(wish);
        inner.ask_for_wish();
    }

    /// Ends the connection for good. Returns the numbers of the appends that were not answered.
    pub fn stop(&self) -> Vec<u64> {
        let mut inner = self.0.borrow_mut();
        inner.stopped = true;
        inner.socket = None;
        inner.wake();
        inner.link.unanswered()
    }
}

/// Leaves an event for a room; false if the room has ended.
fn push(room: &Weak<RefCell<Inner>>, event: Happening) -> bool {
    let Some(inner) = room.upgrade() else { return false };
    let mut inner = inner.borrow_mut();
    inner.push(event);
    !inner.stopped
}

/// Deals with a room's events, one by one, for as long as it is used.
async fn run(room: Weak<RefCell<Inner>>, said: impl Fn(RoomWord)) {
    loop {
        let next = poll_fn(|context| {
            let Some(inner) = room.upgrade() else { return Poll::Ready(None) };
            let mut inner = inner.borrow_mut();
            if inner.stopped {
                return Poll::Ready(None);
            }
            match inner.events.pop_front() {
                Some(event) => Poll::Ready(Some(event)),
                None => {
                    inner.waker = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        });
        let Some(event) = next.await else { return };
        if let Happening::Word(word) = event {
            said(word);
            continue;
        }
        let Some(room) = room.upgrade().map(Room) else { return };
        if room.handle(event) {
            room.connect();
        }
    }
}

impl Room {
    /// Deals with an event. Returns whether to connect now.
    fn handle(&self, event: Happening) -> bool {
        let mut inner = self.0.borrow_mut();
        let before = (inner.stage(), inner.link.seen(), inner.attempts);
        let mut connect = false;
        match event {
            Happening::Word(_) => {}
            Happening::Socket(connection, _) if connection != inner.connection => {}
            Happening::Socket(_, SocketEvent::Opened) => {
                (inner.quiet, inner.attempts) = (0, 0);
                let create = inner.ticket.create().filter(|_| inner.creates);
                match create {
                    Some(create) => inner.ask(&create),
                    None => inner.join(),
                }
            }
            Happening::Socket(_, SocketEvent::Message(bytes)) => {
                (inner.quiet, inner.probing) = (0, false);
                inner.message(&bytes);
            }
            Happening::Socket(_, SocketEvent::Closed) => inner.cut(),
            Happening::Mirrored(result) => inner.mirrored(result),
            Happening::Tick => {
                connect = inner.tick();
                inner.ask_to_replace();
                inner.ask_for_wish();
            }
            Happening::Wake if inner.is_joined() => {
                inner.probes += 1;
                inner.probing = true;
                let (probe, room) = (inner.probes, Rc::downgrade(&self.0));
                inner.ask(&Ask::Ping(probe));
                spawn_forever(async move {
                    device::pause(AWAKE).await;
                    push(&room, Happening::Unanswered(probe));
                });
            }
            Happening::Wake => connect = inner.socket.is_none(),
            Happening::Unanswered(probe) => {
                if inner.probing && inner.probes == probe {
                    inner.cut();
                    connect = true;
                }
            }
        }
        if matches!(inner.link.stage(), Reach::Over(_)) {
            inner.socket = None;
            connect = false;
        }
        inner.introduce();
        inner.hand_in();
        inner.keep_waiting();
        if (inner.stage(), inner.link.seen(), inner.attempts) != before {
            inner.push(Happening::Word(RoomWord::State));
        }
        drop(inner);
        self.mirror();
        connect
    }
}

impl Inner {
    fn push(&mut self, event: Happening) {
        self.events.push_back(event);
        self.wake();
    }

    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn ask(&self, ask: &Ask) {
        if let Some(socket) = &self.socket {
            socket.send(&ask.encode());
        }
    }

    fn join(&mut self) {
        let effects = self.link.connected();
        self.run(effects);
    }

    /// The connection as it is shown: not as there while it is not known whether it still is.
    fn stage(&self) -> Reach {
        match self.link.stage() {
            Reach::Here if self.probing => Reach::Coming,
            stage => stage,
        }
    }

    /// The connection has ended, or ends here.
    fn cut(&mut self) {
        (self.socket, self.introduced, self.probing) = (None, false, false);
        // What it said and was not looked at yet counts for nothing: the next one says it again.
        self.connection += 1;
        self.link.cut();
        self.attempts = (self.attempts + 1).min(BACK_OFF);
        self.quiet = 0;
    }

    /// Deals with a tick. Returns whether to connect now.
    fn tick(&mut self) -> bool {
        self.quiet += 1;
        if self.socket.is_none() {
            return self.quiet >= self.attempts;
        }
        if self.quiet == QUIET {
            self.ask(&Ask::Ping(self.quiet));
        }
        if self.quiet >= DEAD {
            self.cut();
        }
        false
    }

    /// Deals with what the host sent.
    fn message(&mut self, bytes: &[u8]) {
        let Ok(tell) = Tell::decode(bytes) else { return self.cut() };
        if self.creates {
            // Only once, because what is refused now would be refused again.
            self.creates = false;
            if tell == Tell::Created {
                return self.join();
            }
        }
        if tell == Tell::Refused(Refusal::NotThere)
            && let Some(next) = self.next.take()
        {
            // The secrets were replaced, so this is what the old ticket is worth now.
            self.ticket = next;
            self.push(Happening::Word(RoomWord::Moved));
            return self.cut();
        }
        let letter = match &tell {
            Tell::Entry { position, record } => unseal(&self.ticket.key, &self.ticket.table, *position, record),
            _ => None,
        };
        let effects = self.link.heard(&tell, letter);
        self.run(effects);
    }

    /// Does what the link says.
    fn run(&mut self, effects: Vec<Errand>) {
        for effect in effects {
            match effect {
                Errand::Join(from) => {
                    self.ask(&Ask::Join { table: self.ticket.table, secret: self.ticket.secret, from });
                }
                Errand::Append(expected, letter) => {
                    // Nothing goes out that is not sealed. It is tried again with the next connection.
                    let Some(nonce) = device::secret() else { return self.cut() };
                    let record = seal(&self.ticket.key, &self.ticket.table, expected, &letter, nonce);
                    self.ask(&Ask::Append { expected, record });
                }
                Errand::Done(number, done) => {
                    let result = if done { Ok(()) } else { Err(StorageError::Conflict) };
                    self.push(Happening::Word(RoomWord::Written(number, result)));
                }
                Errand::News => self.push(Happening::Word(RoomWord::News)),
                Errand::Reconnect => self.cut(),
            }
        }
    }

    /// Says who plays here, once everything has been read.
    fn introduce(&mut self) {
        if self.introduced || self.id.is_empty() || self.link.right() == Right::Watch {
            return;
        }
        if self.link.stage() == Reach::Here {
            self.introduced = true;
            let effects = self.link.introduce(&self.me);
            self.run(effects);
        }
    }

    /// Sends the rows of this phone, unless they are in the log or on their way.
    fn hand_in(&mut self) {
        if self.link.stage() != Reach::Here || self.link.right() < Right::Write {
            return;
        }
        for at in 0..self.rows.len() {
            let (row, why) = &mut self.rows[at];
            let effects = self.link.hand_in(row, std::mem::replace(why, Handing::Again));
            self.run(effects);
        }
    }

    /// Asks for the change of secrets that is still to be made, if there is one.
    fn ask_to_replace(&self) {
        if let Some(Ask::Create { watch, write, host, .. }) = self.next.as_ref().and_then(Ticket::create)
            && self.next_is_stored
            && self.is_joined()
        {
            let (watch, write, host) = (Some(watch), Some(write), Some(host));
            self.ask(&Ask::Change { expected: ANY_LENGTH, watch, write, host, locked: None });
        }
    }

    /// Asks for what whoever hosts the table wants, unless that is so already or is no longer theirs to want.
    fn ask_for_wish(&mut self) {
        let locked = self.link.is_locked();
        self.wish.take_if(|wish| *wish == HostWish::Lock(locked) || self.link.right() < Right::Host);
        match self.wish.filter(|_| self.is_joined()) {
            Some(HostWish::Lock(locked)) => {
                self.ask(&Ask::Change {
                    expected: ANY_LENGTH,
                    watch: None,
                    write: None,
                    host: None,
                    locked: Some(locked),
                });
            }
            Some(HostWish::Close) => self.ask(&Ask::Close { expected: ANY_LENGTH }),
            None => {}
        }
    }

    /// Whether the host follows what this phone asks about its table. Not only once everything has been read: somebody
    /// may write faster than that.
    fn is_joined(&self) -> bool {
        matches!(self.link.stage(), Reach::Here | Reach::Coming)
    }

    /// The log was written to the disk, up to this length, or could not be.
    fn mirrored(&mut self, result: Result<usize, StorageError>) {
        self.mirroring = false;
        // After a failure it is tried again with the next event.
        if let Ok(length) = result {
            self.mirrored = length;
        }
    }

    /// Stores the records that wait, if they have changed.
    fn keep_waiting(&mut self) {
        let mut waiting = String::new();
        for record in self.link.waiting() {
            if waiting.is_empty() {
                waiting = self.link.records().len().to_string();
            }
            waiting = waiting + "\n" + record;
        }
        if !self.id.is_empty() && self.kept.as_ref() != Some(&waiting) {
            // If this fails they still wait, and are written with the next change.
            drop(self.store.write(&waiting_key(&self.id), &waiting));
            self.kept = Some(waiting);
        }
    }
}

impl Room {
    /// Writes to the disk what is new in the log.
    fn mirror(&self) {
        let mut inner = self.0.borrow_mut();
        let from = inner.mirrored;
        let records = inner.link.records();
        if inner.id.is_empty() || inner.mirroring || records.len() <= from {
            return;
        }
        let append = Append {
            id: inner.id.clone(),
            at: from,
            before: from.checked_sub(1).map(|before| records[before].clone()),
            records: records[from..].to_vec(),
            draft: None,
        };
        inner.mirroring = true;
        let (store, room) = (inner.store.clone(), Rc::downgrade(&self.0));
        let task = store.append(&append);
        spawn_forever(async move {
            let result = match task.await {
                // Another window of this device was faster.
                Err(StorageError::Conflict) => match store.load(&append.id).await {
                    Ok(Some(stored)) if stored.log.len() > from => Ok(stored.log.len()),
                    Ok(_) => Err(StorageError::Conflict),
                    Err(error) => Err(error),
                },
                result => result.map(|()| from + append.records.len()),
            };
            push(&room, Happening::Mirrored(result));
        });
    }
}
