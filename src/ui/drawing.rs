//! Small pictures in a few colours, drawn in a 24 by 24 square.

use dioxus::prelude::*;

/// A path of a drawing.
#[derive(Debug, PartialEq)]
pub struct DrawnPath {
    /// Its colour: the style sheet has a `tone-` for each.
    tone: &'static str,
    fill: &'static str,
    /// The width of its line.
    width: &'static str,
    path: &'static str,
    /// How often it is drawn around the middle.
    turns: u16,
}

impl DrawnPath {
    /// A filled shape.
    pub const fn shape(tone: &'static str, path: &'static str) -> DrawnPath {
        DrawnPath { tone, fill: "var(--tone)", width: "0", path, turns: 1 }
    }

    /// A shape that is filled with a lighter tone than its line has.
    pub const fn object(tone: &'static str, path: &'static str) -> DrawnPath {
        DrawnPath { tone, fill: "color-mix(in srgb,var(--tone) 40%,transparent)", width: "2", path, turns: 1 }
    }

    /// A line of this width.
    pub const fn line(tone: &'static str, width: &'static str, path: &'static str) -> DrawnPath {
        DrawnPath { tone, fill: "none", width, path, turns: 1 }
    }

    /// The same, `turns` times around the middle, as petals are.
    #[must_use]
    pub const fn around(self, turns: u16) -> DrawnPath {
        DrawnPath { turns, ..self }
    }
}

/// A small picture. Hidden from screen readers, since what it shows is named next to it.
#[component]
pub fn Drawing(paths: &'static [DrawnPath]) -> Element {
    let copies = paths.iter().flat_map(|path| (0..path.turns).map(move |turn| (path, turn)));
    rsx! {
        svg { class: "icon drawing", view_box: "0 0 24 24", "aria-hidden": "true",
            for (at, (path, turn)) in copies.enumerate() {
                path {
                    key: "{at}",
                    class: "tone-{path.tone}",
                    d: path.path,
                    fill: path.fill,
                    stroke_width: path.width,
                    transform: if turn > 0 { "rotate({360 * turn / path.turns} 12 12)" },
                }
            }
        }
    }
}
