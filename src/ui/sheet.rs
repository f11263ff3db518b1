//! A sheet over the page, which is a dialog that takes the focus and returns it when closed; and lines that open one.

use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::parts::Parts;
use takujo_core::domain::seats::Player;
use takujo_core::i18n::{Lang, t};

use super::{Emblem, Glyph, Icon, Mark, below};
use crate::device;

/// How long points take to count up, in milliseconds.
const COUNT_UP: i32 = 200;

/// A modal dialog, closed by Escape, its button, a tap beside it, or the system's "back".
#[component]
pub fn Sheet(
    title: String,
    close_label: String,
    onclose: EventHandler<()>,
    /// Whether something inside takes the focus itself.
    #[props(default)]
    keeps_focus: bool,
    /// Whether the opener remembers and restores the focus, and closes it on "back".
    #[props(default)]
    remembered: bool,
    children: Element,
) -> Element {
    let mut close = use_signal(|| None::<Rc<MountedData>>);
    let number = use_hook(|| {
        (!remembered).then(|| {
            device::keep_focus();
            device::sheet_opened(onclose)
        })
    });
    use_drop(move || {
        if let Some(number) = number {
            device::give_focus_back();
            device::sheet_closed(number);
        }
    });
    // Keeps the focus inside the sheet: whoever tabs past either end gets to the first button.
    let edge = move || {
        rsx! {
            div {
                tabindex: "0",
                onfocus: move |_| async move {
                    if let Some(close) = close() {
                        // If the renderer cannot move the focus, it stays.
                        let _ = close.set_focus(true).await;
                    }
                },
            }
        }
    };
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
                    if device::key(&event) == Key::Escape {
                        event.stop_propagation();
                        onclose.call(());
                    }
                },
                onmounted: move |event| async move {
                    if !keeps_focus {
                        // If the renderer cannot move the focus, it stays.
                        let _ = event.set_focus(true).await;
                    }
                },
                {edge()}
                header { class: "sheet-head",
                    h2 { "{title}" }
                    button {
                        class: "round",
                        "aria-label": "{close_label}",
                        onclick: move |_| onclose.call(()),
                        onmounted: move |event| close.set(Some(event.data())),
                        Icon { glyph: Glyph::Close }
                    }
                }
                div { class: "sheet-body", {children} }
                {edge()}
            }
        }
    }
}

/// The last round in one line, which opens a sheet with the children as its details.
#[component]
pub fn LastRound(
    l: Lang,
    /// The game, for its emblem.
    game: &'static str,
    title: String,
    /// Who leads now.
    leads: String,
    /// What each side scored.
    scored: Vec<(Vec<Player>, i32)>,
    /// What points are split into.
    #[props(default)]
    parts: Parts,
    children: Element,
) -> Element {
    let line = rsx! {
        span { class: "leads",
            Emblem { game }
            {t::standing_after(l, &title, leads)}
        }
        span { class: "scored",
            for (at, (players, points)) in scored.into_iter().enumerate() {
                span { key: "{at}", class: "who",
                    for player in players {
                        Mark { key: "{player.name}", mark: player.mark }
                        bdi { class: "hidden", {player.name} }
                    }
                    " "
                    CountUp { to: points, parts }
                }
            }
        }
    };
    rsx! {
        MoreLine { l, line, title, {children} }
    }
}

/// Points that count up from 0 when they appear, as a hand would move a counter. For screen readers, and for people who
/// want no motion, they are there at once.
#[component]
pub fn CountUp(to: i32, #[props(default)] parts: Parts) -> Element {
    const STEPS: i32 = 5;
    let mut step = use_signal(|| if device::still() { STEPS } else { 0 });
    use_future(move || async move {
        while *step.peek() < STEPS {
            device::pause(COUNT_UP / STEPS).await;
            step += 1;
        }
    });
    // Divided first, because the product could be out of range.
    let shown = if step() == STEPS { to } else { to / STEPS * step() };
    rsx! {
        span { class: "hidden", {parts.signed(to)} }
        strong { class: "count", "aria-hidden": "true", "data-below": below(to), {parts.signed(shown)} }
    }
}

/// A line that opens a sheet with more about it.
#[component]
pub fn MoreLine(l: Lang, line: Element, title: String, children: Element) -> Element {
    let mut open = use_signal(|| false);
    rsx! {
        button { class: "last", "aria-haspopup": "dialog", onclick: move |_| open.set(true),
            span { {line} }
            Icon { glyph: Glyph::Up }
        }
        if open() {
            Sheet { title, close_label: t::close(l), onclose: move |()| open.set(false), {children} }
        }
    }
}
