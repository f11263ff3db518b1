//! A cluster of three nats-servers, with ways between them that can be cut, and hosts on it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::jetstream;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::Process;

pub const NODES: usize = 3;

fn server() -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os("TAKUJO_NATS").unwrap_or_else(|| "nats-server".into()));
    let output = Command::new(&path).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.trim().rsplit('v').next()?.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next() > Some(2) || numbers.next() >= Some(10)).then_some(path)
}

/// A port that nothing else takes before a node listens on it, nor while that node is dead: below those that the system
/// gives to whoever asks for any. Processes of a test begin at different ones.
fn port() -> u16 {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    let first = std::process::id() % 100 * 200;
    loop {
        let port = 10_000 + (first as u16 + TAKEN.fetch_add(1, Relaxed)) % 20_000;
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
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

/// Three nats-servers, and what is between them.
pub struct Cluster {
    server: PathBuf,
    folder: tempfile::TempDir,
    clients: [u16; NODES],
    nodes: Vec<Option<Child>>,
    ways: Vec<Way>,
}

impl Cluster {
    /// `None` if there is no nats-server for it, which it says.
    pub async fn start() -> Option<Self> {
        let Some(server) = server() else {
            println!("left out: no nats-server of 2.10 or later; TAKUJO_NATS says where one is");
            return None;
        };
        let [clients, routes]: [[u16; NODES]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| port()));
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
        let mut cluster = Self { server, folder, clients, nodes: Vec::new(), ways };
        for node in 0..NODES {
            cluster.nodes.push(None);
            cluster.run(node);
        }
        Some(cluster)
    }

    pub fn run(&mut self, node: usize) {
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
    pub fn kill(&mut self, node: usize) {
        if let Some(mut child) = self.nodes[node].take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Cuts a node off from the others, or joins it to them.
    pub fn reach(&self, node: usize, open: bool) {
        self.ways.iter().filter(|way| way.from == node || way.to == node).for_each(|way| way.set(open));
    }

    /// Cuts two nodes off from each other, or joins them.
    pub fn between(&self, one: usize, other: usize, open: bool) {
        let both = |way: &&Way| [(one, other), (other, one)].contains(&(way.from, way.to));
        self.ways.iter().filter(both).for_each(|way| way.set(open));
    }

    /// All nodes, this one first.
    pub fn url(&self, first: usize) -> String {
        (0..NODES)
            .map(|node| self.clients[(first + node) % NODES])
            .map(|port| format!("nats://127.0.0.1:{port}"))
            .collect::<Vec<_>>()
            .join(",")
    }

    /// Makes the stream as `docs/live.md` says, once the nodes have found each other.
    pub async fn stream(&self) -> jetstream::Context {
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
            if begun.elapsed() > Duration::from_secs(90) {
                panic!("the nodes do not find each other\n{}", self.logs());
            }
            sleep(Duration::from_millis(300)).await;
        }
    }

    /// The last that each node has said.
    fn logs(&self) -> String {
        let log = |node| std::fs::read_to_string(self.folder.path().join(format!("{node}.log"))).unwrap_or_default();
        let last = |text: String| text.lines().rev().take(20).map(str::to_owned).collect::<Vec<_>>();
        (0..NODES).flat_map(|node| last(log(node)).into_iter().rev()).collect::<Vec<_>>().join("\n")
    }

    /// The node that leads the stream.
    pub async fn leader(&self, context: &jetstream::Context) -> usize {
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

/// A host on the cluster.
pub fn host(folder: &Path, url: &str) -> Process {
    Process::start(folder, folder, &["--nats", url])
}
