//! Sides, rows, faults and reasons in words, for every Nerts screen.

use super::draft::Fault;
use super::game::Nerts;
use super::options::{Count, Dealt, HouseRules, Length, Options, UsualRules};
use crate::domain::game::Game;
use crate::domain::seats::{Player, Seat, Seats};
use crate::domain::teams::Split;
use crate::i18n::{Lang, pair, t};
use crate::play::{Play, Problem};
use crate::rule::nerts as rules;

/// The names of the players of a side.
pub fn side_names(seats: &Seats, options: &Options, side: usize, l: Lang) -> String {
    names(&players(seats, Nerts::scoring(seats, options).sides.get(side)), l)
}

/// The names of the players of a row.
pub fn row_names(seats: &Seats, options: &Options, row: usize, l: Lang) -> String {
    names(&row_players(seats, options, row), l)
}

/// The names of those who share a deck.
pub fn deck_names(seats: &Seats, options: &Options, deck: usize, l: Lang) -> String {
    names(&deck_players(seats, options, deck), l)
}

/// Those who share a deck.
pub fn deck_players(seats: &Seats, options: &Options, deck: usize) -> Vec<Player> {
    players(seats, options.decks(seats.len()).get(deck))
}

/// The players of a row.
pub fn row_players(seats: &Seats, options: &Options, row: usize) -> Vec<Player> {
    players(seats, options.rows(seats.len()).get(row))
}

fn names(players: &[Player], l: Lang) -> String {
    pair(l, &players.iter().map(|player| player.name.clone()).collect::<Vec<_>>())
}

fn players(seats: &Seats, of: Option<&Vec<Seat>>) -> Vec<Player> {
    of.into_iter().flatten().filter_map(|seat| seats.players().get(seat.index()).cloned()).collect()
}

/// A fault in words, with its rule.
pub fn fault_words(fault: &Fault, seats: &Seats, options: &Options, l: Lang) -> Problem {
    match fault {
        Fault::Range(_, most) => Problem { text: t::nerts_error_range(l, *most), rule: Some(rules::BOUNDS) },
        Fault::Rule(error) => (Nerts::WORDS.explain)(error, seats, options, l),
        Fault::WhoCalled => Problem { text: t::nerts_error_who_called(l).to_owned(), rule: Some(rules::END_OF_ROUND) },
    }
}

/// How a row's count makes its points, whether somebody in it called or not.
pub fn reason(count: Count, called: bool, dealt: &Dealt, l: Lang) -> String {
    let HouseRules { penalty, call, king, .. } = dealt.house;
    let mut words = vec![t::nerts_reason(l, count.foundations, penalty, count.left)];
    if king > 0 && count.kings > 0 {
        words.push(t::nerts_reason_kings(l, king, count.kings));
    }
    if called && call > 0 {
        words.push(t::nerts_reason_call(l, call));
    }
    words.join(" + ")
}

/// How cards count at a table, and how many are dealt, in a few sentences.
pub fn formula(house: &HouseRules, l: Lang) -> String {
    let mut words = vec![t::nerts_formula(l, house.penalty)];
    if house.king > 0 {
        words.push(t::nerts_formula_king(l, house.king));
    }
    if house.call > 0 {
        words.push(t::nerts_formula_call(l, house.call));
    }
    let printed = HouseRules::PRINTED;
    if (house.pile, house.deck) != (printed.pile, printed.deck) {
        words.push(t::nerts_formula_cards(l, house.deck, house.pile));
    }
    words.join(if l == Lang::Ja { "" } else { " " })
}

/// The name of a preset.
pub fn preset_name(preset: Option<UsualRules>, l: Lang) -> &'static str {
    match preset {
        Some(UsualRules::Printed) => t::nerts_house_printed(l),
        Some(UsualRules::RacingDemon) => t::nerts_house_racing_demon(l),
        Some(UsualRules::DutchBlitz) => t::nerts_house_dutch_blitz(l),
        None => t::nerts_house_own(l),
    }
}

/// What a table's own rules change, in a few words each, with the name of the preset first; nothing of the printed ones.
pub fn house_words(house: &HouseRules, l: Lang) -> Vec<String> {
    let printed = HouseRules::PRINTED;
    let preset = UsualRules::of(house);
    let mut words = Vec::new();
    if preset != Some(UsualRules::Printed) {
        words.push(preset_name(preset, l).to_owned());
    }
    let own = [
        (house.penalty != printed.penalty).then(|| t::nerts_agreed_penalty(l, house.penalty)),
        (house.call != printed.call).then(|| t::nerts_agreed_call(l, house.call)),
        (house.king != printed.king).then(|| t::nerts_agreed_king(l, house.king)),
        (house.pile != printed.pile).then(|| t::nerts_agreed_pile(l, house.pile)),
        (house.deck != printed.deck).then(|| t::nerts_agreed_deck(l, house.deck)),
        house.handicap.then(|| t::nerts_agreed_handicap(l).to_owned()),
    ];
    words.extend(own.into_iter().flatten());
    words
}

/// Who plays together, in a few words; nothing if everybody plays alone.
pub fn sides_words(options: &Options, l: Lang) -> Vec<String> {
    let Some(teams) = options.in_sides() else { return Vec::new() };
    let sides = match (teams.chosen_for(), teams.split()) {
        (None, Split::Neighbours(2)) => t::nerts_agreed_pairs(l),
        (None, Split::Neighbours(3)) => t::nerts_agreed_threes(l),
        _ => t::sides_agreed(l),
    };
    let decks = options.own_decks.then(|| t::nerts_agreed_own_decks(l));
    let together = options.sums().then(|| t::nerts_agreed_together(l));
    [sides].into_iter().chain(decks).chain(together).map(str::to_owned).collect()
}

/// What ends the game, in a few words.
pub fn target_words(length: Length, target: u16, l: Lang) -> String {
    match length {
        Length::Points => t::nerts_agreed_target(l, target),
        Length::Rounds => t::nerts_agreed_rounds(l, target),
        Length::Wins => t::nerts_agreed_wins(l, target),
    }
}
