//! The sheet about a shared table: how it stands, the links to it, who came.

use dioxus::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc, QrSegment};
use takujo_wire::Right;

use super::super::handle::AnyTable;
use super::line;
use super::shared::words;
use crate::device::{self, ShareOutcome};
use crate::i18n::t;
use crate::live::link::Reach;
use crate::live::room::Room;
use crate::live::ticket::Ticket;
use crate::state::lang;
use crate::ui::{ChoiceField, Glyph, Icon, Pick, Sheet, share_outcome_text};

/// The address that admits to a table.
fn address(ticket: &Ticket) -> String {
    device::site_address(&format!("#/join/{}", ticket.write()))
}

/// A text as a code to be photographed. Black on white in every theme, as some readers want it.
#[component]
pub(super) fn Code(text: String) -> Element {
    let bytes = [QrSegment::make_bytes(text.as_bytes())];
    let Ok(code) = QrCode::encode_segments(&bytes, QrCodeEcc::Medium) else { return rsx! {} };
    // With the margin of four that readers need.
    let size = code.size() + 8;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            path.push_str(&format!("M{} {}h1v1h-1z", x + 4, y + 4));
        }
    }
    rsx! {
        svg { class: "code", view_box: "0 0 {size} {size}", role: "img", "aria-label": t::live_code(lang()),
            path { fill: "#fff", d: "M0 0h{size}v{size}h-{size}z" }
            path { fill: "#000", d: path }
        }
    }
}

/// The sheet.
#[component]
pub(super) fn LiveSheet(table: AnyTable, onclose: EventHandler<()>) -> Element {
    let l = lang();
    let state = (table.live)();
    rsx! {
        Sheet { title: t::live_title(l), close_label: t::close(l), onclose,
            match (state, table.shared()) {
                (Some(state), Some(shared)) => rsx! {
                    p { class: "live-state", role: "status", {words(l, &state)} }
                    if let Reach::Over(_) = state.stage {
                        p { {t::live_over_text(l)} }
                    } else {
                        Links { ticket: shared.room().ticket() }
                        Phones { table }
                    }
                    HostRights { table }
                },
                _ => rsx! {
                    StartSharing { table }
                },
            }
            details {
                summary { {t::live_help(l)} }
                ul { class: "dots",
                    for words in [t::live_help_net(l), t::live_help_http(l), t::live_help_iphone(l), t::live_help_host(l)] {
                        li { key: "{words}", {words} }
                    }
                }
            }
        }
    }
}

/// Shares a table that is not shared yet.
#[component]
fn StartSharing(table: AnyTable) -> Element {
    let l = lang();
    let mut busy = use_signal(|| false);
    let mut failed = use_signal(|| false);
    let start = move |_| async move {
        if busy.replace(true) {
            return;
        }
        failed.set(false);
        let opened = line::open(table).await;
        busy.set(false);
        failed.set(!opened);
    };
    rsx! {
        p { {t::live_about(l)} }
        p { class: "soft", {t::live_limits(l)} }
        button { class: "button main", disabled: busy(), onclick: start,
            if busy() {
                {t::live_starting(l)}
            } else {
                {t::live_start(l)}
            }
        }
        p { class: "error", role: "alert",
            if failed() {
                {t::live_no_host(l)}
            }
        }
    }
}

/// The links that this phone can give.
#[component]
fn Links(ticket: Ticket) -> Element {
    let l = lang();
    let rights: Vec<Right> =
        [Right::Write, Right::Watch, Right::Host].into_iter().filter(|right| *right <= ticket.right).collect();
    let mut chosen = use_signal(|| 0);
    let mut given = use_signal(|| None::<ShareOutcome>);
    let Some(link) = rights.get(chosen()).and_then(|right| ticket.lesser(*right)) else { return rsx! {} };
    let address = address(&link);
    let picks = rights.iter().map(|right| {
        let words = match right {
            Right::Write => t::live_link_write(l),
            Right::Watch => t::live_link_watch(l),
            Right::Host => t::live_link_host(l),
        };
        Pick { words: words.to_owned(), ..Pick::default() }
    });
    let shared = address.clone();
    rsx! {
        if rights.len() > 1 {
            ChoiceField {
                legend: t::live_link(l),
                name: "live_link",
                picks: picks.collect::<Vec<_>>(),
                chosen: Some(chosen()),
                onchoose: move |at| chosen.set(at),
            }
        }
        Code { text: address.clone() }
        label { class: "field",
            span { {t::live_address(l)} }
            input { r#type: "text", readonly: true, value: "{address}" }
        }
        button {
            class: "button",
            onclick: move |_| {
                let text = shared.clone();
                async move { given.set(Some(device::share(t::live_title(l).to_owned(), text).await)) }
            },
            Icon { glyph: Glyph::Share }
            {t::live_give(l)}
        }
        if let Some(given) = given() {
            p { role: "status", "{share_outcome_text(l, &given)}" }
        }
    }
}

/// Who came.
#[component]
fn Phones(table: AnyTable) -> Element {
    let l = lang();
    let guests = table.live.read().as_ref().map(|state| state.guests.clone()).unwrap_or_default();
    rsx! {
        h3 { {t::live_phones(l)} }
        ul { class: "live-phones",
            for guest in guests {
                li { key: "{guest.phone}",
                    if guest.name.is_empty() {
                        {t::live_phone(l)}
                    } else {
                        bdi { "{guest.name}" }
                    }
                }
            }
        }
    }
}

/// What whoever hosts the table can do, and how to leave.
#[component]
fn HostRights(table: AnyTable) -> Element {
    let l = lang();
    let mut sure = use_signal(|| false);
    let Some((right, locked, stage)) = table.live.read().as_ref().map(|state| (state.right, state.locked, state.stage))
    else {
        return rsx! {};
    };
    let over = matches!(stage, Reach::Over(_));
    let with = move |act: &dyn Fn(&Room)| {
        if let Some(shared) = table.shared() {
            act(&shared.room());
        }
    };
    rsx! {
        div { class: "row wrap",
            if right == Right::Host && !over {
                button { class: "button", disabled: stage != Reach::Here, onclick: move |_| with(&|room| room.lock(!locked)),
                    if locked {
                        {t::live_unlock(l)}
                    } else {
                        {t::live_lock(l)}
                    }
                }
                if sure() {
                    button { class: "button", onclick: move |_| with(&|room| room.close()), {t::live_close_sure(l)} }
                } else {
                    button { class: "button", disabled: stage != Reach::Here, onclick: move |_| sure.set(true), {t::live_close(l)} }
                }
            }
            button { class: "button", onclick: move |_| table.unshare(), {t::live_alone(l)} }
        }
    }
}
