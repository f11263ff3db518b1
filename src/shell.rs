//! The frame around a page outside a table, and errors of the storage and of saves in words.

use dioxus::prelude::*;
use takujo_core::domain::session::{LoadError, MAX_FILE, MAX_RECORDS};
use takujo_core::i18n::{Lang, t};
use takujo_core::storage::StorageError;

use crate::route::Route;
use crate::state::{app, lang};
use crate::ui::{Emblem, Glyph, Icon, emblem};

/// A storage problem in words.
pub fn trouble_text(l: Lang, trouble: StorageError) -> &'static str {
    match trouble {
        StorageError::Refused => t::trouble_refused(l),
        StorageError::Full => t::trouble_full(l),
        StorageError::Lost => t::trouble_lost(l),
        StorageError::Conflict | StorageError::Deleted | StorageError::Broken => t::trouble_broken(l),
    }
}

/// A problem with a save in words.
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

/// Switches to the other language in one tap.
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
            {other.name()}
        }
    }
}

/// A page outside a table: heading, content, and the app's bar. `accent` is the id of the game whose colour and emblem
/// the page has, if any; `here` names the entry of the bar it belongs to: `home`, `rules`, `history` or `settings`.
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
                if !emblem(&accent).is_empty() {
                    Emblem { game: accent.clone() }
                }
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

/// A link in the app's bar. The router itself marks a link to the current page; a link to a page above the current one
/// (`here`) is marked explicitly. It takes two branches, because passing the attribute at all, even as `None`, would
/// turn the router's mark off.
#[component]
fn BarLink(to: Route, here: bool, glyph: Glyph, label: &'static str) -> Element {
    let route = use_route::<Route>();
    let inside = rsx! {
        Icon { glyph }
        span { {label} }
    };
    if here && route != to {
        // Of another shape than the other branch: if one became the other, the renderer would take the mark away with the
        // attribute that is no longer passed.
        rsx! {
            Link { to, "aria-current": "page", {inside} }
            {VNode::empty()}
        }
    } else {
        rsx! { Link { to, {inside} } }
    }
}
