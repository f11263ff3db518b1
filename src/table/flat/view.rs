//! The full screen view.

use dioxus::prelude::*;
use takujo_core::domain::seats::Direction;
use takujo_core::domain::session::Head;
use takujo_core::entry::Sum;
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Move;
use takujo_core::table::flat::{FlatPath, FlatSeat, FlatView, choices};
use takujo_core::table::views::TableView;

use super::super::clock::{Measured, TableClock};
use super::super::handle::AnyTable;
use super::super::notices::notice;
use super::super::standings::{Again, next_game};
use super::keys::{MoveButtons, RowPad, focus};
use crate::device;
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Emblem, Glyph, Icon, RingSeat, SeatRing};

/// What stands in the middle.
#[derive(Clone, PartialEq)]
struct FlatWords {
    /// What the game is called.
    called: String,
    /// The id of the table.
    id: String,
    /// The largest text.
    big: String,
    /// The text below it; may be empty.
    small: String,
    /// What is wrong with the rows filled so far.
    wrong: Option<String>,
    /// What the table's clock measures, if it may run.
    clocked: Option<Measured>,
    /// The refusal of the last tap, or a saving problem.
    trouble: Option<String>,
}

impl FlatWords {
    fn of(table: AnyTable, view: &TableView, flat: &FlatView, l: Lang) -> FlatWords {
        let TableView { called, title, place, clocked, .. } = view;
        FlatWords {
            called: if title == called { called.clone() } else { format!("{title} · {called}") },
            id: table.head.read().id.clone(),
            big: flat.big.as_ref().unwrap_or(place).clone(),
            small: flat.small.clone(),
            wrong: flat.wrong.clone(),
            clocked: *clocked,
            trouble: notice(table, l),
        }
    }
}

/// The keys there.
#[derive(Clone, PartialEq)]
struct FlatButtons {
    /// The moves; if there is a most common one, it comes first.
    moves: Vec<Move<()>>,
    /// Whether the first of the moves is the most common one.
    has_main: bool,
    /// Length of the log.
    length: usize,
    /// What comes next if it is no move.
    step: String,
    /// Another game of the same people, once the table has ended.
    next: Option<Head>,
    /// The view of the standings, or of what a game has instead: its id and its name.
    other: (&'static str, &'static str),
}

impl FlatButtons {
    fn of(table: AnyTable, flat: &FlatView, other: (&'static str, &'static str)) -> FlatButtons {
        FlatButtons {
            moves: flat.moves.clone(),
            has_main: flat.has_main,
            length: flat.length,
            step: flat.step.clone(),
            next: flat.over.then(|| next_game(table)),
            other,
        }
    }
}

/// A list of choices, or a row to be filled.
struct FlatList {
    /// The choices that led to it.
    place: FlatPath,
    asked: Option<String>,
    about: String,
    among: Vec<Move<()>>,
    /// The seat whose row it is, and what its cells hold.
    row: Option<(usize, Vec<Sum>)>,
}

/// What is asked at a place in the tree of choices; `None` if there is no such place.
fn list_at(table: AnyTable, flat: &FlatView, place: FlatPath, so_far: &str, l: Lang) -> Option<FlatList> {
    let rules = table.rules();
    let own = place.0.filter(|_| flat.has_own).map(|seat| rules.flat_moves(seat, l));
    let (asked, among) = choices(own.as_deref().unwrap_or(&flat.moves), &place.1)?;
    let whose = place.0.and_then(|seat| Some(flat.seats.get(seat)?.player.name.clone()));
    let keys = place.0.zip(flat.keys.as_ref());
    let about = keys.and_then(|(seat, keys)| keys.about.get(seat).cloned());
    let row = keys.map(|(seat, _)| (seat, rules.flat_row(seat, table.model().drafts.now())));
    let row = row.filter(|(_, row)| !row.is_empty());
    let about = about.into_iter().chain(row.is_some().then(|| so_far.to_owned())).collect::<Vec<_>>().join(" · ");
    let (asked, among) = (asked.or(whose), among.to_vec());
    Some(FlatList { place, asked, about, among, row })
}

/// The open list of choices: the length of the log when it was opened, whose seat was tapped for it, and the choices
/// that led to it.
type OpenList = Signal<Option<(usize, Option<usize>, Vec<usize>)>>;

/// A move of the list at this place was tapped: its index, and whether it only opens another list.
type Picked = (FlatPath, usize, bool);

/// The open list of choices, how to go back by one choice, and what a tapped move does.
fn use_choices(length: usize, onmove: EventHandler<FlatPath>) -> (OpenList, Callback<FlatPath>, Callback<Picked>) {
    let mut opened: OpenList = use_signal(|| None);
    let back = use_callback(move |(seat, mut path): FlatPath| {
        let shorter = path.pop().map(|_| (length, seat, path));
        opened.set(shorter);
    });
    let pick = use_callback(move |((seat, mut path), at, opens): Picked| {
        path.push(at);
        if opens {
            opened.set(Some((length, seat, path)));
        } else {
            opened.set(None);
            onmove.call((seat, path));
        }
    });
    (opened, back, pick)
}

/// The whole view.
#[component]
pub(super) fn Flat(
    table: AnyTable,
    view: TableView,
    flat: FlatView,
    other: (&'static str, &'static str),
    onmove: EventHandler<FlatPath>,
    /// The row of a seat was filled.
    onrow: EventHandler<(usize, Vec<String>)>,
    onundo: EventHandler<()>,
) -> Element {
    let l = lang();
    let length = flat.length;
    // Whose row was filled last: what is wrong with it faces them.
    let mut filled = use_signal(|| None::<usize>);
    let current = flat.seats.iter().position(|seat| seat.current);
    let of = flat.seats.len();
    let words = FlatWords::of(table, &view, &flat, l);
    let TableView { game, title, place, undo, .. } = view;
    let id = words.id.clone();
    let go = use_callback(move |tab: &'static str| {
        navigator().replace(Route::Table { id: id.clone(), tab: tab.to_owned() });
    });
    let (mut opened, back, pick) = use_choices(length, onmove);
    let path = opened().filter(|(of, ..)| *of == length).map(|(_, seat, path)| (seat, path));
    let escape = use_callback({
        let place = path.clone();
        move |()| match place.clone() {
            Some(place) => back.call(place),
            None => go.call("play"),
        }
    });
    let facing = path.as_ref().and_then(|place| place.0).or(current);
    let so_far = format!("{place} · {}", flat.stands);
    let list = path.and_then(|place| list_at(table, &flat, place, &so_far, l));
    rsx! {
        main {
            id: "main-view",
            class: "flat accent-{game}",
            onkeydown: move |event| {
                if device::key(&event) == Key::Escape {
                    escape.call(());
                }
            },
            h1 { class: "hidden", "{title}" }
            if let Some(FlatList { place, asked, about, among, row }) = list {
                FlatPanel {
                    game,
                    called: words.called,
                    asked: asked.unwrap_or(words.big),
                    about,
                    of,
                    facing,
                    onback: escape,
                    if let Some(((seat, cells), keys)) = row.zip(flat.keys) {
                        RowPad {
                            cells,
                            keys,
                            onrow: move |row| {
                                opened.set(None);
                                filled.set(Some(seat));
                                onrow.call((seat, row));
                            },
                        }
                    } else {
                        {list_of_moves(length, place, &among, pick)}
                    }
                }
            } else {
                FlatRing {
                    game,
                    facing: current.or(filled().filter(|_| words.wrong.is_some())),
                    words,
                    buttons: FlatButtons::of(table, &flat, other),
                    flat,
                    go,
                    onopen: move |seat| opened.set(Some((length, seat, Vec::new()))),
                    onpick: move |(at, opens)| pick.call(((None, Vec::new()), at, opens)),
                }
                {corners(undo, go, onundo, l)}
            }
        }
    }
}

/// The label of the ring of seats.
fn ring_label(direction: Option<Direction>, l: Lang) -> &'static str {
    match direction {
        Some(Direction::Clockwise) => t::flat_clockwise(l),
        Some(Direction::CounterClockwise) => t::flat_counter_clockwise(l),
        None => t::flat_seats(l),
    }
}

/// The buttons of an open list.
fn list_of_moves(length: usize, place: FlatPath, among: &[Move<()>], pick: Callback<Picked>) -> Element {
    rsx! {
        div { class: "flat-moves",
            // Another list is other buttons.
            for (key, place) in [(format!("{length} {place:?}"), place)] {
                MoveButtons {
                    key: "{key}",
                    moves: among.to_vec(),
                    equal: place.0.is_some(),
                    onpick: move |(at, opens)| pick.call((place.clone(), at, opens)),
                }
            }
        }
    }
}

/// The open list or row, which faces the player of the seat `facing` of so many.
#[component]
fn FlatPanel(
    game: &'static str,
    called: String,
    asked: String,
    about: String,
    of: usize,
    facing: Option<usize>,
    onback: EventHandler<()>,
    children: Element,
) -> Element {
    let l = lang();
    rsx! {
        div { class: "flat-ring", "data-of": "{of}",
            div { class: "flat-panel", "data-at": facing.map(|at| at.to_string()),
                div { class: "flat-head",
                    div {
                        span { class: "flat-game",
                            Emblem { game }
                            "{called}"
                        }
                        strong { {asked} }
                        if !about.is_empty() {
                            p { "{about}" }
                        }
                    }
                    button {
                        class: "round",
                        "aria-label": t::close(l),
                        onclick: move |_| onback.call(()),
                        Icon { glyph: Glyph::Close }
                    }
                }
                {children}
            }
        }
    }
}

/// The ring of seats, with what stands in its middle.
#[component]
fn FlatRing(
    game: &'static str,
    flat: FlatView,
    words: FlatWords,
    buttons: FlatButtons,
    /// The seat that the middle faces.
    facing: Option<usize>,
    go: Callback<&'static str>,
    /// A list is asked for: of all moves, or of those at a seat.
    onopen: EventHandler<Option<usize>>,
    onpick: EventHandler<(usize, bool)>,
) -> Element {
    let l = lang();
    let are_for_seats = flat.has_own || flat.keys.is_some();
    let onseat = are_for_seats.then(|| EventHandler::new(move |seat| onopen.call(Some(seat))));
    let seats = flat.seats.into_iter().map(|seat| {
        let FlatSeat { player, note, warn, current } = seat;
        RingSeat { player, note, warn, current }
    });
    rsx! {
        SeatRing {
            seats: seats.collect::<Vec<_>>(),
            direction: flat.direction,
            label: ring_label(flat.direction, l),
            current_label: t::flat_now(l),
            flat: true,
            onseat,
            FlatCentre { game, words, facing,
                FlatKeys { buttons, go, onpick, onopen: move |()| onopen.call(None) }
            }
        }
    }
}

/// What stands in the middle of the ring: where the game is, and keys.
#[component]
fn FlatCentre(game: &'static str, words: FlatWords, facing: Option<usize>, children: Element) -> Element {
    let FlatWords { called, id, big, small, wrong, clocked, trouble, .. } = words;
    rsx! {
        div { class: if wrong.is_some() { "flat-centre wrong" } else { "flat-centre" }, "data-at": facing.map(|at| at.to_string()),
            span { class: "flat-game",
                Emblem { game }
                "{called}"
            }
            div { role: "status",
                strong { "{big}" }
                if !small.is_empty() {
                    p { "{small}" }
                }
                if let Some(wrong) = &wrong {
                    p { class: "error", "{wrong}" }
                }
            }
            if let Some(of) = clocked {
                TableClock { id, of, still: true }
            }
            if let Some(trouble) = trouble {
                p { class: "error", role: "alert", "{trouble}" }
            }
            {children}
        }
    }
}

/// The keys in the middle: the most common move and the way to the others, or to what comes next.
#[component]
fn FlatKeys(
    buttons: FlatButtons,
    /// Goes to another view.
    go: Callback<&'static str>,
    onpick: EventHandler<(usize, bool)>,
    /// The list of all moves is asked for.
    onopen: EventHandler<()>,
) -> Element {
    let l = lang();
    let FlatButtons { moves, has_main, length, step, next, other } = buttons;
    rsx! {
        div { class: "flat-keys",
            if moves.is_empty() {
                if let Some(next) = next {
                    Again { next }
                } else {
                    button {
                        class: "button main",
                        onclick: move |_| go.call("play"),
                        onmounted: move |event| async move { focus(&event).await },
                        "{step}"
                    }
                }
                button { class: "button", onclick: move |_| go.call(other.0), {other.1} }
            } else {
                if has_main {
                    for length in [length] {
                        MoveButtons {
                            key: "{length}",
                            moves: moves[..1].to_vec(),
                            onpick,
                        }
                    }
                }
                if moves.len() == 1 && has_main {
                    button { class: "button", onclick: move |_| go.call("play"), {t::flat_scores(l)} }
                } else {
                    button {
                        class: if has_main { "button" } else { "button main" },
                        onclick: move |_| onopen.call(()),
                        onmounted: move |event| async move {
                            if !has_main {
                                focus(&event).await;
                            }
                        },
                        {if has_main { t::flat_more(l) } else { t::flat_enter(l) }}
                    }
                }
            }
        }
    }
}

/// The two keys in the corners: to leave, and to undo.
fn corners(undo: Option<String>, go: Callback<&'static str>, onundo: EventHandler<()>, l: Lang) -> Element {
    rsx! {
        button {
            class: "round flat-leave",
            "aria-label": t::flat_leave(l),
            onclick: move |_| go.call("play"),
            Icon { glyph: Glyph::Close }
        }
        button {
            class: "round flat-undo",
            "data-repeats": true,
            disabled: undo.is_none(),
            "aria-label": match &undo {
                Some(step) => t::table_undo(l, step),
                None => t::table_undo_none(l).to_owned(),
            },
            onclick: move |_| onundo.call(()),
            Icon { glyph: Glyph::Undo }
        }
    }
}
