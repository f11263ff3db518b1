//! Loads the rules, a lazy part and its text, and shows them: on a page of their own and in a sheet over any page.

use dioxus::prelude::*;
use takujo_core::i18n::t;

use super::components::{Show, ShowProps};
use super::reference::{InSheet, Loaded, Reference};
use super::rulebook::{Rulebook, read};
use crate::device;
use crate::lazy::LazyPart;
use crate::lazy_part;
use crate::play::GameInfo;
use crate::state::{StillWaiting, lang};
use crate::ui::{Glyph, Icon, Sheet};

/// The text that the build made. On the web it is fetched when the rules are first opened.
#[cfg(all(target_arch = "wasm32", debug_assertions))]
const TEXT: Option<Asset> = Some(asset!("/assets/generated/rules.txt"));
#[cfg(all(target_arch = "wasm32", not(debug_assertions)))]
const TEXT: Option<Asset> = None;

/// The text of the rules; `None` if it cannot be fetched.
async fn text() -> Option<&'static str> {
    #[cfg(target_arch = "wasm32")]
    let text = device::rules_text(TEXT).await.map(|text| &*text.leak());
    #[cfg(not(target_arch = "wasm32"))]
    let text = Some(include_str!("../../assets/generated/rules.txt"));
    text
}

/// Everything that reads, searches and draws the rules: a lazy part on the web.
struct RulesPart {
    read: fn(&'static str, &'static [GameInfo]) -> &'static Rulebook,
    show: fn(ShowProps) -> Element,
}

fn rules_part((): ()) -> &'static RulesPart {
    &RulesPart { read, show: Show }
}

static RULES_PART: LazyPart<RulesPart> = lazy_part!("rules", rules_part -> RulesPart);

/// Fetches and reads the rules; also to try again after a failure.
fn load(reference: Reference) {
    let (mut loaded, games) = (reference.loaded, *reference.games.peek());
    if *loaded.peek() == Loaded::Failed {
        loaded.set(Loaded::Waiting);
    }
    spawn(async move {
        let read = async { Some((RULES_PART.load().await?, text().await?)) };
        let Some((rules_part, text)) = read.await else { return loaded.set(Loaded::Failed) };
        loaded.set(Loaded::Ready((rules_part.read)(text, games)));
    });
}

/// The page, with the rules over it while a sheet is open. The page then keeps its state but cannot be reached.
#[component]
pub fn RulesSheet(children: Element) -> Element {
    let reference = use_context::<Reference>();
    let l = lang();
    let top = reference.top();
    let open = top.is_some();
    use_effect(use_reactive(&open, |open| {
        if !open {
            device::give_focus_back();
        }
    }));
    rsx! {
        div { class: "under", inert: open.then_some("true"), {children} }
        if let Some(place) = top {
            Sheet {
                key: "{place}",
                title: t::nav_rules(l),
                close_label: t::close(l),
                keeps_focus: !place.contains('/'),
                remembered: true,
                onclose: move |()| reference.close(),
                Inside { place }
            }
        }
    }
}

/// The content of a sheet, with a way back to the sheet below.
#[component]
fn Inside(place: String) -> Element {
    use_context_provider(|| InSheet);
    let l = lang();
    let reference = use_context::<Reference>();
    rsx! {
        if *reference.depth.read() > 1 {
            button { class: "chip backward", onclick: move |_| reference.back(1),
                Icon { glyph: Glyph::Back }
                {t::rules_back(l)}
            }
        }
        WithRules { place }
    }
}

/// What a place shows, once the rules are loaded.
#[component]
pub fn WithRules(place: String) -> Element {
    let l = lang();
    let reference = use_context::<Reference>();
    use_hook(|| {
        if !matches!(*reference.loaded.peek(), Loaded::Ready(_)) {
            load(reference);
        }
    });
    match *reference.loaded.read() {
        Loaded::Waiting => rsx! {
            p { class: "empty", role: "status", "data-state": "opening", {t::rules_loading(l)} }
            StillWaiting {}
        },
        Loaded::Failed => rsx! {
            div { class: "notice warn", role: "alert",
                Icon { glyph: Glyph::Warn }
                div {
                    p { {t::rules_failed(l)} }
                    button { class: "button", onclick: move |_| load(reference), {t::table_retry(l)} }
                }
            }
        },
        Loaded::Ready(rulebook) => match RULES_PART.get() {
            Some(RulesPart { show: Page, .. }) => rsx! {
                Page { rulebook, place }
            },
            None => rsx! {},
        },
    }
}
