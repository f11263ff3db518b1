//! Nerts at a table: its names and texts, turns and drafts.

use super::draft::{Caller, Draft, Fault};
use super::game::{Error, Event, Nerts, State, round_points};
use super::options::{Count, Dealt, HANDICAPS, Length, MAX_JOKERS, MAX_PARTNERS, Options, PARTNERSHIP_PLAYERS};
use super::words::{
    deck_names, fault_words, house_words, reason, row_names, row_players, side_names, sides_words, target_words,
};
use crate::domain::game::{Game, Outcome, TargetTotal};
use crate::domain::ledger::Ledger;
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::Session;
use crate::entry::Pad;
use crate::i18n::{Lang, number, t};
use crate::live::rows::Rows;
use crate::play::{
    Drafted, DraftedRound, GameSteps, MoreWords, Move, Play, Problem, RowEntry, RowKeys, Saying, Starts, Words,
    is_same_round, rows_of,
};
use crate::rule::nerts as rules;
use crate::table::coming_words::{seating_problem, sides_problem};

impl Play for Nerts {
    type Draft = Draft;

    const WORDS: Words<Nerts> = Words {
        name: t::nerts_name,
        tagline: t::nerts_tagline,
        place,
        describe,
        explain,
        agreed: agreed_words,
        more: MoreWords { made_by, seating: seating_note, tally: tally_name, ..MoreWords::NONE },
    };

    fn target(state: &State) -> Option<TargetTotal> {
        // A number of rounds is not on the scale of the totals.
        (state.length() != Length::Rounds).then(|| TargetTotal::up_to(state.target()))
    }

    fn undo_draft<'a>(entry: &mut Draft, seats: &'a Seats, options: &'a Options) -> Option<Saying<'a>> {
        let (cell, now) = entry.grid.to_undo()?;
        let (row, now) = (cell / options.dealt().cells(), now.text());
        entry.grid.undo();
        Some(Box::new(move |l| t::nerts_undo_cell(l, &now, row_names(seats, options, row, l))))
    }

    fn draft_after(draft: Draft, before: &Ledger<Nerts>, after: &Ledger<Nerts>) -> Option<Draft> {
        is_same_round(before, after).then_some(draft)
    }

    fn steps(session: &Session<Nerts>) -> GameSteps<'_, Nerts> {
        let tied = matches!(Nerts::standing(session.ledger.state()).outcome, Outcome::Tied(_));
        GameSteps {
            next: tied.then(|| -> Saying { Box::new(|l| t::tie_decide(l).to_owned()) }),
            ..GameSteps::default()
        }
    }

    const ROWS: Option<RowEntry<Nerts>> = Some(RowEntry {
        rows,
        grid: |draft| Some(&mut draft.grid),
        blank: |_, session| blank(session),
        old,
        keys: row_keys,
        drafted,
    });

    const STARTS: Starts = Starts::Everyone;
}

fn tally_name(id: &str, l: Lang) -> Option<&'static str> {
    match id {
        "calls" => Some(t::nerts_tally_calls(l)),
        "left" => Some(t::nerts_tally_left(l)),
        _ => None,
    }
}

fn place(state: &State, rounds: usize, l: Lang) -> String {
    // On a tie it is still open whether there is another round.
    let tied = matches!(Nerts::standing(state).outcome, Outcome::Tied(_));
    let round = if tied { rounds } else { rounds + 1 };
    match state.length() {
        Length::Rounds if round <= usize::from(state.target()) => t::nerts_round_of(l, round, state.target()),
        _ => t::nerts_round(l, round),
    }
}

fn describe(event: &Event, _: &Seats, options: &Options, l: Lang) -> String {
    match event {
        Event::Round { counts, caller } => {
            // The people of that round, not those who are there now.
            let players = options.players_of(counts.len());
            let of_rows = round_points(&options.dealt_to(players), counts, *caller);
            let points = options.by_side(players, &of_rows);
            t::nerts_did_round(l, points.into_iter().map(number).collect::<Vec<_>>().join(" · "))
        }
        Event::Piles { piles } => {
            t::nerts_did_piles(l, piles.iter().map(u8::to_string).collect::<Vec<_>>().join(" · "))
        }
        Event::Target { points } => t::nerts_did_target(l, target_words(options.house.length, *points, l)),
        Event::Share => t::nerts_did_share(l).to_owned(),
        Event::People(_) => t::people_title(l).to_owned(),
    }
}

fn explain(error: &Error, seats: &Seats, options: &Options, l: Lang) -> Problem {
    let name = |row: usize| row_names(seats, options, row, l);
    let decks = |row: usize| options.dealt_to(seats.len()).decks_of(row).len();
    let (text, rule) = match error {
        Error::Rows { given, rows } => (t::nerts_error_sides(l, *given, *rows), Some(rules::PARTNERSHIPS)),
        Error::Pile { row, left, pile } => {
            (t::nerts_error_pile(l, name(*row), *left, decks(*row), *pile), Some(rules::BOUNDS))
        }
        Error::Kings { row, kings, most } => (t::nerts_error_kings(l, name(*row), *kings, *most), Some(rules::HOUSE)),
        Error::Deck { row, foundations, left, deck } => (
            t::nerts_error_deck(
                l,
                name(*row),
                *foundations,
                *left,
                u16::from(*foundations) + u16::from(*left),
                decks(*row),
                *deck,
            ),
            Some(rules::BOUNDS),
        ),
        Error::Caller { row, left } => {
            let players = row_players(seats, options, *row).len();
            (t::nerts_error_caller(l, name(*row), players, *left), Some(rules::END_OF_ROUND))
        }
        Error::Beside { row, caller, most, .. } => {
            let caller = deck_names(seats, options, *caller, l);
            (t::nerts_error_beside(l, caller, name(*row), *most), Some(rules::PARTNERSHIPS))
        }
        Error::NoCaller(_) => (t::nerts_error_no_side(l).to_owned(), Some(rules::END_OF_ROUND)),
        Error::Target(number) => {
            let (least, most) = options.house.length.bounds().into_inner();
            let text = match options.house.length {
                Length::Points => t::nerts_error_target(l, least, most, *number),
                Length::Rounds | Length::Wins => t::nerts_error_rounds(l, least, most, *number),
            };
            (text, Some(rules::TARGET))
        }
        Error::House => (t::nerts_error_house(l).to_owned(), Some(rules::HOUSE)),
        Error::Piles => (t::nerts_error_piles(l, *HANDICAPS.start(), *HANDICAPS.end()), Some(rules::HANDICAP)),
        Error::Jokers(jokers) => (t::nerts_error_jokers(l, MAX_JOKERS, *jokers), Some(rules::JOKERS)),
        Error::Partnerships(players) => {
            (t::nerts_error_partnerships(l, PARTNERSHIP_PLAYERS, *players), Some(rules::PARTNERSHIPS))
        }
        Error::Teams(players) => {
            let text = options.teams.as_ref().map(|teams| sides_problem(teams, *players, l));
            (text.unwrap_or_default(), Some(rules::PARTNERSHIPS))
        }
        Error::NoTie => (t::nerts_error_no_tie(l).to_owned(), Some(rules::TIES)),
        Error::People(error) => (seating_problem(l, error), None),
    };
    Problem { text, rule }
}

fn agreed_words(options: &Options, _: usize, l: Lang) -> Vec<String> {
    let length = options.house.length;
    // No number that is out of bounds, as it is while somebody types.
    let target = length.bounds().contains(&options.target).then(|| target_words(length, options.target, l));
    let mut words: Vec<String> = target.into_iter().collect();
    words.push(t::nerts_agreed_jokers(l, options.jokers));
    words.extend(sides_words(options, l));
    words.extend(house_words(&options.house, l));
    words
}

fn made_by(session: &Session<Nerts>, round: usize, side: usize, l: Lang) -> Option<String> {
    let round = session.ledger.rounds().get(round)?;
    match session.ledger.entries().get(round.entry)? {
        Event::Round { counts, caller } => {
            let (options, seats) = (&session.options, session.seats_at(round.entry));
            let dealt = options.dealt_to(seats.len());
            let caller = caller.map(|deck| dealt.row_of(usize::from(deck)));
            let of_row = |(row, count): (usize, &Count)| {
                let made = reason(*count, caller == Some(row), &dealt, l);
                if options.own_decks && !options.together {
                    t::nerts_reason_of(l, row_names(seats, options, row, l), made)
                } else {
                    made
                }
            };
            let sides = options.side_of_rows(seats.len());
            let rows = counts.iter().enumerate().filter(|(row, _)| sides.get(*row) == Some(&side));
            Some(rows.map(of_row).collect::<Vec<_>>().join(" · ")).filter(|made| !made.is_empty())
        }
        _ => None,
    }
}

fn seating_note(seats: &Seats, options: &Options, l: Lang) -> Option<String> {
    let sides = 0..Nerts::scoring(seats, options).sides.len();
    let pairs = sides.map(|side| side_names(seats, options, side, l)).collect::<Vec<_>>().join(" · ");
    options.in_sides().filter(|teams| teams.fits(seats.len(), MAX_PARTNERS)).map(|_| t::sides_parting(l, pairs))
}

fn blank(session: &Session<Nerts>) -> Draft {
    Draft::new(session.options.rows(session.seats.len()).len(), &session.ledger.state().dealt())
}

/// With the piles and the people of that round.
fn old(session: &Session<Nerts>, entry: usize) -> Option<Draft> {
    let dealt = session.ledger.states().get(entry)?.dealt();
    match session.ledger.entries().get(entry)? {
        Event::Round { counts, caller } => Some(Draft::of(counts, *caller, &dealt)),
        _ => None,
    }
}

fn rows(session: &Session<Nerts>) -> Option<Rows> {
    let seats = &session.seats;
    let names = |row: Vec<Seat>| row.into_iter().map(|seat| seats.name(seat).to_owned()).collect();
    let sides = session.options.rows(seats.len()).into_iter().map(names).collect();
    Some(Rows { sides, ..rows_of(session, session.ledger.state().dealt().cells()) })
}

fn row_keys(session: &Session<Nerts>, l: Lang) -> Option<RowKeys> {
    let dealt = session.ledger.state().dealt();
    let words = [t::nerts_foundations(l), t::nerts_left(l), t::nerts_kings(l)].into_iter().take(dealt.cells());
    // Beside each seat the pile that is dealt there.
    let players = session.seats.len();
    let (rows, decks) = (session.options.rows(players), session.options.decks(players));
    let deck = |seat: Seat| decks.iter().position(|deck| deck.contains(&seat));
    let pile = |seat| t::nerts_pile_of(l, deck(seat).map_or(dealt.house.pile, |deck| dealt.pile_of(deck)));
    let about = if dealt.house.handicap { Seat::all(players).map(pile).collect() } else { Vec::new() };
    let most = (0..rows.len()).map(|row| u32::from(dealt.cards(row))).max().unwrap_or_default();
    Some(RowKeys { about, ..RowKeys::of(words.map(str::to_owned).collect(), Pad::Digits, most) })
}

fn drafted(draft: &Draft, session: &Session<Nerts>, l: Lang) -> DraftedRound<Nerts> {
    let (seats, options) = (&session.seats, &session.options);
    let dealt = session.ledger.state().dealt();
    match (draft.event(&dealt), &draft.faults(&dealt)[..]) {
        (Some(event), _) => DraftedRound::Whole(Drafted { words: t::nerts_save_round(l), event, rest: None }),
        (None, [Fault::WhoCalled]) => DraftedRound::Asked(who_called(draft, session, &dealt, l)),
        (None, [fault, ..]) => DraftedRound::Wrong(fault_words(fault, seats, options, l).text),
        (None, []) => DraftedRound::Open,
    }
}

/// Who called, of a round in which everything else is entered.
fn who_called(draft: &Draft, session: &Session<Nerts>, dealt: &Dealt, l: Lang) -> Move<Event> {
    let round = |caller| {
        let mut draft = draft.clone();
        draft.call(caller, dealt);
        draft.event(dealt)
    };
    let decks = (0..draft.decks(dealt)).zip(0_u8..).filter(|(deck, _)| draft.may_have_called(*deck, dealt));
    let name = |deck| deck_names(&session.seats, &session.options, deck, l);
    let called = decks.map(|(deck, number)| (name(deck), Caller::Deck(number)));
    let answers = called.chain([(t::nerts_nobody(l).to_owned(), Caller::Nobody)]);
    let moves = answers.filter_map(|(words, caller)| Some(Move::event(words, round(caller)?)));
    Move::choose(t::nerts_who_called(l), moves)
}
