//! Keeps the screen on at an open table, and vibrates when the turn passes.
//!
//! Uses reflection, because web-sys has no stable bindings for the wake lock, and not every browser has these
//! functions. `web.rs` and `picture.rs` use the helpers, too.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::{Wakefulness, pause};

/// Time until the lock is requested again after the system released it, in milliseconds.
const SETTLE: i32 = 1_000;

/// What is known of the wake lock.
#[derive(Default)]
struct Awake {
    /// Whether an open table wants the screen on.
    wanted: Cell<bool>,
    /// Whether a request is pending.
    asking: Cell<bool>,
    /// Whether the last request was refused.
    refused: Cell<bool>,
    /// Whether the visibility listener is installed.
    listening: Cell<bool>,
    /// The lock, while held.
    lock: RefCell<Option<JsValue>>,
}

thread_local! {
    static AWAKE: Awake = Awake::default();
}

/// A property of a JavaScript value, if it has it.
pub(super) fn get(of: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(of, &JsValue::from_str(name)).ok().filter(|it| !it.is_undefined() && !it.is_null())
}

/// Calls a method by name.
pub(super) fn call(of: &JsValue, method: &str, with: &Array) -> Result<JsValue, JsValue> {
    get(of, method).ok_or(JsValue::NULL)?.dyn_into::<Function>()?.apply(of, with)
}

/// Calls a method that returns a promise, and awaits it.
pub(super) async fn ask(of: &JsValue, method: &str, with: &Array) -> Result<JsValue, JsValue> {
    JsFuture::from(call(of, method, with)?.dyn_into::<Promise>()?).await
}

/// The browser's `navigator`.
pub(super) fn navigator() -> JsValue {
    web_sys::window().map_or(JsValue::UNDEFINED, |window| window.navigator().into())
}

fn wake_lock() -> Option<JsValue> {
    get(&navigator(), "wakeLock")
}

/// Whether the browser can keep the screen on.
pub fn wakefulness() -> Wakefulness {
    match wake_lock() {
        None => Wakefulness::Unable,
        Some(_) if AWAKE.with(|awake| awake.refused.get()) => Wakefulness::Refused,
        Some(_) => Wakefulness::Able,
    }
}

/// Keeps the screen on from now on, or stops doing so. The lock is requested again when the page becomes visible, when
/// the system released it, and on every further call.
pub fn stay_awake(on: bool) {
    AWAKE.with(|awake| {
        awake.wanted.set(on);
        if !on {
            if let Some(lock) = awake.lock.take() {
                // It does not matter if the lock is already released.
                let _ = call(&lock, "release", &Array::new());
            }
            return;
        }
        if !awake.listening.replace(true)
            && let Some(document) = web_sys::window().and_then(|window| window.document())
        {
            let shown = Closure::<dyn Fn()>::new(take);
            // Leaks the closure on purpose: it lives as long as the app.
            let _ =
                document.add_event_listener_with_callback("visibilitychange", shown.into_js_value().unchecked_ref());
        }
        take();
    });
}

/// Requests the lock if it is wanted, possible and not already held.
fn take() {
    let due = AWAKE.with(|awake| awake.wanted.get() && !awake.asking.get() && awake.lock.borrow().is_none());
    let shown = || web_sys::window().and_then(|window| window.document()).is_some_and(|document| !document.hidden());
    let Some(wake_lock) = (due && shown()).then(wake_lock).flatten() else { return };
    AWAKE.with(|awake| awake.asking.set(true));
    spawn_local(async move {
        let asked = ask(&wake_lock, "request", &Array::of1(&JsValue::from_str("screen"))).await;
        AWAKE.with(|awake| {
            awake.asking.set(false);
            awake.refused.set(asked.is_err());
            let Ok(lock) = asked else { return };
            if !awake.wanted.get() {
                // The table was left in the meantime.
                let _ = call(&lock, "release", &Array::new());
                return;
            }
            let released = Closure::once_into_js({
                let lock = lock.clone();
                move || released(&lock)
            });
            let _ = call(&lock, "addEventListener", &Array::of2(&JsValue::from_str("release"), &released));
            awake.lock.replace(Some(lock));
        });
    });
}

/// The lock was released, by the app, by the system, or because the page was hidden. If it is still wanted, requests it
/// again after a while.
fn released(gone: &JsValue) {
    let taken = AWAKE.with(|awake| awake.lock.borrow_mut().take_if(|lock| lock == gone).is_some());
    if taken {
        spawn_local(async {
            pause(SETTLE).await;
            take();
        });
    }
}

/// Whether the browser can vibrate the device.
pub fn can_buzz() -> bool {
    get(&navigator(), "vibrate").is_some_and(|it| it.is_function())
}

/// Vibrates briefly, if the device can.
pub fn buzz() {
    let _ = call(&navigator(), "vibrate", &Array::of1(&JsValue::from(super::BUZZ)));
}
