//! The second view of a table: hands, deck, log and names, to be corrected when the app and the table disagree.

use dioxus::prelude::*;
use takujo_core::domain::seats::Seat;
use takujo_core::games::nihon_meisho::game::{Call, Event, MOST_CORRECTED, Mode, NihonMeisho};
use takujo_core::games::nihon_meisho::words;
use takujo_core::i18n::t;
use takujo_core::rule::nihon_meisho as rules;

use super::correct_entry::Log;
use super::name_cards::Relabel;
use crate::route::Route;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{ClockButton, EndingCard, FlatLink, PeopleButton, Table, TableMenu};
use crate::ui::{Glyph, Icon, Mark};

/// The hands view of a table.
pub fn view(table: Table<NihonMeisho>) -> Element {
    rsx! {
        Hands { table }
    }
}

#[component]
fn Hands(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let full = state.mode() == Mode::Full;
    let over = state.winner().is_some();
    let player = session.seats.players().get(state.current().index()).filter(|_| !over);
    let turn = player.map(|player| t::standings_turn(l, &player.name));
    rsx! {
        EndingCard { table: table.any, whole: false }
        div { class: "sides",
            div {
                section { class: "card",
                    div { class: "row spread",
                        h2 { class: "ask", {t::meisho_hands(l)} }
                        if let Some(turn) = turn {
                            Link { class: "button main", to: Route::Table { id: table.head.read().id.clone(), tab: "play".to_owned() }, {turn} }
                        }
                    }
                    p { class: "soft",
                        {t::meisho_hands_text(l)}
                        " "
                        RuleLink { rule: rules::HAND_SIZES }
                    }
                    HandList { table }
                }
                section { class: "card",
                    h2 { {t::meisho_deck(l)} }
                    p { class: "soft",
                        match state.deck_left() {
                            Some(left) => t::meisho_deck_left(l, left),
                            None => t::meisho_deck_unknown(l).to_owned(),
                        }
                        " "
                        RuleLink { rule: rules::DECK_EMPTY }
                    }
                    if state.deck_left().is_some() && !over {
                        button {
                            class: "button",
                            onclick: move |_| {
                                table.append(Event::Reshuffled);
                            },
                            {t::meisho_reshuffle(l)}
                        }
                    }
                }
                if full {
                    Relabel { table }
                }
            }
            div {
                Log { table }
                section { class: "card",
                    h2 { {t::standings_more(l)} }
                    div { class: "row wrap",
                        if !over {
                            PeopleButton { table: table.any }
                        }
                        FlatLink { id: table.head.read().id.clone() }
                        ClockButton { id: table.head.read().id.clone() }
                        TableMenu { file: move |()| table.file() }
                    }
                }
            }
        }
    }
}

/// Everyone's hand, one card fewer or more with a tap.
#[component]
pub fn HandList(
    table: Table<NihonMeisho>,
    /// Whether it stands beside the turn. Rows then keep their height, because the ring of seats shows the calls.
    #[props(default)]
    beside: bool,
) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let correct = move |seat: Seat, cards: u16| {
        table.append(Event::Hand { seat, cards });
    };
    rsx! {
        ul { class: "hands",
            for (seat, player) in Seat::all(session.seats.len()).zip(session.seats.players()) {
                li { key: "{seat.0}",
                    span { class: "who",
                        Mark { mark: player.mark }
                        bdi { class: "name", "{player.name}" }
                    }
                    button {
                        class: "round",
                        "data-repeats": true,
                        "aria-label": t::meisho_fewer(l, &player.name),
                        disabled: state.cards(seat) == 0 || (state.cards(seat) == 1 && state.winner().is_some()),
                        onclick: {
                            let cards = state.cards(seat);
                            move |_| correct(seat, cards.saturating_sub(1))
                        },
                        "−"
                    }
                    // Beside the turn each turn changes a number, and a screen reader should not read that out.
                    if beside {
                        strong { "{state.cards(seat)}" }
                    } else {
                        output { "aria-live": "polite", "{state.cards(seat)}" }
                    }
                    button {
                        class: "round",
                        "data-repeats": true,
                        "aria-label": t::meisho_more(l, &player.name),
                        disabled: state.cards(seat) >= MOST_CORRECTED,
                        onclick: {
                            let cards = state.cards(seat);
                            move |_| correct(seat, cards.saturating_add(1))
                        },
                        Icon { glyph: Glyph::Plus }
                    }
                    if !beside && state.call(seat) != Call::NotYet {
                        p { class: "calls",
                            span { class: if words::hand(state, seat, l).1 { "error" } else { "soft" }, {words::hand(state, seat, l).0} }
                            if state.winner().is_none() && state.call(seat) == Call::Due {
                                button {
                                    class: "chip",
                                    onclick: move |_| {
                                        table.append(Event::Call { seat });
                                    },
                                    {t::meisho_do_call_now(l, &player.name)}
                                }
                            }
                            if state.winner().is_none() && state.call(seat) == Call::Missed {
                                button {
                                    class: "chip",
                                    onclick: move |_| {
                                        table.append(Event::SaidInTime { seat });
                                    },
                                    {t::meisho_do_call_late(l, &player.name)}
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
