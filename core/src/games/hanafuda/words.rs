//! What happened, what is wrong and what comes next, in words.

use super::deck::{FIELD, Top};
use super::draft::Fault;
use super::forfeit::{ForfeitError, MAX_FORFEIT, MAX_FORFEITS};
use super::game::{Error, Event, Hanafuda};
use super::payout::{MAX_DECIMALS, MAX_UNIT, PayoutError, UnitError};
use super::view_model::TurnNews;
use crate::domain::game::Game;
use crate::domain::seats::{Seat, Seats};
use crate::i18n::{Lang, t};
use crate::play::Problem;
use crate::rule::hanafuda as rules;
use crate::table::coming_words::seating_problem;

/// An event in a few words.
pub fn did(event: &Event, seats: &Seats, l: Lang) -> String {
    let name = |seat: &Seat| seats.name(*seat);
    match event {
        Event::Move { kind, top: Top::Other } => t::hanafuda_move(l, kind.id()),
        Event::Move { kind, top } => {
            t::hanafuda_did_move_top(l, t::hanafuda_move(l, kind.id()), t::hanafuda_top(l, top.id()))
        }
        Event::Hand { seat, cards } => t::hanafuda_did_hand(l, name(seat), t::hanafuda_cards(l, *cards)),
        Event::ToPlay { seat } => t::hanafuda_did_turn(l, name(seat)),
        Event::Payout { winner, .. } => t::hanafuda_did_payout(l, name(winner)),
        Event::Forfeit { seat, .. } => t::hanafuda_did_forfeit(l, name(seat)),
        Event::NextRound { .. } => t::hanafuda_did_round(l).to_owned(),
        Event::List { .. } => t::hanafuda_did_list(l).to_owned(),
        Event::End => t::hanafuda_did_end(l).to_owned(),
        Event::People(_) => t::people_title(l).to_owned(),
    }
}

/// A broken rule in words: what is wrong, and what would be right.
pub fn explain(error: &Error, seats: &Seats, l: Lang) -> Problem {
    let name = |seat: &Seat| seats.name(*seat);
    let state = |what: &str| t::hanafuda_error_state(l, what);
    let (text, rule) = match error {
        Error::Players(players) => (
            t::hanafuda_error_players(l, *Hanafuda::SEATS.start(), *Hanafuda::SEATS.end(), *players),
            Some(rules::NEED),
        ),
        Error::Unit(UnitError::UntidyName | UnitError::LongName { .. }) => {
            (t::hanafuda_error_unit(l, MAX_UNIT), Some(rules::POINT_VALUE))
        }
        Error::Unit(UnitError::PerPoint(_) | UnitError::Decimals(_)) => {
            (t::hanafuda_error_worth(l, MAX_DECIMALS), Some(rules::POINT_VALUE))
        }
        Error::Forfeit(error) => (forfeit_text(error, l), Some(rules::FORFEIT)),
        Error::NoSeat(_) | Error::Payout(PayoutError::NoSeat(_)) => (state("no_seat"), None),
        Error::Over => (state("over"), Some(rules::ROUNDS)),
        Error::NotTracked => (state("not_tracked"), None),
        Error::NobodyFirst => (state("nobody_first"), Some(rules::FIRST)),
        Error::AlreadyFirst(seat) => (t::hanafuda_error_already_first(l, name(seat)), Some(rules::FIRST)),
        Error::RoundOver => (state("round_over"), Some(rules::DEALER)),
        Error::RoundNotOver => (state("round_not_over"), Some(rules::FIRST)),
        Error::NoPayouts => (state("no_payouts"), Some(rules::FORFEIT)),
        Error::NoForfeits => (state("no_forfeits"), Some(rules::FORFEIT)),
        Error::AlreadyPaid => (state("already_paid"), Some(rules::PAYOUT)),
        Error::AlreadyDone => (state("already_done"), Some(rules::FORFEIT)),
        Error::NotFirst { given, first } => {
            (t::hanafuda_error_not_first(l, name(first), name(given)), Some(rules::FIRST))
        }
        Error::HandTooSmall { seat, has, needs } => {
            (t::hanafuda_error_hand(l, name(seat), *has, *needs), Some(rules::TURN))
        }
        Error::NoEffect(kind) => (t::hanafuda_error_no_effect(l, t::hanafuda_move(l, kind.id())), Some(rules::EFFECTS)),
        Error::NoCardToDraw => (state("no_card"), Some(rules::DECK_EMPTY)),
        Error::TooManyCards { total, most } => (t::hanafuda_error_cards(l, *total, FIELD, *most), Some(rules::DEAL)),
        Error::Payout(PayoutError::TooManyCards { counted, most }) => {
            (t::hanafuda_error_cards(l, *counted, FIELD, *most), Some(rules::DEAL))
        }
        Error::Payout(PayoutError::Hands { given, players }) => {
            (t::hanafuda_error_hands(l, *given, *players), Some(rules::PAYOUT))
        }
        Error::Payout(PayoutError::WinnerHolds { seat, cards }) => {
            (t::hanafuda_error_winner_holds(l, name(seat), t::hanafuda_cards(l, *cards)), Some(rules::FIRST))
        }
        Error::Payout(PayoutError::NoExempt) => (state("no_exempt"), Some(rules::EXEMPT)),
        Error::Payout(PayoutError::ExemptOfTwo) => (state("exempt_of_two"), Some(rules::EXEMPT)),
        Error::Payout(PayoutError::ExemptWinner) => (state("exempt_winner"), Some(rules::EXEMPT)),
        Error::Payout(PayoutError::EmptyHand(seat)) => {
            (t::hanafuda_error_empty_hand(l, name(seat)), Some(rules::FIRST))
        }
        Error::Payout(PayoutError::TooManyBrights { counted, most }) => {
            (t::hanafuda_error_brights(l, *counted, *most), Some(rules::DECK_CHART))
        }
        Error::Miscount { seat, counted, tracked } => {
            (t::hanafuda_error_miscount(l, name(seat), *counted, *tracked), Some(rules::PAYOUT))
        }
        Error::ForfeitOfWinner(seat) => (t::hanafuda_error_heap_winner(l, name(seat)), Some(rules::FORFEIT)),
        Error::ForfeitOfExempt(seat) => (t::hanafuda_error_heap_exempt(l, name(seat)), Some(rules::FORFEIT)),
        Error::TooMuch => (state("too_much"), None),
        Error::People(error) => (seating_problem(l, error), None),
    };
    Problem { text, rule }
}

/// Why a forfeit cannot go on the list, in words.
pub fn forfeit_text(error: &ForfeitError, l: Lang) -> String {
    match error {
        ForfeitError::Untidy => t::hanafuda_error_forfeit_empty(l).to_owned(),
        ForfeitError::Long { chars } => t::hanafuda_error_forfeit_long(l, *chars, MAX_FORFEIT),
        ForfeitError::Same { entry } => t::hanafuda_error_forfeit_same(l, entry + 1),
        ForfeitError::Full => t::hanafuda_error_forfeit_full(l, MAX_FORFEITS),
        ForfeitError::NoEntry(_) => t::hanafuda_error_forfeit_none(l).to_owned(),
    }
}

/// What is wrong with a payout being entered, in words.
pub fn fault_text(fault: &Fault, payers: &[Seat], seats: &Seats, l: Lang) -> Problem {
    let name = |cell: &usize| payers.get(cell / 2).map_or("", |seat| seats.name(*seat));
    let (text, rule) = match fault {
        Fault::Winner => (t::hanafuda_error_state(l, "winner"), Some(rules::FIRST)),
        Fault::Exempt => (t::hanafuda_error_state(l, "no_exempt"), Some(rules::EXEMPT)),
        Fault::Empty(cell) => (t::hanafuda_error_empty(l, name(cell), cell_text(*cell, l)), None),
        Fault::Range(_, most) => (t::hanafuda_error_range(l, *most), Some(rules::DECK_CHART)),
        Fault::Brights { cell, brights, cards } => {
            (t::hanafuda_error_brights_hand(l, name(cell), *cards, *brights), Some(rules::PAYOUT))
        }
        Fault::Rule(error, _) => return explain(error, seats, l),
    };
    Problem { text, rule }
}

/// What a cell of the payout counts: brights, or all cards.
pub fn cell_text(cell: usize, l: Lang) -> &'static str {
    if cell.is_multiple_of(2) { t::hanafuda_brights(l) } else { t::hanafuda_all(l) }
}

/// What the last move means for the next player, in words.
pub fn turn_news_text(news: TurnNews, seats: &Seats, l: Lang) -> String {
    use super::deck::CardEffect::{DrawAndLoseTurn, DrawThenPlay, LoseTurn};
    let name = |seat: Seat| seats.name(seat);
    match news {
        TurnNews::Starts(next) => t::hanafuda_said_starts(l, name(next)),
        TurnNews::Plays(next) => t::hanafuda_said_plays(l, name(next)),
        TurnNews::Hit(hit, next) => match hit.effect {
            DrawAndLoseTurn => t::hanafuda_said_draw_and_lose(l, name(hit.seat), name(next)),
            DrawThenPlay => t::hanafuda_said_draw_then_play(l, name(hit.seat)),
            LoseTurn => t::hanafuda_said_lose(l, name(hit.seat), name(next)),
        },
        TurnNews::Back(hit, next) => match hit.effect {
            LoseTurn => t::hanafuda_said_lose_back(l, name(hit.seat), name(next)),
            DrawAndLoseTurn | DrawThenPlay => t::hanafuda_said_draw_and_lose_back(l, name(hit.seat), name(next)),
        },
    }
}
