//! The storage port: one contract, tested here for memory and the native database, and in `tests/browser` for
//! IndexedDB.

use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use takujo::storage::Native;

#[path = "storage/contract.rs"]
mod contract;
use contract::{append, contract, table};
use takujo_core::storage::{Append, Batch, Cut, Memory, Storage, StorageError, Stored, StoredSummary, draft_key};

/// These storages never wait: one poll is enough.
fn now<T>(task: impl Future<Output = T>) -> T {
    match pin!(task).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("the storage waits"),
    }
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("takujo-test-{}-{name}.redb", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn memory_keeps_the_contract() {
    now(contract(&Memory::default()));
}

#[test]
fn the_database_keeps_the_contract() {
    let path = file("contract");
    now(contract(&Native::open(&path).unwrap()));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_was_kept_is_there_after_opening_again() {
    let path = file("reopen");
    {
        let store = Native::open(&path).unwrap();
        now(store.create(&table("a", &["0"]), None)).unwrap();
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
