//! Three hosts on a cluster of three nodes, with tables spread over them by the address: each hears its own tables and no
//! other, whatever is lost on the way, and tables of older hosts stay as they are while these go on beside.
//!
//! Needs nats-server as `tests/cluster.rs` does.
#![cfg(feature = "nats")]

mod common;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::jetstream::{self, consumer, stream};
use common::cluster::{Cluster, NODES, host};
use common::{HOST, Phone, Process, TABLE, WATCH, WRITE, append, create, hash};
use futures_util::StreamExt;
use takujo_wire::{Ask, Table, Tell};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// A figure of a host, by its name.
async fn figure(address: SocketAddr, name: &str) -> u64 {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "x").unwrap();
    folder
}

/// A table of this partition.
fn table(partition: u8) -> Table {
    std::array::from_fn(|place| if place == 0 { partition } else { 9 })
}

async fn joined(mut phone: Phone, table: Table) -> Phone {
    let tell = phone.answer(Ask::Join { table, secret: WRITE, from: 0 }).await;
    assert!(matches!(tell, Tell::Joined { .. }), "{tell:?}");
    phone
}

/// Reads until the entry at this position.
async fn reads(phone: &mut Phone, last: u32) {
    loop {
        match phone.entry().await {
            Tell::Entry { position, .. } | Tell::Changed { position, .. } if position == last => return,
            Tell::Entry { .. } | Tell::Changed { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn each_of_three_hosts_hears_its_own_tables_and_no_other() {
    const ENTRIES: u32 = 20;
    let Some(cluster) = Cluster::start().await else { return };
    cluster.stream().await;
    let folder = site();
    let hosts: Vec<Process> = (0..NODES).map(|node| host(folder.path(), &cluster.url(node))).collect();
    // What a load balancer does with the path. The first host has one table, the others have six.
    let tables_of = [vec![0x00], (0x10..0x16).collect::<Vec<u8>>(), (0xf0..0xf6).collect()];
    let mut playing = Vec::new();
    for (host, partitions) in hosts.iter().zip(&tables_of) {
        for &partition in partitions {
            let address = host.address;
            playing.push(tokio::spawn(async move {
                let mut writer = Phone::of(partition, address).await;
                assert_eq!(writer.answer(create(table(partition))).await, Tell::Created);
                let mut writer = joined(writer, table(partition)).await;
                let mut other = joined(Phone::of(partition, address).await, table(partition)).await;
                for place in 1..=ENTRIES {
                    assert_eq!(writer.answer(append(place, b"tap")).await, Tell::Appended { length: place + 1 });
                    reads(&mut other, place).await;
                }
                (writer, other)
            }));
        }
    }
    let mut phones = Vec::new();
    for table in playing {
        phones.push(table.await.unwrap());
    }
    for (host, partitions) in hosts.iter().zip(&tables_of) {
        let needs = partitions.len() as u64 * u64::from(ENTRIES);
        let heard = figure(host.address, "takujo_entries_heard_total").await;
        println!("heard {heard}, needed {needs}");
        assert!(heard >= needs && heard * 10 <= needs * 11, "heard {heard}, needed {needs}");
        assert_eq!(figure(host.address, "takujo_entries_needed_total").await, heard);
        assert_eq!(figure(host.address, "takujo_partitions_heard").await, partitions.len() as u64);
    }

    // An older app, which no balancer can sort, at another host: it hears what it needs, and nothing else of its partition.
    let of = tables_of[1][0];
    let mut older = joined(Phone::at(hosts[0].address).await, table(of)).await;
    reads(&mut older, ENTRIES).await;
    let (mut writer, mut other) = phones.swap_remove(1);
    assert_eq!(older.answer(append(ENTRIES + 1, b"old")).await, Tell::Appended { length: ENTRIES + 2 });
    reads(&mut other, ENTRIES + 1).await;
    assert_eq!(writer.answer(append(ENTRIES + 2, b"new")).await, Tell::Appended { length: ENTRIES + 3 });
    reads(&mut older, ENTRIES + 2).await;
    assert_eq!(figure(hosts[0].address, "takujo_tables_heard").await, 2);

    // Once it has gone, its host hears one entry more and then none.
    drop(older);
    let before = figure(hosts[0].address, "takujo_entries_heard_total").await;
    for place in ENTRIES + 3..ENTRIES + 13 {
        // The host has to notice first that the connection has ended.
        sleep(Duration::from_millis(50)).await;
        assert_eq!(writer.answer(append(place, b"tap")).await, Tell::Appended { length: place + 1 });
        reads(&mut other, place).await;
    }
    let after = figure(hosts[0].address, "takujo_entries_heard_total").await;
    assert!(after - before <= 2, "{} heard of a table that nobody follows", after - before);
    assert_eq!(figure(hosts[0].address, "takujo_tables_heard").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_only_watches_misses_nothing_that_is_lost_on_the_way() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let context = cluster.stream().await;
    let folder = site();
    let leader = cluster.leader(&context).await;
    let away = (leader + 1) % NODES;
    let near = host(folder.path(), &cluster.url((leader + 2) % NODES));
    let far = host(folder.path(), &cluster.url(away));
    let mut writer = Phone::of(TABLE[0], near.address).await;
    assert_eq!(writer.answer(create(TABLE)).await, Tell::Created);
    let mut writer = joined(writer, TABLE).await;
    let mut watcher = joined(Phone::of(TABLE[0], far.address).await, TABLE).await;
    reads(&mut watcher, 0).await;

    // The way on which entries come is cut, too short for anybody to choose another leader.
    cluster.between(leader, away, false);
    assert_eq!(writer.answer(append(1, b"while it was cut")).await, Tell::Appended { length: 2 });
    cluster.between(leader, away, true);
    let begun = Instant::now();
    reads(&mut watcher, 1).await;
    println!("after the way was cut: {:?}", begun.elapsed());

    // Somebody has the stream send nothing on any more, as one that is put back from the copy of an older host does not.
    let mut config = context.get_stream("takujo").await.unwrap().cached_info().config.clone();
    assert!(config.republish.take().is_some());
    context.update_stream(&config).await.unwrap();
    assert_eq!(writer.answer(append(2, b"sent to nobody")).await, Tell::Appended { length: 3 });
    let begun = Instant::now();
    reads(&mut watcher, 2).await;
    println!("after nothing was sent on: {:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(30), "the host did not look for itself");

    // The leader is lost with what it may not have sent. Where that ends a connection, the phone comes back.
    let mut place = 3;
    cluster.kill(leader);
    let begun = Instant::now();
    let writes = async || {
        loop {
            let mut phone = Phone::of(TABLE[0], near.address).await;
            phone.ask(Ask::Join { table: TABLE, secret: WRITE, from: place }).await;
            if matches!(phone.next().await, Some(Tell::Joined { .. })) {
                phone.ask(append(place, b"after a leader")).await;
                while let Some(tell) = phone.next().await {
                    match tell {
                        Tell::Entry { .. } => return,
                        Tell::Appended { .. } | Tell::Conflict { .. } => {}
                        _ => break,
                    }
                }
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing can be written");
            sleep(Duration::from_millis(200)).await;
        }
    };
    writes().await;
    loop {
        match watcher.next().await {
            Some(Tell::Entry { position, .. }) => {
                place = position;
                break;
            }
            Some(_) => {}
            None => {
                watcher = Phone::of(TABLE[0], far.address).await;
                watcher.ask(Ask::Join { table: TABLE, secret: WATCH, from: 3 }).await;
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(90), "the watcher sees nothing");
    }
    assert_eq!(place, 3);
    println!("after the leader was killed: {:?}", begun.elapsed());
}

/// A host as it was before, as far as the cluster can tell: it hears the whole stream by a consumer, and appends to the
/// subjects that this names. What it writes is spelt out here, so that no change of the host changes it.
struct OlderHost {
    context: jetstream::Context,
    heard: consumer::pull::Stream,
    /// The sequence of the last entry.
    tip: u64,
    log: Vec<Vec<u8>>,
}

const OLD_SUBJECT: &str = "takujo.07070707070707070707070707070707";

impl OlderHost {
    async fn new(context: jetstream::Context) -> Self {
        let config = consumer::pull::Config {
            ack_policy: consumer::AckPolicy::None,
            num_replicas: 1,
            memory_storage: true,
            ..Default::default()
        };
        let stream = context.get_stream("takujo").await.unwrap();
        let heard = stream.create_consumer(config).await.unwrap().messages().await.unwrap();
        Self { context, heard, tip: 0, log: Vec::new() }
    }

    /// Whether it got in.
    async fn append(&mut self, entry: &[u8]) -> bool {
        let payload = [&(self.log.len() as u32).to_be_bytes(), entry].concat();
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Expected-Last-Subject-Sequence", self.tip.to_string().as_str());
        let sent = self.context.publish_with_headers(OLD_SUBJECT, headers, payload.into()).await.unwrap();
        sent.await.is_ok()
    }

    async fn hears(&mut self) -> Vec<u8> {
        let message = timeout(Duration::from_secs(20), self.heard.next()).await.unwrap().unwrap().unwrap();
        assert_eq!(message.subject.as_str(), OLD_SUBJECT);
        let (position, entry) = message.payload.split_first_chunk().unwrap();
        assert_eq!(u32::from_be_bytes(*position) as usize, self.log.len());
        self.tip = message.info().unwrap().stream_sequence;
        self.log.push(entry.to_vec());
        entry.to_vec()
    }
}

/// A record as it has always been stored: its kind, where the rights stand, how many bytes of records there are, itself.
fn stored(bytes: u32, record: &[u8]) -> Vec<u8> {
    [&[0, 0, 0, 0, 0][..], &bytes.to_be_bytes(), record].concat()
}

/// The answer to a question, and what came of the table before it.
async fn asked(phone: &mut Phone, ask: Ask, early: &mut Vec<Tell>) -> Tell {
    phone.ask(ask).await;
    loop {
        match phone.next().await.unwrap() {
            tell @ Tell::Entry { .. } => early.push(tell),
            tell => return tell,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn tables_of_older_hosts_go_on_beside_these_and_lose_nothing() {
    let Some(cluster) = Cluster::start().await else { return };
    let context = cluster.stream().await;
    let before = context.get_stream("takujo").await.unwrap().cached_info().config.clone();
    assert_eq!(before.republish, None);
    let mut older = OlderHost::new(context.clone()).await;
    // Kind 1, rights at 0, no bytes yet, not locked, and the hashes of the three secrets.
    let rights = [&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &hash(WATCH), &hash(WRITE), &hash(HOST)].concat();
    for entry in [rights, stored(3, b"one"), stored(6, b"two")] {
        assert!(older.append(&entry).await);
        assert_eq!(older.hears().await, entry);
    }

    let folder = site();
    let hosts: Vec<Process> = (0..NODES).map(|node| host(folder.path(), &cluster.url(node))).collect();
    let wanted = stream::Republish {
        source: "takujo.*".to_owned(),
        destination: "takujo.heard.{{wildcard(1)}}".to_owned(),
        headers_only: false,
    };
    let now = context.get_stream("takujo").await.unwrap().cached_info().config.clone();
    assert_eq!(now, stream::Config { republish: Some(wanted), ..before }, "nothing else of the stream has changed");
    let mut phones = Vec::new();
    for host in &hosts {
        let mut phone = joined(Phone::of(TABLE[0], host.address).await, TABLE).await;
        assert!(matches!(phone.entry().await, Tell::Changed { position: 0, .. }));
        assert_eq!(phone.entry().await, Tell::Entry { position: 1, record: b"one".to_vec() });
        assert_eq!(phone.entry().await, Tell::Entry { position: 2, record: b"two".to_vec() });
        phones.push(phone);
    }
    // In turn by the older host and by these; then both at once, and one wins.
    let mut bytes = 6;
    for round in 0..30_u32 {
        let place = 3 + round;
        let (old, new) = (format!("old {round:02}"), format!("new {round:02}"));
        bytes += 6;
        let entry = stored(bytes, old.as_bytes());
        let by = round as usize / NODES % NODES;
        let mut early = Vec::new();
        match round % 3 {
            0 => assert!(older.append(&entry).await),
            1 => {
                let appended = phones[by].answer(append(place, new.as_bytes())).await;
                assert_eq!(appended, Tell::Appended { length: place + 1 });
            }
            _ => {
                let (won, tell) = tokio::join!(
                    older.append(&entry),
                    asked(&mut phones[by], append(place, new.as_bytes()), &mut early)
                );
                assert!(won == matches!(tell, Tell::Conflict { .. }), "{won} {tell:?}");
            }
        }
        let heard = older.hears().await;
        assert!(heard == entry || heard == stored(bytes, new.as_bytes()), "{heard:?}");
        let want = Tell::Entry { position: place, record: heard[9..].to_vec() };
        for (number, phone) in phones.iter_mut().enumerate() {
            let early = if number == by { early.pop() } else { None };
            assert_eq!(if let Some(tell) = early { tell } else { phone.entry().await }, want);
        }
    }
    assert_eq!(older.log.len(), 33);
    // By a host that comes later, and remembers nothing.
    let last = host(folder.path(), &cluster.url(0));
    let mut phone = joined(Phone::at(last.address).await, TABLE).await;
    phone.entry().await;
    for (place, entry) in older.log.iter().enumerate().skip(1) {
        assert_eq!(phone.entry().await, Tell::Entry { position: place as u32, record: entry[9..].to_vec() });
    }
}
