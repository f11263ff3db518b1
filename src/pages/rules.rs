//! The pages of the rules: the overview, a game, a section.

use dioxus::prelude::*;
use takujo_core::i18n::t;

use crate::rules::WithRules;
use crate::shell::Shell;
use crate::state::lang;

/// The search, and every game.
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
            // A list of one, because keys only work in lists.
            for place in [game] {
                WithRules { key: "{place}", place }
            }
        }
    }
}

/// A section of the rules.
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
