//! The pages beside an open table, and what is at each address.

mod game;
mod history;
mod home;
mod missing;
mod news;
mod open;
mod rules;
mod settings;

use dioxus::prelude::*;

use crate::device;
use crate::i18n::t;
use crate::lazy::{LazyPart, Waiting, use_lazy_part};
use crate::lazy_part;
use crate::route::Route;
use crate::rules::RulesSheet;
use crate::shell::trouble_words;
use crate::state::{app, lang};
use crate::ui::{Glyph, Icon};

use game::{Calculate, New};
use history::HistoryPage;
use home::Home;
use missing::Missing;
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
