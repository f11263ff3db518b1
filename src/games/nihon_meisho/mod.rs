//! Nihon Meisho 日本名所, the Andrewz version: a turn tracker.

pub mod advice;
mod page;
pub mod pile;
pub mod turn;
pub mod view;
mod words;
