//! The app's storage in a browser, called by `storage.test.mjs`.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

#[path = "../storage/contract.rs"]
mod contract;
#[path = "../../src/storage/mod.rs"]
mod storage;

use contract::{append, table};
use storage::Web;
use takujo_core::storage::{Append, Batch, Cut, Storage, StorageError, Stored, StoredSummary, draft_key};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Reports which assertion failed.
#[wasm_bindgen(start)]
fn say_why() {
    std::panic::set_hook(Box::new(|why| error(&why.to_string())));
}

/// The contract, in an empty profile.
#[wasm_bindgen]
pub async fn contract() {
    contract::contract(&Web::open().await.expect("a browser that keeps things")).await;
}

/// Two windows that each remember their last write: neither overwrites the other, and each is told of the other's
/// changes.
#[wasm_bindgen]
pub async fn windows() {
    let (one, other) = (Web::open().await.expect("a window"), Web::open().await.expect("another"));
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hears = heard.clone();
    other.on_change(Box::new(move |what| hears.borrow_mut().push(what)));
    assert_eq!(one.create(&table("w", &["0"]), None).await, Ok(()));
    assert_eq!(other.load("w").await, Ok(Some(table("w", &["0"]))));
    assert_eq!(one.append(&append("w", 1, Some("0"), &["1"])).await, Ok(()));
    let behind = other.append(&append("w", 1, Some("0"), &["elsewhere"])).await;
    assert_eq!(behind, Err(StorageError::Conflict), "another window was first");
    assert_eq!(other.append(&append("w", 2, Some("1"), &["2"])).await, Ok(()), "once it knows");
    assert_eq!(one.load("w").await, Ok(Some(table("w", &["0", "1", "2"]))));
    assert_eq!(one.write("settings", "1").await, Ok(()));
    assert_eq!(one.remove("w").await, Ok(()));
    // Messages take a moment.
    for _ in 0..1000 {
        if heard.borrow().len() == 4 {
            break;
        }
        assert_eq!(other.load("none").await, Ok(None));
    }
    assert_eq!(*heard.borrow(), ["w", "w", "settings", "w"]);
    assert_eq!(other.append(&append("w", 3, Some("2"), &["3"])).await, Err(StorageError::Deleted));
}

/// What is stored after a reload.
#[wasm_bindgen]
pub async fn kept() -> Vec<String> {
    let store = Web::open().await.expect("a browser that keeps things");
    let tables = store.heads().await.expect("its tables").into_iter();
    let mut stored: Vec<String> = tables.map(|(id, head)| format!("{id}: {head}")).collect();
    stored.extend(store.read("settings").await.expect("its settings"));
    stored
}
