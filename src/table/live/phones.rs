//! The phones at a shared table: who came and who entered what, and how whoever hosts it shuts one out and takes back what
//! it has entered.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::Guest;
use takujo_core::live::link::Reach;
use takujo_core::table::take_out::take_out;
use takujo_wire::Right;

use super::super::handle::AnyTable;
use crate::device;
use crate::room::RoomState;
use crate::state::lang;
use crate::ui::Named;

/// How many taps are listed at most, with who made them.
const LOGGED: usize = 50;

/// A phone in the list.
#[derive(Clone, PartialEq)]
struct Listed {
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

impl Listed {
    /// The phones of a table, as this one knows them.
    fn of(state: &RoomState, me: &str) -> Vec<Listed> {
        let alike = |name: &str| state.phones.iter().filter(|guest| guest.name == name).count() > 1;
        let number = |at: usize, name: &str| state.phones[..=at].iter().filter(|guest| guest.name == name).count();
        let phones = state.phones.iter().enumerate().map(|(at, Guest { phone, name })| {
            let here = phone == me;
            let hosts = state.hosts.contains(phone);
            let inside = hosts || state.admitted.as_ref().is_none_or(|only| only.contains(phone));
            let number = alike(name).then(|| number(at, name));
            let inside = if here { state.is_admitted } else { inside };
            Listed { phone: phone.clone(), name: name.clone(), number, here, hosts, inside }
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
    let listed = Listed::of(&state, &room.me().phone);
    let hosts = state.signed && state.right == Right::Host;
    let ready = !state.moving && matches!(state.stage, Reach::Here | Reach::Coming);
    // Those whose entries count now: whoever is shut out or let in is one less or more.
    let now: Vec<String> = listed.iter().filter(|other| other.inside).map(|other| other.phone.clone()).collect();
    let players = table.head.read().players.clone();
    let admit = use_callback(move |phones: Option<Vec<String>>| {
        if let Some(shared) = table.shared() {
            shared.room().admit(phones);
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
                                let (mut phones, phone, inside) = (now.clone(), other.phone.clone(), other.inside);
                                phones.retain(|other| *other != phone);
                                if !inside {
                                    phones.push(phone);
                                }
                                move |_| admit.call(Some(phones.clone()))
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
                    admit.call(None);
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

/// Takes out of the log what this phone has entered from a record on.
fn take_back(table: AnyTable, phone: &str, from: usize) -> TakenBack {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return TakenBack::Waits };
    let log = table.model().log.records().to_vec();
    if room.state().waiting > 0 || log != room.records() {
        return TakenBack::Waits;
    }
    let bad: std::collections::BTreeSet<usize> = room.written_by(phone).into_iter().filter(|at| *at >= from).collect();
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
}

/// What a phone that is shut out has entered, and how to take it back.
#[component]
fn TakeBack(table: AnyTable, phone: String, called: String) -> Element {
    let l = lang();
    let mut sure = use_signal(|| None::<usize>);
    let mut outcome = use_signal(|| None::<TakenBack>);
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
                                let phone = phone.clone();
                                move |_| {
                                    if sure.replace(Some(at)) == Some(at) {
                                        sure.set(None);
                                        outcome.set(Some(take_back(table, &phone, at)));
                                    }
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
