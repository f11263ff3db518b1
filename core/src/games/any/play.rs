//! Any other card game at a table: its names and texts, turns and drafts.

use super::draft::{Draft, cells, most_typed, pad};
use super::game::{Any, Error, Event, MOST_POINTS, MOST_STACK, Options, ScoreSheet, State};
use super::own;
use super::words::{
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
    Drafted, DraftedRound, GameSteps, GameValue, MoreWords, Move, Moves, Play, Playing, Problem, RowEntry, RowKeys,
    Saying, Turns, Words, is_same_round, rows_of,
};
use crate::table::coming_words::{seating_problem, sides_problem};

impl Play for Any {
    type Draft = Draft;

    const WORDS: Words<Any> = Words {
        name: t::any_name,
        tagline: t::any_tagline,
        place,
        describe,
        explain,
        agreed: agreed_words,
        more: MoreWords { actor, made_by, seating: seating_note, ..MoreWords::NONE },
    };

    fn steps(session: &Session<Any>) -> GameSteps<'_, Any> {
        let tied = matches!(Any::standing(session.ledger.state()).outcome, Outcome::Tied(_));
        GameSteps {
            next: tied.then(|| -> Saying { Box::new(|l| t::tie_decide(l).to_owned()) }),
            end: Some(Event::End),
            again: None,
        }
    }

    fn target(state: &State) -> Option<TargetTotal> {
        state.target()
    }

    fn undo_draft<'a>(entry: &mut Draft, seats: &'a Seats, options: &'a Options) -> Option<Saying<'a>> {
        let (cell, now) = entry.grid.to_undo()?;
        let value = if now.is_empty() { "–".to_owned() } else { now.text() };
        entry.grid.undo();
        Some(Box::new(move |l| {
            let names = side_names(seats, options, l);
            let sheet = ScoreSheet::of(options, 0);
            let name = names.get(cell / sheet.cells()).map_or("", String::as_str);
            match sheet.cell(cell) {
                Some(of) => t::any_undo_count(l, name, asked_name(of, l), value),
                None => t::any_undo_cell(l, value, name),
            }
        }))
    }

    fn draft_after(draft: Draft, before: &Ledger<Any>, after: &Ledger<Any>) -> Option<Draft> {
        is_same_round(before, after).then_some(draft)
    }

    const TURNS: Option<Turns<Any>> =
        Some(Turns { seat: |state| Some(state.turn), playing, moves, about: |_, _, _| Vec::new() });

    const ROWS: Option<RowEntry<Any>> = Some(RowEntry {
        rows,
        grid: |draft| Some(&mut draft.grid),
        blank: |_, session| Draft::next(session.ledger.state()),
        old,
        keys: row_keys,
        drafted,
    });

    const VALUE: Option<GameValue> = Some(GameValue { key: own::KEY, merge: own::merge });
}

fn place(state: &State, rounds: usize, l: Lang) -> String {
    // On a tie it is still open whether there is another round.
    let tied = matches!(Any::standing(state).outcome, Outcome::Tied(_));
    let number = if tied { rounds } else { rounds + 1 };
    if state.sheet.by_turns() { t::any_turn(l, number) } else { t::any_round(l, number) }
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
    words::agreed_words(options, l)
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
    let past = before.target().filter(|target| target.is_past(before.totals.get(side).copied().unwrap_or(0), points));
    let past = past.map(|target| t::any_past(l, parts.signed(points), parts.number(target.points)));
    let words: Vec<String> = words.into_iter().filter(|words| !words.is_empty()).chain(past).collect();
    (!words.is_empty()).then(|| words.join(" · "))
}

fn seating_note(seats: &Seats, options: &Options, l: Lang) -> Option<String> {
    let teams = options.teams.as_ref().filter(|teams| teams.fits(seats.len(), MAX_SIDE));
    teams.map(|_| t::sides_parting(l, side_names(seats, options, l).join(" · ")))
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

fn old(session: &Session<Any>, entry: usize) -> Option<Draft> {
    let before = session.ledger.states().get(entry)?;
    Draft::of(session.ledger.entries().get(entry)?, &before.sheet, before.totals.len())
}

fn rows(session: &Session<Any>) -> Option<Rows> {
    let state = session.ledger.state();
    // In turns only one side has something to enter.
    (!state.sheet.by_turns()).then(|| rows_of(session, cells(state)))
}

fn row_keys(session: &Session<Any>, l: Lang) -> Option<RowKeys> {
    let sheet = &session.ledger.state().sheet;
    let words = match sheet.is_plain() {
        true => vec![points_words(sheet, l).to_owned()],
        false => sheet.row().map(|cell| asked_words(cell, l)).collect(),
    };
    let most = (0..sheet.cells()).map(|cell| most_typed(cell, sheet)).max().unwrap_or(0);
    let parts = (0..sheet.cells()).map(|cell| sheet.cell_parts(cell)).collect();
    Some(RowKeys { parts, ..RowKeys::of(words, pad(sheet), most) })
}

fn drafted(draft: &Draft, session: &Session<Any>, l: Lang) -> DraftedRound<Any> {
    let sheet = &session.ledger.state().sheet;
    // A phone that shows no rows cannot say whose points they are.
    if sheet.by_turns() {
        return DraftedRound::Open;
    }
    match draft.checked(sheet, &side_names(&session.seats, &session.options, l), l) {
        Ok(event) => DraftedRound::Whole(Drafted { words: t::any_save(l), event, rest: None }),
        Err(Some(wrong)) => DraftedRound::Wrong(wrong),
        Err(None) => DraftedRound::Open,
    }
}
