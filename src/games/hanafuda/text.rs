//! What the hanafuda game says in words.

use super::forfeit::{ForfeitError, MAX_FORFEIT, MAX_FORFEITS};
use crate::i18n::{Lang, t};

/// Why a forfeit cannot be on the list, in words.
pub fn forfeit_words(error: &ForfeitError, l: Lang) -> String {
    match error {
        ForfeitError::Untidy => t::hanafuda_error_forfeit_empty(l).to_owned(),
        ForfeitError::Long { chars } => t::hanafuda_error_forfeit_long(l, *chars, MAX_FORFEIT),
        ForfeitError::Same { entry } => t::hanafuda_error_forfeit_same(l, entry + 1),
        ForfeitError::Full => t::hanafuda_error_forfeit_full(l, MAX_FORFEITS),
        ForfeitError::NoEntry(_) => t::hanafuda_error_forfeit_none(l).to_owned(),
    }
}
