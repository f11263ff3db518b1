//! The box of a turn's screen that says what is to be done.

use dioxus::prelude::*;

use crate::play::Problem;
use crate::rules::RuleLink;

/// What is to be done now, or why the last tap could not be. It is as high whatever it says: nothing under it moves.
#[component]
pub fn TurnPrompt(
    /// Whose rules a problem links to.
    game: &'static str,
    problem: Option<Problem>,
    /// What is to be done.
    sentence: Element,
    /// What is good to know beside it, in one line.
    #[props(default)]
    note: String,
    /// What stands around it.
    #[props(default)]
    children: Element,
) -> Element {
    rsx! {
        div { class: "card say",
            div { class: "said", "aria-live": "polite",
                p { class: "sentence", hidden: problem.is_some(), {sentence} }
                if !note.is_empty() && problem.is_none() {
                    p { class: "soft", "{note}" }
                }
            }
            div { class: "said", role: "alert",
                if let Some(problem) = &problem {
                    p { class: "error sentence",
                        "{problem.text} "
                        RuleLink { game, section: problem.rule }
                    }
                }
            }
            {children}
        }
    }
}
