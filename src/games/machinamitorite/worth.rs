//! Shows what a hand is worth, and why: its best grouping, and how other groupings compare. `partition` computes it.

use dioxus::prelude::*;
use takujo_core::games::machinamitorite::partition::{
    Counts, Partition, Photo, best_partition, greedy_partition, why_not,
};
use takujo_core::games::machinamitorite::words::{set_name, why_not_text};
use takujo_core::i18n::{Lang, t};
use takujo_core::rule::machinamitorite as rules;

use super::components::{photo_row, take_focus};
use super::group_photos::GroupPhotos;
use crate::rules::RuleLink;
use crate::state::lang;

/// What [`Worth`] shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// The photos, with a button for each of the other two.
    Photos,
    /// A grouping by hand.
    Own,
    /// The best grouping.
    Best,
}

/// A hand's photos, to group by hand or to have grouped: the best grouping, the result of taking the biggest sets
/// first, and why a tempting set is not in it. The answer is shown only when somebody asks for it.
#[component]
pub fn Worth(counts: Counts) -> Element {
    let l = lang();
    let mut shown = use_signal(|| Shown::Photos);
    let best = best_partition(&counts);
    let points = best.points();
    if shown() == Shown::Own {
        return rsx! {
            // Keyed by the photos: a grouping ends when they change.
            for counts in [counts] {
                GroupPhotos { key: "{counts:?}", counts, best: points, onclose: move |()| shown.set(Shown::Best) }
            }
        };
    }
    let own = rsx! {
        button { class: "button", onclick: move |_| shown.set(Shown::Own), {t::machi_own(l)} }
    };
    if shown() == Shown::Photos && counts.total() > 0 {
        let photos = copies(&counts);
        return rsx! {
            div { class: "worth",
                {photo_row(&photos, l)}
                div { class: "pair",
                    {own}
                    button { class: "button", onclick: move |_| shown.set(Shown::Best), {t::machi_own_close(l)} }
                }
            }
        };
    }
    let greedy = greedy_partition(&counts).points();
    let whys = why_not(&counts, &best);
    rsx! {
        div { class: "worth", tabindex: "-1", onmounted: move |event| take_focus(shown() == Shown::Best, event),
            if counts.total() == 0 {
                p { class: "soft", {t::machi_no_photos(l)} }
            } else {
                p { class: "soft",
                    {t::machi_proven(l, points)}
                    " "
                    RuleLink { rule: rules::BEST_GROUPING }
                }
                {sets(&best, l)}
                p { class: "soft",
                    if greedy < points {
                        {t::machi_greedy(l, greedy)}
                    } else {
                        {t::machi_greedy_same(l)}
                    }
                }
                if !whys.is_empty() {
                    details { class: "whys",
                        summary { {t::machi_why_title(l)} }
                        ul {
                            for (at, why) in whys.iter().enumerate() {
                                li { key: "{at}",
                                    details {
                                        summary { class: "set",
                                            {photo_row(&why.set.photos(), l)}
                                            span { class: "soft", {set_name(why.set, l)} }
                                        }
                                        p { {why_not_text(why, l)} }
                                    }
                                }
                            }
                        }
                    }
                }
                {own}
            }
        }
    }
}

/// Each photo as often as it was won.
fn copies(counts: &Counts) -> Vec<Photo> {
    Photo::all().flat_map(|photo| std::iter::repeat_n(photo, usize::from(counts.get(photo)))).collect()
}

/// A grouping card by card, with the points of each set.
fn sets(partition: &Partition, l: Lang) -> Element {
    let left = copies(&partition.left_over);
    let sets = partition.sets.iter().map(|set| (set.photos(), set_name(*set, l), set.points()));
    let over =
        (!left.is_empty()).then(|| (left.clone(), t::machi_left_over(l, left.len()), partition.left_over_points()));
    rsx! {
        ul { class: "sets",
            for (photos, name, points) in sets.chain(over) {
                li { class: "set",
                    {photo_row(&photos, l)}
                    span { class: "soft", {name} }
                    strong { "{points}" }
                }
            }
        }
    }
}
