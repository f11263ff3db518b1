//! Takujo 卓上: scores, turns and rules for card games played at a real table.
//!
//! # Where to start
//! - [`domain`]: what a table is, pure. A session is its setup and its log; everything shown is folded from it.
//! - [`games`]: one folder a game, one line in its registry. The rules are pure functions; `page.rs` draws.
//! - [`table`]: an open table. A tap becomes a log record, the record goes to the disk, the view follows.
//! - [`rules`]: the rules reference, made at build time from the `rules.*.md` beside the games, and its search.
//! - [`storage`] and [`device`]: what differs between a browser and the rest, one port each.
//! - [`app`] and [`part`]: how it starts, and what of it a browser fetches only when it is needed.
//! - [`pages`], [`ui`], [`keep`], [`i18n`]: pages that know no game, widgets, what is kept beside the tables, texts.
#![deny(unsafe_code)]

pub mod app;
pub mod device;
pub mod domain;
pub mod games;
pub mod i18n;
pub mod keep;
pub mod pages;
pub mod part;
pub mod rules;
pub mod storage;
pub mod table;
pub mod ui;
