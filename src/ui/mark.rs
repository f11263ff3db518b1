//! A player's mark: a colour and a shape, always both, for people who cannot tell the colours apart. Also the emblems
//! of the games.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;

/// The shape of a mark, as a path in a 24 by 24 square, filled by the even-odd rule.
pub fn shape(mark: u8) -> &'static str {
    match mark {
        0 => "M12 6.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z",
        1 => "M12 6l6.2 11H5.8z",
        2 => "M7 7h10v10H7z",
        3 => "M12 5l6.5 7-6.5 7-6.5-7z",
        4 => "M12 4.8l2 4.8 5.2.4-4 3.4 1.3 5.1-4.5-2.8-4.5 2.8 1.3-5.1-4-3.4 5.2-.4z",
        5 => "M10 6h4v4h4v4h-4v4h-4v-4H6v-4h4z",
        6 => "M12 18l-6.2-11h12.4z",
        7 => "M12 18.5C6 14 5.5 11.5 5.5 9.8a3.3 3.3 0 0 1 6.5-1 3.3 3.3 0 0 1 6.5 1c0 1.7-.5 4.2-6.5 8.7z",
        8 => "M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12zm0 3.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
        9 => "M9 6h6l3 6-3 6H9l-3-6z",
        10 => "M6 14a6 6 0 0 1 12 0z",
        _ => "M7 8l2-2 3 3.5L15 6l2 2-3.5 4 3.5 4-2 2-3-3.5L9 18l-2-2 3.5-4z",
    }
}

/// A mark: its shape on a disc of its colour. Hidden from screen readers, since a name is next to it.
#[component]
pub fn Mark(mark: u8) -> Element {
    rsx! {
        svg { class: "mark mark-{mark}", view_box: "0 0 24 24", "aria-hidden": "true",
            circle { cx: "12", cy: "12", r: "12" }
            path { d: shape(mark), fill_rule: "evenodd" }
        }
    }
}

// `emblem(game)`, made by the build from `emblem.svg` in each game's folder.
include!(concat!(env!("OUT_DIR"), "/emblems.rs"));

/// The emblem of a game, in the colour of the text around it. Hidden from screen readers, since the name is next to it.
#[component]
pub fn Emblem(game: String) -> Element {
    rsx! {
        svg { class: "emblem", view_box: "0 0 24 24", "aria-hidden": "true",
            path { d: emblem(&game) }
        }
    }
}

/// Players' marks and names.
#[component]
pub fn Named(players: Vec<Player>) -> Element {
    rsx! {
        span { class: "named",
            for player in players {
                span { class: "who",
                    Mark { mark: player.mark }
                    bdi { class: "name", "{player.name}" }
                }
            }
        }
    }
}
