//! Nerts at a table: its views.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::games::nerts::game::Nerts;
use takujo_core::games::nerts::options::Options;
use takujo_core::i18n::t;

use super::calculate::calculate;
use super::enter_round::enter_round;
use super::options::OptionsForm;
use super::target::standings_and_target;
use crate::table::{DrawOptions, Tab, Views};
use crate::ui::Glyph;

impl Views for Nerts {
    fn tabs() -> Vec<Tab<Nerts>> {
        vec![
            Tab { id: "play", label: t::nerts_tab_score, glyph: Glyph::Grid, view: enter_round },
            Tab { id: "standings", label: t::tab_standings, glyph: Glyph::Chart, view: standings_and_target },
        ]
    }

    const OPTIONS: Option<DrawOptions<Nerts>> = Some(options_form);

    const CALCULATE: Option<fn() -> Element> = Some(calculate);
}

fn options_form(options: Signal<Options>, players: Vec<Player>) -> Element {
    rsx! {
        OptionsForm { options, players }
    }
}
