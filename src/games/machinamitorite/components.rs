//! Drawings of photos, houses and suits, hidden from screen readers because the text beside them says the same. Also
//! moves the focus when a button gives way to what it opens.

use dioxus::prelude::*;
use takujo_core::games::machinamitorite::partition::{House, Photo};
use takujo_core::games::machinamitorite::trick::{Card, Suit};
use takujo_core::games::machinamitorite::words::city_mark;
use takujo_core::i18n::Lang;

use crate::ui::{Drawing, DrawnPath};

/// The shape of a kind of house.
pub fn house_shape(house: House) -> Element {
    let path = match house {
        House::A => "M4 11 12 4l8 7v9H4z",
        House::B => "M5 20V8h3V5h3v3h2V5h3v3h3v12z",
        House::C => "M5 20v-8a7 7 0 0 1 14 0v8h-4v-5a3 3 0 0 0-6 0v5z",
    };
    rsx! {
        svg { class: "house", view_box: "0 0 24 24", "aria-hidden": "true",
            path { d: path }
        }
    }
}

/// A photo as a small card: colour and sign of the city, shape of the house.
pub fn photo_card(photo: Photo, l: Lang) -> Element {
    rsx! {
        span { class: "photo city-{photo.city.id()}", "aria-hidden": "true",
            {house_shape(photo.house)}
            small { {city_mark(photo.city, l)} }
        }
    }
}

/// Photos in a row.
pub fn photo_row(photos: &[Photo], l: Lang) -> Element {
    rsx! {
        span { class: "photos",
            for photo in photos {
                {photo_card(*photo, l)}
            }
        }
    }
}

/// The sign of a card: that of its suit, or a tree for a park card.
pub fn suit_shape(card: Card) -> Element {
    let paths: &'static [DrawnPath] = match card {
        Card::Suit { suit: Suit::Hat, .. } => {
            const { &[DrawnPath::object(tone(Suit::Hat), "M1.5 18.5h21M6 18c0-8 2-12 6-12s6 4 6 12M6.5 14h11")] }
        }
        Card::Suit { suit: Suit::Backpack, .. } => {
            const { &[DrawnPath::object(tone(Suit::Backpack), "M6 21V10a6 6 0 0 1 12 0v11zM9 21v-6h6v6M9 6V3h6v3")] }
        }
        Card::Suit { suit: Suit::Ticket, .. } => {
            const { &[DrawnPath::object(tone(Suit::Ticket), "M2 7h20v3a2 2 0 0 0 0 4v3H2v-3a2 2 0 0 0 0-4zM15 7v10")] }
        }
        Card::Suit { suit: Suit::Wallet, .. } => {
            const { &[DrawnPath::object(tone(Suit::Wallet), "M3 8h17v12H3zM3 8l13-4v4M14 12h6v4h-6z")] }
        }
        Card::Park(_) => {
            const {
                &[
                    DrawnPath::shape(PARK, "M12 16c-7 1-9-6-5-8 0-7 10-7 10 0 4 2 2 9-5 8z"),
                    DrawnPath::line(PARK, "2.4", "M12 21v-8"),
                ]
            }
        }
    };
    rsx! {
        Drawing { paths }
    }
}

/// Park cards are green (002 "Contents").
const PARK: &str = "green";

/// The app's own colour of a suit, none of the cities'.
const fn tone(suit: Suit) -> &'static str {
    match suit {
        Suit::Hat => "gold",
        Suit::Backpack => "teal",
        Suit::Ticket => "violet",
        Suit::Wallet => "brown",
    }
}

/// The colour of a card's sign.
pub const fn card_tone(card: Card) -> &'static str {
    match card {
        Card::Suit { suit, .. } => tone(suit),
        Card::Park(_) => PARK,
    }
}

/// Moves the focus to what has replaced a `tapped` button, so that the keyboard goes on from there.
pub async fn take_focus(tapped: bool, event: MountedEvent) {
    if tapped {
        // If the renderer cannot move the focus, it stays.
        let _ = event.set_focus(true).await;
    }
}
