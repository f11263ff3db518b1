//! A home of tables for a test, phones that talk to it, and a nats-server. The home is a host, in this process or as one of
//! its own, or, if TAKUJO_EDGE is set, the Worker of `edge/`, which scripts/edge has built.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use sha2::{Digest, Sha256};
use takujo_host::limits::Limits;
use takujo_host::log::{LogStore, memory::Memory};
use takujo_host::{Host, Options, start};
use takujo_wire::{Ask, Hash, Refusal, Secret, Table, Tell, VERSION};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

#[cfg(feature = "nats")]
pub mod cluster;

pub const WATCH: Secret = [1; 32];
pub const WRITE: Secret = [2; 32];
pub const HOST: Secret = [3; 32];
pub const TABLE: Table = [7; 16];

/// Long enough for the slowest machine; what does not come at all fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn hash(secret: Secret) -> Hash {
    Sha256::digest(secret).into()
}

pub fn options(limits: Limits) -> Options {
    Options {
        dir: Path::new(env!("CARGO_MANIFEST_DIR")).join("../public"),
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        behind_proxy: false,
        limits,
    }
}

/// Whether the home is the Worker.
pub fn is_edge() -> bool {
    std::env::var_os("TAKUJO_EDGE").is_some()
}

/// A home that ends with its test.
pub struct Home {
    pub address: SocketAddr,
    _host: Option<Host>,
    _edge: Option<(Process, tempfile::TempDir)>,
}

pub async fn host_with(limits: Limits) -> Home {
    if is_edge() {
        let folder = tempfile::tempdir().unwrap();
        let process = Process::edge(folder.path(), limits);
        return Home { address: process.address, _host: None, _edge: Some((process, folder)) };
    }
    let host = start(options(limits), Arc::new(Memory::default())).await.unwrap();
    Home { address: host.address, _host: Some(host), _edge: None }
}

pub async fn host_of(store: Arc<dyn LogStore>) -> Host {
    start(options(Limits::default()), store).await.unwrap()
}

/// One WebSocket connection, and the version that it speaks.
pub struct Phone(pub WebSocketStream<MaybeTlsStream<TcpStream>>, pub u8);

impl Phone {
    /// By the address that older apps know or, where a table needs its own, by that of [`TABLE`].
    pub async fn at(address: SocketAddr) -> Self {
        if is_edge() { Self::to(TABLE, address).await } else { Self::connected(&format!("{address}/live")).await }
    }

    /// By the address of a partition.
    pub async fn of(partition: u8, address: SocketAddr) -> Self {
        Self::connected(&format!("{address}/live/{partition:02x}")).await
    }

    /// By the address of a table.
    pub async fn to(table: Table, address: SocketAddr) -> Self {
        Self::connected(&format!("{address}/live/{:032x}", u128::from_be_bytes(table))).await
    }

    async fn connected(url: &str) -> Self {
        Self(connect_async(format!("ws://{url}")).await.unwrap().0, VERSION)
    }

    pub async fn send(&mut self, bytes: Vec<u8>) {
        self.0.send(Message::Binary(bytes.into())).await.unwrap();
    }

    pub async fn ask(&mut self, ask: Ask) {
        self.send(ask.encode(self.1)).await;
    }

    /// The next message, or `None` at the end of the connection.
    pub async fn next(&mut self) -> Option<Tell> {
        self.next_bytes().await.map(|bytes| Tell::decode(&bytes).unwrap())
    }

    /// Its bytes.
    pub async fn next_bytes(&mut self) -> Option<Vec<u8>> {
        loop {
            match timeout(PATIENCE, self.0.next()).await.expect("an answer")? {
                Ok(Message::Binary(bytes)) => return Some(bytes.into()),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                _ => return None,
            }
        }
    }

    /// The answer to a question: the next message that is not about an entry.
    pub async fn answer(&mut self, ask: Ask) -> Tell {
        self.ask(ask).await;
        loop {
            match self.next().await.expect("an answer") {
                Tell::Entry { .. } | Tell::Changed { .. } => {}
                tell => return tell,
            }
        }
    }

    pub async fn refused(&mut self, ask: Ask) -> Refusal {
        match self.answer(ask).await {
            Tell::Refused(refusal) => refusal,
            other => panic!("{other:?} is no refusal"),
        }
    }

    /// The next message about an entry.
    pub async fn entry(&mut self) -> Tell {
        loop {
            let tell = self.next().await.expect("an entry");
            if matches!(tell, Tell::Entry { .. } | Tell::Changed { .. } | Tell::Closed) {
                return tell;
            }
        }
    }

    pub async fn joined(address: SocketAddr, table: Table, secret: Secret) -> Self {
        let mut phone = Self::to(table, address).await;
        let tell = phone.answer(Ask::Join { table, secret, from: 0 }).await;
        assert!(matches!(tell, Tell::Joined { .. }), "{tell:?}");
        phone
    }
}

pub fn create(table: Table) -> Ask {
    Ask::Create { table, watch: hash(WATCH), write: hash(WRITE), host: hash(HOST) }
}

pub fn append(expected: u32, record: &[u8]) -> Ask {
    Ask::Append { expected, record: record.to_vec() }
}

pub fn change(expected: u32) -> Ask {
    Ask::Change { expected, watch: None, write: None, host: None, locked: None }
}

/// Opens a table at the host.
pub async fn open(address: SocketAddr, table: Table) {
    assert_eq!(Phone::to(table, address).await.answer(create(table)).await, Tell::Created);
}

/// A home as a process of its own, and what that starts. It is killed when dropped.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    pub fn start(site: &Path, data: &Path, more: &[&str]) -> Self {
        Self::start_with(site, data, more, None)
    }

    /// With another limit of open files, which the process may raise.
    pub fn start_with(site: &Path, data: &Path, more: &[&str], files: Option<u32>) -> Self {
        let program = env!("CARGO_BIN_EXE_takujo-host");
        let mut command = match files {
            Some(files) => {
                let mut command = Command::new("prlimit");
                command.arg(format!("--nofile={files}:")).arg(program);
                command
            }
            None => Command::new(program),
        };
        command.args(["--dir".as_ref(), site.as_os_str()]).args(more);
        Self::spawn(command, data)
    }

    /// The Worker, with a site of few files.
    pub fn edge(data: &Path, limits: Limits) -> Self {
        let site = data.join("site");
        std::fs::create_dir_all(site.join("assets")).unwrap();
        let headers = include_str!("../../../edge/_headers");
        let hashed = "assets/a-0123456789abcdef.js";
        for (name, text) in [("_headers", headers), ("index.html", "home"), ("404.html", "missing"), (hashed, "x")] {
            std::fs::write(site.join(name), text).unwrap();
        }
        let Limits { entries, bytes, tables, guesses, connections, of_an_address, messages, patience, keep, .. } =
            limits;
        let mut command = Command::new("node");
        command
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../edge/serve.mjs"))
            .arg("--dir")
            .arg(site)
            .arg("--limits")
            .arg(format!(
                "entries={entries} bytes={bytes} tables={tables} guesses={guesses} connections={connections} \
             of_an_address={of_an_address} messages={messages} patience={} keep={}",
                patience.as_millis(),
                keep.as_millis()
            ));
        Self::spawn(command, data)
    }

    fn spawn(mut command: Command, data: &Path) -> Self {
        let mut child = command
            .args(["--port", "0", "--host", "127.0.0.1", "--data"])
            .arg(data)
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        Self { child, address: SocketAddr::from(([127, 0, 0, 1], port)) }
    }

    /// Tells it to stop, as a service manager does, and returns whether it ended well.
    pub fn terminate(&mut self) -> bool {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        self.child.wait().unwrap().success()
    }

    /// Its memory in use, in bytes; 0 where there is no /proc.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kib| kib << 10)
    }
}

impl Drop for Process {
    /// SIGKILL, to all that belongs to it.
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", self.child.id())]).status();
        let _ = self.child.wait();
    }
}

/// A nats-server of a test's own, alone, on loopback, that ends with it: TAKUJO_NATS, which must be 2.10 or later and
/// has each message on disk before it acknowledges it, or else the one that is installed.
#[cfg(feature = "nats")]
pub struct Nats {
    child: Child,
    _folder: tempfile::TempDir,
    pub url: String,
}

#[cfg(feature = "nats")]
impl Nats {
    /// Returns once it answers.
    pub async fn start() -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("conf");
        let store = folder.path().display();
        let (program, sync) = match std::env::var_os("TAKUJO_NATS") {
            Some(program) => (program, ", sync_interval: always"),
            None => ("nats-server".into(), ""),
        };
        let text = format!("listen: 127.0.0.1:{port}\njetstream {{ store_dir: \"{store}\"{sync} }}\n");
        std::fs::write(&file, text).unwrap();
        let child = Command::new(program)
            .arg("-c")
            .arg(&file)
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server, Debian's package of that name");
        let server = Self { child, _folder: folder, url: format!("nats://127.0.0.1:{port}") };
        for _ in 0..300 {
            if takujo_host::log::jetstream::JetStream::connect(&server.url).await.is_ok() {
                return server;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("nats-server does not answer");
    }
}

#[cfg(feature = "nats")]
impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
