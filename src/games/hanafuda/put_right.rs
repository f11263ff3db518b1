//! Corrects hands and turn when the app and the table disagree.

use dioxus::prelude::*;
use takujo_core::games::hanafuda::game::{Event, Hanafuda};
use takujo_core::i18n::{number, t};
use takujo_core::play::Problem;

use super::components::{Choose, Wrong, attempt, others};
use crate::state::lang;
use crate::table::Table;
use crate::ui::{Glyph, Icon, Named, Sheet};

/// A button that opens [`HandsAndTurn`] in a sheet.
#[component]
pub fn PutRight(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let mut open = use_signal(|| false);
    rsx! {
        button { class: "button", onclick: move |_| open.set(true),
            Icon { glyph: Glyph::Pencil }
            {t::hanafuda_right(l)}
        }
        if open() {
            Sheet {
                title: t::hanafuda_right_title(l),
                close_label: t::close(l),
                onclose: move |()| open.set(false),
                HandsAndTurn { table }
            }
        }
    }
}

/// The number of cards in each hand and whose turn it is, to be changed.
#[component]
pub fn HandsAndTurn(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let mut wrong = use_signal(|| None::<Problem>);
    let session = table.session();
    let state = session.ledger.state();
    let turn = state.to_play();
    let people = others(&session.seats, None);
    let hands = state.hands.clone();
    rsx! {
        Wrong { problem: wrong() }
        h3 { {t::hanafuda_right_hands(l)} }
        ul { class: "people",
            for ((seat, player), cards) in people.clone().into_iter().zip(hands) {
                li { key: "{seat.0}",
                    Named { players: vec![player.clone()] }
                    span { class: "row",
                        for (to, sign, label) in [
                            (cards.checked_sub(1), "\u{2212}", t::hanafuda_fewer(l, &player.name)),
                            (cards.checked_add(1), "+", t::hanafuda_more(l, &player.name)),
                        ] {
                            if sign == "+" {
                                strong { class: "total", {number(cards)} }
                            }
                            button {
                                class: "round step",
                                "data-repeats": true,
                                "aria-label": label,
                                disabled: to.is_none(),
                                onclick: move |_| {
                                    if let Some(cards) = to {
                                        wrong.set(attempt(table, Event::Hand { seat, cards }));
                                    }
                                },
                                "{sign}"
                            }
                        }
                    }
                }
            }
        }
        if turn.is_some() {
            Choose {
                legend: t::hanafuda_right_turn(l),
                among: people,
                chosen: turn,
                onchoose: move |seat| wrong.set(attempt(table, Event::ToPlay { seat })),
            }
        }
    }
}
