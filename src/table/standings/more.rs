//! What else can be done with a table: people, the end, sharing, and its files.

use dioxus::prelude::*;
use takujo_core::domain::bgstats::push_address;
use takujo_core::domain::session::{Head, Report};
use takujo_core::i18n::t;
use takujo_core::table::sitting::Tap;

use super::super::clock::ClockButton;
use super::super::handle::AnyTable;
use super::super::share::{TableMenu, save_points};
use super::super::views::FlatLink;
use super::ending::Share;
use crate::device::{self, ShareOutcome};
use crate::state::lang;
use crate::ui::{Glyph, Icon, share_outcome_text};

/// Buttons for all of it. Some are there only once a round has been `played`.
#[component]
pub(super) fn MoreCard(
    head: Head,
    report: Report,
    name: &'static str,
    played: bool,
    /// People come or go: the entry to correct, if any.
    onpeople: EventHandler<Option<usize>>,
    /// The words for ending the game now, if that can be done.
    end: Option<String>,
    table: AnyTable,
) -> Element {
    let l = lang();
    let mut given = use_signal(|| None::<ShareOutcome>);
    let pushed = push_address(&head, &report, name, device::local(head.created));
    rsx! {
        section { class: "card",
            h2 { {t::standings_more(l)} }
            div { class: "row wrap",
                button { class: "button", onclick: move |_| onpeople.call(None),
                    Icon { glyph: Glyph::Turn }
                    {t::people_title(l)}
                }
                if let Some(end) = end {
                    button {
                        class: "button",
                        onclick: move |_| {
                            table.tap(Tap::End);
                        },
                        Icon { glyph: Glyph::Check }
                        {end}
                    }
                }
                if played {
                    Share { head: head.clone(), report: report.clone(), name }
                }
                FlatLink { id: head.id.clone() }
                ClockButton { id: head.id.clone() }
                TableMenu { file: move |()| table.file() }
                if played {
                    button {
                        class: "button",
                        onclick: move |_| {
                            let (head, report) = (head.clone(), report.clone());
                            async move { given.set(Some(save_points(&head, &report, l).await)) }
                        },
                        Icon { glyph: Glyph::Grid }
                        {t::table_csv(l)}
                    }
                }
                if let Some(address) = pushed {
                    a { class: "button", href: "{address}", target: "_blank", rel: "noopener noreferrer",
                        Icon { glyph: Glyph::Share }
                        {t::table_bgstats(l)}
                    }
                }
            }
            if let Some(given) = given() {
                p { role: "status", "{share_outcome_text(l, &given)}" }
            }
        }
    }
}
