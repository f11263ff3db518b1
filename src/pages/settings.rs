//! The settings: language and readings, theme, what the device does at a table, known people, and what this app is.

use dioxus::prelude::*;
use takujo_core::i18n::{Lang, t};

use super::devices::LazyDevicesCard;
use super::people::KnownPeople;
use super::safekeeping::HowSafe;
use super::whats_new::WhatsNew;
use crate::device::{self, Wakefulness};
use crate::route::Route;
use crate::shell::Shell;
use crate::state::{App, Settings as Values, Theme, app, lang};
use crate::ui::{CheckBox, ChoiceField, Pick, choice};

/// The settings page.
#[component]
pub fn SettingsPage() -> Element {
    let app = app();
    let l = lang();
    let route = use_route::<Route>();
    let now = app.settings();
    let mut furigana = use_signal(device::furigana);
    let themes = [
        (Theme::Auto, t::settings_theme_auto(l)),
        (Theme::Light, t::settings_theme_light(l)),
        (Theme::Dark, t::settings_theme_dark(l)),
    ];
    let languages: Vec<Pick> = Lang::ALL
        .iter()
        .map(|lang| Pick { words: lang.name().to_owned(), lang: Some(lang.tag()), ..Pick::default() })
        .collect();
    // Whether this app has a host, and a disk to keep something on.
    let has_devices = device::HAS_HOST && !app.is_in_memory();
    if has_devices && matches!(route, Route::Keep { .. }) {
        return rsx! {
            Shell { title: t::keep_title(l), here: "settings", LazyDevicesCard {} }
        };
    }
    rsx! {
        Shell { title: t::nav_settings(l), here: "settings",
            div { class: "columns",
                section { class: "card",
                    ChoiceField {
                        legend: t::settings_lang(l),
                        name: "lang",
                        picks: languages,
                        chosen: Lang::ALL.iter().position(|lang| *lang == l),
                        onchoose: move |at: usize| app.set(Values { lang: Lang::ALL.get(at).copied(), ..app.settings() }),
                    }
                    if let Some(on) = furigana().filter(|_| l == Lang::Ja) {
                        CheckBox {
                            label: t::settings_furigana(l),
                            name: "furigana",
                            checked: on,
                            switch: true,
                            onchange: move |on| {
                                device::set_furigana(on);
                                furigana.set(Some(on));
                            },
                        }
                    }
                }
                section { class: "card",
                    {choice(t::settings_theme(l), "theme", &themes, now.theme, move |theme| app.set(Values { theme, ..app.settings() }))}
                }
                {at_table(app, l)}
                section { class: "card",
                    h2 { {t::safe_title(l)} }
                    HowSafe {}
                }
                if has_devices {
                    LazyDevicesCard {}
                }
                KnownPeople {}
                section { class: "card",
                    h2 { {t::settings_about(l)} }
                    p { {t::settings_about_text(l)} }
                    details {
                        summary { {t::whats_new(l)} }
                        WhatsNew {}
                    }
                }
            }
        }
    }
}

/// What the device does at a table.
fn at_table(app: App, l: Lang) -> Element {
    let now = app.settings();
    let wakefulness = device::wakefulness();
    rsx! {
        section { class: "card",
            fieldset { class: "choice",
                legend { {t::settings_table(l)} }
                if wakefulness == Wakefulness::Unable {
                    p { class: "soft", {t::settings_awake_unable(l)} }
                } else {
                    CheckBox {
                        label: t::settings_awake(l),
                        name: "awake",
                        checked: now.awake,
                        switch: true,
                        onchange: move |awake| app.set(Values { awake, ..app.settings() }),
                    }
                    if wakefulness == Wakefulness::Refused {
                        p { class: "soft", {t::settings_awake_refused(l)} }
                    }
                }
                if device::can_chime() {
                    CheckBox {
                        label: t::settings_chime(l),
                        name: "chime",
                        checked: now.chime,
                        switch: true,
                        onchange: move |chime| app.set(Values { chime, ..app.settings() }),
                    }
                }
                if device::can_buzz() {
                    CheckBox {
                        label: t::settings_buzz(l),
                        name: "buzz",
                        checked: now.buzz,
                        switch: true,
                        onchange: move |buzz| app.set(Values { buzz, ..app.settings() }),
                    }
                } else {
                    p { class: "soft", {t::settings_buzz_unable(l)} }
                }
            }
        }
    }
}
