//! People who come and go, in words.

use crate::domain::seating::{MOST_POINTS, Seated, Seating, SeatingError};
use crate::domain::seats::{MAX_NAME, Player, SeatError};
use crate::domain::session::{Report, SeatChange};
use crate::domain::teams::{Split, Teams};
use crate::i18n::{Lang, number, t};

/// Why people cannot sit like this.
pub fn seat_error(l: Lang, error: &SeatError) -> String {
    match error {
        SeatError::TooFew { players, least } => t::seats_too_few(l, *least, *players),
        SeatError::TooMany { players, most } => t::seats_too_many(l, *most, *players),
        SeatError::NoName(seat) => t::seats_no_name(l, seat.index() + 1),
        SeatError::LongName(seat) => t::seats_long_name(l, seat.index() + 1, MAX_NAME),
        SeatError::SameName(seat) | SeatError::Mark(seat) => t::seats_same_name(l, seat.index() + 1),
        SeatError::Starter(_) => t::seats_starter(l).to_owned(),
    }
}

/// Why people cannot come or go like this.
pub fn seating_problem(l: Lang, error: &SeatingError) -> String {
    match error {
        SeatingError::Seats(error) => seat_error(l, error),
        SeatingError::Number(_) | SeatingError::Unseated(_) => t::people_unknown(l).to_owned(),
        SeatingError::Name(seat) => t::people_name(l, seat.index() + 1),
        SeatingError::Points(_) => t::people_points_wrong(l, number(-MOST_POINTS), number(MOST_POINTS)),
        SeatingError::People(most) => t::people_many(l, *most),
        SeatingError::Unchanged => t::people_unchanged(l).to_owned(),
        SeatingError::MidRound => t::people_mid_round(l).to_owned(),
        SeatingError::Over => t::people_over(l).to_owned(),
        SeatingError::WithPoints => t::people_no_points(l).to_owned(),
        SeatingError::OnlyLeave => t::people_only_leave(l).to_owned(),
    }
}

/// Why so many people cannot play in these sides.
pub fn sides_problem(teams: &Teams, players: usize, l: Lang) -> String {
    match teams.chosen_for() {
        Some(chosen) if chosen != players => t::sides_chosen(l, chosen, players),
        Some(_) | None => match teams.split() {
            Split::Across(sides) => t::sides_few_for(l, sides, teams.least(), players),
            Split::Neighbours(_) => t::sides_few(l, teams.least(), players),
        },
    }
}

/// A change of seats in a few words, for whoever sat there before.
pub fn seating_text(before: &Seated, seating: &Seating, l: Lang) -> String {
    let name = |number: &u8| {
        let known = before.people().get(usize::from(*number)).map(|player| &*player.name);
        let joined = usize::from(*number).checked_sub(before.people().len()).and_then(|at| seating.joins.get(at));
        known.or(joined.map(|join| &*join.name)).unwrap_or_default()
    };
    let came = seating.seats.iter().filter(|number| !before.now().contains(number));
    let left = before.now().iter().filter(|number| !seating.seats.contains(number));
    let came = came.map(|number| t::people_joins(l, name(number)));
    in_words(came.chain(left.map(|number| t::people_leaves(l, name(number)))), l)
}

/// A change of seats at the table of `report` in a few words, with the points, unless rounds won decide.
pub fn change_text(change: &SeatChange, everyone: &[Player], report: &Report, l: Lang) -> String {
    let wins = report.by_wins();
    let name = |player: usize| everyone.get(player).map_or("", |player| &player.name);
    let came = change.came.iter().map(|(player, points)| match wins {
        true => t::people_joins(l, name(*player)),
        false => t::people_joins_with(l, name(*player), report.parts.number(*points)),
    });
    let left = change.left.iter().map(|(player, points)| match wins {
        true => t::people_leaves_wins(l, name(*player), *points),
        false => t::people_leaves_with(l, name(*player), report.parts.number(*points)),
    });
    in_words(came.chain(left), l)
}

/// What happened, one after the other.
fn in_words(parts: impl Iterator<Item = String>, l: Lang) -> String {
    let words = parts.collect::<Vec<_>>().join(" · ");
    if words.is_empty() { t::people_moved(l).to_owned() } else { words }
}
