//! The app's storage in a browser, as `tests/e2e/storage.test.mjs` calls it.

use std::cell::RefCell;
use std::rc::Rc;

use storage::{Append, Storage, StorageError, Stored, Web, draft_key};
use wasm_bindgen::prelude::*;

#[path = "../storage/contract.rs"]
mod contract;
#[path = "../../src/domain/mod.rs"]
mod domain;
#[path = "../../src/storage/mod.rs"]
mod storage;

use contract::{append, table};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Without it nobody is told which assertion failed.
#[wasm_bindgen(start)]
fn say_why() {
    std::panic::set_hook(Box::new(|why| error(&why.to_string())));
}

/// The contract, kept in an empty profile.
#[wasm_bindgen]
pub async fn contract() {
    contract::contract(&Web::open().await.expect("a browser that keeps things")).await;
}

/// Two windows, each of which remembers what it wrote last: neither writes over the other, and each hears of the other.
#[wasm_bindgen]
pub async fn windows() {
    let (one, other) = (Web::open().await.expect("a window"), Web::open().await.expect("another"));
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hears = heard.clone();
    other.on_change(Box::new(move |what| hears.borrow_mut().push(what)));
    assert_eq!(one.create(&table("w", &["0"])).await, Ok(()));
    assert_eq!(other.load("w").await, Ok(Some(table("w", &["0"]))));
    assert_eq!(one.append(&append("w", 1, Some("0"), &["1"])).await, Ok(()));
    let behind = other.append(&append("w", 1, Some("0"), &["elsewhere"])).await;
    assert_eq!(behind, Err(StorageError::Conflict), "another window was first");
    assert_eq!(other.append(&append("w", 2, Some("1"), &["2"])).await, Ok(()), "once it knows");
    assert_eq!(one.load("w").await, Ok(Some(table("w", &["0", "1", "2"]))));
    assert_eq!(one.write("settings", "1").await, Ok(()));
    assert_eq!(one.remove("w").await, Ok(()));
    // A message takes its time.
    for _ in 0..1000 {
        if heard.borrow().len() == 4 {
            break;
        }
        assert_eq!(other.load("none").await, Ok(None));
    }
    assert_eq!(*heard.borrow(), ["w", "w", "settings", "w"]);
    assert_eq!(other.append(&append("w", 3, Some("2"), &["3"])).await, Err(StorageError::Deleted));
}

/// What is there after the page was loaded anew.
#[wasm_bindgen]
pub async fn kept() -> Vec<String> {
    let store = Web::open().await.expect("a browser that keeps things");
    let tables = store.heads().await.expect("its tables").into_iter();
    let mut kept: Vec<String> = tables.map(|(id, head)| format!("{id}: {head}")).collect();
    kept.extend(store.read("settings").await.expect("its settings"));
    kept
}
