//! How far an import has come, and whether somebody wants it stopped.

use dioxus::prelude::*;

use crate::device;

/// After how many tables the browser may draw the page.
pub(super) const STEP: usize = 20;

/// How far an import has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Progress {
    /// How much of the work is done, in percent.
    pub percent: usize,
    /// Whether somebody wants it stopped.
    pub stop: bool,
}

/// The import under way, if there is one, whatever page is shown.
pub(crate) static IMPORTING: GlobalSignal<Option<Progress>> = Signal::global(|| None);

/// Shows how far the import has come, and lets the browser draw it. Returns false if somebody wants it stopped.
pub(super) async fn go_on(done: usize, all: usize) -> bool {
    if let Some(progress) = &mut *IMPORTING.write() {
        progress.percent = 100 * done / all.max(1);
    }
    device::pause(0).await;
    IMPORTING.peek().is_none_or(|progress| !progress.stop)
}
