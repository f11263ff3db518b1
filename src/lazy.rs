//! Parts of the app that a browser loads when they are first needed: each game, the history, the settings, the rules.
//!
//! The build cuts the program at each [`lazy_part!`](crate::lazy_part) and everything only reached through it goes into a file of its own. The
//! other builds, and unoptimised ones, hold all in one piece, there a part is always here. The parts share a style sheet,
//! fetched with the first of them.
// The macro of the splitter writes the import and the export of a part, which Rust calls unsafe.
#![allow(unsafe_code)]

use dioxus::prelude::*;

use crate::i18n::t;
use crate::state::lang;

/// The style sheet of the parts: a build that is cut fetches it with the first of them, the others have it from the start.
pub const PARTS_STYLE: Asset =
    asset!("/assets/generated/parts.css", AssetOptions::css().with_static_head(cfg!(debug_assertions)));

/// What a part holds, and how to come by it.
pub struct LazyPart<T: 'static> {
    #[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
    loader: wasm_splitter::LazyLoader<(), &'static T>,
    #[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
    here: fn(()) -> &'static T,
}

#[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
pub use wasm_splitter as wasm_split;

impl<T> LazyPart<T> {
    /// A part of a file of its own. Made by [`lazy_part!`](crate::lazy_part).
    #[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
    pub const fn new(loader: wasm_splitter::LazyLoader<(), &'static T>) -> LazyPart<T> {
        LazyPart { loader }
    }

    /// A part that is always here. Made by [`lazy_part!`](crate::lazy_part).
    #[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
    pub const fn new(here: fn(()) -> &'static T) -> LazyPart<T> {
        LazyPart { here }
    }

    /// What it holds, if it is here.
    pub fn get(&'static self) -> Option<&'static T> {
        #[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
        return self.loader.call(()).ok();
        #[cfg(not(all(target_arch = "wasm32", not(debug_assertions))))]
        return Some((self.here)(()));
    }

    /// What it holds, fetched first where it must be. Does not end while it cannot be fetched.
    pub async fn load(&'static self) -> Option<&'static T> {
        #[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
        if self.get().is_none() {
            // Both at once.
            let style = crate::device::style(PARTS_STYLE);
            self.loader.load().await;
            style.await;
        }
        self.get()
    }
}

/// `lazy_part!("file", function -> Type)`: the part that `function`, a `fn(()) -> &'static Type`, gives.
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

/// A part, from a component that is drawn again once it is here.
pub fn use_lazy_part<T>(part: &'static LazyPart<T>) -> Option<&'static T> {
    let mut here = use_signal(|| part.get());
    use_hook(|| {
        if here.peek().is_none() {
            spawn(async move { here.set(part.load().await) });
        }
    });
    here()
}

/// What stands where a part is still to come. Words only when it takes long: mostly it is here at once.
#[component]
pub fn Waiting() -> Element {
    let l = lang();
    let slow = use_resource(|| crate::device::pause(3_000));
    rsx! {
        div { role: "status",
            if slow.read().is_some() {
                p { class: "empty", {t::part_slow(l)} }
                button { class: "button", onclick: move |_| crate::device::reload(), {t::table_retry(l)} }
            }
        }
    }
}
