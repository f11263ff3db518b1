//! Brings together what the log says and what this device has: what is to be stored here, and what is to be told to the
//! other devices. Of two tables the longer one wins, and different ones become two, as when a file is imported; the one in
//! the log keeps the id.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::Value;

use super::change::KeptChange;
use super::fold::{LogReading, Remote, base_of};
use super::head::{DELETED, HeadParts, PARTS, TITLE, about, hash_of, head, in_bin, not_in_bin, opened};
use super::kept::{FactMark, KeptState, TableMark};
use super::library::OwnWork;
use super::people::{is_person, merge_also, parted};
use crate::domain::session::{SessionFile, other_id};

/// Everything at once.
pub(super) struct Settling<'a> {
    /// What was noted before this reading.
    pub base: &'a KeptState,
    pub reading: LogReading<'a>,
    pub works: BTreeMap<String, OwnWork>,
    pub damaged: BTreeSet<String>,
    /// What to tell the others, by table.
    pub tables: BTreeMap<String, KeptChange>,
    /// Tables whose records are needed to decide.
    pub needs: BTreeSet<String>,
    /// As in [`KeptState`].
    pub apart: BTreeMap<String, String>,
    /// The time, as heads have it.
    pub now: Value,
    pub rules: super::fold::RulesCheck<'a>,
}

/// Which value a part of a setup gets.
enum PartWins {
    /// Both are the same.
    Both,
    /// That of the log.
    Theirs,
    /// That of this device, which the others have to hear.
    Ours,
}

/// How two logs relate: how many records they have in common.
struct Common {
    ours: Vec<Value>,
    theirs: Vec<Value>,
    same: usize,
}

impl Settling<'_> {
    /// Decides on every table.
    pub fn tables(&mut self) {
        // So many at once were not removed by anybody.
        let had = |mark: &&TableMark| mark.is_here();
        let known = self.base.marks.values().filter(had).count();
        let missing = self.base.marks.iter().filter(|(id, mark)| mark.is_here() && self.is_missing(id)).count();
        let lost = missing > 5 && missing * 2 > known;
        self.apart.retain(|id, _| self.works.contains_key(id) || self.damaged.contains(id));
        let all: BTreeSet<String> = self.works.keys().chain(self.reading.next.marks.keys()).cloned().collect();
        let mut queue = VecDeque::from_iter(all);
        while let Some(id) = queue.pop_front() {
            let now = self.reading.next.marks.get(&id).cloned().unwrap_or_default();
            self.tables.remove(&id);
            if self.damaged.contains(&id) {
                self.reading.report.damaged.push(id.clone());
                if let Some(mark) = self.reading.next.marks.get_mut(&id) {
                    mark.again = true;
                }
            } else if let Some(work) = self.works.get(&id).cloned() {
                queue.extend(match self.apart.get(&id).cloned() {
                    Some(to) => self.apart(&id, work, &now, to),
                    None if now.is_here() => self.both(&id, work, &now),
                    None => self.only_ours(&id, work, &now),
                });
            } else {
                self.only_theirs(&id, &now, lost);
            }
        }
        self.copies();
        let waiting = &mut self.reading.report.waiting;
        waiting.sort_unstable();
        waiting.dedup();
    }

    fn is_missing(&self, id: &str) -> bool {
        !self.works.contains_key(id) && !self.damaged.contains(id)
    }

    /// The log has no such table, or it was removed for good.
    fn only_ours(&mut self, id: &str, work: OwnWork, now: &TableMark) -> Option<String> {
        // What was removed has all of it, if it came after this in the same log, or is the same.
        let base = self.base.marks.get(id).filter(|base| !base.gone && work.is_as(base));
        let is_all = |base: &TableMark| base.there || (base.count, base.chain) == (now.count, now.chain);
        if now.gone && now.there && base.is_some_and(is_all) {
            if work.playing {
                self.reading.report.waiting.push(id.to_owned());
            } else if work.log.is_none() {
                self.needs.insert(id.to_owned());
            } else {
                self.works.remove(id);
                self.reading.report.removed += 1;
            }
            return None;
        }
        match work.log {
            None => {
                self.needs.insert(id.to_owned());
            }
            Some(log) if self.is_elsewhere(id, &work.parts, &log, now) => {
                if work.playing {
                    self.reading.report.waiting.push(id.to_owned());
                } else {
                    self.works.remove(id);
                }
            }
            Some(log) if !self.is_allowed(id, &work.parts, Some(&log)) => {
                self.reading.report.damaged.push(id.to_owned())
            }
            Some(log) => {
                let (at, after) = now.end();
                let whole = KeptChange::Table { id: id.to_owned(), head: work.parts.map(Some), at, after, log };
                self.tables.insert(id.to_owned(), whole);
            }
        }
        None
    }

    /// The table is not here. Either it is new, or it was removed.
    fn only_theirs(&mut self, id: &str, now: &TableMark, lost: bool) {
        let base = self.base.marks.get(id).cloned().unwrap_or_default();
        let gone = |at, after| KeptChange::Gone { id: id.to_owned(), at, after };
        if !now.is_here() {
            // Later logs hear of it as well.
            if !now.there && (base.gone || base.binned) {
                self.tables.insert(id.to_owned(), gone(base.count, base.chain));
            }
        } else if !base.is_here() {
            let Some(remote) = self.reading.remotes.get(id) else { return self.reading.again = true };
            let Some(parts) = whole(remote) else { return self.reading.again = true };
            self.works.insert(id.to_owned(), OwnWork { parts, log: Some(remote.log.clone()), playing: false });
        } else if lost || base.again || self.reading.remotes.contains_key(id) {
            self.reading.again = true;
        } else if now.binned {
            self.tables.insert(id.to_owned(), gone(now.count, now.chain));
        } else {
            // Perhaps an import was taken back. It goes to the bin everywhere, and once that is known, comes back there.
            let mut head = [const { None }; PARTS];
            head[DELETED] = Some(Value::from(vec![self.now.clone()]));
            let (at, after) = now.end();
            self.tables
                .insert(id.to_owned(), KeptChange::Table { id: id.to_owned(), head, at, after, log: Vec::new() });
            if let Some(mark) = self.reading.next.marks.get_mut(id) {
                mark.again = true;
            }
        }
    }

    /// The table is in the log and here. Gives the id of another one that is to be decided on because of that.
    fn both(&mut self, id: &str, mut work: OwnWork, now: &TableMark) -> Option<String> {
        let base = self.base.marks.get(id).filter(|base| !base.gone).cloned();
        let remote = self.reading.remotes.get(id).cloned();
        let common = match self.common(id, &work, now, remote.as_ref()) {
            Ok(common) => common,
            Err(()) => return None,
        };
        let (mut more, mut longer) = (Vec::new(), false);
        if let Some(Common { ours, theirs, same }) = &common {
            let is_other = remote.as_ref().is_some_and(|remote| {
                let theirs_parts = over(&work.parts, remote);
                let untold = base.as_ref().is_none_or(|base| base.said) && (ours.is_empty() || theirs.is_empty());
                about(&work.parts) != about(&theirs_parts) || untold && opened(&work.parts) != opened(&theirs_parts)
            });
            if is_other || *same < ours.len().min(theirs.len()) {
                let first = ours.get(*same).filter(|_| !is_other);
                let first =
                    first.map_or_else(|| format!("{:?}", (about(&work.parts), opened(&work.parts))), Value::to_string);
                return self.apart(id, work, now, other_id(id, &first));
            }
            more = ours[*same..].to_vec();
            longer = theirs.len() > *same;
        }
        let (mut said, mut taken) = ([const { None }; PARTS], longer);
        let mut parts = work.parts.clone();
        for at in 0..PARTS {
            let theirs = remote.as_ref().and_then(|remote| remote.head[at].clone());
            let theirs = theirs.or_else(|| (at == DELETED && !now.binned).then(not_in_bin));
            match wins(at, &work.parts[at], theirs.as_ref(), base.as_ref(), now, (!more.is_empty(), longer)) {
                PartWins::Both => {}
                PartWins::Ours => said[at] = Some(work.parts[at].clone()),
                PartWins::Theirs => {
                    let Some(theirs) = theirs else {
                        self.reading.again = true;
                        return None;
                    };
                    parts[at] = theirs;
                    taken = true;
                }
            }
        }
        let says = !more.is_empty() || said.iter().any(Option::is_some);
        let changes = taken || parts != work.parts;
        if changes && work.playing {
            self.reading.report.waiting.push(id.to_owned());
            return None;
        }
        let log = common.map(|common| if longer { common.theirs } else { common.ours });
        if says && !self.is_allowed(id, &parts, log.as_deref()) {
            if taken {
                let to = other_id(id, &format!("{:?}", work.parts));
                return self.apart(id, work, now, to);
            }
            self.reading.report.damaged.push(id.to_owned());
            return None;
        }
        if says {
            let (at, after) = now.end();
            self.tables
                .insert(id.to_owned(), KeptChange::Table { id: id.to_owned(), head: said, at, after, log: more });
        }
        if changes {
            (work.parts, work.log) = (parts, log.or(work.log));
            self.works.insert(id.to_owned(), work);
        }
        None
    }

    /// The records of both sides; `None` if no record needs to be looked at.
    fn common(
        &mut self,
        id: &str,
        work: &OwnWork,
        now: &TableMark,
        remote: Option<&Remote>,
    ) -> Result<Option<Common>, ()> {
        let (ours, theirs) = match (&work.log, remote) {
            (None, None) => return Ok(None),
            (None, Some(_)) => {
                self.needs.insert(id.to_owned());
                return Err(());
            }
            (Some(ours), Some(remote)) => (ours.clone(), remote.log.clone()),
            (Some(ours), None) => match base_of(work, now) {
                Some(theirs) => (ours.clone(), theirs),
                None => {
                    self.reading.again = true;
                    return Err(());
                }
            },
        };
        let same = ours.iter().zip(&theirs).take_while(|(ours, theirs)| ours == theirs).count();
        Ok(Some(Common { ours, theirs, same }))
    }

    pub(super) fn is_allowed(&self, id: &str, parts: &HeadParts, log: Option<&[Value]>) -> bool {
        let file = head(id, parts).map(|head| SessionFile { head, log: log.unwrap_or_default().to_vec() });
        log.is_none() || file.is_some_and(|file| (self.rules)(&file).is_ok())
    }

    /// The table here went on differently from that in the log: it gets the id `to`, which is always the same for the same.
    fn apart(&mut self, id: &str, work: OwnWork, now: &TableMark, mut to: String) -> Option<String> {
        if work.playing {
            return self.waits_apart(id, to);
        }
        let remote = self.reading.remotes.get(id).filter(|_| now.is_here()).cloned();
        let mut parts = work.parts.clone();
        for (at, part) in parts.iter_mut().enumerate() {
            match remote.as_ref().and_then(|remote| remote.head[at].as_ref()) {
                Some(theirs) => part.clone_from(theirs),
                None if !now.is_here() || hash_of(part) == now.head[at] => {}
                None => {
                    self.reading.again = true;
                    return None;
                }
            }
        }
        let Some(own) = work.log.clone() else {
            self.needs.insert(id.to_owned());
            return None;
        };
        if now.is_here() && remote.is_none() {
            self.reading.again = true;
            return None;
        }
        loop {
            if self.damaged.contains(&to) {
                to = other_id(&to, "");
                continue;
            }
            let Some(there) = self.works.get_mut(&to) else {
                self.works.insert(to.clone(), work);
                break;
            };
            let Some(log) = &mut there.log else {
                self.needs.insert(to);
                return None;
            };
            let same = log.iter().zip(&own).all(|(there, own)| there == own);
            if same && about(&there.parts) == about(&work.parts) {
                if log.len() < own.len() && there.playing {
                    return self.waits_apart(id, to);
                }
                if log.len() < own.len() {
                    *log = own;
                }
                break;
            }
            to = other_id(&to, "");
        }
        self.apart.remove(id);
        // What the log, by now another one, does not say of it comes from the others.
        self.works.remove(id);
        let theirs = remote.map(|remote| OwnWork { parts, log: Some(remote.log), playing: false });
        self.works.extend(theirs.map(|theirs| (id.to_owned(), theirs)));
        self.reading.report.copies.push((id.to_owned(), to.clone()));
        Some(to)
    }

    /// It gets the id `to` once it is closed.
    fn waits_apart(&mut self, id: &str, to: String) -> Option<String> {
        self.apart.insert(id.to_owned(), to);
        self.reading.report.waiting.push(id.to_owned());
        None
    }

    /// What to tell the others of everything that is known by name, and what is otherwise here from now on.
    pub fn facts(&mut self, ours: &BTreeMap<String, Value>) -> (Vec<KeptChange>, BTreeMap<String, Value>) {
        let (mut said, mut taken, mut again) = (Vec::new(), BTreeMap::new(), false);
        let keys: BTreeSet<&String> = ours.keys().chain(self.reading.next.facts.keys()).collect();
        for key in keys {
            let own = ours.get(key);
            let hash = hash_of(own.unwrap_or(&Value::Null));
            let now = self.reading.next.facts.get(key).filter(|now| now.there);
            let base = self.base.facts.get(key);
            let unchanged = base.is_none_or(|base| base.value == hash || base.own == Some(hash));
            match now {
                Some(now) if now.value == hash => {}
                Some(_) if unchanged || own.is_none() && is_person(key) => {
                    let Some(theirs) = self.reading.facts.get(key) else { continue };
                    taken.insert(key.clone(), theirs.clone());
                    // Whoever is no longer merged was in the log all along, and comes only with a whole reading.
                    let parted = own.filter(|_| is_person(key)).map(|own| parted(own, theirs));
                    let is_before = |key: &String| {
                        self.reading.next.facts.get(key).is_some_and(|now| now.there)
                            && !self.reading.facts.contains_key(key)
                    };
                    again |= parted.iter().flatten().any(is_before);
                }
                None if own.is_none() => {}
                _ => {
                    let mut value = own.cloned().unwrap_or_default();
                    // Who two entries were merged into stays so, whatever else the other device has changed of them.
                    if let Some(theirs) = self.reading.facts.get(key).filter(|_| is_person(key))
                        && merge_also(&mut value, theirs)
                    {
                        taken.insert(key.clone(), value.clone());
                    }
                    said.push(KeptChange::Fact { key: key.clone(), value });
                }
            }
        }
        // Somebody of whom not all could be taken, as when another has that name, may be as the log has it from now on.
        let in_part = |(key, mark): (&String, &FactMark)| {
            let is_here = mark.there && is_person(key) && ours.contains_key(key);
            is_here && mark.own.is_some() && !self.reading.facts.contains_key(key)
        };
        again |= taken.keys().any(|key| is_person(key)) && self.reading.next.facts.iter().any(in_part);
        self.reading.again |= again;
        (said, taken)
    }
}

/// All parts of a setup, if all came.
pub(super) fn whole(remote: &Remote) -> Option<HeadParts> {
    let parts: Vec<Value> = remote.head.iter().flatten().cloned().collect();
    parts.try_into().ok()
}

/// The parts that came, and for the rest those here.
fn over(parts: &HeadParts, remote: &Remote) -> HeadParts {
    let mut over = parts.clone();
    over.iter_mut().zip(&remote.head).for_each(|(part, came)| {
        if let Some(came) = came {
            part.clone_from(came);
        }
    });
    over
}

/// Which value a part gets. If both have changed it, this device's does, since it comes later in the log. A table to
/// which somebody has added does not go to the bin because another did not know of that.
fn wins(
    at: usize,
    own: &Value,
    theirs: Option<&Value>,
    base: Option<&TableMark>,
    now: &TableMark,
    (more, longer): (bool, bool),
) -> PartWins {
    let hash = hash_of(own);
    if hash == now.head[at] {
        return PartWins::Both;
    }
    // What this device has said first counts as what both had where the log has just that.
    let Some(base) = base.filter(|base| !base.said || base.head[at] == now.head[at]) else {
        let kept = match at {
            TITLE => theirs.is_some_and(|theirs| theirs.get(0) == Some(&Value::from(""))),
            DELETED => now.binned && !in_bin(own),
            _ => false,
        };
        return if kept { PartWins::Ours } else { PartWins::Theirs };
    };
    if at == DELETED && more && now.binned && !in_bin(own) {
        return PartWins::Ours;
    }
    if at == DELETED && longer && !now.binned && !base.binned {
        return PartWins::Theirs;
    }
    if hash == base.head[at] { PartWins::Theirs } else { PartWins::Ours }
}
