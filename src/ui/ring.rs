//! People round a table: who sits where, whose turn it is and which way it goes.
//!
//! The stylesheet places the seats by `data-at` and `data-of`, so they follow the room there is without a style attribute.
//! What a turn changes is inside what is placed: no angle is computed again at a tap.

use dioxus::prelude::*;

use super::Mark;
use crate::domain::seats::{Direction, MAX_SEATS, Player, Seat};

/// One place at the table.
#[derive(Debug, Clone, PartialEq)]
pub struct RingSeat {
    /// Who sits there.
    pub player: Player,
    /// A word or two under the name.
    pub note: String,
    /// Whether the note is a warning.
    pub warn: bool,
    /// Whether it is this player's turn: drawn biggest.
    pub current: bool,
}

/// Where an arc from the top ends after one seat clockwise, on a circle of 100; by players, from 2.
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

/// The arc from the seat at `current` to the next one, as the path from the top and how far it is turned, in degrees;
/// then the gap it lies in, counted as the seat at the gap's counter-clockwise end.
fn arc(seats: usize, current: usize, direction: Direction) -> Option<(String, usize, usize)> {
    let (x, y) = ARC_ENDS.get(seats.checked_sub(2)?)?;
    let gap = match direction {
        Direction::Clockwise => current % seats,
        Direction::CounterClockwise => (current + seats - 1) % seats,
    };
    Some((format!("M0-100A100 100 0 0 1 {x} {y}"), (720 * gap + seats) / (2 * seats), gap))
}

/// The seats, clockwise from the top as people sit, the arrow from whose turn it is to whose comes next, and in the middle
/// whatever `children` draw. It fills the height its parent gives.
#[component]
pub fn SeatRing(
    seats: Vec<RingSeat>,
    /// None draws no arrow.
    direction: Option<Direction>,
    /// What a screen reader calls it: best says the direction.
    label: String,
    /// Said, not shown, after the name of the one whose turn it is.
    current_label: String,
    /// Whether the phone lies on the table: the names stand along its edges, each turned to the one who sits there.
    #[props(default)]
    flat: bool,
    children: Element,
) -> Element {
    let of = seats.len();
    let current = seats.iter().position(|seat| seat.current);
    let arc = current.zip(direction).and_then(|(current, direction)| arc(of, current, direction));
    let lit = arc.as_ref().map(|(_, _, gap)| *gap);
    rsx! {
        // Two boxes: the outer takes the room there is, so that the inner, which its seats measure, has a certain height.
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
                    if let Some((path, turned, _)) = arc {
                        path { d: path, transform: "rotate({turned})" }
                    }
                }
                for at in Seat::all(if direction.is_some() { of } else { 0 }).map(Seat::index) {
                    i { key: "{at}", class: "ring-arrow", "aria-hidden": "true", "data-at": "{at}",
                        i { "data-lit": lit == Some(at) }
                    }
                }
                ol { "aria-label": label,
                    for (at, seat) in seats.into_iter().enumerate() {
                        li { key: "{at}", class: if !flat { "ring-at" }, "data-at": "{at}",
                            div { class: if flat { "flat-seat" } else { "ring-seat" }, "data-current": seat.current,
                                strong { "{seat.player.name}" }
                                span { class: "hidden", {if seat.current { current_label.as_str() } else { "" }} }
                                Mark { mark: seat.player.mark }
                                span { class: "ring-note", "data-warn": seat.warn, "{seat.note}" }
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
        let of = |seats, current, direction| arc(seats, current, direction).map(|(_, turned, gap)| (turned, gap));
        assert_eq!(of(4, 1, Direction::Clockwise), Some((90, 1)));
        assert_eq!(of(4, 1, Direction::CounterClockwise), Some((0, 0)));
        assert_eq!(of(4, 0, Direction::CounterClockwise), Some((270, 3)));
        assert_eq!(of(7, 3, Direction::Clockwise), Some((154, 3)));
        assert_eq!(of(1, 0, Direction::Clockwise), None);
        assert_eq!(of(13, 0, Direction::Clockwise), None);
    }
}
