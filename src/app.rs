//! Routes, layout.
use dioxus::prelude::*;

/// Starts the renderer that the build's feature picked.
pub fn launch() {
    LaunchBuilder::new().launch(App);
}

#[component]
fn App() -> Element {
    rsx! { Stylesheet {} h1 { "Takujo" } }
}

#[component]
fn Stylesheet() -> Element {
    rsx! {}
}
