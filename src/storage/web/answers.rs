//! What a browser answers: results, errors, and promises for what comes later.

use js_sys::{Promise, Reflect};
use takujo_core::storage::StorageError;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, Event, IdbRequest, IdbTransaction};

/// The name of what the browser threw, or of the error of a request that failed; empty if it has none.
pub(super) fn name_of(error: &JsValue) -> String {
    if let Some(exception) = error.dyn_ref::<DomException>() {
        exception.name()
    } else if let Some(target) = error.dyn_ref::<Event>().and_then(Event::target) {
        let error = Reflect::get(&target, &JsValue::from_str("error")).unwrap_or(JsValue::NULL);
        error.dyn_ref::<DomException>().map(DomException::name).unwrap_or_default()
    } else {
        String::new()
    }
}

/// The error for what the browser threw, or for the event of a request that failed.
pub(super) fn fault(error: &JsValue) -> StorageError {
    match name_of(error).as_str() {
        "QuotaExceededError" => StorageError::Full,
        "ConstraintError" => StorageError::Conflict,
        "SecurityError" | "NotAllowedError" => StorageError::Refused,
        "InvalidStateError" => StorageError::Lost,
        _ => StorageError::Broken,
    }
}

pub(super) fn thrown<T>(result: Result<T, JsValue>) -> Result<T, StorageError> {
    result.map_err(|error| fault(&error))
}

pub(super) async fn settled(promise: Promise) -> Result<JsValue, StorageError> {
    JsFuture::from(promise).await.map_err(|error| fault(&error))
}

pub(super) fn answered(request: &IdbRequest) -> Promise {
    Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    })
}

pub(super) fn completed(transaction: &IdbTransaction) -> Promise {
    Promise::new(&mut |resolve, reject| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onabort(Some(&reject));
    })
}

/// Commits now, in case the page is closed. Older browsers lack the call; their transactions commit by themselves a
/// moment later.
#[expect(deprecated, reason = "only its signature in web-sys will change")]
pub(super) fn commit(transaction: &IdbTransaction) {
    let _ = transaction.commit();
}

/// A promise that is rejected after a time, in milliseconds.
pub(super) fn timeout(milliseconds: i32) -> Promise {
    Promise::new(&mut |_, reject| {
        if let Some(window) = web_sys::window() {
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&reject, milliseconds);
        }
    })
}
