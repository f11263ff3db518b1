//! What stands below the entry forms of a round: the last result, and the correction of hands and turn or, where
//! turns are not tracked, the deal.

use dioxus::prelude::*;
use takujo_core::games::hanafuda::game::Hanafuda;
use takujo_core::i18n::t;

use super::components::Stop;
use super::deal::{DealFigures, FieldCheck};
use super::next_round::Results;
use super::put_right::{HandsAndTurn, PutRight};
use crate::state::lang;
use crate::table::Table;

/// The last result, and the correction of hands and turn or, where turns are not tracked, the deal and the end of the
/// table. Nothing while an old entry is corrected.
#[component]
pub fn Below(
    table: Table<Hanafuda>,
    /// Whether it stands in a sheet, which cannot open another one.
    #[props(default)]
    in_sheet: bool,
) -> Element {
    let l = lang();
    let session = table.session();
    let tracks = session.ledger.state().tracks_turns();
    if table.correcting().is_some() {
        return rsx! {};
    }
    rsx! {
        Results { table }
        if tracks && in_sheet {
            HandsAndTurn { table }
        } else if tracks {
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
