//! What is new in this version: a list, for the settings and for the notice after an update.

use dioxus::prelude::*;
use takujo_core::i18n::t;

use crate::state::lang;

/// What people at a table notice of this version. `CHANGELOG.md` has all versions.
#[component]
pub fn WhatsNew() -> Element {
    let l = lang();
    let changes = [
        t::whats_new_notes(l),
        t::whats_new_clock(l),
        t::whats_new_comings(l),
        t::whats_new_live(l),
        t::whats_new_signed(l),
        t::whats_new_sheets(l),
        t::whats_new_people(l),
        t::whats_new_still(l),
        t::whats_new_emblems(l),
        t::whats_new_saved(l),
        t::whats_new_import(l),
        t::whats_new_wide(l),
        t::whats_new_furigana(l),
        t::whats_new_back(l),
        t::whats_new_down(l),
        t::whats_new_sides(l),
        t::whats_new_known(l),
        t::whats_new_ends(l),
        t::whats_new_history(l),
        t::whats_new_old(l),
        t::whats_new_playoff(l),
        t::whats_new_house(l),
        t::whats_new_older(l),
        t::whats_new_forfeits(l),
        t::whats_new_scores(l),
        t::whats_new_cards(l),
        t::whats_new_unnamed(l),
        t::whats_new_cleared(l),
        t::whats_new_last(l),
        t::whats_new_devices(l),
    ];
    rsx! {
        p { class: "soft", {t::settings_version(l, env!("CARGO_PKG_VERSION"))} }
        ul { class: "dots",
            for (at, change) in changes.into_iter().enumerate() {
                li { key: "{at}", {change} }
            }
        }
    }
}
