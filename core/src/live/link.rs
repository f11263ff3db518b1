//! What this phone has of a shared log, and what it waits to add ([`Follower`]). Pure: it is told what happened, and
//! says what to do ([`Errand`]).
//!
//! What became of a letter that was sent is told by the log itself: if the entry at the place it was sent for is this
//! letter, it is in the log; if it is another one, it is not and never will be, because the host appends only to a log
//! of the length that the sender named. So answers may be lost, and connections may end at any moment.
//!
//! A host that comes back with an older log is noticed as well: after each break the phone asks once more for the last
//! entry it has. If that is gone or another one, the phone reads the log from its beginning, and gives back what was at
//! its end.
//!
//! Whoever has a link for writing can put anything into the log. So a letter counts only if whoever hosts the table lets
//! its phone in, and a [`Judge`] takes it, which knows the rules of the game. What is refused is nothing, and as all
//! phones judge the same letters in the same order, it is nothing on all of them.

mod hear;

use std::collections::VecDeque;

use takujo_wire::{Right, Table};

use super::envelope::LETTER_MAX;
use super::letter::{By, Guest, MOST_GUESTS, Row, SignedCharter, TableLetter, Writers};
use super::sign::PublicKey;

/// Before the phone that gave records back: it does not say who made them.
const RESTORED: char = '~';

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Errand {
    /// Ask to follow the log from this entry.
    Join(u32),
    /// Ask to append this letter at this place.
    Append(u32, String),
    /// The letter with this number is in the log, or (`false`) others were faster and it never will be.
    Done(u64, bool),
    /// Somebody else changed the table.
    News,
    /// End the connection and make a new one.
    Reconnect,
}

/// Says which letters count, by the rules of the game.
pub trait Judge {
    /// Begins a table with this setup, and no records. `before` is the setup that this phone has of it, if it has one.
    ///
    /// # Errors
    /// [`Over::Version`] if it is from a newer program, [`Over::Other`] if it cannot be played, or is another table than
    /// `before`.
    fn begin(&mut self, head: &str, before: Option<&str>) -> Result<(), Over>;
    /// Whether this may be the setup from now on: only what no record depends on may differ.
    fn may_follow(&self, head: &str) -> bool;
    /// Adds the records of a letter, all of them or none. Returns whether the rules and bounds of a table allow them.
    fn take(&mut self, records: &[String], leave: Leave) -> bool;
}

/// What whoever wrote a letter may do beyond what every phone may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leave {
    /// Say afterwards who sat there, or who has won: that was entered before the table was shared, and is brought along.
    pub puts_right: bool,
    /// Use up the last tenth of what a table may hold.
    pub fills: bool,
}

impl Leave {
    /// Of who hosts the table.
    pub const HOST: Leave = Leave { puts_right: true, fills: true };

    /// Of a letter by this phone; `restored` is whether it only gives back what a host has lost.
    pub fn of(by: &By, restored: bool) -> Leave {
        match by {
            By::Host => Leave::HOST,
            By::Phone(_) => Leave { puts_right: restored, fills: false },
            By::Anyone => Leave { puts_right: false, fills: true },
        }
    }
}

/// What a phone has of a shared table before it reads the log.
pub struct SharedBefore<J: ?Sized = dyn Judge> {
    /// The setup, if it has one.
    pub head: Option<String>,
    /// The records on its disk.
    pub records: Vec<String>,
    /// What says which letters count; `None` as long as the game is not known. No records count before that.
    pub judge: Option<Box<J>>,
    /// The table's name and the key of whoever hosts it; `None` if nothing is signed.
    pub authority: Option<(Table, PublicKey)>,
    /// The latest charter that it knows.
    pub charter: Option<SignedCharter>,
    /// For each run of those records by one phone: the index of the first, and the phone. Empty if that is not known.
    pub makers: Vec<(usize, String)>,
    /// Those who came to the table that this one takes the place of.
    pub guests: Vec<Guest>,
    /// What this phone is called in letters.
    pub phone: String,
}

impl<J: ?Sized> Default for SharedBefore<J> {
    fn default() -> SharedBefore<J> {
        SharedBefore {
            head: None,
            records: Vec::new(),
            judge: None,
            authority: None,
            charter: None,
            makers: Vec::new(),
            guests: Vec::new(),
            phone: String::new(),
        }
    }
}

/// Why a row is handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handing {
    /// Somebody has just entered it, or has chosen it from several.
    Now,
    /// It was stored on an earlier visit, and may not have gone out: only if this phone has never said it.
    Stored,
    /// It may have been lost by the host: only if this phone has said nothing of this side.
    Again,
}

/// Why a table is no longer shared with this phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// Whoever hosts it has closed it.
    Closed,
    /// The host does not know the table, or the ticket is worth nothing any more.
    Gone,
    /// The host has no room for another table.
    NoRoom,
    /// The log, or a letter of this phone, is longer than the host allows.
    Full,
    /// The table is from a newer program.
    Version,
    /// The host's log is not the one that this phone has followed.
    Other,
}

/// How this phone stands with the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// There is no connection.
    Away,
    /// There is one, and the log is being read.
    Coming,
    /// The phone has everything that the host has.
    Here,
    /// The table is no longer shared with this phone.
    Over(Over),
}

/// A letter that waits to be in the log.
#[derive(Debug, Clone)]
struct Queued {
    /// The number by which [`Errand::Done`] reports it; `None` if nobody waits for that.
    number: Option<u64>,
    letter: TableLetter,
}

impl Queued {
    /// Whether it gives back records that the host has lost: other letters with records are numbered.
    fn is_restored(&self) -> bool {
        self.number.is_none() && self.records().is_some()
    }

    /// Its records, if it has any.
    fn records(&self) -> Option<&[String]> {
        if let TableLetter::Log { records, .. } = &self.letter { Some(records) } else { None }
    }
}

/// One phone's side of a shared log. With a judge that can be copied it can be copied itself, which a test needs that
/// tries every schedule.
#[derive(Debug, Clone)]
pub struct Follower<J: ?Sized = dyn Judge> {
    /// How many entries were received, which is also the place of the next.
    seen: u32,
    /// The last of them that is a letter: its place and its sealed bytes, which no other entry has.
    last: Option<(u32, Vec<u8>)>,
    /// The place of the entry that comes next on this connection; behind `seen` while known entries come again.
    next: u32,
    /// How many entries the log has, as far as the host has told.
    known: u32,
    connected: bool,
    joined: bool,
    over: Option<Over>,
    right: Right,
    locked: bool,
    /// The table's name and the key of whoever hosts it; `None` if nothing is signed.
    authority: Option<(Table, PublicKey)>,
    /// The charter that counts, of those in the entries read so far.
    charter: Option<SignedCharter>,
    /// The latest that this phone knew before it began to read the log.
    charter_before: Option<SignedCharter>,
    /// What this phone is called in letters.
    phone: String,
    /// Says which letters count; `None` as long as the game is not known.
    judge: Option<Box<J>>,
    /// Whether it has begun with the setup.
    begun: bool,
    /// What there was to judge before there was a judge.
    unjudged: Vec<(TableLetter, Leave)>,
    /// The setup that this phone had before it began to read the log.
    before: Option<String>,
    /// The records that it had then, and who made them, as in `makers`. Empty once `records` has them all.
    base: Vec<String>,
    base_makers: Vec<(usize, String)>,
    /// The records of the table's log in the entries read so far, of the letters that count.
    records: Vec<String>,
    /// The setup in the latest such letter that counts. The first is there before any link is.
    head: Option<String>,
    guests: Vec<Guest>,
    /// Those who came before whoever hosts the table made this log of another.
    guests_before: Vec<Guest>,
    /// The phones that host the table.
    hosts: Vec<String>,
    rows: Vec<Row>,
    writers: Option<Writers>,
    /// For each run of records by one phone: the index of the first, and the phone.
    makers: Vec<(usize, String)>,
    queue: VecDeque<Queued>,
    /// The place for which the first letter of the queue was sent last.
    sent: Option<u32>,
    /// Whether the answer to that is still to come.
    asked: bool,
    /// Whether the host had no room for what was last asked to append.
    no_room: bool,
    /// How often in a row the host had to say that it cannot answer a wish to join.
    unavailable: u8,
}

/// After so many a phone asks for the log from its beginning: the host may have lost what the phone has read, and cannot
/// tell that from a store that lags behind, of which it would be told a moment later.
const MOST_UNAVAILABLE: u8 = 6;

impl<J: Judge + ?Sized> Follower<J> {
    /// A phone with this right, and what it has of the table.
    pub fn new(right: Right, known: SharedBefore<J>) -> Follower<J> {
        Follower {
            seen: 0,
            last: None,
            next: 0,
            known: 0,
            connected: false,
            joined: false,
            over: None,
            right,
            locked: false,
            authority: known.authority,
            charter: None,
            charter_before: known.charter,
            phone: known.phone,
            judge: known.judge,
            begun: false,
            unjudged: Vec::new(),
            before: known.head,
            base: known.records,
            base_makers: known.makers,
            records: Vec::new(),
            head: None,
            guests: Vec::new(),
            guests_before: known.guests,
            hosts: Vec::new(),
            rows: Vec::new(),
            writers: None,
            makers: Vec::new(),
            queue: VecDeque::new(),
            sent: None,
            asked: false,
            no_room: false,
            unavailable: 0,
        }
    }

    /// How the phone stands with the host.
    pub fn stage(&self) -> Reach {
        match self.over {
            Some(over) => Reach::Over(over),
            None if !self.connected => Reach::Away,
            None if self.joined && self.next >= self.known => Reach::Here,
            None => Reach::Coming,
        }
    }

    /// Judges what has been read by the rules of the game, which is known from now on.
    pub fn set_judge(&mut self, judge: Box<J>) {
        (self.judge, self.begun) = (Some(judge), false);
        if let Some(head) = self.head.take() {
            self.set_up(head);
        }
        for (letter, leave) in std::mem::take(&mut self.unjudged) {
            match letter {
                TableLetter::Head(head) => drop(self.set_up(head)),
                TableLetter::Log { phone, records } => drop(self.played(phone, records, leave)),
                _ => {}
            }
        }
    }

    /// Goes on with another log, with this charter, that whoever hosts the table has made of this one. Nothing of it has
    /// been read.
    pub fn move_to(&mut self, authority: Option<(Table, PublicKey)>, charter: Option<SignedCharter>, phone: &str) {
        self.read_again(&mut Vec::new());
        (self.authority, self.charter_before, self.over) = (authority, charter, None);
        phone.clone_into(&mut self.phone);
    }

    /// The charter that comes next to the one that counts, if one waits; else that one.
    pub fn next_charter(&self) -> Option<&SignedCharter> {
        let waiting = self.queue.iter().rev().find_map(|waiting| match &waiting.letter {
            TableLetter::Charter(charter) => Some(charter),
            _ => None,
        });
        waiting.or_else(|| self.charter())
    }

    /// The latest charter that this phone knows; `None` if nothing is signed, or nothing has been read.
    pub fn charter(&self) -> Option<&SignedCharter> {
        let number = |charter: &Option<SignedCharter>| charter.as_ref().map(|signed| signed.charter.number);
        if number(&self.charter_before) > number(&self.charter) { &self.charter_before } else { &self.charter }.as_ref()
    }

    /// The phones whose entries count; `None` if all do that have a link to write.
    pub fn admitted(&self) -> Option<&[String]> {
        self.charter.as_ref()?.charter.admitted.as_deref()
    }

    /// Whether the entries of this phone count, as far as whoever hosts the table has a say in that.
    pub fn is_admitted(&self) -> bool {
        self.right != Right::Write || self.admitted().is_none_or(|phones| phones.contains(&self.phone))
    }

    /// Whether what this phone writes counts.
    fn admits(&self, by: &By) -> bool {
        match by {
            By::Anyone | By::Host => true,
            By::Phone(phone) => self.charter.is_some() && self.admitted().is_none_or(|phones| phones.contains(phone)),
        }
    }

    /// Whether records that this phone writes count, by what whoever hosts the table has said of who may write.
    fn may_play(&self, by: &By) -> bool {
        self.admits(by) && (self.writers() == Writers::All || !matches!(by, By::Phone(_)))
    }

    /// Whether the host has let this phone in, since it last connected.
    pub fn has_joined(&self) -> bool {
        self.joined
    }

    /// For each run of records by one phone: the index of the first, and the phone.
    pub fn makers(&self) -> &[(usize, String)] {
        &self.makers
    }

    /// The records that are in the log, as far as this phone knows.
    pub fn records(&self) -> &[String] {
        let behind = self.records.len() < self.base.len() || self.over == Some(Over::Other);
        if behind { &self.base } else { &self.records }
    }

    /// The setup, once it has been read.
    pub fn head(&self) -> Option<&str> {
        self.head.as_deref()
    }

    /// Everyone who came, in that order.
    pub fn guests(&self) -> &[Guest] {
        &self.guests
    }

    /// All phones that came or wrote anything, in that order; those that have not said who plays on them have no name.
    pub fn phones(&self) -> Vec<Guest> {
        let mut phones = self.guests.clone();
        let makers = self.makers.iter().map(|(_, phone)| phone.strip_prefix(RESTORED).unwrap_or(phone));
        for phone in makers.chain(self.rows.iter().map(|row| &*row.phone)).filter(|phone| !phone.is_empty()) {
            if phones.len() < 2 * MOST_GUESTS && phones.iter().all(|guest| guest.phone != phone) {
                phones.push(Guest { phone: phone.to_owned(), name: String::new() });
            }
        }
        phones
    }

    /// The phones that host the table.
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// The rows that were handed in, of all rounds, in that order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows that this phone is about to hand in.
    pub fn queued_rows(&self) -> impl DoubleEndedIterator<Item = &Row> + Clone {
        self.queue.iter().filter_map(|waiting| match &waiting.letter {
            TableLetter::Row(row) => Some(row),
            _ => None,
        })
    }

    /// Hands in a row, if that says something.
    pub fn hand_in(&mut self, row: &Row, why: Handing) -> Vec<Errand> {
        if self.knows(row, why) { Vec::new() } else { self.send(None, TableLetter::Row(row.clone())) }
    }

    fn knows(&self, row: &Row, why: Handing) -> bool {
        let of_side = self.rows.iter().chain(self.queued_rows());
        let of_side = of_side.filter(|said| said.place == row.place && said.side == row.side);
        let mut own = of_side.clone().filter(|said| said.phone == row.phone);
        match why {
            Handing::Now => own.next_back() == Some(row) && of_side.clone().all(|said| said.cells == row.cells),
            Handing::Stored => own.any(|said| said == row),
            Handing::Again => own.next().is_some(),
        }
    }

    /// Says who plays on this phone, and whether it hosts the table, unless that is known or about to be said.
    pub fn introduce(&mut self, guest: &Guest) -> Vec<Errand> {
        let hosts = self.authority.is_some() && self.right == Right::Host && !self.hosts.contains(&guest.phone);
        let said = |letter: &TableLetter| self.queue.iter().any(|waiting| waiting.letter == *letter);
        let came = Some(TableLetter::Guest(guest.clone())).filter(|_| !self.guests.contains(guest));
        let hosts = Some(TableLetter::Hosts(guest.phone.clone())).filter(|_| hosts);
        let new: Vec<_> = came.into_iter().chain(hosts).filter(|letter| !said(letter)).collect();
        new.into_iter().flat_map(|letter| self.send(None, letter)).collect()
    }

    /// Takes over from an earlier visit who may write.
    pub fn set_writers(&mut self, writers: Writers) {
        self.writers = Some(writers);
    }

    /// Who may write; everyone, until that is known.
    pub fn writers(&self) -> Writers {
        self.writers.unwrap_or_default()
    }

    /// The phone that made the record with this index, if that is known.
    pub fn maker(&self, record: usize) -> Option<&str> {
        self.records.get(record)?;
        let at = self.makers.partition_point(|(from, _)| *from <= record);
        let phone = self.makers.get(at.checked_sub(1)?)?.1.as_str();
        Some(phone).filter(|phone| !phone.is_empty() && !phone.starts_with(RESTORED))
    }

    /// The records that this phone wrote, as their indices, the latest first: those that it made, and those that it gave
    /// back to a host that had lost them.
    pub fn written_by(&self, phone: &str) -> Vec<usize> {
        let ends = self.makers.iter().skip(1).map(|(from, _)| *from).chain([self.records.len()]);
        let runs = self.makers.iter().zip(ends);
        let own = runs.filter(|((_, maker), _)| maker.strip_prefix(RESTORED).unwrap_or(maker) == phone);
        let mut written: Vec<usize> = own.flat_map(|((from, _), end)| *from..end).collect();
        written.reverse();
        written
    }

    /// What this phone may do.
    pub fn right(&self) -> Right {
        self.right
    }

    /// Whether the table is locked: only phones with the right to host may write.
    pub fn is_locked(&self) -> bool {
        self.locked
    }

    /// Whether the host has no room for what waits. It is asked again with each connection.
    pub fn no_room(&self) -> bool {
        self.no_room
    }

    /// How many entries have been received.
    pub fn seen(&self) -> u32 {
        self.seen
    }

    /// The records that wait to be added, oldest first; none of those that are given back.
    pub fn waiting(&self) -> impl Iterator<Item = &String> {
        let new = self.queue.iter().filter(|waiting| !waiting.is_restored());
        new.filter_map(Queued::records).flatten()
    }

    /// The numbers of the letters that wait to be added.
    pub fn unanswered(&self) -> Vec<u64> {
        self.queue.iter().filter_map(|waiting| waiting.number).collect()
    }

    /// Whether any letter waits to be added.
    pub fn is_busy(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether records that follow `at` others, the last of which is `before`, continue the log together with what
    /// waits.
    pub fn continues(&self, at: usize, before: Option<&String>) -> bool {
        let (mut length, mut last) = (self.records().len(), self.records().last());
        for record in self.waiting() {
            (length, last) = (length + 1, Some(record));
        }
        (length, last) == (at, before)
    }

    /// Puts a letter into the queue, to be sent as soon as it can be.
    pub fn send(&mut self, number: Option<u64>, letter: TableLetter) -> Vec<Errand> {
        if letter.write().len() > LETTER_MAX {
            self.over = Some(Over::Full);
        }
        self.queue.push_back(Queued { number, letter });
        let mut effects = Vec::new();
        self.go(&mut effects);
        effects
    }

    /// There is a connection.
    pub fn connected(&mut self) -> Vec<Errand> {
        if self.over.is_some() {
            return Vec::new();
        }
        (self.connected, self.joined, self.asked) = (true, false, false);
        let last = self.last.as_ref().filter(|_| self.unavailable < MOST_UNAVAILABLE);
        self.next = last.map_or(0, |(place, _)| *place);
        vec![Errand::Join(self.next)]
    }

    /// The connection has ended.
    pub fn cut(&mut self) {
        (self.connected, self.joined, self.asked) = (false, false, false);
    }
}
