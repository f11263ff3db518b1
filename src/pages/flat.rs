//! A table for a phone that lies in the middle of it: everybody reads their own name, and a tap anywhere passes the turn on.

use dioxus::prelude::*;

use super::Route;
use crate::domain::seats::Direction;
use crate::i18n::t;
use crate::keep::lang;
use crate::ui::{Glyph, Icon, RingSeat, SeatRing};

/// The view of every table that no game has to make, in the address.
pub const FLAT: &str = "flat";

/// The way there.
#[component]
pub fn FlatLink(
    id: String,
    /// Only the icon, in a corner of what lies there already.
    #[props(default)]
    corner: bool,
) -> Element {
    let l = lang();
    rsx! {
        Link {
            class: if corner { "round corner" } else { "button" },
            to: Route::Table { id, tab: FLAT.to_owned() },
            "aria-label": corner.then(|| t::flat_open(l)),
            Icon { glyph: Glyph::Flat }
            if !corner {
                {t::flat_open(l)}
            }
        }
    }
}

/// The whole screen, lying flat. Knows no game, so that it is in the bundle once.
#[component]
pub fn Flat(
    game: &'static str,
    id: String,
    title: String,
    seats: Vec<RingSeat>,
    /// Which way it goes, where the game follows turns.
    direction: Option<Direction>,
    /// The biggest thing.
    big: String,
    /// What stands under it; may be empty.
    small: String,
    /// What a tap does.
    act: String,
    /// What an undo takes back.
    undo: Option<String>,
    /// What the last tap could not do, or that it is not saved.
    trouble: Option<String>,
    onact: EventHandler<()>,
    onundo: EventHandler<()>,
) -> Element {
    let l = lang();
    let at = seats.iter().position(|seat| seat.current);
    let label = match direction {
        Some(Direction::Clockwise) => t::flat_clockwise(l),
        Some(Direction::CounterClockwise) => t::flat_counter_clockwise(l),
        None => t::flat_seats(l),
    };
    let leave = move || {
        navigator().replace(Route::Table { id: id.clone(), tab: "play".to_owned() });
    };
    let out = leave.clone();
    rsx! {
        main {
            id: "main-view",
            class: "flat accent-{game}",
            onkeydown: move |event| {
                if event.key() == Key::Escape {
                    out();
                }
            },
            h1 { class: "hidden", "{title}" }
            button {
                class: "flat-tap",
                "aria-label": "{act}",
                onclick: move |_| onact.call(()),
                onmounted: move |event| async move {
                    // A renderer that cannot focus leaves the focus where it was.
                    let _ = event.set_focus(true).await;
                },
            }
            SeatRing {
                seats,
                direction,
                label,
                current_label: t::flat_now(l),
                flat: true,
                div { class: "flat-centre", "data-at": at.map(|at| at.to_string()),
                    div { role: "status",
                        strong { "{big}" }
                        if !small.is_empty() {
                            p { "{small}" }
                        }
                    }
                    if let Some(trouble) = trouble {
                        p { class: "error", role: "alert", "{trouble}" }
                    } else {
                        span { class: "chip", "aria-hidden": "true", "{act}" }
                    }
                }
            }
            button { class: "round flat-leave", "aria-label": t::flat_leave(l), onclick: move |_| leave(),
                Icon { glyph: Glyph::Close }
            }
            button {
                class: "round flat-undo",
                disabled: undo.is_none(),
                "aria-label": match &undo {
                    Some(step) => t::table_undo(l, step),
                    None => t::table_undo_none(l).to_owned(),
                },
                onclick: move |_| onundo.call(()),
                Icon { glyph: Glyph::Undo }
            }
        }
    }
}
