//! The turn: whose it is, what may be done in it, and what follows.
//!
//! In quick mode the app knows the turn, the direction, the +2 stack and the hand sizes. In full mode it is also told
//! the cards, and tracks the runs of the pile (`pile`).
//!
//! What the table agreed on is in `options`, what is recorded in `event`, and why it is refused in `error`. `state` is
//! what follows from it, `allowed` says what may be done now, `changes` what it changes, and `rules` joins them.
//!
//! # Rulings
//! Where the text (000) is silent the app decides as follows; the rules page says so at each rule.
//! - A +2 turned up from the deck is replaced by turning up another card, like a Reverse
//!   ([`Options::turned_plus_two_again`]). If that is off, it counts as played: the next player answers it.
//! - With two players, a Reverse passes the turn to the other player ([`TwoPlayerReverse`]).
//! - On a turn with both a missed call and a +2 stack, the player takes the stack and one card more and plays nothing.
//!   Neither rule cancels the other, and the penalty forbids the +2 that would pass the stack on.
//! - "The next player has had their turn" means that anybody else has finished a turn.
//! - With two players, if a Reverse that leaves one card gives the same player another turn, that player must call
//!   before playing it ([`Options::call_first`]): nobody has a turn in between that could make the call late. Without
//!   a Reverse, as when a hand is corrected to one card on its own turn, the card may be played first.
//! - Reverse and +2 have no category or area: they never start, extend or complete a run.
//! - Whoever leaves puts their hand under the deck. If it was their turn, the next player has it; that makes nobody's
//!   call late, and a +2 stack waits for whoever plays next.
//! - Two cards are played in the order they are entered. If the first completes a set alone, it is a one-card play.
//! - If neither the deck nor what was put aside has a card to take, nobody takes one and play goes on. The app cannot
//!   know that, so the hand is corrected ([`Event::Hand`]).

mod allowed;
mod changes;
mod error;
mod event;
mod options;
mod rules;
mod state;

pub use error::RuleError;
pub use event::{Event, MOST_CORRECTED};
pub use options::{HAND, LEAST_CLOCK, LEAST_HAND, MOST_CLOCK, MOST_DECK, MOST_HAND, Mode, Options, TwoPlayerReverse};
pub use rules::NihonMeisho;
pub use state::{Call, Cleared, Hand, Pile, State};
