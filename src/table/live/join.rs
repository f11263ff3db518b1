//! The page a link to a shared table leads to: what table it is, and a button to sit down.

use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::session::{Head, LoadError, read_head};
use takujo_core::i18n::{Lang, list, t};
use takujo_core::live::letter::Guest;
use takujo_core::live::link::{Over, Reach, SharedBefore};
use takujo_core::live::ticket::Ticket;
use takujo_core::storage::{Stored, live_key};
use takujo_wire::Right;

use super::line::{Obstacle, StoredTicket, as_ours, new_phone};
use super::shared::{BOARD, Judges};
use crate::device;
use crate::room::Room;
use crate::route::Route;
use crate::shell::Shell;
use crate::state::{App, app, lang};
use crate::ui::{Emblem, TextField};

/// The id of a shared table on a phone that joins it. Not the one it has on the phone that opened it: a table with that
/// id may be here already, and is this phone's alone.
fn id_of(ticket: &Ticket) -> String {
    let letters: String = ticket.table.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("live-{letters}")
}

/// Stores a table that was read, and goes to it.
async fn sit_down(app: App, judges: Judges, room: &Room, ticket: Ticket, name: String) -> Result<(), Obstacle> {
    let (store, id) = (app.store(), id_of(&ticket));
    let stored =
        StoredTicket { ticket, me: Guest { phone: new_phone()?, name }, writers: room.state().writers, next: None };
    // Only what the rules of its game allow is stored.
    let game = room.head().and_then(|head| read_head(&head).ok()).map(|head| head.game).unwrap_or_default();
    room.judge(judges.0(game).await.ok_or(Obstacle::Newer)?);
    if room.state().stage == Reach::Over(Over::Version) {
        return Err(Obstacle::Newer);
    }
    let head = room.head().and_then(|head| as_ours(&head, &id, None)).ok_or(Obstacle::Damaged)?;
    let table = Stored { id: id.clone(), head, log: room.records() };
    // If it is here from an earlier visit, it stays as it is: its log is the beginning of the shared one.
    let here = matches!(store.load(&id).await, Ok(Some(_)));
    if !here && store.create(&table, None).await.is_err() {
        return Err(Obstacle::Disk);
    }
    store.write(&live_key(&id), &stored.write()).await.map_err(|_| Obstacle::Disk)?;
    room.stop();
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
    let (app, judges, l) = (app(), use_context::<Judges>(), lang());
    let changes = use_signal(|| 0);
    let own = ticket.clone();
    let room = use_hook(move || {
        let me = Guest { phone: String::new(), name: String::new() };
        Rc::new(Room::enter(app.store(), "", SharedBefore::default(), own, me, None, move |_| {
            let mut changes = changes;
            if let Ok(mut changes) = changes.try_write() {
                *changes += 1;
            }
        }))
    });
    let leaving = room.clone();
    use_drop(move || drop(leaving.stop()));
    let mut name = use_signal(String::new);
    let mut obstacle = use_signal(|| None);
    changes();
    let state = room.state();
    let head = room.head().filter(|_| state.stage == Reach::Here).map(|head| read_head(&head));
    let Some(Ok(head)) = head else {
        return rsx! {
            p { role: "status",
                {reading_words(state.stage, head, state.failed > 0, l)}
            }
        };
    };
    let players: Vec<String> = head.players.iter().map(|player| player.name.clone()).collect();
    let writes = ticket.right >= Right::Write;
    let sit = {
        let (room, ticket) = (room.clone(), ticket.clone());
        move |name: String| {
            let (room, ticket) = (room.clone(), ticket.clone());
            spawn(async move { obstacle.set(sit_down(app, judges, &room, ticket, name).await.err()) });
        }
    };
    let onsubmit = {
        let sit = sit.clone();
        move |event: FormEvent| {
            event.prevent_default();
            sit(takujo_core::domain::seats::typed_name(&name()));
        }
    };
    rsx! {
        section { class: "card accent-{head.game}",
            p { class: "row",
                Emblem { game: head.game.clone() }
                strong { {list(l, &players)} }
            }
            p { class: "soft",
                if writes {
                    {t::live_join_write(l)}
                } else {
                    {t::live_join_watch(l)}
                }
            }
            form { class: "join", onsubmit,
                if writes {
                    p { {t::live_join_who(l)} }
                    {player_chips(players, name)}
                    TextField { label: t::live_join_name(l), value: name(), problem: None, oninput: move |text| name.set(text) }
                }
                button { class: "button main", r#type: "submit",
                    if writes {
                        {t::live_join_sit(l)}
                    } else {
                        {t::live_join_look(l)}
                    }
                }
            }
            p { class: "error", role: "alert",
                if let Some(obstacle) = obstacle() {
                    {obstacle.words(l)}
                }
            }
            p { class: "soft", {t::live_join_where(l)} }
        }
    }
}

/// What is said until the table has been read, or if it cannot be.
fn reading_words(stage: Reach, head: Option<Result<Head, LoadError>>, failed: bool, l: Lang) -> &'static str {
    match (stage, head) {
        (_, Some(Err(LoadError::Newer(_)))) => t::live_join_newer(l),
        (_, Some(_)) => t::live_join_damaged(l),
        (Reach::Over(Over::Version), _) => t::live_join_newer(l),
        (Reach::Over(_), _) => t::live_join_gone(l),
        _ if failed => t::live_join_no_host(l),
        _ => t::live_join_reading(l),
    }
}

/// The names of the players, to say who one is.
fn player_chips(players: Vec<String>, mut name: Signal<String>) -> Element {
    rsx! {
        div { class: "row wrap",
            for player in players {
                button {
                    key: "{player}",
                    class: "chip",
                    r#type: "button",
                    "aria-pressed": *name.read() == player,
                    onclick: {
                        let player = player.clone();
                        move |_| name.set(player.clone())
                    },
                    bdi { "{player}" }
                }
            }
        }
    }
}
