//! A table and the phones that are connected to it: an object that sleeps while nothing comes, and keeps its connections.
//!
//! What a phone asks is answered without waiting for anything, so nothing comes in between. Only counting by address asks
//! another object; what the same phone says meanwhile waits in a queue.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::time::Duration;

use js_sys::Uint8Array;
use takujo_host_rules::{Counted, Entry, Failed, Frame, Limits, News, Next, Silent, Tables, Talk, Todo, What, network};
use takujo_wire::{MESSAGE_MAX, Refusal};
use worker::worker_sys::ext::WebSocketExt;
use worker::{
    Delay, DurableObject, Env, Error, Request, Response, Result, State, WebSocket, WebSocketIncomingMessage,
    WebSocketPair, durable_object,
};

use crate::address::count;
use crate::log::{Last, Log};
use crate::{limits, now};

/// A timer may be early by less than this.
const EARLY: Duration = Duration::from_millis(20);

/// What waits for a phone's earlier question: the frames, `None` for what is no message.
type Waiting = VecDeque<Option<Vec<u8>>>;

/// The object of a table.
#[durable_object]
pub struct TableObject {
    state: State,
    env: Env,
    limits: Limits,
    log: Result<Log, Failed>,
    /// The phones whose questions are being answered.
    busy: RefCell<Vec<(WebSocket, Waiting)>>,
    /// Whether something was appended that not all have been told of.
    fresh: Cell<bool>,
    /// When to be woken, as soon as that can be said.
    wake: Cell<Option<Duration>>,
}

/// What a connection does after what could be done at once.
enum Then {
    Waits,
    Counts(Counted),
    Over,
}

fn binary(socket: &WebSocket, message: &[u8]) {
    // It fails for one that has ended, whose end is on its way.
    let _ = socket.send_with_bytes(message);
}

/// Keeps a connection in its socket, which stays when the object sleeps; `None` for one that is over.
fn put_to_sleep(socket: &WebSocket, talk: Option<&Talk>) {
    let bytes = talk.and_then(Talk::sleep).map_or_else(Uint8Array::default, |bytes| Uint8Array::from(&bytes[..]));
    if socket.as_ref().serialize_attachment(bytes.into()).is_err() {
        end(socket, None);
    }
}

/// `None` if it is over.
fn wake(socket: &WebSocket, limits: Limits) -> Option<Talk> {
    let bytes = socket.as_ref().deserialize_attachment().ok().filter(|bytes| !bytes.is_null())?;
    Talk::wake(&Uint8Array::new(&bytes).to_vec(), limits, false)
}

fn end(socket: &WebSocket, message: Option<Vec<u8>>) {
    if let Some(message) = message {
        binary(socket, &message);
    }
    let _ = socket.close(None, None::<&str>);
}

/// Ends a connection that has not joined in time.
async fn expect_to_join(socket: WebSocket, limits: Limits) {
    Delay::from(limits.patience + EARLY).await;
    if let Some(mut talk) = wake(&socket, limits)
        && let Todo::End(message) = talk.tick(now())
    {
        put_to_sleep(&socket, None);
        end(&socket, message);
    }
}

impl TableObject {
    fn log(&self) -> Result<&Log, Failed> {
        self.log.as_ref().map_err(Clone::clone)
    }

    fn publish(&self, news: Vec<News>) {
        for news in news {
            match news {
                News::Appended(_) => self.fresh.set(true),
                News::Opened => self.wake.set(Some(self.limits.keep)),
                News::Closed(_) => self.wake.set(Some(self.limits.patience)),
                News::Failed(Failed(error)) => worker::console_error!("the store failed: {error}"),
                News::Joined | News::Sent | News::Conflict | News::Refused(_) => {}
            }
        }
    }

    /// The next entry for a phone that waits for one, if it is there.
    fn next(&self, talk: &Talk) -> Option<Result<Vec<u8>, Failed>> {
        let position = talk.follows()?;
        self.log().and_then(|log| log.entry(position)).transpose()
    }

    /// Does all that can be done for a phone at once.
    fn go_on(&self, socket: &WebSocket, talk: &mut Talk, mut todo: Todo) -> Then {
        loop {
            self.publish(talk.news());
            todo = match todo {
                Todo::Wait | Todo::Ping => match self.next(talk) {
                    Some(entry) => talk.entry(entry),
                    None => return Then::Waits,
                },
                Todo::Ask(question) => {
                    let reply = self.log().and_then(|log| log.reply(question));
                    talk.replied(reply, now())
                }
                Todo::Count(counted) => return Then::Counts(counted),
                Todo::Send(message) | Todo::Follow { message, .. } => {
                    binary(socket, &message);
                    Todo::Wait
                }
                Todo::End(message) => {
                    end(socket, message);
                    return Then::Over;
                }
            };
        }
    }

    /// Sends what is new to all phones that follow the log, but those that are busy: they get it when they are done.
    fn tell(&self) {
        let is_busy = |socket: &WebSocket| self.busy.borrow().iter().any(|(busy, _)| busy == socket);
        for socket in self.state.get_websockets() {
            if !is_busy(&socket)
                && let Some(mut talk) = wake(&socket, self.limits).filter(|talk| talk.follows().is_some())
            {
                let then = self.go_on(&socket, &mut talk, Todo::Wait);
                put_to_sleep(&socket, matches!(then, Then::Waits).then_some(&talk));
            }
        }
    }

    /// Answers one frame. `false` if the connection is over.
    async fn answer(&self, socket: &WebSocket, talk: &mut Talk, frame: Option<&[u8]>) -> bool {
        let mut todo = match frame {
            Some(bytes) if bytes.len() > MESSAGE_MAX => talk.end(Refusal::Malformed),
            frame => talk.heard(frame.map_or(Frame::Text, Frame::Binary), now()),
        };
        loop {
            let then = self.go_on(socket, talk, todo);
            if self.fresh.take() {
                self.tell();
            }
            match then {
                Then::Waits => return true,
                Then::Over => return false,
                Then::Counts(counted) => {
                    let address = self.state.get_tags(socket).into_iter().next().unwrap_or_default();
                    todo = talk.counted(count(&self.env, &address, counted, &self.limits).await);
                }
            }
        }
    }

    /// The next frame of a phone, or `None` once there is none: it is then busy no more.
    fn taken(&self, socket: &WebSocket) -> Option<Option<Vec<u8>>> {
        let mut busy = self.busy.borrow_mut();
        let at = busy.iter().position(|(busy, _)| busy == socket)?;
        let frame = busy[at].1.pop_front();
        if frame.is_none() {
            busy.swap_remove(at);
        }
        frame
    }

    /// Has itself woken, if something was done that asks for it.
    async fn set_alarm(&self) -> Result<()> {
        match self.wake.take() {
            Some(after) => self.state.storage().set_alarm(after).await,
            None => Ok(()),
        }
    }

    /// Ends the table if nothing was appended for long, deletes what is left of it once it is over, or says when that is
    /// due: after how long, or `None` if nothing is left.
    async fn look_after(&self) -> Result<Option<Duration>, Failed> {
        let (log, limits) = (self.log()?, &self.limits);
        let Some(Last { length, at, entry }) = log.last()? else { return Ok(None) };
        let passed = now().saturating_sub(at);
        let closed = Entry::decode(&entry).is_some_and(|entry| entry.what == What::Closed);
        if closed && log.is_whole()? {
            if passed < limits.patience {
                return Ok(Some(limits.patience - passed));
            }
            log.shorten(length)?;
        }
        if passed < limits.keep {
            return Ok(Some(limits.keep - passed));
        }
        // The name of the table is that of the object.
        let (mut silent, mut question) = Silent::new([0; 16], length);
        loop {
            match silent.replied(log.reply(question)?)? {
                Next::Ask(next) => question = next,
                Next::Closed(_) => {
                    self.tell();
                    return Ok(Some(limits.patience));
                }
                Next::Over(_) => {
                    self.state.storage().delete_all().await.map_err(Failed::of)?;
                    log.emptied();
                    return Ok(None);
                }
                // Nothing comes in between.
                Next::Leave => return Ok(Some(limits.keep)),
            }
        }
    }
}

impl DurableObject for TableObject {
    fn new(state: State, env: Env) -> Self {
        let (limits, log) = (limits(&env), Log::new(state.storage().sql()));
        Self { state, env, limits, log, busy: RefCell::default(), fresh: Cell::default(), wake: Cell::default() }
    }

    /// A phone connects.
    async fn fetch(&self, request: Request) -> Result<Response> {
        let path = request.path();
        let Some(tables) = path.rsplit('/').next().and_then(Tables::at) else { return Response::error("", 404) };
        let address = request.headers().get("cf-connecting-ip")?.and_then(|text| text.parse().ok());
        let address = network(address.unwrap_or(IpAddr::from([0; 4]))).to_string();
        let all = self.state.get_websockets().len();
        let of_its = self.state.get_websockets_with_tag(&address).len();
        let WebSocketPair { client, server } = WebSocketPair::new()?;
        self.state.accept_websocket_with_tags(&server, &[&address]);
        let mut talk = Talk::new(self.limits, false, tables, now());
        let limit = [(all, self.limits.connections), (of_its, self.limits.of_an_address)];
        match limit.into_iter().find(|(there, limit)| *there >= *limit as usize) {
            Some((_, limit)) => {
                let todo = talk.end(Refusal::TooManyConnections(limit));
                self.go_on(&server, &mut talk, todo);
            }
            None => {
                put_to_sleep(&server, Some(&talk));
                self.state.wait_until(expect_to_join(server, self.limits));
            }
        }
        Response::from_websocket(client)
    }

    async fn websocket_message(&self, socket: WebSocket, message: WebSocketIncomingMessage) -> Result<()> {
        let frame = match message {
            WebSocketIncomingMessage::Binary(mut bytes) => {
                // Longer than a message all the same, but not held in memory.
                bytes.truncate(MESSAGE_MAX + 1);
                bytes.shrink_to_fit();
                Some(bytes)
            }
            WebSocketIncomingMessage::String(_) => None,
        };
        if let Some((_, waiting)) = self.busy.borrow_mut().iter_mut().find(|(busy, _)| *busy == socket) {
            // More than may come at once.
            if waiting.len() > 2 * self.limits.messages as usize {
                end(&socket, None);
            } else {
                waiting.push_back(frame);
            }
            return Ok(());
        }
        // What comes after the end is for nobody.
        let Some(mut talk) = wake(&socket, self.limits) else { return Ok(()) };
        self.busy.borrow_mut().push((socket.clone(), Waiting::from([frame])));
        let mut goes_on = true;
        while let Some(frame) = self.taken(&socket) {
            if goes_on {
                goes_on = self.answer(&socket, &mut talk, frame.as_deref()).await;
            }
        }
        put_to_sleep(&socket, goes_on.then_some(&talk));
        self.set_alarm().await
    }

    async fn websocket_close(&self, socket: WebSocket, _: usize, _: String, _: bool) -> Result<()> {
        end(&socket, None);
        Ok(())
    }

    async fn websocket_error(&self, _: WebSocket, _: Error) -> Result<()> {
        Ok(())
    }

    async fn alarm(&self) -> Result<Response> {
        let due = self.look_after().await.map_err(|Failed(error)| Error::from(error))?;
        self.wake.set(due);
        self.set_alarm().await?;
        Response::ok("")
    }
}
