//! The view for a phone lying in the middle of the table: everyone can read their own name, and a tap anywhere passes
//! the turn on.

use dioxus::prelude::*;

use super::handle::Table;
use super::notices::notice;
use super::summary::standing_text;
use crate::domain::game::Outcome;
use crate::domain::seats::Direction;
use crate::domain::session::standing;
use crate::i18n::{number, t};
use crate::play::{Play, Playing};
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
    /// What a tap does.
    act: String,
    /// What an undo would take back.
    undo: Option<String>,
    /// The refusal of the last tap, or a saving problem.
    trouble: Option<String>,
    onact: EventHandler<()>,
    onundo: EventHandler<()>,
) -> Element {
    let l = lang();
    let at = seats.iter().position(|seat| seat.current);
    let label = match direction {
        Some(Direction::Clockwise) => t::flat_clockwise(l),
        Some(Direction::CounterClockwise) => t::flat_counter_clockwise(l),
        None => t::flat_seats(l),
    };
    let leave = move || {
        navigator().replace(Route::Table { id: id.clone(), tab: "play".to_owned() });
    };
    let out = leave.clone();
    rsx! {
        main {
            id: "main-view",
            class: "flat accent-{game}",
            onkeydown: move |event| {
                if crate::device::key(&event) == Key::Escape {
                    out();
                }
            },
            h1 { class: "hidden", "{title}" }
            button {
                class: "flat-tap",
                "aria-label": "{act}",
                onclick: move |_| onact.call(()),
                onmounted: move |event| async move {
                    // If the renderer cannot move the focus, it stays.
                    let _ = event.set_focus(true).await;
                },
            }
            SeatRing {
                seats,
                direction,
                label,
                current_label: t::flat_now(l),
                flat: true,
                div { class: "flat-centre", "data-at": at.map(|at| at.to_string()),
                    div { role: "status",
                        strong { "{big}" }
                        if !small.is_empty() {
                            p { "{small}" }
                        }
                    }
                    if let Some(trouble) = trouble {
                        p { class: "error", role: "alert", "{trouble}" }
                    } else {
                        span { class: "chip", "aria-hidden": "true", "{act}" }
                    }
                }
            }
            button { class: "round flat-leave", "aria-label": t::flat_leave(l), onclick: move |_| leave(),
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
            let side = report.sides.iter().position(|side| side.contains(&seat));
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
    let act = match &turn {
        Some(Playing { next: Some((_, words)), .. }) => words.clone(),
        Some(_) => t::flat_enter(l).to_owned(),
        None => t::tab_standings(l).to_owned(),
    };
    let id = table.head.read().id.clone();
    let to = if turn.is_some() { "play" } else { "standings" };
    let onact = {
        let id = id.clone();
        move |()| {
            let next = G::turn(&table.session(), l).filter(|_| !over).and_then(|turn| turn.next);
            match next {
                Some((event, _)) => {
                    table.append(event);
                }
                None => {
                    navigator().push(Route::Table { id: id.clone(), tab: to.to_owned() });
                }
            }
        }
    };
    rsx! {
        Flat {
            game: G::ID,
            id,
            title,
            seats,
            direction: turn.as_ref().map(|turn| turn.direction),
            big,
            small,
            act,
            undo,
            trouble: notice(table.any, l),
            onact,
            onundo,
        }
    }
}
