//! The app's own line icons.

use dioxus::prelude::*;

/// What an icon shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named for what it draws")]
pub enum Glyph {
    Tables,
    Book,
    Clock,
    Gear,
    Undo,
    Redo,
    Plus,
    Up,
    Down,
    Close,
    Pencil,
    Bin,
    Share,
    File,
    Chart,
    Grid,
    Dice,
    Trick,
    Back,
    Check,
    Warn,
    Erase,
    Turn,
    Hands,
    Sun,
    Bookmark,
    Search,
    Flat,
    Picture,
}

/// An icon next to text with the same meaning, and therefore hidden from screen readers.
#[component]
pub fn Icon(glyph: Glyph) -> Element {
    let path = match glyph {
        Glyph::Tables => "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
        Glyph::Book => "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14",
        Glyph::Clock => "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2",
        Glyph::Gear => {
            "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1"
        }
        Glyph::Undo => "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
        Glyph::Redo => "M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h3",
        Glyph::Plus => "M12 5v14M5 12h14",
        Glyph::Up => "M5 15l7-7 7 7",
        Glyph::Down => "M5 9l7 7 7-7",
        Glyph::Close => "M6 6l12 12M18 6 6 18",
        Glyph::Pencil => "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
        Glyph::Bin => "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
        Glyph::Share => "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
        Glyph::File => "M6 3h8l4 4v14H6zM14 3v4h4",
        Glyph::Chart => "M4 4v16h16M7 15l4-5 3 3 5-7",
        Glyph::Grid => "M4 5h16v14H4zM4 10h16M10 5v14M15 5v14",
        Glyph::Dice => "M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01",
        Glyph::Trick => "M5 7l9-3 4 12-9 3zM5 7l-2 9 6 3",
        Glyph::Back => "M15 5l-7 7 7 7",
        Glyph::Check => "M5 13l4 4L19 7",
        Glyph::Warn => "M12 4 3 20h18zM12 10v4M12 17h.01",
        Glyph::Erase => "M9 6h11v12H9l-6-6zM12 10l4 4M16 10l-4 4",
        Glyph::Turn => "M20 12a8 8 0 1 1-3-6.2M20 3v4h-4",
        Glyph::Hands => "M7 20 4 8l4-1 3 12zM11 19V6h4v13zM15 19l2-12 4 1-3 12z",
        Glyph::Bookmark => "M7 4h10v16l-5-4-5 4z",
        Glyph::Search => "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20",
        Glyph::Picture => "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
        Glyph::Flat => "M9 8h6v8H9zM10 4h4M10 20h4M4 10v4M20 10v4",
        Glyph::Sun => {
            "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19"
        }
    };
    rsx! {
        svg { class: "icon", view_box: "0 0 24 24", "aria-hidden": "true",
            path { d: path }
        }
    }
}
