//! What to do about a tie at the end, where the table decides.

use dioxus::prelude::*;
use takujo_core::domain::session::{Head, Report};
use takujo_core::i18n::{list, t};

use crate::state::lang;
use crate::ui::Named;

/// Stands in place of the entry form until the table has decided.
#[component]
pub fn TieCard(
    head: Head,
    report: Report,
    /// The sides that are tied.
    tied: Vec<usize>,
    /// Their names.
    names: Vec<String>,
    /// What the table has agreed on.
    text: String,
    /// Whether one of them can be named the winner.
    one_wins: bool,
    /// One more round.
    onmore: EventHandler<()>,
    /// Who wins; `None` if they share it.
    ondecide: EventHandler<Option<usize>>,
) -> Element {
    let l = lang();
    let winners: Vec<(usize, &String)> = if one_wins { tied.iter().copied().zip(&names).collect() } else { Vec::new() };
    rsx! {
        section { class: "card ending",
            h2 { {t::tie_names(l, list(l, &names))} }
            p { {text} }
            div { class: "row wrap",
                button { class: "button main", onclick: move |_| onmore.call(()), {t::tie_one_more(l)} }
                button { class: "button", onclick: move |_| ondecide.call(None), {t::tie_share(l)} }
                for (side, name) in winners {
                    button { key: "{side}", class: "button", onclick: move |_| ondecide.call(Some(side)), {t::tie_wins(l, name)} }
                }
            }
            ol { class: "ranking totals",
                for side in report.ranking().into_iter().filter(|side| !report.has_left(*side)) {
                    li { key: "{side}", class: if tied.contains(&side) { "first" },
                        Named { players: report.side_players(&head, side) }
                        strong { class: "total", {report.parts.number(report.totals[side])} }
                    }
                }
            }
        }
    }
}
