//! The cells for one player's photos: a row for each city, a column for each house.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::games::machinamitorite::deal::Cities;
use takujo_core::games::machinamitorite::draft::{HandDraft, photos};
use takujo_core::games::machinamitorite::partition::{City, House, Photo};
use takujo_core::games::machinamitorite::words::{city_mark, city_name, house_letter, photo_name};
use takujo_core::i18n::{Lang, t};
use takujo_core::rule::machinamitorite as rules;

use super::components::{house_shape, photo_row};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::ui::{EntryCell, GridCell, MoreLine, Named};

/// The line that opens which house has which letter, to be agreed before anything is counted.
pub fn which_house(l: Lang, cities: Cities) -> Element {
    let of = |house: House| {
        let photos = City::ALL.into_iter().filter(|city| cities.contains(*city)).map(|city| Photo::new(city, house));
        photos.collect::<Vec<_>>()
    };
    rsx! {
        MoreLine { l, title: t::machi_houses(l), line: rsx! { {t::machi_houses(l)} },
            p { {t::machi_houses_text(l)} }
            ul { class: "sets",
                for house in House::ALL {
                    li { key: "{house.id()}", class: "set",
                        strong { {t::machi_house(l, house_letter(house))} }
                        {photo_row(&of(house), l)}
                    }
                }
            }
            RuleLink { rule: rules::CONTENTS }
        }
    }
}

/// A cell for each photo. The heading, with the player and their number of cards, stays visible while the cities
/// scroll.
#[component]
pub fn PhotoCells(
    owner: Option<Player>,
    cities: Cities,
    hand: HandDraft,
    /// Whose cells they are, from 0 in seat order.
    player: usize,
    /// Cells that may be wrong, of all players.
    wrong: Vec<usize>,
    /// Cells that the line above the pad is about.
    explained: Vec<usize>,
    /// Whether the numbers follow from the other players'.
    derived: bool,
    onpick: Callback<usize>,
) -> Element {
    let l = lang();
    let (all, texts) = (photos(cities), hand.texts(cities, player));
    let held = hand.all(cities).get(player).map_or(0, |counts| counts.total());
    let first = player * all.len();
    let row = |at: usize, city: City| {
        let of_city = House::ALL.into_iter().zip(texts[at * 3..].iter().cloned()).zip(first + at * 3..);
        rsx! {
            tr { key: "{city.id()}", class: "city-{city.id()}",
                th { scope: "row",
                    div { class: "row",
                        span { class: "swatch", "aria-hidden": "true", {city_mark(city, l)} }
                        span { {city_name(city, l)} }
                    }
                }
                for ((house, text), index) in of_city {
                    td { key: "{house.id()}",
                        EntryCell {
                            cell: GridCell {
                                index,
                                label: t::machi_cell(l, photo_name(Photo::new(city, house), l), &text),
                                text,
                                wrong: wrong.contains(&index),
                                explained: explained.contains(&index),
                                derived,
                            },
                            at: hand.grid.at(),
                            onpick,
                        }
                    }
                }
            }
        }
    };
    rsx! {
        table { class: "cells by-photo",
            thead {
                tr {
                    th { scope: "col",
                        div { class: "row",
                            if let Some(owner) = owner {
                                Named { players: vec![owner] }
                            }
                            small { {t::machi_held(l, held)} }
                        }
                    }
                    for house in House::ALL {
                        th { key: "{house.id()}", scope: "col",
                            {house_shape(house)}
                            {house_letter(house)}
                        }
                    }
                }
            }
            tbody {
                for (at, city) in City::ALL.into_iter().filter(|city| cities.contains(*city)).enumerate() {
                    {row(at, city)}
                }
            }
        }
    }
}
