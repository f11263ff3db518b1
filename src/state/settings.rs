//! The person's settings.

use serde::{Deserialize, Serialize};
use takujo_core::i18n::Lang;

/// Light, dark, or following the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Follows the system.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All themes, in the order they are offered.
    pub const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    /// The name used in style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// The person's settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language; `None` follows the system.
    pub lang: Option<Lang>,
    /// Light, dark, or as the system.
    pub theme: Theme,
    /// Whether the screen stays on while a table is open.
    pub awake: bool,
    /// Whether the device vibrates when a tap passes the turn.
    pub buzz: bool,
    /// Whether a clock that has run out is heard.
    pub chime: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { lang: None, theme: Theme::default(), awake: true, buzz: true, chime: true }
    }
}
