//! Keeps what is here on the person's other devices: runs a [`Keeper`] with a socket for as long as the app runs, and deals
//! with all that happens, one after the other.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::future::poll_fn;
use std::rc::{Rc, Weak};
use std::task::{Poll, Waker};

use dioxus::core::spawn_forever;
use dioxus::prelude::*;
use takujo_core::keep::{KEPT_KEY, KeepReport, Keeper, Kept, MESSAGES_A_SECOND, Turn};
use takujo_core::storage::StorageError;
use takujo_wire::{Ask, Refusal, Tell, VERSION, VERSIONS, instead_of};

use super::view::{DEVICES, DevicesStage, DevicesView};
use crate::device::{self, Socket, SocketEvent};
use crate::room::{ADDRESSES, path_of};
use crate::state::App;

/// Time between two looks at the connection (ticks), in milliseconds.
const TICK: i32 = 5_000;
/// Ticks without a message after which the home is asked for a sign of life, and after which the connection is given up.
const QUIET: u32 = 3;
const DEAD: u32 = 5;
/// Most ticks between two attempts to connect, and those to wait after a refusal.
const BACK_OFF: u32 = 6;
/// Time after a change before it goes out, in milliseconds: most come in groups.
const SETTLED: i32 = 1_500;
/// Time after the first page before anything is read, in milliseconds.
const LATER: i32 = 1_000;
/// So many times in a row it connects again at once because the log is another one.
const MOST_AGAIN: u32 = 24;

/// What a runner deals with.
pub(super) enum DeviceEvent {
    Socket(u64, SocketEvent),
    /// This table or value was stored, by whichever window.
    Stored(String),
    /// The last changes are some time ago.
    Settled,
    Tick,
    Wake,
    /// This table is open here.
    Open(Option<String>),
    /// Calls this device something else.
    Rename(String),
    /// Forgets another device, by its id.
    Forget(String),
    /// It ends.
    Stop,
}

#[derive(Default)]
struct Events {
    waiting: VecDeque<DeviceEvent>,
    waker: Option<Waker>,
    stopped: bool,
}

/// Where events are left for a runner.
#[derive(Clone)]
pub(super) struct Inbox(Rc<RefCell<Events>>);

impl Inbox {
    /// Leaves an event.
    pub(super) fn push(&self, event: DeviceEvent) {
        let mut events = self.0.borrow_mut();
        events.waiting.push_back(event);
        if let Some(waker) = events.waker.take() {
            waker.wake();
        }
    }

    /// What leaves events here as long as the runner runs; says whether it does.
    fn pusher(&self) -> impl Fn(DeviceEvent) -> bool + Clone + 'static {
        let events: Weak<RefCell<Events>> = Rc::downgrade(&self.0);
        move |event| {
            let Some(inbox) = events.upgrade().filter(|events| !events.borrow().stopped).map(Inbox) else {
                return false;
            };
            inbox.push(event);
            true
        }
    }

    async fn next(&self) -> DeviceEvent {
        poll_fn(|context| {
            let mut events = self.0.borrow_mut();
            match events.waiting.pop_front() {
                Some(event) => Poll::Ready(event),
                None => {
                    events.waker = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }
}

/// Where the runner of this window is told what to do.
static INBOX: GlobalSignal<Option<Inbox>> = Signal::global(|| None);

/// Leaves an event for the runner.
pub(super) fn tell(event: DeviceEvent) {
    if let Some(inbox) = INBOX.peek().as_ref() {
        inbox.push(event);
    }
}

/// Why nothing was stored.
pub(super) enum Unstored {
    /// The disk.
    Disk(StorageError),
    /// Another window has gone on meanwhile, and stored this.
    Elsewhere(Option<String>),
    /// The system gives no random bytes.
    NoChance,
}

impl From<StorageError> for Unstored {
    fn from(error: StorageError) -> Unstored {
        Unstored::Disk(error)
    }
}

/// One window's connection with the other devices.
pub(super) struct Runner {
    pub(super) app: App,
    pub(super) keeper: Keeper,
    /// What is stored of it, as far as this window knows.
    pub(super) text: String,
    /// How many records each table has, if that is known and has not changed.
    pub(super) lengths: BTreeMap<String, usize>,
    /// The table that is open here.
    pub(super) open: Option<String>,
    pub(super) report: KeepReport,
    /// The devices that are to be forgotten, once the others can be told.
    forgets: Vec<String>,
    /// What this device was called just now; empty if it was not.
    name: String,
    stage: DevicesStage,
    inbox: Inbox,
    socket: Option<Socket>,
    /// Number of the connection, so that what an old one says is not taken for the new one's.
    connection: u64,
    version: u8,
    /// Counts the attempts in a row: which address is next; and whether it is not known yet what comes of the last.
    tries: u32,
    opening: bool,
    /// Ticks since the last message or the end of the connection, and how many to wait before the next attempt.
    quiet: u32,
    wait: u32,
    again: u32,
    /// Whether changes are to go out in a moment.
    changing: bool,
    /// Whether it connects no more: the device was forgotten, or what is stored cannot be read.
    out: bool,
}

/// Begins to keep what is stored under [`KEPT_KEY`], until it is told to stop.
pub(super) fn start(app: App) -> Inbox {
    *DEVICES.write() = None;
    let inbox = Inbox(Rc::default());
    let runner = inbox.clone();
    spawn_forever(async move {
        while !app.complete() {
            device::pause(LATER).await;
        }
        device::pause(LATER).await;
        let ended = runner.clone();
        if let Some(mut runner) = Runner::begin(app, runner).await {
            runner.run().await;
        }
        ended.0.borrow_mut().stopped = true;
    });
    *INBOX.write() = Some(inbox.clone());
    inbox
}

impl Runner {
    async fn begin(app: App, inbox: Inbox) -> Option<Runner> {
        let text = loop {
            match app.store().read(KEPT_KEY).await {
                Ok(text) => break text.unwrap_or_default(),
                Err(_) => device::pause(TICK).await,
            }
        };
        let Some(kept) = Kept::read(&text) else {
            // It stays as it is until somebody joins again or ends it.
            *DEVICES.write() = Some(DevicesView { stage: DevicesStage::Damaged, ..DevicesView::default() });
            return None;
        };
        let push = inbox.pusher();
        let (stored, woken, tick) = (push.clone(), push.clone(), push);
        device::on_any_change(move |what| {
            stored(DeviceEvent::Stored(what));
        });
        device::on_wake(move || {
            woken(DeviceEvent::Wake);
        });
        spawn_forever(async move {
            loop {
                device::pause(TICK).await;
                if !tick(DeviceEvent::Tick) {
                    return;
                }
            }
        });
        Some(Runner {
            app,
            keeper: Keeper::new(kept),
            text,
            lengths: BTreeMap::new(),
            open: None,
            report: KeepReport::default(),
            forgets: Vec::new(),
            name: String::new(),
            stage: DevicesStage::Coming,
            inbox,
            socket: None,
            connection: 0,
            version: VERSION,
            tries: 0,
            opening: false,
            quiet: 0,
            wait: 0,
            again: 0,
            changing: false,
            out: false,
        })
    }

    async fn run(&mut self) {
        self.show(DevicesStage::Coming);
        self.connect();
        loop {
            match self.inbox.next().await {
                DeviceEvent::Socket(connection, event) if connection == self.connection => self.heard(event).await,
                DeviceEvent::Socket(..) => {}
                DeviceEvent::Stored(what) if what == KEPT_KEY => {
                    // Only the end is taken from another window at once; the rest is looked at before anything is stored.
                    if self.stored_text().await == Ok(None) {
                        self.app.set_keeping(false);
                    }
                }
                DeviceEvent::Stored(what) => self.stored_by(&what),
                DeviceEvent::Settled => {
                    self.changing = false;
                    self.go_on_with_changes().await;
                }
                DeviceEvent::Tick => self.tick(),
                DeviceEvent::Wake => match &self.socket {
                    Some(_) => self.ask(&Ask::Ping(0)),
                    None => self.connect(),
                },
                DeviceEvent::Open(open) => {
                    if self.open != open {
                        self.open = open;
                        self.soon();
                    }
                }
                DeviceEvent::Rename(name) => self.rename(&name).await,
                DeviceEvent::Forget(id) => {
                    self.keeper.forget(&[&id]);
                    self.forgets.push(id);
                    self.show(self.stage);
                    self.go_on_with_changes().await;
                }
                DeviceEvent::Stop => return self.end(),
            }
        }
    }

    fn end(&mut self) {
        self.socket = None;
        // Another one may have begun.
        let is_last = INBOX.peek().as_ref().is_some_and(|inbox| Rc::ptr_eq(&inbox.0, &self.inbox.0));
        if is_last {
            *DEVICES.write() = None;
        }
    }

    /// Goes on with this, as it is stored.
    fn keep(&mut self, kept: Kept, text: String) {
        (self.keeper, self.text) = (Keeper::new(kept), text);
        let forgets: Vec<&str> = self.forgets.iter().map(String::as_str).collect();
        self.keeper.forget(&forgets);
    }

    /// What is stored under [`KEPT_KEY`]; `None` if nothing is kept any more.
    pub(super) async fn stored_text(&self) -> Result<Option<String>, StorageError> {
        Ok(self.app.store().read(KEPT_KEY).await?.filter(|text| !text.is_empty()))
    }

    /// A table or a value was stored here. What only this window or device is to know goes nowhere.
    fn stored_by(&mut self, what: &str) {
        const OWN: [&str; 5] = ["draft:", "summary:", "live:", "row:", "waiting:"];
        if OWN.iter().any(|own| what.starts_with(own)) {
            return;
        }
        match what {
            "" => self.lengths.clear(),
            id => drop(self.lengths.remove(id)),
        }
        self.soon();
    }

    /// Looks at what has changed here in a moment.
    fn soon(&mut self) {
        if !std::mem::replace(&mut self.changing, true) {
            let push = self.inbox.pusher();
            spawn_forever(async move {
                device::pause(SETTLED).await;
                push(DeviceEvent::Settled);
            });
        }
    }

    async fn go_on_with_changes(&mut self) {
        let turn = self.keeper.changed();
        // Without a connection it is looked at with the next one.
        if self.socket.is_some() {
            self.go_on(turn).await;
        }
    }

    async fn rename(&mut self, name: &str) {
        let mut kept = self.keeper.kept().clone();
        kept.rename(name);
        let text = kept.write();
        match self.stored_text().await {
            Ok(Some(stored)) if stored == self.text => {}
            Ok(Some(stored)) => return self.take_over(stored),
            Ok(None) => return,
            Err(_) => return self.show(DevicesStage::Disk),
        }
        match self.app.store().write(KEPT_KEY, &text).await {
            Ok(()) => {
                self.keep(kept, text);
                name.clone_into(&mut self.name);
                self.show(DevicesStage::Coming);
                self.connect();
            }
            Err(_) => self.show(DevicesStage::Disk),
        }
    }

    fn ask(&self, ask: &Ask) {
        if let Some(socket) = &self.socket {
            socket.send(&ask.encode(self.version));
        }
    }

    fn connect(&mut self) {
        if self.out {
            return;
        }
        self.connection += 1;
        self.quiet = 0;
        // What was stored unseen is looked at with each connection.
        self.lengths.clear();
        (self.tries, self.opening) = (self.tries.wrapping_add(1), true);
        self.keeper.cut();
        let (push, connection) = (self.inbox.pusher(), self.connection);
        let path = path_of(&self.keeper.table(), self.tries);
        self.socket = Socket::open(&path, move |event| {
            push(DeviceEvent::Socket(connection, event));
        });
    }

    /// The connection has ended, or ends here, and is made again after `wait` ticks.
    fn cut(&mut self, wait: u32) {
        self.socket = None;
        self.connection += 1;
        self.keeper.cut();
        (self.quiet, self.wait) = (0, wait);
    }

    fn tick(&mut self) {
        self.quiet += 1;
        if self.socket.is_none() {
            if self.quiet >= self.wait {
                self.connect();
            }
        } else if self.quiet >= DEAD {
            self.cut((self.wait + 1).min(BACK_OFF));
            self.show(DevicesStage::Away);
        } else if self.quiet == QUIET {
            // Nothing was to be said for a while.
            self.again = 0;
            self.ask(&Ask::Ping(self.quiet));
        }
    }

    async fn heard(&mut self, event: SocketEvent) {
        match event {
            SocketEvent::Opened => {
                // The next try is to the address that was good.
                (self.quiet, self.opening, self.tries) = (0, false, self.tries.wrapping_sub(1));
                self.keeper.connected();
                self.go_on(Turn::Wait).await;
            }
            SocketEvent::Message(bytes) => {
                self.quiet = 0;
                match Tell::decode(&bytes) {
                    Ok(Tell::Refused(Refusal::Version(newest))) => self.outdated(newest),
                    Ok(tell) => {
                        let turn = self.keeper.heard(&tell);
                        self.go_on(turn).await;
                    }
                    Err(_) => {
                        self.cut(BACK_OFF);
                        self.show(DevicesStage::Away);
                    }
                }
            }
            SocketEvent::Closed => {
                // An older host may know only the second address.
                if self.opening && self.tries % ADDRESSES == 1 {
                    return self.connect();
                }
                self.cut((self.wait + 1).min(BACK_OFF));
                self.show(DevicesStage::Away);
            }
        }
    }

    /// The home does not speak this version, and `newest` is its own newest.
    fn outdated(&mut self, newest: u8) {
        match instead_of(self.version, newest, VERSIONS) {
            Ok(version) if version < self.version => {
                self.version = version;
                self.connect();
            }
            Ok(version) => {
                self.version = version;
                self.cut(1);
                self.show(DevicesStage::Away);
            }
            Err(_) => {
                self.version = VERSION;
                self.cut(BACK_OFF);
                self.show(DevicesStage::Refused);
            }
        }
    }

    async fn go_on(&mut self, mut turn: Turn) {
        loop {
            self.send().await;
            match turn {
                Turn::Wait => return,
                Turn::Settle => match self.settle().await {
                    Ok(next) => {
                        // That may have taken longer than a host is waited for.
                        self.quiet = 0;
                        turn = next;
                    }
                    Err(Unstored::Elsewhere(None)) => return self.app.set_keeping(false),
                    Err(Unstored::Elsewhere(Some(text))) => return self.take_over(text),
                    Err(Unstored::Disk(_) | Unstored::NoChance) => {
                        self.cut(BACK_OFF);
                        return self.show(DevicesStage::Disk);
                    }
                },
                Turn::Again => return self.connect_again(),
                Turn::Done => {
                    self.wait = 0;
                    let devices = self.keeper.kept().devices();
                    self.forgets.retain(|id| devices.contains_key(id));
                    return self.show(DevicesStage::Same);
                }
                Turn::NotThere => {
                    self.again = 0;
                    self.cut(BACK_OFF);
                    return self.show(DevicesStage::NotThere);
                }
                Turn::Out => {
                    self.out = true;
                    self.cut(BACK_OFF);
                    return self.show(DevicesStage::Out);
                }
                Turn::Refused(refusal) => {
                    self.cut(BACK_OFF);
                    let passes = matches!(
                        refusal,
                        Refusal::Stopping | Refusal::TooFast(_) | Refusal::TooSlow(_) | Refusal::Unavailable
                    );
                    return self.show(if passes { DevicesStage::Away } else { DevicesStage::Refused });
                }
            }
        }
    }

    /// Sends what is to be sent, no faster than homes allow.
    async fn send(&mut self) {
        let asks = self.keeper.asks(&mut || device::secret());
        for ask in &asks {
            self.ask(ask);
            device::pause((1_000 / MESSAGES_A_SECOND) as i32).await;
        }
    }

    /// Goes on with what another window has stored.
    fn take_over(&mut self, text: String) {
        match Kept::read(&text) {
            Some(kept) => {
                self.keep(kept, text);
                self.connect_again();
            }
            None => {
                self.out = true;
                self.cut(BACK_OFF);
                self.show(DevicesStage::Damaged);
            }
        }
    }

    /// Connects at once, unless that has happened too often.
    fn connect_again(&mut self) {
        self.again += 1;
        if self.again > MOST_AGAIN {
            self.cut(BACK_OFF);
            self.show(DevicesStage::Away);
        } else {
            self.connect();
        }
    }

    /// Shows how it stands.
    fn show(&mut self, stage: DevicesStage) {
        self.stage = stage;
        let kept = self.keeper.kept();
        let name = |id: &String, name: &String| {
            if id == kept.me() && !self.name.is_empty() { self.name.clone() } else { name.clone() }
        };
        let devices = kept.devices().iter().map(|(id, device)| (id.clone(), name(id, &device.name), device.day));
        let view = DevicesView {
            stage,
            code: kept.code().write(),
            me: kept.me().to_owned(),
            devices: devices.collect(),
            forgets: self.forgets.clone(),
            report: self.report.clone(),
        };
        if DEVICES.peek().as_ref() != Some(&view) {
            *DEVICES.write() = Some(view);
        }
    }
}
