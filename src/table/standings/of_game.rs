//! What is shown of the standings and of the end of a game outside their own part of the program.

use dioxus::prelude::*;
use takujo_core::domain::session::Head;
use takujo_core::i18n::t;
use takujo_core::play::Play;
use takujo_core::table::views::{StandingsView, TableView};

use super::super::handle::{AnyTable, Table};
use super::part::{Ending, LOOKS, Looks};
use crate::device;
use crate::lazy::{Waiting, use_lazy_part};
use crate::state::lang;

/// The standings of a table.
pub fn standings<G: Play>(table: Table<G>) -> Element {
    rsx! {
        StandingsOf { table: table.any }
    }
}

#[component]
fn StandingsOf(table: AnyTable) -> Element {
    let Some(Looks { standings: Standings, .. }) = use_lazy_part(&LOOKS) else {
        return rsx! {
            Waiting {}
        };
    };
    rsx! {
        EndingCard { table, whole: false }
        Standings { view: table.now().standings(lang()), table }
    }
}

/// Who is ahead, below an entry, where the screen is wide and high enough. Nothing before the first round.
#[component]
pub(crate) fn StandingsBeside(table: AnyTable) -> Element {
    // Asked once, so that a phone does not load the part before it needs it.
    if !use_hook(device::wide) {
        return rsx! {};
    }
    let looks = use_lazy_part(&LOOKS);
    let rules = table.deferred();
    let view = looks.map(|looks| (looks, rules.standings(lang()))).filter(|(_, view)| !view.played.is_empty());
    let Some((Looks { placing: Placing, .. }, view)) = view else {
        return rsx! {};
    };
    let head = table.head.read().clone();
    rsx! {
        section { class: "placing", "aria-label": t::standings_title(lang()),
            div {
                Placing { head, report: view.report, target: view.target }
            }
        }
    }
}

/// The table to be read across a room.
#[component]
pub(crate) fn BoardOf(table: AnyTable, view: TableView) -> Element {
    let Some(Looks { board: Board, placing: Placing, .. }) = use_lazy_part(&LOOKS) else {
        return rsx! {
            Waiting {}
        };
    };
    let head = table.head.read().clone();
    let board = table.now().board(&head, lang());
    let (report, target) = (board.report.clone(), board.target);
    rsx! {
        Board { view, board, table,
            Placing { head, report, target, across: true }
        }
    }
}

/// The end of a game: who won and how, share, play again. Nothing while the game goes on.
#[component]
pub(crate) fn EndingCard(
    table: AnyTable,
    /// Whether to show the final ranking and the chart: not where the page has them anyway.
    #[props(default = true)]
    whole: bool,
) -> Element {
    let rules = table.now();
    if !rules.is_over() {
        return rsx! {};
    }
    let StandingsView { report, name, course, .. } = rules.standings(lang());
    let head = table.head.read().clone();
    rsx! {
        Ending { head, next: next_game(table), report, name, course, whole }
    }
}

/// Another game of the same people, not opened yet.
pub fn next_game(table: AnyTable) -> Head {
    table.now().next_game(&table.head.read())
}
