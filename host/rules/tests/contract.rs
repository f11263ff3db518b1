//! What a connection is told, case by case. What follows from any questions in any order is in `model.rs`.

mod common;

use std::time::Duration;

use common::{Mood, World, hash};
use takujo_host_rules::{Failed, Forget, Frame, Limits, News, Next, Reply, Space, Tables, Talk, Todo};
use takujo_wire::{ANY_LENGTH, Ask, RECORD_MAX, Refusal, Right, Table, Tell, VERSION, VERSIONS};

const TABLE: Table = [7; 16];
const WATCH: [u8; 32] = [1; 32];
const WRITE: [u8; 32] = [2; 32];
const HOST: [u8; 32] = [3; 32];

fn create(table: Table) -> Ask {
    Ask::Create { table, watch: hash(WATCH), write: hash(WRITE), host: hash(HOST) }
}

fn append(expected: u32) -> Ask {
    Ask::Append { expected, record: vec![1] }
}

fn change(expected: u32, write: Option<[u8; 32]>, locked: Option<bool>) -> Ask {
    Ask::Change { expected, watch: None, write: write.map(hash), host: None, locked }
}

/// A host with an open table, and somebody who has joined it.
fn joined(limits: Limits, secret: [u8; 32]) -> (World, usize) {
    let mut world = World::new(limits);
    let opener = world.connect(1, Tables::All);
    assert_eq!(world.answer(opener, &create(TABLE)), [Tell::Created]);
    let at = join(&mut world, secret);
    (world, at)
}

fn join(world: &mut World, secret: [u8; 32]) -> usize {
    let at = world.connect(1, Tables::All);
    let tells = world.answer(at, &Ask::Join { table: TABLE, secret, from: 0 });
    assert!(matches!(tells[..], [Tell::Joined { .. }]), "{tells:?}");
    at
}

fn refused(refusal: Refusal) -> [Tell; 1] {
    [Tell::Refused(refusal)]
}

#[test]
fn each_phone_is_answered_in_the_version_it_speaks() {
    let mut world = World::new(Limits::default());
    for version in VERSIONS {
        let at = world.connect(1, Tables::All);
        world.ask(at, &Ask::Ping(5));
        world.run(at);
        assert_eq!(world.lines[at].messages[0][0], VERSION, "the newest, as it was asked");
        world.lines[at].version = version;
        world.ask(at, &Ask::Ping(5));
        world.run(at);
        assert_eq!(world.lines[at].messages[1], Tell::Pong(5).encode(version));
    }
    // Before it speaks, and if what it says is of no version, in the oldest.
    let at = world.connect(1, Tables::All);
    world.lines[at].todo = world.lines[at].talk.end(Refusal::Stopping);
    world.run(at);
    assert_eq!(world.lines[at].messages, [Tell::Refused(Refusal::Stopping).encode(*VERSIONS.start())]);
    for bytes in [&[VERSION + 1, 6, 0, 0, 0, 0][..], &[0, 6], &[]] {
        let at = world.connect(1, Tables::All);
        world.hear(at, Frame::Binary(bytes));
        world.run(at);
        assert_eq!(world.lines[at].messages, [[1, 137, 1, 0, 0, 0, VERSION]]);
        assert!(world.lines[at].over);
    }
}

#[test]
fn what_is_no_message_ends_the_connection_with_a_word() {
    let mut world = World::new(Limits::default());
    for frame in [Frame::Text, Frame::Binary(&[VERSION, 77]), Frame::Binary(&[VERSION, 3, 0])] {
        let at = world.connect(1, Tables::All);
        world.hear(at, frame);
        world.run(at);
        assert_eq!(world.lines[at].tells(), refused(Refusal::Malformed), "{frame:?}");
        assert!(world.lines[at].over);
    }
    let at = world.connect(1, Tables::All);
    let long = Ask::Append { expected: 0, record: vec![0; RECORD_MAX + 1] };
    assert_eq!(world.answer(at, &long), refused(Refusal::RecordTooLong(RECORD_MAX as u32)));
    world.hear(at, Frame::Alive);
    assert!(!world.lines[at].over && world.lines[at].todo == Todo::Wait);
    world.hear(at, Frame::Close);
    assert_eq!(world.lines[at].todo, Todo::End(None));
}

#[test]
fn the_address_of_a_partition_has_its_tables_and_no_other() {
    let mut world = World::new(Limits { guesses: 0, ..Limits::default() });
    let (eight, seven) = (world.connect(1, Tables::Partition(8)), world.connect(1, Tables::Partition(7)));
    let ask = Ask::Join { table: TABLE, secret: WRITE, from: 0 };
    assert_eq!(world.answer(eight, &create(TABLE)), refused(Refusal::NotThere));
    assert_eq!(world.answer(seven, &create(TABLE)), [Tell::Created]);
    assert_eq!(world.answer(eight, &ask), refused(Refusal::NotThere));
    assert!(matches!(world.answer(seven, &ask)[..], [Tell::Joined { .. }]));
}

#[test]
fn the_address_of_a_table_has_it_and_no_other() {
    let mut world = World::new(Limits { guesses: 0, ..Limits::default() });
    let mut other = TABLE;
    other[15] = 8;
    let at = world.connect(1, Tables::One(TABLE));
    assert_eq!(world.answer(at, &create(other)), refused(Refusal::NotThere));
    assert_eq!(world.answer(at, &create(TABLE)), [Tell::Created]);
    assert_eq!(world.answer(at, &Ask::Join { table: other, secret: WRITE, from: 0 }), refused(Refusal::NotThere));
}

#[test]
fn a_connection_sleeps_only_while_it_waits_and_wakes_only_of_its_own_bytes() {
    let (mut world, at) = joined(Limits::default(), WRITE);
    let bytes = world.lines[at].talk.sleep().unwrap();
    let wake = |bytes: &[u8]| Talk::wake(bytes, Limits::default(), false).is_some();
    assert!(wake(&bytes));
    // The places of the version of the bytes, of what the phone speaks, of a time's nanoseconds, and of the tables.
    for (place, wrong) in [(0, 2), (1, 0), (10, 255), (46, 3)] {
        let mut bytes = bytes.clone();
        bytes[place] = wrong;
        assert!(!wake(&bytes), "{wrong} at {place}");
    }
    for length in 0..bytes.len() {
        // Whoever has not joined ends where the joined table begins.
        assert_eq!(wake(&bytes[..length]), length == 47, "{length} bytes");
    }
    assert!(!wake(&[&bytes[..], &[0]].concat()));
    // Busy, or with something to say.
    world.ask(at, &append(1));
    assert_eq!(world.lines[at].talk.sleep(), None);
    world.run(at);
    assert!(world.lines[at].talk.sleep().is_some());
    world.lines[at].talk.end(Refusal::Stopping);
    assert_eq!(world.lines[at].talk.sleep(), None);
}

#[test]
fn too_many_messages_end_the_connection_whatever_they_are() {
    let mut world = World::new(Limits { messages: 2, ..Limits::default() });
    let at = world.connect(1, Tables::All);
    for frame in [Frame::Alive, Frame::Binary(&[VERSION, 6, 0, 0, 0, 1]), Frame::Alive, Frame::Alive] {
        world.hear(at, frame);
        world.run(at);
    }
    assert_eq!(world.lines[at].tells(), [Tell::Pong(1)]);
    world.hear(at, Frame::Close);
    world.run(at);
    assert_eq!(world.lines[at].tells(), refused(Refusal::TooFast(2)));
    assert_eq!(world.lines[at].news, [News::Refused(Refusal::TooFast(2))]);
}

#[test]
fn whoever_says_nothing_is_pinged_and_then_sent_away() {
    let limits = Limits { patience: Duration::from_secs(10), silence: Duration::from_secs(60), ..Limits::default() };
    assert_eq!(limits.pings(), Duration::from_secs(10));
    assert_eq!(Limits { silence: Duration::from_secs(3), ..limits }.pings(), Duration::from_secs(1));
    let (mut world, joined) = joined(limits, WATCH);
    let early = world.connect(1, Tables::All);
    let begun = world.now;
    let mut ticks = |at: usize, seconds: u64| {
        world.now = begun + Duration::from_secs(seconds);
        world.tick(at);
        world.run(at);
        world.lines[at].tells()
    };
    assert_eq!(ticks(early, 9), []);
    assert_eq!(ticks(joined, 59), []);
    assert_eq!(ticks(joined, 60), refused(Refusal::TooSlow(60)));
    // Whoever has not joined cannot stay by talking.
    assert_eq!(world.answer(early, &Ask::Ping(1)), [Tell::Pong(1)]);
    world.tick(early);
    world.run(early);
    assert_eq!(world.lines[early].tells(), refused(Refusal::TooSlow(10)));
    assert_eq!((world.lines[early].pings, world.lines[joined].pings), (1, 1));
}

#[test]
fn whoever_does_not_read_is_left_without_a_word() {
    let (mut world, at) = joined(Limits::default(), WATCH);
    let line = &mut world.lines[at];
    assert_eq!(line.talk.unread(), Todo::End(None));
    assert_eq!(line.talk.news(), [News::Refused(Refusal::TooSlow(10))]);
}

#[test]
fn a_store_that_fails_or_mixes_things_up_ends_the_connection() {
    let ends = |world: &mut World, at: usize, why: &str| {
        world.run(at);
        assert_eq!(world.lines[at].tells(), refused(Refusal::Unavailable));
        let failed = News::Failed(Failed(why.to_owned()));
        assert_eq!(
            world.lines[at].news[world.lines[at].news.len() - 2..],
            [failed, News::Refused(Refusal::Unavailable)]
        );
    };
    let (mut world, at) = joined(Limits::default(), WRITE);
    world.ask(at, &append(1));
    assert!(world.step(at, Mood::Fails));
    ends(&mut world, at, "as the test wants it");
    let at = join(&mut world, WRITE);
    world.lines[at].todo = world.lines[at].talk.entry(Ok(vec![9]));
    ends(&mut world, at, "an entry that this host did not write");
    let at = join(&mut world, WRITE);
    world.ask(at, &append(1));
    world.lines[at].todo = world.lines[at].talk.replied(Ok(Reply::Space(Space::Enough)), Duration::ZERO);
    ends(&mut world, at, "a reply to another question");
    // Something comes although a reply is waited for.
    let at = join(&mut world, WRITE);
    world.ask(at, &append(1));
    world.lines[at].todo = world.lines[at].talk.heard(Frame::Binary(&Ask::Ping(1).encode(VERSION)), Duration::ZERO);
    ends(&mut world, at, "a reply to another question");
}

#[test]
fn a_phone_that_is_ahead_of_a_store_that_may_lag_comes_again() {
    let (mut world, _) = joined(Limits::default(), WATCH);
    let ask = Ask::Join { table: TABLE, secret: WATCH, from: 2 };
    let at = world.connect(1, Tables::All);
    assert_eq!(world.answer(at, &ask), [Tell::Joined { right: Right::Watch, locked: false, length: 1 }]);
    world.may_lag = true;
    let at = world.connect(1, Tables::All);
    assert_eq!(world.answer(at, &ask), refused(Refusal::Unavailable));
}

#[test]
fn a_lost_answer_to_opening_a_table_does_no_harm() {
    let (mut world, owner) = joined(Limits::default(), HOST);
    let at = world.connect(1, Tables::All);
    assert_eq!(world.answer(owner, &append(1)), [Tell::Appended { length: 2 }]);
    assert_eq!(world.answer(at, &create(TABLE)), [Tell::Created]);
    let other = Ask::Create { table: TABLE, watch: [0; 32], write: hash(WRITE), host: hash(HOST) };
    assert_eq!(world.answer(at, &other), refused(Refusal::Taken));
    // Before its log is deleted, and after.
    assert_eq!(world.answer(owner, &Ask::Close { expected: 2 }), [Tell::Appended { length: 3 }]);
    assert_eq!(world.answer(at, &create(TABLE)), refused(Refusal::Taken));
    world.forget();
    assert_eq!(world.answer(at, &create(TABLE)), refused(Refusal::Taken));
    let opened = world.lines[at].news.iter().filter(|news| **news == News::Opened).count();
    assert_eq!(opened, 1);
}

#[test]
fn whoever_hosts_comes_after_whatever_others_append_for_as_long_as_patience_lasts() {
    let (mut world, owner) = joined(Limits::default(), HOST);
    let writer = join(&mut world, WRITE);
    let lock = change(ANY_LENGTH, None, Some(true));
    let race = |world: &mut World, passes: Duration| {
        world.ask(owner, &lock);
        // An entry comes in between the look at the log and the append, three times.
        for _ in 0..3 {
            while !matches!(world.lines[owner].todo, Todo::Ask(takujo_host_rules::Question::Append { .. })) {
                assert!(world.step(owner, Mood::Well));
            }
            let length = world.log(TABLE).len() as u32;
            assert_eq!(world.answer(writer, &append(length)), [Tell::Appended { length: length + 1 }]);
            world.now += passes;
            assert!(world.step(owner, Mood::Well));
        }
        world.run(owner);
        world.lines[owner].tells()
    };
    let second = Duration::from_secs(1);
    assert_eq!(race(&mut world, second), [Tell::Appended { length: 5 }]);
    let news = &world.lines[owner].news;
    assert_eq!(news.last(), Some(&News::Appended(3 * second)));
    assert_eq!(world.answer(owner, &change(5, None, Some(false))), [Tell::Appended { length: 6 }]);
    assert_eq!(race(&mut world, 4 * second), [Tell::Conflict { length: 9 }]);
    // A record has its place.
    assert_eq!(world.answer(owner, &append(ANY_LENGTH)), [Tell::Conflict { length: 9 }]);
}

#[test]
fn a_newer_secret_reads_what_was_before_it_and_an_older_one_is_sent_away() {
    let (mut world, owner) = joined(Limits::default(), HOST);
    let writer = join(&mut world, WRITE);
    assert_eq!(world.answer(owner, &change(1, Some([6; 32]), None)), [Tell::Appended { length: 2 }]);
    let fresh = join(&mut world, [6; 32]);
    world.settle();
    let changed = |position, right| Tell::Changed { position, right, locked: false };
    assert_eq!(world.lines[fresh].tells(), [changed(0, Right::Write), changed(1, Right::Write)]);
    assert_eq!(world.lines[writer].tells(), [changed(0, Right::Write), Tell::Refused(Refusal::NotThere)]);
    assert!(world.lines[writer].over && !world.lines[fresh].over);
}

#[test]
fn a_revoked_secret_is_not_told_its_old_right_by_a_store_that_lags() {
    let (mut world, owner) = joined(Limits::default(), HOST);
    let writer = join(&mut world, WRITE);
    assert_eq!(world.answer(owner, &change(1, Some([6; 32]), None)), [Tell::Appended { length: 2 }]);
    assert!(world.follow(writer) && world.step(writer, Mood::Well) && world.follow(writer));
    // What the store calls the last entry is the one from before.
    assert!(world.step(writer, Mood::Lags(1)));
    world.run(writer);
    let changed = Tell::Changed { position: 0, right: Right::Write, locked: false };
    assert_eq!(world.lines[writer].tells(), [changed, Tell::Refused(Refusal::Unavailable)]);
}

#[test]
fn whoever_asks_for_more_than_there_is_misses_no_change_of_rights() {
    let (mut world, owner) = joined(Limits::default(), HOST);
    let ahead = world.connect(1, Tables::All);
    let tells = world.answer(ahead, &Ask::Join { table: TABLE, secret: WRITE, from: 9 });
    assert_eq!(tells, [Tell::Joined { right: Right::Write, locked: false, length: 1 }]);
    assert_eq!(world.answer(owner, &append(1)), [Tell::Appended { length: 2 }]);
    assert_eq!(world.answer(owner, &change(2, Some([6; 32]), None)), [Tell::Appended { length: 3 }]);
    world.settle();
    let entry = Tell::Entry { position: 1, record: vec![1] };
    assert_eq!(world.lines[ahead].tells(), [entry, Tell::Refused(Refusal::NotThere)]);
    assert!(world.lines[ahead].over);
}

#[test]
fn nobody_is_answered_by_a_log_from_before_what_they_know() {
    let (mut world, owner) = joined(Limits::default(), HOST);
    let writer = join(&mut world, WRITE);
    assert_eq!(world.answer(owner, &change(1, None, Some(true))), [Tell::Appended { length: 2 }]);
    assert_eq!(world.answer(owner, &change(2, None, Some(false))), [Tell::Appended { length: 3 }]);
    world.settle();
    assert_eq!(world.lines[writer].tells().len(), 3);
    // What the store calls the last entry is the one that locked the table.
    world.ask(writer, &append(3));
    assert!(world.step(writer, Mood::Lags(1)));
    world.run(writer);
    assert_eq!(world.lines[writer].tells(), refused(Refusal::Unavailable));
    // Whoever was told less gets an answer, and would lose to the rules of the log.
    let other = join(&mut world, HOST);
    assert_eq!(world.answer(other, &append(2)), [Tell::Conflict { length: 3 }]);
}

#[test]
fn a_full_disk_takes_what_makes_room_or_stops_writing() {
    let (mut world, owner) = joined(Limits::default(), HOST);
    let at = world.connect(1, Tables::All);
    world.space = Space::Tight;
    assert_eq!(world.answer(at, &create([8; 16])), refused(Refusal::NoRoom));
    assert_eq!(world.answer(owner, &append(1)), [Tell::Appended { length: 2 }]);
    world.space = Space::None;
    assert_eq!(world.answer(owner, &append(2)), refused(Refusal::NoRoom));
    assert_eq!(world.answer(owner, &change(2, None, Some(true))), [Tell::Appended { length: 3 }]);
    assert_eq!(world.answer(owner, &Ask::Close { expected: 3 }), [Tell::Appended { length: 4 }]);
    assert_eq!(world.forget, [Forget { table: TABLE, length: 4, wholly: false }]);
}

#[test]
fn a_silent_table_is_closed_and_then_deleted_unless_it_is_played_on() {
    let (mut world, owner) = joined(Limits::default(), HOST);
    assert_eq!(world.answer(owner, &append(1)), [Tell::Appended { length: 2 }]);
    assert_eq!(world.end_silent(TABLE, 1), Next::Leave);
    assert_eq!(world.end_silent([9; 16], 1), Next::Leave);
    assert_eq!(world.end_silent(TABLE, 2), Next::Closed(Forget { table: TABLE, length: 3, wholly: false }));
    world.settle();
    assert_eq!(world.lines[owner].tells().last(), Some(&Tell::Closed));
    world.forget();
    assert_eq!(world.log(TABLE).len(), 1);
    assert_eq!(world.end_silent(TABLE, 3), Next::Over(Forget { table: TABLE, length: 3, wholly: true }));
    world.forget();
    let at = world.connect(1, Tables::All);
    assert_eq!(world.answer(at, &create(TABLE)), [Tell::Created]);
}
