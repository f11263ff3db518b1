//! What may follow one picture later.

use dioxus::prelude::*;

use crate::device;

/// A text that changes one picture later than the rest. What a tap is looked at for is drawn sooner so: a text that breaks
/// its lines anew costs as much as the rest of the page.
#[component]
pub fn DeferredText(text: String) -> Element {
    let mut shown = use_signal(|| text.clone());
    let mut newest = use_hook(|| CopyValue::new(None::<String>));
    if *shown.peek() != text || newest.peek().is_some() {
        // A text that waits already is waited for once.
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
