//! Says that a new version of the app is ready, and starts it on request.

use dioxus::prelude::*;

use crate::device;
use crate::i18n::t;
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// The note above the home page and above a table. Appears with the next page, so that nothing moves under a finger.
/// `public/boot.js` handles its buttons, since it knows about the versions.
#[component]
pub fn UpdateNotice() -> Element {
    let l = lang();
    let route = use_route::<Route>();
    let shown = matches!(route, Route::Home {} | Route::Table { .. }) && device::has_update();
    // The container is always present, or screen readers would not announce the note.
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
