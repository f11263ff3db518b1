//! Takes a turn: whose it is, what the top of the discards did, and the seven moves.

use dioxus::prelude::*;

use super::components::{Wrong, among, refusal};
use super::deck::{Kind, Ribbon, Top};
use super::draft::{Draft, TurnDraft};
use super::look_up::Sign;
use super::put_right::PutRight;
use super::text::said_text;
use super::turn::{Event, Hanafuda, MoveKind};
use super::view_model;
use crate::domain::game::Game;
use crate::domain::seats::{Direction, Seat};
use crate::i18n::{signed, t};
use crate::play::Problem;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{FlatLink, Table};
use crate::ui::{RingSeat, SeatRing};

/// What a move changes in the hand, as it is written on its button.
fn change(kind: MoveKind) -> String {
    signed(i32::from(kind.takes()) - i32::from(kind.plays()))
}

/// The sign of a card on top of the discards.
fn top_kind(top: Top) -> Kind {
    match top {
        Top::Bright => Kind::Bright,
        Top::Poetry => Kind::Ribbon(Ribbon::Poetry),
        Top::Purple => Kind::Ribbon(Ribbon::Purple),
        Top::Other => Kind::Chaff,
    }
}

/// Whose turn it is, what the top of the discards did, and the seven moves.
#[component]
pub fn TurnView(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let mut wrong = use_signal(|| None::<Problem>);
    let session = table.session();
    let state = session.ledger.state();
    let TurnDraft { kind, dealt } = table.draft::<Draft>().and_then(|draft| draft.turn).unwrap_or_default();
    let sentence = view_model::said(state).map(|said| said_text(said, &session.seats, l));
    let last_top = view_model::top(state);
    let clockwise = state.direction() == Direction::Clockwise;
    let way = if clockwise { t::hanafuda_clockwise(l) } else { t::hanafuda_counter_clockwise(l) };
    let ring = among(&session.seats, Seat::all(session.seats.len()))
        .into_iter()
        .map(|(seat, player)| {
            let cards = state.hands.get(seat.index()).copied().unwrap_or(0);
            RingSeat { player, note: t::hanafuda_cards(l, cards), warn: false, current: state.to_play() == Some(seat) }
        })
        .collect::<Vec<_>>();
    let allowed = MoveKind::ALL.map(|kind| (kind, state.allows(kind)));
    let played = use_callback(move |(kind, top): (MoveKind, Top)| {
        let event = Event::Move { kind, top };
        let refused = refusal(table, &event);
        if refused.is_none() {
            table.commit(event);
        } else {
            table.set_draft(Some(&Draft {
                turn: Some(TurnDraft { kind: None, dealt }),
                ..table.draft().unwrap_or_default()
            }));
        }
        wrong.set(refused);
    });
    let last_cards = kind.is_none();
    let choose = use_callback(move |kind: MoveKind| {
        // The top of the discards is asked for only where it acts: not after the last card.
        let ends = {
            let session = table.session();
            let after = Hanafuda::apply(session.ledger.state(), &Event::Move { kind, top: Top::Other });
            after.map_or(true, |after| after.to_play().is_none())
        };
        if ends || !kind.has_effect() {
            played.call((kind, Top::Other));
        } else {
            wrong.set(None);
            let turn = Some(TurnDraft { kind: Some(kind), dealt });
            table.set_draft(Some(&Draft { turn, ..table.draft().unwrap_or_default() }));
        }
    });
    rsx! {
        h2 { class: "ask next", "aria-live": "polite", {sentence} }
        SeatRing {
            seats: ring,
            direction: state.direction(),
            label: t::hanafuda_seats(l, way),
            current_label: t::hanafuda_current(l),
            if let Some(top) = last_top {
                Sign { kind: top_kind(top) }
                span { class: "soft", {t::hanafuda_top(l, top.id())} }
            }
        }
        fieldset { class: "moves",
            legend { class: "hidden", {t::hanafuda_moves(l)} }
            for (of, allowed) in allowed {
                button {
                    key: "{of.id()}",
                    class: "move",
                    "data-effect": of.has_effect(),
                    "data-dim": !allowed,
                    "aria-pressed": of.has_effect().then_some(kind == Some(of)),
                    onclick: move |_| choose.call(of),
                    span { {t::hanafuda_move(l, of.id())} }
                    strong { {change(of)} }
                }
            }
        }
        Wrong { problem: wrong() }
        fieldset { class: "tops",
            legend { class: "soft",
                if last_cards {
                    {t::hanafuda_tops_wait(l)}
                } else {
                    {t::hanafuda_tops(l)}
                }
            }
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
        div { class: "row wrap",
            PutRight { table }
            FlatLink { id: table.head.read().id.clone() }
        }
        details { class: "card",
            summary { {t::hanafuda_how(l)} }
            dl { class: "how",
                for of in MoveKind::ALL {
                    dt { key: "{of.id()}", {t::hanafuda_move(l, of.id())} }
                    dd { class: "soft", {t::hanafuda_move_how(l, of.id())} }
                }
            }
            RuleLink { game: Hanafuda::ID, section: "turn" }
        }
    }
}
