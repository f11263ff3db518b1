//! The weather game at a table: its views.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::games::weather::game::{Options, Weather};
use takujo_core::i18n::t;

use super::calculate::calculate;
use super::copy_cards::copy_cards;
use super::play_rounds::play_rounds;
use super::set_options::OptionsForm;
use crate::table::{DrawOptions, Tab, Views, standings};
use crate::ui::Glyph;

impl Views for Weather {
    fn tabs() -> Vec<Tab<Weather>> {
        vec![
            Tab { id: "play", label: t::weather_tab_play, glyph: Glyph::Sun, view: play_rounds },
            Tab { id: "standings", label: t::tab_standings, glyph: Glyph::Chart, view: standings },
            Tab { id: "cards", label: t::weather_tab_cards, glyph: Glyph::Hands, view: copy_cards },
        ]
    }

    const OPTIONS: Option<DrawOptions<Weather>> = Some(options_form);

    const CALCULATE: Option<fn() -> Element> = Some(calculate);
}

fn options_form(options: Signal<Options>, _: Vec<Player>) -> Element {
    rsx! {
        OptionsForm { options }
    }
}
