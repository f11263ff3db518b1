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

/// What was done so that the tables are not lost with the browser's storage.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Safekeeping {
    /// The tables whose game ended on this device, up to [`Safekeeping::MANY`].
    pub ended: Vec<String>,
    /// When everything was last saved as a file, in seconds since 1970: a number, because reading dates would make the
    /// first load larger.
    pub saved: Option<i64>,
    /// Whether the person was asked to install the app or to save a file.
    pub asked: bool,
}

impl Safekeeping {
    /// After so many games there is something to lose.
    pub const MANY: usize = 3;

    /// Counts a game that ended.
    pub fn ended(&mut self, id: &str) {
        if self.ended.len() < Safekeeping::MANY && self.ended.iter().all(|other| other != id) {
            self.ended.push(id.to_owned());
        }
    }

    /// Whether the person is to be asked, which is done once.
    pub fn is_due(&self) -> bool {
        self.ended.len() >= Safekeeping::MANY && self.saved.is_none() && !self.asked
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
    /// What was done for the tables.
    pub safekeeping: Safekeeping,
    /// Whether all of it is kept on the person's other devices too.
    pub keeping: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        let safekeeping = Safekeeping::default();
        Settings {
            lang: None,
            theme: Theme::default(),
            awake: true,
            buzz: true,
            chime: true,
            safekeeping,
            keeping: false,
        }
    }
}
