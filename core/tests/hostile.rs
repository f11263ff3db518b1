//! A guest of a shared table who means harm: whatever is put into its log, on every phone only what the rules allow
//! counts, and what was entered before stays.

use proptest::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::domain::seats::{Player, Seat};
use takujo_core::domain::session::{
    FIRST_VERSION, Head, LoadError, MAX_RECORDS, SessionFile, VERSION, read_file, read_head, replay,
};
use takujo_core::games::any::game::Any;
use takujo_core::games::nerts::game::Nerts;
use takujo_core::games::nihon_meisho::game::NihonMeisho;
use takujo_core::live::letter::{Guest, MOST_GUESTS, TableLetter, Writers};
use takujo_core::live::link::{Errand, Follower, Judge, Over, Reach, SharedBefore};
use takujo_core::play::Play;
use takujo_core::table::judge::Referee;
use takujo_wire::{Right, Tell};

fn referee<G: Play>() -> Option<Box<dyn Judge>> {
    Some(Box::new(Referee::<G>::default()))
}

/// A table of this game for Ann and Bob.
fn head<G: Play>() -> Head {
    let players = serde_json::json!([{ "name": "Ann", "mark": 0 }, { "name": "Bob", "mark": 1 }]);
    let head = serde_json::json!({
        "takujo": FIRST_VERSION, "id": "t", "game": G::ID, "created": "2026-11-25T20:00:00Z", "players": players,
        "starter": 0, "options": G::Options::default(),
    });
    read_head(&head.to_string()).unwrap()
}

fn text(head: &Head) -> String {
    serde_json::to_string(head).unwrap()
}

/// A log, and one phone that follows it.
struct Table {
    phone: Follower,
    length: u32,
}

impl Table {
    fn open(known: SharedBefore) -> Table {
        let mut phone = Follower::new(Right::Write, known);
        phone.connected();
        phone.heard(&Tell::Joined { right: Right::Write, locked: false, length: 1 }, None);
        phone.heard(&Tell::Changed { position: 0, right: Right::Write, locked: false }, None);
        Table { phone, length: 1 }
    }

    /// A table of this game, as whoever opens it begins the log.
    fn of<G: Play>(judge: Option<Box<dyn Judge>>) -> Table {
        let mut table = Table::open(SharedBefore { judge, ..SharedBefore::default() });
        table.letter(&TableLetter::Head(text(&head::<G>())).write());
        table.letter(&TableLetter::Writers(Writers::All).write());
        table
    }

    fn letter(&mut self, letter: &str) -> Vec<Errand> {
        let record = self.length.to_be_bytes().to_vec();
        self.length += 1;
        self.phone.heard(&Tell::Entry { position: self.length - 1, record }, Some(letter.to_owned()))
    }

    fn records(&mut self, records: &[&str]) -> Vec<Errand> {
        let records = records.iter().map(|record| (*record).to_owned()).collect();
        self.letter(&TableLetter::Log { phone: "eve".to_owned(), records }.write())
    }

    /// What a phone has on its disk of it.
    fn stored(&self) -> (Option<String>, Vec<String>) {
        (self.phone.head().map(str::to_owned), self.phone.records().to_vec())
    }
}

fn record(second: u32, op: &str) -> String {
    format!(r#"{{"at":"2026-11-25T20:{:02}:{:02}Z",{op}}}"#, second / 60 % 60, second % 60)
}

fn round(second: u32, foundations: u32) -> String {
    let counts = format!(r#"[{{"foundations":{foundations},"left":0}},{{"foundations":1,"left":2}}]"#);
    record(second, &format!(r#""op":"append","event":{{"type":"round","counts":{counts},"caller":0}}"#))
}

#[test]
fn what_the_rules_refuse_is_nothing() {
    let mut table = Table::of::<Nerts>(referee::<Nerts>());
    assert_eq!(table.records(&[&round(1, 11)]), [Errand::News]);
    let before = table.stored();
    assert_eq!(before.1, [round(1, 11)]);
    let (good, later) = (round(2, 5), record(3, r#""op":"correct","entry":7,"event":{"type":"share"}"#));
    for wrong in [
        &[""][..],
        &["{}"],
        &["null"],
        &["[]"],
        &["{\"op\":"],
        &[&round(2, 53)],
        &[&record(2, r#""op":"append","event":{"type":"what"}"#)],
        &[&record(2, r#""op":"redo""#)],
        &[&later],
        &[&record(2, &format!(r#""op":"note","entry":0,"text":"{}""#, "x".repeat(300)))],
        // The first is allowed, the second is not.
        &[&good, &later],
        &[&"[".repeat(4_000)],
    ] {
        assert_eq!(table.records(wrong), [], "{wrong:?}");
        assert_eq!(table.stored(), before, "{wrong:?}");
    }
    for foreign in ["", "log", "log\n", "later\nx", "row\n\n\n", "writers\nnobody"] {
        assert_eq!(table.letter(foreign), [], "{foreign}");
    }
    assert_eq!(table.records(&[&good]), [Errand::News], "play goes on");
    assert_eq!((table.phone.stage(), table.phone.records().len()), (Reach::Here, 2));
}

#[test]
fn a_setup_that_changes_people_game_or_points_is_nothing() {
    let mut table = Table::of::<Nerts>(referee::<Nerts>());
    table.records(&[&round(1, 11)]);
    let before = table.stored();
    let own = head::<Nerts>();
    let eve = || own.players.iter().map(|player| Player { name: "Eve".to_owned() + &player.name, mark: player.mark });
    for wrong in [
        Head { players: Vec::new(), ..own.clone() },
        Head { players: eve().collect(), ..own.clone() },
        Head { players: own.players.iter().rev().cloned().collect(), ..own.clone() },
        Head { people: vec!["eve".to_owned(), "eve".to_owned()], ..own.clone() },
        Head { starter: Seat(1), ..own.clone() },
        Head { game: Any::ID.to_owned(), ..own.clone() },
        Head { game: "none".to_owned(), ..own.clone() },
        Head { takujo: VERSION + 1, ..own.clone() },
        Head { takujo: 0, ..own.clone() },
        Head { options: serde_json::json!({ "target": 5 }), ..own.clone() },
        Head { options: serde_json::json!({ "target": "x" }), ..own.clone() },
        Head { options: serde_json::json!({ "jokers": 4 }), ..own.clone() },
        Head { options: serde_json::Value::Null, ..own.clone() },
    ] {
        assert_eq!(table.letter(&TableLetter::Head(text(&wrong)).write()), [], "{wrong:?}");
        assert_eq!(table.stored(), before, "{wrong:?}");
    }
    assert_eq!(table.letter("head\n{"), []);
    assert_eq!(table.stored(), before);
}

#[test]
fn names_of_cards_may_change() {
    let mut table = Table::of::<NihonMeisho>(referee::<NihonMeisho>());
    let mut named = head::<NihonMeisho>();
    let mut options = serde_json::to_value(<NihonMeisho as Game>::Options::default()).unwrap();
    options["labels"]["categories"][0] = "Temples".into();
    named.options = options;
    assert_eq!(table.letter(&TableLetter::Head(text(&named)).write()), [Errand::News]);
    assert_eq!(table.phone.head(), Some(&*text(&named)));
    named.options["hand"] = 7.into();
    assert_eq!(table.letter(&TableLetter::Head(text(&named)).write()), [], "the hand counts");
}

#[test]
fn a_log_has_no_more_records_than_a_save_may_have() {
    let mut table = Table::of::<Nerts>(referee::<Nerts>());
    table.records(&[&round(0, 1)]);
    let steps = [record(1, r#""op":"undo""#), record(2, r#""op":"redo""#)];
    for at in 1..MAX_RECORDS {
        assert_eq!(table.records(&[&steps[(at + 1) % 2]]), [Errand::News], "record {at}");
    }
    assert_eq!(table.records(&[&steps[0]]), []);
    assert_eq!(table.phone.records().len(), MAX_RECORDS);
    // What counts can be exported and imported.
    let log = table.phone.records().iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let file = serde_json::to_string(&SessionFile::new(head::<Nerts>(), log)).unwrap();
    assert!(read_file(&file).is_ok());
}

#[test]
fn corrections_of_the_first_entry_end_before_they_get_dear() {
    let mut endless = head::<Nerts>();
    endless.options = serde_json::json!({ "target": 9999 });
    let mut table = Table::open(SharedBefore { judge: referee::<Nerts>(), ..SharedBefore::default() });
    table.letter(&TableLetter::Head(text(&endless)).write());
    let zero = |second| round(second, 0);
    for second in 0..2_000 {
        assert_eq!(table.records(&[&zero(second)]), [Errand::News]);
    }
    let correction = record(
        1,
        r#""op":"correct","entry":0,"event":{"type":"round","counts":[{"foundations":2,"left":0},{"foundations":1,"left":2}],"caller":0}"#,
    );
    let taken = (0..4_000).filter(|_| !table.records(&[&correction]).is_empty()).count();
    assert!((1_000..3_000).contains(&taken), "{taken} corrections of 2,000 entries each were computed");
}

#[test]
fn phones_beyond_any_table_have_no_name() {
    let mut table = Table::of::<Nerts>(referee::<Nerts>());
    for phone in 0..10 * MOST_GUESTS {
        let guest = Guest { phone: phone.to_string(), name: "Eve".to_owned() };
        table.letter(&TableLetter::Guest(guest).write());
    }
    assert_eq!(table.phone.guests().len(), MOST_GUESTS);
    table.letter("guest\n0\nAnn");
    assert_eq!(table.phone.guests()[0].name, "Ann", "those who are known may still be called otherwise");
}

#[test]
fn a_setup_that_the_host_lost_is_given_back_and_nobody_can_put_another_in_its_place() {
    let own = text(&head::<Nerts>());
    let known = SharedBefore { head: Some(own.clone()), records: vec![round(1, 11)], judge: referee::<Nerts>() };
    let mut table = Table::open(known);
    let wrong = Head { options: serde_json::json!({ "target": 5 }), ..head::<Nerts>() };
    let errands = table.letter(&TableLetter::Head(text(&wrong)).write());
    assert_eq!((table.phone.stage(), table.phone.head()), (Reach::Here, None));
    // It was said already that the setup is missing, for the place before.
    assert_eq!(errands, []);
    let errands = table.phone.heard(&Tell::Conflict { length: 2 }, None);
    assert_eq!(errands, [Errand::Append(2, TableLetter::Head(own.clone()).write())]);
    table.letter(&TableLetter::Head(own.clone()).write());
    let errands = table.phone.heard(&Tell::Appended { length: 3 }, None);
    assert_eq!(table.phone.head(), Some(&*own));
    let back = TableLetter::Log { phone: String::new(), records: vec![round(1, 11)] };
    assert_eq!(errands, [Errand::Append(3, back.write())]);
}

#[test]
fn a_table_of_a_newer_program_says_so() {
    let newer = text(&Head { takujo: VERSION + 1, ..head::<Nerts>() });
    let mut table = Table::open(SharedBefore { judge: referee::<Nerts>(), ..SharedBefore::default() });
    table.letter(&TableLetter::Head(newer).write());
    assert_eq!(table.phone.stage(), Reach::Over(Over::Version));
}

/// A letter of somebody who knows the form of letters, but not always the rules.
fn letters() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        (0_u32..60, 0_u32..60).prop_map(|(second, points)| round(second, points)),
        (0_u32..60, prop::sample::select(vec![
            r#""op":"undo""#,
            r#""op":"redo""#,
            r#""op":"note","entry":0,"text":"n""#,
            r#""op":"append","event":{"type":"share"}"#,
            r#""op":"correct","entry":0,"event":{"type":"round","counts":[{"foundations":40,"left":0},{"foundations":1,"left":2}],"caller":0}"#,
            r#""op":"append","event":{"type":"people","joins":[{"name":"Eve","mark":2}],"seats":[2,0,1]}"#,
        ])).prop_map(|(second, op)| record(second, op)),
        "\\PC{0,20}",
    ];
    prop_oneof![
        8 => prop::collection::vec(piece, 1..4).prop_map(|records| TableLetter::Log { phone: "eve".to_owned(), records }.write()),
        1 => (1_u32..200).prop_map(|target| {
            TableLetter::Head(text(&Head { options: serde_json::json!({ "target": target }), ..head::<Nerts>() })).write()
        }),
        1 => "\\PC{0,30}",
    ]
}

proptest! {
    /// Whenever the game becomes known, what counts is the same, and is a table that can be opened.
    #[test]
    fn what_counts_can_be_opened_and_does_not_depend_on_when_it_is_judged(
        all in prop::collection::vec(letters(), 0..40),
        known in 0_usize..40,
    ) {
        let mut at_once = Table::of::<Nerts>(referee::<Nerts>());
        let mut late = Table::of::<Nerts>(None);
        for (at, letter) in all.iter().enumerate() {
            if at == known {
                late.phone.set_judge(referee::<Nerts>().unwrap());
            }
            let before = at_once.stored();
            at_once.letter(letter);
            late.letter(letter);
            prop_assert!(at_once.phone.records().starts_with(&before.1), "what was entered stays");
        }
        if known >= all.len() {
            prop_assert_eq!(late.phone.records().len(), 0, "nothing counts before it is judged");
            late.phone.set_judge(referee::<Nerts>().unwrap());
        }
        prop_assert_eq!(at_once.stored(), late.stored());
        let (head, log) = at_once.stored();
        let log = log.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        let file = SessionFile::new(read_head(&head.unwrap()).unwrap(), log);
        prop_assert_eq!(replay::<Nerts>(&file).map(|_| ()), Ok::<(), LoadError>(()));
    }
}
