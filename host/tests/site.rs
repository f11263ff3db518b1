//! The app's files as docs/hosting.md wants them served, and the addresses beside them.

mod common;

use std::net::SocketAddr;
use std::sync::Arc;

use common::{Phone, TABLE, WRITE, append, open, options};
use takujo_host::limits::Limits;
use takujo_host::log::memory::Memory;
use takujo_host::{Options, start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Status, head in small letters, body.
async fn ask(address: SocketAddr, method: &str, path: &str, headers: &str) -> (u16, String, Vec<u8>) {
    ask_as("x", address, method, path, headers).await
}

/// The same of a host that is called so.
async fn ask_as(host: &str, address: SocketAddr, method: &str, path: &str, headers: &str) -> (u16, String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap().to_lowercase();
    (head[9..12].parse().unwrap(), head, answer[end + 4..].to_vec())
}

async fn get(address: SocketAddr, path: &str) -> (u16, String, Vec<u8>) {
    ask(address, "GET", path, "").await
}

/// The page of this test, 500 times `<p>`, as Brotli.
const BROTLI: &[u8] = &[0x1b, 0xdb, 0x05, 0xf8, 0x25, 0x79, 0x7c, 0xe0, 0xc2, 0xb3, 0x20, 0x60, 0x32, 0x07];

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut zip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut zip, text).unwrap();
    zip.finish().unwrap()
}

#[tokio::test]
async fn files_headers_and_caching() {
    let folder = tempfile::tempdir().unwrap();
    let page = "<p>".repeat(500);
    for (name, text) in [("index.html", &page), ("a-0123456789abcdef.wasm", &page), ("404.html", &"missing".to_owned())]
    {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    // As scripts/build packs files, and one that was left behind when its file changed.
    let wasm = folder.path().join("a-0123456789abcdef.wasm");
    std::fs::write(wasm.with_extension("wasm.br"), BROTLI).unwrap();
    std::fs::write(wasm.with_extension("wasm.gz"), gzip(page.as_bytes())).unwrap();
    std::fs::write(folder.path().join("index.html.gz"), gzip(b"<p>of yesterday")).unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    std::fs::write(folder.path().join("sub/index.html"), "below").unwrap();
    std::fs::write(folder.path().join("sub/t\u{e4}st-0123456789abcdef.js"), "x").unwrap();
    let site = Options { dir: folder.path().to_owned(), ..options(Limits::default()) };
    let host = start(site, Arc::new(Memory::default())).await.unwrap();
    let at = host.address;

    let (status, head, body) = get(at, "/").await;
    assert_eq!((status, body), (200, page.clone().into_bytes()));
    for line in [
        "content-type: text/html; charset=utf-8",
        "cache-control: no-cache",
        "vary: accept-encoding",
        "content-length: 1500",
        "content-security-policy: frame-ancestors 'none'",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
        "permissions-policy: camera=()",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
    ] {
        assert!(head.contains(line), "{line} is not in {head}");
    }
    let etag = head.lines().find(|line| line.starts_with("etag: ")).unwrap()[6..].to_owned();
    let (status, head, body) = ask(at, "GET", "/", &format!("If-None-Match: {etag}\r\n")).await;
    assert_eq!((status, body.len()), (304, 0));
    assert!(head.contains("frame-ancestors"));

    let wasm = async |accepted: &str| {
        ask(at, "GET", "/a-0123456789abcdef.wasm", &format!("Accept-Encoding: {accepted}\r\n")).await
    };
    let (status, head, body) = wasm("gzip, deflate, br;q=0.8").await;
    assert_eq!((status, &body[..]), (200, BROTLI));
    assert!(head.contains("cache-control: public, max-age=31536000, immutable") && head.contains("application/wasm"));
    assert!(head.contains("content-encoding: br") && head.contains("vary: accept-encoding"));
    let (_, head, body) = wasm("gzip, br;q=0").await;
    assert!(head.contains("content-encoding: gzip"));
    assert_eq!(body, gzip(page.as_bytes()));
    for accepted in ["gzip;q=0", "zstd", ""] {
        let (_, head, body) = wasm(accepted).await;
        assert!(!head.contains("content-encoding"), "{accepted}");
        assert_eq!(body, page.as_bytes());
    }
    let (_, head, body) = ask(at, "GET", "/", "Accept-Encoding: gzip\r\n").await;
    assert!(!head.contains("content-encoding"));
    assert_eq!(body, page.as_bytes());
    let (status, head, body) = ask(at, "HEAD", "/", "").await;
    assert!(status == 200 && head.contains("content-length: 1500") && body.is_empty());

    // What is missing is never kept, whatever its name.
    for path in [
        "/b-0123456789abcdef.wasm",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/sub//etc/passwd",
        "//etc/passwd",
    ] {
        let (status, head, body) = get(at, path).await;
        assert_eq!((status, &body[..]), (404, &b"missing"[..]), "{path}");
        assert!(head.contains("cache-control: no-cache") && head.contains("frame-ancestors"), "{path}: {head}");
    }
    let (status, head, _) = get(at, "//sub").await;
    assert!(status == 308 && head.contains("location: /sub/\r\n"), "{head}");
    assert_eq!(get(at, "/sub/").await.2, b"below");
    assert_eq!(get(at, "/sub/t%C3%A4st-0123456789abcdef.js?v=1").await.0, 200);
    assert_eq!(get(at, "/%ff").await.0, 400);
    assert_eq!(get(at, "/%00").await.0, 400);
    assert_eq!(ask(at, "POST", "/", "").await.0, 405);

    // A file that changed is read again.
    std::fs::write(folder.path().join("index.html"), "new").unwrap();
    assert_eq!(get(at, "/").await.2, b"new");
}

#[tokio::test]
async fn health_and_figures() {
    let host = common::host_with(Limits::default()).await;
    let (status, _, body) = get(host.address, "/health").await;
    assert_eq!((status, &body[..]), (200, &b"ok\n"[..]));
    for (address, status) in
        [("", 426), ("/07", 426), ("/", 404), ("/7", 404), ("/0A", 404), ("/+7", 404), ("/07/", 404)]
    {
        assert_eq!(get(host.address, &format!("/live{address}")).await.0, status, "{address}");
    }
    open(host.address, TABLE).await;
    let mut phone = Phone::joined(host.address, TABLE, WRITE).await;
    phone.answer(append(1, b"x")).await;
    phone.refused(takujo_wire::Ask::Close { expected: 2 }).await;
    let text = String::from_utf8(get(host.address, "/metrics").await.2).unwrap();
    for line in [
        "takujo_tables_opened_total 1",
        "takujo_joins_total 1",
        "takujo_append_seconds_count 1",
        "takujo_append_seconds_bucket{le=\"+Inf\"} 1",
        "takujo_refusals_total{reason=\"not-allowed\"} 1",
        // Before the first there is a zero: else nobody sees it grow.
        "takujo_refusals_total{reason=\"no-room\"} 0",
    ] {
        assert!(text.lines().any(|it| it == line), "{line} is not in {text}");
    }
}

#[tokio::test]
async fn only_a_page_at_localhost_learns_where_others_find_the_host() {
    let all = SocketAddr::from(([0, 0, 0, 0], 0));
    let open = Options { listen: all, ..options(Limits::default()) };
    let host = start(open.clone(), Arc::new(Memory::default())).await.unwrap();
    let port = host.address.port();
    let at = SocketAddr::from(([127, 0, 0, 1], port));
    let (status, _, body) = ask_as(&format!("localhost:{port}"), at, "GET", "/addresses", "").await;
    let lines: Vec<String> = String::from_utf8(body).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(status, 200);
    for line in &lines {
        let found: SocketAddr = line.strip_prefix("http://").unwrap().strip_suffix('/').unwrap().parse().unwrap();
        assert!(found.port() == port && !found.ip().is_loopback(), "{line}");
        // There it answers, but says nothing of this, whatever it is called.
        assert_eq!(ask_as("localhost", found, "GET", "/health", "").await.0, 200, "{line}");
        assert_eq!(ask_as("localhost", found, "GET", "/addresses", "").await.0, 404, "{line}");
    }
    assert_eq!(ask_as("cards.example", at, "GET", "/addresses", "").await.0, 404);

    let proxied = Options { behind_proxy: true, ..open };
    let host = start(proxied, Arc::new(Memory::default())).await.unwrap();
    let at = SocketAddr::from(([127, 0, 0, 1], host.address.port()));
    assert_eq!(ask_as("localhost", at, "GET", "/addresses", "").await.0, 404);

    let host = start(options(Limits::default()), Arc::new(Memory::default())).await.unwrap();
    let (status, _, body) = ask_as("localhost", host.address, "GET", "/addresses", "").await;
    assert_eq!((status, body), (200, Vec::new()), "it listens to this machine alone");
}
