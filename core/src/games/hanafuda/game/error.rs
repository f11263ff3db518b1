//! Why an event or the options are refused.

use super::moves::MoveKind;
use crate::domain::seating::SeatingError;
use crate::domain::seats::Seat;
use crate::games::hanafuda::forfeit::ForfeitError;
use crate::games::hanafuda::payout::{PayoutError, UnitError};

/// Why an event or the options are forbidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Not 2 to 5 players.
    Players(usize),
    /// The unit is out of bounds.
    Unit(UnitError),
    /// A forfeit on the list, or the one done, is out of bounds.
    Forfeit(ForfeitError),
    /// No such player.
    NoSeat(Seat),
    /// The table has ended.
    Over,
    /// This table does not track turns.
    NotTracked,
    /// Nobody is first yet. If somebody is at the table, their hand must be corrected to 0.
    NobodyFirst,
    /// Somebody is already first: no more turns until the next round, and nobody else can be first.
    AlreadyFirst(Seat),
    /// The round is over; the next one must be dealt first.
    RoundOver,
    /// This round is not over, so the next one cannot be dealt.
    RoundNotOver,
    /// The table does not play for points.
    NoPayouts,
    /// The table does not play for forfeits.
    NoForfeits,
    /// The round has already been paid.
    AlreadyPaid,
    /// The round's forfeit has already been done.
    AlreadyDone,
    /// Another player was first.
    NotFirst {
        /// The winner given.
        given: Seat,
        /// Who was first.
        first: Seat,
    },
    /// The hand has too few cards for the move.
    HandTooSmall {
        /// Whose.
        seat: Seat,
        /// Cards it has.
        has: u8,
        /// Cards the move takes.
        needs: u8,
    },
    /// This move has no effect, so no top discard may be given.
    NoEffect(MoveKind),
    /// All cards are in hands or on the field, so none can be drawn.
    NoCardToDraw,
    /// More cards in hands than there can be.
    TooManyCards {
        /// Cards in all hands after the correction.
        total: usize,
        /// The limit, [`IN_HANDS`](crate::games::hanafuda::deck::IN_HANDS).
        most: usize,
    },
    /// The payout is out of bounds.
    Payout(PayoutError),
    /// The cards counted for the payout differ from the tracked ones, and nobody said that the count is right.
    Miscount {
        /// Whose.
        seat: Seat,
        /// Cards counted for the payout.
        counted: usize,
        /// Cards according to the app.
        tracked: u8,
    },
    /// The winner does no forfeit.
    ForfeitOfWinner(Seat),
    /// Whoever touched first has the bottom hand of the heap, not the top one.
    ForfeitOfExempt(Seat),
    /// Too many points to count.
    TooMuch,
    /// People cannot come or go like this.
    People(SeatingError),
}
