//! A forfeit: whose hand is on top of the heap, and what to do.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Player, Seat};
use takujo_core::games::hanafuda::draft::{Draft, Penalty};
use takujo_core::games::hanafuda::forfeit::Forfeits;
use takujo_core::games::hanafuda::game::{Event, Hanafuda, Phase};
use takujo_core::games::hanafuda::view_model;
use takujo_core::i18n::t;
use takujo_core::rule::hanafuda as rules;

use super::below::Below;
use super::components::{Choose, among, base, others};
use super::set_options::ListEditor;
use crate::device;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{LeaveCorrection, Table};
use crate::ui::{Ask, Glyph, Icon, Named};

/// Asks whose hand is on top of the heap, and draws what to do.
#[component]
pub fn PenaltyView(table: Table<Hanafuda>, penalty: Penalty) -> Element {
    let l = lang();
    let session = table.session();
    let correcting = table.correcting();
    let before = base(&session, correcting).clone();
    let seats = correcting.map_or(&session.seats, |entry| session.seats_at(entry)).clone();
    let list: Forfeits = view_model::list(session.ledger.entries(), &session.options).clone();
    let length = list.texts().len();
    let winner = penalty.winner(&before);
    let known = matches!(before.phase, Phase::First { winner: Some(_) });
    let candidates = among(&seats, penalty.candidates(&before));
    let seat = penalty.seat(&before);
    let event = penalty.event(&before);
    let keep = use_callback({
        let penalty = penalty.clone();
        move |(winner, seat, text): (Option<Seat>, Option<Seat>, Option<String>)| {
            let penalty = Penalty {
                winner: winner.or(penalty.winner),
                seat: seat.or(penalty.seat),
                text: text.or_else(|| penalty.text.clone()),
                ..penalty
            };
            let draft = table.draft().unwrap_or_default();
            table.set_draft(Some(&Draft { forfeit: Some(penalty), field_last: false, ..draft }));
        }
    });
    rsx! {
        Ask { text: match (correcting, winner) {
            (Some(_), _) => t::hanafuda_correct_forfeit(l).to_owned(),
            (None, Some(seat)) if known && before.payout.is_none() => t::hanafuda_first(l, seats.name(seat)),
            (None, _) if known => t::hanafuda_penalty_title(l).to_owned(),
            (None, _) => t::hanafuda_who_first(l, view_model::round(&before)),
        } }
        LeaveCorrection { table: table.any }
        if !known {
            Choose {
                legend: t::hanafuda_who_first_legend(l),
                among: others(&seats, None),
                chosen: winner,
                onchoose: move |seat| keep.call((Some(seat), None, None)),
            }
        }
        if let [(_, only)] = &candidates[..] {
            p {
                {t::hanafuda_heap_only(l, &only.name)}
                " "
                RuleLink { rule: rules::FORFEIT }
            }
        } else if !candidates.is_empty() {
            Choose {
                legend: t::hanafuda_heap(l),
                rule: rules::FORFEIT,
                among: candidates,
                chosen: seat,
                onchoose: move |seat| keep.call((None, Some(seat), None)),
            }
        }
        if let Some(seat) = seat {
            ForfeitCard {
                table,
                penalty: penalty.clone(),
                players: seats.players().get(seat.index()).cloned().into_iter().collect::<Vec<_>>(),
                list: list.clone(),
                event,
                correcting: correcting.is_some(),
                ondraw: move |drawn| keep.call((None, None, drawn)),
            }
        }
        if correcting.is_none() {
            details { class: "card",
                summary { {t::hanafuda_list(l, length)} }
                ListEditor {
                    list,
                    onchange: move |forfeits| {
                        table.append(Event::List { forfeits });
                    },
                }
            }
        }
        Below { table }
    }
}

/// What to do: drawn from the list, or thought of by the table.
#[component]
fn ForfeitCard(
    table: Table<Hanafuda>,
    penalty: Penalty,
    /// Whose hand is on top of the heap.
    players: Vec<Player>,
    list: Forfeits,
    /// What is entered once it is done.
    event: Option<Event>,
    correcting: bool,
    ondraw: EventHandler<Option<String>>,
) -> Element {
    let l = lang();
    let length = list.texts().len();
    rsx! {
        section { class: "card",
            Named { players }
            div { class: "fate", role: "status",
                if let Some(text) = &penalty.text {
                    p { key: "{text}", "{text}" }
                }
            }
            p { class: "soft", {t::hanafuda_draw_from(l, length)} }
            div { class: "row wrap",
                button {
                    class: if penalty.text.is_none() { "button main" } else { "button" },
                    disabled: length == 0,
                    onclick: move |_| ondraw.call(list.draw(&mut device::chance()).map(str::to_owned)),
                    Icon { glyph: Glyph::Dice }
                    if penalty.text.is_some() {
                        {t::hanafuda_draw_again(l)}
                    } else {
                        {t::hanafuda_draw(l)}
                    }
                }
                button {
                    class: if penalty.text.is_some() { "button main" } else { "button" },
                    onclick: move |_| {
                        if let Some(event) = event.clone() {
                            table.commit(event);
                        }
                    },
                    if correcting {
                        {t::hanafuda_save_correction(l)}
                    } else if penalty.text.is_some() {
                        {t::hanafuda_done(l)}
                    } else {
                        {t::hanafuda_done_own(l)}
                    }
                }
            }
        }
    }
}
