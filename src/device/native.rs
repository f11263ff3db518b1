//! The device behind a desktop window or a mobile app.

use std::rc::Rc;

use super::{Picture, ShareOutcome, Wakefulness};
use crate::storage::{Native, Storage, StorageError};

/// The languages the system asks for, best first.
pub fn languages() -> Vec<String> {
    ["LC_ALL", "LC_MESSAGES", "LANG"].iter().filter_map(|name| std::env::var(name).ok()).collect()
}

/// Opens the storage.
///
/// # Errors
/// When nothing can be kept.
pub async fn open_storage() -> Result<Rc<dyn Storage>, StorageError> {
    Ok(Rc::new(Native::open_default()?))
}

/// Tells the window the page's language, theme and title. The renderer's own root element carries them.
pub fn set_page(_lang: &str, _theme: &str, _title: &str) {}

/// The renderer has no way to a field by its name: the page stands at its top.
pub fn show_field(_name: &str) {}

/// All parts are here: nothing needs to be started anew.
pub fn reload() {}

/// A window's program is changed by whoever installed it.
pub fn has_update() -> bool {
    false
}

/// A window starts empty: nothing has a place in it before the app.
pub fn card() -> Option<String> {
    None
}

/// A window starts empty: nothing has a place in it before the app.
pub fn set_card(_card: Option<&str>) {}

/// A window starts empty.
pub fn has_boot_page() -> bool {
    false
}

/// The window draws by itself.
pub async fn pause(_milliseconds: i32) {}

/// The window draws by itself.
pub async fn next_paint() {}

/// The renderer begins a page where it likes.
pub fn to_top() {}

/// A window has no history to keep count of sheets in.
pub fn push_depth(_depth: usize) -> bool {
    false
}

/// A window has no history to keep count of sheets in.
pub fn pop_depth(_steps: usize) -> bool {
    false
}

/// A window has no "back" of its own.
pub fn on_depth(_changed: impl Fn(usize) + 'static) {}

/// When the screen goes off is the system's own affair.
pub fn stay_awake(_on: bool) {}

/// When the screen goes off is the system's own affair.
pub fn wakefulness() -> Wakefulness {
    Wakefulness::Unable
}

/// A window has nothing to vibrate with.
pub fn can_buzz() -> bool {
    false
}

/// A window has nothing to vibrate with.
pub fn buzz() {}

/// The renderer keeps the focus to itself.
pub fn keep_focus() {}

/// The renderer keeps the focus to itself.
pub fn give_focus_back() {}

/// Writes a file into the user's download folder, under a name that is free.
pub fn save_file(name: &str, _kind: &str, text: &str) -> ShareOutcome {
    let Some(users) = directories::UserDirs::new() else { return ShareOutcome::Failed };
    let folder = users.download_dir().unwrap_or_else(|| users.home_dir());
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

/// Gives a text to others: here as a file.
pub async fn share(_title: String, text: String) -> ShareOutcome {
    save_file("takujo.txt", "text/plain", &text)
}

/// A window has nothing to draw on, see [`super::DRAWS`].
pub async fn share_picture(_picture: Picture) -> ShareOutcome {
    ShareOutcome::Failed
}
