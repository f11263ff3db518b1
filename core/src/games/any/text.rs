//! The options and the score sheet in words.

use super::game::{
    COUNTS, CategoryFault, Column, EndRule, Error, FACTORS, MAX_CATEGORY, MAX_GAME, MOST_CATEGORIES, MOST_POINTS,
    Options, ROUNDS, STEPS, TARGETS, WinningTotal,
};
use crate::domain::seats::{Seat, Seats};
use crate::domain::teams::Split;
use crate::i18n::{Lang, number, pair, t};

/// What is wrong with options; empty for an error that is not about them.
pub fn option_problem(error: &Error, l: Lang) -> String {
    match error {
        Error::Name => t::any_error_name(l, MAX_GAME),
        Error::Categories(_) => t::any_error_categories(l, MOST_CATEGORIES),
        Error::Category(_, fault) => category_problem(*fault, l),
        Error::Start(_) => t::number_wrong(l, number(-MOST_POINTS), MOST_POINTS),
        Error::Split => t::any_error_split(l).to_owned(),
        Error::Step(_) => t::number_wrong(l, *STEPS.start(), *STEPS.end()),
        Error::Target(points) => t::number_wrong(l, (*TARGETS.start()).max(u32::from(*points == 0)), *TARGETS.end()),
        Error::Rounds(_) => t::number_wrong(l, *ROUNDS.start(), *ROUNDS.end()),
        _ => String::new(),
    }
}

/// What is wrong with a category.
pub fn category_problem(fault: CategoryFault, l: Lang) -> String {
    match fault {
        CategoryFault::Name => t::any_error_category_name(l, MAX_CATEGORY),
        CategoryFault::Twice => t::any_error_category_twice(l).to_owned(),
        CategoryFault::Factor => t::any_error_category_factor(l, *FACTORS.start(), *FACTORS.end()),
        CategoryFault::Most => t::any_error_category_most(l, *COUNTS.start(), *COUNTS.end()),
    }
}

/// A category and its factor, like "Tricks ×10"; a factor of 1 is not shown.
pub fn category_words(category: &Column) -> String {
    match category.factor {
        1 => category.name.clone(),
        factor => format!("{} ×{}", category.name, number(factor)),
    }
}

/// What a player counted, like "Tricks 4 · Bid 1×10", without what is zero.
pub fn counted_words(categories: &[Column], counts: &[i32]) -> String {
    let counted = categories.iter().zip(counts).filter(|(_, count)| **count != 0);
    let words = counted.map(|(category, count)| match category.factor {
        1 => format!("{} {}", category.name, number(*count)),
        factor => format!("{} {}×{}", category.name, number(*count), number(factor)),
    });
    words.collect::<Vec<_>>().join(" · ")
}

/// The name of each side.
pub fn side_names(seats: &Seats, options: &Options, l: Lang) -> Vec<String> {
    let name = |seat: &Seat| seats.players().get(seat.index()).map(|player| player.name.clone());
    let names = |side: &Vec<Seat>| pair(l, &side.iter().filter_map(name).collect::<Vec<_>>());
    options.sides(seats.len()).iter().map(names).collect()
}

/// What is agreed, a few words each.
pub fn agreed_words(options: &Options, l: Lang) -> Vec<String> {
    let name = Some(options.name.clone()).filter(|name| !name.is_empty());
    let sheet = options.categories.iter().map(category_words);
    name.into_iter().chain(sheet).chain(terms(options, l)).collect()
}

/// What is agreed besides the name and the sheet. Leaves out numbers that are out of bounds, as they are while somebody
/// types.
pub fn terms(options: &Options, l: Lang) -> Vec<String> {
    let mut words = Vec::new();
    if options.start != 0 && options.has_start() {
        words.push(t::any_agreed_start(l, number(options.start)));
    }
    if options.deals {
        words.push(t::any_agreed_deals(l).to_owned());
    }
    words.extend(options.teams.as_ref().map(|teams| match (teams.chosen_for(), teams.split()) {
        (None, Split::Across(sides)) => t::any_agreed_sides(l, sides),
        _ => t::sides_agreed(l).to_owned(),
    }));
    let winner = match options.winner {
        WinningTotal::Highest => t::any_agreed_highest(l),
        WinningTotal::Lowest => t::any_agreed_lowest(l),
    };
    words.push(winner.to_owned());
    words.extend(match options.ending {
        EndRule::Open => Some(t::any_agreed_open(l).to_owned()),
        EndRule::Target(points) if !TARGETS.contains(&points) => None,
        EndRule::Target(points) if options.counts_down() => Some(t::any_agreed_down(l, points)),
        EndRule::Target(points) => Some(t::any_agreed_target(l, points)),
        EndRule::Rounds(rounds) => ROUNDS.contains(&rounds).then(|| t::any_agreed_rounds(l, rounds)),
    });
    // A game with a score sheet of its own rarely has draw cards.
    if options.categories.is_empty() && STEPS.contains(&options.step) {
        words.push(match options.other_step.filter(|step| STEPS.contains(step)) {
            Some(other) => t::any_agreed_steps(l, options.step, other),
            None => t::any_agreed_step(l, options.step),
        });
    }
    if options.again {
        words.push(t::any_agreed_again(l).to_owned());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_told_with_its_factor() {
        let category = |name: &str, factor| Column { name: name.to_owned(), factor, most: 99 };
        let categories = [category("Tricks", 1), category("Bid", 10), category("Off by", -5)];
        assert_eq!(counted_words(&categories, &[4, 1, 0]), "Tricks 4 · Bid 1×10");
        assert_eq!(counted_words(&categories, &[0, 0, 2]), "Off by 2×\u{2212}5");
        assert_eq!(category_words(&categories[2]), "Off by ×\u{2212}5");
    }

    #[test]
    fn a_number_that_is_being_typed_is_not_agreed() {
        let words = |options: Options| terms(&options, Lang::En).join(" · ");
        let target = |points| Options { ending: EndRule::Target(points), ..Options::default() };
        assert_eq!(words(target(100)), "highest total wins · to 100 · draw +2");
        assert_eq!(words(target(u32::MAX)), "highest total wins · draw +2");
        assert_eq!(words(Options { start: i32::MAX, ..target(100) }), "highest total wins · to 100 · draw +2");
        assert_eq!(
            words(Options { start: 501, ..target(0) }),
            "starts at 501 · highest total wins · down to 0 · draw +2"
        );
        let rounds = Options { ending: EndRule::Rounds(0), step: 0, ..Options::default() };
        assert_eq!(words(rounds), "highest total wins");
    }
}
