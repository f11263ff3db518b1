//! Saves: old ones always load, each kind of damage is recognised, and nothing in a file can make the app panic.

use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::{Value, json};
use takujo_core::domain::session::{
    File, LoadError, MAX_FILE, MAX_RECORDS, MAX_TITLE, Report, SessionFile, VERSION, read_file, read_head, read_label,
};
use takujo_core::domain::summary::Summary;
use takujo_core::games::nerts::game::Nerts;
use takujo_core::games::{IDS, report_file};
use takujo_core::live::envelope::Envelope;
use takujo_core::live::letter::Writers;
use takujo_core::live::link::{Follower, Judge, Reach, SharedBefore};
use takujo_core::live::ticket::Ticket;
use takujo_core::table::judge::Referee;
use takujo_wire::Tell;

fn saves() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/saves");
    let mut saves: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(path).unwrap()))
        .filter(|(name, _)| !name.ends_with(".report"))
        .collect();
    saves.sort();
    saves
}

fn report(text: &str) -> Result<Value, LoadError> {
    match read_file(text)? {
        File::Session(session) => Ok(serde_json::to_value(report_file(&session)?).unwrap()),
        File::Bundle { sessions, .. } => {
            sessions.into_iter().map(|session| Ok(serde_json::to_value(report_file(&session?)?).unwrap())).collect()
        }
    }
}

/// Frozen saves are never edited: a change that breaks one breaks somebody's evening.
#[test]
fn old_saves_always_load_with_the_same_result() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/saves");
    for (name, text) in saves() {
        let expected = std::fs::read_to_string(folder.join(format!("{name}.report.json"))).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        let reported = report(&text).unwrap();
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&reported[field], value, "{name}: {field}");
        }
    }
}

/// What a phone heard from a host of version 1 of the protocol, by a link to watch, is frozen as well: its letters are
/// read as they were.
#[test]
fn what_was_shared_in_version_1_is_read_as_it_was() {
    let text = include_str!("../../host/wire/tests/version-1.txt");
    let ticket = text.lines().find_map(|line| Ticket::read(line.strip_prefix("ticket ")?)).unwrap();
    let envelope = Envelope::new(&ticket, None);
    let judge: Box<dyn Judge> = Box::new(Referee::<Nerts>::default());
    let known = SharedBefore { judge: Some(judge), authority: envelope.authority(), ..SharedBefore::default() };
    let mut phone = Follower::new(ticket.right, known);
    phone.connected();
    let watching =
        text.split("connect").find(|lines| lines.contains("phone 0102") && lines.contains("host 018201")).unwrap();
    for hex in watching.lines().filter_map(|line| line.strip_prefix("host ")) {
        let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
        let tell = Tell::decode(&bytes.collect::<Vec<_>>()).unwrap();
        let letter = match &tell {
            Tell::Entry { position, record } => envelope.open(*position, record),
            _ => None,
        };
        phone.heard(&tell, letter);
    }
    let round = concat!(
        r#"{"at":"2026-11-25T20:10:00Z","op":"append","event":{"type":"round","#,
        r#""counts":[{"foundations":12,"left":3},{"foundations":8,"left":0}],"caller":1}}"#
    );
    assert_eq!((phone.stage(), phone.seen(), phone.records()), (Reach::Here, 9, &[round.to_owned()][..]));
    let names: Vec<&str> = phone.guests().iter().map(|guest| guest.name.as_str()).collect();
    assert_eq!(names, ["Ann", "健"]);
    assert_eq!(
        (phone.maker(0), phone.hosts()),
        (Some(&*phone.guests()[1].phone), &[phone.guests()[0].phone.clone()][..])
    );
    assert_eq!(
        (phone.writers(), phone.admitted(), phone.rows()[0].cells.join(" ")),
        (Writers::All, None, "8 0".to_owned())
    );
}

/// Each version froze the saves that it was the first to write: the test above opens them all.
#[test]
fn every_version_has_its_frozen_saves() {
    let versions: Vec<Vec<&str>> =
        include_str!("../../tests/saves/VERSIONS").lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(versions.iter().all(|line| line.len() > 1), "a version that has frozen no save");
    let this = env!("CARGO_PKG_VERSION");
    assert!(versions.iter().any(|line| line.first() == Some(&this)), "{this} is missing in tests/saves/VERSIONS");
    let mut named: Vec<&str> = versions.iter().flat_map(|line| &line[1..]).copied().collect();
    named.sort_unstable();
    let there: Vec<String> = saves().into_iter().map(|(name, _)| name).collect();
    assert_eq!(named, there, "each save is of one version");
}

/// A summary, as it is stored and read again, tells what the whole log does.
#[test]
fn a_summary_equals_the_fold_of_the_whole_log() {
    for (name, text) in saves() {
        let File::Session(SessionFile { head, log }) = read_file(&text).unwrap() else { panic!("{name}") };
        let report = report_file(&SessionFile { head: head.clone(), log: log.clone() }).unwrap();
        let text = serde_json::to_string(&Summary::of(report.clone(), &log)).unwrap();
        let summary = Summary::read(&text).unwrap();
        assert_eq!(summary.length, log.len(), "{name}");
        let last = log.iter().map(|record| record["at"].as_str().unwrap().parse().unwrap()).next_back();
        assert_eq!(summary.last, last, "{name}");
        let label = read_label(&serde_json::to_string(&head).unwrap()).unwrap();
        let of_label = (&label.game, &label.title, label.created, label.deleted, &label.players);
        assert_eq!(of_label, (&head.game, &head.title, head.created, head.deleted, &head.players), "{name}");
        let players = report.everyone(&head).into_iter().map(|player| player.name).collect();
        assert_eq!(
            summary.report(&label.game, players),
            Report {
                rounds: Vec::new(),
                notes: Vec::new(),
                changes: Vec::new(),
                starts: Vec::new(),
                ruled: false,
                ..report
            },
            "{name}"
        );
    }
}

#[test]
fn a_summary_of_another_version_counts_as_absent() {
    let (_, text) = saves().swap_remove(0);
    let File::Session(file) = read_file(&text).unwrap() else { panic!() };
    let summary = Summary::of(report_file(&file).unwrap(), &file.log);
    let mut value = serde_json::to_value(&summary).unwrap();
    assert_eq!(Summary::read(&value.to_string()), Some(summary));
    value["summary"] = json!(value["summary"].as_u64().unwrap() + 1);
    assert_eq!(Summary::read(&value.to_string()), None);
    assert_eq!(Summary::read(""), None);
}

#[test]
fn every_game_has_a_frozen_save() {
    for id in IDS {
        assert!(saves().iter().any(|(name, _)| name.starts_with(id)), "{id} has no tests/saves/{id}-1.json");
    }
}

#[test]
fn a_save_round_trips() {
    for (name, text) in saves() {
        let File::Session(session) = read_file(&text).unwrap() else { panic!("{name}") };
        let again = serde_json::to_string(&session).unwrap();
        assert_eq!(
            read_file(&format!("\u{feff}{again}")),
            Ok(File::Session(session.clone())),
            "{name}: a mark in front"
        );
        assert_eq!(read_file(&again), Ok(File::Session(session)), "{name}");
    }
}

/// The place of every scalar in a value, as a JSON pointer.
fn leaves(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(index, value)| leaves(value, format!("{at}/{index}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| leaves(value, format!("{at}/{name}"), found));
        }
        _ => found.push(at),
    }
}

fn anything() -> impl Strategy<Value = Value> {
    let times =
        ["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00", "2016-12-31T23:59:60Z", "2026-11-22 18:00:00z"];
    prop_oneof![
        4 => prop::sample::select(times.to_vec()).prop_map(Value::from),
        2 => any::<String>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        1 => prop::sample::select(vec![0.5, -1.5, 1e9]).prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

proptest! {
    /// A table that was imported and stored can be opened the next day.
    #[test]
    fn what_is_read_is_written_so_that_it_can_be_read_again(
        save in 0..saves().len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), anything()), 1..4),
    ) {
        let mut file: Value = serde_json::from_str(&saves()[save].1).unwrap();
        // The head is as likely to change as the whole log.
        let mut places = Vec::new();
        leaves(&file, String::new(), &mut places);
        let head: Vec<String> = places.iter().filter(|place| !place.starts_with("/log")).cloned().collect();
        for (at, (place, value)) in changes.into_iter().enumerate() {
            let place = place.get(if at % 2 == 0 { &head } else { &places });
            *file.pointer_mut(place).unwrap() = value;
        }
        if let Ok(File::Session(session)) = read_file(&file.to_string()) {
            let again = serde_json::to_string(&session).unwrap();
            prop_assert_eq!(read_file(&again), Ok(File::Session(session.clone())));
            let head = serde_json::to_string(&session.head).unwrap();
            // The list of tables says the same of a table as its own page.
            let label = read_label(&head).map(|label| (label.title, label.created, label.deleted, label.players));
            let whole = session.head.clone();
            prop_assert_eq!(label, Some((whole.title, whole.created, whole.deleted, whole.players)));
            prop_assert_eq!(read_head(&head), Ok(session.head));
        }
    }
}

#[test]
fn a_table_whose_options_name_no_game_is_still_in_the_list() {
    let (_, text) = saves().into_iter().find(|(name, _)| name == "any-4").unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(read_label(&value.to_string()).unwrap().own(), Some("Skat"));
    for options in [json!({ "name": 0 }), json!(null)] {
        value["options"] = options;
        assert_eq!(read_label(&value.to_string()).unwrap().own(), None);
    }
}

#[test]
fn what_is_wrong_with_a_file_is_named() {
    let (_, good) = saves().into_iter().find(|(name, _)| name == "nerts-1").unwrap();
    let good: Value = serde_json::from_str(&good).unwrap();
    let with = |path: &str, value: Value| {
        let mut changed = good.clone();
        *changed.pointer_mut(path).unwrap() = value;
        report(&changed.to_string())
    };
    assert_eq!(report(""), Err(LoadError::NotJson));
    assert_eq!(report(&good.to_string()[..400]), Err(LoadError::NotJson));
    assert_eq!(report("[]"), Err(LoadError::NotTakujo));
    assert_eq!(report(r#"{"name":"something else"}"#), Err(LoadError::NotTakujo));
    assert_eq!(with("/takujo", json!(VERSION + 1)), Err(LoadError::Newer(VERSION + 1)));
    assert_eq!(with("/takujo", json!(u64::MAX)), Err(LoadError::Newer(u32::MAX)));
    assert_eq!(with("/takujo", json!(0)), Err(LoadError::NotTakujo));
    assert_eq!(with("/game", json!("chess")), Err(LoadError::UnknownGame("chess".to_owned())));
    assert_eq!(with("/players", json!([])), Err(LoadError::Setup));
    assert_eq!(with("/players/1/name", json!("Aiko")), Err(LoadError::Setup));
    assert_eq!(with("/starter", json!(9)), Err(LoadError::Setup));
    assert_eq!(with("/options/target", json!(0)), Err(LoadError::Setup));
    assert_eq!(with("/options/jokers", json!("many")), Err(LoadError::Setup));
    assert_eq!(with("/log", json!({})), Err(LoadError::NotTakujo));
    assert_eq!(with("/log/1", json!(null)), Err(LoadError::Record(2)));
    assert_eq!(with("/log/0/event/counts/0/left", json!(14)), Err(LoadError::Record(1)));
    assert_eq!(with("/log/0/event/counts/0/left", json!(-1)), Err(LoadError::Record(1)));
    assert_eq!(with("/log/2/op", json!("explode")), Err(LoadError::Record(3)));
    assert_eq!(with("/log/4/entry", json!(7)), Err(LoadError::Record(5)));
    let many = json!(vec![json!({"at": "2026-01-01T00:00:00Z", "op": "undo"}); MAX_RECORDS + 1]);
    assert_eq!(with("/log", many), Err(LoadError::TooMany));
    assert_eq!(
        report(&json!({"takujo": 1, "sessions": vec![0; MAX_RECORDS + 1]}).to_string()),
        Err(LoadError::TooMany)
    );
    assert_eq!(report(&format!("{}1", " ".repeat(MAX_FILE))), Err(LoadError::TooLarge));
    assert_eq!(with("/players", json!(vec![json!({"name": "x", "mark": 0}); 100_000])), Err(LoadError::Setup));
    assert_eq!(with("/players/0/name", json!("x".repeat(10_000))), Err(LoadError::Setup));
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let options =
        |depth| good.to_string().replacen("\"options\":{", &format!("\"options\":{{\"x\":{},", nested(depth)), 1);
    assert_eq!(report(&options(100)).map(drop), Ok(()), "a field of tomorrow is passed over");
    assert_eq!(report(&options(128)), Err(LoadError::NotJson), "but not one as deep as that");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(report(&deep), Err(LoadError::NotJson));
    // Each correction of the first entry computes everything again. Years' worth of that is refused; an evening's is
    // not.
    let (_, any) = saves().into_iter().find(|(name, _)| name == "any-1").unwrap();
    let any: Value = serde_json::from_str(&any).unwrap();
    let corrected = |times: usize| {
        let event = &any["log"][0]["event"];
        let appended = json!({ "at": "2026-01-01T00:00:00Z", "op": "append", "event": event });
        let correction = json!({ "at": "2026-01-01T00:00:00Z", "op": "correct", "entry": 0, "event": event });
        let mut log = vec![appended; 15_000];
        log.extend(vec![correction; times]);
        let mut long = any.clone();
        long["log"] = Value::Array(log);
        report(&long.to_string()).map(drop)
    };
    assert_eq!(corrected(20), Ok(()));
    assert_eq!(corrected(400), Err(LoadError::TooManyCorrections));
    let bundle = json!({ "takujo": 1, "sessions": [good, { "takujo": 1 }] });
    let Ok(File::Bundle { sessions, .. }) = read_file(&bundle.to_string()) else { panic!() };
    assert!(sessions[0].is_ok());
    assert!(sessions[1].is_err(), "one bad table does not spoil the others");
}

/// A name must not reverse the text after it, and a title must not be longer than one that is typed.
#[test]
fn names_in_a_file_are_cleaned_or_refused() {
    let (_, good) = saves().into_iter().find(|(name, _)| name == "nerts-1").unwrap();
    let mut odd: Value = serde_json::from_str(&good).unwrap();
    odd["players"][0]["name"] = json!("\u{202e}<b>Ann</b>\u{2066}");
    odd["title"] = json!(format!("\n\u{202e} =cmd() {}", "x".repeat(10_000)));
    let File::Session(read) = read_file(&odd.to_string()).unwrap() else { panic!() };
    assert_eq!(read.head.players[0].name, "<b>Ann</b>");
    assert!(read.head.title.starts_with("=cmd() xxx"));
    assert_eq!(read.head.title.chars().count(), MAX_TITLE);
    assert!(report_file(&read).is_ok());
}

/// Each input that the fuzzer has kept, once: see fuzz/README.md.
#[test]
fn what_the_fuzzer_kept_never_panics() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/import");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        if let Ok(text) = std::fs::read_to_string(entry.unwrap().path()) {
            let _ = read_head(&text);
            read += usize::from(report(&text).is_ok());
        }
    }
    assert!(read > 20, "only {read} of them are tables: is this the right folder?");
}

/// The place of everything in a value that can be replaced, as a JSON pointer; the value itself comes last.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().enumerate().for_each(|(n, inner)| places(inner, &format!("{at}/{n}"), found)),
        Value::Object(map) => map.iter().for_each(|(key, inner)| places(inner, &format!("{at}/{key}"), found)),
        _ => {}
    }
    found.push(at.to_owned());
}

/// Values that fit nowhere, or just barely.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1_i64..300).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,30}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!([[[1, "round"], {}], null])),
    ]
}

proptest! {
    /// Any change of one byte gives an error or still a whole save; never a panic.
    #[test]
    fn a_damaged_file_never_panics(which: prop::sample::Index, at: prop::sample::Index, byte in 0_u8..128) {
        let saves = saves();
        let mut bytes = which.get(&saves).1.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(text) = String::from_utf8(bytes) {
            let _ = report(&text);
            let _ = read_head(&text);
        }
    }

    /// The same for a file with something replaced; what is accepted is written as it was read.
    #[test]
    fn a_file_with_something_odd_in_it_never_panics(which: prop::sample::Index, at: prop::sample::Index, odd in odd()) {
        let saves = saves();
        let mut save: Value = serde_json::from_str(&which.get(&saves).1).unwrap();
        let mut all = Vec::new();
        places(&save, "", &mut all);
        *save.pointer_mut(at.get::<String>(&all)).unwrap() = odd;
        let text = save.to_string();
        let _ = read_head(&text);
        if let Ok(reported) = report(&text) {
            let File::Session(session) = read_file(&text).unwrap() else { panic!("{text}") };
            prop_assert_eq!(report(&serde_json::to_string(&session).unwrap()), Ok(reported));
        }
    }
}

/// What the games count besides points in the frozen saves, counted by hand from their logs.
#[test]
fn a_save_says_what_its_game_counts() {
    let counted = |wanted: &str| {
        let (_, text) = saves().into_iter().find(|(name, _)| name == wanted).unwrap();
        let File::Session(file) = read_file(&text).unwrap() else { panic!("{wanted}") };
        let tallies = report_file(&file).unwrap().tallies;
        tallies.into_iter().map(|tally| (tally.id, tally.of)).collect::<Vec<_>>()
    };
    let table = |id: &str, of: &[(i32, u32)]| (id.to_owned(), of.to_vec());
    assert_eq!(
        counted("nerts-1"),
        [table("calls", &[(1, 3), (1, 3), (0, 3), (0, 3)]), table("left", &[(10, 3), (9, 3), (4, 3), (17, 3)])]
    );
    // What the piles of a pair had together is nobody's.
    let (none, left) = ((0, 0), (3, 3));
    assert_eq!(
        counted("nerts-5"),
        [table("calls", &[(1, 3), (0, 3), (1, 3), (0, 3), (1, 3)]), table("left", &[none, none, none, none, left])]
    );
    assert_eq!(counted("weather-2"), [table("granted", &[(3, 3), (2, 3), (3, 3), (2, 3)])]);
    assert_eq!(counted("machinamitorite-1"), [table("best", &[(18, 2), (18, 2), (16, 2), (17, 2)])]);
    assert_eq!(counted("nihon_meisho-2"), [table("turns", &[(2, 1), (0, 0)]), table("passed", &[(0, 1), (0, 1)])]);
    assert_eq!(
        counted("hanafuda-1"),
        [table("balance", &[(-7, 1), (0, 1), (7, 1)]), table("first", &[(0, 1), (0, 1), (1, 1)])]
    );
}
