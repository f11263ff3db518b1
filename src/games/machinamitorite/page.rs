//! Machinamitorite at a table: its views.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::games::machinamitorite::game::{Machinamitorite, Options};
use takujo_core::i18n::t;

use super::calculate::calculate;
use super::enter_hand::enter_hand;
use super::judge_trick::judge_trick;
use super::options::OptionsForm;
use crate::table::{DrawOptions, Tab, Views, standings};
use crate::ui::Glyph;

impl Views for Machinamitorite {
    fn tabs() -> Vec<Tab<Machinamitorite>> {
        vec![
            Tab { id: "play", label: t::machi_tab_hand, glyph: Glyph::Grid, view: enter_hand },
            Tab { id: "trick", label: t::machi_tab_trick, glyph: Glyph::Trick, view: judge_trick },
            Tab { id: "standings", label: t::tab_standings, glyph: Glyph::Chart, view: standings },
        ]
    }

    const OPTIONS: Option<DrawOptions<Machinamitorite>> = Some(options_form);

    const CALCULATE: Option<fn() -> Element> = Some(calculate);
}

fn options_form(options: Signal<Options>, players: Vec<Player>) -> Element {
    rsx! {
        OptionsForm { options, players: players.len() }
    }
}
