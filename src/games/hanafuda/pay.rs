//! Paying the winner: asks who was first, who touched first, and what is left in the other hands.

use dioxus::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::entry::Pad;
use takujo_core::games::hanafuda::draft::{Draft, Fault, PayoutDraft};
use takujo_core::games::hanafuda::game::{Event, Hanafuda, Phase, State};
use takujo_core::games::hanafuda::view_model;
use takujo_core::games::hanafuda::words::{cell_text, fault_text};
use takujo_core::i18n::{Lang, number, signed, t};
use takujo_core::rule::hanafuda as rules;
use takujo_core::table::summary::round_text;

use super::below::Below;
use super::components::base;
use crate::rules::{ProblemLine, RuleLink};
use crate::state::lang;
use crate::table::{CorrectRound, LeaveCorrection, Table};
use crate::ui::{
    Ask, CellPrompt, CellRow, CellRows, Chip, EntryGrid, GridCell, GridRows, LastRound, Mark, MoreLine, Named,
    use_change, use_press,
};

/// Whether the table knows who is first without being told.
fn known(before: &State) -> bool {
    matches!(before.phase, Phase::First { winner: Some(_) })
}

/// The prompt before anything is entered.
fn first_words(seats: &Seats, before: &State, entry: &PayoutDraft, l: Lang) -> String {
    match (entry.winner(before), entry.payers()) {
        (None, _) => t::hanafuda_who_first_legend(l).to_owned(),
        (Some(_), [payer]) if seats.len() == 2 => t::hanafuda_first_two(l, seats.name(*payer)),
        (Some(winner), _) => t::hanafuda_who_touched(l, seats.name(winner)),
    }
}

/// The screen of a payout, or of the correction of an old one.
#[component]
pub fn PayoutView(table: Table<Hanafuda>, entry: PayoutDraft) -> Element {
    let l = lang();
    let session = table.session();
    let correcting = table.correcting();
    let before = base(&session, correcting).clone();
    let seats = correcting.map_or(&session.seats, |entry| session.seats_at(entry));
    let title = match entry.winner(&before) {
        _ if correcting.is_some() => t::hanafuda_correct_payout(l).to_owned(),
        Some(seat) if known(&before) => t::hanafuda_first(l, seats.name(seat)),
        _ => t::hanafuda_who_first(l, view_model::round(&before)),
    };
    let untouched = table.draft().is_none_or(|draft| draft.payout.is_none()) && correcting.is_none();
    let idle = untouched.then(|| {
        let words = first_words(seats, &before, &entry, l);
        let more = rsx! {
            p {
                "{words} "
                RuleLink { rule: rules::EXEMPT }
            }
            if let Some(paid) = session.ledger.rounds().last() {
                CorrectRound { table: table.any, entry: paid.entry, number: session.ledger.rounds().len() }
            }
            Below { table, in_sheet: true }
        };
        match before.payout.as_ref().filter(|_| before.phase == Phase::Between) {
            Some(paid) => {
                let (leads, scored) = round_text(&session, session.ledger.entries().len(), &paid.changes, l);
                rsx! {
                    LastRound { l, game: Hanafuda::ID, title: t::hanafuda_over_title(l, before.round), leads, scored, {more} }
                }
            }
            None => rsx! {
                MoreLine { l, line: rsx! { {words} }, title: title.clone(), {more} }
            },
        }
    });
    rsx! {
        div { class: "ask-row",
            Ask { text: title.clone() }
            LeaveCorrection { table: table.any }
        }
        PayoutForm {
            seats: seats.clone(),
            before,
            entry,
            done: if correcting.is_some() { t::save(l) } else { t::hanafuda_save_payout(l) },
            idle,
            onchange: move |entry| {
                let draft = table.draft().unwrap_or_default();
                table.set_draft(Some(&Draft { payout: Some(entry), field_last: false, ..draft }));
            },
            ondone: move |event| {
                table.commit(event);
            },
        }
    }
}

/// The questions, the hands and the pad.
#[component]
fn PayoutForm(
    seats: Seats,
    before: State,
    entry: PayoutDraft,
    done: &'static str,
    /// What stands in the place of the prompt while nothing is entered.
    idle: Option<Element>,
    onchange: EventHandler<PayoutDraft>,
    ondone: EventHandler<Event>,
) -> Element {
    let l = lang();
    let at = entry.grid.at();
    let faults = entry.faults(&before);
    // A fault of the active hand comes first.
    let fault = faults.iter().find(|fault| fault.row() == Some(at / 2)).or(faults.first()).cloned();
    let explained = fault.as_ref().and_then(Fault::cell);
    let miscount = fault.as_ref().is_some_and(Fault::is_miscount) && before.tracks_turns();
    let problem = fault.map(|fault| fault_text(&fault, entry.payers(), &seats, l));
    let wrong: Vec<usize> = faults.iter().filter_map(Fault::cell).collect();
    let forward = entry.grid.forward(done, entry.event(&before).is_some());
    let go = use_change(&entry, onchange, |entry, cell| entry.grid.go(cell));
    let then = before.clone();
    let press =
        use_press(&entry, onchange, ondone, move |entry, key| entry.press(key, &then).then(|| entry.event(&then)));
    let answer = miscount.then(|| {
        let entry = entry.clone();
        rsx! {
            button { class: "chip", onclick: move |_| onchange.call(entry.clone().recounted()), {t::hanafuda_recount(l)} }
        }
    });
    let line = idle.unwrap_or_else(|| match entry.payers().get(at / 2) {
        Some(payer) => rsx! {
            CellPrompt { names: vec![seats.name(*payer).to_owned()], what: cell_text(at, l), typed: entry.grid.cell(at) }
        },
        None => rsx! {
            p { class: "asked", {first_words(&seats, &before, &entry, l)} }
        },
    });
    rsx! {
        EntryGrid {
            l,
            rows: GridRows::of(&entry.grid, 2),
            pad: Pad::Digits,
            forward,
            onkey: press,
            ongo: go,
            question: rsx! {
                Questions { seats: seats.clone(), before: before.clone(), entry: entry.clone(), onchange }
            },
            line: rsx! {
                ProblemLine { problem: problem, answer, {line} }
            },
            HandsLeft { seats, before, entry, wrong, explained, onpick: go }
            p { class: "soft below",
                span {
                    "{t::hanafuda_formula(l)} "
                    RuleLink { rule: rules::PAYOUT }
                }
            }
        }
    }
}

/// Who was first, if the table does not know, and who touched first, with more than two players.
#[component]
fn Questions(seats: Seats, before: State, entry: PayoutDraft, onchange: EventHandler<PayoutDraft>) -> Element {
    let l = lang();
    let winner = entry.winner(&before);
    let touched = match winner {
        Some(seat) => t::hanafuda_who_touched(l, seats.name(seat)),
        None => t::hanafuda_error_state(l, "no_exempt").to_owned(),
    };
    rsx! {
        if !known(&before) {
            OneOf {
                legend: t::hanafuda_who_first_legend(l),
                short: t::hanafuda_first_short(l),
                seats: seats.clone(),
                chosen: winner,
                onchoose: {
                    let (entry, before) = (entry.clone(), before.clone());
                    move |seat| onchange.call(entry.clone().with_winner(seat, &before))
                },
            }
        }
        if seats.len() > 2 {
            OneOf {
                legend: touched,
                short: t::hanafuda_touched_short(l),
                seats,
                chosen: entry.exempt(),
                barred: winner,
                onchoose: move |seat| onchange.call(entry.clone().with_exempt(seat, &before)),
            }
        }
    }
}

/// A choice of one player, each always in the same place.
#[component]
fn OneOf(
    legend: String,
    /// The legend as it is shown; `legend` is for screen readers.
    short: &'static str,
    seats: Seats,
    chosen: Option<Seat>,
    /// Who cannot be chosen.
    #[props(default)]
    barred: Option<Seat>,
    onchoose: EventHandler<Seat>,
) -> Element {
    rsx! {
        fieldset { class: "one-of",
            legend { class: "hidden", {legend} }
            span { class: "soft", "aria-hidden": "true", {short} }
            for (seat, player) in Seat::all(seats.len()).zip(seats.players().iter().cloned()) {
                Chip { key: "{seat.0}", pressed: chosen == Some(seat), barred: barred == Some(seat), onclick: move |()| onchoose.call(seat),
                    Mark { mark: player.mark }
                    bdi { class: "name", {player.name} }
                }
            }
        }
    }
}

/// A row for each hand, whether it pays or not, so that each keeps its place.
#[component]
fn HandsLeft(
    seats: Seats,
    before: State,
    entry: PayoutDraft,
    wrong: Vec<usize>,
    explained: Option<usize>,
    onpick: EventHandler<usize>,
) -> Element {
    let l = lang();
    let points = |seat: Seat, row: Option<usize>| match row {
        Some(row) => entry.left(row).map(|left| number(-left.points())),
        None if entry.winner(&before) == Some(seat) => Some(signed(entry.pot())),
        None => entry.exempt().filter(|exempt| *exempt == seat).map(|_| number(0)),
    };
    let row = |(seat, player): (Seat, &Player)| {
        let payer = entry.payers().iter().position(|payer| *payer == seat);
        let cell = |what: usize| {
            let index = payer? * 2 + what;
            let text = entry.grid.cell(index).text();
            let label = t::hanafuda_cell(l, &player.name, cell_text(index, l), &text);
            let (wrong, explained) = (wrong.contains(&index), explained == Some(index));
            Some(GridCell { index, label, text, wrong, explained, derived: false })
        };
        CellRow {
            head: rsx! {
                Named { players: vec![player.clone()] }
            },
            cells: [0, 1].map(cell).to_vec(),
            rest: rsx! {
                td { class: "points", {points(seat, payer)} }
            },
        }
    };
    rsx! {
        CellRows {
            class: "hands-left",
            heads: vec![t::hanafuda_player(l), t::hanafuda_brights(l), t::hanafuda_all(l), t::hanafuda_points(l)],
            rows: Seat::all(seats.len()).zip(seats.players()).map(row).collect::<Vec<_>>(),
            at: entry.grid.at(),
            onpick,
        }
    }
}
