//! The disk: the port `takujo_core::storage` for IndexedDB in a browser, and for a crash-safe embedded database elsewhere.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use native::Native;
#[cfg(target_arch = "wasm32")]
pub use web::{Web, on_any_change};
