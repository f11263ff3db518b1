//! The phones at a shared table: who came and who entered what, and how whoever hosts it shuts one out and takes back what
//! it has entered.

use std::collections::BTreeSet;

use dioxus::core::spawn_forever;
use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::Guest;
use takujo_core::live::link::Reach;
use takujo_core::table::take_out::take_out;
use takujo_core::table::update::Saving;
use takujo_wire::Right;

use super::super::handle::AnyTable;
use crate::device;
use crate::room::{Admission, Room, RoomState};
use crate::state::lang;
use crate::ui::Named;

/// How many taps are listed at most, with who made them.
const LOGGED: usize = 50;
/// Time between two looks at whether something is so, in milliseconds, and how often to look.
const LOOK: i32 = 100;
const LOOKS: usize = 100;

/// A phone in the list.
#[derive(Clone, PartialEq)]
struct ListedPhone {
    phone: String,
    /// The name of its person; empty if they have not said it.
    name: String,
    /// Its number among those of the same name, from 1, if there are several.
    number: Option<usize>,
    /// Whether it is this one.
    here: bool,
    /// Whether it hosts the table.
    hosts: bool,
    /// Whether what it enters counts.
    inside: bool,
}

impl ListedPhone {
    /// The phones of a table, as this one knows them.
    fn of(state: &RoomState, me: &str) -> Vec<ListedPhone> {
        let alike = |name: &str| state.phones.iter().filter(|guest| guest.name == name).count() > 1;
        let number = |at: usize, name: &str| state.phones[..=at].iter().filter(|guest| guest.name == name).count();
        let phones = state.phones.iter().enumerate().map(|(at, Guest { phone, name })| {
            let here = phone == me;
            let hosts = state.hosts.contains(phone);
            let inside = hosts || state.admitted.as_ref().is_none_or(|only| only.contains(phone));
            let number = alike(name).then(|| number(at, name));
            let inside = if here { state.is_admitted } else { inside };
            ListedPhone { phone: phone.clone(), name: name.clone(), number, here, hosts, inside }
        });
        phones.collect()
    }

    /// What it is called within a sentence.
    fn called(&self, l: Lang) -> String {
        let name = if self.name.is_empty() { t::live_phone(l) } else { &self.name };
        self.number.map_or(name.to_owned(), |number| format!("{name} {number}"))
    }
}

/// Who came, and who may enter something.
#[component]
pub(super) fn Phones(table: AnyTable) -> Element {
    let l = lang();
    let mut said = use_signal(|| None::<std::rc::Rc<MountedData>>);
    let (Some(state), Some(room)) = (table.live.read().clone(), table.shared().map(|shared| shared.room())) else {
        return rsx! {};
    };
    let listed = ListedPhone::of(&state, &room.me().phone);
    let hosts = state.signed && state.right == Right::Host;
    let ready = !state.moving && matches!(state.stage, Reach::Here | Reach::Coming);
    let players = table.head.read().players.clone();
    let admit = use_callback(move |admission: Admission| {
        if let Some(shared) = table.shared() {
            shared.room().admit(admission);
        }
    });
    let only = state.admitted.is_some();
    rsx! {
        h3 { {t::live_phones(l)} }
        ul { class: "live-phones",
            for other in listed {
                li { key: "{other.phone}",
                    span { class: "row",
                        if !other.name.is_empty() {
                            SeatedName { players: players.clone(), name: other.name.clone() }
                        } else if !other.here {
                            {t::live_phone(l)}
                        }
                        if let Some(number) = other.number {
                            "{number}"
                        }
                        if other.here {
                            span { class: "soft", {t::live_row_here(l)} }
                        }
                        if other.hosts {
                            span { class: "soft", {t::live_hosts(l)} }
                        }
                        if !other.inside {
                            span { class: "soft", {t::live_shut(l)} }
                        }
                    }
                    if hosts && !other.hosts && !other.here {
                        button {
                            class: "button",
                            disabled: !ready,
                            onclick: {
                                let phone = other.phone.clone();
                                let admission = if other.inside { Admission::Out(phone) } else { Admission::In(phone) };
                                move |_| admit.call(admission.clone())
                            },
                            if other.inside {
                                {t::live_shut_out(l, other.called(l))}
                            } else {
                                {t::live_let_in(l, other.called(l))}
                            }
                        }
                    }
                    if hosts && !other.inside {
                        TakeBack { table, phone: other.phone.clone(), called: other.called(l) }
                    }
                }
            }
        }
        if hosts {
            p { class: "soft", role: "status", tabindex: "-1", onmounted: move |event| said.set(Some(event.data())),
                if only {
                    {t::live_let_in_text(l)}
                }
            }
        }
        if hosts && only {
            button {
                class: "button",
                disabled: !ready,
                onclick: move |_| {
                    admit.call(Admission::All);
                    // This button goes, so the focus goes to what stays.
                    let said = said.peek().clone();
                    async move {
                        if let Some(said) = said {
                            let _ = said.set_focus(true).await;
                        }
                    }
                },
                {t::live_let_in_all(l)}
            }
        }
    }
}

/// What became of taking something back.
#[derive(Clone, Copy, PartialEq)]
enum TakenBack {
    Done,
    /// Nothing of it stood any more.
    Nothing,
    /// Taps of this phone wait, and would be taken back instead.
    Waits,
}

/// Whether the table has all that is in its shared log, and nothing more: what is undone now is what was read.
fn is_level(table: AnyTable, room: &Room) -> bool {
    room.is_settled() && table.model().log.records() == room.records() && table.model().saving() == Saving::Saved
}

/// Waits for something, for a while; returns whether it came.
async fn comes(so: impl Fn() -> bool) -> bool {
    for _ in 0..LOOKS {
        if so() {
            return true;
        }
        device::pause(LOOK).await;
    }
    false
}

/// Takes out of the log what this phone has entered from a record on. Nobody else enters anything meanwhile: half of it done
/// would be worse than nothing.
async fn take_back(table: AnyTable, room: Room, phone: String, from: usize) -> TakenBack {
    let locked = room.state().locked;
    if !locked {
        room.lock(true);
    }
    // The table is dropped if its page is left; then the room has stopped.
    let level = comes(|| room.is_stopped() || (room.state().locked && is_level(table, &room))).await;
    let done = if room.is_stopped() || !level {
        TakenBack::Waits
    } else {
        let log = room.records();
        let bad: BTreeSet<usize> = room.written_by(&phone).into_iter().filter(|at| *at >= from).collect();
        let head = room.head().unwrap_or_default();
        let begun = || {
            let mut judge = table.rules().judge();
            judge.begin(&head, None).ok().map(|()| judge)
        };
        let records = take_out(&log, |at| bad.contains(&at), begun, device::now());
        match records.is_empty() {
            true => TakenBack::Nothing,
            false if table.tap_records(&records) => TakenBack::Done,
            false => TakenBack::Waits,
        }
    };
    comes(|| room.is_stopped() || room.is_settled()).await;
    if !locked {
        room.lock(false);
    }
    done
}

/// What a phone that is shut out has entered, and how to take it back.
#[component]
fn TakeBack(table: AnyTable, phone: String, called: String) -> Element {
    let l = lang();
    let mut sure = use_signal(|| None::<usize>);
    let (mut busy, mut outcome) = (use_signal(|| false), use_signal(|| None::<TakenBack>));
    // Drawn again with what is entered.
    let (rules, _) = (table.deferred(), table.live.read());
    let Some(room) = table.shared().map(|shared| shared.room()) else { return rsx! {} };
    let records = room.records();
    let taps: Vec<_> = room
        .written_by(&phone)
        .into_iter()
        .take(LOGGED)
        .filter_map(|at| Some((at, rules.describe(records.get(at)?, l))))
        .collect();
    if taps.is_empty() {
        return rsx! {};
    }
    rsx! {
        details { class: "live-makers",
            summary { {t::live_entered_by(l, called)} }
            ol { reversed: true,
                for (at, what) in taps {
                    li { key: "{at}", value: "{at + 1}",
                        span { id: "made-{at}", "{what}" }
                        button {
                            class: "button",
                            "aria-describedby": "made-{at}",
                            onclick: {
                                let (room, phone) = (room.clone(), phone.clone());
                                move |_| {
                                    if busy() || sure.replace(Some(at)) != Some(at) {
                                        return;
                                    }
                                    sure.set(None);
                                    busy.set(true);
                                    let (room, phone) = (room.clone(), phone.clone());
                                    // It ends what it has begun, also if this sheet is closed meanwhile.
                                    spawn_forever(async move {
                                        let became = take_back(table, room, phone, at).await;
                                        if let (Ok(mut busy), Ok(mut outcome)) = (busy.try_write(), outcome.try_write()) {
                                            (*busy, *outcome) = (false, Some(became));
                                        }
                                    });
                                }
                            },
                            if sure() == Some(at) {
                                {t::live_take_back_sure(l)}
                            } else {
                                {t::live_take_back(l)}
                            }
                        }
                    }
                }
            }
        }
        p { class: "soft", role: "status",
            match outcome() {
                Some(TakenBack::Done) => t::live_taken_back(l),
                Some(TakenBack::Nothing) => t::live_taken_back_none(l),
                Some(TakenBack::Waits) => t::live_taken_back_waits(l),
                None => "",
            }
        }
    }
}

/// Somebody by name, with the colour they have at the table.
#[component]
fn SeatedName(players: Vec<Player>, name: String) -> Element {
    match players.into_iter().find(|player| player.name == name) {
        Some(player) => rsx! {
            Named { players: vec![player] }
        },
        None => rsx! {
            bdi { "{name}" }
        },
    }
}

/// Who entered what, the latest first.
#[component]
pub(super) fn Makers(table: AnyTable) -> Element {
    let l = lang();
    // Drawn again with what is entered, and with who came.
    let (rules, _) = (table.deferred(), table.live.read());
    let Some(room) = table.shared().map(|shared| shared.room()) else { return rsx! {} };
    let records = room.records();
    let taps = records.iter().enumerate().rev().take(LOGGED).map(|(at, record)| {
        let who = room.maker(at).unwrap_or_else(|| t::live_phone(l).to_owned());
        (at, who, rules.describe(record, l))
    });
    let taps: Vec<_> = taps.collect();
    let players = table.head.read().players.clone();
    rsx! {
        if !taps.is_empty() {
            details { class: "live-makers",
                summary { {t::live_makers(l)} }
                ol { reversed: true,
                    for (at, who, what) in taps {
                        li { key: "{at}", value: "{at + 1}",
                            SeatedName { players: players.clone(), name: who }
                            " {what}"
                        }
                    }
                }
            }
        }
    }
}
