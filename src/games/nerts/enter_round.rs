//! Entering a round: what each has played and has left, and who called.

use dioxus::prelude::*;
use takujo_core::domain::game::{Game, Outcome, TargetTotal};
use takujo_core::domain::seats::Seats;
use takujo_core::entry::Pad;
use takujo_core::games::nerts::draft::{Caller, Draft, Fault};
use takujo_core::games::nerts::game::{Event, Nerts};
use takujo_core::games::nerts::options::{Dealt, Length, Options};
use takujo_core::games::nerts::words::{deck_players, fault_words, row_names, row_players};
use takujo_core::i18n::{number, t};
use takujo_core::play::Play;
use takujo_core::table::summary::round_text;

use super::end_game::EndGame;
use super::piles::PilesOffer;
use super::round_result::RoundResult;
use crate::rules::ProblemLine;
use crate::state::lang;
use crate::table::{CorrectRound, LeaveCorrection, Table};
use crate::ui::{
    Aim, Ask, CellPrompt, CellRow, CellRows, Chip, EntryGrid, GridCell, GridRows, LastRound, Mark, Named, TotalNow,
    use_change, use_press,
};

/// The main view of a table.
pub fn enter_round(table: Table<Nerts>) -> Element {
    rsx! {
        EnterCounts { table }
    }
}

#[component]
fn EnterCounts(table: Table<Nerts>) -> Element {
    let l = lang();
    let mut more = use_signal(|| false);
    let session = table.session();
    // A correction starts from the round as it is, with the people who played it.
    let old = table.correcting();
    let seats = old.map_or(&session.seats, |entry| session.seats_at(entry));
    let state = session.ledger.state();
    let from = old.and_then(|entry| session.ledger.states().get(entry)).unwrap_or(state);
    let dealt = from.dealt();
    let Some(entry) = table.entered() else { return rsx! {} };
    let played = session.ledger.rounds();
    let correcting = old.and_then(|at| played.iter().position(|round| round.entry == at));
    let outcome = Nerts::standing(state).outcome;
    let over = matches!(outcome, Outcome::Won(_) | Outcome::Tied(_));
    if over && !more() && old.is_none() && entry.grid.is_blank() {
        return rsx! {
            EndGame { table, onmore: move |()| more.set(true) }
        };
    }
    let idle = played.last().filter(|_| entry.grid.is_blank() && correcting.is_none()).map(|last| {
        let (leads, scored) = round_text(&session, last.entry, &last.points, l);
        rsx! {
            LastRound { l, game: Nerts::ID, title: t::nerts_result(l, played.len()), leads, scored,
                RoundResult {
                    seats: session.seats_at(last.entry).clone(),
                    options: session.options.clone(),
                    event: session.ledger.entries()[last.entry].clone(),
                }
                CorrectRound { table: table.any, entry: last.entry, number: played.len() }
                PilesOffer { table }
            }
        }
    });
    rsx! {
        div { class: "ask-row",
            Ask {
                quiet: true,
                text: match correcting {
                    Some(round) => t::nerts_correct_title(l, round + 1),
                    None => t::nerts_ask(l, played.len() + 1),
                },
            }
            LeaveCorrection { table: table.any }
        }
        CountsForm {
            round: RoundBefore {
                seats: seats.clone(),
                options: session.options.clone(),
                dealt,
                totals: from.totals.clone(),
                target: Nerts::target(state),
            },
            entry,
            done: if old.is_some() { t::save(l) } else { t::nerts_save_round(l) },
            onchange: move |entry: Draft| table.set_draft(Some(&entry)),
            ondone: move |event: Event| {
                if table.commit(event) {
                    more.set(false);
                }
            },
            idle,
        }
    }
}

/// What is known of a round before it is entered.
#[derive(Clone, PartialEq)]
struct RoundBefore {
    seats: Seats,
    options: Options,
    dealt: Dealt,
    totals: Vec<i32>,
    target: Option<TargetTotal>,
}

/// The cells, the caller and the pad.
#[component]
fn CountsForm(
    round: RoundBefore,
    entry: Draft,
    done: &'static str,
    onchange: EventHandler<Draft>,
    ondone: EventHandler<Event>,
    /// What stands in the place of the prompt while nothing is typed.
    idle: Option<Element>,
) -> Element {
    let l = lang();
    let RoundBefore { seats, options, dealt, .. } = &round;
    let cells = dealt.cells();
    let faults = entry.faults(dealt);
    let at = entry.grid.at();
    // A fault of the active row comes first.
    let fault = faults
        .iter()
        .find(|fault| fault.cell(cells).is_some_and(|cell| cell / cells == at / cells))
        .or(faults.first())
        .cloned();
    let explained = fault.as_ref().and_then(|fault| fault.cell(cells));
    let problem = fault.map(|fault| fault_words(&fault, seats, options, l));
    let forward = entry.grid.forward(done, faults.is_empty());
    let go = use_change(&entry, onchange, |entry, cell| entry.grid.go(cell));
    let rules = dealt.clone();
    let press =
        use_press(&entry, onchange, ondone, move |entry, key| entry.press(key, &rules).then(|| entry.event(&rules)));
    let rules = dealt.clone();
    let choose = use_change(&entry, onchange, move |entry, caller| entry.call(caller, &rules));
    let sums = Draft::is_sum(at, dealt);
    let what = [t::nerts_foundations(l), t::nerts_left(l), t::nerts_kings(l)][at % cells];
    let what = if sums { t::nerts_of_all(l, what) } else { what.to_owned() };
    let who: Vec<String> = row_players(seats, options, at / cells).into_iter().map(|player| player.name).collect();
    let line = idle.unwrap_or_else(|| {
        rsx! {
            CellPrompt { names: who, what, typed: entry.grid.cell(at) }
        }
    });
    let open = faults.contains(&Fault::WhoCalled);
    rsx! {
        EntryGrid {
            l,
            rows: GridRows::of(&entry.grid, cells),
            pad: Pad::Signs(at % cells == 0 || sums),
            forward,
            onkey: press,
            ongo: go,
            question: rsx! {
                Callers { round: round.clone(), entry: entry.clone(), open, onchoose: choose }
            },
            line: rsx! {
                ProblemLine { problem, {line} }
            },
            CountCells {
                round: round.clone(),
                entry: entry.clone(),
                wrong: faults.iter().filter_map(|fault| fault.cell(cells)).collect::<Vec<_>>(),
                explained,
                onpick: go,
            }
        }
    }
}

/// The numbers of each row, their points, and the resulting total of its side.
#[component]
fn CountCells(
    round: RoundBefore,
    entry: Draft,
    wrong: Vec<usize>,
    explained: Option<usize>,
    onpick: Callback<usize>,
) -> Element {
    let l = lang();
    let RoundBefore { seats, options, dealt, totals: before, target } = round;
    let what = &[t::nerts_foundations(l), t::nerts_left(l), t::nerts_kings(l)][..dealt.cells()];
    let heads = [&[t::nerts_player(l)], what, &[t::nerts_points(l), t::nerts_total(l)]].concat();
    // If only rounds won count, the total after this one is not the sum of its points.
    let points = |row| match dealt.house.length {
        Length::Wins => 0,
        Length::Points | Length::Rounds => entry.points(row, &dealt).unwrap_or(0),
    };
    let of_rows: Vec<i32> = (0..entry.rows(&dealt)).map(points).collect();
    let added = options.by_side(seats.len(), &of_rows);
    let of_side = |side: usize| before.get(side).copied().unwrap_or(0) + added.get(side).copied().unwrap_or(0);
    let sides = options.side_of_rows(seats.len());
    let totals: Vec<i32> = (0..added.len()).map(of_side).collect();
    // A side has its total once, beside all its rows.
    let begins = |row: usize| row == 0 || sides.get(row) != sides.get(row - 1);
    let rows_of = |side: usize| sides.iter().filter(|other| **other == side).count();
    let aim = Aim { target: target.filter(|_| dealt.house.length == Length::Points), ..Aim::default() };
    let cell = |row: usize, (index, what): (usize, &&str)| {
        let text = entry.grid.cell(index).text();
        let label = t::nerts_cell(l, row_names(&seats, &options, row, l), *what, &text);
        let (wrong, explained) = (wrong.contains(&index), explained == Some(index));
        Some(GridCell { index, label, text, wrong, explained, derived: false })
    };
    let row = |(row, side): (usize, &usize)| CellRow {
        head: rsx! {
            Named { players: row_players(&seats, &options, row) }
            if let Some(words) = aim.place(&totals, *side, l).filter(|_| begins(row)) {
                span { class: "missing", {words} }
            }
        },
        cells: (row * what.len()..).zip(what).map(|place| cell(row, place)).collect(),
        rest: rsx! {
            td { class: "points",
                if let Some(points) = entry.points(row, &dealt) {
                    {number(points)}
                }
            }
            if begins(row) {
                td { rowspan: "{rows_of(*side)}",
                    TotalNow { l, total: of_side(*side), leads: aim.leads(&totals, *side) }
                }
            }
        },
    };
    rsx! {
        CellRows { heads, rows: sides.iter().enumerate().map(row).collect::<Vec<_>>(), at: entry.grid.at(), onpick }
    }
}

/// Who called: found from the only pile that can be empty, or chosen.
#[component]
fn Callers(round: RoundBefore, entry: Draft, open: bool, onchoose: EventHandler<Caller>) -> Element {
    let l = lang();
    let RoundBefore { seats, options, dealt, .. } = round;
    let caller = entry.caller(&dealt);
    let decks = entry.decks(&dealt);
    let likely = (0..decks).find(|deck| open && entry.may_have_called(*deck, &dealt));
    rsx! {
        fieldset { class: "asking", "data-open": open,
            legend { class: "hidden", {t::nerts_who_called(l)} }
            span { class: "soft", "aria-hidden": "true", {t::nerts_called_short(l)} }
            div { class: "chip-row callers",
                for (deck, number) in (0..decks).zip(0_u8..) {
                    Chip { key: "{deck}", pressed: caller == Some(number),
                        likely: likely == Some(deck), onclick: move |()| onchoose.call(Caller::Deck(number)),
                        for player in deck_players(&seats, &options, deck) {
                            Mark { key: "{player.name}", mark: player.mark }
                            bdi { class: "name", {player.name} }
                        }
                    }
                }
            }
            Chip { pressed: entry.caller == Caller::Nobody, onclick: move |()| onchoose.call(Caller::Nobody),
                {t::nerts_nobody(l)}
            }
        }
    }
}
