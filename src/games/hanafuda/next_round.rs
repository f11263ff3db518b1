//! The end of a round: what it paid and why, and who deals next.

use dioxus::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::domain::session::standing;
use takujo_core::games::hanafuda::game::{Event, Hanafuda};
use takujo_core::games::hanafuda::view_model;
use takujo_core::games::hanafuda::view_model::PayoutCause;
use takujo_core::i18n::{number, t};
use takujo_core::rule::hanafuda as rules;
use takujo_core::table::summary::standing_text;

use super::components::{Choose, others};
use super::settle::{Settlement, worth};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::Table;
use crate::ui::{Ask, CountUp, Emblem, Named};

/// The round is over: what it paid, and who deals next.
#[component]
pub fn BetweenView(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let next = state.next_dealer();
    let dealers = others(&session.seats, Some(next));
    let leads = standing_text(&standing(&session), l);
    rsx! {
        Ask { text: t::standing_after(l, t::hanafuda_over_title(l, state.round), leads) }
        div { class: "sides",
            div {
                button {
                    class: "button main",
                    onclick: move |_| {
                        table.append(Event::NextRound { dealer: None });
                    },
                    {t::hanafuda_next(l, state.round + 1, session.seats.name(next))}
                }
                Results { table }
                Choose {
                    legend: t::hanafuda_other_dealer(l),
                    rule: rules::DEALER,
                    among: dealers,
                    chosen: None,
                    onchoose: move |seat| {
                        table.append(Event::NextRound { dealer: Some(seat) });
                    },
                }
            }
            div {
                Settlement { table }
            }
        }
    }
}

/// What the round paid and why, and its forfeit; nothing while there is neither.
#[component]
pub fn Results(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let entries = || session.ledger.entries().iter().rev();
    let paid = entries().find(|event| matches!(event, Event::Payout { .. })).filter(|_| state.payout.is_some());
    let rows = paid.map(view_model::reasons).unwrap_or_default();
    let done = entries().find_map(|event| match event {
        Event::Forfeit { seat, text, .. } if state.forfeit.is_some() => Some((*seat, text.clone())),
        _ => None,
    });
    let unit = &session.options.unit;
    let sum: i32 = rows.iter().map(|(_, _, points)| points).sum();
    let played = !rows.is_empty();
    if !played && done.is_none() {
        return rsx! {};
    }
    rsx! {
        section { class: "card result",
            if played {
                h2 {
                    Emblem { game: Hanafuda::ID }
                    {t::hanafuda_result(l)}
                    " "
                    RuleLink { rule: rules::PAYOUT }
                }
                ul { class: "reasons",
                    for (seat, why, points) in rows {
                        li { key: "{seat.0}",
                            Named { players: session.seats.players().get(seat.index()).cloned().into_iter().collect::<Vec<_>>() }
                            span { class: "soft why",
                                match why {
                                    PayoutCause::Won => t::hanafuda_why_won(l).to_owned(),
                                    PayoutCause::Exempt => t::hanafuda_why_exempt(l).to_owned(),
                                    PayoutCause::Pays(left) => t::hanafuda_why_pays(l, left.brights, left.others),
                                }
                            }
                            span { class: "both",
                                span { class: "total",
                                    CountUp { to: points }
                                }
                                span { class: "soft", {worth(unit, points, l)} }
                            }
                        }
                    }
                    li { class: "sums",
                        span { class: "soft", {t::hanafuda_sum(l)} }
                        span { class: "both",
                            strong { class: "total", {number(sum)} }
                            span { class: "soft", {worth(unit, sum, l)} }
                        }
                    }
                }
            }
            if let Some((seat, text)) = done {
                p {
                    match text {
                        Some(text) => t::hanafuda_did_penalty_text(l, session.seats.name(seat), text),
                        None => t::hanafuda_did_penalty(l, session.seats.name(seat)),
                    }
                }
            }
        }
    }
}
