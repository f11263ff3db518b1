//! Reads the log, and puts an entry of it right.

use dioxus::prelude::*;

use super::pick_card::CardGrid;
use super::text;
use super::turn::{Event, NihonMeisho, RuleError};
use super::view_model::{Asked, Does, Picking, asked, buttons, cells, instead};
use crate::domain::game::Game;
use crate::domain::ledger::Op;
use crate::i18n::t;
use crate::play::Problem;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::Table;
use crate::ui::{Glyph, Icon, Sheet};

/// Entries of the log shown before all are asked for.
const SHOWN: usize = 12;

/// What happened, the last first, and each of it to be put right.
#[component]
pub fn Log(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    let mut all = use_signal(|| false);
    let mut correcting = use_signal(|| None::<usize>);
    let session = table.session();
    let labels = &session.options.labels;
    let entries = session.ledger.entries();
    let shown = if all() { entries.len() } else { SHOWN };
    let line = |at: usize| {
        let did = text::did(&entries[at], &session.seats, labels, l);
        match session.ledger.states().get(at) {
            Some(before) if text::by_player(&entries[at]) => {
                t::meisho_log_line(l, session.seats.name(before.current()), did)
            }
            _ => did,
        }
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
                        span { class: "soft", "{at + 1}" }
                        span { {line(at)} }
                        if !matches!(entry, Event::Call { .. } | Event::SaidInTime { .. } | Event::Reshuffled) {
                            button {
                                class: "round",
                                "aria-label": t::meisho_correct(l, at + 1, line(at)),
                                onclick: move |_| correcting.set(Some(at)),
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
        if let Some(at) = correcting().filter(|at| *at < entries.len()) {
            Sheet {
                title: t::meisho_correct_title(l),
                close_label: t::close(l),
                onclose: move |()| correcting.set(None),
                Instead { table, at, was: line(at), onclose: move |()| correcting.set(None) }
            }
        }
    }
}

/// What an old entry was instead.
#[component]
fn Instead(table: Table<NihonMeisho>, at: usize, was: String, onclose: EventHandler<()>) -> Element {
    let l = lang();
    let mut refused = use_signal(|| None::<Problem>);
    // In full mode: which cards are asked for.
    let mut picking = use_signal(|| None::<Picking>);
    let session = table.session();
    let labels = session.options.labels.clone();
    let (Some(entry), Some(before)) = (session.ledger.entries().get(at), session.ledger.states().get(at)) else {
        return rsx! {};
    };
    let put = move |event: Event| match table.push(Op::Correct { entry: at, event }) {
        Ok(()) => onclose.call(()),
        Err(error) => refused.set(Some(table.explain(&error))),
    };
    let play = text::by_player(entry);
    let picks: Vec<(bool, &str)> = buttons(before)
        .iter()
        .filter(|_| play)
        .filter_map(|button| match button.does {
            Ok(Does::Pick { two: false, .. }) => Some((false, t::meisho_do_play1(l))),
            Ok(Does::Pick { two: true, .. }) => Some((true, t::meisho_do_play2(l))),
            _ => None,
        })
        .collect();
    // A card turned up can only have been another one.
    let turned = matches!(entry, Event::Turned(_) | Event::TurnedPlusTwo);
    let asked = asked(before, picking()).filter(|asked| turned || *asked != Asked::TurnedUp);
    let turn = before.turns();
    rsx! {
        p { class: "soft", {t::meisho_correct_was(l, at + 1, was)} }
        div { class: "row wrap",
            for event in instead(before, entry) {
                button {
                    key: "{event:?}",
                    class: "button",
                    onclick: {
                        let event = event.clone();
                        let mut put = put;
                        move |_| put(event.clone())
                    },
                    {text::did(&event, &session.seats, &labels, l)}
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
                RuleLink { game: NihonMeisho::ID, section: problem.rule }
            }
        }
        if let Some(asked) = asked {
            CardGrid {
                cells: cells(before, asked),
                labels,
                ontap: move |tapped: Result<Does, RuleError>| {
                    let mut put = put;
                    match tapped {
                        Ok(Does::Event(event)) => put(event),
                        Ok(Does::Pick { two, first }) => picking.set(Some(Picking { turn, two, first })),
                        Err(error) => {
                            let session = table.session();
                            refused.set(Some(text::explain(&error, &session.seats, &session.options, l)));
                        }
                    }
                },
            }
        }
    }
}
