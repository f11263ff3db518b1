//! The view for a phone that lies in the middle of the table: everyone can read their own name, and what a turn needs
//! faces the player whose turn it is, or whoever taps their own name. A sleeve may touch the phone, so a single touch
//! enters nothing.
//!
//! `takujo_core::table::flat` says what it shows. `page.rs` enters what is tapped, `view.rs` draws it, and `keys.rs` has the
//! keys.

mod keys;
mod page;
mod view;

pub use page::FlatOf;
