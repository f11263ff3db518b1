//! Unknown addresses.

use dioxus::prelude::*;
use takujo_core::i18n::t;

use crate::route::Route;
use crate::shell::Shell;
use crate::state::lang;

/// Says that there is nothing at this address, with a link to the home page.
#[component]
pub fn Missing(rest: Vec<String>) -> Element {
    let l = lang();
    rsx! {
        Shell { title: t::missing_title(l),
            p { {t::missing_text(l, rest.join("/"))} }
            Link { class: "button main", to: Route::Home {}, {t::nav_tables(l)} }
        }
    }
}
