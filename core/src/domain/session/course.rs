//! How a game went: the place of each side, who was ahead from when on, how often that changed, and the best round.

use super::report::Report;
use crate::domain::game::Outcome;

/// How a game went. A side is *in play* after a round from the first round that it scored in, and to the last one if it
/// has left; where each turn is scored by itself, everybody is from the start. It is *ahead* after a round if others are
/// in play, too, and its total is better than each of theirs. Rounds are indices from 0; turns are rounds here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameCourse {
    /// How the only winner came to be ahead; nothing if they were not in the end, or rounds won decide.
    pub lead: Option<WinningLead>,
    /// How often a side was ahead that was not the last one to be ahead before.
    pub changes: usize,
    /// The round that brought a side more than any other brought anybody, if there is exactly one; fewer, where the lowest
    /// total wins. None in a countdown, where the one who wins need not be the one who took off most at once.
    pub best: Option<BestRound>,
}

/// How the winner of a game came to be ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WinningLead {
    /// The side.
    pub side: usize,
    /// The round after which, and after each later one, it was ahead.
    pub since: usize,
    /// Whom it passed in that round.
    pub passed: Option<PassedSide>,
}

/// The best of the others in play before the round in which the winner got ahead for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassedSide {
    /// The side.
    pub side: usize,
    /// What the winner and this side got in the round.
    pub points: [i32; 2],
}

/// The best round of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BestRound {
    /// Whose it was.
    pub side: usize,
    /// Which one it was.
    pub round: usize,
    /// What it brought.
    pub points: i32,
}

impl Report {
    /// The place of each side at the table, from 1: winners have the first, others one more than the number of sides that
    /// are better. Sides that are level share theirs: 1, 2, 2, 4. Those who left have none.
    pub fn ranks(&self) -> Vec<Option<usize>> {
        let here = || (0..self.totals.len()).filter(|side| !self.has_left(*side));
        let rank = |side| 1 + here().filter(|other| self.worth(*other) > self.worth(side)).count();
        (0..self.totals.len()).map(|side| (!self.has_left(side)).then(|| rank(side))).collect()
    }

    /// What a side is ordered by, the greater the better.
    pub(super) fn worth(&self, side: usize) -> (bool, i64) {
        (self.outcome.winners().contains(&side), self.better(self.totals[side].into()))
    }

    /// Points or a total as what is the greater the better.
    fn better(&self, points: i64) -> i64 {
        if self.lowest_wins { -points } else { points }
    }

    /// How the game went, as far as its rounds tell.
    pub fn course(&self) -> GameCourse {
        let best = self.best_round();
        let Some(after) = self.totals_after() else { return GameCourse { best, ..GameCourse::default() } };
        let ahead: Vec<Option<usize>> = after.iter().map(|totals| self.ahead(totals)).collect();
        let mut leads: Vec<usize> = ahead.iter().copied().flatten().collect();
        leads.dedup();
        GameCourse { lead: self.winning_lead(&after, &ahead), changes: leads.len().saturating_sub(1), best }
    }

    /// The total of each side in play after each round; `None` where rounds won decide, or if the rounds do not add up.
    fn totals_after(&self) -> Option<Vec<Vec<Option<i64>>>> {
        let sides = self.sides.len();
        let mut totals: Vec<i64> = (0..sides).map(|side| self.starts.get(side).copied().unwrap_or(0).into()).collect();
        let last = |side: usize| self.rounds.iter().rposition(|round| round[side].is_some());
        let ends: Vec<Option<usize>> = (0..sides).map(last).collect();
        let mut begun = vec![self.by_turns && self.changes.is_empty(); sides];
        let mut after = Vec::with_capacity(self.rounds.len());
        for (at, round) in self.rounds.iter().enumerate() {
            for (side, points) in round.iter().enumerate() {
                totals[side] += i64::from(points.unwrap_or(0));
                begun[side] |= points.is_some();
            }
            let in_play = |side: usize| begun[side] && (!self.has_left(side) || ends[side] >= Some(at));
            after.push((0..sides).map(|side| in_play(side).then_some(totals[side])).collect());
        }
        let add_up = totals.iter().zip(&self.points).all(|(total, points)| *total == i64::from(*points));
        (add_up && !self.by_wins()).then_some(after)
    }

    /// The side ahead with these totals.
    fn ahead(&self, totals: &[Option<i64>]) -> Option<usize> {
        let in_play = || totals.iter().enumerate().filter_map(|(side, total)| Some((self.better((*total)?), side)));
        let (best, side) = in_play().max()?;
        let level = in_play().filter(|(total, _)| *total == best).count();
        (level == 1 && in_play().count() > 1).then_some(side)
    }

    fn winning_lead(&self, after: &[Vec<Option<i64>>], ahead: &[Option<usize>]) -> Option<WinningLead> {
        let Outcome::Won(winners) = &self.outcome else { return None };
        let [side] = **winners else { return None };
        let since = ahead.iter().rposition(|other| *other != Some(side)).map_or(0, |before| before + 1);
        if since == ahead.len() {
            return None;
        }
        Some(WinningLead { side, since, passed: self.passed(side, since, after) })
    }

    /// Whom the winner passed in this round; nobody where a turn has the points of one side only.
    fn passed(&self, winner: usize, round: usize, after: &[Vec<Option<i64>>]) -> Option<PassedSide> {
        let before = after.get(round.checked_sub(1)?)?;
        // The best one in the end comes first where several are level.
        let rivals = self.ranking().into_iter().rev().filter(|side| *side != winner);
        let rivals = rivals.filter_map(|side| Some((side, self.better(before[side]?))));
        let (side, _) = rivals.max_by_key(|(_, total)| *total)?;
        let points = [self.rounds[round][winner]?, self.rounds[round][side]?];
        Some(PassedSide { side, points })
    }

    fn best_round(&self) -> Option<BestRound> {
        if self.rounds.len() < 2 {
            return None;
        }
        let rounds = self.rounds.iter().enumerate();
        let all = rounds.flat_map(|(round, row)| {
            row.iter().enumerate().filter_map(move |(side, points)| Some(BestRound { side, round, points: (*points)? }))
        });
        let all: Vec<BestRound> = all.collect();
        let best = all.iter().map(|it| self.better(it.points.into())).max()?;
        let mut found = all.into_iter().filter(|it| self.better(it.points.into()) == best);
        let counts_up = self.starts.iter().all(|start| *start == 0);
        let only = found.next().filter(|it| if self.lowest_wins { counts_up } else { it.points > 0 })?;
        found.next().is_none().then_some(only)
    }
}

#[cfg(test)]
mod tests;
