//! The options and the score sheet in words.

use super::game::{
    Bid, COUNTS, CategoryFault, Column, ColumnKind, DealRule, EVERY, Ends, Error, FACTORS, MAX_CATEGORY, MAX_GAME,
    MOST_CATEGORIES, MOST_POINTS, MOST_WORTH, Options, ROUNDS, STEPS, ScoreSheet, Scoring, SheetAsk, Shortfall,
    TARGETS, TRICKS, TieRule, WinningTotal,
};
use super::sheet::SheetCell;
use crate::domain::parts::Parts;
use crate::domain::seats::{Seat, Seats};
use crate::domain::teams::Split;
use crate::i18n::{Lang, number, pair, signed, t};

/// What is wrong with options; empty for an error that is not about them.
pub fn option_problem(error: &Error, l: Lang) -> String {
    match error {
        Error::Name => t::any_error_name(l, MAX_GAME),
        Error::Categories(_) => t::any_error_categories(l, MOST_CATEGORIES),
        Error::Category(_, fault) => category_problem(*fault, l),
        Error::Scoring => t::any_error_scoring(l).to_owned(),
        Error::Start(_) => t::number_wrong(l, number(-MOST_POINTS), MOST_POINTS),
        Error::Split => t::any_error_split(l).to_owned(),
        Error::Step(_) => t::number_wrong(l, *STEPS.start(), *STEPS.end()),
        Error::Target(points) => t::number_wrong(l, (*TARGETS.start()).max(u32::from(*points == 0)), *TARGETS.end()),
        Error::Limit { start, .. } => {
            let most = (*start).clamp(-MOST_POINTS, MOST_POINTS).saturating_sub(1);
            t::number_wrong(l, number(-MOST_POINTS), number(most))
        }
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
        CategoryFault::BidsFirst => t::any_error_bids_first(l).to_owned(),
        CategoryFault::Tricks => t::number_wrong(l, *TRICKS.start(), *TRICKS.end()),
        CategoryFault::Worth => t::any_error_worth(l, MOST_WORTH, *EVERY.start(), *EVERY.end()),
        CategoryFault::BonusLater => t::any_error_bonus_later(l).to_owned(),
        CategoryFault::From => t::number_wrong(l, *COUNTS.start(), *COUNTS.end()),
    }
}

/// What is wrong with what somebody has in a cell.
pub fn count_problem(cell: SheetCell, name: &str, l: Lang) -> String {
    let (least, most) = cell.column.bounds();
    t::any_error_count(l, name, asked_name(cell, l), number(least), most)
}

/// What is wrong with the points of this player or side.
pub fn points_problem(sheet: &ScoreSheet, name: &str, l: Lang) -> String {
    t::any_error_points(l, name, sheet.parts().arg(MOST_POINTS))
}

/// What is wrong if what everybody has in a cell does not add up.
pub fn total_problem(cell: SheetCell, sum: i64, total: u32, l: Lang) -> String {
    t::any_error_total(l, asked_name(cell, l), cell.parts.number(sum), cell.parts.arg(total))
}

/// What a cell of the sheet is called.
pub fn asked_name(cell: SheetCell<'_>, l: Lang) -> &str {
    match cell.asked {
        SheetAsk::Count => &cell.column.name,
        SheetAsk::Bid => t::any_bid(l),
        SheetAsk::Made => t::any_made(l),
    }
}

/// What a cell of the sheet asks for, with what one of it is worth.
pub fn asked_words(cell: SheetCell, l: Lang) -> String {
    match cell.asked {
        SheetAsk::Count => category_words(cell.column, l),
        SheetAsk::Bid | SheetAsk::Made => asked_name(cell, l).to_owned(),
    }
}

/// A category and what it is worth, like "Tricks ×10"; a factor of 1 is not shown.
pub fn category_words(category: &Column, l: Lang) -> String {
    let name = &category.name;
    match category.kind {
        ColumnKind::Count(count) => {
            let worth = if count.factor == 1 { String::new() } else { format!(" ×{}", number(count.factor)) };
            let words = format!("{name}{worth}");
            if count.all { t::any_worth(l, words, t::any_worth_all(l, count.most)) } else { words }
        }
        ColumnKind::Bid(_) | ColumnKind::Bonus(_) => t::any_worth(l, name, worth_words(category, l)),
    }
}

/// What bids or a bonus are worth, without the name; a count is told in [`category_words`].
pub fn worth_words(category: &Column, l: Lang) -> String {
    match category.kind {
        ColumnKind::Count(_) => String::new(),
        ColumnKind::Bid(bid) => {
            let words = bid_words(&bid, l);
            if l == Lang::Ja { words.join("、") } else { words.join(", ") }
        }
        ColumnKind::Bonus(bonus) => t::any_bonus_worth(l, signed(bonus.points), bonus.from),
    }
}

/// What bids are worth, a few words for each number.
fn bid_words(bid: &Bid, l: Lang) -> Vec<String> {
    let (over, failed) = (bid.over.unwrap_or_default(), bid.failed);
    let some = |points: u32, words: fn(Lang, u32) -> String| (points > 0).then(|| words(l, points));
    let words = [
        some(bid.base, t::any_bid_worth_base),
        some(bid.each, t::any_bid_worth_each),
        some(over.each, t::any_bid_worth_over),
        over.penalty.map(|penalty| t::any_bid_worth_penalty(l, penalty.cost, penalty.every)),
        bid.over.is_none().then(|| t::any_bid_worth_exact(l).to_owned()),
        some(
            failed.each,
            match failed.per {
                Shortfall::Bid => t::any_bid_worth_failed_bid,
                Shortfall::Difference => t::any_bid_worth_failed_difference,
            },
        ),
        bid.zero.map(|points| t::any_bid_worth_zero(l, points)),
        bid.all.then(|| t::any_bid_worth_all(l, bid.most)),
    ];
    words.into_iter().flatten().collect()
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
    let sheet = options.categories.iter().map(|category| category_words(category, l));
    name.into_iter().chain(sheet).chain(terms(options, l)).collect()
}

/// What is agreed besides the name and the sheet. Leaves out numbers that are out of bounds, as they are while somebody
/// types.
pub fn terms(options: &Options, l: Lang) -> Vec<String> {
    let mut words = Vec::new();
    if options.start != 0 && options.has_start() {
        words.push(t::any_agreed_start(l, number(options.start)));
    }
    if options.scoring == Scoring::Turn {
        words.push(t::any_agreed_turns(l).to_owned());
    }
    if options.parts == Parts::Tenths {
        words.push(t::any_agreed_tenths(l).to_owned());
    }
    words.extend(match options.deal {
        DealRule::Nobody => None,
        DealRule::Passes => Some(t::any_agreed_deals(l).to_owned()),
        DealRule::Winner => Some(t::any_agreed_deals_winner(l).to_owned()),
        DealRule::Ender => Some(t::any_agreed_deals_ender(l).to_owned()),
        DealRule::Table => Some(t::any_agreed_deals_table(l).to_owned()),
    });
    words.extend(options.teams.as_ref().map(|teams| match (teams.chosen_for(), teams.split()) {
        (None, Split::Across(sides)) => t::any_agreed_sides(l, sides),
        _ => t::sides_agreed(l).to_owned(),
    }));
    let winner = match options.winner {
        WinningTotal::Highest => t::any_agreed_highest(l),
        WinningTotal::Lowest => t::any_agreed_lowest(l),
    };
    words.push(winner.to_owned());
    words.extend(end_words(options, l));
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

/// When the game ends, and what a tie means then, a few words each.
fn end_words(options: &Options, l: Lang) -> Vec<String> {
    let ends = options.ending;
    let target = ends.target.filter(|target| TARGETS.contains(&target.points));
    let words = [
        (ends == Ends::default()).then(|| t::any_agreed_open(l).to_owned()),
        target.map(|target| match options.counts_down() {
            true => t::any_agreed_down(l, target.points),
            false => t::any_agreed_target(l, target.points),
        }),
        target.filter(|target| target.exact).map(|_| t::any_agreed_exact(l).to_owned()),
        options.takes_off().then(|| t::any_agreed_taken_off(l).to_owned()),
        ends.limit
            .filter(|limit| *limit >= -MOST_POINTS && *limit < options.start)
            .map(|limit| t::any_agreed_limit(l, number(limit))),
        ends.rounds.filter(|rounds| ROUNDS.contains(rounds)).map(|rounds| t::any_agreed_rounds(l, rounds)),
        match options.tie {
            TieRule::Shared => None,
            TieRule::OneMore => Some(t::any_agreed_tie_more(l).to_owned()),
            TieRule::Table => Some(t::any_agreed_tie_table(l).to_owned()),
        },
    ];
    words.into_iter().flatten().collect()
}

/// What is asked for where points are entered as they are.
pub fn points_words(sheet: &ScoreSheet, l: Lang) -> &'static str {
    if sheet.takes_off() { t::any_taken_off(l) } else { t::any_points(l) }
}

#[cfg(test)]
mod tests {
    use super::super::game::{Bonus, Counting, Failed, Overtrick, OvertrickPenalty, TargetRule};
    use super::*;

    #[test]
    fn a_category_is_told_with_what_it_is_worth() {
        let words = |column: &Column| category_words(column, Lang::En);
        assert_eq!(words(&Column::count("Tricks", 1, 13)), "Tricks");
        assert_eq!(words(&Column::count("Off by", -5, 13)), "Off by ×\u{2212}5");
        let all = ColumnKind::Count(Counting { factor: 13, most: 1, below: false, all: true });
        assert_eq!(words(&Column { name: "Queen".to_owned(), kind: all }), "Queen ×13 (1 in all)");
        let bonus = ColumnKind::Bonus(Bonus { from: 63, points: 35 });
        assert_eq!(words(&Column { name: "Upper".to_owned(), kind: bonus }), "Upper (+35 from 63 points)");
        let bid = Bid {
            most: 13,
            all: true,
            each: 10,
            over: Some(Overtrick { each: 1, penalty: Some(OvertrickPenalty { every: 10, cost: 100 }) }),
            failed: Failed { each: 10, per: Shortfall::Bid },
            zero: Some(100),
            ..Bid::default()
        };
        let bids = Column { name: "Tricks".to_owned(), kind: ColumnKind::Bid(bid) };
        assert_eq!(
            words(&bids),
            "Tricks (10 per trick bid, 1 per overtrick, −100 every 10 overtricks, failed −10 per trick bid, bid of 0 ±100, \
             13 tricks a round)"
        );
    }

    #[test]
    fn a_number_that_is_being_typed_is_not_agreed() {
        let words = |options: Options| terms(&options, Lang::En).join(" · ");
        let target = |points| Options { ending: Ends::at(points), ..Options::default() };
        assert_eq!(words(target(100)), "highest total wins · to 100 · draw +2");
        assert_eq!(words(target(u32::MAX)), "highest total wins · draw +2");
        assert_eq!(words(Options { start: i32::MAX, ..target(100) }), "highest total wins · to 100 · draw +2");
        assert_eq!(
            words(Options { start: 501, ..target(0) }),
            "starts at 501 · highest total wins · down to 0 · draw +2"
        );
        let rounds = Options { ending: Ends::after(0), step: 0, ..Options::default() };
        assert_eq!(words(rounds), "highest total wins");
        let limit = |limit| Ends { limit: Some(limit), ..Ends::at(500) };
        let both = Options { ending: limit(-500), tie: TieRule::OneMore, ..Options::default() };
        assert_eq!(words(both), "highest total wins · to 500 · lower limit −500 · tie: one more round · draw +2");
        let above = Options { ending: limit(0), ..Options::default() };
        assert_eq!(words(above), "highest total wins · to 500 · draw +2");
        let darts = Ends { target: Some(TargetRule { points: 0, exact: true, takes_off: true }), ..Ends::after(10) };
        let darts = Options { start: 301, winner: WinningTotal::Lowest, ending: darts, ..Options::default() };
        assert_eq!(
            words(darts),
            "starts at 301 · lowest total wins · down to 0 · going past it scores nothing · what is scored is taken off · \
             10 rounds · draw +2"
        );
    }
}
