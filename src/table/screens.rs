//! What the registry needs of every game, made from its types: its pages and functions without the type parameter, as
//! [`Screens`].

use dioxus::prelude::*;
use takujo_core::domain::seating::ComingRule;
use takujo_core::domain::session::replay;
use takujo_core::live::link::Judge;
use takujo_core::table::judge::Referee;
use takujo_core::table::put_right::put_right;

use super::handle::open_table;
use super::new::NewTable;
use super::screen::{GameOpening, OpenTable};
use super::views::Views;
use crate::play::{Screens, StoredTable};

/// The screens of the game `G`.
pub const fn screens<G: Views>() -> Screens {
    Screens {
        new: new_page::<G>,
        table: table_page::<G>,
        calculate: G::CALCULATE,
        value: G::VALUE,
        tally_name: G::WORDS.more.tally,
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

fn table_page<G: Views>(stored: StoredTable) -> Element {
    rsx! {
        // A list of one, because keys only work in lists. Without a new key, "again" would reuse the old table's screen.
        for stored in [stored] {
            OpenTable {
                key: "{stored.head.id}",
                stored,
                opening: GameOpening { game: G::ID, name: G::WORDS.name, open: open_table::<G> },
            }
        }
    }
}
