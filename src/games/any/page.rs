//! Any other card game at a table: its names, tabs and texts.

use dioxus::prelude::*;

use super::enter_round::{Draft, enter_round};
use super::game::{
    Any, EndRule, Error, Event, MOST_POINTS, MOST_STACK, Options, ROUNDS, STEPS, State, TARGETS, WinningTotal,
};
use super::options::OptionsForm;
use super::take_turns::take_turns;
use crate::domain::ledger::Ledger;
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::Session;
use crate::i18n::{Lang, number, t};
use crate::play::{Move, Moves, Play, Playing, Problem, same_round};
use crate::table::{Tab, Tabs, seating_problem, standings};
use crate::ui::Glyph;

impl Play for Any {
    fn name(l: Lang) -> &'static str {
        t::any_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::any_tagline(l)
    }

    fn place(_: &State, rounds: usize, l: Lang) -> String {
        t::any_round(l, rounds + 1)
    }

    fn describe(event: &Event, seats: &Seats, options: &Options, l: Lang) -> String {
        match event {
            Event::Round { points } => {
                let points = points.iter().map(|points| number(*points)).collect::<Vec<_>>();
                t::any_did_round(l, points.join(" · "))
            }
            Event::Next => t::any_did_next(l).to_owned(),
            Event::Skip => t::any_did_skip(l).to_owned(),
            Event::Reverse => t::any_reverse(l).to_owned(),
            Event::Stack => format!("+{}", options.step),
            Event::Take => t::any_did_take(l).to_owned(),
            Event::Turn { seat } => t::any_did_turn(l, seats.name(*seat)),
            Event::End => t::any_end(l).to_owned(),
            Event::People(_) => t::people_title(l).to_owned(),
        }
    }

    fn actor(before: &State, event: &Event) -> Option<Seat> {
        matches!(event, Event::Next | Event::Skip | Event::Reverse | Event::Stack | Event::Take).then_some(before.turn)
    }

    fn explain(error: &Error, seats: &Seats, _: &Options, l: Lang) -> Problem {
        let text = match error {
            Error::Players { given, players } => t::any_error_players(l, *given, *players),
            Error::Points { seat, .. } => {
                let name = seats.players().get(*seat).map_or("", |player| &player.name);
                t::any_error_points(l, name, MOST_POINTS)
            }
            Error::Step(_) => t::number_wrong(l, *STEPS.start(), *STEPS.end()),
            Error::Target(_) => t::number_wrong(l, *TARGETS.start(), *TARGETS.end()),
            Error::Rounds(_) => t::number_wrong(l, *ROUNDS.start(), *ROUNDS.end()),
            Error::Stack => t::any_error_stack(l, MOST_STACK),
            Error::NoStack => t::any_error_no_stack(l).to_owned(),
            Error::NoSeat(seat) => t::any_error_seat(l, seat.index() + 1),
            Error::Over => t::any_error_over(l).to_owned(),
            Error::People(error) => seating_problem(l, error),
        };
        Problem { text, rule: "" }
    }

    fn agreed_words(options: &Options, _: usize, l: Lang) -> Vec<String> {
        let winner = match options.winner {
            WinningTotal::Highest => t::any_agreed_highest(l),
            WinningTotal::Lowest => t::any_agreed_lowest(l),
        };
        let ending = match options.ending {
            EndRule::Open => t::any_agreed_open(l).to_owned(),
            EndRule::Target(points) => t::any_agreed_target(l, points),
            EndRule::Rounds(rounds) => t::any_agreed_rounds(l, rounds),
        };
        vec![winner.to_owned(), ending, t::any_agreed_step(l, options.step)]
    }

    fn options_form(options: Signal<Options>, _: usize) -> Element {
        rsx! {
            OptionsForm { options }
        }
    }

    fn turn(session: &Session<Any>, _: Lang) -> Option<Playing> {
        let state = session.ledger.state();
        Some(Playing {
            seat: state.turn,
            direction: state.direction,
            stack: state.stack,
            notes: state.totals.iter().map(|total| (number(*total), false)).collect(),
        })
    }

    fn moves(session: &Session<Any>, l: Lang) -> Moves<Event> {
        let state = session.ledger.state();
        let main = if state.stack > 0 {
            Move::event(t::any_take(l, state.stack), Event::Take)
        } else {
            Move::event(t::any_next(l), Event::Next)
        };
        let seats = Seat::all(session.seats.len()).filter(|seat| *seat != state.turn);
        let turns = seats.map(|seat| Move::event(session.seats.name(seat), Event::Turn { seat }));
        let others = vec![
            Move::event(t::any_stack(l, session.options.step), Event::Stack),
            Move::event(t::any_skip(l), Event::Skip),
            Move::event(t::any_reverse(l), Event::Reverse),
            Move::choose(t::any_turn_move(l), turns),
        ];
        Moves { main: Some(main), others }
    }

    fn target(state: &State) -> Option<i32> {
        match state.ending {
            EndRule::Target(points) => i32::try_from(points).ok(),
            EndRule::Open | EndRule::Rounds(_) => None,
        }
    }

    fn undo_draft(draft: &str, seats: &Seats, _: &Options, l: Lang) -> Option<(String, String)> {
        let mut entry: Draft = serde_json::from_str(draft).ok()?;
        let (cell, now) = entry.grid.to_undo()?;
        let name = seats.players().get(cell).map_or("", |player| &player.name);
        let words = t::any_undo_cell(l, now.text(), name);
        entry.grid.undo();
        Some((words, serde_json::to_string(&entry).ok()?))
    }

    fn draft_after(draft: &str, before: &Ledger<Any>, after: &Ledger<Any>) -> Option<String> {
        same_round(draft, before, after)
    }
}

impl Tabs for Any {
    fn tabs() -> Vec<Tab<Any>> {
        vec![
            Tab { id: "play", label: t::any_tab_score, glyph: Glyph::Grid, view: enter_round },
            Tab { id: "turn", label: t::any_tab_turn, glyph: Glyph::Turn, view: take_turns },
            Tab { id: "standings", label: t::tab_standings, glyph: Glyph::Chart, view: standings },
        ]
    }
}
