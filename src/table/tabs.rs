//! The views that a game provides for its tables, and the flat view, which all have.

use dioxus::prelude::*;

use super::handle::Table;
use crate::i18n::{Lang, t};
use crate::play::Play;
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// A view of an open table, reached from the bar at the bottom.
pub struct Tab<G: Tabs> {
    /// Stable id, used in the address.
    pub id: &'static str,
    /// Its name.
    pub label: fn(Lang) -> &'static str,
    /// Its icon.
    pub glyph: Glyph,
    /// Draws the view. Called as a component of its own, so it may use hooks.
    pub view: fn(Table<G>) -> Element,
}

/// A game whose tables can be opened.
pub trait Tabs: Play {
    /// Its views; a table opens with the first.
    fn tabs() -> Vec<Tab<Self>>;
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
