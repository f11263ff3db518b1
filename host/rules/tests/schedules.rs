//! Random schedules of phones that write at the same time, on a store that fails or lags now and then: between a look
//! at the log and the append that follows anything may come from the others. Whatever happens is compared with the
//! whole log.
//! `TAKUJO_SCHEDULES` says how many are tried.

mod common;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use common::{Mood, World, hash, word};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use takujo_host_rules::{Entry, Frame, Limits, Rights, Tables, Todo, What};
use takujo_wire::{ANY_LENGTH, Ask, Refusal, Right, Table, Tell};

const TABLE: Table = [7; 16];
/// So many entries may be missing in what a store that lags calls the last.
const LAG: u32 = 3;

/// A secret, by which of them it is.
type Key = u32;

fn secret(key: Key) -> [u8; 32] {
    let mut secret = [7; 32];
    secret[..4].copy_from_slice(&key.to_be_bytes());
    secret
}

/// What a key allows after these entries; `None` also after the end.
fn right(log: &[Entry], key: Key) -> Option<Right> {
    let rights = rights(log)?;
    let given = [(rights.host, Right::Host), (rights.write, Right::Write), (rights.watch, Right::Watch)];
    given.into_iter().find_map(|(known, right)| (known == hash(secret(key))).then_some(right))
}

fn rights(log: &[Entry]) -> Option<&Rights> {
    let open = log.iter().all(|entry| entry.what != What::Closed);
    let rights = |entry: &'_ Entry| matches!(entry.what, What::Rights(_));
    let last = log.iter().rev().find(|entry| rights(entry)).filter(|_| open)?;
    if let What::Rights(rights) = &last.what { Some(rights) } else { None }
}

/// Why a question is refused after these entries.
fn refused(log: &[Entry], key: Key, ask: &Ask) -> Option<Refusal> {
    match (right(log, key), ask) {
        (None, _) => Some(Refusal::NotThere),
        (Some(Right::Host), _) | (_, Ask::Join { .. }) => None,
        (Some(Right::Watch), _) | (_, Ask::Change { .. } | Ask::Close { .. }) => Some(Refusal::NotAllowed),
        (Some(Right::Write), _) => rights(log)?.locked.then_some(Refusal::Locked),
    }
}

/// A question that a phone has asked.
#[derive(Debug)]
struct Asked {
    ask: Ask,
    /// How long the log was when it was asked, and when it was answered.
    lengths: (u32, u32),
    answer: Option<Tell>,
}

/// A connection, as its phone remembers it.
struct Visit {
    key: Key,
    from: u32,
    asked: Vec<Asked>,
    /// The entries and changes that came.
    entries: Vec<Tell>,
    /// What the connection ended with.
    last: Option<Tell>,
}

/// A phone: what it knows of the table, over all its connections.
struct Phone {
    line: usize,
    key: Key,
    length: u32,
}

struct Game {
    world: World,
    phones: Vec<Phone>,
    /// By connection.
    visits: BTreeMap<usize, Visit>,
    /// The newest secret for writing.
    newest: Key,
    records: u32,
    faults: bool,
}

const HOST: usize = 0;
const PHONES: usize = 5;

impl Game {
    fn new(faults: bool, may_lag: bool) -> Self {
        let limits = Limits { messages: 1_000_000, tables: 1_000, guesses: 1_000, ..Limits::default() };
        let mut world = World::new(limits);
        world.may_lag = may_lag;
        let line = world.connect(1, Tables::All);
        let [watch, write, host] = [1, 2, 3].map(|key| hash(secret(key)));
        assert_eq!(world.answer(line, &Ask::Create { table: TABLE, watch, write, host }), [Tell::Created]);
        let phones = (0..PHONES).map(|_| Phone { line, key: 2, length: 0 }).collect();
        let mut game = Self { world, phones, visits: BTreeMap::new(), newest: 2, records: 0, faults };
        game.phones[HOST].key = 3;
        game.phones[PHONES - 1].key = 1;
        (0..PHONES).for_each(|at| game.come(at, 0));
        game
    }

    /// A phone comes with its secret, and asks for all from an entry on.
    fn come(&mut self, at: usize, from: u32) {
        let phone = &mut self.phones[at];
        phone.line = self.world.connect(1, Tables::All);
        let visit = Visit { key: phone.key, from, asked: Vec::new(), entries: Vec::new(), last: None };
        self.visits.insert(phone.line, visit);
        let ask = Ask::Join { table: TABLE, secret: secret(phone.key), from };
        self.ask(at, ask);
    }

    fn length(&self) -> u32 {
        self.world.logs.length(TABLE)
    }

    fn ask(&mut self, at: usize, ask: Ask) {
        let (line, length) = (self.phones[at].line, self.length());
        self.world.ask(line, &ask);
        let asked = Asked { ask, lengths: (length, length), answer: None };
        self.visits.get_mut(&line).unwrap().asked.push(asked);
    }

    /// What a phone asks, by this number.
    fn wish(&mut self, at: usize, choice: u8) {
        let expected = self.phones[at].length;
        let anywhere = if choice.is_multiple_of(2) { ANY_LENGTH } else { expected };
        let change = |write: Option<Key>, locked| Ask::Change {
            expected: anywhere,
            watch: None,
            write: write.map(|key| hash(secret(key))),
            host: None,
            locked,
        };
        let ask = match choice {
            0..8 => {
                self.newest += 10;
                change(Some(self.newest), None)
            }
            8..14 => change(None, Some(choice % 4 < 2)),
            14 => Ask::Close { expected: anywhere },
            _ => {
                self.records += 1;
                Ask::Append { expected, record: self.records.to_be_bytes().to_vec() }
            }
        };
        // Others than the host try it now and then.
        let mine = at == HOST || choice % 4 == 1 || matches!(ask, Ask::Append { .. });
        if mine { self.ask(at, ask) } else { self.ask(at, Ask::Ping(1)) }
    }

    /// Something happens at a phone: what, is this number's choice.
    fn turn(&mut self, at: usize, choice: u8) {
        let line = self.phones[at].line;
        if self.world.lines[line].over {
            // Whoever wrote gets the newest link, or comes by the one they have.
            if at != HOST && at != PHONES - 1 && choice.is_multiple_of(2) {
                self.phones[at].key = self.newest;
            }
            let from = if choice.is_multiple_of(3) { 0 } else { self.phones[at].length.saturating_sub(1) };
            return self.come(at, from);
        }
        if self.world.lines[line].todo != Todo::Wait {
            let mood = match choice {
                0 | 1 if self.faults => Mood::Fails,
                2..5 if self.faults => Mood::FailsLate,
                5..40 if self.world.may_lag => Mood::Lags(1 + usize::from(choice) % LAG as usize),
                _ => Mood::Well,
            };
            self.world.step(line, mood);
        } else if choice < 110 {
            self.world.follow(line);
        } else if choice < 115 || matches!(self.visits[&line].asked[0].answer, Some(Tell::Refused(_))) {
            self.world.hear(line, Frame::Close);
        } else {
            self.wish(at, choice - 115);
        }
        self.hear(at);
    }

    /// A phone takes in what came.
    fn hear(&mut self, at: usize) {
        let length = self.length();
        let phone = &mut self.phones[at];
        let line = &mut self.world.lines[phone.line];
        let visit = self.visits.get_mut(&phone.line).unwrap();
        for tell in line.tells() {
            match tell {
                Tell::Joined { length, .. } | Tell::Appended { length } | Tell::Conflict { length } => {
                    phone.length = length
                }
                Tell::Entry { position, .. } | Tell::Changed { position, .. } => {
                    phone.length = phone.length.max(position + 1)
                }
                _ => {}
            }
            if line.over {
                visit.last = Some(tell);
            } else if matches!(tell, Tell::Entry { .. } | Tell::Changed { .. }) {
                visit.entries.push(tell);
            } else {
                let asked = visit.asked.iter_mut().find(|asked| asked.answer.is_none());
                let asked = asked.unwrap_or_else(|| panic!("{tell:?} answers nothing"));
                (asked.answer, asked.lengths.1) = (Some(tell), length);
            }
        }
    }

    /// All that is begun is done, and all are told.
    fn end(&mut self) {
        // Twice: what the last one does is news for those before it.
        for at in (0..PHONES).chain(0..PHONES) {
            let line = self.phones[at].line;
            while self.world.step(line, Mood::Well) || self.world.follow(line) {
                self.hear(at);
            }
        }
    }

    /// Everyone who appended was allowed to by the log before.
    fn was_allowed(&self, log: &[Entry]) -> Result<(), TestCaseError> {
        for position in 1..log.len() {
            let (before, entry) = (&log[..position], &log[position]);
            let key = self.visits[&self.world.authors[&(TABLE, position as u32)]].key;
            let ask = match &entry.what {
                What::Record(record) => Ask::Append { expected: 0, record: record.clone() },
                What::Rights(_) => Ask::Change { expected: 0, watch: None, write: None, host: None, locked: None },
                What::Closed => Ask::Close { expected: 0 },
            };
            prop_assert_eq!(refused(before, key, &ask), None, "entry {} of {:?}", position, log);
        }
        Ok(())
    }

    /// Each answer is true at some time between the question and it, or of what a store that lags has.
    fn is_true(&self, log: &[Entry], line: usize, asked: &Asked) -> Result<(), TestCaseError> {
        let lag = if self.world.may_lag { LAG } else { 0 };
        let (since, until) = (asked.lengths.0.saturating_sub(lag).max(1), asked.lengths.1);
        let key = self.visits[&line].key;
        let expected = match asked.ask {
            Ask::Append { expected, .. } | Ask::Change { expected, .. } | Ask::Close { expected } => Some(expected),
            _ => None,
        };
        match (asked.answer.as_ref().unwrap(), expected) {
            (Tell::Pong(_), None) => {}
            (Tell::Joined { right: given, length, locked }, None) => {
                prop_assert!((since..=until).contains(length));
                let log = &log[..*length as usize];
                prop_assert_eq!(
                    (Some(*given), Some(*locked)),
                    (right(log, key), rights(log).map(|rights| rights.locked))
                );
            }
            (Tell::Appended { length }, Some(expected)) => {
                prop_assert!(asked.lengths.0 < *length && *length <= until);
                prop_assert!(expected == length - 1 || expected == ANY_LENGTH);
                prop_assert_eq!(self.world.authors.get(&(TABLE, length - 1)), Some(&line));
                if let Ask::Append { record, .. } = &asked.ask {
                    prop_assert_eq!(&log[*length as usize - 1].what, &What::Record(record.clone()));
                }
            }
            (Tell::Conflict { length }, Some(expected)) => {
                prop_assert!((since..=until).contains(length) && expected != *length);
                let is_record = matches!(asked.ask, Ask::Append { .. });
                prop_assert!(is_record || expected != ANY_LENGTH);
            }
            (Tell::Refused(refusal), _) => {
                let why = |length| refused(&log[..length as usize], key, &asked.ask) == Some(*refusal);
                prop_assert!((since..=until).any(why), "{:?} to {:?}", refusal, asked);
            }
            (other, _) => prop_assert!(false, "{other:?} to {asked:?}"),
        }
        Ok(())
    }

    /// What is acknowledged is in the log once, and what is not is not, or once if nobody knows.
    fn none_is_lost_or_doubled(&self, log: &[Entry]) -> Result<(), TestCaseError> {
        for (line, visit) in &self.visits {
            for asked in &visit.asked {
                if asked.answer.is_some() {
                    self.is_true(log, *line, asked)?;
                }
                let Ask::Append { record, .. } = &asked.ask else { continue };
                let times = log.iter().filter(|entry| entry.what == What::Record(record.clone())).count();
                match asked.answer {
                    Some(Tell::Appended { .. }) => prop_assert_eq!(times, 1, "{:?}", asked),
                    Some(_) => prop_assert_eq!(times, 0, "{:?}", asked),
                    None => prop_assert!(times <= 1, "{asked:?}"),
                }
            }
            let appended = |asked: &&Asked| matches!(asked.answer, Some(Tell::Appended { .. }));
            let (acknowledged, unanswered) = (
                visit.asked.iter().filter(appended).count(),
                visit.asked.iter().filter(|asked| asked.answer.is_none()).count(),
            );
            let written = self.world.authors.values().filter(|author| *author == line).count();
            prop_assert!(unanswered <= usize::from(self.world.lines[*line].over), "a question without an answer");
            prop_assert!((acknowledged..=acknowledged + unanswered).contains(&written));
        }
        Ok(())
    }

    /// Each phone is told the log in its order and without a gap, to its end or to where its right ends.
    fn all_are_told(&self, log: &[Entry]) -> Result<(), TestCaseError> {
        for (line, visit) in &self.visits {
            for (position, tell) in (visit.from..).zip(&visit.entries) {
                let entry = &log[position as usize];
                match (tell, &entry.what) {
                    (Tell::Entry { position: told, record }, What::Record(wrote)) => {
                        prop_assert_eq!((*told, record), (position, wrote));
                    }
                    (Tell::Changed { position: told, right: given, locked }, What::Rights(rights)) => {
                        prop_assert_eq!((*told, *locked), (position, rights.locked));
                        let then = right(&log[..=position as usize], visit.key);
                        let later = || {
                            (position as usize + 1..=log.len())
                                .any(|length| right(&log[..length], visit.key) == Some(*given))
                        };
                        prop_assert!(then == Some(*given) || then.is_none() && later());
                    }
                    other => prop_assert!(false, "{:?} at {}", other, position),
                }
            }
            let next = visit.from as usize + visit.entries.len();
            match &visit.last {
                Some(Tell::Closed) => prop_assert_eq!((next + 1, &log[next].what), (log.len(), &What::Closed)),
                // A change took its right.
                Some(Tell::Refused(Refusal::NotThere)) => prop_assert_eq!(right(&log[..=next], visit.key), None),
                Some(Tell::Refused(Refusal::Unavailable)) => prop_assert!(self.faults || self.world.may_lag),
                None if self.world.lines[*line].over => {}
                None => {
                    let joined = matches!(visit.asked[0].answer, Some(Tell::Joined { .. }));
                    prop_assert!(!joined || next >= log.len(), "{} entries were not told", log.len() - next);
                    // Whoever heard the whole log and is still there may be there.
                    prop_assert!(!joined || self.world.may_lag || right(log, visit.key).is_some());
                }
                Some(other) => prop_assert!(false, "{other:?}"),
            }
        }
        Ok(())
    }
}

#[test]
fn no_schedule_loses_or_doubles_an_entry_or_lets_in_who_may_not() {
    let cases = std::env::var("TAKUJO_SCHEDULES").ok().and_then(|count| count.parse().ok()).unwrap_or(1_000);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let turns = prop::collection::vec((0..PHONES, any::<u8>()), 0..600);
    let answers = RefCell::new(BTreeSet::new());
    let outcome = TestRunner::new(config).run(&(any::<bool>(), any::<bool>(), turns), |(faults, may_lag, turns)| {
        let mut game = Game::new(faults, may_lag);
        for (at, choice) in turns {
            game.turn(at, choice);
        }
        game.end();
        let log = game.world.log(TABLE);
        game.was_allowed(&log)?;
        game.none_is_lost_or_doubled(&log)?;
        game.all_are_told(&log)?;
        for visit in game.visits.values() {
            answers.borrow_mut().extend(visit.asked.iter().filter_map(|asked| asked.answer.as_ref()).map(word));
            answers.borrow_mut().extend(visit.last.as_ref().map(word));
        }
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    // The schedules are worth something only if all of this happens in them.
    for word in ["appended", "conflict", "closed", "not-there", "not-allowed", "locked", "unavailable"] {
        assert!(answers.borrow().contains(word), "nobody was told {word}");
    }
}
