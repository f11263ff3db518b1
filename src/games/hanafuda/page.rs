//! The hanafuda game at a table: its views.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::games::hanafuda::game::{Hanafuda, Options};
use takujo_core::i18n::t;

use super::set_options::OptionsForm;
use super::{look_up, play_round, settle};
use crate::table::{DrawOptions, Tab, Views};
use crate::ui::Glyph;

impl Views for Hanafuda {
    fn tabs() -> Vec<Tab<Hanafuda>> {
        vec![
            Tab { id: "play", label: t::hanafuda_tab_turn, glyph: Glyph::Turn, view: play_round::view },
            Tab { id: "standings", label: t::hanafuda_tab_points, glyph: Glyph::Chart, view: settle::view },
            Tab { id: "cards", label: t::hanafuda_tab_cards, glyph: Glyph::Grid, view: look_up::view },
        ]
    }

    const OPTIONS: Option<DrawOptions<Hanafuda>> = Some(options_form);
}

fn options_form(options: Signal<Options>, _: Vec<Player>) -> Element {
    rsx! {
        OptionsForm { options }
    }
}
