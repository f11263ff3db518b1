//! Sides, faults and reasons in words, for every Nerts screen.

use super::draft::Fault;
use super::score::{Count, Nerts, Options};
use crate::domain::game::Game;
use crate::domain::seats::{Player, Seats};
use crate::i18n::{Lang, pair, t};
use crate::play::{Play, Problem};
use crate::rule::nerts as rules;

/// The names of the players of a side.
pub fn side_names(seats: &Seats, options: &Options, side: usize, l: Lang) -> String {
    let names: Vec<String> = side_players(seats, options, side).into_iter().map(|player| player.name).collect();
    pair(l, &names)
}

/// A fault in words, with its rule.
pub fn fault_words(fault: &Fault, seats: &Seats, options: &Options, l: Lang) -> Problem {
    match fault {
        Fault::Range(_, most) => Problem { text: t::nerts_error_range(l, *most), rule: Some(rules::BOUNDS) },
        Fault::Rule(error) => Nerts::explain(error, seats, options, l),
        Fault::WhoCalled => Problem { text: t::nerts_error_who_called(l).to_owned(), rule: Some(rules::END_OF_ROUND) },
    }
}

/// The players of a side.
pub fn side_players(seats: &Seats, options: &Options, side: usize) -> Vec<Player> {
    let sides = Nerts::sides(seats, options);
    let seat = sides.get(side).into_iter().flatten();
    seat.filter_map(|seat| seats.players().get(seat.index()).cloned()).collect()
}

/// How a count makes its points.
pub fn reason(count: Count, l: Lang) -> String {
    t::nerts_reason(l, count.foundations, count.left)
}
