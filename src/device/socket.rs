//! The browser's WebSocket, to the host that the page came from, and what tells when it is worth a look again.

use std::rc::Rc;

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BinaryType, MessageEvent, WebSocket};

use super::SocketEvent;

/// A connection. It ends when dropped, and then reports nothing more.
pub struct Socket {
    socket: WebSocket,
    // The browser calls these until the socket is dropped.
    _plain: [Closure<dyn Fn()>; 2],
    _received: Closure<dyn Fn(MessageEvent)>,
}

impl Socket {
    /// Connects to the address `name` beside the page; `None` if the browser does not even try.
    pub fn open(name: &str, heard: impl Fn(SocketEvent) + 'static) -> Option<Socket> {
        let location = web_sys::window()?.location();
        let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
        let (host, path) = (location.host().ok()?, location.pathname().ok()?);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let socket = WebSocket::new(&format!("{scheme}://{host}{folder}/{name}")).ok()?;
        socket.set_binary_type(BinaryType::Arraybuffer);
        let heard = Rc::new(heard);
        let (opened, received) = (heard.clone(), heard.clone());
        // Closures of types that the app uses anyway, because each new type costs bytes.
        let opened = Closure::<dyn Fn()>::new(move || opened(SocketEvent::Opened));
        let closed = Closure::<dyn Fn()>::new(move || heard(SocketEvent::Closed));
        let received = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            // The host sends nothing but bytes, so anything else is ignored.
            if let Ok(bytes) = event.data().dyn_into::<ArrayBuffer>() {
                received(SocketEvent::Message(Uint8Array::new(&bytes).to_vec()));
            }
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(received.as_ref().unchecked_ref()));
        // Also called if no connection can be made.
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Some(Socket { socket, _plain: [opened, closed], _received: received })
    }

    /// Sends a message. Whether it arrives is known only from an answer or from the end of the connection.
    pub fn send(&self, bytes: &[u8]) {
        let _ = self.socket.send_with_u8_array(bytes);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

/// Calls `woken` each time the page is shown, and each time the network is back while it is, for as long as the app runs.
pub fn on_wake(woken: impl Fn() + 'static) {
    let Some(window) = web_sys::window() else { return };
    let Some(document) = window.document() else { return };
    let seen = document.clone();
    let call = Closure::<dyn Fn()>::new(move || {
        if !seen.hidden() {
            woken();
        }
    });
    let call: JsValue = call.into_js_value();
    for name in ["online", "pageshow"] {
        let _ = window.add_event_listener_with_callback(name, call.unchecked_ref());
    }
    let _ = document.add_event_listener_with_callback("visibilitychange", call.unchecked_ref());
}
