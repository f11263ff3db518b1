//! Five writers at one table while a cluster of three nats-servers loses nodes and the network between them: nothing
//! that was acknowledged is lost or doubled, and play goes on. Two hosts stand on the cluster, and one is replaced.
//!
//! Needs nats-server 2.10 or later (see `docs/live.md`); `TAKUJO_NATS` says where it is. `scripts/test --all` gets one.
#![cfg(feature = "nats")]

mod common;

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::cluster::{Cluster, NODES, host};
use common::{Phone, TABLE, WRITE, append, open};
use futures_util::{SinkExt, StreamExt};
use takujo_wire::{Ask, Refusal, Tell, VERSION};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// Play goes on after this at the latest. The nodes take 4 to 9 s to choose a leader in place of one that was killed;
/// the rest is for a machine that does other things.
const WITHIN: Duration = Duration::from_secs(40);

/// What a phone knows at the end.
#[derive(Default)]
struct Known {
    log: Vec<Vec<u8>>,
    acknowledged: Vec<(usize, Vec<u8>)>,
    made: usize,
}

/// Where the hosts are, and what all phones do.
struct Game {
    hosts: Mutex<Vec<SocketAddr>>,
    over: AtomicBool,
    /// How long each phone's log is.
    seen: Vec<AtomicUsize>,
}

/// A phone that does as the app does, behind a proxy that tries another host after a failure: one record at a time,
/// which is sent again only if another stands at its place. Ends with its connection.
async fn play(game: Arc<Game>, number: usize, attempt: usize, known: &mut Known) -> Option<()> {
    let hosts = game.hosts.lock().unwrap().clone();
    let address = hosts[(number + attempt) % hosts.len()];
    let wait = Duration::from_secs(4);
    let (mut socket, _) = timeout(wait, connect_async(format!("ws://{address}/live"))).await.ok()?.ok()?;
    let join = Ask::Join { table: TABLE, secret: WRITE, from: known.log.len() as u32 };
    socket.send(Message::Binary(join.encode(VERSION).into())).await.ok()?;
    let mut length = None;
    let mut sent: Option<usize> = None;
    let mut record = format!("{number} {}", known.made).into_bytes();
    loop {
        if sent.is_none() && length.is_some_and(|length| known.log.len() >= length) && !game.over.load(Relaxed) {
            sleep(Duration::from_millis(20)).await;
            let place = known.log.len();
            socket.send(Message::Binary(append(place as u32, &record).encode(VERSION).into())).await.ok()?;
            sent = Some(place);
        }
        let tell = match timeout(wait, socket.next()).await.ok()??.ok()? {
            Message::Binary(bytes) => Tell::decode(&bytes).unwrap(),
            Message::Ping(_) => continue,
            _ => return None,
        };
        match tell {
            Tell::Joined { length: now, .. } => {
                assert!(now as usize >= known.log.len(), "the log of phone {number} has become shorter");
                length = Some(now as usize);
            }
            Tell::Changed { position, .. } => {
                assert_eq!(position as usize, known.log.len());
                known.log.push(Vec::new());
            }
            Tell::Entry { position, record: entry } => {
                assert_eq!(position as usize, known.log.len());
                if sent == Some(known.log.len()) {
                    sent = None;
                }
                if entry == record {
                    known.made += 1;
                    record = format!("{number} {}", known.made).into_bytes();
                }
                known.log.push(entry);
                game.seen[number].store(known.log.len(), Relaxed);
            }
            Tell::Appended { length: now } => {
                // The entry may have come before its answer.
                let place = now as usize - 1;
                let entry = known.log.get(place).unwrap_or(&record).clone();
                known.acknowledged.push((place, entry));
            }
            Tell::Conflict { length: now } => {
                length = Some(now as usize);
                if known.log.len() >= now as usize {
                    sent = None;
                }
            }
            Tell::Refused(_) => return None,
            other => panic!("{other:?}"),
        }
    }
}

/// Waits until all phones have seen some more entries than any had, and says how long that took.
async fn goes_on(game: &Game, what: &str) -> Duration {
    let begun = Instant::now();
    let target = game.seen.iter().map(|seen| seen.load(Relaxed)).max().unwrap() + 5;
    while game.seen.iter().any(|seen| seen.load(Relaxed) < target) {
        let seen: Vec<_> = game.seen.iter().map(|seen| seen.load(Relaxed)).collect();
        assert!(begun.elapsed() < WITHIN, "{what}: play stands still at {seen:?}, {target} wanted");
        sleep(Duration::from_millis(20)).await;
    }
    let took = begun.elapsed();
    println!("{what}: all have seen more after {took:?}");
    sleep(Duration::from_millis(500)).await;
    took
}

/// Reads a table on from where a log ends. Whether that was all of it; otherwise the connection ended before.
async fn read_on(address: SocketAddr, log: &mut Vec<Vec<u8>>) -> bool {
    let mut reader = Phone::at(address).await;
    let join = Ask::Join { table: TABLE, secret: WRITE, from: log.len() as u32 };
    if reader.0.send(Message::Binary(join.encode(VERSION).into())).await.is_err() {
        return false;
    }
    let mut length = None;
    while length.is_none_or(|length| log.len() < length) {
        match reader.next().await {
            Some(Tell::Joined { length: now, .. }) => length = Some(now as usize),
            Some(Tell::Changed { .. }) => log.push(Vec::new()),
            Some(Tell::Entry { record, .. }) => log.push(record),
            Some(Tell::Refused(Refusal::Unavailable)) | None => return false,
            Some(other) => panic!("{other:?}"),
        }
    }
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn five_play_on_while_nodes_and_the_network_between_them_fail() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let context = cluster.stream().await;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "x").unwrap();
    let mut hosts = vec![host(folder.path(), &cluster.url(0)), host(folder.path(), &cluster.url(1))];
    open(hosts[0].address, TABLE).await;
    let game = Arc::new(Game {
        hosts: Mutex::new(hosts.iter().map(|host| host.address).collect()),
        over: AtomicBool::new(false),
        seen: (0..5).map(|_| AtomicUsize::new(0)).collect(),
    });
    let phones: Vec<_> = (0..5)
        .map(|number| {
            let game = Arc::clone(&game);
            tokio::spawn(async move {
                let mut known = Known::default();
                for attempt in 0.. {
                    if game.over.load(Relaxed) {
                        break;
                    }
                    play(Arc::clone(&game), number, attempt, &mut known).await;
                    sleep(Duration::from_millis(200)).await;
                }
                known
            })
        })
        .collect();
    let mut took = Vec::new();
    took.push(goes_on(&game, "all is well").await);
    // The one that leads, which is the worst to lose.
    let leader = cluster.leader(&context).await;
    cluster.kill(leader);
    took.push(goes_on(&game, "a node was killed").await);
    cluster.run(leader);
    took.push(goes_on(&game, "it was started again").await);
    // Two of three are needed, so it has to be back before.
    sleep(Duration::from_secs(3)).await;
    let next = (leader + 1) % NODES;
    cluster.kill(next);
    took.push(goes_on(&game, "another was killed").await);
    cluster.run(next);
    sleep(Duration::from_secs(3)).await;
    let alone = cluster.leader(&context).await;
    cluster.reach(alone, false);
    took.push(goes_on(&game, "the leader was cut off from the others").await);
    cluster.reach(alone, true);
    took.push(goes_on(&game, "it was joined to them").await);
    drop(hosts.remove(0));
    let another = host(folder.path(), &cluster.url(2));
    *game.hosts.lock().unwrap() = vec![another.address, hosts[0].address];
    took.push(goes_on(&game, "a host was replaced").await);
    game.over.store(true, Relaxed);
    drop(hosts);
    drop(another);
    let mut known = Vec::new();
    for phone in phones {
        known.push(phone.await.unwrap());
    }
    // What the cluster has, by a host that remembers nothing. It may end a connection while its own to the cluster is
    // new; whoever reads comes back for the rest, as phones do.
    let last = host(folder.path(), &cluster.url(1));
    let begun = Instant::now();
    let mut log = Vec::new();
    while !read_on(last.address, &mut log).await {
        assert!(begun.elapsed() < WITHIN, "the log cannot be read to its end: {}", log.len());
        sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(log.iter().collect::<HashSet<_>>().len(), log.len(), "an entry twice");
    let mut acknowledged = 0;
    for phone in &known {
        assert!(log.starts_with(&phone.log), "a phone has another log");
        for (place, record) in &phone.acknowledged {
            acknowledged += 1;
            assert_eq!(log.get(*place), Some(record), "acknowledged, and not there");
        }
    }
    println!("{} entries, {acknowledged} of them acknowledged; {took:?}", log.len());
}
