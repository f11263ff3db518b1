//! Photos, sets and groupings as they are drawn: for a table and for a quick calculation.

use dioxus::prelude::*;

use super::game::Machinamitorite;
use super::partition::{
    City, Counts, Grouping, GroupingError, House, NotASet, Partition, Photo, Set, WhyNot, best_partition, best_points,
    greedy_partition, why_not,
};
use crate::domain::game::Game;
use crate::i18n::{Lang, list, t};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// A city in words, with the colour its photos have.
pub fn city_name(city: City, l: Lang) -> &'static str {
    match city {
        City::Arequipa => t::machi_arequipa(l),
        City::Boston => t::machi_boston(l),
        City::Chefchaouen => t::machi_chefchaouen(l),
        City::Kyoto => t::machi_kyoto(l),
    }
}

/// The letter the app gives a kind of house.
pub fn house_letter(house: House) -> &'static str {
    match house {
        House::A => "A",
        House::B => "B",
        House::C => "C",
    }
}

/// A photo in words.
pub fn photo_name(photo: Photo, l: Lang) -> String {
    t::machi_photo(l, city_name(photo.city, l), house_letter(photo.house))
}

/// A set in words.
pub fn set_name(set: Set, l: Lang) -> String {
    match set {
        Set::Same { photo, n } => t::machi_set_same(l, n.cards(), photo_name(photo, l)),
        Set::Trio { city } => t::machi_set_trio(l, city_name(city, l)),
    }
}

/// Why a set is not in the best grouping, in words.
pub fn why_not_text(why: &WhyNot, l: Lang) -> String {
    let set = if why.copies > 1 { t::machi_another(l, set_name(why.set, l)) } else { set_name(why.set, l) };
    let points = why.set.points();
    if why.loses == 0 {
        return t::machi_why_equal(l, set, points, why.best);
    }
    let used: Vec<String> = why.used_in.iter().map(|set| set_name(*set, l)).collect();
    if used.is_empty() {
        t::machi_why_less(l, set, points, why.forced_total, why.best)
    } else {
        t::machi_why_used(l, set, points, list(l, &used), why.forced_total, why.best)
    }
}

/// What is wrong with a grouping, in words.
pub fn grouping_text(error: &GroupingError, l: Lang) -> String {
    match error {
        GroupingError::NotASet { why: NotASet::TooFew { cards }, .. } => t::machi_group_few(l, *cards),
        GroupingError::NotASet { why: NotASet::TooMany { cards }, .. } => t::machi_group_many(l, *cards),
        GroupingError::NotASet { why: NotASet::MixedCities, .. } => t::machi_group_cities(l).to_owned(),
        GroupingError::NotASet { why: NotASet::MixedHouses, .. } => t::machi_group_houses(l).to_owned(),
        GroupingError::UsedTooOften { photo, used, held } => {
            t::machi_group_used(l, photo_name(*photo, l), *used, *held)
        }
    }
}

/// The shape of a kind of house.
#[component]
pub fn HouseShape(house: House) -> Element {
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

/// A photo as a little card: colour and letter of the city, shape of the house. The text beside it says it in words.
#[component]
pub fn PhotoCard(photo: Photo) -> Element {
    let letter = match photo.city {
        City::Arequipa => "A",
        City::Boston => "B",
        City::Chefchaouen => "C",
        City::Kyoto => "K",
    };
    rsx! {
        span { class: "photo city-{photo.city.id()}", "aria-hidden": "true",
            HouseShape { house: photo.house }
            small { "{letter}" }
        }
    }
}

/// A row of photos, what they are, and what they are worth.
#[component]
fn SetRow(photos: Vec<Photo>, name: String, points: u16) -> Element {
    rsx! {
        li { class: "set",
            span { class: "photos",
                for photo in photos {
                    PhotoCard { photo }
                }
            }
            span { class: "soft", "{name}" }
            strong { "{points}" }
        }
    }
}

fn photos_of(counts: &Counts) -> Vec<Photo> {
    Photo::all().flat_map(|photo| std::iter::repeat_n(photo, usize::from(counts.get(photo)))).collect()
}

/// A grouping card by card, with what each set is worth.
#[component]
pub fn PartitionView(partition: Partition) -> Element {
    let l = lang();
    let left = photos_of(&partition.left_over);
    rsx! {
        ul { class: "sets",
            for (at, set) in partition.sets.iter().enumerate() {
                SetRow { key: "{at}", photos: set.photos(), name: set_name(*set, l), points: set.points() }
            }
            if !left.is_empty() {
                SetRow {
                    name: t::machi_left_over(l, left.len()),
                    photos: left,
                    points: partition.left_over_points(),
                }
            }
        }
    }
}

/// What a hand is worth: the best grouping, what "biggest first" would make, why a tempting set is not taken, and the
/// way to try it oneself.
#[component]
pub fn Worth(counts: Counts) -> Element {
    let l = lang();
    let mut own = use_signal(|| false);
    let best = best_partition(&counts);
    let points = best.points();
    let greedy = greedy_partition(&counts).points();
    let whys = why_not(&counts, &best);
    rsx! {
        div { class: "worth",
            div { class: "row between",
                div {
                    strong { class: "huge", "{points}" }
                    p { class: "soft",
                        {t::machi_proven(l)}
                        " "
                        RuleLink { game: Machinamitorite::ID, section: "best-grouping" }
                    }
                }
                div { class: "beside",
                    span { class: "soft", {t::machi_greedy(l)} }
                    strong { "{greedy}" }
                }
            }
            if counts.total() == 0 {
                p { class: "soft", {t::machi_no_photos(l)} }
            } else {
                PartitionView { partition: best }
                if !whys.is_empty() {
                    details { class: "whys",
                        summary { {t::machi_why_title(l)} }
                        ul {
                            for (at, why) in whys.iter().enumerate() {
                                li { key: "{at}",
                                    span { class: "photos",
                                        for photo in why.set.photos() {
                                            PhotoCard { photo }
                                        }
                                    }
                                    p { {why_not_text(why, l)} }
                                }
                            }
                        }
                    }
                }
                if own() {
                    OwnGrouping { counts, onclose: move |()| own.set(false) }
                } else {
                    button { class: "button", onclick: move |_| own.set(true), {t::machi_own(l)} }
                }
            }
        }
    }
}

/// "Group it yourself": photos are tapped, sets are made, the points stand beside the best.
#[component]
fn OwnGrouping(counts: Counts, onclose: EventHandler<()>) -> Element {
    let l = lang();
    let mut sets = use_signal(Vec::<Vec<Photo>>::new);
    let mut picked = use_signal(Vec::<Photo>::new);
    let mut problem = use_signal(|| None::<String>);
    let grouping = Grouping { sets: sets() };
    let mine = grouping.check(&counts);
    let points = mine.as_ref().map(Partition::points).unwrap_or(0);
    let best = best_points(&counts);
    let rest = mine.as_ref().map(|partition| partition.left_over).unwrap_or(counts);
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
        section { class: "own", "aria-label": t::machi_own(l),
            p { class: "row between", role: "status",
                span { {t::machi_own_points(l, points, best)} }
                if points == best {
                    Icon { glyph: Glyph::Check }
                }
            }
            ul { class: "sets",
                for (at, set) in sets().into_iter().enumerate() {
                    li { key: "{at}", class: "set",
                        span { class: "photos",
                            for photo in set.iter() {
                                PhotoCard { photo: *photo }
                            }
                        }
                        span { class: "soft",
                            if let Ok(set) = Set::from_photos(&set) {
                                {set_name(set, l)}
                            }
                        }
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
                        disabled: free(photo) == 0,
                        "aria-label": t::machi_own_pick(l, photo_name(photo, l), free(photo)),
                        onclick: move |_| picked.write().push(photo),
                        PhotoCard { photo }
                        span { "×{free(photo)}" }
                    }
                }
            }
            div { class: "row wrap",
                span { class: "photos picked",
                    for photo in picked() {
                        PhotoCard { photo }
                    }
                }
                button { class: "button main", disabled: picked.read().is_empty(), onclick: make, {t::machi_own_make(l)} }
                button {
                    class: "button",
                    disabled: picked.read().is_empty(),
                    onclick: move |_| {
                        picked.write().pop();
                    },
                    {t::machi_own_back(l)}
                }
                button { class: "button", onclick: move |_| onclose.call(()), {t::close(l)} }
            }
            p { class: "error", role: "alert",
                if let Some(problem) = problem() {
                    "{problem}"
                }
            }
        }
    }
}
