//! The storage port: one contract, kept by memory and by the native database alike.

use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use takujo::storage::{Append, Memory, Native, Storage, StorageError, Stored, draft_key};

/// Neither storage waits for anything: one poll is enough.
fn now<T>(task: impl Future<Output = T>) -> T {
    match pin!(task).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("the storage waits"),
    }
}

fn table(id: &str, log: &[&str]) -> Stored {
    Stored {
        id: id.to_owned(),
        head: format!("head of {id}"),
        log: log.iter().map(|record| (*record).to_owned()).collect(),
    }
}

fn append(id: &str, at: usize, before: Option<&str>, records: &[&str]) -> Append {
    Append {
        id: id.to_owned(),
        at,
        before: before.map(str::to_owned),
        records: records.iter().map(|record| (*record).to_owned()).collect(),
        draft: None,
    }
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("takujo-test-{}-{name}.redb", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn contract(store: &dyn Storage) {
    assert_eq!(now(store.heads()), Ok(vec![]));
    assert_eq!(now(store.load("a")), Ok(None));
    assert_eq!(now(store.create(&table("a", &[]))), Ok(()));
    assert_eq!(now(store.create(&table("b", &["0", "1"]))), Ok(()));
    assert_eq!(now(store.create(&table("b", &["x"]))), Err(StorageError::Conflict), "never written over");
    assert_eq!(now(store.load("b")), Ok(Some(table("b", &["0", "1"]))));

    assert_eq!(now(store.append(&append("a", 0, None, &["first"]))), Ok(()));
    let other = now(store.append(&append("a", 0, None, &["other"])));
    assert_eq!(other, Err(StorageError::Conflict), "another window was first");
    let after = now(store.append(&append("a", 1, Some("other"), &["x"])));
    assert_eq!(after, Err(StorageError::Conflict), "and this came after that");
    let gap = now(store.append(&append("a", 2, Some("gap"), &["gap"])));
    assert_eq!(gap, Err(StorageError::Broken), "no gap in a log");
    assert_eq!(now(store.append(&append("a", 1, Some("first"), &["second"]))), Ok(()));
    assert_eq!(now(store.load("a")), Ok(Some(table("a", &["first", "second"]))));
    assert_eq!(now(store.load("b")), Ok(Some(table("b", &["0", "1"]))), "logs do not mix");

    // Several at once, with what is being entered: all or nothing.
    let draft = |text: &str| Some(text.to_owned());
    let all = Append { draft: draft("half"), ..append("b", 2, Some("1"), &["2", "3"]) };
    assert_eq!(now(store.append(&all)), Ok(()));
    assert_eq!(now(store.append(&Append { draft: draft("no"), ..all })), Err(StorageError::Conflict));
    let reaching = Append { draft: draft("no"), ..append("b", 1, Some("0"), &["1", "2"]) };
    assert_eq!(now(store.append(&reaching)), Err(StorageError::Conflict), "what lies there is never written over");
    assert_eq!(now(store.load("b")), Ok(Some(table("b", &["0", "1", "2", "3"]))));
    assert_eq!(now(store.read(&draft_key("b"))), Ok(draft("half")));
    assert_eq!(now(store.append(&append("b", 4, Some("3"), &["4"]))), Ok(()));
    assert_eq!(now(store.read(&draft_key("b"))), Ok(draft("half")), "left as it is");

    // Nothing goes to a table in the bin, or to none.
    let head = |deleted: &str| {
        let players = r#"[{"name":"Ann","mark":0},{"name":"Bob","mark":1}]"#;
        format!(
            r#"{{"takujo":1,"id":"b","game":"any","created":"2026-01-01T00:00:00Z",{deleted}"players":{players},"starter":0,"options":{{}}}}"#
        )
    };
    assert_eq!(now(store.put_head("b", &head(r#""deleted":"2026-01-02T00:00:00Z","#))), Ok(()));
    assert_eq!(now(store.append(&append("b", 5, Some("4"), &["5"]))), Err(StorageError::Deleted));
    assert_eq!(now(store.put_head("b", &head(""))), Ok(()));
    assert_eq!(now(store.append(&append("b", 5, Some("4"), &["5"]))), Ok(()), "brought back");
    assert_eq!(now(store.append(&append("c", 0, None, &["0"]))), Err(StorageError::Deleted));
    assert_eq!(now(store.remove("b")), Ok(()));
    assert_eq!(now(store.read(&draft_key("b"))), Ok(None), "what was being entered goes with its table");
    assert_eq!(now(store.create(&table("b", &[]))), Ok(()));

    assert_eq!(now(store.put_head("a", "renamed")), Ok(()));
    let mut heads = now(store.heads()).unwrap();
    heads.sort();
    assert_eq!(heads, [("a".to_owned(), "renamed".to_owned()), ("b".to_owned(), "head of b".to_owned())]);

    assert_eq!(now(store.remove("a")), Ok(()));
    assert_eq!(now(store.load("a")), Ok(None));
    assert_eq!(now(store.create(&table("a", &[]))), Ok(()));
    assert_eq!(now(store.load("a")), Ok(Some(table("a", &[]))), "its old log is gone with it");

    assert_eq!(now(store.read("settings")), Ok(None));
    assert_eq!(now(store.write("settings", "1")), Ok(()));
    assert_eq!(now(store.write("settings", "2")), Ok(()));
    assert_eq!(now(store.read("settings")), Ok(Some("2".to_owned())));
}

#[test]
fn memory_keeps_the_contract() {
    contract(&Memory::default());
}

#[test]
fn the_database_keeps_the_contract() {
    let path = file("contract");
    contract(&Native::open(&path).unwrap());
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_was_kept_is_there_after_opening_again() {
    let path = file("reopen");
    {
        let store = Native::open(&path).unwrap();
        now(store.create(&table("a", &["0"]))).unwrap();
        for at in 1..300 {
            now(store.append(&append("a", at, Some(&(at - 1).to_string()), &[&at.to_string()]))).unwrap();
        }
    }
    let store = Native::open(&path).unwrap();
    let log = now(store.load("a")).unwrap().unwrap().log;
    assert_eq!(log, (0..300).map(|at| at.to_string()).collect::<Vec<_>>(), "in order, also past 10 and 256");
    drop(store);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_file_that_is_no_database_is_an_error_and_stays_as_it_is() {
    let path = file("foreign");
    std::fs::write(&path, "not a database").unwrap();
    assert!(Native::open(&path).is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "not a database");
    std::fs::remove_file(path).unwrap();
}
