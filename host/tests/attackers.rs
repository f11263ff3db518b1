//! Phones that mean harm are refused or cut off, and the others do not notice.

mod common;

use std::time::{Duration, Instant};

use common::{Phone, TABLE, WATCH, WRITE, append, host_with, open};
use futures_util::SinkExt;
use takujo_host::limits::Limits;
use takujo_wire::{Ask, RECORD_MAX, Refusal, Tell};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_plays_on_while_others_flood_guess_and_do_not_read() {
    let limits = Limits { messages: 400, patience: Duration::from_millis(500), ..Limits::default() };
    let host = host_with(limits).await;
    let at = host.address;
    open(at, TABLE).await;
    // Before the guessing begins: all of them share an address here.
    let mut writer = Phone::joined(at, TABLE, WRITE).await;
    // Joined, and never read again.
    let slow = Phone::joined(at, TABLE, WATCH).await;
    let attackers: Vec<_> = (0..30_u8)
        .map(|number| {
            tokio::spawn(async move {
                let mut phone = Phone::at(at).await;
                for round in 0..u32::MAX {
                    let ask = match number % 3 {
                        0 => Ask::Join { table: TABLE, secret: [number; 32], from: 0 }.encode(),
                        1 => append(round, &[number; RECORD_MAX]).encode(),
                        _ => vec![1, number, 0],
                    };
                    if phone.0.send(Message::Binary(ask.into())).await.is_err() || phone.next().await.is_none() {
                        phone = Phone::at(at).await;
                    }
                }
            })
        })
        .collect();
    // Far more than sockets hold, and nearly all that the table takes.
    for length in 1..500 {
        let begun = Instant::now();
        assert_eq!(writer.answer(append(length, &[1; RECORD_MAX])).await, Tell::Appended { length: length + 1 });
        assert!(begun.elapsed() < Duration::from_secs(5), "entry {length} took {:?}", begun.elapsed());
    }
    attackers.iter().for_each(tokio::task::JoinHandle::abort);
    drop(slow);
}

#[tokio::test]
async fn records_of_the_past_and_of_other_tables_are_not_taken_twice() {
    let host = host_with(Limits::default()).await;
    let other = [8; 16];
    open(host.address, TABLE).await;
    open(host.address, other).await;
    let mut phone = Phone::joined(host.address, TABLE, WRITE).await;
    let ask = append(1, b"once").encode();
    for expected in [Tell::Appended { length: 2 }, Tell::Conflict { length: 2 }, Tell::Conflict { length: 2 }] {
        phone.send(ask.clone()).await;
        let tell = loop {
            match phone.next().await.unwrap() {
                Tell::Entry { .. } | Tell::Changed { .. } => {}
                tell => break tell,
            }
        };
        assert_eq!(tell, expected);
    }
    // From the future, as when two messages were swapped.
    assert_eq!(phone.answer(append(4, b"later")).await, Tell::Conflict { length: 2 });
    // A connection writes to the table it joined and to no other.
    assert_eq!(phone.refused(Ask::Join { table: other, secret: WRITE, from: 0 }).await, Refusal::OutOfOrder);
    let mut second = Phone::joined(host.address, other, WRITE).await;
    assert_eq!(second.answer(append(1, b"other")).await, Tell::Appended { length: 2 });
}

#[tokio::test]
async fn whoever_never_finishes_a_request_is_cut_off() {
    let host = host_with(Limits { patience: Duration::from_millis(200), ..Limits::default() }).await;
    let mut stream = TcpStream::connect(host.address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await.unwrap();
    let mut rest = Vec::new();
    tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut rest)).await.expect("an end").unwrap_or(0);
    let mut stream = TcpStream::connect(host.address).await.unwrap();
    let _ = stream.write_all(&vec![b'x'; 1 << 20]).await;
    // Refused or reset, but not read for ever.
    let _ = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut rest)).await.expect("an end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_read_is_cut_off_and_holds_up_nobody() {
    let patience = Duration::from_millis(300);
    let host = host_with(Limits { messages: 1_000_000, bytes: u32::MAX, patience, ..Limits::default() }).await;
    open(host.address, TABLE).await;
    let mut slow = Phone::joined(host.address, TABLE, WATCH).await;
    let mut writer = Phone::joined(host.address, TABLE, WRITE).await;
    // More than the sockets of both sides hold.
    let sent = 3000;
    for length in 1..=sent {
        assert_eq!(writer.answer(append(length, &[1; RECORD_MAX])).await, Tell::Appended { length: length + 1 });
    }
    tokio::time::sleep(patience * 3).await;
    let mut read = 0;
    while slow.next().await.is_some() {
        read += 1;
    }
    assert!(read < sent, "it was sent all of it");
}
