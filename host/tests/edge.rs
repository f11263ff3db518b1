//! What only the Worker does: it sleeps, and has the platform send the site. Nothing without TAKUJO_EDGE. What it has in
//! common with a host is in `live.rs`, `versions.rs`, `attackers.rs` and `killed.rs`.

mod common;

use std::net::SocketAddr;
use std::time::Duration;

use common::{HOST, Phone, Process, TABLE, WATCH, WRITE, append, change, create, hash, host_with, is_edge, open};
use futures_util::SinkExt;
use takujo_host::limits::Limits;
use takujo_host_rules::HEADERS;
use takujo_wire::{Ask, Refusal, Right, Tell, VERSION};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// An object of which nobody wants anything is put out of memory after ten seconds.
const SLEEP: Duration = Duration::from_secs(12);

/// Status, and the answer in small letters.
async fn get(address: SocketAddr, path: &str, headers: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let (mut answer, mut piece) = (String::new(), [0; 4096]);
    loop {
        let length = stream.read(&mut piece).await.unwrap();
        answer.push_str(&String::from_utf8_lossy(&piece[..length]).to_lowercase());
        // The connection stays open.
        let whole = answer.split_once("\r\n\r\n").is_some_and(|(head, body)| {
            let of = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            body.len() >= of.unwrap_or(0)
        });
        if whole || length == 0 {
            return (answer[9..12].parse().unwrap(), answer);
        }
    }
}

#[tokio::test]
async fn phones_and_rights_are_as_before_once_a_table_has_slept() {
    if !is_edge() {
        return;
    }
    let host = host_with(Limits::default()).await;
    let at = host.address;
    open(at, TABLE).await;
    let mut owner = Phone::joined(at, TABLE, HOST).await;
    let mut writer = Phone(Phone::joined(at, TABLE, WRITE).await.0, 1);
    let mut watcher = Phone::joined(at, TABLE, WATCH).await;
    assert_eq!(writer.answer(append(1, b"before")).await, Tell::Appended { length: 2 });
    while watcher.entry().await != (Tell::Entry { position: 1, record: b"before".to_vec() }) {}

    tokio::time::sleep(SLEEP).await;
    assert_eq!(writer.answer(append(2, b"after")).await, Tell::Appended { length: 3 });
    assert_eq!(watcher.entry().await, Tell::Entry { position: 2, record: b"after".to_vec() });
    // Whoever woke it is answered in their own version.
    writer.ask(Ask::Ping(1)).await;
    let bytes = loop {
        let bytes = writer.next_bytes().await.unwrap();
        if Tell::decode(&bytes) == Ok(Tell::Pong(1)) {
            break bytes;
        }
    };
    assert_eq!(bytes[0], 1);
    assert_eq!(watcher.refused(append(3, b"x")).await, Refusal::NotAllowed);
    let again = Ask::Join { table: TABLE, secret: WRITE, from: 0 };
    assert_eq!(watcher.refused(again.clone()).await, Refusal::OutOfOrder);

    // Somebody's secret is replaced while they sleep.
    tokio::time::sleep(SLEEP).await;
    let write = Some(hash([6; 32]));
    let replace = Ask::Change { expected: 3, watch: None, write, host: None, locked: Some(true) };
    assert_eq!(owner.answer(replace).await, Tell::Appended { length: 4 });
    while writer.next().await != Some(Tell::Refused(Refusal::NotThere)) {}
    assert_eq!(writer.next().await, None);
    assert_eq!(watcher.entry().await, Tell::Changed { position: 3, right: Right::Watch, locked: true });
    assert_eq!(Phone::at(at).await.refused(again).await, Refusal::NotThere);
    let mut heir = Phone::joined(at, TABLE, [6; 32]).await;
    assert_eq!(heir.refused(append(4, b"x")).await, Refusal::Locked);
    assert_eq!(owner.answer(change(4)).await, Tell::Appended { length: 5 });
    assert_eq!(owner.answer(Ask::Close { expected: 5 }).await, Tell::Appended { length: 6 });
    while watcher.entry().await != Tell::Closed {}
    assert_eq!(watcher.next().await, None);
}

#[tokio::test]
async fn what_an_address_has_used_up_outlives_its_object() {
    if !is_edge() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { tables: 2, ..Limits::default() };
    let home = Process::edge(folder.path(), limits);
    open(home.address, [1; 16]).await;
    open(home.address, [2; 16]).await;
    drop(home);
    let home = Process::edge(folder.path(), limits);
    let mut phone = Phone::to([3; 16], home.address).await;
    assert_eq!(phone.refused(create([3; 16])).await, Refusal::TooManyTables(2));
    // Of that table nothing is kept.
    let mut table = Phone::to([1; 16], home.address).await;
    assert!(matches!(table.answer(Ask::Join { table: [1; 16], secret: WRITE, from: 0 }).await, Tell::Joined { .. }));
}

#[tokio::test]
async fn whoever_does_not_wait_for_answers_piles_up_nothing() {
    if !is_edge() {
        return;
    }
    let host = host_with(Limits { messages: 5, ..Limits::default() }).await;
    let mut phone = Phone::at(host.address).await;
    let mut ended = false;
    for _ in 0..1000 {
        let guess = Ask::Join { table: TABLE, secret: [9; 32], from: 0 };
        ended |= phone.0.feed(Message::Binary(guess.encode(VERSION).into())).await.is_err();
    }
    ended |= phone.0.flush().await.is_err();
    let mut answers = 0;
    while phone.next().await.is_some() {
        answers += 1;
    }
    assert!(answers <= 12, "{answers} answers, {ended}");
}

#[tokio::test]
async fn the_site_has_the_headers_that_a_host_sends() {
    if !is_edge() {
        return;
    }
    let host = host_with(Limits::default()).await;
    let name = "/live/07070707070707070707070707070707";
    for (path, more, status, cache) in [
        ("/", "", 200, "no-cache"),
        ("/assets/a-0123456789abcdef.js", "", 200, "public, max-age=31536000, immutable"),
        // While a new version is being uploaded a file may be missing.
        ("/assets/b-0123456789abcdef.js", "", 404, "no-cache"),
        ("/nothing", "", 404, "no-cache"),
        ("/lively", "", 404, "no-cache"),
        ("/live", "", 404, "no-cache"),
        ("/live/07", "", 404, "no-cache"),
        ("/live//07070707070707070707070707070707", "", 404, "no-cache"),
        (name, "", 426, "no-cache"),
        (name, "Upgrade: websocket\r\nConnection: Upgrade\r\nOrigin: https://evil.example\r\n", 403, "no-cache"),
    ] {
        let (found, head) = get(host.address, path, more).await;
        assert_eq!(found, status, "{path}");
        assert!(head.contains(&format!("\r\ncache-control: {cache}\r\n")), "{path}: {head}");
        for (name, value) in HEADERS {
            assert!(head.contains(&format!("\r\n{name}: {value}\r\n")), "{name} of {path}: {head}");
        }
    }
    let (_, page) = get(host.address, "/nothing", "").await;
    assert!(page.ends_with("missing") && page.contains("content-type: text/html"), "{page}");
}
