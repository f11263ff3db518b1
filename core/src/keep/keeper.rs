//! One device's connection to the log that a person's devices share. It knows no socket, disk, clock or chance: it is told
//! what happened ([`Keeper::heard`]), and says what is to be done ([`Turn`]).
//!
//! Nothing that waits to be sent is stored. What to send always follows from what is here and what the log says, so a
//! device may stop at any moment, an answer may be lost, and an entry may come twice.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use chrono::{DateTime, Utc};
use serde_json::Value;
use takujo_wire::{Ask, RECORD_MAX, Refusal, Table, Tell};

use super::batch::batches;
use super::change::{KeptChange, pack, unpack};
use super::code::{KeepCode, Root};
use super::fold::{Goes, KeptEntry, LogReading, RulesCheck};
use super::head::{DELETED, chain, hash, hash_of, in_bin};
use super::kept::{FactMark, KEPT_KEY, Kept, KeptState, START, TableMark};
use super::library::{Library, Settled};
use super::people::{is_person, merge_also};
use super::settle::Settling;
use crate::live::seal::{seal, unseal};

/// So many appends may be under way. Messages must be sent at no more than [`MESSAGES_A_SECOND`].
const WINDOW: usize = 16;
/// How many messages a second the connection may send; homes allow 50.
pub const MESSAGES_A_SECOND: u32 = 40;
/// So many further logs are looked for if the one that was known is not there.
const AHEAD: u16 = 8;
/// After so many times in a row that the home cannot answer, it may have lost entries.
const MOST_UNAVAILABLE: u8 = 5;
/// After so many days a device gives a sign of life, so that a home does not take the log for a silent one.
const SIGN_OF_LIFE: i64 = 7;
/// The log is left for a new one when it has so many entries or bytes: below the limits of any home.
const FULL: (u32, u32) = (8_000, 3 << 20);

/// What is next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// Wait for the home, and send what [`Keeper::asks`] gives.
    Wait,
    /// Call [`Keeper::settle`], store what it gives, then call [`Keeper::stored`].
    Settle,
    /// Connect again, to the address of [`Keeper::table`], which may be another table now.
    Again,
    /// Everything is the same here and in the log.
    Done,
    /// There is no log with this code, and there never was one on this device.
    NotThere,
    /// Another device has forgotten this one.
    Out,
    /// The home refused something. Try again later.
    Refused(Refusal),
}

/// Why nothing was settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsettled {
    /// The records of these tables are needed too.
    Needs(Vec<String>),
    /// There were no random bytes.
    NoChance,
}

/// Gives random bytes; `None` if there are none.
pub type Chance<'a> = &'a mut dyn FnMut() -> Option<[u8; 32]>;

/// What was settled and is being stored.
struct Storing {
    /// What is noted from then on. If tables wait that are open here, the log is read again.
    kept: Kept,
    /// The names of what is said of this device's facts.
    said: BTreeSet<String>,
    /// What is then to be appended.
    records: Vec<Vec<u8>>,
    /// Whether to connect again.
    again: bool,
    /// How many entries the log had.
    length: u32,
}

/// Where the connection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeeperPlace {
    /// There is none.
    Away,
    /// It asks for a log.
    Joining,
    /// It opens the log.
    Opening,
    /// It follows the log.
    Following,
}

/// This device's side of the log.
pub struct Keeper {
    kept: Kept,
    place: KeeperPlace,
    /// How far after the log that is known is the one that is looked for.
    ahead: u16,
    /// How often in a row the home could not answer.
    unavailable: u8,
    /// Entries after those that `kept` has.
    entries: Vec<KeptEntry>,
    /// How many entries the log has, as far as is known.
    length: u32,
    /// Whether the last entry that is known is still the same in the log.
    checked: bool,
    asks: VecDeque<Ask>,
    /// What is to be appended.
    outbox: VecDeque<Vec<u8>>,
    /// How many appends are not answered.
    flying: usize,
    /// The place for the next append.
    tip: u32,
    next: Option<Storing>,
    /// Whether all that is known is settled.
    settled: bool,
    /// The hash of what was appended last. What comes to nothing is not said again without end.
    said: Option<u64>,
    forgets: Vec<String>,
    full: (u32, u32),
}

impl Keeper {
    /// Goes on with what was stored.
    pub fn new(kept: Kept) -> Keeper {
        Keeper {
            kept,
            place: KeeperPlace::Away,
            ahead: 0,
            unavailable: 0,
            entries: Vec::new(),
            length: 0,
            checked: false,
            asks: VecDeque::new(),
            outbox: VecDeque::new(),
            flying: 0,
            tip: 0,
            next: None,
            settled: false,
            said: None,
            forgets: Vec::new(),
            full: FULL,
        }
    }

    /// Leaves a log for a new one when it has so many entries or bytes.
    #[must_use]
    pub fn with_limits(mut self, entries: u32, bytes: u32) -> Keeper {
        self.full = (entries, bytes);
        self
    }

    /// What is known, to be shown; [`Keeper::settle`] gives what is to be stored.
    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// The name of the log to connect to. A connection is for one log.
    pub fn table(&self) -> Table {
        self.wanted().table()
    }

    /// The log that is looked for.
    fn wanted(&self) -> KeepCode {
        self.kept.code.after(self.ahead).unwrap_or(self.kept.code)
    }

    /// How many changes are not in the log yet, in records.
    pub fn waiting(&self) -> usize {
        self.outbox.len() + self.flying
    }

    /// Forgets other devices: the rest go on with another secret. Call it before [`Keeper::settle`]; what is here is told
    /// first.
    pub fn forget(&mut self, ids: &[&str]) {
        self.forgets.extend(ids.iter().map(|id| (*id).to_owned()));
        self.settled = false;
    }

    /// Something has changed on this device.
    pub fn changed(&mut self) -> Turn {
        self.settled = false;
        self.turn()
    }

    /// A connection is there.
    pub fn connected(&mut self) {
        self.cut();
        self.join();
    }

    /// The connection has ended, whatever was under way.
    pub fn cut(&mut self) {
        self.place = KeeperPlace::Away;
        self.entries.clear();
        self.asks.clear();
        self.outbox.clear();
        (self.flying, self.length, self.tip) = (0, 0, 0);
        (self.next, self.settled, self.said) = (None, false, None);
    }

    fn join(&mut self) {
        self.place = KeeperPlace::Joining;
        let from = if self.ahead == 0 { self.kept.state.position.saturating_sub(1) } else { 0 };
        let ticket = self.wanted().ticket();
        self.asks.push_back(Ask::Join { table: ticket.table, secret: ticket.secret, from });
    }

    /// What to send now, in this order. Call it after each other call.
    pub fn asks(&mut self, chance: Chance) -> Vec<Ask> {
        let mut asks: Vec<Ask> = self.asks.drain(..).collect();
        while self.flying < WINDOW && !self.outbox.is_empty() {
            let Some(random) = chance() else { break };
            let Some(bytes) = self.outbox.pop_front() else { break };
            let (mut nonce, ticket) = ([0; 24], self.kept.code.ticket());
            nonce.copy_from_slice(&random[..24]);
            let record = seal(&ticket.key, &ticket.table, self.tip, &bytes, nonce);
            asks.push(Ask::Append { expected: self.tip, record });
            (self.tip, self.flying) = (self.tip + 1, self.flying + 1);
        }
        asks
    }

    /// The home has said something.
    pub fn heard(&mut self, tell: &Tell) -> Turn {
        match tell {
            Tell::Joined { length, .. } => return self.joined(*length),
            Tell::Created => self.join(),
            Tell::Entry { position, record } => return self.entry(*position, record),
            Tell::Changed { position, .. } => return self.entry(*position, &[]),
            Tell::Appended { length } => {
                self.flying = self.flying.saturating_sub(1);
                self.length = self.length.max(*length);
            }
            Tell::Conflict { length } => {
                self.flying = self.flying.saturating_sub(1);
                self.outbox.clear();
                self.length = self.length.max(*length);
                (self.settled, self.said) = (false, None);
            }
            Tell::Closed => return Turn::Again,
            Tell::Pong(_) => {}
            Tell::Refused(refusal) => return self.refused(*refusal),
        }
        self.turn()
    }

    fn joined(&mut self, length: u32) -> Turn {
        if self.ahead > 0 {
            let code = self.wanted();
            self.kept.go_to(code);
        }
        (self.ahead, self.unavailable) = (0, 0);
        (self.kept.state.begun, self.kept.state.fresh) = (true, false);
        self.place = KeeperPlace::Following;
        self.length = length;
        self.checked = self.kept.state.position == 0;
        if length < self.kept.state.position {
            // The home has lost entries.
            self.kept.read_again();
            return Turn::Again;
        }
        self.turn()
    }

    fn entry(&mut self, position: u32, record: &[u8]) -> Turn {
        let place = u64::from(self.kept.state.position) + self.entries.len() as u64;
        let hash = hash(record);
        if !self.checked {
            self.checked = u64::from(position) + 1 == place && hash == self.kept.state.last;
            if !self.checked {
                // It is not the log that was read.
                self.kept.read_again();
                return Turn::Again;
            }
        }
        if u64::from(position) == place {
            let ticket = self.kept.code.ticket();
            let said = match record {
                [] => Ok((Vec::new(), false)),
                record => match unseal(&ticket.key, &ticket.table, position, record) {
                    Some(bytes) => unpack(&bytes),
                    None => Err(super::change::Unread::Damaged),
                },
            };
            let bytes = record.len().min(RECORD_MAX) as u32;
            self.entries.push(KeptEntry { said, bytes, hash });
            self.length = self.length.max(position.saturating_add(1));
            self.settled = false;
        }
        self.turn()
    }

    fn refused(&mut self, refusal: Refusal) -> Turn {
        match (self.place, refusal) {
            (KeeperPlace::Joining, Refusal::NotThere) if self.kept.state.fresh && self.ahead == 0 => {
                // Several devices may open it at once: it is opened once.
                self.place = KeeperPlace::Opening;
                self.asks.extend(self.kept.code.ticket().create(None));
                self.turn()
            }
            (KeeperPlace::Joining | KeeperPlace::Opening, Refusal::NotThere) => self.look_further(),
            (KeeperPlace::Joining, Refusal::Unavailable) if self.unavailable >= MOST_UNAVAILABLE => {
                self.unavailable = 0;
                self.kept.read_again();
                Turn::Again
            }
            (KeeperPlace::Following, Refusal::TableFull(_) | Refusal::TableTooLarge(_)) => {
                // No device could say that it goes on in the next one; the others look for it once this one is gone.
                let Some(code) = self.kept.code.after(1) else { return Turn::Refused(refusal) };
                self.kept.go_to(code);
                Turn::Again
            }
            (place, refusal) => {
                self.unavailable += u8::from(place == KeeperPlace::Joining && refusal == Refusal::Unavailable);
                Turn::Refused(refusal)
            }
        }
    }

    /// The log is not there: perhaps another device has gone on in a later one. If not, this device opens the next one.
    fn look_further(&mut self) -> Turn {
        if self.ahead < AHEAD && self.kept.code.after(self.ahead + 1).is_some() {
            self.ahead += 1;
            return Turn::Again;
        }
        self.ahead = 0;
        match self.kept.code.after(1).filter(|_| self.kept.state.begun) {
            Some(code) => self.kept.go_to(code),
            None => return Turn::NotThere,
        }
        Turn::Again
    }

    fn turn(&self) -> Turn {
        if self.kept.state.out {
            return Turn::Out;
        }
        let read = u64::from(self.kept.state.position) + self.entries.len() as u64;
        let is_still = self.flying == 0 && self.outbox.is_empty() && self.asks.is_empty();
        match self.place {
            KeeperPlace::Following if is_still && self.checked && read >= u64::from(self.length) => {
                if self.settled {
                    Turn::Done
                } else {
                    Turn::Settle
                }
            }
            _ => Turn::Wait,
        }
    }

    /// Whether the records of this table are needed to settle: `length` is how many it has here, if that is known.
    pub fn wants(&self, id: &str, length: Option<usize>) -> bool {
        let known = self.kept.state.marks.get(id).filter(|mark| mark.is_here() && !mark.again);
        let touched = |change: &KeptChange| match change {
            KeptChange::Table { id: other, .. } | KeptChange::Gone { id: other, .. } => other == id,
            _ => false,
        };
        let said = self.entries.iter().filter_map(|entry| entry.said.as_ref().ok());
        known.is_none_or(|mark| Some(mark.count) != length) || said.flat_map(|(said, _)| said).any(touched)
    }

    /// Brings together what the log says and what is here. Nothing is changed before [`Keeper::stored`].
    ///
    /// # Errors
    /// [`Unsettled::Needs`] if records are missing in the library that are needed.
    pub fn settle(
        &mut self,
        library: &Library,
        rules: RulesCheck,
        now: DateTime<Utc>,
        chance: Chance,
    ) -> Result<Settled, Unsettled> {
        let (works, damaged) = library.read();
        let reading = LogReading::of(self.kept.state.clone(), &self.entries, &works, rules);
        let now_text = serde_json::to_value(now).unwrap_or_default();
        let base = self.kept.state.clone();
        let mut settling = Settling {
            base: &base,
            reading,
            works,
            damaged,
            tables: BTreeMap::new(),
            needs: BTreeSet::new(),
            apart: base.apart.clone(),
            now: now_text,
            rules,
        };
        settling.tables();
        if !settling.needs.is_empty() {
            return Err(Unsettled::Needs(settling.needs.into_iter().collect()));
        }
        let (mut changes, facts) = settling.facts(&library.facts);
        let said = facts_in(&changes);
        let Settling { reading, works, damaged, tables, apart, .. } = settling;
        changes.extend(tables.into_values());
        let LogReading { next: state, facts: came, goes, again, mut report, .. } = reading;
        let mut kept = Kept { code: self.kept.code, state };
        for (key, mark) in &mut kept.state.facts {
            let own = hash_of(library.facts.get(key).unwrap_or(&Value::Null));
            mark.own = mark.own.filter(|_| own != mark.value && !said.contains(key));
        }
        let day = now.timestamp().div_euclid(24 * 60 * 60);
        let me = kept.state.devices.get(&kept.state.me.id);
        let own = kept.state.me.public(day);
        if me.is_none_or(|me| (&me.name, &me.key) != (&own.name, &own.key) || (day - me.day).abs() >= SIGN_OF_LIFE) {
            changes.push(KeptChange::Device { id: kept.state.me.id.clone(), device: own });
        }
        let mut all = batches(&library.tables, &works, |id| damaged.contains(id), &mut report);
        let (records, again) = match &goes {
            Some(goes) => {
                // Of tables that wait it is not known here yet what the log said of them.
                for id in &report.waiting {
                    match base.marks.get(id) {
                        Some(mark) => kept.state.marks.insert(id.clone(), mark.clone()),
                        None => kept.state.marks.remove(id),
                    };
                }
                go(&mut kept, goes);
                (Vec::new(), true)
            }
            None if again => {
                // From what was noted before, so that nothing counts as known that did not come.
                kept = self.kept.clone();
                kept.read_again();
                (Vec::new(), true)
            }
            None => {
                note_first(&mut kept.state, &changes);
                let (mut records, too_large) = pack(changes);
                report.too_large = too_large;
                if records.is_empty() || self.said == Some(hash(&records.concat())) {
                    records = pack(self.last(&kept, chance)?).0;
                }
                (records, false)
            }
        };
        let stays = goes.is_none() && !again && !report.waiting.is_empty();
        let value = |kept: &Kept| (KEPT_KEY.to_owned(), kept.write());
        let before = (!all.replaced.is_empty()).then(|| {
            let mut first = self.kept.clone();
            first.read_again();
            first.state.marks.retain(|id, _| !all.replaced.contains(id));
            all.before.values.push(value(&first));
            std::mem::take(&mut all.before)
        });
        if stays {
            kept = self.waits(kept.state, &came);
        }
        kept.state.apart = apart;
        all.batch.values.push(value(&kept));
        self.next = Some(Storing { kept, said, records, again, length: self.length });
        self.settled = true;
        Ok(Settled { before, batch: all.batch, facts, report })
    }

    /// What is noted while tables wait, which are read again. Of the rest it is known what was said and taken; that the log
    /// has what `came` will be seen when it is read again: by then the home may have lost it.
    fn waits(&self, next: KeptState, came: &BTreeMap<String, Value>) -> Kept {
        let KeptState { mut facts, marks: next, .. } = next;
        for (_, mark) in facts.iter_mut().filter(|(key, _)| came.contains_key(*key)) {
            mark.there = false;
        }
        let mut state = KeptState { facts, ..self.kept.state.clone() };
        for (id, mark) in next.into_iter().filter(|(_, mark)| mark.said) {
            state.marks.entry(id).or_insert(mark);
        }
        Kept { code: self.kept.code, state }
    }

    /// What to say when nothing else is to be said: that devices are forgotten, or that the log is full.
    fn last(&self, kept: &Kept, chance: Chance) -> Result<Vec<KeptChange>, Unsettled> {
        let (entries, bytes) = self.full;
        if self.forgets.iter().any(|id| kept.state.devices.contains_key(id)) {
            let random = chance().ok_or(Unsettled::NoChance)?;
            let mut root: Root = [0; 16];
            root.copy_from_slice(&random[..16]);
            let mut to = BTreeMap::new();
            for (id, device) in kept.state.devices.iter().filter(|(id, _)| !self.forgets.contains(id)) {
                let seed = chance().ok_or(Unsettled::NoChance)?;
                to.extend(device.seal(&root, &seed).map(|sealed| (id.clone(), sealed)));
            }
            return Ok(vec![KeptChange::Moved { to }]);
        }
        let is_full = kept.state.position >= entries || kept.state.bytes >= bytes;
        Ok(if is_full && kept.code.after(1).is_some() { vec![KeptChange::Next] } else { Vec::new() })
    }

    /// Notes what this device will have of the facts in `settled` (`after` is all that it will have then), because it may not be
    /// able to take all of each. Who was merged here stays so beside that, and the others have yet to hear it. Call it before
    /// that is stored.
    pub fn note(&mut self, settled: &mut Settled, after: &BTreeMap<String, Value>) {
        let Some(Storing { kept, said, .. }) = &mut self.next else { return };
        for (key, taken) in settled.facts.iter().filter(|(key, _)| !said.contains(*key)) {
            if let Some(mark) = kept.state.facts.get_mut(key) {
                let own = after.get(key).unwrap_or(&Value::Null);
                let is_more = is_person(key) && merge_also(&mut taken.clone(), own);
                mark.own = Some(hash_of(own)).filter(|own| *own != mark.value && !is_more);
            }
        }
        for (_, text) in settled.batch.values.iter_mut().filter(|(key, _)| key == KEPT_KEY) {
            *text = kept.write();
        }
    }

    /// What was settled last is stored.
    pub fn stored(&mut self) -> Turn {
        let Some(Storing { kept, records, again, length, .. }) = self.next.take() else { return self.turn() };
        let read = kept.state.position.saturating_sub(self.kept.state.position) as usize;
        self.entries.drain(..read.min(self.entries.len()));
        self.kept = kept;
        if again {
            return if self.kept.state.out { Turn::Out } else { Turn::Again };
        }
        let said = hash(&records.concat());
        if self.settled && self.said != Some(said) {
            self.tip = length;
            self.said = Some(said).filter(|_| !records.is_empty());
            self.outbox = records.into();
        }
        self.turn()
    }
}

/// The names of the facts that are said.
fn facts_in(changes: &[KeptChange]) -> BTreeSet<String> {
    let name = |change: &KeptChange| match change {
        KeptChange::Fact { key, .. } => Some(key.clone()),
        _ => None,
    };
    changes.iter().filter_map(name).collect()
}

/// Notes what is said for the first time, so that what is changed here before it comes back counts as changed.
fn note_first(state: &mut KeptState, changes: &[KeptChange]) {
    for change in changes {
        match change {
            KeptChange::Fact { key, value } => {
                let mark = FactMark { there: false, value: hash_of(value), own: None };
                state.facts.entry(key.clone()).or_insert(mark);
            }
            KeptChange::Table { id, head, log, .. } if !state.marks.contains_key(id) => {
                let mut mark =
                    TableMark { said: true, count: log.len(), chain: chain(START, log), ..TableMark::default() };
                for (hash, part) in mark.head.iter_mut().zip(head) {
                    *hash = part.as_ref().map_or(0, hash_of);
                }
                mark.binned = head[DELETED].as_ref().is_some_and(in_bin);
                state.marks.insert(id.clone(), mark);
            }
            _ => {}
        }
    }
}

/// Goes on in another log.
fn go(kept: &mut Kept, goes: &Goes) {
    match goes {
        Goes::Next => {
            if let Some(code) = kept.code.after(1) {
                kept.go_to(code);
            }
        }
        Goes::Moved(to) => match to.get(&kept.state.me.id).and_then(|sealed| kept.state.me.unseal(sealed)) {
            Some(root) => kept.go_to(KeepCode { root, number: 0 }),
            None => kept.state.out = true,
        },
    }
}
