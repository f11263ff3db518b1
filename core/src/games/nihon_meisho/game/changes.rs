//! What each thing that is done changes: hands and deck, the pile, the turn and the calls.

use super::error::RuleError;
use super::options::Mode;
use super::state::{Call, Cleared, Pile, State};
use crate::domain::seats::Seat;
use crate::games::nihon_meisho::pile::Card;

impl State {
    pub(super) fn set_cards(&mut self, seat: Seat, cards: u16) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.set(cards);
        }
    }

    pub(super) fn set_call(&mut self, seat: Seat, call: Call) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.call = call;
        }
    }

    pub(super) fn lay(&mut self, cards: u16) {
        self.set_cards(self.current, self.cards(self.current).saturating_sub(cards));
    }

    pub(super) fn draw(&mut self, cards: u16) {
        self.set_cards(self.current, self.cards(self.current).saturating_add(cards));
        self.leave_deck(cards);
    }

    pub(super) fn leave_deck(&mut self, cards: u16) {
        self.deck_left = self.deck_left.map(|left| left.saturating_sub(cards));
    }

    /// Puts the pile aside. In quick mode a new card is turned up without the app being told.
    pub(super) fn clear(&mut self, cleared: Cleared) {
        self.pile = match self.agreed.mode {
            Mode::Quick => {
                self.leave_deck(1);
                Pile::Untracked { maybe_new: true }
            }
            Mode::Full => Pile::TurnUp(cleared),
        };
    }

    /// Ends the current player's turn: every other player's due call is now missed (000 §12).
    pub(super) fn end_turn(&mut self, next: Seat) {
        let current = self.current.index();
        for (at, hand) in self.hands.iter_mut().enumerate() {
            if at != current && hand.call == Call::Due {
                hand.call = Call::Missed;
            }
        }
        self.again = next == self.current;
        self.current = next;
        self.turns = self.turns.saturating_add(1);
    }

    pub(super) fn play1(&mut self, card: Option<Card>) -> Result<(), RuleError> {
        self.may_play1()?;
        match (self.runs(), card) {
            (Some(runs), Some(card)) => {
                let played = runs.one(card)?;
                match played.left {
                    Some(runs) => self.pile = Pile::Runs(runs),
                    None => self.clear(Cleared::Set(played.why)),
                }
            }
            // It may have completed a set. The app is not told, and no turn depends on it.
            (None, None) => self.pile = Pile::Untracked { maybe_new: true },
            (Some(_), None) => return Err(RuleError::CardNeeded),
            (None, Some(_)) => return Err(RuleError::CardsNotKept),
        }
        self.lay(1);
        self.end_turn(self.following());
        Ok(())
    }

    pub(super) fn play2(&mut self, cards: Option<[Card; 2]>) -> Result<(), RuleError> {
        self.may_play2()?;
        match (self.runs(), cards) {
            (Some(runs), Some(cards)) => {
                let why = runs.two(cards)?;
                self.clear(Cleared::Set(why));
            }
            // Two cards always complete a set, so whatever they were, the pile is new.
            (None, None) => {
                self.pile = Pile::Untracked { maybe_new: true };
                self.leave_deck(1);
            }
            (Some(_), None) => return Err(RuleError::CardNeeded),
            (None, Some(_)) => return Err(RuleError::CardsNotKept),
        }
        self.lay(2);
        self.end_turn(self.following());
        Ok(())
    }

    pub(super) fn reverse(&mut self) {
        self.lay(1);
        self.clear(Cleared::Reverse);
        self.direction = self.direction.reversed();
        self.end_turn(if self.same_plays() { self.current } else { self.following() });
    }

    pub(super) fn penalty_take(&mut self) {
        let stack = self.stack();
        self.draw(self.penalty());
        if stack > 0 {
            self.clear(Cleared::Taken);
        } else {
            self.settle();
        }
        self.end_turn(self.following());
    }

    /// The pile stays for another turn, so its top card has not just been turned up.
    pub(super) fn settle(&mut self) {
        if let Pile::Untracked { maybe_new } = &mut self.pile {
            *maybe_new = false;
        }
    }

    /// The deck now has all cards except those in hands and those known to be on the pile.
    pub(super) fn reshuffle(&mut self) {
        let on_pile = match self.pile {
            Pile::Untracked { .. } => 1,
            Pile::TurnUp(_) => 0,
            Pile::Runs(runs) => u16::from(runs.category().max(runs.area())),
            Pile::PlusTwos { stack } => stack / 2,
        };
        let away = self.hands.iter().fold(on_pile, |sum, hand| sum.saturating_add(hand.cards));
        self.deck_left = self.agreed.deck.map(|deck| deck.saturating_sub(away));
    }
}
