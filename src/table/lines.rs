//! A table as the lines of a chart.

use takujo_core::domain::session::{Head, Report};

use crate::ui::Series;

/// The lines of a table's chart.
pub fn series(head: &Head, report: &Report) -> Vec<Series> {
    let line = |side: usize| {
        let mark = report.side_players(head, side).first().map_or(0, |player| player.mark);
        let points = || report.rounds.iter().map(|round| round.get(side).copied().flatten());
        // Where each turn is scored by itself, everybody is there before they have points.
        let at_start = report.by_turns && report.changes.is_empty();
        let from = if at_start { Some(0) } else { points().position(|points| points.is_some()) };
        let from = from.unwrap_or(report.rounds.len());
        let end = if report.has_left(side) { points().rposition(|points| points.is_some()) } else { None };
        let end = end.map_or(report.rounds.len(), |last| last + 1);
        let mut total = report.starts.get(side).copied().unwrap_or(0);
        let after = points().take(end).skip(from).map(|points| {
            total = total.saturating_add(points.unwrap_or(0));
            total
        });
        let totals = std::iter::once(report.starts.get(side).copied().unwrap_or(0)).chain(after).collect();
        Series { mark, from, totals, gone: report.has_left(side) }
    };
    (0..report.sides.len()).map(line).collect()
}
