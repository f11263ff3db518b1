//! The round that decided a game.

use takujo_core::domain::game::Outcome;
use takujo_core::domain::session::Report;

/// The round that decided a game.
pub(super) struct Decisive {
    /// Its index, from 0.
    pub(super) round: usize,
    /// The side that won the game.
    pub(super) winner: usize,
    /// The side that was ahead before it, or level.
    pub(super) second: usize,
    /// What these two got in it.
    pub(super) points: [i32; 2],
}

/// The round in which the only winner got ahead of all others for good, compared with the best of them until then. `None`
/// if the winner was ahead from the first round on, so that no later one decided more than the others, for several
/// winners, or where rounds won decide.
pub(super) fn decisive(report: &Report) -> Option<Decisive> {
    let Outcome::Won(winners) = &report.outcome else { return None };
    let [winner] = **winners else { return None };
    // Something other than points decided a tie.
    if report.leaders.len() > 1 {
        return None;
    }
    // Where rounds won decide, the points of a round say nothing; a turn has those of one side only.
    if report.rounds.len() < 2 || report.by_wins() || report.by_turns {
        return None;
    }
    let rivals: Vec<usize> =
        report.ranking().into_iter().filter(|side| *side != winner && !report.has_left(*side)).collect();
    let sign = if report.lowest_wins { -1 } else { 1 };
    let of = |round: usize, side: usize| report.rounds.get(round)?.get(side).copied().flatten();
    let total = |rounds: usize, side: usize| {
        let points = (0..rounds).filter_map(|round| of(round, side)).map(i64::from).sum::<i64>();
        i64::from(report.starts.get(side).copied().unwrap_or(0)) + points
    };
    // How far the winner was ahead of the best of the others who had played by then, and who that was.
    let lead = |rounds: usize| {
        let played = |side: &&usize| (0..rounds).any(|round| of(round, **side).is_some());
        let best = rivals.iter().rev().filter(played).max_by_key(|side| sign * total(rounds, **side))?;
        Some((sign * (total(rounds, winner) - total(rounds, *best)), *best))
    };
    let (round, second) = (1..report.rounds.len()).rev().find_map(|round| {
        let (ahead, rival) = lead(round)?;
        (ahead <= 0).then_some((round, rival))
    })?;
    Some(Decisive { round, winner, second, points: [of(round, winner)?, of(round, second)?] })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use takujo_core::domain::parts::Parts;

    use super::*;

    fn won(rounds: &[&[i32]], lowest_wins: bool, winners: &[usize]) -> Report {
        let sides = rounds.first().map_or(0, |round| round.len());
        let totals: Vec<i32> = (0..sides).map(|side| rounds.iter().map(|round| round[side]).sum()).collect();
        Report {
            game: String::new(),
            players: Vec::new(),
            joined: Vec::new(),
            sides: (0..sides).map(|side| vec![side]).collect(),
            gone: 0,
            changes: Vec::new(),
            starts: Vec::new(),
            rounds: rounds.iter().map(|round| round.iter().copied().map(Some).collect()).collect(),
            notes: Vec::new(),
            tallies: Vec::new(),
            turns: None,
            by_turns: false,
            parts: Parts::Whole,
            points: totals.clone(),
            totals,
            lowest_wins,
            tied: Vec::new(),
            leaders: winners.to_vec(),
            played: rounds.len(),
            outcome: Outcome::Won(winners.to_vec()),
            winners: Vec::new(),
        }
    }

    fn decided(report: &Report) -> Option<(usize, usize, [i32; 2])> {
        decisive(report).map(|it| (it.round, it.second, it.points))
    }

    #[test]
    fn the_decisive_round_is_where_the_winner_passed_the_second() {
        let rounds: &[&[i32]] = &[&[10, 12, 0], &[30, 5, 40], &[20, 60, 1]];
        // Totals 60, 77 and 41: the first side is second.
        assert_eq!(decided(&won(rounds, false, &[1])), Some((2, 0, [60, 20])));
        // Before the last round the second side had the fewest.
        assert_eq!(decided(&won(rounds, true, &[2])), Some((2, 1, [1, 60])), "the fewest points win");
        // Kim, Mia, Tom: before the last round Tom was behind both, and Mia ahead.
        let late: &[&[i32]] = &[&[16, 13, 1], &[0, 19, 14], &[24, -7, 34]];
        assert_eq!(decided(&won(late, false, &[2])), Some((2, 1, [34, -7])), "passed for good in the last round");
        // Level with the third side after the second round, although ahead of the second from the first.
        let level: &[&[i32]] = &[&[9, 2, 5], &[1, 3, 5], &[4, 8, 1]];
        assert_eq!(decided(&won(level, false, &[0])), Some((2, 2, [4, 1])), "ahead of all for good");
        let ahead: &[&[i32]] = &[&[9, 2], &[6, 3], &[12, 8]];
        assert_eq!(decided(&won(ahead, false, &[0])), None, "ahead from the start");
        assert_eq!(decided(&won(rounds, false, &[0, 1])), None, "a shared win");
        assert_eq!(decided(&won(&rounds[..1], false, &[1])), None, "a single round");
    }

    proptest! {
        /// Before the round that is named the winner was not ahead, and after it and each later one they were. If none
        /// is named, they were ahead after every round.
        #[test]
        fn the_lead_changes_for_good_in_the_decisive_round(
            rounds in prop::collection::vec(prop::collection::vec(-9_i32..30, 3), 2..9),
            lowest: bool,
        ) {
            let sign = if lowest { -1 } else { 1 };
            let ahead = |of: usize, rounds: &[Vec<i32>]| {
                let total = |side: usize| sign * rounds.iter().map(|round| round[side]).sum::<i32>();
                (0..3).all(|side| side == of || total(of) > total(side))
            };
            let Some(winner) = (0..3).find(|side| ahead(*side, &rounds)) else { return Ok(()) };
            let slices: Vec<&[i32]> = rounds.iter().map(Vec::as_slice).collect();
            let named = decisive(&won(&slices, lowest, &[winner])).map_or(0, |it| it.round);
            prop_assert!(named == 0 || !ahead(winner, &rounds[..named]));
            for played in named + 1..=rounds.len() {
                prop_assert!(ahead(winner, &rounds[..played]), "after {} rounds", played);
            }
        }
    }
}
