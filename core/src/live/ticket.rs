//! What a link to a shared table carries: the table's name, a right and the secret that proves it, the key, and what
//! shows that whoever hosts the table has written something. It is behind the `#`, which browsers do not send to any
//! host. A ticket for a lesser right can be made from one for more.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use sha2::{Digest, Sha256};
use takujo_wire::{Ask, Hash, Right, Secret, Table};

use super::seal::Key;
use super::sign::{PublicKey, Seed, Signer};

/// Bytes of a ticket: the right, the table, the secret, the key. In one with an authority 32 more follow.
const LENGTH: usize = 1 + 16 + 32 + 32;
/// Added to the number of the right in a ticket with an authority.
const WITH_AUTHORITY: u8 = 16;

/// The table's own key, with which whoever hosts it signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authority {
    /// All of it, in a ticket to host.
    Signs(Seed),
    /// What it takes to check it, in any other.
    Checks(PublicKey),
}

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
    /// Tables that were shared by an older program have none: nothing is signed there.
    pub authority: Option<Authority>,
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
            ticket.authority = ticket.public().map(Authority::Checks);
        }
        (ticket.right == right).then_some(ticket)
    }

    /// The signer of whoever hosts the table; `None` if this is not a ticket to host, or nothing is signed.
    pub fn signer(&self) -> Option<Signer> {
        match self.authority? {
            Authority::Signs(seed) => Some(Signer::new(&seed)),
            Authority::Checks(_) => None,
        }
    }

    /// What the letters of whoever hosts the table are checked with; `None` if nothing is signed.
    pub fn public(&self) -> Option<PublicKey> {
        match self.authority? {
            Authority::Signs(seed) => Some(Signer::new(&seed).public()),
            Authority::Checks(public) => Some(public),
        }
    }

    /// What the host keeps of the secret that gives this right; `None` if the ticket gives less.
    pub fn hash_of(&self, right: Right) -> Option<Hash> {
        self.lesser(right).map(|ticket| hash(&ticket.secret))
    }

    /// The request that opens the table; `None` if this ticket is only to watch. `host` is what the host kept of the
    /// secret to host, for a phone that does not have that itself.
    pub fn create(&self, host: Option<Hash>) -> Option<Ask> {
        Some(Ask::Create {
            table: self.table,
            watch: self.hash_of(Right::Watch)?,
            write: self.hash_of(Right::Write)?,
            host: self.hash_of(Right::Host).or(host)?,
        })
    }

    /// As part of an address: letters, digits, `-` and `_`.
    pub fn write(&self) -> String {
        let right = match self.right {
            Right::Watch => 1,
            Right::Write => 2,
            Right::Host => 3,
        };
        let (more, authority) = match &self.authority {
            None => (0, [].as_slice()),
            Some(Authority::Signs(bytes) | Authority::Checks(bytes)) => (WITH_AUTHORITY, bytes.as_slice()),
        };
        let bytes = [&[right + more], self.table.as_slice(), &self.secret, &self.key, authority].concat();
        BASE64_URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads what [`Ticket::write`] wrote.
    pub fn read(text: &str) -> Option<Ticket> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let (kind, rest) = bytes.split_first()?;
        let (number, last) = match bytes.len().checked_sub(LENGTH)? {
            0 => (*kind, None),
            32 => (kind.checked_sub(WITH_AUTHORITY)?, rest.last_chunk::<32>()),
            _ => return None,
        };
        let right = [Right::Watch, Right::Write, Right::Host].get(usize::from(number).checked_sub(1)?).copied()?;
        let (table, rest) = rest.split_first_chunk()?;
        let (secret, rest) = rest.split_first_chunk()?;
        let (key, _) = rest.split_first_chunk()?;
        let authority = last.map(|last| match right {
            Right::Host => Authority::Signs(*last),
            _ => Authority::Checks(*last),
        });
        Some(Ticket { right, table: *table, secret: *secret, key: *key, authority })
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
            authority: Some(Authority::Signs([9; 32])),
        }
    }

    /// As an older program made it.
    fn unsigned() -> Ticket {
        Ticket { authority: None, ..ticket() }
    }

    #[test]
    fn tickets_are_read_as_they_are_written() {
        for right in [Right::Watch, Right::Write, Right::Host] {
            for ticket in [ticket(), unsigned()] {
                let ticket = ticket.lesser(right).unwrap();
                assert_eq!(Ticket::read(&ticket.write()), Some(ticket.clone()));
                assert!(ticket.write().bytes().all(|letter| letter.is_ascii_alphanumeric() || b"-_".contains(&letter)));
            }
        }
        assert_eq!(ticket().write().len(), 151);
        let text = unsigned().write();
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
        assert!(matches!(host.create(None), Some(Ask::Create { host: given, .. }) if given == hash(&host.secret)));
        // Whoever may write can put back what the host has lost, if the hash of the secret to host is known.
        assert_eq!(write.create(None), None);
        assert_eq!(write.create(Some(hash(&host.secret))), host.create(None));
        assert_eq!(watch.create(Some(hash(&host.secret))), None);
        // The key of whoever hosts is in no other ticket.
        let public = host.signer().unwrap().public();
        assert!([&host, &write, &watch].iter().all(|ticket| ticket.public() == Some(public)));
        assert!(write.signer().is_none() && watch.signer().is_none());
        let seed = Authority::Signs(public);
        assert!(write.authority != Some(seed) && !write.write().contains(&BASE64_URL_SAFE_NO_PAD.encode([9; 30])));
    }
}
