//! A room begins, and deals with all that happens: what the socket brings, what the disk answers, and the time.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::{Rc, Weak};
use std::task::Poll;

use dioxus::core::spawn_forever;
use takujo_core::live::envelope::Envelope;
use takujo_core::live::link::{Follower, Reach, SharedBefore};
use takujo_core::storage::{Append, Storage, StorageError, Stored};
use takujo_wire::{Ask, Table, VERSION};

use super::handle::Room;
use super::inner::{ADDRESSES, Happening, Inner};
use super::state::RoomWord;
use super::stored::{StoredTicket, hex, today};
use crate::device::{self, Socket, SocketEvent};

/// The address at which every host answers, beside the page. Below it are those of tables, by their names in hex: whoever
/// sends phones on sends those of a table to the same place. Each second try in a row is to one that older hosts know.
const PATH: &str = "live";
/// Time between two looks at the connection (ticks), in milliseconds.
const TICK: i32 = 2_500;
/// How long a host may take to answer after the app was out of sight or without a network, in milliseconds: the
/// connection may have ended without a word.
const AWAKE: i32 = 1_500;

/// The address to try for a log at this try in a row, from 1.
pub fn path_of(table: &Table, tries: u32) -> String {
    let name = hex(table);
    match tries % ADDRESSES {
        0 => PATH.to_owned(),
        2 => format!("{PATH}/{}", &name[..2]),
        _ => format!("{PATH}/{name}"),
    }
}

impl Room {
    /// Enters a table of which this device has `known` under `id`, or, with an empty id, only reads it. `said` is called
    /// within the app's runtime.
    pub fn enter(
        store: Rc<dyn Storage>,
        id: &str,
        known: SharedBefore,
        part: StoredTicket,
        said: impl Fn(RoomWord) + 'static,
    ) -> Room {
        let writers = part.writers;
        let room = Room::new(store, id, known, part);
        if !id.is_empty() {
            room.0.borrow_mut().link.set_writers(writers);
        }
        room.start(said);
        room
    }

    /// Opens a table with what is `known` of it, or goes on with that if it is open already. It is read along, and not
    /// stored.
    pub fn open(store: Rc<dyn Storage>, known: SharedBefore, part: StoredTicket) -> Room {
        let room = Room::new(store, "", known, part);
        room.0.borrow_mut().creates = true;
        room.start(|_| {});
        room
    }

    fn new(store: Rc<dyn Storage>, id: &str, known: SharedBefore, part: StoredTicket) -> Room {
        let envelope = Envelope::new(&part.ticket, part.seed.as_ref());
        let known = SharedBefore {
            authority: envelope.authority(),
            charter: known.charter.or_else(|| part.charter.clone()),
            phone: part.me.phone.clone(),
            ..known
        };
        Room(Rc::new(RefCell::new(Inner {
            store,
            id: id.to_owned(),
            mirrored: known.records.len(),
            link: Follower::new(part.ticket.right, known),
            part,
            envelope,
            wish: None,
            admits: Vec::new(),
            not_moved: false,
            rows: Vec::new(),
            held: None,
            socket: None,
            connection: 0,
            version: VERSION,
            outdated: None,
            creates: false,
            put_back: 0,
            quiet: 0,
            probes: 0,
            probing: false,
            attempts: 0,
            tries: 0,
            opening: false,
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
        (inner.tries, inner.opening) = (inner.tries.wrapping_add(1), true);
        let path = path_of(&inner.part.ticket.table, inner.tries);
        let (connection, room) = (inner.connection, Rc::downgrade(&self.0));
        inner.socket = Socket::open(&path, move |event| {
            push(&room, Happening::Socket(connection, event));
        });
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
        let shown = |inner: &Inner| (inner.stage(), inner.link.seen(), inner.attempts, inner.outdated);
        let before = shown(&inner);
        let charter = |inner: &Inner| inner.link.charter().map(|signed| signed.charter.number);
        let stored = (charter(&inner), inner.part.day);
        let mut connect = false;
        match event {
            Happening::Word(_) => {}
            Happening::Socket(connection, _) if connection != inner.connection => {}
            Happening::Socket(_, SocketEvent::Opened) => {
                // The next try is to the address that was good.
                inner.opening = false;
                (inner.quiet, inner.attempts, inner.tries) = (0, 0, inner.tries.wrapping_sub(1));
                let create = inner.part.ticket.create(None).filter(|_| inner.creates);
                match create {
                    Some(create) => inner.ask(&create),
                    None => inner.join(),
                }
            }
            Happening::Socket(_, SocketEvent::Message(bytes)) => {
                (inner.quiet, inner.probing) = (0, false);
                connect = inner.message(&bytes);
            }
            Happening::Socket(_, SocketEvent::Closed) => connect = inner.closed(),
            Happening::Mirrored(result) => inner.mirrored(result),
            Happening::Tick => {
                connect = inner.tick();
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
        if inner.is_joined() && inner.link.has_joined() {
            inner.part.day = Some(today());
        }
        if (charter(&inner), inner.part.day) != stored {
            inner.push(Happening::Word(RoomWord::Changed));
        }
        inner.introduce();
        inner.hand_in();
        inner.keep_waiting();
        if shown(&inner) != before {
            inner.push(Happening::Word(RoomWord::State));
        }
        drop(inner);
        self.mirror();
        connect
    }
}

impl Room {
    /// Stores the table anew with this phone's part in it, because the storage was cleared.
    pub fn keep_again(&self, table: &Stored, draft: &str) {
        let mut inner = self.0.borrow_mut();
        // Not more than another window of this device may have stored by then.
        inner.mirrored = 0;
        inner.mirroring = true;
        let (create, length) = (inner.store.create(table, Some(draft)), table.log.len());
        let room = self.clone();
        spawn_forever(async move {
            let created = create.await;
            room.keep_as_it_is().await;
            let mut inner = room.0.borrow_mut();
            inner.kept = None;
            inner.push(Happening::Mirrored(created.map(|()| length)));
        });
    }

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
