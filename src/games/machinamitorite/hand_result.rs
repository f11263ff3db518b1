//! A counted hand: who won it, and what each player's points come from.

use dioxus::prelude::*;
use takujo_core::domain::game::leaders;
use takujo_core::domain::seats::{Player, Seats};
use takujo_core::games::machinamitorite::partition::{Counts, best_points};
use takujo_core::i18n::{list, number, t};

use super::worth::Worth;
use crate::state::lang;
use crate::ui::Named;

/// The points of each player, in seat order.
pub fn hand_points(counts: &[Counts]) -> Vec<i32> {
    counts.iter().map(|counts| i32::from(best_points(counts))).collect()
}

/// Who won the hand; each player's points open to show their sets.
#[component]
pub fn HandResult(seats: Seats, counts: Vec<Counts>) -> Element {
    let l = lang();
    let best = leaders(&hand_points(&counts));
    let winners: Vec<String> =
        best.iter().filter_map(|seat| seats.players().get(*seat)).map(|player| player.name.clone()).collect();
    rsx! {
        p {
            if winners.len() > 1 {
                {t::standing_shared(l, list(l, &winners))}
            } else {
                {t::standing_won(l, winners.len(), list(l, &winners))}
            }
        }
        for (seat, (player, counts)) in seats.players().iter().cloned().zip(counts).enumerate() {
            PlayerHand { key: "{seat}", player, counts }
        }
    }
}

#[component]
fn PlayerHand(player: Player, counts: Counts) -> Element {
    rsx! {
        details { class: "player-hand",
            summary {
                span { class: "row between",
                    Named { players: vec![player] }
                    strong { class: "total", {number(i32::from(best_points(&counts)))} }
                }
            }
            Worth { counts }
        }
    }
}
