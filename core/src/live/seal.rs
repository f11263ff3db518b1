//! Seals what the host must not read, and binds it to its table and its place in the log.
//!
//! XChaCha20-Poly1305 from RustCrypto, which was audited (NCC Group, 2020). Not the browser's own cryptography, because
//! a page that came over plain HTTP from a host in the same network has none.

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use takujo_wire::{RECORD_MAX, Table};

/// The key for all entries of a table.
pub type Key = [u8; 32];
/// Random for each entry. Several phones use one key, so by counting two would use the same number.
pub type Nonce = [u8; 24];

/// The most bytes that fit into a record: nonce and tag take the rest.
pub const SEALED_MAX: usize = RECORD_MAX - 24 - 16;

/// What a record is bound to: its table and its place.
fn bound(table: &Table, position: u32) -> [u8; 20] {
    let mut bound = [0; 20];
    bound[..16].copy_from_slice(table);
    bound[16..].copy_from_slice(&position.to_be_bytes());
    bound
}

/// These bytes as a record for this place. Too many give an empty record, which no host accepts.
pub fn seal(key: &Key, table: &Table, position: u32, bytes: &[u8], nonce: Nonce) -> Vec<u8> {
    if bytes.len() > SEALED_MAX {
        return Vec::new();
    }
    let payload = Payload { msg: bytes, aad: &bound(table, position) };
    let sealed = XChaCha20Poly1305::new(key.into()).encrypt(&XNonce::from(nonce), payload).unwrap_or_default();
    [nonce.as_slice(), &sealed].concat()
}

/// The bytes in a record; `None` if they were not sealed with this key for this place.
pub fn unseal(key: &Key, table: &Table, position: u32, record: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = record.split_first_chunk::<24>()?;
    let payload = Payload { msg: sealed, aad: &bound(table, position) };
    XChaCha20Poly1305::new(key.into()).decrypt(&XNonce::from(*nonce), payload).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_opens_only_at_its_place() {
        let (key, table) = ([7; 32], [1; 16]);
        let record = seal(&key, &table, 3, b"log\na\n{}", [5; 24]);
        assert_eq!(unseal(&key, &table, 3, &record).as_deref(), Some(b"log\na\n{}".as_slice()));
        assert_eq!(unseal(&key, &table, 4, &record), None, "moved");
        assert_eq!(unseal(&key, &[2; 16], 3, &record), None, "of another table");
        assert_eq!(unseal(&[8; 32], &table, 3, &record), None, "another key");
        for at in 0..record.len() {
            let mut broken = record.clone();
            broken[at] ^= 1;
            assert_eq!(unseal(&key, &table, 3, &broken), None, "byte {at} changed");
        }
        assert_eq!(unseal(&key, &table, 3, &record[..20]), None);
    }

    #[test]
    fn the_most_that_fits_fits_exactly() {
        let sealed = |length: usize| seal(&[0; 32], &[0; 16], 0, &vec![0; length], [0; 24]).len();
        assert_eq!(sealed(SEALED_MAX), RECORD_MAX);
        assert_eq!(sealed(SEALED_MAX + 1), 0);
    }
}
