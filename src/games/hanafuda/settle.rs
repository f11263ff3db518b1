//! Settling up: points and what they are worth, who pays whom, and the forfeits done.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::games::hanafuda::game::{Event, Hanafuda, Phase};
use takujo_core::games::hanafuda::payout::Unit;
use takujo_core::i18n::{Lang, signed, t};
use takujo_core::rule::hanafuda as rules;

use super::components::Stop;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{Table, standings};
use crate::ui::{Glyph, Icon, Named};

/// What `points` are worth, with the unit; empty if the table only counts points.
pub fn worth(unit: &Unit, points: i32, l: Lang) -> String {
    if *unit == Unit::default() {
        return String::new();
    }
    let amount = unit.worth(points).to_string().replace('-', "\u{2212}");
    if unit.name.is_empty() { amount } else { t::hanafuda_amount(l, amount, &unit.name) }
}

fn player(seats: &Seats, seat: Seat) -> Vec<Player> {
    seats.players().get(seat.index()).cloned().into_iter().collect()
}

/// Points, settlement and rounds as a view of a table.
pub fn view(table: Table<Hanafuda>) -> Element {
    rsx! {
        h2 { class: "ask", {t::hanafuda_tab_points(lang())} }
        {standings(table)}
        Settlement { table, ranked: true }
        Penalties { table }
    }
}

/// Everyone's points and what they are worth, the payments that settle them, and the button that ends the table. Only
/// the button if the table does not play for points.
#[component]
pub fn Settlement(
    table: Table<Hanafuda>,
    /// Whether the standings stand beside it, which have everyone's points.
    #[props(default)]
    ranked: bool,
) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let unit = &session.options.unit;
    let over = state.phase == Phase::Over;
    if !state.ending().pays() {
        return rsx! {
            if !over {
                Stop { table }
            }
        };
    }
    let valued = *unit != Unit::default();
    let balance = state.balance();
    let sum: i32 = balance.iter().sum();
    let gives = state.settlement();
    let person = |number: Seat| state.people().get(number.index()).cloned();
    let name = |number: Seat| person(number).map(|player| player.name).unwrap_or_default();
    let rows = state.numbers().into_iter().map(Seat);
    let rows = rows.map(|number| (person(number), balance.get(number.index()).copied().unwrap_or_default()));
    let rows: Vec<(Option<Player>, i32)> = rows.chain((!ranked).then_some((None, sum))).collect();
    rsx! {
        section { class: "card",
            if valued || !ranked {
                h2 {
                    if over {
                        {t::hanafuda_points(l)}
                    } else {
                        {t::hanafuda_balance(l)}
                    }
                }
                {balance_table(rows, unit, ranked, l)}
            }
            h2 {
                if over {
                    {t::hanafuda_settle_final(l)}
                } else {
                    {t::hanafuda_settle(l)}
                }
                " "
                RuleLink { rule: rules::SETTLE_UP }
            }
            if gives.is_empty() {
                p { class: "soft", {t::hanafuda_settle_none(l)} }
            } else {
                ul { class: "reasons",
                    for give in gives.iter().copied() {
                        li { key: "{give.from.0}-{give.to.0}",
                            span { class: "why", {t::hanafuda_gives(l, name(give.from), name(give.to))} }
                            span { class: "both",
                                strong { class: "total",
                                    if valued {
                                        {worth(unit, give.points, l)}
                                    } else {
                                        {t::hanafuda_point_count(l, give.points)}
                                    }
                                }
                                if valued {
                                    span { class: "soft", {t::hanafuda_point_count(l, give.points)} }
                                }
                            }
                        }
                    }
                }
                p { class: "soft", {t::hanafuda_settle_fewest(l)} }
            }
            if !over {
                Stop { table }
            }
        }
    }
}

/// What each has and what it is worth; without the points if the standings, which have them, stand beside it.
fn balance_table(rows: Vec<(Option<Player>, i32)>, unit: &Unit, ranked: bool, l: Lang) -> Element {
    let valued = *unit != Unit::default();
    rsx! {
        table { class: if ranked { "rounds" } else { "rounds balance" },
            thead {
                tr {
                    th { scope: "col", {t::hanafuda_player(l)} }
                    if !ranked {
                        th { scope: "col", {t::hanafuda_points(l)} }
                    }
                    if valued {
                        th { scope: "col", {t::hanafuda_worth(l)} }
                    }
                }
            }
            tbody {
                for (player, points) in rows {
                    tr {
                        th { scope: "row",
                            match player {
                                Some(player) => rsx! {
                                    Named { players: vec![player] }
                                },
                                None => rsx! {
                                    {t::hanafuda_sum(l)}
                                },
                            }
                        }
                        if !ranked {
                            td {
                                strong { {signed(points)} }
                            }
                        }
                        if valued {
                            td { {worth(unit, points, l)} }
                        }
                    }
                }
            }
        }
    }
}

/// The forfeits done; each can be corrected.
#[component]
fn Penalties(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let session = table.session();
    let done: Vec<(usize, Seat, String)> = session
        .ledger
        .entries()
        .iter()
        .enumerate()
        .filter_map(|(at, event)| match event {
            Event::Forfeit { seat, text, .. } => Some((at, *seat, text.clone().unwrap_or_default())),
            _ => None,
        })
        .collect();
    if done.is_empty() {
        return rsx! {};
    }
    rsx! {
        section { class: "card",
            h2 { {t::hanafuda_penalties(l)} }
            ul { class: "reasons",
                for (at, seat, text) in done {
                    li { key: "{at}",
                        Named { players: player(session.seats_at(at), seat) }
                        span { class: "why", "{text}" }
                        button {
                            class: "round",
                            "aria-label": t::hanafuda_penalty_correct(l, session.seats_at(at).name(seat)),
                            onclick: move |_| table.correct(at),
                            Icon { glyph: Glyph::Pencil }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_worth_what_the_table_agreed() {
        let unit = |name: &str, per_point, decimals| Unit { name: name.to_owned(), per_point, decimals };
        assert_eq!(worth(&Unit::default(), 7, Lang::En), "");
        assert_eq!(worth(&unit("yen", 10, 0), -7, Lang::En), "\u{2212}70 yen");
        assert_eq!(worth(&unit("円", 10, 0), 7, Lang::Ja), "70円");
        assert_eq!(worth(&unit("€", 5, 2), 7, Lang::En), "0.35 €");
        assert_eq!(worth(&unit("", 5, 0), 7, Lang::En), "35");
    }
}
