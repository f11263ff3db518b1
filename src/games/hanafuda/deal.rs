//! The screen of the deal, and the check of the field: whether all must be dealt again. The numbers are in `deck`.

use dioxus::prelude::*;
use takujo_core::games::hanafuda::deck::{Deal, FIELD, Month, redeal};
use takujo_core::games::hanafuda::draft::{Draft, TurnDraft};
use takujo_core::games::hanafuda::game::Hanafuda;
use takujo_core::i18n::{number, t};
use takujo_core::rule::hanafuda as rules;

use super::plant::plant;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::Table;
use crate::ui::{Ask, use_change};

/// Who deals how many cards where, and the check of the field.
#[component]
pub fn DealView(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let dealer = session.seats.name(state.dealer).to_owned();
    rsx! {
        Ask { text: t::hanafuda_deal_title(l, state.round, &dealer) }
        section { class: "card deal",
            DealFigures { players: session.seats.len() }
        }
        button {
            class: "button main",
            onclick: move |_| {
                let turn = Some(TurnDraft { kind: None, dealt: true });
                table.set_draft(Some(&Draft { turn, ..Draft::default() }));
            },
            {t::hanafuda_dealt(l, &dealer)}
        }
        section { class: "card",
            h2 { {t::hanafuda_field_check(l)} }
            FieldCheck { table }
        }
    }
}

/// How many cards the deal puts where. Nothing for a number of players that cannot play.
#[component]
pub fn DealFigures(players: usize) -> Element {
    let l = lang();
    let Some(deal) = Deal::of(players) else { return rsx! {} };
    rsx! {
        ul { class: "figures",
            for (cards, what) in [
                (deal.hand, t::hanafuda_deal_hand(l)),
                (deal.field, t::hanafuda_deal_field(l)),
                (deal.draw_pile, t::hanafuda_deal_pile(l)),
            ] {
                li { key: "{what}",
                    strong { {number(cards)} }
                    span { class: "soft", "{what}" }
                }
            }
        }
        RuleLink { rule: rules::DEAL }
    }
}

/// The months on the field, tapped one by one: three of one month mean that all is dealt again.
#[component]
pub fn FieldCheck(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let field = table.draft().unwrap_or_default().field;
    let change = use_callback(move |field: Vec<Month>| {
        table.set_draft(Some(&Draft { field, field_last: true, ..table.draft().unwrap_or_default() }));
    });
    let full = field.len() >= usize::from(FIELD);
    let again = redeal(&field);
    let slots: Vec<Option<Month>> = (0..usize::from(FIELD)).map(|at| field.get(at).copied()).collect();
    let without = use_change(&field, change, |field, at| {
        if at < field.len() {
            field.remove(at);
        }
    });
    let with = use_change(&field, change, Vec::push);
    rsx! {
        p { class: "soft",
            {t::hanafuda_field_hint(l)}
            " "
            RuleLink { rule: rules::REDEAL }
        }
        ul { class: "slots",
            for (at, slot) in slots.into_iter().enumerate() {
                li { key: "{at}",
                    button {
                        class: "slot",
                        disabled: slot.is_none(),
                        "aria-label": match slot {
                            Some(month) => t::hanafuda_field_card(l, at + 1, t::hanafuda_month(l, month.id())),
                            None => t::hanafuda_field_empty(l, at + 1),
                        },
                        onclick: move |_| without.call(at),
                        if let Some(month) = slot {
                            {plant(month)}
                            {t::hanafuda_month(l, month.id())}
                        }
                    }
                }
            }
        }
        div { class: "verdict", "data-again": again.is_some(),
            p { role: "status",
                if let Some(month) = again {
                    {
                        t::hanafuda_field_again(
                            l,
                            t::hanafuda_month(l, month.id()),
                            field.iter().filter(|other| **other == month).count(),
                        )
                    }
                } else if full {
                    {t::hanafuda_field_fine(l)}
                }
            }
            if again.is_some() {
                button { class: "button", onclick: move |_| change.call(Vec::new()), {t::hanafuda_field_clear(l)} }
            }
        }
        ul { class: "months",
            for month in Month::ALL {
                li { key: "{month.id()}",
                    button { class: "chip", "data-repeats": true, disabled: full, onclick: move |_| with.call(month),
                        {plant(month)}
                        {t::hanafuda_month_number(l, month.number(), t::hanafuda_month(l, month.id()))}
                    }
                }
            }
        }
    }
}
