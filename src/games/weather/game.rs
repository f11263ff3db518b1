//! A game of three rounds: wishes, then the cards taken, then the score.
//!
//! The state keeps only what the table said. Scores, orders and the leader follow from it each time they are asked for,
//! so a printed card copied in late, or put right, reaches every round.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::score::{EmptyProduct, PrintedCards, PrintedError, ScoreError, Scored, Taken, check_taken, score};
use super::wish::{Ineligible, Pool, ROUNDS, Wish, eligibility, eligible, lead, order_from, picking_order};
use crate::domain::game::{Game, Outcome, Standing, leaders};
use crate::domain::seats::{Seat, Seats};

/// A-shita tenki ni nya-re.
pub struct Weather;

/// What the table agreed before the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Which wishes are in the game.
    pub pool: Pool,
    /// With [`Pool::EightFree`]: both limits on upper wishes bind all the same. The text says only that experts choose from
    /// eight (004 【隠匿要素ありヴァリアントルール】); that this lifts the limits is the ruling, this the stricter reading.
    pub eight_limited: bool,
    /// Open wishes: all choose before anybody shows, so that nobody sees a wish shown before choosing. The text can be read
    /// so; that one picks after the other is the ruling (004 【得点計算】).
    pub chosen_first: bool,
    /// The hidden variant: wishes lie face down, the one announced may be false, and they are revealed when the round is
    /// over (004 【隠匿要素ありヴァリアントルール】).
    pub hidden: bool,
    /// What 豪雨 adds with neither thunder nor snow.
    pub empty_product: EmptyProduct,
}

impl Options {
    /// The rule on upper wishes that binds: choosing from eight with both limits is the printed rule.
    pub fn limits(&self) -> Pool {
        if self.pool == Pool::EightFree && self.eight_limited { Pool::Printed } else { self.pool }
    }

    /// Whether wishes may be told in any order in a round (index from 0).
    pub fn any_order(&self, round: usize) -> bool {
        !self.hidden && (round == 0 || self.chosen_first)
    }
}

/// Something that happened at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The values of wish cards, copied from the printed ones, in place of any this game had for them; a card left out
    /// stays as it was. A game keeps its own values, so one that is over does not change when others are copied in later.
    Printed {
        /// The cards.
        cards: PrintedCards,
    },
    /// Somebody picked a wish, face up.
    Pick {
        /// Who.
        seat: Seat,
        /// Which.
        wish: Wish,
        /// It was not this player's turn, and the table lets it stand: when an older count is put right after the picks
        /// were made, the order they were made in is still what happened.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        out_of_turn: bool,
    },
    /// Hidden variant: somebody laid a wish face down and announced one, truly or not.
    Announce {
        /// Who.
        seat: Seat,
        /// What was said; any wish at all.
        wish: Wish,
        /// As in [`Event::Pick`].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        out_of_turn: bool,
    },
    /// Hidden variant: somebody turned the wish over after the round.
    Reveal {
        /// Who.
        seat: Seat,
        /// What it was.
        wish: Wish,
    },
    /// The round is played, and these cards were taken.
    Taken {
        /// One count a player, in seat order.
        cards: Vec<Taken>,
    },
}

/// Why an event, or a table, is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Not 2 to 6 players.
    Players(usize),
    /// Nobody sits there.
    NoSuchSeat(Seat),
    /// Three rounds are scored.
    Over,
    /// Who picks next follows from the totals, and these wishes cannot be scored before their printed cards are copied
    /// in. None is there twice.
    NeedsPrinted(Vec<Wish>),
    /// Somebody else picks or announces first.
    NotYourTurn {
        /// Who did.
        seat: Seat,
        /// Whose turn it is.
        next: Seat,
    },
    /// The player has a wish for this round.
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
    /// The wishes of this game are announced and revealed, not picked.
    Hidden,
    /// The wishes of this game are picked face up.
    Open,
    /// The cards of this round are entered, and wishes are still to be revealed.
    AlreadyTaken,
    /// Not one count for each player.
    Counts {
        /// Counts entered.
        given: usize,
        /// Players.
        players: usize,
    },
    /// Nobody took a card.
    NoCards,
    /// The count of one player cannot be.
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
        /// Whether any of them may pick now, as in round 1 and where all have chosen before, or only the first.
        any_order: bool,
    },
    /// Wishes are laid face down and announced.
    Announcing {
        /// Who has not announced, in order from the leader on; never empty.
        waiting: Vec<Seat>,
    },
    /// The round is played, and the cards taken are entered.
    Taking,
    /// The cards are entered, and these players have yet to reveal; never empty.
    Revealing {
        /// Who, in seat order.
        waiting: Vec<Seat>,
    },
    /// The round is recorded, and these wishes need their printed cards before it can be scored.
    NeedsPrinted(Vec<Wish>),
    /// Three rounds are scored.
    Over,
}

/// One round as the table told it, each list by seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeatherRound {
    /// Hidden variant: what was announced.
    pub announced: Vec<Option<Wish>>,
    /// What was picked or revealed, which is what scores.
    pub wishes: Vec<Option<Wish>>,
    /// Cards taken, once the round is played.
    pub taken: Option<Vec<Taken>>,
}

impl WeatherRound {
    fn new(players: usize) -> WeatherRound {
        WeatherRound { announced: vec![None; players], wishes: vec![None; players], taken: None }
    }

    /// Whether everything is told that its score needs, but for printed cards.
    pub fn is_complete(&self) -> bool {
        self.taken.is_some() && self.wishes.iter().all(Option::is_some)
    }

    /// Hidden variant: whether the player in `seat` announced something else than was revealed; `None` until revealed.
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

/// A game so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    options: Options,
    players: usize,
    starter: Seat,
    printed: PrintedCards,
    /// Complete rounds, then the one under way, so never empty; after three complete ones there is none under way.
    rounds: Vec<WeatherRound>,
}

impl State {
    /// What the table agreed.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The printed values this game goes by.
    pub fn printed(&self) -> &PrintedCards {
        &self.printed
    }

    /// The rounds so far, the one under way last, at most [`ROUNDS`].
    pub fn rounds(&self) -> &[WeatherRound] {
        &self.rounds
    }

    /// Index of the round under way, or of the last.
    pub fn current(&self) -> usize {
        self.rounds.len().saturating_sub(1)
    }

    /// Whether all rounds are played; they may still lack a printed card.
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

    /// The wishes of complete rounds whose printed card is not copied in, each once, in the order of [`Wish::ALL`].
    pub fn needs_printed(&self) -> Vec<Wish> {
        let lacking = |wish: &Wish| {
            let wished = |round: &WeatherRound| round.is_complete() && round.wishes.contains(&Some(*wish));
            self.printed.lacks(*wish) && self.rounds.iter().any(wished)
        };
        Wish::ALL.into_iter().filter(lacking).collect()
    }

    /// The order of picking, or in the hidden variant of announcing, in a round (index from 0).
    ///
    /// Round 1: from the starter to the left, though the table may pick as it likes. Later: highest total first. In the
    /// hidden variant: from the leader to the left, in every round. `None` while an earlier round is not scored.
    pub fn order(&self, round: usize) -> Option<Vec<Seat>> {
        if self.options.hidden || round == 0 {
            Some(order_from(self.leader(round)?, self.players))
        } else {
            Some(picking_order(&self.settled(round)?))
        }
    }

    /// Who leads a round (index from 0): the starter, later the lowest total. `None` while an earlier round is not scored.
    pub fn leader(&self, round: usize) -> Option<Seat> {
        if round == 0 { Some(self.starter) } else { lead(&self.settled(round)?) }
    }

    /// The totals before a round, if all before it are scored.
    fn settled(&self, round: usize) -> Option<Vec<i32>> {
        let before = self.rounds.get(..round)?;
        let scored = |at: usize| Seat::all(self.players).all(|seat| self.points(at, seat).is_some());
        (0..before.len()).all(scored).then(|| self.totals_after(round))
    }

    /// The wishes of a player in the complete rounds before the current one, oldest first.
    pub fn history(&self, seat: Seat) -> Vec<Wish> {
        self.rounds.iter().take(self.current()).filter_map(|round| at(&round.wishes, seat)).collect()
    }

    /// All eight wishes for a player in the current round, each with the reason if it may not be picked. In the hidden
    /// variant that is what may be laid down; anything may be announced.
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

    /// The points of a player in a round (index from 0). `None` until the round is complete and its card copied in.
    pub fn points(&self, round: usize, seat: Seat) -> Option<i32> {
        self.scored(round, seat)?.ok().map(|scored| scored.points)
    }

    /// Totals by seat after the first `rounds` rounds, for the chart. What cannot be scored yet is left out.
    pub fn totals_after(&self, rounds: usize) -> Vec<i32> {
        let rounds = rounds.min(self.rounds.len());
        Seat::all(self.players).map(|seat| (0..rounds).filter_map(|round| self.points(round, seat)).sum()).collect()
    }

    /// Hidden variant: in how many of the first `rounds` rounds a player announced something else than was revealed.
    pub fn bluffs(&self, seat: Seat, rounds: usize) -> usize {
        self.rounds.iter().take(rounds).filter(|round| round.bluffed(seat) == Some(true)).count()
    }

    /// Points by seat of each round that is scored, oldest first, up to the first that is not.
    pub fn scored_rounds(&self) -> Vec<Vec<i32>> {
        let points = |round: usize| Seat::all(self.players).map(|seat| self.points(round, seat)).collect::<Option<_>>();
        (0..self.rounds.len()).map_while(points).collect()
    }

    fn seated(&self, seat: Seat) -> Result<(), Error> {
        if seat.index() < self.players { Ok(()) } else { Err(Error::NoSuchSeat(seat)) }
    }

    /// Whether `seat` may pick or announce now; `laid` is what has been.
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
    /// The surviving text names no number and its examples have three; 2 to 6 is the ruling (RULES 3).
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

    fn rounds(state: &State) -> Option<Vec<Vec<i32>>> {
        Some(state.scored_rounds())
    }

    /// A round is its cards: its wishes come before them, or in the hidden variant at the latest straight after.
    fn scores(event: &Event) -> bool {
        matches!(event, Event::Taken { .. })
    }

    /// Totals of what can be scored; over after three scored rounds. The text is silent on ties: they share the win.
    fn standing(state: &State) -> Standing {
        let totals = state.totals_after(ROUNDS);
        let outcome = if state.phase() == RoundPhase::Over { Outcome::Won(leaders(&totals)) } else { Outcome::Playing };
        Standing { totals, outcome }
    }
}
