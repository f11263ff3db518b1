//! The log, and the screen that corrects an entry in it.

use dioxus::prelude::*;
use takujo_core::domain::game::{seated, seating};
use takujo_core::domain::session::Session;
use takujo_core::games::nihon_meisho::game::{Event, NihonMeisho, RuleError};
use takujo_core::games::nihon_meisho::view_model::{Asked, Does, Picking, asked, buttons, cells, instead};
use takujo_core::games::nihon_meisho::words;
use takujo_core::i18n::{Lang, t};
use takujo_core::play::{Play, Problem};
use takujo_core::table::coming_words::seating_text;

use super::pick_card::CardGrid;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{LeaveCorrection, Table};
use crate::ui::{Glyph, Icon};

/// Entries shown before somebody asks for the whole log.
const SHOWN: usize = 12;

/// What happened, newest first; most entries can be corrected.
#[component]
pub fn Log(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    let mut all = use_signal(|| false);
    let session = table.session();
    let entries = session.ledger.entries();
    let shown = if all() { entries.len() } else { SHOWN };
    let line = |at: usize| line(&session, at, l);
    // The number of the turn, as in the table's heading; only what the player did has one.
    let turn = |at: usize| {
        let (entry, before) = (session.ledger.entries().get(at)?, session.ledger.states().get(at)?);
        words::by_player(entry).then(|| before.turns().saturating_add(1))
    };
    rsx! {
        section { class: "card",
            h2 { {t::meisho_log(l)} }
            if entries.is_empty() {
                p { class: "soft", {t::meisho_log_empty(l)} }
            }
            ol { class: "log", reversed: true,
                for (at, entry) in entries.iter().enumerate().rev().take(shown) {
                    li { key: "{at}",
                        span { class: "soft",
                            if let Some(turn) = turn(at) {
                                "{turn}"
                            }
                        }
                        span { {line(at)} }
                        if NihonMeisho::may_correct(session.ledger.state(), entry) {
                            button {
                                class: "round",
                                "aria-label": t::meisho_correct(l, at + 1, line(at)),
                                onclick: move |_| table.correct(at),
                                Icon { glyph: Glyph::Pencil }
                            }
                        }
                    }
                }
            }
            if entries.len() > shown {
                button { class: "button", onclick: move |_| all.set(true), {t::meisho_log_all(l, entries.len())} }
            }
        }
    }
}

/// An entry in words, with who did it.
fn line(session: &Session<NihonMeisho>, at: usize, l: Lang) -> String {
    let Some(entry) = session.ledger.entries().get(at) else { return String::new() };
    let (before, seats) = (session.ledger.states().get(at), session.seats_at(at));
    let did = match before.and_then(seated::<NihonMeisho>).zip(seating::<NihonMeisho>(entry)) {
        Some((seated, seating)) => seating_text(seated, seating, l),
        None => words::did(entry, seats, &session.options.labels, l),
    };
    match before {
        Some(before) if words::by_player(entry) => t::meisho_log_line(l, seats.name(before.current()), did),
        _ => did,
    }
}

/// Offers what could have happened instead of an old entry.
#[component]
pub fn Instead(table: Table<NihonMeisho>, at: usize) -> Element {
    let l = lang();
    let mut refused = use_signal(|| None::<Problem>);
    // Full mode: the cards asked for.
    let mut picking = use_signal(|| None::<Picking>);
    let session = table.session();
    let labels = session.options.labels.clone();
    let (Some(entry), Some(before)) = (session.ledger.entries().get(at), session.ledger.states().get(at)) else {
        return rsx! {};
    };
    let put = move |event: Event| {
        table.commit(event);
    };
    let play = words::by_player(entry);
    let picks: Vec<(bool, &str)> = buttons(before)
        .iter()
        .filter(|_| play)
        .filter_map(|button| match button.does {
            Ok(Does::Pick { two: false, .. }) => Some((false, t::meisho_do_play1(l))),
            Ok(Does::Pick { two: true, .. }) => Some((true, t::meisho_do_play2(l))),
            _ => None,
        })
        .collect();
    // The card grid asks for a turned-up card only in place of one.
    let turned = matches!(entry, Event::Turned(_) | Event::TurnedPlusTwo);
    let asked = asked(before, picking()).filter(|asked| turned || *asked != Asked::TurnedUp);
    let turn = before.turns();
    rsx! {
        h2 { class: "ask", {t::meisho_correct_title(l)} }
        LeaveCorrection { table: table.any }
        p { class: "soft", {t::meisho_correct_was(l, at + 1, line(&session, at, l))} }
        div { class: "row wrap",
            for event in instead(before, entry) {
                button {
                    key: "{event:?}",
                    class: "button",
                    onclick: {
                        let event = event.clone();
                        move |_| put(event.clone())
                    },
                    {words::did(&event, session.seats_at(at), &labels, l)}
                }
            }
            for (two, words) in picks {
                button {
                    key: "{two}",
                    class: "button",
                    "aria-pressed": picking().is_some_and(|picking| picking.two == two),
                    onclick: move |_| picking.set(Some(Picking { turn, two, first: None })),
                    "{words}"
                }
            }
        }
        if let Some(problem) = refused() {
            p { class: "error", role: "alert",
                "{problem.text} "
                RuleLink { rule: problem.rule }
            }
        }
        if let Some(asked) = asked {
            CardGrid {
                cells: cells(before, asked),
                labels,
                ontap: move |tapped: Result<Does, RuleError>| {
                    match tapped {
                        Ok(Does::Event(event)) => put(event),
                        Ok(Does::Pick { two, first }) => picking.set(Some(Picking { turn, two, first })),
                        Err(error) => {
                            let session = table.session();
                            refused.set(Some(words::explain(&error, session.seats_at(at), &session.options, l)));
                        }
                    }
                },
            }
        }
    }
}
