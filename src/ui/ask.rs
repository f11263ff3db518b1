//! The heading of a step.

use std::rc::Rc;

use dioxus::html::{ScrollLogicalPosition, ScrollToOptions};
use dioxus::prelude::*;

/// What the table is asked, or told, as the heading of its view. A new view begins at the top of the page. Another question
/// in the same view does so only where it would not be in sight: else nothing moves under the finger.
#[component]
pub fn Ask(
    text: String,
    #[props(default)] hidden: bool,
    /// Whether the table's own news already say it to whoever does not see it.
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

/// Brings the top of the page into view: the style sheet gives the heading that much room above.
async fn scroll_to_top(heading: &MountedData) {
    let vertical = ScrollLogicalPosition::Start;
    let options =
        ScrollToOptions { behavior: ScrollBehavior::Instant, vertical, horizontal: ScrollLogicalPosition::Nearest };
    // A renderer that cannot scroll leaves it where it is.
    let _ = heading.scroll_to_with_options(options).await;
}
