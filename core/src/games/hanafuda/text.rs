//! What happened, what is wrong and what comes next, in words.

use super::deck::{FIELD, Top};
use super::draft::Fault;
use super::forfeit::{ForfeitError, MAX_FORFEIT, MAX_FORFEITS};
use super::payout::{MAX_DECIMALS, MAX_UNIT, PayoutError, UnitError};
use super::turn::{Error, Event, Hanafuda};
use super::view_model::TurnNews;
use crate::domain::game::Game;
use crate::domain::seats::{Seat, Seats};
use crate::i18n::{Lang, t};
use crate::play::Problem;
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
        Error::Players(players) => {
            (t::hanafuda_error_players(l, *Hanafuda::SEATS.start(), *Hanafuda::SEATS.end(), *players), "need")
        }
        Error::Unit(UnitError::UntidyName | UnitError::LongName { .. }) => {
            (t::hanafuda_error_unit(l, MAX_UNIT), "point-value")
        }
        Error::Unit(UnitError::PerPoint(_) | UnitError::Decimals(_)) => {
            (t::hanafuda_error_worth(l, MAX_DECIMALS), "point-value")
        }
        Error::Forfeit(error) => (forfeit_text(error, l), "forfeit"),
        Error::NoSeat(_) | Error::Payout(PayoutError::NoSeat(_)) => (state("no_seat"), ""),
        Error::Over => (state("over"), "rounds"),
        Error::NotTracked => (state("not_tracked"), ""),
        Error::NobodyFirst => (state("nobody_first"), "first"),
        Error::AlreadyFirst(seat) => (t::hanafuda_error_already_first(l, name(seat)), "first"),
        Error::RoundOver => (state("round_over"), "dealer"),
        Error::RoundNotOver => (state("round_not_over"), "first"),
        Error::NoPayouts => (state("no_payouts"), "forfeit"),
        Error::NoForfeits => (state("no_forfeits"), "forfeit"),
        Error::AlreadyPaid => (state("already_paid"), "payout"),
        Error::AlreadyDone => (state("already_done"), "forfeit"),
        Error::NotFirst { given, first } => (t::hanafuda_error_not_first(l, name(first), name(given)), "first"),
        Error::HandTooSmall { seat, has, needs } => (t::hanafuda_error_hand(l, name(seat), *has, *needs), "turn"),
        Error::NoEffect(kind) => (t::hanafuda_error_no_effect(l, t::hanafuda_move(l, kind.id())), "effects"),
        Error::NoCardToDraw => (state("no_card"), "deck-empty"),
        Error::TooManyCards { total, most } => (t::hanafuda_error_cards(l, *total, FIELD, *most), "deal"),
        Error::Payout(PayoutError::TooManyCards { counted, most }) => {
            (t::hanafuda_error_cards(l, *counted, FIELD, *most), "deal")
        }
        Error::Payout(PayoutError::Hands { given, players }) => {
            (t::hanafuda_error_hands(l, *given, *players), "payout")
        }
        Error::Payout(PayoutError::WinnerHolds { seat, cards }) => {
            (t::hanafuda_error_winner_holds(l, name(seat), t::hanafuda_cards(l, *cards)), "first")
        }
        Error::Payout(PayoutError::NoExempt) => (state("no_exempt"), "exempt"),
        Error::Payout(PayoutError::ExemptOfTwo) => (state("exempt_of_two"), "exempt"),
        Error::Payout(PayoutError::ExemptWinner) => (state("exempt_winner"), "exempt"),
        Error::Payout(PayoutError::EmptyHand(seat)) => (t::hanafuda_error_empty_hand(l, name(seat)), "first"),
        Error::Payout(PayoutError::TooManyBrights { counted, most }) => {
            (t::hanafuda_error_brights(l, *counted, *most), "deck-chart")
        }
        Error::Miscount { seat, counted, tracked } => {
            (t::hanafuda_error_miscount(l, name(seat), *counted, *tracked), "payout")
        }
        Error::ForfeitOfWinner(seat) => (t::hanafuda_error_heap_winner(l, name(seat)), "forfeit"),
        Error::ForfeitOfExempt(seat) => (t::hanafuda_error_heap_exempt(l, name(seat)), "forfeit"),
        Error::TooMuch => (state("too_much"), ""),
        Error::People(error) => (seating_problem(l, error), ""),
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
        Fault::Winner => (t::hanafuda_error_state(l, "winner"), "first"),
        Fault::Exempt => (t::hanafuda_error_state(l, "no_exempt"), "exempt"),
        Fault::Empty(cell) => (t::hanafuda_error_empty(l, name(cell), cell_text(*cell, l)), ""),
        Fault::Range(_, most) => (t::hanafuda_error_range(l, *most), "deck-chart"),
        Fault::Brights { cell, brights, cards } => {
            (t::hanafuda_error_brights_hand(l, name(cell), *cards, *brights), "payout")
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
