//! Takujo 卓上: scores, turns and rules for card games played at a real table.
//!
//! # Where to start
//! From the ground up; a module uses those above it in this list, never those below (`tests/layers.rs`).
//! - [`domain`]: what a table is, pure. A session is its setup and its log; everything shown is folded from it.
//! - [`i18n`], [`storage`] and [`device`]: texts in two languages; the disk and the machine, one port each.
//! - [`route`]: the addresses. [`ui`]: widgets that know no game and no table.
//! - [`state`]: what the running app knows beside the tables. [`lazy`]: what a browser fetches only when it is needed.
//! - [`play`]: what a game says of itself, and what is known of it before it is loaded.
//! - [`rules`]: the rules reference, made at build time from the `rules.*.md` beside the games, and its search.
//! - [`shell`]: what stands around a page. [`table`]: an open table of any game. A tap becomes a log record, the record
//!   goes to the disk, the view follows.
//! - [`games`]: one folder a game, one line in its registry. The rules are pure functions; `page.rs` draws.
//! - [`pages`]: home, history, settings, the rules, and what is at each address. [`app`]: how it starts.
#![deny(unsafe_code)]

pub mod app;
pub mod device;
pub mod domain;
pub mod games;
pub mod i18n;
pub mod lazy;
pub mod pages;
pub mod play;
pub mod route;
pub mod rules;
pub mod shell;
pub mod state;
pub mod storage;
pub mod table;
pub mod ui;
