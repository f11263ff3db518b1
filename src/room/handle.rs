//! The handle of a shared table in use: what its table sends, asks and wants.

use std::cell::RefCell;
use std::rc::Rc;

use takujo_core::live::letter::{Charter, Guest, Row, TableLetter, fitting};
use takujo_core::live::link::{Handing, Judge, Reach};
use takujo_core::live::rows::Held;
use takujo_core::live::ticket::Ticket;
use takujo_core::storage::{Append, StorageError, live_key, row_key};

use super::inner::{Admission, Happening, HostWish, Inner};
use super::state::{RoomState, RoomWord};
use super::stored::StoredTicket;

/// What stands between the rows that are stored under [`row_key`]; in none of them a line is empty.
const BETWEEN: &str = "\n\n";

/// A handle to a shared table in use. The connection ends when the last handle is dropped.
#[derive(Clone)]
pub struct Room(pub(super) Rc<RefCell<Inner>>);

impl Room {
    /// Sends records of the table; [`RoomWord::Written`] with this number is the answer. They are stored as waiting at
    /// once.
    pub fn append(&self, number: u64, append: Append) {
        let mut inner = self.0.borrow_mut();
        if !inner.link.continues(append.at, append.before.as_ref()) {
            inner.push(Happening::Word(RoomWord::Written(number, Err(StorageError::Conflict))));
            return;
        }
        let (phone, mut rest) = (inner.part.me.phone.clone(), append.records.as_slice());
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

    /// Sends the table's setup. Where everything is signed, only whoever hosts the table can.
    pub fn put_head(&self, head: &str) {
        let mut inner = self.0.borrow_mut();
        if inner.envelope.authority().is_some() {
            if let Some(charter) = inner.link.next_charter().map(|signed| signed.charter.clone()) {
                inner.decree(Charter { head: head.to_owned(), ..charter });
            }
            return;
        }
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
        self.0.borrow().part.me.clone()
    }

    /// Tells the others that somebody has begun to enter a row here, if there is a connection.
    pub fn begin_row(&self, row: &Row) {
        let mut inner = self.0.borrow_mut();
        if inner.can_hand_in() {
            let effects = inner.link.hand_in(row, Handing::Now);
            inner.run(effects);
        }
    }

    /// Hands in a row that was entered on this phone: now, once there is a connection, or when the app is started again.
    pub fn hand_in(&self, row: Row) {
        let mut inner = self.0.borrow_mut();
        inner.rows.retain(|(other, _)| other.place == row.place && other.side != row.side);
        if let Some(held) = &mut inner.held {
            held.say(&row);
        }
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
        let known = inner.link.rows().iter().chain(inner.link.queued_rows());
        // What was entered just now counts also if it was said before.
        let own = inner.rows.iter().filter(|(row, why)| match why {
            Handing::Now => true,
            Handing::Stored => !inner.link.rows().contains(row),
            Handing::Again => false,
        });
        known.chain(own.map(|(row, _)| row)).filter(|row| row.place == place).cloned().collect()
    }

    /// What this window holds of the open round, to be looked at and put back changed.
    pub fn held(&self) -> Option<Held> {
        self.0.borrow().held.clone()
    }

    /// Puts back what [`Room::held`] gave.
    pub fn hold(&self, held: Held) {
        self.0.borrow_mut().held = Some(held);
    }

    /// The name of whoever made the record with this index; `None` if it is not known.
    pub fn maker(&self, record: usize) -> Option<String> {
        let inner = self.0.borrow();
        let phone = inner.link.maker(record)?;
        let guest = inner.link.guests().iter().find(|guest| guest.phone == phone)?;
        Some(guest.name.clone()).filter(|name| !name.is_empty())
    }

    /// Has a ticket to the table that is to take the place of this one, or, with `None`, none any more, as that could not be
    /// made. Store it before the old one is closed.
    pub fn set_next(&self, next: Option<Ticket>) {
        let mut inner = self.0.borrow_mut();
        inner.not_moved = next.is_none();
        inner.part.next = next;
        inner.push(Happening::Word(RoomWord::State));
    }

    /// Goes on with this ticket, which is for less.
    pub fn step_down(&self, ticket: Ticket) {
        self.0.borrow_mut().use_ticket(ticket);
    }

    /// The ticket that this phone uses.
    pub fn ticket(&self) -> Ticket {
        self.0.borrow().part.ticket.clone()
    }

    /// What is stored of this phone's part.
    pub fn stored(&self) -> StoredTicket {
        self.0.borrow().stored()
    }

    /// The records that this phone wrote, as their indices, the latest first.
    pub fn written_by(&self, phone: &str) -> Vec<usize> {
        self.0.borrow().link.written_by(phone)
    }

    /// For each run of records by one phone: the index of the first, and the phone.
    pub fn makers(&self) -> Vec<(usize, String)> {
        self.0.borrow().link.makers().to_vec()
    }

    /// What the table shows of it.
    pub fn state(&self) -> RoomState {
        let inner = self.0.borrow();
        let link = &inner.link;
        RoomState {
            stage: inner.stage(),
            outdated: inner.outdated,
            waiting: link.waiting().count(),
            right: link.right(),
            locked: link.is_locked(),
            no_room: link.no_room(),
            guests: link.guests().to_vec(),
            writers: link.writers(),
            // As whoever hosts it wants it, also before it is so.
            admitted: inner.wanted(),
            is_admitted: link.is_admitted(),
            signed: inner.envelope.authority().is_some(),
            phones: link.phones(),
            hosts: link.hosts().to_vec(),
            moving: inner.part.next.is_some(),
            not_moved: inner.not_moved,
            rows: link.rows().len(),
            failed: inner.attempts,
        }
    }

    /// Locks the table or unlocks it, as soon as the host can be asked.
    pub fn lock(&self, locked: bool) {
        self.wish(HostWish::Lock(locked));
    }

    /// Closes the table for all, as soon as the host can be asked. If new links are being made, this phone then goes on
    /// with them.
    pub fn close(&self) {
        self.wish(HostWish::Close);
    }

    /// Lets a phone in, shuts it out, or lets all in, as soon as the host can be asked.
    pub fn admit(&self, admission: Admission) {
        let mut inner = self.0.borrow_mut();
        inner.admits.push(admission);
        inner.ask_for_wish();
        inner.push(Happening::Word(RoomWord::State));
    }

    fn wish(&self, wish: HostWish) {
        let mut inner = self.0.borrow_mut();
        inner.wish = Some(wish);
        inner.ask_for_wish();
    }

    /// How many entries of the log have been received.
    pub fn seen(&self) -> u32 {
        self.0.borrow().link.seen()
    }

    /// Stores this phone's part, unless another window of this device has gone on with another ticket, or the table is this
    /// phone's alone now.
    pub async fn keep(&self) {
        let (store, key) = {
            let inner = self.0.borrow();
            (inner.store.clone(), live_key(&inner.id))
        };
        let before = store.read(&key).await.ok().flatten().and_then(|text| StoredTicket::read(&text));
        let stopped = self.0.borrow().stopped;
        if let Some(part) = before.filter(|_| !stopped).and_then(|before| self.stored().after(before)) {
            // If it fails, it is written with the next change. A next ticket is stored before it counts.
            drop(store.write(&key, &part.write()));
        }
    }

    /// Stores this phone's part as it is. Returns whether it could be.
    pub async fn keep_as_it_is(&self) -> bool {
        let write = {
            let inner = self.0.borrow();
            inner.store.write(&live_key(&inner.id), &inner.stored().write())
        };
        write.await.is_ok()
    }

    /// Whether the connection has ended for good.
    pub fn is_stopped(&self) -> bool {
        self.0.borrow().stopped
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
