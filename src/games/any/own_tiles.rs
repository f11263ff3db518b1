//! The games people have made, on the home page: the one played last first.

use dioxus::prelude::*;

use super::game::Any;
use super::own_games::kept_games;
use super::text::terms;
use crate::domain::game::Game;
use crate::i18n::t;
use crate::route::Route;
use crate::state::{app, lang};
use crate::ui::Emblem;

/// Most of them shown; a new table of any game offers all.
const MOST_SHOWN: usize = 3;

#[allow(non_snake_case)] // A component held in a value.
pub fn OwnTiles() -> Element {
    let l = lang();
    let games = kept_games(app());
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
                span { class: "soft",
                    {
                        let counted: Vec<String> = game.options.categories.iter().map(|category| category.name.clone()).collect();
                        if counted.is_empty() { terms(&game.options, l) } else { counted }.join(" · ")
                    }
                }
            }
        }
        if more {
            Link { class: "button", to: Route::New { game: Any::ID.to_owned() }, {t::any_own_all(l)} }
        }
    }
}
