//! The view for a phone that lies in the middle of the table: everyone can read their own name, and what a turn needs
//! faces the player whose turn it is, or whoever taps their own name. A sleeve may touch the phone, so a single touch
//! enters nothing.

use dioxus::prelude::*;
use takujo_core::domain::game::{Outcome, seated};
use takujo_core::domain::seating::Seated;
use takujo_core::domain::seats::{Direction, Seat};
use takujo_core::domain::session::{Head, standing};
use takujo_core::entry::{Forward, Grid, Pad, PadKey, Pressed, Sum};
use takujo_core::i18n::t;
use takujo_core::live::rows::Rows;
use takujo_core::play::{Drafted, Entering, Move, Play, RowKeys, playing};

use super::clock::{Measured, TableClock};
use super::handle::Table;
use super::notices::notice;
use super::standings::{Again, next_game};
use super::summary::{standing_text, total_text};
use crate::device;
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Emblem, Glyph, Icon, NumberPad, RingSeat, SeatRing};

/// Moves the keyboard focus here. If the renderer cannot, it stays.
async fn focus(at: &MountedData) {
    let _ = at.set_focus(true).await;
}

/// How long a first tap waits for the second, in milliseconds.
const ARMED: i32 = 4_000;

/// The moves at a place in the tree of choices: the words of the choice that led there, and what can be chosen. `None`
/// if there is no such place.
fn choices<'a, E>(moves: &'a [Move<E>], path: &[usize]) -> Option<(Option<String>, &'a [Move<E>])> {
    path.iter().try_fold((None, moves), |(_, moves), at| match moves.get(*at)? {
        Move { words, does: Entering::Choose(among) } => Some((Some(words.clone()), among.as_slice())),
        Move { does: Entering::Event(_), .. } => None,
    })
}

/// Whose seat was tapped, if one was, and what was chosen after that: an index into the moves at each step.
type FlatPath = (Option<usize>, Vec<usize>);

/// The full screen view. Not generic over the game, so that the program contains it once.
#[component]
pub fn Flat(
    game: &'static str,
    /// What the game is called.
    called: String,
    id: String,
    title: String,
    seats: Vec<RingSeat>,
    /// The direction of play, if the game tracks turns.
    direction: Option<Direction>,
    /// The largest text.
    big: String,
    /// The text below it; may be empty.
    small: String,
    /// Where the table is, and how it stands.
    so_far: String,
    /// What is wrong with the rows filled so far.
    wrong: Option<String>,
    /// What can be entered; if there is a most common move, it comes first.
    moves: Vec<Move<()>>,
    /// What can be entered about the player of a seat, by them; `None` if there is nothing for anybody.
    seat_moves: Option<Callback<usize, Vec<Move<()>>>>,
    /// What the cells that the player of a seat fills hold; no cells if they fill none now. `None` if nobody ever does.
    seat_row: Option<Callback<usize, Vec<Option<i32>>>>,
    /// How such a row is entered.
    keys: Option<RowKeys>,
    /// What comes next if it is no move.
    step: String,
    /// The view of the standings, or of what a game has instead: its id and its name.
    other: (&'static str, &'static str),
    /// What the table's clock measures, if it may run.
    clocked: Option<Measured>,
    /// Whether the first of the moves is the most common one.
    has_main: bool,
    /// Length of the log. Choices begun at another length are forgotten.
    length: usize,
    /// Another game of the same people, once the table has ended.
    next: Option<Head>,
    /// What an undo would take back.
    undo: Option<String>,
    /// The refusal of the last tap, or a saving problem.
    trouble: Option<String>,
    onmove: EventHandler<(Option<usize>, Vec<usize>)>,
    /// The row of a seat was filled.
    onrow: EventHandler<(usize, Vec<String>)>,
    onundo: EventHandler<()>,
) -> Element {
    let l = lang();
    // The open list of choices: the length of the log when it was opened, whose seat was tapped for it, and the choices
    // that led to it.
    let mut opened = use_signal(|| None::<(usize, Option<usize>, Vec<usize>)>);
    // Whose row was filled last: what is wrong with it faces them.
    let mut filled = use_signal(|| None::<usize>);
    let path = opened().filter(|(of, ..)| *of == length).map(|(_, seat, path)| (seat, path));
    let current = seats.iter().position(|seat| seat.current);
    let of = seats.len();
    let label = match direction {
        Some(Direction::Clockwise) => t::flat_clockwise(l),
        Some(Direction::CounterClockwise) => t::flat_counter_clockwise(l),
        None => t::flat_seats(l),
    };
    let clock = id.clone();
    let go = use_callback(move |tab: &'static str| {
        navigator().replace(Route::Table { id: id.clone(), tab: tab.to_owned() });
    });
    // Goes back by one choice.
    let back = use_callback(move |(seat, mut path): FlatPath| {
        let shorter = path.pop().map(|_| (length, seat, path));
        opened.set(shorter);
    });
    let pick = use_callback(move |((seat, mut path), at, opens): (FlatPath, usize, bool)| {
        path.push(at);
        if opens {
            opened.set(Some((length, seat, path)));
        } else {
            opened.set(None);
            onmove.call((seat, path));
        }
    });
    let onseat = seat_moves
        .map(|_| ())
        .or(seat_row.map(|_| ()))
        .map(|()| EventHandler::new(move |seat| opened.set(Some((length, Some(seat), Vec::new())))));
    let escape = path.clone();
    let facing = path.as_ref().and_then(|place| place.0).or(current);
    let list = path.and_then(|place| {
        let own = place.0.and_then(|seat| Some(seat_moves?.call(seat)));
        let (asked, among) = choices(own.as_deref().unwrap_or(&moves), &place.1)?;
        let whose = place.0.and_then(|seat| Some(seats.get(seat)?.player.name.clone()));
        let about = place.0.and_then(|seat| keys.as_ref()?.about.get(seat).cloned());
        let row = place.0.and_then(|seat| Some((seat, seat_row?.call(seat)))).filter(|(_, row)| !row.is_empty());
        let about = about.into_iter().chain(row.is_some().then(|| so_far.clone())).collect::<Vec<_>>().join(" · ");
        Some((place.clone(), place, asked.or(whose), about, among.to_vec(), row))
    });
    rsx! {
        main {
            id: "main-view",
            class: "flat accent-{game}",
            onkeydown: move |event| {
                if device::key(&event) == Key::Escape {
                    match escape.clone() {
                        Some(place) => back.call(place),
                        None => go.call("play"),
                    }
                }
            },
            h1 { class: "hidden", "{title}" }
            if let Some((place, up, asked, about, among, row)) = list {
                div { class: "flat-ring", "data-of": "{of}",
                    div { class: "flat-panel", "data-at": facing.map(|at| at.to_string()),
                        div { class: "flat-head",
                            div {
                                span { class: "flat-game",
                                    Emblem { game }
                                    "{called}"
                                }
                                strong { {asked.unwrap_or(big)} }
                                if !about.is_empty() {
                                    p { "{about}" }
                                }
                            }
                            button {
                                class: "round",
                                "aria-label": t::close(l),
                                onclick: move |_| back.call(up.clone()),
                                Icon { glyph: Glyph::Close }
                            }
                        }
                        if let Some(((seat, cells), keys)) = row.zip(keys) {
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
                            div { class: "flat-moves",
                                // Another list is other buttons.
                                for (key, place) in [(format!("{length} {place:?}"), place)] {
                                    MoveButtons {
                                        key: "{key}",
                                        moves: among.clone(),
                                        equal: place.0.is_some(),
                                        onpick: move |(at, opens)| pick.call((place.clone(), at, opens)),
                                    }
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
                    onseat,
                    div { class: if wrong.is_some() { "flat-centre wrong" } else { "flat-centre" }, "data-at": current.or(filled().filter(|_| wrong.is_some())).map(|at| at.to_string()),
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
                            TableClock { id: clock, of, still: true }
                        }
                        if let Some(trouble) = trouble {
                            p { class: "error", role: "alert", "{trouble}" }
                        }
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
                                            onpick: move |(at, opens)| pick.call(((None, Vec::new()), at, opens)),
                                        }
                                    }
                                }
                                if moves.len() == 1 && has_main {
                                    button { class: "button", onclick: move |_| go.call("play"), {t::flat_scores(l)} }
                                } else {
                                    button {
                                        class: if has_main { "button" } else { "button main" },
                                        onclick: move |_| opened.set(Some((length, None, Vec::new()))),
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

/// Most cells that are shown side by side. More are laid out in rows of three.
const BESIDE: usize = 6;

/// A player's row and keys for it. Nothing of it counts before its last key, so a sleeve changes nothing.
#[component]
fn RowPad(cells: Vec<Option<i32>>, keys: RowKeys, onrow: EventHandler<Vec<String>>) -> Element {
    let l = lang();
    let mut grid = use_signal(|| Grid::partly(cells.iter().copied()));
    // Whether "10+" waits for its second digit.
    let mut ten = use_signal(|| false);
    let forward = if ten() { Forward::Next } else { grid.read().forward(t::flat_row_done(l), true) };
    let RowKeys { words, signs, pad, most, .. } = keys;
    let pad = match pad {
        // The key for a player without a trick works only while nothing is entered.
        Pad::Tens { rest, .. } => Pad::Tens { rest, open: grid.read().is_cleared() && !ten() },
        pad => pad,
    };
    let many = words.len() > BESIDE;
    let labels = if signs.is_empty() { words.clone() } else { signs };
    let mut press = move |key| {
        let mut cells = grid.write();
        let row = 0..cells.len();
        let pressed = match pad {
            Pad::Tens { .. } => cells.press_tens(key, &mut ten.write(), row),
            _ => cells.press(key, |_| most),
        };
        drop(cells);
        if pressed == Pressed::Done {
            let grid = grid.read();
            onrow.call((0..grid.len()).filter_map(|cell| grid.value(cell)).map(|value| value.to_string()).collect());
        }
    };
    let text = move |cell| {
        let grid = grid.read();
        if ten() && cell == grid.at() { "10+".to_owned() } else { grid.cell(cell).text() }
    };
    rsx! {
        div { class: "flat-entry",
            div { class: if many { "flat-row many" } else { "flat-row" },
                if many {
                    p { class: "soft", "aria-hidden": "true", {words[grid.read().at()].as_str()} }
                }
                for (at, (words, label)) in words.into_iter().zip(labels).enumerate() {
                    div { key: "{at}",
                        span { "aria-hidden": "true", "{label}" }
                        button {
                            class: "cell",
                            "aria-label": "{words} {text(at)}",
                            "aria-pressed": grid.read().at() == at,
                            onclick: move |_| {
                                if ten() {
                                    press(PadKey::Next);
                                }
                                grid.write().go(at);
                            },
                            onmounted: move |event| async move {
                                if at == 0 {
                                    focus(&event).await;
                                }
                            },
                            {text(at)}
                        }
                    }
                }
            }
            NumberPad { l, pad, forward, onkey: press }
        }
    }
}

/// Buttons for these moves. One that enters something takes a second tap; one that only asks further does not.
#[component]
fn MoveButtons(
    moves: Vec<Move<()>>,
    /// Whether all look alike; otherwise the first stands out as the most common one.
    #[props(default)]
    equal: bool,
    onpick: EventHandler<(usize, bool)>,
) -> Element {
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
                class: if at == 0 && !equal { "button main" } else { "button" },
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

/// The rows of the open round, and the side that the player at this seat belongs to.
fn row_of<G: Play>(table: Table<G>, seat: usize) -> Option<(Rows, usize)> {
    let rows = table.any.rows()?;
    let session = table.session();
    let side = rows.side_of(&session.seats.players().get(seat)?.name)?;
    Some((rows, side))
}

/// The flat view of a table.
pub fn flat<G: Play>(
    table: Table<G>,
    // What the game is called.
    called: String,
    title: String,
    place: String,
    // The view of the standings, or of what a game has instead: its id and its name.
    other: (&'static str, &'static str),
    undo: Option<String>,
    onundo: Callback<()>,
) -> Element {
    let l = table.app().lang();
    let session = table.session();
    let report = standing(&session);
    let over = matches!(report.outcome, Outcome::Won(_));
    let turn = playing(&session, l).filter(|_| !over);
    let rows = table.any.rows().filter(|_| !over);
    let keys = G::ROWS
        .and_then(|rows| (rows.keys)(&session, l))
        .filter(|keys| rows.as_ref().is_some_and(|rows| rows.cells == keys.words.len()));
    let step = G::step(&session, l).unwrap_or_else(|| t::flat_scores(l).to_owned());
    let draft = table.any.draft_text();
    // Whose row is complete: they get a tick. The round can be saved once everybody has one.
    let entered = |seat: usize| {
        let row = keys.as_ref().and_then(|_| row_of(table, seat));
        row.is_some_and(|(rows, side)| rows.is_whole(&rows.row(draft.as_deref(), side)))
    };
    let note = |seat: usize| {
        let (words, warn) = match &turn {
            Some(turn) => turn.notes.get(seat).cloned().unwrap_or_default(),
            None => {
                // Sides hold numbers, which differ from the seats once people came or went.
                let numbers = seated::<G>(session.ledger.state()).map(Seated::now);
                let player =
                    numbers.map_or(seat, |numbers| numbers.get(seat).map_or(seat, |number| usize::from(*number)));
                let side = report.sides.iter().position(|side| side.contains(&player));
                // With its unit: a 6 that lies on its head is a 9.
                let total = |side| match report.by_wins() || report.turns.is_some() {
                    true => total_text(&report, side, l),
                    false => t::standings_points(l, report.totals[side]),
                };
                (side.map(total).unwrap_or_default(), false)
            }
        };
        (if entered(seat) { format!("{words} \u{2713}") } else { words }, warn)
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
        (_, None) if over => {
            let lowest = (G::lowest_wins(&session.options) && report.turns.is_none()).then(|| t::standings_lowest(l));
            (standing_text(&report, l), [t::ending_title(l)].into_iter().chain(lowest).collect::<Vec<_>>().join(" · "))
        }
        (_, None) => (place.clone(), standing_text(&report, l)),
    };
    let so_far = format!("{place} · {}", standing_text(&report, l));
    let called = if title == called { called } else { format!("{title} · {called}") };
    let drafted = draft
        .as_deref()
        .filter(|_| !over)
        .zip(G::ROWS)
        .map_or(Err(None), |(draft, rows)| (rows.drafted)(draft, &session, l));
    let saves = drafted.is_ok();
    let (save, rest, wrong) = match drafted {
        Ok(Drafted { words, event, rest }) => (Some(Move::event(words, event)), rest, None),
        Err(wrong) => (None, None, wrong.filter(|_| keys.is_some())),
    };
    let moves = turn.as_ref().zip(G::TURNS).map(|(_, turns)| (turns.moves)(&session, l)).unwrap_or_default();
    let length = session.ledger.length();
    let has_main = saves || moves.main.is_some();
    let moves: Vec<_> = save.into_iter().chain(moves.main).chain(moves.others).collect();
    let words = moves.iter().map(Move::words_only).collect::<Vec<_>>();
    let at_seat = move |seat: usize| match u8::try_from(seat) {
        Ok(seat) => G::TURNS.map(|turns| (turns.about)(&table.session(), Seat(seat), l)).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    let has_own = !at_seat(0).is_empty();
    let seat_moves = use_callback(move |seat| at_seat(seat).iter().map(Move::words_only).collect::<Vec<_>>());
    let seat_row = use_callback(move |seat: usize| {
        let Some((rows, side)) = row_of(table, seat) else { return Vec::new() };
        let row = rows.row(table.any.draft_text().as_deref(), side);
        row.into_iter().map(|cell| Sum::typed(cell).value()).collect::<Vec<_>>()
    });
    let onrow = move |(seat, row): (usize, Vec<String>)| {
        let Some((rows, side)) = row_of(table, seat) else { return };
        if let Some(draft) = rows.with_row(table.any.draft_text().as_deref(), side, &row) {
            table.any.save_draft(Some(draft));
        }
    };
    let onmove = move |(seat, path): FlatPath| {
        let Some((last, path)) = path.split_last() else { return };
        // The tap was aimed at what was drawn, so it does not count if the table has changed since.
        let before = table.session().ledger.clone();
        if before.length() != length {
            let drawn = choices(&moves, path).filter(|_| seat.is_none()).and_then(|(_, among)| among.get(*last));
            if let Some(Move { does: Entering::Event(event), .. }) = drawn {
                table.late(event.clone());
            }
            return;
        }
        let own = seat.map(at_seat);
        let chosen = choices(own.as_deref().unwrap_or(&moves), path).and_then(|(_, among)| among.get(*last));
        let Some(Move { does: Entering::Event(event), .. }) = chosen else { return };
        if saves && seat.is_none() && path.is_empty() && *last == 0 {
            table.commit_but(event.clone(), rest.as_ref());
            return;
        }
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
            called,
            id: table.head.read().id.clone(),
            title,
            seats,
            direction: turn.as_ref().map(|turn| turn.direction),
            big,
            small,
            so_far,
            wrong,
            moves: words,
            seat_moves: has_own.then_some(seat_moves),
            seat_row: keys.as_ref().map(|_| seat_row),
            keys,
            step,
            other,
            clocked: (!over).then(|| (turn.as_ref().map(|turn| turn.seat), session.ledger.rounds().len())),
            has_main,
            length,
            next: over.then(|| next_game(table)),
            undo,
            trouble: notice(table.any, l),
            onmove,
            onrow,
            onundo,
        }
    }
}
