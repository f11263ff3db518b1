//! The lazy part with the standings, the end of a game and the board, and views of it that do not depend on the game.

use dioxus::prelude::*;
use takujo_core::domain::session::{Head, Report};

use super::super::board::{Board, BoardProps};
use super::ending::{AgainButton, AgainButtonProps, EndingBody, EndingBodyProps};
use super::page::{Standings, StandingsProps};
use super::placing::{ChartAlone, ChartAloneProps, Placing, PlacingProps};
use crate::device;
use crate::lazy::{LazyPart, Waiting, use_lazy_part};
use crate::lazy_part;

/// What people look at between rounds and at the end. On the web it is a file of its own, which a phone does not need
/// to enter a round.
pub(super) struct Looks {
    pub(super) standings: fn(StandingsProps) -> Element,
    pub(super) ending: fn(EndingBodyProps) -> Element,
    pub(super) placing: fn(PlacingProps) -> Element,
    pub(super) chart: fn(ChartAloneProps) -> Element,
    pub(super) again: fn(AgainButtonProps) -> Element,
    /// For a television.
    pub(super) board: fn(BoardProps) -> Element,
}

fn looks((): ()) -> &'static Looks {
    &Looks {
        standings: Standings,
        ending: EndingBody,
        placing: Placing,
        chart: ChartAlone,
        again: AgainButton,
        board: Board,
    }
}

pub(super) static LOOKS: LazyPart<Looks> = lazy_part!("standings", looks -> Looks);

/// Fetches the standings soon after a table was opened, before anybody asks for them.
pub fn use_standings_soon() {
    use_hook(|| {
        spawn(async {
            device::pause(2_000).await;
            LOOKS.load().await;
        })
    });
}

#[component]
pub(super) fn Ending(
    head: Head,
    next: Head,
    report: Report,
    name: &'static str,
    course: Vec<String>,
    whole: bool,
) -> Element {
    match use_lazy_part(&LOOKS) {
        Some(Looks { ending: Body, .. }) => rsx! {
            Body { head, next, report, name, course, whole }
        },
        None => rsx! {
            Waiting {}
        },
    }
}

/// A table's chart, small. Nothing until it is loaded.
#[component]
pub fn Spark(head: Head, report: Report) -> Element {
    match use_lazy_part(&LOOKS) {
        Some(Looks { chart: Lines, .. }) => rsx! {
            Lines { head, report }
        },
        None => rsx! {},
    }
}

/// [`AgainButton`] for a view that has no other use for the standings. Nothing until they are loaded.
#[component]
pub fn Again(next: Head) -> Element {
    match use_lazy_part(&LOOKS) {
        Some(Looks { again: Button, .. }) => rsx! {
            Button { next }
        },
        None => rsx! {},
    }
}
