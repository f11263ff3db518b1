//! Five writers at one table while a cluster of three nats-servers loses nodes and the network between them: nothing
//! that was acknowledged is lost or doubled, and play goes on. Two hosts stand on the cluster, and one is replaced.
//!
//! Needs nats-server 2.10 or later (see `docs/live.md`); `TAKUJO_NATS` says where it is. `scripts/test --all` gets one.
#![cfg(feature = "nats")]

mod common;

use std::collections::HashSet;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::jetstream;
use common::{Phone, Process, TABLE, WRITE, append, open};
use futures_util::{SinkExt, StreamExt};
use takujo_wire::{Ask, Tell, VERSION};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

const NODES: usize = 3;
/// Play goes on after this at the latest. The nodes take 4 to 9 s to choose a leader in place of one that was killed;
/// the rest is for a machine that does other things.
const WITHIN: Duration = Duration::from_secs(40);

fn server() -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os("TAKUJO_NATS").unwrap_or_else(|| "nats-server".into()));
    let output = Command::new(&path).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.trim().rsplit('v').next()?.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next() > Some(2) || numbers.next() >= Some(10)).then_some(path)
}

/// A connection from one node to another that can be cut.
#[derive(Clone)]
struct Way {
    from: usize,
    to: usize,
    port: u16,
    open: Arc<AtomicBool>,
    running: Arc<Mutex<Vec<AbortHandle>>>,
}

impl Way {
    async fn new(from: usize, to: usize, target: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let way = Self {
            from,
            to,
            port: listener.local_addr().unwrap().port(),
            open: Arc::new(AtomicBool::new(true)),
            running: Arc::default(),
        };
        let this = way.clone();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                if !this.open.load(Relaxed) {
                    continue;
                }
                let task = tokio::spawn(async move {
                    if let Ok(mut far) = TcpStream::connect(("127.0.0.1", target)).await {
                        let _ = copy_bidirectional(&mut near, &mut far).await;
                    }
                });
                this.running.lock().unwrap().push(task.abort_handle());
            }
        });
        way
    }

    fn set(&self, open: bool) {
        self.open.store(open, Relaxed);
        if !open {
            self.running.lock().unwrap().drain(..).for_each(|task| task.abort());
        }
    }
}

struct Cluster {
    server: PathBuf,
    folder: tempfile::TempDir,
    clients: Vec<u16>,
    nodes: Vec<Option<Child>>,
    ways: Vec<Way>,
}

impl Cluster {
    async fn start(server: PathBuf) -> Self {
        let mut free = (0..2 * NODES).map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap()).collect::<Vec<_>>();
        let ports: Vec<u16> = free.iter().map(|listener| listener.local_addr().unwrap().port()).collect();
        free.clear();
        let (clients, routes) = ports.split_at(NODES);
        let mut ways = Vec::new();
        for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            ways.push(Way::new(from, to, routes[to]).await);
        }
        let folder = tempfile::tempdir().unwrap();
        for node in 0..NODES {
            let peers: Vec<_> = ways
                .iter()
                .filter(|way| way.from == node)
                .map(|way| format!("nats://127.0.0.1:{}", way.port))
                .collect();
            let text = format!(
                "server_name: n{node}\nlisten: 127.0.0.1:{}\n\
                 jetstream {{ store_dir: \"{}/{node}\", sync_interval: always }}\n\
                 cluster {{ name: c, listen: 127.0.0.1:{}, no_advertise: true, routes: [{}] }}\n",
                clients[node],
                folder.path().display(),
                routes[node],
                peers.join(", ")
            );
            std::fs::write(folder.path().join(format!("{node}.conf")), text).unwrap();
        }
        let mut cluster = Self { server, folder, clients: clients.to_vec(), nodes: Vec::new(), ways };
        for node in 0..NODES {
            cluster.nodes.push(None);
            cluster.run(node);
        }
        cluster
    }

    fn run(&mut self, node: usize) {
        let mut log = std::fs::File::create(self.folder.path().join(format!("{node}.log"))).unwrap();
        let _ = writeln!(log);
        let child = Command::new(&self.server)
            .arg("-c")
            .arg(self.folder.path().join(format!("{node}.conf")))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        self.nodes[node] = Some(child);
    }

    /// SIGKILL.
    fn kill(&mut self, node: usize) {
        if let Some(mut child) = self.nodes[node].take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Cuts a node off from the others, or joins it to them.
    fn reach(&self, node: usize, open: bool) {
        self.ways.iter().filter(|way| way.from == node || way.to == node).for_each(|way| way.set(open));
    }

    /// All nodes, this one first.
    fn url(&self, first: usize) -> String {
        (0..NODES)
            .map(|node| self.clients[(first + node) % NODES])
            .map(|port| format!("nats://127.0.0.1:{port}"))
            .collect::<Vec<_>>()
            .join(",")
    }

    /// Makes the stream as `docs/live.md` says, once the nodes have found each other.
    async fn stream(&self) -> jetstream::Context {
        let begun = Instant::now();
        loop {
            if let Ok(client) = async_nats::connect(self.url(0).split(',').collect::<Vec<_>>()).await {
                let context = jetstream::new(client);
                let config = jetstream::stream::Config {
                    name: "takujo".to_owned(),
                    subjects: vec!["takujo.*".to_owned()],
                    num_replicas: NODES,
                    ..Default::default()
                };
                if timeout(Duration::from_secs(5), context.create_stream(config)).await.is_ok_and(|made| made.is_ok()) {
                    return context;
                }
            }
            assert!(begun.elapsed() < Duration::from_secs(90), "the nodes do not find each other");
            sleep(Duration::from_millis(300)).await;
        }
    }

    /// The node that leads the stream.
    async fn leader(&self, context: &jetstream::Context) -> usize {
        let begun = Instant::now();
        loop {
            if let Ok(stream) = context.get_stream("takujo").await
                && let Some(leader) = stream.cached_info().cluster.as_ref().and_then(|cluster| cluster.leader.as_ref())
            {
                return leader[1..].parse().unwrap();
            }
            assert!(begun.elapsed() < Duration::from_secs(90), "nobody leads the stream");
            sleep(Duration::from_millis(200)).await;
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        (0..NODES).for_each(|node| self.kill(node));
    }
}

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
            Some(other) => panic!("{other:?}"),
            None => return false,
        }
    }
    true
}

fn host(folder: &Path, url: &str) -> Process {
    Process::start(folder, folder, &["--nats", url])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn five_play_on_while_nodes_and_the_network_between_them_fail() {
    let Some(server) = server() else {
        println!("left out: no nats-server of 2.10 or later; TAKUJO_NATS says where one is");
        return;
    };
    let mut cluster = Cluster::start(server).await;
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
