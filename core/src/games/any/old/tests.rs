//! Grids as people have them, and what becomes of them.

use chrono::{DateTime, Utc};
use proptest::prelude::*;

use super::along::RoundsAre;
use super::choices::{NumbersAre, OldChoices, TrackChoice};
use super::evening::{OldEvening, OldSetup};
use super::fault::{NameFault, OldFault, OldWrong};
use super::grid::{GridFault, OldGrid, Separator, Spot};
use super::points::CellFault;
use super::reading::OldReading;
use super::words::wrong_words;
use crate::domain::game::Outcome;
use crate::domain::parts::Parts;
use crate::domain::people::People;
use crate::domain::seats::SeatError;
use crate::domain::session::{LoadError, Report, csv};
use crate::games::any::game::WinningTotal;
use crate::games::report_file;
use crate::i18n::Lang;

/// Text as a grid, with the separator that fits best.
fn read_text(text: &str) -> Result<OldGrid, GridFault> {
    OldGrid::read(text, Separator::of(text))
}

fn proposed(text: &str) -> (OldGrid, OldReading) {
    let grid = read_text(text).unwrap();
    let reading = OldReading::propose(&grid, &[], &OldChoices::default());
    (grid, reading)
}

fn evening(text: &str) -> Result<OldEvening, Vec<OldFault>> {
    let (grid, reading) = proposed(text);
    reading.evening(&grid)
}

/// What is wrong with a text, in words.
fn wrong(text: &str) -> Vec<String> {
    let (grid, reading) = proposed(text);
    let words = |fault: OldFault| wrong_words(&fault.what, reading.rounds, Lang::En);
    reading.evening(&grid).map(|_| Vec::new()).unwrap_or_else(|faults| faults.into_iter().map(words).collect())
}

fn setup(evening: &OldEvening, winner: WinningTotal) -> OldSetup {
    let mut players = Vec::new();
    evening.names.iter().for_each(|name| People::default().seat(&mut players, name.clone()));
    OldSetup {
        id: "1".to_owned(),
        title: "Saturday".to_owned(),
        game: String::new(),
        played: "2019-03-02T19:30:00Z".parse::<DateTime<Utc>>().unwrap(),
        winner,
        players,
        people: Vec::new(),
    }
}

/// What the rules make of it.
fn replayed(evening: &OldEvening) -> Result<Report, LoadError> {
    report_file(&evening.file(setup(evening, WinningTotal::Highest)))
}

fn names(reading: &OldReading) -> Vec<&str> {
    reading.people.iter().map(|name| name.as_deref().unwrap_or("-")).collect()
}

#[test]
fn what_a_grid_means_is_proposed() {
    let both = [vec![1, 4], vec![2, -5], vec![5, 6]];
    for (text, people, points) in [
        ("Ann,Bob\n1,4\n2,-5\n5,6", ["Ann", "Bob"].to_vec(), both.to_vec()),
        ("Ann;1;2;5\nBob;4;-5;6", ["Ann", "Bob"].to_vec(), both.to_vec()),
        ("1\t4\n2\t-5\n5\t6", ["", ""].to_vec(), both.to_vec()),
        ("Round,Ann,Bob\n1,1,4\n2,2,-5\n3,5,6\nTotal,8,5", ["-", "Ann", "Bob"].to_vec(), both.to_vec()),
        (
            "Date;Ann;Bob;Sum;Note\n2.3.;1;4;5;\n3.3.;2;-5;-3;late\n4.3.;5;6;11;",
            ["-", "Ann", "Bob", "-", "-"].to_vec(),
            both.to_vec(),
        ),
        ("Ann,Bob\n1,0\n3,4\n6,5\n6,9", ["Ann", "Bob"].to_vec(), vec![vec![1, 0], vec![2, 4], vec![3, 1], vec![0, 4]]),
    ] {
        let (grid, reading) = proposed(text);
        assert_eq!(names(&reading), people, "{text}");
        let named = OldReading {
            people: reading
                .people
                .iter()
                .enumerate()
                .map(|(at, name)| name.as_ref().map(|_| format!("P{at}")))
                .collect(),
            ..reading
        };
        assert_eq!(named.evening(&grid).map(|evening| evening.points), Ok(points), "{text}");
    }
}

#[test]
fn whoever_is_known_is_found() {
    let known = ["Aiko".to_owned(), "Ken".to_owned()];
    let grid = read_text("Name;R1;R2\nＡＩＫＯ;1;2\nken;3;4").unwrap();
    let reading = OldReading::propose(&grid, &known, &OldChoices::default());
    assert_eq!((reading.rounds, names(&reading)), (RoundsAre::Columns, vec!["-", "Aiko", "Ken"]));
    let lines = OldChoices { rounds: Some(RoundsAre::Lines), ..OldChoices::default() };
    assert_eq!(names(&OldReading::propose(&grid, &known, &lines)), ["-", "R1", "R2"]);
    assert_eq!(reading.beginning(&grid, 1, 1), ("ＡＩＫＯ", vec!["1"]));
}

#[test]
fn totals_are_never_taken_for_a_round() {
    let (points, totals) = (NumbersAre::Points, NumbersAre::Totals);
    for (text, sums, numbers, words) in [
        (
            "Round;Ann;Bob\n1;10;5\n2;20;15\nTotal;30;21",
            true,
            points,
            vec!["Line 4, column 3: the total there is 21, but the rounds add up to 20."],
        ),
        ("Round;Ann;Bob\n1;10;5\n2;20;15\nall;30;20", true, points, vec![]),
        ("Date;Ann;Bob\n2.3.;10;5\n合計;10;5", true, points, vec![]),
        (
            "Ann;Bob\n10;5\n20;15\n30;21",
            true,
            points,
            vec!["Line 4, column 2: the total there is 21, but the rounds add up to 20."],
        ),
        // The total is in each line, and once more at the end.
        ("Nr;Ann;Bob\n1;10;5\n2;30;20\n3;45;30\nTotal;45;30", true, totals, vec![]),
        ("Ann;Bob\n10;5\n30;20\n45;30\n45;30", true, totals, vec![]),
        (
            "Nr;Ann;Bob\n1;10;5\n2;30;20\n3;45;30\nTotal;45;31",
            true,
            totals,
            vec!["Line 5, column 3: the total there is 31, but the rounds add up to 30."],
        ),
        // Nothing says so.
        ("Ann;Bob\n1;2\n3;5\n5;6", false, points, vec![]),
        ("Ann;Bob\n0;2\n1;5\n1;6", false, points, vec![]),
        ("Ann;Bob\n10;5\n30;20\n45;30\n60;31", false, totals, vec![]),
    ] {
        let (_, reading) = proposed(text);
        assert_eq!((reading.sums, reading.numbers), (sums, numbers), "{text}");
        assert_eq!(wrong(text), words, "{text}");
    }
}

#[test]
fn cells_without_headings_and_names_of_rounds_are_nobodys() {
    let (lines, columns) = (RoundsAre::Lines, RoundsAre::Columns);
    let two = || vec![vec![3, 4], vec![5, 7]];
    for (text, rounds, people, points) in [
        ("\tAnn\tBob\n1\t3\t4\n2\t5\t7", lines, vec!["-", "Ann", "Bob"], two()),
        ("\t1\t2\nAnn\t3\t5\nBob\t4\t7", columns, vec!["-", "Ann", "Bob"], two()),
        ("\t1\t2\tTotal\nAnn\t3\t5\t8\nBob\t4\t7\t11", columns, vec!["-", "Ann", "Bob"], two()),
        ("Ann;Bob;\n3;4;7\n5;7;12", lines, vec!["Ann", "Bob", "-"], two()),
        ("Ann;Bob;Sum\n3;4;7\n5;7;12", lines, vec!["Ann", "Bob", "-"], two()),
        ("Name;R1;R2\nAnn;3;5\nBob;4;7", columns, vec!["-", "Ann", "Bob"], two()),
        ("Name;1;2\nAnn;3;5\nBob;4;7", columns, vec!["-", "Ann", "Bob"], two()),
        ("名前,第1回,第2回\n愛,3,5\n健,4,7", columns, vec!["-", "愛", "健"], two()),
        ("Name;2.3.;9.3.\nAnn;3;5\nBob;4;7", columns, vec!["-", "Ann", "Bob"], two()),
        ("When;P1;P2\nR1;3;4\nR2;5;7", lines, vec!["-", "P1", "P2"], two()),
        // Whoever has 1, 2 by chance plays; numbers of rounds need not be first.
        ("Ann;Bob;Cy\n1;5;4\n2;3;6", lines, vec!["Ann", "Bob", "Cy"], vec![vec![1, 5, 4], vec![2, 3, 6]]),
        ("Ann;Bob;Cy\n1;5;6", lines, vec!["Ann", "Bob", "Cy"], vec![vec![1, 5, 6]]),
        ("Date;Nr;Ann;Bob\n2.3.;1;3;4\n9.3.;2;5;7", lines, vec!["-", "-", "Ann", "Bob"], two()),
        (
            "Date;x;Ann;Bob\na;1;3;4\nb;2;5;7\nc;3;1;9",
            lines,
            vec!["-", "-", "Ann", "Bob"],
            [&two()[..], &[vec![1, 9]]].concat(),
        ),
        ("Round;Ann;Bob\n7;3;4\n8;5;7", lines, vec!["-", "Ann", "Bob"], two()),
        (
            "x;Ann;Bob\n1;3;4\n2;5;7\n0;1;9",
            lines,
            vec!["x", "Ann", "Bob"],
            vec![vec![1, 3, 4], vec![2, 5, 7], vec![0, 1, 9]],
        ),
    ] {
        let (grid, reading) = proposed(text);
        assert_eq!((reading.rounds, names(&reading)), (rounds, people), "{text}");
        assert_eq!(reading.evening(&grid).map(|evening| evening.points), Ok(points), "{text}");
    }
    // Somebody known is nobody's number of a round.
    let grid = read_text("Ann;Bob;Cy\n1;5;4\n2;3;6\n3;9;9").unwrap();
    let known = OldReading::propose(&grid, &["ann".to_owned()], &OldChoices::default());
    assert_eq!(names(&known), ["ann", "Bob", "Cy"]);
    // Where a name is missing, its column asks for it.
    assert_eq!(wrong("Ann;;Cy\n9;5;4\n2;3;6"), ["Column 2: Enter a name."]);
}

#[test]
fn what_was_chosen_holds_only_where_it_was_said() {
    let mut choices = OldChoices { empty_is_zero: true, ..OldChoices::default() };
    let typed = TrackChoice::Typed("Cy".to_owned());
    choices.along_mut(RoundsAre::Lines).seat(0, "Ann", TrackChoice::Unused);
    choices.along_mut(RoundsAre::Lines).seat(0, "Ann", typed.clone());
    choices.along_mut(RoundsAre::Lines).seat(1, "Bob", TrackChoice::Unused);
    let read = |text: &str| OldReading::propose(&read_text(text).unwrap(), &[], &choices);
    let (same, other) = (read("Ann;Bob\n1;2\n3;4"), read("Bob;Ann\n1;2\n3;4"));
    assert_eq!((names(&same), same.empty_is_zero), (vec!["Cy", "-"], true));
    assert_eq!((names(&other), other.empty_is_zero), (vec!["Bob", "Ann"], true));
    assert_eq!(names(&read("Ann;1;3\nBob;2;4")), ["Ann", "Bob"]);
    assert_eq!(choices.along(RoundsAre::Lines).seated(0, "Ann"), Some(&typed));
    // What was not chosen follows what was.
    choices.along_mut(RoundsAre::Lines).sums = Some(false);
    let read = |choices: &OldChoices| {
        let grid = read_text("Ann;Bob\n1;2\n3;4\n4;6\n4;6").unwrap();
        let reading = OldReading::propose(&grid, &[], choices);
        (reading.sums, reading.numbers)
    };
    assert_eq!(read(&choices), (false, NumbersAre::Totals));
    assert_eq!(read(&OldChoices::default()), (true, NumbersAre::Totals));
    choices.numbers = Some(NumbersAre::Points);
    assert_eq!(read(&choices), (false, NumbersAre::Points));
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_column() {
    for (text, words) in [
        ("Ann;Bob\n1;2\n\n3;1o\n5;6", vec!["Line 4, column 2: “1o” is not a number."]),
        ("Ann;Bob\n1;\n3;4\n;6", vec!["Line 4, column 1 is empty.", "Line 2, column 2 is empty."]),
        ("Ann;Bob\n1,25;2\n3;4\n5;6", vec!["Line 2, column 1: “1,25” has more than one decimal. Points can have one."]),
        ("Ann;Bob\n1,5;2\n10000;4", vec!["Line 3, column 1: a round has at most 9999.9 points, above or below zero."]),
        (
            "Ann;Bob\n1;2\n3;4\n1.000;6",
            vec!["Line 4, column 1: “1.000” may mean thousands or decimals. Write only the digits."],
        ),
        ("Ann;Bob\n1;2\n100000;4", vec!["Line 3, column 1: a round has at most 99999 points, above or below zero."]),
        ("Ann;Bob", vec!["At least 2 players are needed; there are none yet."]),
    ] {
        assert_eq!(wrong(text), words, "{text}");
    }
}

#[test]
fn a_decimal_anywhere_makes_tenths_of_all() {
    let (grid, reading) = proposed("Ann;Bob\n1,5;2\n3;-0,5\n4,5;1,5");
    let evening = reading.evening(&grid).unwrap();
    assert_eq!((evening.parts, &evening.points[..]), (Parts::Tenths, &[vec![15, 20], vec![30, -5]][..]));
    assert_eq!(evening.totals(), [45, 15], "the last line has the totals");
    let off = OldReading { sums: true, ..reading };
    let grid = read_text("Ann;Bob\n1,5;2\n3;-0,5\n4,5;1").unwrap();
    let said: Vec<String> = {
        let words = |fault: OldFault| wrong_words(&fault.what, off.rounds, Lang::En);
        off.evening(&grid).unwrap_err().into_iter().map(words).collect()
    };
    assert_eq!(said, ["Line 4, column 2: the total there is 1.0, but the rounds add up to 1.5."]);
}

#[test]
fn a_choice_is_followed() {
    let (grid, reading) = proposed("Ann;Bob\n1;\n3;4\n5;11");
    let with = |change: fn(&mut OldReading)| {
        let mut reading = reading.clone();
        change(&mut reading);
        reading.evening(&grid)
    };
    let points = |result: Result<OldEvening, Vec<OldFault>>| result.map(|evening| evening.points);
    assert_eq!(points(with(|it| it.empty_is_zero = true)), Ok(vec![vec![1, 0], vec![3, 4], vec![5, 11]]));
    let totals = |it: &mut OldReading| (it.empty_is_zero, it.numbers) = (true, NumbersAre::Totals);
    assert_eq!(points(with(totals)), Ok(vec![vec![1, 0], vec![2, 4], vec![2, 7]]));
    let what = |result: Result<OldEvening, Vec<OldFault>>| {
        result.unwrap_err().into_iter().map(|fault| fault.what).collect::<Vec<_>>()
    };
    let sum = OldWrong::Sum { spot: Spot { line: 4, column: 1 }, written: 50, counted: 40 };
    let other = OldWrong::Sum { spot: Spot { line: 4, column: 2 }, written: 110, counted: 40 };
    assert_eq!(what(with(|it| (it.empty_is_zero, it.sums) = (true, true))), [sum, other]);
    assert_eq!(
        what(with(|it| (it.empty_is_zero, it.people[1]) = (true, None))),
        [OldWrong::People(SeatError::TooFew { players: 1, least: 2 })]
    );
    let same = |it: &mut OldReading| (it.empty_is_zero, it.people[1]) = (true, Some(" ＡＮＮ ".to_owned()));
    let name = |fault| [OldWrong::Name(Spot { line: 1, column: 2 }, fault)];
    assert_eq!(what(with(same)), name(NameFault::Twice));
    let none = |it: &mut OldReading| (it.empty_is_zero, it.people[1]) = (true, Some("\u{200b}".to_owned()));
    assert_eq!(what(with(none)), name(NameFault::Missing));
    let long = |it: &mut OldReading| (it.empty_is_zero, it.people[1]) = (true, Some("x".repeat(25)));
    assert_eq!(what(with(long)), name(NameFault::Long));
    let cell = OldWrong::Cell(Spot { line: 2, column: 2 }, CellFault::Empty, String::new());
    assert_eq!(what(with(|_| ())), [cell]);
    let line = read_text("Ann;Bob").unwrap();
    let empty = OldReading { names: true, sums: true, ..reading.clone() };
    assert_eq!(what(empty.evening(&line)), [OldWrong::NoRounds]);
    // A name where a number should be.
    let unnamed = with(|it| (it.empty_is_zero, it.names) = (true, false));
    assert_eq!(what(unnamed).len(), 2);
}

#[test]
fn thirteen_do_not_fit_at_a_table() {
    let line = |of: fn(usize) -> String| (0..13).map(of).collect::<Vec<_>>().join(";");
    let rounds = line(|at| (at * at % 7 + 30).to_string());
    let found = evening(&format!("{}\n{rounds}\n{rounds}", line(|at| format!("P{at}"))));
    let many = OldWrong::People(SeatError::TooMany { players: 13, most: 12 });
    assert_eq!(found, Err(vec![OldFault { track: None, what: many }]));
}

#[test]
fn two_hundred_rounds_are_a_table_that_the_rules_replay() {
    let mut text = String::from("\u{feff}Nr;Ann;Bob;Cy\r\n");
    (1..=200).for_each(|nth| text.push_str(&format!("{nth};{};{},0;-1\r\n", nth % 7, nth % 5)));
    let evening = evening(&text).unwrap();
    assert_eq!((evening.names.join(" "), evening.points.len()), ("Ann Bob Cy".to_owned(), 200));
    let file = evening.file(setup(&evening, WinningTotal::Lowest));
    let report = report_file(&file).unwrap();
    assert_eq!((report.played, &report.points, &report.totals), (200, &evening.totals(), &vec![598, 400, -200]));
    assert_eq!((report.outcome, report.winners.join(" ")), (Outcome::Won(vec![2]), "Cy".to_owned()));
    assert_eq!((file.log.len(), &*file.head.title, file.head.takujo), (201, "Saturday", 1));
    let times: Vec<&str> = file.log.iter().filter_map(|record| record["at"].as_str()).collect();
    assert_eq!((times[0], times[200]), ("2019-03-02T19:30:00Z", "2019-03-02T19:30:00.200Z"));
    assert!(times.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn a_round_that_the_rules_refuse_is_named() {
    let mut evening = evening("Ann;Bob\n1;2\n3;4\n5;7").unwrap();
    evening.points[1][0] = 100_000;
    let error = replayed(&evening).unwrap_err();
    assert_eq!(error, LoadError::Record(2));
    let fault = evening.refused(&error).unwrap();
    assert_eq!(wrong_words(&fault.what, RoundsAre::Lines, Lang::En), "The round in line 3 is not possible.");
    assert_eq!(evening.refused(&LoadError::Record(9)), None);
    assert_eq!(evening.refused(&LoadError::Setup), None);
}

#[test]
fn what_a_table_exports_comes_in_again() {
    let first = evening("Ann;Bob\n1;-2\n3;4\n5;6").unwrap();
    let text = csv(&replayed(&first).unwrap(), ["Round", "Total", "Note", "Start"]);
    let again = evening(&text).unwrap();
    assert_eq!((again.names, again.points), (first.names, first.points));
    // With what people began with, a note, and nothing for whoever came later. What they began with is the first round.
    for [round, total, note, start] in [["Round", "Total", "Note", "Start"], ["手", "合計", "メモ", "開始時"]] {
        let rows = ["5,-5", "1,,\"3\"", "2,4,\"'=late\""];
        let text = format!(
            "\"{round}\",\"'=Ann\",\"Bob\",\"{note}\"\r\n\"{start}\",{}\r\n1,{}\r\n2,{}\r\n\"{total}\",8,-1\r\n",
            rows[0], rows[1], rows[2]
        );
        let grid = read_text(&text).unwrap();
        let zero = OldChoices { empty_is_zero: true, ..OldChoices::default() };
        let again = OldReading::propose(&grid, &[], &zero).evening(&grid).unwrap();
        assert_eq!(
            (again.names.join(" "), again.points),
            ("=Ann Bob".to_owned(), vec![vec![5, -5], vec![1, 0], vec![2, 4]])
        );
    }
}

proptest! {
    #[test]
    fn any_dialect_tells_the_same_points(
        points in (2_usize..6).prop_flat_map(|people| {
            proptest::collection::vec(proptest::collection::vec(-99_999..=99_999_i32, people), 2..40)
        }),
        separator in proptest::sample::select(Separator::ALL.to_vec()),
        line_break in proptest::sample::select(vec!["\n", "\r\n", "\r"]),
        (mark, quoted, turned, totals) in (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()),
        minus in proptest::sample::select(vec!["-", "\u{2212}", "－"]),
    ) {
        let people = points[0].len();
        let mut rows: Vec<Vec<String>> = vec![(0..people).map(|at| format!("P, {at}; \"x\"\t")).collect()];
        let mut sums = vec![0; people];
        for round in &points {
            sums.iter_mut().zip(round).for_each(|(sum, points)| *sum += points);
            let numbers = if totals { &sums } else { round };
            rows.push(numbers.iter().map(|number| number.to_string().replace('-', minus)).collect());
        }
        if turned {
            rows = (0..people).map(|at| rows.iter().map(|row| row[at].clone()).collect()).collect();
        }
        let between = match separator {
            Separator::Tab => "\t",
            Separator::Semicolon => ";",
            Separator::Comma => ",",
        };
        let cell = |text: &String| {
            let needs = quoted || text.contains(['"', ',', ';', '\t']);
            if needs { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() }
        };
        let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(between);
        let lines = rows.iter().map(line).collect::<Vec<_>>().join(line_break);
        let text = format!("{}{lines}", if mark { "\u{feff}" } else { "" });
        let grid = OldGrid::read(&text, separator).unwrap();
        let reading = OldReading {
            rounds: if turned { RoundsAre::Columns } else { RoundsAre::Lines },
            names: true,
            numbers: if totals { NumbersAre::Totals } else { NumbersAre::Points },
            people: (0..people).map(|at| Some(format!("P{at}"))).collect(),
            ..OldReading::default()
        };
        let evening = reading.evening(&grid).unwrap();
        prop_assert_eq!(&evening.points, &points);
        let report = replayed(&evening).unwrap();
        prop_assert_eq!((report.played, report.points), (points.len(), evening.totals()));
    }

    #[test]
    fn nothing_that_can_be_pasted_panics(text in "[0-9a,;\t\n\r\"' .\u{2212}卓-]{0,120}") {
        if let Ok(grid) = read_text(&text) {
            let reading = OldReading::propose(&grid, &[], &OldChoices::default());
            prop_assert!(reading.people.len() <= grid.lines().max(grid.columns()));
            if let Ok(evening) = reading.evening(&grid) {
                prop_assert!(replayed(&evening).is_ok());
            }
        }
    }
}
