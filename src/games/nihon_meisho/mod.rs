//! Nihon Meisho 日本名所, the Andrewz version: a turn tracker.

pub mod advice;
pub mod pile;
pub mod turn;
