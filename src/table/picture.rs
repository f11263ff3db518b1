//! The standings of a table as a picture to share: what is drawn where. The device renders it.

use std::pin::Pin;

use takujo_core::domain::game::Outcome;
use takujo_core::domain::seats::MAX_SEATS;
use takujo_core::domain::session::{Head, Report};
use takujo_core::i18n::{Lang, date, number, t, unmarked};
use takujo_core::table::summary::{played_text, side_name, standing_text, total_text};

use crate::device::{self, Picture, ShareOutcome, Stroke};
use crate::ui::{emblem, shape};

/// Width of the picture, in pixels.
const WIDE: f64 = 1080.0;
/// Margin on each side.
const MARGIN: f64 = 72.0;
/// Width and height of the game's emblem.
const EMBLEM: f64 = 120.0;
/// Height of a row of the ranking.
const ROW: f64 = 104.0;

/// Colours of the light theme, as in the style sheet.
const PAPER: &str = "#f6f1e6";
const SHEET: &str = "#fffdf8";
const INK: &str = "#211c15";
const SOFT: &str = "#635a4c";
const LINE: &str = "#e2d9c6";

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

/// The rank of each side; tied sides share the better one.
fn ranks(report: &Report, ranking: &[usize]) -> Vec<usize> {
    let mut ranks: Vec<usize> = Vec::with_capacity(ranking.len());
    for (at, side) in ranking.iter().enumerate() {
        let level = at.checked_sub(1).filter(|before| report.totals[ranking[*before]] == report.totals[*side]);
        ranks.push(level.map_or(at + 1, |before| ranks[before]));
    }
    ranks
}

/// A text from `x` to the right margin.
fn text(text: String, x: f64, y: f64, font: String, colour: &'static str) -> Stroke {
    Stroke::Text { room: WIDE - MARGIN - x, text: unmarked(&text), x, y, font, colour, right: false }
}

/// The standings of a table, always on light paper.
fn picture(head: &Head, report: &Report, game: &str, l: Lang) -> Picture {
    let opened = device::local(head.created).date();
    let accent = accent(&head.game);
    let ranking = report.ranking();
    let top = 340.0;
    let card = ROW * ranking.len() as f64 + 24.0;
    let high = top + card + 150.0;
    let mut strokes = vec![
        Stroke::Fill { at: [0.0, 0.0, WIDE, high], colour: PAPER },
        Stroke::Fill { at: [0.0, 0.0, WIDE, 16.0], colour: accent },
    ];
    strokes.extend(heading(head, report, game, &date(l, opened, false), l));
    strokes.push(Stroke::Fill { at: [MARGIN - 24.0, top, WIDE - 2.0 * MARGIN + 48.0, card], colour: SHEET });
    for (at, (side, rank)) in ranking.iter().zip(ranks(report, &ranking)).enumerate() {
        let y = top + 12.0 + ROW * at as f64;
        if at > 0 {
            strokes.push(Stroke::Fill { at: [MARGIN, y, WIDE - 2.0 * MARGIN, 2.0], colour: LINE });
        }
        strokes.extend(row(head, report, (*side, rank), y, l));
    }
    let counted = !report.rounds.is_empty();
    let played = if counted || report.turns.is_some() { played_text(report, l) } else { String::new() };
    strokes.push(text(played, MARGIN, high - 60.0, font(32, false, false), SOFT));
    strokes.push(Stroke::Text {
        text: t::app_title(l).to_owned(),
        x: WIDE - MARGIN,
        y: high - 60.0,
        font: font(32, true, true),
        colour: SOFT,
        right: true,
        room: WIDE / 2.0,
    });
    Picture { name: format!("takujo-{}-{}.png", head.game, opened), size: [WIDE, high], strokes }
}

/// What is above the ranking: the emblem, the title, the day, and how the table stands.
fn heading(head: &Head, report: &Report, game: &str, day: &str, l: Lang) -> [Stroke; 4] {
    let accent = accent(&head.game);
    // The table's own title is above the game's name.
    let title = if head.title.is_empty() { game } else { &head.title };
    let under = [Some(game).filter(|_| !head.title.is_empty()), Some(day)];
    let under: Vec<&str> = under.into_iter().flatten().collect();
    [
        Stroke::Mark { shape: emblem(&head.game), colour: accent, at: [WIDE - MARGIN - EMBLEM, 76.0], size: EMBLEM },
        Stroke::Text {
            text: unmarked(title),
            x: MARGIN,
            y: 136.0,
            font: font(68, true, true),
            colour: accent,
            right: false,
            room: WIDE - 2.0 * MARGIN - EMBLEM - 24.0,
        },
        text(under.join(" · "), MARGIN, 196.0, font(34, false, false), SOFT),
        text(standing_text(report, l), MARGIN, 290.0, font(46, true, true), INK),
    ]
}

/// The row of a side with this rank.
fn row(head: &Head, report: &Report, (side, rank): (usize, usize), y: f64, l: Lang) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    // A game without scored rounds has no points to show.
    let counted = !report.rounds.is_empty();
    let left = report.has_left(side);
    let first = match &report.outcome {
        Outcome::Won(winners) => winners.contains(&side),
        _ => counted && rank == 1 && !left,
    };
    let mut x = MARGIN;
    if counted && !left {
        strokes.push(text(number(i64::try_from(rank).unwrap_or(0)), x, y + 66.0, font(36, false, false), SOFT));
    }
    if counted {
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
    let colour = match (first, left) {
        (true, _) => accent(&head.game),
        (false, true) => SOFT,
        (false, false) => INK,
    };
    let total = if counted { 210.0 } else { 0.0 };
    strokes.push(Stroke::Text {
        text: side_name(report, side, l),
        x: x + 8.0,
        y: y + 66.0,
        font: font(42, first, false),
        colour,
        right: false,
        room: WIDE - MARGIN - total - x - 8.0,
    });
    if counted {
        strokes.push(Stroke::Text {
            text: total_text(report, side, l),
            x: WIDE - MARGIN,
            y: y + 70.0,
            font: font(54, true, true),
            colour,
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
    use takujo_core::domain::parts::Parts;

    use super::*;
    use takujo_core::domain::session::{SessionFile, read_head};

    const STYLE: &str = include_str!("../../assets/main.css");

    #[test]
    fn the_colours_are_those_of_the_style_sheet() {
        for (mark, colour) in MARKS.iter().enumerate() {
            assert!(STYLE.contains(&format!(".mark-{mark} {{ --mark-color: {colour}; }}")), "{mark}");
        }
        for colour in [PAPER, SHEET, INK, SOFT, LINE] {
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
            Stroke::Fill { .. } | Stroke::Mark { .. } => None,
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
    fn tied_sides_share_a_rank() {
        let report = |totals: Vec<i32>| Report {
            game: String::new(),
            players: Vec::new(),
            joined: Vec::new(),
            sides: Vec::new(),
            gone: 0,
            rounds: Vec::new(),
            changes: Vec::new(),
            starts: Vec::new(),
            notes: Vec::new(),
            tallies: Vec::new(),
            turns: None,
            by_turns: false,
            parts: Parts::Whole,
            points: totals.clone(),
            totals,
            lowest_wins: false,
            tied: Vec::new(),
            leaders: Vec::new(),
            played: 0,
            outcome: Outcome::Playing,
            winners: Vec::new(),
        };
        let of = |totals: Vec<i32>| {
            let report = report(totals);
            ranks(&report, &report.ranking())
        };
        assert_eq!(of(vec![5, 9, 5, 1]), [1, 2, 2, 4]);
        assert_eq!(of(vec![7, 7, 7]), [1, 1, 1]);
        assert_eq!(of(vec![]), [0; 0]);
    }
}
