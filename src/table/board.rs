//! A table to be read across a room, on a tablet or a television: who is ahead, whose turn it is, what the last round
//! brought, and the code to join. `standings` gives it what it shows.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Direction, Player};
use takujo_core::i18n::t;

use super::handle::AnyTable;
use super::live::{LiveCode, LiveMark};
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Emblem, Glyph, Icon, Mark, Named};

/// Where one is: the table's title, the game if the title does not say it, and how far the table is.
#[component]
pub(super) fn Where(title: String, called: String, place: String) -> Element {
    rsx! {
        h1 { "{title}" }
        if called != title {
            span { class: "called", "· {called}" }
        }
        span { "·" }
        span { "{place}" }
    }
}

/// Whose turn it is.
#[derive(Clone, PartialEq)]
pub struct BoardTurn {
    /// Who plays.
    pub player: Player,
    /// Which way round.
    pub direction: Direction,
    /// Cards waiting to be taken.
    pub stack: u16,
}

/// A side's part in the last round.
#[derive(Clone, PartialEq)]
pub struct BoardRow {
    /// Who they are.
    pub players: Vec<Player>,
    /// What it brought them, with its sign.
    pub points: String,
    /// What that came from.
    pub reason: Option<String>,
}

/// The view. Not generic over the game, so that the program contains it once.
#[component]
pub(super) fn Board(
    game: &'static str,
    title: String,
    called: String,
    place: String,
    id: String,
    turn: Option<BoardTurn>,
    /// The last round, or turn, and what that is called.
    last: (&'static str, Vec<BoardRow>),
    table: AnyTable,
    /// Who is ahead.
    children: Element,
) -> Element {
    let l = lang();
    let state = (table.live)();
    let (called_last, rows) = last;
    rsx! {
        div { class: "page board accent-{game}",
            header { class: "where",
                Emblem { game }
                Where { title, called, place }
                if let Some(state) = state.clone() {
                    LiveMark { table, state }
                }
                Link {
                    class: "round",
                    to: Route::Table { id, tab: "play".to_owned() },
                    "aria-label": t::flat_leave(l),
                    Icon { glyph: Glyph::Close }
                }
            }
            main { id: "main-view", class: "board-view",
                section { class: "board-rank", "aria-label": t::standings_title(l),
                    {children}
                }
                if let Some(BoardTurn { player, direction, stack }) = turn {
                    section { class: "board-turn", role: "status",
                        Mark { mark: player.mark }
                        bdi { class: "name", "{player.name}" }
                        match direction {
                            Direction::Clockwise => rsx! {
                                span { role: "img", "aria-label": t::flat_clockwise(l), "↻" }
                            },
                            Direction::CounterClockwise => rsx! {
                                span { role: "img", "aria-label": t::flat_counter_clockwise(l), "↺" }
                            },
                        }
                        if stack > 0 {
                            strong { "+{stack}" }
                        }
                    }
                }
                if !rows.is_empty() {
                    section { class: "board-last",
                        h2 { {called_last} }
                        ul {
                            for (at, row) in rows.into_iter().enumerate() {
                                li { key: "{at}",
                                    Named { players: row.players }
                                    if let Some(reason) = row.reason {
                                        span { class: "soft", "{reason}" }
                                    }
                                    strong { {row.points} }
                                }
                            }
                        }
                    }
                }
                if state.is_some() {
                    LiveCode { table }
                }
            }
        }
    }
}
