//! One table under two ids. A table that went on differently gets an id of its own, and later a device that knows nothing of
//! that may bring it under its old one: there it stays then, and the copy goes.

use serde_json::Value;

use super::change::KeptChange;
use super::fold::base_of;
use super::head::{DELETED, HeadParts, TITLE, about, in_bin, not_in_bin};
use super::kept::TableMark;
use super::library::OwnWork;
use super::settle::{Settling, whole};
use crate::domain::session::{is_other_of, stem_of_other};

impl Settling<'_> {
    /// Whether a table here of which the log says nothing, or that it was removed for good, is in the log under another id
    /// with all of its records: as that of which it is a copy, or as a copy if it was removed.
    pub(super) fn is_elsewhere(&mut self, id: &str, parts: &HeadParts, log: &[Value], now: &TableMark) -> bool {
        let (may_be_copy, gone) = (stem_of_other(id).is_some(), now.gone && now.there);
        if log.is_empty() || !may_be_copy && !gone {
            return false;
        }
        let is_same = |other: &str| may_be_copy && is_other_of(other, id) || gone && is_other_of(id, other);
        let marks = self.reading.next.marks.iter();
        for (other, mark) in marks.filter(|(other, mark)| mark.is_here() && is_same(other)) {
            let (own, remote) = (self.works.get(other), self.reading.remotes.get(other));
            let setup = remote.and_then(whole).or_else(|| own.map(|own| own.parts.clone()));
            if setup.is_none_or(|setup| about(&setup) != about(parts) || with_copy(&setup, parts) != setup) {
                continue;
            }
            let theirs = remote.map(|remote| remote.log.clone()).or_else(|| base_of(own?, mark));
            match theirs {
                Some(theirs) if theirs.starts_with(log) => return true,
                None if own.is_some_and(|own| own.log.is_none()) => drop(self.needs.insert(other.clone())),
                _ => {}
            }
        }
        false
    }

    /// Looks whether any table that the log says something new of is there as its copy, too.
    pub(super) fn copies(&mut self) {
        let is_settled = |id: &String| {
            let is_here = self.reading.next.marks.get(id).is_some_and(TableMark::is_here);
            is_here && self.works.contains_key(id) && !self.tables.contains_key(id) && !self.apart.contains_key(id)
        };
        let (mut pairs, new) = (Vec::new(), &self.reading.remotes);
        for copy in self.works.keys().filter(|id| stem_of_other(id).is_some() && is_settled(id)) {
            let is_one = |id: &&String| is_other_of(id, copy) && (new.contains_key(*id) || new.contains_key(copy));
            pairs.extend(
                self.works.keys().filter(is_one).filter(|id| is_settled(id)).map(|id| (id.clone(), copy.clone())),
            );
        }
        for (id, copy) in pairs {
            if ![&id, &copy].into_iter().any(|id| self.tables.contains_key(id)) {
                self.one_of(&id, &copy);
            }
        }
    }

    /// One of a table and its copy, if that is the same: first the table gets what only the copy has, then the copy goes.
    fn one_of(&mut self, id: &str, copy: &str) {
        let (Some(own), Some(other)) = (self.works.get(id), self.works.get(copy)) else { return };
        let (Some(log), Some(theirs)) = (&own.log, &other.log) else {
            self.needs.extend([id, copy].map(str::to_owned));
            return;
        };
        let same = log.iter().zip(theirs).take_while(|(own, theirs)| own == theirs).count();
        if same == 0 || same < log.len().min(theirs.len()) || about(&own.parts) != about(&other.parts) {
            return;
        }
        let more = theirs[same..].to_vec();
        let parts = with_copy(&own.parts, &other.parts);
        let head = std::array::from_fn(|at| Some(parts[at].clone()).filter(|part| *part != own.parts[at]));
        let changes = !more.is_empty() || parts != own.parts;
        let waits = if changes { own.playing } else { other.playing };
        if waits {
            self.reading.report.waiting.push(if changes { id } else { copy }.to_owned());
            return;
        }
        let end = |id: &str| self.reading.next.marks.get(id).map_or((0, 0), TableMark::end);
        let change = if changes {
            let log = if more.is_empty() { log.clone() } else { theirs.clone() };
            if !self.is_allowed(id, &parts, Some(&log)) {
                return;
            }
            let (at, after) = end(id);
            let work = OwnWork { parts, log: Some(log), playing: false };
            self.works.insert(id.to_owned(), work);
            KeptChange::Table { id: id.to_owned(), head, at, after, log: more }
        } else {
            let (at, after) = end(copy);
            KeptChange::Gone { id: copy.to_owned(), at, after }
        };
        let said = if changes { id } else { copy };
        self.tables.insert(said.to_owned(), change);
    }
}

/// What becomes of the setup of a table with that of its copy: its name if there was none, and out of the bin if that is.
fn with_copy(own: &HeadParts, copy: &HeadParts) -> HeadParts {
    let mut parts = own.clone();
    if own[TITLE].get(0) == Some(&Value::from("")) {
        parts[TITLE].clone_from(&copy[TITLE]);
    }
    if in_bin(&own[DELETED]) && !in_bin(&copy[DELETED]) {
        parts[DELETED] = not_in_bin();
    }
    parts
}
