//! What a game draws itself ([`Views`]), and the link to the flat phone, which all games have.

use dioxus::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::domain::seats::Player;
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Play;

use super::handle::Table;
use crate::play::SetupForm;
use crate::route::Route;
use crate::state::{App, lang};
use crate::ui::{Glyph, Icon};

/// A view of an open table, reached from the bar at the bottom.
pub struct Tab<G: Views> {
    /// Stable id, used in the address.
    pub id: &'static str,
    /// Its name.
    pub label: fn(Lang) -> &'static str,
    /// Its icon.
    pub glyph: Glyph,
    /// Draws the view. Called as a component of its own, so it may use hooks.
    pub view: fn(Table<G>) -> Element,
}

/// Draws a form for options.
pub type DrawOptions<G> = fn(Signal<<G as Game>::Options>, Vec<Player>) -> Element;

/// What a new table can start from.
pub struct Setups<G: Game> {
    /// Draws them, above who plays.
    pub form: fn(SetupForm<G::Options>) -> Element,
    /// Called when a new table has been stored.
    pub opened: fn(App, &G::Options, &[Player]),
}

/// What a game draws itself. Everything else on its screens is drawn from what [`Play`] says.
pub trait Views: Play {
    /// The views of its tables; a table opens with the first.
    fn tabs() -> Vec<Tab<Self>>;
    /// The form for the options of a new table with these players, if there is anything to agree on.
    const OPTIONS: Option<DrawOptions<Self>> = None;
    /// Whether the options are what the game is: then a new table shows them until somebody is seated.
    const DEFINED: bool = false;
    /// What a new table can start from, such as games that people made.
    const SETUPS: Option<Setups<Self>> = None;
    /// The page that calculates points without a table, if it has one.
    const CALCULATE: Option<fn() -> Element> = None;
}

/// The address of the flat phone, a view that every table has without help from its game.
pub const FLAT: &str = "flat";

/// The link to the flat phone.
#[component]
pub fn FlatLink(
    id: String,
    /// Whether to show the icon only, in a corner of something else.
    #[props(default)]
    corner: bool,
) -> Element {
    let l = lang();
    rsx! {
        Link {
            class: if corner { "round corner" } else { "button" },
            to: Route::Table { id, tab: FLAT.to_owned() },
            "aria-label": corner.then(|| t::flat_open(l)),
            Icon { glyph: Glyph::Flat }
            if !corner {
                {t::flat_open(l)}
            }
        }
    }
}
