//! The standings of a table as a picture to share: what is drawn where. The device renders it.

use std::pin::Pin;

use takujo_core::domain::game::Outcome;
use takujo_core::domain::seats::MAX_SEATS;
use takujo_core::domain::session::{Head, Report};
use takujo_core::i18n::{Lang, date, t, unmarked};
use takujo_core::table::summary::{course_text, played_text, side_name, standing_text, total_text};

use super::lines::series;
use crate::device::{self, Picture, ShareOutcome, Stroke};
use crate::ui::{Series, emblem, shape};

/// Width of the picture, in pixels.
const WIDE: f64 = 1080.0;
/// Margin on each side.
const MARGIN: f64 = 72.0;
/// Width and height of the game's emblem.
const EMBLEM: f64 = 120.0;
/// Height of what is above the ranking, of a row of the ranking, and of a line below it.
const HERO: f64 = 380.0;
const ROW: f64 = 108.0;
const LINE_HIGH: f64 = 52.0;
/// Height of the chart, and of the mark at the end of each of its lines.
const CHART: f64 = 260.0;
const END: f64 = 36.0;

/// Colours of the light theme, as in the style sheet.
const PAPER: &str = "#f6f1e6";
const SHEET: &str = "#fffdf8";
const INK: &str = "#211c15";
const SOFT: &str = "#635a4c";
const LINE: &str = "#e2d9c6";
const BELOW: &str = "#9a2d19";
/// On the colour of a game.
const ON_ACCENT: &str = "#ffffff";

/// The players' colours by mark, as in the style sheet.
const MARKS: [&str; MAX_SEATS] = [
    "#0072b2", "#d55e00", "#00805d", "#9a6a00", "#b0518c", "#2d7fa8", "#7a6f00", "#b23a2a", "#5b4fa2", "#4d4a45",
    "#6b7d00", "#8a5a3c",
];

fn mark_colour(mark: u8) -> &'static str {
    MARKS.get(usize::from(mark)).copied().unwrap_or(INK)
}

// `accent`: the colour of a game on light paper, from its style sheet.
include!(concat!(env!("OUT_DIR"), "/accents.rs"));

fn font(size: u8, bold: bool, serif: bool) -> String {
    let family = if serif {
        r#""Hiragino Mincho ProN", "Noto Serif JP", "Noto Serif CJK JP", "Yu Mincho", Georgia, serif"#
    } else {
        r#"system-ui, "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic UI", sans-serif"#
    };
    format!("{} {size}px {family}", if bold { 600 } else { 400 })
}

/// A text from `x` to the right margin.
fn text(text: String, x: f64, y: f64, font: String, colour: &'static str) -> Stroke {
    Stroke::Text { room: WIDE - MARGIN - x, text: unmarked(&text), x, y, font, colour, right: false }
}

/// A size for a text, at which it is about as wide as `room`, but at most `most` high.
fn size(text: &str, room: f64, most: u8) -> u8 {
    // Letters are about half as wide as they are high, and Japanese characters as wide.
    let wide: f64 = text.chars().map(|c| if c.is_ascii() { 0.56 } else { 1.0 }).sum();
    (room / wide).clamp(40.0, f64::from(most)) as u8
}

/// The standings of a table, always on light paper: who has won or leads, everybody with their place and total, and how
/// it came about.
fn picture(head: &Head, report: &Report, game: &str, l: Lang) -> Picture {
    let opened = device::local(head.created).date();
    let ranking = report.ranking();
    let card = ROW * ranking.len() as f64 + 24.0;
    let below = HERO + card + 64.0;
    let course = course_text(report, l);
    let lines = lines(head, report, below + LINE_HIGH * course.len() as f64 + 24.0);
    let chart = if lines.is_empty() { 0.0 } else { CHART + 48.0 };
    let high = below + LINE_HIGH * course.len() as f64 + chart + 104.0;
    let mut strokes = vec![
        Stroke::Fill { at: [0.0, 0.0, WIDE, high], colour: PAPER },
        Stroke::Fill { at: [0.0, 0.0, WIDE, HERO + 40.0], colour: accent(&head.game) },
    ];
    strokes.extend(hero(head, report, game, &date(l, opened, false), l));
    strokes.push(Stroke::Fill { at: [MARGIN - 24.0, HERO, WIDE - 2.0 * MARGIN + 48.0, card], colour: SHEET });
    let ranks = report.ranks();
    for (at, side) in ranking.into_iter().enumerate() {
        let y = HERO + 12.0 + ROW * at as f64;
        if at > 0 {
            strokes.push(Stroke::Fill { at: [MARGIN, y, WIDE - 2.0 * MARGIN, 2.0], colour: LINE });
        }
        strokes.extend(row(head, report, (side, ranks[side]), y, l));
    }
    for (at, line) in course.into_iter().enumerate() {
        strokes.push(text(line, MARGIN, below + LINE_HIGH * (at as f64 + 0.5), font(34, false, false), INK));
    }
    strokes.extend(lines);
    let counted = !report.rounds.is_empty();
    let played = if counted || report.turns.is_some() { played_text(report, l) } else { String::new() };
    strokes.push(text(played, MARGIN, high - 52.0, font(32, false, false), SOFT));
    strokes.push(Stroke::Text {
        text: t::app_title(l).to_owned(),
        x: WIDE - MARGIN,
        y: high - 52.0,
        font: font(32, true, true),
        colour: SOFT,
        right: true,
        room: WIDE / 2.0,
    });
    Picture { name: format!("takujo-{}-{}.png", head.game, opened), size: [WIDE, high], strokes }
}

/// How the totals went, from `top` on: a line for each side, the winner's above the others. Nothing where rounds won
/// decide, and before the second round.
fn lines(head: &Head, report: &Report, top: f64) -> Vec<Stroke> {
    let last = report.rounds.len();
    if last < 2 || report.by_wins() {
        return Vec::new();
    }
    let all = series(head, report);
    let totals = || all.iter().flat_map(|line| line.totals.iter().map(|total| f64::from(*total)));
    let (low, most) = totals().fold((0.0, 1.0), |(low, most): (f64, f64), total| (low.min(total), most.max(total)));
    let x = |round: usize| MARGIN + (WIDE - 2.0 * MARGIN - END) * round as f64 / last as f64;
    let y = |total: f64| top + CHART * (most - total) / (most - low);
    let mut strokes = vec![Stroke::Fill { at: [MARGIN, y(0.0) - 1.0, WIDE - 2.0 * MARGIN, 2.0], colour: LINE }];
    for side in report.ranking().into_iter().rev() {
        let Series { mark, from, totals, gone } = &all[side];
        let Some(end) = totals.last() else { continue };
        let places =
            totals.iter().zip(*from..).map(|(total, round)| format!("{:.1} {:.1}", x(round), y((*total).into())));
        let path = format!("M{}", places.collect::<Vec<_>>().join("L"));
        let colour = mark_colour(*mark);
        strokes.push(Stroke::Line { path, colour, width: if *gone { 3.0 } else { 6.0 } });
        let at = [x(from + totals.len() - 1) - END / 2.0, y((*end).into()) - END / 2.0];
        strokes.push(Stroke::Mark { shape: shape(*mark), colour, at, size: END });
    }
    strokes
}

/// What is above the ranking, on the game's colour: the emblem, the title, the day, and who has won or leads.
fn hero(head: &Head, report: &Report, game: &str, day: &str, l: Lang) -> Vec<Stroke> {
    let accent = accent(&head.game);
    // The table's own title is above the game's name.
    let title = if head.title.is_empty() { game } else { &head.title };
    let under = [Some(game).filter(|_| !head.title.is_empty()), Some(day)];
    let under: Vec<&str> = under.into_iter().flatten().collect();
    let mut strokes = vec![
        Stroke::Mark { shape: emblem(&head.game), colour: accent, at: [WIDE - MARGIN - EMBLEM, 56.0], size: EMBLEM },
        Stroke::Text {
            text: unmarked(title),
            x: MARGIN,
            y: 112.0,
            font: font(48, true, true),
            colour: ON_ACCENT,
            right: false,
            room: WIDE - 2.0 * MARGIN - EMBLEM - 24.0,
        },
        text(under.join(" · "), MARGIN, 164.0, font(32, false, false), ON_ACCENT),
    ];
    let first = match &report.outcome {
        Outcome::Won(winners) => &winners[..],
        _ if report.leaders.len() == 1 && report.played > 0 => &report.leaders[..],
        _ => &[],
    };
    let people: Vec<_> = first.iter().flat_map(|side| report.side_players(head, *side)).collect();
    let mut x = MARGIN;
    // More would leave no room for the words.
    for player in people.iter().filter(|_| people.len() <= 4) {
        // On a disc of paper, as its colour may be like the game's.
        for (shape, colour, edge) in [("", ON_ACCENT, 6.0), (shape(player.mark), mark_colour(player.mark), 0.0)] {
            let (at, size) = ([x - edge, 224.0 - edge], 96.0 + 2.0 * edge);
            strokes.push(Stroke::Mark { shape, colour, at, size });
        }
        x += 120.0;
    }
    let words = unmarked(&standing_text(report, l));
    let high = size(&words, WIDE - MARGIN - x, 84);
    let y = 272.0 + f64::from(high) * 0.36;
    strokes.push(text(words, x, y, font(high, true, true), ON_ACCENT));
    strokes
}

/// The row of a side with this rank.
fn row(head: &Head, report: &Report, (side, rank): (usize, Option<usize>), y: f64, l: Lang) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    // A game without scored rounds has no points to show.
    let counted = !report.rounds.is_empty();
    let first = rank == Some(1) && (counted || matches!(report.outcome, Outcome::Won(_)));
    let mut x = MARGIN;
    if counted {
        let rank = rank.map(|rank| rank.to_string()).unwrap_or_default();
        strokes.push(text(rank, x, y + 68.0, font(40, first, false), if first { accent(&head.game) } else { SOFT }));
        x += 64.0;
    }
    for player in report.side_players(head, side) {
        strokes.push(Stroke::Mark {
            shape: shape(player.mark),
            colour: mark_colour(player.mark),
            at: [x, y + 24.0],
            size: 56.0,
        });
        x += 68.0;
    }
    let colour = match rank {
        _ if first => accent(&head.game),
        Some(_) => INK,
        None => SOFT,
    };
    let total = if counted { 260.0 } else { 0.0 };
    strokes.push(Stroke::Text {
        text: side_name(report, side, l),
        x: x + 8.0,
        y: y + 67.0,
        font: font(44, first, false),
        colour,
        right: false,
        room: WIDE - MARGIN - total - x - 8.0,
    });
    if counted {
        let below = report.totals[side] < 0 && rank.is_some();
        strokes.push(Stroke::Text {
            text: total_text(report, side, l),
            x: WIDE - MARGIN,
            y: y + 76.0,
            font: font(72, true, true),
            colour: if below { BELOW } else { colour },
            right: true,
            room: total,
        });
    }
    strokes
}

/// A picture being shared.
pub type Sharing = Pin<Box<dyn Future<Output = ShareOutcome>>>;

/// Draws the standings of a table and shares the picture.
pub fn share_picture(head: &Head, report: &Report, name: &str, l: Lang) -> Sharing {
    Box::pin(device::share_picture(picture(head, report, name, l)))
}

/// The type of [`share_picture`], which is in a lazy part.
pub type SharePicture = fn(&Head, &Report, &str, Lang) -> Sharing;

/// [`share_picture`] being fetched.
pub type PictureLoad = Pin<Box<dyn Future<Output = Option<SharePicture>>>>;

/// How to get [`share_picture`]. The app provides it, since on the web it is in one file with the pages beside the
/// tables, which are a layer above.
#[derive(Clone, Copy)]
pub struct PicturePart(pub fn() -> PictureLoad);

#[cfg(test)]
mod tests {
    use super::*;
    use takujo_core::domain::session::{SessionFile, read_head};

    const STYLE: &str = include_str!("../../assets/main.css");

    #[test]
    fn the_colours_are_those_of_the_style_sheet() {
        for (mark, colour) in MARKS.iter().enumerate() {
            assert!(STYLE.contains(&format!(".mark-{mark} {{ --mark-color: {colour}; }}")), "{mark}");
        }
        for colour in [PAPER, SHEET, INK, SOFT, LINE, BELOW, ON_ACCENT] {
            assert!(STYLE.contains(&format!("light-dark({colour},")), "{colour}");
        }
    }

    fn drawn(log: &[&str]) -> Picture {
        let head = r#"{"takujo":1,"id":"a","game":"nerts","created":"2026-01-02T12:00:00Z","title":"Friday",
            "players":[{"name":"Ann","mark":3},{"name":"Bob","mark":1},{"name":"Cy","mark":0}],"starter":0,"options":{}}"#;
        let head = read_head(head).unwrap();
        let log = log.iter().map(|record| serde_json::from_str(record).unwrap()).collect();
        let report = crate::games::report_file(&SessionFile { head: head.clone(), log }).unwrap();
        picture(&head, &report, "Nerts", Lang::En)
    }

    fn texts(picture: &Picture) -> Vec<&str> {
        let texts = picture.strokes.iter().filter_map(|stroke| match stroke {
            Stroke::Text { text, .. } => Some(text.as_str()),
            Stroke::Fill { .. } | Stroke::Line { .. } | Stroke::Mark { .. } => None,
        });
        texts.collect()
    }

    #[test]
    fn nothing_scored_shows_no_points() {
        let picture = drawn(&[]);
        assert_eq!(
            texts(&picture),
            ["Friday", "Nerts · 2 January 2026", "Just started", "Ann", "Bob", "Cy", "", "Takujo 卓上"]
        );
        assert_eq!(picture.name, "takujo-nerts-2026-01-02.png");
    }

    #[test]
    fn who_won_and_how_stands_around_the_ranking() {
        let round = |counts: [i32; 6]| {
            let [a, b, c, d, e, f] = counts;
            format!(
                r#"{{"at":"2026-01-02T12:05:00Z","op":"append","event":{{"type":"round","counts":[{{"foundations":{a},"left":{b}}},{{"foundations":{c},"left":{d}}},{{"foundations":{e},"left":{f}}}],"caller":0}}}}"#
            )
        };
        let rounds = [[30, 0, 20, 2, 1, 9], [25, 0, 30, 2, 1, 9], [50, 0, 10, 2, 1, 9]].map(round);
        let picture = drawn(&rounds.iter().map(String::as_str).collect::<Vec<_>>());
        let texts = texts(&picture);
        assert_eq!(texts[2], "Ann wins", "{texts:?}");
        assert_eq!(texts[3..6], ["1", "Ann", "105"], "{texts:?}");
        assert!(texts.contains(&"\u{2212}51"), "{texts:?}");
        let course = ["Ann led from the first round on", "Best round: Ann +50 in round 3", "3 rounds", "Takujo 卓上"];
        assert_eq!(texts[texts.len() - 4..], course, "{texts:?}");
    }

    #[test]
    fn a_chart_of_each_sides_totals_stays_inside_the_picture() {
        let round = r#"{"at":"2026-01-02T12:05:00Z","op":"append","event":{"type":"round","counts":[{"foundations":9,"left":0},{"foundations":2,"left":2},{"foundations":1,"left":9}],"caller":0}}"#;
        let picture = drawn(&[round, round]);
        let paths = picture.strokes.iter().filter_map(|stroke| match stroke {
            Stroke::Line { path, .. } => Some(path.as_str()),
            Stroke::Fill { .. } | Stroke::Text { .. } | Stroke::Mark { .. } => None,
        });
        let paths: Vec<&str> = paths.collect();
        assert_eq!(paths.len(), 3);
        for path in paths {
            let places: Vec<f64> = path.split(['M', 'L', ' ']).filter_map(|place| place.parse().ok()).collect();
            assert_eq!(places.len(), 6, "{path}");
            assert!(places.iter().all(|place| *place >= MARGIN), "{path}");
            assert!(places.chunks(2).all(|at| at[0] <= WIDE - MARGIN && at[1] <= picture.size[1] - 100.0), "{path}");
        }
        assert!(!drawn(&[round]).strokes.iter().any(|stroke| matches!(stroke, Stroke::Line { .. })), "a single round");
    }

    #[test]
    fn long_words_are_smaller() {
        assert_eq!(size("Ann wins", 800.0, 84), 84);
        assert!((40..84).contains(&size("Christopher and Alexandra win", 800.0, 84)));
        assert_eq!(size(&"長い名前".repeat(9), 800.0, 84), 40);
    }
}
