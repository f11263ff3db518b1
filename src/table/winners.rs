//! Who won and how it came about, as the end of a game and the board show it.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::domain::session::{Head, Report};
use takujo_core::table::summary::standing_text;

use crate::state::lang;
use crate::ui::Mark;

/// Everybody who has won.
fn winners(head: &Head, report: &Report) -> Vec<Player> {
    report.outcome.winners().iter().flat_map(|side| report.side_players(head, *side)).collect()
}

/// Who has won, with their marks.
#[component]
pub(super) fn Winners(head: Head, report: Report) -> Element {
    rsx! {
        div { class: "row winners",
            for winner in winners(&head, &report) {
                Mark { key: "{winner.mark}", mark: winner.mark }
            }
            h2 { {standing_text(&report, lang())} }
        }
    }
}

/// How it came about: the lines of [`course_text`](takujo_core::table::summary::course_text).
#[component]
pub(super) fn CourseLines(course: Vec<String>) -> Element {
    rsx! {
        if !course.is_empty() {
            p { class: "course",
                for (at, line) in course.into_iter().enumerate() {
                    span { key: "{at}", {line} }
                    " "
                }
            }
        }
    }
}
