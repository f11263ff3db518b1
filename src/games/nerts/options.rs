//! The form for the options: target, jokers, partnerships, ties.

use dioxus::prelude::*;
use takujo_core::games::nerts::score::{DECK, MAX_JOKERS, Options, PARTNERSHIP_PLAYERS, TARGETS, Tie};
use takujo_core::i18n::t;

use crate::state::lang;
use crate::ui::{CheckBox, NumberField, choice, number_choice};

/// The options of a new table.
#[component]
pub fn OptionsForm(mut options: Signal<Options>, players: usize) -> Element {
    let l = lang();
    let now = options();
    let pairs = players >= PARTNERSHIP_PLAYERS && players.is_multiple_of(2);
    let ties = [
        (Tie::Ask, t::nerts_tie_ask(l)),
        (Tie::OneMore, t::nerts_tie_one_more(l)),
        (Tie::Share, t::nerts_tie_share(l)),
    ];
    rsx! {
        NumberField {
            l,
            label: t::nerts_target(l),
            name: "target",
            value: i64::from(options.peek().target),
            least: i64::from(*TARGETS.start()),
            most: i64::from(*TARGETS.end()),
            // 0 is out of bounds, so no table can be opened with it.
            oninput: move |points: Option<i64>| {
                options.write().target = points.map_or(0, |points| u16::try_from(points).unwrap_or(u16::MAX));
            },
        }
        p { class: "soft", {t::nerts_target_default(l)} }
        {number_choice(t::nerts_jokers(l), "jokers", (0, MAX_JOKERS), now.jokers, move |jokers| options.write().jokers = jokers)}
        p { class: "soft", {t::nerts_jokers_default(l, DECK)} }
        if players >= PARTNERSHIP_PLAYERS {
            CheckBox {
                label: t::nerts_partnerships(l),
                name: "partnerships",
                checked: now.partnerships,
                disabled: !pairs && !now.partnerships,
                onchange: move |on| options.write().partnerships = on,
            }
            p { class: "soft",
                if pairs {
                    {t::nerts_partnerships_text(l)}
                } else {
                    {t::nerts_error_partnerships(l, PARTNERSHIP_PLAYERS, players)}
                }
            }
        }
        {choice(t::nerts_tie(l), "tie", &ties, now.tie, move |tie| options.write().tie = tie)}
        p { class: "soft ruling", {t::nerts_tie_ruling(l)} }
    }
}
