//! The open tables: what of them would be lost, and how often others change them.

use dioxus::prelude::*;
use takujo_core::storage::summary_key;

use super::handle::App;
use crate::device;

impl App {
    /// How often this table was changed by another window, or by an import here, or may have been; subscribes the
    /// component.
    pub fn remote_changes(self, id: &str) -> usize {
        // Those without an id are of all tables.
        [id, ""].iter().filter_map(|id| self.remote_changes.read().get(*id).copied()).sum()
    }

    /// The same for all tables together; subscribes the component.
    pub fn all_remote_changes(self) -> usize {
        self.remote_changes.read().values().sum()
    }

    /// Sets whether closing the app now would lose taps of this table; the device warns while any table would.
    pub fn set_unsaved(mut self, id: &str, unsaved: bool) {
        let all = &mut self.own.write().unsaved;
        let changed = if unsaved { all.insert(id.to_owned()) } else { all.remove(id) };
        if changed {
            device::warn_before_closing(!all.is_empty());
        }
    }

    /// Whether the device stores nothing: all is in memory, and lost when this window is closed.
    pub fn is_in_memory(self) -> bool {
        self.own.peek().in_memory
    }

    /// Makes the history read this table again, because its log turned out to be damaged.
    pub fn drop_summary(self, id: &str) {
        // If this fails, the history learns of the damage when somebody saves the table as a file.
        drop(self.store().write(&summary_key(id), ""));
    }
}
