//! Any questions of several phones, one after the other, are answered as a plain model has it that reads each log from
//! its beginning. What the phones are told besides, and who is sent away, is compared as well.

mod common;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use common::{World, hash, word};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use takujo_host_rules::{Frame, Limits, Next, Space, Tables};
use takujo_wire::{ANY_LENGTH, Ask, Refusal, Right, Table, Tell, VERSION, VERSIONS};

const LIMITS: fn() -> Limits = || Limits {
    entries: 10,
    bytes: 20,
    tables: 3,
    guesses: 2,
    messages: 5,
    patience: Duration::from_secs(10),
    silence: Duration::from_secs(60),
    ..Limits::default()
};

/// A secret, by which of them it is.
type Key = u8;

/// What happened to a table.
#[derive(Clone, Debug)]
enum Deed {
    Opened([Key; 3]),
    Wrote(Vec<u8>),
    Changed([Option<Key>; 3], Option<bool>),
    Closed,
}

/// Who may do what after these deeds.
fn rights(log: &[Deed]) -> ([Key; 3], bool) {
    let (mut keys, mut locked) = ([0; 3], false);
    for deed in log {
        match deed {
            Deed::Opened(first) => keys = *first,
            Deed::Changed(new, lock) => {
                for (key, new) in keys.iter_mut().zip(new) {
                    *key = new.unwrap_or(*key);
                }
                locked = lock.unwrap_or(locked);
            }
            Deed::Wrote(_) | Deed::Closed => {}
        }
    }
    (keys, locked)
}

fn right(log: &[Deed], key: Key) -> Option<Right> {
    let (keys, _) = rights(log);
    [(2, Right::Host), (1, Right::Write), (0, Right::Watch)]
        .into_iter()
        .find_map(|(at, right)| (keys[at] == key).then_some(right))
}

fn is_open(log: &[Deed]) -> bool {
    !matches!(log.last(), None | Some(Deed::Closed))
}

/// A connection as the model has it.
#[derive(Clone)]
struct Side {
    address: u8,
    tables: Tables,
    begun: u64,
    heard: u64,
    /// Messages that may still come now, and since when that is so.
    left: (u64, u64),
    joined: Option<(Table, Key)>,
    next: usize,
    over: bool,
}

/// Since when something is counted, and how often it was.
type Often = (u64, u32);

struct Model {
    now: u64,
    space: Space,
    tables: BTreeMap<Table, Vec<Deed>>,
    /// Tables opened and wrong secrets, by address.
    used: BTreeMap<u8, (Often, Often)>,
    sides: Vec<Side>,
}

/// A question, in the words of the model.
#[derive(Clone, Debug)]
enum Want {
    Ping,
    Open(Table, [Key; 3]),
    Join(Table, Key, u32),
    Write(u32, usize),
    Change(u32, [Option<Key>; 3], Option<bool>),
    Close(u32),
}

impl Model {
    fn log(&self, table: Table) -> &[Deed] {
        self.tables.get(&table).map_or(&[], Vec::as_slice)
    }

    /// How many entries the log has that this connection follows.
    fn length(&self, at: usize) -> u32 {
        self.sides[at].joined.map_or(0, |(table, _)| self.log(table).len() as u32)
    }

    fn connect(&mut self, address: u8, tables: Tables) -> Side {
        let (now, left) = (self.now, (10, self.now));
        self.used.entry(address).or_insert(((now, 0), (now, 0)));
        Side { address, tables, begun: now, heard: now, left, joined: None, next: 0, over: false }
    }

    /// Whether a message may come now.
    fn paced(&mut self, at: usize) -> bool {
        let side = &mut self.sides[at];
        side.heard = self.now;
        let (left, since) = side.left;
        let left = (left + 5 * (self.now - since)).min(10);
        side.left = (left.saturating_sub(1), self.now);
        left > 0
    }

    fn often(often: &mut Often, now: u64, lasts: u64) -> u32 {
        if now - often.0 >= lasts {
            *often = (now, 0);
        }
        often.1 += 1;
        often.1
    }

    fn answer(&mut self, at: usize, want: &Want) -> Tell {
        if !self.paced(at) {
            self.sides[at].over = true;
            return Tell::Refused(Refusal::TooFast(5));
        }
        let outcome = match want {
            Want::Ping => Ok(Tell::Pong(7)),
            Want::Open(table, _) | Want::Join(table, ..)
                if match self.sides[at].tables {
                    Tables::All => false,
                    Tables::Partition(first) => first != table[0],
                    Tables::One(one) => one != *table,
                } =>
            {
                Err(Refusal::NotThere)
            }
            Want::Open(table, keys) => self.open(at, *table, *keys),
            Want::Join(table, key, from) => self.join(at, *table, *key, *from),
            Want::Write(expected, bytes) => self.append(at, *expected, Deed::Wrote(vec![at as u8; *bytes])),
            Want::Change(expected, keys, lock) => self.append(at, *expected, Deed::Changed(*keys, *lock)),
            Want::Close(expected) => self.append(at, *expected, Deed::Closed),
        };
        outcome.unwrap_or_else(Tell::Refused)
    }

    fn open(&mut self, at: usize, table: Table, keys: [Key; 3]) -> Result<Tell, Refusal> {
        if self.space != Space::Enough {
            return Err(Refusal::NoRoom);
        }
        let often = &mut self.used.get_mut(&self.sides[at].address).unwrap().0;
        if Self::often(often, self.now, 3600) > 3 {
            return Err(Refusal::TooManyTables(3));
        }
        match self.log(table) {
            [] => drop(self.tables.insert(table, vec![Deed::Opened(keys)])),
            [Deed::Opened(first), ..] if *first == keys && is_open(self.log(table)) => {}
            _ => return Err(Refusal::Taken),
        }
        Ok(Tell::Created)
    }

    fn join(&mut self, at: usize, table: Table, key: Key, from: u32) -> Result<Tell, Refusal> {
        if self.sides[at].joined.is_some() {
            return Err(Refusal::OutOfOrder);
        }
        let log = self.log(table);
        if let Some(right) = right(log, key).filter(|_| is_open(log)) {
            let tell = Tell::Joined { right, locked: rights(log).1, length: log.len() as u32 };
            (self.sides[at].joined, self.sides[at].next) = (Some((table, key)), log.len().min(from as usize));
            return Ok(tell);
        }
        let often = &mut self.used.get_mut(&self.sides[at].address).unwrap().1;
        Err(if Self::often(often, self.now, 60) > 2 { Refusal::TooManyGuesses(2) } else { Refusal::NotThere })
    }

    fn append(&mut self, at: usize, expected: u32, deed: Deed) -> Result<Tell, Refusal> {
        let (table, key) = self.sides[at].joined.ok_or(Refusal::OutOfOrder)?;
        let log = self.log(table);
        let right = right(log, key).filter(|_| is_open(log)).ok_or(Refusal::NotThere)?;
        let length = log.len() as u32;
        match &deed {
            Deed::Wrote(bytes) => {
                let size = |deed: &Deed| if let Deed::Wrote(bytes) = deed { bytes.len() } else { 0 };
                let all = log.iter().map(size).sum::<usize>() + bytes.len();
                // A tenth is left to whoever hosts.
                let (entries, most) = if right == Right::Host { (10, 20) } else { (9, 18) };
                match right {
                    Right::Watch => return Err(Refusal::NotAllowed),
                    Right::Write if rights(log).1 => return Err(Refusal::Locked),
                    _ if length >= entries => return Err(Refusal::TableFull(entries)),
                    _ if all > most => return Err(Refusal::TableTooLarge(most as u32)),
                    _ if self.space == Space::None => return Err(Refusal::NoRoom),
                    _ => {}
                }
            }
            _ if right != Right::Host => return Err(Refusal::NotAllowed),
            Deed::Changed(..) if length >= 15 => return Err(Refusal::TableFull(10)),
            _ => {}
        }
        let anywhere = expected == ANY_LENGTH && !matches!(deed, Deed::Wrote(_));
        if !anywhere && expected != length {
            return Ok(Tell::Conflict { length });
        }
        self.tables.get_mut(&table).unwrap().push(deed);
        Ok(Tell::Appended { length: length + 1 })
    }

    /// What a connection is told of the log that it follows.
    fn entries(&mut self, at: usize) -> Vec<Tell> {
        let side = self.sides[at].clone();
        let Some((table, key)) = side.joined.filter(|_| !side.over) else { return Vec::new() };
        let log = self.log(table);
        let mut tells = Vec::new();
        let (mut next, mut over) = (side.next, false);
        while !over && next < log.len() {
            let (position, then) = (next as u32, &log[..=next]);
            next += 1;
            tells.push(match &log[next - 1] {
                Deed::Wrote(record) => Tell::Entry { position, record: record.clone() },
                Deed::Closed => Tell::Closed,
                // What it may do then, or else now.
                _ => match right(then, key).or_else(|| right(log, key).filter(|_| is_open(log))) {
                    Some(right) => Tell::Changed { position, right, locked: rights(then).1 },
                    None => Tell::Refused(Refusal::NotThere),
                },
            });
            over = matches!(tells.last(), Some(Tell::Closed | Tell::Refused(_)));
        }
        (self.sides[at].next, self.sides[at].over) = (next, over);
        tells
    }

    fn tick(&mut self, at: usize) -> Vec<Tell> {
        let side = &self.sides[at];
        let (passed, limit) =
            if side.joined.is_some() { (self.now - side.heard, 60) } else { (self.now - side.begun, 10) };
        if passed < limit {
            return Vec::new();
        }
        self.sides[at].over = true;
        vec![Tell::Refused(Refusal::TooSlow(limit as u32))]
    }
}

/// What happens next.
#[derive(Clone, Debug)]
enum Act {
    Ask(usize, Want),
    /// Named by how far the phone is behind.
    Behind(usize, Want, u32),
    Garbage(usize, Vec<u8>),
    Reconnect(usize),
    /// The connection is put to sleep, and woken: nobody notices.
    Sleep(usize),
    Pass(u64),
    Tick(usize),
    Space(Space),
    Silent(Table),
}

const TABLES: [Table; 2] = [[7; 16], [8; 16]];
const PHONES: usize = 4;

fn secret(key: Key) -> [u8; 32] {
    [key; 32]
}

impl Want {
    fn ask(&self, at: usize) -> Ask {
        let hash = |key: Key| hash(secret(key));
        match *self {
            Self::Ping => Ask::Ping(7),
            Self::Open(table, [watch, write, host]) => {
                Ask::Create { table, watch: hash(watch), write: hash(write), host: hash(host) }
            }
            Self::Join(table, key, from) => Ask::Join { table, secret: secret(key), from },
            Self::Write(expected, bytes) => Ask::Append { expected, record: vec![at as u8; bytes] },
            Self::Change(expected, keys, locked) => {
                let [watch, write, host] = keys.map(|key| key.map(hash));
                Ask::Change { expected, watch, write, host, locked }
            }
            Self::Close(expected) => Ask::Close { expected },
        }
    }

    fn expecting(self, length: u32) -> Self {
        match self {
            Self::Write(_, bytes) => Self::Write(length, bytes),
            Self::Change(_, keys, lock) => Self::Change(length, keys, lock),
            Self::Close(_) => Self::Close(length),
            other => other,
        }
    }
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let key = || prop_oneof![4 => 1..4_u8, 1 => 1..7_u8];
    let keys = || [0, 1, 2].map(|_| prop::option::weighted(0.3, key()));
    let table = || prop::sample::select(&TABLES[..]);
    let opened = prop_oneof![4 => Just([1, 2, 3]), 1 => [key(), key(), key()]];
    let appended = || {
        prop_oneof![
            12 => (1..6_usize).prop_map(|bytes| Want::Write(0, bytes)),
            4 => (keys(), any::<Option<bool>>()).prop_map(|(keys, lock)| Want::Change(0, keys, lock)),
            1 => Just(Want::Close(0)),
        ]
    };
    let phone = || 0..PHONES;
    let joined = (phone(), table(), key(), 0..4_u32);
    let seen = (phone(), appended(), prop_oneof![6 => Just(0), 1 => 0..3_u32]);
    let space = prop_oneof![1 => Just(Space::None), 1 => Just(Space::Tight), 3 => Just(Space::Enough)];
    let act = prop_oneof![
        2 => (phone(), table(), opened).prop_map(|(at, table, keys)| Act::Ask(at, Want::Open(table, keys))),
        6 => joined.prop_map(|(at, table, key, from)| Act::Ask(at, Want::Join(table, key, from))),
        16 => seen.prop_map(|(at, want, back)| Act::Behind(at, want, back)),
        2 => (phone(), appended()).prop_map(|(at, want)| Act::Ask(at, want.expecting(ANY_LENGTH))),
        1 => phone().prop_map(|at| Act::Ask(at, Want::Ping)),
        1 => (phone(), prop::collection::vec(any::<u8>(), 0..3)).prop_map(|(at, bytes)| Act::Garbage(at, bytes)),
        2 => phone().prop_map(Act::Reconnect),
        4 => phone().prop_map(Act::Sleep),
        6 => prop_oneof![6 => 1..3_u64, 1 => Just(30), 1 => Just(1800)].prop_map(Act::Pass),
        2 => phone().prop_map(Act::Tick),
        1 => space.prop_map(Act::Space),
        1 => table().prop_map(Act::Silent),
    ];
    prop::collection::vec(act, 1..220)
}

/// The host, and the model beside it.
struct Pair {
    world: World,
    model: Model,
    /// The connection of each phone.
    lines: Vec<usize>,
    /// What was told, in a word each.
    told: BTreeSet<&'static str>,
}

impl Pair {
    fn new() -> Self {
        let world = World::new(LIMITS());
        let now = world.now.as_secs();
        let (tables, used) = (BTreeMap::new(), BTreeMap::new());
        let mut pair = Self {
            world,
            model: Model { now, space: Space::Enough, tables, used, sides: Vec::new() },
            lines: Vec::new(),
            told: BTreeSet::new(),
        };
        for at in 0..PHONES {
            let (line, side) = pair.connect(at);
            pair.lines.push(line);
            pair.model.sides.push(side);
        }
        pair
    }

    fn connect(&mut self, at: usize) -> (usize, Side) {
        // The last one came to the address of a partition or of a table. They speak different versions.
        let address = (at % 2) as u8;
        let tables = match self.world.lines.len() % 4 {
            _ if at < PHONES - 1 => Tables::All,
            1..4 => Tables::Partition(TABLES[0][0]),
            _ => Tables::One(TABLES[0]),
        };
        let line = self.world.connect(address, tables);
        self.world.lines[line].version = if at == 0 { *VERSIONS.start() } else { VERSION };
        (line, self.model.connect(address, tables))
    }

    fn reconnect(&mut self, at: usize) {
        let line = self.lines[at];
        if !self.world.lines[line].over {
            self.world.hear(line, Frame::Close);
            self.world.run(line);
            self.world.lines[line].messages.clear();
        }
        (self.lines[at], self.model.sides[at]) = self.connect(at);
    }

    /// What a phone is told at once.
    fn heard(&mut self, at: usize) -> Vec<Tell> {
        self.world.run(self.lines[at]);
        let tells = self.world.lines[self.lines[at]].tells();
        self.told.extend(tells.iter().map(word));
        tells
    }

    fn ask(&mut self, at: usize, want: &Want) -> Result<(), TestCaseError> {
        self.world.ask(self.lines[at], &want.ask(at));
        prop_assert_eq!(self.heard(at), [self.model.answer(at, want)]);
        Ok(())
    }

    fn act(&mut self, act: Act) -> Result<(), TestCaseError> {
        if let Act::Ask(at, _) | Act::Behind(at, ..) | Act::Garbage(at, _) | Act::Tick(at) = act
            && self.model.sides[at].over
        {
            self.reconnect(at);
        }
        match act {
            Act::Ask(at, want) => self.ask(at, &want)?,
            Act::Behind(at, want, back) => {
                let length = self.model.length(at).saturating_sub(back);
                self.ask(at, &want.expecting(length))?;
            }
            Act::Garbage(at, bytes) => {
                self.world.hear(self.lines[at], Frame::Binary(&bytes));
                let known = bytes.first().is_some_and(|version| VERSIONS.contains(version));
                let refusal = match self.model.paced(at) {
                    false => Refusal::TooFast(5),
                    true if known => Refusal::Malformed,
                    true => Refusal::Version(VERSION),
                };
                self.model.sides[at].over = true;
                prop_assert_eq!(self.heard(at), [Tell::Refused(refusal)]);
            }
            Act::Reconnect(at) => self.reconnect(at),
            Act::Sleep(at) => self.world.sleep(self.lines[at]),
            Act::Pass(seconds) => {
                self.model.now += seconds;
                self.world.now += Duration::from_secs(seconds);
            }
            Act::Tick(at) => {
                self.world.tick(self.lines[at]);
                prop_assert_eq!(self.heard(at), self.model.tick(at));
            }
            Act::Space(space) => (self.world.space, self.model.space) = (space, space),
            Act::Silent(table) => {
                let log = self.model.tables.entry(table).or_default();
                let next = self.world.end_silent(table, log.len() as u32);
                if log.is_empty() {
                    self.model.tables.remove(&table);
                    prop_assert_eq!(next, Next::Leave);
                } else if is_open(log) {
                    log.push(Deed::Closed);
                    prop_assert!(matches!(next, Next::Closed(_)));
                } else {
                    self.model.tables.remove(&table);
                    prop_assert!(matches!(next, Next::Over(_)));
                }
            }
        }
        self.settled()
    }

    /// Everyone is told what is new, and what was closed is deleted.
    fn settled(&mut self) -> Result<(), TestCaseError> {
        self.world.settle();
        for at in 0..PHONES {
            prop_assert_eq!(self.heard(at), self.model.entries(at), "phone {}", at);
            prop_assert_eq!(self.world.lines[self.lines[at]].over, self.model.sides[at].over);
        }
        self.world.forget();
        Ok(())
    }
}

/// What no questions get: these are about bytes, connections, a host that stops, and a store that fails.
const ELSEWHERE: [&str; 4] = ["record-too-long", "too-many-connections", "stopping", "unavailable"];

#[test]
fn any_questions_are_answered_as_the_model_has_it() {
    let config = ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() };
    let told = RefCell::new(BTreeSet::new());
    let outcome = TestRunner::new(config).run(&acts(), |acts| {
        let mut pair = Pair::new();
        for act in acts {
            pair.act(act)?;
        }
        told.borrow_mut().extend(pair.told);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let missing: Vec<&str> = Refusal::all()
        .map(Refusal::name)
        .filter(|name| !told.borrow().contains(name) && !ELSEWHERE.contains(name))
        .collect();
    assert!(missing.is_empty(), "nobody was told {missing:?}");
    assert_eq!(told.borrow().len(), 8 + Refusal::all().count() - ELSEWHERE.len());
}
