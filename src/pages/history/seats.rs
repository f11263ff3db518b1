//! Who really sat at a table, from the start or from a later round on.

use dioxus::prelude::*;
use takujo_core::domain::people::{People, find, same_name};
use takujo_core::domain::seating::ComingRule;
use takujo_core::domain::seats::{MAX_NAME, Seat, SeatError, typed_name};
use takujo_core::domain::session::{Head, SatInstead, StandIn};
use takujo_core::i18n::{Lang, list, t};
use takujo_core::storage::{Append, Batch, StorageError, Stored, draft_key};
use takujo_core::table::coming_words::seat_error;
use takujo_core::table::put_right::LogPutRight;

use super::super::home::{file_of, read_stored};
use super::super::tables::Entry;
use super::archive::Archive;
use crate::device;
use crate::games;
use crate::shell::trouble_text;
use crate::state::lang;
use crate::ui::TextField;

/// Who sat in a seat, as it was typed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TypedSeat {
    pub(super) name: String,
    /// The round from which on, as the index of a scored one; 0 from the start.
    pub(super) from: usize,
}

/// What is wrong with what was typed.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct WrongDetail {
    /// The seat that it is about.
    pub(super) seat: Option<usize>,
    /// Whether it is about when the table was.
    pub(super) moment: bool,
    pub(super) words: String,
}

impl WrongDetail {
    /// Something about no seat.
    pub(super) fn with(words: &str) -> WrongDetail {
        WrongDetail { words: words.to_owned(), ..WrongDetail::default() }
    }
}

/// The people of a table, as they were shown and as they were typed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TypedSeats {
    /// Everybody who is shown: in seat order, then those who joined.
    pub(super) shows: Vec<String>,
    /// In seat order.
    pub(super) typed: Vec<TypedSeat>,
}

impl TypedSeats {
    /// The seats in which somebody else sat, with the name as it would be stored.
    fn changed(&self) -> impl Iterator<Item = (usize, String, usize)> {
        let typed = self.typed.iter().map(|seat| (typed_name(&seat.name), seat.from)).zip(&self.shows);
        let changed = typed.enumerate().filter(|(_, ((name, _), shown))| name != *shown);
        changed.map(|(seat, ((name, from), _))| (seat, name, from))
    }

    /// Who sat in each seat at the start.
    pub(super) fn at_start(&self) -> Vec<String> {
        let mut names: Vec<String> = self.shows.iter().take(self.typed.len()).cloned().collect();
        for (seat, name, _) in self.changed().filter(|(_, _, from)| *from == 0) {
            names[seat] = name;
        }
        names
    }

    /// The names of those who are put right.
    pub(super) fn others(&self) -> Vec<String> {
        self.changed().map(|(_, name, _)| name).collect()
    }

    /// What is wrong with the names, if anything is. Whether somebody sat elsewhere in a later round is up to the rules.
    pub(super) fn wrong(&self, l: Lang) -> Option<WrongDetail> {
        let changed: Vec<(usize, String, usize)> = self.changed().collect();
        let at_start = self.at_start();
        changed.iter().find_map(|(at, name, from)| {
            let seat = Seat(u8::try_from(*at).ok()?);
            let again = changed.iter().any(|(other, theirs, _)| other != at && same_name(theirs, name));
            let sits = at_start.iter().enumerate().any(|(other, theirs)| other != *at && same_name(theirs, name));
            let error = match name.chars().count() {
                0 => SeatError::NoName(seat),
                letters if letters > MAX_NAME => SeatError::LongName(seat),
                _ if again || (*from == 0 && sits) => SeatError::SameName(seat),
                _ => return None,
            };
            Some(WrongDetail { seat: Some(*at), words: seat_error(l, &error), ..WrongDetail::default() })
        })
    }

    /// Who sat there from a later round on, at the table with this head, by the names that it has.
    pub(super) fn later(&self, head: &Head, entry: &Entry, people: &People) -> Vec<SatInstead> {
        let joined = entry.summary().map(|table| &*table.joined).unwrap_or_default();
        let written = head.players.iter().chain(joined.iter().map(|joined| &joined.player));
        let mut shown = self.at_start();
        shown.extend(self.shows.iter().skip(self.typed.len()).cloned());
        let known: Vec<(String, &String)> = shown.into_iter().zip(written.map(|player| &player.name)).collect();
        let later = self.changed().filter(|(_, _, from)| *from > 0);
        let instead = later.filter_map(|(seat, name, round)| {
            let who = match known.iter().find(|(shown, _)| same_name(shown, &name)) {
                Some((_, written)) => StandIn::Back((*written).clone()),
                None => {
                    let person = find(people.all(), &name);
                    let id = person.map(|person| person.id().to_owned()).filter(|id| *id != name).unwrap_or_default();
                    StandIn::New(name, id, person.map_or(0, |person| person.mark))
                }
            };
            Some(SatInstead { number: u8::try_from(seat).ok()?, round, who })
        });
        instead.collect()
    }
}

/// How many rounds there are from which on somebody else may have sat in a seat, and what that means for the points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LaterRounds {
    pub(super) rounds: usize,
    pub(super) by_turns: bool,
    pub(super) comings: Option<ComingRule>,
}

impl LaterRounds {
    /// What becomes of the points; `None` if nobody can have come later.
    fn points(self, l: Lang) -> Option<&'static str> {
        match self.comings.filter(|_| self.rounds > 1)? {
            ComingRule::Leave => None,
            ComingRule::Free => Some(t::people_no_points(l)),
            ComingRule::FreeWithPoints => Some(t::history_details_over(l)),
        }
    }
}

/// Who sat in a seat, and from when on if it was somebody else.
#[component]
pub(super) fn SeatField(
    seat: usize,
    /// The name that the table shows.
    shown: String,
    typed: TypedSeat,
    later: LaterRounds,
    problem: Option<String>,
    onchange: EventHandler<TypedSeat>,
) -> Element {
    let l = lang();
    let points = later.points(l).filter(|_| typed_name(&typed.name) != shown);
    let TypedSeat { name, from } = typed.clone();
    let word = |round: usize| match (round, later.by_turns) {
        (0, _) => t::history_details_start(l).to_owned(),
        (round, false) => t::history_details_round(l, round + 1),
        (round, true) => t::history_details_turn(l, round + 1),
    };
    rsx! {
        TextField {
            label: t::history_details_seat(l, seat + 1, &shown),
            value: name.clone(),
            problem: problem.clone().filter(|_| from == 0 || points.is_none()),
            oninput: move |name| onchange.call(TypedSeat { name, from }),
        }
        if let Some(points) = points {
            label { class: "field",
                span { {t::history_details_from(l, &shown)} }
                select {
                    onchange: move |event| {
                        let from = event.value().parse().unwrap_or(0);
                        onchange.call(TypedSeat { name: name.clone(), from });
                    },
                    for round in 0..later.rounds {
                        option { key: "{round}", value: "{round}", selected: round == from, {word(round)} }
                    }
                }
            }
            if from > 0 {
                p { class: "soft", {points} }
                p { class: "error", role: "alert", {problem} }
            }
        }
    }
}

/// Who won a tie that the rules leave open: one of those at the top, or all of them.
#[component]
pub(super) fn WinnerField(
    /// The sides at the top, as indices with their names.
    tied: Vec<(usize, String)>,
    named: Option<usize>,
    onchange: EventHandler<Option<usize>>,
) -> Element {
    let l = lang();
    let all: Vec<String> = tied.iter().map(|(_, name)| name.clone()).collect();
    rsx! {
        label { class: "field",
            span { {t::history_details_winner(l)} }
            select { onchange: move |event| onchange.call(event.value().parse().ok()),
                option { value: "", selected: named.is_none(), {t::standing_shared(l, list(l, &all))} }
                for (side, name) in tied {
                    option { key: "{side}", value: "{side}", selected: named == Some(side), {t::tie_wins(l, name)} }
                }
            }
        }
        p { class: "soft", {t::history_details_open(l)} }
    }
}

/// Stores a table's head together with the records that put right what happened there: both or neither.
pub(super) async fn store_log(archive: Archive, head: &Head, right: &LogPutRight) -> Result<(), WrongDetail> {
    let (store, l) = (archive.app.store(), archive.app.lang());
    let lost = |error| WrongDetail::with(trouble_text(l, error));
    let unfit = |_| WrongDetail::with(t::history_details_taken(l));
    let stored = store.load(&head.id).await.map_err(lost)?.ok_or_else(|| lost(StorageError::Deleted))?;
    let draft = store.read(&draft_key(&head.id)).await.map_err(lost)?;
    let text = serde_json::to_string(head).map_err(|_| lost(StorageError::Broken))?;
    let mut after = Stored { head: text.clone(), ..stored };
    let game = games::load(&head.game).await.ok_or_else(|| lost(StorageError::Broken))?;
    let file = file_of(&after).map_err(unfit)?;
    let records = (game.put_right)(&file, right, draft.as_deref(), device::now(), l);
    let records = records.map_err(|(nth, words)| {
        let seat = nth.and_then(|nth| right.instead.get(nth)).map(|instead| usize::from(instead.number));
        WrongDetail { seat, words, ..WrongDetail::default() }
    })?;
    let append = Append {
        id: head.id.clone(),
        at: after.log.len(),
        before: after.log.last().cloned(),
        records: records.iter().map(ToString::to_string).collect(),
        draft: None,
    };
    after.log.extend(append.records.iter().cloned());
    // What does not replay is not stored.
    read_stored(&after).await.map_err(unfit)?;
    let batch = Batch { heads: vec![(head.id.clone(), text)], appends: vec![append], ..Batch::default() };
    store.put_all(&batch).await.map_err(lost)
}
