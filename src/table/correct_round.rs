//! The correction of a round, from where it is read.

use dioxus::prelude::*;
use takujo_core::i18n::t;

use super::handle::AnyTable;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// Says whether a round was corrected, and leads to its correction if it can be. `number` is the round's, or the turn's
/// where each is scored by itself.
#[component]
pub(crate) fn CorrectRound(
    table: AnyTable,
    /// Index of the round's entry, from 0.
    entry: usize,
    number: usize,
    #[props(default)] by_turns: bool,
) -> Element {
    let l = lang();
    let rules = table.now();
    let (may, done) = (rules.may_correct(entry), rules.is_corrected(entry));
    rsx! {
        if done {
            p { class: "soft", {t::standings_corrected(l)} }
        }
        if may {
            button { class: "button", onclick: move |_| table.correct(entry),
                Icon { glyph: Glyph::Pencil }
                if by_turns {
                    {t::standings_correct_turn(l, number)}
                } else {
                    {t::standings_correct_round(l, number)}
                }
            }
        }
    }
}
