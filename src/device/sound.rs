//! The sound of a clock that has run out, made by the browser: no file is loaded. An iPhone in silent mode keeps quiet.
//!
//! Uses reflection, like `wake_lock.rs`.

use std::cell::RefCell;

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::wake_lock::{call, get};

/// The notes: when each begins, in seconds, and how high it is, in hertz.
const NOTES: [(f64, f64); 3] = [(0.0, 880.0), (0.25, 880.0), (0.5, 1174.7)];
/// How long a note takes to fade, in seconds.
const FADES: f64 = 0.4;
/// How loud a note begins, of 1.
const LOUD: f64 = 0.4;

thread_local! {
    static AUDIO: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

fn class() -> Option<Function> {
    get(&js_sys::global(), "AudioContext")?.dyn_into().ok()
}

/// Whether the browser can make a sound.
pub fn can_chime() -> bool {
    class().is_some()
}

/// Lets [`chime`] be heard after the next tap: before one, browsers keep a page quiet.
pub fn chime_after_tap() {
    let allow = || {
        AUDIO.with_borrow_mut(|audio| {
            if audio.is_none() {
                *audio = class().and_then(|class| Reflect::construct(&class, &Array::new()).ok());
            }
        });
    };
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    if AUDIO.with_borrow(Option::is_some) {
        return;
    }
    let once = Object::new();
    let _ = Reflect::set(&once, &JsValue::from_str("once"), &JsValue::TRUE);
    let _ = Reflect::set(&once, &JsValue::from_str("capture"), &JsValue::TRUE);
    let with = Array::of3(&JsValue::from_str("click"), &Closure::once_into_js(allow), &once);
    // If the browser refuses, it stays quiet.
    let _ = call(&document, "addEventListener", &with);
}

/// Plays three short notes, if the browser lets the page be heard.
pub fn chime() {
    if let Some(audio) = AUDIO.with_borrow(Clone::clone) {
        // The system may have stopped it while the app was in the background.
        let _ = call(&audio, "resume", &Array::new());
        for (after, pitch) in NOTES {
            let _ = play(&audio, after, pitch);
        }
    }
}

fn play(audio: &JsValue, after: f64, pitch: f64) -> Result<(), JsValue> {
    let number = JsValue::from_f64;
    let from = get(audio, "currentTime").and_then(|time| time.as_f64()).unwrap_or_default() + after;
    let [note, volume] = ["createOscillator", "createGain"].map(|make| call(audio, make, &Array::new()));
    let (note, volume) = (note?, volume?);
    let frequency = get(&note, "frequency").ok_or(JsValue::NULL)?;
    Reflect::set(&frequency, &JsValue::from_str("value"), &number(pitch))?;
    let gain = get(&volume, "gain").ok_or(JsValue::NULL)?;
    call(&gain, "setValueAtTime", &Array::of2(&number(LOUD), &number(from)))?;
    // It cannot fade to zero in this way, only to what nobody hears.
    call(&gain, "exponentialRampToValueAtTime", &Array::of2(&number(0.001), &number(from + FADES)))?;
    call(&note, "connect", &Array::of1(&volume))?;
    call(&volume, "connect", &Array::of1(&get(audio, "destination").ok_or(JsValue::NULL)?))?;
    call(&note, "start", &Array::of1(&number(from)))?;
    call(&note, "stop", &Array::of1(&number(from + FADES))).map(drop)
}
