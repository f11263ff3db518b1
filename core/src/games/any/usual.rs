//! Games by their usual rules, as score sheets to start from. What varies from table to table is a switch.

use super::game::{
    Bid, Bonus, Column, ColumnKind, Counting, DealRule, Ends, Failed, Options, Overtrick, OvertrickPenalty, Shortfall,
    TargetRule, WinningTotal,
};
use crate::domain::teams::{Split, Teams};
use crate::i18n::{Lang, t, unmarked};

/// A game whose usual score sheet is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Usual {
    /// Hearts: penalty tricks.
    Hearts,
    /// Spades: bids, with overtricks that cost something in the long run.
    Spades,
    /// Oh Hell: exact bids.
    OhHell,
    /// Exact bids that cost something when they fail.
    ExactBids,
    /// Euchre.
    Euchre,
    /// Five Hundred, with bids.
    FiveHundred,
    /// Canasta.
    Canasta,
    /// Gin Rummy.
    Gin,
    /// Rummy to 500.
    Rummy,
    /// Cribbage.
    Cribbage,
    /// Games in which whoever is out first scores what the others hold.
    Eights,
    /// Games for three with a soloist, like Skat.
    Soloist,
    /// Scopa.
    Scopa,
    /// Big Two.
    BigTwo,
    /// President.
    President,
    /// Counting down to nothing, as in darts.
    Countdown,
}

impl Usual {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Usual; 16] = [
        Usual::Hearts,
        Usual::Spades,
        Usual::OhHell,
        Usual::ExactBids,
        Usual::Euchre,
        Usual::FiveHundred,
        Usual::Canasta,
        Usual::Gin,
        Usual::Rummy,
        Usual::Cribbage,
        Usual::Eights,
        Usual::Soloist,
        Usual::Scopa,
        Usual::BigTwo,
        Usual::President,
        Usual::Countdown,
    ];

    /// What the game is called.
    pub fn name(self, l: Lang) -> &'static str {
        match self {
            Usual::Hearts => t::usual_hearts(l),
            Usual::Spades => t::usual_spades(l),
            Usual::OhHell => t::usual_oh_hell(l),
            Usual::ExactBids => t::usual_exact(l),
            Usual::Euchre => t::usual_euchre(l),
            Usual::FiveHundred => t::usual_five_hundred(l),
            Usual::Canasta => t::usual_canasta(l),
            Usual::Gin => t::usual_gin(l),
            Usual::Rummy => t::usual_rummy(l),
            Usual::Cribbage => t::usual_cribbage(l),
            Usual::Eights => t::usual_eights(l),
            Usual::Soloist => t::usual_soloist(l),
            Usual::Scopa => t::usual_scopa(l),
            Usual::BigTwo => t::usual_big_two(l),
            Usual::President => t::usual_president(l),
            Usual::Countdown => t::usual_countdown(l),
        }
    }

    /// How it is scored, in one line.
    pub fn line(self, l: Lang) -> &'static str {
        match self {
            Usual::Hearts => t::usual_hearts_line(l),
            Usual::Spades => t::usual_spades_line(l),
            Usual::OhHell => t::usual_oh_hell_line(l),
            Usual::ExactBids => t::usual_exact_line(l),
            Usual::Euchre => t::usual_euchre_line(l),
            Usual::FiveHundred => t::usual_five_hundred_line(l),
            Usual::Canasta => t::usual_canasta_line(l),
            Usual::Gin => t::usual_gin_line(l),
            Usual::Rummy => t::usual_rummy_line(l),
            Usual::Cribbage => t::usual_cribbage_line(l),
            Usual::Eights => t::usual_eights_line(l),
            Usual::Soloist => t::usual_soloist_line(l),
            Usual::Scopa => t::usual_scopa_line(l),
            Usual::BigTwo => t::usual_big_two_line(l),
            Usual::President => t::usual_president_line(l),
            Usual::Countdown => t::usual_countdown_line(l),
        }
    }

    /// How many people can play it.
    pub fn players(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Usual::Hearts => 3..=6,
            Usual::Spades => 3..=6,
            Usual::OhHell => 3..=7,
            Usual::ExactBids => 3..=6,
            Usual::Euchre => 4..=4,
            Usual::FiveHundred => 3..=6,
            Usual::Canasta => 2..=6,
            Usual::Gin => 2..=2,
            Usual::Rummy => 2..=8,
            Usual::Cribbage => 2..=4,
            Usual::Eights => 2..=10,
            Usual::Soloist => 3..=4,
            Usual::Scopa => 2..=6,
            Usual::BigTwo => 3..=4,
            Usual::President => 3..=8,
            Usual::Countdown => 2..=12,
        }
    }

    /// What varies, a few words each.
    pub fn switches(self, l: Lang) -> Vec<&'static str> {
        match self {
            Usual::Hearts => vec![t::usual_switch_jack(l)],
            Usual::Spades => vec![t::usual_switch_alone(l), t::usual_switch_no_bags(l)],
            Usual::OhHell => vec![t::usual_switch_off(l)],
            Usual::ExactBids => vec![t::usual_switch_no_loss(l)],
            Usual::Euchre => vec![t::usual_switch_eleven(l)],
            Usual::FiveHundred => vec![t::usual_switch_alone(l)],
            Usual::Canasta => vec![t::usual_switch_alone(l), t::usual_switch_canasta_hand(l)],
            Usual::Gin => vec![t::usual_switch_old_gin(l)],
            Usual::Rummy => vec![t::usual_switch_out(l)],
            Usual::Cribbage => vec![t::usual_switch_sixty_one(l)],
            Usual::Eights => vec![t::usual_switch_own_cards(l)],
            Usual::Soloist => vec![t::usual_switch_seeger(l)],
            Usual::Scopa => vec![t::usual_switch_twenty_one(l)],
            Usual::BigTwo => Vec::new(),
            Usual::President => vec![t::usual_switch_last(l)],
            Usual::Countdown => vec![t::usual_switch_three_hundred(l), t::usual_switch_past(l)],
        }
    }

    /// Its name, its sheet and how it ends, with these of its switches on, for so many people as are known so far.
    pub fn options(self, on: &[bool], players: usize, l: Lang) -> Options {
        let on = |switch: usize| on.get(switch).copied().unwrap_or(false);
        let plain = Options { name: unmarked(self.name(l)), deal: DealRule::Passes, ..Options::default() };
        let to =
            |points: u32, categories: Vec<Column>| Options { categories, ending: Ends::at(points), ..plain.clone() };
        // Four play in pairs, and six in threes; as long as there are too few people they are not known.
        let pairs = |alone: bool| (!alone && !matches!(players, 2 | 3 | 5)).then(|| Teams::new(Split::Across(2)));
        let count = |name: &str, factor, most| Column::count(&unmarked(name), factor, most);
        match self {
            Usual::Hearts => {
                let mut columns = vec![
                    all(t::usual_column_hearts(l), 1, 13),
                    all(t::usual_column_queen(l), 13, 1),
                    // All 26 are taken, and 26 are subtracted.
                    bonus(t::usual_column_moon(l), 26, -52),
                ];
                if on(0) {
                    columns.push(all(t::usual_column_jack(l), -10, 1));
                }
                Options { winner: WinningTotal::Lowest, ..to(100, columns) }
            }
            Usual::Spades => {
                let penalty = (!on(1)).then_some(OvertrickPenalty { every: 10, cost: 100 });
                let alone = on(0) || matches!(players, 3 | 5 | 6);
                let bid = Bid {
                    // Three people play seventeen tricks, more people fewer than four do.
                    most: if alone { 17 } else { 13 },
                    all: !alone,
                    each: 10,
                    over: Some(Overtrick { each: 1, penalty }),
                    failed: Failed { each: 10, per: Shortfall::Bid },
                    zero: alone.then_some(100),
                    ..Bid::default()
                };
                let mut columns = vec![bids(bid, l)];
                if !alone {
                    columns.push(count(t::usual_column_nil(l), 100, 2));
                    columns.push(count(t::usual_column_nil_failed(l), -100, 2));
                }
                Options { teams: pairs(alone), ..to(500, columns) }
            }
            Usual::OhHell => {
                let failed = Failed { each: u32::from(on(0)), per: Shortfall::Difference };
                Options {
                    categories: vec![bids(Bid { most: 13, base: 10, each: 1, failed, ..Bid::default() }, l)],
                    ..plain
                }
            }
            Usual::ExactBids => {
                let failed = Failed { each: if on(0) { 0 } else { 10 }, per: Shortfall::Difference };
                Options {
                    categories: vec![bids(Bid { most: 20, base: 20, each: 10, failed, ..Bid::default() }, l)],
                    ..plain
                }
            }
            Usual::Euchre => {
                let columns = vec![
                    count(t::usual_column_made(l), 1, 1),
                    count(t::usual_column_march(l), 2, 1),
                    count(t::usual_column_alone(l), 4, 1),
                    count(t::usual_column_euchred(l), 2, 1),
                ];
                Options { teams: pairs(false), ..to(if on(0) { 11 } else { 10 }, columns) }
            }
            Usual::FiveHundred => {
                let columns =
                    vec![below(t::usual_column_contract(l), 1, 1_000), count(t::usual_column_against(l), 10, 10)];
                let ending = Ends { limit: Some(-500), ..Ends::at(500) };
                Options { teams: pairs(on(0)), ending, ..to(500, columns) }
            }
            Usual::Canasta => {
                let mut columns = vec![
                    count(t::usual_column_melded(l), 1, 9_999),
                    below(t::usual_column_red_threes(l), 100, 8),
                    count(t::usual_column_natural(l), 500, 9),
                    count(t::usual_column_mixed(l), 300, 9),
                    count(t::usual_column_out(l), 100, if on(1) { 2 } else { 1 }),
                    count(t::usual_column_left(l), -1, 9_999),
                ];
                if on(1) {
                    // Twice 100, whole from the hand.
                    columns[4].name = unmarked(t::usual_column_out_hand(l));
                }
                Options { teams: pairs(on(0)), ..to(5_000, columns) }
            }
            Usual::Gin => {
                let (gin, undercut) = if on(0) { (20, 10) } else { (25, 25) };
                to(
                    100,
                    vec![
                        count(t::usual_column_difference(l), 1, 120),
                        count(t::usual_column_gin(l), gin, 1),
                        count(t::usual_column_undercut(l), undercut, 1),
                    ],
                )
            }
            Usual::Rummy => {
                let mut columns =
                    vec![count(t::usual_column_melded(l), 1, 999), count(t::usual_column_left(l), -1, 999)];
                if on(0) {
                    columns.push(count(t::usual_column_out(l), 25, 1));
                }
                to(500, columns)
            }
            Usual::Cribbage => Options {
                teams: pairs(players < 4),
                ..to(
                    if on(0) { 61 } else { 121 },
                    vec![
                        count(t::usual_column_pegged(l), 1, 60),
                        count(t::usual_column_hand(l), 1, 29),
                        count(t::usual_column_crib(l), 1, 29),
                    ],
                )
            },
            Usual::Eights if on(0) => {
                let columns = vec![count(t::usual_column_left(l), 1, 999)];
                Options { winner: WinningTotal::Lowest, ..to(100, columns) }
            }
            Usual::Eights => to(100, vec![count(t::usual_column_others(l), 1, 999)]),
            Usual::Soloist => {
                let mut columns = vec![below(t::usual_column_game(l), 1, 999)];
                if on(0) {
                    columns.push(count(t::usual_column_won(l), 50, 1));
                    columns.push(count(t::usual_column_lost(l), -50, 1));
                    columns.push(count(t::usual_column_opponent(l), if players == 4 { 30 } else { 40 }, 1));
                }
                Options { categories: columns, ..plain }
            }
            Usual::Scopa => Options {
                teams: pairs(players < 4),
                ..to(
                    if on(0) { 21 } else { 11 },
                    vec![
                        count(t::usual_column_sweeps(l), 1, 20),
                        count(t::usual_column_cards(l), 1, 1),
                        count(t::usual_column_coins(l), 1, 1),
                        all(t::usual_column_seven(l), 1, 1),
                        count(t::usual_column_primiera(l), 1, 1),
                    ],
                )
            },
            // As many as thirteen that count three times; three people hold eighteen.
            Usual::BigTwo => {
                Options { winner: WinningTotal::Lowest, ..to(100, vec![count(t::usual_column_left(l), 1, 54)]) }
            }
            Usual::President => {
                let mut columns = vec![all(t::usual_column_president(l), 2, 1), all(t::usual_column_vice(l), 1, 1)];
                if on(0) {
                    columns.push(all(t::usual_column_last(l), -1, 1));
                }
                to(11, columns)
            }
            Usual::Countdown => {
                let target = TargetRule { points: 0, exact: !on(1), takes_off: true };
                Options {
                    start: if on(0) { 301 } else { 501 },
                    deal: DealRule::Nobody,
                    winner: WinningTotal::Lowest,
                    ending: Ends { target: Some(target), ..Ends::default() },
                    ..plain
                }
            }
        }
    }
}

/// A column without cells.
fn bonus(name: &str, from: u32, points: i32) -> Column {
    Column { name: unmarked(name), kind: ColumnKind::Bonus(Bonus { from, points }) }
}

/// A column of which there are as many each round.
fn all(name: &str, factor: i32, most: u32) -> Column {
    Column { name: unmarked(name), kind: ColumnKind::Count(Counting { factor, most, below: false, all: true }) }
}

/// A column that may be below zero.
fn below(name: &str, factor: i32, most: u32) -> Column {
    Column { name: unmarked(name), kind: ColumnKind::Count(Counting { factor, most, below: true, all: false }) }
}

/// The column for bids.
fn bids(bid: Bid, l: Lang) -> Column {
    Column { name: unmarked(t::usual_column_tricks(l)), kind: ColumnKind::Bid(bid) }
}

#[cfg(test)]
mod tests {
    use super::super::game::{Any, Event, State};
    use super::*;
    use crate::domain::game::{Game, Outcome};
    use crate::domain::seating::Seating;
    use crate::domain::seats::{Player, Seat, Seats};

    fn seats(players: usize) -> Seats {
        let list = (0..players).map(|at| Player { name: format!("P{at}"), mark: at as u8 }).collect();
        Seats::new(list, Seat(0), Any::SEATS).unwrap()
    }

    /// What rounds of these rows come to.
    fn totals(usual: Usual, on: &[bool], players: usize, rounds: &[&[&[i32]]]) -> Vec<i32> {
        let mut state = Any::start(&seats(players), &usual.options(on, players, Lang::En)).unwrap();
        for rows in rounds {
            let counts = rows.iter().map(|row| row.to_vec()).collect();
            state = Any::apply(&state, &Event::Counted { counts }).unwrap();
        }
        state.totals
    }

    #[test]
    fn every_sheet_opens_with_every_switch_in_both_languages() {
        for usual in Usual::ALL {
            for l in [Lang::En, Lang::Ja] {
                let switches = usual.switches(l).len();
                for on in 0..1_usize << switches {
                    let on: Vec<bool> = (0..switches).map(|switch| on >> switch & 1 == 1).collect();
                    for players in usual.players() {
                        let options = usual.options(&on, players, l);
                        assert_eq!(options.check(), Ok(()), "{usual:?} {l:?}");
                        assert!(Any::start(&seats(players), &options).is_ok(), "{usual:?} {on:?} for {players}");
                        assert!(options.categories.iter().all(|column| !column.name.contains('\u{200b}')), "{usual:?}");
                    }
                    assert_eq!(usual.options(&on, 0, l).check(), Ok(()), "{usual:?} before anybody is there");
                }
            }
        }
    }

    /// One round of each, worked out by hand by the usual rules.
    #[test]
    fn a_worked_round_of_each() {
        let is = |usual, players, rows: &[&[i32]], points: &[i32]| {
            assert_eq!(totals(usual, &[], players, &[rows]), points, "{usual:?}");
        };
        // Thirteen hearts and the queen: 5, 8 - 0, 13 for her.
        is(Usual::Hearts, 4, &[&[5, 0], &[0, 1], &[8, 0], &[0, 0]], &[5, 13, 8, 0]);
        // Somebody takes all 26, and has 26 less.
        is(Usual::Hearts, 4, &[&[13, 1], &[0, 0], &[0, 0], &[0, 0]], &[-26, 0, 0, 0]);
        // 7 bid and 8 made is 71; 5 bid and 5 made is 50, and a nil made 100.
        is(Usual::Spades, 4, &[&[7, 8, 0, 0], &[5, 5, 1, 0]], &[71, 150]);
        // Set: 7 bid, 6 made; and a nil that failed.
        is(Usual::Spades, 4, &[&[7, 6, 0, 0], &[4, 7, 0, 1]], &[-70, 43 - 100]);
        is(Usual::OhHell, 3, &[&[2, 2], &[0, 0], &[3, 5]], &[12, 10, 0]);
        is(Usual::ExactBids, 3, &[&[2, 2], &[0, 0], &[3, 5]], &[40, 20, -20]);
        is(Usual::Euchre, 4, &[&[0, 0, 0, 0], &[0, 0, 0, 1]], &[0, 2]);
        // Seven hearts is 200; it failed, and the others made four tricks.
        is(Usual::FiveHundred, 4, &[&[-200, 0], &[0, 4]], &[-200, 40]);
        // 635 in cards, two red threes, a natural and a mixed canasta, out; the others 300, one three, 45 in hand.
        is(Usual::Canasta, 4, &[&[635, 2, 1, 1, 1, 0], &[300, 1, 0, 0, 0, 45]], &[1_735, 355]);
        is(Usual::Gin, 2, &[&[31, 1, 0], &[0, 0, 0]], &[56, 0]);
        is(Usual::Rummy, 2, &[&[85, 0], &[40, 55]], &[85, -15]);
        is(Usual::Cribbage, 2, &[&[3, 12, 0], &[5, 8, 6]], &[15, 19]);
        is(Usual::Eights, 3, &[&[0], &[71], &[0]], &[0, 71, 0]);
        // Spades with two, game three: 33; and a lost one counts double.
        is(Usual::Soloist, 3, &[&[33], &[0], &[0]], &[33, 0, 0]);
        is(Usual::Soloist, 3, &[&[0], &[-48], &[0]], &[0, -48, 0]);
        is(Usual::Scopa, 2, &[&[2, 1, 0, 1, 0], &[1, 0, 1, 0, 1]], &[4, 3]);
        is(Usual::BigTwo, 4, &[&[0], &[3], &[22], &[39]], &[0, 3, 22, 39]);
        is(Usual::President, 4, &[&[0, 1], &[1, 0], &[0, 0], &[0, 0]], &[1, 2, 0, 0]);
    }

    /// A round in which each switch counts.
    #[test]
    fn a_worked_round_of_each_switch() {
        let is = |usual, on: &[bool], players, rows: &[&[i32]], points: &[i32]| {
            assert_eq!(totals(usual, on, players, &[rows]), points, "{usual:?} {on:?}");
        };
        is(Usual::Hearts, &[true], 3, &[&[13, 0, 0], &[0, 1, 0], &[0, 0, 1]], &[13, 13, -10]);
        is(Usual::Spades, &[true, false], 4, &[&[5, 6], &[0, 0], &[4, 7], &[3, 0]], &[51, 100, 43, -30]);
        // Three people play seventeen tricks, without being asked who is with whom.
        is(Usual::Spades, &[], 3, &[&[5, 6], &[0, 0], &[4, 11]], &[51, 100, 47]);
        is(Usual::OhHell, &[true], 3, &[&[2, 2], &[0, 1], &[3, 5]], &[12, -1, -2]);
        is(Usual::ExactBids, &[true], 3, &[&[2, 2], &[0, 1], &[3, 5]], &[40, 0, 0]);
        is(Usual::FiveHundred, &[true], 4, &[&[200, 0], &[0, 1], &[0, 2], &[0, 0]], &[200, 10, 20, 0]);
        is(Usual::Canasta, &[true, true], 2, &[&[400, 0, 0, 1, 2, 0], &[0, -1, 0, 0, 0, 30]], &[900, -130]);
        is(Usual::Gin, &[true], 2, &[&[31, 0, 1], &[0, 0, 0]], &[41, 0]);
        is(Usual::Rummy, &[true], 2, &[&[85, 0, 1], &[40, 55, 0]], &[110, -15]);
        is(Usual::Eights, &[true], 2, &[&[0], &[71]], &[0, 71]);
        is(Usual::Soloist, &[true], 3, &[&[33, 1, 0, 0], &[0, 0, 0, 0], &[0, 0, 0, 0]], &[83, 0, 0]);
        is(Usual::Soloist, &[true], 3, &[&[-66, 0, 1, 0], &[0, 0, 0, 1], &[0, 0, 0, 1]], &[-116, 40, 40]);
        is(Usual::Soloist, &[true], 4, &[&[-66, 0, 1, 0], &[0, 0, 0, 1], &[0; 4], &[0; 4]], &[-116, 30, 0, 0]);
        is(Usual::President, &[true], 3, &[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1]], &[2, 1, -1]);
        let ends = |usual: Usual, on: bool| usual.options(&[on], 2, Lang::En).ending;
        assert_eq!(ends(Usual::Euchre, true), Ends::at(11));
        assert_eq!(ends(Usual::Cribbage, true), Ends::at(61));
        assert_eq!(ends(Usual::Scopa, true), Ends::at(21));
        assert_eq!(ends(Usual::FiveHundred, false).limit, Some(-500));
    }

    /// 180, then 140 past 131 left, then 131.
    #[test]
    fn counting_down_ends_at_exactly_nothing() {
        let play = |on: &[bool], points: &[i32]| {
            let mut state = Any::start(&seats(2), &Usual::Countdown.options(on, 2, Lang::En)).unwrap();
            for points in points {
                state = Any::apply(&state, &Event::Round { points: vec![-points, -1] }).unwrap();
            }
            (state.totals.clone(), Any::standing(&state).outcome)
        };
        assert_eq!(play(&[], &[180, 190, 140]), (vec![131, 498], Outcome::Playing));
        assert_eq!(play(&[], &[180, 190, 140, 131]), (vec![0, 497], Outcome::Won(vec![0])));
        assert_eq!(play(&[true, true], &[180, 190]), (vec![-69, 299], Outcome::Won(vec![0])));
        let options = Usual::Countdown.options(&[], 2, Lang::En);
        assert!(options.takes_off(), "60 is entered as 60");
    }

    /// Ten overtricks over several rounds cost 100 once.
    #[test]
    fn overtricks_cost_something_in_the_long_run() {
        let round: &[&[i32]] = &[&[3, 7, 0, 0], &[6, 6, 0, 0]];
        let after = |rounds| totals(Usual::Spades, &[], 4, &vec![round; rounds]);
        assert_eq!(after(2), [2 * 34, 2 * 60]);
        assert_eq!(after(3), [3 * 34 - 100, 3 * 60], "twelve overtricks");
        assert_eq!(after(5), [5 * 34 - 200, 5 * 60], "twenty");
        // Twelve have cost something, and two are left. Whoever changes sides takes their part of those along.
        let mut state = Any::start(&seats(4), &Usual::Spades.options(&[], 4, Lang::En)).unwrap();
        let play = |event: Event, state: &mut State| *state = Any::apply(state, &event).unwrap();
        let counts = || round.iter().map(|row| row.to_vec()).collect();
        for _ in 0..3 {
            play(Event::Counted { counts: counts() }, &mut state);
        }
        assert_eq!(state.sheet.overtricks(), Some(&[2, 0][..]));
        play(Event::People(Seating { joins: Vec::new(), seats: vec![0, 2, 1, 3], ..Seating::default() }), &mut state);
        assert_eq!(state.sheet.overtricks(), Some(&[1, 1][..]));
        assert_eq!(totals(Usual::Spades, &[false, true], 4, &[round; 3]), [3 * 34, 3 * 60], "nothing was agreed");
    }
}
