//! The screens of Nerts.

use dioxus::prelude::*;

use super::draft::{Caller, Draft, Fault};
use super::score::{
    Count, DECK, Error, Event, MAX_JOKERS, NERTS_PILE, Nerts, Options, PARTNERSHIP_PLAYERS, State, TARGETS, Tie,
};
use crate::domain::game::{Game, Outcome};
use crate::domain::ledger::Op;
use crate::domain::seats::{Player, Seats};
use crate::i18n::{Lang, list, number, signed, t};
use crate::play::{Play, Problem};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{EndingCard, Tab, Table, Tabs, standings};
use crate::ui::{Glyph, Icon, Named, NumberPad, PadKey, Pressed, key_of};

impl Play for Nerts {
    fn name(l: Lang) -> &'static str {
        t::nerts_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::nerts_tagline(l)
    }

    fn place(_: &State, rounds: usize, l: Lang) -> String {
        t::nerts_round(l, rounds + 1)
    }

    fn describe(event: &Event, seats: &Seats, options: &Options, l: Lang) -> String {
        match event {
            Event::Round { counts, .. } => {
                let scores = counts.iter().map(|count| number(count.points())).collect::<Vec<_>>().join(" · ");
                t::nerts_did_round(l, scores)
            }
            Event::Target { points } => t::nerts_did_target(l, *points),
            Event::Share => {
                let _ = (seats, options);
                t::nerts_did_share(l).to_owned()
            }
        }
    }

    fn explain(error: &Error, seats: &Seats, options: &Options, l: Lang) -> Problem {
        let name = |side: usize| side_names(seats, options, side, l);
        let (text, rule) = match error {
            Error::Sides { given, sides } => (t::nerts_error_sides(l, *given, *sides), "partnerships"),
            Error::Pile { side, left } => (t::nerts_error_pile(l, name(*side), *left, NERTS_PILE), "bounds"),
            Error::Deck { side, foundations, left, deck } => (
                t::nerts_error_deck(
                    l,
                    name(*side),
                    *foundations,
                    *left,
                    u16::from(*foundations) + u16::from(*left),
                    *deck,
                ),
                "bounds",
            ),
            Error::Caller { side, left } => (t::nerts_error_caller(l, name(*side), *left), "end-of-round"),
            Error::NoSide(_) => (t::nerts_error_no_side(l).to_owned(), "end-of-round"),
            Error::Target(points) => (t::nerts_error_target(l, *points, *TARGETS.start(), *TARGETS.end()), "target"),
            Error::Jokers(jokers) => (t::nerts_error_jokers(l, *jokers, MAX_JOKERS), "jokers"),
            Error::Partnerships(players) => {
                (t::nerts_error_partnerships(l, *players, PARTNERSHIP_PLAYERS), "partnerships")
            }
            Error::NoTie => (t::nerts_error_no_tie(l).to_owned(), "ties"),
        };
        Problem { text, rule }
    }

    fn options_form(options: Signal<Options>, players: usize) -> Element {
        rsx! {
            OptionsForm { options, players }
        }
    }

    fn target(state: &State) -> Option<i32> {
        Some(i32::from(state.target))
    }

    fn undo_draft(draft: &str, seats: &Seats, options: &Options, l: Lang) -> Option<(String, String)> {
        let mut entry: Draft = serde_json::from_str(draft).ok()?;
        let (cell, now) = entry.grid.to_undo()?;
        let words = t::nerts_undo_cell(l, now.text(), side_names(seats, options, cell / 2, l));
        entry.grid.undo();
        entry.asked = false;
        Some((words, serde_json::to_string(&entry).ok()?))
    }

    fn has_starter() -> bool {
        false
    }
}

impl Tabs for Nerts {
    fn tabs() -> Vec<Tab<Nerts>> {
        vec![
            Tab { id: "play", label: t::nerts_tab_score, glyph: Glyph::Grid, view: score },
            Tab { id: "standings", label: t::tab_standings, glyph: Glyph::Chart, view: standings },
        ]
    }
}

fn side_names(seats: &Seats, options: &Options, side: usize, l: Lang) -> String {
    let sides = Nerts::sides(seats, options);
    let names: Vec<String> = sides.get(side).into_iter().flatten().map(|seat| seats.name(*seat).to_owned()).collect();
    list(l, &names)
}

fn fault_text(fault: &Fault, seats: &Seats, options: &Options, l: Lang) -> Problem {
    match fault {
        Fault::Empty(cell) => {
            let what = if cell % 2 == 0 { t::nerts_foundations(l) } else { t::nerts_left(l) };
            Problem { text: t::nerts_error_empty(l, side_names(seats, options, cell / 2, l), what), rule: "" }
        }
        Fault::Range(_, most) => Problem { text: t::nerts_error_range(l, *most), rule: "bounds" },
        Fault::Rule(error) => Nerts::explain(error, seats, options, l),
        Fault::WhoCalled => Problem { text: t::nerts_error_who_called(l).to_owned(), rule: "end-of-round" },
    }
}

fn score(table: Table<Nerts>) -> Element {
    rsx! {
        RoundView { table }
    }
}

#[component]
fn RoundView(mut table: Table<Nerts>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let sides = state.totals.len();
    let jokers = session.options.jokers;
    let mut more = use_signal(|| false);

    // A correction asked for in the standings begins with the round as it is.
    let wanted = *table.correcting.read();
    use_effect(move || {
        let wanted = *table.correcting.read();
        if let Some(at) = wanted {
            let entry = match table.session().ledger.entries().get(at) {
                Some(Event::Round { counts, caller }) => Some(Draft::of(at, counts, *caller)),
                _ => None,
            };
            if let Some(entry) = entry {
                table.set_draft(Some(&entry));
            }
            table.correcting.set(None);
        }
    });
    let entry = table
        .draft::<Draft>()
        .filter(|entry| entry.grid.len() == sides * 2 && wanted.is_none())
        .unwrap_or_else(|| Draft::new(sides));

    let mut save = move |entry: &Draft| {
        let Some(event) = entry.event(jokers) else { return };
        let op = match entry.correcting {
            Some(at) => Op::Correct { entry: at, event },
            None => Op::Append { event },
        };
        if table.push(op).is_ok() {
            table.set_draft(None::<&Draft>);
            more.set(false);
        }
    };
    let outcome = Nerts::standing(state).outcome;
    let standing = session.seats.clone();
    let options = session.options.clone();
    let totals = state.totals.clone();
    let played = session.ledger.rounds();
    let correcting = entry.correcting;
    let number_of = correcting.and_then(|at| played.iter().position(|round| round.entry == at)).map(|at| at + 1);
    let over = matches!(outcome, Outcome::Won(_) | Outcome::Tied(_))
        && !more()
        && correcting.is_none()
        && entry.grid.is_blank();
    let before = match number_of {
        Some(round) if round > 1 => played[round - 2].totals.clone(),
        Some(_) => vec![0; sides],
        None => totals.clone(),
    };
    let last = played.last().cloned();
    rsx! {
        if over {
            EndingCard { table }
            if let Outcome::Tied(tied) = &outcome {
                TieCard { table, tied: tied.clone(), onmore: move |()| more.set(true) }
            }
            if let Some(last) = &last {
                RoundResult {
                    seats: standing.clone(),
                    options: options.clone(),
                    number: played.len(),
                    event: session.ledger.entries()[last.entry].clone(),
                    totals: last.totals.clone(),
                }
            }
            if matches!(outcome, Outcome::Won(_)) {
                button { class: "button", onclick: move |_| more.set(true), {t::nerts_play_on(l)} }
                Target { table, target: state.target }
            }
        } else {
            h2 { class: "ask",
                match number_of {
                    Some(round) => t::nerts_correct_title(l, round),
                    None => t::nerts_ask(l, played.len() + 1),
                }
            }
            EntryGrid {
                seats: standing.clone(),
                options: options.clone(),
                jokers,
                entry: entry.clone(),
                before,
                done: if correcting.is_some() { t::nerts_save_correction(l) } else { t::nerts_save_round(l) },
                onchange: move |entry: Draft| table.set_draft(Some(&entry)),
                ondone: move |entry: Draft| save(&entry),
            }
            if correcting.is_some() {
                button { class: "button", onclick: move |_| table.set_draft(None::<&Draft>), {t::nerts_cancel_correction(l)} }
            } else {
                if let Some(last) = &last {
                    RoundResult {
                        seats: standing.clone(),
                        options: options.clone(),
                        number: played.len(),
                        event: session.ledger.entries()[last.entry].clone(),
                        totals: last.totals.clone(),
                    }
                }
                Target { table, target: state.target }
            }
        }
    }
}

/// The grid, the caller and the pad: for a table and for a quick calculation.
#[component]
fn EntryGrid(
    seats: Seats,
    options: Options,
    jokers: u8,
    entry: Draft,
    before: Vec<i32>,
    done: String,
    onchange: EventHandler<Draft>,
    ondone: EventHandler<Draft>,
) -> Element {
    let l = lang();
    let sides: Vec<Vec<Player>> = Nerts::sides(&seats, &options)
        .iter()
        .map(|side| side.iter().filter_map(|seat| seats.players().get(seat.index()).cloned()).collect())
        .collect();
    let faults = entry.faults(jokers);
    let words: Vec<(Option<usize>, Option<usize>, Problem)> =
        faults.iter().map(|fault| (fault.cell(), fault.side(), fault_text(fault, &seats, &options, l))).collect();
    let press = {
        let entry = entry.clone();
        move |key: PadKey| {
            let mut entry = entry.clone();
            if entry.press(key, jokers) == Pressed::Done {
                if let Some(cell) = entry.faults(jokers).first().and_then(Fault::cell) {
                    entry.grid.go(cell);
                }
                onchange.call(entry.clone());
                if entry.event(jokers).is_some() {
                    ondone.call(entry);
                }
            } else {
                onchange.call(entry);
            }
        }
    };
    let choose = {
        let entry = entry.clone();
        move |caller: Caller| onchange.call(Draft { caller, ..entry.clone() })
    };
    let at = entry.grid.at();
    let caller = entry.caller();
    let full = entry.grid.is_full();
    let select = {
        let entry = entry.clone();
        move |cell: usize| {
            let mut entry = entry.clone();
            entry.grid.go(cell);
            onchange.call(entry);
        }
    };
    let typed = {
        let press = press.clone();
        let select = select.clone();
        move |event: KeyboardEvent| {
            let cells = sides.len() * 2;
            match event.key() {
                Key::ArrowRight if at + 1 < cells => select(at + 1),
                Key::ArrowLeft if at > 0 => select(at - 1),
                Key::ArrowDown if at + 2 < cells => select(at + 2),
                Key::ArrowUp if at > 1 => select(at - 2),
                key => match key_of(&key) {
                    Some(key) => press(key),
                    None => return,
                },
            }
            event.prevent_default();
        }
    };
    let sides: Vec<Vec<Player>> = Nerts::sides(&seats, &options)
        .iter()
        .map(|side| side.iter().filter_map(|seat| seats.players().get(seat.index()).cloned()).collect())
        .collect();
    rsx! {
        div { class: "entry", onkeydown: typed,
            table { class: "cells",
                thead {
                    tr {
                        th { scope: "col", {t::nerts_player(l)} }
                        th { scope: "col", {t::nerts_foundations(l)} }
                        th { scope: "col", {t::nerts_left(l)} }
                        th { scope: "col", {t::nerts_points(l)} }
                        if !before.is_empty() {
                            th { scope: "col", {t::nerts_total(l)} }
                        }
                    }
                }
                tbody {
                    for (side, players) in sides.iter().enumerate() {
                        tr { key: "{side}",
                            th { scope: "row",
                                Named { players: players.clone() }
                            }
                            for cell in [side * 2, side * 2 + 1] {
                                td { key: "{cell}",
                                    button {
                                        class: "cell",
                                        "aria-pressed": cell == at,
                                        "data-wrong": words.iter().any(|(wrong, _, _)| *wrong == Some(cell)),
                                        "aria-describedby": "fault-{side}",
                                        "aria-label": t::nerts_cell(
                                            l,
                                            side_names(&seats, &options, side, l),
                                            if cell % 2 == 0 { t::nerts_foundations(l) } else { t::nerts_left(l) },
                                            entry.grid.cell(cell).text(),
                                        ),
                                        onclick: {
                                            let select = select.clone();
                                            move |_| select(cell)
                                        },
                                        {entry.grid.cell(cell).text()}
                                    }
                                }
                            }
                            td { class: "points",
                                if let Some(points) = entry.points(side) {
                                    {number(points)}
                                }
                            }
                            if let Some(total) = before.get(side) {
                                td { class: "soft", {number(total + entry.points(side).unwrap_or(0))} }
                            }
                        }
                        tr { class: "faults",
                            td { colspan: "5", id: "fault-{side}",
                                for (_, _, problem) in words.iter().filter(|(_, of, _)| *of == Some(side)) {
                                    p { class: "error", role: "alert",
                                        "{problem.text} "
                                        RuleLink { game: Nerts::ID, section: problem.rule }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            fieldset { class: "chips callers",
                legend { {t::nerts_who_called(l)} }
                for (side, _) in sides.iter().enumerate() {
                    button {
                        key: "{side}",
                        class: "chip",
                        "aria-pressed": caller == u8::try_from(side).ok() && entry.caller != Caller::Nobody,
                        onclick: {
                            let choose = choose.clone();
                            move |_| choose(u8::try_from(side).map_or(Caller::Found, Caller::Side))
                        },
                        {side_names(&seats, &options, side, l)}
                    }
                }
                button {
                    class: "chip",
                    "aria-pressed": entry.caller == Caller::Nobody,
                    onclick: {
                        let choose = choose.clone();
                        move |_| choose(Caller::Nobody)
                    },
                    {t::nerts_nobody(l)}
                }
            }
            for (_, _, problem) in words.iter().filter(|(cell, _, _)| cell.is_none()) {
                p { class: "error", role: "alert",
                    "{problem.text} "
                    RuleLink { game: Nerts::ID, section: problem.rule }
                }
            }
            NumberPad {
                most: 9,
                signs: at % 2 == 0,
                next: if full { done.clone() } else { t::pad_next(l).to_owned() },
                done: full,
                erase: t::pad_erase(l),
                plus: t::pad_plus(l),
                minus: t::pad_minus(l),
                onkey: press,
            }
        }
    }
}

/// A round that was scored: who got what, and why.
#[component]
fn RoundResult(seats: Seats, options: Options, number: usize, event: Event, totals: Vec<i32>) -> Element {
    let l = lang();
    let Event::Round { counts, caller } = event else { return rsx! {} };
    let sides = Nerts::sides(&seats, &options);
    let players = |side: usize| -> Vec<Player> {
        sides.get(side).into_iter().flatten().filter_map(|seat| seats.players().get(seat.index()).cloned()).collect()
    };
    rsx! {
        section { class: "card result",
            h2 { {t::nerts_result(l, number)} }
            p { class: "soft",
                RuleLink { game: Nerts::ID, section: "score" }
                " "
                match caller {
                    Some(side) => t::nerts_called(l, side_names(&seats, &options, usize::from(side), l)),
                    None => t::nerts_stuck(l).to_owned(),
                }
            }
            ul { class: "reasons",
                for (side, count) in counts.iter().enumerate() {
                    li { key: "{side}",
                        Named { players: players(side) }
                        span { class: "soft why", {reason(*count, l)} }
                        strong { class: "total", {signed(count.points())} }
                    }
                }
            }
        }
    }
}

/// Why a count is worth what it is worth.
fn reason(count: Count, l: Lang) -> String {
    t::nerts_reason(l, count.foundations, count.left)
}

#[component]
fn TieCard(table: Table<Nerts>, tied: Vec<usize>, onmore: EventHandler<()>) -> Element {
    let l = lang();
    let session = table.session();
    let names: Vec<String> = tied.iter().map(|side| side_names(&session.seats, &session.options, *side, l)).collect();
    rsx! {
        section { class: "card ending",
            h2 { {t::nerts_tied(l, list(l, &names))} }
            p { {t::nerts_tied_text(l)} }
            div { class: "row wrap",
                button { class: "button main", onclick: move |_| onmore.call(()), {t::nerts_one_more(l)} }
                button {
                    class: "button",
                    onclick: move |_| {
                        table.append(Event::Share);
                    },
                    {t::nerts_share(l)}
                }
            }
        }
    }
}

#[component]
fn Target(table: Table<Nerts>, target: u16) -> Element {
    let l = lang();
    let mut typed = use_signal(|| None::<String>);
    let mut wrong = use_signal(|| false);
    rsx! {
        details { class: "card",
            summary { {t::nerts_target_now(l, target)} }
            form {
                class: "row add",
                onsubmit: move |event| {
                    event.prevent_default();
                    match typed().unwrap_or_else(|| target.to_string()).trim().parse::<u16>() {
                        Ok(points) if TARGETS.contains(&points) => {
                            wrong.set(false);
                            if points != target {
                                table.append(Event::Target { points });
                            }
                        }
                        _ => wrong.set(true),
                    }
                },
                label { class: "field",
                    span { {t::nerts_target(l)} }
                    input {
                        r#type: "text",
                        inputmode: "numeric",
                        value: typed().unwrap_or_else(|| target.to_string()),
                        "aria-invalid": wrong(),
                        oninput: move |event| typed.set(Some(event.value())),
                    }
                }
                button { class: "button", r#type: "submit", {t::save(l)} }
            }
            p { class: "error", role: "alert",
                if wrong() {
                    {t::nerts_error_target_typed(l, *TARGETS.start(), *TARGETS.end())}
                }
            }
        }
    }
}

#[component]
fn OptionsForm(mut options: Signal<Options>, players: usize) -> Element {
    let l = lang();
    let now = options();
    let mut typed = use_signal(|| options.peek().target.to_string());
    let target_wrong = typed().trim().parse::<u16>().ok().is_none_or(|points| !TARGETS.contains(&points));
    let pairs = players >= PARTNERSHIP_PLAYERS && players.is_multiple_of(2);
    rsx! {
        label { class: "field",
            span { {t::nerts_target(l)} }
            input {
                r#type: "text",
                inputmode: "numeric",
                name: "target",
                value: "{typed}",
                "aria-invalid": target_wrong,
                oninput: move |event| {
                    let target = event.value().trim().parse().unwrap_or(0);
                    typed.set(event.value());
                    options.write().target = target;
                },
            }
        }
        p { class: "error", role: "alert",
            if target_wrong {
                {t::nerts_error_target_typed(l, *TARGETS.start(), *TARGETS.end())}
            }
        }
        p { class: "soft", {t::nerts_target_default(l)} }
        fieldset { class: "choice inline",
            legend { {t::nerts_jokers(l)} }
            for jokers in 0..=MAX_JOKERS {
                label { key: "{jokers}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "jokers",
                        checked: now.jokers == jokers,
                        onchange: move |_| options.write().jokers = jokers,
                    }
                    "{jokers}"
                }
            }
        }
        p { class: "soft", {t::nerts_jokers_default(l, DECK)} }
        if players >= PARTNERSHIP_PLAYERS {
            label { class: "pick",
                input {
                    r#type: "checkbox",
                    name: "partnerships",
                    checked: now.partnerships,
                    disabled: !pairs && !now.partnerships,
                    onchange: move |event| options.write().partnerships = event.checked(),
                }
                {t::nerts_partnerships(l)}
            }
            p { class: "soft",
                if pairs {
                    {t::nerts_partnerships_text(l)}
                } else {
                    {t::nerts_error_partnerships(l, players, PARTNERSHIP_PLAYERS)}
                }
            }
        }
        fieldset { class: "choice",
            legend { {t::nerts_tie(l)} }
            for (tie, name) in [
                (Tie::Ask, t::nerts_tie_ask(l)),
                (Tie::OneMore, t::nerts_tie_one_more(l)),
                (Tie::Share, t::nerts_tie_share(l)),
            ] {
                label { key: "{name}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "tie",
                        checked: now.tie == tie,
                        onchange: move |_| options.write().tie = tie,
                    }
                    "{name}"
                }
            }
        }
        p { class: "soft ruling", {t::nerts_tie_ruling(l)} }
    }
}

/// A round's points without a table.
pub fn calculate() -> Element {
    rsx! {
        Calculation {}
    }
}

#[component]
fn Calculation() -> Element {
    let l = lang();
    let mut jokers = use_signal(|| 0_u8);
    let mut entry = use_signal(|| Draft { caller: Caller::Nobody, ..Draft::new(1) });
    let now = entry();
    let counted = match now.event(jokers()) {
        Some(Event::Round { counts, .. }) => counts.first().copied(),
        _ => None,
    };
    let faults = now.faults(jokers());
    let options = Options { jokers: jokers(), ..Options::default() };
    let cells = [(0_usize, t::nerts_foundations(l)), (1, t::nerts_left(l))];
    // One person without a name: the words of the faults do not need one.
    let nobody = t::nerts_you(l);
    let words = |fault: &Fault| match fault {
        Fault::Rule(Error::Pile { left, .. }) => t::nerts_error_pile(l, nobody, *left, NERTS_PILE),
        Fault::Rule(Error::Deck { foundations, left, deck, .. }) => {
            t::nerts_error_deck(l, nobody, *foundations, *left, u16::from(*foundations) + u16::from(*left), *deck)
        }
        Fault::Range(_, most) => t::nerts_error_range(l, *most),
        Fault::Empty(cell) => t::nerts_error_empty(l, nobody, cells[cell % 2].1),
        Fault::Rule(_) | Fault::WhoCalled => String::new(),
    };
    let at = now.grid.at();
    rsx! {
        section { class: "card",
            div { class: "sum",
                for (cell, label) in cells {
                    button {
                        key: "{cell}",
                        class: "cell big",
                        "aria-pressed": at == cell,
                        "data-wrong": faults.iter().any(|fault| fault.cell() == Some(cell)),
                        onclick: move |_| entry.write().grid.go(cell),
                        span { class: "soft", "{label}" }
                        strong { {now.grid.cell(cell).text()} }
                    }
                }
                output { class: "big-total", "aria-live": "polite",
                    if let Some(count) = counted {
                        {number(count.points())}
                    } else {
                        "–"
                    }
                }
            }
            for fault in faults.iter() {
                p { class: "error", role: "alert", {words(fault)} }
            }
            p { class: "soft",
                if let Some(count) = counted {
                    {reason(count, l)}
                } else {
                    {t::nerts_formula(l)}
                }
            }
        }
        div {
            onkeydown: move |event| {
                if let Some(key) = key_of(&event.key()) {
                    entry.write().press(key, jokers());
                    event.prevent_default();
                }
            },
            NumberPad {
                most: 9,
                signs: at == 0,
                next: t::pad_next(l),
                erase: t::pad_erase(l),
                plus: t::pad_plus(l),
                minus: t::pad_minus(l),
                onkey: move |key| {
                    let done = entry.write().press(key, options.jokers) == Pressed::Done;
                    if done {
                        let other = 1 - entry.peek().grid.at().min(1);
                        entry.write().grid.go(other);
                    }
                },
            }
        }
        div { class: "row wrap",
            button {
                class: "button",
                onclick: move |_| entry.set(Draft { caller: Caller::Nobody, ..Draft::new(1) }),
                Icon { glyph: Glyph::Erase }
                {t::clear(l)}
            }
        }
        fieldset { class: "choice inline",
            legend { {t::nerts_jokers(l)} }
            for count in 0..=MAX_JOKERS {
                label { key: "{count}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "jokers",
                        checked: jokers() == count,
                        onchange: move |_| jokers.set(count),
                    }
                    "{count}"
                }
            }
        }
    }
}
