//! What the flat view of a game's table shows, and what is entered there.

use dioxus::prelude::*;
use serde_json::Value;
use takujo_core::domain::game::{Outcome, seated};
use takujo_core::domain::seating::Seated;
use takujo_core::domain::seats::Seat;
use takujo_core::domain::session::{Report, Session, standing};
use takujo_core::entry::Sum;
use takujo_core::i18n::{Lang, t};
use takujo_core::live::rows::Rows;
use takujo_core::play::{Drafted, Entering, Move, Play, Playing, playing};

use super::super::handle::Table;
use super::super::notices::notice;
use super::super::standings::next_game;
use super::super::summary::{standing_text, total_text};
use super::choices::{FlatPath, choices};
use super::view::{Flat, FlatEntries, FlatWords};
use crate::ui::RingSeat;

/// The rows of the open round, and the side that the player at this seat belongs to.
fn row_of<G: Play>(table: Table<G>, seat: usize) -> Option<(Rows, usize)> {
    let rows = table.any.rows()?;
    let session = table.session();
    let side = rows.side_of(&session.seats.players().get(seat)?.name)?;
    Some((rows, side))
}

/// What stands beside a name: the note of a turn, or else the total; and whether it is a warning.
fn note<G: Play>(
    session: &Session<G>,
    report: &Report,
    turn: Option<&Playing>,
    seat: usize,
    l: Lang,
) -> (String, bool) {
    match turn {
        Some(turn) => turn.notes.get(seat).cloned().unwrap_or_default(),
        None => {
            // Sides hold numbers, which differ from the seats once people came or went.
            let numbers = seated::<G>(session.ledger.state()).map(Seated::now);
            let player = numbers.map_or(seat, |numbers| numbers.get(seat).map_or(seat, |number| usize::from(*number)));
            let side = report.sides.iter().position(|side| side.contains(&player));
            // With its unit: a 6 that lies on its head is a 9.
            let total = |side| match report.by_wins() || report.turns.is_some() {
                true => total_text(report, side, l),
                false => t::standings_points(l, report.parts.arg(report.totals[side])),
            };
            (side.map(total).unwrap_or_default(), false)
        }
    }
}

/// The largest text, and the one below it.
fn headline<G: Play>(
    session: &Session<G>,
    report: &Report,
    turn: Option<&Playing>,
    place: &str,
    l: Lang,
) -> (String, String) {
    let name = turn.map(|turn| session.seats.name(turn.seat).to_owned());
    match (turn, name) {
        (Some(turn), Some(name)) if turn.stack > 0 => (format!("+{}", turn.stack), name),
        (_, Some(name)) => (name, String::new()),
        (_, None) if matches!(report.outcome, Outcome::Won(_)) => {
            let lowest = (G::lowest_wins(&session.options) && report.turns.is_none()).then(|| t::standings_lowest(l));
            (standing_text(report, l), [t::ending_title(l)].into_iter().chain(lowest).collect::<Vec<_>>().join(" · "))
        }
        (_, None) => (place.to_owned(), standing_text(report, l)),
    }
}

/// What can be entered now.
struct Enterable<E> {
    moves: Vec<Move<E>>,
    /// Whether the first of them is the most common one.
    has_main: bool,
    /// Whether the first of them saves the round.
    saves: bool,
    /// What stays of the draft once the round is saved.
    rest: Option<Value>,
    /// What is wrong with the draft.
    wrong: Option<String>,
}

fn enterable<G: Play>(
    session: &Session<G>,
    draft: Option<&str>,
    over: bool,
    turn: Option<&Playing>,
    l: Lang,
) -> Enterable<G::Event> {
    let drafted =
        draft.filter(|_| !over).zip(G::ROWS).map_or(Err(None), |(draft, rows)| (rows.drafted)(draft, session, l));
    let saves = drafted.is_ok();
    let asked = draft.filter(|_| !over && !saves).and_then(|draft| G::asked(draft, session, l));
    let (save, rest, wrong) = match drafted {
        Err(_) if asked.is_some() => (asked, None, None),
        Ok(Drafted { words, event, rest }) => (Some(Move::event(words, event)), rest, None),
        Err(wrong) => (None, None, wrong),
    };
    let moves = turn.zip(G::TURNS).map(|(_, turns)| (turns.moves)(session, l)).unwrap_or_default();
    let has_main = save.is_some() || moves.main.is_some();
    let moves = save.into_iter().chain(moves.main).chain(moves.others).collect();
    Enterable { moves, has_main, saves, rest, wrong }
}

/// What can be entered about the player of a seat.
fn moves_at<G: Play>(table: Table<G>, seat: usize, l: Lang) -> Vec<Move<G::Event>> {
    match u8::try_from(seat) {
        Ok(seat) => G::TURNS.map(|turns| (turns.about)(&table.session(), Seat(seat), l)).unwrap_or_default(),
        Err(_) => Vec::new(),
    }
}

/// Enters the move that was chosen, if the log still has this length.
fn enter<G: Play>(table: Table<G>, entry: &Enterable<G::Event>, length: usize, (seat, path): FlatPath, l: Lang) {
    let Some((last, path)) = path.split_last() else { return };
    // The tap was aimed at what was drawn, so it does not count if the table has changed since.
    let before = table.session().ledger.clone();
    if before.length() != length {
        let drawn = choices(&entry.moves, path).filter(|_| seat.is_none()).and_then(|(_, among)| among.get(*last));
        if let Some(Move { does: Entering::Event(event), .. }) = drawn {
            table.late(event.clone());
        }
        return;
    }
    let own = seat.map(|seat| moves_at(table, seat, l));
    let chosen = choices(own.as_deref().unwrap_or(&entry.moves), path).and_then(|(_, among)| among.get(*last));
    let Some(Move { does: Entering::Event(event), .. }) = chosen else { return };
    if entry.saves && seat.is_none() && path.is_empty() && *last == 0 {
        table.commit_but(event.clone(), entry.rest.as_ref());
        return;
    }
    if table.append(event.clone())
        && let Some(draft) = table.any.draft_text()
    {
        // A round half entered stays; a turn half entered was this one.
        table.any.save_draft(G::draft_after(&draft, &before, &table.session().ledger));
    }
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
    let draft = table.any.draft_text();
    // Whose row is complete: they get a tick. The round can be saved once everybody has one.
    let entered = |seat: usize| {
        let row = keys.as_ref().and_then(|_| row_of(table, seat));
        row.is_some_and(|(rows, side)| rows.is_whole(&rows.row(draft.as_deref(), side)))
    };
    let players = session.seats.players().iter().cloned().enumerate();
    let seats: Vec<RingSeat> = players
        .map(|(seat, player)| {
            let (note, warn) = note(&session, &report, turn.as_ref(), seat, l);
            let note = if entered(seat) { format!("{note} \u{2713}") } else { note };
            RingSeat { player, note, warn, current: turn.as_ref().is_some_and(|turn| turn.seat.index() == seat) }
        })
        .collect();
    let (big, small) = headline(&session, &report, turn.as_ref(), &place, l);
    let entry = enterable(&session, draft.as_deref(), over, turn.as_ref(), l);
    let length = session.ledger.length();
    let has_own = !moves_at(table, 0, l).is_empty();
    let seat_moves =
        use_callback(move |seat| moves_at(table, seat, l).iter().map(Move::words_only).collect::<Vec<_>>());
    let seat_row = use_callback(move |seat: usize| {
        let Some((rows, side)) = row_of(table, seat) else { return Vec::new() };
        let row = rows.row(table.any.draft_text().as_deref(), side);
        let finished = |cell| Some(Sum::typed(cell)).filter(Sum::is_finished).unwrap_or_default();
        row.into_iter().map(finished).collect::<Vec<_>>()
    });
    let onrow = move |(seat, row): (usize, Vec<String>)| {
        let Some((rows, side)) = row_of(table, seat) else { return };
        if let Some(draft) = rows.with_row(table.any.draft_text().as_deref(), side, &row) {
            table.any.save_draft(Some(draft));
        }
    };
    let words = FlatWords {
        called: if title == called { called } else { format!("{title} · {called}") },
        id: table.head.read().id.clone(),
        title,
        big,
        small,
        so_far: format!("{place} · {}", standing_text(&report, l)),
        wrong: entry.wrong.clone().filter(|_| keys.is_some()),
        step: G::step(&session, l).unwrap_or_else(|| t::flat_scores(l).to_owned()),
        other,
        clocked: (!over).then(|| (turn.as_ref().map(|turn| turn.seat), session.ledger.rounds().len())),
        undo,
        trouble: notice(table.any, l),
    };
    let entries = FlatEntries {
        moves: entry.moves.iter().map(Move::words_only).collect(),
        has_main: entry.has_main,
        seat_moves: has_own.then_some(seat_moves),
        seat_row: keys.as_ref().map(|_| seat_row),
        keys,
        length,
        next: over.then(|| next_game(table)),
    };
    rsx! {
        Flat {
            game: G::ID,
            seats,
            direction: turn.as_ref().map(|turn| turn.direction),
            words,
            entries,
            onmove: move |way| enter(table, &entry, length, way, l),
            onrow,
            onundo,
        }
    }
}
