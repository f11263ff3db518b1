//! What it costs: two hundred tables like those that people play, on a slow line.

use serde_json::{Map, Value, json};
use takujo_core::domain::session::{File, read_file};
use takujo_core::storage::{Storage, Stored};

use crate::desk::{Desk, Dice, now};
use crate::home::Home;

/// The rounds of an evening, as each game's saves have them, with other numbers of points and other times.
const SAVES: [&str; 8] = [
    include_str!("../../../tests/saves/nerts-3.json"),
    include_str!("../../../tests/saves/any-4.json"),
    include_str!("../../../tests/saves/machinamitorite-1.json"),
    include_str!("../../../tests/saves/hanafuda-2.json"),
    include_str!("../../../tests/saves/weather-2.json"),
    include_str!("../../../tests/saves/nihon_meisho-1.json"),
    include_str!("../../../tests/saves/any-10.json"),
    include_str!("../../../tests/saves/machinamitorite-2.json"),
];

/// A table as after an evening: one of the saves with times of its own, and then rounds of a game of numbers.
fn evening(number: usize, dice: &mut Dice) -> Stored {
    let Ok(File::Session(save)) = read_file(SAVES[number % SAVES.len()]) else { panic!() };
    let stamp = |second: usize| json!(chrono::DateTime::from_timestamp((1_700_000_000 + second) as i64, 0).unwrap());
    let start = number * 90_000 + dice.below(9_000);
    let id = format!("2026{:010}-{:08x}", start, dice.below(1 << 30));
    let mut head: Map<String, Value> = serde_json::to_value(&save.head).unwrap().as_object().unwrap().clone();
    let mut log = save.log.clone();
    if !number.is_multiple_of(4) {
        // A long evening: forty rounds of four.
        head.insert("game".to_owned(), json!("any"));
        head.insert("options".to_owned(), json!({ "ending": { "type": "open" } }));
        let names = ["Aiko", "Ken", "美咲", "Tom"];
        let players: Vec<Value> = (0..4).map(|at| json!({ "name": names[at], "mark": at })).collect();
        head.insert("players".to_owned(), json!(players));
        head.remove("people");
        head.insert("starter".to_owned(), json!(0));
        log = (0..40)
            .map(|_| {
                let points: Vec<usize> = (0..4).map(|_| dice.below(60)).collect();
                json!({ "op": "append", "event": { "type": "round", "points": points } })
            })
            .collect();
    }
    let mut second = start;
    for record in &mut log {
        second += 20 + dice.below(400);
        record["at"] = stamp(second);
    }
    head.insert("id".to_owned(), json!(id));
    head.insert("created".to_owned(), stamp(start));
    Stored { id, head: Value::Object(head).to_string(), log: log.iter().map(Value::to_string).collect() }
}

/// Seconds on a line of 1 Mbit/s with 0.3 s for each turn of question and answer.
fn seconds(bytes: usize, turns: usize) -> f64 {
    bytes as f64 * 8.0 / 1_000_000.0 + turns as f64 * 0.3
}

#[test]
fn a_first_sync_takes_seconds_and_an_evening_kilobytes() {
    let (mut home, mut dice) = (Home::default(), Dice(1));
    let mut one = Desk::begin(1);
    let mut raw = 0;
    for number in 0..200 {
        let table = evening(number, &mut dice);
        raw += table.head.len() + table.log.iter().map(String::len).sum::<usize>();
        now(one.store.create(&table, None)).unwrap();
    }
    one.sync(&mut home);
    println!("{raw} bytes of tables, {} sent, {} received, {} turns", one.sent, one.received, one.asked);
    println!("stored beside them: {} bytes", one.kept().write().len());
    assert_eq!(one.last.damaged, Vec::<String>::new());
    assert!(one.sent.max(one.received) < 300_000 && one.asked < 20);
    assert!(seconds(one.sent + one.received, one.asked) < 10.0);

    let mut other = Desk::join(2, one.kept().code());
    other.sync(&mut home);
    println!("the second device: {} sent, {} received, {} turns", other.sent, other.received, other.asked);
    assert!(other.everything() == one.everything(), "not the same");
    assert!(other.received < 300_000 && other.sent < 2_000 && other.asked < 5);
    assert!(seconds(other.sent + other.received, other.asked) < 10.0);

    // Another evening: a new table, and one that goes on.
    one.stop();
    one.sync(&mut home);
    other.stop();
    other.sync(&mut home);
    let is_open = |id: &&String| one.head(id).options == json!({ "ending": { "type": "open" } });
    let before = one.ids().iter().find(is_open).unwrap().clone();
    one.tap(&before, 3, "on");
    let table = evening(202, &mut dice);
    now(one.store.create(&table, None)).unwrap();
    one.tap(&table.id, 3, "on");
    for desk in [&mut one, &mut other] {
        desk.stop();
        (desk.sent, desk.received, desk.asked) = (0, 0, 0);
        desk.sync(&mut home);
        println!("an evening: {} sent, {} received, {} turns", desk.sent, desk.received, desk.asked);
        assert!(desk.sent + desk.received < 20_000 && desk.asked <= 3);
        assert!(seconds(desk.sent + desk.received, desk.asked) < 1.0);
    }
    assert!(other.everything() == one.everything(), "not the same");

    // And when nothing has happened.
    one.stop();
    (one.sent, one.received, one.asked) = (0, 0, 0);
    one.sync(&mut home);
    println!("nothing: {} sent, {} received, {} turns", one.sent, one.received, one.asked);
    assert!(one.sent + one.received < 9_000 && one.asked == 1);
}
