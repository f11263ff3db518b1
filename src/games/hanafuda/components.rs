//! Pieces that several of the game's views show.

use dioxus::prelude::*;

use super::turn::{Event, Hanafuda};
use crate::domain::game::Game;
use crate::i18n::t;
use crate::play::Problem;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::Table;

/// A fault or refusal, beside where the finger is.
#[component]
pub fn Wrong(problem: Option<Problem>) -> Element {
    rsx! {
        p { class: "error", role: "alert",
            if let Some(problem) = problem {
                "{problem.text} "
                RuleLink { game: Hanafuda::ID, section: problem.rule }
            }
        }
    }
}

/// Closes the table.
#[component]
pub fn Stop(table: Table<Hanafuda>) -> Element {
    let l = lang();
    rsx! {
        button {
            class: "button",
            onclick: move |_| {
                table.append(Event::End);
            },
            {t::hanafuda_stop(l)}
        }
    }
}
