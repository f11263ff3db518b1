//! The state of the table: the round, the hands and the points, and what can be asked of them.

use std::collections::BTreeMap;

use super::error::Error;
use super::moves::MoveKind;
use super::options::RoundEnd;
use crate::domain::seating::Seated;
use crate::domain::seats::{Direction, Player, Seat};
use crate::games::hanafuda::deck::{CardEffect, Top};
use crate::games::hanafuda::payout::{self, Payout, Transfer};

/// Where in a round the table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Turns are being played, see [`State::to_play`].
    Turn,
    /// A player is first; payout, forfeit or both are due.
    First {
        /// Who; `None` if turns are not tracked.
        winner: Option<Seat>,
    },
    /// The round is over: the next one is dealt, or the table ends.
    Between,
    /// The table has ended.
    Over,
}

/// What the last move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastMove {
    /// Who played.
    pub by: Seat,
    /// Which move.
    pub kind: MoveKind,
    /// The top discard since then.
    pub top: Top,
    /// The effect and whom it hit; `None` if there was none, or the move ended the round.
    pub effect: Option<Applied>,
    /// Whether it played the last card of the hand.
    pub first: bool,
}

/// An effect that hit a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Applied {
    /// Whom it hit.
    pub seat: Seat,
    /// The effect. Any card it makes the player draw is already in the hand.
    pub effect: CardEffect,
}

/// The forfeit done in this round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// Who was first.
    pub winner: Seat,
    /// Who did it.
    pub seat: Seat,
}

/// The state of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub(super) seated: Seated,
    /// Points and rounds won of those who left, by number.
    pub(super) kept: (BTreeMap<u8, i32>, BTreeMap<u8, u32>),
    pub(super) direction: Direction,
    pub(super) track_turns: bool,
    pub(super) ending: RoundEnd,
    pub(super) to_play: Seat,
    /// The round, from 1.
    pub round: u32,
    /// Who dealt it.
    pub dealer: Seat,
    /// Where in the round the table is.
    pub phase: Phase,
    /// Cards in each hand, by seat; if turns are not tracked, as dealt.
    pub hands: Vec<u8>,
    /// The last move of the round, unless the turn has been corrected since.
    pub last: Option<LastMove>,
    /// The round's payout, once made.
    pub payout: Option<Payout>,
    /// The round's forfeit, once done.
    pub forfeit: Option<Done>,
    /// Points over all rounds, by seat; negative if lost. Together with the points of those who left they sum to 0.
    pub points: Vec<i32>,
    /// Rounds won, by seat.
    pub wins: Vec<u32>,
}

impl State {
    /// Whose turn it is, if turns are being played.
    pub fn to_play(&self) -> Option<Seat> {
        (self.phase == Phase::Turn).then_some(self.to_play)
    }

    /// The direction of play.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// How rounds end at this table.
    pub fn ending(&self) -> RoundEnd {
        self.ending
    }

    /// Whether turns and hand sizes are tracked.
    pub fn tracks_turns(&self) -> bool {
        self.track_turns
    }

    /// Who deals the next round, unless the table names another dealer.
    pub fn next_dealer(&self) -> Seat {
        self.after(self.dealer, 1)
    }

    /// Everybody who has been at the table, by number.
    pub fn people(&self) -> &[Player] {
        self.seated.people()
    }

    /// The numbers of those who sit, in seat order, then of those who left.
    pub fn numbers(&self) -> Vec<u8> {
        self.seated.now().iter().copied().chain(self.kept.0.keys().copied()).collect()
    }

    /// The values of everybody who has been at the table, by number: `seats` has those who sit, `kept` those who left.
    pub(super) fn by_number<T: Copy + Default>(&self, seats: &[T], kept: &BTreeMap<u8, T>) -> Vec<T> {
        let mut all = vec![T::default(); self.seated.people().len()];
        let seated = self.seated.now().iter().zip(seats);
        seated.chain(kept).for_each(|(number, value)| all[usize::from(*number)] = *value);
        all
    }

    /// The points of everybody who has been at the table, by number. They sum to 0.
    pub fn balance(&self) -> Vec<i32> {
        self.by_number(&self.points, &self.kept.0)
    }

    /// Who pays whom how many points to settle up, in the fewest payments. Whoever left settles up too, so a [`Seat`]
    /// here is the number of a person.
    pub fn settlement(&self) -> Vec<Transfer> {
        // A table's points sum to 0, so this cannot fail.
        payout::settle(&self.balance()).unwrap_or_default()
    }

    pub(super) fn dealt(track_turns: bool) -> Phase {
        if track_turns { Phase::Turn } else { Phase::First { winner: None } }
    }

    pub(super) fn after(&self, seat: Seat, steps: usize) -> Seat {
        seat.onward(self.hands.len(), self.direction, steps)
    }

    pub(super) fn seat(&self, seat: Seat) -> Result<Seat, Error> {
        if seat.index() < self.hands.len() { Ok(seat) } else { Err(Error::NoSeat(seat)) }
    }

    pub(super) fn in_hands(&self) -> usize {
        self.hands.iter().map(|&hand| usize::from(hand)).sum()
    }

    pub(super) fn hand(&mut self, seat: Seat) -> Result<&mut u8, Error> {
        self.hands.get_mut(seat.index()).ok_or(Error::NoSeat(seat))
    }

    /// Fails unless turns are being played.
    pub(super) fn turn(&self) -> Result<(), Error> {
        if !self.track_turns {
            return Err(Error::NotTracked);
        }
        match self.phase {
            Phase::Turn => Ok(()),
            Phase::First { winner } => Err(winner.map_or(Error::NotTracked, Error::AlreadyFirst)),
            Phase::Between => Err(Error::RoundOver),
            Phase::Over => Err(Error::Over),
        }
    }
}
