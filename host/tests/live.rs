//! What phones at a table see: the protocol of docs/live.md, over real connections.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{
    HOST, Phone, TABLE, WATCH, WRITE, append, change, create, hash, host_of, host_with, is_edge, open, options,
};
use takujo_host::limits::Limits;
use takujo_host::log::file::{Bounds, File};
use takujo_host::log::memory::Memory;
use takujo_host::log::{Answer, Appended, Following, LogStore};
use takujo_wire::{ANY_LENGTH, Ask, RECORD_MAX, Refusal, Right, Table, Tell, VERSION};

#[tokio::test]
async fn what_one_phone_appends_all_see_in_one_order() {
    let host = host_with(Limits::default()).await;
    open(host.address, TABLE).await;
    let mut writer = Phone::joined(host.address, TABLE, WRITE).await;
    let mut watcher = Phone::joined(host.address, TABLE, WATCH).await;
    assert_eq!(writer.answer(append(1, b"tap")).await, Tell::Appended { length: 2 });
    assert_eq!(writer.answer(append(1, b"stale")).await, Tell::Conflict { length: 2 });
    assert_eq!(writer.answer(append(2, b"tap two")).await, Tell::Appended { length: 3 });
    assert_eq!(watcher.entry().await, Tell::Changed { position: 0, right: Right::Watch, locked: false });
    assert_eq!(watcher.entry().await, Tell::Entry { position: 1, record: b"tap".to_vec() });
    assert_eq!(watcher.entry().await, Tell::Entry { position: 2, record: b"tap two".to_vec() });

    // Back after a break, with what it has.
    let mut back = Phone::at(host.address).await;
    let joined = back.answer(Ask::Join { table: TABLE, secret: WRITE, from: 2 }).await;
    assert_eq!(joined, Tell::Joined { right: Right::Write, locked: false, length: 3 });
    assert_eq!(back.entry().await, Tell::Entry { position: 2, record: b"tap two".to_vec() });
    assert_eq!(back.answer(Ask::Ping(5)).await, Tell::Pong(5));
}

#[tokio::test]
async fn the_address_of_a_partition_has_its_tables_and_no_other() {
    if is_edge() {
        return;
    }
    let host = host_with(Limits::default()).await;
    let (seven, eight) = ([7; 16], [8; 16]);
    let mut newer = Phone::of(7, host.address).await;
    assert_eq!(newer.refused(create(eight)).await, Refusal::NotThere);
    assert_eq!(newer.answer(create(seven)).await, Tell::Created);
    open(host.address, eight).await;
    assert_eq!(newer.refused(Ask::Join { table: eight, secret: WRITE, from: 0 }).await, Refusal::NotThere);
    let joined = newer.answer(Ask::Join { table: seven, secret: WRITE, from: 1 }).await;
    assert!(matches!(joined, Tell::Joined { .. }), "{joined:?}");
    // Who comes by the older address is at the same table.
    let mut older = Phone::joined(host.address, seven, WRITE).await;
    assert_eq!(older.answer(append(1, b"old")).await, Tell::Appended { length: 2 });
    assert_eq!(newer.entry().await, Tell::Entry { position: 1, record: b"old".to_vec() });
    assert_eq!(newer.answer(append(2, b"new")).await, Tell::Appended { length: 3 });
    while older.entry().await != (Tell::Entry { position: 2, record: b"new".to_vec() }) {}
}

#[tokio::test]
async fn the_address_of_a_table_has_it_and_no_other() {
    let host = host_with(Limits::default()).await;
    let other = [8; 16];
    let mut phone = Phone::to(TABLE, host.address).await;
    assert_eq!(phone.refused(create(other)).await, Refusal::NotThere);
    assert_eq!(phone.answer(create(TABLE)).await, Tell::Created);
    open(host.address, other).await;
    assert_eq!(phone.refused(Ask::Join { table: other, secret: WRITE, from: 0 }).await, Refusal::NotThere);
    let joined = phone.answer(Ask::Join { table: TABLE, secret: WRITE, from: 1 }).await;
    assert!(matches!(joined, Tell::Joined { .. }), "{joined:?}");
}

#[tokio::test]
async fn each_secret_gives_its_right_and_no_other() {
    let host = host_with(Limits::default()).await;
    open(host.address, TABLE).await;
    let mut watcher = Phone::joined(host.address, TABLE, WATCH).await;
    let mut writer = Phone::joined(host.address, TABLE, WRITE).await;
    assert_eq!(watcher.refused(append(1, b"x")).await, Refusal::NotAllowed);
    assert_eq!(watcher.refused(append(9, b"x")).await, Refusal::NotAllowed);
    for phone in [&mut watcher, &mut writer] {
        assert_eq!(phone.refused(Ask::Close { expected: 1 }).await, Refusal::NotAllowed);
        assert_eq!(phone.refused(change(1)).await, Refusal::NotAllowed);
    }
    let mut early = Phone::at(host.address).await;
    assert_eq!(early.refused(append(1, b"x")).await, Refusal::OutOfOrder);
    assert_eq!(writer.refused(Ask::Join { table: TABLE, secret: HOST, from: 0 }).await, Refusal::OutOfOrder);
}

#[tokio::test]
async fn a_wrong_secret_an_unknown_table_and_a_closed_one_are_answered_alike() {
    let host = host_with(Limits { guesses: 4, patience: Duration::from_millis(300), ..Limits::default() }).await;
    open(host.address, TABLE).await;
    open(host.address, [8; 16]).await;
    let mut owner = Phone::joined(host.address, [8; 16], HOST).await;
    assert_eq!(owner.answer(Ask::Close { expected: 1 }).await, Tell::Appended { length: 2 });
    let mut phone = Phone::at(host.address).await;
    // The last one is a hash instead of its secret.
    for (table, secret) in [(TABLE, [9; 32]), ([9; 16], WATCH), ([8; 16], HOST), (TABLE, hash(HOST))] {
        let mut phone = Phone::to(table, host.address).await;
        assert_eq!(phone.refused(Ask::Join { table, secret, from: 0 }).await, Refusal::NotThere);
    }
    let guess = Ask::Join { table: TABLE, secret: [0; 32], from: 0 };
    assert_eq!(phone.refused(guess.clone()).await, Refusal::TooManyGuesses(4));
    assert_eq!(Phone::at(host.address).await.refused(guess).await, Refusal::TooManyGuesses(4));
    // Somebody behind the same address who has the link gets in.
    Phone::joined(host.address, TABLE, WATCH).await;
}

#[tokio::test]
async fn locked_handed_over_revoked_and_closed() {
    let host = host_with(Limits::default()).await;
    open(host.address, TABLE).await;
    let mut owner = Phone::joined(host.address, TABLE, HOST).await;
    let mut writer = Phone::joined(host.address, TABLE, WRITE).await;
    let mut watcher = Phone::joined(host.address, TABLE, WATCH).await;
    let set = |expected, write, host, locked| Ask::Change { expected, watch: None, write, host, locked };
    assert_eq!(owner.answer(set(1, None, None, Some(true))).await, Tell::Appended { length: 2 });
    assert_eq!(writer.refused(append(2, b"x")).await, Refusal::Locked);
    assert_eq!(owner.answer(append(2, b"mine")).await, Tell::Appended { length: 3 });

    // Handed over: from then on the secret of the old host is worth nothing.
    assert_eq!(owner.answer(set(3, None, Some(hash([5; 32])), Some(false))).await, Tell::Appended { length: 4 });
    assert_eq!(owner.refused(append(4, b"x")).await, Refusal::NotThere);
    let mut heir = Phone::joined(host.address, TABLE, [5; 32]).await;

    // Revoked: the link with the old secret as well, and whoever came by it is told so and sent away.
    assert_eq!(heir.answer(set(4, Some(hash([6; 32])), None, None)).await, Tell::Appended { length: 5 });
    loop {
        match writer.next().await {
            Some(Tell::Refused(Refusal::NotThere)) => break,
            Some(Tell::Entry { .. } | Tell::Changed { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(writer.next().await, None);
    let mut stale = Phone::at(host.address).await;
    assert_eq!(stale.refused(Ask::Join { table: TABLE, secret: WRITE, from: 0 }).await, Refusal::NotThere);
    // The new secret reads the whole log, also what is older than itself.
    let mut fresh = Phone::joined(host.address, TABLE, [6; 32]).await;
    assert_eq!(fresh.entry().await, Tell::Changed { position: 0, right: Right::Write, locked: false });
    assert_eq!(fresh.answer(append(5, b"new")).await, Tell::Appended { length: 6 });

    assert_eq!(heir.answer(Ask::Close { expected: 6 }).await, Tell::Appended { length: 7 });
    while watcher.entry().await != Tell::Closed {}
    assert_eq!(watcher.next().await, None);
}

#[tokio::test]
async fn a_table_is_opened_once_and_a_lost_answer_does_no_harm() {
    let host = host_with(Limits { tables: 4, ..Limits::default() }).await;
    let mut phone = Phone::at(host.address).await;
    assert_eq!(phone.answer(create(TABLE)).await, Tell::Created);
    assert_eq!(phone.answer(create(TABLE)).await, Tell::Created);
    let other = Ask::Create { table: TABLE, watch: [1; 32], write: [1; 32], host: [1; 32] };
    assert_eq!(phone.refused(other).await, Refusal::Taken);
    open(host.address, [1; 16]).await;
    let mut last = Phone::to([2; 16], host.address).await;
    assert_eq!(last.refused(create([2; 16])).await, Refusal::TooManyTables(4));
}

#[tokio::test]
async fn questions_are_answered_in_their_order_however_fast_they_come() {
    let host = host_with(Limits { guesses: 1, ..Limits::default() }).await;
    let mut phone = Phone::at(host.address).await;
    let guess = || Ask::Join { table: TABLE, secret: [9; 32], from: 0 };
    let join = Ask::Join { table: TABLE, secret: WRITE, from: 1 };
    for ask in [create(TABLE), Ask::Ping(1), guess(), Ask::Ping(2), guess(), join, append(1, b"x"), create(TABLE)] {
        phone.ask(ask).await;
    }
    let mut answers = Vec::new();
    while answers.len() < 8 {
        match phone.next().await.expect("an answer") {
            Tell::Entry { .. } => {}
            tell => answers.push(tell),
        }
    }
    let (refused, joined) = (Tell::Refused, Tell::Joined { right: Right::Write, locked: false, length: 1 });
    let first = [Tell::Created, Tell::Pong(1), refused(Refusal::NotThere), Tell::Pong(2)];
    let then = [refused(Refusal::TooManyGuesses(1)), joined, Tell::Appended { length: 2 }, Tell::Created];
    assert_eq!(answers, [first, then].concat());
}

#[tokio::test]
async fn every_limit_has_its_answer() {
    let limits = Limits { entries: 3, bytes: 5, of_an_address: 2, messages: 10, ..Limits::default() };
    let host = host_with(limits).await;
    open(host.address, TABLE).await;
    let mut phone = Phone::joined(host.address, TABLE, WRITE).await;
    assert_eq!(phone.refused(append(1, b"123456")).await, Refusal::TableTooLarge(5));
    assert_eq!(phone.refused(append(1, &[0; RECORD_MAX + 1])).await, Refusal::RecordTooLong(RECORD_MAX as u32));
    assert_eq!(phone.answer(append(1, b"12")).await, Tell::Appended { length: 2 });
    assert_eq!(phone.answer(append(2, b"12")).await, Tell::Appended { length: 3 });
    assert_eq!(phone.refused(append(3, b"1")).await, Refusal::TableFull(3));
    let mut second = Phone::at(host.address).await;
    // The place of the phone that opened the table may not be free yet.
    while second.answer(Ask::Ping(1)).await != Tell::Pong(1) {
        second = Phone::at(host.address).await;
    }
    let mut third = Phone::at(host.address).await;
    assert_eq!(third.next().await, Some(Tell::Refused(Refusal::TooManyConnections(2))));
    assert_eq!(third.next().await, None);
    for number in 0..100 {
        if second.0.get_mut().get_ref().peer_addr().is_err() {
            break;
        }
        second.ask(Ask::Ping(number)).await;
    }
    let mut last = None;
    while let Some(tell) = second.next().await {
        last = Some(tell);
    }
    assert_eq!(last, Some(Tell::Refused(Refusal::TooFast(10))));
}

#[tokio::test]
async fn whoever_says_nothing_is_sent_away() {
    let host = host_with(Limits { patience: Duration::from_millis(200), ..Limits::default() }).await;
    let mut phone = Phone::at(host.address).await;
    assert!(matches!(phone.next().await, Some(Tell::Refused(Refusal::TooSlow(_)))));
    assert_eq!(phone.next().await, None);
    // Nor does it help to say something else than that one joins.
    let mut phone = Phone::at(host.address).await;
    let tell = loop {
        match phone.answer(Ask::Ping(1)).await {
            Tell::Pong(1) => tokio::time::sleep(Duration::from_millis(20)).await,
            tell => break tell,
        }
    };
    assert!(matches!(tell, Tell::Refused(Refusal::TooSlow(_))), "{tell:?}");
}

#[tokio::test]
async fn malformed_messages_end_the_connection_with_a_word() {
    let host = host_with(Limits::default()).await;
    for (bytes, refusal) in [
        (vec![VERSION + 1, 6, 0, 0, 0, 0], Refusal::Version(VERSION)),
        (vec![0, 6, 0, 0, 0, 0], Refusal::Version(VERSION)),
        (vec![], Refusal::Version(VERSION)),
        (vec![VERSION, 77], Refusal::Malformed),
        (vec![VERSION, 3, 0], Refusal::Malformed),
        (vec![VERSION; 100_000], Refusal::Malformed),
    ] {
        let mut phone = Phone::at(host.address).await;
        phone.send(bytes).await;
        assert_eq!(phone.next().await, Some(Tell::Refused(refusal)));
        assert_eq!(phone.next().await, None);
    }
}

#[tokio::test]
async fn a_silent_table_is_closed_and_forgotten() {
    let host =
        host_with(Limits { keep: Duration::from_millis(300), patience: Duration::from_secs(1), ..Limits::default() })
            .await;
    open(host.address, TABLE).await;
    let mut watcher = Phone::joined(host.address, TABLE, WATCH).await;
    while watcher.entry().await != Tell::Closed {}
    // Once the log is gone the name is free: nothing of it is left.
    let other = Ask::Create { table: TABLE, watch: [1; 32], write: [1; 32], host: [1; 32] };
    loop {
        let tell = Phone::at(host.address).await.answer(other.clone()).await;
        if tell == Tell::Created {
            break;
        }
        assert_eq!(tell, Tell::Refused(Refusal::Taken));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_closed_table_is_not_opened_again() {
    let host = host_with(Limits { patience: Duration::from_millis(200), ..Limits::default() }).await;
    open(host.address, TABLE).await;
    let mut owner = Phone::joined(host.address, TABLE, HOST).await;
    assert_eq!(owner.answer(append(1, b"a round")).await, Tell::Appended { length: 2 });
    assert_eq!(owner.answer(Ask::Close { expected: 2 }).await, Tell::Appended { length: 3 });
    // At once, and when its log is long gone.
    for _ in 0..10 {
        assert_eq!(Phone::at(host.address).await.refused(create(TABLE)).await, Refusal::Taken);
        let join = Ask::Join { table: TABLE, secret: WRITE, from: 0 };
        assert_eq!(Phone::at(host.address).await.refused(join).await, Refusal::NotThere);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn whoever_hosts_does_not_lose_to_those_who_write_without_end() {
    let host = host_with(Limits { messages: 1_000_000, ..Limits::default() }).await;
    open(host.address, TABLE).await;
    let mut owner = Phone::joined(host.address, TABLE, HOST).await;
    let flood = |mut writer: Phone| async move {
        let mut length = 1;
        loop {
            match writer.answer(append(length, b"x")).await {
                Tell::Appended { length: now } | Tell::Conflict { length: now } => length = now,
                Tell::Refused(Refusal::Locked) => return length,
                other => panic!("{other:?}"),
            }
        }
    };
    let mut floods = Vec::new();
    for _ in 0..8 {
        floods.push(tokio::spawn(flood(Phone::joined(host.address, TABLE, WRITE).await)));
    }
    let lock = Ask::Change { expected: ANY_LENGTH, watch: None, write: None, host: None, locked: Some(true) };
    let tell = owner.answer(lock).await;
    assert!(matches!(tell, Tell::Appended { .. }), "{tell:?}");
    for flood in floods {
        assert!(flood.await.unwrap() > 0);
    }
    // Records are appended only to the log that was seen, also by whoever hosts.
    assert!(matches!(owner.answer(append(ANY_LENGTH, b"x")).await, Tell::Conflict { .. }));
    assert!(matches!(owner.answer(Ask::Close { expected: ANY_LENGTH }).await, Tell::Appended { .. }));
}

/// A store whose tables are played on between being listed as silent and being looked at.
struct PlayedOn(Memory);

impl LogStore for PlayedOn {
    fn append(&self, table: Table, expected: u32, entry: Vec<u8>) -> Answer<'_, Appended> {
        self.0.append(table, expected, entry)
    }
    fn last(&self, table: Table) -> Answer<'_, Option<(u32, Vec<u8>)>> {
        self.0.last(table)
    }
    fn entry(&self, table: Table, position: u32) -> Answer<'_, Option<Vec<u8>>> {
        self.0.entry(table, position)
    }
    fn follow(&self, table: Table, from: u32) -> Following {
        self.0.follow(table, from)
    }
    fn remove(&self, table: Table, length: u32) -> Answer<'_, ()> {
        self.0.remove(table, length)
    }
    fn shorten(&self, table: Table, length: u32) -> Answer<'_, ()> {
        self.0.shorten(table, length)
    }
    fn silent(&self, time: Duration) -> Answer<'_, Vec<(Table, u32)>> {
        Box::pin(async move {
            let silent = self.0.silent(time).await?;
            for (table, length) in &silent {
                let last = self.0.last(*table).await?.map_or(Vec::new(), |(_, last)| last);
                self.0.append(*table, *length, last).await?;
            }
            Ok(silent)
        })
    }
}

#[tokio::test]
async fn a_table_that_is_played_on_as_it_is_swept_stays_open() {
    if is_edge() {
        return;
    }
    let limits = Limits { keep: Duration::from_millis(100), patience: Duration::from_millis(100), ..Limits::default() };
    let host = takujo_host::start(options(limits), Arc::new(PlayedOn(Memory::default()))).await.unwrap();
    open(host.address, TABLE).await;
    // Swept several times.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut phone = Phone::at(host.address).await;
    let tell = phone.answer(Ask::Join { table: TABLE, secret: WRITE, from: 0 }).await;
    assert!(matches!(tell, Tell::Joined { length: 3.., .. }), "{tell:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_without_room_says_so_and_lets_tables_end() {
    if is_edge() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { patience: Duration::from_millis(200), ..Limits::default() };
    let bounds = Bounds { free: 0, bytes: 10_000 };
    let store = File::open(&folder.path().join("tables.redb"), bounds).unwrap();
    let host = takujo_host::start(options(limits), Arc::new(store)).await.unwrap();
    open(host.address, TABLE).await;
    let mut phone = Phone::joined(host.address, TABLE, HOST).await;
    assert_eq!(phone.answer(append(1, &[1; 8192])).await, Tell::Appended { length: 2 });
    assert_eq!(phone.answer(append(2, &[1; 1000])).await, Tell::Appended { length: 3 });
    // Nine tenths: no new table, but play goes on.
    assert_eq!(Phone::at(host.address).await.refused(create([8; 16])).await, Refusal::NoRoom);
    assert_eq!(phone.answer(append(3, &[1; 1000])).await, Tell::Appended { length: 4 });
    assert_eq!(phone.refused(append(4, b"more")).await, Refusal::NoRoom);
    // What makes room, or stops writing, is taken.
    assert_eq!(
        phone.answer(Ask::Change { expected: 4, watch: None, write: None, host: None, locked: Some(true) }).await,
        Tell::Appended { length: 5 }
    );
    assert_eq!(phone.answer(Ask::Close { expected: 5 }).await, Tell::Appended { length: 6 });
    loop {
        let tell = Phone::at(host.address).await.answer(create([8; 16])).await;
        if tell == Tell::Created {
            break;
        }
        assert_eq!(tell, Tell::Refused(Refusal::NoRoom));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopping_host_says_so_and_the_next_one_goes_on() {
    if is_edge() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.redb");
    let store = || Arc::new(File::open(&path, Bounds::default()).unwrap());
    let host = host_of(store()).await;
    open(host.address, TABLE).await;
    let mut phone = Phone::joined(host.address, TABLE, WRITE).await;
    assert_eq!(phone.answer(append(1, b"before")).await, Tell::Appended { length: 2 });
    host.stop().await;
    loop {
        match phone.next().await {
            Some(Tell::Refused(Refusal::Stopping)) => break,
            Some(Tell::Entry { .. } | Tell::Changed { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
    // The first has let go of the file.
    let next = host_of(store()).await;
    let mut phone = Phone::joined(next.address, TABLE, WRITE).await;
    assert_eq!(phone.answer(append(2, b"after")).await, Tell::Appended { length: 3 });
}
