//! Entering a round: the points of each side, which may be typed as sums, or what each has of every category of the
//! score sheet.

use dioxus::prelude::*;
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::Round;
use takujo_core::domain::parts::Parts;
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::domain::session::{Session, standing};
use takujo_core::games::any::draft::{Draft, RoundFault, pad};
use takujo_core::games::any::game::{Any, DealRule, Event, ScoreSheet, State};
use takujo_core::games::any::words::side_names;
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Play;
use takujo_core::play::Problem;
use takujo_core::table::summary::round_text;

use super::round_cells::{RoundCells, SidesBefore};
use crate::rules::ProblemLine;
use crate::state::lang;
use crate::table::{CorrectRound, EndingCard, LeaveCorrection, Table, TieCard};
use crate::ui::{Aim, Ask, CellPrompt, Chip, EntryGrid, GridRows, LastRound, Mark, Named, use_change, use_press};

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
    let then = old.and_then(|entry| session.ledger.states().get(entry)).unwrap_or(state);
    let entered = table.entered().filter(|entry| old.is_some() || !entry.is_stale(state));
    let entry = entered.unwrap_or_else(|| Draft::next(state));
    let played = session.ledger.rounds();
    let outcome = Any::standing(state).outcome;
    let over = matches!(outcome, Outcome::Won(_));
    if let Outcome::Tied(tied) = &outcome
        && !more()
        && old.is_none()
        && entry.grid.is_blank()
    {
        let all = side_names(&session.seats, &session.options, l);
        return rsx! {
            TieCard {
                head: table.head.read().clone(),
                report: standing(&session),
                names: tied.iter().filter_map(|side| all.get(*side).cloned()).collect::<Vec<_>>(),
                tied: tied.clone(),
                text: t::tie_text(l),
                one_wins: true,
                onmore: move |()| more.set(true),
                ondecide: move |winner| {
                    table.append(Event::Tie { winner });
                },
            }
        };
    }
    if over && !more() && old.is_none() && entry.grid.is_blank() {
        return rsx! {
            EndingCard { table: table.any }
            button { class: "button", onclick: move |_| more.set(true), {t::any_play_on(l)} }
        };
    }
    let correcting = old.and_then(|at| played.iter().position(|round| round.entry == at));
    let last = played.last().filter(|_| entry.grid.is_cleared() && correcting.is_none());
    let idle = last.map(|last| last_round(table, &session, last, l));
    rsx! {
        div { class: "ask-row",
            Ask {
                quiet: true,
                text: asked(&session, correcting, entry.grid.at(), l),
            }
            LeaveCorrection { table: table.any }
        }
        PointsForm {
            sides: SidesBefore {
                names: side_names(seats, &session.options, l),
                players: sides,
                totals: then.totals.clone(),
            },
            sheet: then.sheet.clone(),
            entry,
            aim: Aim {
                target: Any::target(then),
                lowest_wins: Any::scoring(&session.seats, &session.options).lowest_wins,
                parts: session.options.parts,
            },
            idle,
            question: (old.is_none() && state.is_dealt_by_hand()).then(|| rsx! {
                DealerChips { table }
            }),
            onchange: move |entry: Draft| table.set_draft(Some(&entry)),
            ondone: move |event: Event| {
                // Whoever plays on after the end does so for more than one turn.
                let plays_on = over && table.session().ledger.state().sheet.by_turns();
                if table.commit(event) && !plays_on {
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

/// What came of the last round, and the button that ends the game.
fn last_round(table: Table<Any>, session: &Session<Any>, last: &Round, l: Lang) -> Element {
    let (state, parts) = (session.ledger.state(), session.options.parts);
    let number = session.ledger.rounds().len();
    let made = |side: usize| (Any::WORDS.more.made_by)(session, number - 1, side, l).unwrap_or_default();
    let sides = players_of_sides(session, session.seats_at(last.entry)).into_iter().zip(last.points.clone());
    let scored = sides.enumerate().filter(|(side, _)| last.by.is_none_or(|by| by == *side));
    let sides = scored.map(|(side, (players, points))| (players, points, made(side))).collect();
    let (leads, mut scored) = round_text(session, last.entry, &last.points, l);
    if let Some(side) = last.by {
        scored = scored.into_iter().skip(side).take(1).collect();
    }
    let title = if state.sheet.by_turns() { t::any_last_turn(l, number) } else { t::any_last_round(l, number) };
    rsx! {
        LastRound { l, game: Any::ID, title, leads, scored, parts,
            RoundPoints { sides, parts }
            CorrectRound { table: table.any, entry: last.entry, number, by_turns: state.sheet.by_turns() }
            if Any::standing(state).outcome == Outcome::Playing {
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

/// The cells and the pad.
#[component]
fn PointsForm(
    sides: SidesBefore,
    /// The score sheet as it was before the round.
    sheet: ScoreSheet,
    entry: Draft,
    aim: Aim,
    /// What stands in the place of the prompt while nothing is typed.
    idle: Option<Element>,
    /// What is asked beside the points.
    question: Option<Element>,
    onchange: EventHandler<Draft>,
    ondone: EventHandler<Event>,
) -> Element {
    let l = lang();
    let at = entry.grid.at();
    let wrong = entry.wrong(&sheet);
    let of = sheet.clone();
    let go = use_change(&entry, onchange, move |entry, cell| entry.go(cell, &of));
    let of = sheet.clone();
    let tap = use_change(&entry, onchange, move |entry, cell| entry.tap(cell, &of));
    let of = sheet.clone();
    let press = use_press(&entry, onchange, ondone, move |entry, key| {
        entry.press(key, &of).then(|| entry.event(&of).filter(|_| entry.wrong(&of).is_none()))
    });
    let cells = RoundCells {
        l,
        sides: &sides,
        sheet: &sheet,
        entry: &entry,
        aim,
        wrong: match wrong {
            Some(RoundFault::Cell(cell) | RoundFault::Points(cell)) => Some(cell),
            Some(RoundFault::Total { .. }) | None => None,
        },
        onpick: tap,
    };
    let asked = idle.unwrap_or_else(|| {
        rsx! {
            CellPrompt { names: vec![cells.name(at)], what: entry.asks(at, &sheet, l), typed: entry.grid.cell(at), parts: sheet.cell_parts(at) }
        }
    });
    let problem = entry.checked(&sheet, &sides.names, l).err().flatten().map(|text| Problem { text, rule: None });
    rsx! {
        EntryGrid {
            l,
            rows: GridRows::of(&entry.grid, sheet.cells()),
            pad: pad(&sheet),
            forward: entry.forward(if sheet.by_turns() { t::save(l) } else { t::any_save(l) }, &sheet),
            onkey: press,
            ongo: go,
            question,
            line: rsx! {
                ProblemLine { problem,
                    {asked}
                }
            },
            {cells.table()}
        }
    }
}

/// What is asked: for the round or turn with the index `correcting`, or for the next one, of the side with this index.
fn asked(session: &Session<Any>, correcting: Option<usize>, side: usize, l: Lang) -> String {
    let state = session.ledger.state();
    let by_turns = state.sheet.by_turns();
    let name = || match side == state.side_to_play() {
        true => session.seats.name(state.turn).to_owned(),
        false => side_names(&session.seats, &session.options, l).get(side).cloned().unwrap_or_default(),
    };
    let number = correcting.unwrap_or(session.ledger.rounds().len()) + 1;
    let over = matches!(Any::standing(state).outcome, Outcome::Won(_));
    match state.dealer.filter(|_| !over) {
        _ if correcting.is_some() && by_turns => t::any_correct_turn(l, number),
        _ if correcting.is_some() => t::any_correct_title(l, number),
        _ if by_turns && (state.is_undecided() || state.is_playing_off()) => t::any_ask_tie_turn(l, name()),
        _ if state.is_undecided() => t::any_ask_tie(l, number),
        _ if by_turns => t::any_ask_turn(l, number, name()),
        None if state.is_dealt_by_hand() => asked_dealer(state, l),
        Some(dealer) => t::any_ask_dealer(l, number, session.seats.name(dealer)),
        None => t::any_ask(l, number),
    }
}

/// Asks who deals.
fn asked_dealer(state: &State, l: Lang) -> String {
    match state.deal {
        DealRule::Ender if state.rounds > 0 => t::any_deal_ask_ender(l, state.rounds),
        _ => t::any_deal_ask(l).to_owned(),
    }
}

/// Who deals, to be chosen with a tap.
#[component]
fn DealerChips(table: Table<Any>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    rsx! {
        fieldset { class: "asking", "data-open": state.dealer.is_none(),
            legend { class: "hidden", {asked_dealer(state, l)} }
            span { class: "soft", "aria-hidden": "true", {t::any_deal_short(l)} }
            div { class: "chip-row callers",
                for (player, seat) in session.seats.players().iter().cloned().zip((0..).map(Seat)) {
                    Chip {
                        key: "{seat.index()}",
                        pressed: state.dealer == Some(seat),
                        onclick: move |()| {
                            if table.session().ledger.state().dealer != Some(seat) {
                                table.append(Event::Deal { seat });
                            }
                        },
                        Mark { mark: player.mark }
                        bdi { class: "name", {player.name} }
                    }
                }
            }
        }
    }
}

/// The points of a scored round, and what they came from.
#[component]
fn RoundPoints(sides: Vec<(Vec<Player>, i32, String)>, parts: Parts) -> Element {
    rsx! {
        ul { class: "reasons",
            for (side, (players, points, made)) in sides.into_iter().enumerate() {
                li { key: "{side}",
                    Named { players }
                    if !made.is_empty() {
                        span { class: "soft", {made} }
                    }
                    strong { class: "total", {parts.signed(points)} }
                }
            }
        }
    }
}
