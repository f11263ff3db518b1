//! Phones of older and newer programs at one host.

mod common;

use common::{Phone, TABLE, WATCH, WRITE, append, host_with, open};
use takujo_host::limits::Limits;
use takujo_wire::{Ask, Outdated, Refusal, Right, Tell, VERSION, VERSIONS, instead_of};

/// What a phone says on a connection, and what it then hears.
type Turns = Vec<(Vec<u8>, Vec<Vec<u8>>)>;

/// The bytes of a conversation as a phone and a host of version 1 had it, on several connections.
fn conversation() -> Vec<Turns> {
    let mut connections: Vec<Turns> = Vec::new();
    for line in include_str!("../wire/tests/version-1.txt").lines() {
        let (who, hex) = line.split_once(' ').unwrap_or((line, ""));
        let bytes = || (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        match who {
            "connect" => connections.push(Vec::new()),
            "phone" => connections.last_mut().unwrap().push((bytes(), Vec::new())),
            "host" => connections.last_mut().unwrap().last_mut().unwrap().1.push(bytes()),
            _ => {}
        }
    }
    connections
}

#[tokio::test]
async fn a_phone_of_version_1_hears_byte_for_byte_what_it_always_heard() {
    let host = host_with(Limits::default()).await;
    let connections = conversation();
    assert_eq!(connections.len(), 5);
    for turns in connections {
        let mut phone = Phone::at(host.address).await;
        for (said, mut expected) in turns {
            phone.send(said).await;
            let mut heard = Vec::new();
            for _ in &expected {
                heard.push(phone.next_bytes().await.expect("more"));
            }
            // An answer comes before or after the entries that come with it.
            expected.sort();
            heard.sort();
            assert_eq!(heard, expected);
        }
    }
}

#[tokio::test]
async fn phones_of_all_versions_share_a_table_each_in_its_own() {
    let host = host_with(Limits::default()).await;
    open(host.address, TABLE).await;
    let mut phones = Vec::new();
    for version in VERSIONS {
        let mut phone = Phone(Phone::at(host.address).await.0, version);
        let joined = phone.answer(Ask::Join { table: TABLE, secret: WRITE, from: 1 }).await;
        assert!(matches!(joined, Tell::Joined { right: Right::Write, .. }), "{joined:?}");
        phones.push(phone);
    }
    for writer in 0..phones.len() {
        phones[writer].ask(append(writer as u32 + 1, b"a round")).await;
        for (at, phone) in phones.iter_mut().enumerate() {
            // Whoever wrote it is answered as well.
            for _ in 0..=usize::from(at == writer) {
                let bytes = phone.next_bytes().await.unwrap();
                assert_eq!(bytes[0], phone.1);
                let position = writer as u32 + 1;
                let entry = Tell::Entry { position, record: b"a round".to_vec() };
                assert!([entry, Tell::Appended { length: position + 1 }].contains(&Tell::decode(&bytes).unwrap()));
            }
        }
    }
}

#[tokio::test]
async fn a_phone_of_a_version_to_come_hears_what_the_host_speaks_and_goes_on_with_it() {
    let host = host_with(Limits::default()).await;
    open(host.address, TABLE).await;
    let join = Ask::Join { table: TABLE, secret: WATCH, from: 0 };
    for spoken in [VERSION + 1, 9, u8::MAX] {
        let mut phone = Phone(Phone::at(host.address).await.0, spoken);
        phone.ask(join.clone()).await;
        assert_eq!(phone.next_bytes().await, Some(vec![1, 137, 1, 0, 0, 0, VERSION]));
        assert_eq!(phone.next().await, None);
        let next = instead_of(spoken, VERSION, VERSION..=spoken).unwrap();
        let mut phone = Phone(Phone::at(host.address).await.0, next);
        assert!(matches!(phone.answer(join.clone()).await, Tell::Joined { .. }));
        // One that no longer speaks it knows who is too old.
        assert_eq!(instead_of(spoken, VERSION, VERSION + 1..=spoken), Err(Outdated::Host));
    }
}

#[tokio::test]
async fn what_the_host_says_before_it_is_spoken_to_is_in_the_oldest_version() {
    let host = host_with(Limits { of_an_address: 0, ..Limits::default() }).await;
    let bytes = Phone::at(host.address).await.next_bytes().await.unwrap();
    assert_eq!(bytes, Tell::Refused(Refusal::TooManyConnections(0)).encode(1));
}
