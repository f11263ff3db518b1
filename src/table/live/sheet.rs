//! The sheet about a shared table: how it stands, the links to it, who came. Also the code on the board, and the page
//! of help.

use dioxus::prelude::*;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::Writers;
use takujo_core::live::link::Reach;
use takujo_core::live::ticket::Ticket;
use takujo_wire::Right;

use super::super::handle::AnyTable;
use super::line;
use super::phones::{Makers, Phones};
use super::shared::{BOARD, outdated_words, words};
use crate::device;
use crate::room::Room;
use crate::route::Route;
use crate::shell::Shell;
use crate::state::lang;
use crate::ui::{ChoiceField, LinkToGive, Pick, QrDrawing, Sheet, use_sites};

/// What follows the address of a site in the link that admits to a table.
fn behind(ticket: &Ticket) -> String {
    format!("#/join/{}", ticket.write())
}

/// The code of the link to play along, or to watch: where only one phone writes, or this one may not do more.
#[component]
pub(super) fn TableCode(table: AnyTable) -> Element {
    let state = (table.live)();
    let ticket = table.shared().map(|shared| shared.room().ticket());
    let sites = use_sites()();
    let (Some(state), Some(ticket), Some(sites)) = (state, ticket, sites) else { return rsx! {} };
    let site = sites.into_iter().next().unwrap_or_else(|| device::site_address(""));
    if matches!(state.stage, Reach::Over(_)) {
        return rsx! {};
    }
    let most = if state.writers == Writers::One { Right::Watch } else { Right::Write };
    let text = site + &behind(&ticket.lesser(most).unwrap_or(ticket));
    rsx! {
        figure { class: "board-code",
            QrDrawing { key: "{text}", text: text.clone(), l: lang() }
            figcaption { {t::live_board_scan(lang())} }
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
                        if let Some(outdated) = state.outdated {
                            p { {outdated_words(l, outdated)} }
                        }
                        if !state.is_admitted {
                            p { {t::live_shut_text(l)} }
                        }
                        p { class: "error", role: "alert",
                            if state.not_moved {
                                {t::live_not_moved(l)}
                            }
                        }
                        // A new ticket is another component, so that no old code stays, and none is given that ends soon.
                        for ticket in Some(shared.room().ticket()).filter(|_| !state.moving) {
                            Links { key: "{ticket.write()}", ticket, writers: state.writers }
                        }
                        Phones { table }
                        Makers { table }
                    }
                    HostRights { table }
                },
                _ => rsx! {
                    StartSharing { table }
                },
            }
            p {
                Link { to: Route::JoinHelp {}, {t::live_help(l)} }
            }
        }
    }
}

fn pick(words: &str) -> Pick {
    Pick { words: words.to_owned(), ..Pick::default() }
}

fn writers_words(writers: Writers, l: Lang) -> &'static str {
    match writers {
        Writers::All => t::live_writers_all(l),
        Writers::Rows => t::live_writers_rows(l),
        Writers::One => t::live_writers_one(l),
    }
}

/// Shares a table that is not shared yet.
#[component]
fn StartSharing(table: AnyTable) -> Element {
    let l = lang();
    let mut busy = use_signal(|| false);
    let mut obstacle = use_signal(|| None);
    let players: Signal<Vec<String>> =
        use_signal(|| table.head.peek().players.iter().map(|player| player.name.clone()).collect());
    let mut who = use_signal(|| players.peek().len());
    let mut writers = use_signal(|| 0);
    // Where rounds do not consist of rows, nobody has one of their own.
    let choices: Vec<Writers> =
        Writers::CHOICES.into_iter().filter(|writers| *writers != Writers::Rows || table.rows().is_some()).collect();
    let chosen = choices.get(writers()).copied().unwrap_or(Writers::All);
    let start = move |_| async move {
        if busy.replace(true) {
            return;
        }
        obstacle.set(None);
        let name = players.read().get(who()).cloned().unwrap_or_default();
        let opened = line::open(table, chosen, name).await;
        busy.set(false);
        obstacle.set(opened.err());
    };
    rsx! {
        p { {t::live_about(l)} }
        p { class: "soft", {t::live_limits(l)} }
        ChoiceField {
            legend: t::live_writers(l),
            name: "live_writers",
            picks: choices.iter().map(|writers| pick(writers_words(*writers, l))).collect::<Vec<_>>(),
            chosen: Some(writers()),
            onchoose: move |at| writers.set(at),
        }
        ChoiceField {
            legend: t::live_whose(l),
            name: "live_whose",
            picks: players().iter().map(|name| pick(name)).chain([pick(t::live_whose_none(l))]).collect::<Vec<_>>(),
            chosen: Some(who()),
            onchoose: move |at| who.set(at),
        }
        button { class: "button main", disabled: busy(), onclick: start,
            if busy() {
                {t::live_starting(l)}
            } else {
                {t::live_start(l)}
            }
        }
        p { class: "error", role: "alert",
            if let Some(obstacle) = obstacle() {
                {obstacle.words(l)}
            }
        }
    }
}

/// The links that this phone can give.
#[component]
fn Links(ticket: Ticket, writers: Writers) -> Element {
    let l = lang();
    // Where only the table's phone writes, nobody gets the link for it.
    let given = |right: &Right| *right <= ticket.right && (*right != Right::Write || writers != Writers::One);
    let rights: Vec<Right> = [Right::Write, Right::Watch, Right::Host].into_iter().filter(given).collect();
    let mut chosen = use_signal(|| 0);
    let Some(link) = rights.get(chosen()).and_then(|right| ticket.lesser(*right)) else { return rsx! {} };
    let picks = rights.iter().map(|right| {
        let words = match right {
            Right::Write if writers == Writers::Rows => t::live_link_rows(l),
            Right::Write => t::live_link_write(l),
            Right::Watch => t::live_link_watch(l),
            Right::Host => t::live_link_host(l),
        };
        pick(words)
    });
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
        LinkToGive { behind: behind(&link), title: t::live_title(l), l }
    }
}

/// What whoever hosts the table can do and nobody can take back: asked twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HostStep {
    /// Make every link worthless.
    Links,
    /// Leave hosting to others.
    Hand,
    /// Close the table.
    Close,
}

impl HostStep {
    fn words(self, sure: bool, l: Lang) -> &'static str {
        match (self, sure) {
            (HostStep::Links, false) => t::live_revoke(l),
            (HostStep::Links, true) => t::live_revoke_sure(l),
            (HostStep::Hand, false) => t::live_hand(l),
            (HostStep::Hand, true) => t::live_hand_sure(l),
            (HostStep::Close, false) => t::live_close(l),
            (HostStep::Close, true) => t::live_close_sure(l),
        }
    }

    /// What it means.
    fn about(self, l: Lang) -> &'static str {
        match self {
            HostStep::Links => t::live_revoke_text(l),
            HostStep::Hand => t::live_hand_text(l),
            HostStep::Close => t::live_close_text(l),
        }
    }

    fn take(self, table: AnyTable) {
        let Some(room) = table.shared().map(|shared| shared.room()) else { return };
        match self {
            HostStep::Links => line::replace_links(table),
            HostStep::Hand => {
                if let Some(ticket) = room.ticket().lesser(Right::Write) {
                    room.step_down(ticket);
                }
            }
            HostStep::Close => room.close(),
        }
    }
}

/// What whoever hosts the table can do, and how to leave.
#[component]
fn HostRights(table: AnyTable) -> Element {
    let l = lang();
    let mut sure = use_signal(|| None::<HostStep>);
    let state = table.live.read().as_ref().map(|state| (state.right, state.locked, state.stage, state.moving));
    let Some((right, locked, stage, moving)) = state else { return rsx! {} };
    let over = matches!(stage, Reach::Over(_));
    let with = move |act: &dyn Fn(&Room)| {
        if let Some(shared) = table.shared() {
            act(&shared.room());
        }
    };
    // Also while others write faster than this phone reads.
    let connected = matches!(stage, Reach::Here | Reach::Coming);
    rsx! {
        div { class: "row wrap",
            if right == Right::Host && !over {
                button { class: "button", disabled: !connected || moving, onclick: move |_| with(&|room| room.lock(!locked)),
                    if locked {
                        {t::live_unlock(l)}
                    } else {
                        {t::live_lock(l)}
                    }
                }
                for step in [HostStep::Links, HostStep::Hand, HostStep::Close] {
                    button {
                        key: "{step:?}",
                        class: "button",
                        disabled: !connected,
                        // The focus stays on the one that was tapped.
                        "aria-disabled": moving,
                        onclick: move |_| {
                            if !moving && sure.replace(Some(step)) == Some(step) {
                                sure.set(None);
                                step.take(table);
                            }
                        },
                        {step.words(sure() == Some(step), l)}
                    }
                }
            }
            Link { class: "button", to: Route::Table { id: table.head.peek().id.clone(), tab: BOARD.to_owned() }, {t::live_board(l)} }
            button { class: "button", disabled: moving, onclick: move |_| table.unshare(), {t::live_alone(l)} }
        }
        if let Some(step) = sure() {
            p { class: "soft", role: "status", {step.about(l)} }
        }
    }
}

/// The page about what sharing can and cannot do.
#[allow(non_snake_case)] // A component held in a value.
pub(super) fn LiveHelp() -> Element {
    let l = lang();
    rsx! {
        Shell { title: t::live_help(l),
            ul { class: "dots card",
                for words in [
                    t::live_help_net(l),
                    t::live_help_rows(l),
                    t::live_help_http(l),
                    t::live_help_iphone(l),
                    t::live_help_host(l),
                    t::live_help_link(l),
                    t::live_help_says(l),
                ] {
                    li { key: "{words}", {words} }
                }
            }
        }
    }
}
