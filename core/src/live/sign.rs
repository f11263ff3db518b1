//! Who wrote a letter. Each phone makes a key for each table and signs all that it writes there; whoever hosts the table
//! signs with the table's own key, whose public half every link carries.
//!
//! Ed25519 by `ed25519-compact`, which is small in the browser and needs no other crate.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use ed25519_compact as ed25519;
use takujo_wire::Table;

/// 32 random bytes that a key is made of.
pub type Seed = [u8; 32];
/// What a signature is checked with.
pub type PublicKey = [u8; 32];
/// A signature.
pub type Signature = [u8; 64];

/// What is put before the text that is signed, so that no signature counts for anything else.
#[derive(Debug, Clone, Copy)]
pub enum Purpose<'a> {
    /// A letter at this place of a table's log: copied to another place, it says nothing.
    Letter(&'a Table, u32),
    /// What whoever hosts a table has decided, at whatever place it stands.
    Charter(&'a Table),
}

impl Purpose<'_> {
    fn message(self, text: &str) -> Vec<u8> {
        match self {
            Purpose::Letter(table, place) => {
                [b"takujo letter: ".as_slice(), table, &place.to_be_bytes(), text.as_bytes()].concat()
            }
            Purpose::Charter(table) => [b"takujo charter: ".as_slice(), table, text.as_bytes()].concat(),
        }
    }
}

/// A key that signs.
#[derive(Clone)]
pub struct Signer(ed25519::KeyPair);

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Signer").field(&self.name()).finish()
    }
}

impl Signer {
    /// The key made of these bytes.
    pub fn new(seed: &Seed) -> Signer {
        Signer(ed25519::KeyPair::from_seed(ed25519::Seed::new(*seed)))
    }

    /// The half that others may know.
    pub fn public(&self) -> PublicKey {
        *self.0.pk
    }

    /// The name of the phone with this key, see [`name_of`].
    pub fn name(&self) -> String {
        name_of(&self.public())
    }

    /// Signs a text.
    pub fn sign(&self, purpose: Purpose, text: &str) -> Signature {
        *self.0.sk.sign(purpose.message(text), None)
    }
}

/// Whether whoever has the other half of this key has signed the text.
pub fn is_signed(public: &PublicKey, purpose: Purpose, text: &str, signature: &Signature) -> bool {
    let signature = ed25519::Signature::new(*signature);
    ed25519::PublicKey::new(*public).verify(purpose.message(text), &signature).is_ok()
}

/// What a phone is called in letters: the first 16 bytes of its public key in base64url. Nobody can make another key
/// with the same.
pub fn name_of(public: &PublicKey) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(&public[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_for_one_text_one_purpose_and_one_key() {
        let (ann, eve) = (Signer::new(&[1; 32]), Signer::new(&[2; 32]));
        let here = Purpose::Letter(&[7; 16], 3);
        let signature = ann.sign(here, "log");
        assert!(is_signed(&ann.public(), here, "log", &signature));
        assert!(!is_signed(&ann.public(), here, "lag", &signature));
        assert!(!is_signed(&eve.public(), here, "log", &signature));
        for other in [Purpose::Letter(&[7; 16], 4), Purpose::Letter(&[8; 16], 3), Purpose::Charter(&[7; 16])] {
            assert!(!is_signed(&ann.public(), other, "log", &signature), "{other:?}");
        }
        for at in 0..64 {
            let mut broken = signature;
            broken[at] ^= 1;
            assert!(!is_signed(&ann.public(), here, "log", &broken), "byte {at} changed");
        }
        assert!(ann.name() != eve.name() && ann.name().len() == 22);
    }

    /// RFC 8032, 7.1, TEST 1.
    #[test]
    fn keys_are_those_of_the_standard() {
        let seed = [
            0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4, 0x44, 0x49,
            0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60,
        ];
        let public = [
            0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a, 0x0e, 0xe1,
            0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
        ];
        assert_eq!(Signer::new(&seed).public(), public);
    }

    #[test]
    fn keys_that_fit_any_text_are_none() {
        // The neutral element as a key, with a signature that is right for every text in careless programs.
        let mut neutral = [0; 32];
        neutral[0] = 1;
        let mut signature = [0; 64];
        signature[0] = 1;
        assert!(!is_signed(&neutral, Purpose::Charter(&[0; 16]), "anything", &signature));
        assert!(!is_signed(&[0; 32], Purpose::Charter(&[0; 16]), "anything", &[0; 64]));
    }
}
