//! A table to be read across a room, on a tablet or a television: who is ahead, whose turn it is, what the last round
//! brought, and the code to join. `standings` gives it what it shows.

use dioxus::prelude::*;
use takujo_core::domain::seats::Direction;
use takujo_core::i18n::t;
use takujo_core::table::views::{BoardTurn, BoardView, TableView};

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

/// The view.
#[component]
pub(super) fn Board(
    view: TableView,
    board: BoardView,
    table: AnyTable,
    /// Who is ahead.
    children: Element,
) -> Element {
    let l = lang();
    let state = (table.live)();
    let TableView { game, title, called, place, .. } = view;
    let BoardView { turn, last, rows, .. } = board;
    let id = table.head.read().id.clone();
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
                        h2 { {last} }
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
