//! What holds in every state, and what has to happen in some so that this says anything.

use stateright::Property;
use takujo_core::live::letter::Writers;
use takujo_core::live::link::Reach;
use takujo_wire::{Refusal, Tell};

use crate::model::{Bounds, State, Table};
use crate::phone::Phone;
use crate::table::{Entry, HARMFUL, OPENED, RENAMED, SETUP, allowed};

pub fn properties(bounds: &Bounds) -> Vec<Property<Table>> {
    let always = Property::<Table>::always;
    let sometimes = Property::<Table>::sometimes;
    let chances = &bounds.chances;
    let mut all = vec![
        always("what was reported as saved is in the log and on its phone", is_kept),
        always("what is on a disk stays", |_, state| all(state, |phone| !phone.torn)),
        always("no record is in the log twice", is_single),
        always("rights never grow", has_its_rights),
        always("at rest all have the same", is_agreed),
        always("nothing waits for ever", goes_on),
        always("what is given back continues the log", |_, state| all(state, |phone| !phone.astray)),
        always("a phone asks one thing at a time", |_, state| {
            all(state, |phone| phone.up.len() + phone.answers.len() <= 1)
        }),
        always("nobody is sent away without a reason", has_reason),
        sometimes("all rests with all records in the log", |table, state| {
            let mut taps = table.bounds.people.iter().flat_map(|person| person.taps);
            state.rests() && taps.all(|tap| state.host.sum.records.iter().any(|record| record == tap))
        }),
    ];
    let writers = bounds.people.iter().filter(|person| !person.taps.is_empty()).count();
    if writers + usize::from(chances.harm > 0) > 1 {
        all.push(sometimes("others were faster", |_, state| {
            any(state, |phone| phone.answers.iter().any(|(_, answer)| matches!(answer, Tell::Conflict { .. })))
        }));
    }
    if writers > 1 {
        all.push(sometimes("a record is made again on top of another", |_, state| {
            any(state, |phone| phone.prevented.iter().any(|record| phone.fits(record)))
        }));
    }
    if chances.breaks + chances.kills > 0 {
        all.push(sometimes("an answer is lost, and the record is in the log", |_, state| {
            let in_log = |record: &String| state.host.sum.records.contains(record);
            any(state, |phone| phone.link.stage() == Reach::Away && phone.link.waiting().any(in_log))
        }));
    }
    if chances.harm > 0 {
        all.push(sometimes("what somebody who means harm wrote counts, if they may write", |table, state| {
            let counts = state.host.sum.records.iter().any(|record| record == HARMFUL);
            state.rests() && (counts || table.bounds.writers != Writers::All)
        }));
    }
    if chances.locks > 0 {
        all.push(sometimes("a letter is refused because the table is locked", |_, state| {
            let refused = |(_, answer): &(u32, Tell)| *answer == Tell::Refused(Refusal::Locked);
            any(state, |phone| phone.answers.iter().any(refused))
        }));
    }
    if chances.decrees > 0 {
        all.push(sometimes("all know what whoever hosts has decided", |_, state| {
            let last = state.host.sum.charter.as_ref();
            state.rests() && last.is_some_and(|last| last.charter.number > 1)
        }));
    }
    if chances.losses > 0 {
        all.push(sometimes("what the host had lost is given back, and all rests", |_, state| {
            let back = |entry: &Entry| matches!(entry, Entry::Letter { back: true, .. });
            state.rests() && state.host.log.iter().any(back) && !any(state, Phone::is_out)
        }));
    }
    if chances.losses > 0 && writers > 1 {
        all.push(sometimes("a phone says that the log is another one", |_, state| any(state, Phone::was_sent_away)));
    }
    all
}

fn any(state: &State, is_so: impl Fn(&Phone) -> bool) -> bool {
    state.phones.iter().any(|phone| is_so(phone))
}

fn all(state: &State, is_so: impl Fn(&Phone) -> bool) -> bool {
    state.phones.iter().all(|phone| is_so(phone))
}

/// Where the host loses entries, they are back in the log at rest. If not, their phone has said that the log is another
/// one, or it was shut out, and nobody takes them from it.
fn is_kept(table: &Table, state: &State) -> bool {
    let in_log = table.bounds.chances.losses == 0 || state.rests();
    all(state, |phone| {
        let here = |record| phone.link.records().contains(record) && phone.disk.contains(record);
        let in_log = in_log && !phone.was_sent_away() && phone.link.is_admitted();
        let there = |record| !in_log || state.host.sum.records.contains(record);
        phone.saved.iter().all(|record| here(record) && there(record))
    })
}

/// Somebody who means harm may say the same twice.
fn is_single(_: &Table, state: &State) -> bool {
    let counted = &state.host.sum.records;
    (0..counted.len()).all(|at| counted[at] == HARMFUL || !counted[..at].contains(&counted[at]))
}

/// Who may write stays, and nobody but whoever hosts the table says whose entries count and what its setup is. What
/// counts on a phone is legal, and of people at the table or legally appended.
fn has_its_rights(table: &Table, state: &State) -> bool {
    let bounds = &table.bounds;
    let decided = bounds.chances.decrees - state.left.decrees;
    let may_harm = bounds.writers == Writers::All;
    all(state, |phone| {
        let (link, records) = (&phone.link, phone.link.records());
        let made = |record: &str| bounds.people.iter().any(|person| person.taps.contains(&record));
        let counts = |at: usize| {
            let record = records[at].as_str();
            allowed(records[..at].iter(), record) && (made(record) || (may_harm && record == HARMFUL))
        };
        (0..records.len()).all(counts)
            && link.head().is_none_or(|head| head == SETUP || (decided > 0 && head == RENAMED))
            && link.charter().is_none_or(|signed| signed.charter.number <= 1 + u32::from(decided))
            && (link.writers() == bounds.writers || link.seen() < OPENED)
            && link.right() <= phone.person.right
    })
}

fn is_agreed(_: &Table, state: &State) -> bool {
    let host = &state.host;
    let agrees = |phone: &Phone| {
        let (link, right, records) = (&phone.link, phone.person.right, &host.sum.records);
        let more = !link.is_admitted() && link.records().starts_with(records);
        (link.records() == records || more)
            && phone.disk == link.records()
            && link.head() == host.sum.head.as_deref()
            && link.charter() == host.sum.charter.as_ref()
            && (link.right(), link.is_locked()) == (right, host.is_locked())
    };
    !state.rests() || all(state, |phone| phone.is_out() || agrees(phone))
}

/// At rest no letter waits that may be sent; where there is no rest, something moves by itself; and it does not go on
/// without end.
fn goes_on(table: &Table, state: &State) -> bool {
    let moves = || {
        let mut actions = Vec::new();
        (0..state.phones.len()).for_each(|at| table.sure(state, at, &mut actions));
        !actions.is_empty()
    };
    let done = |phone: &Phone| {
        let refused = state.host.refuses(phone.person.right).is_some() || !phone.link.is_admitted();
        phone.is_out() || !phone.link.is_busy() || refused
    };
    let fine = if state.rests() { all(state, done) } else { moves() };
    fine && all(state, |phone| phone.calls.is_none_or(|calls| calls < 12))
}

/// A phone leaves the table only if the log is not the one that it has followed.
fn has_reason(table: &Table, state: &State) -> bool {
    let another = |phone: &Phone| {
        let may_be = phone.was_sent_away() && table.bounds.chances.losses > 0;
        may_be && !(state.rests() && state.host.sum.records.starts_with(&phone.disk))
    };
    all(state, |phone| !phone.is_out() || another(phone))
}
