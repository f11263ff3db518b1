//! The page's address and the browser's history. Routes are behind a '#', so reloads and deep links work on any static
//! host, under any path. Each history entry stores the scroll position of its page and how many sheets were open over
//! it: those of the rules, which come back when the person goes forward, and others.
//!
//! Replaces the renderer's own hash history, which comes with a service that evaluates scripts: without it the app is
//! smaller, and its Content-Security-Policy needs no exception.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use dioxus::prelude::EventHandler;
use dioxus_history::History;
use js_sys::Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ScrollRestoration, Window};

/// Takes over this window's history. Call it once, before [`history`].
pub fn start() {
    let started = || -> Result<(), JsValue> {
        let window = web_sys::window().ok_or(JsValue::NULL)?;
        let history = window.history()?;
        history.set_scroll_restoration(ScrollRestoration::Manual)?;
        // No sheet is open at the start, even if one was before a reload.
        history.replace_state_with_url(&place(&window, [0, 0])?, "", None)
    };
    // If the browser refuses, it scrolls by itself.
    let _ = started();
    on_pop(close_above);
}

/// This window's history, for the router.
pub fn history() -> Rc<dyn History> {
    Rc::new(Address)
}

/// Whether this is the current route, as text.
pub fn is(route: &str) -> bool {
    Address.current_route() == route
}

/// The route of the home page.
pub const HOME: &str = "/";

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
        // To the page before, past the entries of open sheets.
        go_back(depth() + over() + 1);
    }

    fn go_forward(&self) {
        // Unused: only the browser's own button goes forward.
    }

    fn push(&self, route: String) {
        if route == self.current_route() {
        } else if over() > 0 && depth() == 0 {
            // The page that was opened from a sheet takes its place, because the sheet does not come back.
            self.replace(route);
        } else if enter(Some(&format!("#{route}")), [0, 0]).is_ok() {
            to_top();
        }
    }

    fn replace(&self, route: String) {
        let replaced = || -> Result<(), JsValue> {
            let window = web_sys::window().ok_or(JsValue::NULL)?;
            window.history()?.replace_state_with_url(&place(&window, [0, 0])?, "", Some(&format!("#{route}")))
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
            // An address that was typed has no stored position, so its page starts at the top.
            let [x, y] = [0, 1].map(|at| place.get(at).as_f64().unwrap_or_default());
            wasm_bindgen_futures::spawn_local(scroll_back(x, y));
        });
    }
}

/// Scrolls to the top of the page.
pub fn to_top() {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// How many frames a page that was returned to may take to become as long as it was: its table may have to be read
/// first.
const PATIENCE: usize = 90;

/// Restores the scroll position of a page that was returned to, once it is long enough, unless the person scrolls or
/// goes elsewhere first.
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

/// The state of the current history entry: scroll x, scroll y, and the number of sheets of the rules, and of others.
fn state() -> Array {
    let state = web_sys::window().and_then(|window| window.history().ok()?.state().ok()).unwrap_or_default();
    state.dyn_into().unwrap_or_default()
}

/// What a history entry stores for the page as it is scrolled now, with so many sheets open.
fn place(window: &Window, sheets: [usize; 2]) -> Result<JsValue, JsValue> {
    let [rules, others] = sheets.map(|sheets| JsValue::from_f64(sheets as f64));
    Ok(Array::of4(&window.scroll_x()?.into(), &window.scroll_y()?.into(), &rules, &others).into())
}

/// Adds a history entry, for another address or for a sheet over the same one (`None`). Before that, stores the scroll
/// position in the current entry.
fn enter(address: Option<&str>, sheets: [usize; 2]) -> Result<(), JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let history = window.history()?;
    history.replace_state_with_url(&place(&window, [depth(), over()])?, "", None)?;
    let place = match address {
        // A new page starts at the top, also when the person goes forward to it later.
        Some(_) => Array::of4(&0.into(), &0.into(), &0.into(), &0.into()).into(),
        None => place(&window, sheets)?,
    };
    history.push_state_with_url(&place, "", address)
}

fn on_pop(changed: impl Fn() + 'static) {
    let Some(window) = web_sys::window() else { return };
    let call = Closure::<dyn Fn()>::new(changed);
    // Leaks the closure on purpose: it lives as long as the app.
    let _ = window.add_event_listener_with_callback("popstate", call.into_js_value().unchecked_ref());
}

/// How many sheets of the rules are open over the page. It is stored in the history entry, so that the system's "back" closes a
/// sheet without leaving the page.
pub fn depth() -> usize {
    state().get(2).as_f64().map_or(0, |depth| depth as usize)
}

/// Opens a sheet, which makes them `depth`. Returns whether the browser keeps count; if not, the caller must.
pub fn push_depth(depth: usize) -> bool {
    enter(None, [depth, over()]).is_ok()
}

/// Closes `steps` sheets by going back. Returns whether the browser does so; if so, [`on_depth`] reports the result.
pub fn pop_depth(steps: usize) -> bool {
    go_back(steps)
}

/// Goes back so many entries. Returns whether the browser does so.
fn go_back(steps: usize) -> bool {
    let steps = i32::try_from(steps).unwrap_or(0);
    web_sys::window().is_some_and(|window| window.history().is_ok_and(|history| history.go_with_delta(-steps).is_ok()))
}

/// Calls `changed` with the new depth after every "back" or "forward".
pub fn on_depth(changed: impl Fn(usize) + 'static) {
    on_pop(move || changed(depth()));
}

/// An open sheet: its number, and what closes it.
type OpenSheet = (usize, EventHandler<()>);

thread_local! {
    /// The last number, and the open sheets that are not the rules', the uppermost last.
    static OPEN: RefCell<(usize, Vec<OpenSheet>)> = const { RefCell::new((0, Vec::new())) };
}

/// How many sheets but those of the rules are open over the page, as the history entry stores it.
fn over() -> usize {
    state().get(3).as_f64().map_or(0, |over| over as usize)
}

/// Lets the system's "back" close a sheet that has opened, by calling `close`. Returns its number, for [`sheet_closed`].
pub fn sheet_opened(close: EventHandler<()>) -> usize {
    let (number, open) = OPEN.with_borrow_mut(|(last, open)| {
        *last += 1;
        open.push((*last, close));
        (*last, open.len())
    });
    // If the browser refuses, "back" leaves the page, as it did before there were sheets.
    let _ = enter(None, [depth(), open]);
    number
}

/// The sheet with this number is closed, so that its history entry goes, too.
pub fn sheet_closed(number: usize) {
    let left = OPEN.with_borrow_mut(|(_, open)| {
        let at = open.iter().position(|(of, _)| *of == number)?;
        open.remove(at);
        Some(open.len())
    });
    // Nothing is left to do if "back" has closed it, or if another page has taken the entry.
    if left.is_some_and(|left| over() > left) {
        go_back(1);
    }
}

/// Closes the sheets above those that the history entry has.
fn close_above() {
    let over = over();
    let next = || OPEN.with_borrow_mut(|(_, open)| if open.len() > over { open.pop() } else { None });
    while let Some((_, close)) = next() {
        close.call(());
    }
    // A sheet that went when its page was left is not opened again.
    if OPEN.with_borrow(|(_, open)| open.len() < over) {
        go_back(1);
    }
}
