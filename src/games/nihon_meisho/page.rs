//! The screens of Nihon Meisho.

use dioxus::prelude::*;

use super::pile::{AREA_SET, Area, CATEGORY_SET, Card, Category, Labels, Runs, SetOf};
use super::text;
use super::turn::{
    Call, Event, HAND, LEAST_CLOCK, LEAST_HAND, MOST_CLOCK, MOST_CORRECTED, MOST_DECK, MOST_HAND, Mode, NihonMeisho,
    Options, RuleError, State, TwoPlayerReverse,
};
use super::view_model::{Act, Asked, Button, Cell, Does, Picking, asked, buttons, caller, cells, instead, tapped};
use crate::domain::game::Game;
use crate::domain::ledger::Op;
use crate::domain::seats::{Direction, Seat, Seats, tidy_name};
use crate::domain::session::Session;
use crate::i18n::{Lang, t};
use crate::play::{Play, Playing, Problem};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{Ending, FlatLink, Tab, Table, TableMenu, Tabs};
use crate::ui::{Glyph, Icon, Mark, Named, RingSeat, SeatRing, Sheet};

/// Entries of the log shown before all are asked for.
const SHOWN: usize = 12;

impl Play for NihonMeisho {
    fn name(l: Lang) -> &'static str {
        t::meisho_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::meisho_tagline(l)
    }

    fn place(state: &State, _: usize, l: Lang) -> String {
        t::meisho_turn(l, state.turns().saturating_add(1))
    }

    fn describe(event: &Event, seats: &Seats, options: &Options, l: Lang) -> String {
        text::did(event, seats, &options.labels, l)
    }

    fn explain(error: &RuleError, seats: &Seats, options: &Options, l: Lang) -> Problem {
        text::explain(error, seats, options, l)
    }

    fn options_form(options: Signal<Options>, players: usize) -> Element {
        rsx! {
            OptionsForm { options, players }
        }
    }

    fn turn(session: &Session<NihonMeisho>, l: Lang) -> Option<Playing<Event>> {
        let state = session.ledger.state();
        if state.winner().is_some() {
            return None;
        }
        // A call is made beside the turn, not instead of it.
        let main = buttons(state).into_iter().find(|button| button.main && button.act != Act::Call);
        let next = main.and_then(|button| match button.does {
            Ok(Does::Event(event)) => Some((event, act_words(button.act, state, None, &session.seats, l))),
            _ => None,
        });
        Some(Playing {
            seat: state.current(),
            direction: state.direction(),
            stack: state.stack(),
            notes: Seat::all(session.seats.len()).map(|seat| text::hand(state, seat, l)).collect(),
            next,
        })
    }

    fn undo_draft(draft: &str, _: &Seats, options: &Options, l: Lang) -> Option<(String, String)> {
        let picking: Picking = serde_json::from_str(draft).ok()?;
        let words = text::card(&options.labels, picking.first?, l);
        Some((words, serde_json::to_string(&Picking { first: None, ..picking }).ok()?))
    }
}

impl Tabs for NihonMeisho {
    fn tabs() -> Vec<Tab<NihonMeisho>> {
        vec![
            Tab { id: "play", label: t::meisho_tab_turn, glyph: Glyph::Turn, view: turn },
            Tab { id: "hands", label: t::meisho_tab_hands, glyph: Glyph::Hands, view: hands },
        ]
    }
}

fn turn(table: Table<NihonMeisho>) -> Element {
    rsx! {
        Turn { table }
    }
}

fn hands(table: Table<NihonMeisho>) -> Element {
    rsx! {
        Hands { table }
    }
}

#[component]
fn Turn(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    // What the last tap could not do, and how long the log was then: any later record answers it.
    let mut refused = use_signal(|| None::<(usize, Problem)>);
    // All but the ring, which follows at once.
    let session = table.late();
    let state = session.ledger.state();
    let labels = &session.options.labels;
    let length = session.ledger.length();
    if let Some(winner) = state.winner() {
        return rsx! {
            h2 { class: "hidden", {t::table_over(l)} }
            Ending { table }
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
        if table.append(event) && table.draft::<Picking>().is_some() {
            table.set_draft(None::<&Picking>);
        }
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
                            words: act_words(button.act, state, caller, &session.seats, l),
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

fn act_words(act: Act, state: &State, caller: Option<(Seat, Call)>, seats: &Seats, l: Lang) -> String {
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

/// The 24 cards: a column a category, a row an area.
#[component]
fn CardGrid(cells: Vec<Cell>, labels: Labels, ontap: EventHandler<(Card, Result<(), RuleError>)>) -> Element {
    let l = lang();
    rsx! {
        div { class: "cards", role: "group", "aria-label": t::meisho_grid(l),
            for category in Category::ALL {
                span { key: "{category.id()}", class: "cards-head", "aria-hidden": "true", {text::category(&labels, category, l)} }
            }
            for Cell { card, may } in cells {
                button {
                    key: "{card.category.id()} {card.area.id()}",
                    class: "cell",
                    "aria-disabled": may.is_err(),
                    "data-set": matches!(&may, Ok(Some(why)) if why.completes()),
                    "aria-label": {
                        let (category, area) = (text::category(&labels, card.category, l), text::area(&labels, card.area, l));
                        match &may {
                            Ok(Some(why)) => t::meisho_cell_why(l, category, area, text::why(&labels, *why, l)),
                            _ => t::meisho_cell(l, category, area),
                        }
                    },
                    onclick: {
                        let may = may.clone().map(|_| ());
                        move |_| ontap.call((card, may.clone()))
                    },
                    span { {text::area(&labels, card.area, l)} }
                    if let Ok(Some(why)) = &may {
                        small { {text::why_short(*why, l)} }
                    }
                }
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

#[component]
fn Hands(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let full = state.mode() == Mode::Full;
    let correct = move |seat: Seat, cards: u16| {
        table.append(Event::Hand { seat, cards });
    };
    rsx! {
        section { class: "card",
            h2 { class: "ask", {t::meisho_hands(l)} }
            p { class: "soft",
                {t::meisho_hands_text(l)}
                " "
                RuleLink { game: NihonMeisho::ID, section: "hand-sizes" }
            }
            ul { class: "hands",
                for (seat, player) in Seat::all(session.seats.len()).zip(session.seats.players()) {
                    li { key: "{seat.0}",
                        span { class: "who",
                            Mark { mark: player.mark }
                            span { class: "name", "{player.name}" }
                        }
                        button {
                            class: "round",
                            "aria-label": t::meisho_fewer(l, &player.name),
                            disabled: state.cards(seat) == 0 || (state.cards(seat) == 1 && state.winner().is_some()),
                            onclick: {
                                let cards = state.cards(seat);
                                move |_| correct(seat, cards.saturating_sub(1))
                            },
                            "−"
                        }
                        output { "aria-live": "polite", "{state.cards(seat)}" }
                        button {
                            class: "round",
                            "aria-label": t::meisho_more(l, &player.name),
                            disabled: state.cards(seat) >= MOST_CORRECTED,
                            onclick: {
                                let cards = state.cards(seat);
                                move |_| correct(seat, cards.saturating_add(1))
                            },
                            Icon { glyph: Glyph::Plus }
                        }
                        if state.call(seat) != Call::NotYet {
                            p { class: "calls",
                                span { class: if text::hand(state, seat, l).1 { "error" } else { "soft" }, {text::hand(state, seat, l).0} }
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
        section { class: "card",
            h2 { {t::meisho_deck(l)} }
            p { class: "soft",
                match state.deck_left() {
                    Some(left) => t::meisho_deck_left(l, left),
                    None => t::meisho_deck_unknown(l).to_owned(),
                }
                " "
                RuleLink { game: NihonMeisho::ID, section: "deck-empty" }
            }
            if state.deck_left().is_some() && state.winner().is_none() {
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
        Log { table }
        section { class: "card",
            h2 { {t::standings_more(l)} }
            div { class: "row wrap",
                FlatLink { id: table.head.read().id.clone() }
                TableMenu { file: move |()| table.file() }
            }
        }
    }
}

/// Renames the categories and areas of an open table.
#[component]
fn Relabel(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    let labels = use_signal(|| table.session().options.labels.clone());
    let mut saved = use_signal(|| false);
    let fault = labels.read().check().err();
    rsx! {
        details { class: "card",
            summary { {t::meisho_labels(l)} }
            form {
                class: "labels",
                onsubmit: move |event| {
                    event.prevent_default();
                    if labels.peek().check().is_ok() {
                        let options = Options { labels: labels.peek().clone(), ..table.session().options.clone() };
                        table.rename(options);
                        saved.set(true);
                    }
                },
                LabelFields { labels, onchange: move |()| saved.set(false) }
                button { class: "button", r#type: "submit", disabled: fault.is_some(), {t::save(l)} }
                p { class: "soft", role: "status",
                    if saved() {
                        {t::meisho_labels_saved(l)}
                    }
                }
            }
        }
    }
}

/// A field for each name.
#[component]
fn LabelFields(mut labels: Signal<Labels>, onchange: EventHandler<()>) -> Element {
    let l = lang();
    let now = labels();
    let fault = now.check().err();
    let own = Labels::default();
    let fields = Category::ALL.into_iter().map(SetOf::Category).chain(Area::ALL.into_iter().map(SetOf::Area));
    rsx! {
        p { class: "soft", {t::meisho_labels_text(l)} }
        for (at, of) in fields.enumerate() {
            label { key: "{at}", class: "field",
                span { {text::set(&own, of, l)} }
                input {
                    r#type: "text",
                    value: match of {
                        SetOf::Category(of) => now.category(of).to_owned(),
                        SetOf::Area(of) => now.area(of).to_owned(),
                    },
                    "aria-invalid": fault.is_some_and(|(wrong, _)| wrong == of),
                    onchange: move |event| {
                        let label = tidy_name(&event.value());
                        let mut labels = labels.write();
                        match of {
                            SetOf::Category(of) => labels.categories[of as usize] = label,
                            SetOf::Area(of) => labels.areas[of as usize] = label,
                        }
                        drop(labels);
                        onchange.call(());
                    },
                }
                p { class: "error", role: "alert",
                    if let Some((wrong, fault)) = fault && wrong == of {
                        {text::label_fault(&now, wrong, fault, l)}
                    }
                }
            }
        }
    }
}

/// What happened, the last first, and each of it to be put right.
#[component]
fn Log(table: Table<NihonMeisho>) -> Element {
    let l = lang();
    let mut all = use_signal(|| false);
    let mut correcting = use_signal(|| None::<usize>);
    let session = table.session();
    let labels = &session.options.labels;
    let entries = session.ledger.entries();
    let shown = if all() { entries.len() } else { SHOWN };
    let line = |at: usize| {
        let did = text::did(&entries[at], &session.seats, labels, l);
        match session.ledger.states().get(at) {
            Some(before) if text::by_player(&entries[at]) => {
                t::meisho_log_line(l, session.seats.name(before.current()), did)
            }
            _ => did,
        }
    };
    rsx! {
        section { class: "card",
            h2 { {t::meisho_log(l)} }
            if entries.is_empty() {
                p { class: "soft", {t::meisho_log_empty(l)} }
            }
            ol { class: "log", reversed: true,
                for (at, entry) in entries.iter().enumerate().rev().take(shown) {
                    li { key: "{at}",
                        span { class: "soft", "{at + 1}" }
                        span { {line(at)} }
                        if !matches!(entry, Event::Call { .. } | Event::SaidInTime { .. } | Event::Reshuffled) {
                            button {
                                class: "round",
                                "aria-label": t::meisho_correct(l, at + 1, line(at)),
                                onclick: move |_| correcting.set(Some(at)),
                                Icon { glyph: Glyph::Pencil }
                            }
                        }
                    }
                }
            }
            if entries.len() > shown {
                button { class: "button", onclick: move |_| all.set(true), {t::meisho_log_all(l, entries.len())} }
            }
        }
        if let Some(at) = correcting().filter(|at| *at < entries.len()) {
            Sheet {
                title: t::meisho_correct_title(l),
                close_label: t::close(l),
                onclose: move |()| correcting.set(None),
                Instead { table, at, was: line(at), onclose: move |()| correcting.set(None) }
            }
        }
    }
}

/// What an old entry was instead.
#[component]
fn Instead(table: Table<NihonMeisho>, at: usize, was: String, onclose: EventHandler<()>) -> Element {
    let l = lang();
    let mut refused = use_signal(|| None::<Problem>);
    // In full mode: which cards are asked for.
    let mut picking = use_signal(|| None::<Picking>);
    let session = table.session();
    let labels = session.options.labels.clone();
    let (Some(entry), Some(before)) = (session.ledger.entries().get(at), session.ledger.states().get(at)) else {
        return rsx! {};
    };
    let put = move |event: Event| match table.push(Op::Correct { entry: at, event }) {
        Ok(()) => onclose.call(()),
        Err(error) => refused.set(Some(table.explain(&error))),
    };
    let play = text::by_player(entry);
    let picks: Vec<(bool, &str)> = buttons(before)
        .iter()
        .filter(|_| play)
        .filter_map(|button| match button.does {
            Ok(Does::Pick { two: false }) => Some((false, t::meisho_do_play1(l))),
            Ok(Does::Pick { two: true }) => Some((true, t::meisho_do_play2(l))),
            _ => None,
        })
        .collect();
    // A card turned up can only have been another one.
    let turned = matches!(entry, Event::Turned(_) | Event::TurnedPlusTwo);
    let asked = asked(before, picking()).filter(|asked| turned || *asked != Asked::TurnedUp);
    let turn = before.turns();
    rsx! {
        p { class: "soft", {t::meisho_correct_was(l, at + 1, was)} }
        div { class: "row wrap",
            for event in instead(before, entry) {
                button {
                    key: "{event:?}",
                    class: "button",
                    onclick: {
                        let event = event.clone();
                        let mut put = put;
                        move |_| put(event.clone())
                    },
                    {text::did(&event, &session.seats, &labels, l)}
                }
            }
            for (two, words) in picks {
                button {
                    key: "{two}",
                    class: "button",
                    "aria-pressed": picking().is_some_and(|picking| picking.two == two),
                    onclick: move |_| picking.set(Some(Picking { turn, two, first: None })),
                    "{words}"
                }
            }
        }
        if let Some(problem) = refused() {
            p { class: "error", role: "alert",
                "{problem.text} "
                RuleLink { game: NihonMeisho::ID, section: problem.rule }
            }
        }
        if let Some(asked) = asked {
            CardGrid {
                cells: cells(before, asked),
                labels,
                ontap: move |(card, may): (Card, Result<(), RuleError>)| {
                    let mut put = put;
                    match (may, tapped(asked, card)) {
                        (Ok(()), Ok(event)) => put(event),
                        (Ok(()), Err(first)) => picking.set(Some(Picking { turn, two: true, first: Some(first) })),
                        (Err(error), _) => {
                            let session = table.session();
                            refused.set(Some(text::explain(&error, &session.seats, &session.options, l)));
                        }
                    }
                },
            }
        }
    }
}

/// A number in words of the form: what is typed, and whether it will do.
#[component]
fn NumberField(
    label: &'static str,
    hint: String,
    value: Option<u16>,
    least: u16,
    most: u16,
    optional: bool,
    onchange: EventHandler<Option<u16>>,
) -> Element {
    let l = lang();
    let mut typed = use_signal(|| value.map(|value| value.to_string()).unwrap_or_default());
    let text = typed().trim().to_owned();
    let wrong = if text.is_empty() {
        !optional
    } else {
        text.parse::<u16>().ok().is_none_or(|value| !(least..=most).contains(&value))
    };
    rsx! {
        label { class: "field",
            span { "{label}" }
            input {
                r#type: "text",
                inputmode: "numeric",
                value: "{typed}",
                "aria-invalid": wrong,
                oninput: move |event| {
                    let text = event.value();
                    // What is no number is out of every bound, and the table will not open with it.
                    onchange.call((!text.trim().is_empty()).then(|| text.trim().parse().unwrap_or(0)));
                    typed.set(text);
                },
            }
        }
        p { class: "error", role: "alert",
            if wrong {
                {t::meisho_error_range(l, least, most)}
            }
        }
        p { class: "soft", "{hint}" }
    }
}

#[component]
fn OptionsForm(mut options: Signal<Options>, players: usize) -> Element {
    let l = lang();
    let now = options();
    let labels = use_signal(|| options.peek().labels.clone());
    let dealt = players.saturating_mul(usize::from(now.hand));
    let least_deck = u16::try_from(dealt).unwrap_or(MOST_DECK).saturating_add(1).min(MOST_DECK);
    rsx! {
        fieldset { class: "choice",
            legend { {t::meisho_mode(l)} }
            for (mode, name) in [(Mode::Quick, t::meisho_mode_quick(l)), (Mode::Full, t::meisho_mode_full(l))] {
                label { key: "{name}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "mode",
                        checked: now.mode == mode,
                        onchange: move |_| options.write().mode = mode,
                    }
                    "{name}"
                }
            }
        }
        if now.mode == Mode::Full {
            details {
                summary { {t::meisho_labels(l)} }
                div { class: "labels",
                    LabelFields { labels, onchange: move |()| options.write().labels = labels.peek().clone() }
                }
            }
        }
        NumberField {
            label: t::meisho_hand(l),
            hint: t::meisho_hand_hint(l, HAND),
            value: Some(u16::from(now.hand)),
            least: u16::from(LEAST_HAND),
            most: u16::from(MOST_HAND),
            optional: false,
            onchange: move |hand: Option<u16>| {
                options.write().hand = hand.and_then(|hand| u8::try_from(hand).ok()).unwrap_or(0);
            },
        }
        NumberField {
            label: t::meisho_clock(l),
            hint: t::meisho_clock_hint(l),
            value: now.clock,
            least: LEAST_CLOCK,
            most: MOST_CLOCK,
            optional: true,
            onchange: move |clock| options.write().clock = clock,
        }
        NumberField {
            label: t::meisho_deck_count(l),
            hint: t::meisho_deck_hint(l),
            value: now.deck,
            least: least_deck,
            most: MOST_DECK,
            optional: true,
            onchange: move |deck| options.write().deck = deck,
        }
        label { class: "pick",
            input {
                r#type: "checkbox",
                name: "turned_plus_two_again",
                checked: now.turned_plus_two_again,
                onchange: move |event| options.write().turned_plus_two_again = event.checked(),
            }
            {t::meisho_again(l)}
        }
        p { class: "soft ruling", {t::meisho_again_ruling(l)} }
        if players <= 2 {
            fieldset { class: "choice",
                legend { {t::meisho_two_reverse(l)} }
                for (ruling, name) in [
                    (TwoPlayerReverse::OtherPlays, t::meisho_two_other(l)),
                    (TwoPlayerReverse::SamePlays, t::meisho_two_same(l)),
                ] {
                    label { key: "{name}", class: "pick",
                        input {
                            r#type: "radio",
                            name: "two_player_reverse",
                            checked: now.two_player_reverse == ruling,
                            onchange: move |_| options.write().two_player_reverse = ruling,
                        }
                        "{name}"
                    }
                }
            }
            p { class: "soft ruling", {t::meisho_two_ruling(l)} }
        }
    }
}
