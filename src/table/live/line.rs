//! Opens a table to other phones, connects an open table to its shared log, and stores what is needed to do so again.

use std::pin::Pin;
use std::rc::Rc;

use dioxus::core::spawn_forever;
use dioxus::prelude::ReadableExt;
use takujo_core::domain::session::{Head, read_head};
use takujo_core::entry::Grid;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::Writers;
use takujo_core::live::link::{Judge, Over, Reach, SharedBefore};
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

    fn load(&self, stored: Option<Stored>, ours: &Head, draft: &str) -> Stored {
        let theirs = |ours: Option<&Head>| self.room.head().and_then(|head| as_ours(&head, &self.id, ours));
        let Some(stored) = stored else {
            let head = theirs(Some(ours)).or_else(|| serde_json::to_string(&ours.as_written()).ok());
            let table = Stored { id: self.id.clone(), head: head.unwrap_or_default(), log: self.room.records() };
            self.room.keep_again(&table, draft);
            return table;
        };
        let theirs = theirs(read_head(&stored.head).ok().as_ref());
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
        let (again, rest) = (room.clone(), store.clone());
        table.attach(Rc::new(SharedLine { room, store, id }));
        table.stands(Some(state));
        // The program ended while it made new links.
        if moves {
            spawn_forever(carry_over(again, rest, table.rules().judge(), false));
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
            if let Some(room) = table.shared().map(|shared| shared.room()) {
                spawn_forever(async move { room.keep().await });
            }
        }
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
    let (mut seen, mut waited) = (0, 0);
    while !room.is_settled() {
        let state = room.state();
        waited = if room.seen() > seen { 0 } else { waited + LOOK };
        seen = room.seen();
        let silent = waited > PATIENCE || (state.failed > 0 && seen == 0);
        if silent || matches!(state.stage, Reach::Over(_)) {
            room.stop();
            return Err(if state.stage == Reach::Over(Over::NoRoom) { Obstacle::NoRoom } else { Obstacle::Host });
        }
        device::pause(LOOK).await;
    }
    room.stop();
    Ok(())
}

/// Makes every link that was given so far worthless, also for those who host by one: the table goes on as another one,
/// with another name, other secrets and another key, and the old one is closed. The new ticket has to be stored first.
pub fn replace_links(table: AnyTable) {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return };
    let (state, judge, store) = (room.state(), table.rules().judge(), table.app().store());
    let Some(next) = fresh(Some(&room.ticket())).filter(|_| !state.moving) else { return };
    room.set_next(Some(next));
    spawn_forever(async move {
        if room.keep_as_it_is().await {
            carry_over(room, store, judge, state.locked).await;
        } else {
            room.set_next(None);
        }
    });
}

/// Brings all that is in the shared log to the table that takes its place, and closes the old one. Only those who host can
/// enter anything meanwhile, and that is given back to the new table. If the table is left meanwhile, it goes on when it is
/// opened again. `locked` is whether the new table is to be locked, too.
async fn carry_over(room: Room, store: Rc<dyn Storage>, judge: Box<dyn Judge>, locked: bool) {
    let Some(ticket) = room.stored().next else { return };
    // Another window, or another host, may end the old table at any time.
    let moves = || !room.is_stopped() && room.stored().next.as_ref() == Some(&ticket);
    let mut asked = false;
    while !(room.is_settled() && room.state().locked) {
        if !moves() || matches!(room.state().stage, Reach::Over(_)) {
            return;
        }
        // It is asked for again until it is so.
        if room.is_settled() && !std::mem::replace(&mut asked, true) {
            room.lock(true);
        }
        device::pause(LOOK).await;
    }
    let (records, makers, guests) = (room.records(), room.makers(), room.state().guests);
    let known = SharedBefore { records, makers, guests, judge: Some(judge), ..SharedBefore::default() };
    let part = StoredTicket { ticket: ticket.clone(), charter: None, next: None, ..room.stored() };
    let filled = fill(store, known, part, room.head().unwrap_or_default()).await;
    if !moves() {
        return;
    }
    if filled.is_err() {
        room.set_next(None);
        room.keep_as_it_is().await;
        return room.lock(locked);
    }
    room.close();
    while moves() {
        device::pause(LOOK).await;
    }
    if locked && !room.is_stopped() {
        room.lock(true);
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
