//! The pages that a game provides: a new table, and a calculator.

use dioxus::prelude::*;
use takujo_core::i18n::t;

use super::missing::Missing;
use crate::games;
use crate::lazy::{use_lazy_page, use_lazy_part};
use crate::play::{GameInfo, Screens};
use crate::shell::Shell;
use crate::state::lang;

/// A game's screens; redraws the component once they are loaded. Give the component the game as its key, as it asks for
/// the screens only once.
pub fn use_screens(game: &'static str) -> Option<&'static Screens> {
    use_lazy_part(&row(game).screens)
}

/// A game's row in the registry; callers have the id from there.
fn row(game: &'static str) -> &'static GameInfo {
    games::find(game).unwrap_or(&games::GAMES[0])
}

/// The page that opens a new table.
#[component]
pub fn New(game: String) -> Element {
    match games::find(&game) {
        // A list of one, because keys only work in lists.
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
    use_lazy_page(&row(game).screens, |screens| screens.new)
}

/// The page of a calculator that needs no table.
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
    use_lazy_page(&row(game).screens, |screens| screens.calculate.unwrap_or(nothing))
}

fn nothing() -> Element {
    rsx! {}
}
