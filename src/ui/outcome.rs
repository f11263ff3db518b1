//! What became of something given out.

use crate::device::ShareOutcome;
use crate::i18n::{Lang, t};

/// What became of something given out, in words.
pub fn share_outcome_text(l: Lang, given: &ShareOutcome) -> String {
    match given {
        ShareOutcome::Done => t::given_done(l).to_owned(),
        ShareOutcome::Copied => t::given_copied(l).to_owned(),
        ShareOutcome::File(path) => t::given_file(l, path),
        ShareOutcome::Dropped => String::new(),
        ShareOutcome::Failed => t::given_failed(l).to_owned(),
    }
}
