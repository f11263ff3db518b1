//! Nothing acknowledged is lost when the host is killed in the middle of its work.

mod common;

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use common::{Phone, Process, WRITE, append, is_edge, open};
use futures_util::SinkExt;
use takujo_host::limits::Limits;
use takujo_wire::{Ask, Table, Tell, VERSION};
use tokio_tungstenite::tungstenite::Message;

/// Reads the log, which must begin with what is known to be in it, and appends until the host is gone. Returns what is
/// known afterwards: all that was read or acknowledged.
async fn play(
    address: SocketAddr,
    table: Table,
    known: Vec<Vec<u8>>,
    round: u32,
    reading: Arc<AtomicU32>,
    acknowledged: Arc<AtomicU32>,
) -> Vec<Vec<u8>> {
    let mut phone = Phone::to(table, address).await;
    let Tell::Joined { length, .. } = phone.answer(Ask::Join { table, secret: WRITE, from: 0 }).await else { panic!() };
    let mut log = Vec::new();
    for place in 0..length {
        match phone.entry().await {
            Tell::Changed { position: 0, .. } if place == 0 => log.push(Vec::new()),
            Tell::Entry { position, record } if position == place => log.push(record),
            other => panic!("{other:?} instead of entry {place}"),
        }
    }
    assert!(log.starts_with(&known), "{} entries were acknowledged, and {} are there", known.len(), log.len());
    assert!(log.len() <= known.len() + 1, "only one append was under way");
    reading.fetch_sub(1, Relaxed);
    loop {
        let record = format!("{round} {}", log.len()).into_bytes();
        let ask = append(log.len() as u32, &record).encode(VERSION);
        if phone.0.send(Message::Binary(ask.into())).await.is_err() {
            return log;
        }
        loop {
            match phone.next().await {
                Some(Tell::Appended { length }) => {
                    log.push(record);
                    assert_eq!(length as usize, log.len());
                    acknowledged.fetch_add(1, Relaxed);
                    break;
                }
                Some(Tell::Entry { .. }) => {}
                None => return log,
                other => panic!("{other:?}"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_kills_lose_nothing_that_was_acknowledged() {
    killed(&[]).await;
}

#[cfg(feature = "nats")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_do_they_with_jetstream() {
    if is_edge() {
        return;
    }
    let server = common::Nats::start().await;
    killed(&["--nats", &server.url]).await;
}

async fn killed(store: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "x").unwrap();
    let tables = [[1; 16], [2; 16], [3; 16]];
    let mut known = vec![Vec::new(); tables.len()];
    for round in 0..50 {
        let host = if is_edge() {
            Process::edge(folder.path(), Limits { messages: 1000, ..Limits::default() })
        } else {
            Process::start(folder.path(), folder.path(), store)
        };
        let address = host.address;
        if round == 0 {
            for table in tables {
                open(address, table).await;
            }
        }
        let reading = Arc::new(AtomicU32::new(tables.len() as u32));
        let acknowledged = Arc::new(AtomicU32::new(0));
        let players: Vec<_> = tables
            .into_iter()
            .zip(known)
            .map(|(table, known)| {
                tokio::spawn(play(address, table, known, round, reading.clone(), acknowledged.clone()))
            })
            .collect();
        // Each time at another moment of the work, once all have seen what the last kill left.
        let due = || reading.load(Relaxed) == 0 && acknowledged.load(Relaxed) >= 3 + round % 13 * 5;
        while !due() && players.iter().all(|player| !player.is_finished()) {
            tokio::time::sleep(Duration::from_micros(300)).await;
        }
        // SIGKILL.
        drop(host);
        known = Vec::new();
        for player in players {
            known.push(player.await.unwrap());
        }
    }
    for log in &known {
        assert!(log.len() > 50);
        assert_eq!(log.iter().collect::<HashSet<_>>().len(), log.len(), "an entry twice");
    }
}
