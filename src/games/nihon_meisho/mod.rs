//! Nihon Meisho 日本名所, the Andrewz version: a turn tracker.

pub mod advice;
mod page;
pub mod pile;
mod text;
pub mod turn;
pub mod view_model;
