//! The games that people have made as tiles for the home page, the one played last first.

use dioxus::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::games::any::game::{Any, Options};
use takujo_core::i18n::t;

use super::own_games::stored_games;
use crate::route::Route;
use crate::state::{app, lang};
use crate::ui::Emblem;

/// Most tiles shown; a new table of "any other game" offers all games.
const MOST_SHOWN: usize = 3;

/// What a game counts, as in the headings of its score sheet.
fn counted(options: &Options) -> String {
    let names: Vec<&str> = options.categories.iter().map(|category| category.name.as_str()).collect();
    names.join(" · ")
}

/// The tiles; nothing if no game is stored.
#[allow(non_snake_case)] // A component held in a value.
pub fn OwnTiles() -> Element {
    let l = lang();
    let games = stored_games(app());
    let more = games.len() > MOST_SHOWN;
    rsx! {
        if !games.is_empty() {
            h2 { {t::any_own_games(l)} }
        }
        for game in games.into_iter().take(MOST_SHOWN) {
            Link {
                key: "{game.options.name}",
                class: "card other accent-any",
                to: Route::NewAt { game: Any::ID.to_owned(), option: game.options.name.clone() },
                div { class: "row title",
                    strong { dir: "auto", "{game.options.name}" }
                    Emblem { game: Any::ID }
                }
                if !game.options.categories.is_empty() {
                    span { class: "soft", {counted(&game.options)} }
                }
            }
        }
        if more {
            Link { class: "button", to: Route::New { game: Any::ID.to_owned() }, {t::any_own_all(l)} }
        }
    }
}
