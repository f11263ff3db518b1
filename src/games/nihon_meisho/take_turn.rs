//! The turn screen: whose turn it is, and a button for everything that can be done.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Direction, Seat};
use takujo_core::games::nihon_meisho::game::{Event, LEAST_CLOCK, NihonMeisho, RuleError};
use takujo_core::games::nihon_meisho::pile::{Labels, Runs, SetOf};
use takujo_core::games::nihon_meisho::view_model::{
    Act, Asked, Button, Does, Picking, asked, buttons, caller, cells, has_asides, may_be_turned_plus_two,
    may_name_areas, most_taken,
};
use takujo_core::games::nihon_meisho::words;
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Problem;
use takujo_core::rule::nihon_meisho as rules;

use super::correct_entry::Instead;
use super::count_hands::HandList;
use super::name_cards::LabelForm;
use super::pick_card::CardGrid;
use super::signs::sign;
use crate::device;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{EndingCard, FlatLink, Table, TurnPrompt};
use crate::ui::{Ask, Named, RingSeat, SeatRing, Sheet};

/// The turn view of a table.
pub fn view(table: Table<NihonMeisho>) -> Element {
    rsx! {
        TurnScreen { table }
    }
}

#[component]
fn TurnScreen(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    // The refusal of the last tap, and the length of the log then: any later record clears it.
    let mut refused = use_signal(|| None::<(usize, Problem)>);
    let mut naming = use_signal(|| false);
    // Everything but the ring may be drawn a frame late.
    let session = table.deferred();
    let state = session.ledger.state();
    let length = session.ledger.length();
    let turn = state.turns();
    let picking = table.draft();
    let asked = asked(state, picking);
    let problem = refused().filter(|(at, _)| *at == length).map(|(_, problem)| problem);
    let tapped = use_callback(move |tapped: Result<Does, RuleError>| {
        // The tap was aimed at what was drawn, so it does not count if the table has changed since.
        if table.session().ledger.length() != length {
            if let Ok(Does::Event(event)) = tapped {
                table.late(event);
            }
            return;
        }
        match tapped {
            Ok(Does::Event(event)) => {
                table.commit(event);
            }
            Ok(Does::Pick { two, first }) => {
                refused.set(None);
                let closes = first.is_none() && picking.is_some_and(|open| open.two == two && open.turn == turn);
                table.set_draft((!closes).then_some(Picking { turn, two, first }).as_ref());
            }
            Err(error) => {
                let session = table.session();
                refused.set(Some((length, words::explain(&error, &session.seats, &session.options, l))));
            }
        }
    });
    if let Some(at) = table.correcting() {
        return rsx! {
            Instead { key: "{at}", table, at }
        };
    }
    if state.winner().is_some() {
        return rsx! {
            Won { table }
        };
    }
    rsx! {
        h2 { class: "hidden", {t::meisho_title(l, session.seats.name(state.current()))} }
        div { class: "turn",
            Say { table, asked, problem, ontap: tapped, onname: move |()| naming.set(true) }
            div { class: "stage",
                match asked {
                    Some(asked) => rsx! {
                        CardGrid { cells: cells(state, asked), labels: session.options.labels.clone(), ontap: tapped }
                    },
                    None => rsx! {
                        Ring { table }
                    },
                }
            }
            Acts { table, asked, ontap: tapped }
            HandsBeside { table }
        }
        if naming() {
            Sheet { title: t::meisho_labels(l), close_label: t::close(l), onclose: move |()| naming.set(false),
                LabelForm { table, onsaved: move |()| naming.set(false) }
            }
        }
    }
}

/// The hands, beside the turn where the screen is wide and high enough.
#[component]
fn HandsBeside(table: Table<NihonMeisho>) -> Element {
    // Asked once, so that a phone does not draw them on each tap.
    if !use_hook(device::wide) {
        return rsx! {};
    }
    rsx! {
        section { class: "card hands-beside",
            h3 { {t::meisho_hands(lang())} }
            HandList { table, beside: true }
        }
    }
}

/// What to do, or why the last tap was refused. Its height does not depend on the text.
#[component]
fn Say(
    table: Table<NihonMeisho>,
    asked: Option<Asked>,
    problem: Option<Problem>,
    ontap: EventHandler<Result<Does, RuleError>>,
    onname: EventHandler<()>,
) -> Element {
    let l = lang();
    let session = table.deferred();
    let state = session.ledger.state();
    let labels = &session.options.labels;
    let (sentence, rule) = words::next(state, asked, labels, l);
    let openings = words::openings(state, labels, l);
    let turns = state.turns();
    let happened = move |event: Event| ontap.call(Ok(Does::Event(event)));
    rsx! {
        TurnPrompt {
            problem,
            sentence: rsx! {
                strong { {t::meisho_to(l, session.seats.name(state.current()))} }
                // A full-width colon needs no space after it.
                if l == Lang::En {
                    " "
                }
                "{sentence}"
                " "
                RuleLink { rule: rule }
                if may_name_areas(state, labels) && table.may_rename() {
                    " "
                    button { class: "choose", "aria-haspopup": "dialog", onclick: move |_| onname.call(()),
                        {t::meisho_name_areas(l)}
                    }
                }
            },
            note: openings.join(" "),
            for turns in session.options.clock.map(|_| turns) {
                ClockBar { key: "{turns}", seconds: session.options.clock.unwrap_or(LEAST_CLOCK) }
            }
            if has_asides(&session.options) {
                div { class: "asides",
                    p { class: "error", role: "status", {words::shuffle(state, l)} }
                    if words::shuffle(state, l).is_some() {
                        button { class: "chip", onclick: move |_| happened(Event::Reshuffled), {t::meisho_do_shuffled(l)} }
                    }
                    if may_be_turned_plus_two(state) {
                        button { class: "chip", onclick: move |_| happened(Event::TurnedPlusTwo),
                            {t::meisho_do_turned_plus_two(l)}
                        }
                    }
                }
            }
        }
    }
}

/// The buttons. Beside the card grid only those remain that may be tapped then.
#[component]
fn Acts(table: Table<NihonMeisho>, asked: Option<Asked>, ontap: EventHandler<Result<Does, RuleError>>) -> Element {
    let l = lang();
    let session = table.deferred();
    let state = session.ledger.state();
    let caller = caller(state);
    rsx! {
        div { class: "acts", "data-picking": asked.is_some(),
            for button in buttons(state).into_iter().filter(|button| asked.is_none_or(|asked| button.stays(asked))) {
                ActButton {
                    key: "{button.act:?}",
                    label: words::act(button.act, state, caller, &session.seats, l),
                    why: button.does.as_ref().err().map(|error| words::explain(error, &session.seats, &session.options, l).text),
                    pressed: button.pressed(asked),
                    button: Button { main: button.main && (asked.is_none() || button.act == Act::Call), ..button },
                    ontap,
                }
            }
        }
    }
}

/// A button that can always be tapped; if a rule is against it, a tap says which.
#[component]
fn ActButton(
    button: Button,
    label: String,
    pressed: Option<bool>,
    why: Option<String>,
    ontap: EventHandler<Result<Does, RuleError>>,
) -> Element {
    let Button { act, does, main } = button;
    rsx! {
        button {
            class: if main { "button act main" } else { "button act" },
            "data-act": "{act:?}",
            "aria-disabled": does.is_err(),
            "aria-pressed": pressed,
            title: why,
            onclick: move |_| ontap.call(does.clone()),
            span { "{label}" }
        }
    }
}

/// Who has won, and how many cards the others hold.
#[component]
fn Won(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    let session = table.deferred();
    let state = session.ledger.state();
    rsx! {
        Ask { hidden: true, text: t::table_over(l) }
        EndingCard { table: table.any }
        section { class: "card",
            if let Some(winner) = state.winner() {
                p {
                    {t::meisho_won_by(l, session.seats.name(winner))}
                    " "
                    RuleLink { rule: rules::WIN }
                }
                if let Some((at, name, cards)) = most_taken(&session, winner) {
                    p { class: "soft",
                        {t::meisho_most_taken(l, name, cards, session.ledger.states()[at].turns().saturating_add(1))}
                    }
                }
            }
            ul { class: "ranking",
                for (player, hand) in session.seats.players().iter().zip(state.hands()) {
                    li { key: "{player.name}",
                        Named { players: vec![player.clone()] }
                        strong { class: "total", {t::meisho_cards(l, hand.cards())} }
                    }
                }
            }
        }
    }
}

/// The seats, the direction, and in the middle the +2 stack or the top card.
#[component]
fn Ring(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let places = Seat::all(session.seats.len()).zip(session.seats.players()).map(|(seat, player)| {
        let (note, warn) = words::hand(state, seat, l);
        RingSeat { player: player.clone(), note, warn, current: seat == state.current() }
    });
    let way = if state.direction() == Direction::Clockwise { "on" } else { "back" };
    rsx! {
        SeatRing {
                seats: places.collect::<Vec<_>>(),
                direction: state.direction(),
                label: t::meisho_seats(l, way),
                current_label: t::meisho_now(l),
                if state.stack() > 0 {
                    strong { class: "ring-number", "+{state.stack()}" }
                    span { class: "soft", {t::meisho_stacked(l, state.stack() / 2)} }
                } else if let Some(runs) = state.runs() {
                    TopCard { runs, labels: session.options.labels.clone() }
                }
            }
            FlatLink { id: table.head.read().id.clone(), corner: true }
    }
}

/// The top card of the pile, and its runs.
#[component]
fn TopCard(runs: Runs, labels: Labels) -> Element {
    let l = lang();
    let top = runs.top();
    let (category, area) = (words::category(&labels, top.category, l), words::area(&labels, top.area, l));
    let of = [(SetOf::Category(top.category), &category, runs.category()), (SetOf::Area(top.area), &area, runs.area())];
    rsx! {
        span { class: "hidden", {t::meisho_on_top(l, &category, &area)} }
        div { class: "top-card",
            for (at, (of, name, run)) in of.into_iter().enumerate() {
                div { key: "{at}",
                    {sign(of)}
                    span { "aria-hidden": "true", "{name}" }
                    strong { {t::meisho_short(l, run, of.size())} }
                }
            }
        }
    }
}

/// The turn clock running out. The browser animates it, so the app needs no timer.
#[component]
fn ClockBar(seconds: u16) -> Element {
    let l = lang();
    rsx! {
        svg {
            class: "clock",
            view_box: "0 0 100 4",
            preserve_aspect_ratio: "none",
            role: "img",
            "aria-label": t::meisho_clock_left(l),
            rect { width: "100", height: "4",
                animate { attribute_name: "width", from: "100", to: "0", dur: "{seconds}s", fill: "freeze" }
            }
        }
    }
}
