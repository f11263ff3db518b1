//! The pages that a game gives: a new table, a calculation without one.

use dioxus::prelude::*;

use super::missing::Missing;
use crate::games;
use crate::i18n::t;
use crate::lazy::{Waiting, use_lazy_part};
use crate::play::Screens;
use crate::shell::Shell;
use crate::state::lang;

/// A game's screens, from a component whose key is the game: it is drawn again once they are here.
pub fn use_screens(game: &'static str) -> Option<&'static Screens> {
    // No game goes by another name than one in the registry.
    let row = games::find(game).unwrap_or(&games::GAMES[0]);
    use_lazy_part(&row.screens)
}

/// A new table.
#[component]
pub fn New(game: String) -> Element {
    match games::find(&game) {
        // Only in a list does a key tell one game from another.
        Some(row) => rsx! {
            for game in [row.id] {
                NewOf { key: "{game}", game }
            }
        },
        None => rsx! {
            Missing { rest: vec![game] }
        },
    }
}

#[component]
fn NewOf(game: &'static str) -> Element {
    match use_screens(game) {
        Some(screens) => {
            let Page = screens.new;
            rsx! {
                Page {}
            }
        }
        None => rsx! {
            Waiting {}
        },
    }
}

/// A calculation without a table.
#[component]
pub fn Calculate(game: String) -> Element {
    let l = lang();
    match games::find(&game).filter(|row| row.calculates) {
        Some(row) => rsx! {
            Shell { title: t::calculate_title(l, (row.name)(l)), accent: row.id, here: "home",
                for game in [row.id] {
                    CalculateOf { key: "{game}", game }
                }
            }
        },
        None => rsx! {
            Missing { rest: vec![game] }
        },
    }
}

#[component]
fn CalculateOf(game: &'static str) -> Element {
    match use_screens(game) {
        Some(screens) => {
            let Page = screens.calculate.unwrap_or(nothing);
            rsx! {
                Page {}
            }
        }
        None => rsx! {
            Waiting {}
        },
    }
}

fn nothing() -> Element {
    rsx! {}
}
