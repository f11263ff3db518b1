//! The game: how it starts, what each event does, who leaves, and how it stands.

use super::error::RuleError;
use super::event::Event;
use super::options::{LEAST_CLOCK, LEAST_HAND, MOST_CLOCK, MOST_DECK, MOST_HAND, Mode, Options};
use super::state::{Agreed, Call, Cleared, Hand, Pile, State};
use crate::domain::game::{Comings, Game, Outcome, ScoreRule, Scorers, Standing};
use crate::domain::seating::{ComingRule, Seated, Seating, SeatingError};
use crate::domain::seats::{Direction, Seats};
use crate::domain::tally::{GameTally, TallyKind};
use crate::games::nihon_meisho::pile::Runs;

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
    fn scores(_: &State, _: &Event) -> Scorers {
        Scorers::Nobody
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

    /// The fewest cards win: the winner has none.
    fn scoring(seats: &Seats, _: &Options) -> ScoreRule {
        ScoreRule { lowest_wins: true, ..ScoreRule::each_alone(seats) }
    }

    /// Totals are the cards left.
    fn standing(state: &State) -> Standing {
        let totals = state.hands.iter().map(|hand| i32::from(hand.cards)).collect();
        let outcome = state.winner().map_or(Outcome::Playing, |winner| Outcome::Won(vec![winner.index()]));
        Standing { turns: Some(state.turns()), ..Standing::new(totals, outcome) }
    }
}

impl State {
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
}
