//! The prompt on the screen of a turn: what to do now, or why the last tap was refused.

use dioxus::prelude::*;
use takujo_core::play::Problem;

use crate::rules::RuleLink;

/// What to do now, or why the last tap was refused. Its height does not depend on the text, so nothing below it moves.
#[component]
pub fn TurnPrompt(
    problem: Option<Problem>,
    /// What to do.
    sentence: Element,
    /// A one-line hint.
    #[props(default)]
    note: String,
    /// Further content.
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
                        RuleLink { rule: problem.rule }
                    }
                }
            }
            {children}
        }
    }
}
