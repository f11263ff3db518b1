//! Programs of several versions understand each other, or one hears that it is too old; and version 1 stays what it is.

use std::ops::RangeInclusive;

use proptest::prelude::*;
use takujo_wire::{Ask, Malformed, Outdated, Refusal, Right, Tell, VERSIONS, instead_of};

/// What comes of it when a phone that spoke `begun` last meets a host, and how often it was refused.
fn met(phone: &RangeInclusive<u8>, host: &RangeInclusive<u8>, begun: u8, refused: u8) -> (Result<u8, Outdated>, u8) {
    if host.contains(&begun) {
        return (Ok(begun), refused);
    }
    match instead_of(begun, *host.end(), phone.clone()) {
        Ok(next) => met(phone, host, next, refused + 1),
        Err(outdated) => (Err(outdated), refused + 1),
    }
}

fn versions() -> impl Strategy<Value = RangeInclusive<u8>> {
    (1..=9_u8, 0..4_u8).prop_map(|(first, more)| first..=first + more)
}

proptest! {
    #[test]
    fn a_phone_and_a_host_speak_the_newest_version_that_both_know(phone in versions(), host in versions()) {
        let common: Vec<u8> = phone.clone().filter(|version| host.contains(version)).collect();
        let best = match common.last() {
            Some(best) => Ok(*best),
            None if host.start() > phone.end() => Err(Outdated::App),
            None => Err(Outdated::Host),
        };
        let (spoken, refused) = met(&phone, &host, *phone.end(), 0);
        prop_assert_eq!(spoken, best);
        prop_assert!(refused <= 1);
        // The host became another one in the middle of an evening.
        for begun in phone.clone() {
            let (spoken, refused) = met(&phone, &host, begun, 0);
            prop_assert_eq!(spoken.is_ok(), best.is_ok());
            prop_assert!(best.is_ok() || spoken == best);
            prop_assert!(refused <= 2);
        }
    }
}

#[test]
fn a_host_that_does_not_want_the_version_it_names_is_not_asked_for_ever() {
    assert_eq!(instead_of(2, 2, 1..=2), Err(Outdated::Host));
    assert_eq!(instead_of(2, 0, 1..=2), Err(Outdated::Host));
    assert_eq!(instead_of(1, 9, 1..=2), Ok(2));
    assert_eq!(instead_of(2, 9, 1..=2), Err(Outdated::App));
}

#[test]
fn a_refused_version_has_the_same_bytes_for_all_time_and_is_understood_under_any_first_byte() {
    let refused = Tell::Refused(Refusal::Version(9));
    for version in VERSIONS {
        assert_eq!(refused.encode(version), [1, 137, 1, 0, 0, 0, 9]);
    }
    for first in 0..=u8::MAX {
        assert_eq!(Tell::decode(&[first, 137, 1, 0, 0, 0, 9]), Ok(refused.clone()));
    }
    for wrong in
        [&[9, 137, 1, 0, 0, 1, 9][..], &[9, 137, 1, 0, 0, 0], &[9, 137, 1, 0, 0, 0, 9, 0], &[9, 137, 2, 0, 0, 0, 0]]
    {
        assert_eq!(Tell::decode(wrong), Err(Malformed::Version));
    }
}

/// The lines of a conversation: who says it, and the bytes.
fn conversation() -> Vec<(&'static str, Vec<u8>)> {
    let lines = include_str!("version-1.txt").lines().filter_map(|line| line.split_once(' '));
    let bytes = |hex: &str| {
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect::<Vec<_>>()
    };
    lines.filter(|(who, _)| ["phone", "host"].contains(who)).map(|(who, hex)| (who, bytes(hex))).collect()
}

/// If this fails, version 1 has become another one, and phones and hosts that are out there no longer understand it. A
/// change needs a version of its own.
#[test]
fn version_1_is_what_it_was() {
    let mut kinds = Vec::new();
    for (who, bytes) in conversation() {
        let again = match who {
            "phone" => Ask::decode(&bytes).map(|ask| ask.encode(1)),
            _ => Tell::decode(&bytes).map(|tell| tell.encode(1)),
        };
        assert_eq!(again, Ok(bytes.clone()));
        kinds.push(bytes[1]);
    }
    for kind in (1..=6).chain(129..=137) {
        assert!(kinds.contains(&kind), "nobody says {kind}");
    }
    let asks = [
        (Ask::Ping(0x0102_0304), &[1, 6, 1, 2, 3, 4][..]),
        (Ask::Append { expected: 2, record: vec![7, 8] }, &[1, 3, 0, 0, 0, 2, 7, 8]),
        (Ask::Close { expected: u32::MAX }, &[1, 5, 255, 255, 255, 255]),
    ];
    for (ask, bytes) in asks {
        assert_eq!((ask.encode(1), Ask::decode(bytes)), (bytes.to_vec(), Ok(ask)));
    }
    let locks = [(None, 0), (Some(false), 8), (Some(true), 24)];
    for (locked, which) in locks {
        let bytes = [&[1, 4, 0, 0, 0, 3, which + 2][..], &[9; 32]].concat();
        let ask = Ask::Change { expected: 3, watch: None, write: Some([9; 32]), host: None, locked };
        assert_eq!((ask.encode(1), Ask::decode(&bytes)), (bytes, Ok(ask)));
    }
    for (right, number) in [(Right::Watch, 1), (Right::Write, 2), (Right::Host, 3)] {
        let tell = Tell::Joined { right, locked: true, length: 258 };
        assert_eq!(tell.encode(1), [1, 130, number, 1, 0, 0, 1, 2]);
        let tell = Tell::Changed { position: 258, right, locked: false };
        assert_eq!(tell.encode(1), [1, 132, 0, 0, 1, 2, number, 0]);
    }
    let names = "version malformed not-there not-allowed locked taken out-of-order record-too-long table-full \
                 table-too-large too-many-tables too-many-connections too-many-guesses too-fast too-slow stopping \
                 unavailable no-room";
    let mut named = names.split_whitespace();
    for code in 1..=18 {
        let Ok(Tell::Refused(refusal)) = Tell::decode(&[1, 137, code, 0, 0, 0, 0]) else { panic!("{code}") };
        assert_eq!(Some(refusal.name()), named.next());
    }
}
