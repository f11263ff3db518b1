//! A table of the game: rounds of turns until a player is first, then the payout, the forfeit, or both. A table may
//! also leave the turns out and enter only how rounds end.
//!
//! Our rulings where the text (003) is silent or contradicts itself:
//! - It says both "counter-clockwise" and "to your left". We play counter-clockwise, unless the table switches.
//! - An effect hits only the next player, and only once. A player who misses a turn passes no effect on.
//! - The round ends with the last card of a hand, so the top discard then has no effect.
//! - With two players, a lost turn returns the turn to the player who has just played.
//! - The next dealer is the next player in turn order, unless the table names another.
//! - With more than two players exactly one touches first and is exempt.
//! - The forfeit variant replaces the payouts or comes on top of them. If both are played by more than two players, the
//!   hand that touched first is at the bottom of the heap, so the exempt player does no forfeit.
//!
//! What the table agreed on is in `options`, the seven moves in `moves`, what is recorded in `event`, and why it is
//! refused in `error`. `state` is what follows from it, `hands` what a turn does to the hands, `ending` the end of a
//! round, and `rules` joins them.

mod ending;
mod error;
mod event;
mod hands;
mod moves;
mod options;
mod rules;
mod state;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use event::Event;
pub use moves::MoveKind;
pub use options::{Options, RoundEnd};
pub use rules::Hanafuda;
pub use state::{Applied, Done, LastMove, Phase, State};
