//! A game of three rounds: wishes, then the cards taken, then the score. `wish` and `score` have the rules of each.
//!
//! The state holds only what the table entered. Scores, orders and the leader are computed when asked for, so a printed
//! card that is copied late or corrected applies to every round.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::score::{EmptyProduct, PrintedCards, PrintedError, ScoreError, Scored, Taken, check_taken, score};
use super::wish::{Ineligible, Pool, ROUNDS, Wish, eligibility, eligible, lead, order_from, picking_order};
use crate::domain::game::{Game, Outcome, Scorers, Standing, leaders};
use crate::domain::seats::{Seat, Seats};
use crate::domain::tally::{GameTally, TallyKind};

/// A-shita tenki ni nya-re.
pub struct Weather;

/// What the table agreed on before the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Which wishes are in the game.
    pub pool: Pool,
    /// With [`Pool::EightFree`]: keeps both limits on upper wishes. The text only says that experts choose from eight
    /// (004 【隠匿要素ありヴァリアントルール】). Our ruling is that this lifts the limits; this option is the stricter reading.
    pub eight_limited: bool,
    /// With open wishes: everyone chooses before anybody shows, so the wishes can be entered in any order. Our ruling
    /// is that players pick one after another; the text can be read this way too (004 【得点計算】).
    pub chosen_first: bool,
    /// The hidden variant: wishes lie face down, the announced one may be false, and all are revealed after the round
    /// (004 【隠匿要素ありヴァリアントルール】).
    pub hidden: bool,
    /// What the product of 豪雨 is with neither thunder nor snow.
    pub empty_product: EmptyProduct,
}

impl Options {
    /// The pool whose limits on upper wishes hold: all eight with both limits is the printed rule.
    pub fn limits(&self) -> Pool {
        if self.pool == Pool::EightFree && self.eight_limited { Pool::Printed } else { self.pool }
    }

    /// Whether wishes may be entered in any order in a round (index from 0).
    pub fn any_order(&self, round: usize) -> bool {
        !self.hidden && (round == 0 || self.chosen_first)
    }
}

/// One thing that happened at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The values of wish cards were copied from the printed ones. They replace the values this game had; cards left
    /// out stay as they were. Each game has its own values, so a finished game does not change when others are copied
    /// later.
    Printed {
        /// The cards.
        cards: PrintedCards,
    },
    /// A player picked a wish, face up.
    Pick {
        /// Who.
        seat: Seat,
        /// Which.
        wish: Wish,
        /// It was not this player's turn, but the pick stands: the order changed when an older count was corrected,
        /// after the picks had been made.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        out_of_turn: bool,
    },
    /// Hidden variant: a player laid a wish face down and announced one, truthfully or not.
    Announce {
        /// Who.
        seat: Seat,
        /// What was announced; any wish at all.
        wish: Wish,
        /// As in [`Event::Pick`].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        out_of_turn: bool,
    },
    /// Hidden variant: a player turned the wish over after the round.
    Reveal {
        /// Who.
        seat: Seat,
        /// The real wish.
        wish: Wish,
    },
    /// The round was played, and these cards were taken.
    Taken {
        /// One count per player, in seat order.
        cards: Vec<Taken>,
    },
}

/// Why an event, or a table, is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Not 2 to 6 players.
    Players(usize),
    /// There is no such seat.
    NoSuchSeat(Seat),
    /// All three rounds are scored.
    Over,
    /// The order and the leader follow from the totals, and these wishes of earlier rounds cannot be scored until their
    /// printed cards are copied. Each is listed once.
    NeedsPrinted(Vec<Wish>),
    /// Another player is to pick or announce first.
    NotYourTurn {
        /// Who tried to.
        seat: Seat,
        /// Whose turn it is instead.
        next: Seat,
    },
    /// The player already has a wish for this round.
    AlreadyPicked(Seat),
    /// The player may not have this wish now.
    Ineligible {
        /// Who.
        seat: Seat,
        /// Which wish.
        wish: Wish,
        /// Why not.
        reason: Ineligible,
    },
    /// These players have no wish for this round yet.
    WishesMissing(Vec<Seat>),
    /// This game's wishes are announced and revealed, not picked.
    Hidden,
    /// This game's wishes are picked face up.
    Open,
    /// The cards of this round have been entered; wishes must be revealed now.
    AlreadyTaken,
    /// The number of counts differs from the number of players.
    Counts {
        /// Counts entered.
        given: usize,
        /// Players.
        players: usize,
    },
    /// Nobody took a card.
    NoCards,
    /// The count of one player is impossible.
    Cards {
        /// Whose.
        seat: Seat,
        /// What is wrong with it.
        error: ScoreError,
    },
    /// A printed value is out of bounds.
    Printed(PrintedError),
}

/// What the table does next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundPhase {
    /// Wishes are picked, face up.
    Picking {
        /// Who has not picked, in picking order; never empty.
        waiting: Vec<Seat>,
        /// Whether any of them may pick now, or only the first; see [`Options::any_order`].
        any_order: bool,
    },
    /// Wishes are laid face down and announced.
    Announcing {
        /// Who has not announced, in order from the leader; never empty.
        waiting: Vec<Seat>,
    },
    /// The round is played, and the cards taken are entered.
    Taking,
    /// The cards are entered, and these players still have to reveal; never empty.
    Revealing {
        /// Who, in seat order.
        waiting: Vec<Seat>,
    },
    /// A round is recorded, but these wishes need their printed cards before it can be scored.
    NeedsPrinted(Vec<Wish>),
    /// Three rounds are scored.
    Over,
}

/// One round as the table entered it; each list is by seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeatherRound {
    /// Hidden variant: what was announced.
    pub announced: Vec<Option<Wish>>,
    /// What was picked or revealed; this is what scores.
    pub wishes: Vec<Option<Wish>>,
    /// Cards taken, once the round is played.
    pub taken: Option<Vec<Taken>>,
}

impl WeatherRound {
    fn new(players: usize) -> WeatherRound {
        WeatherRound { announced: vec![None; players], wishes: vec![None; players], taken: None }
    }

    /// Whether all that the score needs has been entered, apart from printed cards.
    pub fn is_complete(&self) -> bool {
        self.taken.is_some() && self.wishes.iter().all(Option::is_some)
    }

    /// Hidden variant: whether the player in `seat` announced a wish other than the one revealed; `None` until it is.
    pub fn bluffed(&self, seat: Seat) -> Option<bool> {
        let announced = at(&self.announced, seat)?;
        let revealed = at(&self.wishes, seat)?;
        Some(announced != revealed)
    }
}

fn at(wishes: &[Option<Wish>], seat: Seat) -> Option<Wish> {
    wishes.get(seat.index()).copied().flatten()
}

fn put(wishes: &mut [Option<Wish>], seat: Seat, wish: Wish) {
    if let Some(place) = wishes.get_mut(seat.index()) {
        *place = Some(wish);
    }
}

fn missing(wishes: &[Option<Wish>]) -> Vec<Seat> {
    Seat::all(wishes.len()).filter(|seat| at(wishes, *seat).is_none()).collect()
}

/// The state of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    options: Options,
    players: usize,
    starter: Seat,
    printed: PrintedCards,
    /// Complete rounds, then the current one; never empty. After three complete rounds there is no current one.
    rounds: Vec<WeatherRound>,
}

impl State {
    /// What the table agreed.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The printed values used in this game.
    pub fn printed(&self) -> &PrintedCards {
        &self.printed
    }

    /// The rounds so far, the current one last; at most [`ROUNDS`].
    pub fn rounds(&self) -> &[WeatherRound] {
        &self.rounds
    }

    /// Index of the current round; once all are played, of the last.
    pub fn current(&self) -> usize {
        self.rounds.len().saturating_sub(1)
    }

    /// Whether all three rounds are played; printed cards may still be missing.
    fn is_played(&self) -> bool {
        self.rounds.len() == ROUNDS && self.rounds.last().is_some_and(WeatherRound::is_complete)
    }

    /// What the table does next.
    pub fn phase(&self) -> RoundPhase {
        let Some(round) = self.rounds.last() else { return RoundPhase::Over };
        let needed = self.needs_printed();
        if self.is_played() {
            return if needed.is_empty() { RoundPhase::Over } else { RoundPhase::NeedsPrinted(needed) };
        }
        let laid = if self.options.hidden { &round.announced } else { &round.wishes };
        if laid.iter().any(Option::is_none) {
            let Some(mut waiting) = self.order(self.current()) else { return RoundPhase::NeedsPrinted(needed) };
            waiting.retain(|seat| at(laid, *seat).is_none());
            return if self.options.hidden {
                RoundPhase::Announcing { waiting }
            } else {
                RoundPhase::Picking { waiting, any_order: self.options.any_order(self.current()) }
            };
        }
        if round.taken.is_none() {
            RoundPhase::Taking
        } else {
            RoundPhase::Revealing { waiting: missing(&round.wishes) }
        }
    }

    /// The wishes of complete rounds whose printed card has not been copied in, each once, in the order of
    /// [`Wish::ALL`].
    pub fn needs_printed(&self) -> Vec<Wish> {
        let lacking = |wish: &Wish| {
            let wished = |round: &WeatherRound| round.is_complete() && round.wishes.contains(&Some(*wish));
            self.printed.lacks(*wish) && self.rounds.iter().any(wished)
        };
        Wish::ALL.into_iter().filter(lacking).collect()
    }

    /// The order of picking, or in the hidden variant of announcing, in a round (index from 0).
    ///
    /// In round 1 from the starter to the left, though [`Options::any_order`] holds there; later the highest total
    /// first (004 【得点計算】). In the hidden variant from the leader to the left in every round; that it is to the left is
    /// our ruling. `None` while an earlier round is not scored.
    pub fn order(&self, round: usize) -> Option<Vec<Seat>> {
        if self.options.hidden || round == 0 {
            Some(order_from(self.leader(round)?, self.players))
        } else {
            Some(picking_order(&self.settled(round)?))
        }
    }

    /// Who leads a round (index from 0): the starter, later the lowest total (004 【得点計算】). `None` while an earlier
    /// round is not scored.
    pub fn leader(&self, round: usize) -> Option<Seat> {
        if round == 0 { Some(self.starter) } else { lead(&self.settled(round)?) }
    }

    /// The totals before a round, if all earlier rounds are scored.
    fn settled(&self, round: usize) -> Option<Vec<i32>> {
        let before = self.rounds.get(..round)?;
        let scored = |at: usize| Seat::all(self.players).all(|seat| self.points(at, seat).is_some());
        (0..before.len()).all(scored).then(|| self.totals_after(round))
    }

    /// A player's wishes in the rounds before the current one, oldest first.
    pub fn history(&self, seat: Seat) -> Vec<Wish> {
        self.rounds.iter().take(self.current()).filter_map(|round| at(&round.wishes, seat)).collect()
    }

    /// All eight wishes for a player in the current round, each with the reason if it may not be picked. In the hidden
    /// variant this is about the wish laid down; any wish may be announced.
    pub fn eligibility(&self, seat: Seat) -> [(Wish, Result<(), Ineligible>); 8] {
        eligibility(self.options.limits(), &self.history(seat))
    }

    /// How a player scored in a round (index from 0), step by step. `None` until the round is complete.
    pub fn scored(&self, round: usize, seat: Seat) -> Option<Result<Scored, ScoreError>> {
        let round = self.rounds.get(round).filter(|round| round.is_complete())?;
        let wish = at(&round.wishes, seat)?;
        let taken = round.taken.as_ref()?.get(seat.index())?;
        Some(score(wish, taken, self.players, &self.printed, self.options.empty_product))
    }

    /// The points of a player in a round (index from 0). `None` until the round is complete and its card copied.
    pub fn points(&self, round: usize, seat: Seat) -> Option<i32> {
        self.scored(round, seat)?.ok().map(|scored| scored.points)
    }

    /// Totals by seat after the first `rounds` rounds, without what cannot be scored yet.
    pub fn totals_after(&self, rounds: usize) -> Vec<i32> {
        let rounds = rounds.min(self.rounds.len());
        Seat::all(self.players).map(|seat| (0..rounds).filter_map(|round| self.points(round, seat)).sum()).collect()
    }

    /// Hidden variant: in how many of the first `rounds` rounds a player announced a wish other than the one revealed.
    pub fn bluffs(&self, seat: Seat, rounds: usize) -> usize {
        self.rounds.iter().take(rounds).filter(|round| round.bluffed(seat) == Some(true)).count()
    }

    /// Points by seat of each scored round, oldest first, up to the first unscored one.
    pub fn scored_rounds(&self) -> Vec<Vec<i32>> {
        let points = |round: usize| Seat::all(self.players).map(|seat| self.points(round, seat)).collect::<Option<_>>();
        (0..self.rounds.len()).map_while(points).collect()
    }

    fn seated(&self, seat: Seat) -> Result<(), Error> {
        if seat.index() < self.players { Ok(()) } else { Err(Error::NoSuchSeat(seat)) }
    }

    /// Whether `seat` may pick or announce now; `laid` is what has been laid so far.
    fn on_turn(&self, laid: &[Option<Wish>], seat: Seat) -> Result<(), Error> {
        let round = self.current();
        let order = self.order(round).ok_or_else(|| Error::NeedsPrinted(self.needs_printed()))?;
        if self.options.any_order(round) {
            return Ok(());
        }
        match order.into_iter().find(|other| at(laid, *other).is_none()) {
            Some(next) if next != seat => Err(Error::NotYourTurn { seat, next }),
            _ => Ok(()),
        }
    }

    fn may_have(&self, seat: Seat, wish: Wish) -> Result<(), Error> {
        eligible(self.options.limits(), &self.history(seat), wish).map_err(|reason| Error::Ineligible {
            seat,
            wish,
            reason,
        })
    }

    fn check_counts(&self, cards: &[Taken]) -> Result<(), Error> {
        if cards.len() != self.players {
            return Err(Error::Counts { given: cards.len(), players: self.players });
        }
        for (seat, taken) in Seat::all(self.players).zip(cards) {
            check_taken(taken, self.players).map_err(|error| Error::Cards { seat, error })?;
        }
        if cards.iter().all(|taken| taken.cards() == 0) { Err(Error::NoCards) } else { Ok(()) }
    }
}

impl Game for Weather {
    const ID: &'static str = "weather";
    /// The surviving text gives no number, and its examples have three players; 2 to 6 is our ruling.
    const SEATS: RangeInclusive<usize> = 2..=6;
    type Options = Options;
    type Event = Event;
    type State = State;
    type Error = Error;

    fn start(seats: &Seats, options: &Options) -> Result<State, Error> {
        let players = seats.len();
        if !Self::SEATS.contains(&players) {
            return Err(Error::Players(players));
        }
        let rounds = vec![WeatherRound::new(players)];
        Ok(State { options: *options, players, starter: seats.starter(), printed: PrintedCards::default(), rounds })
    }

    fn apply(state: &State, event: &Event) -> Result<State, Error> {
        if state.phase() == RoundPhase::Over {
            return Err(Error::Over);
        }
        if state.is_played() && !matches!(event, Event::Printed { .. }) {
            return Err(Error::NeedsPrinted(state.needs_printed()));
        }
        let mut next = state.clone();
        let round = next.rounds.last_mut().ok_or(Error::Over)?;
        match event {
            Event::Printed { cards } => {
                cards.check().map_err(Error::Printed)?;
                next.printed = state.printed.merged(*cards);
            }
            Event::Pick { seat, wish, out_of_turn } => {
                state.seated(*seat)?;
                if state.options.hidden {
                    return Err(Error::Hidden);
                }
                if at(&round.wishes, *seat).is_some() {
                    return Err(Error::AlreadyPicked(*seat));
                }
                if !out_of_turn {
                    state.on_turn(&round.wishes, *seat)?;
                }
                state.may_have(*seat, *wish)?;
                put(&mut round.wishes, *seat, *wish);
            }
            Event::Announce { seat, wish, out_of_turn } => {
                state.seated(*seat)?;
                if !state.options.hidden {
                    return Err(Error::Open);
                }
                if at(&round.announced, *seat).is_some() {
                    return Err(Error::AlreadyPicked(*seat));
                }
                if !out_of_turn {
                    state.on_turn(&round.announced, *seat)?;
                }
                put(&mut round.announced, *seat, *wish);
            }
            Event::Reveal { seat, wish } => {
                state.seated(*seat)?;
                if !state.options.hidden {
                    return Err(Error::Open);
                }
                if round.announced.iter().any(Option::is_none) {
                    return Err(Error::WishesMissing(missing(&round.announced)));
                }
                if at(&round.wishes, *seat).is_some() {
                    return Err(Error::AlreadyPicked(*seat));
                }
                state.may_have(*seat, *wish)?;
                put(&mut round.wishes, *seat, *wish);
            }
            Event::Taken { cards } => {
                let laid = if state.options.hidden { &round.announced } else { &round.wishes };
                if laid.iter().any(Option::is_none) {
                    return Err(Error::WishesMissing(missing(laid)));
                }
                if round.taken.is_some() {
                    return Err(Error::AlreadyTaken);
                }
                state.check_counts(cards)?;
                round.taken = Some(cards.clone());
            }
        }
        if next.rounds.len() < ROUNDS && next.rounds.last().is_some_and(WeatherRound::is_complete) {
            next.rounds.push(WeatherRound::new(next.players));
        }
        Ok(next)
    }

    /// A round counts with its cards: its wishes come before them, or in the hidden variant perhaps right after.
    fn scores(_: &State, event: &Event) -> Scorers {
        Scorers::round(matches!(event, Event::Taken { .. }))
    }

    /// Wishes granted: those that scored more than 0.
    fn tallies(_: &[Event], states: &[State], seats: &Seats, _: &Options) -> Vec<GameTally> {
        let Some(state) = states.last() else { return Vec::new() };
        let points = |seat| (0..state.rounds().len()).filter_map(move |round| state.points(round, seat));
        let granted = |seat| {
            points(seat).fold((0, 0), |so_far, points| TallyKind::Share.join(so_far, (i32::from(points > 0), 1)))
        };
        vec![GameTally::new("granted", TallyKind::Share, seats.len(), granted)]
    }

    /// Totals of everything that can be scored; over after three scored rounds. That players tied for the highest share
    /// the win is our ruling: the text has no rule for equal totals (004).
    fn standing(state: &State) -> Standing {
        let totals = state.totals_after(ROUNDS);
        let outcome = if state.phase() == RoundPhase::Over { Outcome::Won(leaders(&totals)) } else { Outcome::Playing };
        Standing { rounds: Some(state.scored_rounds()), is_open: true, ..Standing::new(totals, outcome) }
    }
}
