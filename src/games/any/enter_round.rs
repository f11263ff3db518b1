//! Entering a round: the points of each side, which may be typed as sums, or what each has of every category of the
//! score sheet.

use dioxus::prelude::*;
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::domain::session::Session;
use takujo_core::entry::{Grid, Pressed};
use takujo_core::games::any::draft::{Draft, RoundFault, pad};
use takujo_core::games::any::game::{Any, Event, ScoreSheet};
use takujo_core::games::any::text::side_names;
use takujo_core::i18n::{signed, t};
use takujo_core::play::Play;
use takujo_core::play::Problem;

use super::round_cells::RoundCells;
use crate::rules::ProblemLine;
use crate::state::lang;
use crate::table::{EndingCard, LeaveCorrection, Table, round_text};
use crate::ui::{Aim, Ask, CellPrompt, EntryGrid, LastRound, Named};

/// The main view of a table.
pub fn enter_round(table: Table<Any>) -> Element {
    rsx! {
        EnterPoints { table }
    }
}

#[component]
fn EnterPoints(table: Table<Any>) -> Element {
    let l = lang();
    let mut more = use_signal(|| false);
    let session = table.session();
    // A correction starts from the round as it is, with the people who played it.
    let old = table.correcting();
    let seats = old.map_or(&session.seats, |entry| session.seats_at(entry));
    let state = session.ledger.state();
    let sides = players_of_sides(&session, seats);
    let wanted = sides.len() * state.sheet.cells();
    let blank = || match old.and_then(|at| session.ledger.entries().get(at)) {
        Some(Event::Round { points }) => Draft { grid: Grid::filled(points.iter().copied()) },
        Some(Event::Counted { counts }) => Draft { grid: Grid::filled(counts.iter().flatten().copied()) },
        _ => Draft::new(wanted),
    };
    let entry = table.draft::<Draft>().filter(|entry| entry.grid.len() == wanted).unwrap_or_else(blank);
    let played = session.ledger.rounds();
    let over = matches!(Any::standing(state).outcome, Outcome::Won(_));
    if over && !more() && old.is_none() && entry.grid.is_blank() {
        return rsx! {
            EndingCard { table }
            button { class: "button", onclick: move |_| more.set(true), {t::any_play_on(l)} }
        };
    }
    let correcting = old.and_then(|at| played.iter().position(|round| round.entry == at));
    let then = old.and_then(|entry| session.ledger.states().get(entry)).unwrap_or(state);
    let idle = played.last().filter(|_| entry.grid.is_cleared() && correcting.is_none()).map(|last| {
        let made = |side: usize| Any::made_by(&session, played.len() - 1, side, l).unwrap_or_default();
        let sides = players_of_sides(&session, session.seats_at(last.entry)).into_iter().zip(last.points.clone());
        let sides = sides.enumerate().map(|(side, (players, points))| (players, points, made(side))).collect();
        let (leads, scored) = round_text(&session, last.entry, &last.points, l);
        rsx! {
            LastRound { l, game: Any::ID, title: t::any_last_round(l, played.len()), leads, scored,
                RoundPoints { sides }
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
    });
    rsx! {
        div { class: "ask-row",
            Ask {
                quiet: true,
                text: match correcting {
                    Some(round) => t::any_correct_title(l, round + 1),
                    None => match state.dealer.filter(|_| !over) {
                        Some(dealer) => t::any_ask_dealer(l, played.len() + 1, session.seats.name(dealer)),
                        None => t::any_ask(l, played.len() + 1),
                    },
                },
            }
            LeaveCorrection { table }
        }
        PointsForm {
            names: side_names(seats, &session.options, l),
            sides,
            sheet: then.sheet.clone(),
            entry,
            before: then.totals.clone(),
            aim: Aim {
                target: Any::target(state),
                lowest_wins: Any::lowest_wins(&session.options),
            },
            idle,
            onchange: move |entry: Draft| table.set_draft(Some(&entry)),
            ondone: move |entry: Draft| {
                let sheet = table.session().ledger.state().sheet.clone();
                if entry.event(&sheet).is_some_and(|event| table.commit(event)) {
                    more.set(false);
                }
            },
        }
    }
}

/// The players of each side.
fn players_of_sides(session: &Session<Any>, seats: &Seats) -> Vec<Vec<Player>> {
    let player = |seat: Seat| seats.players().get(seat.index()).cloned();
    let sides = session.options.sides(seats.len()).into_iter();
    sides.map(|side| side.into_iter().filter_map(player).collect()).collect()
}

/// The cells and the pad.
#[component]
fn PointsForm(
    sides: Vec<Vec<Player>>,
    names: Vec<String>,
    /// The score sheet as it was before the round.
    sheet: ScoreSheet,
    entry: Draft,
    before: Vec<i32>,
    aim: Aim,
    /// What stands in the place of the prompt while nothing is typed.
    idle: Option<Element>,
    onchange: EventHandler<Draft>,
    ondone: EventHandler<Draft>,
) -> Element {
    let l = lang();
    let at = entry.grid.at();
    let columns = sheet.cells();
    let wrong = entry.wrong(&sheet);
    let go = {
        let entry = entry.clone();
        use_callback(move |cell: usize| {
            let mut entry = entry.clone();
            entry.grid.go(cell);
            onchange.call(entry);
        })
    };
    let tap = {
        let (entry, sheet) = (entry.clone(), sheet.clone());
        use_callback(move |cell: usize| {
            let mut entry = entry.clone();
            entry.tap(cell, &sheet);
            onchange.call(entry);
        })
    };
    let press = {
        let (entry, sheet) = (entry.clone(), sheet.clone());
        move |key| {
            let mut entry = entry.clone();
            let done = entry.press(key, &sheet) == Pressed::Done;
            if done && entry.wrong(&sheet).is_none() {
                ondone.call(entry);
            } else {
                onchange.call(entry);
            }
        }
    };
    let cells = RoundCells {
        l,
        sides: &sides,
        names: &names,
        sheet: &sheet,
        entry: &entry,
        before: &before,
        aim,
        wrong: match wrong {
            Some(RoundFault::Cell(cell) | RoundFault::Points(cell)) => Some(cell),
            Some(RoundFault::Total { .. }) | None => None,
        },
        onpick: tap,
    };
    let asked = idle.unwrap_or_else(|| {
        rsx! {
            CellPrompt { names: vec![cells.name(at)], what: entry.asks(at, &sheet, l), typed: entry.grid.cell(at) }
        }
    });
    let problem = entry.checked(&sheet, &names, l).err().flatten().map(|text| Problem { text, rule: None });
    rsx! {
        EntryGrid {
            l,
            at,
            cells: sides.len() * columns,
            columns,
            pad: pad(&sheet),
            forward: entry.forward(t::any_save(l), &sheet),
            onkey: press,
            ongo: go,
            line: rsx! {
                ProblemLine { problem,
                    {asked}
                }
            },
            {cells.table()}
        }
    }
}

/// The points of a scored round, and what they came from.
#[component]
fn RoundPoints(sides: Vec<(Vec<Player>, i32, String)>) -> Element {
    rsx! {
        ul { class: "reasons",
            for (side, (players, points, made)) in sides.into_iter().enumerate() {
                li { key: "{side}",
                    Named { players }
                    if !made.is_empty() {
                        span { class: "soft", {made} }
                    }
                    strong { class: "total", {signed(points)} }
                }
            }
        }
    }
}
