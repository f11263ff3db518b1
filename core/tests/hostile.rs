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
use takujo_core::live::envelope::Envelope;
use takujo_core::live::letter::{By, Charter, Guest, MOST_GUESTS, Post, Row, TableLetter, Writers};
use takujo_core::live::link::{Errand, Follower, Judge, Over, Reach, SharedBefore};
use takujo_core::live::seal::seal;
use takujo_core::live::sign::Signer;
use takujo_core::live::ticket::{Authority, Ticket};
use takujo_core::play::Play;
use takujo_core::table::judge::Referee;
use takujo_wire::{Refusal, Right, Tell};

const TABLE: [u8; 16] = [7; 16];

/// What whoever hosts the table signs with.
fn host() -> Signer {
    Signer::new(&[1; 32])
}

/// A charter of the table of Nerts, as its host wrote it.
fn charter(number: u32, writers: Writers, admitted: Option<&[&str]>) -> Charter {
    let admitted = admitted.map(|phones| phones.iter().map(|phone| (*phone).to_owned()).collect());
    Charter { number, writers, secret: [3; 32], admitted, head: text(&head::<Nerts>()) }
}

fn decreed(charter: Charter) -> String {
    TableLetter::Charter(charter.signed(&TABLE, &host())).write()
}

fn phone(name: &str) -> By {
    By::Phone(name.to_owned())
}

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

    /// A table of Nerts at which everything is signed, as the phone `me` sees it.
    fn signed(me: &str, writers: Writers) -> Table {
        let authority = Some((TABLE, host().public()));
        let me = me.to_owned();
        let mut table =
            Table::open(SharedBefore { judge: referee::<Nerts>(), authority, phone: me, ..SharedBefore::default() });
        table.post(&decreed(charter(1, writers, None)), By::Host);
        table
    }

    fn post(&mut self, letter: &str, by: By) -> Vec<Errand> {
        let record = self.length.to_be_bytes().to_vec();
        self.length += 1;
        let post = Post { text: letter.to_owned(), by };
        self.phone.heard(&Tell::Entry { position: self.length - 1, record }, Some(post))
    }

    /// Records that a phone says another one, or itself, has made.
    fn play(&mut self, by: By, named: &str, record: String) -> Vec<Errand> {
        self.post(&TableLetter::Log { phone: named.to_owned(), records: vec![record] }.write(), by)
    }

    /// A table of this game, as whoever opens it begins the log.
    fn of<G: Play>(judge: Option<Box<dyn Judge>>) -> Table {
        let mut table = Table::open(SharedBefore { judge, ..SharedBefore::default() });
        table.letter(&TableLetter::Head(text(&head::<G>())).write());
        table.letter(&TableLetter::Writers(Writers::All).write());
        table
    }

    fn letter(&mut self, letter: &str) -> Vec<Errand> {
        self.post(letter, By::Anyone)
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
    let known = SharedBefore {
        head: Some(own.clone()),
        records: vec![round(1, 11)],
        judge: referee::<Nerts>(),
        ..SharedBefore::default()
    };
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
fn a_phone_that_is_ahead_of_its_host_for_good_reads_the_log_from_its_beginning() {
    let mut table = Table::of::<Nerts>(referee::<Nerts>());
    table.records(&[&round(1, 11)]);
    let length = table.length;
    let ask = |table: &mut Table| {
        let join = table.phone.connected();
        let errands = table.phone.heard(&Tell::Refused(Refusal::Unavailable), None);
        table.phone.cut();
        (join, errands)
    };
    // A store that lags behind answers a moment later.
    for _ in 0..5 {
        assert_eq!(ask(&mut table), (vec![Errand::Join(length - 1)], vec![Errand::Reconnect]));
    }
    assert_eq!(ask(&mut table), (vec![Errand::Join(length - 1)], vec![Errand::Reconnect]));
    // A host that has lost entries never would. Until it answers, nothing is forgotten.
    assert_eq!(table.phone.connected(), [Errand::Join(0)]);
    assert_eq!(table.stored().1, [round(1, 11)]);
    let errands = table.phone.heard(&Tell::Joined { right: Right::Write, locked: false, length: 1 }, None);
    assert_eq!(errands, [Errand::Reconnect]);
    assert_eq!(table.phone.connected(), [Errand::Join(0)]);
    // What the phone has is given back to it.
    table.phone.heard(&Tell::Joined { right: Right::Write, locked: false, length: 1 }, None);
    let errands = table.phone.heard(&Tell::Changed { position: 0, right: Right::Write, locked: false }, None);
    assert!(matches!(errands[..], [Errand::Append(1, _)]), "{errands:?}");
}

#[test]
fn a_table_of_a_newer_program_says_so() {
    let newer = text(&Head { takujo: VERSION + 1, ..head::<Nerts>() });
    let mut table = Table::open(SharedBefore { judge: referee::<Nerts>(), ..SharedBefore::default() });
    table.letter(&TableLetter::Head(newer).write());
    assert_eq!(table.phone.stage(), Reach::Over(Over::Version));
}

#[test]
fn only_whoever_hosts_a_table_sets_it_up() {
    let mut table = Table::signed("ann", Writers::All);
    table.play(phone("ken"), "ken", round(1, 11));
    let (before, admitted) = (table.stored(), table.phone.admitted().map(<[String]>::to_vec));
    let own = charter(9, Writers::One, Some(&["eve"]));
    let eve = Signer::new(&[2; 32]);
    for letter in [
        TableLetter::Head(text(&head::<Nerts>())).write(),
        TableLetter::Writers(Writers::One).write(),
        // Signed by somebody else, for another table, changed since, or said again.
        TableLetter::Charter(own.clone().signed(&TABLE, &eve)).write(),
        TableLetter::Charter(own.clone().signed(&[8; 16], &host())).write(),
        decreed(charter(1, Writers::All, None)).replace("\n1\n", "\n2\n"),
        decreed(charter(1, Writers::All, None)).replace("\n*\n", "\neve\n"),
        decreed(charter(1, Writers::All, None)),
        "charter\n".to_owned(),
    ] {
        assert_eq!(table.post(&letter, phone("eve")), [], "{letter}");
    }
    assert_eq!((table.stored(), table.phone.admitted().map(<[String]>::to_vec)), (before, admitted));
    assert_eq!(table.phone.writers(), Writers::All);
    // Whoever appends it.
    assert_eq!(table.post(&decreed(own), phone("eve")), [Errand::News]);
    assert_eq!(table.phone.admitted(), Some(["eve".to_owned()].as_slice()));
}

#[test]
fn a_phone_speaks_for_itself_alone() {
    let mut table = Table::signed("ann", Writers::All);
    let row =
        |phone: &str| Row { phone: phone.to_owned(), place: "1".to_owned(), side: 0, cells: vec!["1".to_owned()] };
    assert_eq!(table.play(phone("eve"), "ken", round(1, 11)), []);
    assert_eq!(table.post(&TableLetter::Row(row("ken")).write(), phone("eve")), []);
    assert_eq!(table.post("guest\nken\nEve", phone("eve")), []);
    assert_eq!((table.phone.records().len(), table.phone.rows().len(), table.phone.guests().len()), (0, 0, 0));
    for (at, by, named, maker) in
        [(0, phone("ken"), "ken", Some("ken")), (1, phone("ken"), "", None), (2, By::Host, "ken", Some("ken"))]
    {
        assert_eq!(table.play(by, named, round(at, 5)), [Errand::News]);
        assert_eq!(table.phone.maker(at as usize), maker);
    }
    assert_eq!(table.post(&TableLetter::Row(row("ken")).write(), phone("ken")), [Errand::News]);
    assert_eq!(table.post("guest\nken\nKen", phone("ken")), [Errand::News]);
}

#[test]
fn what_comes_from_a_phone_that_is_shut_out_is_nothing_until_it_is_let_in() {
    let mut table = Table::signed("ann", Writers::All);
    assert_eq!(table.play(phone("eve"), "eve", round(1, 11)), [Errand::News]);
    assert_eq!(table.post(&decreed(charter(2, Writers::All, Some(&["ann", "ken"]))), By::Host), [Errand::News]);
    assert!(table.phone.is_admitted());
    // Nor does it help to come as another phone.
    for other in ["eve", "eve2"] {
        assert_eq!(table.play(phone(other), other, round(2, 12)), []);
        assert_eq!(table.post("row\neve\n1\n0\n1 1", phone(other)), []);
    }
    assert_eq!(table.post("guest\neve2\nEve", phone("eve2")), [Errand::News], "whoever hosts sees who waits");
    assert_eq!(table.play(phone("ken"), "ken", round(3, 13)), [Errand::News]);
    assert_eq!(table.play(By::Host, "host", round(4, 14)), [Errand::News]);
    table.post(&decreed(charter(3, Writers::All, Some(&["ann", "eve"]))), By::Host);
    assert_eq!(table.play(phone("eve"), "eve", round(5, 15)), [Errand::News]);
    assert_eq!(table.play(phone("ken"), "ken", round(6, 16)), []);
    table.post(&decreed(charter(4, Writers::All, None)), By::Host);
    assert_eq!(table.play(phone("ken"), "ken", round(7, 17)), [Errand::News]);
    assert_eq!((table.phone.records().len(), table.phone.stage()), (5, Reach::Here));
}

#[test]
fn a_phone_that_is_shut_out_keeps_what_it_has_not_sent() {
    let mut table = Table::signed("ken", Writers::All);
    let tap = |second| TableLetter::Log { phone: "ken".to_owned(), records: vec![round(second, 1)] };
    let sent = table.phone.send(Some(1), tap(1));
    assert_eq!(sent, [Errand::Append(2, tap(1).write())]);
    // The charter was faster, and what was on its way comes after it: it is shown, and the table is not given up.
    table.post(&decreed(charter(2, Writers::All, Some(&["ann"]))), By::Host);
    assert!(!table.phone.is_admitted());
    assert_eq!(table.phone.heard(&Tell::Conflict { length: 3 }, None), [], "it waits");
    assert_eq!(table.phone.waiting().count(), 1);
    table.post(&decreed(charter(3, Writers::All, None)), By::Host);
    assert_eq!(table.phone.waiting().count(), 1);
    assert_eq!(table.post(&tap(1).write(), phone("ken")), [Errand::Done(1, true)]);
    assert_eq!((table.phone.records().len(), table.phone.stage()), (1, Reach::Here));
}

#[test]
fn where_everyone_enters_their_own_row_only_whoever_hosts_saves_a_round() {
    let mut table = Table::signed("ken", Writers::Rows);
    assert_eq!(table.play(phone("ken"), "ken", round(1, 11)), []);
    assert_eq!(table.post("row\nken\n1\n0\n1 1", phone("ken")), [Errand::News]);
    assert_eq!(table.play(By::Host, "ann", round(1, 11)), [Errand::News]);
}

#[test]
fn who_sat_there_is_put_right_by_whoever_hosts_alone() {
    let mut table = Table::signed("ken", Writers::All);
    table.play(phone("ken"), "ken", round(1, 11));
    let change = r#"{"type":"people","joins":[{"name":"Eve","mark":2}],"seats":[2,1]}"#;
    let inserted = record(2, &format!(r#""op":"insert","entry":0,"event":{change}"#));
    assert_eq!(table.play(phone("eve"), "eve", inserted.clone()), []);
    // As it was when the table was shared.
    assert_eq!(table.play(By::Host, "ann", inserted), [Errand::News]);
}

#[test]
fn a_charter_that_the_host_lost_is_given_back_before_anything_else() {
    let authority = Some((TABLE, host().public()));
    let newest = charter(4, Writers::All, Some(&["ken"])).signed(&TABLE, &host());
    let known = || SharedBefore {
        head: Some(text(&head::<Nerts>())),
        records: vec![round(1, 11)],
        judge: referee::<Nerts>(),
        authority,
        charter: Some(newest.clone()),
        phone: "ken".to_owned(),
        ..SharedBefore::default()
    };
    let back = TableLetter::Charter(newest.clone()).write();
    // All of it is gone, or only the latest.
    let mut table = Table::open(known());
    let errands = table.phone.heard(&Tell::Pong(0), None);
    assert!(errands.is_empty(), "it was said with the last entry: {errands:?}");
    assert!(table.phone.is_busy());
    table.post(&back, phone("ken"));
    let errands = table.phone.heard(&Tell::Appended { length: 2 }, None);
    let records = TableLetter::Log { phone: String::new(), records: vec![round(1, 11)] };
    assert_eq!(errands, [Errand::Append(2, records.write())]);
    let mut table = Table::open(known());
    table.post(&decreed(charter(3, Writers::All, None)), By::Host);
    assert_eq!(table.phone.charter().map(|signed| signed.charter.number), Some(4));
    assert!(table.phone.is_busy());
}

#[test]
fn nobody_gives_back_what_would_not_count() {
    let authority = Some((TABLE, host().public()));
    let rows = charter(1, Writers::Rows, None).signed(&TABLE, &host());
    let shut = charter(2, Writers::All, Some(&["ann"])).signed(&TABLE, &host());
    for newest in [rows, shut] {
        let back = TableLetter::Charter(newest.clone()).write();
        let mut table = Table::open(SharedBefore {
            records: vec![round(1, 11)],
            judge: referee::<Nerts>(),
            authority,
            charter: Some(newest),
            phone: "ken".to_owned(),
            ..SharedBefore::default()
        });
        table.post(&back, phone("ken"));
        assert_eq!(table.phone.heard(&Tell::Appended { length: 2 }, None), []);
        assert!(!table.phone.is_busy() && table.phone.stage() == Reach::Here);
        assert_eq!(table.phone.records().len(), 1, "this phone still has it");
        // Whoever hosts the table does.
        table.play(By::Host, "ann", round(1, 11));
        assert_eq!((table.phone.records().len(), table.phone.stage()), (1, Reach::Here));
    }
}

#[test]
fn what_was_put_right_before_a_table_was_shared_is_given_back_by_anybody() {
    let mut table = Table::signed("ann", Writers::All);
    table.play(phone("ken"), "", round(1, 11));
    let change = r#"{"type":"people","joins":[{"name":"Eve","mark":2}],"seats":[2,1]}"#;
    let inserted = record(2, &format!(r#""op":"insert","entry":0,"event":{change}"#));
    assert_eq!(table.play(phone("ken"), "", inserted), [Errand::News]);
    // It does not say who made it, but who gave it back.
    assert_eq!((table.phone.maker(1), table.phone.written_by("ken")), (None, vec![1, 0]));
    let phones: Vec<_> = table.phone.phones().into_iter().map(|guest| guest.phone).collect();
    assert_eq!(phones, ["ken"], "who has said nothing is known by what they wrote");
}

#[test]
fn the_last_tenth_of_a_log_is_left_to_whoever_hosts() {
    let mut table = Table::signed("ann", Writers::All);
    table.play(phone("eve"), "eve", round(0, 1));
    let steps = [record(1, r#""op":"undo""#), record(2, r#""op":"redo""#)];
    for at in 1..MAX_RECORDS / 10 * 9 {
        assert_eq!(table.play(phone("eve"), "eve", steps[(at + 1) % 2].clone()), [Errand::News], "record {at}");
    }
    assert_eq!(table.play(phone("eve"), "eve", steps[1].clone()), []);
    assert_eq!(table.play(By::Host, "ann", steps[1].clone()), [Errand::News]);
}

#[test]
fn who_hosts_is_said_with_the_key_of_the_table() {
    let mut table = Table::signed("ann", Writers::All);
    assert_eq!(table.post("hosts\neve", phone("eve")), []);
    assert_eq!(table.post("hosts\nann", By::Host), [Errand::News]);
    assert_eq!(table.phone.hosts(), ["ann"]);
    // Handed over: from then on it signs with its own key.
    table.post("guest\nann\nAnn", phone("ann"));
    assert_eq!(table.phone.hosts().len(), 0);
}

#[test]
fn whoever_only_watches_is_not_shut_out() {
    let authority = Some((TABLE, host().public()));
    let mut phone: Follower = Follower::new(Right::Watch, SharedBefore { authority, ..SharedBefore::default() });
    phone.connected();
    phone.heard(&Tell::Joined { right: Right::Watch, locked: false, length: 2 }, None);
    phone.heard(&Tell::Changed { position: 0, right: Right::Watch, locked: false }, None);
    let post = Post { text: decreed(charter(1, Writers::All, Some(&[]))), by: By::Host };
    phone.heard(&Tell::Entry { position: 1, record: vec![1] }, Some(post));
    assert!(phone.admitted().is_some_and(<[String]>::is_empty) && phone.is_admitted());
}

#[test]
fn whoever_hosts_gives_back_who_made_what() {
    let (authority, charter) = (Some((TABLE, host().public())), charter(1, Writers::All, None).signed(&TABLE, &host()));
    let records: Vec<_> = (1..5).map(|second| round(second, 1)).collect();
    let makers = vec![(0, "ann".to_owned()), (1, "ken".to_owned()), (3, "ann".to_owned())];
    let known = SharedBefore {
        records: records.clone(),
        judge: referee::<Nerts>(),
        authority,
        charter: Some(charter),
        makers: makers.clone(),
        phone: "ann".to_owned(),
        ..SharedBefore::default()
    };
    let mut phone = Follower::new(Right::Host, known);
    phone.connected();
    let mut errands = phone.heard(&Tell::Joined { right: Right::Host, locked: false, length: 1 }, None);
    errands.extend(phone.heard(&Tell::Changed { position: 0, right: Right::Host, locked: false }, None));
    let mut length = 1;
    while let Some(Errand::Append(place, letter)) = errands.pop() {
        assert_eq!(place, length);
        length += 1;
        let record = length.to_be_bytes().to_vec();
        let post = Post { text: letter, by: By::Host };
        phone.heard(&Tell::Entry { position: place, record }, Some(post));
        errands = phone.heard(&Tell::Appended { length }, None);
    }
    assert_eq!((phone.records(), phone.makers()), (records.as_slice(), makers.as_slice()));
    assert!(!phone.is_busy() && phone.stage() == Reach::Here);
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
    /// Tickets, letters and records of anybody are read or refused. Charters and tickets say the same when written again.
    #[test]
    fn whatever_comes_is_read_or_refused(text in "(charter\n)?[A-Za-z0-9_\\-\n* ]{0,300}", bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let letter = TableLetter::read(&text);
        if let Some(TableLetter::Charter(charter)) = &letter {
            prop_assert_eq!(TableLetter::read(&TableLetter::Charter(charter.clone()).write()), letter);
        }
        if let Some(ticket) = Ticket::read(text.trim()) {
            prop_assert_eq!(Ticket::read(&ticket.write()), Some(ticket));
        }
        let authority = Some(Authority::Checks(host().public()));
        let ticket = Ticket { right: Right::Watch, table: TABLE, secret: [2; 32], key: [3; 32], authority };
        prop_assert_eq!(Envelope::new(&ticket, None).open(1, &bytes), None);
        prop_assert_eq!(Envelope::new(&ticket, None).open(1, &seal(&[3; 32], &TABLE, 1, &bytes, [0; 24])), None, "not signed");
    }

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
