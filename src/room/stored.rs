//! What a phone stores of its part in a shared table.

use takujo_core::live::letter::{Charter, Guest, SignedCharter, Writers};
use takujo_core::live::sign::{Seed, Signer};
use takujo_core::live::ticket::Ticket;
use takujo_wire::Right;

use crate::device;

/// For so many days after a phone was last at a table it puts back what the host has lost. A table that was closed stays so
/// for longer.
const PUTS_BACK: i64 = 21;

/// What is stored for a shared table under [`live_key`](takujo_core::storage::live_key): the ticket and who uses it.
#[derive(Clone)]
pub struct StoredTicket {
    /// What admits to it.
    pub ticket: Ticket,
    /// Who plays on this phone.
    pub me: Guest,
    /// Who may write.
    pub writers: Writers,
    /// The ticket to the table that takes the place of this one, as soon as this one is closed.
    pub next: Option<Ticket>,
    /// What this phone's key is made of; `None` where nothing is signed.
    pub seed: Option<Seed>,
    /// The day on which this phone was last at the table, counted from 1 January 1970.
    pub day: Option<i64>,
    /// The latest charter that it knows.
    pub charter: Option<SignedCharter>,
}

impl StoredTicket {
    /// Of a phone that comes to a table for the first time, with this key if anything is signed there; `None` if there are
    /// no random bytes.
    pub fn new(ticket: Ticket, name: String, seed: Option<Seed>, writers: Writers) -> Option<StoredTicket> {
        let (phone, seed) = if ticket.authority.is_some() {
            let seed = seed.or_else(device::secret)?;
            (Signer::new(&seed).name(), Some(seed))
        } else {
            (format!("{:08x}", u32::from_be_bytes(device::secret()?)), None)
        };
        let me = Guest { phone, name };
        Some(StoredTicket { ticket, me, writers, next: None, seed, day: None, charter: None })
    }

    /// The first charter of the table, with this setup; `None` if this is not a ticket to host, or nothing is signed.
    pub fn first_charter(&self, head: String) -> Option<SignedCharter> {
        let (signer, secret) = (self.ticket.signer()?, self.ticket.hash_of(Right::Host)?);
        let charter = Charter { number: 1, writers: self.writers, secret, admitted: None, head };
        Some(charter.signed(&self.ticket.table, &signer))
    }

    /// What is to be stored in the place of `before`: nothing if another window of this device has gone on with another
    /// ticket.
    pub fn after(self, before: StoredTicket) -> Option<StoredTicket> {
        let own = &self.ticket;
        let moved = before.next.as_ref() == Some(own) || before.ticket.lesser(own.right).as_ref() == Some(own);
        if before.ticket == *own {
            return Some(StoredTicket { next: self.next.or(before.next), ..self });
        }
        moved.then_some(self)
    }

    /// Of a phone that only reads a table once.
    pub fn to_read(ticket: Ticket) -> StoredTicket {
        let me = Guest { phone: String::new(), name: String::new() };
        StoredTicket { ticket, me, writers: Writers::All, next: None, seed: None, day: None, charter: None }
    }

    /// As text, one field per line; the charter has several.
    pub fn write(&self) -> String {
        let next = self.next.as_ref().map(Ticket::write).unwrap_or_default();
        let seed = self.seed.as_ref().map(|seed| hex(seed)).unwrap_or_default();
        let day = self.day.map(|day| day.to_string()).unwrap_or_default();
        let charter = self.charter.as_ref().map(SignedCharter::write).unwrap_or_default();
        let Guest { phone, name } = &self.me;
        let writers = self.writers.word();
        format!("{}\n{phone}\n{name}\n{writers}\n{next}\n{seed}\n{day}\n{charter}", self.ticket.write())
    }

    /// Reads it; `None` if it is damaged. Those of older versions end sooner.
    pub fn read(text: &str) -> Option<StoredTicket> {
        let mut lines = text.splitn(8, '\n');
        let ticket = Ticket::read(lines.next()?)?;
        let me = Guest { phone: lines.next()?.to_owned(), name: lines.next().unwrap_or_default().to_owned() };
        let writers = lines.next().and_then(Writers::read).unwrap_or_default();
        let next = lines.next().and_then(Ticket::read);
        let seed = lines.next().and_then(seed_of);
        let day = lines.next().and_then(|day| day.parse().ok());
        let charter = lines.next().and_then(SignedCharter::read);
        Some(StoredTicket { ticket, me, writers, next, seed, day, charter })
    }

    /// Whether this phone was there so lately that a table which the host does not know has been lost, not closed.
    pub fn was_there_lately(&self, today: i64) -> bool {
        self.day.is_some_and(|day| (0..=PUTS_BACK).contains(&(today - day)))
    }
}

/// In two hexadecimal digits for each byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

fn seed_of(text: &str) -> Option<Seed> {
    let bytes = text.as_bytes().chunks(2).map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
    bytes.collect::<Option<Vec<u8>>>()?.try_into().ok()
}

/// Today, as [`StoredTicket::day`] counts.
pub fn today() -> i64 {
    device::now().timestamp().div_euclid(24 * 60 * 60)
}

#[cfg(test)]
mod tests {
    use takujo_core::live::ticket::Authority;

    use super::*;

    fn ticket(authority: Option<Authority>) -> Ticket {
        Ticket { right: Right::Host, table: [1; 16], secret: [2; 32], key: [3; 32], authority }
    }

    #[test]
    fn what_is_stored_is_read_as_it_was_written() {
        let signed = ticket(Some(Authority::Signs([4; 32])));
        let charter = Charter {
            number: 2,
            writers: Writers::Rows,
            secret: [5; 32],
            admitted: Some(vec!["a".to_owned()]),
            head: "{}".to_owned(),
        };
        let mut stored = StoredTicket::new(signed.clone(), "美咲".to_owned(), Some([0xfe; 32]), Writers::Rows).unwrap();
        for _ in 0..2 {
            let text = stored.write();
            assert_eq!(StoredTicket::read(&text).unwrap().write(), text);
            (stored.next, stored.day) = (Some(signed.clone()), Some(20_000));
            stored.charter = Some(charter.clone().signed(&signed.table, &signed.signer().unwrap()));
        }
        let read = StoredTicket::read(&stored.write()).unwrap();
        assert_eq!((read.seed, read.me.name.as_str(), read.day), (Some([0xfe; 32]), "美咲", Some(20_000)));
        assert_eq!((read.charter, read.next), (stored.charter.clone(), Some(signed)));
    }

    #[test]
    fn what_older_versions_stored_is_read() {
        let old = ticket(None);
        let text = old.write();
        assert_eq!((text.len(), StoredTicket::read("").is_none()), (108, true));
        for (rest, writers) in [("\na1\nAnn", Writers::All), ("\na1\nAnn\nrows\n", Writers::Rows)] {
            let read = StoredTicket::read(&(text.clone() + rest)).unwrap();
            assert_eq!((read.ticket, read.writers, read.me.phone.as_str()), (old.clone(), writers, "a1"));
            assert!(read.seed.is_none() && read.day.is_none() && read.charter.is_none());
        }
    }

    #[test]
    fn a_window_that_stayed_behind_does_not_bring_the_old_ticket_back() {
        let of = |ticket: &Ticket, next: Option<Ticket>| StoredTicket { next, ..StoredTicket::to_read(ticket.clone()) };
        let (old, new) = (ticket(None), Ticket { table: [9; 16], ..ticket(None) });
        let stored = |own: StoredTicket, before| own.after(before).map(|after| (after.ticket, after.next));
        // One window makes new links; the other stores what it knows.
        assert_eq!(stored(of(&old, None), of(&old, Some(new.clone()))), Some((old.clone(), Some(new.clone()))));
        assert_eq!(stored(of(&new, None), of(&old, Some(new.clone()))), Some((new.clone(), None)));
        assert_eq!(stored(of(&old, None), of(&new, None)), None);
        let write = old.lesser(Right::Write).unwrap();
        assert_eq!(stored(of(&write, None), of(&old, None)), Some((write, None)), "handed over");
    }

    #[test]
    fn a_table_is_put_back_by_who_was_there_lately() {
        let mut stored = StoredTicket::new(ticket(None), String::new(), None, Writers::All).unwrap();
        for (day, lately) in [(None, false), (Some(100), true), (Some(79), true), (Some(78), false), (Some(101), false)]
        {
            stored.day = day;
            assert_eq!(stored.was_there_lately(100), lately, "{day:?}");
        }
    }
}
