//! Nihon Meisho at a table: its names and texts, turns and drafts.

use super::game::{Event, Mode, NihonMeisho, Options, RuleError, State};
use super::pile::Labels;
use super::view_model::{
    Act, Asked, Button, Cell, Does, Picking, asked, buttons, caller, cells, has_asides, may_be_turned_plus_two,
};
use super::words;
use crate::domain::game::Game;
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::Session;
use crate::i18n::{Lang, t};
use crate::play::{MoreWords, Move, Moves, Play, Playing, Problem, Saying, Turns, Words};

impl Play for NihonMeisho {
    type Draft = Picking;

    const WORDS: Words<NihonMeisho> = Words {
        name: t::meisho_name,
        tagline: t::meisho_tagline,
        place,
        describe,
        explain,
        agreed: agreed_words,
        more: MoreWords { actor, seating: seating_note, tally: tally_name, ..MoreWords::NONE },
    };

    fn may_correct(_: &State, event: &Event) -> bool {
        !matches!(event, Event::Call { .. } | Event::SaidInTime { .. } | Event::Reshuffled | Event::People(_))
    }

    fn undo_draft<'a>(picking: &mut Picking, _: &'a Seats, options: &'a Options) -> Option<Saying<'a>> {
        let card = picking.first.take()?;
        Some(Box::new(move |l| words::card(&options.labels, card, l)))
    }

    const TURNS: Option<Turns<NihonMeisho>> = Some(Turns {
        seat: |state| state.winner().is_none().then(|| state.current()),
        playing,
        moves,
        about: seat_moves,
    });
}

fn tally_name(id: &str, l: Lang) -> Option<&'static str> {
    match id {
        "turns" => Some(t::meisho_tally_turns(l)),
        "passed" => Some(t::meisho_tally_passed(l)),
        _ => None,
    }
}

fn place(state: &State, _: usize, l: Lang) -> String {
    t::meisho_turn(l, state.turns().saturating_add(1))
}

fn describe(event: &Event, seats: &Seats, options: &Options, l: Lang) -> String {
    words::did(event, seats, &options.labels, l)
}

fn actor(before: &State, event: &Event) -> Option<Seat> {
    let names_them = matches!(event, Event::Call { .. } | Event::SaidInTime { .. } | Event::Hand { .. });
    let of_nobody = matches!(event, Event::Turned(_) | Event::TurnedPlusTwo | Event::Reshuffled | Event::People(_));
    (!names_them && !of_nobody).then(|| before.current())
}

fn explain(error: &RuleError, seats: &Seats, options: &Options, l: Lang) -> Problem {
    words::explain(error, seats, options, l)
}

fn agreed_words(options: &Options, _: usize, l: Lang) -> Vec<String> {
    let mode = match options.mode {
        Mode::Quick => t::meisho_agreed_quick(l),
        Mode::Full => t::meisho_agreed_full(l),
    };
    let clock = options.clock.map(|seconds| t::meisho_agreed_clock(l, seconds));
    [mode.to_owned(), t::meisho_agreed_hand(l, options.hand)].into_iter().chain(clock).collect()
}

fn seating_note(_: &Seats, _: &Options, l: Lang) -> Option<String> {
    Some(t::meisho_leaving(l).to_owned())
}

fn playing(session: &Session<NihonMeisho>, l: Lang) -> Option<Playing> {
    let state = session.ledger.state();
    if state.winner().is_some() {
        return None;
    }
    Some(Playing {
        seat: state.current(),
        direction: state.direction(),
        stack: state.stack(),
        notes: Seat::all(session.seats.len()).map(|seat| words::hand(state, seat, l)).collect(),
    })
}

fn moves(session: &Session<NihonMeisho>, l: Lang) -> Moves<Event> {
    let state = session.ledger.state();
    let labels = &session.options.labels;
    // A card turned up is asked for before anything else.
    let mut others = asked(state, None).map(|asked| choices(state, asked, labels, l)).unwrap_or_default();
    let mut main = None;
    for Button { act, does, main: is_main } in buttons(state) {
        let words = words::act(act, state, caller(state), &session.seats, l);
        let button = match does {
            Ok(Does::Event(event)) => Move::event(words, event),
            Ok(Does::Pick { two, .. }) => {
                Move::choose(words, choices(state, if two { Asked::First } else { Asked::One }, labels, l))
            }
            Err(_) => continue,
        };
        // A call happens beside the turn, not instead of it.
        if is_main && act != Act::Call {
            main = Some(button);
        } else {
            others.push(button);
        }
    }
    if may_be_turned_plus_two(state) && has_asides(&session.options) {
        others.push(Move::event(t::meisho_do_turned_plus_two(l), Event::TurnedPlusTwo));
    }
    if words::shuffle(state, l).is_some() {
        others.push(Move::event(t::meisho_do_shuffled(l), Event::Reshuffled));
    }
    Moves { main, others }
}

fn seat_moves(session: &Session<NihonMeisho>, seat: Seat, l: Lang) -> Vec<Move<Event>> {
    let state = session.ledger.state();
    let name = session.seats.name(seat);
    let now = state.cards(seat);
    let calls = [
        (t::meisho_do_call_now(l, name), Event::Call { seat }),
        (t::meisho_do_call_late(l, name), Event::SaidInTime { seat }),
    ];
    let counts = (now.saturating_sub(6)..=now.saturating_add(8)).filter(|cards| *cards != now);
    let counts = counts.map(|cards| (t::meisho_cards(l, cards), Event::Hand { seat, cards }));
    let moves = calls.into_iter().chain(counts).filter(|(_, event)| NihonMeisho::apply(state, event).is_ok());
    moves.map(|(words, event)| Move::event(words, event)).collect()
}

/// The cards that may be tapped for this question, as buttons.
fn choices(state: &State, asked: Asked, labels: &Labels, l: Lang) -> Vec<Move<Event>> {
    let choice = |cell: Cell| {
        let words = words::card(labels, cell.card, l);
        Some(match cell.does.ok()? {
            Does::Event(event) => Move::event(words, event),
            Does::Pick { .. } => Move::choose(words, choices(state, Asked::Second(cell.card), labels, l)),
        })
    };
    cells(state, asked).into_iter().filter_map(choice).collect()
}
