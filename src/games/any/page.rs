//! Any other card game at a table: its views.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::games::any::game::{Any, Options};
use takujo_core::games::any::own::OwnGame;
use takujo_core::i18n::t;

use super::enter_round::enter_round;
use super::options::OptionsForm;
use super::own_games::{OwnGames, store_game};
use super::take_turns::take_turns;
use crate::play::SetupForm;
use crate::state::App;
use crate::table::{DrawOptions, Setups, Tab, Views, standings};
use crate::ui::Glyph;

impl Views for Any {
    fn tabs() -> Vec<Tab<Any>> {
        vec![
            Tab { id: "play", label: t::any_tab_score, glyph: Glyph::Grid, view: enter_round },
            Tab { id: "turn", label: t::any_tab_turn, glyph: Glyph::Turn, view: take_turns },
            Tab { id: "standings", label: t::tab_standings, glyph: Glyph::Chart, view: standings },
        ]
    }

    const OPTIONS: Option<DrawOptions<Any>> = Some(options_form);

    const DEFINED: bool = true;

    const SETUPS: Option<Setups<Any>> = Some(Setups { form: own_games, opened });
}

fn own_games(setup: SetupForm<Options>) -> Element {
    rsx! {
        OwnGames { setup }
    }
}

/// A game with a name of its own is kept for the next time.
fn opened(app: App, options: &Options, players: &[Player]) {
    if !options.name.is_empty() {
        let players = players.iter().map(|player| player.name.clone()).collect();
        store_game(app, OwnGame { options: options.clone(), players });
    }
}

fn options_form(options: Signal<Options>, players: Vec<Player>) -> Element {
    rsx! {
        OptionsForm { options, players }
    }
}
