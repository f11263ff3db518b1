//! What the registry needs of every game, made from its types: its pages and functions without the type parameter, as
//! [`Screens`].

use std::marker::PhantomData;

use dioxus::prelude::*;
use takujo_core::domain::seating::ComingRule;
use takujo_core::domain::session::replay;
use takujo_core::live::link::Judge;
use takujo_core::table::judge::Referee;
use takujo_core::table::put_right::put_right;

use super::new::NewTable;
use super::screen::OpenTable;
use super::views::Views;
use crate::play::{Screens, StoredTable};

/// The screens of the game `G`.
pub const fn screens<G: Views>() -> Screens {
    Screens {
        new: new_page::<G>,
        table: table_page::<G>,
        calculate: G::CALCULATE,
        value: G::VALUE,
        tally_name: G::tally_name,
        judge: judge::<G>,
        report: replay::<G>,
        comings: comings::<G>,
        put_right: put_right::<G>,
    }
}

fn comings<G: Views>() -> Option<ComingRule> {
    G::COMINGS.map(|comings| comings.may)
}

fn judge<G: Views>() -> Box<dyn Judge> {
    Box::new(Referee::<G>::default())
}

fn new_page<G: Views>() -> Element {
    rsx! {
        NewTable::<G> {}
    }
}

fn table_page<G: Views>(opened: StoredTable) -> Element {
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
