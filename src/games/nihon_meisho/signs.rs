//! Drawings of the categories, and a sign for each area: colour and shape. The text gives the colours of two, blue for
//! lakes and rivers (000 §17) and orange for Kinki (§16); the others are the app's own.

use dioxus::prelude::*;
use takujo_core::games::nihon_meisho::pile::{Area, Category, SetOf};

use crate::ui::{Drawing, DrawnPath};

/// What stands on every card of a category or an area.
pub fn sign(of: SetOf) -> Element {
    let paths: &'static [DrawnPath] = match of {
        SetOf::Category(Category::HotSprings) => {
            const {
                &[
                    DrawnPath::line("red", "2.4", "M3 14c0 5 4 7 9 7s9-2 9-7"),
                    DrawnPath::line("red", "2", "M7 15c-2-3 2-4 0-8M12 15c-2-4 2-6 0-11M17 15c-2-3 2-4 0-8"),
                ]
            }
        }
        SetOf::Category(Category::LakesRivers) => {
            const {
                &[DrawnPath::line(
                    "blue",
                    "2.4",
                    "M2 7c3-3 5-3 7 0s5 3 7 0 4-3 6 0M2 13c3-3 5-3 7 0s5 3 7 0 4-3 6 0M2 19c3-3 5-3 7 0s5 3 7 0 4-3 6 0",
                )]
            }
        }
        SetOf::Category(Category::ParksForests) => {
            const {
                &[
                    DrawnPath::shape("green", "M12 1 4.5 11H8l-5 7h18l-5-7h3.5z"),
                    DrawnPath::line("brown", "3", "M12 19v3"),
                ]
            }
        }
        SetOf::Category(Category::CastlesStructures) => {
            const {
                &[DrawnPath::shape(
                    "brown",
                    "M2 14c2 0 4-1 5-3V9.5C6 10 5 10 4 10c4-1 6-4 8-8 2 4 4 7 8 8-1 0-2 0-3-.5V11c1 2 3 3 5 3l-2 2v6h-5v-4h-4v4H4v-6z",
                )]
            }
        }
        SetOf::Area(Area::Hokkaido) => const { &[DrawnPath::shape(tone(Area::Hokkaido), "M12 1 23 12 12 23 1 12z")] },
        SetOf::Area(Area::Kinki) => const { &[DrawnPath::shape(tone(Area::Kinki), "M12 1.5a10.5 10.5 0 1 0 .1 0z")] },
        SetOf::Area(Area::Area3) => const { &[DrawnPath::shape(tone(Area::Area3), "M3 3h18v18H3z")] },
        SetOf::Area(Area::Area4) => const { &[DrawnPath::shape(tone(Area::Area4), "M12 2 23 21H1z")] },
        SetOf::Area(Area::Area5) => {
            const { &[DrawnPath::shape(tone(Area::Area5), "M12 1l3.3 7.5 8 .8-6 5.4 1.7 8-7-4.1-7 4.1 1.7-8-6-5.4 8-.8z")] }
        }
        SetOf::Area(Area::Area6) => const { &[DrawnPath::shape(tone(Area::Area6), "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z")] },
    };
    rsx! {
        Drawing { paths }
    }
}

/// The colour of an area's sign.
pub const fn tone(area: Area) -> &'static str {
    match area {
        Area::Hokkaido => "teal",
        Area::Kinki => "orange",
        Area::Area3 => "green",
        Area::Area4 => "violet",
        Area::Area5 => "pink",
        Area::Area6 => "brown",
    }
}
