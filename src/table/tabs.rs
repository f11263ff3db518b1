//! The views of an open table that its game gives.

use dioxus::prelude::*;

use super::handle::Table;
use crate::i18n::Lang;
use crate::play::Play;
use crate::ui::Glyph;

/// A view of an open table, reached from the bar at its foot.
pub struct Tab<G: Tabs> {
    /// Stable id, in the address.
    pub id: &'static str,
    /// Its name.
    pub label: fn(Lang) -> &'static str,
    /// Its icon.
    pub glyph: Glyph,
    /// What it shows. Called as a component of its own: it may use hooks.
    pub view: fn(Table<G>) -> Element,
}

/// A game whose tables can be opened: what it shows, beside what it says.
pub trait Tabs: Play {
    /// Its views, the first is the one a table opens with.
    fn tabs() -> Vec<Tab<Self>>;
}
