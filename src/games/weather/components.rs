//! Pieces that several screens share: weather pictures, and a table of numbers with a column for each kind of card.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::games::weather::draft::KINDS;
use takujo_core::games::weather::score::{CardKind, Values};
use takujo_core::games::weather::wish::Wish;
use takujo_core::games::weather::words::{kind_name, pays_besides, wish_name};
use takujo_core::i18n::{Lang, number};

use crate::state::lang;
use crate::ui::{EntryCell, GridCell};

/// The player in a seat, in the form [`crate::ui::Named`] takes.
pub fn player(seats: &Seats, seat: Seat) -> Vec<Player> {
    seats.players().get(seat.index()).cloned().into_iter().collect()
}

/// The picture of a kind of card, this many times in a row. Hidden from screen readers, so it stands next to a text
/// that says the same.
#[component]
pub fn Sky(kind: CardKind, #[props(default = 1)] times: u8) -> Element {
    let path = match kind {
        CardKind::Sun => {
            "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19"
        }
        CardKind::Cloud => "M7 18a4.2 4.2 0 0 1-.6-8.3 5.6 5.6 0 0 1 10.8-1A4.7 4.7 0 0 1 17 18z",
        CardKind::Rain => {
            "M7 14a4 4 0 0 1-.6-7.8 5.4 5.4 0 0 1 10.6-.8A4.4 4.4 0 0 1 17 14M8 17l-1 4M12.5 17l-1 4M17 17l-1 4"
        }
        CardKind::Thunder => "M13.5 3 6 13.5h5L9.5 21 18 10h-5.5z",
        CardKind::Snow => {
            "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.8 4.6 12 6.6l2.2-2M9.8 19.4l2.2-2 2.2 2M4.4 10.6l2.8-.9-.6-2.9M19.6 13.4l-2.8.9.6 2.9M19.6 10.6l-2.8-.9.6-2.9M4.4 13.4l2.8.9-.6 2.9"
        }
    };
    rsx! {
        for at in 0..times {
            svg { key: "{at}", class: "icon sky", "data-kind": kind.id(), view_box: "0 0 24 24", "aria-hidden": "true",
                path { d: path }
            }
        }
    }
}

/// The picture of a wish, doubled for an upper one.
#[component]
pub fn WishSky(wish: Wish) -> Element {
    let kind = match wish {
        Wish::Sun | Wish::ClearSky => CardKind::Sun,
        Wish::Cloud | Wish::Overcast => CardKind::Cloud,
        Wish::Rain | Wish::Downpour => CardKind::Rain,
        Wish::Thunderbolt => CardKind::Thunder,
        Wish::HeavySnow => CardKind::Snow,
    };
    rsx! {
        span { class: "skies",
            Sky { kind, times: if wish.is_upper() { 2 } else { 1 } }
        }
    }
}

/// A wish: its picture, its name, and in English also the Japanese name on its card.
#[component]
pub fn WishTitle(wish: Wish) -> Element {
    let l = lang();
    rsx! {
        span { class: "wish-title",
            WishSky { wish }
            strong { {wish_name(wish, l)} }
            if l == Lang::En {
                span { class: "soft", lang: "ja", {wish_name(wish, Lang::Ja)} }
            }
        }
    }
}

/// What a wish pays: for each kind of card that counts, and what else. Nothing if its values are not copied.
#[component]
pub fn Pays(wish: Wish, values: Option<Values>) -> Element {
    let l = lang();
    let paid = |kind: &CardKind| values.map(|values| values.get(*kind)).filter(|points| *points != 0);
    rsx! {
        span { class: "pays",
            for (kind, points) in CardKind::ALL.into_iter().filter_map(|kind| Some((kind, paid(&kind)?))) {
                span { key: "{kind.id()}",
                    Sky { kind }
                    span { class: "hidden", "{kind_name(kind, l)} " }
                    "{number(points)} "
                }
            }
            {pays_besides(wish, l)}
        }
    }
}

/// Rows of five numbers to fill in, one per kind of card, under the pictures of the kinds. `heads` are the headings of
/// the rows, `at` is the active cell.
#[component]
pub fn KindTable(heads: Vec<Element>, cells: Vec<GridCell>, at: usize, onpick: EventHandler<usize>) -> Element {
    let l = lang();
    let rows = heads.into_iter().zip(cells.chunks(KINDS)).enumerate();
    rsx! {
        table { class: "cells counts",
            thead {
                tr {
                    for kind in CardKind::ALL {
                        th { key: "{kind.id()}", scope: "col",
                            Sky { kind }
                            span { {kind_name(kind, l)} }
                        }
                    }
                }
            }
            for (row, (head, cells)) in rows {
                tbody { key: "{row}",
                    tr {
                        th { scope: "rowgroup", colspan: "{KINDS}",
                            div { class: "row between", {head} }
                        }
                    }
                    tr {
                        for cell in cells.iter().cloned() {
                            td { key: "{cell.index}",
                                EntryCell { cell, at, onpick }
                            }
                        }
                    }
                }
            }
        }
    }
}
