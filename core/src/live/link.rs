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
//! Whoever has a link for writing can put anything into the log. So a letter counts only if a [`Judge`] takes it, which
//! knows the rules of the game. What it refuses is nothing, and as all phones judge the same letters in the same order,
//! it is nothing on all of them.

use std::collections::VecDeque;

use takujo_wire::{Refusal, Right, Tell};

use super::letter::{Guest, MOST_GUESTS, Row, TableLetter, Writers, fitting};
use super::seal::LETTER_MAX;

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
    fn take(&mut self, records: &[String]) -> bool;
}

/// What a phone has of a shared table before it reads the log.
#[derive(Default)]
pub struct SharedBefore {
    /// The setup, if it has one.
    pub head: Option<String>,
    /// The records on its disk.
    pub records: Vec<String>,
    /// What says which letters count; `None` as long as the game is not known. No records count before that.
    pub judge: Option<Box<dyn Judge>>,
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
    /// The host speaks another version of the protocol, or the table is from a newer program.
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

/// One phone's side of a shared log.
pub struct Follower {
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
    /// Says which letters count; `None` as long as the game is not known.
    judge: Option<Box<dyn Judge>>,
    /// Whether it has begun with the setup.
    begun: bool,
    /// What there was to judge before there was a judge.
    unjudged: Vec<TableLetter>,
    /// The setup that this phone had before it began to read the log.
    before: Option<String>,
    /// The records that it had then. Empty once `records` has them all.
    base: Vec<String>,
    /// The records of the table's log in the entries read so far, of the letters that count.
    records: Vec<String>,
    /// The setup in the latest such letter that counts. The first is there before any link is.
    head: Option<String>,
    guests: Vec<Guest>,
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
}

impl Follower {
    /// A phone with this right, and what it has of the table.
    pub fn new(right: Right, known: SharedBefore) -> Follower {
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
            judge: known.judge,
            begun: false,
            unjudged: Vec::new(),
            before: known.head,
            base: known.records,
            records: Vec::new(),
            head: None,
            guests: Vec::new(),
            rows: Vec::new(),
            writers: None,
            makers: Vec::new(),
            queue: VecDeque::new(),
            sent: None,
            asked: false,
            no_room: false,
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
    pub fn set_judge(&mut self, judge: Box<dyn Judge>) {
        (self.judge, self.begun) = (Some(judge), false);
        if let Some(head) = self.head.take() {
            self.judged(TableLetter::Head(head));
        }
        for letter in std::mem::take(&mut self.unjudged) {
            self.judged(letter);
        }
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

    /// Says who plays on this phone, unless that is known or about to be said.
    pub fn introduce(&mut self, guest: &Guest) -> Vec<Errand> {
        let letter = TableLetter::Guest(guest.clone());
        if self.guests.contains(guest) || self.queue.iter().any(|waiting| waiting.letter == letter) {
            return Vec::new();
        }
        self.send(None, letter)
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
        self.makers.get(at.checked_sub(1)?).map(|(_, phone)| phone.as_str()).filter(|phone| !phone.is_empty())
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
        self.next = self.last.as_ref().map_or(0, |(place, _)| *place);
        vec![Errand::Join(self.next)]
    }

    /// The connection has ended.
    pub fn cut(&mut self) {
        (self.connected, self.joined, self.asked) = (false, false, false);
    }

    /// The host said something. The letter in an entry is given with it, `None` if it could not be read.
    pub fn heard(&mut self, tell: &Tell, letter: Option<String>) -> Vec<Errand> {
        let mut effects = Vec::new();
        match *tell {
            Tell::Joined { right, locked, length } => {
                (self.joined, self.right, self.locked, self.known) = (true, right, locked, length);
                if length < self.seen {
                    self.read_again(&mut effects);
                }
            }
            Tell::Entry { position, ref record } => self.entry(position, record, letter, &mut effects),
            Tell::Changed { position, right, locked } => {
                if self.is_next(position, None, &mut effects) {
                    (self.right, self.locked) = (right, locked);
                }
            }
            Tell::Appended { length } | Tell::Conflict { length } => {
                (self.asked, self.no_room) = (false, false);
                self.known = self.known.max(length);
            }
            Tell::Closed => self.over = Some(Over::Closed),
            Tell::Refused(refusal) => self.refused(refusal, &mut effects),
            Tell::Created | Tell::Pong(_) => {}
        }
        if self.stage() == Reach::Here {
            self.caught_up();
        }
        self.go(&mut effects);
        effects
    }

    fn refused(&mut self, refusal: Refusal, effects: &mut Vec<Errand>) {
        self.asked = false;
        match refusal {
            Refusal::NotThere => self.over = Some(Over::Gone),
            Refusal::Version(_) => self.over = Some(Over::Version),
            Refusal::TableFull(_) | Refusal::TableTooLarge(_) | Refusal::RecordTooLong(_) => {
                self.over = Some(Over::Full);
            }
            // The host will say when that changes.
            Refusal::NotAllowed => self.right = Right::Watch,
            Refusal::Locked => self.locked = true,
            Refusal::NoRoom if !self.joined => self.over = Some(Over::NoRoom),
            _ => {
                self.no_room = refusal == Refusal::NoRoom;
                effects.push(Errand::Reconnect);
            }
        }
    }

    /// The host's log is not the one that was read, as it has lost its end: reads it from the beginning.
    fn read_again(&mut self, effects: &mut Vec<Errand>) {
        self.base = self.records().to_vec();
        (self.joined, self.seen, self.known, self.last) = (false, 0, 0, None);
        self.begun = false;
        self.before = self.head.take().or(self.before.take());
        self.unjudged.clear();
        self.records.clear();
        self.makers.clear();
        self.guests.clear();
        self.rows.clear();
        self.queue.retain(|waiting| !waiting.is_restored());
        effects.push(Errand::Reconnect);
    }

    /// Receives the entry at `position`, which is a letter's `record` or, if that is `None`, a change of rights.
    /// Returns whether it is a new one. Reconnects if an entry before it is missing, and reads everything again if it
    /// is not the one that was here before.
    fn is_next(&mut self, position: u32, record: Option<&[u8]>, effects: &mut Vec<Errand>) -> bool {
        if position > self.next {
            effects.push(Errand::Reconnect);
        }
        if position != self.next {
            return false;
        }
        self.next += 1;
        let known = self.last.as_ref().filter(|(place, _)| *place == position).map(|(_, last)| last.as_slice());
        if position < self.seen {
            if record != known {
                self.read_again(effects);
            }
            return false;
        }
        self.seen = self.next;
        self.known = self.known.max(self.seen);
        self.sent = self.sent.filter(|sent| *sent >= self.seen);
        if let Some(record) = record {
            self.last = Some((position, record.to_vec()));
        }
        true
    }

    /// Receives a letter's entry.
    fn entry(&mut self, position: u32, record: &[u8], letter: Option<String>, effects: &mut Vec<Errand>) {
        let sent = self.sent == Some(position);
        if !self.is_next(position, Some(record), effects) {
            return;
        }
        // No phone can read it, so for all of them it says nothing.
        let Some(text) = letter else { return };
        let own = sent && self.queue.front().is_some_and(|waiting| waiting.letter.write() == text);
        let number = if own { self.queue.pop_front().and_then(|waiting| waiting.number) } else { None };
        let before = self.records.len();
        let letter = TableLetter::read(&text);
        let is_log = matches!(letter, Some(TableLetter::Log { .. }));
        let counts = letter.is_some_and(|letter| self.judged(letter));
        effects.extend(number.map(|number| Errand::Done(number, counts)));
        if own {
            // It was made by the rules that judge it, so the log is not what this phone takes it for.
            if is_log && !counts {
                self.over = Some(Over::Other);
            }
            return;
        }
        if self.records.len() > before {
            self.overtaken(effects);
        }
        if counts {
            effects.push(Errand::News);
        }
    }

    /// Takes in a letter. Returns whether it counts, or may count once there is a judge.
    fn judged(&mut self, letter: TableLetter) -> bool {
        match letter {
            TableLetter::Head(head) if self.judge.is_none() && self.head.is_none() => self.head = Some(head),
            TableLetter::Head(_) | TableLetter::Log { .. } if self.judge.is_none() => self.unjudged.push(letter),
            TableLetter::Head(head) => match &mut self.judge {
                Some(judge) if !self.begun => match judge.begin(&head, self.before.as_deref()) {
                    Ok(()) => (self.begun, self.head) = (true, Some(head)),
                    // Somebody was faster than those who give back the setup that the host has lost.
                    Err(_) if self.before.is_some() => return false,
                    Err(over) => self.over = Some(over),
                },
                Some(judge) if judge.may_follow(&head) => self.head = Some(head),
                _ => return false,
            },
            TableLetter::Log { phone, records } => {
                if !self.begun || !self.judge.as_mut().is_some_and(|judge| judge.take(&records)) {
                    return false;
                }
                let from = self.records.len();
                let known = self.base.get(from..).unwrap_or_default();
                if known.iter().zip(&records).any(|(known, record)| known != record) {
                    self.over = Some(Over::Other);
                    return false;
                }
                self.records.extend(records);
                if self.makers.last().is_none_or(|(_, last)| *last != phone) {
                    self.makers.push((from, phone));
                }
            }
            TableLetter::Guest(guest) => match self.guests.iter().position(|other| other.phone == guest.phone) {
                Some(known) => self.guests[known] = guest,
                None if self.guests.len() < MOST_GUESTS => self.guests.push(guest),
                None => return false,
            },
            TableLetter::Row(row) => self.rows.push(row),
            TableLetter::Writers(writers) => {
                self.writers.get_or_insert(writers);
            }
        }
        true
    }

    /// Somebody else played on: the records that wait were made for a position that no longer exists. As long as the
    /// log only grows to what this phone had before, that is not so.
    fn overtaken(&mut self, effects: &mut Vec<Errand>) {
        let news = self.records.len() > self.base.len();
        self.queue.retain(|waiting| {
            let stays = match (&waiting.letter, waiting.number) {
                (TableLetter::Log { .. }, Some(_)) => !news,
                (TableLetter::Log { .. }, None) => false,
                _ => true,
            };
            if let Some(number) = waiting.number.filter(|_| !stays) {
                effects.push(Errand::Done(number, false));
            }
            stays
        });
    }

    /// Everything was read: if the host has lost the setup or records that this phone still has, begins to give them
    /// back.
    fn caught_up(&mut self) {
        if let (None, Some(before)) = (&self.head, &self.before) {
            let letter = TableLetter::Head(before.clone());
            if self.queue.front().is_none_or(|first| first.letter != letter) {
                self.queue.push_front(Queued { number: None, letter });
            }
        } else if self.records.len() >= self.base.len() {
            self.base.clear();
        } else if !self.queue.iter().any(|waiting| waiting.is_restored()) {
            let missing = &self.base[self.records.len()..];
            let records = missing[..fitting(missing)].to_vec();
            let letter = TableLetter::Log { phone: String::new(), records };
            self.queue.push_front(Queued { number: None, letter });
        }
    }

    /// Sends the first letter of the queue, if it may be sent and none is on its way.
    fn go(&mut self, effects: &mut Vec<Errand>) {
        let may = self.right == Right::Host || (self.right == Right::Write && !self.locked);
        if self.stage() != Reach::Here || self.asked || !may {
            return;
        }
        if let Some(waiting) = self.queue.front() {
            effects.push(Errand::Append(self.seen, waiting.letter.write()));
            self.sent = Some(self.seen);
            self.asked = true;
        }
    }
}
