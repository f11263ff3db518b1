//! What the handles of a room share: the connection, what is to be asked of the host, and what waits.

use std::collections::VecDeque;
use std::rc::Rc;
use std::task::Waker;

use takujo_core::live::envelope::{Envelope, LETTER_MAX};
use takujo_core::live::letter::{Charter, Row, TableLetter};
use takujo_core::live::link::{Errand, Follower, Handing, Reach};
use takujo_core::live::rows::Held;
use takujo_core::live::sign::Signer;
use takujo_core::live::ticket::Ticket;
use takujo_core::storage::{Storage, StorageError, waiting_key};
use takujo_wire::{ANY_LENGTH, Ask, Outdated, Refusal, Right, Tell, VERSION, VERSIONS, instead_of};

use super::state::RoomWord;
use super::stored::{StoredTicket, today};
use crate::device::{self, Socket, SocketEvent};

/// Ticks without a message after which the host is asked for a sign of life, and after which the connection is given
/// up.
const QUIET: u32 = 4;
const DEAD: u32 = 8;
/// How often a phone tries to put back a table, at most: the answers may be lost.
const PUT_BACK: u32 = 3;
/// Most ticks between two attempts to connect; also the most attempts that are counted.
const BACK_OFF: u32 = 4;
/// Ticks until a host with no version in common is asked again: a minute.
const ASK_AGAIN: u32 = 24;
/// After so many tries in a row each address was tried, the one with the table's name twice.
pub const ADDRESSES: u32 = 4;

/// What whoever hosts the table wants of its host, until that is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HostWish {
    /// It is locked, or not.
    Lock(bool),
    /// It is closed.
    Close,
}

/// What whoever hosts the table wants of its charter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission {
    /// The entries of this phone count.
    In(String),
    /// They do not, nor do those of phones that come later.
    Out(String),
    /// The entries of all count that have a link to write.
    All,
}

/// What a room deals with, one after the other.
pub(super) enum Happening {
    Socket(u64, SocketEvent),
    Word(RoomWord),
    Mirrored(Result<usize, StorageError>),
    Tick,
    Wake,
    /// The time for the answer to this probe is over.
    Unanswered(u32),
}

/// What the handles of a room share.
pub(super) struct Inner {
    pub(super) store: Rc<dyn Storage>,
    /// Id of the table on this device; empty while the room only reads, and stores nothing.
    pub(super) id: String,
    /// This phone's part in the table. Who may write and the charter are in `link`.
    pub(super) part: StoredTicket,
    pub(super) envelope: Envelope,
    pub(super) wish: Option<HostWish>,
    /// Whom whoever hosts the table wants to let in or shut out, until it is so.
    pub(super) admits: Vec<Admission>,
    /// See [`RoomState::not_moved`](super::state::RoomState::not_moved).
    pub(super) not_moved: bool,
    /// The rows of one round that this phone handed in, the last of each side, and why they are to be sent.
    pub(super) rows: Vec<(Row, Handing)>,
    /// What this window holds of the open round.
    pub(super) held: Option<Held>,
    pub(super) link: Follower,
    pub(super) socket: Option<Socket>,
    /// Number of the connection, so that what an old one says is not taken for the new one's.
    pub(super) connection: u64,
    /// The version of the protocol that is spoken with the host.
    pub(super) version: u8,
    /// See [`RoomState::outdated`](super::state::RoomState::outdated).
    pub(super) outdated: Option<Outdated>,
    /// Whether the open connection has to create the table first.
    pub(super) creates: bool,
    /// How often it has tried to put back what the host does not know.
    pub(super) put_back: u32,
    /// Ticks since the last message, or, without a connection, since that ended.
    pub(super) quiet: u32,
    /// How often it was asked after waking whether the connection still is one, and whether the answer is to come.
    pub(super) probes: u32,
    pub(super) probing: bool,
    /// See [`RoomState::failed`](super::state::RoomState::failed); also how many ticks to wait before the next attempt.
    pub(super) attempts: u32,
    /// Counts the attempts in a row: which address is next.
    pub(super) tries: u32,
    /// Whether it is not known yet if the connection that is tried comes about.
    pub(super) opening: bool,
    /// How many records are on the disk, and whether more are being written.
    pub(super) mirrored: usize,
    pub(super) mirroring: bool,
    /// The text last stored under [`waiting_key`].
    pub(super) kept: Option<String>,
    /// Whether it has said who this is since it last connected: another window of this device may have said otherwise.
    pub(super) introduced: bool,
    pub(super) events: VecDeque<Happening>,
    pub(super) waker: Option<Waker>,
    pub(super) stopped: bool,
}

impl Inner {
    pub(super) fn push(&mut self, event: Happening) {
        self.events.push_back(event);
        self.wake();
    }

    pub(super) fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    pub(super) fn ask(&self, ask: &Ask) {
        if let Some(socket) = &self.socket {
            socket.send(&ask.encode(self.version));
        }
    }

    pub(super) fn join(&mut self) {
        let effects = self.link.connected();
        self.run(effects);
    }

    /// The connection as it is shown: not as there while it is not known whether it still is, or of use.
    pub(super) fn stage(&self) -> Reach {
        match self.link.stage() {
            Reach::Here if self.probing => Reach::Coming,
            Reach::Coming if self.outdated.is_some() => Reach::Away,
            stage => stage,
        }
    }

    /// The connection has ended, or ends here.
    pub(super) fn cut(&mut self) {
        (self.socket, self.introduced, self.probing) = (None, false, false);
        // What it said and was not looked at yet counts for nothing: the next one says it again.
        self.connection += 1;
        self.link.cut();
        self.attempts = (self.attempts + 1).min(BACK_OFF);
        self.quiet = 0;
    }

    /// The connection has ended, or could not be had. Returns whether to connect now: an older host may know only the
    /// second address, so the first alone is no failed attempt.
    pub(super) fn closed(&mut self) -> bool {
        let (attempts, is_first) = (self.attempts, self.opening && self.tries % ADDRESSES == 1);
        self.cut();
        if is_first {
            self.attempts = attempts;
        }
        is_first
    }

    /// Deals with a tick. Returns whether to connect now.
    pub(super) fn tick(&mut self) -> bool {
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

    /// The host does not speak this phone's version, and `newest` is its own newest. Goes on with one that both speak, or
    /// asks again later. Returns whether to connect now.
    fn refused(&mut self, newest: u8) -> bool {
        let spoken = self.version;
        let (version, outdated) = match instead_of(spoken, newest, VERSIONS) {
            Ok(version) => (version, None),
            Err(outdated) => (VERSION, Some(outdated)),
        };
        (self.version, self.outdated) = (version, outdated);
        self.cut();
        // The host can be reached: to go on in another version counts as no failure.
        self.attempts = if outdated.is_some() { ASK_AGAIN } else { 0 };
        // Only ever downwards at once, so that no host keeps a phone busy.
        version < spoken
    }

    /// Deals with what the host sent. Returns whether to connect now.
    pub(super) fn message(&mut self, bytes: &[u8]) -> bool {
        match Tell::decode(bytes) {
            Ok(Tell::Refused(Refusal::Version(newest))) => return self.refused(newest),
            Ok(tell) => self.hear(tell),
            Err(_) => self.cut(),
        }
        false
    }

    fn hear(&mut self, tell: Tell) {
        self.outdated = None;
        if self.creates {
            // Only once, because what is refused now would be refused again.
            self.creates = false;
            if matches!(tell, Tell::Created) {
                return self.join();
            }
        }
        let gone = matches!(tell, Tell::Refused(Refusal::NotThere));
        // The old table is closed only once the new one has all that was in it.
        if (gone || matches!(tell, Tell::Closed))
            && let Some(next) = self.part.next.take()
        {
            (self.wish, self.admits) = (None, Vec::new());
            let (head, writers) = (self.link.head().unwrap_or_default().to_owned(), self.link.writers());
            self.part = StoredTicket { charter: None, writers, ..self.part.clone() };
            self.use_ticket(next);
            let charter = self.part.first_charter(head);
            return self.link.move_to(self.envelope.authority(), charter, &self.part.me.phone);
        }
        if gone && self.may_put_back() {
            return self.put_back();
        }
        // Another one has its name now, or it was closed.
        let taken = self.put_back > 0 && matches!(tell, Tell::Refused(Refusal::Taken));
        let tell = if taken { Tell::Refused(Refusal::NotThere) } else { tell };
        let letter = match &tell {
            Tell::Entry { position, record } => self.envelope.open(*position, record),
            _ => None,
        };
        let effects = self.link.heard(&tell, letter);
        self.run(effects);
        if !self.admits.is_empty() && self.wanted().as_deref() == self.link.admitted() {
            self.admits.clear();
        }
    }

    /// Goes on with this ticket.
    pub(super) fn use_ticket(&mut self, ticket: Ticket) {
        self.part.ticket = ticket;
        // At a table of an older program this phone had no key.
        if self.part.ticket.authority.is_some() && self.part.seed.is_none() {
            self.part.seed = device::secret();
            if let Some(seed) = &self.part.seed {
                self.part.me.phone = Signer::new(seed).name();
            }
        }
        self.envelope = Envelope::new(&self.part.ticket, self.part.seed.as_ref());
        self.cut();
        self.push(Happening::Word(RoomWord::Changed));
    }

    /// The request that opens this table, by who hosts it or by what its charter says.
    fn create(&self) -> Option<Ask> {
        self.part.ticket.create(self.link.charter().map(|signed| signed.charter.secret))
    }

    /// Whether to take the host's word for it that the table is not there: not if this phone was there lately, and can
    /// give back all that it has.
    fn may_put_back(&self) -> bool {
        let lost = self.put_back < PUT_BACK && !self.link.has_joined() && !self.id.is_empty();
        let has_all = self.link.charter().is_some() || self.envelope.authority().is_none();
        lost && has_all && self.create().is_some() && self.part.was_there_lately(today())
    }

    /// Opens again a table that the host has lost. What was in it is given back once it is joined.
    fn put_back(&mut self) {
        if let Some(create) = self.create() {
            self.put_back += 1;
            self.creates = true;
            self.ask(&create);
        }
    }

    /// What is stored of this phone's part.
    pub(super) fn stored(&self) -> StoredTicket {
        let (writers, charter) = (self.link.writers(), self.link.charter().cloned());
        StoredTicket { writers, charter, ..self.part.clone() }
    }

    /// Does what the link says.
    pub(super) fn run(&mut self, effects: Vec<Errand>) {
        for effect in effects {
            match effect {
                Errand::Join(from) => {
                    let Ticket { table, secret, .. } = self.part.ticket;
                    self.ask(&Ask::Join { table, secret, from });
                }
                Errand::Append(expected, letter) => {
                    // Nothing goes out that is not sealed. It is tried again with the next connection.
                    let Some(nonce) = device::secret() else { return self.cut() };
                    let record = self.envelope.seal(expected, &letter, nonce);
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
    pub(super) fn introduce(&mut self) {
        if self.introduced || self.id.is_empty() || self.link.right() == Right::Watch {
            return;
        }
        if self.link.stage() == Reach::Here {
            self.introduced = true;
            let effects = self.link.introduce(&self.part.me);
            self.run(effects);
        }
    }

    /// Whether rows can go out now.
    pub(super) fn can_hand_in(&self) -> bool {
        self.link.stage() == Reach::Here && self.link.right() >= Right::Write
    }

    /// Sends the rows of this phone, unless they are in the log or on their way.
    pub(super) fn hand_in(&mut self) {
        if !self.can_hand_in() {
            return;
        }
        for at in 0..self.rows.len() {
            let (row, why) = &mut self.rows[at];
            let effects = self.link.hand_in(row, std::mem::replace(why, Handing::Again));
            self.run(effects);
        }
    }

    /// Asks for what whoever hosts the table wants, unless that is so already or is no longer theirs to want.
    pub(super) fn ask_for_wish(&mut self) {
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
        self.ask_to_admit();
    }

    /// The phones whose entries count, as whoever hosts the table wants it.
    pub(super) fn wanted(&self) -> Option<Vec<String>> {
        let mut wanted = self.link.admitted().map(<[String]>::to_vec);
        for admission in &self.admits {
            let mut phones =
                wanted.unwrap_or_else(|| self.link.phones().into_iter().map(|guest| guest.phone).collect());
            wanted = match admission {
                Admission::All => None,
                Admission::In(phone) | Admission::Out(phone) => {
                    phones.retain(|other| other != phone);
                    if matches!(admission, Admission::In(_)) {
                        phones.push(phone.clone());
                    }
                    Some(phones)
                }
            };
        }
        wanted
    }

    /// Writes a charter that lets in whom whoever hosts the table wants to. If another host was faster with theirs, this
    /// one's does not count, and the next one is made of both.
    fn ask_to_admit(&mut self) {
        if self.link.right() < Right::Host {
            self.admits.clear();
        }
        if let (false, Some(signed), false) = (self.admits.is_empty(), self.link.charter(), self.link.is_busy()) {
            let charter = Charter { admitted: self.wanted(), ..signed.charter.clone() };
            self.decree(charter);
        }
    }

    /// Writes a charter that is like this one, as the next one, if this phone can sign it.
    pub(super) fn decree(&mut self, charter: Charter) {
        let Some(signer) = self.part.ticket.signer() else { return };
        let last = self.link.next_charter().map_or(0, |signed| signed.charter.number);
        let Some(number) = last.checked_add(1) else { return self.admits.clear() };
        let charter = Charter { number, ..charter };
        let letter = TableLetter::Charter(charter.signed(&self.part.ticket.table, &signer));
        // Nobody can send it, so what is wanted is not wanted any more.
        if letter.write().len() > LETTER_MAX {
            return self.admits.clear();
        }
        let effects = self.link.send(None, letter);
        self.run(effects);
    }

    /// Whether the host follows what this phone asks about its table. Not only once everything has been read: somebody
    /// may write faster than that.
    pub(super) fn is_joined(&self) -> bool {
        matches!(self.link.stage(), Reach::Here | Reach::Coming)
    }

    /// The log was written to the disk, up to this length, or could not be.
    pub(super) fn mirrored(&mut self, result: Result<usize, StorageError>) {
        self.mirroring = false;
        // After a failure it is tried again with the next event.
        if let Ok(length) = result {
            self.mirrored = length;
        }
    }

    /// Stores the records that wait, if they have changed.
    pub(super) fn keep_waiting(&mut self) {
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
