//! How safe the tables are in this browser, and what can be done for them: in the settings, and asked once above the home
//! page when there is something to lose.

use chrono::DateTime;
use dioxus::prelude::*;
use takujo_core::i18n::t;

use crate::device;
use crate::route::Route;
use crate::state::{app, lang};
use crate::ui::{Glyph, Icon, Sheet};

/// The question above the home page. Like the note about a new version it appears with the page, so that nothing moves
/// under a finger.
#[allow(non_snake_case)] // A component held in a value.
pub fn SafekeepingNotice() -> Element {
    let (app, l) = (app(), lang());
    let route = use_route::<Route>();
    let safe = use_resource(device::is_persistent);
    // What was known when the page was opened; that of the first page is drawn too early.
    let mut opened = use_hook(|| CopyValue::new((route.clone(), false)));
    if opened.peek().0 != route {
        opened.set((route.clone(), *safe.peek() == Some(false)));
    }
    let asks = opened.peek().1 && route == (Route::Home {});
    let mut open = use_signal(|| false);
    let mut close = move || {
        open.set(false);
        app.keep_safe(|done| done.asked = true);
    };
    // What the sheet offers leads to other pages.
    use_effect(use_reactive(&route, move |route| {
        if *open.peek() && route != (Route::Home {}) {
            close();
        }
    }));
    rsx! {
        div { class: "safekeeping", role: "status",
            if asks {
                p { {t::safe_ask(l)} }
                button { class: "chip", onclick: move |_| open.set(true), {t::safe_how(l)} }
                button {
                    class: "round",
                    "aria-label": t::safe_no(l),
                    onclick: move |_| app.keep_safe(|done| done.asked = true),
                    Icon { glyph: Glyph::Close }
                }
            }
        }
        if open() {
            // In a section, so that the head of the sheet does not count as that of the page.
            section {
                Sheet {
                    title: t::safe_title(l),
                    close_label: t::close(l),
                    onclose: move |()| close(),
                    HowSafe {}
                }
            }
        }
    }
}

/// How safe the tables are, and what can be done.
#[component]
pub fn HowSafe() -> Element {
    let l = lang();
    let safe = use_resource(device::is_persistent);
    let saved = app().settings().safekeeping.saved.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let day = |moment| device::local(moment).date();
    let mut installs = use_signal(device::can_install);
    // Browsers say so some time after the page was opened.
    use_future(move || async move {
        while !*installs.peek() {
            device::pause(1_000).await;
            installs.set(device::can_install());
        }
    });
    rsx! {
        p { role: "status",
            match safe() {
                Some(true) => t::safe_stays(l),
                Some(false) if device::apart() => t::safe_apart(l),
                Some(false) => t::safe_loose(l),
                None => "",
            }
        }
        p { class: "soft",
            match saved {
                Some(saved) => t::safe_saved(l, (day(device::now()) - day(saved)).num_days().max(0)),
                None => t::safe_never(l).to_owned(),
            }
        }
        div { class: "row wrap",
            if safe() == Some(false) && installs() {
                button {
                    class: "button main",
                    onclick: move |_| async move {
                        device::install().await;
                        installs.set(device::can_install());
                    },
                    {t::safe_install(l)}
                }
            }
            Link { class: "button", to: Route::History {},
                Icon { glyph: Glyph::File }
                {t::safe_files(l)}
            }
        }
    }
}
