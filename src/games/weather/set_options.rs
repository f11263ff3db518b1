//! The form for the options: which wishes there are, whether they are hidden, and what the text leaves open.

use dioxus::prelude::*;
use takujo_core::games::weather::game::Options;
use takujo_core::games::weather::score::EmptyProduct;
use takujo_core::games::weather::wish::Pool;
use takujo_core::i18n::{Lang, t};

use crate::state::lang;
use crate::ui::{CheckBox, choice};

/// The choices for the product of 豪雨 without factors.
pub fn products(l: Lang) -> [(EmptyProduct, &'static str); 2] {
    [(EmptyProduct::Zero, t::weather_product_zero(l)), (EmptyProduct::One, t::weather_product_one(l))]
}

/// The options of a new table.
#[component]
pub fn OptionsForm(mut options: Signal<Options>) -> Element {
    let l = lang();
    let now = options();
    let pools = [
        (Pool::Printed, t::weather_pool_printed(l)),
        (Pool::FiveBase, t::weather_pool_five(l)),
        (Pool::EightFree, t::weather_pool_eight(l)),
    ];
    rsx! {
        {choice(t::weather_pool(l), "pool", &pools, now.pool, move |pool| options.write().pool = pool)}
        if now.pool == Pool::EightFree {
            CheckBox {
                label: t::weather_eight_limited(l),
                name: "eight_limited",
                checked: now.eight_limited,
                onchange: move |on| options.write().eight_limited = on,
            }
            p { class: "soft ruling", {t::weather_eight_ruling(l)} }
        }
        CheckBox {
            label: t::weather_hidden(l),
            name: "hidden",
            checked: now.hidden,
            onchange: move |on| options.write().hidden = on,
        }
        p { class: "soft", {t::weather_hidden_text(l)} }
        if !now.hidden {
            CheckBox {
                label: t::weather_chosen_first(l),
                name: "chosen_first",
                checked: now.chosen_first,
                onchange: move |on| options.write().chosen_first = on,
            }
            p { class: "soft ruling", {t::weather_chosen_ruling(l)} }
        }
        if now.pool != Pool::FiveBase {
            {choice(t::weather_product(l), "empty_product", &products(l), now.empty_product, move |product| options.write().empty_product = product)}
            p { class: "soft ruling", {t::weather_product_ruling(l)} }
        }
    }
}
