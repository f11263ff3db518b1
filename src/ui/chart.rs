//! A line chart of totals by round.

use dioxus::prelude::*;

use crate::i18n::number;

/// One line of the chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// The name at its end.
    pub name: String,
    /// Colour and shape.
    pub mark: u8,
    /// Totals, starting with 0.
    pub totals: Vec<i32>,
}

const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 20.0;
/// Most points drawn per line. Longer lines are thinned evenly, keeping the first and last point.
const MOST_POINTS: usize = 120;

fn step(span: i32) -> i32 {
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500].into_iter().find(|step| span / step <= 5).unwrap_or(5000)
}

/// Lines of totals by round, with the target dashed. Screen readers get only the label, since the table beside it has
/// the figures.
#[component]
pub fn LineChart(label: String, series: Vec<Series>, target: Option<i32>) -> Element {
    let rounds = series.iter().map(|line| line.totals.len()).max().unwrap_or(0);
    if rounds < 2 {
        return rsx! {};
    }
    let all = series.iter().flat_map(|line| line.totals.iter().copied()).chain(target).chain([0]);
    let (low, high) = all.fold((0, 1), |(low, high), value| (low.min(value), high.max(value)));
    let grid = step(high.saturating_sub(low));
    let (low, high) = (low.div_euclid(grid) * grid, high.div_euclid(grid) * grid + grid);
    let x = |at: usize| LEFT + (WIDTH - LEFT - RIGHT) * at as f64 / (rounds - 1) as f64;
    let y = |value: i32| {
        TOP + (HEIGHT - TOP - BOTTOM) * f64::from(high.saturating_sub(value)) / f64::from(high.saturating_sub(low))
    };
    let picked: Vec<usize> = if rounds <= MOST_POINTS {
        (0..rounds).collect()
    } else {
        (0..MOST_POINTS).map(|at| at * (rounds - 1) / (MOST_POINTS - 1)).collect()
    };
    let every = rounds.div_ceil(10);
    let lines = (0..=(high - low) / grid).map(|at| low + at * grid);
    rsx! {
        svg { class: "chart", view_box: "0 0 {WIDTH} {HEIGHT}", role: "img", "aria-label": "{label}",
            for value in lines {
                line {
                    class: if value == 0 { "axis" } else { "grid" },
                    x1: "{LEFT}",
                    x2: "{WIDTH - RIGHT}",
                    y1: "{y(value):.1}",
                    y2: "{y(value):.1}",
                }
                text { x: "{LEFT - 6.0}", y: "{y(value) + 4.0:.1}", text_anchor: "end", {number(value)} }
            }
            for round in (1..rounds).filter(|round| round % every == 0) {
                text { x: "{x(round):.1}", y: "{HEIGHT - 4.0}", text_anchor: "middle", "{round}" }
            }
            if let Some(target) = target {
                line {
                    class: "target",
                    x1: "{LEFT}",
                    x2: "{WIDTH - RIGHT}",
                    y1: "{y(target):.1}",
                    y2: "{y(target):.1}",
                }
            }
            for line in series.iter() {
                polyline {
                    class: "line mark-{line.mark} dash-{line.mark}",
                    points: picked
                        .iter()
                        .filter_map(|at| line.totals.get(*at).map(|total| format!("{:.1},{:.1} ", x(*at), y(*total))))
                        .collect::<String>(),
                }
                if let Some(last) = line.totals.last() {
                    circle {
                        class: "end mark-{line.mark}",
                        cx: "{x(line.totals.len() - 1):.1}",
                        cy: "{y(*last):.1}",
                        r: "4",
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
        for (span, expected) in [(1, 1), (5, 1), (9, 2), (100, 20), (130, 25), (900, 200), (9_000, 2500)] {
            assert_eq!(step(span), expected, "{span}");
        }
    }
}
