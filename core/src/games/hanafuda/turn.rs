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

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::deck::{CardEffect, Deal, IN_HANDS, Top};
use super::forfeit::{self, ForfeitError, Forfeits};
use super::payout::{self, Left, Payout, PayoutError, Transfer, Unit, UnitError};
use crate::domain::game::{Comings, Game, Outcome, Standing, leaders};
use crate::domain::seating::{ComingRule, JoinWith, Seated, Seating, SeatingError};
use crate::domain::seats::{Direction, MAX_SEATS, Player, Seat, Seats};
use crate::domain::tally::{GameTally, TallyKind};

/// The "Untitled" hanafuda game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hanafuda;

/// One of the seven moves (003 GAMEPLAY 1 to 6B).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// Plays one card from the hand on a field card of its month; both are discarded (003 GAMEPLAY 1).
    HandField,
    /// Plays three cards of a month from the hand on the fourth on the field; all are discarded (003 GAMEPLAY 2).
    FieldHiki,
    /// Discards two cards of a month from the hand (003 GAMEPLAY 3).
    HandHand,
    /// Discards four cards of a month from the hand (003 GAMEPLAY 4).
    HandHiki,
    /// Discards two cards of a month from the field, then puts one card from the hand and one from the draw pile there
    /// (003 GAMEPLAY 5).
    FieldField,
    /// Draws a card and discards it together with a field card of its month (003 GAMEPLAY 6A).
    StruggleMatch,
    /// Draws a card and keeps it (003 GAMEPLAY 6B).
    StruggleKeep,
}

impl MoveKind {
    /// All seven, in the order of the rules.
    pub const ALL: [MoveKind; 7] = [
        MoveKind::HandField,
        MoveKind::FieldHiki,
        MoveKind::HandHand,
        MoveKind::HandHiki,
        MoveKind::FieldField,
        MoveKind::StruggleMatch,
        MoveKind::StruggleKeep,
    ];

    /// Stable text id.
    pub const fn id(self) -> &'static str {
        match self {
            MoveKind::HandField => "hand_field",
            MoveKind::FieldHiki => "field_hiki",
            MoveKind::HandHand => "hand_hand",
            MoveKind::HandHiki => "hand_hiki",
            MoveKind::FieldField => "field_field",
            MoveKind::StruggleMatch => "struggle_match",
            MoveKind::StruggleKeep => "struggle_keep",
        }
    }

    /// Number of cards that leave the hand, which must have at least that many.
    pub const fn plays(self) -> u8 {
        match self {
            MoveKind::HandField | MoveKind::FieldField => 1,
            MoveKind::HandHand => 2,
            MoveKind::FieldHiki => 3,
            MoveKind::HandHiki => 4,
            MoveKind::StruggleMatch | MoveKind::StruggleKeep => 0,
        }
    }

    /// Number of cards that are added to the hand.
    pub const fn takes(self) -> u8 {
        matches!(self, MoveKind::StruggleKeep) as u8
    }

    /// Whether the top discard then affects the next player: only after moves 1 to 4.
    pub const fn has_effect(self) -> bool {
        matches!(self, MoveKind::HandField | MoveKind::FieldHiki | MoveKind::HandHand | MoveKind::HandHiki)
    }

    /// Whether the player draws before discarding.
    const fn draws_first(self) -> bool {
        matches!(self, MoveKind::StruggleMatch | MoveKind::StruggleKeep)
    }
}

/// What happens after a player is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundEnd {
    /// The others pay the winner.
    #[default]
    Payout,
    /// The player whose hand is on top of the heap does a forfeit; no points are counted (003 VARIANT).
    Forfeit,
    /// Both.
    Both,
}

impl RoundEnd {
    /// Whether the winner is paid.
    pub const fn pays(self) -> bool {
        matches!(self, RoundEnd::Payout | RoundEnd::Both)
    }

    /// Whether a forfeit is done.
    pub const fn has_forfeit(self) -> bool {
        matches!(self, RoundEnd::Forfeit | RoundEnd::Both)
    }
}

/// What the table agreed on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The direction of play; counter-clockwise by default (003 GAMEPLAY and our ruling).
    pub direction: Direction,
    /// Whether the app tracks turns and hand sizes. If not, only payouts and forfeits are entered.
    pub track_turns: bool,
    /// How a round ends.
    pub ending: RoundEnd,
    /// The forfeits to draw from.
    pub forfeits: Forfeits,
    /// What a point is worth.
    pub unit: Unit,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            direction: Direction::CounterClockwise,
            track_turns: true,
            ending: RoundEnd::default(),
            forfeits: Forfeits::default(),
            unit: Unit::default(),
        }
    }
}

/// One thing that happened at the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The player whose turn it is played.
    Move {
        /// Which move.
        kind: MoveKind,
        /// The top discard afterwards; [`Top::Other`] after a move without effect.
        #[serde(default)]
        top: Top,
    },
    /// A hand was counted to correct the app. This ends no turn.
    Hand {
        /// Whose.
        seat: Seat,
        /// Cards it really has; with 0 that player is first.
        cards: u8,
    },
    /// The turn was corrected.
    ToPlay {
        /// Whose turn it really is.
        seat: Seat,
    },
    /// The winner was paid.
    Payout {
        /// Who was first.
        winner: Seat,
        /// Cards left, by seat. Empty for the winner, and for the exempt player if not counted.
        left: Vec<Left>,
        /// Who touched the winner's hand first; `None` with two players.
        #[serde(default)]
        exempt: Option<Seat>,
        /// Whether the count overrides the tracked hands, because the cards were laid out and counted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        recount: bool,
    },
    /// Somebody did a forfeit.
    Forfeit {
        /// Who was first.
        winner: Seat,
        /// Whose hand was on top of the heap.
        seat: Seat,
        /// The forfeit drawn, within the bounds of [`forfeit::check`]; `None` if the table made one up.
        #[serde(default)]
        text: Option<String>,
    },
    /// The next round was dealt.
    NextRound {
        /// The dealer; `None` means the next player in turn order.
        #[serde(default)]
        dealer: Option<Seat>,
    },
    /// The list of forfeits was changed.
    List {
        /// The whole list.
        forfeits: Forfeits,
    },
    /// The table stopped playing. An unfinished round does not count.
    End,
    /// People came, went or changed seats.
    People(Seating),
}

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
    seated: Seated,
    /// Points and rounds won of those who left, by number.
    kept: (BTreeMap<u8, i32>, BTreeMap<u8, u32>),
    direction: Direction,
    track_turns: bool,
    ending: RoundEnd,
    to_play: Seat,
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
        /// The limit, [`IN_HANDS`].
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

impl Game for Hanafuda {
    const ID: &'static str = "hanafuda";
    const SEATS: std::ops::RangeInclusive<usize> = 2..=5;
    type Options = Options;
    type Event = Event;
    type State = State;
    type Error = Error;

    fn start(seats: &Seats, options: &Options) -> Result<State, Error> {
        let players = seats.len();
        let deal = Deal::of(players).ok_or(Error::Players(players))?;
        options.unit.check().map_err(Error::Unit)?;
        options.forfeits.check().map_err(Error::Forfeit)?;
        Ok(State {
            seated: Seated::new(seats),
            kept: Default::default(),
            direction: options.direction,
            track_turns: options.track_turns,
            ending: options.ending,
            to_play: seats.starter(),
            round: 1,
            dealer: seats.starter(),
            phase: State::dealt(options.track_turns),
            hands: vec![deal.hand; players],
            last: None,
            payout: None,
            forfeit: None,
            points: vec![0; players],
            wins: vec![0; players],
        })
    }

    fn apply(state: &State, event: &Event) -> Result<State, Error> {
        if state.phase == Phase::Over {
            return Err(Error::Over);
        }
        let mut next = state.clone();
        match event {
            Event::Move { kind, top } => next.play(*kind, *top)?,
            Event::Hand { seat, cards } => next.count(*seat, *cards)?,
            Event::ToPlay { seat } => {
                next.turn()?;
                next.to_play = next.seat(*seat)?;
                next.last = None;
            }
            Event::Payout { winner, left, exempt, recount } => next.pay(*winner, left, *exempt, *recount)?,
            Event::Forfeit { winner, seat, text } => next.forfeit(*winner, *seat, text.as_deref())?,
            Event::NextRound { dealer } => {
                if next.phase != Phase::Between {
                    return Err(Error::RoundNotOver);
                }
                next.deal(*dealer)?;
            }
            Event::List { forfeits } => {
                if !next.ending.has_forfeit() {
                    return Err(Error::NoForfeits);
                }
                forfeits.check().map_err(Error::Forfeit)?;
            }
            Event::End => next.phase = Phase::Over,
            Event::People(seating) => next.reseat(seating).map_err(Error::People)?,
        }
        Ok(next)
    }

    /// Totals are points, or rounds won if the table plays only for forfeits. The game ends when the table says so.
    fn standing(state: &State) -> Standing {
        let totals = if state.ending.pays() {
            state.points.clone()
        } else {
            state.wins.iter().map(|&wins| i32::try_from(wins).unwrap_or(i32::MAX)).collect()
        };
        let outcome = if state.phase == Phase::Over { Outcome::Won(leaders(&totals)) } else { Outcome::Playing };
        Standing { totals, outcome }
    }

    /// The balance of all payouts, where the table plays for points, and the rounds in which a player was first.
    fn tallies(_: &[Event], states: &[State], _: &Seats, _: &Options) -> Vec<GameTally> {
        let Some(state) = states.last() else { return Vec::new() };
        let wins = state.by_number(&state.wins, &state.kept.1).into_iter();
        let wins = wins.map(|wins| (i32::try_from(wins).unwrap_or(i32::MAX), 1));
        let first = GameTally::by_person("first", TallyKind::Sum, wins);
        if !state.ending.pays() {
            return vec![first];
        }
        let points = state.balance().into_iter().map(|points| (points, 1));
        vec![GameTally::by_person("balance", TallyKind::Sum, points), first]
    }

    const COMINGS: Option<Comings<Hanafuda>> = Some(Comings {
        may: ComingRule::Free,
        seated: |state| &state.seated,
        seating: |event| if let Event::People(seating) = event { Some(seating) } else { None },
        event: Event::People,
        totals: |state| Hanafuda::standing(state).totals,
    });

    /// If the winner is paid, the payout is the scored round; a forfeit on top is not.
    fn scores(after: &State, event: &Event) -> bool {
        match event {
            Event::Payout { .. } => true,
            Event::Forfeit { .. } => !after.ending.pays(),
            _ => false,
        }
    }
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

    /// Whether the current player has the cards for a move.
    pub fn allows(&self, kind: MoveKind) -> bool {
        self.clone().play(kind, Top::Other).is_ok()
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
    fn by_number<T: Copy + Default>(&self, seats: &[T], kept: &BTreeMap<u8, T>) -> Vec<T> {
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

    /// People come and go while no card of a round has been played. Points are what people owe each other, so whoever
    /// joins has none.
    fn reseat(&mut self, seating: &Seating) -> Result<(), SeatingError> {
        if seating.joins.iter().any(|join| join.with != JoinWith::Nothing) {
            return Err(SeatingError::WithPoints);
        }
        // More people could not settle up: [`payout::settle`] takes no more.
        if self.seated.people().len() + seating.joins.len() > MAX_SEATS {
            return Err(SeatingError::People(MAX_SEATS));
        }
        let fresh = |players: usize| Deal::of(players).map_or(0, |deal| deal.hand);
        let untouched = self.last.is_none() && self.hands.iter().all(|hand| *hand == fresh(self.hands.len()));
        let undone = self.payout.is_none() && self.forfeit.is_none();
        let may = match self.phase {
            Phase::Turn => untouched,
            Phase::First { winner } => winner.is_none() && undone,
            Phase::Between => true,
            Phase::Over => return Err(SeatingError::Over),
        };
        if !may {
            return Err(SeatingError::MidRound);
        }
        let totals = Hanafuda::standing(self).totals;
        let after = self.seated.change(seating, &totals, Hanafuda::SEATS, false)?;
        self.points = after.carry(&self.points, &mut self.kept.0, 0);
        self.wins = after.carry(&self.wins, &mut self.kept.1, 0);
        // If the last dealer left, the next one is whoever would have come after them.
        let back = if self.phase == Phase::Between { self.direction.reversed() } else { self.direction };
        self.dealer = after.seat(self.dealer, back);
        self.to_play = after.seat(self.to_play, self.direction);
        self.hands = vec![fresh(after.totals.len()); after.totals.len()];
        self.last = None;
        self.payout = None;
        self.forfeit = None;
        self.seated = after.seated;
        Ok(())
    }

    fn dealt(track_turns: bool) -> Phase {
        if track_turns { Phase::Turn } else { Phase::First { winner: None } }
    }

    fn after(&self, seat: Seat, steps: usize) -> Seat {
        seat.onward(self.hands.len(), self.direction, steps)
    }

    fn seat(&self, seat: Seat) -> Result<Seat, Error> {
        if seat.index() < self.hands.len() { Ok(seat) } else { Err(Error::NoSeat(seat)) }
    }

    fn in_hands(&self) -> usize {
        self.hands.iter().map(|&hand| usize::from(hand)).sum()
    }

    fn hand(&mut self, seat: Seat) -> Result<&mut u8, Error> {
        self.hands.get_mut(seat.index()).ok_or(Error::NoSeat(seat))
    }

    /// Fails unless turns are being played.
    fn turn(&self) -> Result<(), Error> {
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

    /// One turn: the hand, then the effect on the next player (003 GAMEPLAY, EFFECTS).
    fn play(&mut self, kind: MoveKind, top: Top) -> Result<(), Error> {
        self.turn()?;
        if top != Top::Other && !kind.has_effect() {
            return Err(Error::NoEffect(kind));
        }
        if kind.draws_first() && self.in_hands() >= usize::from(IN_HANDS) {
            return Err(Error::NoCardToDraw);
        }
        let by = self.to_play;
        let hand = self.hand(by)?;
        let needs = kind.plays();
        if *hand < needs {
            return Err(Error::HandTooSmall { seat: by, has: *hand, needs });
        }
        *hand = *hand - needs + kind.takes();
        let first = *hand == 0;
        self.last = Some(LastMove { by, kind, top, effect: None, first });
        if first {
            self.phase = Phase::First { winner: Some(by) };
            Ok(())
        } else {
            self.pass_on(by, top)
        }
    }

    /// Passes the turn on from `by`, skipping the next player if an effect says so.
    fn pass_on(&mut self, by: Seat, top: Top) -> Result<(), Error> {
        let seat = self.after(by, 1);
        self.to_play = seat;
        if let Some(effect) = top.effect() {
            // Cards were just discarded, so there is one to draw.
            let hand = self.hand(seat)?;
            *hand = hand.saturating_add(effect.draws());
            if effect.loses_turn() {
                self.to_play = self.after(by, 2);
            }
            if let Some(last) = &mut self.last {
                last.effect = Some(Applied { seat, effect });
            }
        }
        Ok(())
    }

    /// Corrects a hand. With 0 its player is first; changed from 0, the player was not first after all and play
    /// continues.
    fn count(&mut self, seat: Seat, cards: u8) -> Result<(), Error> {
        let winner = match self.phase {
            // The payout was checked against the counts, so they are final.
            Phase::First { .. } if self.payout.is_some() => return Err(Error::AlreadyPaid),
            Phase::First { winner: Some(winner) } if self.track_turns => Some(winner),
            _ => {
                self.turn()?;
                None
            }
        };
        *self.hand(seat)? = cards;
        match winner {
            None if cards == 0 => self.phase = Phase::First { winner: Some(seat) },
            Some(winner) if winner != seat && cards == 0 => return Err(Error::AlreadyFirst(winner)),
            Some(winner) if winner == seat && cards > 0 => {
                if self.forfeit.is_some() {
                    return Err(Error::AlreadyDone);
                }
                self.phase = Phase::Turn;
                if let Some(last) = self.last.as_mut().filter(|last| last.first) {
                    last.first = false;
                    let (by, top) = (last.by, last.top);
                    self.pass_on(by, top)?;
                }
            }
            _ => {}
        }
        let (total, most) = (self.in_hands(), usize::from(IN_HANDS));
        if total > most { Err(Error::TooManyCards { total, most }) } else { Ok(()) }
    }

    /// Fails unless somebody is first, and it is `winner` as far as the app knows. Where turns are not tracked, starts
    /// the next round if it is due.
    fn first(&mut self, winner: Seat) -> Result<(), Error> {
        if self.phase == Phase::Between && !self.track_turns {
            self.deal(None)?;
        }
        let known = match self.phase {
            Phase::Turn => return Err(Error::NobodyFirst),
            Phase::First { winner } => winner,
            Phase::Between => return Err(Error::RoundOver),
            Phase::Over => return Err(Error::Over),
        };
        self.seat(winner)?;
        match known {
            Some(first) if first != winner => Err(Error::NotFirst { given: winner, first }),
            _ => Ok(()),
        }
    }

    fn pay(&mut self, winner: Seat, left: &[Left], exempt: Option<Seat>, recount: bool) -> Result<(), Error> {
        if !self.ending.pays() {
            return Err(Error::NoPayouts);
        }
        self.first(winner)?;
        if self.payout.is_some() {
            return Err(Error::AlreadyPaid);
        }
        let players = self.hands.len();
        if left.len() != players {
            return Err(Error::Payout(PayoutError::Hands { given: left.len(), players }));
        }
        let paid = payout::payout(left, winner, exempt).map_err(Error::Payout)?;
        if let (Some(exempt), Some(done)) = (exempt, self.forfeit)
            && done.seat == exempt
        {
            return Err(Error::ForfeitOfExempt(exempt));
        }
        if self.track_turns {
            for ((seat, hand), tracked) in Seat::all(players).zip(left).zip(&mut self.hands) {
                let counted = hand.cards();
                let not_counted = Some(seat) == exempt && counted == 0;
                if counted == usize::from(*tracked) || not_counted {
                    continue;
                }
                if !recount {
                    return Err(Error::Miscount { seat, counted, tracked: *tracked });
                }
                // Cannot exceed the deck: the payout was checked.
                *tracked = u8::try_from(counted).unwrap_or(IN_HANDS);
            }
            let (total, most) = (self.in_hands(), usize::from(IN_HANDS));
            if total > most {
                return Err(Error::TooManyCards { total, most });
            }
        }
        for (points, change) in self.points.iter_mut().zip(&paid.changes) {
            *points = points.checked_add(*change).ok_or(Error::TooMuch)?;
        }
        self.payout = Some(paid);
        self.close(winner);
        Ok(())
    }

    fn forfeit(&mut self, winner: Seat, seat: Seat, text: Option<&str>) -> Result<(), Error> {
        if !self.ending.has_forfeit() {
            return Err(Error::NoForfeits);
        }
        self.first(winner)?;
        if self.forfeit.is_some() {
            return Err(Error::AlreadyDone);
        }
        self.seat(seat)?;
        if seat == winner {
            return Err(Error::ForfeitOfWinner(seat));
        }
        if self.payout.as_ref().and_then(|paid| paid.exempt) == Some(seat) {
            return Err(Error::ForfeitOfExempt(seat));
        }
        if let Some(text) = text {
            forfeit::check(text).map_err(Error::Forfeit)?;
        }
        self.forfeit = Some(Done { winner, seat });
        self.close(winner);
        Ok(())
    }

    /// Ends the round once all that is due is done; until then remembers who was first.
    fn close(&mut self, winner: Seat) {
        let paid = !self.ending.pays() || self.payout.is_some();
        let done = !self.ending.has_forfeit() || self.forfeit.is_some();
        if !(paid && done) {
            self.phase = Phase::First { winner: Some(winner) };
            return;
        }
        self.phase = Phase::Between;
        if let Some(wins) = self.wins.get_mut(winner.index()) {
            *wins = wins.saturating_add(1);
        }
    }

    /// Starts the next round: deals hands, and the dealer plays first (003 SETUP, GAMEPLAY).
    fn deal(&mut self, dealer: Option<Seat>) -> Result<(), Error> {
        let dealer = self.seat(dealer.unwrap_or_else(|| self.next_dealer()))?;
        let players = self.hands.len();
        let deal = Deal::of(players).ok_or(Error::Players(players))?;
        self.round = self.round.saturating_add(1);
        self.dealer = dealer;
        self.to_play = dealer;
        self.phase = State::dealt(self.track_turns);
        self.hands.fill(deal.hand);
        self.last = None;
        self.payout = None;
        self.forfeit = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hanafuda::payout::MAX_PER_POINT;

    fn seats(players: u8) -> Seats {
        let people = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
        Seats::new(people, Seat(0), Hanafuda::SEATS).unwrap()
    }

    fn after(state: &State, events: &[Event]) -> State {
        events.iter().fold(state.clone(), |state, event| Hanafuda::apply(&state, event).unwrap())
    }

    fn played(kind: MoveKind, top: Top) -> Event {
        Event::Move { kind, top }
    }

    #[test]
    fn the_default_is_the_printed_rule() {
        let options = Options::default();
        assert_eq!(options.direction, Direction::CounterClockwise);
        assert_eq!(options.ending, RoundEnd::Payout);
        assert!(options.track_turns);
        assert_eq!(serde_json::from_str::<Options>("{}").unwrap(), options);
    }

    #[test]
    fn options_out_of_bounds_are_refused() {
        let unit = Unit { per_point: MAX_PER_POINT + 1, ..Unit::default() };
        let options = Options { unit, ..Options::default() };
        let refused = Hanafuda::start(&seats(2), &options);
        assert_eq!(refused, Err(Error::Unit(UnitError::PerPoint(MAX_PER_POINT + 1))));
        let options: Options = serde_json::from_str(r#"{"forfeits":["hop","hop"]}"#).unwrap();
        let refused = Hanafuda::start(&seats(2), &options);
        assert_eq!(refused, Err(Error::Forfeit(ForfeitError::Same { entry: 0 })));
    }

    #[test]
    fn events_are_saved_as_stable_text() {
        let rows = [
            (played(MoveKind::HandField, Top::Poetry), r#"{"type":"move","kind":"hand_field","top":"poetry"}"#),
            (Event::Hand { seat: Seat(1), cards: 3 }, r#"{"type":"hand","seat":1,"cards":3}"#),
            (Event::ToPlay { seat: Seat(1) }, r#"{"type":"to_play","seat":1}"#),
            (
                Event::Payout {
                    winner: Seat(0),
                    left: vec![Left::default(), Left { brights: 1, others: 2 }],
                    exempt: None,
                    recount: false,
                },
                r#"{"type":"payout","winner":0,"left":[{"brights":0,"others":0},{"brights":1,"others":2}],"exempt":null}"#,
            ),
            (
                Event::Forfeit { winner: Seat(0), seat: Seat(1), text: Some("hop".to_owned()) },
                r#"{"type":"forfeit","winner":0,"seat":1,"text":"hop"}"#,
            ),
            (Event::NextRound { dealer: None }, r#"{"type":"next_round","dealer":null}"#),
            (
                Event::List { forfeits: Forfeits::default().with("hop").unwrap() },
                r#"{"type":"list","forfeits":["hop"]}"#,
            ),
            (Event::End, r#"{"type":"end"}"#),
        ];
        for (event, text) in rows {
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
        }
        for kind in MoveKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.id());
        }
    }

    #[test]
    fn a_forfeit_is_recorded_within_bounds() {
        let options = Options { ending: RoundEnd::Forfeit, track_turns: false, ..Options::default() };
        let state = Hanafuda::start(&seats(2), &options).unwrap();
        let forfeit = |text: &str| Event::Forfeit { winner: Seat(0), seat: Seat(1), text: Some(text.to_owned()) };
        let long = ForfeitError::Long { chars: 81 };
        assert_eq!(Hanafuda::apply(&state, &forfeit(&"a".repeat(81))), Err(Error::Forfeit(long)));
        assert_eq!(Hanafuda::apply(&state, &forfeit("")), Err(Error::Forfeit(ForfeitError::Untidy)));
        let done = after(&state, &[forfeit("腕立て"), forfeit("hop")]);
        assert_eq!((done.round, done.wins), (2, vec![2, 0]));
    }

    #[test]
    fn a_hand_corrected_to_zero_is_first_and_back_again() {
        let start = Hanafuda::start(&seats(3), &Options::default()).unwrap();
        let first = after(&start, &[Event::Hand { seat: Seat(1), cards: 0 }]);
        assert_eq!(first.phase, Phase::First { winner: Some(Seat(1)) });
        let other = Event::Hand { seat: Seat(2), cards: 0 };
        assert_eq!(Hanafuda::apply(&first, &other), Err(Error::AlreadyFirst(Seat(1))));
        let back = after(&first, &[Event::Hand { seat: Seat(1), cards: 5 }]);
        assert_eq!(back, start);
    }

    #[test]
    fn a_corrected_last_card_keeps_its_move() {
        let start = Hanafuda::start(&seats(3), &Options::default()).unwrap();
        let right = after(&start, &[Event::Hand { seat: Seat(0), cards: 4 }, played(MoveKind::HandHand, Top::Bright)]);
        let wrong = after(&start, &[Event::Hand { seat: Seat(0), cards: 2 }, played(MoveKind::HandHand, Top::Bright)]);
        assert_eq!(wrong.phase, Phase::First { winner: Some(Seat(0)) });
        assert_eq!(wrong.last.map(|last| last.first), Some(true));
        assert_eq!(after(&wrong, &[Event::Hand { seat: Seat(0), cards: 2 }]), right);
    }

    #[test]
    fn a_count_can_be_corrected_until_the_round_is_paid() {
        let options = Options { ending: RoundEnd::Both, ..Options::default() };
        let start = Hanafuda::start(&seats(2), &options).unwrap();
        let hand = |seat, cards| Event::Hand { seat: Seat(seat), cards };
        let forfeit = Event::Forfeit { winner: Seat(0), seat: Seat(1), text: None };
        let pay = |others| Event::Payout {
            winner: Seat(0),
            left: vec![Left::default(), Left { brights: 0, others }],
            exempt: None,
            recount: false,
        };
        let done = after(&start, &[hand(0, 0), forfeit.clone()]);
        assert_eq!(Hanafuda::apply(&done, &hand(0, 1)), Err(Error::AlreadyDone));
        assert_eq!(after(&done, &[hand(1, 3), pay(3)]).points, [3, -3]);
        let paid = after(&start, &[hand(0, 0), pay(5)]);
        assert_eq!(Hanafuda::apply(&paid, &hand(1, 3)), Err(Error::AlreadyPaid));
        assert_eq!(after(&paid, &[forfeit]).phase, Phase::Between);
    }

    #[test]
    fn a_recount_overrides_the_tracked_hands() {
        let start = Hanafuda::start(&seats(3), &Options::default()).unwrap();
        let first = after(&start, &[Event::Hand { seat: Seat(0), cards: 0 }]);
        let pay = |others, recount| Event::Payout {
            winner: Seat(0),
            left: vec![Left::default(), Left { brights: 1, others }, Left::default()],
            exempt: Some(Seat(2)),
            recount,
        };
        let refused = Hanafuda::apply(&first, &pay(6, false));
        assert_eq!(refused, Err(Error::Miscount { seat: Seat(1), counted: 7, tracked: 5 }));
        let paid = after(&first, &[pay(6, true)]);
        assert_eq!((paid.points, paid.hands), (vec![11, -11, 0], vec![0, 7, 5]));
        // The exempt hand keeps its five cards, so 39 is the maximum.
        let refused = Hanafuda::apply(&first, &pay(39, true));
        assert_eq!(refused, Err(Error::TooManyCards { total: 45, most: 44 }));
    }

    #[test]
    fn only_what_counts_points_scores() {
        let pay = Event::Payout {
            winner: Seat(0),
            left: vec![Left::default(), Left { brights: 1, others: 0 }],
            exempt: None,
            recount: false,
        };
        let forfeit = Event::Forfeit { winner: Seat(0), seat: Seat(1), text: None };
        for (ending, events, scored) in [
            (RoundEnd::Payout, vec![pay.clone()], 1),
            (RoundEnd::Forfeit, vec![forfeit.clone()], 1),
            (RoundEnd::Both, vec![pay, forfeit], 1),
        ] {
            let options = Options { ending, track_turns: false, ..Options::default() };
            let mut ledger =
                crate::domain::ledger::Ledger::<Hanafuda>::new(Hanafuda::start(&seats(2), &options).unwrap());
            for event in events {
                ledger.push(crate::domain::ledger::Op::Append { event }).unwrap();
            }
            assert_eq!(ledger.rounds().len(), scored, "{ending:?}");
        }
    }

    #[test]
    fn the_turn_can_be_corrected() {
        let start = Hanafuda::start(&seats(4), &Options::default()).unwrap();
        let state = after(&start, &[played(MoveKind::HandField, Top::Other), Event::ToPlay { seat: Seat(2) }]);
        assert_eq!(state.to_play(), Some(Seat(2)));
        assert_eq!(state.last, None);
        assert_eq!(Hanafuda::apply(&start, &Event::ToPlay { seat: Seat(4) }), Err(Error::NoSeat(Seat(4))));
    }

    #[test]
    fn an_unfinished_round_does_not_count() {
        let start = Hanafuda::start(&seats(2), &Options::default()).unwrap();
        let over = after(&start, &[played(MoveKind::HandField, Top::Bright), Event::End]);
        assert_eq!(Hanafuda::standing(&over), Standing { totals: vec![0, 0], outcome: Outcome::Won(vec![0, 1]) });
        assert_eq!(over.settlement(), []);
    }

    #[test]
    fn too_many_points_are_refused() {
        let options = Options { track_turns: false, ..Options::default() };
        let mut state = Hanafuda::start(&seats(2), &options).unwrap();
        state.points = vec![i32::MAX - 1, 1 - i32::MAX];
        let left = vec![Left::default(), Left { brights: 0, others: 2 }];
        let pay = Event::Payout { winner: Seat(0), left, exempt: None, recount: false };
        assert_eq!(Hanafuda::apply(&state, &pay), Err(Error::TooMuch));
    }
}
