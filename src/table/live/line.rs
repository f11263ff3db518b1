//! Opens a table to other phones, connects an open table to its shared log, and stores what is needed to do so again.

use std::pin::Pin;
use std::rc::Rc;

use dioxus::prelude::ReadableExt;
use takujo_core::domain::session::{Head, read_head};
use takujo_core::entry::Grid;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::{Guest, Writers};
use takujo_core::live::link::{Over, Reach, SharedBefore};
use takujo_core::live::rows::Rows;
use takujo_core::live::ticket::Ticket;
use takujo_core::storage::{Append, Storage, Stored, live_key, row_key};
use takujo_core::table::update::{Access, Input, Saving};
use takujo_wire::Right;

use super::super::handle::AnyTable;
use super::shared::Shared;
use crate::device;
use crate::room::{Room, RoomState, RoomWord};

/// A table being connected; ends when it is.
pub type Attaching = Pin<Box<dyn Future<Output = ()>>>;

/// How long a host may take to store a new table, in milliseconds.
const PATIENCE: i32 = 15_000;
/// Time between two looks at whether something is done, in milliseconds.
const LOOK: i32 = 100;

/// Why this phone could not take part in a shared table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The system gives no random bytes, of which secrets are made.
    Secrets,
    /// The host did not take the table.
    Host,
    /// The host has no room for another table.
    NoRoom,
    /// The table could not be stored here.
    Disk,
    /// It is from a newer version of this program.
    Newer,
    /// Its setup is impossible.
    Damaged,
}

impl Obstacle {
    /// What to say.
    pub fn words(self, l: Lang) -> &'static str {
        match self {
            Obstacle::Secrets => t::live_no_secrets(l),
            Obstacle::Host => t::live_no_host(l),
            Obstacle::NoRoom => t::live_no_room_text(l),
            Obstacle::Disk => t::live_join_failed(l),
            Obstacle::Newer => t::live_join_newer(l),
            Obstacle::Damaged => t::live_join_damaged(l),
        }
    }
}

/// A random name for this phone at one table.
///
/// # Errors
/// [`Obstacle::Secrets`] if there are no random bytes.
pub fn new_phone() -> Result<String, Obstacle> {
    let bytes = device::secret().ok_or(Obstacle::Secrets)?;
    Ok(format!("{:08x}", u32::from_be_bytes(bytes)))
}

/// What is stored for a shared table under [`live_key`]: the ticket and who uses it, one field per line.
pub struct StoredTicket {
    /// What admits to it.
    pub ticket: Ticket,
    /// Who plays on this phone.
    pub me: Guest,
    /// Who may write.
    pub writers: Writers,
    /// What replaces the ticket once the host has changed the secrets.
    pub next: Option<Ticket>,
}

impl StoredTicket {
    /// As text.
    pub fn write(&self) -> String {
        let next = self.next.as_ref().map(Ticket::write).unwrap_or_default();
        format!("{}\n{}\n{}\n{}\n{next}", self.ticket.write(), self.me.phone, self.me.name, self.writers.word())
    }

    /// Reads it; `None` if it is damaged.
    pub fn read(text: &str) -> Option<StoredTicket> {
        let mut lines = text.split('\n').map(str::to_owned);
        let ticket = Ticket::read(&lines.next()?)?;
        let me = Guest { phone: lines.next()?, name: lines.next().unwrap_or_default() };
        // Tables of older versions end here.
        let writers = lines.next().and_then(|word| Writers::read(&word)).unwrap_or_default();
        Some(StoredTicket { ticket, me, writers, next: lines.next().and_then(|next| Ticket::read(&next)) })
    }

    /// Of a table in use.
    fn of(room: &Room) -> StoredTicket {
        StoredTicket { ticket: room.ticket(), me: room.me(), writers: room.state().writers, next: None }
    }
}

struct SharedLine {
    room: Room,
    store: Rc<dyn Storage>,
    id: String,
}

/// A setup that came from another phone as it is stored here, under `id`, and in the bin if `ours` is. `None` if it
/// cannot be read.
pub fn as_ours(head: &str, id: &str, ours: Option<&Head>) -> Option<String> {
    let head = read_head(head).ok()?;
    let head = Head { id: id.to_owned(), deleted: ours.and_then(|ours| ours.deleted), ..head };
    serde_json::to_string(&head.as_written()).ok()
}

impl Shared for SharedLine {
    fn append(&self, number: u64, append: Append) {
        self.room.append(number, append);
    }

    fn put_head(&self, head: &str) {
        self.room.put_head(head);
    }

    fn load(&self, stored: Stored) -> Stored {
        let ours = read_head(&stored.head).ok();
        let theirs = self.room.head().and_then(|head| as_ours(&head, &self.id, ours.as_ref()));
        let head = match theirs.filter(|theirs| *theirs != stored.head) {
            Some(head) => {
                // If it fails, it is written when the table is next read.
                drop(self.store.put_head(&self.id, &head));
                head
            }
            None => stored.head,
        };
        Stored { head, log: self.room.records(), ..stored }
    }

    fn stop(&self) -> Vec<u64> {
        self.room.stop()
    }

    fn is_free(&self) -> bool {
        self.room.state().is_free()
    }

    fn own_row(&self, rows: &Rows, old: Option<&Grid>, new: Option<&Grid>) -> Option<Grid> {
        let blank = Grid::empty(rows.len());
        rows.only_row(old, new.unwrap_or(&blank), rows.side_of(&self.room.me().name)?)
    }

    fn is_asked(&self, rows: &Rows, grid: Option<&Grid>) -> bool {
        self.syncs() && rows.is_asked(grid, &self.room.rows(&rows.place), &self.room.me().phone)
    }

    fn say_rows(&self, rows: &Rows, grid: Option<&Grid>) {
        if self.syncs()
            && let Some(held) = self.room.held()
        {
            let unsaid = rows.unsaid(grid, &self.room.rows(&rows.place), &held, &self.room.me().phone);
            unsaid.into_iter().for_each(|row| self.room.hand_in(row));
        }
    }

    fn syncs(&self) -> bool {
        let state = self.room.state();
        state.is_free() && state.writers != Writers::One && state.guests.len() > 1
    }

    fn maker(&self, record: usize) -> Option<String> {
        self.room.maker(record)
    }

    fn room(&self) -> Room {
        self.room.clone()
    }
}

/// Connects a table; `text` is what is stored for it.
pub fn attach(table: AnyTable, text: String) -> Attaching {
    Box::pin(async move {
        let Some(StoredTicket { ticket, me, writers, next }) = StoredTicket::read(&text) else {
            return table.go_alone();
        };
        let (store, id) = (table.app().store(), table.head.peek().id.clone());
        let row = store.read(&row_key(&id)).await.ok().flatten();
        let known = {
            let model = table.model();
            SharedBefore {
                head: serde_json::to_string(&model.head.as_written()).ok(),
                records: model.log.records()[..model.log.saved()].to_vec(),
                judge: Some(table.rules().judge()),
            }
        };
        let room = Room::enter(store.clone(), &id, known, ticket, me, Some(writers), move |word| hear(table, word));
        if let Some(rows) = row {
            room.hand_in_again(&rows);
        }
        if let Some(next) = next {
            room.begin_to_replace(next);
            room.replace_links(true);
        }
        let state = room.state();
        table.give(Input::Access(access(&state)));
        table.attach(Rc::new(SharedLine { room, store, id }));
        table.stands(Some(state));
    })
}

/// What this phone may do with the shared log.
fn access(state: &RoomState) -> Access {
    if state.is_free() { Access::Writes } else { Access::Watches }
}

fn hear(table: AnyTable, word: RoomWord) {
    match word {
        RoomWord::Written(number, result) => {
            table.give(Input::Written(number, result));
        }
        RoomWord::News => {
            table.give(Input::Heard);
        }
        RoomWord::State => {
            let Some(shared) = table.shared() else { return };
            let state = shared.room().state();
            table.give(Input::Access(access(&state)));
            table.stands(Some(state));
        }
        RoomWord::Moved => {
            let Some(shared) = table.shared() else { return };
            let room = shared.room();
            let key = live_key(&table.head.peek().id);
            // If it fails after the links were replaced, the stored text still has the new ticket as the next one.
            drop(table.app().store().write(&key, &StoredTicket::of(&room).write()));
        }
    }
}

/// Makes every link that was given so far worthless, also for those who host by one. Returns whether that could be
/// begun: the new ticket has to be stored first.
pub async fn replace_links(table: AnyTable) -> bool {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return false };
    let Some(secret) = device::secret() else { return false };
    let next = Ticket { secret, ..room.ticket() };
    if !room.begin_to_replace(next.clone()) {
        return true;
    }
    let text = StoredTicket { next: Some(next), ..StoredTicket::of(&room) }.write();
    let stored = table.app().store().write(&live_key(&table.head.peek().id), &text).await.is_ok();
    room.replace_links(stored);
    stored
}

/// Opens a table to others; `name` is who plays on this phone, and may be empty.
///
/// # Errors
/// What was in the way.
pub async fn open(table: AnyTable, writers: Writers, name: String) -> Result<(), Obstacle> {
    let store = table.app().store();
    let id = table.head.peek().id.clone();
    let (Some(named), Some(secret), Some(key)) = (device::secret(), device::secret(), device::secret()) else {
        return Err(Obstacle::Secrets);
    };
    let ticket = Ticket { right: Right::Host, table: named, secret, key };
    let me = Guest { phone: new_phone()?, name };
    let (head, records) = {
        let model = table.model();
        (serde_json::to_string(&model.head.as_written()).unwrap_or_default(), model.log.records().to_vec())
    };
    let room = Room::open(store.clone(), ticket.clone(), me.clone(), head, writers, &records, |_| {});
    let mut waited = 0;
    while !room.is_settled() {
        let state = room.state();
        waited += LOOK;
        if matches!(state.stage, Reach::Over(_)) || state.failed > 0 || waited > PATIENCE {
            room.stop();
            return Err(if state.stage == Reach::Over(Over::NoRoom) { Obstacle::NoRoom } else { Obstacle::Host });
        }
        device::pause(LOOK).await;
    }
    room.stop();
    // What was tapped meanwhile is on this disk, and goes out when the table is connected.
    while table.model().saving() == Saving::Saving {
        device::pause(LOOK).await;
    }
    let text = StoredTicket { ticket, me, writers, next: None }.write();
    let stored = table.model().saving() == Saving::Saved && store.write(&live_key(&id), &text).await.is_ok();
    if !stored {
        return Err(Obstacle::Disk);
    }
    table.await_shared();
    attach(table, text).await;
    Ok(())
}
