//! How a game went, by examples, and against a model that adds everything up anew for each question.

use proptest::prelude::*;

use super::*;
use crate::domain::parts::Parts;

/// A game whose last `gone` sides have left.
fn played(rounds: Vec<Vec<Option<i32>>>, starts: Vec<i32>, gone: usize, lowest_wins: bool) -> Report {
    let sides = starts.len();
    let sum = |side: usize| starts[side] + rounds.iter().filter_map(|round| round[side]).sum::<i32>();
    let totals: Vec<i32> = (0..sides).map(sum).collect();
    let here: Vec<i32> = totals[..sides - gone].iter().map(|total| if lowest_wins { -total } else { *total }).collect();
    let leaders = crate::domain::game::leaders(&here);
    Report {
        game: String::new(),
        players: Vec::new(),
        joined: Vec::new(),
        sides: (0..sides).map(|side| vec![side]).collect(),
        gone,
        changes: Vec::new(),
        starts,
        notes: Vec::new(),
        tallies: Vec::new(),
        turns: None,
        by_turns: false,
        parts: Parts::Whole,
        points: totals.clone(),
        totals,
        lowest_wins,
        tied: Vec::new(),
        ruled: false,
        outcome: Outcome::Won(leaders.clone()),
        leaders,
        played: rounds.len(),
        rounds,
        winners: Vec::new(),
    }
}

fn of(rounds: &[&[i32]], lowest_wins: bool) -> Report {
    let all = rounds.iter().map(|round| round.iter().copied().map(Some).collect()).collect();
    played(all, vec![0; rounds.first().map_or(0, |round| round.len())], 0, lowest_wins)
}

fn decided(report: &Report) -> Option<(usize, usize, [i32; 2])> {
    let lead = report.course().lead?;
    lead.passed.map(|passed| (lead.since, passed.side, passed.points))
}

#[test]
fn the_decisive_round_is_where_the_winner_got_ahead_of_all_for_good() {
    let rounds: &[&[i32]] = &[&[10, 12, 0], &[30, 5, 40], &[20, 60, 1]];
    // Totals 60, 77 and 41. The first and the third were level before the last round; the first ends second.
    assert_eq!(decided(&of(rounds, false)), Some((2, 0, [60, 20])));
    // Before the last round the second side had the fewest.
    assert_eq!(decided(&of(rounds, true)), Some((2, 1, [1, 60])), "the fewest points win");
    // Before the last round the third was behind both, and the second ahead.
    let late: &[&[i32]] = &[&[16, 13, 1], &[0, 19, 14], &[24, -7, 34]];
    assert_eq!(decided(&of(late, false)), Some((2, 1, [34, -7])), "passed for good in the last round");
    // Level with the third side after the second round, although ahead of the second from the first.
    let level: &[&[i32]] = &[&[9, 2, 5], &[1, 3, 5], &[4, 8, 1]];
    assert_eq!(decided(&of(level, false)), Some((2, 2, [4, 1])), "ahead of all for good");
}

#[test]
fn how_often_the_lead_changed_counts_who_was_ahead_alone() {
    let course = |rounds: &[&[i32]]| {
        let GameCourse { lead, changes, .. } = of(rounds, false).course();
        (lead.map(|lead| (lead.side, lead.since)), changes)
    };
    assert_eq!(course(&[&[9, 2], &[6, 3], &[12, 8]]), (Some((0, 0)), 0), "ahead throughout");
    assert_eq!(course(&[&[9, 2], &[2, 9], &[5, 0]]), (Some((0, 2)), 0), "level in between is no change");
    assert_eq!(course(&[&[9, 2], &[2, 10], &[5, 0]]), (Some((0, 2)), 2));
    assert_eq!(course(&[&[3, 3], &[1, 1]]), (None, 0), "level to the end");
    assert_eq!(course(&[&[4, 9], &[9, 1], &[0, 3]]), (None, 1), "shared in the end");
    assert_eq!(course(&[&[4, 9]]), (Some((1, 0)), 0));
    assert_eq!(course(&[]), (None, 0));
}

#[test]
fn a_winner_that_the_table_or_a_rule_chose_among_equals_was_not_ahead() {
    let tie = of(&[&[5, 5, 1], &[2, 2, 9]], false);
    let named = Report { outcome: Outcome::Won(vec![1]), leaders: vec![0, 1], ..of(&[&[5, 5, 1], &[2, 2, 2]], false) };
    assert_eq!((named.course().lead, tie.course().lead.map(|lead| lead.side)), (None, Some(2)));
    assert_eq!(named.ranks(), [Some(2), Some(1), Some(3)]);
    assert_eq!(named.ranking(), [1, 0, 2]);
}

#[test]
fn one_who_left_while_ahead_was_ahead_until_then() {
    let all = |rounds: [[Option<i32>; 3]; 4]| rounds.iter().map(|round| round.to_vec()).collect::<Vec<_>>();
    let report = played(
        all([
            [Some(5), Some(4), Some(9)],
            [Some(5), Some(4), Some(9)],
            [Some(1), Some(4), None],
            [Some(7), Some(1), None],
        ]),
        vec![0; 3],
        1,
        false,
    );
    // The third, then nobody's but the second's, who was passed in the last round.
    let course = report.course();
    assert_eq!(course.changes, 2);
    assert_eq!(
        course.lead,
        Some(WinningLead { side: 0, since: 3, passed: Some(PassedSide { side: 1, points: [7, 1] }) })
    );
    assert_eq!(report.ranks(), [Some(1), Some(2), None]);
    let stayed = played(
        all([
            [Some(5), Some(4), Some(9)],
            [Some(6), Some(4), None],
            [Some(6), Some(4), None],
            [Some(6), Some(4), None],
        ]),
        vec![0; 3],
        1,
        false,
    );
    let lead = stayed.course().lead;
    assert_eq!(lead, Some(WinningLead { side: 0, since: 1, passed: None }), "who left got nothing in that round");
}

#[test]
fn where_rounds_won_decide_only_the_best_round_is_known() {
    let report = Report { totals: vec![2, 1], ..of(&[&[5, 4], &[5, 14], &[3, 2]], false) };
    let best = Some(BestRound { side: 1, round: 1, points: 14 });
    assert_eq!(report.course(), GameCourse { lead: None, changes: 0, best });
}

#[test]
fn the_best_round_is_said_if_there_is_one() {
    let best = |rounds: &[&[i32]], lowest| of(rounds, lowest).course().best.map(|best| (best.side, best.round));
    assert_eq!(best(&[&[4, 9], &[11, 1]], false), Some((0, 1)));
    assert_eq!(best(&[&[4, 11], &[11, 1]], false), None, "two of them");
    assert_eq!(best(&[&[4, 11], &[11, 1]], true), Some((1, 1)), "the fewest points win");
    assert_eq!(best(&[&[0, -3], &[-1, -2]], false), None, "none brought any");
    assert_eq!(best(&[&[4, 9]], false), None, "a single round");
}

#[test]
fn turns_tell_from_when_on_but_not_whom_the_winner_passed() {
    let turns = vec![vec![Some(5), None], vec![None, Some(9)], vec![Some(8), None]];
    let report = Report { by_turns: true, ..played(turns, vec![0; 2], 0, false) };
    let course = report.course();
    assert_eq!(course.lead, Some(WinningLead { side: 0, since: 2, passed: None }));
    assert_eq!(course.changes, 2);
}

#[test]
fn sides_that_are_level_share_a_place() {
    let ranks = |totals: &[i32], lowest| of(&[totals], lowest).ranks().into_iter().flatten().collect::<Vec<_>>();
    assert_eq!(ranks(&[9, 5, 5, 1], false), [1, 2, 2, 4]);
    assert_eq!(ranks(&[9, 5, 5, 1], true), [4, 2, 2, 1]);
    assert_eq!(ranks(&[7, 7, 7], false), [1, 1, 1]);
    assert_eq!(ranks(&[], false), [0; 0]);
}

/// Whether a side is in play after so many rounds, read off the table of points.
fn in_play(report: &Report, side: usize, rounds: usize) -> bool {
    let scored = |rounds: &[Vec<Option<i32>>]| rounds.iter().any(|round| round[side].is_some());
    let left = side >= report.sides.len() - report.gone;
    scored(&report.rounds[..rounds]) && (!left || scored(&report.rounds[rounds - 1..]))
}

/// Who is ahead of all others after so many rounds.
fn model_ahead(report: &Report, rounds: usize) -> Option<usize> {
    let total = |side: usize| {
        let points: i32 = report.rounds[..rounds].iter().map(|round| round[side].unwrap_or(0)).sum();
        report.starts[side] + points
    };
    let better = |one: i32, other: i32| if report.lowest_wins { one < other } else { one > other };
    let sides: Vec<usize> = (0..report.sides.len()).filter(|side| in_play(report, *side, rounds)).collect();
    let first = |side: &&usize| sides.iter().all(|other| other == *side || better(total(**side), total(*other)));
    sides.iter().find(first).copied().filter(|_| sides.len() > 1)
}

proptest! {
    /// What is said of the lead holds round by round, with people who came late and left early.
    #[test]
    fn what_is_said_of_the_lead_is_true(
        rounds in prop::collection::vec(prop::collection::vec(prop::option::weighted(0.8, -9_i32..12), 4), 0..9),
        starts in prop::collection::vec(-5_i32..6, 4),
        gone in 0_usize..3,
        lowest: bool,
    ) {
        let report = played(rounds, starts, gone, lowest);
        let rounds = report.rounds.len();
        let ahead: Vec<Option<usize>> = (1..=rounds).map(|played| model_ahead(&report, played)).collect();
        let course = report.course();
        let mut before = None;
        let mut changes = 0;
        for side in ahead.iter().flatten() {
            if before.is_some_and(|before| before != side) {
                changes += 1;
            }
            before = Some(side);
        }
        prop_assert_eq!(course.changes, changes);
        let winner = match *report.outcome.winners() { [winner] => Some(winner), _ => None };
        match course.lead {
            Some(lead) => {
                prop_assert_eq!(Some(lead.side), winner);
                prop_assert!(ahead[lead.since..].iter().all(|side| *side == Some(lead.side)));
                prop_assert!(lead.since < rounds);
                prop_assert!(lead.since == 0 || ahead[lead.since - 1] != Some(lead.side));
                if let Some(PassedSide { side, points }) = lead.passed {
                    prop_assert!(lead.since > 0 && in_play(&report, side, lead.since) && side != lead.side);
                    prop_assert_eq!(report.rounds[lead.since][side], Some(points[1]));
                    prop_assert_eq!(report.rounds[lead.since][lead.side], Some(points[0]));
                }
            }
            None => prop_assert!(rounds == 0 || winner.is_none() || ahead[rounds - 1] != winner),
        }
    }

    /// The best round is better than every other, and none is named only if two are, no round brought anything, or the game
    /// counts down.
    #[test]
    fn the_best_round_is_better_than_all_others(
        rounds in prop::collection::vec(prop::collection::vec(prop::option::of(-4_i32..9), 3), 2..6),
        lowest: bool,
        start in prop::sample::select(vec![0, 60]),
    ) {
        let report = played(rounds, vec![start; 3], 0, lowest);
        let better = |one: i32, other: i32| if lowest { one < other } else { one > other };
        let mut all = Vec::new();
        for (round, row) in report.rounds.iter().enumerate() {
            all.extend(row.iter().enumerate().filter_map(|(side, points)| Some((side, round, (*points)?))));
        }
        let best = all.iter().find(|one| all.iter().all(|other| one == &other || better(one.2, other.2)));
        let from_zero = report.starts.iter().all(|start| *start == 0);
        let best = best.filter(|best| if lowest { from_zero } else { best.2 > 0 });
        prop_assert_eq!(report.course().best.map(|best| (best.side, best.round, best.points)), best.copied());
    }

    /// Places follow the order of the ranking: each is that of the one before it, or the number of those before it and one.
    #[test]
    fn places_follow_the_ranking(
        totals in prop::collection::vec(-3_i32..4, 0..8),
        gone in 0_usize..3,
        lowest: bool,
    ) {
        let report = played(Vec::new(), totals.clone(), gone.min(totals.len()), lowest);
        let ranks = report.ranks();
        let mut last: Option<(usize, usize)> = None;
        for (at, side) in report.ranking().into_iter().enumerate() {
            if side >= totals.len() - report.gone {
                prop_assert_eq!(ranks[side], None);
                continue;
            }
            let level = last.filter(|(before, _)| totals[*before] == totals[side]);
            let rank = level.map_or(at + 1, |(_, rank)| rank);
            prop_assert_eq!(ranks[side], Some(rank));
            last = Some((side, rank));
        }
    }
}
