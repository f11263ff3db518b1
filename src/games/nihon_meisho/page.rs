//! Nihon Meisho at a table: its views.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::games::nihon_meisho::game::{NihonMeisho, Options};
use takujo_core::i18n::t;

use super::set_options::OptionsForm;
use super::{count_hands, take_turn};
use crate::table::{DrawOptions, Tab, Views};
use crate::ui::Glyph;

impl Views for NihonMeisho {
    fn tabs() -> Vec<Tab<NihonMeisho>> {
        vec![
            Tab { id: "play", label: t::meisho_tab_turn, glyph: Glyph::Turn, view: take_turn::view },
            Tab { id: "hands", label: t::meisho_tab_hands, glyph: Glyph::Hands, view: count_hands::view },
        ]
    }

    const OPTIONS: Option<DrawOptions<NihonMeisho>> = Some(options_form);
}

fn options_form(options: Signal<Options>, players: Vec<Player>) -> Element {
    rsx! {
        OptionsForm { options, players: players.len() }
    }
}
