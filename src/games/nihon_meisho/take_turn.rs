//! The turn: who is to play, what may be done, and the button for each of it.

use dioxus::prelude::*;

use super::correct_entry::Instead;
use super::pick_card::CardGrid;
use super::pile::{AREA_SET, CATEGORY_SET, Card, Labels, Runs};
use super::text;
use super::turn::{Call, Event, LEAST_CLOCK, Mode, NihonMeisho, RuleError, State};
use super::view_model::{Act, Asked, Button, Does, Picking, asked, buttons, caller, cells, tapped};
use crate::domain::game::Game;
use crate::domain::seats::{Direction, Seat, Seats};
use crate::i18n::{Lang, t};
use crate::play::Problem;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{EndingCard, FlatLink, Table};
use crate::ui::{Named, RingSeat, SeatRing};

/// The turn as a view of a table.
pub fn view(table: Table<NihonMeisho>) -> Element {
    rsx! {
        TurnScreen { table }
    }
}

#[component]
fn TurnScreen(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    // What the last tap could not do, and how long the log was then: any later record answers it.
    let mut refused = use_signal(|| None::<(usize, Problem)>);
    // All but the ring, which follows at once.
    let session = table.deferred();
    let state = session.ledger.state();
    let labels = &session.options.labels;
    let length = session.ledger.length();
    if let Some(at) = table.correcting() {
        return rsx! {
            Instead { key: "{at}", table, at }
        };
    }
    if let Some(winner) = state.winner() {
        return rsx! {
            h2 { class: "hidden", {t::table_over(l)} }
            EndingCard { table }
            section { class: "card",
                p {
                    {t::meisho_won_by(l, session.seats.name(winner))}
                    " "
                    RuleLink { game: NihonMeisho::ID, section: "win" }
                }
                FinalHands { seats: session.seats.clone(), cards: final_cards(state) }
            }
        };
    }
    let current = state.current();
    let name = session.seats.name(current).to_owned();
    let picking = table.draft::<Picking>();
    let asked = asked(state, picking);
    let drawn = buttons(state);
    let caller = caller(state);
    let (sentence, rule) = text::next(state, asked, labels, l);
    let openings = text::openings(state, labels, l);
    let shuffle = text::shuffle(state, l);
    // In full mode the button of a +2 stands for one turned up; in quick mode the app cannot know of it.
    let turned_plus_two = state.mode() == Mode::Quick && state.legal().turned_plus_two.is_ok();
    let problem = refused().filter(|(at, _)| *at == length).map(|(_, problem)| problem);
    let turns = state.turns();
    let refuse = move |error: RuleError| {
        let session = table.session();
        let problem = text::explain(&error, &session.seats, &session.options, l);
        refused.set(Some((session.ledger.length(), problem)));
    };
    let happened = move |event: Event| {
        table.commit(event);
    };
    let act = move |act: Act| {
        let mut refuse = refuse;
        // As things stand when it is tapped: they may have changed since it was drawn.
        let (turn, button) = {
            let session = table.session();
            let state = session.ledger.state();
            (state.turns(), buttons(state).into_iter().find(|button| button.act == act))
        };
        match button.map(|button| button.does) {
            Some(Ok(Does::Event(event))) => happened(event),
            Some(Ok(Does::Pick { two })) => {
                refused.set(None);
                let open = table.draft::<Picking>().is_some_and(|picking| picking.two == two && picking.turn == turn);
                table.set_draft((!open).then_some(Picking { turn, two, first: None }).as_ref());
            }
            Some(Err(error)) => refuse(error),
            None => {}
        }
    };
    let on_card = move |(card, may): (Card, Result<(), RuleError>)| {
        let mut refuse = refuse;
        let Some(asked) = asked else { return };
        match (may, tapped(asked, card)) {
            (Err(error), _) => refuse(error),
            (Ok(()), Ok(event)) => happened(event),
            (Ok(()), Err(first)) => {
                refused.set(None);
                table.set_draft(Some(&Picking { turn: turns, two: true, first: Some(first) }));
            }
        }
    };
    rsx! {
        h2 { class: "hidden", {t::meisho_title(l, &name)} }
        div { class: "turn",
            match asked {
                Some(asked) => rsx! {
                    CardGrid { cells: cells(state, asked), labels: labels.clone(), ontap: on_card }
                },
                None => rsx! {
                    Ring { table }
                },
            }
            div { class: "card say",
                for turns in session.options.clock.map(|_| turns) {
                    ClockBar { key: "{turns}", seconds: session.options.clock.unwrap_or(LEAST_CLOCK) }
                }
                div { class: "said", "aria-live": "polite",
                    p { class: "sentence", hidden: problem.is_some(),
                        strong { {t::meisho_to(l, &name)} }
                        // A full-width colon is space enough.
                        if l == Lang::En {
                            " "
                        }
                        "{sentence}"
                        " "
                        RuleLink { game: NihonMeisho::ID, section: rule }
                    }
                    if !openings.is_empty() && problem.is_none() {
                        p { class: "soft openings", {openings.join(" ")} }
                    }
                    if let Some(shuffle) = &shuffle {
                        p { class: "error", "{shuffle}" }
                    }
                }
                div { role: "alert",
                    if let Some(problem) = &problem {
                        p { class: "error sentence",
                            "{problem.text} "
                            RuleLink { game: NihonMeisho::ID, section: problem.rule }
                        }
                    }
                }
                if shuffle.is_some() {
                    button { class: "chip", onclick: move |_| happened(Event::Reshuffled), {t::meisho_do_shuffled(l)} }
                }
                if turned_plus_two {
                    button { class: "chip", onclick: move |_| happened(Event::TurnedPlusTwo), {t::meisho_do_turned_plus_two(l)} }
                }
            }
            div { class: "acts", "data-picking": asked.is_some(),
                for button in drawn {
                    if asked.is_none_or(|asked| stays(&button, asked)) {
                        ActButton {
                            key: "{button.act:?}",
                            words: act_text(button.act, state, caller, &session.seats, l),
                            pressed: pressed(&button, asked),
                            why: button.does.as_ref().err().map(|error| text::explain(error, &session.seats, &session.options, l).text),
                            button: Button { main: button.main && (asked.is_none() || button.act == Act::Call), ..button.clone() },
                            onact: act,
                        }
                    }
                }
            }
        }
    }
}

/// Whether a button stays beside the grid: only what may be tapped there, so that the grid has room.
fn stays(button: &Button, asked: Asked) -> bool {
    match button.act {
        Act::Pass | Act::Take => false,
        Act::Play1 | Act::Play2 | Act::Reverse => asked != Asked::TurnedUp,
        Act::PlusTwo => asked != Asked::TurnedUp || button.does.is_ok(),
        Act::Call => button.does.is_ok(),
    }
}

/// Whether a button's question is being asked; none for a button that asks nothing.
fn pressed(button: &Button, asked: Option<Asked>) -> Option<bool> {
    match button.does {
        Ok(Does::Pick { two }) => {
            Some(asked.is_some_and(|asked| if two { asked != Asked::One } else { asked == Asked::One }))
        }
        _ => None,
    }
}

pub fn act_text(act: Act, state: &State, caller: Option<(Seat, Call)>, seats: &Seats, l: Lang) -> String {
    let plain = match act {
        Act::Pass => t::meisho_do_pass(l),
        Act::Play1 => t::meisho_do_play1(l),
        Act::Play2 => t::meisho_do_play2(l),
        Act::PlusTwo => t::meisho_do_plus_two(l),
        Act::Reverse => t::meisho_do_reverse(l),
        Act::Take => {
            let cards = if state.legal().penalty_take.is_ok() { state.penalty() } else { state.stack() };
            return if cards > 0 { t::meisho_do_take_cards(l, cards) } else { t::meisho_do_take(l).to_owned() };
        }
        Act::Call => {
            return match caller {
                Some((seat, Call::Due)) => t::meisho_do_call_now(l, seats.name(seat)),
                Some((seat, _)) => t::meisho_do_call_late(l, seats.name(seat)),
                None => t::meisho_do_call(l).to_owned(),
            };
        }
    };
    plain.to_owned()
}

/// A button that can always be tapped: where a rule is against it, it says which.
#[component]
fn ActButton(
    button: Button,
    words: String,
    pressed: Option<bool>,
    why: Option<String>,
    onact: EventHandler<Act>,
) -> Element {
    let Button { act, does, main } = button;
    rsx! {
        button {
            class: if main { "button act main" } else { "button act" },
            "data-act": "{act:?}",
            "aria-disabled": does.is_err(),
            "aria-pressed": pressed,
            title: why,
            onclick: move |_| onact.call(act),
            span { "{words}" }
        }
    }
}

#[component]
fn Ring(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let places = Seat::all(session.seats.len()).zip(session.seats.players()).map(|(seat, player)| {
        let (note, warn) = text::hand(state, seat, l);
        RingSeat { player: player.clone(), note, warn, current: seat == state.current() }
    });
    let way = if state.direction() == Direction::Clockwise { "on" } else { "back" };
    rsx! {
        div { class: "stage",
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
}

/// The card on top of the pile, and how far its runs have come.
#[component]
fn TopCard(runs: Runs, labels: Labels) -> Element {
    let l = lang();
    let category = text::category(&labels, runs.top().category, l);
    let area = text::area(&labels, runs.top().area, l);
    rsx! {
        span { class: "hidden", {t::meisho_on_top(l, &category, &area)} }
        div { class: "top-card",
            for (at, (name, run, size)) in
                [(category, runs.category(), CATEGORY_SET), (area, runs.area(), AREA_SET)].into_iter().enumerate()
            {
                div { key: "{at}",
                    span { "aria-hidden": "true", "{name}" }
                    strong { {t::meisho_short(l, run, size)} }
                }
            }
        }
    }
}

/// The time of a turn running out, drawn by the browser: it needs no timer of ours.
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

fn final_cards(state: &State) -> Vec<u16> {
    state.hands().iter().map(|hand| hand.cards()).collect()
}

#[component]
fn FinalHands(seats: Seats, cards: Vec<u16>) -> Element {
    let l = lang();
    rsx! {
        ul { class: "ranking",
            for (player, cards) in seats.players().iter().zip(cards) {
                li { key: "{player.name}",
                    Named { players: vec![player.clone()] }
                    strong { class: "total", {t::meisho_cards(l, cards)} }
                }
            }
        }
    }
}
