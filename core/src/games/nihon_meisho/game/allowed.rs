//! What may be done now, and why not.

use super::error::RuleError;
use super::event::MOST_CORRECTED;
use super::state::{Call, Pile, State};
use crate::domain::seats::Seat;

impl State {
    /// Fails if the game is over.
    pub(crate) fn may_go_on(&self) -> Result<(), RuleError> {
        self.winner().map_or(Ok(()), |winner| Err(RuleError::GameOver { winner }))
    }

    /// What everything that can be done in a turn needs, except the penalty.
    fn may_act(&self) -> Result<(), RuleError> {
        self.may_go_on()?;
        if let Pile::TurnUp(_) = self.pile {
            return Err(RuleError::TurnUpFirst);
        }
        if self.call(self.current) == Call::Missed {
            return Err(RuleError::PenaltyDue { cards: self.penalty() });
        }
        Ok(())
    }

    fn may_act_off_stack(&self) -> Result<(), RuleError> {
        self.may_act()?;
        match self.stack() {
            0 => Ok(()),
            stack => Err(RuleError::StackPending { stack }),
        }
    }

    pub(crate) fn may_play1(&self) -> Result<(), RuleError> {
        self.may_act_off_stack()?;
        if self.agreed.call_first && self.again && self.call(self.current) == Call::Due {
            return Err(RuleError::CallFirst { cards: self.penalty() });
        }
        Ok(())
    }

    pub(crate) fn may_play2(&self) -> Result<(), RuleError> {
        self.may_act_off_stack()?;
        match self.cards(self.current) {
            cards @ 0..3 => Err(RuleError::LastCardAlone { cards }),
            _ => Ok(()),
        }
    }

    pub(crate) fn may_plus_two(&self) -> Result<(), RuleError> {
        self.may_act()?;
        if self.cards(self.current) < 2 { Err(RuleError::LastCardPlusTwo) } else { Ok(()) }
    }

    pub(crate) fn may_take(&self) -> Result<(), RuleError> {
        self.may_act()?;
        if self.stack() == 0 { Err(RuleError::NothingToTake) } else { Ok(()) }
    }

    pub(crate) fn may_pass(&self) -> Result<(), RuleError> {
        self.may_act_off_stack()
    }

    pub(crate) fn may_reverse(&self) -> Result<(), RuleError> {
        self.may_act()?;
        match self.stack() {
            0 if self.cards(self.current) < 2 => Err(RuleError::LastCardReverse),
            0 => Ok(()),
            stack => Err(RuleError::ReverseOnPlusTwo { stack }),
        }
    }

    /// The penalty may be taken exactly where it is what forbids playing a card.
    pub(crate) fn may_penalty_take(&self) -> Result<(), RuleError> {
        match self.may_play1() {
            Err(RuleError::PenaltyDue { .. } | RuleError::CallFirst { .. }) => Ok(()),
            Ok(()) | Err(RuleError::StackPending { .. }) => Err(RuleError::NoPenalty),
            Err(other) => Err(other),
        }
    }

    /// Whether an old log may hold a penalty here, though it is no longer offered: the call once had to come first
    /// without a Reverse too. It then does what a pass does.
    pub(super) fn was_penalty(&self) -> bool {
        let due = self.agreed.call_first && self.same_plays() && self.call(self.current) == Call::Due;
        due && self.may_pass().is_ok()
    }

    pub(crate) fn may_turn_up(&self) -> Result<(), RuleError> {
        self.may_go_on()?;
        match self.pile {
            Pile::TurnUp(_) => Ok(()),
            Pile::Untracked { .. } => Err(RuleError::CardsNotKept),
            Pile::Runs(_) | Pile::PlusTwos { .. } => Err(RuleError::NothingToTurnUp),
        }
    }

    pub(crate) fn may_turn_up_plus_two(&self) -> Result<(), RuleError> {
        self.may_go_on()?;
        if self.agreed.turned_plus_two_again {
            return Err(RuleError::TurnedAgain);
        }
        match self.pile {
            Pile::TurnUp(_) | Pile::Untracked { maybe_new: true } => Ok(()),
            Pile::Untracked { maybe_new: false } | Pile::Runs(_) | Pile::PlusTwos { .. } => {
                Err(RuleError::NothingToTurnUp)
            }
        }
    }

    pub(crate) fn may_call(&self, seat: Seat) -> Result<(), RuleError> {
        let hand = self.hands.get(seat.index()).ok_or(RuleError::NoSeat(seat))?;
        self.may_go_on()?;
        match hand.call {
            Call::Due => Ok(()),
            Call::NotYet => Err(RuleError::NotOneCard { seat, cards: hand.cards }),
            Call::Said => Err(RuleError::AlreadyCalled { seat }),
            Call::Missed => Err(RuleError::CallTooLate { seat }),
        }
    }

    pub(crate) fn may_have_said(&self, seat: Seat) -> Result<(), RuleError> {
        let hand = self.hands.get(seat.index()).ok_or(RuleError::NoSeat(seat))?;
        self.may_go_on()?;
        if hand.call == Call::Missed { Ok(()) } else { Err(RuleError::NotMissed { seat }) }
    }

    /// A hand may be corrected at any time, also after the end; but only one player can have no cards.
    pub(super) fn may_correct(&self, seat: Seat, cards: u16) -> Result<(), RuleError> {
        let hand = self.hands.get(seat.index()).ok_or(RuleError::NoSeat(seat))?;
        if cards > MOST_CORRECTED {
            return Err(RuleError::HandTooBig { cards });
        }
        if hand.cards == cards {
            return Err(RuleError::HandUnchanged { cards });
        }
        if cards == 0 { self.may_go_on() } else { Ok(()) }
    }
}
