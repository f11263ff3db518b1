//! The screens of any other game: a score pad and a turn.

use dioxus::prelude::*;
use serde::{Deserialize, Serialize};

use super::game::{
    Any, EndRule, Error, Event, MOST_POINTS, MOST_STACK, Options, ROUNDS, STEPS, State, TARGETS, WinningTotal,
};
use crate::domain::game::{Game, Outcome};
use crate::domain::ledger::Op;
use crate::domain::seats::{Direction, Seat, Seats};
use crate::domain::session::Session;
use crate::i18n::{Lang, number, signed, t};
use crate::play::{Play, Playing, Problem};
use crate::state::lang;
use crate::table::{EndingCard, FlatLink, Tab, Table, Tabs, standings};
use crate::ui::{Glyph, Grid, Mark, NumberPad, Pressed, RingSeat, SeatRing, key_of};

/// Points of a round being entered, one cell a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Draft {
    grid: Grid,
    correcting: Option<usize>,
}

impl Draft {
    fn new(players: usize) -> Draft {
        Draft { grid: Grid::empty(players), correcting: None }
    }

    fn event(&self) -> Option<Event> {
        let points = (0..self.grid.len()).map(|cell| self.grid.value(cell)).collect::<Option<Vec<_>>>()?;
        Some(Event::Round { points })
    }
}

impl Play for Any {
    fn name(l: Lang) -> &'static str {
        t::any_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::any_tagline(l)
    }

    fn place(_: &State, rounds: usize, l: Lang) -> String {
        t::any_round(l, rounds + 1)
    }

    fn describe(event: &Event, seats: &Seats, options: &Options, l: Lang) -> String {
        match event {
            Event::Round { points } => {
                let points = points.iter().map(|points| number(*points)).collect::<Vec<_>>();
                t::any_did_round(l, points.join(" · "))
            }
            Event::Next => t::any_next(l).to_owned(),
            Event::Skip => t::any_skip(l).to_owned(),
            Event::Reverse => t::any_reverse(l).to_owned(),
            Event::Stack => t::any_stack(l, options.step),
            Event::Take => t::any_did_take(l).to_owned(),
            Event::Turn { seat } => t::any_did_turn(l, seats.name(*seat)),
            Event::End => t::any_end(l).to_owned(),
        }
    }

    fn explain(error: &Error, seats: &Seats, _: &Options, l: Lang) -> Problem {
        let text = match error {
            Error::Players { given, players } => t::any_error_players(l, *given, *players),
            Error::Points { seat, .. } => {
                let name = seats.players().get(*seat).map_or("", |player| &player.name);
                t::any_error_points(l, name, MOST_POINTS)
            }
            Error::Step(_) => t::any_error_whole(l, *STEPS.start(), *STEPS.end()),
            Error::Target(_) => t::any_error_whole(l, *TARGETS.start(), *TARGETS.end()),
            Error::Rounds(_) => t::any_error_whole(l, *ROUNDS.start(), *ROUNDS.end()),
            Error::Stack => t::any_error_stack(l, MOST_STACK),
            Error::NoStack => t::any_error_no_stack(l).to_owned(),
            Error::NoSeat(seat) => t::any_error_seat(l, seat.index() + 1),
            Error::Over => t::any_error_over(l).to_owned(),
        };
        Problem { text, rule: "" }
    }

    fn options_form(options: Signal<Options>, _: usize) -> Element {
        rsx! {
            OptionsForm { options }
        }
    }

    fn turn(session: &Session<Any>, l: Lang) -> Option<Playing<Event>> {
        let state = session.ledger.state();
        let next = if state.stack > 0 {
            (Event::Take, t::any_take(l, state.stack))
        } else {
            (Event::Next, t::any_next(l).to_owned())
        };
        Some(Playing {
            seat: state.turn,
            direction: state.direction,
            stack: state.stack,
            notes: state.totals.iter().map(|total| (number(*total), false)).collect(),
            next: Some(next),
        })
    }

    fn target(state: &State) -> Option<i32> {
        match state.ending {
            EndRule::Target(points) => i32::try_from(points).ok(),
            EndRule::Open | EndRule::Rounds(_) => None,
        }
    }

    fn undo_draft(draft: &str, seats: &Seats, _: &Options, l: Lang) -> Option<(String, String)> {
        let mut entry: Draft = serde_json::from_str(draft).ok()?;
        let (cell, now) = entry.grid.to_undo()?;
        let name = seats.players().get(cell).map_or("", |player| &player.name);
        let words = t::any_undo_cell(l, now.text(), name);
        entry.grid.undo();
        Some((words, serde_json::to_string(&entry).ok()?))
    }
}

impl Tabs for Any {
    fn tabs() -> Vec<Tab<Any>> {
        vec![
            Tab { id: "play", label: t::any_tab_score, glyph: Glyph::Grid, view: score },
            Tab { id: "turn", label: t::any_tab_turn, glyph: Glyph::Turn, view: turn },
            Tab { id: "standings", label: t::tab_standings, glyph: Glyph::Chart, view: standings },
        ]
    }
}

fn score(table: Table<Any>) -> Element {
    rsx! {
        ScoreView { table }
    }
}

fn turn(table: Table<Any>) -> Element {
    rsx! {
        TurnTracker { table }
    }
}

#[component]
fn ScoreView(mut table: Table<Any>) -> Element {
    let l = lang();
    let mut more = use_signal(|| false);
    use_effect(move || {
        let wanted = *table.correcting.read();
        if let Some(at) = wanted {
            let entry = match table.session().ledger.entries().get(at) {
                Some(Event::Round { points }) => {
                    Some(Draft { grid: Grid::filled(points.iter().copied()), correcting: Some(at) })
                }
                _ => None,
            };
            if let Some(entry) = entry {
                table.set_draft(Some(&entry));
            }
            table.correcting.set(None);
        }
    });
    let session = table.session();
    let players = session.seats.len();
    let state = session.ledger.state();
    let entry =
        table.draft::<Draft>().filter(|entry| entry.grid.len() == players).unwrap_or_else(|| Draft::new(players));
    let played = session.ledger.rounds();
    let over = matches!(Any::standing(state).outcome, Outcome::Won(_));
    let number_of = entry.correcting.and_then(|at| played.iter().position(|round| round.entry == at)).map(|at| at + 1);
    if over && !more() && entry.correcting.is_none() && entry.grid.is_blank() {
        return rsx! {
            EndingCard { table }
            button { class: "button", onclick: move |_| more.set(true), {t::any_play_on(l)} }
        };
    }
    let at = entry.grid.at();
    let full = entry.event().is_some();
    let keep = move |entry: Draft| table.set_draft(Some(&entry));
    let press = {
        let entry = entry.clone();
        move |key| {
            let mut entry = entry.clone();
            let done = entry.grid.press(key, |_| MOST_POINTS.unsigned_abs()) == Pressed::Done;
            match entry.event().filter(|_| done) {
                Some(event) => {
                    let op = match entry.correcting {
                        Some(at) => Op::Correct { entry: at, event },
                        None => Op::Append { event },
                    };
                    if table.push(op).is_ok() {
                        table.set_draft(None::<&Draft>);
                        more.set(false);
                    }
                }
                None => table.set_draft(Some(&entry)),
            }
        }
    };
    let mut typed = press.clone();
    let totals = state.totals.clone();
    rsx! {
        h2 { class: "ask",
            match number_of {
                Some(round) => t::any_correct_title(l, round),
                None => t::any_ask(l, played.len() + 1),
            }
        }
        div {
            class: "entry",
            onkeydown: move |event| {
                if let Some(key) = key_of(&event.key()) {
                    typed(key);
                    event.prevent_default();
                }
            },
            ul { class: "ranking",
                for (seat, player) in session.seats.players().iter().cloned().enumerate() {
                    li { key: "{seat}",
                        span { class: "who named",
                            Mark { mark: player.mark }
                            span { class: "name", "{player.name}" }
                        }
                        span { class: "soft", {number(totals[seat])} }
                        button {
                            class: "cell",
                            "aria-pressed": seat == at,
                            "aria-label": t::any_cell(l, &player.name, entry.grid.cell(seat).text()),
                            onclick: {
                                let entry = entry.clone();
                                move |_| {
                                    let mut entry = entry.clone();
                                    entry.grid.go(seat);
                                    keep(entry);
                                }
                            },
                            {entry.grid.cell(seat).text()}
                        }
                        if entry.grid.cell(seat).is_sum() {
                            output { class: "soft", "= {number(entry.grid.value(seat).unwrap_or(0))}" }
                        }
                    }
                }
            }
            NumberPad {
                most: 9,
                signs: true,
                next: if full { t::any_save(l) } else { t::pad_next(l) },
                done: full,
                erase: t::pad_erase(l),
                plus: t::pad_plus(l),
                minus: t::pad_minus(l),
                onkey: press,
            }
        }
        if entry.correcting.is_some() {
            button { class: "button", onclick: move |_| table.set_draft(None::<&Draft>), {t::any_cancel_correction(l)} }
        } else if let Some(last) = played.last() {
            p { class: "soft",
                {t::any_last_round(l, played.len(), last.points.iter().map(|points| signed(*points)).collect::<Vec<_>>().join(" · "))}
            }
            if !over {
                button {
                    class: "button",
                    onclick: move |_| {
                        table.append(Event::End);
                    },
                    {t::any_end(l)}
                }
            }
        }
    }
}

#[component]
fn TurnTracker(table: Table<Any>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let step = session.options.step;
    let name = session.seats.name(state.turn).to_owned();
    let seats: Vec<RingSeat> = session
        .seats
        .players()
        .iter()
        .enumerate()
        .map(|(seat, player)| RingSeat {
            player: player.clone(),
            note: number(state.totals[seat]),
            warn: false,
            current: seat == state.turn.index(),
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
            button { class: "button", onclick: move |_| tap(Event::Skip), {t::any_skip(l)} }
            button { class: "button", onclick: move |_| tap(Event::Reverse), {t::any_reverse(l)} }
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

#[component]
fn OptionsForm(mut options: Signal<Options>) -> Element {
    let l = lang();
    let now = options();
    let mut typed = use_signal(|| "100".to_owned());
    let mut step = use_signal(|| options.peek().step.to_string());
    let parse = move |ending: EndRule, text: &str| match ending {
        EndRule::Open => EndRule::Open,
        EndRule::Target(_) => EndRule::Target(text.trim().parse().unwrap_or(0)),
        EndRule::Rounds(_) => EndRule::Rounds(text.trim().parse().unwrap_or(0)),
    };
    let (wrong, least, most) = match now.ending {
        EndRule::Open => (false, 0, 0),
        EndRule::Target(points) => (!TARGETS.contains(&points), *TARGETS.start(), *TARGETS.end()),
        EndRule::Rounds(rounds) => (!ROUNDS.contains(&rounds), u32::from(*ROUNDS.start()), u32::from(*ROUNDS.end())),
    };
    let endings = [
        (EndRule::Open, "", t::any_ending_open(l)),
        (EndRule::Target(100), "100", t::any_ending_target(l)),
        (EndRule::Rounds(10), "10", t::any_ending_rounds(l)),
    ];
    let step_wrong = !STEPS.contains(&now.step);
    rsx! {
        fieldset { class: "choice",
            legend { {t::any_winner(l)} }
            for (winner, name) in [(WinningTotal::Highest, t::any_winner_highest(l)), (WinningTotal::Lowest, t::any_winner_lowest(l))] {
                label { key: "{name}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "winner",
                        checked: now.winner == winner,
                        onchange: move |_| options.write().winner = winner,
                    }
                    "{name}"
                }
            }
        }
        fieldset { class: "choice",
            legend { {t::any_ending(l)} }
            for (ending, text, name) in endings {
                label { key: "{name}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "ending",
                        checked: std::mem::discriminant(&now.ending) == std::mem::discriminant(&ending),
                        onchange: move |_| {
                            typed.set(text.to_owned());
                            options.write().ending = ending;
                        },
                    }
                    "{name}"
                }
            }
        }
        if now.ending != EndRule::Open {
            label { class: "field",
                span {
                    if matches!(now.ending, EndRule::Target(_)) {
                        {t::any_points_label(l)}
                    } else {
                        {t::any_rounds_label(l)}
                    }
                }
                input {
                    r#type: "text",
                    inputmode: "numeric",
                    value: "{typed}",
                    "aria-invalid": wrong,
                    oninput: move |event| {
                        let ending = parse(options.peek().ending, &event.value());
                        typed.set(event.value());
                        options.write().ending = ending;
                    },
                }
            }
            p { class: "error", role: "alert",
                if wrong {
                    {t::any_error_whole(l, least, most)}
                }
            }
        }
        label { class: "field",
            span { {t::any_step(l)} }
            input {
                r#type: "text",
                inputmode: "numeric",
                value: "{step}",
                "aria-invalid": step_wrong,
                oninput: move |event| {
                    options.write().step = event.value().trim().parse().unwrap_or(0);
                    step.set(event.value());
                },
            }
        }
        p { class: "error", role: "alert",
            if step_wrong {
                {t::any_error_whole(l, *STEPS.start(), *STEPS.end())}
            }
        }
        fieldset { class: "choice",
            legend { {t::any_direction(l)} }
            for (direction, name) in [
                (Direction::Clockwise, t::any_clockwise(l)),
                (Direction::CounterClockwise, t::any_counter_clockwise(l)),
            ] {
                label { key: "{name}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "direction",
                        checked: now.direction == direction,
                        onchange: move |_| options.write().direction = direction,
                    }
                    "{name}"
                }
            }
        }
    }
}
