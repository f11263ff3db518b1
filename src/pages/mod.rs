//! The pages around the tables, which page is shown at each address, and the frame around them all: language, theme,
//! and what is wrong with the storage. The history and the settings are lazy parts.

mod bin;
mod devices;
mod figures;
mod game;
mod history;
mod home;
mod import;
#[cfg(debug_assertions)]
mod kit;
mod missing;
mod moment;
mod old;
mod open;
mod people;
mod rules;
mod safekeeping;
mod settings;
mod tables;
mod update_notice;
mod whats_new;

use dioxus::prelude::*;

use crate::device;
use crate::games::any::LazyOwnGame;
use crate::lazy::{LazyPart, use_lazy_page, use_lazy_part};
use crate::lazy_part;
use crate::route::Route;
use crate::rules::RulesSheet;
use crate::shell::trouble_text;
use crate::state::{app, lang};
use crate::table::{LazyHelp, LazyJoin, PictureLoad, SharePicture, share_picture};
use crate::ui::{Glyph, Icon};

use devices::LazyKeeping;
use game::{Calculate, New};
use history::HistoryPage;
use home::Home;
use missing::Missing;
use old::OldEveningPage;
use open::TablePage;
use rules::{Rules, RulesAt, RulesOf};
use safekeeping::SafekeepingNotice;
use settings::SettingsPage;
use takujo_core::i18n::t;
use update_notice::UpdateNotice;
use whats_new::WhatsNew;

/// What is shown at an address: level 0 is the frame, level 1 the page in it. The router draws it as
/// [`Pages`](crate::route::Pages).
pub fn page(route: &Route, level: usize) -> Element {
    if level == 0 {
        return rsx! {
            AppFrame {}
        };
    }
    match route.clone() {
        Route::Home {} => rsx! {
            Home {}
        },
        Route::Continue {} => rsx! {
            Home { go: true }
        },
        // The page reads the option from the address itself.
        Route::New { game } | Route::NewAt { game, .. } => rsx! {
            New { game }
        },
        Route::Table { id, tab } => rsx! {
            TablePage { id, tab }
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
        Route::History {} | Route::Figures {} => history(),
        Route::OldEvening {} => rsx! {
            LazyOldEvening {}
        },
        Route::Join { .. } => rsx! {
            LazyJoin {}
        },
        Route::JoinHelp {} => rsx! {
            LazyHelp {}
        },
        Route::OwnGame { .. } => rsx! {
            LazyOwnGame {}
        },
        Route::Settings {} | Route::Keep { .. } => rsx! {
            LazySettings {}
        },
        #[cfg(debug_assertions)]
        Route::Kit {} => rsx! {
            kit::Kit {}
        },
        Route::Missing { rest } => rsx! {
            Missing { rest }
        },
    }
}

/// The history at both its addresses. It is the same component, so that it is not drawn anew when one changes to the
/// other.
fn history() -> Element {
    rsx! {
        LazyHistory {}
    }
}

/// The frame around every page: sets title, language and theme, shows what is wrong with the storage, and lets no error
/// of a page take the app with it.
#[component]
fn AppFrame() -> Element {
    let app = app();
    let l = app.lang();
    let theme = app.settings().theme.id();
    #[cfg(any(feature = "desktop", feature = "mobile"))]
    device::window::use_back(use_route::<Route>().to_string());
    use_effect(move || {
        let app = app;
        if app.complete() {
            device::set_page(app.lang().tag(), app.settings().theme.id(), t::app_title(app.lang()));
        }
    });
    rsx! {
        div { class: "app", lang: l.tag(), "data-theme": theme,
            if let Some(trouble) = app.trouble() {
                div {
                    class: "notice warn top",
                    class: if app.is_in_memory() { "told" },
                    role: "alert",
                    tabindex: "0",
                    Icon { glyph: Glyph::Warn }
                    div {
                        p { {trouble_text(l, trouble)} }
                        if app.is_in_memory() {
                            button { class: "button", onclick: move |_| app.set_trouble(None), {t::close(l)} }
                        }
                    }
                }
            }
            if app.has_unread() {
                div { class: "notice warn top", role: "alert", tabindex: "0",
                    Icon { glyph: Glyph::Warn }
                    p { {t::trouble_unread(l)} }
                }
            }
            if app.reached(2) {
                ErrorBoundary {
                    handle_error: move |_| rsx! {
                        div { class: "notice warn", role: "alert",
                            p { {t::app_error(lang())} }
                            Link { class: "button", to: Route::Home {}, {t::nav_tables(lang())} }
                        }
                    },
                    RulesSheet {
                        UpdateNotice { LazyWhatsNew {} }
                        if app.settings().keeping {
                            LazyKeeping {}
                        }
                        if app.settings().safekeeping.is_due() {
                            LazySafekeeping {}
                        }
                        Outlet::<Route> {}
                    }
                }
            }
        }
    }
}

/// The history and its figures: a file of its own on the web.
struct HistoryPart {
    history: fn() -> Element,
}

fn history_part((): ()) -> &'static HistoryPart {
    &HistoryPart { history: HistoryPage }
}

static HISTORY: LazyPart<HistoryPart> = lazy_part!("history", history_part -> HistoryPart);

/// The page for old evenings: a file of its own on the web, because few ever need it.
struct OldEveningPart {
    page: fn() -> Element,
}

fn old_evening_part((): ()) -> &'static OldEveningPart {
    &OldEveningPart { page: OldEveningPage }
}

static OLD_EVENING: LazyPart<OldEveningPart> = lazy_part!("old_evening", old_evening_part -> OldEveningPart);

/// The settings, what is new, and the drawing of pictures: together a file on the web.
struct SidePages {
    settings: fn() -> Element,
    safekeeping: fn() -> Element,
    whats_new: fn() -> Element,
    picture: SharePicture,
}

fn side_pages((): ()) -> &'static SidePages {
    &SidePages { settings: SettingsPage, safekeeping: SafekeepingNotice, whats_new: WhatsNew, picture: share_picture }
}

static SIDE_PAGES: LazyPart<SidePages> = lazy_part!("side_pages", side_pages -> SidePages);

/// Loads what draws a table's picture; `None` if it cannot be had.
pub fn picture_part() -> PictureLoad {
    Box::pin(async { Some(SIDE_PAGES.load().await?.picture) })
}

#[component]
fn LazyHistory() -> Element {
    use_lazy_page(&HISTORY, |part| part.history)
}

#[component]
fn LazyOldEvening() -> Element {
    use_lazy_page(&OLD_EVENING, |part| part.page)
}

#[component]
fn LazySettings() -> Element {
    use_lazy_page(&SIDE_PAGES, |part| part.settings)
}

/// Asks to make the tables safe. Nothing until it is loaded.
#[component]
fn LazySafekeeping() -> Element {
    match use_lazy_part(&SIDE_PAGES) {
        Some(SidePages { safekeeping: Notice, .. }) => rsx! {
            Notice {}
        },
        None => rsx! {},
    }
}

#[component]
fn LazyWhatsNew() -> Element {
    use_lazy_page(&SIDE_PAGES, |part| part.whats_new)
}
