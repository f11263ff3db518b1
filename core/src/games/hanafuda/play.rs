//! The hanafuda game at a table: its names and texts, turns and drafts.

use super::deck::Top;
use super::draft::{Draft, PayoutStep};
use super::game::{Error, Event, Hanafuda, MoveKind, Options, RoundEnd, State};
use super::view_model::{PayoutCause, Screen, reasons};
use super::{view_model, words};
use crate::domain::game::Game;
use crate::domain::seats::{Direction, Seat, Seats};
use crate::domain::session::Session;
use crate::i18n::{Lang, t};
use crate::play::{GameSteps, MoreWords, Move, Moves, Play, Playing, Problem, Saying, Starts, Turns, Words};

impl Play for Hanafuda {
    type Draft = Draft;

    const WORDS: Words<Hanafuda> = Words {
        name: t::hanafuda_name,
        tagline: t::hanafuda_tagline,
        place,
        describe,
        explain,
        agreed: agreed_words,
        more: MoreWords { actor, whole_rounds: false, made_by, tally: tally_name, ..MoreWords::NONE },
    };

    fn steps(session: &Session<Hanafuda>) -> GameSteps<'_, Hanafuda> {
        let state = session.ledger.state();
        let dealer = || session.seats.name(state.next_dealer());
        let next: Option<Saying> = match view_model::screen(state, Draft::default(), None) {
            Screen::Deal | Screen::Turn | Screen::Over => None,
            Screen::Payout(_) => Some(Box::new(|l| t::hanafuda_step_payout(l).to_owned())),
            Screen::Forfeit(_) => Some(Box::new(|l| t::hanafuda_penalty_title(l).to_owned())),
            Screen::Between => Some(Box::new(move |l| t::hanafuda_next(l, state.round + 1, dealer()))),
        };
        let forfeits = view_model::list(session.ledger.entries(), &session.options).clone();
        GameSteps { next, end: None, again: Some(Options { forfeits, ..session.options.clone() }) }
    }

    fn may_correct(_: &State, event: &Event) -> bool {
        matches!(event, Event::Payout { .. } | Event::Forfeit { .. })
    }

    fn undo_draft<'a>(draft: &mut Draft, seats: &'a Seats, _: &'a Options) -> Option<Saying<'a>> {
        let of_field = draft.field_last.then(|| undo_field(draft)).flatten();
        of_field.or_else(|| undo_step(draft, seats)).or_else(|| undo_field(draft))
    }

    const TURNS: Option<Turns<Hanafuda>> = Some(Turns { seat: State::to_play, playing, moves, about: seat_moves });

    const STARTS: Starts = Starts::OneBy(t::hanafuda_starter);
}

fn tally_name(id: &str, l: Lang) -> Option<&'static str> {
    match id {
        "balance" => Some(t::hanafuda_tally_balance(l)),
        "first" => Some(t::hanafuda_tally_first(l)),
        _ => None,
    }
}

fn place(state: &State, _: usize, l: Lang) -> String {
    t::hanafuda_round(l, view_model::round(state))
}

fn describe(event: &Event, seats: &Seats, _: &Options, l: Lang) -> String {
    words::did(event, seats, l)
}

fn actor(before: &State, event: &Event) -> Option<Seat> {
    before.to_play().filter(|_| matches!(event, Event::Move { .. }))
}

fn explain(error: &Error, seats: &Seats, _: &Options, l: Lang) -> Problem {
    words::explain(error, seats, l)
}

fn agreed_words(options: &Options, _: usize, l: Lang) -> Vec<String> {
    let direction = match options.direction {
        Direction::Clockwise => t::hanafuda_agreed_clockwise(l),
        Direction::CounterClockwise => t::hanafuda_agreed_counter_clockwise(l),
    };
    let ending = match options.ending {
        RoundEnd::Payout => t::hanafuda_agreed_payout(l),
        RoundEnd::Forfeit => t::hanafuda_agreed_forfeit(l),
        RoundEnd::Both => t::hanafuda_agreed_both(l),
    };
    let mut words = vec![direction.to_owned(), ending.to_owned()];
    if !options.track_turns {
        words.push(t::hanafuda_agreed_results(l).to_owned());
    }
    words
}

fn made_by(session: &Session<Hanafuda>, round: usize, side: usize, l: Lang) -> Option<String> {
    let round = session.ledger.rounds().get(round)?;
    let paid = reasons(session.ledger.entries().get(round.entry)?);
    let won = |(seat, why, _): &(Seat, PayoutCause, i32)| seat.index() == side && *why == PayoutCause::Won;
    paid.iter().any(won).then(|| t::hanafuda_why_won(l).to_owned())
}

fn playing(session: &Session<Hanafuda>, l: Lang) -> Option<Playing> {
    let state = session.ledger.state();
    let seat = state.to_play()?;
    let notes = state.hands.iter().map(|cards| (t::hanafuda_cards(l, *cards), false)).collect();
    Some(Playing { seat, direction: state.direction(), stack: 0, notes })
}

fn moves(session: &Session<Hanafuda>, l: Lang) -> Moves<Event> {
    let state = session.ledger.state();
    let others = MoveKind::ALL.into_iter().filter(|kind| state.allows(*kind)).map(|kind| {
        let words = t::hanafuda_move(l, kind.id());
        let event = |top| Event::Move { kind, top };
        if view_model::asks_top(state, kind) {
            Move::choose(words, Top::ALL.map(|top| Move::event(t::hanafuda_top(l, top.id()), event(top))))
        } else {
            Move::event(words, event(Top::Other))
        }
    });
    Moves { main: None, others: others.collect() }
}

fn seat_moves(session: &Session<Hanafuda>, seat: Seat, l: Lang) -> Vec<Move<Event>> {
    let state = session.ledger.state();
    let Some(now) = state.hands.get(seat.index()).copied().filter(|_| state.to_play().is_some()) else {
        return Vec::new();
    };
    let turn = Event::ToPlay { seat };
    let turn = (words::did(&turn, &session.seats, l), turn);
    let counts = (now.saturating_sub(6)..=now.saturating_add(8)).filter(|cards| *cards != now);
    let counts = counts.map(|cards| (t::hanafuda_cards(l, cards), Event::Hand { seat, cards }));
    let turn = (state.to_play() != Some(seat)).then_some(turn);
    let moves = turn.into_iter().chain(counts).filter(|(_, event)| Hanafuda::apply(state, event).is_ok());
    moves.map(|(words, event)| Move::event(words, event)).collect()
}

/// Takes back the last month entered for the field; returns how to say which.
fn undo_field<'a>(draft: &mut Draft) -> Option<Saying<'a>> {
    let month = draft.field.pop()?;
    Some(Box::new(move |l| t::hanafuda_undo_field(l, t::hanafuda_month(l, month.id()))))
}

/// Takes back the last step of a turn, payout or forfeit; returns how to say which.
fn undo_step<'a>(draft: &mut Draft, seats: &'a Seats) -> Option<Saying<'a>> {
    let about = |words: fn(Lang, &str) -> String, seat: Seat| -> Option<Saying<'a>> {
        Some(Box::new(move |l| words(l, seats.name(seat))))
    };
    if let Some(entry) = &mut draft.payout
        && let Some(step) = entry.to_undo()
    {
        entry.undo();
        return match step {
            PayoutStep::Count(seat) => about(|l, name| t::hanafuda_undo_count(l, name), seat),
            PayoutStep::Exempt(seat) => about(|l, name| t::hanafuda_undo_exempt(l, name), seat),
            PayoutStep::Winner(seat) => about(|l, name| t::hanafuda_undo_first(l, name), seat),
        };
    }
    if let Some(penalty) = draft.forfeit.as_mut().filter(|penalty| !penalty.old) {
        if penalty.text.take().is_some() {
            return Some(Box::new(|l| t::hanafuda_undo_drawn(l).to_owned()));
        }
        if let Some(seat) = penalty.seat.take() {
            return about(|l, name| t::hanafuda_undo_heap(l, name), seat);
        }
        if let Some(seat) = penalty.winner.take() {
            return about(|l, name| t::hanafuda_undo_first(l, name), seat);
        }
    }
    let turn = draft.turn.as_mut()?;
    if let Some(kind) = turn.kind.take() {
        return Some(Box::new(move |l| t::hanafuda_move(l, kind.id())));
    }
    let dealt = std::mem::take(&mut turn.dealt);
    draft.turn = None;
    dealt.then(|| -> Saying<'a> { Box::new(|l| t::hanafuda_undo_dealt(l).to_owned()) })
}
