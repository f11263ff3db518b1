//! Says that a new version of the app is ready, with a button that starts it: `public/boot.js` finds the version and
//! does what the button says. Once it runs, says what is new in it.

use dioxus::prelude::*;
use takujo_core::i18n::t;

use crate::device;
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Glyph, Icon, Sheet};

/// The note above the home page and above a table. It appears with the next page, so that nothing moves under a finger.
/// `public/boot.js` handles its buttons, since it knows of the versions.
#[component]
pub fn UpdateNotice(
    /// What is new in this version: the content of the sheet.
    children: Element,
) -> Element {
    let l = lang();
    let route = use_route::<Route>();
    let shown = matches!(route, Route::Home {} | Route::Table { .. }) && device::has_update();
    let mut updated = use_signal(|| device::was_updated(env!("CARGO_PKG_VERSION")));
    let first = use_hook(|| route.clone());
    let mut left = use_hook(|| CopyValue::new(false));
    if route != first {
        left.set(true);
    }
    let says_updated = updated() && left() && matches!(route, Route::Home {});
    let mut open = use_signal(|| false);
    // The container is always there, or screen readers would not announce the note.
    rsx! {
        div { class: "news", role: "status", "data-updated": says_updated.then_some("true"),
            if says_updated {
                p { {t::whats_new_updated(l)} }
                button { class: "chip", onclick: move |_| open.set(true), {t::whats_new(l)} }
                button { class: "round", "aria-label": t::close(l), onclick: move |_| updated.set(false),
                    Icon { glyph: Glyph::Close }
                }
            } else if shown {
                p { {t::news_text(l)} }
                button { class: "chip", "data-news": "reload", {t::news_reload(l)} }
                button { class: "round", "data-news": "later", "aria-label": t::news_later(l),
                    Icon { glyph: Glyph::Close }
                }
            }
        }
        if open() {
            // In a section, so that the head of the sheet does not count as that of the page.
            section {
                Sheet {
                    title: t::whats_new(l),
                    close_label: t::close(l),
                    onclose: move |()| {
                        open.set(false);
                        updated.set(false);
                    },
                    {children}
                }
            }
        }
    }
}
