//! The pages of the rules: what there is, a game's, one section.

use dioxus::prelude::*;

use crate::i18n::t;
use crate::rules::WithRules;
use crate::shell::Shell;
use crate::state::lang;

/// Search, and every game.
#[component]
pub fn Rules() -> Element {
    rsx! {
        Shell { title: t::nav_rules(lang()), here: "rules",
            WithRules { place: "" }
        }
    }
}

/// A game's rules.
#[component]
pub fn RulesOf(game: String) -> Element {
    rsx! {
        Shell { title: t::nav_rules(lang()), accent: game.clone(), here: "rules",
            // Only in a list does a key tell one game from another.
            for place in [game] {
                WithRules { key: "{place}", place }
            }
        }
    }
}

/// One section.
#[component]
pub fn RulesAt(game: String, section: String) -> Element {
    rsx! {
        Shell { title: t::nav_rules(lang()), accent: game.clone(), here: "rules",
            for place in [format!("{game}/{section}")] {
                WithRules { key: "{place}", place }
            }
        }
    }
}
