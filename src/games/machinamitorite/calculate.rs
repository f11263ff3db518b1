//! The worth of one hand and the result of one trick, without a table.

use dioxus::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::entry::{Pad, Pressed};
use takujo_core::games::machinamitorite::deal::Cities;
use takujo_core::games::machinamitorite::draft::{Fault, HandDraft, photos};
use takujo_core::games::machinamitorite::game::Machinamitorite;
use takujo_core::games::machinamitorite::partition::{PHOTOS_PER_HOUSE, best_points};
use takujo_core::games::machinamitorite::trick::{Card, judge};
use takujo_core::games::machinamitorite::words::photo_name;
use takujo_core::i18n::t;
use takujo_core::play::Problem;
use takujo_core::rule::machinamitorite as rules;

use super::count_photos::PhotoCells;
use super::lay_trick::{TrickDone, TrickForm};
use super::worth::Worth;
use crate::rules::ProblemLine;
use crate::state::lang;
use crate::ui::{CellPrompt, Chip, EntryGrid, GridRows, MoreLine};

/// The page that scores one hand or judges one trick.
pub fn calculate() -> Element {
    rsx! {
        Calculation {}
    }
}

#[component]
fn Calculation() -> Element {
    let l = lang();
    let mut trick = use_signal(|| false);
    rsx! {
        div { class: "ask-row", role: "group", "aria-label": t::machi_calculate_what(l),
            Chip { pressed: !trick(), onclick: move |()| trick.set(false), {t::machi_calculate_hand(l)} }
            Chip { pressed: trick(), onclick: move |()| trick.set(true), {t::machi_calculate_trick(l)} }
        }
        if trick() {
            LooseTrick {}
        } else {
            LooseHand {}
        }
    }
}

/// The cities a hand can contain; unrestricted, since the number of players is unknown.
const CITIES: Cities = Cities::All;

#[component]
fn LooseHand() -> Element {
    let l = lang();
    let mut hand = use_signal(|| HandDraft::new(CITIES, 1));
    let now = hand();
    let counts = now.counts(CITIES, 0);
    let (all, at) = (photos(CITIES), now.grid.at());
    let wrong: Vec<usize> = now
        .faults(CITIES)
        .into_iter()
        .filter_map(|fault| match fault {
            Fault::Range(cell) => Some(cell),
            // A single hand need not be complete, nor add up with others.
            Fault::Empty(_) | Fault::Miscount(_) => None,
        })
        .collect();
    let explained = wrong.iter().copied().find(|cell| *cell == at).or(wrong.first().copied());
    let problem = explained.map(|cell| Problem {
        text: t::machi_error_range(l, photo_name(all[cell], l), PHOTOS_PER_HOUSE),
        rule: Some(rules::COUNT_CHECK),
    });
    let pick = use_callback(move |cell: usize| hand.write().grid.go(cell));
    rsx! {
        EntryGrid {
            l,
            rows: GridRows::of(&now.grid, 3),
            pad: Pad::Few(PHOTOS_PER_HOUSE),
            forward: now.grid.forward(t::clear(l), wrong.is_empty()),
            onkey: move |key| {
                if hand.write().grid.press(key, |_| u32::from(PHOTOS_PER_HOUSE)) == Pressed::Done {
                    match explained {
                        Some(cell) => hand.write().grid.go(cell),
                        None => hand.set(HandDraft::new(CITIES, 1)),
                    }
                }
            },
            ongo: pick,
            question: rsx! {
                div { class: "counted",
                    output { class: "hidden", {t::machi_points(l, best_points(&counts))} }
                    MoreLine {
                        l,
                        line: rsx! {
                            {t::machi_held(l, counts.total())}
                            strong { {t::machi_points(l, best_points(&counts))} }
                        },
                        title: t::machi_calculate_hand(l),
                        Worth { counts }
                    }
                }
            },
            line: rsx! {
                ProblemLine { problem,
                    CellPrompt { names: Vec::new(), what: photo_name(all[at], l), typed: now.grid.cell(at) }
                }
            },
            PhotoCells {
                owner: None,
                cities: CITIES,
                hand: now,
                player: 0,
                wrong,
                explained: explained.into_iter().collect::<Vec<_>>(),
                derived: false,
                onpick: pick,
            }
        }
    }
}

#[component]
fn LooseTrick() -> Element {
    let l = lang();
    let mut players = use_signal(|| 4_usize);
    let mut cards = use_signal(Vec::<Card>::new);
    let judged = judge(&cards.read(), players()).is_ok();
    rsx! {
        TrickForm {
            names: (1..=players()).map(|at| t::machi_nth_card(l, at)).collect::<Vec<_>>(),
            cards: cards(),
            done: judged.then(|| TrickDone { words: t::clear(l), next: None }),
            question: rsx! {
                div { class: "asking", role: "group", "aria-label": t::machi_how_many(l),
                    span { class: "soft", "aria-hidden": "true", {t::machi_how_many(l)} }
                    div { class: "chip-row",
                        for count in Machinamitorite::SEATS {
                            Chip {
                                key: "{count}",
                                pressed: players() == count,
                                onclick: move |()| {
                                    players.set(count);
                                    cards.write().truncate(count);
                                },
                                "{count}"
                            }
                        }
                    }
                }
            },
            onchange: move |trick| cards.set(trick),
            ondone: move |()| cards.set(Vec::new()),
        }
    }
}
