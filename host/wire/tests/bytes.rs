//! Any bytes are a message or a typed error, and a message's bytes are that message.

use proptest::prelude::*;
use takujo_wire::{Ask, MESSAGE_MAX, Malformed, RECORD_MAX, Refusal, Right, Tell, VERSION, VERSIONS, version_of};

fn record() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![prop::collection::vec(any::<u8>(), 1..64), Just(vec![7; RECORD_MAX])]
}

fn ask() -> impl Strategy<Value = Ask> {
    prop_oneof![
        any::<([u8; 16], [u8; 32], [u8; 32], [u8; 32])>().prop_map(|(table, watch, write, host)| Ask::Create {
            table,
            watch,
            write,
            host
        }),
        any::<([u8; 16], [u8; 32], u32)>().prop_map(|(table, secret, from)| Ask::Join { table, secret, from }),
        (any::<u32>(), record()).prop_map(|(expected, record)| Ask::Append { expected, record }),
        any::<(u32, Option<[u8; 32]>, Option<[u8; 32]>, Option<[u8; 32]>, Option<bool>)>()
            .prop_map(|(expected, watch, write, host, locked)| Ask::Change { expected, watch, write, host, locked }),
        any::<u32>().prop_map(|expected| Ask::Close { expected }),
        any::<u32>().prop_map(Ask::Ping),
    ]
}

fn refusal() -> impl Strategy<Value = Refusal> {
    (0..18_usize, any::<u8>()).prop_map(|(which, limit)| {
        let limit32 = u32::from(limit) << 24 | 5;
        [
            Refusal::Version(limit),
            Refusal::Malformed,
            Refusal::NotThere,
            Refusal::NotAllowed,
            Refusal::Locked,
            Refusal::Taken,
            Refusal::OutOfOrder,
            Refusal::RecordTooLong(limit32),
            Refusal::TableFull(limit32),
            Refusal::TableTooLarge(limit32),
            Refusal::TooManyTables(limit32),
            Refusal::TooManyConnections(limit32),
            Refusal::TooManyGuesses(limit32),
            Refusal::TooFast(limit32),
            Refusal::TooSlow(limit32),
            Refusal::Stopping,
            Refusal::Unavailable,
            Refusal::NoRoom,
        ][which]
    })
}

fn tell() -> impl Strategy<Value = Tell> {
    let right = || prop::sample::select(vec![Right::Watch, Right::Write, Right::Host]);
    prop_oneof![
        Just(Tell::Created),
        (right(), any::<(bool, u32)>()).prop_map(|(right, (locked, length))| Tell::Joined { right, locked, length }),
        (any::<u32>(), record()).prop_map(|(position, record)| Tell::Entry { position, record }),
        (right(), any::<(bool, u32)>()).prop_map(|(right, (locked, position))| Tell::Changed {
            position,
            right,
            locked
        }),
        any::<u32>().prop_map(|length| Tell::Appended { length }),
        any::<u32>().prop_map(|length| Tell::Conflict { length }),
        Just(Tell::Closed),
        any::<u32>().prop_map(Tell::Pong),
        refusal().prop_map(Tell::Refused),
    ]
}

proptest! {
    #[test]
    fn a_message_survives_its_bytes(ask in ask(), tell in tell(), version in VERSIONS) {
        let (asked, told) = (ask.encode(version), tell.encode(version));
        prop_assert!(asked.len() <= MESSAGE_MAX && told.len() <= MESSAGE_MAX);
        prop_assert_eq!(version_of(&asked), Some(version));
        prop_assert_eq!(Ask::decode(&asked), Ok(ask));
        prop_assert_eq!(Tell::decode(&told), Ok(tell));
    }

    /// Random bytes hardly ever have a version and kind that exist, so these are given.
    #[test]
    fn any_bytes_are_a_typed_error_or_the_bytes_of_a_message(
        version in VERSIONS,
        kind in prop_oneof![0..8_u8, 128..139_u8, any::<u8>()],
        rest in prop::collection::vec(prop_oneof![0..32_u8, any::<u8>()], 0..200),
    ) {
        let bytes = [vec![version, kind], rest].concat();
        if let Ok(ask) = Ask::decode(&bytes) {
            prop_assert_eq!(ask.encode(version), &bytes[..]);
        }
        if let Ok(tell) = Tell::decode(&bytes) {
            // What is said of versions has one first byte, and is understood under any.
            let from = usize::from(matches!(tell, Tell::Refused(Refusal::Version(_))));
            prop_assert_eq!(&tell.encode(version)[from..], &bytes[from..]);
        }
    }

    /// Except for appends, whose records take what there is.
    #[test]
    fn a_message_cut_or_with_a_tail_is_none(ask in ask(), cut in any::<prop::sample::Index>()) {
        prop_assume!(!matches!(ask, Ask::Append { .. }));
        let bytes = ask.encode(VERSION);
        prop_assert!(Ask::decode(&bytes[..cut.index(bytes.len())]).is_err());
        prop_assert_eq!(Ask::decode(&[&bytes[..], &[0]].concat()), Err(Malformed::Length));
    }
}

#[test]
fn what_is_wrong_is_named() {
    let append = |length: usize| [&[VERSION, 3, 0, 0, 0, 0][..], &vec![1; length]].concat();
    for (bytes, wrong) in [
        (vec![], Malformed::Version),
        (vec![VERSION], Malformed::Length),
        (vec![VERSION + 1, 1], Malformed::Version),
        (vec![0, 6, 0, 0, 0, 0], Malformed::Version),
        (vec![VERSION, 0], Malformed::Kind(0)),
        (vec![VERSION, 129], Malformed::Kind(129)),
        (vec![VERSION, 4, 0, 0, 0, 0, 16], Malformed::Value),
        (vec![VERSION, 4, 0, 0, 0, 0, 32], Malformed::Value),
        (append(0), Malformed::Length),
        (append(RECORD_MAX + 1), Malformed::RecordTooLong),
        (append(MESSAGE_MAX), Malformed::TooLong),
    ] {
        assert_eq!(Ask::decode(&bytes), Err(wrong));
    }
}
