//! The device behind a native window, on a desktop or on a phone: the same functions as in a browser. Some do nothing
//! here, and say why.

use std::future::poll_fn;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

use dioxus::prelude::{EventHandler, Key, KeyboardEvent};
use takujo_core::storage::{Storage, StorageError};

use super::{Picture, ShareOutcome, Wakefulness};
use crate::storage::Native;

/// The languages the system asks for, best first.
pub fn languages() -> Vec<String> {
    sys_locale::get_locales().collect()
}

/// Opens the storage.
///
/// # Errors
/// If nothing can be stored.
pub async fn open_storage() -> Result<Rc<dyn Storage>, StorageError> {
    Ok(Rc::new(Native::open_default()?))
}

/// Runs a script in the page, if there is one: tests and tools draw without it.
fn in_page(_script: &str) {
    #[cfg(any(feature = "desktop", feature = "mobile"))]
    dioxus::document::eval(_script);
}

/// Sets the language and the theme of the page around the app. The window keeps its title.
pub fn set_page(lang: &str, theme: &str, _title: &str) {
    in_page(&format!("document.documentElement.lang = '{lang}'; document.documentElement.dataset.theme = '{theme}'"));
}

/// Always `None`: native windows show no readings above kanji.
pub fn furigana() -> Option<bool> {
    None
}

/// Does nothing, see [`furigana`].
pub fn set_furigana(_on: bool) {}

/// Scrolls to the field `name`.
pub fn show_field(name: &str) {
    in_page(&format!("document.getElementsByName({name:?})[0]?.scrollIntoView({{ block: 'center' }})"));
}

/// The key of an event.
pub fn key(event: &KeyboardEvent) -> Key {
    #[expect(clippy::disallowed_methods, reason = "native renderers have nothing smaller")]
    event.key()
}

/// Does nothing: nothing has to be loaded again, as all parts are in the program.
pub fn reload() {}

/// Always false: whoever installs a native app says what is new in it.
pub fn was_updated(_version: &str) -> bool {
    false
}

/// Always false: the system's installer updates native apps.
pub fn has_update() -> bool {
    false
}

/// Always `None`: there is no boot page that could show a card.
pub fn card() -> Option<String> {
    None
}

/// Does nothing: there is no boot page that could show a card.
pub fn set_card(_card: Option<&str>) {}

/// Always false: a native window starts empty.
pub fn has_boot_page() -> bool {
    false
}

/// Returns at once: the renderer paints by itself.
pub async fn next_paint() {}

/// Whether the person wants no motion: always true, since the renderers cannot ask.
pub fn still() -> bool {
    true
}

/// Never has to do anything, as nobody wants motion here, see [`still`].
pub fn glide(_list: &dioxus::prelude::MountedData, _from: &[usize], _milliseconds: i32) {}

/// Whether the page has room for two columns: always false, since the renderers cannot ask.
pub fn wide() -> bool {
    false
}

/// Whether what is stored stays until the person deletes it: files do.
pub async fn is_persistent() -> bool {
    true
}

/// Whether somebody can be asked to install the app: it is installed.
pub fn can_install() -> bool {
    false
}

/// Never called.
pub async fn install() -> bool {
    false
}

/// Whether an installed app would have a storage of its own: a native one is the installed one.
pub fn apart() -> bool {
    false
}

/// Whether the screen is a large one: always false, since the renderers cannot ask.
pub fn big() -> bool {
    false
}

/// Waits for `milliseconds`, on a thread of its own, because the renderers have no timer in common. Zero returns at
/// once, because the renderer paints by itself.
pub async fn pause(milliseconds: i32) {
    let milliseconds = u64::try_from(milliseconds).unwrap_or(0);
    if milliseconds == 0 {
        return;
    }
    let (over, waker) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(None::<Waker>)));
    let (done, wakes) = (over.clone(), waker.clone());
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(milliseconds));
        done.store(true, Ordering::SeqCst);
        if let Some(waker) = wakes.lock().unwrap_or_else(PoisonError::into_inner).take() {
            waker.wake();
        }
    });
    poll_fn(move |context| {
        *waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(context.waker().clone());
        if over.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// Does nothing: a window closes without a question.
pub fn warn_before_closing(_warn: bool) {}

/// Scrolls to the top.
pub fn to_top() {
    in_page("scrollTo(0, 0)");
}

/// Always false: a native window keeps no history of sheets, so the caller has to.
pub fn push_depth(_depth: usize) -> bool {
    false
}

/// Always false: a native window keeps no history of sheets, so the caller has to.
pub fn pop_depth(_steps: usize) -> bool {
    false
}

/// Does nothing, see [`on_depth`].
pub fn sheet_opened(_close: EventHandler<()>) -> usize {
    0
}

/// Does nothing, see [`on_depth`].
pub fn sheet_closed(_number: usize) {}

/// Does nothing: "back" goes from page to page and knows nothing of sheets, see `window::use_back`.
pub fn on_depth(_changed: impl Fn(usize) + 'static) {}

/// Whether Android runs the app, and can be asked for what its webview lacks.
const ANDROID: bool = cfg!(all(target_os = "android", feature = "mobile"));

/// On Android, keeps the screen on from now on, or stops doing so; elsewhere the system decides when it turns off.
pub fn stay_awake(_on: bool) {
    #[cfg(all(target_os = "android", feature = "mobile"))]
    super::android::stay_awake(_on);
}

/// Whether the device can keep its screen on, see [`stay_awake`].
pub fn wakefulness() -> Wakefulness {
    if ANDROID { Wakefulness::Able } else { Wakefulness::Unable }
}

/// Always false: there is no browser to make a sound.
pub fn can_chime() -> bool {
    false
}

/// Does nothing, see [`can_chime`].
pub fn chime_after_tap() {}

/// Does nothing, see [`can_chime`].
pub fn chime() {}

/// Whether the device can vibrate: only Android can be asked.
pub fn can_buzz() -> bool {
    ANDROID
}

/// Vibrates briefly, if the device can.
pub fn buzz() {
    #[cfg(all(target_os = "android", feature = "mobile"))]
    super::android::buzz(super::BUZZ);
}

/// Does nothing: the renderer manages the focus.
pub fn keep_focus() {}

/// Does nothing: the renderer manages the focus.
pub fn give_focus_back() {}

/// The least time a person needs to dismiss a dialogue: one that is gone sooner was never shown.
#[cfg(feature = "desktop")]
const SEEN: Duration = Duration::from_millis(150);

/// Saves a file where the person says in the system's dialogue. Where there is no dialogue, on a phone or on a bare
/// Linux, the file goes to the download folder under an unused name.
pub async fn save_file(name: &str, _kind: &str, text: &str) -> ShareOutcome {
    #[cfg(feature = "desktop")]
    {
        let asked = std::time::Instant::now();
        let chosen = rfd::AsyncFileDialog::new().set_file_name(name).save_file().await;
        if let Some(file) = chosen {
            let path = file.path();
            return match std::fs::write(path, text) {
                Ok(()) => ShareOutcome::File(path.display().to_string()),
                Err(_) => ShareOutcome::Failed,
            };
        }
        if asked.elapsed() > SEEN {
            return ShareOutcome::Dismissed;
        }
    }
    download(name, text)
}

/// The user's download folder, or else the home folder.
fn downloads() -> Option<PathBuf> {
    if cfg!(target_os = "android") {
        return Some(PathBuf::from("/storage/self/primary/Download"));
    }
    let users = directories::UserDirs::new()?;
    Some(users.download_dir().unwrap_or_else(|| users.home_dir()).to_owned())
}

/// Saves a file in the download folder, under an unused name.
fn download(name: &str, text: &str) -> ShareOutcome {
    let Some(folder) = downloads() else { return ShareOutcome::Failed };
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "json"));
    for number in 0..1000 {
        let path = folder.join(match number {
            0 => name.to_owned(),
            _ => format!("{stem} ({number}).{ending}"),
        });
        let file = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
        match file.and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes())) {
            Ok(()) => return ShareOutcome::File(path.display().to_string()),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(_) => return ShareOutcome::Failed,
        }
    }
    ShareOutcome::Failed
}

/// Returns `path` unchanged: a native app has no site, so this leads nowhere.
pub fn site_address(path: &str) -> String {
    path.to_owned()
}

/// Nothing: a native app has no site.
pub async fn site_addresses() -> Option<Vec<String>> {
    Some(Vec::new())
}

/// Shares a text in the system's share sheet.
#[cfg(all(target_os = "android", feature = "mobile"))]
pub async fn share(title: String, text: String) -> ShareOutcome {
    super::android::share(title, text);
    // Android shows the sheet itself and does not say what became of it.
    ShareOutcome::Unknown
}

/// Shares a text in the system's share sheet where the webview has one, as on macOS, Windows and iOS; elsewhere saves
/// it as a file.
#[cfg(not(all(target_os = "android", feature = "mobile")))]
pub async fn share(_title: String, text: String) -> ShareOutcome {
    #[cfg(any(feature = "desktop", feature = "mobile"))]
    {
        let data = serde_json::json!({ "title": _title, "text": text });
        let script = format!(
            "try {{ await navigator.share({data}); return 'done' }} catch (error) {{ return error.name === 'AbortError' ? 'dismissed' : '' }}"
        );
        match dioxus::document::eval(&script).join::<String>().await.as_deref() {
            Ok("done") => return ShareOutcome::Done,
            Ok("dismissed") => return ShareOutcome::Dismissed,
            _ => {}
        }
    }
    save_file("takujo.txt", "text/plain", &text).await
}

/// Always fails: see [`super::DRAWS`].
pub async fn share_picture(_picture: Picture) -> ShareOutcome {
    ShareOutcome::Failed
}

/// The place of a connection to the host that the page came from, which a native window never has.
pub struct NoSocket(std::convert::Infallible);

impl NoSocket {
    /// Always `None`: there is nothing to connect to.
    pub fn open(_path: &str, _heard: impl Fn(super::SocketEvent) + 'static) -> Option<NoSocket> {
        None
    }

    /// Cannot be called, as there is never a socket.
    pub fn send(&self, _bytes: &[u8]) {
        match self.0 {}
    }
}

/// Does nothing: there are no other devices to tell.
pub fn on_any_change(_heard: impl Fn(String) + 'static) {}

/// Does nothing: without connections there is nothing to wake up for.
pub fn on_wake(_woken: impl Fn() + 'static) {}
