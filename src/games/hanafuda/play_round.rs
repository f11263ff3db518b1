//! Plays a round: the step that the table is at.

use dioxus::prelude::*;

use super::components::base;
use super::deal::DealView;
use super::do_forfeit::PenaltyView;
use super::draft::{Draft, PayoutDraft, Penalty};
use super::next_round::{BetweenView, Results};
use super::pay::PayoutView;
use super::settle::Settlement;
use super::take_turn::TurnView;
use super::turn::Hanafuda;
use super::view_model::{self, Screen};
use crate::i18n::t;
use crate::state::lang;
use crate::table::{EndingCard, Table};

/// The round as a view of a table.
pub fn view(table: Table<Hanafuda>) -> Element {
    rsx! {
        PlayView { table }
    }
}

#[component]
fn PlayView(mut table: Table<Hanafuda>) -> Element {
    // A correction asked for in the payouts begins with the entry as it is.
    use_effect(move || {
        let Some(at) = *table.correcting.read() else { return };
        let draft = {
            let session = table.session();
            session.ledger.entries().get(at).and_then(|event| {
                let before = base(&session, Some(at));
                let payout = PayoutDraft::of(at, event, before).map(Draft::Payout);
                payout.or_else(|| Penalty::of(at, event).map(Draft::Forfeit))
            })
        };
        if draft.is_some() {
            table.set_draft(draft.as_ref());
        }
        table.correcting.set(None);
    });
    let session = table.session();
    let state = session.ledger.state();
    match view_model::screen(state, table.draft::<Draft>().as_ref()) {
        Screen::Deal => rsx! {
            DealView { table }
        },
        Screen::Turn => rsx! {
            TurnView { table }
        },
        Screen::Payout(entry) => rsx! {
            PayoutView { table, entry }
        },
        Screen::Forfeit(penalty) => rsx! {
            PenaltyView { table, penalty }
        },
        Screen::Between => rsx! {
            BetweenView { table }
        },
        Screen::Over => rsx! {
            h2 { class: "ask", {t::hanafuda_over(lang())} }
            EndingCard { table }
            Settlement { table }
            Results { table }
        },
    }
}
