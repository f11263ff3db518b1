//! What a table is, whatever is played at it.
//!
//! From the bottom up: who sits where ([`seats`], and [`seating`] for those who come and go), what the rules of a game
//! must be ([`game`]), what its points are counted in ([`parts`]), the log folded by them ([`ledger`]), and the table
//! with its setup as it is saved ([`session`]). From these follow [`people`] known from table to table, players whom
//! nobody named ([`unnamed`]), what is counted besides points ([`tally`]), a cache for lists ([`summary`]), statistics
//! ([`figures`]), and an address for another app ([`bgstats`]).
//!
//! Pure: no Dioxus, no browser, no clock and no randomness. Time and chance come in as values, so a saved session
//! replays exactly.

pub mod bgstats;
pub mod figures;
pub mod game;
pub mod ledger;
pub mod parts;
pub mod people;
pub mod seating;
pub mod seats;
pub mod session;
pub mod summary;
pub mod tally;
pub mod teams;
pub mod unnamed;

/// Whether a field has the value that it has where it is missing, so that a save can leave it out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
