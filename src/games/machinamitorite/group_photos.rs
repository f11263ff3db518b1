//! "Group it yourself": make sets by tapping photos.

use dioxus::prelude::*;
use takujo_core::games::machinamitorite::partition::{Counts, Grouping, Partition, Photo, Set};
use takujo_core::games::machinamitorite::words::{grouping_text, photo_name, set_name};
use takujo_core::i18n::t;

use super::components::{photo_card, photo_row, take_focus};
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// Photos to tap, the sets made of them, and their points. `best`, the most these photos can make, is confirmed only
/// once it is reached.
#[component]
pub fn GroupPhotos(counts: Counts, best: u16, onclose: EventHandler<()>) -> Element {
    let l = lang();
    let mut sets = use_signal(Vec::<Vec<Photo>>::new);
    let mut picked = use_signal(Vec::<Photo>::new);
    let mut problem = use_signal(|| None::<String>);
    let mine = Grouping { sets: sets() }.check(&counts);
    let points = mine.as_ref().map(Partition::points).unwrap_or(0);
    let rest = mine.map(|partition| partition.left_over).unwrap_or(counts);
    let free = |photo: Photo| {
        let taken = picked.read().iter().filter(|other| **other == photo).count();
        usize::from(rest.get(photo)).saturating_sub(taken)
    };
    let make = move |_| {
        let mut tried = sets();
        tried.push(picked());
        match (Grouping { sets: tried.clone() }).check(&counts) {
            Ok(_) => {
                sets.set(tried);
                picked.set(Vec::new());
                problem.set(None);
            }
            Err(errors) => problem.set(errors.first().map(|error| grouping_text(error, l))),
        }
    };
    rsx! {
        section {
            class: "own",
            tabindex: "-1",
            "aria-label": t::machi_own(l),
            onmounted: move |event| take_focus(true, event),
            p { class: "row", role: "status",
                {t::machi_own_points(l, points)}
                if points == best {
                    Icon { glyph: Glyph::Check }
                    {t::machi_own_best(l)}
                }
            }
            ul { class: "sets",
                for (at, set) in sets.read().iter().enumerate() {
                    li { key: "{at}", class: "set",
                        {photo_row(set, l)}
                        span { class: "soft", {Set::from_photos(set).ok().map(|set| set_name(set, l))} }
                        button {
                            class: "round",
                            "aria-label": t::machi_own_undo(l, at + 1),
                            onclick: move |_| {
                                sets.write().remove(at);
                            },
                            Icon { glyph: Glyph::Close }
                        }
                    }
                }
            }
            p { class: "soft", {t::machi_own_hint(l)} }
            div { class: "chips",
                for photo in Photo::all().filter(|photo| rest.get(*photo) > 0) {
                    button {
                        key: "{photo.city.id()}-{photo.house.id()}",
                        class: "chip photo-chip",
                        "data-repeats": true,
                        disabled: free(photo) == 0,
                        "aria-label": t::machi_own_pick(l, photo_name(photo, l), free(photo)),
                        onclick: move |_| picked.write().push(photo),
                        {photo_card(photo, l)}
                        span { "×{free(photo)}" }
                    }
                }
            }
            div { class: "row wrap",
                div { class: "picked", {photo_row(&picked.read(), l)} }
                button { class: "button main", disabled: picked.read().is_empty(), onclick: make, {t::machi_own_make(l)} }
                button {
                    class: "button",
                    disabled: picked.read().is_empty(),
                    onclick: move |_| {
                        picked.write().pop();
                    },
                    {t::machi_own_back(l)}
                }
                button { class: "button", onclick: move |_| onclose.call(()), {t::machi_own_close(l)} }
            }
            p { class: "error", role: "alert", {problem()} }
        }
    }
}
