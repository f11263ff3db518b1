//! People who come and go in the middle of a game: who has been at the table, and who sits where now.
//!
//! Everybody has a number in the order of coming: first those with whom the table was opened, in seat order, then each
//! who joined. A number is never used again, so it means the same person throughout the table's log, while a [`Seat`]
//! may pass to somebody else.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::parts::Parts;
use super::seats::{Direction, MAX_SEATS, Player, Seat, SeatError, Seats, typed_name};

/// Most people that one table can have seen, those who left included.
pub const MAX_PEOPLE: usize = 40;
/// Most points to join with, above or below zero.
pub const MOST_POINTS: i32 = 99_999;

/// What somebody joins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JoinWith {
    /// Nothing.
    #[default]
    Nothing,
    /// The total of whoever is last among those who stay: the lowest total, or the highest where the lowest wins.
    Last,
    /// This many points, at most [`MOST_POINTS`] above or below zero, or as many tenths as these have.
    Points(i32),
}

/// Somebody who joins for the first time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Join {
    /// See [`Player::name`].
    pub name: String,
    /// See [`Player::mark`].
    pub mark: u8,
    /// Their id, as in [`super::session::Head::people`]; empty where it is the name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// What they join with.
    #[serde(default)]
    pub with: JoinWith,
}

/// A change of who sits where.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Seating {
    /// Who joins for the first time. They get the next numbers, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joins: Vec<Join>,
    /// The numbers of those who sit at the table afterwards, in seat order. Whoever is missing leaves, and keeps their
    /// total; whoever comes back goes on with theirs.
    pub seats: Vec<u8>,
    /// Whether whoever is new in a seat sat there instead of the one who had it, with the turn, the deal and whatever else
    /// goes with the seat. Nobody changes seats then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_place: bool,
}

impl Seating {
    /// Whether people only take seats of others: nobody who sits `now` changes seats, and none is added or removed.
    pub fn is_in_place(&self, now: &[u8]) -> bool {
        let stays = |(was, is): (&u8, &u8)| was == is || !now.contains(is);
        self.seats.len() == now.len() && now.iter().zip(&self.seats).all(stays)
    }
}

/// Why people cannot come or go like this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatingError {
    /// The seats that would result are impossible.
    Seats(SeatError),
    /// This number is nobody's, or appears twice, or is somebody's who changes seats where nobody does.
    Number(u8),
    /// Somebody joins, under this number, without a seat.
    Unseated(u8),
    /// A name that is not tidied, or that somebody who has been at the table has: whoever left comes back under their
    /// number.
    Name(Seat),
    /// More points to join with than [`MOST_POINTS`], above or below zero.
    Points(i32),
    /// More people than this would have been at the table.
    People(usize),
    /// Nothing changes.
    Unchanged,
    /// A round is being played.
    MidRound,
    /// The game is over.
    Over,
    /// In this game nobody can join with points.
    WithPoints,
    /// In this game people can only leave.
    OnlyLeave,
}

/// What people can do in the middle of a game whose people may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComingRule {
    /// They can leave, and nothing else.
    Leave,
    /// They can come, go and change seats between rounds, but join only with nothing.
    Free,
    /// The same, and they can also join with points.
    FreeWithPoints,
}

/// Somebody who joined, as a table's report and summary hold them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joined {
    /// Name and mark.
    #[serde(flatten)]
    pub player: Player,
    /// See [`Join::id`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
}

impl Joined {
    /// Their id: their name, unless another is given.
    pub fn id(&self) -> &str {
        if self.id.is_empty() { &self.player.name } else { &self.id }
    }
}

#[derive(Debug, PartialEq, Eq)]
/// What [`Seated`] shares: everybody who has been at the table, and where they are now.
struct Everyone {
    /// Everybody, by number.
    people: Vec<Player>,
    /// The ids of those who joined, the last ones of `people`.
    ids: Vec<String>,
    seats: Seats,
    /// The numbers of those who sit, in seat order.
    now: Vec<u8>,
    /// The numbers of those who left, and their totals.
    left: Vec<(u8, i32)>,
    /// The numbers of those who came with the last change, and their totals.
    came: Vec<(u8, i32)>,
    /// How often the seats have changed.
    changes: usize,
}

/// Who has been at the table, and who sits where. Shared, since every state of a table holds one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated(Rc<Everyone>);

/// A change of seats that is possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reseated {
    /// Who sits where afterwards.
    pub seated: Seated,
    /// The total of each seat afterwards.
    pub totals: Vec<i32>,
    /// For each seat, which one it was before: where its player sat, if they did.
    from: Vec<Option<Seat>>,
    /// See [`Seating::in_place`].
    in_place: bool,
    /// The numbers of those who sat before, in seat order.
    before: Vec<u8>,
}

impl Seated {
    /// The people with whom a table is opened.
    pub fn new(seats: &Seats) -> Seated {
        Seated(Rc::new(Everyone {
            people: seats.players().to_vec(),
            ids: Vec::new(),
            seats: seats.clone(),
            now: Seat::all(seats.len()).map(|seat| seat.0).collect(),
            left: Vec::new(),
            came: Vec::new(),
            changes: 0,
        }))
    }

    /// Everybody who has been at the table, by number.
    pub fn people(&self) -> &[Player] {
        &self.0.people
    }

    /// Those of them who joined, in the order of coming.
    pub fn joined(&self) -> Vec<Joined> {
        let Everyone { people, ids, .. } = &*self.0;
        let joined = people.iter().skip(people.len() - ids.len()).zip(ids);
        joined.map(|(player, id)| Joined { player: player.clone(), id: id.clone() }).collect()
    }

    /// Who sits now.
    pub fn seats(&self) -> &Seats {
        &self.0.seats
    }

    /// The numbers of those who sit, in seat order.
    pub fn now(&self) -> &[u8] {
        &self.0.now
    }

    /// The number of whoever sits there; 0 if there is no such seat.
    pub fn number(&self, seat: Seat) -> usize {
        self.0.now.get(seat.index()).map_or(0, |number| usize::from(*number))
    }

    /// The numbers of those who left, and the total each left with.
    pub fn left(&self) -> &[(u8, i32)] {
        &self.0.left
    }

    /// The numbers of those who came with the last change, and the total each came with.
    pub fn came(&self) -> &[(u8, i32)] {
        &self.0.came
    }

    /// How often the seats have changed.
    pub fn changes(&self) -> usize {
        self.0.changes
    }

    /// Applies a change of seats. `totals` are those of each seat now, `range` is how many players the game takes.
    ///
    /// # Errors
    /// The first problem found.
    pub fn change(
        &self,
        seating: &Seating,
        totals: &[i32],
        range: std::ops::RangeInclusive<usize>,
        lowest_wins: bool,
    ) -> Result<Reseated, SeatingError> {
        let Everyone { people, ids, seats, now, left, came: _, changes } = &*self.0;
        let mut everyone = people.clone();
        let stays = |number: &u8| seating.seats.contains(number);
        for join in &seating.joins {
            // Errors name a newcomer by their seat, so whoever has none is refused first.
            let number = u8::try_from(everyone.len()).map_err(|_| SeatingError::People(MAX_PEOPLE))?;
            let seat = seating.seats.iter().position(|other| *other == number);
            let seat = Seat(u8::try_from(seat.ok_or(SeatingError::Unseated(number))?).unwrap_or(u8::MAX));
            if typed_name(&join.name) != join.name || everyone.iter().any(|other| other.name == join.name) {
                return Err(SeatingError::Name(seat));
            }
            if let JoinWith::Points(points) = join.with
                && points.unsigned_abs() > (MOST_POINTS * Parts::Tenths.of_one()).unsigned_abs()
            {
                return Err(SeatingError::Points(points));
            }
            everyone.push(Player { name: join.name.clone(), mark: join.mark });
        }
        if everyone.len() > MAX_PEOPLE {
            return Err(SeatingError::People(MAX_PEOPLE));
        }
        let mut sitting = Vec::with_capacity(seating.seats.len().min(MAX_SEATS));
        for (at, number) in seating.seats.iter().enumerate() {
            let player = everyone.get(usize::from(*number)).filter(|_| !seating.seats[..at].contains(number));
            sitting.push(player.ok_or(SeatingError::Number(*number))?.clone());
        }
        if seating.joins.is_empty() && seating.seats == *now {
            return Err(SeatingError::Unchanged);
        }
        if seating.in_place && !seating.is_in_place(now) {
            return Err(SeatingError::Number(seating.seats.first().copied().unwrap_or(0)));
        }
        let seat_of = |number: &u8| now.iter().position(|other| other == number);
        let sat: Vec<Option<usize>> = seating.seats.iter().map(seat_of).collect();
        let from = if seating.in_place { (0..now.len()).map(Some).collect() } else { sat.clone() };
        let starter = follow(&from, seats.starter(), now.len(), Direction::Clockwise);
        let seats = Seats::new(sitting, starter, range).map_err(SeatingError::Seats)?;
        let of_stayers = now.iter().zip(totals).filter(|(number, _)| stays(number)).map(|(_, total)| *total);
        let last = if lowest_wins { of_stayers.max() } else { of_stayers.min() }.unwrap_or(0);
        let total_of = |(number, from): (&u8, &Option<usize>)| {
            let joined = usize::from(*number).checked_sub(people.len()).and_then(|at| seating.joins.get(at));
            let back = left.iter().find(|(gone, _)| gone == number);
            match (from, joined.map(|join| join.with), back) {
                (Some(seat), _, _) => totals.get(*seat).copied().unwrap_or(0),
                (None, Some(JoinWith::Last), _) => last,
                (None, Some(JoinWith::Points(points)), _) => points,
                (None, Some(JoinWith::Nothing) | None, back) => back.map_or(0, |(_, total)| *total),
            }
        };
        let new_totals: Vec<i32> = seating.seats.iter().zip(&sat).map(total_of).collect();
        let came = seating.seats.iter().zip(&sat).zip(&new_totals).filter(|((_, from), _)| from.is_none());
        let came = came.map(|((number, _), total)| (*number, *total)).collect();
        let gone = now.iter().zip(totals).filter(|(number, _)| !stays(number));
        let left = left.iter().filter(|(number, _)| !stays(number)).copied();
        let left = left.chain(gone.map(|(number, total)| (*number, *total))).collect();
        let before = now.clone();
        let seated = Seated(Rc::new(Everyone {
            people: everyone,
            ids: ids.iter().chain(seating.joins.iter().map(|join| &join.id)).cloned().collect(),
            seats,
            now: seating.seats.clone(),
            left,
            came,
            changes: changes + 1,
        }));
        let seat = |at: usize| Seat(u8::try_from(at).unwrap_or(u8::MAX));
        let from = from.into_iter().map(|from| from.map(seat)).collect();
        Ok(Reseated { seated, totals: new_totals, from, in_place: seating.in_place, before })
    }
}

/// What becomes of later changes of seats when one turns out to have been missing before them. Whoever it put in the seat
/// of somebody who left has that seat from then on; newcomers' numbers move up for those that it brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reseating {
    /// Who left, and who took the seat.
    instead: Vec<(u8, u8)>,
    /// The number of the first newcomer.
    first: u8,
    /// How many newcomers there were.
    joined: u8,
}

impl Reseating {
    /// What this change means, made by those who are `seated`.
    pub fn of(seated: &Seated, seating: &Seating) -> Reseating {
        let now = seated.now();
        let took = now.iter().zip(&seating.seats);
        let took = took.filter(|(was, is)| !seating.seats.contains(was) && !now.contains(is));
        let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
        Reseating {
            instead: took.map(|(was, is)| (*was, *is)).collect(),
            first: small(seated.people().len()),
            joined: small(seating.joins.len()),
        }
    }

    /// Whether a later change mentions somebody who is back already and has somebody's seat.
    pub fn is_in(&self, later: &Seating) -> bool {
        self.instead.iter().any(|(_, is)| *is < self.first && later.seats.contains(is))
    }

    /// A later change, as it would have been entered if people had known.
    pub fn later(&self, seating: &Seating) -> Seating {
        Self::renumbered(seating, |number| match self.instead.iter().find(|(was, _)| *was == number) {
            Some((_, is)) => *is,
            None if number >= self.first => number.saturating_add(self.joined),
            None => number,
        })
    }

    /// A change after [`Reseating::later`], as it was before it.
    pub fn without(&self, seating: &Seating) -> Seating {
        Self::renumbered(seating, |number| match self.instead.iter().find(|(_, is)| *is == number) {
            Some((was, _)) => *was,
            None if number >= self.first => number.saturating_sub(self.joined),
            None => number,
        })
    }

    fn renumbered(seating: &Seating, number: impl Fn(u8) -> u8) -> Seating {
        Seating {
            joins: seating.joins.clone(),
            seats: seating.seats.iter().map(|at| number(*at)).collect(),
            in_place: seating.in_place,
        }
    }
}

/// Where whoever sat on `seat` before sits now. If they left: where the next one in `direction` sits who stayed, or
/// seat 0 if nobody did. `from` is the old seat of each new one, `before` how many seats there were.
fn follow(from: &[Option<usize>], seat: Seat, before: usize, direction: Direction) -> Seat {
    let mut steps = (0..before).map(|step| seat.onward(before, direction, step).index());
    let now = steps.find_map(|old| from.iter().position(|from| *from == Some(old)));
    Seat(now.and_then(|now| u8::try_from(now).ok()).unwrap_or(0))
}

impl Reseated {
    /// Where whoever sat on `seat` before sits now. If they left: where the next one in `direction` sits who stayed, or
    /// seat 0 if nobody did.
    pub fn seat(&self, seat: Seat, direction: Direction) -> Seat {
        let from: Vec<Option<usize>> = self.from.iter().map(|from| from.map(Seat::index)).collect();
        follow(&from, seat, self.before.len(), direction)
    }

    /// Who left and who has their seat, by number, if people only took seats as they were, see [`Seating::in_place`].
    pub fn replaced(&self) -> impl Iterator<Item = (u8, u8)> {
        let seats = self.before.iter().copied().zip(self.seated.now().iter().copied());
        seats.filter(|(was, is)| self.in_place && was != is)
    }

    /// As [`Reseated::carry`], but whoever is new in somebody's seat as it was goes on with what that one had.
    pub fn hand_on<T: Clone>(&self, had: &[T], left: &mut BTreeMap<u8, T>, new: T) -> Vec<T> {
        for (at, (_, is)) in self.before.iter().zip(self.seated.now()).enumerate().filter(|(_, (was, is))| was != is) {
            if let Some(had) = had.get(at).filter(|_| self.in_place && !left.contains_key(is)) {
                left.insert(*is, had.clone());
            }
        }
        self.carry(had, left, new)
    }

    /// Moves along what a game holds for each player, `had` by seat before: returns it by seat now. `left` has
    /// what belongs to those who left, by number: whoever comes back gets theirs from it, and what belongs to those who
    /// leave now goes into it. Whoever is new gets `new`.
    pub fn carry<T: Clone>(&self, had: &[T], left: &mut BTreeMap<u8, T>, new: T) -> Vec<T> {
        left.extend(self.before.iter().copied().zip(had.iter().cloned()));
        let mut own = |number: &u8| left.remove(number).unwrap_or_else(|| new.clone());
        self.seated.now().iter().map(&mut own).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn table(players: u8) -> Seated {
        let people = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
        Seated::new(&Seats::new(people, Seat(0), 1..=MAX_SEATS).unwrap())
    }

    fn join(name: &str, mark: u8, with: JoinWith) -> Join {
        Join { name: name.to_owned(), mark, id: String::new(), with }
    }

    fn moved(seats: &[u8]) -> Seating {
        Seating { joins: Vec::new(), seats: seats.to_vec(), ..Seating::default() }
    }

    #[test]
    fn whoever_joins_has_what_was_agreed() {
        let three = table(3);
        for (with, lowest_wins, total) in [
            (JoinWith::Nothing, false, 0),
            (JoinWith::Last, false, 5),
            (JoinWith::Last, true, 30),
            (JoinWith::Points(-7), false, -7),
        ] {
            let seating = Seating { joins: vec![join("Cy", 7, with)], seats: vec![0, 3, 1, 2], ..Seating::default() };
            let after = three.change(&seating, &[30, 5, 12], 2..=4, lowest_wins).unwrap();
            assert_eq!(after.totals, [30, total, 5, 12], "{with:?}");
            assert_eq!(after.seated.seats().name(Seat(1)), "Cy");
        }
        // Whoever leaves at the same time is not the last.
        let seating =
            Seating { joins: vec![join("Cy", 7, JoinWith::Last)], seats: vec![0, 2, 3], ..Seating::default() };
        assert_eq!(three.change(&seating, &[30, 5, 12], 2..=4, false).unwrap().totals, [30, 12, 12]);
    }

    #[test]
    fn whoever_left_keeps_the_total_and_comes_back_with_it() {
        let after = table(3).change(&moved(&[2, 0]), &[30, 5, 12], 2..=4, false).unwrap();
        assert_eq!((&after.totals[..], after.seated.left()), (&[12, 30][..], &[(1, 5)][..]));
        let back = after.seated.change(&moved(&[2, 1, 0]), &[20, 31], 2..=4, false).unwrap();
        assert_eq!((&back.totals[..], back.seated.left()), (&[20, 5, 31][..], &[][..]));
        assert_eq!(back.seated.changes(), 2);
    }

    #[test]
    fn the_turn_stays_with_its_player_or_goes_to_the_next() {
        let after = table(4).change(&moved(&[3, 0, 2]), &[0; 4], 2..=4, false).unwrap();
        assert_eq!(after.seat(Seat(0), Direction::Clockwise), Seat(1));
        assert_eq!(after.seat(Seat(1), Direction::Clockwise), Seat(2), "to the left of the one who left");
        assert_eq!(after.seat(Seat(1), Direction::CounterClockwise), Seat(1));
        let mut left = BTreeMap::new();
        assert_eq!(after.carry(&["a", "b", "c", "d"], &mut left, "new"), ["d", "a", "c"]);
        let seating =
            Seating { joins: vec![join("Cy", 7, JoinWith::Nothing)], seats: vec![1, 4, 3], ..Seating::default() };
        let back = after.seated.change(&seating, &[0; 3], 2..=4, false).unwrap();
        assert_eq!(back.carry(&["d", "a", "c"], &mut left, "new"), ["b", "new", "d"]);
        assert_eq!(left, BTreeMap::from([(0, "a"), (2, "c")]));
    }

    #[test]
    fn impossible_changes_are_refused() {
        let three = table(3);
        let change = |seating: Seating| three.change(&seating, &[0; 3], 2..=4, false).map(|_| ());
        let joining = |joins: &[Join], seats: &[u8]| {
            change(Seating { joins: joins.to_vec(), seats: seats.to_vec(), ..Seating::default() })
        };
        assert_eq!(change(moved(&[0, 1, 2])), Err(SeatingError::Unchanged));
        assert_eq!(change(moved(&[0, 1, 3])), Err(SeatingError::Number(3)));
        assert_eq!(change(moved(&[0, 1, 1])), Err(SeatingError::Number(1)));
        assert_eq!(change(moved(&[0])), Err(SeatingError::Seats(SeatError::TooFew { players: 1, least: 2 })));
        let cy = join("Cy", 7, JoinWith::Nothing);
        assert_eq!(joining(std::slice::from_ref(&cy), &[0, 1]), Err(SeatingError::Unseated(3)));
        assert_eq!(joining(&[join("P1", 7, JoinWith::Nothing)], &[0, 3]), Err(SeatingError::Name(Seat(1))));
        assert_eq!(joining(&[join(" x", 7, JoinWith::Nothing)], &[3, 0]), Err(SeatingError::Name(Seat(0))));
        assert_eq!(
            joining(&[join("Cy", 2, JoinWith::Nothing)], &[0, 2, 3]),
            Err(SeatingError::Seats(SeatError::Mark(Seat(2))))
        );
        assert_eq!(joining(&[join("Cy", 7, JoinWith::Points(i32::MIN))], &[0, 3]), Err(SeatingError::Points(i32::MIN)));
        let many = SeatError::TooMany { players: 5, most: 4 };
        assert_eq!(joining(&[cy, join("Di", 8, JoinWith::Nothing)], &[0, 1, 2, 3, 4]), Err(SeatingError::Seats(many)));
    }

    #[test]
    fn a_change_is_saved_as_stable_text() {
        let seating = Seating {
            joins: vec![
                join("Cy", 7, JoinWith::Nothing),
                Join { id: "Di 2".to_owned(), ..join("Di", 8, JoinWith::Points(-3)) },
                join("Ed", 9, JoinWith::Last),
            ],
            seats: vec![3, 0, 4, 5],
            ..Seating::default()
        };
        let text = r#"{"joins":[{"name":"Cy","mark":7,"with":"nothing"},{"name":"Di","mark":8,"id":"Di 2","with":{"points":-3}},{"name":"Ed","mark":9,"with":"last"}],"seats":[3,0,4,5]}"#;
        assert_eq!(serde_json::to_string(&seating).unwrap(), text);
        assert_eq!(serde_json::from_str::<Seating>(text).unwrap(), seating);
        assert_eq!(serde_json::to_string(&moved(&[1, 0])).unwrap(), r#"{"seats":[1,0]}"#);
    }

    proptest! {
        #[test]
        fn no_point_is_lost_and_nobody_forgotten(
            totals in prop::collection::vec(-200..200, 12),
            changes in prop::collection::vec((prop::collection::vec(0_u8..16, 1..6), 0_usize..3), 0..12),
        ) {
            let mut seated = table(4);
            let mut now = totals[..4].to_vec();
            for (wanted, joining) in changes {
                let first = seated.people().len();
                let joins: Vec<Join> = (0..joining)
                    .map(|at| join(&format!("J{}", first + at), 4 + ((first + at) % 8) as u8, JoinWith::Points(totals[at])))
                    .collect();
                let seats: Vec<u8> = wanted.into_iter().chain((first..first + joining).map(|number| number as u8)).collect();
                let Ok(after) = seated.change(&Seating { joins, seats: seats.clone(), ..Seating::default() }, &now, 2..=8, false) else { continue };
                let sum = |totals: &[i32], seated: &Seated| {
                    totals.iter().sum::<i32>() + seated.left().iter().map(|(_, total)| total).sum::<i32>()
                };
                let brought: i32 = totals[..joining].iter().sum();
                prop_assert_eq!(sum(&after.totals, &after.seated), sum(&now, &seated) + brought);
                let mut all: Vec<u8> = after.seated.now().iter().copied().chain(after.seated.left().iter().map(|left| left.0)).collect();
                all.sort_unstable();
                prop_assert_eq!(all, (0..after.seated.people().len() as u8).collect::<Vec<_>>());
                for (seat, number) in Seat::all(after.totals.len()).zip(&seats) {
                    let player = &after.seated.people()[usize::from(*number)];
                    prop_assert_eq!(&player.name, after.seated.seats().name(seat));
                }
                (seated, now) = (after.seated, after.totals);
            }
        }
    }
}
