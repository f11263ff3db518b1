//! Picks a card: the 24 of the game, each with what may be done with it.

use dioxus::prelude::*;

use super::pile::{Card, Category, Labels};
use super::text;
use super::turn::RuleError;
use super::view_model::Cell;
use crate::i18n::t;
use crate::state::lang;

/// The 24 cards: a column a category, a row an area.
#[component]
pub fn CardGrid(cells: Vec<Cell>, labels: Labels, ontap: EventHandler<(Card, Result<(), RuleError>)>) -> Element {
    let l = lang();
    rsx! {
        div { class: "cards", role: "group", "aria-label": t::meisho_grid(l),
            for category in Category::ALL {
                span { key: "{category.id()}", class: "cards-head", "aria-hidden": "true", {text::category(&labels, category, l)} }
            }
            for Cell { card, may } in cells {
                button {
                    key: "{card.category.id()} {card.area.id()}",
                    class: "cell",
                    "aria-disabled": may.is_err(),
                    "data-set": matches!(&may, Ok(Some(why)) if why.completes()),
                    "aria-label": {
                        let (category, area) = (text::category(&labels, card.category, l), text::area(&labels, card.area, l));
                        match &may {
                            Ok(Some(why)) => t::meisho_cell_why(l, category, area, text::why(&labels, *why, l)),
                            _ => t::meisho_cell(l, category, area),
                        }
                    },
                    onclick: {
                        let may = may.clone().map(|_| ());
                        move |_| ontap.call((card, may.clone()))
                    },
                    span { {text::area(&labels, card.area, l)} }
                    if let Ok(Some(why)) = &may {
                        small { {text::why_short(*why, l)} }
                    }
                }
            }
        }
    }
}
