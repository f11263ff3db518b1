//! What is shown of an open table besides its game's own views, as plain data: the frame, the standings, and the board
//! that is read across a room. Each is made once for all games; the app only draws it.

use super::coming_words::seating_text;
use super::draft::Drafts;
use super::summary::{course_text, standing_text};
use crate::domain::game::{Outcome, TargetTotal, seated, seating};
use crate::domain::ledger::{Round, Step};
use crate::domain::seats::{Direction, Player, Seat};
use crate::domain::session::{Head, Report, Session, own_game, report, standing};
use crate::i18n::{Lang, t};
use crate::play::{Play, playing, turn};

/// What the frame around the views of a table shows.
#[derive(Clone, PartialEq)]
pub struct TableView {
    /// The id of its game.
    pub game: &'static str,
    /// What the game is called.
    pub called: String,
    /// The table's title, or else what the game is called.
    pub title: String,
    /// Where the table is.
    pub place: String,
    /// What stands beside that: that the fewest points win.
    pub note: Option<&'static str>,
    /// For screen readers, after each round and at the end; empty before.
    pub news: String,
    /// What an undo would take back, in words.
    pub undo: Option<String>,
    /// Whether that is a step of the draft.
    pub undoes_draft: bool,
    /// What a redo would restore.
    pub redo: Option<String>,
    /// Number of entries that stand.
    pub entries: usize,
    /// What a clock measures: whose turn it is, and how many rounds have been scored; nothing at the end.
    pub clocked: Option<(Option<Seat>, usize)>,
}

pub(super) fn table_view<G: Play>(
    session: &Session<G>,
    head: &Head,
    (draft, drafts): (Option<G::Draft>, &Drafts),
    first: bool,
    l: Lang,
) -> TableView {
    let ledger = &session.ledger;
    let entry = drafts.correction.as_ref().map(|correction| correction.entry);
    let seats = entry.map_or(&session.seats, |entry| session.seats_at(entry));
    let entering = draft.and_then(|mut draft| G::undo_draft(&mut draft, seats, &session.options)).map(|words| words(l));
    let undoes_draft = entering.is_some();
    let called = Some(own_game(&head.options)).filter(|own| !own.is_empty());
    let called = called.unwrap_or_else(|| (G::WORDS.name)(l).to_owned());
    let title = Some(head.title.clone()).filter(|title| !title.is_empty()).unwrap_or_else(|| called.clone());
    let now = G::standing(ledger.state());
    let (over, played) = (now.is_over(), ledger.rounds().len());
    let mut place = if over { t::table_over(l).to_owned() } else { (G::WORDS.place)(ledger.state(), played, l) };
    // The first view says whose turn it is, and the others would not.
    if let Some(seat) = turn::<G>(ledger.state()).filter(|_| !first && now.turns.is_some()) {
        place = t::table_turn(l, place, session.seats.name(seat));
    }
    let news = match (over, played) {
        (true, _) => standing_text(&standing(session), l),
        (false, 0) => String::new(),
        (false, _) => t::standing_after(l, &place, standing_text(&standing(session), l)),
    };
    // Not where turns are all there is, as everyone knows then; nor at the end, as the result says it.
    let lowest = !over && now.turns.is_none() && G::scoring(&session.seats, &session.options).lowest_wins;
    TableView {
        game: G::ID,
        called,
        title,
        place,
        note: lowest.then(|| t::standings_lowest(l)),
        news,
        undo: entering.or_else(|| ledger.to_undo().map(|step| step_text(session, step, false, l))),
        undoes_draft,
        redo: ledger.to_redo().map(|step| step_text(session, step, true, l)),
        entries: ledger.entries().len(),
        clocked: (!over).then(|| (turn::<G>(ledger.state()), played)),
    }
}

/// A note, as something that was done.
pub(super) fn note_text(text: &str, l: Lang) -> String {
    if text.is_empty() { t::table_step_no_note(l).to_owned() } else { t::table_step_note(l, text) }
}

/// What an undo would take back or a redo would restore, in words.
fn step_text<G: Play>(session: &Session<G>, step: &Step<G::Event>, redo: bool, l: Lang) -> String {
    let states = session.ledger.states();
    let (event, entry) = match step {
        Step::Append(event) => (event, session.ledger.entries().len().checked_sub(usize::from(!redo))),
        Step::Correct { entry, now, .. } | Step::Insert { entry, event: now } => (now, Some(*entry)),
        Step::Winner { .. } => return t::table_step_winner(l).to_owned(),
        Step::Note { now, .. } => return note_text(now, l),
    };
    let before = entry.and_then(|entry| states.get(entry));
    let round = session.ledger.rounds().iter().position(|round| Some(round.entry) == entry);
    let seats = || entry.map_or(&session.seats, |entry| session.seats_at(entry));
    let what = match before.and_then(seated::<G>).zip(seating::<G>(event)) {
        Some((seated, seating)) => seating_text(seated, seating, l),
        None if let Some((before, round)) = before.zip(round).filter(|_| G::WORDS.more.whole_rounds) => {
            (G::WORDS.place)(before, round, l)
        }
        None => (G::WORDS.describe)(event, seats(), &session.options, l),
    };
    let actor = before.and_then(|before| (G::WORDS.more.actor)(before, event));
    let what = match actor {
        Some(seat) => t::table_step_of(l, seats().name(seat), &what),
        None => what,
    };
    if matches!(step, Step::Correct { .. } | Step::Insert { .. }) { t::table_step_correct(l, &what) } else { what }
}

/// How a round can be corrected, and whether it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoundCorrection {
    /// Whether it can be, on a screen of its own.
    pub may: bool,
    /// Whether it was, after it had been entered.
    pub done: bool,
}

/// The standings of a table.
#[derive(Clone, PartialEq)]
pub struct StandingsView {
    /// Its figures.
    pub report: Report,
    /// The scored rounds.
    pub played: Vec<Round>,
    /// Of each of them: whether it can be corrected, and whether it was.
    pub corrections: Vec<RoundCorrection>,
    /// The total that ends the game, if there is one.
    pub target: Option<TargetTotal>,
    /// How the game went, once it is over, see [`course_text`].
    pub course: Vec<String>,
    /// The name of the game.
    pub name: &'static str,
    /// What waits to be done on the first view, in a few words for a button; nothing once the game is over.
    pub step: Option<String>,
    /// The words for ending the game now, if that can be done.
    pub end: Option<String>,
}

pub(super) fn standings<G: Play>(session: &Session<G>, l: Lang) -> StandingsView {
    let state = session.ledger.state();
    let outcome = G::standing(state).outcome;
    let steps = G::steps(session);
    let turn = || Some(t::standings_turn(l, session.seats.name(turn::<G>(state)?)));
    let step = steps.next.map(|next| next(l)).or_else(turn).unwrap_or_else(|| t::flat_scores(l).to_owned());
    let end = steps.end.filter(|_| outcome == Outcome::Playing && !session.ledger.rounds().is_empty());
    let corrected = session.ledger.corrected();
    let correction = |round: &Round| RoundCorrection {
        may: may_correct(session, round.entry),
        done: corrected.contains(&round.entry),
    };
    let report = report(session);
    StandingsView {
        course: course_text(&report, l),
        report,
        played: session.ledger.rounds().to_vec(),
        corrections: session.ledger.rounds().iter().map(correction).collect(),
        target: G::target(state),
        name: (G::WORDS.name)(l),
        step: (!matches!(outcome, Outcome::Won(_))).then_some(step),
        end: end.map(|end| (G::WORDS.describe)(&end, &session.seats, &session.options, l)),
    }
}

/// Whether this entry exists and can be corrected.
pub(super) fn may_correct<G: Play>(session: &Session<G>, entry: usize) -> bool {
    let after = session.ledger.entries().get(entry).zip(session.ledger.states().get(entry + 1));
    after.is_some_and(|(event, after)| G::may_correct(after, event))
}

/// What these players' points in a round came from, by the seats of that round: people may have changed theirs since.
fn made_by<G: Play>(session: &Session<G>, round: usize, players: &[usize], l: Lang) -> Option<String> {
    let entry = session.ledger.rounds().get(round)?.entry;
    let seated = session.ledger.states().get(entry).and_then(seated::<G>);
    let number = |seat: &Seat| seated.map_or(seat.index(), |seated| seated.number(*seat));
    let sides = G::scoring(session.seats_at(entry), &session.options).sides;
    let side = sides.iter().position(|side| side.iter().map(number).all(|player| players.contains(&player)))?;
    (G::WORDS.more.made_by)(session, round, side, l)
}

/// Another game of the same people under what they agreed, started by whoever sits after this game's starter. It is not
/// opened yet: its id and time are still this game's.
pub(super) fn next_game<G: Play>(session: &Session<G>, head: &Head) -> Head {
    let seats = &session.seats;
    let again = G::steps(session).again;
    let options = serde_json::to_value(again.as_ref().unwrap_or(&session.options));
    let options = options.unwrap_or_else(|_| head.options.clone());
    Head {
        title: own_game(&options),
        players: seats.players().to_vec(),
        starter: seats.starter().onward(seats.len(), Direction::Clockwise, 1),
        drawn: false,
        deleted: None,
        uncounted: false,
        options,
        ..head.clone()
    }
}

/// Whose turn it is, on the board.
#[derive(Clone, PartialEq)]
pub struct BoardTurn {
    /// Who plays.
    pub player: Player,
    /// Which way round.
    pub direction: Direction,
    /// Cards waiting to be taken.
    pub stack: u16,
}

/// A side's part in the last round, on the board.
#[derive(Clone, PartialEq)]
pub struct BoardRow {
    /// Who they are.
    pub players: Vec<Player>,
    /// What it brought them, with its sign.
    pub points: String,
    /// Whether that is less than nothing.
    pub below: bool,
    /// What that came from.
    pub reason: Option<String>,
}

/// A table as it is read across a room.
#[derive(Clone, PartialEq)]
pub struct BoardView {
    /// Its figures.
    pub report: Report,
    /// The total that ends the game, if there is one.
    pub target: Option<TargetTotal>,
    /// How the game went, once it is over.
    pub course: Vec<String>,
    /// Whose turn it is.
    pub turn: Option<BoardTurn>,
    /// What the last round, or turn, is called.
    pub last: &'static str,
    /// What it brought.
    pub rows: Vec<BoardRow>,
}

pub(super) fn board<G: Play>(session: &Session<G>, head: &Head, l: Lang) -> BoardView {
    let report = report(session);
    let over = matches!(report.outcome, Outcome::Won(_));
    let turn = playing(session, l).filter(|_| !over).and_then(|playing| {
        let player = session.seats.players().get(playing.seat.index())?.clone();
        Some(BoardTurn { player, direction: playing.direction, stack: playing.stack })
    });
    let last = session.ledger.rounds().len().checked_sub(1).and_then(|at| Some((at, report.rounds.get(at)?)));
    let mut rows = Vec::new();
    if let Some((at, points)) = last {
        for (side, points) in points.iter().enumerate() {
            rows.extend(points.map(|points| BoardRow {
                players: report.side_players(head, side),
                points: report.parts.signed(points),
                below: points < 0,
                reason: made_by(session, at, &report.sides[side], l),
            }));
        }
    }
    let last = if report.by_turns { t::live_board_last_turn(l) } else { t::live_board_last(l) };
    BoardView { course: course_text(&report, l), report, target: G::target(session.ledger.state()), turn, last, rows }
}
