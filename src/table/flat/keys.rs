//! What is tapped on a phone that lies on the table: a player's row, and moves that take a second tap.

use dioxus::prelude::*;
use takujo_core::domain::parts::Parts;
use takujo_core::entry::{Forward, Grid, Pad, PadKey, Pressed, Sum};
use takujo_core::i18n::t;
use takujo_core::play::{Entering, Move, RowKeys};

use crate::device;
use crate::state::lang;
use crate::ui::NumberPad;

/// Moves the keyboard focus here. If the renderer cannot, it stays.
pub(super) async fn focus(at: &MountedData) {
    let _ = at.set_focus(true).await;
}

/// How long a first tap waits for the second, in milliseconds.
const ARMED: i32 = 4_000;
/// Most cells that are shown side by side. More are laid out in rows of three.
const BESIDE: usize = 6;

/// A player's row and keys for it. Nothing of it counts before its last key, so a sleeve changes nothing.
#[component]
pub(super) fn RowPad(cells: Vec<Sum>, keys: RowKeys, onrow: EventHandler<Vec<String>>) -> Element {
    let l = lang();
    let mut grid = use_signal(|| Grid::begun(cells.clone()));
    // Whether "10+" waits for its second digit.
    let mut ten = use_signal(|| false);
    let forward = if ten() { Forward::Next } else { grid.read().forward(t::flat_row_done(l), true) };
    let RowKeys { words, signs, pad, most, parts, .. } = keys;
    let parts = use_signal(|| parts);
    let parts_of = move |cell: usize| parts.read().get(cell).copied().unwrap_or_default();
    let pad = match pad {
        // The key for a player without a trick works only while nothing is entered.
        Pad::Tens { rest, .. } => Pad::Tens { rest, open: grid.read().is_cleared() && !ten() },
        pad => pad,
    };
    let many = words.len() > BESIDE;
    let labels = if signs.is_empty() { words.clone() } else { signs };
    let mut press = move |key| {
        let mut cells = grid.write();
        let row = 0..cells.len();
        let pressed = match pad {
            Pad::Tens { .. } => cells.press_tens(key, &mut ten.write(), row),
            _ if key == PadKey::Point && parts_of(cells.at()) == Parts::Tenths => {
                cells.point();
                Pressed::Taken
            }
            _ => cells.press(key, |_| most),
        };
        drop(cells);
        if pressed == Pressed::Done {
            let grid = grid.read();
            let value = |cell| {
                let parts = parts_of(cell);
                grid.parts(cell, parts).map(|value| Sum::in_parts(value, parts).into_typed())
            };
            onrow.call((0..grid.len()).filter_map(value).collect());
        }
    };
    let text = move |cell| {
        let grid = grid.read();
        if ten() && cell == grid.at() { "10+".to_owned() } else { grid.cell(cell).text() }
    };
    rsx! {
        div { class: "flat-entry",
            div { class: if many { "flat-row many" } else { "flat-row" },
                if many {
                    p { class: "soft", "aria-hidden": "true", {words[grid.read().at()].as_str()} }
                }
                for (at, (words, label)) in words.into_iter().zip(labels).enumerate() {
                    div { key: "{at}",
                        span { "aria-hidden": "true", "{label}" }
                        button {
                            class: "cell",
                            "aria-label": "{words} {text(at)}",
                            "aria-pressed": grid.read().at() == at,
                            onclick: move |_| {
                                if ten() {
                                    press(PadKey::Next);
                                }
                                grid.write().go(at);
                            },
                            onmounted: move |event| async move {
                                if at == 0 {
                                    focus(&event).await;
                                }
                            },
                            {text(at)}
                        }
                    }
                }
            }
            NumberPad { l, pad, forward, onkey: press }
        }
    }
}

/// Buttons for these moves. One that enters something takes a second tap; one that only asks further does not.
#[component]
pub(super) fn MoveButtons(
    moves: Vec<Move<()>>,
    /// Whether all look alike; otherwise the first stands out as the most common one.
    #[props(default)]
    equal: bool,
    onpick: EventHandler<(usize, bool)>,
) -> Element {
    let l = lang();
    let mut armed = use_signal(|| None::<usize>);
    // Counts first taps, so that each is forgotten after its own time.
    let mut taps = use_signal(|| 0_u32);
    let mut tap = move |at: usize, opens: bool| {
        if opens || armed() == Some(at) {
            armed.set(None);
            return onpick.call((at, opens));
        }
        armed.set(Some(at));
        taps += 1;
        let mine = taps();
        spawn(async move {
            device::pause(ARMED).await;
            if *taps.peek() == mine {
                armed.set(None);
            }
        });
    };
    rsx! {
        for (at, Move { words, does }) in moves.into_iter().enumerate() {
            button {
                key: "{at}",
                class: if at == 0 && !equal { "button main" } else { "button" },
                "data-armed": armed() == Some(at),
                onclick: move |_| tap(at, matches!(does, Entering::Choose(_))),
                onmounted: move |event| async move {
                    if at == 0 {
                        focus(&event).await;
                    }
                },
                if armed() == Some(at) {
                    {t::flat_again(l, &words)}
                } else {
                    {words}
                }
            }
        }
    }
}
