//! The reference chart: the 48 cards by month, and their effects.

use dioxus::prelude::*;
use takujo_core::games::hanafuda::deck::{Card, Kind, Month, Ribbon, Top};
use takujo_core::games::hanafuda::game::Hanafuda;
use takujo_core::games::hanafuda::view_model::acting;
use takujo_core::i18n::{Lang, t};
use takujo_core::rule::hanafuda as rules;

use super::plant::plant;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::Table;

/// The sign of a kind of card: each has its own shape, not only its colour. Hidden from screen readers, because a name
/// stands next to it.
#[component]
pub fn Sign(kind: Kind) -> Element {
    // A strip of paper, the shape of every ribbon; `writing` tells two of the three kinds apart.
    const STRIP: &str = "M8.5 3h7v18h-7z";
    let path = match kind {
        Kind::Bright => {
            "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M19.4 4.6l-2.1 2.1M6.7 17.3l-2.1 2.1"
        }
        Kind::Animal => "M4 13c2-6 8-8 11-4l5-2-2 5c0 5-6 8-11 6l-4 2zM15 9h.01",
        Kind::Ribbon(_) => STRIP,
        Kind::Chaff => "M12 21V10M12 15c-5 0-7-3-7-7 5 0 7 3 7 7zM12 12c0-4 2-7 7-7 0 4-2 7-7 7z",
    };
    let writing = match kind {
        Kind::Ribbon(Ribbon::Poetry) => Some("M13 6c-3 1 1 2-1 4s1 2 0 4-1 2 0 4"),
        Kind::Ribbon(Ribbon::Purple) => Some("M8.5 7.5l7 3M8.5 13.5l7 3"),
        _ => None,
    };
    rsx! {
        svg { class: "icon sign sign-{kind.id()}", view_box: "0 0 24 24", "aria-hidden": "true",
            path { d: path }
            if let Some(writing) = writing {
                path { class: "writing", d: writing }
            }
        }
    }
}

/// The chart as a view of a table.
pub fn view(_: Table<Hanafuda>) -> Element {
    rsx! {
        Chart {}
    }
}

#[component]
fn Chart() -> Element {
    let l = lang();
    let acts = [
        (Top::Bright, Kind::Bright, rules::BRIGHT),
        (Top::Poetry, Kind::Ribbon(Ribbon::Poetry), rules::POETRY_RIBBON),
        (Top::Purple, Kind::Ribbon(Ribbon::Purple), rules::PURPLE_RIBBON),
    ];
    let months = |top: Top| {
        acting(top).map(|card| card.month.number().to_string()).collect::<Vec<_>>().join(if l == Lang::Ja {
            "・"
        } else {
            ", "
        })
    };
    rsx! {
        h2 { class: "ask", {t::hanafuda_chart(l)} }
        section { class: "card",
            h2 { {t::hanafuda_chart_acting(l)} }
            ul { class: "acting",
                for (top, kind, rule) in acts {
                    li { key: "{top.id()}",
                        Sign { kind }
                        div {
                            strong { {t::hanafuda_kind(l, kind.id())} }
                            " "
                            span { class: "soft", {t::hanafuda_chart_months(l, months(top))} }
                            p { class: "soft",
                                {t::hanafuda_effect(l, top.id())}
                                " "
                                RuleLink { rule: rule }
                            }
                        }
                    }
                }
            }
        }
        div { class: "year",
            for month in Month::ALL {
                section { key: "{month.id()}",
                    h2 { class: "row",
                        {plant(month)}
                        {t::hanafuda_month_number(l, month.number(), t::hanafuda_month(l, month.id()))}
                    }
                    ul {
                        for card in month.cards() {
                            ChartCard { key: "{card.id}", card: *card }
                        }
                    }
                }
            }
        }
    }
}

#[component]
fn ChartCard(card: Card) -> Element {
    let l = lang();
    let picture = t::hanafuda_picture(l, card.picture);
    rsx! {
        li { class: "hanafuda", "data-kind": card.kind.id(),
            span { class: "row",
                {plant(card.month)}
                if card.kind != Kind::Chaff {
                    Sign { kind: card.kind }
                }
            }
            strong { {t::hanafuda_kind(l, card.kind.id())} }
            if !picture.is_empty() {
                span { "{picture}" }
            }
        }
    }
}
