//! Starts the app: the renderer, the storage, then the router.

use dioxus::prelude::*;

#[cfg(any(feature = "web", feature = "desktop", feature = "mobile"))]
use crate::device;
use crate::games::{self, GAMES, judge, value_keys};
#[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
use crate::lazy::PARTS_STYLE;
use crate::pages::{page, picture_part};
use crate::route::{Pages, Route};
use crate::rules::Reference;
use crate::state::{App, SavedState};
use crate::table::{GameOfLink, PicturePart};

/// Starts the renderer selected by the build's feature.
#[cfg(any(feature = "web", feature = "desktop", feature = "mobile"))]
pub fn launch() {
    // The start is split into tasks: as one it would block a slow phone's taps for too long.
    #[cfg(target_arch = "wasm32")]
    wasm_bindgen_futures::spawn_local(async {
        device::address::start();
        device::pause(0).await;
        dioxus::launch(Main);
    });
    #[cfg(all(feature = "desktop", target_os = "linux"))]
    device::window::spare_nvidia();
    #[cfg(any(feature = "desktop", feature = "mobile"))]
    dioxus::LaunchBuilder::new().with_cfg(device::window::config()).launch(Main);
}

/// Without a renderer there is nothing to start.
#[cfg(not(any(feature = "web", feature = "desktop", feature = "mobile")))]
pub fn launch() {
    eprintln!("This build has no renderer: build with one of the features web, desktop, mobile.");
}

/// The main style sheet of what `dx` builds for the web. `scripts/build` links it by itself, as it does the other files, and
/// would only carry along what `dx` has to know of them; `device::window` has those of windows.
#[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
const STYLE: Asset = asset!("/assets/generated/main.css", AssetOptions::css().with_static_head(true));

/// The root component: opens the storage, then shows [`Started`].
#[component]
pub fn Main() -> Element {
    #[cfg(target_arch = "wasm32")]
    use_context_provider(device::address::history);
    let mut opened = use_signal(|| None);
    use_hook(|| spawn(async move { opened.set(Some(SavedState::device(value_keys()).await)) }));
    let opened = opened.read();
    // Named only so that `dx` includes them: the page links them already.
    #[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
    let _ = (STYLE, PARTS_STYLE);
    rsx! {
        if let Some(opened) = &*opened {
            Started { opened: opened.clone() }
        }
    }
}

/// The app, once its storage is open.
#[component]
pub fn Started(opened: SavedState) -> Element {
    let app = use_context_provider(|| App::new(&opened));
    use_context_provider(|| Pages(page));
    use_context_provider(|| PicturePart(picture_part));
    use_context_provider(|| GameOfLink { judge, name: |id, l| games::find(id).map_or("", |game| (game.name)(l)) });
    use_context_provider(|| Reference::new(GAMES));
    rsx! {
        if app.reached(1) {
            Router::<Route> {}
        }
    }
}
