//! The page's address and the browser's history. A page stands behind a '#': reloads and deep links work on any static
//! host, under any path. Each entry of the history keeps where its page was scrolled to, and how many sheets deep it lay.
//!
//! The renderer brings a history like it, with a service that evaluates scripts; without both the app is smaller and its
//! Content-Security-Policy needs no exception.

use std::rc::Rc;
use std::sync::Arc;

use dioxus_history::History;
use js_sys::Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ScrollRestoration, Window};

/// Takes the history of this window over, once, before [`history`].
pub fn start() {
    let started = || -> Result<(), JsValue> {
        let window = web_sys::window().ok_or(JsValue::NULL)?;
        let history = window.history()?;
        history.set_scroll_restoration(ScrollRestoration::Manual)?;
        // No sheet is open at the start, whatever was when the page was loaded anew.
        history.replace_state_with_url(&place(&window, 0)?, "", None)
    };
    // A browser that cannot leave it to the app scrolls by itself.
    let _ = started();
}

/// The history of this window, for the router.
pub fn history() -> Rc<dyn History> {
    Rc::new(Address)
}

/// Whether the page asked for is the first one.
pub fn at_home() -> bool {
    Address.current_route() == HOME
}

const HOME: &str = "/";

struct Address;

impl History for Address {
    fn current_route(&self) -> String {
        let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
        match hash.trim_start_matches('#') {
            "" => HOME.to_owned(),
            route => route.to_owned(),
        }
    }

    fn current_prefix(&self) -> Option<String> {
        Some("#".to_owned())
    }

    fn go_back(&self) {
        pop_depth(1);
    }

    fn go_forward(&self) {
        // Nothing in the app asks for it: the browser's own button does.
    }

    fn push(&self, route: String) {
        if route != self.current_route() && enter(Some(&format!("#{route}")), 0).is_ok() {
            to_top();
        }
    }

    fn replace(&self, route: String) {
        let replaced = || -> Result<(), JsValue> {
            let window = web_sys::window().ok_or(JsValue::NULL)?;
            window.history()?.replace_state_with_url(&place(&window, 0)?, "", Some(&format!("#{route}")))
        };
        if replaced().is_ok() {
            to_top();
        }
    }

    fn external(&self, url: String) -> bool {
        web_sys::window().is_some_and(|window| window.location().set_href(&url).is_ok())
    }

    fn updater(&self, changed: Arc<dyn Fn() + Send + Sync>) {
        on_pop(move || {
            changed();
            let place = state();
            // An address that was typed keeps no place: its page begins at its top.
            let [x, y] = [0, 1].map(|at| place.get(at).as_f64().unwrap_or_default());
            wasm_bindgen_futures::spawn_local(scroll_back(x, y));
        });
    }
}

/// Begins a page at its top.
pub fn to_top() {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// Pictures to wait for a page to be as long as it was when it was left: its table may have to be read first.
const PATIENCE: usize = 90;

/// Scrolls a page that was come back to where it was, once it stands. A person who scrolls meanwhile has the last word.
async fn scroll_back(x: f64, y: f64) {
    let Some(window) = web_sys::window() else { return };
    let here = Address.current_route();
    let mut reached = None;
    for _ in 0..PATIENCE {
        super::next_paint().await;
        let now = window.scroll_y().unwrap_or_default();
        if Address.current_route() != here || reached.is_some_and(|reached: f64| (reached - now).abs() > 2.0) {
            return;
        }
        window.scroll_to_with_x_and_y(x, y);
        let now = window.scroll_y().unwrap_or_default();
        if (now - y).abs() <= 2.0 {
            return;
        }
        reached = Some(now);
    }
}

/// What the entry of the history keeps: scrolled across, scrolled down, sheets deep.
fn state() -> Array {
    let state = web_sys::window().and_then(|window| window.history().ok()?.state().ok()).unwrap_or_default();
    state.dyn_into().unwrap_or_default()
}

fn place(window: &Window, depth: usize) -> Result<JsValue, JsValue> {
    Ok(Array::of3(&window.scroll_x()?.into(), &window.scroll_y()?.into(), &JsValue::from_f64(depth as f64)).into())
}

/// A new entry of the history: another address, or a sheet so deep over the same one. The entry left is found again where
/// it was.
fn enter(address: Option<&str>, depth: usize) -> Result<(), JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let history = window.history()?;
    history.replace_state_with_url(&place(&window, self::depth())?, "", None)?;
    let place = match address {
        // Another page begins at its top, also when the browser goes forward to it.
        Some(_) => Array::of3(&0.into(), &0.into(), &0.into()).into(),
        None => place(&window, depth)?,
    };
    history.push_state_with_url(&place, "", address)
}

fn on_pop(changed: impl Fn() + 'static) {
    let Some(window) = web_sys::window() else { return };
    let call = Closure::<dyn Fn()>::new(changed);
    // For the life of the app.
    let _ = window.add_event_listener_with_callback("popstate", call.into_js_value().unchecked_ref());
}

/// How many sheets deep the page lies under its address: kept with the entry of the browser's history, so that the
/// system's "back" closes a sheet and the address stays.
pub fn depth() -> usize {
    state().get(2).as_f64().map_or(0, |depth| depth as usize)
}

/// Goes a sheet deeper, to `depth`. Says whether the device keeps count; else its caller must.
pub fn push_depth(depth: usize) -> bool {
    enter(None, depth).is_ok()
}

/// Comes so many sheets back. Says whether the device does it; it tells then by [`on_depth`].
pub fn pop_depth(steps: usize) -> bool {
    let steps = i32::try_from(steps).unwrap_or(0);
    web_sys::window().is_some_and(|window| window.history().is_ok_and(|history| history.go_with_delta(-steps).is_ok()))
}

/// Calls `changed` with the depth whenever the system's "back" or "forward" was used.
pub fn on_depth(changed: impl Fn(usize) + 'static) {
    on_pop(move || changed(depth()));
}
