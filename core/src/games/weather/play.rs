//! The weather game at a table: its names and texts, turns and drafts.

use super::draft::{CardCounts, Draft, KINDS};
use super::game::{Error, Event, Options, State, Weather};
use super::score::{CardKind, MAX_PER_KIND};
use super::view_model::{Stage, stage, wish_of};
use super::wish::{Pool, ROUNDS};
use super::words;
use crate::domain::ledger::Ledger;
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::Session;
use crate::entry::Pad;
use crate::i18n::{Lang, t};
use crate::live::rows::Rows;
use crate::play::{
    Drafted, DraftedRound, GameSteps, GameValue, MoreWords, Play, Problem, RowEntry, RowKeys, Saying, Starts, Words,
    rows_of,
};

impl Play for Weather {
    type Draft = Draft;

    const WORDS: Words<Weather> = Words {
        name: t::weather_name,
        tagline: t::weather_tagline,
        place,
        describe,
        explain,
        agreed: agreed_words,
        more: MoreWords { whole_rounds: false, made_by, tally: tally_name, ..MoreWords::NONE },
    };

    fn undo_draft<'a>(draft: &mut Draft, seats: &'a Seats, _: &'a Options) -> Option<Saying<'a>> {
        words::undo_draft(draft, seats)
    }

    fn draft_after(draft: Draft, before: &Ledger<Weather>, after: &Ledger<Weather>) -> Option<Draft> {
        (before.state().current() == after.state().current()).then_some(draft)
    }

    fn steps(session: &Session<Weather>) -> GameSteps<'_, Weather> {
        let name = |seat| session.seats.name(seat);
        let next: Option<Saying> = match stage(session.ledger.state(), None) {
            Stage::Pick(seat) => Some(Box::new(move |l| t::weather_ask_pick(l, name(seat)))),
            Stage::Announce(seat) => Some(Box::new(move |l| t::weather_ask_announce(l, name(seat)))),
            Stage::Reveal(seat) => Some(Box::new(move |l| t::weather_ask_reveal(l, name(seat)))),
            Stage::Copy(_) => Some(Box::new(|l| t::weather_cards_title(l).to_owned())),
            Stage::Count | Stage::Over => None,
        };
        GameSteps { next, ..GameSteps::default() }
    }

    fn may_correct(_: &State, event: &Event) -> bool {
        !matches!(event, Event::Printed { .. })
    }

    const ROWS: Option<RowEntry<Weather>> = Some(RowEntry {
        rows,
        grid: |draft| draft.now.as_mut().map(|counts| &mut counts.grid),
        blank,
        old: |_, _| None,
        keys: row_keys,
        drafted,
    });

    const VALUE: Option<GameValue> = Some(GameValue { key: super::cards::KEY, merge: super::cards::merge });

    const STARTS: Starts = Starts::OneBy(t::weather_starter);
}

fn tally_name(id: &str, l: Lang) -> Option<&'static str> {
    match id {
        "granted" => Some(t::weather_tally_granted(l)),
        _ => None,
    }
}

fn place(state: &State, _: usize, l: Lang) -> String {
    t::weather_place(l, state.current() + 1, ROUNDS)
}

fn describe(event: &Event, seats: &Seats, _: &Options, l: Lang) -> String {
    words::describe(event, seats, l)
}

fn explain(error: &Error, seats: &Seats, _: &Options, l: Lang) -> Problem {
    words::explain(error, seats, l)
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
    wish_of(session.ledger.state(), round, seat).map(|wish| words::wish_name(wish, l).to_owned())
}

fn blank(draft: Option<Draft>, session: &Session<Weather>) -> Draft {
    Draft { now: Some(CardCounts::new(session.seats.len())), ..draft.unwrap_or_default() }
}

fn rows(session: &Session<Weather>) -> Option<Rows> {
    let counting = stage(session.ledger.state(), None) == Stage::Count;
    counting.then(|| rows_of(session, KINDS))
}

fn row_keys(session: &Session<Weather>, l: Lang) -> Option<RowKeys> {
    let state = session.ledger.state();
    let about = |seat| wish_of(state, state.current(), seat).map_or("", |wish| words::wish_name(wish, l)).to_owned();
    let words = CardKind::ALL.map(|kind| words::kind_name(kind, l).to_owned()).to_vec();
    let pad = Pad::Tens { rest: t::weather_no_trick_key(l), open: true };
    let about = Seat::all(session.seats.len()).map(about).collect();
    Some(RowKeys { about, ..RowKeys::of(words, pad, MAX_PER_KIND.into()) })
}

fn drafted(draft: &Draft, session: &Session<Weather>, l: Lang) -> DraftedRound<Weather> {
    let mut draft = draft.clone();
    let Some(counts) = draft.now.take() else { return DraftedRound::Open };
    let players = session.seats.len();
    let name = |seat: usize| session.seats.players().get(seat).map(|player| player.name.clone()).unwrap_or_default();
    match (counts.event(players), counts.faults(players).into_iter().next()) {
        (Some(event), _) => DraftedRound::Whole(Drafted { words: t::weather_save_round(l), event, rest: draft.some() }),
        (None, Some(fault)) => DraftedRound::Wrong(words::fault(fault, name, l).text),
        (None, None) => DraftedRound::Open,
    }
}
