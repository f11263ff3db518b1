//! Who is ahead, how far, and the chart of how that came about.

use dioxus::prelude::*;
use takujo_core::domain::game::{Outcome, TargetTotal};
use takujo_core::domain::session::{Head, Report};
use takujo_core::i18n::{Lang, t};
use takujo_core::table::summary::total_words;

use super::super::lines::series;
use crate::state::lang;
use crate::ui::{LineChart, Named, below, use_counting, use_gliding};

/// Most sides below each other on a screen that is read across a room.
const MOST_ACROSS: usize = 6;

/// Who is ahead, and how that came about.
#[component]
pub(super) fn Placing(
    head: Head,
    report: Report,
    target: Option<TargetTotal>,
    /// Whether it is to be read across a room: without the chart, and with rows as high as the screen allows.
    #[props(default)]
    across: bool,
) -> Element {
    let l = lang();
    rsx! {
        Ranking { head: head.clone(), report: report.clone(), target, across }
        if !report.rounds.is_empty() && !across {
            if report.by_wins() {
                p { class: "soft", {t::chart_points(l)} }
            }
            LineChart {
                label: t::chart_label(l),
                series: series(&head, &report),
                target: target.filter(|_| !report.by_wins()).map(|target| target.points),
                parts: report.parts,
            }
        }
    }
}

/// The sides by place, with their totals. These count up to new ones, and the sides glide to new places.
#[component]
pub(super) fn Ranking(
    head: Head,
    report: Report,
    #[props(default)] target: Option<TargetTotal>,
    /// What sets it apart in the style sheets, besides `ranking`. That of the end, `final`, leaves out pairs that are no more.
    #[props(default)]
    class: &'static str,
    /// Whether it is to be read across a room.
    #[props(default)]
    across: bool,
) -> Element {
    let l = lang();
    let order = report.ranking();
    let mut list = use_gliding(&order);
    let shown = use_counting(&report.totals);
    let columns = 1 + usize::from(across && order.len() > MOST_ACROSS);
    let rows = order.len().div_ceil(columns);
    let counted = !report.rounds.is_empty();
    let ranks = report.ranks();
    // Who has left has none, but the space for it.
    let rank = |side: usize| counted.then(|| ranks[side].map(|rank| rank.to_string()).unwrap_or_default());
    rsx! {
        ol {
            class: "ranking {class}",
            "data-rows": across.then_some(rows),
            "data-columns": across.then_some(columns),
            onmounted: move |event| list.set(Some(event.data())),
            for side in order.into_iter().filter(|side| class != "final" || !report.has_parted(*side)) {
                li { key: "{side}",
                    class: if report.has_left(side) { "gone" } else if counted && ranks[side] == Some(1) { "first" },
                    // Drawn by the style sheet.
                    "data-rank": rank(side),
                    Named { players: report.side_players(&head, side) }
                    {notes(&report, side, target, l)}
                    strong { class: "total", "data-below": below(shown[side]),
                        {total_words(&report, shown[side], l)}
                    }
                }
            }
        }
    }
}

/// Why a side that has left no longer counts.
fn left(report: &Report, side: usize, l: Lang) -> &'static str {
    if report.has_parted(side) { t::standings_parted(l) } else { t::standings_gone(l) }
}

/// What is said of a side beside its total: how far it is from the target, or that it has left. Where wins decide, also
/// its points.
fn notes(report: &Report, side: usize, target: Option<TargetTotal>, l: Lang) -> Element {
    let wins = report.by_wins();
    let points = wins.then(|| t::standings_points(l, report.parts.arg(report.points[side])));
    let open = target.filter(|_| !matches!(report.outcome, Outcome::Won(_)));
    let open = open.map(|target| match target.missing(report.totals[side]) {
        ..=0 => t::standings_reached(l).to_owned(),
        missing if wins => t::standings_missing_wins(l, missing),
        missing => t::standings_missing(l, report.parts.arg(missing)),
    });
    let gone = report.has_left(side).then(|| left(report, side, l).to_owned());
    let words = gone.or(open).into_iter().chain(points).collect::<Vec<_>>().join(" · ");
    rsx! {
        if !words.is_empty() {
            span { class: if wins { "soft more" } else { "soft" }, "{words}" }
        }
    }
}

/// The chart alone.
#[component]
pub(super) fn ChartAlone(head: Head, report: Report) -> Element {
    let l = lang();
    rsx! {
        LineChart { label: t::chart_label(l), series: series(&head, &report), target: None, parts: report.parts }
    }
}
