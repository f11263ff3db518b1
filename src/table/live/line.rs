//! Connects an open table to a shared log.

use std::pin::Pin;
use std::rc::Rc;

use dioxus::prelude::ReadableExt;
use rand::RngExt;
use takujo_wire::Right;

use super::super::handle::AnyTable;
use super::super::update::{Input, Saving};
use super::shared::{Shared, live_key};
use crate::device;
use crate::domain::session::{Head, read_head};
use crate::live::letter::Guest;
use crate::live::link::Reach;
use crate::live::room::{Room, RoomWord, waiting_key};
use crate::live::ticket::Ticket;
use crate::storage::{Append, Storage, Stored};

/// Ends when a table is connected.
pub type Attaching = Pin<Box<dyn Future<Output = ()>>>;

/// How long a host may take to store a new table, in milliseconds.
const PATIENCE: i32 = 15_000;
/// Time between two looks, in milliseconds.
const LOOK: i32 = 100;

/// A name for this phone at one table.
pub fn new_phone() -> String {
    format!("{:08x}", device::chance().random::<u32>())
}

/// The text to store for a shared table.
pub fn kept(ticket: &Ticket, me: &Guest) -> String {
    format!("{}\n{}\n{}", ticket.write(), me.phone, me.name)
}

fn read_kept(text: &str) -> Option<(Ticket, Guest)> {
    let mut lines = text.split('\n').map(str::to_owned);
    let ticket = Ticket::read(&lines.next()?)?;
    Some((ticket, Guest { phone: lines.next()?, name: lines.next().unwrap_or_default() }))
}

struct SharedLine {
    room: Room,
    store: Rc<dyn Storage>,
    id: String,
}

/// A setup that came from another phone, as it is stored here.
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

    fn me(&self) -> String {
        self.room.me()
    }

    fn room(&self) -> Room {
        self.room.clone()
    }
}

/// Connects a table; `text` is what is stored for it.
pub fn attach(table: AnyTable, text: String) -> Attaching {
    Box::pin(async move {
        let Some((ticket, me)) = read_kept(&text) else { return };
        let (store, id) = (table.app().store(), table.head.peek().id.clone());
        let waiting = store.read(&waiting_key(&id)).await.ok().flatten().unwrap_or_default();
        let records = {
            let model = table.model();
            model.log.records()[..model.log.saved()].to_vec()
        };
        let watching = ticket.right == Right::Watch;
        let room = Room::enter(store.clone(), &id, records, ticket, me, move |said| hear(table, said));
        let state = room.state();
        table.give(Input::Shared(true, watching));
        table.attach(Rc::new(SharedLine { room, store, id }));
        if let Some((after, records)) = waiting.split_once('\n') {
            // Written by this program; otherwise the taps are shown and not made again.
            let after = after.parse().unwrap_or(usize::MAX);
            table.give(Input::Waiting(after, records.split('\n').map(str::to_owned).collect()));
        }
        table.stands(Some(state));
    })
}

fn hear(table: AnyTable, said: RoomWord) {
    match said {
        RoomWord::Written(number, result) => {
            table.give(Input::Written(number, result));
        }
        RoomWord::News => {
            table.give(Input::Heard);
        }
        RoomWord::State => {
            let Some(shared) = table.shared() else { return };
            let state = shared.room().state();
            table.give(Input::Shared(true, state.right == Right::Watch));
            table.stands(Some(state));
        }
    }
}

/// Opens a table to others. Returns whether the host took it.
pub async fn open(table: AnyTable) -> bool {
    let store = table.app().store();
    let id = table.head.peek().id.clone();
    let mut chance = device::chance();
    let ticket = Ticket { right: Right::Host, table: chance.random(), secret: chance.random(), key: chance.random() };
    let me = Guest { phone: new_phone(), name: String::new() };
    let (head, records) = {
        let model = table.model();
        (serde_json::to_string(&model.head.as_written()).unwrap_or_default(), model.log.records().to_vec())
    };
    let room = Room::open(store.clone(), ticket.clone(), me.clone(), head, &records, |_| {});
    let mut waited = 0;
    while !room.is_settled() {
        let state = room.state();
        waited += LOOK;
        if matches!(state.stage, Reach::Over(_)) || state.failed > 0 || waited > PATIENCE {
            room.stop();
            return false;
        }
        device::pause(LOOK).await;
    }
    room.stop();
    // What was tapped meanwhile is on this disk, and goes out when the table is connected.
    while table.model().saving() == Saving::Saving {
        device::pause(LOOK).await;
    }
    let text = kept(&ticket, &me);
    let stored = table.model().saving() == Saving::Saved && store.write(&live_key(&id), &text).await.is_ok();
    if stored {
        table.await_shared();
        attach(table, text).await;
    }
    stored
}
