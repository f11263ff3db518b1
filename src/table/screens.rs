//! What the registry needs of every game, made from its types: its pages and functions without the type parameter, as
//! [`Screens`].

use std::marker::PhantomData;

use dioxus::prelude::*;

use super::new::NewTable;
use super::screen::OpenTable;
use super::tabs::Tabs;
use crate::domain::session::{LoadError, Report, SessionFile, open, report};
use crate::play::{Play, Screens, StoredTable};

/// The screens of the game `G`, with its calculator if it has one.
pub const fn screens<G: Tabs>(calculate: Option<fn() -> Element>) -> Screens {
    Screens {
        new: new_page::<G>,
        table: table_page::<G>,
        calculate,
        merge_kept: G::merge_kept,
        tally_name: G::tally_name,
        report: report_of::<G>,
    }
}

fn new_page<G: Play>() -> Element {
    rsx! {
        NewTable::<G> {}
    }
}

fn table_page<G: Tabs>(opened: StoredTable) -> Element {
    let StoredTable { head, log, draft, tab, live } = opened;
    rsx! {
        // A list of one, because keys only work in lists. Without a new key, "again" would reuse the old table's screen.
        for head in [head] {
            OpenTable {
                key: "{head.id}",
                head,
                log: log.clone(),
                draft: draft.clone(),
                tab: tab.clone(),
                live: live.clone(),
                _game: PhantomData::<G>,
            }
        }
    }
}

fn report_of<G: Play>(file: &SessionFile) -> Result<Report, LoadError> {
    Ok(report(&open::<G>(&file.head, file.log.iter().cloned())?))
}
