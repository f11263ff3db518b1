//! Any other card game at a table: its names and texts, turns and drafts.

use super::draft::{Draft, cells, most_typed, pad};
use super::game::{Any, Error, Event, MOST_POINTS, MOST_STACK, Options, ScoreSheet, State};
use super::own;
use super::text::{
    self, asked_name, asked_words, count_problem, option_problem, points_problem, points_words, side_names,
    total_problem,
};
use crate::domain::game::{Game, Outcome, TargetTotal};
use crate::domain::ledger::Ledger;
use crate::domain::seating::SeatingError;
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::Session;
use crate::domain::teams::MAX_SIDE;
use crate::i18n::{Lang, t};
use crate::live::rows::Rows;
use crate::play::{
    Drafted, GameValue, Move, Moves, Play, Playing, Problem, RowEntry, RowKeys, Turns, rows_of, same_round,
};
use crate::table::coming_words::{seating_problem, sides_problem};

impl Play for Any {
    fn name(l: Lang) -> &'static str {
        t::any_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::any_tagline(l)
    }

    fn place(state: &State, rounds: usize, l: Lang) -> String {
        // On a tie it is still open whether there is another round.
        let tied = matches!(Any::standing(state).outcome, Outcome::Tied(_));
        let number = if tied { rounds } else { rounds + 1 };
        if state.sheet.by_turns() { t::any_turn(l, number) } else { t::any_round(l, number) }
    }

    fn step(session: &Session<Any>, l: Lang) -> Option<String> {
        let tied = matches!(Any::standing(session.ledger.state()).outcome, Outcome::Tied(_));
        tied.then(|| t::tie_decide(l).to_owned())
    }

    fn describe(event: &Event, seats: &Seats, options: &Options, l: Lang) -> String {
        match event {
            Event::Round { points } => {
                let points = points.iter().map(|points| options.parts.number(*points)).collect::<Vec<_>>();
                t::any_did_round(l, points.join(" · "))
            }
            Event::Counted { counts } => {
                let sheet = ScoreSheet::of(options, counts.len());
                let said = counts.iter().enumerate().map(|(side, counts)| match (sheet.remembers(), &counts[..]) {
                    // The points may depend on the rounds before.
                    (true, [bid, made, ..]) => format!("{bid}/{made}"),
                    _ => options
                        .parts
                        .number(sheet.points(side, &counts.iter().map(|count| Some(*count)).collect::<Vec<_>>())),
                });
                t::any_did_round(l, said.collect::<Vec<_>>().join(" · "))
            }
            Event::Scored { side, points } => t::any_did_score(
                l,
                side_names(seats, options, l).get(*side).map_or("", String::as_str),
                options.parts.signed(*points),
            ),
            Event::Next => t::any_did_next(l).to_owned(),
            Event::Skip => t::any_did_skip(l).to_owned(),
            Event::Reverse => t::any_reverse(l).to_owned(),
            Event::Stack => format!("+{}", options.step),
            Event::StackOther => format!("+{}", options.other_step.unwrap_or_default()),
            Event::Again => t::any_did_again(l).to_owned(),
            Event::Take => t::any_did_take(l).to_owned(),
            Event::Turn { seat } => t::any_did_turn(l, seats.name(*seat)),
            Event::End => t::any_end(l).to_owned(),
            Event::Tie { winner: None } => t::tie_share(l).to_owned(),
            Event::Tie { winner: Some(side) } => {
                t::any_did_tie(l, side_names(seats, options, l).get(*side).map_or("", String::as_str))
            }
            Event::Deal { seat } => t::any_did_deal(l, seats.name(*seat)),
            Event::People(_) => t::people_title(l).to_owned(),
        }
    }

    fn end() -> Option<Event> {
        Some(Event::End)
    }

    fn actor(before: &State, event: &Event) -> Option<Seat> {
        (event.ends_turn() || *event == Event::Again).then_some(before.turn)
    }

    fn explain(error: &Error, seats: &Seats, options: &Options, l: Lang) -> Problem {
        let names = side_names(seats, options, l);
        let name = |side: usize| names.get(side).map_or("", String::as_str);
        let text = match error {
            Error::Count { side, cell, .. } => {
                let sheet = ScoreSheet::of(options, 0);
                sheet.cell(*cell).map_or_else(String::new, |cell| count_problem(cell, name(*side), l))
            }
            Error::Total { cell, sum, total } => {
                let sheet = ScoreSheet::of(options, 0);
                sheet.cell(*cell).map_or_else(String::new, |cell| total_problem(cell, *sum, *total, l))
            }
            Error::Sheet => t::any_error_sheet(l).to_owned(),
            Error::Name
            | Error::Categories(_)
            | Error::Category(..)
            | Error::Split
            | Error::Scoring
            | Error::Start(_)
            | Error::Step(_)
            | Error::Target(_)
            | Error::Limit { .. }
            | Error::Rounds(_) => option_problem(error, l),
            Error::Sides { given, sides } => t::any_error_players(l, *given, *sides),
            Error::Points { side, .. } => points_problem(&ScoreSheet::of(options, 0), name(*side), l),
            Error::Teams(players) => {
                options.teams.as_ref().map(|teams| sides_problem(teams, *players, l)).unwrap_or_default()
            }
            Error::Stack => t::any_error_stack(l, MOST_STACK),
            Error::NotAgreed => t::any_error_not_agreed(l).to_owned(),
            Error::NoStack => t::any_error_no_stack(l).to_owned(),
            Error::NoSeat(seat) => t::any_error_seat(l, seat.index() + 1),
            Error::Over => t::any_error_over(l).to_owned(),
            Error::NoTie => t::any_error_no_tie(l).to_owned(),
            Error::NoDeal => t::any_error_no_deal(l).to_owned(),
            Error::People(SeatingError::Points(_)) => {
                let bound = |points: i32| options.parts.number(points * options.parts.of_one());
                t::people_points_wrong(l, bound(-MOST_POINTS), bound(MOST_POINTS))
            }
            Error::People(error) => seating_problem(l, error),
        };
        Problem { text, rule: None }
    }

    fn agreed_words(options: &Options, _: usize, l: Lang) -> Vec<String> {
        text::agreed_words(options, l)
    }

    fn target(state: &State) -> Option<TargetTotal> {
        state.target()
    }

    fn made_by(session: &Session<Any>, round: usize, side: usize, l: Lang) -> Option<String> {
        let entry = session.ledger.rounds().get(round)?.entry;
        let before = session.ledger.states().get(entry)?;
        let parts = session.options.parts;
        let (points, words) = match session.ledger.entries().get(entry)? {
            Event::Round { points } => (*points.get(side)?, None),
            Event::Scored { side: by, points } if *by == side => (*points, None),
            Event::Counted { counts } => {
                let counts = counts.get(side)?;
                let row: Vec<Option<i32>> = counts.iter().map(|count| Some(*count)).collect();
                (before.sheet.points(side, &row), Some(before.sheet.words(side, counts, l)))
            }
            _ => return None,
        };
        let past =
            before.target().filter(|target| target.is_past(before.totals.get(side).copied().unwrap_or(0), points));
        let past = past.map(|target| t::any_past(l, parts.signed(points), parts.number(target.points)));
        let words: Vec<String> = words.into_iter().filter(|words| !words.is_empty()).chain(past).collect();
        (!words.is_empty()).then(|| words.join(" · "))
    }

    fn undo_draft(draft: &str, seats: &Seats, options: &Options, l: Lang) -> Option<(String, String)> {
        let mut entry: Draft = serde_json::from_str(draft).ok()?;
        let (cell, now) = entry.grid.to_undo()?;
        let names = side_names(seats, options, l);
        let sheet = ScoreSheet::of(options, 0);
        let name = names.get(cell / sheet.cells()).map_or("", String::as_str);
        let value = if now.is_empty() { "–".to_owned() } else { now.text() };
        let words = match sheet.cell(cell) {
            Some(of) => t::any_undo_count(l, name, asked_name(of, l), value),
            None => t::any_undo_cell(l, value, name),
        };
        entry.grid.undo();
        Some((words, serde_json::to_string(&entry).ok()?))
    }

    fn seating_note(seats: &Seats, options: &Options, l: Lang) -> Option<String> {
        let teams = options.teams.as_ref().filter(|teams| teams.fits(seats.len(), MAX_SIDE));
        teams.map(|_| t::sides_parting(l, side_names(seats, options, l).join(" · ")))
    }

    fn draft_after(draft: &str, before: &Ledger<Any>, after: &Ledger<Any>) -> Option<String> {
        same_round(draft, before, after)
    }

    const TURNS: Option<Turns<Any>> =
        Some(Turns { seat: |state| Some(state.turn), playing, moves, about: |_, _, _| Vec::new() });

    const ROWS: Option<RowEntry<Any>> = Some(RowEntry { rows, keys: row_keys, drafted });

    const VALUE: Option<GameValue> = Some(GameValue { key: own::KEY, merge: own::merge });
}

fn playing(session: &Session<Any>, l: Lang) -> Option<Playing> {
    let state = session.ledger.state();
    let points = |seat| t::standings_points(l, state.sheet.parts().arg(state.total_of(seat)));
    Some(Playing {
        seat: state.turn,
        direction: state.direction,
        stack: state.stack,
        notes: Seat::all(session.seats.len()).map(|seat| (points(seat), false)).collect(),
    })
}

fn moves(session: &Session<Any>, l: Lang) -> Moves<Event> {
    let state = session.ledger.state();
    let main = if state.stack > 0 {
        Move::event(t::any_take(l, state.stack), Event::Take)
    } else {
        Move::event(t::any_next(l), Event::Next)
    };
    let seats = Seat::all(session.seats.len()).filter(|seat| *seat != state.turn);
    let turns = seats.map(|seat| Move::event(session.seats.name(seat), Event::Turn { seat }));
    let more = state.other_step().map(|step| Move::event(t::any_stack(l, step), Event::StackOther));
    let reverse = match state.plays_again() {
        true => Move::event(t::any_again(l), Event::Again),
        false => Move::event(t::any_reverse(l), Event::Reverse),
    };
    let others = [Move::event(t::any_stack(l, session.options.step), Event::Stack)].into_iter().chain(more);
    let others =
        others.chain([Move::event(t::any_skip(l), Event::Skip), reverse, Move::choose(t::any_turn_move(l), turns)]);
    Moves { main: Some(main), others: others.collect() }
}

fn rows(session: &Session<Any>) -> Option<Rows> {
    // Only one side has something to enter.
    if session.ledger.state().sheet.by_turns() {
        return None;
    }
    let cells = cells(session.ledger.state());
    rows_of(session, cells, "/grid", &Draft::new(session.ledger.state().totals.len() * cells))
}

fn row_keys(session: &Session<Any>, l: Lang) -> Option<RowKeys> {
    let sheet = &session.ledger.state().sheet;
    Some(RowKeys {
        words: match sheet.is_plain() {
            true => vec![points_words(sheet, l).to_owned()],
            false => sheet.row().map(|cell| asked_words(cell, l)).collect(),
        },
        signs: Vec::new(),
        pad: pad(sheet),
        most: (0..sheet.cells()).map(|cell| most_typed(cell, sheet)).max().unwrap_or(0),
        parts: (0..sheet.cells()).map(|cell| sheet.cell_parts(cell)).collect(),
        about: Vec::new(),
    })
}

fn drafted(draft: &str, session: &Session<Any>, l: Lang) -> Result<Drafted<Event>, Option<String>> {
    let draft: Draft = serde_json::from_str(draft).map_err(|_| None)?;
    // A phone that shows no rows cannot say whose points they are.
    if session.ledger.state().sheet.by_turns() {
        return Err(None);
    }
    let event = draft.checked(&session.ledger.state().sheet, &side_names(&session.seats, &session.options, l), l)?;
    Ok(Drafted { words: t::any_save(l), event, rest: None })
}
