//! The rules reference: texts, search and views, as pages and as sheets over a running table.
//!
//! `build/rules.rs` compiles the Markdown of the games into one text, which [`book`] reads. [`search`] finds
//! sections in it, by texts that are folded ([`fold`]). [`Reference`] is the app's handle: it opens sheets over any
//! page, and `sheet` loads what they show. What reads, searches and draws the text is a lazy part on the web.

pub mod book;
mod components;
pub mod fold;
mod reference;
mod rulebook;
pub mod search;
mod sheet;

pub use reference::{ProblemLine, Reference, RuleLink, RulesButton};
pub use sheet::{RulesSheet, WithRules};
