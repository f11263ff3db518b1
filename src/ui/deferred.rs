//! Text that may be drawn a frame late, so that the rest of a tap's result is seen sooner.

use dioxus::prelude::*;

use crate::device;

/// A text that changes one frame after everything else. Rewrapping a text can cost as much as drawing the rest of the
/// page, so the result of a tap is seen sooner.
#[component]
pub fn DeferredText(text: String) -> Element {
    let mut shown = use_signal(|| text.clone());
    let mut newest = use_hook(|| CopyValue::new(None::<String>));
    if *shown.peek() != text || newest.peek().is_some() {
        // At most one change is under way; it takes the newest text.
        if newest.replace(Some(text)).is_none() {
            spawn(async move {
                device::next_paint().await;
                if let Some(text) = newest.take() {
                    shown.set(text);
                }
            });
        }
    }
    rsx! { "{shown}" }
}
