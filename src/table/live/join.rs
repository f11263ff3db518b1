//! The page a link to a shared table leads to: what table it is, and a button to sit down.

use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::seats::{Player, typed_name};
use takujo_core::domain::session::{Head, LoadError, own_game, read_head};
use takujo_core::i18n::{Lang, t};
use takujo_core::live::letter::Writers;
use takujo_core::live::link::{Over, Reach, SharedBefore};
use takujo_core::live::ticket::Ticket;
use takujo_core::storage::{Stored, live_key};
use takujo_wire::Right;

use super::super::handle::AnyTable;
use super::line::{Obstacle, as_ours, attach};
use super::shared::{BOARD, GameOfLink, outdated_words};
use crate::device;
use crate::room::{Room, RoomState, StoredTicket, hex};
use crate::route::Route;
use crate::shell::Shell;
use crate::state::{App, app, lang};
use crate::ui::{Emblem, Mark, Named, TextField};

/// The id of a shared table on a phone that joins it. Not the one it has on the phone that opened it: a table with that
/// id may be here already, and is this phone's alone.
fn id_of(name: &[u8]) -> String {
    format!("live-{}", hex(name.get(..16).unwrap_or(name)))
}

/// Under which id the table of this ticket is here or is to be, and what is stored of this phone's part. With new links a
/// table has another name but the same host, and goes on under the same id if it has all that is here.
async fn place_of(app: App, ticket: &Ticket, records: &[String]) -> (String, Option<StoredTicket>) {
    let (store, own) = (app.store(), id_of(&ticket.table));
    let part = |id: String| {
        let store = app.store();
        async move { store.read(&live_key(&id)).await.ok().flatten().and_then(|text| StoredTicket::read(&text)) }
    };
    let Some(public) = ticket.public() else { return (own.clone(), part(own).await) };
    let id = id_of(&public);
    let before = part(id.clone()).await;
    let here = store.load(&id).await.ok().flatten().is_none_or(|here| records.starts_with(&here.log));
    let same = before.as_ref().is_some_and(|before| before.ticket.table == ticket.table);
    if same || here { (id, before) } else { (own.clone(), part(own).await) }
}

/// Stores a table that was read, and goes to it.
async fn sit_down(app: App, asked: GameOfLink, room: &Room, ticket: Ticket, name: String) -> Result<(), Obstacle> {
    let store = app.store();
    // Only what the rules of its game allow is stored.
    let game = room.head().and_then(|head| read_head(&head).ok()).map(|head| head.game).unwrap_or_default();
    room.judge((asked.judge)(game).await.ok_or(Obstacle::Newer)?);
    if room.state().stage == Reach::Over(Over::Version) {
        return Err(Obstacle::Newer);
    }
    let (id, before) = place_of(app, &ticket, &room.records()).await;
    // Who was here before stays the same phone.
    let seed = before.as_ref().and_then(|before| before.seed);
    let mut stored = StoredTicket::new(ticket, name, seed, room.state().writers).ok_or(Obstacle::Secrets)?;
    if let Some(before) = before.as_ref().filter(|before| before.ticket == stored.ticket) {
        stored = StoredTicket { me: stored.me, writers: stored.writers, ..before.clone() };
    }
    let head = room.head().and_then(|head| as_ours(&head, &id, None)).ok_or(Obstacle::Damaged)?;
    let table = Stored { id: id.clone(), head, log: room.records() };
    // If it is here from an earlier visit, it stays as it is: its log is the beginning of the shared one.
    let here = matches!(store.load(&id).await, Ok(Some(_)));
    if !here && store.create(&table, None).await.is_err() {
        return Err(Obstacle::Disk);
    }
    // Whoever sat down here with the right to enter keeps it, if they come again only to watch.
    let kept = before.filter(|before| {
        before.ticket != stored.ticket && before.ticket.lesser(stored.ticket.right).as_ref() == Some(&stored.ticket)
    });
    let text = kept.as_ref().map_or_else(|| stored.write(), StoredTicket::write);
    if kept.is_none() {
        store.write(&live_key(&id), &text).await.map_err(|_| Obstacle::Disk)?;
    }
    room.stop();
    // It may still be open with another ticket, if something of it waits.
    if let Some(open) = AnyTable::held(&id) {
        open.share_anew();
        attach(open, text).await;
    }
    if let Ok(head) = read_head(&table.head) {
        app.played(&head, false);
    }
    // What watches on a large screen is there to be seen by all.
    let tab = if stored.ticket.right == Right::Watch && device::big() { BOARD } else { "play" };
    navigator().push(Route::Table { id, tab: tab.to_owned() });
    Ok(())
}

/// The page.
#[allow(non_snake_case)] // A component held in a value.
pub(super) fn JoinPage() -> Element {
    let l = lang();
    let Route::Join { ticket } = use_route::<Route>() else { return rsx! {} };
    let ticket = Ticket::read(&ticket);
    rsx! {
        Shell { title: t::live_join_title(l),
            match ticket {
                Some(ticket) => rsx! {
                    for ticket in [ticket] {
                        JoinTable { key: "{ticket.write()}", ticket }
                    }
                },
                None => rsx! {
                    p { role: "alert", {t::live_join_broken(l)} }
                },
            }
        }
    }
}

#[component]
fn JoinTable(ticket: Ticket) -> Element {
    let (app, asked, l) = (app(), use_context::<GameOfLink>(), lang());
    let changes = use_signal(|| 0);
    let own = ticket.clone();
    let room = use_hook(move || {
        Rc::new(Room::enter(app.store(), "", SharedBefore::default(), StoredTicket::to_read(own), move |_| {
            let mut changes = changes;
            if let Ok(mut changes) = changes.try_write() {
                *changes += 1;
            }
        }))
    });
    let leaving = room.clone();
    use_drop(move || drop(leaving.stop()));
    let mut obstacle = use_signal(|| None);
    // Outlives a connection that comes and goes.
    let name = use_signal(String::new);
    let sitting = room.clone();
    let sit = use_callback(move |(ticket, name): (Ticket, String)| {
        let room = sitting.clone();
        spawn(async move { obstacle.set(sit_down(app, asked, &room, ticket, name).await.err()) });
    });
    changes();
    let state = room.state();
    let head = room.head().filter(|_| state.stage == Reach::Here).map(|head| read_head(&head));
    let Some(Ok(head)) = head else {
        return rsx! {
            p { role: "status",
                {reading_words(&state, head, l)}
            }
        };
    };
    let game = (asked.name)(&head.game, l);
    if game.is_empty() {
        return rsx! {
            p { role: "status", {t::live_join_newer(l)} }
        };
    }
    let called = Some(own_game(&head.options)).filter(|own| !own.is_empty());
    let called = called.unwrap_or_else(|| game.to_owned());
    let watching = ticket.lesser(Right::Watch);
    rsx! {
        section { class: "card accent-{head.game}",
            {heading(&head, called)}
            if ticket.right >= Right::Write {
                SitDown {
                    players: head.players,
                    about: match (ticket.right, state.writers) {
                        (Right::Write, Writers::All | Writers::Rows) if state.admitted.is_some() => t::live_join_waits(l),
                        (Right::Host, _) | (_, Writers::All) => t::live_join_write(l),
                        (_, Writers::Rows) => t::live_join_rows(l),
                        (_, Writers::One) => t::live_join_watch(l),
                    },
                    taken: state.guests.into_iter().map(|guest| guest.name).filter(|name| !name.is_empty()).collect::<Vec<_>>(),
                    name,
                    onsit: move |name| sit((ticket.clone(), name)),
                    onwatch: move |()| {
                        if let Some(watching) = watching.clone() {
                            sit((watching, String::new()));
                        }
                    },
                }
            } else {
                Named { players: head.players }
                p { class: "soft", {t::live_join_watch(l)} }
                button { class: "button main", onclick: move |_| sit((ticket.clone(), String::new())), {t::live_join_look(l)} }
            }
            p { class: "error", role: "alert",
                if let Some(obstacle) = obstacle() {
                    {obstacle.words(l)}
                }
            }
            // An installed app would have other tables than this browser.
            if device::apart() {
                p { class: "soft", {t::live_join_where(l)} }
            }
        }
    }
}

/// Which table it is: its title, and the game if the title does not say it.
fn heading(head: &Head, called: String) -> Element {
    let title = if head.title.is_empty() { called.clone() } else { head.title.clone() };
    rsx! {
        div { class: "row",
            Emblem { game: head.game.clone() }
            h2 { "{title}" }
            if title != called {
                span { class: "soft", "{called}" }
            }
        }
    }
}

/// Who somebody is who may enter something, and how to sit down, or only watch.
#[component]
fn SitDown(
    players: Vec<Player>,
    /// What one may do then.
    about: &'static str,
    /// The names of those who have sat down with a phone.
    taken: Vec<String>,
    name: Signal<String>,
    onsit: EventHandler<String>,
    onwatch: EventHandler<()>,
) -> Element {
    let l = lang();
    let mut name = name;
    let onsubmit = move |event: FormEvent| {
        event.prevent_default();
        onsit.call(typed_name(&name()));
    };
    let again = taken.contains(&typed_name(&name.read()));
    rsx! {
        p { class: "soft", {about} }
        form { class: "join", onsubmit,
            p { {t::live_join_who(l)} }
            div { class: "row wrap",
                for (seat, Player { name: player, mark }) in players.into_iter().enumerate() {
                    button {
                        key: "{seat}",
                        class: "chip",
                        r#type: "button",
                        "aria-pressed": *name.read() == player,
                        onclick: {
                            let player = player.clone();
                            move |_| name.set(player.clone())
                        },
                        Mark { mark }
                        bdi { "{player}" }
                        if taken.contains(&player) {
                            span { class: "soft", {t::live_join_taken(l)} }
                        }
                    }
                }
            }
            TextField { label: t::live_join_name(l), value: name(), problem: None, oninput: move |text| name.set(text) }
            // Keeps its line, so that nothing moves when a name is chosen.
            p { class: "soft line", role: "status",
                if again {
                    {t::live_join_again(l)}
                }
            }
            div { class: "row wrap",
                button { class: "button main", r#type: "submit", {t::live_join_sit(l)} }
                button { class: "button", r#type: "button", onclick: move |_| onwatch.call(()), {t::live_join_look(l)} }
            }
        }
    }
}

/// What is said until the table has been read, or if it cannot be.
fn reading_words(state: &RoomState, head: Option<Result<Head, LoadError>>, l: Lang) -> &'static str {
    if let Some(outdated) = state.outdated {
        return outdated_words(l, outdated);
    }
    match (state.stage, head) {
        (_, Some(Err(LoadError::Newer(_)))) => t::live_join_newer(l),
        (_, Some(_)) => t::live_join_damaged(l),
        (Reach::Over(Over::Version), _) => t::live_join_newer(l),
        (Reach::Over(_), _) => t::live_join_gone(l),
        _ if state.failed > 0 => t::live_join_no_host(l),
        _ => t::live_join_reading(l),
    }
}
