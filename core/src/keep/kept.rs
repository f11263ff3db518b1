//! What a device stores so that it can go on: where it is in the log, and what the log said last of each table. Of that it
//! keeps hashes only, since the table itself is here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::code::KeepCode;
use super::device::{Device, OwnDevice};
use super::head::PARTS;
use crate::domain::session::VERSION;
use crate::live::sign::Seed;

/// The key of the value that holds a [`Kept`], which is a secret; absent or empty if nothing is kept on other devices. It
/// begins like those of shared tables, which no file has in it; no table has such an id.
pub const KEPT_KEY: &str = "live:*";

/// The hash of a log without records.
pub(super) const START: u64 = 0;

/// What the log says of a table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct TableMark {
    /// Whether the present log says anything of it; if not, this is from an earlier log or reading.
    pub there: bool,
    /// Whether it was removed for good.
    pub gone: bool,
    /// Whether it is in the bin.
    pub binned: bool,
    /// Whether it is to be read again because something is wrong with it on this device.
    pub again: bool,
    /// Whether this is what this device has said of it, and has not yet seen in any log.
    #[serde(default)]
    pub said: bool,
    /// How many records it has.
    pub count: usize,
    /// Their hash.
    pub chain: u64,
    /// The hash of each part of its setup.
    pub head: [u64; PARTS],
}

impl TableMark {
    /// Whether the log has this table.
    pub fn is_here(&self) -> bool {
        self.there && !self.gone
    }

    /// How many records it has in the log, and their hash.
    pub fn end(&self) -> (usize, u64) {
        if self.is_here() { (self.count, self.chain) } else { (0, START) }
    }
}

/// What the log says of something known by name.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct FactMark {
    /// Whether the present log says it.
    pub there: bool,
    /// The hash of its value.
    pub value: u64,
    /// The hash of what this device has for it since it took that value, if it could not take all of it: a newer program
    /// may know more, or there is no room here. As long as it has that, nothing was changed here.
    pub own: Option<u64>,
}

/// What a device stores of the log that it shares with its person's other devices.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    pub(super) code: KeepCode,
    pub(super) state: KeptState,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct KeptState {
    /// This device.
    pub me: OwnDevice,
    /// Whether this device was in a log at any time: only then may it open one.
    pub begun: bool,
    /// Whether it has not been in this log yet, and opens it if it is not there.
    pub fresh: bool,
    /// Whether this device was forgotten.
    pub out: bool,
    /// The version of saves with which the log was read.
    pub version: u32,
    /// How many entries of the log are in the marks.
    pub position: u32,
    /// How many bytes these have.
    pub bytes: u32,
    /// The hash of the last of them.
    pub last: u64,
    /// All devices.
    pub devices: BTreeMap<String, Device>,
    /// The tables.
    pub marks: BTreeMap<String, TableMark>,
    /// Tables that went on differently in the log while they were open here, and the id that each gets once it is closed.
    /// By then the log may be another one, which does not know that.
    #[serde(default)]
    pub apart: BTreeMap<String, String>,
    /// The rest.
    pub facts: BTreeMap<String, FactMark>,
}

impl Kept {
    fn of(code: KeepCode, name: &str, seed: Seed, begun: bool) -> Option<Kept> {
        let me = OwnDevice::new(name, seed)?;
        let (devices, marks, apart, facts) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let fresh = begun;
        let state = KeptState {
            me,
            begun,
            fresh,
            out: false,
            version: VERSION,
            position: 0,
            bytes: 0,
            last: 0,
            devices,
            marks,
            apart,
            facts,
        };
        Some(Kept { code, state })
    }

    /// The first device begins. `root` and `seed` are random. `None` if these bytes are of no use as a key: take others.
    pub fn begin(name: &str, root: [u8; 16], seed: Seed) -> Option<Kept> {
        Kept::of(KeepCode { root, number: 0 }, name, seed, true)
    }

    /// Another device joins by a code. `seed` is random.
    pub fn join(code: KeepCode, name: &str, seed: Seed) -> Option<Kept> {
        Kept::of(code, name, seed, false)
    }

    /// As text, to be stored under [`KEPT_KEY`].
    pub fn write(&self) -> String {
        let state = serde_json::to_string(&self.state).unwrap_or_default();
        format!("{}\n{state}", self.code.write())
    }

    /// Reads it; `None` if it is damaged.
    pub fn read(text: &str) -> Option<Kept> {
        let (code, state) = text.split_once('\n')?;
        let mut state: KeptState = serde_json::from_value(serde_json::from_str::<Value>(state).ok()?).ok()?;
        let code = KeepCode::read(code)?;
        let newer = state.version != VERSION;
        state.version = VERSION;
        let mut kept = Kept { code, state };
        if newer {
            // What was not understood then may be now.
            kept.read_again();
        }
        Some(kept)
    }

    /// What another device joins with.
    pub fn code(&self) -> KeepCode {
        self.code
    }

    /// The id of this device.
    pub fn me(&self) -> &str {
        &self.state.me.id
    }

    /// All devices by id, this one among them once it has joined.
    pub fn devices(&self) -> &BTreeMap<String, Device> {
        &self.state.devices
    }

    /// Whether another device has forgotten this one: what was kept until then stays, and nothing more comes.
    pub fn is_out(&self) -> bool {
        self.state.out
    }

    /// Calls this device something else, which the others hear with the next change.
    pub fn rename(&mut self, name: &str) {
        self.state.me.name = super::device::device_name(name);
    }

    /// Reads the log again from its beginning. What is known of the tables stays as what both sides had.
    pub(super) fn read_again(&mut self) {
        let state = &mut self.state;
        (state.position, state.bytes, state.last) = (0, 0, 0);
        state.marks.values_mut().for_each(|mark| (mark.there, mark.again) = (false, false));
        state.facts.values_mut().for_each(|fact| fact.there = false);
    }

    /// Goes on with another log.
    pub(super) fn go_to(&mut self, code: KeepCode) {
        self.code = code;
        self.state.fresh = true;
        self.state.devices.clear();
        self.read_again();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_read_as_it_was_written() {
        let mut kept = Kept::begin("Phone", [1; 16], [2; 32]).unwrap();
        kept.state.marks.insert("a".to_owned(), TableMark { there: true, chain: u64::MAX, ..TableMark::default() });
        kept.state.facts.insert("theme".to_owned(), FactMark { there: true, value: 5, own: Some(u64::MAX) });
        kept.state.apart.insert("a".to_owned(), "a-1".to_owned());
        kept.state.devices.insert("x".to_owned(), kept.state.me.public(20_000));
        (kept.state.position, kept.state.bytes) = (7, 900);
        assert_eq!(Kept::read(&kept.write()), Some(kept.clone()));
        for damaged in ["", "\n", &kept.write()[1..], &kept.write()[..200]] {
            assert_eq!(Kept::read(damaged), None);
        }
        let other = kept.write().replace(&format!("\"version\":{VERSION}"), "\"version\":1");
        let read = Kept::read(&other).unwrap();
        assert_eq!(
            (read.state.position, read.state.marks["a"].there, read.state.marks["a"].chain),
            (0, false, u64::MAX)
        );
    }
}
