//! Texts that were typed in a sheet or on a page and not saved: they are there again when it is opened once more.

use std::collections::BTreeMap;

use dioxus::prelude::*;

static UNSAVED: GlobalSignal<BTreeMap<String, String>> = Signal::global(BTreeMap::new);

/// What was typed for `what`, such as the note on a round, and not saved; else `saved`.
pub fn unsaved_or(what: &str, saved: String) -> String {
    UNSAVED.peek().get(what).cloned().unwrap_or(saved)
}

/// Keeps what was typed for `what` until the app is closed, or `None` once it is saved.
pub fn keep_unsaved(what: String, typed: Option<String>) {
    let mut texts = UNSAVED.write();
    match typed {
        Some(text) => texts.insert(what, text),
        None => texts.remove(&what),
    };
}
