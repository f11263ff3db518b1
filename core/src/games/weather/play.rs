//! The weather game at a table: its names and texts, turns and drafts.

use super::draft::{CardCounts, Draft, KINDS};
use super::game::{Error, Event, Options, State, Weather};
use super::score::{CardKind, MAX_PER_KIND};
use super::text;
use super::view_model::{Stage, stage, wish_of};
use super::wish::{Pool, ROUNDS};
use crate::domain::ledger::Ledger;
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::Session;
use crate::entry::Pad;
use crate::i18n::{Lang, t};
use crate::live::rows::Rows;
use crate::play::{Drafted, GameValue, Play, Problem, RowEntry, RowKeys, Starts, rows_of};

impl Play for Weather {
    fn name(l: Lang) -> &'static str {
        t::weather_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::weather_tagline(l)
    }

    fn tally_name(id: &str, l: Lang) -> Option<&'static str> {
        match id {
            "granted" => Some(t::weather_tally_granted(l)),
            _ => None,
        }
    }

    const WHOLE_ROUNDS: bool = false;

    fn place(state: &State, _: usize, l: Lang) -> String {
        t::weather_place(l, state.current() + 1, ROUNDS)
    }

    fn describe(event: &Event, seats: &Seats, _: &Options, l: Lang) -> String {
        text::describe(event, seats, l)
    }

    fn explain(error: &Error, seats: &Seats, _: &Options, l: Lang) -> Problem {
        text::explain(error, seats, l)
    }

    fn agreed_words(options: &Options, _: usize, l: Lang) -> Vec<String> {
        let pool = match options.pool {
            Pool::Printed => t::weather_agreed_printed(l),
            Pool::FiveBase => t::weather_agreed_five(l),
            Pool::EightFree => t::weather_agreed_eight(l),
        };
        let hidden = if options.hidden { t::weather_agreed_hidden(l) } else { t::weather_agreed_open(l) };
        vec![pool.to_owned(), hidden.to_owned()]
    }

    fn made_by(session: &Session<Weather>, round: usize, side: usize, l: Lang) -> Option<String> {
        let seat = Seat(u8::try_from(side).ok()?);
        wish_of(session.ledger.state(), round, seat).map(|wish| text::wish_name(wish, l).to_owned())
    }

    fn undo_draft(draft: &str, seats: &Seats, _: &Options, l: Lang) -> Option<(String, String)> {
        text::undo_draft(draft, seats, l)
    }

    fn draft_after(draft: &str, before: &Ledger<Weather>, after: &Ledger<Weather>) -> Option<String> {
        (before.state().current() == after.state().current()).then(|| draft.to_owned())
    }

    fn step(session: &Session<Weather>, l: Lang) -> Option<String> {
        let name = |seat| session.seats.name(seat);
        Some(match stage(session.ledger.state(), None) {
            Stage::Pick(seat) => t::weather_ask_pick(l, name(seat)),
            Stage::Announce(seat) => t::weather_ask_announce(l, name(seat)),
            Stage::Reveal(seat) => t::weather_ask_reveal(l, name(seat)),
            Stage::Copy(_) => t::weather_cards_title(l).to_owned(),
            Stage::Count | Stage::Over => return None,
        })
    }

    fn may_correct(_: &State, event: &Event) -> bool {
        !matches!(event, Event::Printed { .. })
    }

    const ROWS: Option<RowEntry<Weather>> = Some(RowEntry { rows, keys: row_keys, drafted });

    const VALUE: Option<GameValue> = Some(GameValue { key: super::cards::KEY, merge: super::cards::merge });

    const STARTS: Starts = Starts::OneBy(t::weather_starter);
}

fn rows(session: &Session<Weather>) -> Option<Rows> {
    let blank = Draft { now: Some(CardCounts::new(session.seats.len())), ..Draft::default() };
    let counting = stage(session.ledger.state(), None) == Stage::Count;
    rows_of(session, KINDS, "/now/grid", &blank).filter(|_| counting)
}

fn row_keys(session: &Session<Weather>, l: Lang) -> Option<RowKeys> {
    let state = session.ledger.state();
    let about = |seat| wish_of(state, state.current(), seat).map_or("", |wish| text::wish_name(wish, l)).to_owned();
    let words = CardKind::ALL.map(|kind| text::kind_name(kind, l).to_owned()).to_vec();
    Some(RowKeys {
        words,
        signs: Vec::new(),
        pad: Pad::Tens { rest: t::weather_no_trick_key(l), open: true },
        parts: Vec::new(),
        most: u32::from(MAX_PER_KIND),
        about: Seat::all(session.seats.len()).map(about).collect(),
    })
}

fn drafted(draft: &str, session: &Session<Weather>, l: Lang) -> Result<Drafted<Event>, Option<String>> {
    let mut draft: Draft = serde_json::from_str(draft).map_err(|_| None)?;
    let counts = draft.now.take().ok_or(None)?;
    let name = |seat: usize| session.seats.players().get(seat).map(|player| player.name.clone()).unwrap_or_default();
    let fault = || Some(text::fault(counts.faults(session.seats.len()).into_iter().next()?, name, l).text);
    let event = counts.event(session.seats.len()).ok_or_else(fault)?;
    let rest = draft.some().and_then(|rest| serde_json::to_value(rest).ok());
    Ok(Drafted { words: t::weather_save_round(l), event, rest })
}
