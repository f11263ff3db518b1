//! `takujo-host`: the options, the store, and the end.

use std::io::Write;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use takujo_host::limits::Limits;
use takujo_host::log::{LogStore, file::File};
use takujo_host::{Options, start};

const USAGE: &str = "usage: takujo-host [--dir target/site] [--data target/tables | --nats URL] [--port 8080] [--host 0.0.0.0] [--behind-proxy]";

struct Asked {
    dir: PathBuf,
    data: PathBuf,
    nats: Option<String>,
    port: u16,
    host: IpAddr,
    behind_proxy: bool,
}

fn asked(mut args: impl Iterator<Item = String>) -> Result<Asked, String> {
    let mut asked = Asked {
        dir: "target/site".into(),
        data: "target/tables".into(),
        nats: None,
        port: 8080,
        host: IpAddr::from([0, 0, 0, 0]),
        behind_proxy: false,
    };
    while let Some(flag) = args.next() {
        if flag == "--behind-proxy" {
            asked.behind_proxy = true;
            continue;
        }
        if !["--dir", "--data", "--nats", "--port", "--host"].contains(&flag.as_str()) {
            return Err(format!("unknown option '{flag}'\n{USAGE}"));
        }
        let value = args.next().ok_or_else(|| format!("{flag} needs a value\n{USAGE}"))?;
        match flag.as_str() {
            "--dir" => asked.dir = value.into(),
            "--data" => asked.data = value.into(),
            "--nats" => asked.nats = Some(value),
            "--port" => asked.port = value.parse().map_err(|_| format!("'{value}' is not a port"))?,
            _ => asked.host = value.parse().map_err(|_| format!("'{value}' is not an address"))?,
        }
    }
    if !asked.dir.join("index.html").is_file() {
        return Err(format!("there is no index.html in {}", asked.dir.display()));
    }
    Ok(asked)
}

async fn store(asked: &Asked) -> Result<Arc<dyn LogStore>, String> {
    if let Some(url) = &asked.nats {
        return jetstream(url).await;
    }
    let path = asked.data.join("tables.redb");
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&asked.data).map_err(|error| failed(&error))?;
    Ok(Arc::new(File::open(&path).map_err(|error| failed(&error.0))?))
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

/// This machine's address in its network. Nothing is sent: connecting a UDP socket only picks the way.
fn in_the_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

/// Ctrl-C, or what a service manager sends.
async fn told_to_stop() {
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
fn announce(port: u16, to_all: bool) {
    let mut text = format!("http://localhost:{port}/\n");
    if let Some(ip) = in_the_network().filter(|_| to_all) {
        let url = format!("http://{ip}:{port}/");
        text += &format!("{url}  (for a phone on the same network)\n");
        if let Ok(code) = fast_qr::QRBuilder::new(url).build() {
            text += &format!("{}\n", code.to_str());
        }
    }
    let _ = std::io::stdout().write_all((text + "Ctrl-C stops it.\n").as_bytes());
}

async fn run() -> Result<(), String> {
    let asked = asked(std::env::args().skip(1))?;
    let store = store(&asked).await?;
    let listen = SocketAddr::new(asked.host, asked.port);
    let options = Options { dir: asked.dir, listen, behind_proxy: asked.behind_proxy, limits: Limits::default() };
    let host = start(options, store).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("port {} is in use: stop what runs there, or pick another with --port", asked.port)
        }
        std::io::ErrorKind::PermissionDenied => {
            format!("port {} needs more rights than yours: pick one from 1024 up with --port", asked.port)
        }
        _ => format!("{listen}: {error}"),
    })?;
    announce(host.address.port(), asked.host.is_unspecified());
    told_to_stop().await;
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
