//! The full screen view. Not generic over the game, so that the program contains it once.

use dioxus::prelude::*;
use takujo_core::domain::seats::Direction;
use takujo_core::domain::session::Head;
use takujo_core::entry::Sum;
use takujo_core::i18n::{Lang, t};
use takujo_core::play::{Move, RowKeys};

use super::super::clock::{Measured, TableClock};
use super::super::standings::Again;
use super::choices::{FlatPath, choices};
use super::keys::{MoveButtons, RowPad, focus};
use crate::device;
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Emblem, Glyph, Icon, RingSeat, SeatRing};

/// What it says.
#[derive(Clone, PartialEq)]
pub(super) struct FlatWords {
    /// What the game is called.
    pub(super) called: String,
    /// The id of the table.
    pub(super) id: String,
    pub(super) title: String,
    /// The largest text.
    pub(super) big: String,
    /// The text below it; may be empty.
    pub(super) small: String,
    /// Where the table is, and how it stands.
    pub(super) so_far: String,
    /// What is wrong with the rows filled so far.
    pub(super) wrong: Option<String>,
    /// What comes next if it is no move.
    pub(super) step: String,
    /// The view of the standings, or of what a game has instead: its id and its name.
    pub(super) other: (&'static str, &'static str),
    /// What the table's clock measures, if it may run.
    pub(super) clocked: Option<Measured>,
    /// What an undo would take back.
    pub(super) undo: Option<String>,
    /// The refusal of the last tap, or a saving problem.
    pub(super) trouble: Option<String>,
}

/// What can be entered there.
#[derive(Clone, PartialEq)]
pub(super) struct FlatEntries {
    /// The moves; if there is a most common one, it comes first.
    pub(super) moves: Vec<Move<()>>,
    /// Whether the first of the moves is the most common one.
    pub(super) has_main: bool,
    /// What can be entered about the player of a seat, by them; `None` if there is nothing for anybody.
    pub(super) seat_moves: Option<Callback<usize, Vec<Move<()>>>>,
    /// What the cells that the player of a seat fills hold; no cells if they fill none now. `None` if nobody ever does.
    pub(super) seat_row: Option<Callback<usize, Vec<Sum>>>,
    /// How such a row is entered.
    pub(super) keys: Option<RowKeys>,
    /// Length of the log. Choices begun at another length are forgotten.
    pub(super) length: usize,
    /// Another game of the same people, once the table has ended.
    pub(super) next: Option<Head>,
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

impl FlatEntries {
    /// Whether the player of a seat can ever enter something there.
    fn are_for_seats(&self) -> bool {
        self.seat_moves.is_some() || self.seat_row.is_some()
    }

    /// What is asked at a place in the tree of choices; `None` if there is no such place.
    fn list(&self, place: FlatPath, seats: &[RingSeat], so_far: &str) -> Option<FlatList> {
        let own = place.0.and_then(|seat| Some(self.seat_moves?.call(seat)));
        let (asked, among) = choices(own.as_deref().unwrap_or(&self.moves), &place.1)?;
        let whose = place.0.and_then(|seat| Some(seats.get(seat)?.player.name.clone()));
        let about = place.0.and_then(|seat| self.keys.as_ref()?.about.get(seat).cloned());
        let row = place.0.and_then(|seat| Some((seat, self.seat_row?.call(seat)))).filter(|(_, row)| !row.is_empty());
        let about = about.into_iter().chain(row.is_some().then(|| so_far.to_owned())).collect::<Vec<_>>().join(" · ");
        let (asked, among) = (asked.or(whose), among.to_vec());
        Some(FlatList { place, asked, about, among, row })
    }
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
    game: &'static str,
    seats: Vec<RingSeat>,
    /// The direction of play, if the game tracks turns.
    direction: Option<Direction>,
    words: FlatWords,
    entries: FlatEntries,
    onmove: EventHandler<FlatPath>,
    /// The row of a seat was filled.
    onrow: EventHandler<(usize, Vec<String>)>,
    onundo: EventHandler<()>,
) -> Element {
    let l = lang();
    let length = entries.length;
    // Whose row was filled last: what is wrong with it faces them.
    let mut filled = use_signal(|| None::<usize>);
    let current = seats.iter().position(|seat| seat.current);
    let of = seats.len();
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
    let list = path.and_then(|place| entries.list(place, &seats, &words.so_far));
    rsx! {
        main {
            id: "main-view",
            class: "flat accent-{game}",
            onkeydown: move |event| {
                if device::key(&event) == Key::Escape {
                    escape.call(());
                }
            },
            h1 { class: "hidden", "{words.title}" }
            if let Some(FlatList { place, asked, about, among, row }) = list {
                FlatPanel {
                    game,
                    called: words.called,
                    asked: asked.unwrap_or(words.big),
                    about,
                    of,
                    facing,
                    onback: escape,
                    if let Some(((seat, cells), keys)) = row.zip(entries.keys) {
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
                    seats,
                    direction,
                    words: words.clone(),
                    entries,
                    facing: current.or(filled().filter(|_| words.wrong.is_some())),
                    go,
                    onopen: move |seat| opened.set(Some((length, seat, Vec::new()))),
                    onpick: move |(at, opens)| pick.call(((None, Vec::new()), at, opens)),
                }
                {corners(words.undo, go, onundo, l)}
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
    seats: Vec<RingSeat>,
    direction: Option<Direction>,
    words: FlatWords,
    entries: FlatEntries,
    /// The seat that the middle faces.
    facing: Option<usize>,
    go: Callback<&'static str>,
    /// A list is asked for: of all moves, or of those at a seat.
    onopen: EventHandler<Option<usize>>,
    onpick: EventHandler<(usize, bool)>,
) -> Element {
    let l = lang();
    let onseat = entries.are_for_seats().then(|| EventHandler::new(move |seat| onopen.call(Some(seat))));
    rsx! {
        SeatRing {
            seats,
            direction,
            label: ring_label(direction, l),
            current_label: t::flat_now(l),
            flat: true,
            onseat,
            FlatCentre { game, words: words.clone(), facing,
                FlatKeys { words, entries, go, onpick, onopen: move |()| onopen.call(None) }
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
    words: FlatWords,
    entries: FlatEntries,
    /// Goes to another view.
    go: Callback<&'static str>,
    onpick: EventHandler<(usize, bool)>,
    /// The list of all moves is asked for.
    onopen: EventHandler<()>,
) -> Element {
    let l = lang();
    let FlatWords { step, other, .. } = words;
    let FlatEntries { moves, has_main, length, next, .. } = entries;
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
