//! What the machine does for the app, beyond keeping its tables: clock, chance, files, sharing, the system's wishes.

use rand::rngs::SmallRng;

#[cfg(target_arch = "wasm32")]
pub mod address;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(target_arch = "wasm32")]
pub use address::{on_depth, pop_depth, push_depth};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{
    give_focus_back, has_news, keep_focus, languages, on_depth, open_storage, pause, pop_depth, push_depth, reload,
    save_file, set_page, share, show_field,
};
#[cfg(target_arch = "wasm32")]
pub use web::{
    fetch, give_focus_back, has_news, keep_focus, languages, open_storage, pause, reload, save_file, set_page, share,
    show_field,
};

/// What became of something given out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// The system's share sheet took it, or the browser saves it.
    Done,
    /// It lies in the clipboard.
    Copied,
    /// It lies in this file.
    File(String),
    /// It could not be given.
    Failed,
}

/// The time now.
pub fn now() -> chrono::DateTime<chrono::Utc> {
    chrono::Utc::now()
}

/// Fresh chance, seeded by the system; from the clock where the system gives none.
pub fn chance() -> SmallRng {
    use rand::SeedableRng;
    SmallRng::try_from_rng(&mut rand::rngs::SysRng)
        .unwrap_or_else(|_| SmallRng::seed_from_u64(now().timestamp_micros().unsigned_abs()))
}

/// A new id for a table: its time and some chance.
pub fn new_id() -> String {
    use rand::RngExt;
    format!("{}-{:08x}", now().format("%Y%m%d%H%M%S"), chance().random::<u32>())
}
