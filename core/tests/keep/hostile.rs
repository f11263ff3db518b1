//! Whatever somebody who has the code appends: nothing of it is stored that the rules do not allow, and nothing is lost.

use serde_json::{Value, json};
use takujo_core::live::seal::seal;
use takujo_core::storage::{Storage, Stored};

use crate::desk::{Desk, now, settle_all};
use crate::home::Home;

/// Appends this text, pressed and sealed as devices do it.
fn append(home: &mut Home, desk: &Desk, text: &str) {
    let ticket = desk.kept().code().ticket();
    let log = home.logs.get_mut(&ticket.table).unwrap();
    let record = [[1].as_slice(), &miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6)].concat();
    log.entries.push(seal(&ticket.key, &ticket.table, log.entries.len() as u32, &record, [7; 24]));
}

fn two(home: &mut Home) -> [Desk; 2] {
    let mut one = Desk::begin(1);
    one.open("t");
    one.tap("t", 4, "a");
    one.sync(home);
    let mut desks = [one, Desk::new(2, None)];
    desks[1] = Desk::join(2, desks[0].kept().code());
    settle_all(&mut desks, home);
    desks
}

/// The change that made a table, as a hostile device would send another one.
fn table(id: &str, log: &[Value]) -> Value {
    let head = json!([
        ["x"], [null], ["2026-01-02T12:00:00Z"], [null], [[{ "name": "Ann", "mark": 0 }, { "name": "Bob", "mark": 1 }], null],
        [1, "any", 0, false, { "ending": { "type": "open" } }],
    ]);
    json!({ "is": "table", "id": id, "head": head, "at": 0, "after": 0, "log": log })
}

#[test]
fn what_the_rules_do_not_allow_is_nothing() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let before = desks[0].everything();
    let next = json!({ "at": "2026-01-02T12:00:00Z", "op": "append", "event": { "type": "next" } });
    let mut odd = vec![
        "no JSON".to_owned(),
        "{}".to_owned(),
        r#"{"is":"nothing"}"#.to_owned(),
        table("a", &[json!({ "op": "undo" })]).to_string(),
        table("../../#/<img>", std::slice::from_ref(&next)).to_string(),
        table("", &[]).to_string(),
        table(&"x".repeat(65), &[]).to_string(),
        json!({ "is": "gone", "id": "t", "at": 1, "after": 0 }).to_string(),
        json!({ "is": "table", "id": "t", "at": 0, "after": 0, "log": [next] }).to_string(),
        json!({ "is": "table", "id": "t", "at": 1, "after": 5, "log": [next] }).to_string(),
        json!({ "is": "table", "id": "new", "at": 0, "after": 0, "log": [next] }).to_string(),
        json!({ "is": "fact", "key": "k".repeat(300), "value": 1 }).to_string(),
        json!({ "is": "fact", "key": "person:x", "value": { "name": "\u{202e}", "mark": 400 } }).to_string(),
        json!({ "is": "device", "id": "d", "device": { "name": "\u{202e}x", "day": 0, "key": "" } }).to_string(),
        json!({ "is": "table", "id": "t", "at": 18_446_744_073_709_551_615_u64, "after": 0 }).to_string(),
    ];
    // Each part of a setup with something odd in it.
    for at in 0..6 {
        for value in [Value::Null, json!([]), json!(["\u{202e}", "\u{202e}", "\u{202e}", "\u{202e}", "\u{202e}"])] {
            let mut table = table("b", &[]);
            table["head"][at] = value;
            odd.push(table.to_string());
        }
    }
    for text in odd {
        append(&mut home, &desks[0], &text);
    }
    let ticket = desks[0].kept().code().ticket();
    let log = home.logs.get_mut(&ticket.table).unwrap();
    log.entries.push(vec![1; 50]);
    let copy = log.entries[1].clone();
    log.entries.push(copy);
    settle_all(&mut desks, &mut home);
    for desk in &desks {
        assert_eq!(desk.everything(), before);
    }
    desks[1].tap("t", 4, "on");
    settle_all(&mut desks, &mut home);
    assert_eq!(desks[0].everything(), desks[1].everything());
    assert_eq!(desks[0].load("t").unwrap().log.len(), 2);
    // What is as it should be is taken.
    append(&mut home, &desks[0], &table("ok", std::slice::from_ref(&next)).to_string());
    settle_all(&mut desks, &mut home);
    assert_eq!(desks[1].load("ok").unwrap().log.len(), 1);
    // Somebody who joins reads all of it again.
    let mut third = Desk::join(3, desks[0].kept().code());
    third.sync(&mut home);
    assert_eq!(third.everything(), desks[0].everything());
}

#[test]
fn a_bad_end_of_a_table_does_not_keep_others_from_going_on() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[1].refuses = |file| file.log.len() == 2;
    desks[0].tap("t", 4, "bad");
    desks[0].sync(&mut home);
    desks[1].sync(&mut home);
    assert_eq!(desks[1].last.refused.len(), 1);
    assert_eq!(desks[1].load("t").unwrap().log.len(), 1);
    // It was the program: a newer one reads the log again.
    desks[1].refuses = |_| false;
    let text = desks[1].kept().write();
    now(desks[1].store.write(takujo_core::keep::KEPT_KEY, &text.replace("\"version\":5", "\"version\":4"))).unwrap();
    desks[1].stop();
    desks[1].tap("t", 3, "own");
    settle_all(&mut desks, &mut home);
    assert_eq!(desks[0].everything(), desks[1].everything());
    assert_eq!(desks[0].ids().len(), 2);
}

#[test]
fn a_damaged_table_stays_as_it_is_and_is_no_reason_to_remove_it_elsewhere() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let good = desks[1].load("t").unwrap();
    now(desks[1].store.remove("t")).unwrap();
    let damaged = Stored { log: vec!["{".to_owned(); 2], ..good.clone() };
    now(desks[1].store.create(&damaged, None)).unwrap();
    desks[1].sync(&mut home);
    assert_eq!((&desks[1].load("t"), &*desks[1].last.damaged), (&Some(damaged), ["t".to_owned()].as_slice()));
    desks[0].tap("t", 4, "on");
    settle_all(&mut desks, &mut home);
    now(desks[1].store.remove("t")).unwrap();
    settle_all(&mut desks, &mut home);
    assert_eq!(desks[0].everything(), desks[1].everything());
    assert!(desks[0].head("t").deleted.is_none());
}
