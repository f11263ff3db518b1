//! Players without names: how many there are is all that a table has to know.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::domain::unnamed::{fill, is_unnamed, number};
use takujo_core::i18n::{Lang, t};

use crate::state::lang;

/// Numbers the players without names anew, after somebody came, went or changed seats.
pub(super) fn renumber(players: &mut [Player], l: Lang) {
    number(players, |seat| t::new_unnamed(l, seat));
}

/// So many players, a key for each number, while nobody has been seated by name alone.
#[component]
pub(super) fn UnnamedCounts(mut players: Signal<Vec<Player>>, least: usize, most: usize) -> Element {
    let l = lang();
    let seated = players.read();
    if !seated.is_empty() && seated.iter().all(|player| !is_unnamed(&player.name)) {
        return rsx! {};
    }
    rsx! {
        div { class: "unnamed", role: "group", "aria-labelledby": "unnamed",
            span { id: "unnamed", class: "soft", {t::new_unnamed_count(l)} }
            for count in least..=most {
                button {
                    key: "{count}",
                    class: "chip",
                    "aria-pressed": count == seated.len(),
                    onclick: move |_| fill(&mut players.write(), count, |seat| t::new_unnamed(l, seat)),
                    "{count}"
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_for_a_name_is_known_in_both_languages() {
        for l in Lang::ALL {
            for seat in 1..=12 {
                assert!(is_unnamed(&t::new_unnamed(l, seat)), "{}", t::new_unnamed(l, seat));
            }
        }
    }
}
