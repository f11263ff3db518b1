//! What is known so far: the result of each round and why, and the totals.

use dioxus::prelude::*;
use takujo_core::domain::seats::Seat;
use takujo_core::games::weather::game::Weather;
use takujo_core::games::weather::score::Scored;
use takujo_core::games::weather::view_model::{Line, count_of, lines, order, played, stage, wish_of};
use takujo_core::games::weather::wish::{ROUNDS, Wish};
use takujo_core::games::weather::words;
use takujo_core::games::weather::words::{GAME, wish_name, wish_rule};
use takujo_core::i18n::{list, number, signed, t};
use takujo_core::rule::weather as rules;

use super::components::{WishSky, player};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{CorrectRound, Table};
use crate::ui::{Ask, CountUp, Emblem, Named};

/// The round just counted, and what comes next.
#[component]
pub fn SeeResult(table: Table<Weather>, round: usize, onnext: EventHandler<()>) -> Element {
    let l = lang();
    let session = table.session();
    let (state, seats) = (session.ledger.state(), &session.seats);
    let next = state.current();
    let leader = state.leader(next).map_or("", |seat| seats.name(seat));
    let places = order(&session.ledger, &stage(state, None));
    let names: Vec<String> = places.iter().map(|place| seats.name(place.seat).to_owned()).collect();
    rsx! {
        Ask { hidden: true, text: t::weather_result(l, round + 1) }
        section { class: "card go-on",
            p {
                strong { "{leader} " }
                {t::weather_leads_next(l, next + 1)}
                " "
                RuleLink { rule: rules::LEADER }
            }
            if !state.options().hidden {
                p { class: "soft", {t::weather_picks_next(l, list(l, &names))} }
            }
            // At the top left, so that a second tap on "save" meets nothing.
            button { class: "button main", onclick: move |_| onnext.call(()), {t::weather_to_next(l, next + 1)} }
        }
        RoundCard { table, round, first: true }
        RoundCards { table, but: round }
    }
}

/// All rounds played, the latest first, except for one that is already shown.
#[component]
pub fn RoundCards(table: Table<Weather>, #[props(default)] but: Option<usize>) -> Element {
    let done = played(table.session().ledger.state());
    rsx! {
        for round in (0..done).rev().filter(|round| but != Some(*round)) {
            RoundCard { key: "{round}", table, round, first: round + 1 == done }
        }
    }
}

/// A score step by step, and a link to its rule.
#[component]
pub fn Steps(wish: Wish, scored: Scored) -> Element {
    let l = lang();
    rsx! {
        ul { class: "steps",
            for (at, step) in words::steps(&scored, l).into_iter().enumerate() {
                li { key: "{at}", "{step}" }
            }
            li { class: "link",
                RuleLink { rule: wish_rule(wish) }
            }
        }
    }
}

/// A played round: everyone's wish and its result, step by step. All but the `first` are folded.
#[component]
fn RoundCard(table: Table<Weather>, round: usize, first: bool) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let entry = count_of(&session.ledger, round);
    let hidden = state.options().hidden;
    rsx! {
        details { class: "card result", open: first,
            summary {
                if first {
                    h2 {
                        Emblem { game: GAME }
                        {t::weather_result(l, round + 1)}
                    }
                } else {
                    {t::weather_result(l, round + 1)}
                }
            }
            div { role: if first { "status" },
            ul { class: "reasons",
                for Line { seat, wish, bluff, taken: _, tricks, scored } in lines(state, round) {
                    li { key: "{seat.0}",
                        Named { players: player(&session.seats, seat) }
                        span { class: "soft", "{wish_name(wish, l)} · {t::weather_tricks(l, tricks)}" }
                        strong { class: "total",
                            match &scored {
                                Ok(scored) if first => rsx! {
                                    CountUp { to: scored.points }
                                },
                                Ok(scored) => rsx! { {signed(scored.points)} },
                                Err(_) => rsx! { "?" },
                            }
                        }
                        match scored {
                            Ok(scored) => rsx! {
                                Steps { wish, scored }
                            },
                            Err(_) => rsx! {
                                p { class: "soft", {t::weather_waits(l)} }
                            },
                        }
                        if hidden {
                            p { class: "soft bluff",
                                if let Some(announced) = bluff {
                                    strong { {t::weather_called(l, wish_name(announced, l))} }
                                    " · "
                                }
                                {t::weather_bluffs(l, state.bluffs(seat, round + 1))}
                            }
                        }
                    }
                }
            }
            }
            if let Some(entry) = entry {
                CorrectRound { table: table.any, entry, number: round + 1 }
            }
        }
    }
}

/// Wishes and points so far, by round.
#[component]
pub fn SoFar(table: Table<Weather>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    if played(state) == 0 {
        return rsx! {};
    }
    let totals = state.totals_after(ROUNDS);
    rsx! {
        section { class: "card",
            h2 { class: "hidden", {t::weather_so_far(l)} }
            div { class: "scroll", tabindex: "0", role: "region", "aria-label": t::weather_so_far(l),
                table { class: "rounds so-far",
                    thead {
                        tr {
                            th { scope: "col",
                                span { class: "hidden", {t::nerts_player(l)} }
                            }
                            for round in 1..=ROUNDS {
                                th { key: "{round}", scope: "col", "{round}" }
                            }
                            th { scope: "col", {t::standings_total(l)} }
                        }
                    }
                    tbody {
                        for seat in Seat::all(session.seats.len()) {
                            tr { key: "{seat.0}",
                                th { scope: "row",
                                    Named { players: player(&session.seats, seat) }
                                }
                                for round in 0..ROUNDS {
                                    td { key: "{round}",
                                        if let Some(wish) = wish_of(state, round, seat) {
                                            WishSky { wish }
                                            span { class: "hidden", "{wish_name(wish, l)} " }
                                            if let Some(points) = state.points(round, seat) {
                                                {number(points)}
                                            }
                                        }
                                    }
                                }
                                td {
                                    strong { {number(totals.get(seat.index()).copied().unwrap_or(0))} }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
