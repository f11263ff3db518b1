//! Keeps what is active in view: the cell of a form, and a chip that is pressed.

use std::rc::Rc;

use dioxus::html::{ScrollBehavior, ScrollLogicalPosition, ScrollToOptions};
use dioxus::prelude::*;

/// What the cells need to know to keep the active one in view.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    /// Whether the last key was one of a keyboard: focus then follows the active cell.
    pub(super) typing: Signal<bool>,
    /// Changes whenever the box of cells does, as when the phone is turned.
    pub(super) size: Signal<u32>,
}

/// A slot for a node that scrolls into view when it becomes `active`. With `focus` it takes the focus instead, if a
/// keyboard is used.
pub(super) fn use_sight(active: bool, focus: bool) -> Signal<Option<Rc<MountedData>>> {
    let node = use_signal(|| None::<Rc<MountedData>>);
    let sight = use_hook(try_consume_context::<Sight>);
    use_effect(use_reactive(&active, move |active| {
        let Some(node) = node().filter(|_| active) else { return };
        if let Some(sight) = sight {
            sight.size.read();
        }
        spawn(async move {
            // If the renderer cannot do it, the node stays where it is.
            let _ = if focus && sight.is_some_and(|sight| *sight.typing.peek()) {
                node.set_focus(true).await
            } else {
                let (vertical, horizontal) = (ScrollLogicalPosition::Nearest, ScrollLogicalPosition::Nearest);
                node.scroll_to_with_options(ScrollToOptions { behavior: ScrollBehavior::Instant, vertical, horizontal })
                    .await
            };
        });
    }));
    node
}
