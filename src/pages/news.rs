//! A new version of the app lies ready: says so, and starts it when a person asks for it.

use dioxus::prelude::*;

use super::Route;
use crate::device;
use crate::i18n::t;
use crate::keep::lang;
use crate::ui::{Glyph, Icon};

/// The note above the first page and above a table. It comes with the next page or while nobody looks, so that nothing
/// moves from under a finger.
#[component]
pub fn News() -> Element {
    let l = lang();
    let route = use_route::<Route>();
    let here = matches!(route, Route::Home {} | Route::Table { .. });
    let mut known = use_signal(|| false);
    let mut shown = use_signal(|| false);
    let mut later = use_signal(|| false);
    use_hook(|| {
        // A callback: the browser calls from outside the app's runtime.
        let told = Callback::new(move |unseen| {
            known.set(true);
            if unseen {
                shown.set(true);
            }
        });
        device::on_news(move |unseen| told.call(unseen));
    });
    use_effect(use_reactive!(|route| {
        let _ = route;
        if *known.peek() {
            shown.set(true);
        }
    }));
    // The place for it is always there, or a screen reader would not hear that something came into it.
    rsx! {
        div { class: "news", role: "status",
            if here && shown() && !later() {
                p { {t::news_text(l)} }
                button { class: "chip", onclick: move |_| device::renew(), {t::news_reload(l)} }
                button {
                    class: "round",
                    "aria-label": t::news_later(l),
                    onclick: move |_| later.set(true),
                    Icon { glyph: Glyph::Close }
                }
            }
        }
    }
}
