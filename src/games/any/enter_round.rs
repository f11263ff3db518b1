//! Entering a round: the points of each player, which may be sums.

use dioxus::prelude::*;
use serde::{Deserialize, Serialize};

use super::game::{Any, Event, MOST_POINTS};
use crate::domain::game::{Game, Outcome};
use crate::domain::seats::Player;
use crate::i18n::{number, signed, t};
use crate::rules::ProblemLine;
use crate::state::lang;
use crate::table::{EndingCard, LeaveCorrection, Table, round_text};
use crate::ui::{Ask, CellPrompt, EntryCell, EntryGrid, Grid, LastRound, Named, Pad, Pressed};

/// The points of a round being entered, one cell per player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The points.
    pub grid: Grid,
}

impl Draft {
    fn new(players: usize) -> Draft {
        Draft { grid: Grid::empty(players) }
    }

    fn event(&self) -> Option<Event> {
        let points = (0..self.grid.len()).map(|cell| self.grid.value(cell)).collect::<Option<Vec<_>>>()?;
        Some(Event::Round { points })
    }

    /// The first cell with more points than the game allows.
    fn wrong(&self) -> Option<usize> {
        (0..self.grid.len()).find(|cell| {
            self.grid.value(*cell).is_some_and(|points| points.unsigned_abs() > MOST_POINTS.unsigned_abs())
        })
    }
}

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
    let players = seats.len();
    let state = session.ledger.state();
    let blank = || match old.and_then(|at| session.ledger.entries().get(at)) {
        Some(Event::Round { points }) => Draft { grid: Grid::filled(points.iter().copied()) },
        _ => Draft::new(players),
    };
    let entry = table.draft::<Draft>().filter(|entry| entry.grid.len() == players).unwrap_or_else(blank);
    let played = session.ledger.rounds();
    let over = matches!(Any::standing(state).outcome, Outcome::Won(_));
    if over && !more() && old.is_none() && entry.grid.is_blank() {
        return rsx! {
            EndingCard { table }
            button { class: "button", onclick: move |_| more.set(true), {t::any_play_on(l)} }
        };
    }
    let correcting = old.and_then(|at| played.iter().position(|round| round.entry == at));
    let before = old.and_then(|entry| session.ledger.states().get(entry)).unwrap_or(state).totals.clone();
    let idle = played.last().filter(|_| entry.grid.is_blank() && correcting.is_none()).map(|last| {
        let seats = session.seats_at(last.entry).players().iter().cloned().zip(last.points.clone()).collect();
        let (leads, scored) = round_text(&session, last.entry, &last.points, l);
        rsx! {
            LastRound { l, game: Any::ID, title: t::any_last_round(l, played.len()), leads, scored,
                RoundPoints { seats }
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
                    None => t::any_ask(l, played.len() + 1),
                },
            }
            LeaveCorrection { table }
        }
        PointsForm {
            seats: seats.players().to_vec(),
            entry,
            before,
            idle,
            onchange: move |entry: Draft| table.set_draft(Some(&entry)),
            ondone: move |entry: Draft| {
                if entry.event().is_some_and(|event| table.commit(event)) {
                    more.set(false);
                }
            },
        }
    }
}

/// The cells and the pad.
#[component]
fn PointsForm(
    seats: Vec<Player>,
    entry: Draft,
    before: Vec<i32>,
    /// The prompt while nothing is typed.
    idle: Option<Element>,
    onchange: EventHandler<Draft>,
    ondone: EventHandler<Draft>,
) -> Element {
    let l = lang();
    let at = entry.grid.at();
    let wrong = entry.wrong();
    let name = |seat: usize| seats.get(seat).map(|player: &Player| player.name.clone()).unwrap_or_default();
    let go = {
        let entry = entry.clone();
        use_callback(move |seat: usize| {
            let mut entry = entry.clone();
            entry.grid.go(seat);
            onchange.call(entry);
        })
    };
    let press = {
        let entry = entry.clone();
        move |key| {
            let mut entry = entry.clone();
            let done = entry.grid.press(key, |_| MOST_POINTS.unsigned_abs()) == Pressed::Done;
            if done && entry.wrong().is_none() {
                ondone.call(entry);
            } else {
                onchange.call(entry);
            }
        }
    };
    let asked = idle.unwrap_or_else(|| {
        rsx! {
            CellPrompt { names: vec![name(at)], what: t::any_points(l), typed: entry.grid.cell(at) }
        }
    });
    rsx! {
        EntryGrid {
            l,
            at,
            cells: seats.len(),
            columns: 1,
            pad: Pad::Signs(true),
            forward: entry.grid.forward(t::any_save(l), wrong.is_none()),
            onkey: press,
            ongo: go,
            line: rsx! {
                ProblemLine { game: Any::ID, problem: wrong.map(|seat| (t::any_error_points(l, name(seat), MOST_POINTS), "")),
                    {asked}
                }
            },
            table { class: "cells sums",
                thead {
                    tr {
                        for head in [t::nerts_player(l), t::any_points(l), t::standings_total(l)] {
                            th { key: "{head}", scope: "col", {head} }
                        }
                    }
                }
                tbody {
                    for (seat, (player, before)) in seats.iter().cloned().zip(before).enumerate() {
                        tr { key: "{seat}",
                            th { scope: "row",
                                Named { players: vec![player.clone()] }
                            }
                            td {
                                EntryCell {
                                    label: t::any_cell(l, &player.name, entry.grid.cell(seat).text()),
                                    text: entry.grid.cell(seat).text(),
                                    at: seat == at,
                                    wrong: wrong == Some(seat),
                                    said: wrong == Some(seat),
                                    onpick: move |()| go(seat),
                                }
                            }
                            td { class: "soft", {number(before.saturating_add(entry.grid.value(seat).unwrap_or(0)))} }
                        }
                    }
                }
            }
        }
    }
}

/// The points of a scored round.
#[component]
fn RoundPoints(seats: Vec<(Player, i32)>) -> Element {
    rsx! {
        ul { class: "reasons",
            for (player, points) in seats {
                li { key: "{player.name}",
                    Named { players: vec![player] }
                    strong { class: "total", {signed(points)} }
                }
            }
        }
    }
}
