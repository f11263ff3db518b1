//! Nerts at a table: its names and texts, turns and drafts.

use super::draft::Draft;
use super::options::{DECKS, HANDICAPS, Length, MAX_JOKERS, Options, PARTNERSHIP_PLAYERS};
use super::score::{Error, Event, Nerts, State, round_points};
use super::words::{fault_words, house_words, reason, side_names, target_words};
use crate::domain::game::{Game, Outcome};
use crate::domain::ledger::Ledger;
use crate::domain::seats::Seats;
use crate::domain::session::Session;
use crate::entry::Pad;
use crate::i18n::{Lang, number, t};
use crate::live::rows::Rows;
use crate::play::{Drafted, Play, Problem, RowEntry, RowKeys, Starts, TargetTotal, rows_of, same_round};
use crate::rule::nerts as rules;
use crate::table::coming_words::seating_problem;

impl Play for Nerts {
    fn name(l: Lang) -> &'static str {
        t::nerts_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::nerts_tagline(l)
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

    fn describe(event: &Event, seats: &Seats, options: &Options, l: Lang) -> String {
        match event {
            Event::Round { counts, caller } => {
                let points = round_points(&options.dealt(), counts, *caller);
                t::nerts_did_round(l, points.into_iter().map(number).collect::<Vec<_>>().join(" · "))
            }
            Event::Piles { piles } => {
                t::nerts_did_piles(l, piles.iter().map(u8::to_string).collect::<Vec<_>>().join(" · "))
            }
            Event::Target { points } => t::nerts_did_target(l, target_words(options.house.length, *points, l)),
            Event::Share => {
                let _ = seats;
                t::nerts_did_share(l).to_owned()
            }
            Event::People(_) => t::people_title(l).to_owned(),
        }
    }

    fn explain(error: &Error, seats: &Seats, options: &Options, l: Lang) -> Problem {
        let name = |side: usize| side_names(seats, options, side, l);
        let players = |side: usize| Nerts::sides(seats, options).get(side).map_or(0, Vec::len);
        let (text, rule) = match error {
            Error::Sides { given, sides } => (t::nerts_error_sides(l, *given, *sides), Some(rules::PARTNERSHIPS)),
            Error::Pile { side, left, pile } => {
                (t::nerts_error_pile(l, name(*side), *left, *pile), Some(rules::BOUNDS))
            }
            Error::Kings { side, kings, most } => {
                (t::nerts_error_kings(l, name(*side), *kings, *most), Some(rules::HOUSE))
            }
            Error::Deck { side, foundations, left, deck } => (
                t::nerts_error_deck(
                    l,
                    name(*side),
                    *foundations,
                    *left,
                    u16::from(*foundations) + u16::from(*left),
                    *deck,
                ),
                Some(rules::BOUNDS),
            ),
            Error::Caller { side, left } => {
                (t::nerts_error_caller(l, name(*side), players(*side), *left), Some(rules::END_OF_ROUND))
            }
            Error::NoSide(_) => (t::nerts_error_no_side(l).to_owned(), Some(rules::END_OF_ROUND)),
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
        if options.partnerships {
            words.push(t::nerts_agreed_pairs(l).to_owned());
        }
        words.extend(house_words(&options.house, l));
        words
    }

    fn made_by(session: &Session<Nerts>, round: usize, side: usize, l: Lang) -> Option<String> {
        let round = session.ledger.rounds().get(round)?;
        match session.ledger.entries().get(round.entry)? {
            Event::Round { counts, caller } => {
                let called = caller.is_some_and(|caller| usize::from(caller) == side);
                Some(reason(*counts.get(side)?, called, &session.options.dealt(), l))
            }
            _ => None,
        }
    }

    fn seating_note(seats: &Seats, options: &Options, l: Lang) -> Option<String> {
        let sides = 0..Nerts::sides(seats, options).len();
        let pairs = sides.map(|side| side_names(seats, options, side, l)).collect::<Vec<_>>().join(" · ");
        options.partnerships.then(|| t::nerts_pairs(l, pairs))
    }

    fn target(state: &State) -> Option<TargetTotal> {
        // A number of rounds is not on the scale of the totals.
        (state.length() != Length::Rounds).then(|| TargetTotal::up_to(state.target()))
    }

    fn undo_draft(draft: &str, seats: &Seats, options: &Options, l: Lang) -> Option<(String, String)> {
        let mut entry: Draft = serde_json::from_str(draft).ok()?;
        let (cell, now) = entry.grid.to_undo()?;
        let side = cell / options.dealt().cells();
        let words = t::nerts_undo_cell(l, now.text(), side_names(seats, options, side, l));
        entry.grid.undo();
        Some((words, serde_json::to_string(&entry).ok()?))
    }

    fn draft_after(draft: &str, before: &Ledger<Nerts>, after: &Ledger<Nerts>) -> Option<String> {
        same_round(draft, before, after)
    }

    fn step(session: &Session<Nerts>, l: Lang) -> Option<String> {
        let tied = matches!(Nerts::standing(session.ledger.state()).outcome, Outcome::Tied(_));
        tied.then(|| t::nerts_decide(l).to_owned())
    }

    const ROWS: Option<RowEntry<Nerts>> = Some(RowEntry { rows, keys: row_keys, drafted });

    const STARTS: Starts = Starts::Everyone;
}

fn rows(session: &Session<Nerts>) -> Option<Rows> {
    let state = session.ledger.state();
    let dealt = state.dealt();
    rows_of(session, dealt.cells(), "/grid", &Draft::new(state.totals.len(), &dealt))
}

fn row_keys(session: &Session<Nerts>, l: Lang) -> Option<RowKeys> {
    let dealt = session.ledger.state().dealt();
    let words = [t::nerts_foundations(l), t::nerts_left(l), t::nerts_kings(l)].into_iter().take(dealt.cells());
    // Beside each seat the pile that belongs to it.
    let sides = Nerts::sides(&session.seats, &session.options);
    let piles = sides.iter().enumerate().flat_map(|(side, seats)| seats.iter().map(move |_| side));
    let pile = |side| t::nerts_pile_of(l, dealt.pile(side));
    let about = if dealt.house.handicap { piles.map(pile).collect() } else { Vec::new() };
    let most = u32::from(DECKS[1] + MAX_JOKERS);
    Some(RowKeys { words: words.map(str::to_owned).collect(), signs: Vec::new(), pad: Pad::Digits, most, about })
}

fn drafted(draft: &str, session: &Session<Nerts>, l: Lang) -> Result<Drafted<Event>, Option<String>> {
    let draft: Draft = serde_json::from_str(draft).map_err(|_| None)?;
    let (seats, options) = (&session.seats, &session.options);
    let dealt = session.ledger.state().dealt();
    let fault = || Some(fault_words(draft.faults(&dealt).first()?, seats, options, l).text);
    let event = draft.event(&dealt).ok_or_else(fault)?;
    Ok(Drafted { words: t::nerts_save_round(l), event, rest: None })
}
