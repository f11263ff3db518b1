//! Sharing an open table with other phones, on top of [`takujo_core::live`]. What every table has of it is here and in
//! `shared.rs`. The rest is three parts of the program that only phones at a shared table load: `live` connects a table
//! and joins one by a link (`line.rs`, `join.rs`); `live_rows` takes in rows and shows whose are in (`rows.rs`);
//! `live_views` has the sheet about the shared table, its code and the help (`sheet.rs`), and its phones (`phones.rs`).

mod join;
mod line;
mod phones;
mod rows;
pub mod shared;
mod sheet;

use dioxus::core::spawn_forever;
use dioxus::prelude::*;

use super::handle::AnyTable;
use crate::lazy::{LazyPart, Waiting, use_lazy_page, use_lazy_part};
use crate::lazy_part;
use crate::play::StoredSharing;
use crate::room::RoomState;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

use join::JoinPage;
use line::Attaching;
use rows::{RowStrip, RowStripProps};
use shared::words;
use sheet::{LiveHelp, LiveSheet, LiveSheetProps, TableCode, TableCodeProps};
use takujo_core::i18n::t;
use takujo_core::live::link::Reach;

/// The part of the program that connects tables.
struct LivePart {
    /// Connects a table; the text is the stored value of [`live_key`].
    attach: fn(AnyTable, String) -> Attaching,
    join: fn() -> Element,
}

fn live_part((): ()) -> &'static LivePart {
    &LivePart { attach: line::attach, join: JoinPage }
}

static LIVE: LazyPart<LivePart> = lazy_part!("live", live_part -> LivePart);

/// The part of the program that shows whose row is in: not needed to join, nor where rounds have no rows.
struct RowsPart {
    strip: fn(RowStripProps) -> Element,
}

fn live_rows((): ()) -> &'static RowsPart {
    &RowsPart { strip: RowStrip }
}

static ROWS: LazyPart<RowsPart> = lazy_part!("live_rows", live_rows -> RowsPart);

/// The part of the program that shows how a table is shared: not needed to join and to play along.
struct LiveViews {
    sheet: fn(LiveSheetProps) -> Element,
    code: fn(TableCodeProps) -> Element,
    help: fn() -> Element,
}

fn live_views((): ()) -> &'static LiveViews {
    &LiveViews { sheet: LiveSheet, code: TableCode, help: LiveHelp }
}

static VIEWS: LazyPart<LiveViews> = lazy_part!("live_views", live_views -> LiveViews);

/// Connects a table that was just read, if it is shared.
pub(super) fn connect(table: AnyTable, stored: Option<StoredSharing>) {
    if let Some(stored) = stored.filter(|_| table.is_alone()) {
        table.await_shared();
        spawn_forever(async move {
            table.take_waiting(&stored);
            if let Some(part) = LIVE.load().await {
                (part.attach)(table, stored.live).await;
            }
        });
    }
}

/// The page a link to a shared table leads to.
#[component]
pub fn LazyJoin() -> Element {
    use_lazy_page(&LIVE, |part| part.join)
}

/// The page about what sharing can and cannot do.
#[component]
pub fn LazyHelp() -> Element {
    use_lazy_page(&VIEWS, |part| part.help)
}

/// How the table stands to the other phones; opens the sheet about it.
#[component]
pub(super) fn LiveMark(table: AnyTable, state: RoomState) -> Element {
    let l = lang();
    let mut open = use_signal(|| false);
    let stage = match state.stage {
        Reach::Away => "away",
        Reach::Coming => "coming",
        Reach::Here => "here",
        Reach::Over(_) => "over",
    };
    rsx! {
        if table.shared().is_some() {
            button {
                class: "chip live",
                "data-live": stage,
                "data-waiting": "{state.waiting}",
                "aria-label": t::live_mark(l, words(l, &state)),
                onclick: move |_| open.set(true),
                span { role: "status", {words(l, &state)} }
            }
        } else {
            // Not connected yet: there is nothing more to say.
            span { class: "chip live", "data-live": stage, "data-waiting": "{state.waiting}", role: "status",
                {words(l, &state)}
            }
        }
        if open() {
            LazySheet { table, onclose: move |()| open.set(false) }
        }
    }
}

/// The button in a table's head that shares it; nothing at one that is shared, which [`LiveMark`] says, nor where there
/// can be no host.
#[component]
pub(super) fn ShareTable(table: AnyTable) -> Element {
    let l = lang();
    let mut open = use_signal(|| false);
    if !crate::device::HAS_HOST {
        return rsx! {};
    }
    rsx! {
        if (table.live)().is_none() {
            button { class: "share-table", "aria-label": t::live_open(l), onclick: move |_| open.set(true),
                Icon { glyph: Glyph::Share }
                span { {t::live_open(l)} }
            }
        }
        // It stays open when the table becomes a shared one.
        if open() {
            LazySheet { table, onclose: move |()| open.set(false) }
        }
    }
}

/// Who is done with their row, above the view in which rounds are entered.
#[component]
pub(super) fn LiveRows(table: AnyTable) -> Element {
    match use_lazy_part(&ROWS) {
        Some(RowsPart { strip: Strip }) => rsx! {
            Strip { table }
        },
        None => rsx! {},
    }
}

/// The code that admits others to the table.
#[component]
pub(super) fn LiveCode(table: AnyTable) -> Element {
    match use_lazy_part(&VIEWS) {
        Some(LiveViews { code: Code, .. }) => rsx! {
            Code { table }
        },
        None => rsx! {},
    }
}

#[component]
fn LazySheet(table: AnyTable, onclose: EventHandler<()>) -> Element {
    match use_lazy_part(&VIEWS) {
        // In a section, so that the head of the sheet does not count as that of the page.
        Some(LiveViews { sheet: Body, .. }) => rsx! {
            section {
                Body { table, onclose }
            }
        },
        None => rsx! {
            Waiting {}
        },
    }
}
