//! The strip above the open round that says who is done with their row: everyone enters their own on their phone, and
//! whoever hosts the rest. Also puts the rows that others hand in into this phone's draft (`live::rows` says how).

use dioxus::prelude::*;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::{Guest, Row, Writers};
use takujo_core::live::rows::Rows;
use takujo_core::table::update::Input;
use takujo_wire::Right;

use super::super::handle::AnyTable;
use crate::device;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// Time after the last key before the other phones are told of what was entered, in milliseconds.
const SETTLED: i32 = 800;

/// The input of the open round, without subscribing.
fn draft(table: AnyTable) -> Option<String> {
    table.model().drafts.draft.clone()
}

/// Takes in what others handed in, and puts the cursor where this phone's person types.
fn take_in(table: AnyTable, rows: &Rows) {
    let Some(room) = table.shared().map(|shared| shared.room()) else { return };
    let (me, state, handed) = (room.me(), room.state(), room.rows(&rows.place));
    let now = draft(table);
    // As long as nothing was typed here, the cursor waits where this phone's person types.
    let mine = rows.side_of(&me.name).filter(|side| now.is_none() && *side > 0);
    if state.is_free() {
        let (mut held, kept) = rows.hold(room.held(), table.model().log.records().len(), now.as_deref(), &handed);
        let merged = rows.merged(kept.as_deref(), &handed, &mut held);
        room.hold(held);
        let merged = mine.map_or(merged.clone(), |side| rows.at_row(merged.as_deref(), side));
        if merged != now {
            table.save_draft(merged);
        }
    } else if state.writers == Writers::Rows
        && let Some(side) = mine
    {
        table.save_draft(rows.at_row(None, side));
    }
}

/// Tells the other phones what was entered on this one, if it may enter everything: a moment after the last key, because
/// the row may not be finished.
async fn say(table: AnyTable, rows: Rows) {
    let before = draft(table);
    device::pause(SETTLED).await;
    let now = draft(table);
    let Some(shared) = table.shared().filter(|shared| now == before && shared.syncs()) else { return };
    if table.model().correcting().is_some() {
        return;
    }
    let room = shared.room();
    shared.say_rows(&rows, now.as_deref());
    let begun = rows.begun(now.as_deref(), &room.rows(&rows.place), &room.me().phone);
    begun.into_iter().for_each(|row| room.begin_row(&row));
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
            spawn(say(table, rows));
        }
    });
    let (Some(rows), Some(state)) = (rows, (table.live)()) else { return rsx! {} };
    let Some(room) = table.shared().map(|shared| shared.room()) else { return rsx! {} };
    if table.correcting().is_some() || state.writers == Writers::One {
        return rsx! {};
    }
    let (me, handed) = (room.me(), room.rows(&rows.place));
    let own = rows.side_of(&me.name);
    let states = rows.states(&handed);
    let free = state.is_free();
    let chips = states.iter().enumerate().map(|(side, known)| {
        let (names, here) = (rows.sides[side].join(" · "), rows.row(text.as_deref(), side));
        // A phone that saves the round goes by what it will save, others by what was handed in.
        let done = if free { rows.is_whole(&here) } else { !known.entered.is_empty() };
        let typing = known.typing.as_ref().filter(|phone| **phone != me.phone && !done);
        let by = typing.or(known.entered.first().map(|(phone, _)| phone));
        let by = by.map(|phone| called(&state.guests, &me.phone, phone, l));
        let typing = by.clone().filter(|_| typing.is_some());
        let by = by.filter(|by| rows.sides[side].iter().all(|name| name != by));
        let words = match (&typing, &by) {
            _ if known.is_asked() => t::live_row_asked(l, &names),
            (Some(who), _) => t::live_row_typing(l, &names, who),
            (None, Some(by)) if done => t::live_row_by(l, &names, by),
            _ if done => t::live_row_in(l, &names),
            _ => t::live_row_open(l, &names),
        };
        RowChip { side, names, words, done, asked: known.is_asked(), typing: typing.is_some(), by }
    });
    let chips: Vec<_> = chips.collect();
    let missing = chips.iter().filter(|chip| !chip.done).count();
    let go = use_callback(move |side: usize| {
        if let Some(rows) = table.rows() {
            table.save_draft(rows.at_row(draft(table).as_deref(), side));
        }
    });
    let writes = state.right >= Right::Write;
    let asked = chips.iter().find(|chip| chip.asked && (free || (writes && own == Some(chip.side)))).cloned();
    let mine = own.filter(|_| state.right == Right::Write && asked.is_none());
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
                        cells: rows.row(text.as_deref(), side),
                    },
                    whole: rows.is_whole(&rows.row(text.as_deref(), side)),
                    handed_in: is_in(&rows, &handed, side, text.as_deref()),
                }
            }
        }
    }
}

/// Whether what stands in this side's row is what was handed in last.
fn is_in(rows: &Rows, handed: &[Row], side: usize, draft: Option<&str>) -> bool {
    handed.iter().rfind(|row| row.side == side).is_some_and(|last| last.cells == rows.row(draft, side))
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
        if let Some(text) = rows.with_row(draft(table).as_deref(), side, &cells) {
            table.save_draft(Some(text));
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
