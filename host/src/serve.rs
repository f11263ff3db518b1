//! Accepts connections and hands them to the site or to the live tables. Also answers `/health` and `/metrics`.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router, middleware};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use takujo_host_rules::Tables;
use takujo_wire::{MESSAGE_MAX, Refusal};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::{Sleep, sleep, timeout};

use crate::limits::{Counts, Limits, Socket};
use crate::live::Live;
use crate::log::{Failed, LogStore};
use crate::network;
use crate::site::{Site, text, with_headers};

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder with the app.
    pub dir: PathBuf,
    /// Where to listen. Port 0 takes a free one.
    pub listen: SocketAddr,
    /// Whether the last address in `X-Forwarded-For` is the phone's: only where every connection comes through a proxy.
    pub behind_proxy: bool,
    /// What one may use up.
    pub limits: Limits,
}

/// A host that serves.
pub struct Host {
    /// Where it listens.
    pub address: SocketAddr,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    store: Arc<dyn LogStore>,
}

impl Host {
    /// Stops within 5 seconds: takes no new connections, tells all phones to come again, finishes what was begun, and
    /// closes the store. Whoever does not read in that time is cut off.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        if timeout(Duration::from_secs(4), self.serving).await.is_err() {
            tracing::warn!("some connections were cut off");
        }
        match timeout(Duration::from_secs(1), self.store.close()).await {
            Ok(Ok(())) => {}
            Ok(Err(Failed(error))) => tracing::error!(error, "the store was not closed"),
            Err(_) => tracing::error!("the store was not closed in time"),
        }
    }
}

struct App {
    live: Live,
    site: Site,
    counts: Counts,
    behind_proxy: bool,
    /// Where it listens.
    address: SocketAddr,
    stopping: watch::Receiver<bool>,
}

/// Who is on the other side of a connection.
#[derive(Clone, Copy)]
struct Peer(IpAddr);

/// Waits until the host is to stop.
async fn stopped(mut stopping: watch::Receiver<bool>) {
    // An error means that the host is gone altogether.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// Starts to serve.
///
/// # Errors
/// If the port cannot be had.
pub async fn start(options: Options, store: Arc<dyn LogStore>) -> io::Result<Host> {
    let listener = TcpListener::bind(options.listen).await?;
    let address = listener.local_addr()?;
    let (stop, stopping) = watch::channel(false);
    let app = Arc::new(App {
        live: Live::new(Arc::clone(&store), options.limits),
        site: Site::new(&options.dir),
        counts: Counts::new(options.limits),
        behind_proxy: options.behind_proxy,
        address,
        stopping: stopping.clone(),
    });
    let router = Router::new()
        .route("/live", get(live))
        .route("/live/{tables}", get(live))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route("/addresses", get(addresses))
        .fallback(site)
        .layer(middleware::map_response(with_headers))
        .with_state(Arc::clone(&app));
    tokio::spawn(sweep(Arc::clone(&app)));
    let serving = tokio::spawn(accept(listener, router, app, stopping));
    Ok(Host { address, stop, serving, store })
}

async fn sweep(app: Arc<App>) {
    let each = Duration::from_secs(600).min(app.live.limits.keep);
    loop {
        tokio::select! {
            () = sleep(each) => {}
            () = stopped(app.stopping.clone()) => return,
        }
        if let Err(Failed(error)) = app.live.sweep().await {
            tracing::warn!(error, "silent tables were not looked for");
        }
    }
}

async fn accept(listener: TcpListener, router: Router, app: Arc<App>, stopping: watch::Receiver<bool>) {
    let limits = app.live.limits;
    let places = Arc::new(Semaphore::new(limits.sockets as usize));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(stopping.clone()) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, for instance: that passes.
                tracing::warn!(%error, "a connection was not accepted");
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // With all places taken there is not even room to say so.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        // Behind a proxy all come from its address.
        let socket = app.counts.socket(peer.ip());
        if socket.is_none() && !app.behind_proxy {
            app.live.metrics.refused(Refusal::TooManyConnections(limits.sockets_of_an_address));
            continue;
        }
        // Entries are small and each is awaited.
        let _ = stream.set_nodelay(true);
        let line = Line { stream, patience: limits.patience, stalled: None, _place: place, _socket: socket };
        tokio::spawn(connection(line, peer.ip(), router.clone(), limits.patience, stopping.clone()));
    }
    drop(listener);
    // Whoever was being answered or followed a table when the host was to stop.
    let _ = places.acquire_many(limits.sockets).await;
}

/// A connection's bytes. It holds its places until it is dropped, also as a WebSocket, and fails if the other side does
/// not take what is written.
struct Line {
    stream: TcpStream,
    patience: Duration,
    /// Runs out while nothing can be written.
    stalled: Option<Pin<Box<Sleep>>>,
    _place: OwnedSemaphorePermit,
    _socket: Option<Socket>,
}

impl Line {
    fn within<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Line {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Line {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.within(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

async fn connection(line: Line, peer: IpAddr, router: Router, patience: Duration, stopping: watch::Receiver<bool>) {
    let service = TowerToHyperService::new(router.layer(Extension(Peer(peer))));
    let serving = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(line), service)
        .with_upgrades();
    tokio::pin!(serving);
    // Errors are the other side's: it has gone, or what it sent is not HTTP.
    tokio::select! {
        _ = &mut serving => return,
        () = stopped(stopping) => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}

/// The phone's address. A proxy appends the address it saw to those that came, so only the last one can be believed.
fn address(headers: &HeaderMap, peer: IpAddr, behind_proxy: bool) -> IpAddr {
    let forwarded = || {
        headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
    };
    if behind_proxy { forwarded().unwrap_or(peer) } else { peer }
}

/// Whether a page of this host asks, or no page at all.
fn own_page(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    takujo_host_rules::own_page(text(ORIGIN), text(HOST))
}

async fn live(
    State(app): State<Arc<App>>,
    Extension(Peer(peer)): Extension<Peer>,
    path: Option<Path<String>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let Some(tables) = path.map_or(Some(Tables::All), |Path(digits)| Tables::at(&digits)) else {
        return text(StatusCode::NOT_FOUND, "There is no such table.\n");
    };
    let Ok(upgrade) = upgrade else {
        return text(StatusCode::UPGRADE_REQUIRED, "This is for WebSocket connections.\n");
    };
    if !own_page(&headers) {
        return text(StatusCode::FORBIDDEN, "This is for pages of this host.\n");
    }
    let place = app.counts.enter(address(&headers, peer, app.behind_proxy));
    upgrade
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(2 * MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX)
        .max_message_size(MESSAGE_MAX)
        .on_upgrade(
            move |socket| async move { app.live.serve(socket, place, tables, stopped(app.stopping.clone())).await },
        )
}

async fn health(State(app): State<Arc<App>>) -> Response {
    match timeout(Duration::from_secs(2), app.live.store.check()).await {
        _ if *app.stopping.borrow() => text(StatusCode::SERVICE_UNAVAILABLE, "stopping\n"),
        Ok(Ok(())) => text(StatusCode::OK, "ok\n"),
        Ok(Err(_)) => text(StatusCode::SERVICE_UNAVAILABLE, "the store takes no entries\n"),
        Err(_) => text(StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n"),
    }
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    text(StatusCode::OK, app.live.metrics.text(app.counts.connections(), &*app.live.store))
}

/// Where others find this host, one address a line, for a page that was opened on this machine at `localhost`: its own
/// address would lead them nowhere. What else the machine is called is nobody's business.
async fn addresses(
    State(app): State<Arc<App>>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
) -> Response {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    if app.behind_proxy || !peer.is_loopback() || !host.is_some_and(network::is_this_machine) {
        return text(StatusCode::NOT_FOUND, "This is for pages opened at localhost.\n");
    }
    let all = network::reached_at(app.address);
    text(StatusCode::OK, all.into_iter().map(|address| address + "\n").collect::<String>())
}

async fn site(State(app): State<Arc<App>>, uri: Uri, request: Request) -> Response {
    app.site.answer(request.method(), uri.path(), request.headers()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_the_proxys_own_word_about_an_address_is_believed() {
        let peer = "127.0.0.1".parse().unwrap();
        let forwarded = headers(&[("x-forwarded-for", "203.0.113.9, 192.0.2.7")]);
        assert_eq!(address(&forwarded, peer, true), "192.0.2.7".parse::<IpAddr>().unwrap());
        assert_eq!(address(&forwarded, peer, false), peer);
        assert_eq!(address(&headers(&[("x-forwarded-for", "nonsense")]), peer, true), peer);
    }
}
