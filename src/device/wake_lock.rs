//! The device in the middle of a table: its screen stays on, and it says by a buzz that a tap has passed the turn on.
//!
//! By reflection: the bindings of the wake lock are not stable yet, and not every browser has either.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::{Wakefulness, pause};

/// How long a turn that was passed on is felt, in milliseconds.
const BUZZ: i32 = 30;
/// How long after the system took the screen back it is asked again, in milliseconds.
const SETTLE: i32 = 1_000;

/// What keeps the screen on.
#[derive(Default)]
struct Awake {
    /// Whether a table is open that wants it.
    wanted: Cell<bool>,
    /// Whether an answer is still to come.
    asking: Cell<bool>,
    /// Whether the last answer was no.
    refused: Cell<bool>,
    /// Whether the page tells when it is shown again.
    listening: Cell<bool>,
    /// The lock, while it holds.
    lock: RefCell<Option<JsValue>>,
}

thread_local! {
    static AWAKE: Awake = Awake::default();
}

/// A property of a thing, if it has it.
pub(super) fn get(of: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(of, &JsValue::from_str(name)).ok().filter(|it| !it.is_undefined() && !it.is_null())
}

/// Calls a method by its name.
pub(super) fn call(of: &JsValue, method: &str, with: &Array) -> Result<JsValue, JsValue> {
    get(of, method).ok_or(JsValue::NULL)?.dyn_into::<Function>()?.apply(of, with)
}

/// Calls a method that answers later.
pub(super) async fn ask(of: &JsValue, method: &str, with: &Array) -> Result<JsValue, JsValue> {
    JsFuture::from(call(of, method, with)?.dyn_into::<Promise>()?).await
}

/// The browser, as far as it tells of itself.
pub(super) fn navigator() -> JsValue {
    web_sys::window().map_or(JsValue::UNDEFINED, |window| window.navigator().into())
}

fn wake_lock() -> Option<JsValue> {
    get(&navigator(), "wakeLock")
}

/// Whether the browser lets the app keep the screen on.
pub fn wakefulness() -> Wakefulness {
    match wake_lock() {
        None => Wakefulness::Unable,
        Some(_) if AWAKE.with(|awake| awake.refused.get()) => Wakefulness::Refused,
        Some(_) => Wakefulness::Able,
    }
}

/// Keeps the screen on from now, or lets it go. Asked again when the page is shown again, when the system has taken the
/// screen back, and by every further call.
pub fn stay_awake(on: bool) {
    AWAKE.with(|awake| {
        awake.wanted.set(on);
        if !on {
            if let Some(lock) = awake.lock.take() {
                // Nothing is left to do where it is gone already.
                let _ = call(&lock, "release", &Array::new());
            }
            return;
        }
        if !awake.listening.replace(true)
            && let Some(document) = web_sys::window().and_then(|window| window.document())
        {
            let shown = Closure::<dyn Fn()>::new(take);
            // For the life of the app.
            let _ =
                document.add_event_listener_with_callback("visibilitychange", shown.into_js_value().unchecked_ref());
        }
        take();
    });
}

/// Asks for the lock where it is wanted, may be had and is not there.
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
                // The table was left meanwhile.
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

/// A lock holds no longer: by the app's own will, or because the page was hidden or the system wanted it so.
fn released(gone: &JsValue) {
    let taken = AWAKE.with(|awake| awake.lock.borrow_mut().take_if(|lock| lock == gone).is_some());
    if taken {
        spawn_local(async {
            pause(SETTLE).await;
            take();
        });
    }
}

/// Whether the browser can make the device vibrate.
pub fn can_buzz() -> bool {
    get(&navigator(), "vibrate").is_some_and(|it| it.is_function())
}

/// A short buzz, where there is one to be had.
pub fn buzz() {
    let _ = call(&navigator(), "vibrate", &Array::of1(&JsValue::from(BUZZ)));
}
