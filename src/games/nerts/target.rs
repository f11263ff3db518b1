//! The view of the standings, with the target below, which a table may change during the game, and the piles.

use dioxus::prelude::*;
use takujo_core::games::nerts::game::{Event, Nerts};
use takujo_core::games::nerts::options::Length;
use takujo_core::i18n::t;

use super::piles::Piles;
use crate::state::lang;
use crate::table::{Table, standings};
use crate::ui::NumberField;

/// The standings, with the target and handicaps below.
pub fn standings_and_target(table: Table<Nerts>) -> Element {
    rsx! {
        {standings(table)}
        Target { table }
        Piles { table }
    }
}

/// The current target, and a field to change it.
#[component]
pub fn Target(table: Table<Nerts>) -> Element {
    let l = lang();
    let session = table.session();
    let (target, length) = (session.ledger.state().target(), session.ledger.state().length());
    let (least, most) = length.bounds().into_inner();
    let (now, label) = match length {
        Length::Points => (t::nerts_target_now(l, target), t::nerts_target(l)),
        Length::Rounds => (t::nerts_target_now_rounds(l, target), t::nerts_rounds(l)),
        Length::Wins => (t::nerts_target_now_wins(l, target), t::nerts_wins(l)),
    };
    let mut typed = use_signal(|| None::<u16>);
    // The field then shows the new target, and not what was typed.
    use_effect(use_reactive(&target, move |_| typed.set(None)));
    rsx! {
        details { class: "card",
            summary { {now} }
            form {
                class: "row add",
                onsubmit: move |event| {
                    event.prevent_default();
                    if let Some(points) = typed().filter(|points| (least..=most).contains(points) && *points != target) {
                        table.append(Event::Target { points });
                    }
                },
                NumberField {
                    l,
                    label,
                    name: "target",
                    value: i64::from(target),
                    least: i64::from(least),
                    most: i64::from(most),
                    oninput: move |points: Option<i64>| typed.set(points.and_then(|points| u16::try_from(points).ok())),
                }
                button { class: "button", r#type: "submit", {t::save(l)} }
            }
        }
    }
}
