//! A scored round: who got what, and why.

use dioxus::prelude::*;
use takujo_core::domain::seats::Seats;
use takujo_core::games::nerts::game::{Event, round_points};
use takujo_core::games::nerts::options::Options;
use takujo_core::games::nerts::words::{deck_names, reason, row_players};
use takujo_core::i18n::{signed, t};
use takujo_core::rule::nerts as rules;

use crate::rules::RuleLink;
use crate::state::lang;
use crate::ui::Named;

/// Who called, and the points of each row with the counts behind them. Draws nothing for other events.
#[component]
pub fn RoundResult(seats: Seats, options: Options, event: Event) -> Element {
    let l = lang();
    let Event::Round { counts, caller } = event else { return rsx! {} };
    let dealt = options.dealt_to(seats.len());
    let points = round_points(&dealt, &counts, caller);
    let called = |row: usize| caller.is_some_and(|deck| dealt.row_of(usize::from(deck)) == row);
    rsx! {
        p { class: "soft",
            match caller {
                Some(deck) => t::nerts_called(l, deck_names(&seats, &options, usize::from(deck), l)),
                None => t::nerts_stuck(l).to_owned(),
            }
            " "
            RuleLink { rule: rules::SCORE }
        }
        ul { class: "reasons",
            for (row, (count, points)) in counts.iter().zip(points).enumerate() {
                li { key: "{row}",
                    Named { players: row_players(&seats, &options, row) }
                    span { class: "soft why", {reason(*count, called(row), &dealt, l)} }
                    strong { class: "total", {signed(points)} }
                }
            }
        }
    }
}
