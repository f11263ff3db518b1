//! Draws pages without a browser, as the tests and the build's first screens want them.

use std::rc::Rc;
use std::time::Duration;

use dioxus::prelude::*;
use dioxus_history::{History, MemoryHistory};
use takujo::app::Started;
use takujo::games::kept_keys;
use takujo::state::{HomeCard, SavedState};
use takujo::storage::Storage;

#[component]
fn At(path: String, opened: SavedState) -> Element {
    use_hook(|| provide_context::<Rc<dyn History>>(Rc::new(MemoryHistory::with_initial_path(path.clone()))));
    rsx! {
        Started { opened }
    }
}

/// The page at `path` once it has been given so many turns. What it waits for is in memory: a few are enough for all of it.
/// `cards` are what is known of the tables in play before they are read.
pub fn draw(path: &str, store: Rc<dyn Storage>, turns: usize, cards: Vec<HomeCard>) -> String {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
        let mut opened = SavedState::with(store, kept_keys(), None).await;
        opened.cards = cards;
        let mut dom = VirtualDom::new_with_props(At, AtProps { path: path.to_owned(), opened });
        dom.rebuild_in_place();
        for _ in 0..turns {
            let _ = tokio::time::timeout(Duration::from_millis(20), dom.wait_for_work()).await;
            dom.render_immediate(&mut dioxus::dioxus_core::NoOpMutations);
        }
        dioxus_ssr::render(&dom)
    })
}

/// A drawn page as the browser is to show it before the program runs: addresses behind a '#', nothing that only the
/// renderer reads, no id that the app's own page has too, no theme but the document's.
pub fn as_first_screen(page: &str) -> String {
    let page = page.replace("<!--placeholder-->", "").replace(" data-theme=\"auto\"", "");
    let page = page.replace(" id=\"main-view\"", "").replace("href=\"/", "href=\"#/");
    page.replace("class=\"app\"", "class=\"app first\"")
}
