//! What devices tell each other: changes, several in a record of the log, pressed together and sealed.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::device::Device;
use super::head::{PARTS, chain};
use crate::live::seal::SEALED_MAX;

/// The version of what is in a record: its first byte.
const FORMAT: u8 = 1;
/// The most bytes of a record before they are pressed together.
const RAW_MAX: usize = 256 * 1024;
/// So many bytes are pressed together at first.
const RAW_AIM: usize = 48 * 1024;
/// Effort of the compression, of 10.
const LEVEL: u8 = 9;

/// A change of what a person has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub(super) enum KeptChange {
    /// A new table, or what a table has more.
    Table {
        /// Its id.
        id: String,
        /// The parts of its setup that are other than before; all of them in a new table.
        #[serde(default)]
        head: [Option<Value>; PARTS],
        /// How many records it has in the log before these, and their hash. If it is another one by then, the change is
        /// none.
        at: usize,
        /// See `at`.
        after: u64,
        /// Its next records.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        log: Vec<Value>,
    },
    /// A table in the bin was removed for good, with so many records of this hash.
    Gone {
        /// Its id.
        id: String,
        /// How many records it had.
        at: usize,
        /// Their hash.
        after: u64,
    },
    /// Something known by name has this value now; `null` if it is no more.
    Fact {
        /// The name.
        key: String,
        /// The value.
        value: Value,
    },
    /// A device is there, or is called otherwise.
    Device {
        /// Its id.
        id: String,
        /// What is known of it.
        device: Device,
    },
    /// It goes on in the next log.
    Next,
    /// It goes on in a log with another secret, which is here for each device that was not forgotten.
    Moved {
        /// The secret, sealed for each device.
        to: BTreeMap<String, String>,
    },
}

/// Why a record says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// It is damaged, was moved, or comes from somebody without the key.
    Damaged,
    /// A newer version of this program wrote it, or part of it.
    Newer,
}

fn lines(changes: &[KeptChange]) -> Vec<String> {
    changes.iter().filter_map(|change| serde_json::to_string(change).ok()).collect()
}

fn pressed(text: &str) -> Vec<u8> {
    [[FORMAT].as_slice(), &compress_to_vec(text.as_bytes(), LEVEL)].concat()
}

/// Changes as the contents of as few records as is easily done, and the ids and names of what does not fit into any.
pub(super) fn pack(changes: Vec<KeptChange>) -> (Vec<Vec<u8>>, Vec<String>) {
    let (mut records, mut too_large) = (Vec::new(), Vec::new());
    let mut some: Vec<KeptChange> = Vec::new();
    let mut length = 0;
    for change in changes {
        let more = lines(std::slice::from_ref(&change)).iter().map(String::len).sum::<usize>();
        if length > 0 && length + more > RAW_AIM {
            press(std::mem::take(&mut some), &mut records, &mut too_large);
            length = 0;
        }
        length += more;
        some.push(change);
    }
    press(some, &mut records, &mut too_large);
    (records, too_large)
}

/// These changes as one record, or as two halves.
fn press(mut changes: Vec<KeptChange>, records: &mut Vec<Vec<u8>>, too_large: &mut Vec<String>) {
    if changes.is_empty() {
        return;
    }
    let text = lines(&changes).join("\n");
    if text.len() <= RAW_MAX {
        let record = pressed(&text);
        if record.len() <= SEALED_MAX {
            return records.push(record);
        }
    }
    let half = changes.len() / 2;
    if half > 0 {
        let rest = changes.split_off(half);
        press(changes, records, too_large);
        return press(rest, records, too_large);
    }
    match changes.pop() {
        Some(KeptChange::Table { id, head, at, after, mut log }) if log.len() > 1 => {
            let rest = log.split_off(log.len() / 2);
            let second = (at + log.len(), chain(after, &log));
            press(vec![KeptChange::Table { id: id.clone(), head, at, after, log }], records, too_large);
            if !too_large.contains(&id) {
                let head = [const { None }; PARTS];
                press(
                    vec![KeptChange::Table { id, head, at: second.0, after: second.1, log: rest }],
                    records,
                    too_large,
                );
            }
        }
        Some(KeptChange::Table { id, .. } | KeptChange::Gone { id, .. } | KeptChange::Device { id, .. }) => {
            too_large.push(id)
        }
        Some(KeptChange::Fact { key, .. }) => too_large.push(key),
        Some(KeptChange::Next | KeptChange::Moved { .. }) | None => {}
    }
}

/// The changes in a record, and whether there are others in it that this program does not know.
pub(super) fn unpack(record: &[u8]) -> Result<(Vec<KeptChange>, bool), Unread> {
    let (format, pressed) = record.split_first().ok_or(Unread::Damaged)?;
    if *format != FORMAT {
        return Err(Unread::Newer);
    }
    let text = decompress_to_vec_with_limit(pressed, RAW_MAX).map_err(|_| Unread::Damaged)?;
    let text = String::from_utf8(text).map_err(|_| Unread::Damaged)?;
    let read = |line: &str| serde_json::from_value(serde_json::from_str::<Value>(line).ok()?).ok();
    let all: Vec<Option<KeptChange>> = text.lines().map(read).collect();
    let newer = all.contains(&None);
    Ok((all.into_iter().flatten().collect(), newer))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::keep::kept::START;

    fn table(id: &str, records: usize, noise: usize) -> KeptChange {
        let mut seed = 7_u64;
        let mut noise = || -> String {
            let letter = |_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                char::from_u32(0x4e00 + (seed >> 40) as u32 % 16_000).unwrap_or('x')
            };
            (0..noise).map(letter).collect()
        };
        let log = (0..records).map(|at| json!({ "op": "append", "at": at, "text": noise() })).collect();
        KeptChange::Table { id: id.to_owned(), head: [const { None }; PARTS], at: 0, after: START, log }
    }

    fn unpacked(records: &[Vec<u8>]) -> Vec<KeptChange> {
        records.iter().flat_map(|record| unpack(record).unwrap().0).collect()
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let gone = KeptChange::Gone { id: "a".to_owned(), at: 3, after: u64::MAX };
        let fact = KeptChange::Fact { key: "theme".to_owned(), value: json!("dark\n") };
        let all = vec![table("b", 3, 5), gone, fact, KeptChange::Next, KeptChange::Moved { to: BTreeMap::new() }];
        let (records, too_large) = pack(all.clone());
        assert_eq!((records.len(), too_large.len()), (1, 0));
        assert_eq!(unpacked(&records), all);
    }

    #[test]
    fn a_long_table_is_several_records_that_follow_each_other() {
        let long = table("b", 400, 100);
        let (records, too_large) = pack(vec![table("a", 1, 1), long.clone(), table("c", 1, 1)]);
        assert!(records.len() > 5 && too_large.is_empty());
        assert!(records.iter().all(|record| record.len() <= SEALED_MAX));
        let (mut count, mut hash, mut joined) = (0, START, Vec::new());
        for change in unpacked(&records) {
            let KeptChange::Table { id, at, after, log, .. } = change else { panic!() };
            if id == "b" {
                assert_eq!((at, after), (count, hash));
                (count, hash) = (count + log.len(), chain(hash, &log));
                joined.extend(log);
            }
        }
        let KeptChange::Table { log, .. } = long else { panic!() };
        assert_eq!(joined, log);
    }

    #[test]
    fn what_fits_into_no_record_is_named() {
        let (records, too_large) = pack(vec![table("a", 1, 1), table("b", 1, 9000), table("c", 2, 9000)]);
        assert_eq!((unpacked(&records), too_large), (vec![table("a", 1, 1)], vec!["b".to_owned(), "c".to_owned()]));
    }

    #[test]
    fn damaged_records_are_none_and_newer_ones_are_said() {
        let record = pressed(&lines(&[KeptChange::Next]).join("\n"));
        assert_eq!(unpack(&record), Ok((vec![KeptChange::Next], false)));
        assert_eq!(unpack(&[]), Err(Unread::Damaged));
        assert_eq!(unpack(&record[..record.len() - 1]), Err(Unread::Damaged));
        assert_eq!(unpack(&[&[2], &record[1..]].concat()), Err(Unread::Newer));
        assert_eq!(unpack(&pressed("{\"is\":\"next\"}\n{\"is\":\"later\"}")), Ok((vec![KeptChange::Next], true)));
        // A few bytes that would be gigabytes.
        assert_eq!(unpack(&pressed(&" ".repeat(RAW_MAX + 1))), Err(Unread::Damaged));
    }
}
