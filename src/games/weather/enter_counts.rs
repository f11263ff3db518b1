//! Entering the cards taken in a round, five counts per player. Also correcting them.

use dioxus::prelude::*;
use takujo_core::domain::seats::Seat;
use takujo_core::entry::Pad;
use takujo_core::games::weather::draft::{CardCounts, Draft, Fault, KINDS, LastKey};
use takujo_core::games::weather::game::{Event, Weather};
use takujo_core::games::weather::score::{CardKind, score, tricks};
use takujo_core::games::weather::view_model::{correction, count_at, order, stage, wish_entries, wish_of};
use takujo_core::games::weather::words;
use takujo_core::games::weather::words::{kind_name, wish_name};
use takujo_core::i18n::{Lang, signed, t};
use takujo_core::play::Problem;

use super::choose_wish::{OrderStrip, WishChip};
use super::components::KindTable;
use super::see_result::{RoundCards, SoFar};
use crate::rules::ProblemLine;
use crate::state::lang;
use crate::table::{LeaveCorrection, Table};
use crate::ui::{Ask, CellPrompt, EntryGrid, GridCell, GridRows, MoreLine, Named, use_change, use_press};

/// The counts of the round just played. Calls `onsaved` with the round's index.
#[component]
pub fn EnterTaken(table: Table<Weather>, onsaved: EventHandler<usize>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let (round, players) = (state.current(), session.seats.len());
    let typed = table.draft().and_then(|draft| draft.now).filter(|counts| counts.players() == players);
    let leader = state.leader(round).map_or("", |seat| session.seats.name(seat));
    let idle = typed.is_none().then(|| {
        rsx! {
            MoreLine { l, line: rsx! { {t::weather_count_text(l, leader)} }, title: t::weather_result(l, round + 1),
                OrderStrip {
                    seats: session.seats.clone(),
                    places: order(&session.ledger, &stage(state, None)),
                    onchoose: |_| {},
                    onchange: move |entry| table.correct(entry),
                }
                SoFar { table }
                RoundCards { table }
            }
        }
    });
    let counts = typed.unwrap_or_else(|| CardCounts::new(players));
    rsx! {
        div { class: "ask-row",
            Ask { text: t::weather_ask_count(l, round + 1) }
        }
        CountGrid {
            rows: rows_of(table, &counts, round, l),
            counts,
            done: t::weather_save_round(l),
            idle,
            onchange: move |counts| keep(table, counts),
            ondone: move |event| {
                let rest = Draft { now: None, ..table.draft().unwrap_or_default() }.some();
                if table.commit_but(event, rest.as_ref()) {
                    onsaved.call(round);
                }
            },
        }
    }
}

/// Other counts for an old round.
#[component]
pub fn CorrectCounts(table: Table<Weather>, entry: usize) -> Element {
    let l = lang();
    let mut refused = use_signal(|| None::<Problem>);
    let session = table.session();
    let players = session.seats.len();
    let Some((round, cards)) = count_at(&session.ledger, entry) else { return rsx! {} };
    let typed = table.draft().and_then(|draft| draft.now).filter(|counts| counts.players() == players);
    let idle = typed.is_none().then(|| {
        rsx! {
            MoreLine { l, line: rsx! { {t::weather_old_wishes(l)} }, title: t::weather_old_wishes(l),
                ul { class: "chips",
                    for was in wish_entries(&session.ledger, round) {
                        li { key: "{was.entry}",
                            WishChip { seats: session.seats.clone(), was, onpick: move |entry| table.correct(entry) }
                        }
                    }
                }
            }
        }
    });
    let counts = typed.unwrap_or_else(|| CardCounts::of(cards));
    rsx! {
        div { class: "ask-row",
            Ask { text: t::weather_ask_count_again(l, round + 1) }
            LeaveCorrection { table: table.any }
        }
        CountGrid {
            rows: rows_of(table, &counts, round, l),
            counts,
            done: t::weather_save_correction(l),
            idle,
            refused: refused(),
            onchange: move |counts| {
                refused.set(None);
                keep(table, counts);
            },
            ondone: move |event| {
                let ops = correction(&table.session().ledger, entry, &event);
                match ops {
                    Ok(ops) => {
                        table.commit_all(ops, None);
                    }
                    Err(error) => refused.set(Some(table.explain(&error))),
                }
            },
        }
    }
}

fn keep(table: Table<Weather>, counts: CardCounts) {
    let draft = table.draft().unwrap_or_default();
    table.set_draft(Some(&Draft { now: Some(counts), last: LastKey::Now, ..draft }));
}

/// The rows of counts, one per player or only one.
#[derive(Clone, PartialEq)]
pub struct CountRows {
    /// Whose they are; empty for a single person.
    pub names: Vec<String>,
    /// The heading of each.
    pub heads: Vec<Element>,
    /// The number of players; each row's cards must be a multiple of it.
    pub players: usize,
}

/// A row for each player at a table, headed by whose it is, the wish, and the tricks and points as far as entered.
fn rows_of(table: Table<Weather>, counts: &CardCounts, round: usize, l: Lang) -> CountRows {
    let session = table.session();
    let state = session.ledger.state();
    let players = session.seats.len();
    let head = |seat: Seat| {
        let wish = wish_of(state, round, seat);
        let mut note: Vec<String> = wish.map(|wish| wish_name(wish, l).to_owned()).into_iter().collect();
        if let Some(taken) = counts.taken(seat.index())
            && let Ok(tricks) = tricks(&taken, players)
        {
            note.push(t::weather_tricks(l, tricks));
            let empty = state.options().empty_product;
            let scored = wish.and_then(|wish| score(wish, &taken, players, state.printed(), empty).ok());
            note.extend(scored.map(|scored| signed(scored.points)));
        }
        let note = note.join(" · ");
        let player = session.seats.players().get(seat.index()).cloned();
        rsx! {
            Named { players: player.into_iter().collect::<Vec<_>>() }
            span { class: "soft", {note} }
        }
    };
    CountRows {
        names: session.seats.players().iter().map(|player| player.name.clone()).collect(),
        heads: Seat::all(players).map(head).collect(),
        players,
    }
}

/// The counts and the pad.
#[component]
pub fn CountGrid(
    rows: CountRows,
    counts: CardCounts,
    done: &'static str,
    /// What else is asked.
    #[props(default)]
    question: Option<Element>,
    /// What stands in the place of the prompt while nothing is typed.
    #[props(default)]
    idle: Option<Element>,
    /// Why the game refused the counts, though they are sound by themselves.
    #[props(default)]
    refused: Option<Problem>,
    onchange: EventHandler<CardCounts>,
    ondone: EventHandler<Event>,
    children: Element,
) -> Element {
    let l = lang();
    let CountRows { names, heads, players } = rows;
    let at = counts.grid.at();
    let faults = counts.faults(players);
    // A fault of the active row comes first.
    let fault = faults.iter().find(|fault| fault.player() == Some(at / KINDS)).or(faults.first()).copied();
    let name = |player: usize| names.get(player).map_or(t::weather_calc_you(l), String::as_str).to_owned();
    let problem = fault.map(|fault| words::fault(fault, name, l)).or(refused);
    let cells = cells(&names, &counts, &faults, fault, l);
    let go = use_change(&counts, onchange, CardCounts::go);
    let press = use_press(&counts, onchange, ondone, move |counts, key| {
        counts.press(key, players).then(|| counts.event(players))
    });
    let asked = idle.unwrap_or_else(|| {
        let names = names.get(at / KINDS).cloned().into_iter().collect::<Vec<_>>();
        rsx! {
            CellPrompt { names, what: kind_name(CardKind::ALL[at % KINDS], l), typed: counts.grid.cell(at) }
        }
    });
    let rest = if counts.is_row_blank() { t::weather_no_trick_key(l) } else { t::weather_rest_key(l) };
    rsx! {
        EntryGrid {
            l,
            rows: GridRows::of(&counts.grid, KINDS),
            pad: Pad::Tens { rest, open: counts.is_row_open() },
            forward: counts.forward(players, done),
            onkey: press,
            ongo: go,
            question,
            line: rsx! {
                ProblemLine { problem: problem, {asked} }
            },
            KindTable { heads, cells, at, onpick: go }
            {children}
        }
    }
}

/// The cells as drawn; `explained` is the fault that the line above the pad is about.
fn cells(names: &[String], counts: &CardCounts, faults: &[Fault], explained: Option<Fault>, l: Lang) -> Vec<GridCell> {
    let cell = |index: usize| {
        let (kind, text) = (kind_name(CardKind::ALL[index % KINDS], l), counts.text(index));
        let label = match names.get(index / KINDS) {
            Some(name) => t::weather_cell(l, name, kind, &text),
            None => t::weather_cell_alone(l, kind, &text),
        };
        let wrong = faults.iter().any(|fault| fault.is_at(index));
        let explained = explained.is_some_and(|fault| fault.is_at(index));
        GridCell { index, label, text, wrong, explained, derived: false }
    };
    (0..counts.grid.len()).map(cell).collect()
}
