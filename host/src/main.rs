//! The program `takujo-host`: reads its options, opens the store and serves until it is told to stop.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use takujo_host::backup::{self, Report};
use takujo_host::limits::Limits;
use takujo_host::log::file::{Bounds, File};
use takujo_host::log::{Failed, LogStore};
use takujo_host::{Options, network, start};

const USAGE: &str = "usage: takujo-host [--dir target/site] [--data target/tables | --nats URL] [--port 8080] [--host 0.0.0.0] [--behind-proxy]
                   [--free MEGABYTES to leave on the disk, 256] [--room MEGABYTES for all tables, 16384]
       takujo-host backup FILE [--data target/tables]      copies all tables, also while a host serves them
       takujo-host check [FILE] [--data target/tables]     reads all tables, or those of a copy, and says what is wrong
       takujo-host restore FILE [--data target/tables]     puts a copy in their place; the host must not run";

/// What to do.
enum Task {
    Serve,
    Backup(PathBuf),
    Check(Option<PathBuf>),
    Restore(PathBuf),
}

struct Asked {
    task: Task,
    bounds: Bounds,
    dir: PathBuf,
    data: PathBuf,
    nats: Option<String>,
    port: u16,
    host: IpAddr,
    behind_proxy: bool,
}

fn asked(args: impl Iterator<Item = String>) -> Result<Asked, String> {
    let mut args = args.peekable();
    let mut asked = Asked {
        task: Task::Serve,
        bounds: Bounds::default(),
        dir: "target/site".into(),
        data: "target/tables".into(),
        nats: None,
        port: 8080,
        host: IpAddr::from([0, 0, 0, 0]),
        behind_proxy: false,
    };
    let task = args.next_if(|word| ["backup", "check", "restore"].contains(&word.as_str()));
    if let Some(task) = task {
        let file = args.next_if(|word| !word.starts_with("--")).map(PathBuf::from);
        asked.task = match (task.as_str(), file) {
            ("check", file) => Task::Check(file),
            (_, None) => return Err(format!("{task} needs the name of a file\n{USAGE}")),
            ("backup", Some(file)) => Task::Backup(file),
            (_, Some(file)) => Task::Restore(file),
        };
    }
    while let Some(flag) = args.next() {
        if flag == "--behind-proxy" {
            asked.behind_proxy = true;
            continue;
        }
        if !["--dir", "--data", "--nats", "--port", "--host", "--free", "--room"].contains(&flag.as_str()) {
            return Err(format!("unknown option '{flag}'\n{USAGE}"));
        }
        let value = args.next().ok_or_else(|| format!("{flag} needs a value\n{USAGE}"))?;
        let megabytes = || {
            let bytes = value.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << 20));
            bytes.ok_or_else(|| format!("'{value}' is not a number of megabytes"))
        };
        match flag.as_str() {
            "--dir" => asked.dir = value.into(),
            "--data" => asked.data = value.into(),
            "--nats" => asked.nats = Some(value),
            "--port" => asked.port = value.parse().map_err(|_| format!("'{value}' is not a port"))?,
            "--free" => asked.bounds.free = megabytes()?,
            "--room" => asked.bounds.bytes = megabytes()?,
            _ => asked.host = value.parse().map_err(|_| format!("'{value}' is not an address"))?,
        }
    }
    if !matches!(asked.task, Task::Serve) {
        if asked.nats.is_some() {
            return Err("NATS keeps these tables: 'nats stream backup takujo FOLDER' copies them".to_owned());
        }
    } else if !asked.dir.join("index.html").is_file() {
        return Err(format!("there is no index.html in {}", asked.dir.display()));
    }
    Ok(asked)
}

async fn store(asked: &Asked) -> Result<Arc<dyn LogStore>, String> {
    if let Some(url) = &asked.nats {
        return jetstream(url).await;
    }
    let path = backup::file_in(&asked.data);
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&asked.data).map_err(|error| failed(&error))?;
    let file = File::open(&path, asked.bounds).map_err(|Failed(error)| failed(&error))?;
    if let Err(error) = backup::serve(&asked.data, file.clone()) {
        tracing::warn!(%error, "no copies can be made while this host runs");
    }
    Ok(Arc::new(file))
}

/// As many open files as this process may have, less those it needs for itself: each connection is one.
#[cfg(unix)]
fn connections() -> u32 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // Only the lower of the two limits is in the way, and may be raised up to the higher.
    let files = match setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    u32::try_from(files.unwrap_or(u64::MAX)).unwrap_or(u32::MAX).saturating_sub(64)
}

#[cfg(not(unix))]
fn connections() -> u32 {
    u32::MAX
}

/// Does what is not serving; a word for what was done with the tables.
fn copies(asked: &Asked) -> Result<(Report, &'static str), Failed> {
    Ok(match &asked.task {
        Task::Backup(to) => (backup::backup(&asked.data, to)?, "copied"),
        Task::Restore(from) => (backup::restore(&asked.data, from)?, "put back"),
        Task::Check(Some(copy)) => (backup::check(&asked.data, Some(copy))?, "read"),
        Task::Check(None) | Task::Serve => (backup::check(&asked.data, None)?, "read"),
    })
}

fn print_report(report: &Report, done: &str) -> Result<(), String> {
    for fault in &report.faults {
        eprintln!("{fault}");
    }
    let Report { tables, entries, faults } = report;
    let _ = writeln!(std::io::stdout(), "{tables} tables with {entries} entries {done}");
    if faults.is_empty() { Ok(()) } else { Err(format!("{} tables are damaged", faults.len())) }
}

#[cfg(feature = "nats")]
async fn jetstream(url: &str) -> Result<Arc<dyn LogStore>, String> {
    let store = takujo_host::log::jetstream::JetStream::connect(url).await;
    Ok(Arc::new(store.map_err(|error| format!("{url}: {}", error.0))?))
}

#[cfg(not(feature = "nats"))]
async fn jetstream(_: &str) -> Result<Arc<dyn LogStore>, String> {
    Err("this takujo-host was built without --features nats".to_owned())
}

/// Waits for Ctrl-C, or for what a service manager sends.
async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Says where the site is, if anybody listens: `println` would panic where nobody does.
fn announce(address: SocketAddr) {
    let mut text = format!("http://localhost:{}/\n", address.port());
    let all = network::reached_at(address);
    for url in &all {
        text += &format!("{url}  (for a phone on the same network)\n");
    }
    if let Some(Ok(code)) = all.into_iter().next().map(|url| fast_qr::QRBuilder::new(url).build()) {
        text += &format!("{}\n", code.to_str());
    }
    let _ = std::io::stdout().write_all((text + "Ctrl-C stops it.\n").as_bytes());
}

async fn run() -> Result<(), String> {
    if std::env::args().skip(1).any(|word| word == "--help" || word == "-h") {
        let _ = std::io::stdout().write_all(format!("{USAGE}\n").as_bytes());
        return Ok(());
    }
    let asked = asked(std::env::args().skip(1))?;
    if !matches!(asked.task, Task::Serve) {
        let done = tokio::task::spawn_blocking(move || copies(&asked)).await;
        return done
            .map_err(|error| error.to_string())?
            .map_err(|Failed(error)| error)
            .and_then(|(report, done)| print_report(&report, done));
    }
    let store = store(&asked).await?;
    let listen = SocketAddr::new(asked.host, asked.port);
    let mut limits = Limits::default();
    limits.sockets = limits.sockets.min(connections());
    tracing::info!(
        "up to {} connections, {} of them to tables",
        limits.sockets,
        limits.connections.min(limits.sockets)
    );
    let options = Options { dir: asked.dir, listen, behind_proxy: asked.behind_proxy, limits };
    let host = start(options, store).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("port {} is in use: stop what runs there, or pick another with --port", asked.port)
        }
        std::io::ErrorKind::PermissionDenied => {
            format!("port {} needs more rights than yours: pick one from 1024 up with --port", asked.port)
        }
        _ => format!("{listen}: {error}"),
    })?;
    announce(host.address);
    asked_to_stop().await;
    tracing::info!("stopping");
    host.stop().await;
    Ok(())
}

#[tokio::main]
async fn main() -> ExitCode {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).with_max_level(tracing::Level::INFO).init();
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
