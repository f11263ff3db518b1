//! The standings: totals, the chart, and every round, which can be corrected. Also the end of a game: who won and how,
//! sharing the result, and the next game. Most of it is a lazy part, with the board.
//!
//! `part.rs` is that part and what of it is shown without a game, `of_game.rs` what a game's views show of it. They name
//! what is in the other files only through the part.

mod ending;
mod more;
mod of_game;
mod page;
mod part;
mod placing;
mod rounds;

pub(crate) use of_game::EndingCard;
pub use of_game::standings;
pub(super) use of_game::{BoardOf, StandingsBeside, next_game};
pub use part::Spark;
pub(super) use part::{Again, use_standings_soon};
