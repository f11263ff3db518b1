//! People around a table: who sits where, whose turn it is, and the direction of play.
//!
//! The style sheet places the seats by `data-at` and `data-of`, so that they adapt to the space without styles in the
//! markup. A new turn changes only what is inside the box of a seat, so that the browser computes no angles on a tap.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Direction, MAX_SEATS, Player};

use super::{DeferredText, Mark};

/// One seat at the table.
#[derive(Debug, Clone, PartialEq)]
pub struct RingSeat {
    /// Who sits there.
    pub player: Player,
    /// A word or two under the name.
    pub note: String,
    /// Whether the note is a warning.
    pub warn: bool,
    /// Whether it is this player's turn, and the seat drawn largest.
    pub current: bool,
}

/// Where an arc ends that leads from the top to the next seat clockwise, on a circle of radius 100: for each number of
/// players from 2 on.
const ARC_ENDS: [(i8, i8); MAX_SEATS - 1] = [
    (0, 100),
    (87, 50),
    (100, 0),
    (95, -31),
    (87, -50),
    (78, -62),
    (71, -71),
    (64, -77),
    (59, -81),
    (54, -84),
    (50, -87),
];

/// The arc from the seat `gap` to the next one clockwise: its path as from the top, and its rotation in degrees.
fn arc(seats: usize, gap: usize) -> Option<(String, usize)> {
    let (x, y) = ARC_ENDS.get(seats.checked_sub(2)?)?;
    Some((format!("M0-100A100 100 0 0 1 {x} {y}"), (720 * gap + seats) / (2 * seats)))
}

/// The gap between the current player and the next, as the number of the seat at its counter-clockwise end.
fn gap(seats: usize, current: usize, direction: Direction) -> usize {
    match direction {
        Direction::Clockwise => current,
        Direction::CounterClockwise => current.checked_sub(1).unwrap_or(seats.saturating_sub(1)),
    }
}

/// The seats, clockwise from the top in seat order, an arrow from the current player to the next, and `children` in the
/// middle. Fills the height of its parent.
#[component]
pub fn SeatRing(
    seats: Vec<RingSeat>,
    /// `None` draws no arrow.
    direction: Option<Direction>,
    /// The label for screen readers, which should name the direction.
    label: String,
    /// Read out after the name of the current player, not shown.
    current_label: String,
    /// Whether the phone lies on the table: each name then stands along the edge of the screen and faces its player.
    #[props(default)]
    flat: bool,
    /// Called when a seat was tapped, if the phone lies on the table. If there is none, seats are no buttons.
    #[props(default)]
    onseat: Option<EventHandler<usize>>,
    children: Element,
) -> Element {
    let of = seats.len();
    let current = seats.iter().position(|seat| seat.current);
    let lit = current.zip(direction).map(|(current, direction)| gap(of, current, direction));
    let gaps = if direction.is_some() { of } else { 0 };
    rsx! {
        // Two boxes: the outer one takes the available space, so that the inner one, by which the seats are measured,
        // has a definite height.
        div { class: "ring-room",
            div {
                class: if flat { "flat-ring" } else { "ring" },
                "data-of": "{of}",
                "data-back": direction == Some(Direction::CounterClockwise),
                svg {
                    class: "ring-track",
                    view_box: "-100 -100 200 200",
                    preserve_aspect_ratio: "none",
                    "aria-hidden": "true",
                    circle { r: "100" }
                    // One arc per gap. A new turn lights another one, which needs no layout.
                    for (at, (path, turned)) in (0..gaps).filter_map(|at| Some((at, arc(of, at)?))) {
                        path { key: "{at}", d: path, transform: "rotate({turned})", "data-lit": lit == Some(at) }
                    }
                }
                for at in 0..gaps {
                    i { key: "{at}", class: "ring-arrow", "aria-hidden": "true", "data-at": "{at}",
                        i { "data-lit": lit == Some(at) }
                    }
                }
                ol { "aria-label": label,
                    for (at, RingSeat { player, note, warn, current }) in seats.into_iter().enumerate() {
                        li { key: "{at}", class: if !flat { "ring-at" }, "data-at": "{at}",
                            {
                                let sitting = rsx! {
                                    strong { dir: "auto", "{player.name}" }
                                    span { class: "hidden now", "{current_label}" }
                                    Mark { mark: player.mark }
                                    span { class: "ring-note", "data-warn": warn,
                                        DeferredText { text: note }
                                    }
                                };
                                match onseat {
                                    Some(onseat) => rsx! {
                                        button { class: "flat-seat", "data-current": current, onclick: move |_| onseat.call(at), {sitting} }
                                    },
                                    None => rsx! {
                                        div { class: if flat { "flat-seat" } else { "ring-seat" }, "data-current": current, {sitting} }
                                    },
                                }
                            }
                        }
                    }
                }
                if flat {
                    {children}
                } else {
                    div { class: "ring-centre", {children} }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_end_one_seat_on() {
        for (seats, (x, y)) in (2..=MAX_SEATS).zip(ARC_ENDS) {
            let angle = std::f64::consts::TAU / seats as f64;
            assert_eq!((f64::from(x), f64::from(y)), ((100.0 * angle.sin()).round(), (-100.0 * angle.cos()).round()));
        }
    }

    #[test]
    fn the_arrow_leads_from_whose_turn_it_is() {
        assert_eq!(gap(4, 1, Direction::Clockwise), 1);
        assert_eq!(gap(4, 3, Direction::Clockwise), 3);
        assert_eq!(gap(4, 1, Direction::CounterClockwise), 0);
        assert_eq!(gap(4, 0, Direction::CounterClockwise), 3);
        let turned = |seats, gap| arc(seats, gap).map(|(_, turned)| turned);
        assert_eq!(turned(4, 1), Some(90));
        assert_eq!(turned(4, 3), Some(270));
        assert_eq!(turned(7, 3), Some(154));
        assert_eq!(turned(1, 0), None);
        assert_eq!(turned(13, 0), None);
    }
}
