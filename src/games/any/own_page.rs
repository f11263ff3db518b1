//! The page of a game that people have made: what it counts, and how to keep it and give it away. The page's own
//! address carries the game.

use dioxus::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::domain::people::same_name;
use takujo_core::games::any::game::{Any, Column, ColumnKind, Options};
use takujo_core::games::any::own;
use takujo_core::games::any::own::{KEY, LinkFault, OwnGame, read_link, write_file};
use takujo_core::games::any::words::{option_problem, terms, worth_words};
use takujo_core::i18n::{Lang, number, t};

use super::own_games::{store_game, stored_games};
use crate::device::{self, ShareOutcome};
use crate::route::Route;
use crate::shell::Shell;
use crate::state::{App, app, lang};
use crate::ui::{Glyph, Icon, share_outcome_text};

/// Keeps a game, with the people who played it here.
fn keep(app: App, options: &Options) {
    let games = stored_games(app);
    let same = games.iter().find(|other| same_name(&other.options.name, &options.name));
    let players = same.map(|other| other.players.clone()).unwrap_or_default();
    // Who was with whom stays here, if it is the same game.
    let same = same.filter(|other| other.options.for_others() == *options).map(|other| other.options.clone());
    store_game(app, OwnGame { options: same.unwrap_or_else(|| options.clone()), players });
}

fn forget(app: App, name: &str) {
    let mut games = stored_games(app);
    own::forget(&mut games, name);
    app.set_value(KEY, &games);
}

/// The page of the game in the address.
#[allow(non_snake_case)] // A component held in a value.
pub fn OwnGamePage() -> Element {
    let l = lang();
    let code = match use_route::<Route>() {
        Route::OwnGame { link } => link,
        _ => String::new(),
    };
    match read_link(&code) {
        Ok(options) => rsx! {
            GameCard { options }
        },
        Err(fault) => rsx! {
            Shell { title: t::any_own_title(l), accent: Any::ID, here: "home",
                p { class: "error", role: "alert", {fault_text(&fault, l)} }
                Link { class: "button main", to: Route::New { game: Any::ID.to_owned() }, {t::any_own_make(l)} }
            }
        },
    }
}

fn fault_text(fault: &LinkFault, l: Lang) -> String {
    match fault {
        LinkFault::Broken => t::any_link_broken(l).to_owned(),
        LinkFault::NoName => t::any_link_no_name(l).to_owned(),
        LinkFault::Bound(error) => t::any_link_bound(l, option_problem(error, l)),
    }
}

#[component]
fn GameCard(options: ReadSignal<Options>) -> Element {
    let l = lang();
    let app = app();
    let mut given = use_signal(|| None::<ShareOutcome>);
    let now = options();
    let games = stored_games(app);
    let same = games.iter().find(|other| same_name(&other.options.name, &now.name));
    let here = same.is_some_and(|other| other.options.for_others() == now);
    let other = same.filter(|_| !here).map(|other| other.options.name.clone());
    let agreed = terms(&now, l).join(" · ");
    let link = device::site_address(&format!("#/game/{}", own::write_link(&now)));
    rsx! {
        Shell { title: now.name.clone(), accent: Any::ID, here: "home",
            section { class: "card accent-any own-game",
                h2 { {t::any_sheet(l)} }
                if now.categories.is_empty() {
                    p { {t::any_own_plain(l)} }
                } else {
                    {worths(&now.categories, l)}
                }
                p { class: "soft", {agreed} }
                if let Some(other) = other.clone() {
                    p { class: "note", {t::any_own_other(l, other)} }
                }
                div { class: "row wrap",
                    button {
                        class: "button main",
                        onclick: move |_| {
                            keep(app, &options.peek());
                            let option = options.peek().name.clone();
                            navigator().push(Route::NewAt { game: Any::ID.to_owned(), option });
                        },
                        {t::new_open(l)}
                    }
                    if here {
                        button { class: "button", onclick: move |_| forget(app, &options.peek().name),
                            Icon { glyph: Glyph::Bin }
                            {t::any_own_forget(l)}
                        }
                    } else {
                        button { class: "button", onclick: move |_| keep(app, &options.peek()),
                            Icon { glyph: Glyph::Check }
                            {if other.is_some() { t::any_own_replace(l) } else { t::any_own_keep(l) }}
                        }
                    }
                }
                p { class: "soft", role: "status", {if here { t::any_own_kept(l) } else { "" }} }
            }
            section { class: "card",
                h2 { {t::any_give(l)} }
                p { {t::any_give_text(l)} }
                div { class: "row wrap",
                    button {
                        class: "button",
                        onclick: move |_| {
                            let (name, link) = (options.peek().name.clone(), link.clone());
                            async move { given.set(Some(device::share(name, link).await)) }
                        },
                        Icon { glyph: Glyph::Share }
                        {t::any_give_link(l)}
                    }
                    button {
                        class: "button",
                        onclick: move |_| {
                            let text = write_file(&options.peek());
                            async move {
                                let given_now = device::save_file("takujo-game.json", "application/json", &text).await;
                                given.set(Some(given_now));
                            }
                        },
                        Icon { glyph: Glyph::File }
                        {t::any_give_file(l)}
                    }
                }
                p { class: "given", role: "status",
                    if let Some(given) = given() {
                        "{share_outcome_text(l, &given)}"
                    }
                }
            }
        }
    }
}

/// What counts, and how much.
fn worths(categories: &[Column], l: Lang) -> Element {
    rsx! {
        table { class: "worths",
            thead {
                tr {
                    th { scope: "col", {t::any_own_counted(l)} }
                    th { scope: "col", {t::any_category_worth(l)} }
                    th { scope: "col", {t::any_category_most(l)} }
                }
            }
            tbody {
                for category in categories {
                    tr { key: "{category.name}",
                        th { scope: "row", dir: "auto", "{category.name}" }
                        match category.kind {
                            ColumnKind::Count(count) => rsx! {
                                td { {number(count.factor)} }
                                td {
                                    if count.all {
                                        {t::any_worth_all(l, count.most)}
                                    } else {
                                        {number(i32::try_from(count.most).unwrap_or(i32::MAX))}
                                    }
                                }
                            },
                            ColumnKind::Bid(_) | ColumnKind::Bonus(_) => rsx! {
                                td { colspan: "2", {worth_words(category, l)} }
                            },
                        }
                    }
                }
            }
        }
    }
}
