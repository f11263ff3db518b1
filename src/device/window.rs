//! The window of the desktop app, and the page in the webview of the desktop and the mobile app.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use dioxus::prelude::*;
use serde::{Deserialize, Serialize};

#[cfg(feature = "desktop")]
use dioxus::desktop as webview;
#[cfg(not(feature = "desktop"))]
use dioxus::mobile as webview;

use webview::tao::dpi::{LogicalSize, PhysicalPosition, PhysicalSize};
use webview::tao::event::{Event, WindowEvent};
use webview::tao::window::Window;
use webview::{Config, WindowBuilder};

use crate::storage::Native;

const TITLE: &str = "Takujo 卓上";

/// The page around the app. It contains the style sheets and scripts, because `asset!` is only filled in by `dx`.
const PAGE: &str = concat!(
    r#"<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Takujo 卓上</title>"#,
    r#"<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><style>"#,
    include_str!("../../assets/generated/main.css"),
    include_str!("../../assets/generated/parts.css"),
    "</style><script>",
    include_str!("../../public/taps.js"),
    include_str!("echo.js"),
    r#"</script></head><body><div id="main"></div></body></html>"#
);

/// Where the window was when it was last closed or left, in physical pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Placement {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    maximized: bool,
}

impl Placement {
    fn file() -> Option<PathBuf> {
        Some(Native::folder()?.join("window.json"))
    }

    fn of(window: &Window) -> Placement {
        let (at, size) = (window.outer_position().unwrap_or_default(), window.inner_size());
        Placement { x: at.x, y: at.y, width: size.width, height: size.height, maximized: window.is_maximized() }
    }

    fn read() -> Option<Placement> {
        serde_json::from_str(&std::fs::read_to_string(Placement::file()?).ok()?).ok()
    }

    /// Stores it. If that fails, the window opens where the system puts it.
    fn write(self) {
        if let (Some(file), Ok(text)) = (Placement::file(), serde_json::to_string(&self)) {
            let _ = std::fs::write(file, text);
        }
    }

    /// Whether enough of the window's title bar to drag it by is on one of these screens, given as left, top, width,
    /// height.
    fn within_reach(self, screens: impl IntoIterator<Item = (i32, i32, u32, u32)>) -> bool {
        const REACH: i64 = 100;
        let (x, y, width) = (i64::from(self.x), i64::from(self.y), i64::from(self.width));
        screens.into_iter().any(|(left, top, across, down)| {
            let (left, top, across, down) = (i64::from(left), i64::from(top), i64::from(across), i64::from(down));
            (top..top + down).contains(&y) && (x + width).min(left + across) - x.max(left) >= REACH.min(width)
        })
    }
}

/// Starts the program once more, with the plain renderer of WebKit, where it would use the one that leaves windows blank
/// with NVIDIA's driver (<https://bugs.webkit.org/show_bug.cgi?id=262607>), on X11 as on Wayland. Whoever has set the
/// variable has chosen. Does nothing elsewhere: there the plain renderer is slower.
#[cfg(all(feature = "desktop", target_os = "linux"))]
pub fn spare_nvidia() {
    use std::os::unix::process::CommandExt;
    const PLAIN: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    const DRIVER: &str = "/proc/driver/nvidia/version";
    if std::env::var_os(PLAIN).is_some() || !std::path::Path::new(DRIVER).exists() {
        return;
    }
    // A program cannot safely change its own environment. This returns only if it fails, and then all is as it was.
    if let Ok(program) = std::env::current_exe() {
        let _ = std::process::Command::new(program).args(std::env::args_os().skip(1)).env(PLAIN, "1").exec();
    }
}

/// How the window looks and behaves.
pub fn config() -> Config {
    let stored = Placement::read();
    let opened = Rc::new(RefCell::new(Weak::<Window>::new()));
    let window = WindowBuilder::new()
        .with_title(TITLE)
        .with_min_inner_size(LogicalSize::new(320.0, 400.0))
        .with_inner_size(LogicalSize::new(480.0, 860.0));
    let window = match stored {
        None => window,
        Some(Placement { maximized: true, .. }) => window.with_maximized(true),
        Some(Placement { x, y, width, height, .. }) => {
            window.with_inner_size(PhysicalSize::new(width, height)).with_position(PhysicalPosition::new(x, y))
        }
    };
    let this = opened.clone();
    let config = Config::new()
        .with_window(window)
        .with_custom_index(PAGE.to_owned())
        .with_disable_context_menu(true)
        .with_on_window(move |window, _| {
            let screens = window.available_monitors().map(|screen| {
                let (at, size) = (screen.position(), screen.size());
                (at.x, at.y, size.width, size.height)
            });
            if stored.is_some_and(|place| !place.maximized && !place.within_reach(screens)) {
                let first = window.primary_monitor().map(|screen| screen.position());
                window.set_outer_position(first.unwrap_or_default());
            }
            *this.borrow_mut() = Arc::downgrade(&window);
        })
        .with_custom_event_handler(move |event, _| {
            let left = matches!(
                event,
                Event::WindowEvent { event: WindowEvent::CloseRequested | WindowEvent::Focused(false), .. }
            );
            if let Some(window) = opened.borrow().upgrade().filter(|window| left && !window.is_minimized()) {
                Placement::of(&window).write();
            }
        });
    let config = match webview::icon_from_memory(include_bytes!("../../public/icon-192.png")) {
        Ok(icon) => config.with_icon(icon),
        Err(_) => config,
    };
    // Only a Mac needs a menu: without one there are no keys to copy, paste and quit.
    if cfg!(target_os = "macos") && !cfg!(debug_assertions) { config } else { config.with_menu(None) }
}

/// Makes the system's "back" go back within the app: the button or gesture of an Android, the button of a mouse. The
/// webview knows only its own history, so that gets an entry whenever the app's has one; without it "back" would leave
/// the app. `address` is the current page's.
pub fn use_back(address: String) {
    use_hook(|| {
        spawn(async {
            let mut pressed = document::eval("onpopstate = () => dioxus.send(0); await new Promise(() => {})");
            while pressed.recv::<u8>().await.is_ok() {
                navigator().go_back();
            }
        })
    });
    use_effect(use_reactive(&address, |_| {
        document::eval(&format!("if ({} && !history.state) history.pushState(1, '')", navigator().can_go_back()));
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_on_a_screen_that_is_gone_is_out_of_reach() {
        let at = |x, y| Placement { x, y, width: 480, height: 860, maximized: false };
        let one = [(0, 0, 1920, 1080)];
        let two = [(0, 0, 1920, 1080), (1920, 0, 1280, 1024)];
        assert!(at(100, 50).within_reach(one));
        assert!(at(2000, 50).within_reach(two));
        assert!(!at(2000, 50).within_reach(one));
        assert!(at(-380, 0).within_reach(one));
        assert!(!at(-381, 0).within_reach(one));
        assert!(!at(100, -1).within_reach(one), "its title bar is above the screen");
        assert!(!at(100, 1080).within_reach(one));
    }
}
