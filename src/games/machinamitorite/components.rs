//! Drawings of photos, houses and suits, hidden from screen readers because the text beside them says the same. Also
//! moves the focus when a button gives way to what it opens.

use dioxus::prelude::*;
use takujo_core::games::machinamitorite::partition::{House, Photo};
use takujo_core::games::machinamitorite::trick::{Card, Suit};
use takujo_core::games::machinamitorite::words::city_mark;
use takujo_core::i18n::Lang;

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
    let path = match card {
        Card::Suit { suit: Suit::Hat, .. } => "M3 17h18M6 17c0-7 2-10 6-10s6 3 6 10M6 14h12",
        Card::Suit { suit: Suit::Backpack, .. } => "M6 21V10a6 6 0 0 1 12 0v11zM9 21v-6h6v6M9 7V4h6v3",
        Card::Suit { suit: Suit::Ticket, .. } => "M3 8h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 8v10",
        Card::Suit { suit: Suit::Wallet, .. } => "M4 7h15v12H4zM4 7l11-3v3M14 12h5v3h-5z",
        Card::Park(_) => "M12 21v-6M12 15c-6 0-7-6-3-7 0-5 6-5 6 0 4 1 3 7-3 7z",
    };
    rsx! {
        svg { class: "icon", view_box: "0 0 24 24", "aria-hidden": "true",
            path { d: path }
        }
    }
}

/// Moves the focus to what has replaced a `tapped` button, so that the keyboard goes on from there.
pub async fn take_focus(tapped: bool, event: MountedEvent) {
    if tapped {
        // If the renderer cannot move the focus, it stays.
        let _ = event.set_focus(true).await;
    }
}
