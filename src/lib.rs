//! Takujo 卓上: scores, turns and rules for card games played at a real table.
//!
//! # Where to start
//! The layers, the lowest first: a module only uses those before it in this list (`tests/layers.rs` checks).
//! - `takujo_core`, a crate of its own: what a table is, the rules of the games, everything an open table decides, and
//!   the texts. It knows nothing of what is below.
//! - [`storage`] and [`device`]: the disk, and everything else the machine does.
//! - [`room`]: this phone's place at a table that many phones share, behind a host.
//! - [`route`]: addresses. [`ui`]: widgets that know no game and no table.
//! - [`state`]: what the running app knows besides the tables. [`lazy`]: code that a browser fetches when it is first
//!   needed.
//! - [`play`]: what is known of a game before it is loaded.
//! - [`rules`]: the rules reference and its search, built from the `rules.*.md` files beside the games' rules.
//! - [`shell`]: the frame around a page. [`table`]: an open table of any game.
//! - [`games`]: a folder for each game, with its screens.
//! - [`pages`]: home, history, settings, the rules, and what is shown at each address. [`app`]: how it all starts.
#![deny(unsafe_code)]

pub mod app;
pub mod device;
pub mod games;
pub mod lazy;
pub mod pages;
pub mod play;
pub mod room;
pub mod route;
pub mod rules;
pub mod shell;
pub mod state;
pub mod storage;
pub mod table;
pub mod ui;
