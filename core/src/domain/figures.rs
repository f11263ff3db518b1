//! What finished tables say about the people who played: games, wins, streaks, points, and two people compared; also
//! all tables as a spreadsheet. Works on summaries, not on logs.

use std::collections::BTreeMap;

use super::game::Outcome;
use super::parts::Parts;
use super::session::cell;
use super::summary::Summary;
use super::tally::{Counted, TallyKind};

/// Fewest games that two people shared before they are compared.
pub const FEWEST_SHARED: u32 = 3;

/// A finished table. Lists of them are in order of time, oldest first.
#[derive(Debug, Clone)]
pub struct Played<'a> {
    /// What tables of the same game have in common, see [`super::session::Label::kind`].
    pub game: &'a str,
    /// Who played, in seat order and then those who joined, as numbers that mean the same person at every table.
    pub people: Vec<usize>,
    /// Its figures.
    pub summary: &'a Summary,
}

impl Played<'_> {
    /// The side of a person, unless they did not play or left before the end.
    fn side(&self, person: usize) -> Option<usize> {
        let seat = self.people.iter().position(|other| *other == person)?;
        self.side_of_seat(seat)
    }

    /// The side of whoever has this index in `people`, unless they left before the end: then they neither won nor lost.
    fn side_of_seat(&self, seat: usize) -> Option<usize> {
        let side = self.summary.sides.iter().position(|side| side.contains(&seat))?;
        self.summary.is_seated(side).then_some(side)
    }

    fn won(&self, side: usize) -> bool {
        self.summary.outcome.winners().contains(&side)
    }

    /// Whether side `one` finished ahead of `other`: only `one` won, or both or neither did and `one` has the better
    /// total.
    fn ahead(&self, one: usize, other: usize) -> bool {
        let total = |side: usize| {
            let total = i64::from(self.summary.totals.get(side).copied().unwrap_or_default());
            if self.summary.lowest_wins { -total } else { total }
        };
        let place = |side: usize| (self.won(side), total(side));
        place(one) > place(other)
    }
}

/// Games and wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wins {
    /// Finished games.
    pub games: u32,
    /// Those that were won; a shared win counts for each winner.
    pub won: u32,
}

impl Wins {
    fn add(&mut self, won: bool) {
        self.games += 1;
        self.won += u32::from(won);
    }

    /// Share of games won, in percent, rounded; 0 if there were no games.
    pub fn rate(self) -> u32 {
        (self.won * 200 + self.games).checked_div(2 * self.games).unwrap_or(0)
    }
}

/// A person in figures.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figures<'a> {
    /// All games together.
    pub all: Wins,
    /// By game, see [`Played::game`].
    pub by_game: BTreeMap<&'a str, Wins>,
    /// Most games won in a row.
    pub streak: u32,
    /// Games won in a row up to the latest one.
    run: u32,
    /// Points at each table, oldest first, and whether it was won.
    pub points: Vec<(i32, bool)>,
    /// What these points are split into: tenths, if they were at one of the tables.
    pub parts: Parts,
    /// Whether the lowest total won at every table so far, so that the lowest points are the best.
    lowest_best: bool,
    /// What the games count besides points, in the order in which it first came up.
    pub tallies: Vec<(&'a str, TallyKind, Counted)>,
}

impl<'a> Figures<'a> {
    fn add(&mut self, table: &Played<'a>, seat: usize) {
        let Some(side) = table.side_of_seat(seat) else { return };
        let won = table.won(side);
        self.lowest_best = table.summary.lowest_wins && (self.lowest_best || self.all.games == 0);
        self.all.add(won);
        self.by_game.entry(table.game).or_default().add(won);
        self.run = if won { self.run + 1 } else { 0 };
        self.streak = self.streak.max(self.run);
        if self.parts == Parts::Whole && table.summary.parts != self.parts {
            self.parts = table.summary.parts;
            self.points.iter_mut().for_each(|(points, _)| *points = points.saturating_mul(self.parts.of_one()));
        }
        let points = table.summary.points.get(side).copied().unwrap_or_default();
        let each = self.parts.of_one() / table.summary.parts.of_one();
        self.points.push((points.saturating_mul(each), won));
        for tally in &table.summary.tallies {
            let Some(count) = tally.of.get(seat).copied().filter(|count| count.1 > 0) else { continue };
            match self.tallies.iter_mut().find(|(id, kind, _)| *id == tally.id && *kind == tally.kind) {
                Some((_, kind, so_far)) => *so_far = kind.join(*so_far, count),
                None => self.tallies.push((&tally.id, tally.kind, count)),
            }
        }
    }

    /// The game played most often; of several, the one won most often; of several of these, the first by id.
    pub fn favourite(&self) -> Option<&'a str> {
        let most = self.by_game.iter().rev().max_by_key(|(_, wins)| (wins.games, wins.won));
        most.map(|(game, _)| *game)
    }

    /// The average of the points at a table, as a sum and the number to divide it by.
    pub fn average(&self) -> (i64, u32) {
        let sum = self.points.iter().map(|(points, _)| i64::from(*points)).sum();
        (sum, self.all.games.saturating_mul(self.parts.of_one().unsigned_abs()))
    }

    /// The best points at a table, in [`Figures::parts`]: the highest, or the lowest where those win.
    pub fn best(&self) -> Option<i32> {
        let points = self.points.iter().map(|(points, _)| *points);
        if self.lowest_best { points.min() } else { points.max() }
    }
}

/// The figures of everyone who played at these tables to the end, by number.
pub fn by_person<'a>(tables: &[Played<'a>]) -> BTreeMap<usize, Figures<'a>> {
    let mut found: BTreeMap<usize, Figures<'a>> = BTreeMap::new();
    for table in tables {
        let stayed = |(seat, _): &(usize, &usize)| table.side_of_seat(*seat).is_some();
        for (seat, person) in table.people.iter().enumerate().filter(stayed) {
            found.entry(*person).or_default().add(table, seat);
        }
    }
    found
}

/// A person compared with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Versus {
    /// Games at the same table, both to the end.
    pub shared: u32,
    /// Those in which the person finished ahead of the other.
    pub ahead: u32,
    /// Those in which the other did.
    pub behind: u32,
    /// Those in which they were partners.
    pub together: u32,
}

/// A person compared with everyone with whom they shared at least [`FEWEST_SHARED`] games. Those with the most games
/// come first, then the lowest number.
pub fn head_to_head(tables: &[Played<'_>], person: usize) -> Vec<(usize, Versus)> {
    let mut found: BTreeMap<usize, Versus> = BTreeMap::new();
    for table in tables {
        let Some(mine) = table.side(person) else { continue };
        for (seat, other) in table.people.iter().enumerate().filter(|(_, other)| **other != person) {
            let Some(theirs) = table.side_of_seat(seat) else { continue };
            let compared = found.entry(*other).or_default();
            compared.shared += 1;
            compared.together += u32::from(mine == theirs);
            compared.ahead += u32::from(table.ahead(mine, theirs));
            compared.behind += u32::from(table.ahead(theirs, mine));
        }
    }
    let mut found: Vec<_> = found.into_iter().filter(|(_, compared)| compared.shared >= FEWEST_SHARED).collect();
    found.sort_by_key(|(_, compared)| std::cmp::Reverse(compared.shared));
    found
}

/// A table for [`history_csv`].
#[derive(Debug, Clone)]
pub struct Listed<'a> {
    /// When it was opened, in a form that a spreadsheet reads.
    pub opened: String,
    /// The game's name.
    pub game: String,
    /// See [`super::session::Head::title`].
    pub title: &'a str,
    /// Who played, in seat order, then those who joined.
    pub names: Vec<String>,
    /// Its figures.
    pub summary: &'a Summary,
}

/// Tables as CSV (RFC 4180), like [`super::session::csv`], with a row for each player of each table. `headings` are the
/// words for date, game, table, player, total, points, rounds and wins. A win is 1 and a loss 0; the column is empty
/// for a table without a winner, and for whoever left it.
pub fn history_csv(tables: &[Listed<'_>], headings: [&str; 8]) -> String {
    let mut text = String::from('\u{feff}');
    for (at, heading) in headings.into_iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        cell(&mut text, heading);
    }
    text.push_str("\r\n");
    for Listed { opened, game, title, names, summary } in tables {
        for (seat, name) in names.iter().enumerate() {
            let Some(side) = summary.sides.iter().position(|side| side.contains(&seat)) else { continue };
            for (at, words) in [&**opened, game, title, name].into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                cell(&mut text, words);
            }
            let of = |values: &[i32]| values.get(side).map(|value| summary.parts.written(*value)).unwrap_or_default();
            let won = match &summary.outcome {
                Outcome::Won(winners) if summary.is_seated(side) => u8::from(winners.contains(&side)).to_string(),
                Outcome::Playing | Outcome::Tied(_) | Outcome::Won(_) => String::new(),
            };
            text.push_str(&format!(",{},{},{},{won}\r\n", of(&summary.totals), of(&summary.points), summary.played));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// A table of one game: its sides as seats, their totals, the winners, and calls by seat.
    fn summary(sides: &[&[usize]], totals: &[i32], winners: &[usize], lowest: bool) -> Summary {
        let seats = sides.iter().map(|side| side.len()).sum();
        let calls: Vec<Counted> = (0..seats).map(|seat| (i32::try_from(seat).unwrap(), 1)).collect();
        let written = json!({
            "summary": 3, "length": 1, "last": null, "sides": sides, "played": 1, "turns": null, "points": totals,
            "totals": totals, "lowest_wins": lowest, "tallies": [{ "id": "calls", "kind": "sum", "of": calls }],
            "outcome": { "won": winners },
        });
        Summary::read(&written.to_string()).unwrap()
    }

    fn played<'a>(game: &'a str, people: &[usize], summary: &'a Summary) -> Played<'a> {
        Played { game, people: people.to_vec(), summary }
    }

    #[test]
    fn a_shared_win_counts_for_each_and_a_streak_ends_with_a_loss() {
        let alone = summary(&[&[0], &[1]], &[30, 20], &[0], false);
        let shared = summary(&[&[0], &[1]], &[20, 20], &[0, 1], false);
        let lost = summary(&[&[0], &[1]], &[5, 25], &[1], false);
        let tables = [&alone, &shared, &lost, &alone].map(|table| played("nerts", &[7, 3], table));
        let found = by_person(&tables);
        let (ann, bob) = (&found[&7], &found[&3]);
        assert_eq!((ann.all, ann.streak, ann.all.rate()), (Wins { games: 4, won: 3 }, 2, 75));
        assert_eq!((bob.all, bob.streak), (Wins { games: 4, won: 2 }, 2));
        assert_eq!((ann.best(), ann.average()), (Some(30), (85, 4)));
        assert_eq!(ann.points, [(30, true), (20, true), (5, false), (30, true)]);
        assert_eq!(bob.tallies, [("calls", TallyKind::Sum, (4, 4))]);
        let compared = Versus { shared: 4, ahead: 2, behind: 1, together: 0 };
        assert_eq!(head_to_head(&tables, 7), [(3, compared)]);
        assert_eq!(head_to_head(&tables[..2], 7), [], "too few");
    }

    #[test]
    fn whoever_left_before_the_end_neither_won_nor_lost() {
        let mut table = summary(&[&[0], &[2], &[1]], &[30, 20, 90], &[0], false);
        table.gone = 1;
        let tables = vec![played("any", &[7, 3, 5], &table); 3];
        let found = by_person(&tables);
        assert_eq!((found[&7].all, found[&5].all), (Wins { games: 3, won: 3 }, Wins { games: 3, won: 0 }));
        assert!(!found.contains_key(&3));
        let compared = Versus { shared: 3, ahead: 3, behind: 0, together: 0 };
        assert_eq!(head_to_head(&tables, 7), [(5, compared)]);
        let names = ["Ann", "Bob", "Cy"].map(str::to_owned).to_vec();
        let listed = Listed { opened: "d".to_owned(), game: "g".to_owned(), title: "", names, summary: &table };
        let text = history_csv(&[listed], ["a", "b", "c", "d", "e", "f", "g", "h"]);
        let ends: Vec<&str> = text.lines().skip(1).map(|line| &line[line.len() - 2..]).collect();
        assert_eq!(ends, [",1", "1,", ",0"]);
    }

    #[test]
    fn tables_with_and_without_decimals_are_one_list() {
        let whole = summary(&[&[0], &[1]], &[30, 20], &[0], false);
        let mut halves = summary(&[&[0], &[1]], &[75, 80], &[1], false);
        halves.parts = Parts::Tenths;
        let found = by_person(&[played("any", &[7, 3], &whole), played("any", &[7, 3], &halves)]);
        assert_eq!((found[&7].parts, &found[&7].points[..]), (Parts::Tenths, &[(300, true), (75, false)][..]));
        let back = by_person(&[played("any", &[7, 3], &halves), played("any", &[7, 3], &whole)]);
        assert_eq!((back[&7].best(), back[&7].average()), (Some(300), (375, 20)), "37.5 points at two tables");
        let names = ["Ann", "Bob"].map(str::to_owned).to_vec();
        let listed = Listed { opened: "d".to_owned(), game: "g".to_owned(), title: "", names, summary: &halves };
        let text = history_csv(&[listed], ["a", "b", "c", "d", "e", "f", "g", "h"]);
        assert!(text.contains(",7.5,7.5,"), "{text}");
    }

    #[test]
    fn partners_win_together_and_are_not_compared() {
        let table = summary(&[&[0, 1], &[2, 3]], &[40, 10], &[0], false);
        let tables = vec![played("nerts", &[0, 1, 2, 3], &table); 3];
        let found = by_person(&tables);
        assert!([0, 1].iter().all(|person| found[person].all == Wins { games: 3, won: 3 }));
        assert!([2, 3].iter().all(|person| found[person].all == Wins { games: 3, won: 0 }));
        let with = |other| head_to_head(&tables, 0).into_iter().find(|(person, _)| *person == other).unwrap().1;
        assert_eq!(with(1), Versus { shared: 3, ahead: 0, behind: 0, together: 3 });
        assert_eq!(with(3), Versus { shared: 3, ahead: 3, behind: 0, together: 0 });
    }

    #[test]
    fn where_the_lowest_wins_it_is_the_best() {
        let table = summary(&[&[0], &[1], &[2]], &[0, 4, 9], &[0], true);
        let tables = vec![played("nihon_meisho", &[0, 1, 2], &table); 3];
        assert_eq!(by_person(&tables)[&2].best(), Some(9));
        let (_, with) = head_to_head(&tables, 1)[1];
        assert_eq!((with.ahead, with.behind), (3, 0));
    }

    #[test]
    fn the_history_as_a_spreadsheet_has_a_row_for_each_player() {
        let pairs = summary(&[&[0, 1], &[2]], &[40, -10], &[0], false);
        let mut open = summary(&[&[0], &[1]], &[1, 1], &[0], false);
        open.outcome = Outcome::Tied(vec![0, 1]);
        let listed = |title, names: &[&str], summary| Listed {
            opened: "2026-01-02 03:04".to_owned(),
            game: "Nerts".to_owned(),
            title,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            summary,
        };
        let tables = [listed("=1+1", &["Ann", "Bob \"B\"", "愛子"], &pairs), listed("", &["Cy", "Di"], &open)];
        let text = history_csv(&tables, ["a", "b", "c", "d", "e", "f", "g", "h"]);
        let rows: Vec<&str> = text.trim_start_matches('\u{feff}').split("\r\n").collect();
        assert_eq!(
            rows,
            [
                r#""a","b","c","d","e","f","g","h""#,
                r#""2026-01-02 03:04","Nerts","'=1+1","Ann",40,40,1,1"#,
                r#""2026-01-02 03:04","Nerts","'=1+1","Bob ""B""",40,40,1,1"#,
                r#""2026-01-02 03:04","Nerts","'=1+1","愛子",-10,-10,1,0"#,
                r#""2026-01-02 03:04","Nerts","","Cy",1,1,1,"#,
                r#""2026-01-02 03:04","Nerts","","Di",1,1,1,"#,
                "",
            ]
        );
    }

    #[test]
    fn the_game_played_most_is_the_favourite() {
        let table = summary(&[&[0], &[1]], &[1, 2], &[1], false);
        let of = |games: &[&'static str]| {
            let tables: Vec<Played> = games.iter().map(|game| played(game, &[0, 1], &table)).collect();
            by_person(&tables)[&0].favourite().map(str::to_owned)
        };
        assert_eq!(of(&["weather", "nerts", "weather"]).as_deref(), Some("weather"));
        assert_eq!(of(&["weather", "nerts"]).as_deref(), Some("nerts"));
        assert_eq!(Figures::default().favourite(), None);
        assert_eq!(Wins::default().rate(), 0);
    }

    proptest! {
        /// Against a slow model that asks one question at a time.
        #[test]
        fn figures_equal_those_counted_one_by_one(
            evenings in prop::collection::vec(
                (0..3_usize, prop::sample::subsequence(vec![0, 1, 2, 3, 4], 2..=5),
                 prop::collection::vec(-20..20_i32, 5), any::<bool>(), any::<bool>()),
                0..25,
            ),
        ) {
            let games = ["any", "nerts", "weather"];
            let summaries: Vec<Summary> = evenings.iter().map(|(_, people, totals, lowest, pairs)| {
                let pairs = *pairs && people.len() == 4;
                let sides: Vec<&[usize]> = if pairs { vec![&[0, 1], &[2, 3]] } else { vec![&[0][..], &[1], &[2], &[3], &[4]] };
                let sides = &sides[..if pairs { 2 } else { people.len() }];
                let totals = &totals[..sides.len()];
                let best = if *lowest { totals.iter().min() } else { totals.iter().max() };
                let winners: Vec<usize> = (0..totals.len()).filter(|side| totals.get(*side) == best).collect();
                summary(sides, totals, &winners, *lowest)
            }).collect();
            let tables: Vec<Played> = evenings.iter().zip(&summaries)
                .map(|((game, people, ..), summary)| played(games[*game], people, summary)).collect();
            let found = by_person(&tables);
            for person in 0..5 {
                let of = |table: &&Played| table.people.contains(&person);
                let mine: Vec<&Played> = tables.iter().filter(of).collect();
                let side = |table: &Played, person: usize| {
                    let seat = table.people.iter().position(|other| *other == person).unwrap();
                    (0..table.summary.sides.len()).find(|side| table.summary.sides[*side].contains(&seat)).unwrap()
                };
                let won: Vec<bool> =
                    mine.iter().map(|table| table.summary.outcome.winners().contains(&side(table, person))).collect();
                let Some(figures) = found.get(&person) else {
                    prop_assert!(mine.is_empty());
                    continue;
                };
                prop_assert_eq!(figures.all.games as usize, mine.len());
                prop_assert_eq!(figures.all.won as usize, won.iter().filter(|won| **won).count());
                let longest = (0..=won.len()).flat_map(|from| (from..=won.len()).map(move |to| (from, to)))
                    .filter(|(from, to)| won[*from..*to].iter().all(|won| *won)).map(|(from, to)| to - from).max();
                prop_assert_eq!(Some(figures.streak as usize), longest);
                let points: Vec<i32> = mine.iter().map(|table| table.summary.points[side(table, person)]).collect();
                let lowest = mine.iter().all(|table| table.summary.lowest_wins);
                prop_assert_eq!(figures.best(), if lowest { points.iter().min() } else { points.iter().max() }.copied());
                prop_assert_eq!(figures.average(), (points.iter().map(|points| i64::from(*points)).sum(), figures.all.games));
                for game in games {
                    let games = mine.iter().filter(|table| table.game == game).count();
                    prop_assert_eq!(figures.by_game.get(game).map_or(0, |wins| wins.games as usize), games);
                }
                let heads = head_to_head(&tables, person);
                prop_assert!(heads.windows(2).all(|pair| pair[0].1.shared >= pair[1].1.shared));
                for other in (0..5).filter(|other| *other != person) {
                    let both: Vec<&&Played> = mine.iter().filter(|table| table.people.contains(&other)).collect();
                    let compared = heads.iter().find(|(with, _)| *with == other).map(|(_, compared)| *compared);
                    if both.len() < FEWEST_SHARED as usize {
                        prop_assert_eq!(compared, None);
                        continue;
                    }
                    // The winners here are always those with the best total, so the totals alone decide.
                    let better = |one: usize, two: usize| both.iter().filter(|table| {
                        let total = |person| table.summary.totals[side(table, person)];
                        if table.summary.lowest_wins { total(one) < total(two) } else { total(one) > total(two) }
                    }).count() as u32;
                    let together = both.iter().filter(|table| side(table, person) == side(table, other)).count() as u32;
                    prop_assert_eq!(compared, Some(Versus {
                        shared: both.len() as u32, ahead: better(person, other), behind: better(other, person), together,
                    }));
                }
            }
        }
    }
}
