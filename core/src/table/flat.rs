//! What a phone lying on the table shows of it, and what is entered there.

use crate::domain::game::{Game, Outcome, seated};
use crate::domain::seating::Seated;
use crate::domain::seats::{Direction, Player, Seat, Seats};
use crate::domain::session::{Report, Session, standing};
use crate::entry::{Grid, Sum};
use crate::i18n::{Lang, t};
use crate::live::rows::Rows;
use crate::play::{Drafted, DraftedRound, Entering, Move, MoveList, Play, Playing, RowKeys, playing};
use crate::table::summary::{standing_text, total_text};

/// A seat at the table.
#[derive(Clone, PartialEq)]
pub struct FlatSeat {
    /// Who sits there.
    pub player: Player,
    /// A word or two under the name.
    pub note: String,
    /// Whether the note is a warning.
    pub warn: bool,
    /// Whether it is this player's turn.
    pub current: bool,
}

/// What the phone shows.
#[derive(Clone, PartialEq)]
pub struct FlatView {
    /// Who sits there.
    pub seats: Vec<FlatSeat>,
    /// The direction of play, if the game tracks turns.
    pub direction: Option<Direction>,
    /// The largest text, if it is not where the table is.
    pub big: Option<String>,
    /// The text below it; may be empty.
    pub small: String,
    /// How it stands.
    pub stands: String,
    /// What is wrong with the rows filled so far.
    pub wrong: Option<String>,
    /// What comes next if it is no move.
    pub step: String,
    /// The moves; if there is a most common one, it comes first.
    pub moves: Vec<Move<()>>,
    /// Whether the first of the moves is the most common one.
    pub has_main: bool,
    /// Whether anything can be entered about the player of a seat, by them.
    pub has_own: bool,
    /// How a player enters their row, if they can.
    pub keys: Option<RowKeys>,
    /// Length of the log.
    pub length: usize,
    /// Whether the game is over.
    pub over: bool,
}

/// Whose seat was tapped, if one was, and what was chosen after that: an index into the moves at each step.
pub type FlatPath = (Option<usize>, Vec<usize>);

/// What a chosen move is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FlatTap {
    /// It comes too late: the table has changed since it was drawn. This would have been its record.
    Late(String),
    /// It saves the round in the draft; this stays of that, if anything does.
    Saves(Option<String>),
    /// It is entered beside the draft.
    Beside,
}

/// The moves at a place in the tree of choices: the words of the choice that led there, and what can be chosen. `None`
/// if there is no such place.
pub fn choices<'a, E>(moves: &'a [Move<E>], path: &[usize]) -> Option<(Option<String>, &'a [Move<E>])> {
    path.iter().try_fold((None, moves), |(_, moves), at| match moves.get(*at)? {
        Move { words, does: Entering::Choose(among) } => Some((Some(words.clone()), among.as_slice())),
        Move { does: Entering::Event(_), .. } => None,
    })
}

/// What can be entered about the player of a seat.
pub(super) fn moves_at<G: Play>(session: &Session<G>, seat: usize, l: Lang) -> MoveList<G> {
    match u8::try_from(seat) {
        Ok(seat) => G::TURNS.map(|turns| (turns.about)(session, Seat(seat), l)).unwrap_or_default(),
        Err(_) => Vec::new(),
    }
}

/// What the cells hold that the player of a seat fills; none if they fill none now.
pub(super) fn row_cells(seats: &Seats, rows: &Rows, seat: usize, grid: Option<&Grid>) -> Vec<Sum> {
    let side = seats.players().get(seat).and_then(|player| rows.side_of(&player.name));
    let cells = side.map(|side| rows.row(grid, side)).unwrap_or_default().into_iter();
    cells.map(|cell| Some(Sum::typed(cell)).filter(Sum::is_finished).unwrap_or_default()).collect()
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

/// The largest text, if it is not where the table is, and the one below it.
fn headline<G: Play>(
    session: &Session<G>,
    report: &Report,
    turn: Option<&Playing>,
    l: Lang,
) -> (Option<String>, String) {
    let name = turn.map(|turn| session.seats.name(turn.seat).to_owned());
    match (turn, name) {
        (Some(turn), Some(name)) if turn.stack > 0 => (Some(format!("+{}", turn.stack)), name),
        (_, Some(name)) => (Some(name), String::new()),
        (_, None) if matches!(report.outcome, Outcome::Won(_)) => {
            let lowest = (report.lowest_wins && report.turns.is_none()).then(|| t::standings_lowest(l));
            let under = [t::ending_title(l)].into_iter().chain(lowest).collect::<Vec<_>>().join(" · ");
            (Some(standing_text(report, l)), under)
        }
        (_, None) => (None, standing_text(report, l)),
    }
}

/// What can be entered now.
struct Enterable<G: Play> {
    moves: MoveList<G>,
    /// Whether the first of them is the most common one.
    has_main: bool,
    /// What stays of the draft if the first of them saves the round, which it does if this is there.
    saves: Option<Option<G::Draft>>,
    /// What is wrong with the draft.
    wrong: Option<String>,
}

fn enterable<G: Play>(session: &Session<G>, draft: Option<&G::Draft>, l: Lang) -> Enterable<G> {
    let over = matches!(G::standing(session.ledger.state()).outcome, Outcome::Won(_));
    let turn = playing(session, l).filter(|_| !over);
    let drafted = draft.filter(|_| !over).zip(G::ROWS).map(|(draft, rows)| (rows.drafted)(draft, session, l));
    let (save, saves, wrong) = match drafted {
        None | Some(DraftedRound::Open) => (None, None, None),
        Some(DraftedRound::Wrong(wrong)) => (None, None, Some(wrong)),
        Some(DraftedRound::Asked(which)) => (Some(which), None, None),
        Some(DraftedRound::Whole(Drafted { words, event, rest })) => {
            (Some(Move::event(words, event)), Some(rest), None)
        }
    };
    let moves = turn.zip(G::TURNS).map(|(_, turns)| (turns.moves)(session, l)).unwrap_or_default();
    let has_main = save.is_some() || moves.main.is_some();
    Enterable { moves: save.into_iter().chain(moves.main).chain(moves.others).collect(), has_main, saves, wrong }
}

/// What is entered, and if that saves the round in the draft, what stays of it.
type Chosen<G> = (<G as Game>::Event, Option<Option<<G as Play>::Draft>>);

/// What is at the end of a path.
pub(super) fn chosen<G: Play>(
    session: &Session<G>,
    draft: Option<&G::Draft>,
    (seat, path): &FlatPath,
    l: Lang,
) -> Option<Chosen<G>> {
    let entry = enterable(session, draft, l);
    let own = seat.map(|seat| moves_at(session, seat, l));
    let event = event_at(own.as_deref().unwrap_or(&entry.moves), path)?;
    Some((event, entry.saves.filter(|_| seat.is_none() && path == &[0])))
}

/// The event at the end of a path through these moves.
pub(super) fn event_at<E: Clone>(moves: &[Move<E>], path: &[usize]) -> Option<E> {
    let (last, before) = path.split_last()?;
    match choices(moves, before)?.1.get(*last)? {
        Move { does: Entering::Event(event), .. } => Some(event.clone()),
        Move { does: Entering::Choose(_), .. } => None,
    }
}

/// What the phone shows, with the moves as events; `rows` are those of the open round.
pub(super) fn flat<G: Play>(
    session: &Session<G>,
    rows: Option<Rows>,
    draft: Option<G::Draft>,
    l: Lang,
) -> (FlatView, MoveList<G>) {
    let report = standing(session);
    let over = matches!(report.outcome, Outcome::Won(_));
    let turn = playing(session, l).filter(|_| !over);
    let keys = G::ROWS
        .and_then(|rows| (rows.keys)(session, l))
        .filter(|keys| rows.as_ref().is_some_and(|rows| rows.cells == keys.words.len()));
    // Whose row is complete: they get a tick. The round can be saved once everybody has one.
    let mut typed = draft.clone();
    let grid = typed.as_mut().zip(G::ROWS).and_then(|(draft, rows)| (rows.grid)(draft));
    let grid = grid.map(|grid| &*grid);
    let entered = |name: &str| {
        let rows = rows.as_ref().filter(|_| keys.is_some());
        rows.is_some_and(|rows| rows.side_of(name).is_some_and(|side| rows.is_whole(&rows.row(grid, side))))
    };
    let players = session.seats.players().iter().cloned().enumerate();
    let seats = players.map(|(seat, player)| {
        let (note, warn) = note(session, &report, turn.as_ref(), seat, l);
        let note = if entered(&player.name) { format!("{note} \u{2713}") } else { note };
        FlatSeat { player, note, warn, current: turn.as_ref().is_some_and(|turn| turn.seat.index() == seat) }
    });
    let seats = seats.collect();
    let (big, small) = headline(session, &report, turn.as_ref(), l);
    let entry = enterable(session, draft.as_ref(), l);
    let view = FlatView {
        seats,
        direction: turn.as_ref().map(|turn| turn.direction),
        big,
        small,
        stands: standing_text(&report, l),
        wrong: entry.wrong.filter(|_| keys.is_some()),
        step: G::steps(session).next.map_or_else(|| t::flat_scores(l).to_owned(), |next| next(l)),
        moves: entry.moves.iter().map(Move::words_only).collect(),
        has_main: entry.has_main,
        has_own: !moves_at(session, 0, l).is_empty(),
        keys,
        length: session.ledger.length(),
        over,
    };
    (view, entry.moves)
}
