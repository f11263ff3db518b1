//! What a table is, whatever is played on it: seats, people, ledger, session, summary, figures, game.
//!
//! Pure: no Dioxus, no browser, no clock and no randomness. Time and chance come in as values, so a saved session
//! replays exactly.

pub mod bgstats;
pub mod figures;
pub mod game;
pub mod ledger;
pub mod people;
pub mod seating;
pub mod seats;
pub mod session;
pub mod summary;
pub mod tally;
