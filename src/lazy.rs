//! Parts of the app that a browser loads when they are first needed, such as each game, the history, the settings, the
//! rules, the standings, and what only shared tables need.
//!
//! The build splits the program at each [`lazy_part!`](crate::lazy_part): everything that is reached only through it
//! goes into a file of its own. Native and debug builds are a single piece in which every part is always loaded. The
//! parts share a style sheet, which `scripts/start.js` fetches with the first of them.
// The splitter's macro generates the part's import and export, which Rust calls unsafe.
#![allow(unsafe_code)]

use std::pin::Pin;

use dioxus::prelude::*;
use takujo_core::i18n::t;

use crate::state::{StillWaiting, lang};

/// The style sheet of the parts. Split builds fetch it with the first part; others include it from the start.
#[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
pub const PARTS_STYLE: Asset =
    asset!("/assets/generated/parts.css", AssetOptions::css().with_static_head(cfg!(debug_assertions)));

/// A part's content, and how to get it.
pub struct LazyPart<T: 'static> {
    #[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
    loader: wasm_splitter::LazyLoader<(), &'static T>,
    #[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
    here: fn(()) -> &'static T,
}

#[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
pub use wasm_splitter as wasm_split;

impl<T> LazyPart<T> {
    /// A part in a file of its own; created by [`lazy_part!`](crate::lazy_part).
    #[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
    pub const fn new(loader: wasm_splitter::LazyLoader<(), &'static T>) -> LazyPart<T> {
        LazyPart { loader }
    }

    /// A part that is always loaded; created by [`lazy_part!`](crate::lazy_part).
    #[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
    pub const fn new(here: fn(()) -> &'static T) -> LazyPart<T> {
        LazyPart { here }
    }

    /// The content, if it is loaded.
    pub fn get(&'static self) -> Option<&'static T> {
        #[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
        return self.loader.call(()).ok();
        #[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
        return Some((self.here)(()));
    }

    /// The content, fetched first if needed. Does not return before it can be fetched: `scripts/start.js` goes on
    /// trying.
    pub async fn load(&'static self) -> Option<&'static T> {
        #[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
        if self.get().is_none() {
            self.loader.load().await;
        }
        self.get()
    }
}

/// `lazy_part!("file", function -> Type)`: a part whose content is returned by `function`, a `fn(()) -> &'static Type`.
#[macro_export]
macro_rules! lazy_part {
    ($file:literal, $function:ident -> $of:ty) => {{
        #[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
        {
            #[allow(unused_imports)]
            use $crate::lazy::wasm_split;
            $crate::lazy::LazyPart::new(wasm_split::lazy_loader!(extern $file fn $function(none: ()) -> &'static $of))
        }
        #[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
        $crate::lazy::LazyPart::new($function)
    }};
}

/// A part, whatever it contains.
trait Fetched {
    fn is_here(&'static self) -> bool;
    fn fetch(&'static self) -> Pin<Box<dyn Future<Output = ()>>>;
}

impl<T> Fetched for LazyPart<T> {
    fn is_here(&'static self) -> bool {
        self.get().is_some()
    }

    fn fetch(&'static self) -> Pin<Box<dyn Future<Output = ()>>> {
        Box::pin(async {
            self.load().await;
        })
    }
}

/// A part's content; redraws the component once it is loaded.
pub fn use_lazy_part<T>(part: &'static LazyPart<T>) -> Option<&'static T> {
    use_fetched(part);
    part.get()
}

/// If the part is not here when the component is first drawn, fetches it and then draws the component again. Not
/// generic over the part, so that the program contains it once.
fn use_fetched(part: &'static dyn Fetched) {
    let mut here = use_signal(|| part.is_here());
    use_hook(|| {
        if !*here.peek() {
            spawn(async move {
                part.fetch().await;
                here.set(part.is_here());
            });
        }
    });
    here();
}

/// A page of a part, or a placeholder until the part is loaded.
#[allow(non_snake_case)] // `Page` is a component held in a value.
pub fn use_lazy_page<T>(part: &'static LazyPart<T>, page: impl Fn(&T) -> fn() -> Element) -> Element {
    match use_lazy_part(part).map(page) {
        Some(Page) => rsx! {
            Page {}
        },
        None => rsx! {
            Waiting {}
        },
    }
}

/// A placeholder for a part that is still loading. Usually it loads at once, so text appears only after a delay.
#[component]
pub fn Waiting() -> Element {
    let l = lang();
    let mut slow = use_signal(|| false);
    use_hook(|| {
        spawn(async move {
            crate::device::pause(3_000).await;
            slow.set(true);
        })
    });
    rsx! {
        div { role: "status", "data-state": "opening",
            if slow() {
                p { class: "empty", {t::part_slow(l)} }
                button { class: "button", onclick: move |_| crate::device::reload(), {t::table_retry(l)} }
            } else {
                StillWaiting {}
            }
        }
    }
}
