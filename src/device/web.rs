//! The device behind a page in a browser: the same functions as in `native.rs`.

use std::rc::Rc;

use dioxus::prelude::{Asset, Key, KeyboardEvent, MountedData};
use js_sys::{Array, Function, Object, Reflect};
use takujo_core::storage::{Storage, StorageError};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlAnchorElement, Url};

use super::ShareOutcome;
use super::wake_lock::{ask, call, get, navigator};
use crate::storage::Web;

/// The languages the system asks for, best first.
pub fn languages() -> Vec<String> {
    let languages = web_sys::window().map(|window| window.navigator().languages());
    languages.map(|tags| Array::from(&tags).iter().filter_map(|tag| tag.as_string()).collect()).unwrap_or_default()
}

/// Opens the storage.
///
/// # Errors
/// If the browser does not allow storage.
pub async fn open_storage() -> Result<Rc<dyn Storage>, StorageError> {
    Ok(Rc::new(Web::open().await?))
}

/// Sets the page's language, theme and title, stores the first two for the next boot page, and removes the boot page,
/// so that what the app has drawn is seen.
pub fn set_page(lang: &str, theme: &str, title: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    document.set_title(title);
    if let Some(root) = document.document_element() {
        // Both names are valid attribute names, so this cannot fail.
        let _ = root.set_attribute("lang", lang);
        let _ = root.set_attribute("data-theme", theme);
    }
    drop_first();
    // If this fails, the next boot page follows the system.
    if let Some(local) = for_the_start() {
        let _ = local.set_item("lang", lang);
        let _ = local.set_item("theme", theme);
    }
}

/// The local storage, which `public/boot.js` reads at the next start, before the app runs.
fn for_the_start() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// Whether readings are shown above kanji (`public/furigana.js`); `None` if the choice cannot be stored.
pub fn furigana() -> Option<bool> {
    for_the_start()?.get_item("furigana").ok().map(|choice| choice.is_some())
}

/// Shows readings above kanji, or stops it.
pub fn set_furigana(on: bool) {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    let (Some(root), Some(local)) = (root, for_the_start()) else { return };
    // If this fails, the readings are gone at the next start.
    let _ = if on { local.set_item("furigana", "1") } else { local.remove_item("furigana") };
    let _ = root.toggle_attribute_with_force("data-furigana", on);
}

/// The stored cards of the tables in play, see [`crate::state::HomeCard`].
pub fn card() -> Option<String> {
    for_the_start()?.get_item("card").ok().flatten()
}

/// Stores the cards of the tables in play for the next boot page; `None` if there are none.
pub fn set_card(card: Option<&str>) {
    if let Some(local) = for_the_start() {
        // If this fails, the cards appear at the next start once the tables have been read.
        let _ = match card {
            Some(card) => local.set_item("card", card),
            None => local.remove_item("card"),
        };
    }
}

/// The boot page, until it is removed.
fn first() -> Option<web_sys::Element> {
    web_sys::window()?.document()?.get_element_by_id("first")
}

/// Whether the boot page shows the page at the current address; it then covers the app's own until [`set_page`]. If
/// not, removes it. `public/boot.js` marks it with its address, unless it is the home page.
pub fn has_boot_page() -> bool {
    let asked = first().is_some_and(|first| {
        let shown = first.get_attribute("data-at");
        super::address::is(shown.as_deref().unwrap_or(super::address::HOME))
    });
    if !asked {
        drop_first();
    }
    asked
}

fn drop_first() {
    if let Some(first) = first() {
        first.remove();
    }
}

/// The key of an event, if it is one that the app uses. The renderer's own parser knows the name of every key and is
/// ten times as large.
pub fn key(event: &KeyboardEvent) -> Key {
    let pressed = event.data().downcast::<web_sys::KeyboardEvent>().map(web_sys::KeyboardEvent::key);
    match pressed.as_deref() {
        Some("Escape") => Key::Escape,
        Some("Enter") => Key::Enter,
        Some("Backspace") => Key::Backspace,
        Some("ArrowLeft") => Key::ArrowLeft,
        Some("ArrowRight") => Key::ArrowRight,
        Some("ArrowUp") => Key::ArrowUp,
        Some("ArrowDown") => Key::ArrowDown,
        Some(one) if one.chars().nth(1).is_none() => Key::Character(one.to_owned()),
        _ => Key::Unidentified,
    }
}

/// Reloads the page.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        let _ = window.location().reload();
    }
}

/// Whether a new version is ready and has not been dismissed, as `public/boot.js` reports on the page.
pub fn has_update() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let root = document.and_then(|document| document.document_element());
    root.is_some_and(|root| root.has_attribute("data-news"))
}

/// Whether another version than this one was started last on this device. Remembers this one.
pub fn was_updated(version: &str) -> bool {
    let Some(local) = for_the_start() else { return false };
    let before = local.get_item("version").ok().flatten();
    // If this fails, it is said again at the next start.
    let _ = local.set_item("version", version);
    before.is_some_and(|before| before != version)
}

/// Scrolls to the field of this name and focuses it. If there is no such field now, scrolls to the options as a whole.
pub fn show_field(name: &str) {
    // The name comes from the address, so only what can be the name of a field is accepted.
    if !name.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_') {
        return;
    }
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let find = |selector: &str| document.query_selector(selector).ok().flatten();
    let field = find(&format!("[name={name}]:checked")).or_else(|| find(&format!("[name={name}]")));
    let shown = field.as_ref().and_then(|field| field.closest("fieldset, label").ok().flatten());
    if let Some(shown) = shown.or_else(|| find(".options")) {
        let _ = shown.set_attribute("data-asked", "");
        shown.scroll_into_view();
    }
    if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = field.focus();
    }
}

/// The full address of `path` beside the app, for sharing.
pub fn site_address(path: &str) -> String {
    let page = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    let page = page.split(['#', '?']).next().unwrap_or_default();
    let folder = page.rfind('/').map_or("", |at| &page[..=at]);
    format!("{folder}{path}")
}

/// The addresses at which other devices find this site, the likeliest first. Where the page was opened at an address
/// that each device has for itself, its host says what it is called otherwise.
/// `None` if it does not answer.
pub async fn site_addresses() -> Option<Vec<String>> {
    let own = site_address("");
    let name = web_sys::window().and_then(|window| window.location().hostname().ok()).unwrap_or_default();
    if name != "localhost" && name != "[::1]" && !name.starts_with("127.") {
        return Some(vec![own]);
    }
    // The path of the folder, if the site is in one.
    let folder = own.splitn(4, '/').nth(3).unwrap_or_default();
    let all = fetched(&site_address("addresses")).await?.unwrap_or_default();
    Some(all.lines().filter(|line| line.starts_with("http")).map(|line| format!("{line}{folder}")).collect())
}

/// The text at an address; `None` if nobody answers, and `Some(None)` if the answer is that there is none.
async fn fetched(address: &str) -> Option<Option<String>> {
    let response = JsFuture::from(web_sys::window()?.fetch_with_str(address)).await.ok()?;
    let response: web_sys::Response = response.dyn_into().ok()?;
    if !response.ok() {
        return Some(None);
    }
    Some(JsFuture::from(response.text().ok()?).await.ok()?.as_string())
}

/// Fetches the text of the rules; `None` if it cannot be had. `scripts/start.js` says where it is, in debug builds the
/// asset itself.
pub async fn rules_text(text: Option<Asset>) -> Option<String> {
    let window = web_sys::window()?;
    let address = window.document()?.document_element()?.get_attribute("data-rules");
    // Relative, because the app may live under any path; the asset's own address assumes the root of the host.
    #[cfg(debug_assertions)]
    let address = address.or_else(|| Some(format!("./assets/{}", text?.bundled().bundled_path())));
    // The page of other builds knows it.
    #[cfg(not(debug_assertions))]
    let _ = text;
    fetched(&address?).await?
}

thread_local! {
    static FOCUSED: std::cell::RefCell<Vec<Option<web_sys::HtmlElement>>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Whether a media query is true.
fn is(query: &str) -> bool {
    let asked = web_sys::window().and_then(|it| it.match_media(query).ok().flatten());
    asked.is_some_and(|asked| asked.matches())
}

/// Whether the person wants no motion.
pub fn still() -> bool {
    is("(prefers-reduced-motion: reduce)")
}

/// Lets the children of an element glide to their places. The child at each place comes from the place that `from` has
/// there.
pub fn glide(list: &MountedData, from: &[usize], milliseconds: i32) {
    let Some(children) = list.downcast::<web_sys::Element>().and_then(|list| get(list, "children")) else { return };
    let child = |at: usize| get(&children, &at.to_string());
    let offset = |of: &JsValue, name: &str| get(of, name).and_then(|offset| offset.as_f64()).unwrap_or(0.0);
    for (at, from) in from.iter().enumerate().filter(|(at, from)| at != *from) {
        let Some((here, there)) = child(at).zip(child(*from)) else { continue };
        let way = ["offsetLeft", "offsetTop"].map(|name| offset(&there, name) - offset(&here, name));
        let moved = format!("translate({}px,{}px)", way[0], way[1]);
        let frames = Object::new();
        let steps = Array::of2(&moved.into(), &"none".into());
        // Without it they change places at once.
        let _ = Reflect::set(&frames, &"transform".into(), &steps);
        let _ = call(&here, "animate", &Array::of2(&frames, &milliseconds.into()));
    }
}

/// Whether an installed app would have a storage of its own, and this is not it: on iPhones, the only ones where browsers
/// have `standalone`.
pub fn apart() -> bool {
    get(&navigator(), "standalone").is_some_and(|installed| installed.as_bool() == Some(false))
}

/// Whether what is stored stays until the person deletes it: the browser says so, or it is an app that was installed on an
/// iPhone.
pub async fn is_persistent() -> bool {
    let is_true = |value: JsValue| value.as_bool() == Some(true);
    if get(&navigator(), "standalone").is_some_and(is_true) {
        return true;
    }
    let Some(storage) = get(&navigator(), "storage") else { return false };
    ask(&storage, "persisted", &Array::new()).await.is_ok_and(is_true)
}

/// What the browser installs the app with, if it can; `scripts/start.js` keeps it.
fn installer() -> Option<JsValue> {
    get(&web_sys::window()?.into(), "installer")
}

/// Whether the browser can be asked to install the app.
pub fn can_install() -> bool {
    installer().is_some()
}

/// Asks the browser to install the app; whether the person agreed. It can be asked once.
pub async fn install() -> bool {
    let Some(installer) = installer() else { return false };
    let choice = ask(&installer, "prompt", &Array::new()).await;
    if let Some(window) = web_sys::window() {
        let _ = Reflect::set(&window.into(), &"installer".into(), &JsValue::UNDEFINED);
    }
    choice.ok().and_then(|choice| get(&choice, "outcome")).is_some_and(|outcome| outcome == "accepted")
}

/// Whether the page has room for two columns, as in the style sheet, or would have if a tablet were turned.
pub fn wide() -> bool {
    is("(min-width: 900px), (min-width: 600px) and (min-height: 900px)")
}

/// Whether the page is as wide as a tablet's in landscape, or wider.
pub fn big() -> bool {
    is("(min-width: 1280px)")
}

/// Waits for `milliseconds`. Even zero lets the browser draw the page and take taps first.
pub async fn pause(milliseconds: i32) {
    let Some(window) = web_sys::window() else { return };
    let paused = js_sys::Promise::new(&mut |done, _| {
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&done, milliseconds);
    });
    let _ = JsFuture::from(paused).await;
}

/// Turns on or off the browser's question before the page is closed or reloaded.
pub fn warn_before_closing(warn: bool) {
    thread_local! {
        // Any value makes the browser ask, in words of its own.
        static ASK: Function =
            Closure::<dyn Fn() -> JsValue>::new(|| JsValue::from_str("?")).into_js_value().unchecked_into();
    }
    if let Some(window) = web_sys::window() {
        ASK.with(|ask| window.set_onbeforeunload(warn.then_some(ask)));
    }
}

/// Waits until the next frame has been painted. All who wait at the same time wait for the same frame.
pub async fn next_paint() {
    thread_local! {
        static NEXT: std::cell::RefCell<Option<js_sys::Promise>> = const { std::cell::RefCell::new(None) };
    }
    let begin = |done: &Function| -> Result<(), JsValue> {
        let window = web_sys::window().ok_or(JsValue::NULL)?;
        let timer: Function = Reflect::get(&window, &JsValue::from_str("setTimeout"))?.dyn_into()?;
        // This runs just before the frame is painted, so the timer fires just after it.
        window.request_animation_frame(timer.bind2(&window, done, &JsValue::from(0)).unchecked_ref())?;
        Ok(())
    };
    let wait = || {
        js_sys::Promise::new(&mut |done, _| {
            // If nothing is painted there is nothing to wait for.
            if begin(&done).is_err() {
                let _ = done.call0(&JsValue::NULL);
            }
        })
    };
    let next = NEXT.with_borrow_mut(|next| next.get_or_insert_with(wait).clone());
    let _ = JsFuture::from(next).await;
    NEXT.take();
}

/// Remembers the focused element, on a stack.
pub fn keep_focus() {
    let focused = web_sys::window().and_then(|window| window.document()?.active_element()?.dyn_into().ok());
    FOCUSED.with_borrow_mut(|elements| elements.push(focused));
}

/// Focuses the element that was remembered last, and forgets it.
pub fn give_focus_back() {
    if let Some(Some(element)) = FOCUSED.with_borrow_mut(Vec::pop) {
        // It does not matter if the element is gone.
        let _ = element.focus();
    }
}

/// How long the bytes of a download are held, in milliseconds: Safari may read them only after it has asked the person.
const HELD: i32 = 60_000;

/// Saves bytes as a download.
fn save_blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(blob)?;
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let document = window.document().ok_or(JsValue::NULL)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    let release = Closure::once_into_js(move || Url::revoke_object_url(&url));
    window.set_timeout_with_callback_and_timeout_and_arguments_0(release.unchecked_ref(), HELD).map(drop)
}

/// Saves a text file: on a phone or tablet through the share sheet, if that accepts it, because an installed app on an
/// iPhone shows a download as a preview without a way back; otherwise as a download.
pub async fn save_file(name: &str, kind: &str, text: &str) -> ShareOutcome {
    match file(name, kind, &JsValue::from_str(text)) {
        Ok(file) if is("(pointer: coarse)") => match share_file(name, &file).await {
            ShareOutcome::Done => ShareOutcome::Given,
            other => other,
        },
        Ok(file) => save_blob(name, file.unchecked_ref()).map_or(ShareOutcome::Failed, |()| ShareOutcome::Saved),
        Err(_) => ShareOutcome::Failed,
    }
}

/// A file with this content.
pub(super) fn file(name: &str, kind: &str, content: &JsValue) -> Result<JsValue, JsValue> {
    let options = Object::new();
    Reflect::set(&options, &JsValue::from_str("type"), &JsValue::from_str(kind))?;
    let class: Function = get(&js_sys::global(), "File").ok_or(JsValue::NULL)?.dyn_into()?;
    Reflect::construct(&class, &Array::of3(&Array::of1(content), &JsValue::from_str(name), &options))
}

/// Shares a file through the share sheet if that accepts it, otherwise saves it as a download.
pub(super) async fn share_file(name: &str, file: &JsValue) -> ShareOutcome {
    let data = Object::new();
    let with = Array::of1(&data);
    let shares = Reflect::set(&data, &JsValue::from_str("files"), &Array::of1(file)).is_ok()
        && call(&navigator(), "canShare", &with).is_ok_and(|can| can.is_truthy());
    if shares {
        match ask(&navigator(), "share", &with).await {
            Ok(_) => return ShareOutcome::Done,
            Err(error) if put_away(&error) => return ShareOutcome::Dismissed,
            Err(_) => {}
        }
    }
    save_blob(name, file.unchecked_ref()).map_or(ShareOutcome::Failed, |()| ShareOutcome::Saved)
}

/// Whether a share failed because the share sheet was dismissed.
fn put_away(error: &JsValue) -> bool {
    Reflect::get(error, &JsValue::from_str("name")).is_ok_and(|name| name == "AbortError")
}

/// Shares a text through the share sheet, or else copies it, or else saves it as a download.
pub async fn share(title: String, text: String) -> ShareOutcome {
    let Some(navigator) = web_sys::window().map(|window| window.navigator()) else { return ShareOutcome::Failed };
    let data = Object::new();
    let _ = Reflect::set(&data, &JsValue::from_str("title"), &JsValue::from_str(&title));
    let _ = Reflect::set(&data, &JsValue::from_str("text"), &JsValue::from_str(&text));
    match ask(&navigator, "share", &Array::of1(&data)).await {
        Ok(_) => return ShareOutcome::Done,
        Err(error) if put_away(&error) => return ShareOutcome::Dismissed,
        Err(_) => {}
    }
    let clipboard = get(&navigator, "clipboard");
    match clipboard {
        Some(_) if JsFuture::from(navigator.clipboard().write_text(&text)).await.is_ok() => ShareOutcome::Copied,
        _ => save_file("takujo.txt", "text/plain", &text).await,
    }
}
