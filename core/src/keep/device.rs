//! A device among a person's devices: what it is called, and how the others tell it something that a forgotten one
//! cannot read.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use ed25519_compact::x25519;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::code::Root;
use crate::domain::seats::typed_name;
use crate::live::seal::{Nonce, seal, unseal};
use crate::live::sign::Seed;

/// Longest name of a device, in characters.
const NAME: usize = 40;
/// Most devices that are listened to.
pub(super) const MOST: usize = 50;

/// A device as all of them know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// What its person calls it.
    pub name: String,
    /// The day of its last sign of life by its own clock, counted from 1 January 1970.
    pub day: i64,
    /// What is written for it alone is sealed with this, in base64url.
    pub(super) key: String,
}

/// This device.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct OwnDevice {
    /// Its id: the first letters of its key.
    pub(super) id: String,
    /// What its person calls it.
    pub(super) name: String,
    /// What its key is made of.
    seed: Seed,
}

impl std::fmt::Debug for OwnDevice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnDevice").field("id", &self.id).field("name", &self.name).finish_non_exhaustive()
    }
}

/// A name of a device as it may be stored.
pub(super) fn device_name(name: &str) -> String {
    typed_name(name).chars().take(NAME).collect()
}

fn key_of(seed: &Seed) -> Option<[u8; 32]> {
    Some(*x25519::SecretKey::new(*seed).recover_public_key().ok()?)
}

/// What two keys agree on, for a box from one to the other.
fn agreed(seed: &Seed, other: &[u8; 32], ephemeral: &[u8; 32], receiver: &[u8; 32]) -> Option<[u8; 32]> {
    let shared = x25519::PublicKey::new(*other).dh(&x25519::SecretKey::new(*seed)).ok()?;
    Some(Sha256::digest([b"takujo keep box: ".as_slice(), &*shared, ephemeral, receiver].concat()).into())
}

/// Every key seals one box only, so these may be the same in all.
const PLACE: (&[u8; 16], u32, Nonce) = (&[0; 16], 0, [0; 24]);

impl Device {
    /// A secret that only this device can read: with a new random `seed` for each.
    pub(super) fn seal(&self, root: &Root, seed: &Seed) -> Option<String> {
        let receiver: [u8; 32] = BASE64_URL_SAFE_NO_PAD.decode(&self.key).ok()?.try_into().ok()?;
        let ephemeral = key_of(seed)?;
        let key = agreed(seed, &receiver, &ephemeral, &receiver)?;
        let sealed = seal(&key, PLACE.0, PLACE.1, root, PLACE.2);
        Some(BASE64_URL_SAFE_NO_PAD.encode([ephemeral.as_slice(), &sealed].concat()))
    }
}

impl OwnDevice {
    /// A new one; `None` if these bytes are of no use as a key.
    pub(super) fn new(name: &str, seed: Seed) -> Option<OwnDevice> {
        let id = BASE64_URL_SAFE_NO_PAD.encode(&key_of(&seed)?[..12]);
        Some(OwnDevice { id, name: device_name(name), seed })
    }

    /// What the others know of it.
    pub(super) fn public(&self, day: i64) -> Device {
        let key = BASE64_URL_SAFE_NO_PAD.encode(key_of(&self.seed).unwrap_or_default());
        Device { name: self.name.clone(), day, key }
    }

    /// The secret that was sealed for this device.
    pub(super) fn unseal(&self, sealed: &str) -> Option<Root> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (ephemeral, sealed) = bytes.split_first_chunk::<32>()?;
        let key = agreed(&self.seed, ephemeral, ephemeral, &key_of(&self.seed)?)?;
        unseal(&key, PLACE.0, PLACE.1, sealed)?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_device_it_is_for_reads_a_box() {
        let [ann, ken] = [[1; 32], [2; 32]].map(|seed| OwnDevice::new("Phone", seed).unwrap());
        let sealed = ann.public(0).seal(&[7; 16], &[3; 32]).unwrap();
        assert_eq!(ann.unseal(&sealed), Some([7; 16]));
        assert_eq!(ken.unseal(&sealed), None);
        assert_eq!(ann.unseal(&sealed[1..]), None);
        assert_eq!(ann.unseal(""), None);
        assert!(ann.id != ken.id && ann.id.len() == 16);
        let weak = Device { key: BASE64_URL_SAFE_NO_PAD.encode([0; 32]), ..ann.public(0) };
        assert_eq!(weak.seal(&[7; 16], &[3; 32]), None, "a key with which everybody could read it");
    }
}
