//! An open table, without a screen.
//!
//! [`update`] decides everything, as a pure function; [`log`] (records on their way to the disk), [`draft`] (unfinished
//! input) and [`sitting`] (the rules of the table's game) are its parts. The app runs what it decides. [`judge`] says what
//! of a shared log counts, [`take_out`] undoes what one phone did there, [`put_right`] what puts right afterwards who sat there. What is shown of a table without
//! knowing its game is plain data: [`views`], [`flat`] (the phone lying on the table), [`people`] (who comes and goes) and
//! [`summary`] (how it stands, in words).

pub mod coming_words;
pub mod draft;
pub mod flat;
pub mod judge;
pub mod log;
pub mod people;
pub mod put_right;
pub mod sitting;
pub mod summary;
pub mod take_out;
pub mod update;
pub mod views;
