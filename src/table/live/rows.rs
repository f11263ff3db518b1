//! The strip above the open round that says who is done with their row: everyone enters their own on their phone, and
//! whoever hosts the rest. Also puts the rows that others hand in into this phone's draft (`live::rows` says how).

use std::ops::Range;

use dioxus::prelude::*;
use takujo_core::entry::Grid;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::{Guest, Row, Writers};
use takujo_core::live::rows::{RowState, Rows};
use takujo_core::table::update::Input;
use takujo_wire::Right;

use super::super::handle::AnyTable;
use crate::device;
use crate::state::lang;
use crate::ui::{Glyph, Icon, OpenCells};

/// Time after the last key before the other phones are told of what was entered, in milliseconds.
const SETTLED: i32 = 800;

/// Takes in what others handed in, and puts the cursor where this phone's person types.
fn take_in(table: AnyTable, rows: &Rows) {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return };
    let (me, state, handed) = (room.me(), room.state(), room.rows(&rows.place));
    let now = table.grid(rows);
    let nothing = table.model().drafts.draft.is_none();
    // As long as nothing was typed here, the cursor waits where this phone's person types.
    let mine = rows.side_of(&me.name).filter(|side| nothing && *side > 0);
    if state.is_free() {
        let (mut held, kept) = rows.hold(room.held(), table.model().log.records().len(), now.as_ref(), &handed);
        let merged = rows.merged(kept.as_ref(), &handed, &mut held);
        room.hold(held);
        let merged = mine.map(|side| rows.at_row(merged.as_ref(), side)).or(merged);
        if let Some(merged) = merged.filter(|merged| now.as_ref() != Some(merged)) {
            table.save_grid(merged);
        }
    } else if state.writers == Writers::Rows
        && let Some(side) = mine
    {
        table.save_grid(rows.at_row(None, side));
    }
}

/// The cells that this phone may fill: those of its person, or none, where it may not fill them all.
fn open_cells(table: AnyTable) -> Option<Range<usize>> {
    let state = (table.live)()?;
    (table.status)();
    // Until it is connected, nothing is known of what it may do.
    table.shared()?;
    let own = || {
        let rows = table.rows().filter(|_| table.correcting().is_none() && state.writers == Writers::Rows)?;
        let side = rows.side_of(&table.shared()?.room().me().name).filter(|_| state.may_write())?;
        Some(side * rows.cells..(side + 1) * rows.cells)
    };
    (!state.is_free()).then(|| own().unwrap_or(0..0))
}

/// Opens and bars the cells as long as this component is drawn.
fn use_open_cells(table: AnyTable) {
    let OpenCells(mut open) = use_context();
    use_drop(move || open.set(None));
    use_effect(move || {
        let here = open_cells(table);
        if *open.peek() != here {
            open.set(here);
        }
    });
}

/// Tells the other phones what was entered on this one, if it may enter everything: a moment after the last key, because
/// the row may not be finished.
async fn say(table: AnyTable, rows: Rows) {
    let draft = || table.model().drafts.draft.clone();
    let before = draft();
    device::pause(SETTLED).await;
    let Some(shared) = table.shared().filter(|shared| draft() == before && shared.syncs()) else { return };
    if table.model().correcting().is_some() {
        return;
    }
    let (room, now) = (shared.room(), table.grid(&rows));
    shared.say_rows(&rows, now.as_ref());
    let begun = rows.begun(now.as_ref(), &room.rows(&rows.place), &room.me().phone);
    begun.into_iter().for_each(|row| room.begin_row(&row));
}

/// After a round was saved, dismisses the draft that was set aside if all of it had been handed in: nothing is lost.
fn forget(table: AnyTable, rows: &Rows) {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return };
    let done = {
        let model = table.model();
        let alone = model.dropped.is_empty() && model.unfit.is_empty();
        let aside = table.rules().grid(model.aside.as_deref(), rows);
        alone && model.aside.is_some() && aside.is_none_or(|aside| rows.is_handed_in(&aside, &room.all_rows()))
    };
    if done {
        table.give(Input::Dismiss);
    }
}

/// How a side's row stands, as its chip shows it.
#[derive(Clone, PartialEq)]
struct RowChip {
    side: usize,
    names: String,
    words: String,
    done: bool,
    asked: bool,
    /// Whether somebody else is entering it.
    typing: bool,
    /// Who is, or has entered it, if it is not theirs.
    by: Option<String>,
}

impl RowChip {
    /// The chip of a side with these `people`; `me` is this phone, one of those of the `guests`.
    fn of(
        side: usize,
        people: &[String],
        known: &RowState,
        done: bool,
        (me, guests): (&str, &[Guest]),
        l: Lang,
    ) -> RowChip {
        let names = people.join(" · ");
        let typing = known.typing.as_ref().filter(|phone| *phone != me && !done);
        let by = typing.or(known.entered.first().map(|(phone, _)| phone));
        let by = by.map(|phone| called(guests, me, phone, l));
        let typing = by.clone().filter(|_| typing.is_some());
        let by = by.filter(|by| people.iter().all(|name| name != by));
        let words = match (&typing, &by) {
            _ if known.is_asked() => t::live_row_asked(l, &names),
            (Some(who), _) => t::live_row_typing(l, &names, who),
            (None, Some(by)) if done => t::live_row_by(l, &names, by),
            _ if done => t::live_row_in(l, &names),
            _ => t::live_row_open(l, &names),
        };
        RowChip { side, names, words, done, asked: known.is_asked(), typing: typing.is_some(), by }
    }
}

/// What the person of a phone is called.
fn called(guests: &[Guest], me: &str, phone: &str, l: Lang) -> String {
    let named = guests.iter().find(|guest| guest.phone == phone).map(|guest| guest.name.clone());
    named.filter(|name| !name.is_empty()).unwrap_or_else(|| {
        let nobody = if phone == me { t::live_row_here(l) } else { t::live_row_elsewhere(l) };
        nobody.to_owned()
    })
}

/// The sides, whether they are done, and the button to say so; or, if a row is in question, what was entered for it.
#[component]
pub(super) fn RowStrip(table: AnyTable) -> Element {
    let l = lang();
    let rows = table.rows();
    table.draft_text();
    use_open_cells(table);
    use_effect(move || {
        (table.live)();
        (table.status)();
        table.draft_text();
        if let Some(rows) = table.rows()
            && table.correcting().is_none()
        {
            forget(table, &rows);
            take_in(table, &rows);
            spawn(say(table, rows));
        }
    });
    let (Some(rows), Some(state)) = (rows, (table.live)()) else { return rsx! {} };
    let Some(room) = table.shared().map(|shared| shared.room()) else { return rsx! {} };
    if table.correcting().is_some() || state.writers == Writers::One {
        return rsx! {};
    }
    let (me, handed) = (room.me(), room.rows(&rows.place));
    let grid = table.grid(&rows);
    let own = rows.side_of(&me.name);
    let states = rows.states(&handed);
    let free = state.is_free();
    let chips = states.iter().enumerate().map(|(side, known)| {
        // A phone that saves the round goes by what it will save, others by what was handed in.
        let done = if free { rows.is_whole(&rows.row(grid.as_ref(), side)) } else { !known.entered.is_empty() };
        RowChip::of(side, &rows.sides[side], known, done, (&me.phone, &state.guests), l)
    });
    let chips: Vec<_> = chips.collect();
    let missing = chips.iter().filter(|chip| !chip.done).count();
    let go = use_callback(move |side: usize| {
        if let Some(rows) = table.rows() {
            table.save_grid(rows.at_row(table.grid(&rows).as_ref(), side));
        }
    });
    let writes = state.may_write();
    let asked = chips.iter().find(|chip| chip.asked && (free || (writes && own == Some(chip.side)))).cloned();
    let mine = own.filter(|_| writes && state.right == Right::Write && asked.is_none());
    rsx! {
        section { class: "live-rows", "aria-label": t::live_rows(l), "data-missing": "{missing}",
            if let Some(chip) = asked {
                RowQuestion { table, chip, entered: states.into_iter().map(|state| state.entered).collect::<Vec<_>>() }
            } else {
                div { class: "chip-row",
                    for RowChip { side, names, words, done, asked, typing, by } in chips {
                        button {
                            key: "{side}",
                            class: "chip",
                            "aria-label": "{words}",
                            "data-done": done,
                            "data-differs": asked,
                            disabled: !free,
                            onclick: move |_| go.call(side),
                            bdi { "{names}" }
                            if let Some(by) = by {
                                bdi { class: "soft", "{by}" }
                            }
                            if asked {
                                Icon { glyph: Glyph::Warn }
                            } else if done {
                                Icon { glyph: Glyph::Check }
                            } else if typing {
                                span { "aria-hidden": "true", "…" }
                            }
                        }
                    }
                }
            }
            if let Some(side) = mine {
                OwnRow {
                    table,
                    row: Row {
                        phone: me.phone.clone(),
                        place: rows.place.clone(),
                        side,
                        cells: rows.row(grid.as_ref(), side),
                    },
                    whole: rows.is_whole(&rows.row(grid.as_ref(), side)),
                    handed_in: is_in(&rows, &handed, side, grid.as_ref()),
                }
            }
        }
    }
}

/// Whether what stands in this side's row is what was handed in last.
fn is_in(rows: &Rows, handed: &[Row], side: usize, grid: Option<&Grid>) -> bool {
    handed.iter().rfind(|row| row.side == side).is_some_and(|last| last.cells == rows.row(grid, side))
}

/// A row for which different numbers were entered: all of them, each with its author, to choose from.
#[component]
fn RowQuestion(table: AnyTable, chip: RowChip, entered: Vec<Vec<(String, Vec<String>)>>) -> Element {
    let l = lang();
    let Some(room) = table.shared().map(|shared| shared.room()) else { return rsx! {} };
    let (me, guests) = (room.me().phone, room.state().guests);
    let side = chip.side;
    let choose = use_callback(move |cells: Vec<String>| {
        let (Some(shared), Some(rows)) = (table.shared(), table.rows()) else { return };
        if let Some(grid) = rows.with_row(table.grid(&rows).as_ref(), side, &cells) {
            table.save_grid(grid);
        }
        let room = shared.room();
        room.hand_in(Row { phone: room.me().phone, place: rows.place, side, cells });
    });
    rsx! {
        div { class: "live-asked", role: "alert",
            p {
                Icon { glyph: Glyph::Warn }
                {chip.words}
            }
            div { class: "row wrap",
                for (phone, cells) in entered.into_iter().nth(side).unwrap_or_default() {
                    button {
                        key: "{phone}",
                        class: "chip",
                        onclick: move |_| choose.call(cells.clone()),
                        {t::live_row_choice(l, called(&guests, &me, &phone, l), cells.join(" · "))}
                    }
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
