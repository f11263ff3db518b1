//! The sides of a table over time: who scored together, as people came and went.

use serde::Serialize;

use super::open::Session;
use crate::domain::game::{Game, seated, seating};

/// People came, went or changed seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatChange {
    /// Index of its entry in the ledger, from 0.
    pub entry: usize,
    /// How many rounds were scored before it.
    pub rounds: usize,
    /// Who came, as indices of [`Report::players`](super::Report::players), and with how many points.
    pub came: Vec<(usize, i32)>,
    /// Who left, as indices of [`Report::players`](super::Report::players), and with how many points.
    pub left: Vec<(usize, i32)>,
}

/// A side of a table on which people came or went.
pub(super) struct Side {
    /// Numbers of those who score together.
    pub(super) people: Vec<usize>,
    /// Its points when it first played.
    pub(super) start: i32,
    /// Points and total when it last played.
    pub(super) points: i32,
    pub(super) total: i32,
    /// Whether a round was scored, or a turn played, before it left.
    begun: bool,
}

/// The sides of a table on which people came or went.
pub(super) struct Sides {
    pub(super) all: Vec<Side>,
    /// The stretches between changes of seats: the index of the first entry of each, and the sides that played in it,
    /// as indices.
    pub(super) spells: Vec<(usize, Vec<usize>)>,
    pub(super) changes: Vec<SeatChange>,
}

/// The sides of a table over time, those that are at the table first; `None` if nobody came or went. The same people
/// count as the same side again if they go on with the points they had. Whoever was replaced before anything was played
/// was never a side.
pub(super) fn sides_over_time<G: Game>(session: &Session<G>) -> Option<Sides> {
    let (entries, states) = (session.ledger.entries(), session.ledger.states());
    if seated::<G>(session.ledger.state())?.changes() == 0 {
        return None;
    }
    let after_change = entries.iter().enumerate().filter(|(_, event)| seating::<G>(event).is_some());
    let starts: Vec<usize> = std::iter::once(0).chain(after_change.map(|(at, _)| at + 1)).collect();
    let mut told = Sides { all: Vec::<Side>::new(), spells: Vec::new(), changes: Vec::new() };
    for (nth, start) in starts.iter().copied().enumerate() {
        // The last state before the next change.
        let end = starts.get(nth + 1).map_or(entries.len(), |next| next - 1);
        let (first, last) = (states.get(start)?, states.get(end)?);
        let at_table = seated::<G>(first)?;
        let (opening, closing) = (G::standing(first), G::standing(last));
        let begun = match closing.turns {
            Some(turns) => turns > 0,
            None => session.ledger.rounds().first().is_some_and(|round| round.entry < end),
        };
        let mut playing = Vec::new();
        let sides = G::scoring(at_table.seats(), &session.options).sides;
        let points = opening.points().iter().copied().zip(closing.points().iter().copied());
        for ((side, (opening, points)), total) in sides.iter().zip(points).zip(closing.totals.iter().copied()) {
            let mut people: Vec<usize> = side.iter().map(|seat| at_table.number(*seat)).collect();
            let same = |other: &Side| {
                let mut others = other.people.clone();
                others.sort_unstable();
                let mut people = people.clone();
                people.sort_unstable();
                others == people && other.points == opening
            };
            let at = told.all.iter().position(same).unwrap_or_else(|| {
                told.all.push(Side {
                    people: std::mem::take(&mut people),
                    start: opening,
                    points,
                    total,
                    begun: false,
                });
                told.all.len() - 1
            });
            (told.all[at].points, told.all[at].total) = (points, total);
            told.all[at].begun |= begun;
            playing.push(at);
        }
        if nth > 0 {
            let before = seated::<G>(states.get(start - 1)?)?;
            let number = |(number, points): &(u8, i32)| (usize::from(*number), *points);
            let left = at_table.left().iter().filter(|(number, _)| before.now().contains(number));
            told.changes.push(SeatChange {
                entry: start - 1,
                rounds: session.ledger.rounds().partition_point(|round| round.entry < start),
                came: at_table.came().iter().map(number).collect(),
                left: left.map(number).collect(),
            });
        }
        told.spells.push((start, playing));
    }
    // The sides at the table come first, in their order.
    let now = told.spells.last().map(|(_, playing)| playing.clone()).unwrap_or_default();
    let others: Vec<usize> = (0..told.all.len()).filter(|at| told.all[*at].begun && !now.contains(at)).collect();
    let order: Vec<usize> = now.into_iter().chain(others).collect();
    let place = |side: &usize| order.iter().position(|other| other == side);
    told.spells.iter_mut().for_each(|(_, playing)| *playing = playing.iter().filter_map(place).collect());
    let mut all: Vec<Option<Side>> = std::mem::take(&mut told.all).into_iter().map(Some).collect();
    told.all = order.into_iter().filter_map(|at| all[at].take()).collect();
    Some(told)
}
