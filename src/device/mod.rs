//! What the machine does for the app, beyond keeping its tables: clock, chance, files, sharing, the system's wishes.

use rand::rngs::SmallRng;

#[cfg(target_arch = "wasm32")]
pub mod address;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod picture;
#[cfg(target_arch = "wasm32")]
mod wake_lock;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(target_arch = "wasm32")]
pub use address::{on_depth, pop_depth, push_depth, to_top};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{
    buzz, can_buzz, card, give_focus_back, has_boot_page, has_update, keep_focus, languages, next_paint, on_depth,
    open_storage, pause, pop_depth, push_depth, reload, save_file, set_card, set_page, share, share_picture,
    show_field, stay_awake, to_top, wakefulness,
};
#[cfg(target_arch = "wasm32")]
pub use picture::share_picture;
#[cfg(target_arch = "wasm32")]
pub use wake_lock::{buzz, can_buzz, stay_awake, wakefulness};
#[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
pub use web::style;
#[cfg(target_arch = "wasm32")]
pub use web::{
    card, fetch, give_focus_back, has_boot_page, has_update, keep_focus, languages, next_paint, open_storage, pause,
    reload, save_file, set_card, set_page, share, show_field,
};

/// Whether the device can draw a picture. A window has nothing to draw on without a library for it.
pub const DRAWS: bool = cfg!(target_arch = "wasm32");

/// Whether the device lets the app keep its screen on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wakefulness {
    /// It can be asked.
    Able,
    /// It was asked, and would not: it is asked again at the next tap at a table.
    Refused,
    /// There is no way to ask.
    Unable,
}

/// One stroke of the brush.
#[derive(Debug, Clone, PartialEq)]
pub enum Stroke {
    /// A filled box.
    Fill {
        /// Left, top, width, height.
        at: [f64; 4],
        /// Its colour.
        colour: &'static str,
    },
    /// A line of text.
    Text {
        /// What it says.
        text: String,
        /// Where its left end stands, or its right end.
        x: f64,
        /// Where it stands.
        y: f64,
        /// Its font.
        font: String,
        /// Its colour.
        colour: &'static str,
        /// Whether `x` is its right end.
        right: bool,
        /// The room it has: a longer one is cut, and an ellipsis says so.
        room: f64,
    },
    /// A player's mark.
    Mark {
        /// Its shape, as a path in a square of 24.
        shape: &'static str,
        /// The colour of the disc under it.
        colour: &'static str,
        /// Left and top.
        at: [f64; 2],
        /// Wide and high.
        size: f64,
    },
}

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// What it is called as a file.
    pub name: String,
    /// How wide and high it is, in pixels.
    pub size: [f64; 2],
    /// How it is next_paint, in this order.
    pub strokes: Vec<Stroke>,
}

/// What became of something given out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShareOutcome {
    /// The system's share sheet took it, or the browser saves it.
    Done,
    /// It lies in the clipboard.
    Copied,
    /// It lies in this file.
    File(String),
    /// The share sheet was put away: nothing is to be said.
    Dropped,
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
