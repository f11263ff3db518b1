//! Phones that mean harm are refused or cut off, and the others do not notice. Nor do they notice ten thousand that
//! only watch.

mod common;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use common::{Phone, Process, TABLE, WATCH, WRITE, append, host_with, is_edge, open};
use futures_util::SinkExt;
use takujo_host::limits::Limits;
use takujo_wire::{Ask, RECORD_MAX, Refusal, Tell, VERSION};
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
                        0 => Ask::Join { table: TABLE, secret: [number; 32], from: 0 }.encode(VERSION),
                        1 => append(round, &[number; RECORD_MAX]).encode(VERSION),
                        _ => vec![VERSION, number, 0],
                    };
                    if phone.0.send(Message::Binary(ask.into())).await.is_err() || phone.next().await.is_none() {
                        phone = Phone::at(at).await;
                    }
                }
            })
        })
        .collect();
    // Far more than sockets hold, and nearly all that the table takes of those who do not host it.
    for length in 1..450 {
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
    let ask = append(1, b"once").encode(VERSION);
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
    // Beyond the end of the log, as when two messages were swapped.
    assert_eq!(phone.answer(append(4, b"later")).await, Tell::Conflict { length: 2 });
    // A connection writes to the table it came for and to no other.
    assert_eq!(phone.refused(Ask::Join { table: other, secret: WRITE, from: 0 }).await, Refusal::NotThere);
    let mut second = Phone::joined(host.address, other, WRITE).await;
    assert_eq!(second.answer(append(1, b"other")).await, Tell::Appended { length: 2 });
}

#[tokio::test]
async fn whoever_never_finishes_a_request_is_cut_off() {
    if is_edge() {
        return;
    }
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
    if is_edge() {
        return;
    }
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

/// How many files this process may have open, after asking for as many as it can get.
fn files() -> usize {
    let me = std::process::id().to_string();
    // `ulimit -n` from outside, because setting it from within takes unsafe code.
    let hard = limit(5);
    let _ = std::process::Command::new("prlimit").args(["--pid", &me, &format!("--nofile={hard}:{hard}")]).status();
    limit(4)
}

/// A column of this process's limit of open files: 4 is what it has, 5 what it can get.
fn limit(column: usize) -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find(|line| line.starts_with("Max open files"));
    let word = line.and_then(|line| line.split_whitespace().nth(column - 1));
    word.map_or(256, |word| word.parse().unwrap_or(1 << 20))
}

/// Joins from an address of its own, with less memory than a whole client takes.
async fn watch(at: SocketAddr, number: usize) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(at).await.ok()?;
    let from = format!("10.0.{}.{}", number / 250, number % 250);
    let head = format!(
        "GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: {from}\r\n\r\n"
    );
    let join = Ask::Join { table: TABLE, secret: WATCH, from: 0 }.encode(VERSION);
    // Frames under a mask of zeros.
    let frame = [&[0x82, 0x80 | join.len() as u8, 0, 0, 0, 0], &join[..]].concat();
    stream.write_all(head.as_bytes()).await.ok()?;
    let (mut got, mut piece) = (Vec::new(), [0; 256]);
    let joined: &[u8] = &[0x82, 8, VERSION, 130];
    loop {
        let length = stream.read(&mut piece).await.ok().filter(|length| *length > 0)?;
        let first = got.is_empty();
        got.extend(&piece[..length]);
        if first {
            stream.write_all(&frame).await.ok()?;
        }
        if got.windows(joined.len()).any(|bytes: &[u8]| bytes == joined) {
            return Some(stream);
        }
    }
}

/// Watches for ever.
async fn hold(at: SocketAddr, number: usize) -> Option<tokio::task::JoinHandle<()>> {
    let mut stream = watch(at, number).await?;
    Some(tokio::spawn(async move {
        // Whatever comes is answered by a sign of life.
        while matches!(stream.read(&mut [0; 64]).await, Ok(1..))
            && stream.write_all(&[0x8a, 0x80, 0, 0, 0, 0]).await.is_ok()
        {}
    }))
}

/// A connection to the host from one of this machine's own addresses.
async fn from(own: [u8; 4], at: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = tokio::net::TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((own, 0)))?;
    socket.connect(at).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_that_asks_and_never_reads_takes_the_host_off_nobodys_air() {
    if is_edge() {
        return;
    }
    files();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "x".repeat(100_000)).unwrap();
    // With the limit of open files that every program is started with.
    let host = Process::start_with(folder.path(), folder.path(), &[], Some(1024));
    let at = host.address;
    let ask = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200);
    let mut attackers = Vec::new();
    for _ in 0..1140 {
        if let Ok(mut stream) = from([127, 0, 0, 2], at).await {
            // As much as it takes without a reader.
            let _ = tokio::time::timeout(Duration::from_millis(20), stream.write_all(&ask)).await;
            attackers.push(stream);
        }
    }
    let mut longest = Duration::ZERO;
    for _ in 0..10 {
        let begun = Instant::now();
        let mut stream = from([127, 0, 0, 3], at).await.unwrap();
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        let read = tokio::time::timeout(Duration::from_secs(30), stream.read_to_string(&mut answer)).await;
        read.expect("an answer").unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        longest = longest.max(begun.elapsed());
    }
    println!("{} attackers; the longest answer to another took {longest:?}", attackers.len());
    // A second on a machine that does nothing else; this one may be busy.
    assert!(longest < Duration::from_secs(5), "an answer took {longest:?}");
    // Those who never read are cut off, and their address may come again.
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let mut stream = from([127, 0, 0, 2], at).await.unwrap();
        let _ = stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
        let mut answer = Vec::new();
        if stream.read_to_end(&mut answer).await.is_ok() && answer.starts_with(b"HTTP/1.1 200") {
            break;
        }
        assert!(Instant::now() < deadline, "they hold their places");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_is_stopped_tells_every_phone() {
    if is_edge() {
        return;
    }
    files();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "x").unwrap();
    let mut host = Process::start(folder.path(), folder.path(), &["--behind-proxy"]);
    open(host.address, TABLE).await;
    let mut phones = Vec::new();
    for number in 0..1000 {
        phones.push(watch(host.address, number).await.expect("a place"));
    }
    let begun = Instant::now();
    let ended = tokio::task::spawn_blocking(move || host.terminate());
    let stopping = Tell::Refused(Refusal::Stopping).encode(VERSION);
    let mut reached = 0;
    for phone in &mut phones {
        let mut rest = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(30), phone.read_to_end(&mut rest)).await.expect("an end");
        reached += usize::from(rest.windows(stopping.len()).any(|bytes| bytes == stopping));
    }
    assert!(ended.await.unwrap(), "it ended badly");
    println!("{reached} of {} heard it within {:?}", phones.len(), begun.elapsed());
    assert_eq!(reached, phones.len());
    // The file was let go of.
    takujo_host::log::file::File::open(&folder.path().join("tables.redb"), Default::default()).unwrap();
}

/// The longest of some appends to a table of five phones, until all of them have seen it.
async fn longest(phones: &mut [Phone], from: u32) -> Duration {
    let mut longest = Duration::ZERO;
    for length in from..from + 50 {
        let begun = Instant::now();
        phones[0].ask(append(length, b"a tap")).await;
        for phone in &mut *phones {
            while !matches!(phone.entry().await, Tell::Entry { position, .. } if position == length) {}
        }
        longest = longest.max(begun.elapsed());
    }
    longest
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_connections_are_held_in_little_memory_and_slow_nobody() {
    if is_edge() {
        return;
    }
    const PHONES: usize = 5;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "x").unwrap();
    // Where fewer files may be open, as many as may.
    let limit = 10_000;
    let many = limit.min(files().saturating_sub(200)) - PHONES;
    // A process of its own: its files and its memory are counted apart from this one's.
    let host = Process::start(folder.path(), folder.path(), &["--behind-proxy"]);
    let at = host.address;
    let played = [9; 16];
    open(at, TABLE).await;
    open(at, played).await;
    let mut phones = Vec::new();
    for _ in 0..PHONES {
        phones.push(Phone::joined(at, played, WRITE).await);
    }
    let alone = longest(&mut phones, 1).await;
    let before = host.memory();
    let begun = Instant::now();
    let mut held = Vec::new();
    for first in (0..many).step_by(100) {
        let piece: Vec<_> = (first..many.min(first + 100)).map(|number| tokio::spawn(hold(at, number))).collect();
        for one in piece {
            held.push(one.await.unwrap().expect("a place"));
        }
    }
    let (took, after) = (begun.elapsed(), host.memory());
    let among_many = longest(&mut phones, 51).await;
    let each = after.saturating_sub(before) / many as u64;
    println!(
        "{many} held after {took:?}, {each} bytes each; a tap seen by all: {alone:?} alone, {among_many:?} among them"
    );
    assert!(held.iter().all(|one| !one.is_finished()), "some were cut off");
    assert!(each < 64 << 10, "{each} bytes each");
    assert!(among_many < Duration::from_secs(5), "a tap took {among_many:?}");
    if many + PHONES == limit {
        let mut late = Phone::at(at).await;
        assert_eq!(late.next().await, Some(Tell::Refused(Refusal::TooManyConnections(limit as u32))));
        assert!(late.next().await.is_none());
    }
    // Gone, they leave their places to others.
    held.iter().for_each(tokio::task::JoinHandle::abort);
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let mut phone = Phone::at(at).await;
        phone.ask(Ask::Ping(1)).await;
        if phone.next().await == Some(Tell::Pong(1)) {
            break;
        }
        assert!(Instant::now() < deadline, "no place was given back");
    }
}
