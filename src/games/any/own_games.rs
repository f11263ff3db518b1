//! People's own games on this device: read, stored, and offered for a new table with the people who played them last.

use dioxus::prelude::*;
use serde_json::Value;
use takujo_core::domain::game::Game;
use takujo_core::domain::seats::Player;
use takujo_core::games::any::game::{Any, Options};
use takujo_core::games::any::own;
use takujo_core::games::any::own::{KEY, OwnGame};
use takujo_core::i18n::t;

use crate::play::SetupForm;
use crate::route::Route;
use crate::state::{App, app, lang};

/// The games stored on this device, the one played last first.
pub fn stored_games(app: App) -> Vec<OwnGame> {
    own::read(app.value::<Value>(KEY))
}

/// Stores a game as the one played last.
pub fn store_game(app: App, game: OwnGame) {
    let mut games = stored_games(app);
    own::keep(&mut games, game);
    app.set_value(KEY, &games);
}

/// The people with these names, as they are called now, with their marks; as many as can play. Whom nobody has named is
/// left out.
fn seated_now(app: App, names: &[String]) -> Vec<Player> {
    let people = app.people();
    let named = names.iter().filter(|name| !people.is_nobody(name));
    let named: Vec<Player> = named.map(|name| Player { name: name.clone(), mark: 0 }).collect();
    let mut players = Vec::new();
    for name in people.names_now(&named, &[]).into_iter().take(*Any::SEATS.end()) {
        people.seat(&mut players, name);
    }
    players
}

/// A chip for each game. Picking one sets options and players of the new table.
#[component]
pub fn OwnGames(setup: SetupForm<Options>) -> Element {
    let app = app();
    // The games as they were when the page was opened, so that the chips stay in place.
    let games = use_hook(|| stored_games(app));
    let mut picked = use_signal(|| None::<usize>);
    let pick = {
        let games = games.clone();
        use_callback(move |at: usize| {
            let Some(game) = games.get(at) else { return };
            let SetupForm { mut players, mut options, mut replaced } = setup;
            options.set(game.options.clone());
            players.set(seated_now(app, &game.players));
            replaced += 1;
            picked.set(Some(at));
        })
    };
    // The address may name one to begin with.
    let route = use_route::<Route>();
    use_hook(|| {
        if let Route::NewAt { option, .. } = &route
            && let Some(at) = games.iter().position(|game| game.options.name == *option)
        {
            pick.call(at);
        }
    });
    if games.is_empty() {
        return VNode::empty();
    }
    rsx! {
        section { class: "card own-games",
            h2 { {t::any_own_games(lang())} }
            ul { class: "chip-row",
                for (at, game) in games.into_iter().enumerate() {
                    li { key: "{game.options.name}",
                        button { class: "chip", "aria-pressed": picked() == Some(at), onclick: move |_| pick.call(at),
                            bdi { class: "name", "{game.options.name}" }
                        }
                    }
                }
            }
        }
    }
}
