//! What became of a file, in numbers and in words.

use takujo_core::domain::session::LoadError;
use takujo_core::i18n::{Lang, t};

use crate::shell::load_error;

/// What became of the tables of a file, by number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TakenIn {
    /// They were not here.
    pub(super) new: usize,
    /// Everything of them was here already.
    pub(super) known: usize,
    /// They were here, and the file has more of them.
    pub(super) longer: usize,
    /// They were in the bin.
    pub(super) restored: usize,
    /// They went on differently here, so the file's are stored beside them.
    pub(super) copies: usize,
    /// They cannot be read, and this is why.
    pub(super) faults: Vec<LoadError>,
}

impl TakenIn {
    /// What was done, in words.
    pub(crate) fn text(&self, l: Lang) -> String {
        let mut text = vec![t::history_imported(l, self.new, self.known)];
        if self.restored > 0 {
            text.push(t::history_import_restored(l, self.restored));
        }
        if self.longer > 0 {
            text.push(t::history_import_longer(l, self.longer));
        }
        if self.copies > 0 {
            text.push(t::history_import_copies(l, self.copies));
        }
        let mut faults: Vec<String> = self.faults.iter().map(|error| refused(l, error)).collect();
        faults.dedup();
        text.append(&mut faults);
        text.join(if l == Lang::Ja { "" } else { " " })
    }
}

/// Why a file or a table was not taken in.
pub(crate) fn refused(l: Lang, error: &LoadError) -> String {
    t::history_refused(l, load_error(l, error))
}
