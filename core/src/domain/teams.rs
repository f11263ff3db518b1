//! Who scores together, where people play in sides that they chose.

use serde::{Deserialize, Serialize};

use super::seats::{MAX_SEATS, Seat};

/// Fewest people who can play in sides.
pub const LEAST_IN_SIDES: usize = 4;
/// Most people on a side in any game.
pub const MAX_SIDE: usize = 6;

/// Who is together as long as nobody chose others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// So many neighbours, from the first seat on. The last side has fewer if it does not come out even.
    Neighbours(u8),
    /// There are so many sides, and the people of each sit between those of the others: with two, every second person.
    Across(u8),
}

/// Who scores together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Teams {
    /// Who is together if nobody chose.
    split: Split,
    /// The side of each seat, numbered from 0 in the order in which the first person of each sits; empty if nobody chose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chosen: Vec<u8>,
}

impl Teams {
    /// Sides that nobody chose.
    pub fn new(split: Split) -> Teams {
        Teams { split, chosen: Vec::new() }
    }

    /// Who is together if nobody chose.
    pub fn split(&self) -> Split {
        self.split
    }

    /// The same before anybody chose, for other people.
    #[must_use]
    pub fn unchosen(&self) -> Teams {
        Teams::new(self.split)
    }

    /// How many people chose their sides; `None` if nobody did.
    pub fn chosen_for(&self) -> Option<usize> {
        (!self.chosen.is_empty()).then_some(self.chosen.len())
    }

    /// Whether these are sides at all, of any number of people, with at most `most` on each.
    pub fn is_valid(&self, most: usize) -> bool {
        let mut sides = 0;
        let in_order = self.chosen.iter().all(|side| {
            let known = *side <= sides;
            sides = sides.max(side.saturating_add(1));
            known
        });
        let sized = self.sides(self.chosen.len());
        let fit = sized.iter().all(|side| side.len() <= most) && sized.iter().any(|side| side.len() > 1);
        let split = match self.split {
            Split::Neighbours(people) => (2..=most).contains(&usize::from(people)),
            Split::Across(sides) => (2..=MAX_SEATS / 2).contains(&usize::from(sides)),
        };
        split && in_order && (self.chosen.is_empty() || fit && sides > 1)
    }

    /// Fewest people who can play so.
    pub fn least(&self) -> usize {
        match self.split {
            Split::Across(sides) if self.chosen.is_empty() => LEAST_IN_SIDES.max(2 * usize::from(sides)),
            Split::Across(_) | Split::Neighbours(_) => LEAST_IN_SIDES,
        }
    }

    /// Whether this many people can play so: at least [`Teams::least`], and as many as chose, if they did, on two sides
    /// or more with at most `most` people.
    pub fn fits(&self, players: usize, most: usize) -> bool {
        let sides = self.sides(players);
        let people = sides.len() > 1 && sides.iter().all(|side| side.len() <= most);
        people && players >= self.least() && self.chosen_for().is_none_or(|chosen| chosen == players)
    }

    /// The sides of the same people where they sit now, each named by something that nobody else has. Nobody has chosen
    /// if they are other people.
    #[must_use]
    pub fn moved<T: PartialEq>(&self, from: &[T], to: &[T]) -> Teams {
        let old = self.numbers(from.len());
        let number = |person: &T| from.iter().position(|other| other == person).and_then(|at| old.get(at)).copied();
        match to.iter().map(number).collect::<Option<Vec<u8>>>() {
            // Also where the same people would be together if nobody had chosen: they may move on.
            Some(numbers) if from.len() == to.len() && self.chosen_for().is_some() => self.counted(&numbers),
            _ => self.unchosen(),
        }
    }

    /// The sides of this many people, in the order in which the first person of each sits.
    pub fn sides(&self, players: usize) -> Vec<Vec<Seat>> {
        let mut sides: Vec<(u8, Vec<Seat>)> = Vec::new();
        for (seat, number) in Seat::all(players).zip(self.numbers(players)) {
            match sides.iter_mut().find(|(known, _)| *known == number) {
                Some((_, seats)) => seats.push(seat),
                None => sides.push((number, vec![seat])),
            }
        }
        sides.into_iter().map(|(_, seats)| seats).collect()
    }

    /// The same with these two in each other's place.
    #[must_use]
    pub fn exchange(&self, players: usize, one: Seat, other: Seat) -> Teams {
        let mut numbers = self.numbers(players);
        if one.index().max(other.index()) < numbers.len() {
            numbers.swap(one.index(), other.index());
        }
        self.choose(&numbers)
    }

    /// The same with this person on another side, counted as in [`Teams::sides`]; one that there is not yet is their own.
    #[must_use]
    pub fn join(&self, players: usize, seat: Seat, side: usize) -> Teams {
        let mut numbers = self.numbers(players);
        let sides = self.sides(players);
        let number =
            sides.get(side).and_then(|seats| seats.first()).and_then(|first| numbers.get(first.index()).copied());
        if let Some(mine) = numbers.get_mut(seat.index()) {
            *mine = number.unwrap_or(u8::MAX);
        }
        self.choose(&numbers)
    }

    /// The number of each seat's side. Which number it is does not matter, only who has the same.
    fn numbers(&self, players: usize) -> Vec<u8> {
        let split = Seat::all(players).map(|seat| match self.split {
            Split::Neighbours(people) => seat.0 / people.max(1),
            Split::Across(sides) => seat.0 % sides.max(1),
        });
        if self.chosen_for() == Some(players) { self.chosen.clone() } else { split.collect() }
    }

    /// Sides by these numbers; none are chosen if the same people are together anyway.
    fn choose(&self, numbers: &[u8]) -> Teams {
        let (chosen, unchosen) = (self.counted(numbers), self.unchosen());
        if chosen.chosen == unchosen.numbers(numbers.len()) { unchosen } else { chosen }
    }

    /// Sides by these numbers, which are counted anew.
    fn counted(&self, numbers: &[u8]) -> Teams {
        let mut known: Vec<u8> = Vec::new();
        let mut chosen = Vec::with_capacity(numbers.len());
        for number in numbers {
            let at = known.iter().position(|one| one == number).unwrap_or_else(|| {
                known.push(*number);
                known.len() - 1
            });
            chosen.push(u8::try_from(at).unwrap_or(u8::MAX));
        }
        Teams { chosen, ..self.unchosen() }
    }
}

/// Those who score together; everybody alone without sides.
pub fn sides(teams: Option<&Teams>, players: usize) -> Vec<Vec<Seat>> {
    teams.map_or_else(|| Seat::all(players).map(|seat| vec![seat]).collect(), |teams| teams.sides(players))
}

/// What each person has, in seat order: an equal part of what their side has, and those who sit first the points that are
/// over. Our ruling, as no text says what partners who part have.
pub fn parted(sides: &[Vec<Seat>], sums: &[i32]) -> Vec<i32> {
    let mut parts = vec![0; sides.iter().map(Vec::len).sum()];
    for (side, sum) in sides.iter().zip(sums) {
        let people = i32::try_from(side.len()).unwrap_or(1).max(1);
        let (part, over) = (sum.div_euclid(people), sum.rem_euclid(people));
        for (seat, nth) in side.iter().zip(0_i32..) {
            parts[seat.index()] = part + i32::from(nth < over);
        }
    }
    parts
}

/// What each side has if each person has so much.
pub fn joined(sides: &[Vec<Seat>], parts: &[i32]) -> Vec<i32> {
    let part = |seat: &Seat| parts.get(seat.index()).copied().unwrap_or(0);
    sides.iter().map(|side| side.iter().map(part).fold(0, i32::saturating_add)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn neighbours(people: u8) -> Teams {
        Teams::new(Split::Neighbours(people))
    }

    fn of(teams: &Teams, players: usize) -> Vec<Vec<u8>> {
        teams.sides(players).into_iter().map(|side| side.into_iter().map(|seat| seat.0).collect()).collect()
    }

    #[test]
    fn neighbours_form_sides_and_the_last_may_be_smaller() {
        assert_eq!(of(&neighbours(2), 4), [vec![0, 1], vec![2, 3]]);
        assert_eq!(of(&neighbours(2), 5), [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!(of(&neighbours(3), 8), [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7]]);
        assert!(
            !neighbours(2).fits(3, MAX_SIDE) && neighbours(2).fits(4, MAX_SIDE) && neighbours(3).fits(12, MAX_SIDE)
        );
        let across = |sides| Teams::new(Split::Across(sides));
        assert_eq!(of(&across(2), 4), [[0, 2], [1, 3]]);
        assert_eq!(of(&across(3), 7), [vec![0, 3, 6], vec![1, 4], vec![2, 5]]);
        assert!(across(3).fits(6, MAX_SIDE) && !across(3).fits(5, MAX_SIDE) && across(6).fits(12, MAX_SIDE));
        assert_eq!(across(2).exchange(4, Seat(1), Seat(2)).chosen_for(), Some(4));
        assert!(!neighbours(5).fits(5, MAX_SIDE) && !across(2).fits(12, 3));
    }

    #[test]
    fn whoever_moves_takes_their_partners_along() {
        let chosen = neighbours(2).exchange(4, Seat(1), Seat(2));
        let moved = chosen.moved(&["A", "B", "C", "D"], &["C", "A", "B", "D"]);
        assert_eq!(of(&moved, 4), [[0, 1], [2, 3]], "A is with C still");
        assert_eq!(moved.moved(&["C", "A", "B", "D"], &["A", "B", "C", "D"]), chosen, "and back");
        assert_eq!(chosen.moved(&["A", "B", "C", "D"], &["A", "B", "C", "E"]), neighbours(2));
        assert_eq!(chosen.moved(&["A", "B", "C", "D"], &["A", "B", "C"]), neighbours(2));
        assert_eq!(neighbours(2).moved(&["A", "B", "C", "D"], &["C", "A", "B", "D"]), neighbours(2));
    }

    #[test]
    fn partners_who_part_share_and_nothing_is_lost() {
        let sides = [vec![Seat(0), Seat(2), Seat(3)], vec![Seat(1)]];
        assert_eq!(parted(&sides, &[11, -5]), [4, -5, 4, 3]);
        assert_eq!(parted(&sides, &[-5, 0]), [-1, 0, -2, -2]);
        assert_eq!(joined(&sides, &parted(&sides, &[-7, 9])), [-7, 9]);
    }

    #[test]
    fn two_change_places_and_one_stands_alone() {
        let across = neighbours(2).exchange(4, Seat(1), Seat(2));
        assert_eq!(of(&across, 4), [[0, 2], [1, 3]]);
        assert_eq!((across.chosen_for(), across.fits(4, MAX_SIDE), across.fits(6, MAX_SIDE)), (Some(4), true, false));
        assert_eq!(across.exchange(4, Seat(2), Seat(1)), neighbours(2), "neighbours again");
        let alone = neighbours(2).join(6, Seat(3), 9);
        assert_eq!(of(&alone, 6), [vec![0, 1], vec![2], vec![3], vec![4, 5]]);
        assert_eq!(of(&alone.join(6, Seat(2), 0), 6), [vec![0, 1, 2], vec![3], vec![4, 5]]);
        // A seat that is not there changes nothing.
        assert_eq!(across.exchange(4, Seat(0), Seat(4)), across);
        assert_eq!(across.join(4, Seat(4), 0), across);
    }

    #[test]
    fn what_a_file_says_is_checked() {
        let teams = |people, chosen: &[u8]| Teams { chosen: chosen.to_vec(), ..neighbours(people) };
        assert!(teams(2, &[0, 1, 0, 1]).is_valid(2) && teams(3, &[0, 0, 0, 1]).is_valid(3));
        for (size, chosen) in [
            (1, &[][..]),
            (4, &[]),
            (2, &[0, 0, 0, 0]),
            (2, &[0, 1, 2, 3]),
            (2, &[1, 0, 1, 0]),
            (2, &[0, 2, 0, 2]),
            (2, &[0, 0, 0, 0, 1]),
            (2, &[0, 255, 0, 1]),
        ] {
            assert!(!teams(size, chosen).is_valid(3), "{size} {chosen:?}");
        }
        let across = |sides| Teams::new(Split::Across(sides)).is_valid(MAX_SIDE);
        assert!(across(2) && across(6) && ![0, 1, 7, 255].into_iter().any(across));
    }

    proptest! {
        /// Everybody is on one side, whatever was tapped, and what was tapped is valid as long as there are two sides and
        /// none is too large.
        #[test]
        fn everybody_is_on_one_side(
            players in 4_usize..13,
            of in 2_u8..4,
            across in any::<bool>(),
            taps in prop::collection::vec((0_u8..12, 0_u8..12, any::<bool>()), 0..20),
        ) {
            let (split, most) = if across { (Split::Across(of), 6) } else { (Split::Neighbours(of), 3) };
            let mut teams = Teams::new(split);
            prop_assume!(teams.fits(players, most));
            for (one, other, exchange) in taps {
                let next = if exchange {
                    teams.exchange(players, Seat(one), Seat(other))
                } else {
                    teams.join(players, Seat(one), usize::from(other))
                };
                let sides = next.sides(players);
                let sized = sides.iter().all(|side| side.len() <= most) && sides.iter().any(|side| side.len() > 1);
                if sides.len() > 1 && sized {
                    teams = next;
                }
                prop_assert!(teams.is_valid(most) && teams.fits(players, most), "{teams:?}");
                let mut seats: Vec<u8> = teams.sides(players).concat().into_iter().map(|seat| seat.0).collect();
                seats.sort_unstable();
                prop_assert_eq!(seats, (0..players as u8).collect::<Vec<_>>());
                let firsts: Vec<u8> = teams.sides(players).iter().map(|side| side[0].0).collect();
                prop_assert!(firsts.is_sorted());
                let saved = serde_json::to_string(&teams).unwrap();
                prop_assert_eq!(serde_json::from_str::<Teams>(&saved).unwrap(), teams.clone());
            }
        }
    }
}
