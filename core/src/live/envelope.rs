//! Letters as records: signed where everything is, then sealed for their table and place.

use takujo_wire::Table;

use super::letter::{By, Post};
use super::seal::{Key, Nonce, SEALED_MAX, seal, unseal};
use super::sign::{PublicKey, Purpose, Seed, Signer, is_signed, name_of};
use super::ticket::Ticket;

/// The longest letter that fits into a record, in bytes, with the key and the signature of its phone.
pub const LETTER_MAX: usize = SEALED_MAX - 32 - 64;

/// What the letters of one table are sent and read with on this phone.
pub struct Envelope {
    table: Table,
    key: Key,
    /// The key of whoever hosts the table; `None` if nothing is signed.
    authority: Option<PublicKey>,
    /// What signs here.
    signer: Option<Signer>,
}

impl Envelope {
    /// For a table to which there is this ticket. Whoever hosts it signs with the table's key, every other phone with its
    /// own, made of `seed`.
    pub fn new(ticket: &Ticket, seed: Option<&Seed>) -> Envelope {
        let authority = ticket.public();
        let own = || authority.and(seed).map(Signer::new);
        Envelope { table: ticket.table, key: ticket.key, authority, signer: ticket.signer().or_else(own) }
    }

    /// The table's name and the key of whoever hosts it; `None` if nothing is signed.
    pub fn authority(&self) -> Option<(Table, PublicKey)> {
        self.authority.map(|public| (self.table, public))
    }

    /// A letter as a record for this place. It is empty, and no host accepts it, if the letter is too long or nothing can
    /// be signed here.
    pub fn seal(&self, place: u32, text: &str, nonce: Nonce) -> Vec<u8> {
        match (self.authority, &self.signer) {
            (None, _) => seal(&self.key, &self.table, place, text.as_bytes(), nonce),
            (Some(_), None) => Vec::new(),
            (Some(_), Some(signer)) => {
                let signature = signer.sign(Purpose::Letter(&self.table, place), text);
                let bytes = [signer.public().as_slice(), &signature, text.as_bytes()].concat();
                seal(&self.key, &self.table, place, &bytes, nonce)
            }
        }
    }

    /// The letter in a record; `None` if it is not one for this place, or not signed where it should be.
    pub fn open(&self, place: u32, record: &[u8]) -> Option<Post> {
        let bytes = unseal(&self.key, &self.table, place, record)?;
        let Some(authority) = &self.authority else {
            return Some(Post { text: String::from_utf8(bytes).ok()?, by: By::Anyone });
        };
        let (public, rest) = bytes.split_first_chunk::<32>()?;
        let (signature, text) = rest.split_first_chunk::<64>()?;
        let text = std::str::from_utf8(text).ok()?;
        if !is_signed(public, Purpose::Letter(&self.table, place), text, signature) {
            return None;
        }
        let by = if public == authority { By::Host } else { By::Phone(name_of(public)) };
        Some(Post { text: text.to_owned(), by })
    }
}

#[cfg(test)]
mod tests {
    use takujo_wire::{RECORD_MAX, Right};

    use super::*;
    use crate::live::ticket::Authority;

    fn host() -> Ticket {
        let authority = Some(Authority::Signs([4; 32]));
        Ticket { right: Right::Host, table: [1; 16], secret: [2; 32], key: [3; 32], authority }
    }

    #[test]
    fn each_phone_signs_for_itself_and_whoever_hosts_for_the_table() {
        let write = host().lesser(Right::Write).unwrap();
        let (ann, ken, watch) = (
            Envelope::new(&host(), Some(&[5; 32])),
            Envelope::new(&write, Some(&[6; 32])),
            Envelope::new(&write, None),
        );
        let (of_ann, of_ken) = (ann.seal(1, "log", [0; 24]), ken.seal(1, "log", [0; 24]));
        for reader in [&ann, &ken, &watch] {
            assert_eq!(reader.open(1, &of_ann), Some(Post { text: "log".to_owned(), by: By::Host }));
            let by = By::Phone(Signer::new(&[6; 32]).name());
            assert_eq!(reader.open(1, &of_ken), Some(Post { text: "log".to_owned(), by }));
        }
        assert_eq!(watch.seal(1, "log", [0; 24]), Vec::<u8>::new(), "it has no key");
    }

    #[test]
    fn a_letter_cannot_be_said_again_at_another_place_or_by_another_phone() {
        let ken = Envelope::new(&host().lesser(Right::Write).unwrap(), Some(&[6; 32]));
        let bytes = unseal(&[3; 32], &[1; 16], 1, &ken.seal(1, "log", [0; 24])).unwrap();
        let put = |place, bytes: &[u8]| ken.open(place, &seal(&[3; 32], &[1; 16], place, bytes, [1; 24]));
        assert!(put(1, &bytes).is_some());
        assert_eq!(put(2, &bytes), None, "sealed anew by somebody who has the link");
        assert_eq!(put(1, &[Signer::new(&[7; 32]).public().as_slice(), &bytes[32..]].concat()), None);
        assert_eq!(put(1, b"log"), None, "not signed");
        assert_eq!(put(1, &[bytes.as_slice(), b"x"].concat()), None);
    }

    #[test]
    fn what_an_older_program_shares_is_not_signed() {
        let ticket = Ticket { authority: None, ..host() };
        let old = Envelope::new(&ticket, Some(&[6; 32]));
        assert_eq!(old.open(1, &seal(&[3; 32], &[1; 16], 1, b"log", [0; 24])), Some(Post::from("log")));
        assert_eq!(old.seal(1, "log", [0; 24]), seal(&[3; 32], &[1; 16], 1, b"log", [0; 24]));
    }

    #[test]
    fn the_longest_letter_fits_exactly() {
        let ann = Envelope::new(&host(), None);
        assert_eq!(ann.seal(0, &"x".repeat(LETTER_MAX), [0; 24]).len(), RECORD_MAX);
        assert_eq!(ann.seal(0, &"x".repeat(LETTER_MAX + 1), [0; 24]).len(), 0);
    }
}
