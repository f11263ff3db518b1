//! The pages beside an open table, and what is at each address.

mod history;
mod home;
mod news;
mod open;
mod rules;
mod settings;

use dioxus::prelude::*;

use crate::device;
use crate::games;
use crate::i18n::t;
use crate::lazy::{LazyPart, Waiting, use_lazy_part};
use crate::lazy_part;
use crate::play::Screens;
use crate::route::Route;
use crate::rules::RulesSheet;
use crate::shell::{Shell, trouble_words};
use crate::state::{app, lang};
use crate::ui::{Glyph, Icon};

use history::HistoryPage;
use home::Home;
use news::News;
use open::Table;
use rules::{Rules, RulesAt, RulesOf};
use settings::SettingsPage;

/// What is at an address: the frame around every page, and inside it the page.
pub fn page(route: &Route, level: usize) -> Element {
    if level == 0 {
        return rsx! {
            Frame {}
        };
    }
    match route.clone() {
        Route::Home {} => rsx! {
            Home {}
        },
        Route::Continue {} => rsx! {
            Home { go: true }
        },
        // The page itself looks into the address which option.
        Route::New { game } | Route::NewAt { game, .. } => rsx! {
            New { game }
        },
        Route::Table { id, tab } => rsx! {
            Table { id, tab }
        },
        Route::Calculate { game } => rsx! {
            Calculate { game }
        },
        Route::Rules {} => rsx! {
            Rules {}
        },
        Route::RulesOf { game } => rsx! {
            RulesOf { game }
        },
        Route::RulesAt { game, section } => rsx! {
            RulesAt { game, section }
        },
        Route::History {} => rsx! {
            History {}
        },
        Route::Settings {} => rsx! {
            Settings {}
        },
        Route::Missing { rest } => rsx! {
            Missing { rest }
        },
    }
}

/// Around every page: its title, language and theme.
#[component]
fn Frame() -> Element {
    let app = app();
    let l = app.lang();
    let theme = app.settings().theme.id();
    use_effect(move || {
        let app = app;
        if app.whole() {
            device::set_page(app.lang().tag(), app.settings().theme.id(), t::app_title(app.lang()));
        }
    });
    rsx! {
        div { class: "app", lang: l.tag(), "data-theme": theme,
            if let Some(trouble) = app.trouble() {
                div { class: "notice warn top", role: "alert",
                    Icon { glyph: Glyph::Warn }
                    p { {trouble_words(l, trouble)} }
                }
            }
            if app.drawn(2) {
                ErrorBoundary {
                    handle_error: move |_| rsx! {
                        div { class: "notice warn", role: "alert",
                            p { {t::app_error(lang())} }
                            Link { class: "button", to: Route::Home {}, {t::nav_tables(lang())} }
                        }
                    },
                    RulesSheet {
                        News {}
                        Outlet::<Route> {}
                    }
                }
            }
        }
    }
}

/// A game's screens, from a component whose key is the game: it is drawn again once they are here.
fn use_screens(game: &'static str) -> Option<&'static Screens> {
    // No game goes by another name than one in the registry.
    let row = games::find(game).unwrap_or(&games::GAMES[0]);
    use_lazy_part(&row.screens)
}

#[component]
fn New(game: String) -> Element {
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

#[component]
fn Calculate(game: String) -> Element {
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

/// The pages beside the tables: on the web a file of their own.
struct Beside {
    history: fn() -> Element,
    settings: fn() -> Element,
}

fn beside((): ()) -> &'static Beside {
    &Beside { history: HistoryPage, settings: SettingsPage }
}

static BESIDE: LazyPart<Beside> = lazy_part!("beside", beside -> Beside);

#[component]
fn History() -> Element {
    match use_lazy_part(&BESIDE) {
        Some(Beside { history: Page, .. }) => rsx! {
            Page {}
        },
        None => rsx! {
            Waiting {}
        },
    }
}

#[component]
fn Settings() -> Element {
    match use_lazy_part(&BESIDE) {
        Some(Beside { settings: Page, .. }) => rsx! {
            Page {}
        },
        None => rsx! {
            Waiting {}
        },
    }
}

#[component]
fn Missing(rest: Vec<String>) -> Element {
    let l = lang();
    rsx! {
        Shell { title: t::missing_title(l),
            p { {t::missing_text(l, rest.join("/"))} }
            Link { class: "button main", to: Route::Home {}, {t::nav_tables(l)} }
        }
    }
}
