//! Nihon Meisho at a table: its names, tabs and texts.

use dioxus::prelude::*;

use super::set_options::OptionsForm;
use super::turn::{Event, Mode, NihonMeisho, Options, RuleError, State};
use super::view_model::{Act, Does, Picking, buttons};
use super::{count_hands, take_turn, text};
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::Session;
use crate::i18n::{Lang, t};
use crate::play::{Play, Playing, Problem};
use crate::table::{Tab, Tabs};
use crate::ui::Glyph;

impl Play for NihonMeisho {
    fn name(l: Lang) -> &'static str {
        t::meisho_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::meisho_tagline(l)
    }

    fn place(state: &State, _: usize, l: Lang) -> String {
        t::meisho_turn(l, state.turns().saturating_add(1))
    }

    fn describe(event: &Event, seats: &Seats, options: &Options, l: Lang) -> String {
        text::did(event, seats, &options.labels, l)
    }

    fn actor(before: &State, event: &Event) -> Option<Seat> {
        let names_them = matches!(event, Event::Call { .. } | Event::SaidInTime { .. } | Event::Hand { .. });
        let of_nobody = matches!(event, Event::Turned(_) | Event::TurnedPlusTwo | Event::Reshuffled);
        (!names_them && !of_nobody).then(|| before.current())
    }

    fn explain(error: &RuleError, seats: &Seats, options: &Options, l: Lang) -> Problem {
        text::explain(error, seats, options, l)
    }

    fn agreed_words(options: &Options, _: usize, l: Lang) -> Vec<String> {
        let mode = match options.mode {
            Mode::Quick => t::meisho_agreed_quick(l),
            Mode::Full => t::meisho_agreed_full(l),
        };
        let clock = options.clock.map(|seconds| t::meisho_agreed_clock(l, seconds));
        [mode.to_owned(), t::meisho_agreed_hand(l, options.hand)].into_iter().chain(clock).collect()
    }

    fn options_form(options: Signal<Options>, players: usize) -> Element {
        rsx! {
            OptionsForm { options, players }
        }
    }

    fn turn(session: &Session<NihonMeisho>, l: Lang) -> Option<Playing<Event>> {
        let state = session.ledger.state();
        if state.winner().is_some() {
            return None;
        }
        // A call happens beside the turn, not instead of it.
        let main = buttons(state).into_iter().find(|button| button.main && button.act != Act::Call);
        let next = main.and_then(|button| match button.does {
            Ok(Does::Event(event)) => Some((event, text::act(button.act, state, None, &session.seats, l))),
            _ => None,
        });
        Some(Playing {
            seat: state.current(),
            direction: state.direction(),
            stack: state.stack(),
            notes: Seat::all(session.seats.len()).map(|seat| text::hand(state, seat, l)).collect(),
            next,
        })
    }

    fn may_correct(event: &Event) -> bool {
        !matches!(event, Event::Call { .. } | Event::SaidInTime { .. } | Event::Reshuffled)
    }

    fn undo_draft(draft: &str, _: &Seats, options: &Options, l: Lang) -> Option<(String, String)> {
        let picking: Picking = serde_json::from_str(draft).ok()?;
        let words = text::card(&options.labels, picking.first?, l);
        Some((words, serde_json::to_string(&Picking { first: None, ..picking }).ok()?))
    }
}

impl Tabs for NihonMeisho {
    fn tabs() -> Vec<Tab<NihonMeisho>> {
        vec![
            Tab { id: "play", label: t::meisho_tab_turn, glyph: Glyph::Turn, view: take_turn::view },
            Tab { id: "hands", label: t::meisho_tab_hands, glyph: Glyph::Hands, view: count_hands::view },
        ]
    }
}
