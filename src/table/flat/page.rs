//! The flat view of a table, and what is entered there.

use dioxus::prelude::*;
use takujo_core::domain::seats::Seat;
use takujo_core::table::flat::{FlatPath, FlatTap};
use takujo_core::table::update::{Entered, Input};
use takujo_core::table::views::TableView;

use super::super::handle::{AnyTable, time_of_tap};
use super::view::Flat;
use crate::state::lang;

/// Enters the move that was chosen, if the log still has this length.
fn enter(table: AnyTable, length: usize, path: &FlatPath) {
    let l = table.app().lang();
    let draft = table.model().drafts.now().map(str::to_owned);
    let offered = table.with_rules(|rules| rules.flat_tap(path, length, draft.as_deref(), time_of_tap(), l));
    match offered.flatten() {
        Some(FlatTap::Late(record)) => {
            table.give(Input::Late(record));
        }
        Some(FlatTap::Saves(rest)) => {
            table.accept(Entered::Done(rest));
        }
        Some(FlatTap::Beside) => {
            if table.accept(Entered::Stays)
                && let Some(draft) = draft
            {
                // A round half entered stays; a turn half entered was this one.
                let left = table.with_rules(|rules| rules.draft_beside(&draft));
                table.save_draft(left.flatten());
            }
        }
        None => {}
    }
}

/// The flat view of a table.
#[component]
pub fn FlatOf(
    table: AnyTable,
    view: TableView,
    /// The view of the standings, or of what a game has instead: its id and its name.
    other: (&'static str, &'static str),
    onundo: EventHandler<()>,
) -> Element {
    let flat = table.now().flat(table.draft_text().as_deref(), lang());
    let length = flat.length;
    // The row of a seat was filled.
    let onrow = move |(seat, row): (usize, Vec<String>)| {
        let Some(rows) = table.rows() else { return };
        let name = u8::try_from(seat).ok().and_then(|seat| table.rules().name(Seat(seat)));
        let Some(side) = name.and_then(|name| rows.side_of(&name)) else { return };
        if let Some(grid) = rows.with_row(table.grid(&rows).as_ref(), side, &row) {
            table.save_grid(grid);
        }
    };
    rsx! {
        Flat { table, view, flat, other, onmove: move |path| enter(table, length, &path), onrow, onundo }
    }
}
