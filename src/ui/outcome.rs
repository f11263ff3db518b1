//! The result of sharing or saving, in words.

use takujo_core::i18n::{Lang, t};

use crate::device::ShareOutcome;

/// The result of sharing or saving, in words; empty if there is nothing to say.
pub fn share_outcome_text(l: Lang, given: &ShareOutcome) -> String {
    match given {
        ShareOutcome::Done => t::given_done(l).to_owned(),
        ShareOutcome::Given => t::given_given(l).to_owned(),
        ShareOutcome::Saved => t::given_saved(l).to_owned(),
        ShareOutcome::Copied => t::given_copied(l).to_owned(),
        ShareOutcome::File(path) => t::given_file(l, path),
        ShareOutcome::Dismissed => t::given_dismissed(l).to_owned(),
        ShareOutcome::Unknown => String::new(),
        ShareOutcome::Failed => t::given_failed(l).to_owned(),
    }
}
