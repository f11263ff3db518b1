//! Opens a table to other phones, connects an open table to its shared log, and stores what is needed to do so again.

use std::pin::Pin;
use std::rc::Rc;

use dioxus::core::spawn_forever;
use dioxus::prelude::ReadableExt;
use takujo_core::domain::session::{Head, read_head};
use takujo_core::entry::Grid;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::Writers;
use takujo_core::live::link::{Over, Reach, SharedBefore};
use takujo_core::live::rows::Rows;
use takujo_core::live::ticket::{Authority, Ticket};
use takujo_core::storage::{Append, Storage, Stored, live_key, row_key};
use takujo_core::table::update::{Access, Input, Saving};
use takujo_wire::Right;

use super::super::handle::AnyTable;
use super::shared::Shared;
use crate::device;
use crate::room::{Room, RoomState, RoomWord, StoredTicket};

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

/// What this phone has of a table.
fn known(table: AnyTable) -> SharedBefore {
    let model = table.model();
    SharedBefore {
        head: serde_json::to_string(&model.head.as_written()).ok(),
        records: model.log.records()[..model.log.saved()].to_vec(),
        judge: Some(table.rules().judge()),
        ..SharedBefore::default()
    }
}

/// Connects a table; `text` is what is stored for it.
pub fn attach(table: AnyTable, text: String) -> Attaching {
    Box::pin(async move {
        let Some(part) = StoredTicket::read(&text) else { return table.go_alone() };
        let (store, id) = (table.app().store(), table.head.peek().id.clone());
        let row = store.read(&row_key(&id)).await.ok().flatten();
        let moves = part.next.is_some();
        let room = Room::enter(store.clone(), &id, known(table), part, move |word| hear(table, word));
        if let Some(rows) = row {
            room.hand_in_again(&rows);
        }
        let state = room.state();
        table.give(Input::Access(access(&state)));
        table.attach(Rc::new(SharedLine { room, store, id }));
        table.stands(Some(state));
        // The program ended while it made new links.
        if moves {
            spawn_forever(carry_over(table, false));
        }
    })
}

/// What this phone may do with the shared log.
fn access(state: &RoomState) -> Access {
    match state {
        state if state.may_set_up() => Access::Hosts,
        state if state.is_free() => Access::Writes,
        _ => Access::Watches,
    }
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
        RoomWord::Changed => {
            if let Some(shared) = table.shared() {
                spawn_forever(keep(table, shared.room()));
            }
        }
    }
}

/// Stores this phone's part, unless another window of this device has gone on with another ticket.
async fn keep(table: AnyTable, room: Room) {
    let (store, key) = (table.app().store(), live_key(&table.head.peek().id));
    let Ok(before) = store.read(&key).await else { return };
    // The table may have been left meanwhile, and then its text is empty.
    let before = before.filter(|text| !text.is_empty()).map(|text| StoredTicket::read(&text));
    if let (Some(before), Some(_)) = (before, table.shared())
        && let Some(part) = room.stored().after(before)
    {
        // If it fails, it is written with the next change. A next ticket is stored before it counts.
        drop(store.write(&key, &part.write()));
    }
}

/// A ticket to host a new table, which is signed by the same host as the table of `old`, if that is signed.
fn fresh(old: Option<&Ticket>) -> Option<Ticket> {
    let authority = match old.and_then(|old| old.authority) {
        Some(Authority::Signs(seed)) => seed,
        _ => device::secret()?,
    };
    Some(Ticket {
        right: Right::Host,
        table: device::secret()?,
        secret: device::secret()?,
        key: device::secret()?,
        authority: Some(Authority::Signs(authority)),
    })
}

/// Opens a table with all of this; returns once the host has it.
///
/// # Errors
/// What was in the way.
async fn fill(store: Rc<dyn Storage>, known: SharedBefore, part: StoredTicket, head: String) -> Result<(), Obstacle> {
    let charter = Some(part.first_charter(head).ok_or(Obstacle::Secrets)?);
    // All that is known is given to a host that does not have it, whether that is the first time or not.
    let room = Room::open(store, SharedBefore { charter, ..known }, part);
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
    Ok(())
}

/// Makes every link that was given so far worthless, also for those who host by one: the table goes on as another one,
/// with another name, other secrets and another key, and the old one is closed. Returns whether that could be begun: the new
/// ticket has to be stored first.
pub async fn replace_links(table: AnyTable) -> bool {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return false };
    if room.state().moving {
        return true;
    }
    let Some(next) = fresh(Some(&room.ticket())) else { return false };
    room.set_next(Some(next));
    let stored = table.app().store().write(&live_key(&table.head.peek().id), &room.stored().write()).await.is_ok();
    if stored {
        spawn_forever(carry_over(table, room.state().locked));
    } else {
        room.set_next(None);
    }
    stored
}

/// Brings all that is in the shared log to the table that takes its place, and closes the old one. Only those who host can
/// enter anything meanwhile, and that is given back to the new table. If the program ends meanwhile, it goes on when the table is opened again. `locked` is whether the new
/// table is to be locked, too.
async fn carry_over(table: AnyTable, locked: bool) {
    let shared = || table.shared().map(|shared| shared.room()).filter(|room| room.stored().next.is_some());
    let mut asked = false;
    loop {
        let Some(room) = shared() else { return };
        let (state, part) = (room.state(), room.stored());
        match state.stage {
            Reach::Over(_) => return,
            Reach::Here if state.locked && room.is_settled() => {
                let (records, makers, guests) = (room.records(), room.makers(), state.guests);
                let known = SharedBefore { records, makers, guests, ..known(table) };
                let (head, store) = (room.head().unwrap_or_default(), table.app().store());
                let Some(ticket) = part.next.clone() else { return };
                let next = StoredTicket { ticket, charter: None, next: None, ..part };
                if fill(store.clone(), known, next, head).await.is_ok() {
                    break;
                }
                room.set_next(None);
                drop(store.write(&live_key(&table.head.peek().id), &room.stored().write()));
                return room.lock(locked);
            }
            // It is asked for again until it is so.
            _ if !std::mem::replace(&mut asked, true) => room.lock(true),
            _ => {}
        }
        device::pause(LOOK).await;
    }
    if let Some(room) = shared() {
        room.close();
    }
    while shared().is_some() {
        device::pause(LOOK).await;
    }
    if let Some(shared) = table.shared().filter(|_| locked) {
        shared.room().lock(true);
    }
}

/// Opens a table to others; `name` is who plays on this phone, and may be empty.
///
/// # Errors
/// What was in the way.
pub async fn open(table: AnyTable, writers: Writers, name: String) -> Result<(), Obstacle> {
    let store = table.app().store();
    let id = table.head.peek().id.clone();
    let part = fresh(None).and_then(|ticket| StoredTicket::new(ticket, name, None, writers));
    let part = part.ok_or(Obstacle::Secrets)?;
    let (head, records) = {
        let model = table.model();
        (serde_json::to_string(&model.head.as_written()).unwrap_or_default(), model.log.records().to_vec())
    };
    let makers = vec![(0, part.me.phone.clone())];
    let known = SharedBefore { records, makers, judge: Some(table.rules().judge()), ..SharedBefore::default() };
    fill(store.clone(), known, part.clone(), head).await?;
    // What was tapped meanwhile is on this disk, and goes out when the table is connected.
    while table.model().saving() == Saving::Saving {
        device::pause(LOOK).await;
    }
    let text = part.write();
    let stored = table.model().saving() == Saving::Saved && store.write(&live_key(&id), &text).await.is_ok();
    if !stored {
        return Err(Obstacle::Disk);
    }
    table.await_shared();
    attach(table, text).await;
    Ok(())
}
