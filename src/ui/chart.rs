//! A line chart of totals by round.

use dioxus::prelude::*;
use takujo_core::domain::parts::Parts;

use super::mark::shape;

/// A line of the chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// Number of its colour, see [`Player::mark`](takujo_core::domain::seats::Player::mark).
    pub mark: u8,
    /// How many rounds were scored before the first of the totals.
    pub from: usize,
    /// Totals, the first of them before any points were made.
    pub totals: Vec<i32>,
    /// Whether the side is no longer at the table.
    pub gone: bool,
}

impl Series {
    fn after(&self, round: usize) -> Option<i32> {
        self.totals.get(round.checked_sub(self.from)?).copied()
    }
}

/// Size of the chart in its own units, and its height where it has to be low.
const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 200.0;
const LOW: f64 = 110.0;
/// Space above the lines and, with the labels, below them.
const TOP: f64 = 10.0;
const BOTTOM: f64 = 20.0;
/// Minimum space to the right of the lines.
const SIDE: f64 = 14.0;
/// Size of the mark at the end of a line.
const END: f64 = 14.0;
/// Width of a digit in the style sheet's font, and the space between two labels.
const DIGIT: f64 = 7.2;
const GAP: f64 = 8.0;
/// Most intervals of the grid between the lowest and the highest value.
const MOST_LINES: usize = 5;
/// Most points drawn per line. Longer lines are thinned evenly, keeping the first and last point.
const MOST_POINTS: usize = 120;

/// The smallest round number of which at most `most` whole ones fit into `span`.
fn step(span: i64, most: usize) -> i64 {
    let most = i64::try_from(most.max(1)).unwrap_or(i64::MAX);
    let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(10));
    let steps =
        powers.flat_map(|power| [power, 2 * power, if power >= 10 { power / 10 * 25 } else { 5 * power }, 5 * power]);
    steps.take(60).find(|step| span / step <= most).unwrap_or(span)
}

/// Estimated width of a label.
fn wide(label: &str) -> f64 {
    // A minus sign is wider than a digit.
    let widths = label.chars().map(|c| if c.is_ascii_digit() { DIGIT } else { 1.4 * DIGIT });
    widths.sum()
}

/// The grid of a chart and its labels, without the totals.
#[derive(Debug, Clone, PartialEq)]
struct ChartGrid {
    left: f64,
    right: f64,
    /// The values that have a line, the lowest first.
    values: Vec<i64>,
    /// The rounds that have a label.
    rounds: Vec<usize>,
    /// The last round.
    last: usize,
    height: f64,
}

impl ChartGrid {
    /// The grid for totals from `low` to `high` over `last` rounds.
    fn new((low, high): (i64, i64), parts: Parts, last: usize, height: f64) -> ChartGrid {
        let by = step(high - low, if height < HEIGHT { MOST_LINES / 2 } else { MOST_LINES });
        let (low, high) = (low.div_euclid(by), high.div_euclid(by) + 1);
        let values: Vec<i64> = (low..=high).map(|at| at * by).collect();
        let left = values.iter().map(|value| wide(&parts.number(*value))).fold(0.0, f64::max) + GAP;
        let label = wide(&last.to_string());
        let right = SIDE.max(label / 2.0 + 2.0);
        let most = (WIDTH - left - right) / (label + GAP);
        let every = step(i64::try_from(last).unwrap_or(i64::MAX), (most as usize).min(10));
        let every = usize::try_from(every).unwrap_or(last).max(1);
        ChartGrid { left, right, values, rounds: (every..=last).step_by(every).collect(), last, height }
    }

    fn x(&self, round: usize) -> f64 {
        self.left + (WIDTH - self.left - self.right) * round as f64 / self.last as f64
    }

    fn y(&self, value: i64) -> f64 {
        let (Some(low), Some(high)) = (self.values.first(), self.values.last()) else { return TOP };
        TOP + (self.height - TOP - BOTTOM) * (high - value) as f64 / (high - low) as f64
    }
}

/// Lines of totals by round, each with the mark of its side at the end, and the target as a dashed one. Screen readers get only the label, since the table beside
/// it has the figures. Draws nothing before the first round.
#[component]
pub fn LineChart(
    label: String,
    series: Vec<Series>,
    target: Option<i32>,
    /// What totals are split into.
    #[props(default)]
    parts: Parts,
    /// Whether it has to be low, because it is below other things.
    #[props(default)]
    low: bool,
) -> Element {
    let height = if low { LOW } else { HEIGHT };
    let totals = series.iter().map(|line| line.from + line.totals.len()).max().unwrap_or(0);
    if totals < 2 {
        return rsx! {};
    }
    let all = series.iter().flat_map(|line| line.totals.iter().copied()).chain(target).map(i64::from);
    let (least, most) = all.fold((0, 1), |(low, high), value| (low.min(value), high.max(value)));
    let grid = ChartGrid::new((least, most), parts, totals - 1, height);
    let picked: Vec<usize> = if totals <= MOST_POINTS {
        (0..totals).collect()
    } else {
        (0..MOST_POINTS).map(|at| at * (totals - 1) / (MOST_POINTS - 1)).collect()
    };
    let across = |class: &'static str, value: i64| {
        let y = grid.y(value);
        rsx! {
            line { class, x1: "{grid.left}", x2: "{WIDTH - grid.right}", y1: "{y:.1}", y2: "{y:.1}" }
        }
    };
    let point = |round: usize, total: i32| format!("{:.1},{:.1} ", grid.x(round), grid.y(total.into()));
    rsx! {
        svg { class: "chart", view_box: "0 0 {WIDTH} {height}", role: "img", "aria-label": "{label}",
            for value in grid.values.iter().copied() {
                {across(if value == 0 { "axis" } else { "grid" }, value)}
                text { x: "{grid.left - 6.0}", y: "{grid.y(value) + 4.0:.1}", text_anchor: "end", {parts.number(value)} }
            }
            for round in grid.rounds.iter().copied() {
                text { x: "{grid.x(round):.1}", y: "{height - 4.0}", text_anchor: "middle", "{round}" }
            }
            if let Some(target) = target {
                {across("target", target.into())}
            }
            for line in series.iter() {
                polyline {
                    class: "line mark-{line.mark} dash-{line.mark}",
                    class: if line.gone { "gone" },
                    points: picked
                        .iter()
                        .filter_map(|at| line.after(*at).map(|total| point(*at, total)))
                        .collect::<String>(),
                }
                if let Some(last) = line.totals.last() {
                    svg {
                        class: "end mark-{line.mark}",
                        class: if line.gone { "gone" },
                        x: "{grid.x(line.from + line.totals.len() - 1) - END / 2.0:.1}",
                        y: "{grid.y((*last).into()) - END / 2.0:.1}",
                        width: "{END}",
                        height: "{END}",
                        view_box: "0 0 24 24",
                        "aria-hidden": "true",
                        circle { cx: "12", cy: "12", r: "12" }
                        path { d: shape(line.mark), fill_rule: "evenodd" }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_has_few_round_lines() {
        for (span, expected) in [
            (1, 1),
            (5, 1),
            (9, 2),
            (100, 20),
            (130, 25),
            (900, 200),
            (9_000, 2_000),
            (12_600, 2_500),
            (100_000, 20_000),
            (4_000_000_000, 1_000_000_000),
        ] {
            assert_eq!(step(span, MOST_LINES), expected, "{span}");
        }
    }

    #[test]
    fn no_label_lies_on_another_or_beside_the_chart() {
        let spans = [
            (0, 1),
            (-7, 60),
            (0, 99_999),
            (-100_000, 100_000),
            (-5, 3),
            (-99_999, 0),
            (i64::from(i32::MIN), i64::from(i32::MAX)),
        ];
        for (low, high) in spans {
            for last in (1..40).chain([99, 100, 101, 137, 999, 1_000, 20_000]) {
                let grid = ChartGrid::new((low, high), Parts::Whole, last, HEIGHT);
                assert!(grid.values[0] <= low && *grid.values.last().unwrap() >= high, "{low} {high}");
                let apart = grid.values.windows(2).map(|pair| grid.y(pair[0]) - grid.y(pair[1]));
                assert!(apart.fold(f64::MAX, f64::min) > 14.0, "{low} {high}: {:?}", grid.values);
                assert!(grid.left < WIDTH / 3.0);
                let ends = grid.rounds.iter().map(|round| (grid.x(*round), wide(&round.to_string()) / 2.0));
                let ends: Vec<(f64, f64)> = ends.map(|(x, half)| (x - half, x + half)).collect();
                assert!(ends.windows(2).all(|pair| pair[0].1 + 2.0 < pair[1].0), "{last} rounds: {:?}", grid.rounds);
                assert!(ends.iter().all(|(_, right)| *right <= WIDTH), "{last} rounds");
                assert!(!grid.rounds.is_empty(), "{last} rounds");
            }
        }
    }
}
