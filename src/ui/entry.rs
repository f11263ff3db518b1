//! What all screens for entering scores share: a box of cells, a line that prompts or says what is wrong, the pad, and
//! the keyboard.
//!
//! ```text
//! EntryGrid { rows, pad, forward, onkey, ongo, question, line,
//!     CellRows { … }
//! }
//! ```
//! The draft belongs to whoever shows the form. [`use_change`] and [`use_press`] make of it what a tap and a key do.
//!
//! The style sheet makes the page exactly as high as the screen. The box, the question, the line and the pad each have
//! a fixed place there, whatever appears. Cells that do not fit scroll inside their box, with the active one always in
//! view.

use dioxus::prelude::*;
use takujo_core::domain::parts::Parts;
use takujo_core::entry::{Forward, Pad, PadKey, Sum};
use takujo_core::i18n::Lang;

use super::sight::{Sight, use_sight};
use super::{GridRows, NumberPad, OpenCells};

/// The key of the pad that a key of the keyboard stands for.
fn key_of(key: &dioxus::prelude::Key) -> Option<PadKey> {
    match key {
        dioxus::prelude::Key::Character(text) => match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(PadKey::Digit(digit - b'0')),
            b"+" => Some(PadKey::Plus),
            b"-" => Some(PadKey::Minus),
            b"." | b"," => Some(PadKey::Point),
            _ => None,
        },
        dioxus::prelude::Key::Backspace => Some(PadKey::Erase),
        _ => None,
    }
}

/// What a tap does to a draft: `onchange` gets a copy, changed.
pub fn use_change<D: Clone + 'static, T: 'static>(
    draft: &D,
    onchange: EventHandler<D>,
    change: impl Fn(&mut D, T) + 'static,
) -> Callback<T> {
    let draft = draft.clone();
    use_callback(move |to| {
        let mut draft = draft.clone();
        change(&mut draft, to);
        onchange.call(draft);
    })
}

/// What a key of the pad does to a draft: `ondone` gets what `press` says has been entered, or else `onchange` a copy,
/// changed.
pub fn use_press<D: Clone + 'static, T: 'static>(
    draft: &D,
    onchange: EventHandler<D>,
    ondone: EventHandler<T>,
    press: impl Fn(&mut D, PadKey) -> Option<T> + 'static,
) -> Callback<PadKey> {
    let draft = draft.clone();
    use_callback(move |key| {
        let mut draft = draft.clone();
        match press(&mut draft, key) {
            Some(entered) => ondone.call(entered),
            None => onchange.call(draft),
        }
    })
}

/// The cells, the line and the pad of an entry screen. The children contain an [`EntryCell`](super::EntryCell) for
/// each cell.
///
/// Digits, signs and Backspace work wherever the focus is inside. Arrows, and Enter for "next", work in the cells.
#[component]
pub fn EntryGrid(
    l: Lang,
    rows: GridRows,
    pad: Pad,
    forward: Forward,
    onkey: EventHandler<PadKey>,
    /// Called when a cell is chosen.
    ongo: EventHandler<usize>,
    /// A question besides the numbers, one line high.
    #[props(default)]
    question: Option<Element>,
    /// The prompt or problem, usually a `ProblemLine`.
    line: Element,
    children: Element,
) -> Element {
    let Sight { mut typing, mut size } =
        use_context_provider(|| Sight { typing: Signal::new(false), size: Signal::new(0) });
    // What is asked besides the numbers is asked of whoever may enter them all.
    let barred = OpenCells::read().is_some();
    let typed = move |event: KeyboardEvent| {
        let key = key_of(&crate::device::key(&event));
        if let Some(key) = key.filter(|key| *key != PadKey::Point || pad == Pad::Tenths) {
            typing.set(true);
            onkey.call(key);
            event.prevent_default();
        }
    };
    let moved = move |event: KeyboardEvent| {
        let key = crate::device::key(&event);
        if key == dioxus::prelude::Key::Enter {
            typing.set(true);
            onkey.call(PadKey::Next);
            event.prevent_default();
        } else if let Some(cell) = rows.cell_of(&key) {
            typing.set(true);
            ongo.call(cell);
            event.prevent_default();
        }
    };
    rsx! {
        div { class: "entering", onkeydown: typed,
            div { class: "cells-box", onkeydown: moved, onresize: move |_| size += 1, {children} }
            if let Some(question) = question {
                div { class: "question", "inert": barred.then_some(""), {question} }
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

/// A chip in a row that scrolls sideways. When it is pressed, it scrolls into view.
#[component]
pub fn Chip(
    pressed: bool,
    /// Whether it scrolls into view without being pressed, because it is the likely answer.
    #[props(default)]
    likely: bool,
    /// Whether it cannot be chosen now. It keeps its place.
    #[props(default)]
    barred: bool,
    onclick: EventHandler<()>,
    children: Element,
) -> Element {
    let mut node = use_sight(pressed || likely, false);
    rsx! {
        button {
            class: "chip",
            "aria-pressed": pressed,
            disabled: barred,
            onmounted: move |event| node.set(Some(event.data())),
            onclick: move |_| onclick.call(()),
            {children}
        }
    }
}

/// The prompt above the pad while nothing is wrong: whose cell is active, what belongs in it, and the result of the sum
/// typed so far.
#[component]
pub fn CellPrompt(
    /// Whose cell it is; empty if nobody needs naming.
    names: Vec<String>,
    what: String,
    typed: Sum,
    /// What the number is split into.
    #[props(default)]
    parts: Parts,
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
            if let Some(value) = typed.parts(parts).filter(|_| typed.is_sum()) {
                strong { {typed.text()} " = " {parts.number(value)} }
            }
        }
    }
}
