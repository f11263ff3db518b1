//! A new version of the app lies ready: says so, and starts it when a person asks for it.

use dioxus::prelude::*;

use crate::device;
use crate::i18n::t;
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// The note above the first page and above a table. It comes with the next page, so that nothing moves from under a
/// finger. What its buttons do is in `public/boot.js`, where the versions are known.
#[component]
pub fn UpdateNotice() -> Element {
    let l = lang();
    let route = use_route::<Route>();
    let shown = matches!(route, Route::Home {} | Route::Table { .. }) && device::has_update();
    // The place for it is always there, or a screen reader would not hear that something came into it.
    rsx! {
        div { class: "news", role: "status",
            if shown {
                p { {t::news_text(l)} }
                button { class: "chip", "data-news": "reload", {t::news_reload(l)} }
                button { class: "round", "data-news": "later", "aria-label": t::news_later(l),
                    Icon { glyph: Glyph::Close }
                }
            }
        }
    }
}
