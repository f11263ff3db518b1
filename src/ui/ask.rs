//! The heading of a view: the question to answer there, or what is the case.

use std::rc::Rc;

use dioxus::html::{ScrollLogicalPosition, ScrollToOptions};
use dioxus::prelude::*;

/// The question or statement that heads a view, for screen readers only if `hidden`. A new view starts at the top of
/// the page. If only the text changes, the page scrolls there only if the heading would be out of view, so that nothing
/// moves under the finger.
#[component]
pub fn Ask(
    text: String,
    #[props(default)] hidden: bool,
    /// Whether the table's own announcements already say this to screen readers.
    #[props(default)]
    quiet: bool,
) -> Element {
    let mut heading = use_signal(|| None::<Rc<MountedData>>);
    use_effect(use_reactive!(|text| {
        let _ = text;
        if let Some(heading) = heading.peek().clone() {
            spawn(async move {
                if heading.get_client_rect().await.is_ok_and(|at| at.origin.y < 0.0) {
                    scroll_to_top(&heading).await;
                }
            });
        }
    }));
    rsx! {
        h2 {
            class: if hidden { "hidden" } else { "ask" },
            "aria-live": (!quiet).then_some("polite"),
            onmounted: move |event: MountedEvent| async move {
                heading.set(Some(event.data()));
                scroll_to_top(&event.data()).await;
            },
            "{text}"
        }
    }
}

/// Scrolls to the top of the page: the style sheet gives the heading a scroll margin for what is above it.
async fn scroll_to_top(heading: &MountedData) {
    let vertical = ScrollLogicalPosition::Start;
    let options =
        ScrollToOptions { behavior: ScrollBehavior::Instant, vertical, horizontal: ScrollLogicalPosition::Nearest };
    // If the renderer cannot scroll, the page stays.
    let _ = heading.scroll_to_with_options(options).await;
}
