//! A device: a disk, somebody who plays, and a connection that brings one message after the other, or ends.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use takujo_core::domain::people::People;
use takujo_core::domain::session::{Head, LoadError, SessionFile, read_head};
use takujo_core::games::report_file;
use takujo_core::keep::people::{facts_of, take_facts};
use takujo_core::keep::{KEPT_KEY, KeepCode, KeepReport, Keeper, Kept, Library, OwnTable, Turn, Unsettled};
use takujo_core::storage::{Append, Batch, Memory, Storage, Stored};
use takujo_wire::{Ask, Tell};

use crate::home::{Home, Line};

/// Memory never waits.
pub fn now<T>(task: impl Future<Output = T>) -> T {
    match pin!(task).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("the storage waits"),
    }
}

/// Numbers that repeat themselves in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }

    pub fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }

    pub fn bytes(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.below(256) as u8)
    }
}

/// Where a device may stop.
#[derive(Clone, Copy, PartialEq)]
pub enum Stop {
    Never,
    /// Between the two things that are stored.
    Between,
    /// Before it hears that all is stored.
    After,
    /// Before anything is stored.
    Before,
}

pub struct Desk {
    pub store: Memory,
    pub keeper: Option<Keeper>,
    line: Line,
    to_home: VecDeque<Ask>,
    to_desk: VecDeque<Tell>,
    turn: Turn,
    pub playing: BTreeSet<String>,
    pub time: i64,
    pub dice: Dice,
    /// Bytes sent and received, and turns of waiting for an answer.
    pub sent: usize,
    pub received: usize,
    pub asked: usize,
    pub last: KeepReport,
    pub refuses: fn(&SessionFile) -> bool,
    /// With how many entries a log is full.
    pub full: u32,
    /// What this device makes of a theme that comes: a program that knows less may leave it out, or part of it.
    pub knows: fn(&str) -> Option<String>,
}

/// Tables by id.
type Tables = BTreeMap<String, (Head, Vec<Value>)>;

pub fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
}

const PEOPLE: &str = "roster";
const THEME: &str = "theme";

impl Desk {
    pub fn new(seed: u64, kept: Option<Kept>) -> Desk {
        let store = Memory::default();
        if let Some(kept) = kept {
            now(store.write(KEPT_KEY, &kept.write())).unwrap();
        }
        Desk {
            store,
            keeper: None,
            line: Line::default(),
            to_home: VecDeque::new(),
            to_desk: VecDeque::new(),
            turn: Turn::Again,
            playing: BTreeSet::new(),
            time: 0,
            dice: Dice(seed),
            sent: 0,
            received: 0,
            asked: 0,
            last: KeepReport::default(),
            refuses: |_| false,
            full: 8_000,
            knows: |theme| Some(theme.to_owned()),
        }
    }

    /// The first device, and one that joins it.
    pub fn begin(seed: u64) -> Desk {
        let mut dice = Dice(seed ^ 0x5555);
        let root = dice.bytes()[..16].try_into().unwrap();
        Desk::new(seed, Kept::begin("Phone", root, dice.bytes()))
    }

    pub fn join(seed: u64, code: KeepCode) -> Desk {
        let mut dice = Dice(seed ^ 0xaaaa);
        Desk::new(seed, Kept::join(code, "Tablet", dice.bytes()))
    }

    pub fn kept(&self) -> Kept {
        Kept::read(&now(self.store.read(KEPT_KEY)).unwrap().unwrap()).unwrap()
    }

    pub fn load(&self, id: &str) -> Option<Stored> {
        now(self.store.load(id)).unwrap()
    }

    pub fn ids(&self) -> Vec<String> {
        now(self.store.heads()).unwrap().into_iter().map(|(id, _)| id).collect()
    }

    pub fn people(&self) -> People {
        now(self.store.read(PEOPLE)).unwrap().map(|text| serde_json::from_str(&text).unwrap()).unwrap_or_default()
    }

    pub fn set_people(&self, people: &People) {
        now(self.store.write(PEOPLE, &serde_json::to_string(people).unwrap())).unwrap();
    }

    pub fn theme(&self) -> Option<String> {
        now(self.store.read(THEME)).unwrap()
    }

    pub fn set_theme(&self, theme: &str) {
        now(self.store.write(THEME, theme)).unwrap();
    }

    /// Everything that is to be the same on all devices.
    pub fn everything(&self) -> (Tables, BTreeMap<String, Value>) {
        let table = |id: String| {
            let stored = self.load(&id).unwrap();
            let log = stored.log.iter().map(|record| serde_json::from_str(record).unwrap()).collect();
            (id, (read_head(&stored.head).unwrap(), log))
        };
        (self.ids().into_iter().map(table).collect(), self.facts())
    }

    fn facts(&self) -> BTreeMap<String, Value> {
        let mut facts = facts_of(&self.people());
        facts.extend(self.theme().map(|theme| (THEME.to_owned(), Value::from(theme))));
        facts
    }

    /// A game of something is opened.
    pub fn open(&mut self, id: &str) {
        self.time += 1;
        let head = json!({
            "takujo": 1, "id": id, "game": "any", "title": "", "created": at(self.time), "starter": 0, "drawn": false,
            "players": [{ "name": "Ann", "mark": 0 }, { "name": "Bob", "mark": 1 }],
            "options": { "ending": { "type": "open" } },
        });
        let head = serde_json::to_string(&read_head(&head.to_string()).unwrap()).unwrap();
        now(self.store.create(&Stored { id: id.to_owned(), head, log: Vec::new() }, None)).unwrap();
    }

    pub fn head(&self, id: &str) -> Head {
        read_head(&self.load(id).unwrap().head).unwrap()
    }

    pub fn change_head(&self, id: &str, change: impl FnOnce(&mut Head)) {
        let mut head = self.head(id);
        change(&mut head);
        now(self.store.put_head(id, &serde_json::to_string(&head).unwrap())).unwrap();
    }

    /// A tap, unlike any other; one that the rules do not allow is another one. Gives what the log is then.
    pub fn tap(&mut self, id: &str, kind: usize, tag: &str) -> Vec<Value> {
        let stored = self.load(id).unwrap();
        let mut log: Vec<Value> = stored.log.iter().map(|record| serde_json::from_str(record).unwrap()).collect();
        self.time += 1;
        let round = json!({ "type": "round", "points": [self.time % 50, 7] });
        let mut record = match kind % 5 {
            0 => json!({ "op": "undo" }),
            1 => json!({ "op": "correct", "entry": 0, "event": round }),
            2 => json!({ "op": "note", "entry": 0, "text": tag }),
            3 => json!({ "op": "append", "event": { "type": "next" } }),
            _ => json!({ "op": "append", "event": round }),
        };
        let stamp = at(self.time * 1_000 + tag.bytes().map(i64::from).sum::<i64>());
        record["at"] = serde_json::to_value(stamp).unwrap();
        log.push(record);
        let file = SessionFile { head: self.head(id), log: log.clone() };
        if report_file(&file).is_err() {
            let last = log.len() - 1;
            log[last] = json!({ "at": log[last]["at"], "op": "append", "event": round });
        }
        let text = log.last().unwrap().to_string();
        let (at, before) = (stored.log.len(), stored.log.last().cloned());
        now(self.store.append(&Append { id: id.to_owned(), at, before, records: vec![text], draft: None })).unwrap();
        log
    }

    /// The device stops: what is not on its disk is forgotten.
    pub fn stop(&mut self) {
        self.keeper = None;
        self.disconnect();
    }

    /// The connection ends, with what was under way in both directions.
    pub fn disconnect(&mut self) {
        self.line = Line::default();
        self.to_home.clear();
        self.to_desk.clear();
        self.turn = Turn::Again;
        if let Some(keeper) = &mut self.keeper {
            keeper.cut();
        }
    }

    fn send(&mut self) {
        let dice = &mut self.dice;
        if let Some(keeper) = &mut self.keeper {
            let asks = keeper.asks(&mut || Some(dice.bytes()));
            self.asked += usize::from(!asks.is_empty());
            self.sent += asks.iter().map(|ask| ask.encode(2).len()).sum::<usize>();
            self.to_home.extend(asks);
        }
    }

    /// Whether all is said and done.
    pub fn is_done(&self) -> bool {
        self.to_home.is_empty()
            && self.to_desk.is_empty()
            && matches!(self.turn, Turn::Done | Turn::Out | Turn::NotThere)
    }

    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Something has changed here.
    pub fn changed(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            self.turn = keeper.changed();
        }
    }

    /// One thing happens: a message arrives at one of both ends, or the device does what is next.
    pub fn step(&mut self, home: &mut Home, stop: Stop) {
        if self.keeper.is_none() || matches!(self.turn, Turn::Again | Turn::NotThere) {
            if self.keeper.is_none() {
                self.keeper = Some(Keeper::new(self.kept()).with_limits(self.full, 3 << 20));
            }
            self.disconnect();
            let keeper = self.keeper.as_mut().unwrap();
            keeper.connected();
            self.line.table = keeper.table();
            self.turn = Turn::Wait;
        } else if self.turn == Turn::Settle {
            self.settle(stop);
        } else if let Some(tell) = self.to_desk.pop_front() {
            self.received += tell.encode(2).len();
            self.turn = self.keeper.as_mut().unwrap().heard(&tell);
            assert!(
                !matches!(self.turn, Turn::Refused(_)),
                "{:?} {:?}",
                self.turn,
                self.keeper.as_ref().unwrap().kept()
            );
        } else if let Some(ask) = self.to_home.pop_front() {
            self.to_desk.extend(home.ask(&mut self.line, &ask));
        } else {
            self.to_desk.extend(home.news(&mut self.line));
        }
        self.send();
    }

    fn library(&self, needs: &[String]) -> Library {
        let keeper = self.keeper.as_ref().unwrap();
        let table = |(id, head): (String, String)| {
            let stored = self.load(&id).unwrap();
            let is_wanted = keeper.wants(&id, Some(stored.log.len())) || needs.contains(&id);
            let playing = self.playing.contains(&id);
            (id, OwnTable { head, log: is_wanted.then_some(stored.log), playing })
        };
        let tables = now(self.store.heads()).unwrap().into_iter().map(table).collect();
        Library { tables, facts: self.facts() }
    }

    fn put(&self, mut batch: Batch, facts: Option<&BTreeMap<String, Value>>) {
        if let Some(facts) = facts {
            let mut people = self.people();
            take_facts(&mut people, facts);
            batch.values.push((PEOPLE.to_owned(), serde_json::to_string(&people).unwrap()));
            if let Some(theme) = facts.get(THEME).and_then(|theme| (self.knows)(theme.as_str().unwrap())) {
                batch.values.push((THEME.to_owned(), theme));
            }
        }
        now(self.store.put_all(&batch)).unwrap();
    }

    /// What this device has once it has taken these.
    fn facts_after(&self, taken: &BTreeMap<String, Value>) -> BTreeMap<String, Value> {
        let mut people = self.people();
        take_facts(&mut people, taken);
        let mut facts = facts_of(&people);
        let theme = taken.get(THEME).and_then(|theme| (self.knows)(theme.as_str().unwrap())).or_else(|| self.theme());
        facts.extend(theme.map(|theme| (THEME.to_owned(), Value::from(theme))));
        facts
    }

    fn settle(&mut self, stop: Stop) {
        let refuses = self.refuses;
        let rules =
            |file: &SessionFile| if refuses(file) { Err(LoadError::Setup) } else { report_file(file).map(drop) };
        let mut needs = Vec::new();
        let mut settled = loop {
            let library = self.library(&needs);
            let dice = &mut self.dice;
            let keeper = self.keeper.as_mut().unwrap();
            match keeper.settle(&library, &rules, at(self.time), &mut || Some(dice.bytes())) {
                Ok(settled) => break settled,
                Err(Unsettled::Needs(more)) => {
                    assert!(!more.iter().all(|id| needs.contains(id)), "asked again for {more:?}");
                    needs.extend(more);
                }
                Err(error) => panic!("{error:?}"),
            }
        };
        self.last = settled.report.clone();
        let after = self.facts_after(&settled.facts);
        self.keeper.as_mut().unwrap().note(&mut settled, &after);
        if stop == Stop::Before {
            return self.stop();
        }
        if let Some(before) = settled.before {
            self.put(before, None);
        }
        if stop == Stop::Between {
            return self.stop();
        }
        self.put(settled.batch, Some(&settled.facts));
        if stop == Stop::After {
            return self.stop();
        }
        self.turn = self.keeper.as_mut().unwrap().stored();
    }

    /// Goes on until all is done. Gives how many steps that took.
    pub fn sync(&mut self, home: &mut Home) -> usize {
        self.to_desk.extend(home.news(&mut self.line));
        if self.turn == Turn::Done {
            self.changed();
        } else if !matches!(self.turn, Turn::Wait | Turn::Settle) {
            self.turn = Turn::Again;
        }
        for step in 0..200_000 {
            self.step(home, Stop::Never);
            if self.is_done() {
                return step;
            }
        }
        panic!("it never ends: {:?}, {:?}", self.turn, self.last);
    }
}

/// Syncs all until nothing changes any more.
pub fn settle_all(desks: &mut [Desk], home: &mut Home) {
    for _ in 0..desks.len() + 2 {
        for desk in desks.iter_mut() {
            desk.playing.clear();
            desk.disconnect();
            desk.sync(home);
        }
    }
}
