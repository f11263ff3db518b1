//! The turn screen: whose turn it is, the effect of the top discard, and the seven moves.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Direction, Seat};
use takujo_core::games::hanafuda::deck::{Kind, Ribbon, Top};
use takujo_core::games::hanafuda::draft::{Draft, TurnDraft};
use takujo_core::games::hanafuda::game::{Event, Hanafuda, MoveKind};
use takujo_core::games::hanafuda::view_model;
use takujo_core::games::hanafuda::words::turn_news_text;
use takujo_core::i18n::{Lang, signed, t};
use takujo_core::play::Problem;
use takujo_core::rule::hanafuda as rules;

use super::components::refusal;
use super::look_up::Sign;
use super::put_right::PutRight;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{FlatLink, Table, TurnPrompt};
use crate::ui::{Ask, RingSeat, SeatRing};

/// By how many cards a move changes the hand, as shown on its button.
fn change(kind: MoveKind) -> String {
    signed(i32::from(kind.takes()) - i32::from(kind.plays()))
}

/// The kind of card whose sign stands for this top discard.
fn top_kind(top: Top) -> Kind {
    match top {
        Top::Bright => Kind::Bright,
        Top::Poetry => Kind::Ribbon(Ribbon::Poetry),
        Top::Purple => Kind::Ribbon(Ribbon::Purple),
        Top::Other => Kind::Chaff,
    }
}

/// Whose turn it is, the effect of the top discard, and the seven moves.
#[component]
pub fn TurnView(table: Table<Hanafuda>) -> Element {
    let l = lang();
    // The refusal of the last tap, and the length of the log then: any later record clears it.
    let mut refused = use_signal(|| None::<(usize, Problem)>);
    // Everything but the ring may be drawn a frame late.
    let session = table.deferred();
    let state = session.ledger.state();
    let length = session.ledger.length();
    let TurnDraft { kind, dealt } = table.draft().and_then(|draft| draft.turn).unwrap_or_default();
    let sentence = match kind {
        Some(_) => Some(t::hanafuda_tops(l).to_owned()),
        None => view_model::turn_news(state).map(|news| turn_news_text(news, &session.seats, l)),
    };
    let problem = refused().filter(|(at, _)| *at == length).map(|(_, problem)| problem);
    let keep = move |kind: Option<MoveKind>| {
        let turn = Some(TurnDraft { kind, dealt });
        table.set_draft(Some(&Draft { turn, ..table.draft().unwrap_or_default() }));
    };
    let played = use_callback(move |(kind, top): (MoveKind, Top)| {
        let event = Event::Move { kind, top };
        // The tap was aimed at what was drawn, so it does not count if the table has changed since.
        if table.session().ledger.length() != length {
            return table.late(event);
        }
        let problem = refusal(table, &event);
        if problem.is_none() {
            table.commit(event);
        } else {
            keep(None);
        }
        refused.set(problem.map(|problem| (length, problem)));
    });
    let choose = use_callback(move |kind: MoveKind| {
        let asks = view_model::asks_top(table.session().ledger.state(), kind);
        if !asks {
            played.call((kind, Top::Other));
        } else {
            refused.set(None);
            keep(Some(kind));
        }
    });
    rsx! {
        Ask { hidden: true, text: t::hanafuda_tab_turn(l) }
        div { class: "turn",
            TurnPrompt { problem, sentence: rsx! { {sentence} } }
            div { class: "stage",
                TurnRing { table }
            }
            fieldset { class: "moves",
                legend { class: "hidden", {t::hanafuda_moves(l)} }
                for of in MoveKind::ALL {
                    button {
                        key: "{of.id()}",
                        class: "move",
                        "data-effect": of.has_effect(),
                        "data-dim": !state.allows(of),
                        "aria-pressed": of.has_effect().then_some(kind == Some(of)),
                        onclick: move |_| choose.call(of),
                        span { {t::hanafuda_move(l, of.id())} }
                        strong { {change(of)} }
                    }
                }
            }
            fieldset { class: "tops",
                legend { class: "hidden", {t::hanafuda_tops(l)} }
                for top in Top::ALL {
                    button {
                        key: "{top.id()}",
                        class: "move",
                        disabled: kind.is_none(),
                        onclick: move |_| {
                            if let Some(kind) = kind {
                                played.call((kind, top));
                            }
                        },
                        Sign { kind: top_kind(top) }
                        span { {t::hanafuda_top(l, top.id())} }
                    }
                }
            }
        }
        div { class: "row wrap",
            PutRight { table }
            FlatLink { id: table.head.read().id.clone() }
        }
        {how_moves_work(l)}
    }
}

/// What each move does.
fn how_moves_work(l: Lang) -> Element {
    rsx! {
        details { class: "card",
            summary { {t::hanafuda_how(l)} }
            dl { class: "how",
                for of in MoveKind::ALL {
                    dt { key: "{of.id()}", {t::hanafuda_move(l, of.id())} }
                    dd { class: "soft", {t::hanafuda_move_how(l, of.id())} }
                }
            }
            RuleLink { rule: rules::TURN }
        }
    }
}

/// Who sits where, whose turn it is, and the top discard.
#[component]
fn TurnRing(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let clockwise = state.direction() == Direction::Clockwise;
    let way = if clockwise { t::hanafuda_clockwise(l) } else { t::hanafuda_counter_clockwise(l) };
    let seats = Seat::all(session.seats.len()).zip(session.seats.players()).map(|(seat, player)| {
        let cards = state.hands.get(seat.index()).copied().unwrap_or(0);
        let note = t::hanafuda_cards(l, cards);
        RingSeat { player: player.clone(), note, warn: false, current: state.to_play() == Some(seat) }
    });
    rsx! {
        SeatRing {
            seats: seats.collect::<Vec<_>>(),
            direction: state.direction(),
            label: t::hanafuda_seats(l, way),
            current_label: t::hanafuda_current(l),
            if let Some(top) = view_model::top(state) {
                Sign { kind: top_kind(top) }
                span { class: "soft", {t::hanafuda_top(l, top.id())} }
            }
        }
    }
}
