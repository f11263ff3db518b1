//! The rules reference.

use dioxus::prelude::*;

use crate::i18n::t;
use crate::keep::lang;

/// A small link to the section of a game's rules that says why. Draws nothing for an empty section.
#[component]
pub fn RuleLink(game: &'static str, section: &'static str) -> Element {
    let l = lang();
    if section.is_empty() {
        return rsx! {};
    }
    rsx! {
        a { class: "rule-link", href: "#/rules/{game}/{section}", {t::rule_link(l)} }
    }
}
