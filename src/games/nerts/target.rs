//! The view of the standings, with the target below, which a table may change during the game.

use dioxus::prelude::*;
use takujo_core::games::nerts::score::{Event, Nerts, TARGETS};
use takujo_core::i18n::t;

use crate::state::lang;
use crate::table::{Table, standings};
use crate::ui::NumberField;

/// The standings, with the target below.
pub fn standings_and_target(table: Table<Nerts>) -> Element {
    rsx! {
        {standings(table)}
        Target { table }
    }
}

/// The current target, and a field to change it.
#[component]
pub fn Target(table: Table<Nerts>) -> Element {
    let l = lang();
    let target = table.session().ledger.state().target;
    let mut typed = use_signal(|| None::<u16>);
    rsx! {
        details { class: "card",
            summary { {t::nerts_target_now(l, target)} }
            form {
                class: "row add",
                onsubmit: move |event| {
                    event.prevent_default();
                    if let Some(points) = typed().filter(|points| TARGETS.contains(points) && *points != target) {
                        table.append(Event::Target { points });
                    }
                },
                NumberField {
                    l,
                    label: t::nerts_target(l),
                    name: "target",
                    value: i64::from(target),
                    least: i64::from(*TARGETS.start()),
                    most: i64::from(*TARGETS.end()),
                    oninput: move |points: Option<i64>| typed.set(points.and_then(|points| u16::try_from(points).ok())),
                }
                button { class: "button", r#type: "submit", {t::save(l)} }
            }
        }
    }
}
