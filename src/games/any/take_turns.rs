//! The turn view: whose turn it is, the direction of play, and the stack to be taken.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Direction, Seat};
use takujo_core::games::any::game::{Any, Event};
use takujo_core::i18n::t;

use crate::state::lang;
use crate::table::{FlatLink, Table};
use crate::ui::{Mark, RingSeat, SeatRing};

/// The view that tracks turns.
pub fn take_turns(table: Table<Any>) -> Element {
    rsx! {
        TurnCounter { table }
    }
}

#[component]
fn TurnCounter(table: Table<Any>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let step = session.options.step;
    let name = session.seats.name(state.turn).to_owned();
    let seats: Vec<RingSeat> = Seat::all(session.seats.len())
        .zip(session.seats.players())
        .map(|(seat, player)| RingSeat {
            player: player.clone(),
            note: state.sheet.parts().number(state.total_of(seat)),
            warn: false,
            current: seat == state.turn,
        })
        .collect();
    let tap = move |event: Event| {
        table.append(event);
    };
    let way = match state.direction {
        Direction::Clockwise => t::any_clockwise(l),
        Direction::CounterClockwise => t::any_counter_clockwise(l),
    };
    rsx! {
        div { class: "any-ring",
            SeatRing { seats, direction: state.direction, label: way, current_label: t::any_plays(l),
                if state.stack > 0 {
                    strong { class: "huge", "+{state.stack}" }
                }
            }
            FlatLink { id: table.head.read().id.clone(), corner: true }
        }
        p { class: "any-next", role: "status",
            if state.stack > 0 {
                {t::any_must_take(l, &name, state.stack)}
            } else {
                {t::any_to_play(l, &name)}
            }
        }
        div { class: "turn-keys",
            if state.stack > 0 {
                button { class: "button main", onclick: move |_| tap(Event::Take), {t::any_take(l, state.stack)} }
            } else {
                button { class: "button main", onclick: move |_| tap(Event::Next), {t::any_next(l)} }
            }
            button { class: "button", onclick: move |_| tap(Event::Stack), {t::any_stack(l, step)} }
            if let Some(step) = state.other_step() {
                button { class: "button", onclick: move |_| tap(Event::StackOther), {t::any_stack(l, step)} }
            }
            button { class: "button", onclick: move |_| tap(Event::Skip), {t::any_skip(l)} }
            if state.plays_again() {
                button { class: "button", onclick: move |_| tap(Event::Again), {t::any_again(l)} }
            } else {
                button { class: "button", onclick: move |_| tap(Event::Reverse), {t::any_reverse(l)} }
            }
        }
        details { class: "card",
            summary { {t::any_turn_move(l)} }
            div { class: "chips",
                for (seat, player) in Seat::all(session.seats.len()).zip(session.seats.players().iter().cloned()) {
                    button {
                        key: "{seat.0}",
                        class: "chip",
                        "aria-pressed": seat == state.turn,
                        disabled: seat == state.turn,
                        onclick: move |_| tap(Event::Turn { seat }),
                        Mark { mark: player.mark }
                        "{player.name}"
                    }
                }
            }
        }
    }
}
