//! The history: all tables to open, rename, delete and restore, files to export and import, and the figures as its
//! other view.
//!
//! `page.rs` is the page. `archive.rs` is what its parts know of the tables; each of the other files is a part, with what
//! can be done there.

mod archive;
mod broken;
mod details;
mod files;
mod finding;
mod items;
mod page;
mod seats;

pub(super) use page::HistoryPage;
