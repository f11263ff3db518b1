//! A table to be read across a room, on a tablet or a television: who is ahead, whose turn it is, what was entered just
//! now, what the last round brought, and the code to join; and at the end who won and how. `standings` gives it what it
//! shows.

use dioxus::prelude::*;
use takujo_core::domain::game::Outcome;
use takujo_core::domain::seats::Direction;
use takujo_core::i18n::t;
use takujo_core::live::link::Reach;
use takujo_core::table::views::{BoardTurn, BoardView, TableView};

use super::handle::AnyTable;
use super::live::{LiveCode, LiveMark};
use super::winners::{CourseLines, Winners};
use crate::device;
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
    let BoardView { report, course, turn, last, rows, .. } = board;
    let head = table.head.read().clone();
    let id = head.id.clone();
    let over = matches!(report.outcome, Outcome::Won(_));
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
                if over {
                    Winners { head, report }
                }
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
                section { class: "board-last",
                    div { class: "row between",
                        if over {
                            CourseLines { course }
                        } else if !rows.is_empty() {
                            h2 { {last} }
                        }
                        JustNow { table }
                    }
                    if !over && !rows.is_empty() {
                        ul {
                            for (at, row) in rows.into_iter().enumerate() {
                                li { key: "{at}",
                                    Named { players: row.players }
                                    strong { "data-below": row.below.then_some(true), {row.points} }
                                    if let Some(reason) = row.reason {
                                        span { class: "soft", "{reason}" }
                                    }
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

/// How long what was entered just now is shown, in milliseconds.
const JUST_NOW: i32 = 8_000;

/// What was entered just now, and who did it if that is known. Nothing of what was there when the board was opened.
#[component]
fn JustNow(table: AnyTable) -> Element {
    let l = lang();
    let count = use_memo(move || {
        // Whenever the table has changed.
        drop(table.now());
        table.model().log.records().len()
    });
    let mut seen = use_hook(|| CopyValue::new(*count.peek()));
    let mut shown = use_signal(|| None);
    use_effect(move || {
        let count = count();
        // What was missed comes when the table is connected again, and is no news.
        let connected = (table.live)().is_none_or(|state| state.stage == Reach::Here);
        if count > seen.replace(count) && connected {
            shown.set(Some(count));
            spawn(async move {
                device::pause(JUST_NOW).await;
                if *shown.peek() == Some(count) {
                    shown.set(None);
                }
            });
        }
    });
    let words = shown().and_then(|count| {
        let at = count - 1;
        let what = table.rules().describe(table.model().log.records().get(at)?, l);
        Some(match table.shared().and_then(|shared| shared.maker(at)) {
            Some(who) => t::live_board_news(l, who, what),
            None => what,
        })
    });
    rsx! {
        p { class: "board-news", role: "status",
            if let Some(words) = words {
                "{words}"
            }
        }
    }
}
