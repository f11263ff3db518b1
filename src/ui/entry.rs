//! What every score entry has: a box of cells, the line that says what is asked or wrong, the pad, and the keyboard's way
//! through them.
//!
//! ```text
//! EntryGrid { at, cells, columns, pad, forward, onkey, ongo, question, line,
//!     table { … EntryCell { … } … }
//! }
//! ```
//! The stylesheet makes the page as high as the screen and gives each of the four its place: whatever appears, the pad and the
//! box stay where they are. Cells that find no room scroll inside their box, the active one always in sight.

use std::rc::Rc;

use dioxus::html::{ScrollBehavior, ScrollLogicalPosition, ScrollToOptions};
use dioxus::prelude::*;

use super::{Forward, NumberPad, Pad, PadKey, Sum};
use crate::i18n::{Lang, number};

/// Whether the keyboard moved last: then the focus goes with the active cell.
#[derive(Clone, Copy)]
struct Typing(Signal<bool>);

/// The pad's key that a keyboard's key stands for.
pub fn key_of(key: &dioxus::prelude::Key) -> Option<PadKey> {
    match key {
        dioxus::prelude::Key::Character(text) => match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(PadKey::Digit(digit - b'0')),
            b"+" => Some(PadKey::Plus),
            b"-" => Some(PadKey::Minus),
            _ => None,
        },
        dioxus::prelude::Key::Backspace => Some(PadKey::Erase),
        _ => None,
    }
}

/// The cell an arrow leads to from `at`, with so many `columns` in a row.
fn cell_of(key: &dioxus::prelude::Key, at: usize, cells: usize, columns: usize) -> Option<usize> {
    let to = match key {
        dioxus::prelude::Key::ArrowRight => at + 1,
        dioxus::prelude::Key::ArrowLeft => at.checked_sub(1)?,
        dioxus::prelude::Key::ArrowDown => at + columns,
        dioxus::prelude::Key::ArrowUp => at.checked_sub(columns)?,
        _ => return None,
    };
    (to < cells).then_some(to)
}

/// The cells, the line and the pad of an entry. The cells are its children, each a [`EntryCell`].
///
/// Digits, signs and Backspace are taken wherever the focus is in it, arrows and Enter ("next") from the cells.
#[component]
pub fn EntryGrid(
    l: Lang,
    /// The cell being filled.
    at: usize,
    /// How many cells there are.
    cells: usize,
    /// How many of them stand in a row.
    columns: usize,
    pad: Pad,
    forward: Forward,
    onkey: EventHandler<PadKey>,
    /// A cell was chosen.
    ongo: EventHandler<usize>,
    /// What is asked beside the numbers, one line high.
    #[props(default)]
    question: Option<Element>,
    /// What is asked now or wrong: see `ProblemLine`.
    line: Element,
    children: Element,
) -> Element {
    let mut typing = use_context_provider(|| Typing(Signal::new(false))).0;
    let typed = move |event: KeyboardEvent| {
        if let Some(key) = key_of(&event.key()) {
            typing.set(true);
            onkey.call(key);
            event.prevent_default();
        }
    };
    let moved = move |event: KeyboardEvent| {
        let key = event.key();
        if key == dioxus::prelude::Key::Enter {
            typing.set(true);
            onkey.call(PadKey::Next);
            event.prevent_default();
        } else if let Some(cell) = cell_of(&key, at, cells, columns) {
            typing.set(true);
            ongo.call(cell);
            event.prevent_default();
        }
    };
    rsx! {
        div { class: "entering", onkeydown: typed,
            div { class: "cells-box", onkeydown: moved, {children} }
            if let Some(question) = question {
                div { class: "question", {question} }
            }
            {line}
            NumberPad {
                l,
                pad,
                forward,
                onkey: move |key| {
                    typing.set(false);
                    onkey.call(key);
                },
            }
        }
    }
}

/// Where a node is kept that comes into sight whenever it turns `active`; or gets the focus, where the keyboard did it.
fn use_sight(active: bool, typing: Option<Typing>) -> Signal<Option<Rc<MountedData>>> {
    let node = use_signal(|| None::<Rc<MountedData>>);
    use_effect(use_reactive(&active, move |active| {
        let Some(node) = node().filter(|_| active) else { return };
        spawn(async move {
            // A renderer that can do neither leaves it where it is.
            let _ = if typing.is_some_and(|typing| *typing.0.peek()) {
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

/// A number being filled in: a button that makes it the active one.
#[component]
pub fn EntryCell(
    /// What it is called, with what stands in it.
    label: String,
    text: String,
    /// Whether it is the one being filled.
    at: bool,
    #[props(default)] wrong: bool,
    /// Whether its number follows from others.
    #[props(default)]
    derived: bool,
    /// Whether the line above the pad speaks about it.
    #[props(default)]
    said: bool,
    onpick: EventHandler<()>,
) -> Element {
    let mut node = use_sight(at, try_consume_context());
    rsx! {
        button {
            class: "cell",
            tabindex: if at { "0" } else { "-1" },
            "aria-pressed": at,
            "data-wrong": wrong,
            "data-derived": derived,
            "aria-describedby": if said { "said" },
            "aria-label": label,
            onmounted: move |event| node.set(Some(event.data())),
            onclick: move |_| onpick.call(()),
            span { {text} }
        }
    }
}

/// A chip in a row that scrolls sideways: the pressed one is in sight.
#[component]
pub fn Chip(
    pressed: bool,
    /// Whether it is to be seen though it is not pressed: the answer may be this one.
    #[props(default)]
    likely: bool,
    onclick: EventHandler<()>,
    children: Element,
) -> Element {
    let mut node = use_sight(pressed || likely, None);
    rsx! {
        button {
            class: "chip",
            "aria-pressed": pressed,
            onmounted: move |event| node.set(Some(event.data())),
            onclick: move |_| onclick.call(()),
            {children}
        }
    }
}

/// What the line above the pad says while nothing is wrong: whose cell is being filled, what belongs in it, and what a sum in
/// it comes to.
#[component]
pub fn CellPrompt(
    /// Whose; empty where nobody must be named.
    names: Vec<String>,
    what: String,
    typed: Sum,
) -> Element {
    rsx! {
        p { class: "asked",
            span { class: "name",
                for (at, name) in names.into_iter().enumerate() {
                    if at > 0 {
                        " · "
                    }
                    bdi { {name} }
                }
            }
            span { {what} }
            if let Some(value) = typed.value().filter(|_| typed.is_sum()) {
                strong { {typed.text()} " = " {number(value)} }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use dioxus::prelude::Key as Board;

    use super::*;

    #[test]
    fn arrows_stay_inside() {
        let go = |key, at| cell_of(&key, at, 6, 2);
        assert_eq!((go(Board::ArrowRight, 0), go(Board::ArrowRight, 5)), (Some(1), None));
        assert_eq!((go(Board::ArrowLeft, 1), go(Board::ArrowLeft, 0)), (Some(0), None));
        assert_eq!((go(Board::ArrowDown, 3), go(Board::ArrowDown, 4)), (Some(5), None));
        assert_eq!((go(Board::ArrowUp, 2), go(Board::ArrowUp, 1)), (Some(0), None));
        assert_eq!(go(Board::Enter, 1), None);
    }
}
