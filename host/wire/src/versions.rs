//! Which version of the protocol a phone and a host speak with each other.
//!
//! Each side speaks a few versions that follow each other. The phone begins with its newest and the host answers in the
//! version it is spoken to in; if it does not speak that one it says which is its newest ([`Refusal::Version`]), and the
//! phone goes on with the newest that both speak.
//!
//! [`Refusal::Version`]: crate::Refusal::Version

use std::ops::RangeInclusive;

/// The newest version. It differs from version 1 in nothing but the first byte of its messages.
pub const VERSION: u8 = 2;

/// The versions that this program speaks, as a phone and as a host. What their messages are never changes:
/// `tests/version-1.txt`.
pub const VERSIONS: RangeInclusive<u8> = 1..=VERSION;

/// Which side has to be updated where a phone and a host have no version in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outdated {
    /// The app on the phone.
    App,
    /// The host.
    Host,
}

/// The version that these bytes are a message of; `None` if it is none of [`VERSIONS`].
#[must_use]
pub fn version_of(bytes: &[u8]) -> Option<u8> {
    bytes.first().copied().filter(|version| VERSIONS.contains(version))
}

/// What a phone that speaks the versions `own` is to speak, now that a host has refused `spoken` and has said which is its
/// `newest`.
///
/// # Errors
/// Which side is too old, if they have none in common.
pub fn instead_of(spoken: u8, newest: u8, own: RangeInclusive<u8>) -> Result<u8, Outdated> {
    let best = newest.min(*own.end());
    if best != spoken && own.contains(&best) {
        Ok(best)
    } else if newest > spoken {
        Err(Outdated::App)
    } else {
        Err(Outdated::Host)
    }
}
