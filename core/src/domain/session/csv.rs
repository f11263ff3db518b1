//! The rounds of a table as a spreadsheet.

use super::report::Report;

/// Adds a text as a cell of a CSV file.
pub(crate) fn cell(text: &mut String, words: &str) {
    // A spreadsheet would run such a text as a formula; an apostrophe before it prevents that.
    text.push_str(if words.starts_with(['=', '+', '-', '@', '\t', '\r']) { "\"'" } else { "\"" });
    text.push_str(&words.replace('"', "\"\""));
    text.push('"');
}

/// The points of every round as CSV (RFC 4180): what people started with, unless that was nothing, a row for each
/// round, then the sums. The last argument has the words for headings. There is a column for notes if there are any.
/// Begins with a byte order mark, because spreadsheets misread Japanese without one.
pub fn csv(report: &Report, [round, total, note, start]: [&str; 4]) -> String {
    let mut text = String::from('\u{feff}');
    let points = |text: &mut String, points: &[Option<i32>]| {
        for points in points {
            text.push(',');
            text.push_str(&points.map(|points| report.parts.written(points)).unwrap_or_default());
        }
    };
    cell(&mut text, round);
    for side in &report.sides {
        let names: Vec<&str> = side.iter().filter_map(|seat| report.players.get(*seat).map(String::as_str)).collect();
        text.push(',');
        cell(&mut text, &names.join(" & "));
    }
    if !report.notes.is_empty() {
        text.push(',');
        cell(&mut text, note);
    }
    text.push_str("\r\n");
    // Without this row the columns would not add up.
    if !report.starts.is_empty() {
        cell(&mut text, start);
        points(&mut text, &report.starts.iter().copied().map(Some).collect::<Vec<_>>());
        text.push_str("\r\n");
    }
    for (at, round) in report.rounds.iter().enumerate() {
        text.push_str(&(at + 1).to_string());
        points(&mut text, round);
        if let Some(note) = report.notes.get(at) {
            text.push(',');
            cell(&mut text, note);
        }
        text.push_str("\r\n");
    }
    cell(&mut text, total);
    points(&mut text, &report.points.iter().copied().map(Some).collect::<Vec<_>>());
    text.push_str("\r\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::game::Outcome;
    use crate::domain::parts::Parts;

    #[test]
    fn points_for_a_spreadsheet_hold_every_round_and_no_formula() {
        let report = Report {
            game: "any".to_owned(),
            players: ["Aiko, \"A\"", "=cmd()", "美咲"].map(str::to_owned).to_vec(),
            sides: vec![vec![0, 2], vec![1]],
            joined: Vec::new(),
            gone: 0,
            rounds: vec![vec![Some(12), None], vec![Some(0), Some(7)]],
            changes: Vec::new(),
            starts: vec![0, -3],
            notes: vec![String::new(), "=Ken dealt".to_owned()],
            tallies: Vec::new(),
            turns: None,
            by_turns: false,
            points: vec![12, 4],
            totals: vec![12, 4],
            parts: Parts::Whole,
            lowest_wins: false,
            tied: Vec::new(),
            ruled: false,
            leaders: vec![0],
            played: 2,
            outcome: Outcome::Playing,
            winners: Vec::new(),
        };
        assert_eq!(
            csv(&report, ["Round", "Total", "Note", "Start"]),
            "\u{feff}\"Round\",\"Aiko, \"\"A\"\" & 美咲\",\"'=cmd()\",\"Note\"\r\n\"Start\",0,-3\r\n1,12,,\"\"\r\n2,0,7,\"'=Ken dealt\"\r\n\"Total\",12,4\r\n"
        );
        assert_eq!(
            csv(&Report { notes: Vec::new(), starts: Vec::new(), ..report }, ["Round", "Total", "Note", "Start"]),
            "\u{feff}\"Round\",\"Aiko, \"\"A\"\" & 美咲\",\"'=cmd()\"\r\n1,12,\r\n2,0,7\r\n\"Total\",12,4\r\n"
        );
    }
}
