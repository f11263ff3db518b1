//! The pages that know no game.

mod flat;
mod history;
mod home;
mod new;
mod news;
mod open;
mod picture;
mod route;
mod rules;
mod settings;
mod standings;

use std::pin::Pin;

use dioxus::prelude::*;

use crate::device::{self, Given};
use crate::domain::session::{Head, LoadError, MAX_FILE, MAX_RECORDS, Report, SessionFile, csv};
use crate::games::{self, Screens};
use crate::i18n::{Lang, t};
use crate::keep::{app, lang};
use crate::part;
use crate::part::{Part, Waiting, use_part};
use crate::rules::RulesSheet;
use crate::storage::StorageError;
use crate::ui::{Glyph, Icon};

pub use flat::{FLAT, Flat, FlatLink};
use history::HistoryPage;
use home::Home;
pub use home::standing_words;
pub use new::NewTable;
use news::News;
use open::Table;
pub use route::Route;
use rules::{Rules, RulesAt, RulesOf};
use settings::SettingsPage;
pub use standings::{Ending, standings};

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

fn trouble_words(l: Lang, trouble: StorageError) -> &'static str {
    match trouble {
        StorageError::Refused => t::trouble_refused(l),
        StorageError::Full => t::trouble_full(l),
        StorageError::Conflict | StorageError::Broken => t::trouble_broken(l),
    }
}

/// What is wrong with a save, in words.
pub fn load_error(l: Lang, error: &LoadError) -> String {
    match error {
        LoadError::TooLarge => t::load_too_large(l, MAX_FILE / 1024 / 1024),
        LoadError::TooMany => t::load_too_many(l, MAX_RECORDS),
        LoadError::TooManyCorrections => t::load_too_many_corrections(l).to_owned(),
        LoadError::NotJson => t::load_not_json(l).to_owned(),
        LoadError::NotTakujo => t::load_not_takujo(l).to_owned(),
        LoadError::Newer(version) => t::load_newer(l, *version),
        LoadError::UnknownGame(game) => t::load_unknown_game(l, game),
        LoadError::Setup => t::load_setup(l).to_owned(),
        LoadError::Record(record) => t::load_record(l, *record),
    }
}

/// The other language, in one tap.
#[component]
pub fn LangSwitch() -> Element {
    let app = app();
    let other = app.lang().other();
    rsx! {
        button {
            class: "round lang",
            lang: other.tag(),
            "aria-label": t::lang_switch(other, other.name()),
            onclick: move |_| app.switch_lang(),
            match other {
                Lang::En => "EN",
                Lang::Ja => "日本",
            }
        }
    }
}

/// A page outside a table: heading, content, the bar of the app.
#[component]
pub fn Shell(
    title: String,
    #[props(default)] accent: String,
    #[props(default)] here: String,
    children: Element,
) -> Element {
    let l = lang();
    let bar = [
        ("home", Route::Home {}, Glyph::Tables, t::nav_tables(l)),
        ("rules", Route::Rules {}, Glyph::Book, t::nav_rules(l)),
        ("history", Route::History {}, Glyph::Clock, t::nav_history(l)),
        ("settings", Route::Settings {}, Glyph::Gear, t::nav_settings(l)),
    ];
    rsx! {
        div { class: "page accent-{accent}",
            header { class: "head",
                h1 { "{title}" }
                LangSwitch {}
            }
            main { id: "main-view", class: "view", {children} }
            nav { class: "bar", "aria-label": t::nav_app(l),
                for (name, to, glyph, label) in bar {
                    BarLink { key: "{name}", to, here: here == name, glyph, label }
                }
            }
        }
    }
}

/// A link of the app's bar. One to the very page marks itself, unless it is given a mark, even none; one to a page above the
/// one that is `here` must be marked.
#[component]
fn BarLink(to: Route, here: bool, glyph: Glyph, label: &'static str) -> Element {
    let route = use_route::<Route>();
    let inside = rsx! {
        Icon { glyph }
        span { {label} }
    };
    if here && route != to {
        rsx! { Link { to, "aria-current": "page", {inside} } }
    } else {
        rsx! { Link { to, {inside} } }
    }
}

/// A game's screens, from a component whose key is the game: it is drawn again once they are here.
fn use_screens(game: &'static str) -> Option<&'static Screens> {
    // No game goes by another name than one in the registry.
    let row = games::find(game).unwrap_or(&games::GAMES[0]);
    use_part(&row.screens)
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

/// What is being given out.
type Giving = Pin<Box<dyn Future<Output = Given>>>;

/// The pages beside the tables: on the web a file of their own.
struct Beside {
    history: fn() -> Element,
    settings: fn() -> Element,
    /// Hands the standings of a table on as a picture.
    picture: fn(&Head, &Report, &str, Lang) -> Giving,
}

fn share_picture(head: &Head, report: &Report, name: &str, l: Lang) -> Giving {
    Box::pin(device::share_picture(picture::picture(head, report, name, l)))
}

fn beside((): ()) -> &'static Beside {
    &Beside { history: HistoryPage, settings: SettingsPage, picture: share_picture }
}

static BESIDE: Part<Beside> = part!("beside", beside -> Beside);

#[component]
fn History() -> Element {
    match use_part(&BESIDE) {
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
    match use_part(&BESIDE) {
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

/// What became of something given out, in words.
pub fn given_words(l: Lang, given: &Given) -> String {
    match given {
        Given::Done => t::given_done(l).to_owned(),
        Given::Copied => t::given_copied(l).to_owned(),
        Given::File(path) => t::given_file(l, path),
        Given::Dropped => String::new(),
        Given::Failed => t::given_failed(l).to_owned(),
    }
}

/// Gives a table out as a file.
pub fn save_session(file: &SessionFile) -> Given {
    match serde_json::to_string_pretty(file) {
        Ok(text) => {
            device::save_file(&format!("takujo-{}-{}.json", file.head.game, file.head.id), "application/json", &text)
        }
        Err(_) => Given::Failed,
    }
}

/// Gives the points of a table out as a file for a spreadsheet.
pub fn save_points(id: &str, report: &Report, l: Lang) -> Given {
    let text = csv(report, t::standings_round(l), t::standings_total(l));
    device::save_file(&format!("takujo-{}-{id}.csv", report.game), "text/csv;charset=utf-8", &text)
}

/// The table as a file, from inside it.
#[component]
pub fn TableMenu(file: Callback<(), SessionFile>) -> Element {
    let l = lang();
    let mut given = use_signal(|| None::<Given>);
    rsx! {
        button {
            class: "button",
            onclick: move |_| given.set(Some(save_session(&file.call(())))),
            Icon { glyph: Glyph::File }
            {t::table_export(l)}
        }
        if let Some(given) = given() {
            p { role: "status", "{given_words(l, &given)}" }
        }
    }
}
