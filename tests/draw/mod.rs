//! Draws pages without a browser, for the tests and for the build's first screens.

use std::rc::Rc;
use std::time::Duration;

use dioxus::dioxus_core::{AttributeValue, Mutation, Mutations};
use dioxus::prelude::*;
use dioxus_history::{History, MemoryHistory};
use takujo::app::Started;
use takujo::games::value_keys;
use takujo::state::{HomeCard, SavedState};
use takujo_core::storage::Storage;

#[component]
fn At(path: String, opened: SavedState) -> Element {
    use_hook(|| provide_context::<Rc<dyn History>>(Rc::new(MemoryHistory::with_initial_path(path.clone()))));
    rsx! {
        Started { opened }
    }
}

/// The page at `path` after at most this many turns. Everything it waits for is in memory, so a few are enough. `cards`
/// are the stored cards of the tables in play.
pub fn draw(path: &str, store: Rc<dyn Storage>, turns: usize, cards: Vec<HomeCard>) -> String {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
        let mut opened = SavedState::with(store, value_keys(), None).await;
        opened.cards = cards;
        let mut dom = VirtualDom::new_with_props(At, AtProps { path: path.to_owned(), opened });
        let mut changes = Mutations::default();
        dom.rebuild(&mut changes);
        for _ in 0..turns {
            // With nothing to do now, there is nothing to wait for.
            if tokio::time::timeout(Duration::ZERO, dom.wait_for_work()).await.is_err() {
                break;
            }
            dom.render_immediate(&mut changes);
        }
        let number = changes
            .edits
            .iter()
            .find(|edit| matches!(edit, Mutation::SetAttribute { value: AttributeValue::Float(_), .. }));
        assert!(number.is_none(), "web builds cannot write a float (scripts/unused.mjs), quote it: {number:?}");
        dioxus_ssr::render(&dom)
    })
}

/// A drawn page in the form a browser shows before the program runs: addresses behind a '#', nothing that only the
/// renderer reads, no id that the app's own page also has, and no theme but the document's.
pub fn as_first_screen(page: &str) -> String {
    let page = page.replace("<!--placeholder-->", "").replace(" data-theme=\"auto\"", "");
    let page = page.replace(" id=\"main-view\"", "").replace("href=\"/", "href=\"#/");
    page.replace("class=\"app\"", "class=\"app first\"")
}
