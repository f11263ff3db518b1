//! An old evening comes in: rounds that people have written down elsewhere become a table.
//!
//! `form.rs` is what was entered and chosen, `fields.rs` and `tracks.rs` draw the choices, `page.rs` is the page, and
//! `store.rs` makes the table.

mod fields;
mod form;
mod page;
mod store;
mod tracks;

pub(super) use page::OldEveningPage;
