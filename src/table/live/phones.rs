//! The phones at a shared table: who came and who entered what, and how whoever hosts it shuts one out and takes back what
//! it has entered.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::Guest;
use takujo_core::table::take_out::take_out;
use takujo_wire::Right;

use super::super::handle::AnyTable;
use crate::state::lang;
use crate::ui::Named;

/// How many taps are listed at most, with who made them.
const LOGGED: usize = 50;

/// What a phone is called here: its person, or that nobody has said who that is.
fn called(guest: &Guest, l: Lang) -> String {
    if guest.name.is_empty() { t::live_phone(l).to_owned() } else { guest.name.clone() }
}

/// Who came.
#[component]
pub(super) fn Phones(table: AnyTable) -> Element {
    let l = lang();
    let (Some(state), Some(room)) = (table.live.read().clone(), table.shared().map(|shared| shared.room())) else {
        return rsx! {};
    };
    let me = room.me().phone;
    let hosts = state.signed && state.right == Right::Host && !state.moving;
    let only = state.admitted.clone();
    let all: Vec<String> = state.guests.iter().map(|guest| guest.phone.clone()).collect();
    let is_in = |phone: &String| only.as_ref().is_none_or(|only| only.contains(phone));
    let guests: Vec<(Guest, bool, bool)> = state
        .guests
        .iter()
        .map(|guest| {
            let alike = state.guests.iter().filter(|other| other.name == guest.name).count() > 1;
            (guest.clone(), alike, is_in(&guest.phone) || guest.phone == me)
        })
        .collect();
    let admit = move |phones: Option<Vec<String>>| {
        if let Some(shared) = table.shared() {
            shared.room().admit(phones);
        }
    };
    let players = table.head.read().players.clone();
    rsx! {
        h3 { {t::live_phones(l)} }
        ul { class: "live-phones",
            for (guest, alike, inside) in guests {
                li { key: "{guest.phone}",
                    span { class: "row",
                        if !guest.name.is_empty() {
                            SeatedName { players: players.clone(), name: guest.name.clone() }
                        } else if guest.phone != me {
                            {t::live_phone(l)}
                        }
                        if guest.phone == me {
                            span { class: "soft", {t::live_row_here(l)} }
                        } else if alike {
                            // Two phones of one name are told apart by their keys.
                            span { class: "soft", {guest.phone.chars().take(4).collect::<String>()} }
                        }
                        if !inside {
                            span { class: "soft", {t::live_shut(l)} }
                        }
                    }
                    if hosts && guest.phone != me {
                        button {
                            class: "button",
                            onclick: {
                                let (all, only, phone) = (all.clone(), only.clone(), guest.phone.clone());
                                move |_| {
                                    let mut phones = only.clone().unwrap_or_else(|| all.clone());
                                    phones.retain(|other| *other != phone);
                                    if !inside {
                                        phones.push(phone.clone());
                                    }
                                    admit(Some(phones));
                                }
                            },
                            if inside {
                                {t::live_shut_out(l, called(&guest, l))}
                            } else {
                                {t::live_let_in(l, called(&guest, l))}
                            }
                        }
                    }
                    if hosts && !inside {
                        TakeBack { table, guest }
                    }
                }
            }
        }
        if hosts && only.is_some() {
            p { class: "soft", role: "status", {t::live_let_in_text(l)} }
            button { class: "button", onclick: move |_| admit(None), {t::live_let_in_all(l)} }
        }
    }
}

/// The records that this phone made, the latest first.
fn made_by(table: AnyTable, phone: &str) -> Vec<(usize, String)> {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return Vec::new() };
    let makers = room.makers();
    let maker = |at: usize| makers[..makers.partition_point(|(from, _)| *from <= at)].last().map(|(_, phone)| phone);
    let records = room.records().into_iter().enumerate();
    let mut made: Vec<_> = records.filter(|(at, _)| maker(*at).is_some_and(|maker| maker == phone)).collect();
    made.reverse();
    made
}

/// Takes out of the log what this phone has entered from a record on. Returns whether anything of it still stood.
fn take_back(table: AnyTable, phone: &str, from: usize) -> bool {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return false };
    let bad: Vec<usize> = made_by(table, phone).into_iter().map(|(at, _)| at).filter(|at| *at >= from).collect();
    let head = room.head().unwrap_or_default();
    let begun = || {
        let mut judge = table.rules().judge();
        judge.begin(&head, None).ok().map(|()| judge)
    };
    let records = take_out(&room.records(), |at| bad.contains(&at), begun, crate::device::now());
    table.tap_records(&records)
}

/// What a phone that is shut out has entered, and how to take it back.
#[component]
fn TakeBack(table: AnyTable, guest: Guest) -> Element {
    let l = lang();
    let mut sure = use_signal(|| None::<usize>);
    let mut outcome = use_signal(|| None::<bool>);
    let rules = table.rules();
    let taps: Vec<_> = made_by(table, &guest.phone)
        .into_iter()
        .take(LOGGED)
        .map(|(at, record)| (at, rules.describe(&record, l)))
        .collect();
    if taps.is_empty() {
        return rsx! {};
    }
    rsx! {
        details { class: "live-makers",
            summary { {t::live_entered_by(l, called(&guest, l))} }
            ol { reversed: true,
                for (at, what) in taps {
                    li { key: "{at}", value: "{at + 1}",
                        "{what}"
                        button {
                            class: "button",
                            onclick: {
                                let phone = guest.phone.clone();
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
                Some(true) => t::live_taken_back(l),
                Some(false) => t::live_taken_back_none(l),
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
    let Some(room) = table.shared().map(|shared| shared.room()) else { return rsx! {} };
    let records = room.records();
    let rules = table.rules();
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
