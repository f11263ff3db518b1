//! The weather game in words: names, reasons, steps, errors.

use super::draft::{Copying, Draft, Fault, LastKey};
use super::game::{Error, Event, Weather};
use super::score::{
    CardKind, EACH_TRICK, MAX_PER_KIND, MAX_VALUE, NO_TRICK, NotDivisible, PrintedError, SNOW_FACTOR, ScoreError,
    ScoreStep, Scored,
};
use super::view_model::factors;
use super::wish::{Ineligible, Wish};
use crate::domain::seats::{Seat, Seats};
use crate::i18n::{Lang, list, number, t};
use crate::play::{Problem, Saying};
use crate::rule::{Rule, weather as rules};

/// The name of a wish.
pub fn wish_name(wish: Wish, l: Lang) -> &'static str {
    match wish {
        Wish::Sun => t::weather_wish_sun(l),
        Wish::Cloud => t::weather_wish_cloud(l),
        Wish::Rain => t::weather_wish_rain(l),
        Wish::Thunderbolt => t::weather_wish_thunderbolt(l),
        Wish::HeavySnow => t::weather_wish_heavy_snow(l),
        Wish::ClearSky => t::weather_wish_clear_sky(l),
        Wish::Overcast => t::weather_wish_overcast(l),
        Wish::Downpour => t::weather_wish_downpour(l),
    }
}

/// A list of wishes' names.
pub fn wish_list(wishes: &[Wish], l: Lang) -> String {
    list(l, &wishes.iter().map(|wish| wish_name(*wish, l).to_owned()).collect::<Vec<_>>())
}

/// The name of a kind of card.
pub fn kind_name(kind: CardKind, l: Lang) -> &'static str {
    match kind {
        CardKind::Sun => t::weather_kind_sun(l),
        CardKind::Cloud => t::weather_kind_cloud(l),
        CardKind::Rain => t::weather_kind_rain(l),
        CardKind::Thunder => t::weather_kind_thunder(l),
        CardKind::Snow => t::weather_kind_snow(l),
    }
}

/// What a wish pays besides points per card, in a few words; empty if nothing.
pub fn pays_besides(wish: Wish, l: Lang) -> String {
    match wish {
        Wish::HeavySnow => t::weather_pays_heavy_snow(l, NO_TRICK, EACH_TRICK),
        Wish::Overcast => t::weather_pays_overcast(l).to_owned(),
        Wish::Downpour => t::weather_pays_downpour(l, SNOW_FACTOR),
        Wish::Sun | Wish::Cloud | Wish::Rain | Wish::Thunderbolt | Wish::ClearSky => String::new(),
    }
}

/// The section of the rules that says how a wish scores. The four printed ones share one.
pub fn wish_rule(wish: Wish) -> Rule {
    match wish {
        Wish::Sun | Wish::Cloud | Wish::Rain | Wish::Thunderbolt => rules::SUN_CLOUD_RAIN_THUNDERBOLT,
        Wish::HeavySnow => rules::HEAVY_SNOW,
        Wish::ClearSky => rules::CLEAR_SKY,
        Wish::Overcast => rules::OVERCAST,
        Wish::Downpour => rules::DOWNPOUR,
    }
}

/// Why a wish may not be picked.
pub fn ineligible(reason: Ineligible, l: Lang) -> Problem {
    let (text, rule) = match reason {
        Ineligible::NotInPool => (t::weather_no_pool(l).to_owned(), Some(rules::WISH_POOL)),
        Ineligible::FirstRound { base } => (t::weather_no_first(l, wish_name(base, l)), Some(rules::ELIGIBILITY)),
        Ineligible::UpperUsed { wish, round } => {
            (t::weather_no_used(l, wish_name(wish, l), round), Some(rules::ELIGIBILITY))
        }
        Ineligible::NeedsBase { base, had } => {
            (t::weather_no_base(l, wish_name(base, l), wish_name(had, l)), Some(rules::ELIGIBILITY))
        }
    };
    Problem { text, rule }
}

/// A score step by step.
pub fn steps(scored: &Scored, l: Lang) -> Vec<String> {
    if scored.steps.is_empty() {
        return vec![t::weather_step_nothing(l).to_owned()];
    }
    let words = |step: &ScoreStep| match *step {
        ScoreStep::Cancelled { pairs } => t::weather_step_cancelled(l, pairs),
        ScoreStep::PerCard { kind, count, each, points } => {
            t::weather_step_card(l, count, kind_name(kind, l), each, points)
        }
        ScoreStep::NoTrick { points } => t::weather_step_no_trick(l, points),
        ScoreStep::Tricks { tricks, each, points } => t::weather_step_tricks(l, tricks, each, points),
        ScoreStep::Sum { points } => t::weather_step_sum(l, points),
        ScoreStep::Sign { thunder, snow, negative: true, points } => t::weather_step_odd(l, thunder + snow, points),
        ScoreStep::Sign { thunder, snow, negative: false, points } => t::weather_step_even(l, thunder + snow, points),
        ScoreStep::Product { thunder, snow, points } => t::weather_step_product(l, factors(thunder, snow), points),
        ScoreStep::EmptyProduct { points } => t::weather_step_empty(l, points),
    };
    scored.steps.iter().map(words).collect()
}

fn not_divisible(name: &str, wrong: NotDivisible, l: Lang) -> (String, Option<Rule>) {
    (t::weather_fault_tricks(l, name, wrong.cards, wrong.players), Some(rules::TRICKS_CHECK))
}

/// What is wrong with a count; `name` gives the name of a player, from 0 in seat order.
pub fn fault(fault: Fault, name: impl Fn(usize) -> String, l: Lang) -> Problem {
    let (text, rule) = match fault {
        Fault::Empty(cell) => {
            let kinds = CardKind::ALL.len();
            (t::weather_fault_empty(l, name(cell / kinds), kind_name(CardKind::ALL[cell % kinds], l)), None)
        }
        Fault::Range(_) => (t::weather_fault_range(l, MAX_PER_KIND), None),
        Fault::Tricks(player, wrong) => not_divisible(&name(player), wrong, l),
        Fault::NoCards => (t::weather_fault_no_cards(l).to_owned(), Some(rules::TRICKS_CHECK)),
    };
    Problem { text, rule }
}

fn score_error(name: &str, error: ScoreError, l: Lang) -> (String, Option<Rule>) {
    match error {
        ScoreError::TooManyCards { .. } => (t::weather_fault_range(l, MAX_PER_KIND), None),
        ScoreError::NotDivisible(wrong) => not_divisible(name, wrong, l),
        ScoreError::NeedsPrinted(wish) => {
            (t::weather_error_needs_printed(l, wish_name(wish, l)), Some(rules::PRINTED_CARDS))
        }
        ScoreError::Printed(PrintedError { .. }) => {
            (t::weather_cards_range(l, -MAX_VALUE, MAX_VALUE), Some(rules::PRINTED_CARDS))
        }
    }
}

/// Why an event is refused.
pub fn explain(error: &Error, seats: &Seats, l: Lang) -> Problem {
    let name = |seat: Seat| seats.name(seat);
    let (text, rule) = match error {
        Error::Players(players) => (t::weather_error_players(l, *players), Some(rules::PLAYERS)),
        Error::NoSuchSeat(_) => (t::weather_error_seat(l).to_owned(), None),
        Error::Over => (t::weather_error_over(l).to_owned(), Some(rules::END)),
        Error::NeedsPrinted(wishes) => {
            (t::weather_error_needs_printed(l, wish_list(wishes, l)), Some(rules::PRINTED_CARDS))
        }
        Error::NotYourTurn { seat, next } => {
            (t::weather_error_turn(l, name(*next), name(*seat)), Some(rules::PICKING_ORDER))
        }
        Error::AlreadyPicked(seat) => (t::weather_error_picked(l, name(*seat)), None),
        Error::Ineligible { seat, wish, reason } => {
            let Problem { text, rule } = ineligible(*reason, l);
            (t::weather_error_ineligible(l, name(*seat), wish_name(*wish, l), text), rule)
        }
        Error::WishesMissing(missing) => {
            let names: Vec<String> = missing.iter().map(|seat| name(*seat).to_owned()).collect();
            (t::weather_error_missing(l, list(l, &names)), Some(rules::WISHES))
        }
        Error::Hidden => (t::weather_error_hidden(l).to_owned(), Some(rules::HIDDEN_VARIANT)),
        Error::Open => (t::weather_error_open(l).to_owned(), Some(rules::HIDDEN_VARIANT)),
        Error::AlreadyTaken => (t::weather_error_taken(l).to_owned(), Some(rules::HIDDEN_VARIANT)),
        Error::Counts { given, players } => (t::weather_error_counts(l, *given, *players), Some(rules::TRICKS_CHECK)),
        Error::NoCards => (t::weather_fault_no_cards(l).to_owned(), Some(rules::TRICKS_CHECK)),
        Error::Cards { seat, error } => score_error(name(*seat), *error, l),
        Error::Printed(error) => score_error("", ScoreError::Printed(*error), l),
    };
    Problem { text, rule }
}

/// An event in a few words.
pub fn describe(event: &Event, seats: &Seats, l: Lang) -> String {
    match event {
        Event::Printed { .. } => t::weather_did_printed(l).to_owned(),
        Event::Pick { seat, wish, .. } => t::weather_did_picked(l, seats.name(*seat), wish_name(*wish, l)),
        Event::Announce { seat, wish, .. } => t::weather_did_announced(l, seats.name(*seat), wish_name(*wish, l)),
        Event::Reveal { seat, wish } => t::weather_did_revealed(l, seats.name(*seat), wish_name(*wish, l)),
        Event::Taken { cards } => {
            let cards = cards.iter().map(|taken| number(taken.cards())).collect::<Vec<_>>().join("·");
            t::weather_did_taken(l, cards)
        }
    }
}

/// Takes back the last step of a draft; returns how to say which that was.
pub fn undo_draft<'a>(draft: &mut Draft, seats: &'a Seats) -> Option<Saying<'a>> {
    let (part, cell, now) = draft.to_undo()?;
    draft.undo();
    Some(Box::new(move |l| {
        if part == LastKey::Copy {
            let (wish, kind) = Copying::place(cell);
            return t::weather_cards_cell(l, wish_name(wish, l), kind_name(kind, l), now);
        }
        let player = seats.players().get(cell / CardKind::ALL.len()).map_or("", |player| &player.name);
        t::weather_cell(l, player, kind_name(CardKind::ALL[cell % CardKind::ALL.len()], l), now)
    }))
}

/// The game's id, for links to its rules.
pub const GAME: &str = <Weather as crate::domain::game::Game>::ID;
