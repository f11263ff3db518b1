//! A link to give to another device: as a code to scan, as text, and by the system's share sheet.

use dioxus::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc, QrSegment};
use takujo_core::i18n::{Lang, t};

use super::{ChoiceField, Glyph, Icon, Pick, share_outcome_text};
use crate::device::{self, ShareOutcome};

/// How long what became of a link is shown, and how long to wait before the host is asked again, in milliseconds.
const SENT: i32 = 4_000;

/// Where other devices find this site, the likeliest address first; `None` until that is known.
pub fn use_sites() -> Signal<Option<Vec<String>>> {
    let mut sites = use_signal(|| None);
    use_future(move || async move {
        while sites.peek().is_none() {
            sites.set(device::site_addresses().await);
            device::pause(SENT).await;
        }
    });
    sites
}

/// A text as a QR code. Black on white in every theme, as some readers need it.
#[component]
pub fn QrDrawing(text: String, l: Lang) -> Element {
    let bytes = [QrSegment::make_bytes(text.as_bytes())];
    // Nothing on a screen is torn or dirty, and larger modules are read from further away.
    let Ok(code) = QrCode::encode_segments(&bytes, QrCodeEcc::Low) else { return rsx! {} };
    // With the margin of four modules on each side that readers need.
    let size = code.size() + 8;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            path.push_str(&format!("M{} {}h1v1h-1z", x + 4, y + 4));
        }
    }
    rsx! {
        svg { class: "code", view_box: "0 0 {size} {size}", role: "img", "aria-label": t::live_code(l),
            path { fill: "#fff", d: "M0 0h{size}v{size}h-{size}z" }
            path { fill: "#000", d: path }
        }
    }
}

/// A link, with the site's address as it is reached from elsewhere, if there are several. `behind` follows the address of the
/// site, and `title` goes with the link.
#[component]
pub fn LinkToGive(behind: String, title: String, l: Lang) -> Element {
    // What became of which address.
    let mut given = use_signal(|| None::<(String, ShareOutcome)>);
    let sites = use_sites();
    let mut at = use_signal(|| 0);
    let Some(sites) = sites() else {
        return rsx! {
            p { role: "status", {t::live_coming(l)} }
        };
    };
    let own = device::site_address("");
    let address = format!("{}{behind}", sites.get(at()).unwrap_or(&own));
    let shared = address.clone();
    let outcome =
        given().filter(|(of, _)| *of == address).map(|(_, given)| share_outcome_text(l, &given)).unwrap_or_default();
    let words = if outcome.is_empty() { t::live_give(l).to_owned() } else { outcome.clone() };
    rsx! {
        if sites.len() > 1 {
            ChoiceField {
                legend: t::live_site(l),
                name: "live_site",
                picks: sites.iter().map(|site| Pick { words: site.clone(), ..Pick::default() }).collect::<Vec<_>>(),
                chosen: Some(at()),
                onchoose: move |site| at.set(site),
            }
        }
        if sites.is_empty() {
            p { class: "notice warn", role: "status", {t::live_localhost(l)} }
        }
        QrDrawing { text: address.clone(), l }
        label { class: "field",
            span { {t::live_address(l)} }
            input { r#type: "text", readonly: true, value: "{address}" }
        }
        button {
            class: "button",
            onclick: move |_| {
                let (title, text) = (title.clone(), shared.clone());
                async move {
                    let outcome = device::share(title, text.clone()).await;
                    given.set(Some((text, outcome)));
                    device::pause(SENT).await;
                    given.set(None);
                }
            },
            Icon { glyph: Glyph::Share }
            // What happened is shown where the finger was.
            {words}
        }
        p { class: "hidden", role: "status", {outcome} }
    }
}
