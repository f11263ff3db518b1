//! What the rules say in the current state: what is allowed and what forbids the rest, what must happen next, and what
//! people forget. `view_model` turns it into buttons, `words` into words.

use super::game::{Call, Cleared, Pile, RuleError, State};
use super::pile::{Card, Fit, Openings};
use crate::domain::seats::Seat;

/// Whether something is allowed now, or the rule against it.
pub type Allowed = Result<(), RuleError>;

/// The verdict on every button of the turn screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Legal {
    /// Playing one card. Which cards fit is in [`State::choices`], in full mode.
    pub play1: Allowed,
    /// Playing two cards; in full mode only if some two complete a set.
    pub play2: Allowed,
    /// Playing a +2.
    pub plus_two: Allowed,
    /// Taking the +2 stack.
    pub take: Allowed,
    /// Passing, and taking one card.
    pub pass: Allowed,
    /// Playing a Reverse.
    pub reverse: Allowed,
    /// Taking the penalty for a missed call.
    pub penalty_take: Allowed,
    /// Full mode: entering the card that was turned up.
    pub turned: Allowed,
    /// Entering that the card turned up was a +2.
    pub turned_plus_two: Allowed,
    /// Entering that the cards put aside were shuffled.
    pub reshuffled: Allowed,
    /// Calling "Nihon Meisho", by seat.
    pub call: Vec<Allowed>,
    /// Entering that the call had been made in time, by seat.
    pub said_in_time: Vec<Allowed>,
}

/// What must happen next: the main sentence of the turn screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Somebody has no cards left.
    Won {
        /// Who.
        seat: Seat,
    },
    /// Full mode: a card is to be turned up, then `seat` plays.
    TurnUp {
        /// Whose turn comes after it.
        seat: Seat,
        /// Why there is a new pile.
        cleared: Cleared,
    },
    /// The player missed the call: takes cards and plays nothing (000 §12).
    Penalty {
        /// Who.
        seat: Seat,
        /// Cards to take: one, plus any +2 stack.
        cards: u16,
        /// The +2 stack among them.
        stack: u16,
    },
    /// The player takes the stack or plays a +2 (000 §23).
    Stack {
        /// Who.
        seat: Seat,
        /// Cards to take.
        stack: u16,
        /// Whether a +2 may be played: not as the last card (000 §12).
        may_answer: bool,
    },
    /// The player plays or passes.
    Play {
        /// Who.
        seat: Seat,
        /// Cards in the player's hand. With 1, that card may be neither Reverse nor +2; with 2, they may not be played
        /// together.
        cards: u16,
        /// Full mode: the sets that one or two cards can complete; none for two with fewer than 3 in hand.
        openings: Openings,
    },
}

/// Something people forget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reminder {
    /// This player has one card and has not called yet; there is still time (000 §12).
    CallDue(Seat),
    /// This player did not call in time: their next turn is the penalty (000 §12).
    CallMissed(Seat),
    /// The deck is too small for the cards wanted: shuffle what was put aside (000 §24).
    Shuffle {
        /// Most cards that can be left; see [`State::deck_left`].
        left: u16,
        /// Cards wanted now.
        wanted: u16,
    },
}

/// What a tap on a card of the grid would mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The card.
    pub card: Card,
    /// Whether it may be played alone, and why.
    pub alone: Result<Fit, RuleError>,
    /// Whether it may be the first of two.
    pub first: Allowed,
}

impl State {
    /// Every button: whether it works now, or the rule against it.
    pub fn legal(&self) -> Legal {
        let by_seat = |verdict: fn(&State, Seat) -> Allowed| {
            Seat::all(self.hands().len()).map(|seat| verdict(self, seat)).collect()
        };
        Legal {
            play1: self.may_play1(),
            play2: self.may_pair(),
            plus_two: self.may_plus_two(),
            take: self.may_take(),
            pass: self.may_pass(),
            reverse: self.may_reverse(),
            penalty_take: self.may_penalty_take(),
            turned: self.may_turn_up(),
            turned_plus_two: self.may_turn_up_plus_two(),
            reshuffled: self.may_go_on(),
            call: by_seat(State::may_call),
            said_in_time: by_seat(State::may_have_said),
        }
    }

    /// Whether any two cards may be played.
    fn may_pair(&self) -> Allowed {
        self.may_play2()?;
        match self.runs() {
            Some(runs) if runs.openings().two.is_empty() => {
                Err(RuleError::NoPair { category: runs.category(), area: runs.area() })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// What must happen next.
    pub fn what_next(&self) -> Next {
        let seat = self.current();
        if let Some(seat) = self.winner() {
            return Next::Won { seat };
        }
        if let Pile::TurnUp(cleared) = self.pile() {
            return Next::TurnUp { seat, cleared };
        }
        let stack = self.stack();
        if self.call(seat) == Call::Missed {
            return Next::Penalty { seat, cards: self.penalty(), stack };
        }
        if stack > 0 {
            return Next::Stack { seat, stack, may_answer: self.may_plus_two().is_ok() };
        }
        let mut openings = self.runs().map(|runs| runs.openings()).unwrap_or_default();
        if self.may_play2().is_err() {
            openings.two.clear();
        }
        Next::Play { seat, cards: self.cards(seat), openings }
    }

    /// The current reminders: due and missed calls in seat order, then shuffling.
    pub fn reminders(&self) -> Vec<Reminder> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let mut reminders: Vec<Reminder> = Seat::all(self.hands().len())
            .filter_map(|seat| match self.call(seat) {
                Call::Due => Some(Reminder::CallDue(seat)),
                Call::Missed => Some(Reminder::CallMissed(seat)),
                Call::NotYet | Call::Said => None,
            })
            .collect();
        let wanted = match self.what_next() {
            Next::Won { .. } => 0,
            Next::TurnUp { .. } | Next::Play { .. } => 1,
            Next::Penalty { cards, .. } => cards,
            Next::Stack { stack, .. } => stack,
        };
        reminders.extend(self.deck_left().filter(|left| *left < wanted).map(|left| Reminder::Shuffle { left, wanted }));
        reminders
    }

    /// Full mode: the 24 cards of the grid, and whether each may be played alone or as the first of two. While a card
    /// is to be turned up, see [`Legal::turned`] instead: any card may come up.
    pub fn choices(&self) -> Vec<Choice> {
        Card::all().map(|card| Choice { card, alone: self.alone(card), first: self.first(card) }).collect()
    }

    /// Full mode: after `first` was tapped, the 24 cards of the grid, and whether each may be the second.
    pub fn seconds(&self, first: Card) -> Vec<(Card, Result<Fit, RuleError>)> {
        Card::all().map(|second| (second, self.pair([first, second]))).collect()
    }

    fn alone(&self, card: Card) -> Result<Fit, RuleError> {
        self.may_play1()?;
        let runs = self.runs().ok_or(RuleError::CardsNotKept)?;
        Ok(runs.one(card)?.why)
    }

    fn first(&self, card: Card) -> Allowed {
        self.may_pair()?;
        let runs = self.runs().ok_or(RuleError::CardsNotKept)?;
        if Card::all().any(|second| runs.two([card, second]).is_ok()) {
            return Ok(());
        }
        // No second card works. Of all the refusals, that of the same card twice says best how far two cards would get.
        runs.two([card, card]).map(|_| ()).map_err(RuleError::from)
    }

    fn pair(&self, cards: [Card; 2]) -> Result<Fit, RuleError> {
        self.may_play2()?;
        let runs = self.runs().ok_or(RuleError::CardsNotKept)?;
        Ok(runs.two(cards)?)
    }
}
