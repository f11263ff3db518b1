//! What a link to a shared table carries: the table's name, a right and the secret that proves it, and the key. It is
//! behind the `#`, which browsers do not send to any host. A ticket for a lesser right can be made from one for more.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use sha2::{Digest, Sha256};
use takujo_wire::{Ask, Hash, Right, Secret, Table};

use super::seal::Key;

/// Bytes of a ticket: the right, the table, the secret, the key.
const LENGTH: usize = 1 + 16 + 32 + 32;

/// Admission to a shared table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    /// What it allows.
    pub right: Right,
    /// The table's name.
    pub table: Table,
    /// The secret that gives this right.
    pub secret: Secret,
    /// The key to the contents, the same in all tickets.
    pub key: Key,
}

/// What the host keeps of a secret, so that it cannot give it away.
pub fn hash(secret: &Secret) -> Hash {
    Sha256::digest(secret).into()
}

/// The next lesser right.
fn below(right: Right) -> Option<Right> {
    match right {
        Right::Host => Some(Right::Write),
        Right::Write => Some(Right::Watch),
        Right::Watch => None,
    }
}

impl Ticket {
    /// This ticket, or the one made from it for a lesser right; `None` if `right` is more than this ticket allows. Each
    /// secret is computed from the one above it, so whoever may write can let others in, and nobody can climb.
    pub fn lesser(&self, right: Right) -> Option<Ticket> {
        let mut ticket = self.clone();
        while ticket.right > right {
            ticket.right = below(ticket.right)?;
            let from = [b"takujo, one right less: ".as_slice(), &ticket.secret].concat();
            ticket.secret = Sha256::digest(from).into();
        }
        (ticket.right == right).then_some(ticket)
    }

    fn hash_of(&self, right: Right) -> Option<Hash> {
        self.lesser(right).map(|ticket| hash(&ticket.secret))
    }

    /// The request that opens the table; `None` if this is not a ticket to host.
    pub fn create(&self) -> Option<Ask> {
        Some(Ask::Create {
            table: self.table,
            watch: self.hash_of(Right::Watch)?,
            write: self.hash_of(Right::Write)?,
            host: self.hash_of(Right::Host)?,
        })
    }

    /// As part of an address: letters, digits, `-` and `_`.
    pub fn write(&self) -> String {
        let right = match self.right {
            Right::Watch => 1,
            Right::Write => 2,
            Right::Host => 3,
        };
        let bytes = [&[right], self.table.as_slice(), &self.secret, &self.key].concat();
        BASE64_URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads what [`Ticket::write`] wrote.
    pub fn read(text: &str) -> Option<Ticket> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok().filter(|bytes| bytes.len() == LENGTH)?;
        let (right, rest) = bytes.split_first()?;
        let right = [Right::Watch, Right::Write, Right::Host].get(usize::from(*right).checked_sub(1)?).copied()?;
        let (table, rest) = rest.split_first_chunk()?;
        let (secret, key) = rest.split_first_chunk()?;
        Some(Ticket { right, table: *table, secret: *secret, key: key.try_into().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket() -> Ticket {
        let numbers: Vec<u8> = (0..80).map(|n| n * 3).collect();
        Ticket {
            right: Right::Host,
            table: numbers[..16].try_into().unwrap(),
            secret: numbers[16..48].try_into().unwrap(),
            key: numbers[48..].try_into().unwrap(),
        }
    }

    #[test]
    fn tickets_are_read_as_they_are_written() {
        for right in [Right::Watch, Right::Write, Right::Host] {
            let ticket = ticket().lesser(right).unwrap();
            assert_eq!(Ticket::read(&ticket.write()), Some(ticket.clone()));
            assert!(ticket.write().bytes().all(|letter| letter.is_ascii_alphanumeric() || b"-_".contains(&letter)));
        }
        let text = ticket().write();
        assert_eq!(text.len(), 108);
        assert_eq!(Ticket::read(&text[1..]), None);
        assert_eq!(Ticket::read(&format!("{}!", &text[1..])), None);
        assert_eq!(Ticket::read(&format!("_{}", &text[1..])), None, "no such right");
    }

    #[test]
    fn a_ticket_gives_the_lesser_ones_and_never_a_greater() {
        let (host, write, watch) =
            (ticket(), ticket().lesser(Right::Write).unwrap(), ticket().lesser(Right::Watch).unwrap());
        assert_eq!(write.lesser(Right::Watch), Some(watch.clone()));
        assert_eq!(write.lesser(Right::Host), None);
        assert_eq!(watch.lesser(Right::Write), None);
        assert!(host.secret != write.secret && write.secret != watch.secret);
        assert!(matches!(host.create(), Some(Ask::Create { host: given, .. }) if given == hash(&host.secret)));
        assert_eq!(write.create(), None);
    }
}
