//! The turn: whose it is, what may be done in it, and what follows.
//!
//! In quick mode the app knows the turn, the direction, the +2 stack and the hand sizes. In full mode it is also told
//! the cards, and tracks the runs of the pile (`pile`).
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

use serde::{Deserialize, Serialize};

use super::pile::{Card, Fit, LabelFault, Labels, Misfit, Runs, SetOf};
use crate::domain::game::{Comings, Game, Outcome, Standing};
use crate::domain::seating::{ComingRule, Seated, Seating, SeatingError};
use crate::domain::seats::{Direction, Seat, Seats};
use crate::domain::tally::{GameTally, TallyKind};

/// Cards in a starting hand, unless the table agrees otherwise (000 §4).
pub const HAND: u8 = 6;
/// Smallest starting hand: with one card, the call would be due before the first turn.
pub const LEAST_HAND: u8 = 2;
/// Largest starting hand; our bound.
pub const MOST_HAND: u8 = 12;
/// Most cards a hand may be corrected to.
pub const MOST_CORRECTED: u16 = 200;
/// Shortest turn clock, in seconds.
pub const LEAST_CLOCK: u16 = 5;
/// Longest turn clock, in seconds.
pub const MOST_CLOCK: u16 = 600;
/// Most cards in a deck; our bound, as the text does not say how many there are.
pub const MOST_DECK: u16 = 999;

/// How much the app is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Only the kind of play, one tap each.
    #[default]
    Quick,
    /// The cards too: the app tracks the pile and refuses plays that do not fit.
    Full,
}

/// Whose turn it is after a Reverse with two players. The text does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TwoPlayerReverse {
    /// The other player's, as after any turn.
    #[default]
    OtherPlays,
    /// The same player's again.
    SamePlays,
}

/// What the table agreed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// How much the app is told.
    pub mode: Mode,
    /// Cards in a starting hand, [`LEAST_HAND`] to [`MOST_HAND`]; 000 §4 says 6.
    pub hand: u8,
    /// Whose turn it is after a Reverse with two players.
    pub two_player_reverse: TwoPlayerReverse,
    /// With [`TwoPlayerReverse::SamePlays`]: on the turn after one's own Reverse the last card may only be played after
    /// the call; without it the penalty is due. True for every new table; tables saved before this option existed go on
    /// without it.
    #[serde(default)]
    pub call_first: bool,
    /// Whether a +2 turned up from the deck is replaced by another card, like a Reverse.
    pub turned_plus_two_again: bool,
    /// What the table calls the categories and areas.
    pub labels: Labels,
    /// Turn clock in seconds, [`LEAST_CLOCK`] to [`MOST_CLOCK`]; `None` for no clock. It is only shown: when it runs
    /// out, nothing happens.
    pub clock: Option<u16>,
    /// Cards in the whole deck, Reverse and +2 included, if the table has counted them; the text does not say. The app
    /// can then remind people to shuffle. At least one more than are dealt, at most [`MOST_DECK`].
    pub deck: Option<u16>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mode: Mode::default(),
            hand: HAND,
            two_player_reverse: TwoPlayerReverse::default(),
            call_first: true,
            turned_plus_two_again: true,
            labels: Labels::default(),
            clock: None,
            deck: None,
        }
    }
}

/// One thing that happened at the table. What is done in a turn is done by the player whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Full mode: the top card of the deck was turned up for a new pile, after skipping any Reverse (000 §6, §20, §22).
    Turned(Card),
    /// The card turned up was a +2, at a table where that counts as played.
    TurnedPlusTwo,
    /// One card was played; full mode says which (000 §8).
    Play1(Option<Card>),
    /// Two cards were played; full mode says which, the lower first (000 §15).
    Play2(Option<[Card; 2]>),
    /// A +2 was played (000 §23).
    PlusTwo,
    /// The +2 stack was taken from the deck (000 §23).
    Take,
    /// The player passed and took one card (000 §10, §11).
    Pass,
    /// A Reverse was played (000 §22).
    Reverse,
    /// The penalty for a missed call: one card and any +2 stack were taken, and nothing was played (000 §12).
    PenaltyTake,
    /// A player with one card said "Nihon Meisho" in time (000 §12).
    Call {
        /// Who said it.
        seat: Seat,
    },
    /// A call that the app counts as missed was made in time after all.
    SaidInTime {
        /// Who said it.
        seat: Seat,
    },
    /// A hand was counted, and the app's number was wrong.
    Hand {
        /// Whose.
        seat: Seat,
        /// Cards in it, 0 to [`MOST_CORRECTED`].
        cards: u16,
    },
    /// The cards put aside were shuffled into a new deck (000 §24).
    Reshuffled,
    /// Somebody left, and their hand went under the deck.
    People(Seating),
}

/// The rule or bound that an event or the options break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleError {
    /// The wrong number of players for the game.
    Players {
        /// Players seated.
        players: usize,
    },
    /// A starting hand out of bounds.
    StartingHand {
        /// Cards asked for.
        cards: u8,
    },
    /// A turn clock out of bounds.
    Clock {
        /// Seconds asked for.
        seconds: u16,
    },
    /// A deck out of bounds.
    Deck {
        /// Cards given.
        cards: u16,
        /// Fewest cards needed to deal everyone a hand and turn one up.
        least: u16,
    },
    /// A label that cannot be used.
    Label {
        /// The category or area.
        of: SetOf,
        /// What is wrong with it.
        fault: LabelFault,
    },
    /// There is no such seat.
    NoSeat(Seat),
    /// Somebody has no cards left, so the game is over (000 §9).
    GameOver {
        /// Who won.
        winner: Seat,
    },
    /// Full mode: the pile was cleared, and its new first card comes before anything else (000 §20).
    TurnUpFirst,
    /// The pile was not cleared, so there is no card to turn up.
    NothingToTurnUp,
    /// At this table a +2 turned up is replaced by another card.
    TurnedAgain,
    /// Full mode needs to know the card.
    CardNeeded,
    /// Quick mode does not track cards.
    CardsNotKept,
    /// The player missed the call and must take one card and play nothing this turn (000 §12).
    PenaltyDue {
        /// Cards to take: one, plus any +2 stack.
        cards: u16,
    },
    /// It is the same player's turn again after a Reverse, with one card and no call: the call or the penalty comes
    /// first.
    CallFirst {
        /// Cards to take without the call.
        cards: u16,
    },
    /// The player whose turn it is owes no penalty.
    NoPenalty,
    /// There is a +2 stack: answer it with a +2 or take it (000 §23).
    StackPending {
        /// Cards to take.
        stack: u16,
    },
    /// A Reverse may not be played on a +2 (000 §22).
    ReverseOnPlusTwo {
        /// Cards to take.
        stack: u16,
    },
    /// There is no +2 stack to take.
    NothingToTake,
    /// The last card must be played on its own: two cards need three in hand, so that one stays (000 §12).
    LastCardAlone {
        /// Cards in hand, 1 or 2.
        cards: u16,
    },
    /// The last card may not be a Reverse (000 §12).
    LastCardReverse,
    /// The last card may not be a +2 (000 §12).
    LastCardPlusTwo,
    /// The cards do not fit the pile.
    Misfit(Misfit),
    /// No two cards complete a set on this pile (000 §15, §17, §21).
    NoPair {
        /// Length of the category run.
        category: u8,
        /// Length of the area run.
        area: u8,
    },
    /// Only a player with one card calls (000 §12).
    NotOneCard {
        /// Who.
        seat: Seat,
        /// Cards in that hand.
        cards: u16,
    },
    /// This player has already called.
    AlreadyCalled {
        /// Who.
        seat: Seat,
    },
    /// Too late to call: another player has finished a turn (000 §12).
    CallTooLate {
        /// Who.
        seat: Seat,
    },
    /// This player has not missed a call.
    NotMissed {
        /// Who.
        seat: Seat,
    },
    /// More cards than [`MOST_CORRECTED`].
    HandTooBig {
        /// Cards given.
        cards: u16,
    },
    /// The app already has this number for the hand.
    HandUnchanged {
        /// Cards in it.
        cards: u16,
    },
    /// People cannot come or go like this.
    People(SeatingError),
}

impl From<Misfit> for RuleError {
    fn from(misfit: Misfit) -> Self {
        RuleError::Misfit(misfit)
    }
}

/// The state of one player's call (000 §12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Call {
    /// The player does not have exactly one card.
    #[default]
    NotYet,
    /// One card, no call yet, and nobody else has finished a turn since.
    Due,
    /// Made in time.
    Said,
    /// Not made in time: the penalty comes on the player's next turn.
    Missed,
}

/// One player's hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    cards: u16,
    call: Call,
}

impl Hand {
    /// Number of cards.
    pub fn cards(self) -> u16 {
        self.cards
    }

    /// The state of the call.
    pub fn call(self) -> Call {
        self.call
    }

    /// A hand that comes to one card owes a call; a hand with any other number owes none.
    fn set(&mut self, cards: u16) {
        if self.cards != cards {
            self.call = if cards == 1 { Call::Due } else { Call::NotYet };
        }
        self.cards = cards;
    }
}

/// Why a new card is to be turned up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cleared {
    /// The game starts (000 §6).
    Start,
    /// A set was completed (000 §14, §20).
    Set(Fit),
    /// A Reverse was played (000 §22).
    Reverse,
    /// A +2 stack was taken (000 §23).
    Taken,
}

/// The pile, as far as the app knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pile {
    /// Quick mode: category and area cards; no more is known.
    Untracked {
        /// Whether the top card may just have been turned up.
        maybe_new: bool,
    },
    /// Full mode: the pile was cleared, and its first card is to be turned up.
    TurnUp(Cleared),
    /// Full mode: the runs at its top.
    Runs(Runs),
    /// One or more +2 on top.
    PlusTwos {
        /// Cards the next player takes unless another +2 is played.
        stack: u16,
    },
}

/// The options that turns depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Agreed {
    mode: Mode,
    two_player_reverse: TwoPlayerReverse,
    /// See [`Options::call_first`].
    call_first: bool,
    turned_plus_two_again: bool,
    deck: Option<u16>,
}

/// The state of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    agreed: Agreed,
    seated: Seated,
    hands: Vec<Hand>,
    current: Seat,
    /// Whether the current player also had the turn before: after a Reverse between two players.
    again: bool,
    direction: Direction,
    pile: Pile,
    turns: u32,
    deck_left: Option<u16>,
}

impl State {
    /// How much the app is told.
    pub fn mode(&self) -> Mode {
        self.agreed.mode
    }

    /// All hands, in seat order.
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// Number of cards in the hand of `seat`; 0 if there is no such seat.
    pub fn cards(&self, seat: Seat) -> u16 {
        self.hands.get(seat.index()).map_or(0, |hand| hand.cards)
    }

    /// The state of the call of `seat`.
    pub fn call(&self, seat: Seat) -> Call {
        self.hands.get(seat.index()).map_or(Call::NotYet, |hand| hand.call)
    }

    /// Whose turn it is. After the game: whose it would be.
    pub fn current(&self) -> Seat {
        self.current
    }

    /// Whose turn is next, unless the player plays a Reverse.
    pub fn following(&self) -> Seat {
        self.current.onward(self.hands.len(), self.direction, 1)
    }

    /// The direction of play.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The pile.
    pub fn pile(&self) -> Pile {
        self.pile
    }

    /// The runs at the top of the pile: only in full mode, with neither a +2 on top nor a card to turn up.
    pub fn runs(&self) -> Option<Runs> {
        match self.pile {
            Pile::Runs(runs) => Some(runs),
            Pile::Untracked { .. } | Pile::TurnUp(_) | Pile::PlusTwos { .. } => None,
        }
    }

    /// Cards to take unless a +2 is played; 0 without a +2 stack.
    pub fn stack(&self) -> u16 {
        match self.pile {
            Pile::PlusTwos { stack } => stack,
            Pile::Untracked { .. } | Pile::TurnUp(_) | Pile::Runs(_) => 0,
        }
    }

    /// Whether a Reverse gives the same player another turn.
    fn same_plays(&self) -> bool {
        self.hands.len() == 2 && self.agreed.two_player_reverse == TwoPlayerReverse::SamePlays
    }

    /// Number of turns finished. Changes exactly when a turn ends, so a clock can restart with it.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Most cards that can be left in the deck, if the hands are right: the app is not told of cards that were skipped
    /// while turning up. `None` unless the table counted its deck.
    pub fn deck_left(&self) -> Option<u16> {
        self.deck_left
    }

    /// Who has no cards left (000 §9).
    pub fn winner(&self) -> Option<Seat> {
        Seat::all(self.hands.len()).find(|seat| self.cards(*seat) == 0)
    }

    /// Cards that a penalty would take now: one, plus any +2 stack.
    pub fn penalty(&self) -> u16 {
        self.stack().saturating_add(1)
    }

    /// Fails if the game is over.
    pub(super) fn may_go_on(&self) -> Result<(), RuleError> {
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

    pub(super) fn may_play1(&self) -> Result<(), RuleError> {
        self.may_act_off_stack()?;
        if self.agreed.call_first && self.again && self.call(self.current) == Call::Due {
            return Err(RuleError::CallFirst { cards: self.penalty() });
        }
        Ok(())
    }

    pub(super) fn may_play2(&self) -> Result<(), RuleError> {
        self.may_act_off_stack()?;
        match self.cards(self.current) {
            cards @ 0..3 => Err(RuleError::LastCardAlone { cards }),
            _ => Ok(()),
        }
    }

    pub(super) fn may_plus_two(&self) -> Result<(), RuleError> {
        self.may_act()?;
        if self.cards(self.current) < 2 { Err(RuleError::LastCardPlusTwo) } else { Ok(()) }
    }

    pub(super) fn may_take(&self) -> Result<(), RuleError> {
        self.may_act()?;
        if self.stack() == 0 { Err(RuleError::NothingToTake) } else { Ok(()) }
    }

    pub(super) fn may_pass(&self) -> Result<(), RuleError> {
        self.may_act_off_stack()
    }

    pub(super) fn may_reverse(&self) -> Result<(), RuleError> {
        self.may_act()?;
        match self.stack() {
            0 if self.cards(self.current) < 2 => Err(RuleError::LastCardReverse),
            0 => Ok(()),
            stack => Err(RuleError::ReverseOnPlusTwo { stack }),
        }
    }

    /// The penalty may be taken exactly where it is what forbids playing a card.
    pub(super) fn may_penalty_take(&self) -> Result<(), RuleError> {
        match self.may_play1() {
            Err(RuleError::PenaltyDue { .. } | RuleError::CallFirst { .. }) => Ok(()),
            Ok(()) | Err(RuleError::StackPending { .. }) => Err(RuleError::NoPenalty),
            Err(other) => Err(other),
        }
    }

    /// Whether an old log may hold a penalty here, though it is no longer offered: the call once had to come first
    /// without a Reverse too. It then does what a pass does.
    fn was_penalty(&self) -> bool {
        let due = self.agreed.call_first && self.same_plays() && self.call(self.current) == Call::Due;
        due && self.may_pass().is_ok()
    }

    pub(super) fn may_turn_up(&self) -> Result<(), RuleError> {
        self.may_go_on()?;
        match self.pile {
            Pile::TurnUp(_) => Ok(()),
            Pile::Untracked { .. } => Err(RuleError::CardsNotKept),
            Pile::Runs(_) | Pile::PlusTwos { .. } => Err(RuleError::NothingToTurnUp),
        }
    }

    pub(super) fn may_turn_up_plus_two(&self) -> Result<(), RuleError> {
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

    pub(super) fn may_call(&self, seat: Seat) -> Result<(), RuleError> {
        let hand = self.hands.get(seat.index()).ok_or(RuleError::NoSeat(seat))?;
        self.may_go_on()?;
        match hand.call {
            Call::Due => Ok(()),
            Call::NotYet => Err(RuleError::NotOneCard { seat, cards: hand.cards }),
            Call::Said => Err(RuleError::AlreadyCalled { seat }),
            Call::Missed => Err(RuleError::CallTooLate { seat }),
        }
    }

    pub(super) fn may_have_said(&self, seat: Seat) -> Result<(), RuleError> {
        let hand = self.hands.get(seat.index()).ok_or(RuleError::NoSeat(seat))?;
        self.may_go_on()?;
        if hand.call == Call::Missed { Ok(()) } else { Err(RuleError::NotMissed { seat }) }
    }

    /// A hand may be corrected at any time, also after the end; but only one player can have no cards.
    fn may_correct(&self, seat: Seat, cards: u16) -> Result<(), RuleError> {
        let hand = self.hands.get(seat.index()).ok_or(RuleError::NoSeat(seat))?;
        if cards > MOST_CORRECTED {
            return Err(RuleError::HandTooBig { cards });
        }
        if hand.cards == cards {
            return Err(RuleError::HandUnchanged { cards });
        }
        if cards == 0 { self.may_go_on() } else { Ok(()) }
    }

    fn set_cards(&mut self, seat: Seat, cards: u16) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.set(cards);
        }
    }

    fn set_call(&mut self, seat: Seat, call: Call) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.call = call;
        }
    }

    fn lay(&mut self, cards: u16) {
        self.set_cards(self.current, self.cards(self.current).saturating_sub(cards));
    }

    fn draw(&mut self, cards: u16) {
        self.set_cards(self.current, self.cards(self.current).saturating_add(cards));
        self.leave_deck(cards);
    }

    fn leave_deck(&mut self, cards: u16) {
        self.deck_left = self.deck_left.map(|left| left.saturating_sub(cards));
    }

    /// Puts the pile aside. In quick mode a new card is turned up without the app being told.
    fn clear(&mut self, cleared: Cleared) {
        self.pile = match self.agreed.mode {
            Mode::Quick => {
                self.leave_deck(1);
                Pile::Untracked { maybe_new: true }
            }
            Mode::Full => Pile::TurnUp(cleared),
        };
    }

    /// Ends the current player's turn: every other player's due call is now missed (000 §12).
    fn end_turn(&mut self, next: Seat) {
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

    fn play1(&mut self, card: Option<Card>) -> Result<(), RuleError> {
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

    fn play2(&mut self, cards: Option<[Card; 2]>) -> Result<(), RuleError> {
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

    fn reverse(&mut self) {
        self.lay(1);
        self.clear(Cleared::Reverse);
        self.direction = self.direction.reversed();
        self.end_turn(if self.same_plays() { self.current } else { self.following() });
    }

    fn penalty_take(&mut self) {
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
    fn settle(&mut self) {
        if let Pile::Untracked { maybe_new } = &mut self.pile {
            *maybe_new = false;
        }
    }

    /// Whoever is not in `seating` leaves; the others keep their order.
    fn leave(&mut self, seating: &Seating) -> Result<(), SeatingError> {
        let stay = self.seated.now().iter().filter(|number| seating.seats.contains(number));
        if !seating.joins.is_empty() || !stay.eq(&seating.seats) {
            return Err(SeatingError::OnlyLeave);
        }
        let cards: Vec<i32> = self.hands.iter().map(|hand| i32::from(hand.cards)).collect();
        let after = self.seated.change(seating, &cards, NihonMeisho::SEATS, true)?;
        let none = Hand { cards: 0, call: Call::NotYet };
        let mut under = std::collections::BTreeMap::new();
        self.hands = after.carry(&self.hands, &mut under, none);
        let under = under.values().fold(0_u16, |sum, hand| sum.saturating_add(hand.cards));
        self.deck_left = self.deck_left.map(|left| left.saturating_add(under));
        self.current = after.seat(self.current, self.direction);
        self.seated = after.seated;
        Ok(())
    }

    /// The deck now has all cards except those in hands and those known to be on the pile.
    fn reshuffle(&mut self) {
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

/// Nihon Meisho.
pub struct NihonMeisho;

impl Game for NihonMeisho {
    const ID: &'static str = "nihon_meisho";
    /// The text gives no number; 2 to 10 is our ruling.
    const SEATS: std::ops::RangeInclusive<usize> = 2..=10;
    type Options = Options;
    type Event = Event;
    type State = State;
    type Error = RuleError;

    fn start(seats: &Seats, options: &Options) -> Result<State, RuleError> {
        let players = seats.len();
        if !Self::SEATS.contains(&players) {
            return Err(RuleError::Players { players });
        }
        if !(LEAST_HAND..=MOST_HAND).contains(&options.hand) {
            return Err(RuleError::StartingHand { cards: options.hand });
        }
        if let Some(seconds) = options.clock.filter(|seconds| !(LEAST_CLOCK..=MOST_CLOCK).contains(seconds)) {
            return Err(RuleError::Clock { seconds });
        }
        options.labels.check().map_err(|(of, fault)| RuleError::Label { of, fault })?;
        let hands = vec![Hand { cards: u16::from(options.hand), call: Call::NotYet }; players];
        let dealt = hands.iter().fold(0_u16, |sum, hand| sum.saturating_add(hand.cards));
        let least = dealt.saturating_add(1);
        if let Some(cards) = options.deck.filter(|cards| !(least..=MOST_DECK).contains(cards)) {
            return Err(RuleError::Deck { cards, least });
        }
        let mut state = State {
            agreed: Agreed {
                mode: options.mode,
                two_player_reverse: options.two_player_reverse,
                call_first: options.call_first,
                turned_plus_two_again: options.turned_plus_two_again,
                deck: options.deck,
            },
            seated: Seated::new(seats),
            hands,
            current: seats.starter(),
            again: false,
            direction: Direction::Clockwise,
            pile: Pile::TurnUp(Cleared::Start),
            turns: 0,
            deck_left: options.deck.map(|deck| deck.saturating_sub(dealt)),
        };
        state.clear(Cleared::Start);
        Ok(state)
    }

    fn apply(state: &State, event: &Event) -> Result<State, RuleError> {
        let mut next = state.clone();
        match *event {
            Event::Turned(card) => {
                state.may_turn_up()?;
                next.leave_deck(1);
                next.pile = Pile::Runs(Runs::new(card));
            }
            Event::TurnedPlusTwo => {
                state.may_turn_up_plus_two()?;
                if state.agreed.mode == Mode::Full {
                    next.leave_deck(1);
                }
                next.pile = Pile::PlusTwos { stack: 2 };
            }
            Event::Play1(card) => next.play1(card)?,
            Event::Play2(cards) => next.play2(cards)?,
            Event::PlusTwo => {
                state.may_plus_two()?;
                next.lay(1);
                next.pile = Pile::PlusTwos { stack: state.stack().saturating_add(2) };
                next.end_turn(state.following());
            }
            Event::Take => {
                state.may_take()?;
                next.draw(state.stack());
                next.clear(Cleared::Taken);
                next.end_turn(state.following());
            }
            Event::Pass => {
                state.may_pass()?;
                next.draw(1);
                next.settle();
                next.end_turn(state.following());
            }
            Event::Reverse => {
                state.may_reverse()?;
                next.reverse();
            }
            Event::PenaltyTake => {
                if !state.was_penalty() {
                    state.may_penalty_take()?;
                }
                next.penalty_take();
            }
            Event::Call { seat } => {
                state.may_call(seat)?;
                next.set_call(seat, Call::Said);
            }
            Event::SaidInTime { seat } => {
                state.may_have_said(seat)?;
                next.set_call(seat, Call::Said);
            }
            Event::Hand { seat, cards } => {
                state.may_correct(seat, cards)?;
                next.set_cards(seat, cards);
            }
            Event::Reshuffled => {
                state.may_go_on()?;
                next.reshuffle();
            }
            Event::People(ref seating) => {
                state.may_go_on()?;
                next.leave(seating).map_err(RuleError::People)?;
            }
        }
        Ok(next)
    }

    /// There are no rounds: a game is one turn after another.
    fn scores(_: &State, _: &Event) -> bool {
        false
    }

    /// The winner's turns, and for each player how often they answered a +2 with another.
    fn tallies(entries: &[Event], states: &[State], _: &Seats, _: &Options) -> Vec<GameTally> {
        let Some(last) = states.last() else { return Vec::new() };
        let mut counts = vec![(0, 0); last.seated.people().len()];
        for (pair, event) in states.windows(2).zip(entries) {
            let (before, after) = (&pair[0], &pair[1]);
            let (turns, passed) = &mut counts[before.seated.number(before.current())];
            *turns += i32::from(after.turns() > before.turns());
            *passed += i32::from(*event == Event::PlusTwo && before.stack() > 0);
        }
        let winner = last.winner().map(|seat| last.seated.number(seat));
        let turns = counts.iter().enumerate().map(|(player, (turns, _))| match winner == Some(player) {
            true => (*turns, 1),
            false => (0, 0),
        });
        vec![
            GameTally::by_person("turns", TallyKind::Least, turns),
            GameTally::by_person("passed", TallyKind::Sum, counts.iter().map(|(_, passed)| (*passed, 1))),
        ]
    }

    const COMINGS: Option<Comings<NihonMeisho>> = Some(Comings {
        may: ComingRule::Leave,
        seated: |state| &state.seated,
        seating: |event| if let Event::People(seating) = event { Some(seating) } else { None },
        event: Event::People,
        totals: |state| NihonMeisho::standing(state).totals,
    });

    fn turns(state: &State) -> Option<u32> {
        Some(state.turns())
    }

    /// The fewest cards win: the winner has none.
    fn lowest_wins(_: &Options) -> bool {
        true
    }

    /// Totals are the cards left.
    fn standing(state: &State) -> Standing {
        Standing {
            totals: state.hands.iter().map(|hand| i32::from(hand.cards)).collect(),
            outcome: state.winner().map_or(Outcome::Playing, |winner| Outcome::Won(vec![winner.index()])),
        }
    }
}
