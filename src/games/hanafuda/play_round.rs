//! Playing a round: shows the screen of the step that the table is at.

use dioxus::prelude::*;
use takujo_core::games::hanafuda::game::Hanafuda;
use takujo_core::games::hanafuda::view_model;
use takujo_core::games::hanafuda::view_model::Screen;

use super::deal::DealView;
use super::do_forfeit::PenaltyView;
use super::next_round::{BetweenView, Results};
use super::pay::PayoutView;
use super::settle::Settlement;
use super::take_turn::TurnView;
use crate::table::{EndingCard, Table};

/// The round view of a table.
pub fn view(table: Table<Hanafuda>) -> Element {
    rsx! {
        PlayView { table }
    }
}

#[component]
fn PlayView(table: Table<Hanafuda>) -> Element {
    let session = table.session();
    let ledger = &session.ledger;
    let old = table.correcting().and_then(|at| ledger.entries().get(at).zip(ledger.states().get(at)));
    match view_model::screen(ledger.state(), table.draft().unwrap_or_default(), old) {
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
            EndingCard { table: table.any }
            Settlement { table, ranked: true }
            Results { table }
        },
    }
}
