//! The view for a phone lying in the middle of the table: everyone can read their own name, and what a turn needs faces
//! the player whose turn it is. A sleeve may touch the phone, so an entry takes a second tap.

use dioxus::prelude::*;

use super::handle::Table;
use super::notices::notice;
use super::summary::standing_text;
use crate::device;
use crate::domain::game::Outcome;
use crate::domain::seating::Seated;
use crate::domain::seats::Direction;
use crate::domain::session::standing;
use crate::i18n::{number, t};
use crate::play::{Entering, Move, Play};
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Glyph, Icon, RingSeat, SeatRing};

/// The address of this view, which every table has without help from its game.
pub const FLAT: &str = "flat";

/// The link to the view.
#[component]
pub fn FlatLink(
    id: String,
    /// Whether to show the icon only, in a corner of something else.
    #[props(default)]
    corner: bool,
) -> Element {
    let l = lang();
    rsx! {
        Link {
            class: if corner { "round corner" } else { "button" },
            to: Route::Table { id, tab: FLAT.to_owned() },
            "aria-label": corner.then(|| t::flat_open(l)),
            Icon { glyph: Glyph::Flat }
            if !corner {
                {t::flat_open(l)}
            }
        }
    }
}

/// Moves the keyboard focus here. If the renderer cannot, it stays.
async fn focus(at: &MountedData) {
    let _ = at.set_focus(true).await;
}

/// How long a first tap waits for the second, in milliseconds.
const ARMED: i32 = 4_000;

/// The moves at a place in the tree of choices: what was chosen on the way, and what can be chosen there.
fn choices<'a, E>(moves: &'a [Move<E>], path: &[usize]) -> Option<(Option<String>, &'a [Move<E>])> {
    path.iter().try_fold((None, moves), |(_, moves), at| match moves.get(*at)? {
        Move { words, does: Entering::Choose(among) } => Some((Some(words.clone()), among.as_slice())),
        Move { does: Entering::Event(_), .. } => None,
    })
}

/// The full screen view. Not generic over the game, so that the program contains it once.
#[component]
pub fn Flat(
    game: &'static str,
    id: String,
    title: String,
    seats: Vec<RingSeat>,
    /// The direction of play, if the game tracks turns.
    direction: Option<Direction>,
    /// The largest text.
    big: String,
    /// The text below it; may be empty.
    small: String,
    /// What can be entered; if there is a most common move, it comes first.
    moves: Vec<Move<()>>,
    /// Whether the first of the moves is the most common one.
    has_main: bool,
    /// Length of the log. Choices that were begun at another are forgotten.
    length: usize,
    /// Whether the table has ended.
    over: bool,
    /// What an undo would take back.
    undo: Option<String>,
    /// The refusal of the last tap, or a saving problem.
    trouble: Option<String>,
    onmove: EventHandler<Vec<usize>>,
    onundo: EventHandler<()>,
) -> Element {
    let l = lang();
    // The open list of choices, and the length of the log when it was opened.
    let mut opened = use_signal(|| None::<(usize, Vec<usize>)>);
    let path = opened().filter(|(of, _)| *of == length).map(|(_, path)| path);
    let current = seats.iter().position(|seat| seat.current);
    let of = seats.len();
    let label = match direction {
        Some(Direction::Clockwise) => t::flat_clockwise(l),
        Some(Direction::CounterClockwise) => t::flat_counter_clockwise(l),
        None => t::flat_seats(l),
    };
    let go = use_callback(move |tab: &'static str| {
        navigator().replace(Route::Table { id: id.clone(), tab: tab.to_owned() });
    });
    // Goes back by one choice.
    let back = use_callback(move |mut path: Vec<usize>| {
        let shorter = path.pop().map(|_| (length, path));
        opened.set(shorter);
    });
    let pick = use_callback(move |(mut path, at, opens): (Vec<usize>, usize, bool)| {
        path.push(at);
        if opens {
            opened.set(Some((length, path)));
        } else {
            opened.set(None);
            onmove.call(path);
        }
    });
    let escape = path.clone();
    let list = path.and_then(|path| {
        let (asked, among) = choices(&moves, &path)?;
        Some((path.clone(), path, asked, among.to_vec()))
    });
    rsx! {
        main {
            id: "main-view",
            class: "flat accent-{game}",
            onkeydown: move |event| {
                if device::key(&event) == Key::Escape {
                    match escape.clone() {
                        Some(path) => back.call(path),
                        None => go.call("play"),
                    }
                }
            },
            h1 { class: "hidden", "{title}" }
            if let Some((path, up, asked, among)) = list {
                div { class: "flat-ring", "data-of": "{of}",
                    div { class: "flat-panel", "data-at": current.map(|at| at.to_string()),
                        div { class: "flat-head",
                            strong { {asked.unwrap_or(big)} }
                            button {
                                class: "round",
                                "aria-label": t::close(l),
                                onclick: move |_| back.call(up.clone()),
                                Icon { glyph: Glyph::Close }
                            }
                        }
                        div { class: "flat-moves",
                            // Another list is other buttons.
                            for (key, path) in [(format!("{length} {path:?}"), path)] {
                                MoveButtons {
                                    key: "{key}",
                                    moves: among.clone(),
                                    onpick: move |(at, opens)| pick.call((path.clone(), at, opens)),
                                }
                            }
                        }
                    }
                }
            } else {
                SeatRing {
                    seats,
                    direction,
                    label,
                    current_label: t::flat_now(l),
                    flat: true,
                    div { class: "flat-centre", "data-at": current.map(|at| at.to_string()),
                        div { role: "status",
                            strong { "{big}" }
                            if !small.is_empty() {
                                p { "{small}" }
                            }
                        }
                        if let Some(trouble) = trouble {
                            p { class: "error", role: "alert", "{trouble}" }
                        }
                        div { class: "flat-keys",
                            if moves.is_empty() {
                                if !over {
                                    button {
                                        class: "button main",
                                        onclick: move |_| go.call("play"),
                                        onmounted: move |event| async move { focus(&event).await },
                                        {t::flat_scores(l)}
                                    }
                                }
                                button { class: "button", onclick: move |_| go.call("standings"), {t::tab_standings(l)} }
                            } else {
                                if has_main {
                                    for length in [length] {
                                        MoveButtons {
                                            key: "{length}",
                                            moves: moves[..1].to_vec(),
                                            onpick: move |(at, opens)| pick.call((Vec::new(), at, opens)),
                                        }
                                    }
                                }
                                if moves.len() > 1 || !has_main {
                                    button {
                                        class: if has_main { "button" } else { "button main" },
                                        onclick: move |_| opened.set(Some((length, Vec::new()))),
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
    }
}

/// Buttons for these moves. One that enters something takes a second tap; one that only asks further does not.
#[component]
fn MoveButtons(moves: Vec<Move<()>>, onpick: EventHandler<(usize, bool)>) -> Element {
    let l = lang();
    let mut armed = use_signal(|| None::<usize>);
    // Counts first taps, so that each is forgotten after its own time.
    let mut taps = use_signal(|| 0_u32);
    let mut tap = move |at: usize, opens: bool| {
        if opens || armed() == Some(at) {
            armed.set(None);
            return onpick.call((at, opens));
        }
        armed.set(Some(at));
        taps += 1;
        let mine = taps();
        spawn(async move {
            device::pause(ARMED).await;
            if *taps.peek() == mine {
                armed.set(None);
            }
        });
    };
    rsx! {
        for (at, Move { words, does }) in moves.into_iter().enumerate() {
            button {
                key: "{at}",
                class: if at == 0 { "button main" } else { "button" },
                "data-armed": armed() == Some(at),
                onclick: move |_| tap(at, matches!(does, Entering::Choose(_))),
                onmounted: move |event| async move {
                    if at == 0 {
                        focus(&event).await;
                    }
                },
                if armed() == Some(at) {
                    {t::flat_again(l, &words)}
                } else {
                    {words}
                }
            }
        }
    }
}

/// The flat view of a table.
pub fn flat<G: Play>(
    table: Table<G>,
    title: String,
    place: String,
    undo: Option<String>,
    onundo: Callback<()>,
) -> Element {
    let l = table.app().lang();
    let session = table.session();
    let report = standing(&session);
    let over = matches!(report.outcome, Outcome::Won(_));
    let turn = G::turn(&session, l).filter(|_| !over);
    let note = |seat: usize| match &turn {
        Some(turn) => turn.notes.get(seat).cloned().unwrap_or_default(),
        None => {
            // Sides hold numbers, which differ from the seats once people came or went.
            let numbers = G::seated(session.ledger.state()).map(Seated::now);
            let player = numbers.map_or(seat, |numbers| numbers.get(seat).map_or(seat, |number| usize::from(*number)));
            let side = report.sides.iter().position(|side| side.contains(&player));
            (side.map(|side| number(report.points[side])).unwrap_or_default(), false)
        }
    };
    let players = session.seats.players().iter().cloned().enumerate();
    let seats: Vec<RingSeat> = players
        .map(|(seat, player)| {
            let (note, warn) = note(seat);
            RingSeat { player, note, warn, current: turn.as_ref().is_some_and(|turn| turn.seat.index() == seat) }
        })
        .collect();
    let name = turn.as_ref().map(|turn| session.seats.name(turn.seat).to_owned());
    let (big, small) = match (&turn, name) {
        (Some(turn), Some(name)) if turn.stack > 0 => (format!("+{}", turn.stack), name),
        (_, Some(name)) => (name, String::new()),
        (_, None) => (place, standing_text(&report, l)),
    };
    let moves = turn.as_ref().map(|_| G::moves(&session, l)).unwrap_or_default();
    let length = session.ledger.length();
    let has_main = moves.main.is_some();
    let moves: Vec<_> = moves.main.into_iter().chain(moves.others).collect();
    let words = moves.iter().map(Move::words_only).collect::<Vec<_>>();
    let onmove = move |path: Vec<usize>| {
        let Some((last, path)) = path.split_last() else { return };
        // The tap was aimed at what was drawn, so ignore it if the table has changed since.
        let before = table.session().ledger.clone();
        if before.length() != length {
            return;
        }
        let chosen = choices(&moves, path).and_then(|(_, among)| among.get(*last));
        let Some(Move { does: Entering::Event(event), .. }) = chosen else { return };
        if table.append(event.clone())
            && let Some(draft) = table.any.draft_text()
        {
            // A round half entered stays; a turn half entered was this one.
            table.any.save_draft(G::draft_after(&draft, &before, &table.session().ledger));
        }
    };
    rsx! {
        Flat {
            game: G::ID,
            id: table.head.read().id.clone(),
            title,
            seats,
            direction: turn.as_ref().map(|turn| turn.direction),
            big,
            small,
            moves: words,
            has_main,
            length,
            over,
            undo,
            trouble: notice(table.any, l),
            onmove,
            onundo,
        }
    }
}
