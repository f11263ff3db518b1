//! The grid of the 24 cards, each with what a tap on it does.

use dioxus::prelude::*;
use takujo_core::games::nihon_meisho::game::RuleError;
use takujo_core::games::nihon_meisho::pile::{Category, Labels, SetOf};
use takujo_core::games::nihon_meisho::view_model::{Cell, Does, growths};
use takujo_core::games::nihon_meisho::words;
use takujo_core::i18n::t;

use super::signs::{sign, tone};
use crate::state::lang;

/// The 24 cards: a column per category, a row per area.
#[component]
pub fn CardGrid(cells: Vec<Cell>, labels: Labels, ontap: EventHandler<Result<Does, RuleError>>) -> Element {
    let l = lang();
    rsx! {
        div { class: "cards", role: "group", "aria-label": t::meisho_grid(l),
            for category in Category::ALL {
                span { key: "{category.id()}", class: "cards-head", "aria-hidden": "true", {words::category(&labels, category, l)} }
            }
            for Cell { card, does, fit } in cells {
                button {
                    key: "{card.category.id()} {card.area.id()}",
                    class: "cell",
                    "aria-disabled": does.is_err(),
                    "data-set": fit.is_some_and(|fit| fit.completes()),
                    "aria-label": {
                        let (category, area) = (words::category(&labels, card.category, l), words::area(&labels, card.area, l));
                        match fit {
                            Some(fit) => t::meisho_cell_why(l, category, area, words::why(&labels, fit, l)),
                            None => t::meisho_cell(l, category, area),
                        }
                    },
                    onclick: move |_| ontap.call(does.clone()),
                    span { class: "fit",
                        {sign(SetOf::Category(card.category))}
                        for growth in fit.into_iter().flat_map(growths) {
                            if matches!(growth.of, SetOf::Area(_)) {
                                {sign(growth.of)}
                            }
                            small {
                                if growth.completes() {
                                    {t::meisho_short_set(l)}
                                } else {
                                    {t::meisho_short(l, growth.to, growth.of.size())}
                                }
                            }
                        }
                    }
                    span { class: "band tone-{tone(card.area)}", {words::area(&labels, card.area, l)} }
                }
            }
        }
    }
}
