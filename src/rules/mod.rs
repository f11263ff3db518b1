//! The rules reference: its text, search and pages, and the sheet over a running table.

pub mod book;
mod components;
pub mod fold;
mod reference;
mod rulebook;
pub mod search;
mod sheet;

pub use reference::{ProblemLine, Reference, RuleLink, RulesButton};
pub use sheet::{RulesSheet, WithRules};
