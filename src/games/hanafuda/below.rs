//! What stands under an entry.

use dioxus::prelude::*;

use super::components::Stop;
use super::deal::{DealFigures, FieldCheck};
use super::draft::Draft;
use super::next_round::Results;
use super::put_right::PutRight;
use super::turn::Hanafuda;
use crate::i18n::t;
use crate::state::lang;
use crate::table::Table;

/// What stands under an entry: leave a correction, put hands right, or what a table that does not follow turns needs.
#[component]
pub fn Below(table: Table<Hanafuda>, correcting: bool) -> Element {
    let l = lang();
    let session = table.session();
    let tracks = session.ledger.state().tracks_turns();
    if correcting {
        return rsx! {
            button { class: "button", onclick: move |_| table.set_draft(None::<&Draft>), {t::hanafuda_cancel_correction(l)} }
        };
    }
    rsx! {
        Results { table }
        if tracks {
            div { class: "row wrap",
                PutRight { table }
            }
        } else {
            details { class: "card",
                summary { {t::hanafuda_field_check(l)} }
                DealFigures { players: session.seats.len() }
                FieldCheck { table }
            }
            Stop { table }
        }
    }
}
