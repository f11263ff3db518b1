//! A table in figures: rounds, totals and winners.

use std::cmp::Reverse;

use serde::Serialize;

use super::error::LoadError;
use super::file::SessionFile;
use super::head::Head;
use super::open::{Session, open};
use super::sides::{SeatChange, Sides, sides_over_time};
use crate::domain::game::{Game, Outcome, ScoreRule, leaders, seated};
use crate::domain::ledger::Round;
use crate::domain::parts::Parts;
use crate::domain::seating::{Joined, Seated};
use crate::domain::seats::{Player, Seat};
use crate::domain::tally::GameTally;

/// A table in figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Stable text id of the game.
    pub game: String,
    /// Names of everybody who has been at the table: in seat order, then those who joined.
    pub players: Vec<String>,
    /// Those who joined, the last ones of `players`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<Joined>,
    /// The sides that score, each as indices of `players`: one player each, except in partnerships. Sides at the table
    /// come first, in seat order.
    pub sides: Vec<Vec<usize>>,
    /// How many sides, the last ones, are no longer at the table. They keep their totals, but cannot win.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub gone: usize,
    /// Points of each side in each scored round, or turn; `None` where it did not play.
    pub rounds: Vec<Vec<Option<i32>>>,
    /// When people came, went or changed seats, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<SeatChange>,
    /// The points that each side started with; empty if all started with none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<i32>,
    /// The note beside each round; empty if there is none at all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Number of finished turns, in a game that scores no rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// Total points of each side.
    pub points: Vec<i32>,
    /// What decides the game, for each side: its points, unless the game counts something else.
    pub totals: Vec<i32>,
    /// What points are split into.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub parts: Parts,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// Sides at the table that have the best total, as indices.
    pub leaders: Vec<usize>,
    /// The sides that share the win where the rules leave open who has won, as indices, also if the table named one of
    /// them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tied: Vec<usize>,
    /// Whether the rules say who wins a tie, see [`Standing::is_open`](crate::domain::game::Standing::is_open).
    #[serde(skip)]
    pub ruled: bool,
    /// Whether each of `rounds` is a turn of one side, scored by itself.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub by_turns: bool,
    /// Number of scored rounds.
    #[serde(skip)]
    pub played: usize,
    /// See [`Game::tallies`]; none in the figures of [`standing`].
    #[serde(skip)]
    pub tallies: Vec<GameTally>,
    /// Whether the game is over, and who won, as indices of sides.
    pub outcome: Outcome,
    /// Names of the winners; empty while the game goes on.
    pub winners: Vec<String>,
}

/// The indices of the best of `totals`: the highest, or the lowest if that wins.
pub(crate) fn best_of(totals: &[i32], lowest: bool) -> Vec<usize> {
    if lowest {
        leaders(&totals.iter().map(|total| total.saturating_neg()).collect::<Vec<_>>())
    } else {
        leaders(totals)
    }
}

impl Report {
    /// The sides as indices: winners first, then by total, best first. Where rounds won decide, equal totals are in the
    /// order of points; other ties stay in seat order. Those who left come last.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.totals.len()).collect();
        order.sort_by_key(|side| {
            let points = if self.by_wins() { i64::from(self.points[*side]) } else { 0 };
            (self.has_left(*side), Reverse((self.worth(*side), points)))
        });
        order
    }

    /// Whether something other than points decides, in practice rounds won, see [`Report::totals`].
    pub fn by_wins(&self) -> bool {
        self.points != self.totals
    }

    /// Whether there is one winner although somebody else has the same total: because of what the table decided, or a
    /// rule that breaks ties.
    pub fn is_level(&self) -> bool {
        let [winner] = *self.outcome.winners() else { return false };
        let best = self.totals.get(winner);
        let level = |(side, total)| side != winner && !self.has_left(side) && Some(total) == best;
        self.totals.iter().enumerate().any(level)
    }

    /// Whether a side is no longer at the table.
    pub fn has_left(&self, side: usize) -> bool {
        side + self.gone >= self.sides.len()
    }

    /// Whether a side is no longer at the table only because its players have other partners now.
    pub fn has_parted(&self, side: usize) -> bool {
        let sit = |player: &usize| {
            let seated = self.sides.iter().take(self.sides.len() - self.gone);
            seated.flatten().any(|other| other == player)
        };
        self.has_left(side) && self.sides[side].iter().any(sit)
    }

    /// Everybody who has been at the table, by player index.
    pub fn everyone(&self, head: &Head) -> Vec<Player> {
        head.players.iter().chain(self.joined.iter().map(|joined| &joined.player)).cloned().collect()
    }

    /// Who plays on a side.
    pub fn side_players(&self, head: &Head, side: usize) -> Vec<Player> {
        let everyone = self.everyone(head);
        let of = self.sides.get(side).into_iter().flatten();
        of.filter_map(|player| everyone.get(*player).cloned()).collect()
    }
}

/// The figures of a stored table of the game `G`; replays its log.
///
/// # Errors
/// [`LoadError`] says what is wrong with it.
pub fn replay<G: Game>(file: &SessionFile) -> Result<Report, LoadError> {
    Ok(report(&open::<G>(&file.head, file.log.iter().cloned())?))
}

/// The figures of an open table.
pub fn report<G: Game>(session: &Session<G>) -> Report {
    let rounds = session.ledger.rounds();
    let mut notes: Vec<_> = rounds.iter().map(|round| session.ledger.note(round.entry).to_owned()).collect();
    if notes.iter().all(String::is_empty) {
        notes.clear();
    }
    let tallies = G::tallies(session.ledger.entries(), session.ledger.states(), &session.seats, &session.options);
    let sides = sides_over_time(session);
    let rounds = rounds.iter().map(|round| match &sides {
        None => played_points(round).collect(),
        Some(Sides { all, spells, .. }) => {
            let spell = spells.partition_point(|(start, _)| *start <= round.entry).saturating_sub(1);
            let mut row = vec![None; all.len()];
            spells[spell].1.iter().zip(played_points(round)).for_each(|(side, points)| row[*side] = points);
            row
        }
    });
    Report { rounds: rounds.collect(), notes, tallies, ..standing_of(session, sides) }
}

/// The points of each side; `None` where it was not its turn.
fn played_points(round: &Round) -> impl Iterator<Item = Option<i32>> {
    let plays = |side| round.by.is_none_or(|by| by == side);
    round.points.iter().enumerate().map(move |(side, points)| plays(side).then_some(*points))
}

/// How an open table stands: its report without rounds, notes and tallies, at a cost that does not grow with the number
/// of rounds, unless people came or went.
pub fn standing<G: Game>(session: &Session<G>) -> Report {
    standing_of(session, sides_over_time(session))
}

fn standing_of<G: Game>(session: &Session<G>, told: Option<Sides>) -> Report {
    let ScoreRule { sides, parts, lowest_wins } = G::scoring(&session.seats, &session.options);
    let standing = G::standing(session.ledger.state());
    let points = standing.points().to_vec();
    let outcome = session.ledger.named().map_or(standing.outcome, |winner| Outcome::Won(vec![winner]));
    let winners = outcome.winners();
    let name = |seat: &Seat| session.seats.name(*seat).to_owned();
    let seated = seated::<G>(session.ledger.state());
    let people = seated.map_or(session.seats.players(), Seated::people);
    let report = Report {
        game: G::ID.to_owned(),
        players: people.iter().map(|player| player.name.clone()).collect(),
        joined: seated.map(Seated::joined).unwrap_or_default(),
        winners: winners.iter().filter_map(|side| sides.get(*side)).flatten().map(name).collect(),
        sides: sides.iter().map(|side| side.iter().map(|seat| seat.index()).collect()).collect(),
        gone: 0,
        rounds: Vec::new(),
        changes: Vec::new(),
        starts: Vec::new(),
        notes: Vec::new(),
        tallies: Vec::new(),
        turns: standing.turns,
        by_turns: session.ledger.rounds().last().is_some_and(|round| round.by.is_some()),
        played: session.ledger.rounds().len(),
        points,
        parts,
        lowest_wins,
        leaders: best_of(&standing.totals, lowest_wins),
        totals: standing.totals,
        tied: session.ledger.tied(),
        ruled: !standing.is_open,
        outcome,
    };
    let starts = |starts: Vec<i32>| if starts.iter().all(|start| *start == 0) { Vec::new() } else { starts };
    let Some(Sides { all, changes, .. }) = told else {
        let first = session.ledger.states().first().map(G::standing);
        return Report { starts: starts(first.map_or_else(Vec::new, |first| first.points().to_vec())), ..report };
    };
    let starts = starts(all.iter().map(|side| side.start).collect());
    // Within a side in the order in which it is listed, wherever its people sit now.
    let of_winners = report.outcome.winners().iter().filter_map(|side| all.get(*side)).flat_map(|side| &side.people);
    let winners = of_winners.filter_map(|number| report.players.get(*number)).cloned().collect();
    Report {
        winners,
        gone: all.len() - sides.len(),
        points: all.iter().map(|side| side.points).collect(),
        totals: all.iter().map(|side| side.total).collect(),
        sides: all.into_iter().map(|side| side.people).collect(),
        changes,
        starts,
        ..report
    }
}
