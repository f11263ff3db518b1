//! Takujo 卓上: scores, turns and rules for card games played at a real table.
//!
//! # Where to start
//! The layers, the lowest first: a module only uses those before it in this list (`tests/layers.rs` checks).
//! - [`domain`]: what a table is. Pure: a session is its setup and its log, and everything shown is folded from the
//!   log.
//! - [`i18n`], [`storage`] and [`device`]: texts in two languages, the disk, and everything else the machine does.
//! - [`live`]: this phone's side of a table that many phones share, behind a host.
//! - [`route`]: addresses. [`ui`]: widgets that know no game and no table.
//! - [`state`]: what the running app knows besides the tables. [`lazy`]: code that a browser fetches when it is first
//!   needed.
//! - [`play`]: what a game tells the app about itself, and what is known of it before it is loaded.
//! - [`rules`]: the rules reference and its search, built from the `rules.*.md` files beside the games.
//! - [`shell`]: the frame around a page. [`table`]: an open table of any game. A tap becomes a log record, the record
//!   goes to the disk, and the view follows.
//! - [`games`]: a folder and a line in the registry for each game. The rules are pure functions; `page.rs` implements
//!   [`Play`](play::Play).
//! - [`pages`]: home, history, settings, the rules, and what is shown at each address. [`app`]: how it all starts.
#![deny(unsafe_code)]

pub mod app;
pub mod device;
pub mod domain;
pub mod games;
pub mod i18n;
pub mod lazy;
pub mod live;
pub mod pages;
pub mod play;
pub mod route;
pub mod rules;
pub mod shell;
pub mod state;
pub mod storage;
pub mod table;
pub mod ui;
