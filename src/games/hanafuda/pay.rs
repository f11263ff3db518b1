//! Pays the winner: who was first, who touched first, and what is left in the other hands.

use dioxus::prelude::*;

use super::below::Below;
use super::components::{Choose, Wrong, among, base, others};
use super::draft::{Draft, PayoutDraft};
use super::text::{cell_text, fault_text};
use super::turn::{Hanafuda, Phase};
use super::view_model;
use crate::domain::game::Game;
use crate::domain::seats::Seat;
use crate::i18n::{number, signed, t};
use crate::play::Problem;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{LeaveCorrection, Table};
use crate::ui::{Ask, Glyph, Icon, Named, PadKey, Pressed, key_of};

/// Who was first, who touched first, and what is left in the other hands.
#[component]
pub fn PayoutView(table: Table<Hanafuda>, entry: PayoutDraft) -> Element {
    let l = lang();
    let session = table.session();
    let correcting = table.correcting();
    let before = base(&session, correcting).clone();
    let seats = session.seats.clone();
    let two = seats.len() == 2;
    let tracks = before.tracks_turns();
    let winner = entry.winner(&before);
    let name = winner.map_or("", |seat| seats.name(seat));
    let known = matches!(before.phase, Phase::First { winner: Some(_) });
    let correcting = correcting.is_some();
    let faults: Vec<(Option<usize>, Option<usize>, bool, Problem)> = entry
        .faults(&before)
        .iter()
        .map(|fault| {
            let words = fault_text(fault, entry.payers(), &seats, l);
            (fault.cell(), fault.row(), fault.is_miscount(), words)
        })
        .collect();
    let keep = move |entry: PayoutDraft| {
        let draft = table.draft::<Draft>().unwrap_or_default();
        table.set_draft(Some(&Draft { payout: Some(entry), field_last: false, ..draft }));
    };
    let change = use_callback({
        let (entry, before) = (entry.clone(), before.clone());
        move |(winner, exempt): (Option<Seat>, Option<Seat>)| {
            let mut entry = entry.clone();
            if let Some(seat) = winner {
                entry = entry.with_winner(seat, &before);
            }
            if let Some(seat) = exempt {
                entry = entry.with_exempt(seat, &before);
            }
            keep(entry);
        }
    });
    let go = use_callback({
        let entry = entry.clone();
        move |cell: usize| {
            let mut entry = entry.clone();
            entry.grid.go(cell);
            keep(entry);
        }
    });
    let press = use_callback({
        let (entry, before) = (entry.clone(), before.clone());
        move |key: PadKey| {
            let mut entry = entry.clone();
            let done = entry.press(key, &before) == Pressed::Done;
            match entry.event(&before) {
                Some(event) if done => {
                    table.commit(event);
                }
                _ => keep(entry),
            }
        }
    });
    let recount = use_callback({
        let entry = entry.clone();
        move |()| keep(entry.clone().recounted())
    });
    let at = entry.grid.at();
    let full = entry.grid.is_full();
    let cells = entry.grid.len();
    let typed = move |event: KeyboardEvent| {
        match crate::device::key(&event) {
            Key::ArrowRight if at + 1 < cells => go.call(at + 1),
            Key::ArrowLeft if at > 0 => go.call(at - 1),
            Key::ArrowDown if at + 2 < cells => go.call(at + 2),
            Key::ArrowUp if at > 1 => go.call(at - 2),
            key => match key_of(&key) {
                Some(key) => press.call(key),
                None => return,
            },
        }
        event.prevent_default();
    };
    let wrong = |row: Option<usize>| faults.iter().filter(move |(_, of, ..)| *of == row).cloned().collect::<Vec<_>>();
    let ask = if correcting {
        t::hanafuda_correct_payout(l).to_owned()
    } else if known {
        t::hanafuda_first(l, name)
    } else {
        t::hanafuda_who_first(l, view_model::round(&before))
    };
    let rows: Vec<_> = among(&seats, entry.payers().iter().copied()).into_iter().enumerate().collect();
    rsx! {
        Ask { text: ask }
        LeaveCorrection { table }
        if two && known && !correcting {
            p {
                {t::hanafuda_first_two(l, seats.name(entry.payers().first().copied().unwrap_or(Seat(0))))}
                " "
                RuleLink { game: Hanafuda::ID, section: "exempt" }
            }
        }
        if !known {
            Choose {
                legend: t::hanafuda_who_first_legend(l),
                among: others(&seats, None),
                chosen: winner,
                onchoose: move |seat| change.call((Some(seat), None)),
            }
        }
        if !two && winner.is_some() {
            Choose {
                legend: t::hanafuda_who_touched(l, name),
                rule: "exempt",
                among: others(&seats, winner),
                chosen: entry.exempt(),
                onchoose: move |seat| change.call((None, Some(seat))),
            }
        }
        if !rows.is_empty() {
            div { class: "entry", onkeydown: typed,
                table { class: "cells",
                    thead {
                        tr {
                            for what in [
                                t::hanafuda_player(l),
                                t::hanafuda_brights(l),
                                t::hanafuda_all(l),
                                t::hanafuda_points(l),
                            ] {
                                th { key: "{what}", scope: "col", "{what}" }
                            }
                        }
                    }
                    tbody {
                        for (row, (seat, player)) in rows {
                            tr { key: "{seat.0}",
                                th { scope: "row",
                                    Named { players: vec![player.clone()] }
                                }
                                for cell in [row * 2, row * 2 + 1] {
                                    td { key: "{cell}",
                                        button {
                                            class: "cell",
                                            "aria-pressed": cell == at,
                                            "data-wrong": faults.iter().any(|(wrong, ..)| *wrong == Some(cell)),
                                            "aria-describedby": "fault-{row}",
                                            "aria-label": t::hanafuda_cell(
                                                l,
                                                &player.name,
                                                cell_text(cell, l),
                                                entry.grid.cell(cell).text(),
                                            ),
                                            onclick: move |_| go.call(cell),
                                            {entry.grid.cell(cell).text()}
                                        }
                                    }
                                }
                                td { class: "points",
                                    if let Some(left) = entry.left(row) {
                                        {number(-left.points())}
                                    }
                                }
                            }
                            tr { class: "faults",
                                td { colspan: "4", id: "fault-{row}",
                                    for (_, _, miscount, problem) in wrong(Some(row)) {
                                        Wrong { problem: Some(problem) }
                                        if miscount && tracks {
                                            button {
                                                class: "button",
                                                onclick: move |_| recount.call(()),
                                                {t::hanafuda_recount(l)}
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                for (.., problem) in wrong(None) {
                    Wrong { problem: Some(problem) }
                }
                PayoutPad {
                    next: match (full, correcting) {
                        (false, _) => t::pad_next(l),
                        (true, false) => t::hanafuda_save_payout(l),
                        (true, true) => t::save(l),
                    },
                    done: full,
                    onkey: move |key| press.call(key),
                }
                p { class: "row between",
                    span { {t::hanafuda_gets(l, name)} }
                    strong { class: "total", {signed(entry.pot())} }
                }
                p { class: "soft",
                    {t::hanafuda_formula(l)}
                    " "
                    RuleLink { game: Hanafuda::ID, section: "payout" }
                }
            }
        }
        Below { table }
    }
}

/// The digits in two rows, so that the hands above them stay in sight on a small phone.
#[component]
fn PayoutPad(next: String, done: bool, onkey: EventHandler<PadKey>) -> Element {
    let l = lang();
    let digits = |digits: std::ops::Range<u8>| {
        rsx! {
            for digit in digits {
                button { key: "{digit}", class: "key", "data-repeats": true, onclick: move |_| onkey.call(PadKey::Digit(digit)), {number(digit)} }
            }
        }
    };
    rsx! {
        div { class: "pad keys", role: "group",
            {digits(0..5)}
            button { class: "key", "data-repeats": true, "aria-label": t::pad_erase(l), onclick: move |_| onkey.call(PadKey::Erase),
                Icon { glyph: Glyph::Erase }
            }
            {digits(5..10)}
            button {
                class: if done { "key main" } else { "key" },
                "data-next": true,
                onclick: move |_| onkey.call(PadKey::Next),
                "{next}"
            }
        }
    }
}
