//! The strip above the open round that says who is done with their row: everyone enters their own on their phone, and
//! whoever hosts the rest. Also puts the rows that others hand in into this phone's draft (`live::rows` says how).

use dioxus::prelude::*;
use takujo_core::i18n::t;
use takujo_core::live::letter::{Row, Writers};
use takujo_core::live::rows::Rows;
use takujo_core::table::update::Input;
use takujo_wire::Right;

use super::super::handle::AnyTable;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// The input of the open round, without subscribing.
fn draft(table: AnyTable) -> Option<String> {
    table.model().drafts.draft.clone()
}

/// Takes in what others handed in, and puts the cursor where this phone's person types.
fn take_in(table: AnyTable, rows: &Rows) {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return };
    let (me, state, handed) = (room.me(), room.state(), room.rows(&rows.place));
    let now = draft(table);
    if state.is_free()
        && let Some(merged) = rows.merged(now.as_deref(), &handed, &me.phone)
    {
        table.save_draft(Some(merged));
    } else if now.is_none()
        && state.writers == Writers::Rows
        && let Some(side) = rows.side_of(&me.name)
    {
        table.save_draft(rows.at_row(None, side));
    }
}

/// After a round was saved, dismisses the draft that was set aside if all of it had been handed in: nothing is lost.
fn forget(table: AnyTable, rows: &Rows) {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return };
    let done = {
        let model = table.model();
        let alone = model.dropped.is_empty() && model.unfit.is_empty();
        alone && model.aside.as_ref().is_some_and(|aside| rows.is_handed_in(aside, &room.all_rows()))
    };
    if done {
        table.give(Input::Dismiss);
    }
}

/// The sides, whether they are done, and the button to say so.
#[component]
pub(super) fn RowStrip(table: AnyTable) -> Element {
    let l = lang();
    let rows = table.rows();
    let text = table.draft_text();
    use_effect(move || {
        (table.live)();
        (table.status)();
        table.draft_text();
        if let Some(rows) = table.rows()
            && table.correcting().is_none()
        {
            forget(table, &rows);
            take_in(table, &rows);
        }
    });
    let (Some(rows), Some(state)) = (rows, (table.live)()) else { return rsx! {} };
    let Some(room) = table.shared().map(|shared| shared.room()) else { return rsx! {} };
    if table.correcting().is_some() || state.writers == Writers::One {
        return rsx! {};
    }
    let (me, handed) = (room.me(), room.rows(&rows.place));
    let own = rows.side_of(&me.name);
    let latest = |side: usize| handed.iter().rfind(|row| row.side == side && rows.is_whole(&row.cells));
    let row = |side: usize| rows.row(text.as_deref(), side);
    let free = state.is_free();
    let chips = rows.sides.iter().enumerate().map(|(side, names)| {
        let (here, names) = (row(side), names.join(" · "));
        let (of_others, done) = (latest(side).filter(|row| row.phone != me.phone), rows.is_whole(&here));
        // The table's phone goes by what it will save, others by what was handed in.
        let done = if free { done } else { latest(side).is_some() };
        let differs = of_others.is_some_and(|row| free && row.cells != here && done);
        let words = if differs {
            t::live_row_other(l, &names)
        } else if done {
            t::live_row_in(l, &names)
        } else {
            t::live_row_open(l, &names)
        };
        (side, names, words, done, differs)
    });
    let chips: Vec<_> = chips.collect();
    let missing = chips.iter().filter(|(.., done, _)| !done).count();
    let go = {
        let (rows, handed) = (rows.clone(), handed.clone());
        use_callback(move |(side, take): (usize, bool)| {
            let now = draft(table);
            let taken = handed.iter().rfind(|row| row.side == side && take);
            let taken = taken.and_then(|row| rows.with_row(now.as_deref(), side, &row.cells));
            table.save_draft(taken.or_else(|| rows.at_row(now.as_deref(), side)));
        })
    };
    let mine = own.filter(|_| state.right == Right::Write);
    rsx! {
        section { class: "live-rows", "aria-label": t::live_rows(l), "data-missing": "{missing}",
            div { class: "chip-row",
                for (side, names, words, done, differs) in chips {
                    button {
                        key: "{side}",
                        class: "chip",
                        "aria-label": "{words}",
                        "data-done": done,
                        "data-differs": differs,
                        disabled: !free,
                        onclick: move |_| go.call((side, differs)),
                        bdi { "{names}" }
                        if differs {
                            Icon { glyph: Glyph::Warn }
                        } else if done {
                            Icon { glyph: Glyph::Check }
                        }
                    }
                }
            }
            if let Some(side) = mine {
                OwnRow {
                    table,
                    row: Row { phone: me.phone.clone(), place: rows.place.clone(), side, cells: row(side) },
                    whole: rows.is_whole(&row(side)),
                    handed_in: latest(side).is_some_and(|last| last.cells == row(side)),
                }
            }
        }
    }
}

/// Hands in the row of this phone's person.
#[component]
fn OwnRow(table: AnyTable, row: Row, whole: bool, handed_in: bool) -> Element {
    let l = lang();
    rsx! {
        if handed_in {
            strong { class: "live-done", role: "status", {t::live_row_sent(l)} }
        } else {
            button {
                class: "button",
                disabled: !whole,
                onclick: move |_| {
                    if let Some(shared) = table.shared() {
                        shared.room().hand_in(row.clone());
                    }
                },
                {t::live_row_done(l)}
            }
        }
    }
}
