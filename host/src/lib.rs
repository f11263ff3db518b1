//! takujo-host: serves the app, and tables that several phones share. `docs/live.md` is its protocol in words.
//!
//! Where to start: the crate `takujo_host_rules` decides what phones may do and hear; `live.rs` runs that for one
//! phone's connection; `log.rs` says what a store of logs promises, and has three beneath it; `backup.rs` copies the
//! one that is a file; `site.rs` answers with the app's files; `serve.rs` accepts connections and puts it all together.

pub mod backup;
pub mod limits;
mod live;
pub mod log;
mod metrics;
pub mod network;
mod serve;
mod site;

pub use serve::{Host, Options, start};
