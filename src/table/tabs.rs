//! The views that a game provides for its tables.

use dioxus::prelude::*;

use super::handle::Table;
use crate::i18n::Lang;
use crate::play::Play;
use crate::ui::Glyph;

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
