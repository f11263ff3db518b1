//! Files taken in, taken in again, and taken back.

use std::collections::BTreeMap;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use proptest::prelude::*;
use serde_json::Value;
use takujo_core::domain::seats::Seat;
use takujo_core::domain::session::{Bundle, File, Head, SessionFile, VERSION, read_file, read_head};
use takujo_core::storage::{Append, Memory, Storage, Stored, draft_key};

use super::intake::Intake;
use super::outcome::TakenIn;
use super::rescue::open_until;
use super::undo::Imported;
use crate::state::KeptChanges;

/// Memory never waits.
fn now<T>(task: impl Future<Output = T>) -> T {
    match pin!(task).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("the storage waits"),
    }
}

/// A frozen save with this many of its records.
fn save(records: usize) -> SessionFile {
    let Ok(File::Session(mut session)) = read_file(include_str!("../../../tests/saves/any-1.json")) else { panic!() };
    assert!(records <= session.log.len());
    session.log.truncate(records);
    session
}

/// The same, and then another record than in the save.
fn apart(records: usize) -> SessionFile {
    let mut session = save(records);
    session.log.push(serde_json::json!({"at": "2026-11-22T00:00:00Z", "op": "append", "event": {"type": "next"}}));
    session
}

fn take(store: &Memory, files: &[SessionFile]) -> TakenIn {
    let mut plan = Intake::default();
    for session in files {
        now(plan.add(store, session)).unwrap();
    }
    now(store.put_all(&plan.batch())).unwrap();
    plan.done
}

fn everything(store: &Memory) -> Vec<Stored> {
    now(store.heads()).unwrap().into_iter().map(|(id, _)| now(store.load(&id)).unwrap().unwrap()).collect()
}

/// An import, and what takes it back.
fn take_noted(store: &Memory, files: &[SessionFile]) -> Imported {
    let mut plan = Intake::default();
    for session in files {
        now(plan.add(store, session)).unwrap();
    }
    now(store.put_all(&plan.batch())).unwrap();
    Imported { tables: plan.changed(), kept: KeptChanges::default() }
}

/// Like [`now`], for what only pauses in between.
fn at_last<T>(task: impl Future<Output = T>) -> T {
    let mut task = pin!(task);
    loop {
        if let Poll::Ready(done) = task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return done;
        }
    }
}

fn undo(store: &Memory, imported: &Imported) -> usize {
    let (batch, stay) = at_last(imported.inverse(store)).unwrap();
    now(store.put_all(&batch)).unwrap();
    stay
}

/// A file, by number: the same table longer or shorter, gone apart, or deleted; or another table.
fn any_file(kind: usize, records: usize) -> SessionFile {
    let mut session = if kind % 3 == 1 { apart(records) } else { save(records) };
    if kind % 3 == 2 {
        session.head.id = "another".to_owned();
    }
    session.head.deleted = (kind >= 6).then_some(session.head.created);
    session
}

proptest! {
    /// Whatever is here and whatever comes, an import that is taken back leaves everything as it was.
    #[test]
    fn an_import_taken_back_leaves_nothing(
        here in prop::collection::vec((0_usize..9, 0_usize..6), 0..5),
        binned in any::<bool>(),
        comes in prop::collection::vec((0_usize..9, 0_usize..6), 1..5),
    ) {
        let store = Memory::default();
        let files = |list: Vec<(usize, usize)>| list.into_iter().map(|(kind, records)| any_file(kind, records)).collect::<Vec<_>>();
        take(&store, &files(here));
        let id = save(0).head.id;
        if binned && now(store.load(&id)).unwrap().is_some() {
            bin(&store, &id);
        }
        let before = everything(&store);
        let comes = files(comes);
        let imported = take_noted(&store, &comes);
        let after = everything(&store);
        prop_assert_eq!(undo(&store, &imported), 0);
        prop_assert_eq!(&everything(&store), &before);
        // And it can be taken in again, with the same result.
        take(&store, &comes);
        prop_assert_eq!(everything(&store), after);
    }

    /// What is exported and taken in elsewhere is the same there.
    #[test]
    fn a_file_with_everything_is_the_same_elsewhere(here in prop::collection::vec((0_usize..9, 0_usize..6), 0..6)) {
        let store = Memory::default();
        take(&store, &here.into_iter().map(|(kind, records)| any_file(kind, records)).collect::<Vec<_>>());
        let sessions = everything(&store).into_iter().map(|table| {
            let log = table.log.iter().map(|record| serde_json::from_str(record).unwrap()).collect();
            SessionFile::new(read_head(&table.head).unwrap(), log)
        });
        let bundle = Bundle { takujo: VERSION, sessions: sessions.collect(), kept: BTreeMap::new() };
        let Ok(File::Bundle { sessions, .. }) = read_file(&serde_json::to_string(&bundle).unwrap()) else { panic!() };
        let elsewhere = Memory::default();
        take(&elsewhere, &sessions.into_iter().map(Result::unwrap).collect::<Vec<_>>());
        let heads = |store: &Memory| everything(store).into_iter().map(|table| (read_head(&table.head).unwrap(), table.log)).collect::<Vec<_>>();
        prop_assert_eq!(heads(&elsewhere), heads(&store));
    }
}

#[test]
fn what_was_played_on_since_stays() {
    let store = Memory::default();
    take(&store, &[save(2)]);
    let (other, third) =
        (any_file(2, 3), SessionFile { head: Head { id: "third".to_owned(), ..save(0).head }, ..save(1) });
    let imported = take_noted(&store, &[save(4), other.clone(), third]);
    // A tap at the first, and half a round at the second.
    let last = now(store.load(&save(0).head.id)).unwrap().unwrap().log.pop();
    let records = vec!["x".to_owned()];
    now(store.append(&Append { id: save(0).head.id, at: 4, before: last, records, draft: None })).unwrap();
    now(store.write(&draft_key(&other.head.id), "half")).unwrap();
    assert_eq!(undo(&store, &imported), 2);
    let lengths: Vec<usize> = everything(&store).iter().map(|table| table.log.len()).collect();
    assert_eq!(lengths, [5, 3], "the third is gone");
}

fn logs(store: &Memory) -> Vec<(String, usize, bool)> {
    let table = |(id, head): (String, String)| {
        let log = now(store.load(&id)).unwrap().unwrap().log;
        (id, log.len(), read_head(&head).unwrap().deleted.is_some())
    };
    now(store.heads()).unwrap().into_iter().map(table).collect()
}

fn bin(store: &Memory, id: &str) {
    let head = read_head(&now(store.load(id)).unwrap().unwrap().head).unwrap();
    let head = Head { deleted: Some(head.created), ..head };
    now(store.put_head(id, &serde_json::to_string(&head).unwrap())).unwrap();
}

#[test]
fn a_backup_taken_in_again_changes_nothing_and_a_longer_one_goes_on() {
    let store = Memory::default();
    let id = save(0).head.id;
    assert_eq!(take(&store, &[save(3)]), TakenIn { new: 1, ..TakenIn::default() });
    for older in [3, 2, 0] {
        assert_eq!(take(&store, &[save(older)]), TakenIn { known: 1, ..TakenIn::default() });
    }
    assert_eq!(take(&store, &[save(5)]), TakenIn { longer: 1, ..TakenIn::default() });
    assert_eq!(logs(&store), [(id, 5, false)]);
    assert_eq!(
        now(store.load(&save(0).head.id)).unwrap().unwrap().log,
        save(5).log.iter().map(Value::to_string).collect::<Vec<_>>()
    );
}

#[test]
fn what_went_on_differently_is_one_copy_however_often_it_is_taken_in() {
    let store = Memory::default();
    take(&store, &[save(4)]);
    assert_eq!(take(&store, &[apart(2)]), TakenIn { copies: 1, ..TakenIn::default() });
    for _ in 0..3 {
        assert_eq!(take(&store, &[apart(2)]), TakenIn { known: 1, ..TakenIn::default() });
    }
    // The copy goes on as any table does, here and in the file.
    let mut longer = apart(2);
    longer.log.push(longer.log[2].clone());
    assert_eq!(take(&store, &[longer.clone()]), TakenIn { longer: 1, ..TakenIn::default() });
    assert_eq!(take(&store, &[apart(2), longer]), TakenIn { known: 2, ..TakenIn::default() });
    // Another way to go on from there is another copy.
    assert_eq!(take(&store, &[apart(3)]), TakenIn { copies: 1, ..TakenIn::default() });
    let mut lengths: Vec<usize> = logs(&store).into_iter().map(|(_, length, _)| length).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [4, 4, 4]);
}

#[test]
fn a_deleted_table_comes_back_and_only_from_a_file_where_it_is_not_deleted() {
    let store = Memory::default();
    let id = save(0).head.id;
    take(&store, &[save(3)]);
    bin(&store, &id);
    let deleted = |mut session: SessionFile| {
        session.head.deleted = Some(session.head.created);
        session
    };
    assert_eq!(take(&store, &[deleted(save(3))]), TakenIn { known: 1, ..TakenIn::default() });
    assert_eq!(logs(&store), [(id.clone(), 3, true)]);
    assert_eq!(take(&store, &[save(2)]), TakenIn { restored: 1, ..TakenIn::default() });
    assert_eq!(logs(&store), [(id.clone(), 3, false)]);
    assert_eq!(take(&store, &[deleted(save(3))]), TakenIn { known: 1, ..TakenIn::default() }, "nor does it go away");
    bin(&store, &id);
    assert_eq!(take(&store, &[save(5)]), TakenIn { restored: 1, ..TakenIn::default() });
    assert_eq!(logs(&store), [(id, 5, false)]);
}

#[test]
fn a_damaged_table_stays_as_it_is_beside_the_one_of_the_backup() {
    let store = Memory::default();
    take(&store, &[save(3)]);
    let mut damaged = now(store.load(&save(0).head.id)).unwrap().unwrap();
    damaged.log[1] = String::new();
    now(store.remove(&damaged.id)).unwrap();
    now(store.create(&damaged, None)).unwrap();
    assert_eq!(take(&store, &[save(3)]), TakenIn { copies: 1, ..TakenIn::default() });
    assert_eq!(take(&store, &[save(3)]), TakenIn { known: 1, ..TakenIn::default() });
    assert_eq!(now(store.load(&damaged.id)).unwrap(), Some(damaged));
}

#[test]
fn what_can_be_read_of_a_damaged_table_is_a_table_of_its_own() {
    let store = Memory::default();
    take(&store, &[save(5)]);
    let mut damaged = now(store.load(&save(0).head.id)).unwrap().unwrap();
    damaged.log[3] = String::new();
    now(store.remove(&damaged.id)).unwrap();
    now(store.create(&damaged, None)).unwrap();
    let id = now(open_until(&store, &damaged.id, 3)).unwrap();
    let opened = now(store.load(&id)).unwrap().unwrap();
    assert_eq!((opened.log.len(), read_head(&opened.head).unwrap().id), (3, id.clone()));
    now(store.append(&Append {
        id: id.clone(),
        at: 3,
        before: opened.log.last().cloned(),
        records: vec!["x".to_owned()],
        draft: None,
    }))
    .unwrap();
    assert_eq!(now(open_until(&store, &damaged.id, 3)), Ok(id.clone()), "not opened twice, nor written over");
    assert_eq!(now(store.load(&id)).unwrap().unwrap().log.len(), 4);
    assert_eq!(now(store.load(&damaged.id)).unwrap(), Some(damaged));
}

#[test]
fn a_file_may_name_one_table_twice_and_any_id() {
    let store = Memory::default();
    let named = |id: &str| {
        let mut session = save(2);
        session.head.id = id.to_owned();
        session
    };
    let odd = named("../../#/<img>");
    assert_eq!(
        take(&store, &[save(2), save(4), apart(2), odd.clone()]),
        TakenIn { new: 2, longer: 1, copies: 1, ..TakenIn::default() }
    );
    assert_eq!(take(&store, &[odd, named("")]), TakenIn { new: 1, known: 1, ..TakenIn::default() });
    for (id, ..) in logs(&store) {
        assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') && id.len() <= 64, "{id}");
    }
    // The same table, where somebody else turned out to have sat there.
    let mut right = save(2);
    right.head.players[0].name = "Zoe".to_owned();
    right.head.created -= chrono::Duration::days(1);
    assert_eq!(take(&store, &[right]), TakenIn { known: 1, ..TakenIn::default() });
    // Another table that happens to have the same id.
    let mut other = save(2);
    other.head.starter = Seat(u8::from(other.head.starter == Seat(0)));
    assert_eq!(take(&store, &[other.clone()]), TakenIn { copies: 1, ..TakenIn::default() });
    assert_eq!(take(&store, &[other]), TakenIn { known: 1, ..TakenIn::default() });
}
