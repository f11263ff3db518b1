//! What the machine does for the app, besides storage: clock, randomness, files, sharing, pictures, vibration, sockets,
//! system preferences.
//!
//! A browser's side of it is in `web.rs`, `address.rs`, `picture.rs`, `socket.rs` and `wake_lock.rs`; `native.rs` has
//! the same functions for windows on a desktop or a phone, some of which do nothing there. It asks `android.rs` on
//! Android; `window.rs` is the window itself.

use rand::rngs::SmallRng;

#[cfg(target_arch = "wasm32")]
pub mod address;
#[cfg(all(target_os = "android", feature = "mobile"))]
mod android;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod picture;
#[cfg(target_arch = "wasm32")]
mod socket;
#[cfg(target_arch = "wasm32")]
mod sound;
#[cfg(target_arch = "wasm32")]
mod wake_lock;
#[cfg(target_arch = "wasm32")]
mod web;
#[cfg(any(feature = "desktop", feature = "mobile"))]
pub mod window;

#[cfg(target_arch = "wasm32")]
pub use crate::storage::on_any_change;
#[cfg(target_arch = "wasm32")]
pub use address::{on_depth, pop_depth, push_depth, sheet_closed, sheet_opened, to_top};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{
    NoSocket as Socket, apart, big, buzz, can_buzz, can_chime, can_install, card, chime, chime_after_tap, furigana,
    give_focus_back, glide, has_boot_page, has_update, install, is_persistent, keep_focus, key, languages, next_paint,
    on_any_change, on_depth, on_wake, open_storage, pause, pop_depth, push_depth, reload, save_file, set_card,
    set_furigana, set_page, share, share_picture, sheet_closed, sheet_opened, show_field, site_address, site_addresses,
    stay_awake, still, to_top, wakefulness, warn_before_closing, was_updated, wide,
};
#[cfg(target_arch = "wasm32")]
pub use picture::share_picture;
#[cfg(target_arch = "wasm32")]
pub use socket::{Socket, on_wake};
#[cfg(target_arch = "wasm32")]
pub use sound::{can_chime, chime, chime_after_tap};
#[cfg(target_arch = "wasm32")]
pub use wake_lock::{buzz, can_buzz, stay_awake, wakefulness};
#[cfg(target_arch = "wasm32")]
pub use web::{
    apart, big, can_install, card, furigana, give_focus_back, glide, has_boot_page, has_update, install, is_persistent,
    keep_focus, key, languages, next_paint, open_storage, pause, reload, rules_text, save_file, set_card, set_furigana,
    set_page, share, show_field, site_address, site_addresses, still, warn_before_closing, was_updated, wide,
};

/// How long the device vibrates for a new turn, in milliseconds.
#[cfg(any(target_arch = "wasm32", all(target_os = "android", feature = "mobile")))]
const BUZZ: u32 = 30;

/// Whether the device can draw pictures, see `share_picture`. A native window would need a graphics library for it.
pub const DRAWS: bool = cfg!(target_arch = "wasm32");

/// Whether the device can keep its screen on for the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wakefulness {
    /// It can be asked.
    Able,
    /// It refused; the app asks again at the next tap at a table.
    Refused,
    /// It has no way to ask.
    Unable,
}

/// Whether the app may have come from a host that lets phones share tables: a native window has not.
pub const HAS_HOST: bool = cfg!(target_arch = "wasm32");

/// What a socket reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SocketEvent {
    /// It is connected.
    Opened,
    /// A message arrived.
    Message(Vec<u8>),
    /// The connection has ended, or could not be made.
    Closed,
}

/// One step in drawing a picture. Lengths are in pixels.
#[derive(Debug, Clone, PartialEq)]
pub enum Stroke {
    /// A filled rectangle.
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
        /// Its left end, or its right end if `right`.
        x: f64,
        /// Its baseline.
        y: f64,
        /// Its font, as in CSS.
        font: String,
        /// Its colour.
        colour: &'static str,
        /// Whether `x` is its right end.
        right: bool,
        /// The most width it may take: a longer text is cut, and ends in an ellipsis.
        room: f64,
    },
    /// A line with round corners.
    Line {
        /// Its path, as in SVG.
        path: String,
        /// Its colour.
        colour: &'static str,
        /// Its width.
        width: f64,
    },
    /// A player's mark.
    Mark {
        /// Its shape, as a path in a 24 by 24 square.
        shape: &'static str,
        /// The colour of the disc behind it.
        colour: &'static str,
        /// Left and top.
        at: [f64; 2],
        /// Width and height.
        size: f64,
    },
}

/// A picture to share.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Its file name.
    pub name: String,
    /// Width and height, in pixels.
    pub size: [f64; 2],
    /// The steps that draw it, in this order.
    pub strokes: Vec<Stroke>,
}

/// What became of something shared or saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShareOutcome {
    /// The share sheet took it.
    Done,
    /// The share sheet took a file that was to be saved.
    Given,
    /// The browser is saving it as a download.
    Saved,
    /// It is in the clipboard.
    Copied,
    /// It was saved to this file.
    File(String),
    /// The person dismissed the share sheet or the dialog, so nothing was shared or saved.
    Dismissed,
    /// The share sheet reports nothing, so there is nothing to say.
    Unknown,
    /// It failed.
    Failed,
}

/// The time now.
pub fn now() -> chrono::DateTime<chrono::Utc> {
    chrono::Utc::now()
}

/// A moment by the calendar and clock of this device, for what people read.
pub fn local(at: chrono::DateTime<chrono::Utc>) -> chrono::NaiveDateTime {
    at.with_timezone(&chrono::Local).naive_local()
}

/// The moment at which the calendar and clock of this device say so; the earlier one where they say it twice.
pub fn moment(local: chrono::NaiveDateTime) -> Option<chrono::DateTime<chrono::Utc>> {
    local.and_local_timezone(chrono::Local).earliest().map(|at| at.to_utc())
}

/// Random bytes for what nobody may guess, from the system; `None` if it gives none. They do not come from [`chance`],
/// where whoever sees some of the numbers can compute the others.
pub fn secret<const N: usize>() -> Option<[u8; N]> {
    use rand::TryRng;
    let mut bytes = [0; N];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes).ok().map(|()| bytes)
}

/// A fresh random generator for drawing lots and for ids, seeded by the system, or by the clock if the system cannot.
pub fn chance() -> SmallRng {
    use rand::SeedableRng;
    SmallRng::try_from_rng(&mut rand::rngs::SysRng)
        .unwrap_or_else(|_| SmallRng::seed_from_u64(now().timestamp_micros().unsigned_abs()))
}

/// A new table id: the time, to the second and in UTC, and a random number.
pub fn new_id() -> String {
    use rand::RngExt;
    // The digits down to seconds. By hand, because chrono's formatter for patterns would add its code to every start.
    let time: String = now().naive_utc().to_string().chars().filter(char::is_ascii_digit).take(14).collect();
    format!("{time}-{:08x}", chance().random::<u32>())
}
