//! What a log's entries mean to the host, and who may append which. Pure.
//!
//! The rights are entries of the log themselves, so a host keeps nothing besides it. Every entry names where the last
//! rights stand. Since an entry gets in only if the log has the length for which the rights were looked up, a writer
//! whose secret was revoked loses against the revocation, whichever host each of them talks to.

use subtle::ConstantTimeEq;
use takujo_wire::{Hash, Refusal, Right};

/// Who may do what: hashes of secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rights {
    /// Of the secret for watching.
    pub watch: Hash,
    /// Of the one for writing.
    pub write: Hash,
    /// Of the one for hosting.
    pub host: Hash,
    /// Whether only the host may write.
    pub locked: bool,
}

impl Rights {
    /// Hashes that no secret has.
    pub(crate) fn nobody() -> Self {
        Self { watch: [0; 32], write: [0; 32], host: [0; 32], locked: false }
    }

    /// What the secret with this hash allows. All three are compared in full, so that time tells nothing.
    pub(crate) fn of(&self, hash: &Hash) -> Option<Right> {
        let [watch, write, host] = [&self.watch, &self.write, &self.host].map(|known| known.ct_eq(hash));
        if host.into() {
            Some(Right::Host)
        } else if write.into() {
            Some(Right::Write)
        } else if watch.into() {
            Some(Right::Watch)
        } else {
            None
        }
    }
}

/// What an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Bytes from a phone.
    Record(Vec<u8>),
    /// Who may do what from here on.
    Rights(Rights),
    /// The end of the table.
    Closed,
}

/// An entry as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub what: What,
    /// The position of the rights that hold after this entry.
    pub rights_at: u32,
    /// How many bytes of records the log has with this entry.
    pub bytes: u32,
}

impl Entry {
    /// The stored bytes: kind, where the rights stand, bytes so far, then the contents.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let kind = match self.what {
            What::Record(_) => 0,
            What::Rights(_) => 1,
            What::Closed => 2,
        };
        let mut stored = vec![kind];
        stored.extend(self.rights_at.to_be_bytes());
        stored.extend(self.bytes.to_be_bytes());
        match &self.what {
            What::Record(record) => stored.extend(record),
            What::Rights(rights) => {
                stored.push(u8::from(rights.locked));
                [rights.watch, rights.write, rights.host].iter().for_each(|hash| stored.extend(hash));
            }
            What::Closed => {}
        }
        stored
    }

    /// The entry that these bytes are; `None` for bytes that this host did not write.
    #[must_use]
    pub fn decode(stored: &[u8]) -> Option<Self> {
        let (&kind, rest) = stored.split_first()?;
        let (rights_at, rest) = rest.split_first_chunk::<4>()?;
        let (bytes, rest) = rest.split_first_chunk::<4>()?;
        let what = match kind {
            0 => What::Record(rest.to_vec()),
            1 => {
                let (&locked, rest) = rest.split_first()?;
                let (watch, rest) = rest.split_first_chunk()?;
                let (write, rest) = rest.split_first_chunk()?;
                let host = rest.try_into().ok()?;
                What::Rights(Rights { watch: *watch, write: *write, host, locked: locked == 1 })
            }
            2 if rest.is_empty() => What::Closed,
            _ => return None,
        };
        Some(Self { what, rights_at: u32::from_be_bytes(*rights_at), bytes: u32::from_be_bytes(*bytes) })
    }

    /// The first entry of a table.
    pub(crate) fn first(rights: Rights) -> Self {
        Self { what: What::Rights(rights), rights_at: 0, bytes: 0 }
    }
}

/// A log as an append needs to know it.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub length: u32,
    pub last: Entry,
    pub rights: Rights,
}

/// What a phone wants to append.
#[derive(Clone)]
pub(crate) enum Wish {
    Record(Vec<u8>),
    Change { watch: Option<Hash>, write: Option<Hash>, host: Option<Hash>, locked: Option<bool> },
    Close,
}

/// How large a log may get.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub entries: u32,
    pub bytes: u32,
}

impl Room {
    /// What of it those have who do not host: a tenth is left to whoever does.
    fn for_guests(self) -> Self {
        Self { entries: self.entries - self.entries / 10, bytes: self.bytes - self.bytes / 10 }
    }
}

/// The entry to append after `head` for somebody whose secret has this hash, or why there is none.
pub(crate) fn decide(head: &Head, hash: &Hash, wish: Wish, room: Room) -> Result<Entry, Refusal> {
    let right = head.rights.of(hash).filter(|_| head.last.what != What::Closed).ok_or(Refusal::NotThere)?;
    let (needed, rights_at) = match wish {
        Wish::Record(_) => (Right::Write, head.last.rights_at),
        Wish::Change { .. } | Wish::Close => (Right::Host, head.length),
    };
    if right < needed {
        return Err(Refusal::NotAllowed);
    }
    if head.rights.locked && right < Right::Host {
        return Err(Refusal::Locked);
    }
    let room = if right == Right::Host { room } else { room.for_guests() };
    let full = head.length >= room.entries;
    let (what, bytes) = match wish {
        Wish::Record(_) if full => return Err(Refusal::TableFull(room.entries)),
        Wish::Record(record) => {
            let bytes = head.last.bytes.saturating_add(record.len() as u32);
            if bytes > room.bytes {
                return Err(Refusal::TableTooLarge(room.bytes));
            }
            (What::Record(record), bytes)
        }
        // Half as many again, so that a full table can still be locked and handed over, but not without end.
        Wish::Change { .. } if head.length >= room.entries / 2 * 3 => return Err(Refusal::TableFull(room.entries)),
        Wish::Change { watch, write, host, locked } => {
            let now = &head.rights;
            let rights = Rights {
                watch: watch.unwrap_or(now.watch),
                write: write.unwrap_or(now.write),
                host: host.unwrap_or(now.host),
                locked: locked.unwrap_or(now.locked),
            };
            (What::Rights(rights), head.last.bytes)
        }
        Wish::Close => (What::Closed, head.last.bytes),
    };
    // The end is no entry of rights: it names the last ones, for those who still follow.
    let rights_at = if what == What::Closed { head.last.rights_at } else { rights_at };
    Ok(Entry { what, rights_at, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { entries: 4, bytes: 10 };

    fn rights() -> Rights {
        Rights { watch: [1; 32], write: [2; 32], host: [3; 32], locked: false }
    }

    fn head(length: u32, bytes: u32) -> Head {
        Head { length, last: Entry { what: What::Record(vec![1]), rights_at: 0, bytes }, rights: rights() }
    }

    fn change(locked: bool) -> Wish {
        Wish::Change { watch: None, write: Some([9; 32]), host: None, locked: Some(locked) }
    }

    #[test]
    fn an_entry_survives_its_bytes() {
        for what in [What::Record(vec![]), What::Record(vec![1, 2]), What::Rights(rights()), What::Closed] {
            let entry = Entry { what, rights_at: 7, bytes: 300 };
            assert_eq!(Entry::decode(&entry.encode()), Some(entry));
        }
        assert_eq!(Entry::decode(&[]), None);
        assert_eq!(Entry::decode(&[3; 9]), None);
    }

    #[test]
    fn each_right_includes_those_before_it_and_nothing_more() {
        let wishes = [|| Wish::Record(vec![1]), || change(true), || Wish::Close];
        for (hash, allowed) in [([1; 32], 0), ([2; 32], 1), ([3; 32], 3)] {
            for (place, wish) in wishes.iter().enumerate() {
                let outcome = decide(&head(2, 1), &hash, wish(), ROOM);
                if place < allowed { assert!(outcome.is_ok()) } else { assert_eq!(outcome, Err(Refusal::NotAllowed)) }
            }
        }
        assert_eq!(decide(&head(2, 1), &[4; 32], Wish::Close, ROOM), Err(Refusal::NotThere));
    }

    #[test]
    fn a_locked_table_is_written_by_its_host_alone() {
        let mut head = head(2, 1);
        head.rights.locked = true;
        assert_eq!(decide(&head, &[2; 32], Wish::Record(vec![1]), ROOM), Err(Refusal::Locked));
        assert!(decide(&head, &[3; 32], Wish::Record(vec![1]), ROOM).is_ok());
    }

    #[test]
    fn a_change_replaces_what_it_names_and_says_where_it_stands() {
        let entry = decide(&head(2, 1), &[3; 32], change(true), ROOM).unwrap();
        assert_eq!(entry.rights_at, 2);
        assert_eq!(entry.what, What::Rights(Rights { write: [9; 32], locked: true, ..rights() }));
    }

    #[test]
    fn nothing_follows_the_end() {
        let mut head = head(2, 1);
        head.last = decide(&head, &[3; 32], Wish::Close, ROOM).unwrap();
        assert_eq!(decide(&head, &[3; 32], Wish::Record(vec![1]), ROOM), Err(Refusal::NotThere));
    }

    #[test]
    fn a_full_table_takes_no_record_but_can_be_locked_and_closed() {
        assert_eq!(decide(&head(4, 1), &[3; 32], Wish::Record(vec![1]), ROOM), Err(Refusal::TableFull(4)));
        assert_eq!(decide(&head(2, 9), &[3; 32], Wish::Record(vec![1, 2]), ROOM), Err(Refusal::TableTooLarge(10)));
        assert!(decide(&head(2, 9), &[3; 32], Wish::Record(vec![1]), ROOM).is_ok());
        assert!(decide(&head(5, 1), &[3; 32], change(true), ROOM).is_ok());
        assert_eq!(decide(&head(6, 1), &[3; 32], change(true), ROOM), Err(Refusal::TableFull(4)));
        assert!(decide(&head(6, 1), &[3; 32], Wish::Close, ROOM).is_ok());
    }

    #[test]
    fn a_tenth_of_a_table_is_left_to_its_host() {
        let room = Room { entries: 100, bytes: 100 };
        let wish = || Wish::Record(vec![1]);
        for (length, bytes, guest, host) in [
            (89, 0, Ok(()), Ok(())),
            (90, 0, Err(Refusal::TableFull(90)), Ok(())),
            (99, 89, Err(Refusal::TableFull(90)), Ok(())),
            (100, 0, Err(Refusal::TableFull(90)), Err(Refusal::TableFull(100))),
            (1, 89, Ok(()), Ok(())),
            (1, 90, Err(Refusal::TableTooLarge(90)), Ok(())),
            (1, 100, Err(Refusal::TableTooLarge(90)), Err(Refusal::TableTooLarge(100))),
        ] {
            let outcome = |hash| decide(&head(length, bytes), &[hash; 32], wish(), room).map(|_| ());
            assert_eq!((outcome(2), outcome(3)), (guest, host), "{length} entries, {bytes} bytes");
        }
    }
}
