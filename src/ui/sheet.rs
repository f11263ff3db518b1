//! A sheet over the page: a dialog that takes the focus, and gives it back by being closed.

use dioxus::prelude::*;

use super::{Glyph, Icon};

/// A modal dialog. Escape, the close button and a tap beside it close it.
#[component]
pub fn Sheet(
    title: String,
    close_label: String,
    onclose: EventHandler<()>,
    /// Whether something in it takes the focus itself.
    #[props(default)]
    keeps_focus: bool,
    children: Element,
) -> Element {
    rsx! {
        div { class: "veil", onclick: move |_| onclose.call(()),
            div {
                class: "sheet",
                role: "dialog",
                "aria-modal": "true",
                "aria-label": "{title}",
                tabindex: "-1",
                onclick: move |event| event.stop_propagation(),
                onkeydown: move |event| {
                    if event.key() == dioxus::prelude::Key::Escape {
                        event.stop_propagation();
                        onclose.call(());
                    }
                },
                onmounted: move |event| async move {
                    if !keeps_focus {
                        // A renderer that cannot focus leaves the focus where it was.
                        let _ = event.set_focus(true).await;
                    }
                },
                header { class: "sheet-head",
                    h2 { "{title}" }
                    button { class: "round", "aria-label": "{close_label}", onclick: move |_| onclose.call(()),
                        Icon { glyph: Glyph::Close }
                    }
                }
                div { class: "sheet-body", {children} }
            }
        }
    }
}
