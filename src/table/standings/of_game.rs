//! What the views of a game show of the standings and of its end.

use dioxus::prelude::*;
use takujo_core::domain::game::{Outcome, seated};
use takujo_core::domain::ledger::Op;
use takujo_core::domain::seats::{Direction, Seat};
use takujo_core::domain::session::{Head, Session, own_game, report};
use takujo_core::i18n::{Lang, t};
use takujo_core::play::{Play, playing, turn};

use super::super::board::{BoardRow, BoardTurn};
use super::super::comings::{change_people, people_of, why_not};
use super::super::handle::Table;
use super::part::{Ending, LOOKS, Looks};
use crate::device;
use crate::lazy::{Waiting, use_lazy_part};
use crate::state::lang;

/// The standings of a table.
#[allow(non_snake_case)] // `Standings` is a component held in a value.
pub fn standings<G: Play>(table: Table<G>) -> Element {
    let Some(Looks { standings: Standings, .. }) = use_lazy_part(&LOOKS) else {
        return rsx! {
            Waiting {}
        };
    };
    let session = table.session();
    let head = table.head.read().clone();
    let outcome = G::standing(session.ledger.state()).outcome;
    let going = !matches!(outcome, Outcome::Won(_));
    let end = G::end().filter(|_| outcome == Outcome::Playing && !session.ledger.rounds().is_empty());
    rsx! {
        EndingCard { table, whole: false }
        Standings {
            report: report(&*session),
            played: session.ledger.rounds().to_vec(),
            target: G::target(session.ledger.state()),
            name: G::name(lang()),
            head,
            oncorrect: move |entry| table.correct(entry),
            onnote: move |(entry, text)| {
                table.push(Op::Note { entry, text });
            },
            people: move |entry| people_of(table, entry),
            check: move |(entry, seating)| why_not(table, entry, seating),
            note: move |seats| G::seating_note(&seats, &table.session().options, lang()),
            onpeople: move |(entry, seating)| change_people(table, entry, seating),
            step: going.then(|| next_step(&session, lang())),
            end: end.map(|end| G::describe(&end, &session.seats, &session.options, lang())),
            onend: move |()| {
                if let Some(end) = G::end() {
                    table.append(end);
                }
            },
            file: move |()| table.file(),
            table: table.any,
        }
    }
}

/// What waits to be done on the first view, in a few words for a button.
fn next_step<G: Play>(session: &Session<G>, l: Lang) -> String {
    let turn = || Some(t::standings_turn(l, session.seats.name(turn::<G>(session.ledger.state())?)));
    G::step(session, l).or_else(turn).unwrap_or_else(|| t::flat_scores(l).to_owned())
}

/// Who is ahead, below an entry, where the screen is wide and high enough. Nothing before the first round.
#[component]
pub fn StandingsBeside<G: Play>(table: Table<G>) -> Element {
    // Asked once, so that a phone does not load the part before it needs it.
    if !use_hook(device::wide) {
        return rsx! {};
    }
    let looks = use_lazy_part(&LOOKS);
    let session = table.deferred();
    let Some(Looks { placing: Placing, .. }) = looks.filter(|_| !session.ledger.rounds().is_empty()) else {
        return rsx! {};
    };
    let head = table.head.read().clone();
    rsx! {
        section { class: "placing", "aria-label": t::standings_title(lang()),
            div {
                Placing { head, report: report(&*session), target: G::target(session.ledger.state()) }
            }
        }
    }
}

/// The table to be read across a room.
#[component]
pub fn BoardOf<G: Play>(table: Table<G>, title: String, called: String, place: String) -> Element {
    let l = lang();
    let Some(Looks { board: Board, placing: Placing, .. }) = use_lazy_part(&LOOKS) else {
        return rsx! {
            Waiting {}
        };
    };
    let session = table.session();
    let (ledger, seats) = (&session.ledger, &session.seats);
    let over = matches!(G::standing(ledger.state()).outcome, Outcome::Won(_));
    let turn = playing(&session, l).filter(|_| !over).and_then(|playing| {
        let player = seats.players().get(playing.seat.index())?.clone();
        Some(BoardTurn { player, direction: playing.direction, stack: playing.stack })
    });
    let head = table.head.read().clone();
    let report = report(&*session);
    let last = ledger.rounds().len().checked_sub(1).and_then(|at| Some((at, report.rounds.get(at)?)));
    let mut rows = Vec::new();
    if let Some((at, points)) = last {
        for (side, points) in points.iter().enumerate() {
            rows.extend(points.map(|points| BoardRow {
                players: report.side_players(&head, side),
                points: report.parts.signed(points),
                reason: made_by(&session, at, &report.sides[side]),
            }));
        }
    }
    let words = if report.by_turns { t::live_board_last_turn(l) } else { t::live_board_last(l) };
    rsx! {
        Board { game: G::ID, title, called, place, id: head.id.clone(), turn, last: (words, rows), table: table.any,
            Placing { head, report, target: G::target(ledger.state()) }
        }
    }
}

/// What these players' points in a round came from, by the seats of that round: people may have changed theirs since.
fn made_by<G: Play>(session: &Session<G>, round: usize, players: &[usize]) -> Option<String> {
    let entry = session.ledger.rounds().get(round)?.entry;
    let seated = session.ledger.states().get(entry).and_then(seated::<G>);
    let number = |seat: &Seat| seated.map_or(seat.index(), |seated| seated.number(*seat));
    let sides = G::sides(session.seats_at(entry), &session.options);
    let side = sides.iter().position(|side| side.iter().map(number).all(|player| players.contains(&player)))?;
    G::made_by(session, round, side, lang())
}

/// The end of a game: who won and how, share, play again. Nothing while the game goes on.
#[component]
pub fn EndingCard<G: Play>(
    table: Table<G>,
    /// Whether to show the final ranking and the chart: not where the page has them anyway.
    #[props(default = true)]
    whole: bool,
) -> Element {
    let made_by = use_callback(move |(round, players): (usize, Vec<usize>)| made_by(&table.session(), round, &players));
    let session = table.session();
    if !matches!(G::standing(session.ledger.state()).outcome, Outcome::Won(_)) {
        return rsx! {};
    }
    let report = report(&*session);
    let head = table.head.read().clone();
    rsx! {
        Ending { head, next: next_game(table), report, name: G::name(lang()), made_by, whole }
    }
}

/// Another game of the same people under what they agreed, started by whoever sits after this game's starter. It is not
/// opened yet: its id and time are still this game's.
pub fn next_game<G: Play>(table: Table<G>) -> Head {
    let session = table.session();
    let (head, seats) = (table.head.read().clone(), &session.seats);
    let options = serde_json::to_value(G::agreed(&session)).unwrap_or_else(|_| head.options.clone());
    Head {
        title: own_game(&options),
        players: seats.players().to_vec(),
        starter: seats.starter().onward(seats.len(), Direction::Clockwise, 1),
        drawn: false,
        deleted: None,
        uncounted: false,
        options,
        ..head
    }
}
