//! What the turn screen shows, whatever it looks like: buttons, the card grid and what they do. Built on `advice`.

use serde::{Deserialize, Serialize};

use super::advice::{Allowed, Next};
use super::game::{Call, Cleared, Event, Mode, NihonMeisho, Options, Pile, RuleError, State};
use super::pile::{Area, Card, Fit, Growth, Labels};
use crate::domain::seats::Seat;
use crate::domain::session::Session;

/// A button of the turn screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Pass, and take one card.
    Pass,
    /// Take the stack, or the penalty.
    Take,
    /// Someone said "Nihon Meisho".
    Call,
    /// Play one card.
    Play1,
    /// Play two cards.
    Play2,
    /// Play a +2; or, while a card is to be turned up, enter that it was a +2.
    PlusTwo,
    /// Play a Reverse.
    Reverse,
}

/// What a button does.
#[derive(Debug, Clone, PartialEq)]
pub enum Does {
    /// Records this event.
    Event(Event),
    /// Full mode: asks which cards.
    Pick {
        /// Whether it asks for two.
        two: bool,
        /// The first of two, if already tapped.
        first: Option<Card>,
    },
}

/// A button: what it does now, or the rule against it.
#[derive(Debug, Clone, PartialEq)]
pub struct Button {
    /// Which button.
    pub act: Act,
    /// What it does.
    pub does: Result<Does, RuleError>,
    /// Whether it is what the player most likely wants.
    pub main: bool,
}

/// Full mode: a choice of cards in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picking {
    /// The turn in which it began; it counts in no other.
    pub turn: u32,
    /// Whether two cards are asked for.
    pub two: bool,
    /// The first of two, once tapped.
    pub first: Option<Card>,
}

/// Which card the grid asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// The card turned up.
    TurnedUp,
    /// The only card played.
    One,
    /// The lower of two.
    First,
    /// The upper of two, on this one.
    Second(Card),
}

/// A card of the grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The card.
    pub card: Card,
    /// What a tap on it does, or the rule against it.
    pub does: Result<Does, RuleError>,
    /// The runs it extends, if it may be played for that reason.
    pub fit: Option<Fit>,
}

impl Button {
    /// Whether it stays beside the card grid: only what may be tapped then does, to leave room for the cards.
    pub fn stays(&self, asked: Asked) -> bool {
        match self.act {
            Act::Pass | Act::Take => false,
            Act::Play1 | Act::Play2 | Act::Reverse => asked != Asked::TurnedUp,
            Act::PlusTwo => asked != Asked::TurnedUp || self.does.is_ok(),
            Act::Call => self.does.is_ok(),
        }
    }

    /// Whether its question is being asked; `None` for a button that asks nothing.
    pub fn pressed(&self, asked: Option<Asked>) -> Option<bool> {
        match self.does {
            Ok(Does::Pick { two, .. }) => {
                Some(asked.is_some_and(|asked| if two { asked != Asked::One } else { asked == Asked::One }))
            }
            _ => None,
        }
    }
}

/// Whether something else than a turn can come up at this table: a shuffle, or in quick mode a +2 turned up.
pub fn has_asides(options: &Options) -> bool {
    options.deck.is_some() || (options.mode == Mode::Quick && !options.turned_plus_two_again)
}

/// Quick mode: whether the card on top may be a +2 that was turned up and counts. In full mode the +2 button is for
/// that.
pub fn may_be_turned_plus_two(state: &State) -> bool {
    state.mode() == Mode::Quick && state.legal().turned_plus_two.is_ok()
}

/// Full mode: whether areas still have a number for a name, before the first card is turned up.
pub fn may_name_areas(state: &State, labels: &Labels) -> bool {
    let first = matches!(state.pile(), Pile::TurnUp(Cleared::Start));
    // The other two have the names of the text.
    let numbered = [Area::Area3, Area::Area4, Area::Area5, Area::Area6];
    first && numbered.into_iter().any(|area| labels.area(area).is_empty())
}

/// The player whom a tap on "call" is about, and how their call stands: a due one comes before a missed one.
pub fn caller(state: &State) -> Option<(Seat, Call)> {
    let of =
        |call: Call| Seat::all(state.hands().len()).find(|seat| state.call(*seat) == call).map(|seat| (seat, call));
    of(Call::Due).or_else(|| of(Call::Missed)).filter(|_| state.winner().is_none())
}

/// The seven buttons; the first three are the first row.
pub fn buttons(state: &State) -> [Button; 7] {
    let legal = state.legal();
    let full = state.mode() == Mode::Full;
    let next = state.what_next();
    let does = |verdict: Allowed, event: Event| verdict.map(|()| Does::Event(event));
    let play = |verdict: Allowed, two: bool, event: Event| {
        verdict.map(|()| if full { Does::Pick { two, first: None } } else { Does::Event(event) })
    };
    let turned = matches!(state.pile(), Pile::TurnUp(_));
    let call = match caller(state) {
        Some((seat, Call::Due)) => Ok(Does::Event(Event::Call { seat })),
        Some((seat, _)) => Ok(Does::Event(Event::SaidInTime { seat })),
        None => {
            // "Already said" helps more than "not down to one card".
            let called = Seat::all(state.hands().len()).find(|seat| state.call(*seat) == Call::Said);
            let verdict = legal.call.get(called.unwrap_or(state.current()).index()).cloned();
            Err(verdict.and_then(Result::err).unwrap_or(RuleError::NoSeat(state.current())))
        }
    };
    let take = if legal.penalty_take.is_ok() {
        does(legal.penalty_take, Event::PenaltyTake)
    } else {
        does(legal.take, Event::Take)
    };
    let plus_two =
        if turned { does(legal.turned_plus_two, Event::TurnedPlusTwo) } else { does(legal.plus_two, Event::PlusTwo) };
    let due = matches!(caller(state), Some((_, Call::Due)));
    let taking = matches!(next, Next::Penalty { .. } | Next::Stack { .. });
    let playing = matches!(next, Next::Play { .. }) && legal.play1.is_ok();
    [
        (Act::Pass, does(legal.pass, Event::Pass), false),
        (Act::Take, take, taking),
        (Act::Call, call, due),
        (Act::Play1, play(legal.play1, false, Event::Play1(None)), playing),
        (Act::Play2, play(legal.play2, true, Event::Play2(None)), false),
        (Act::PlusTwo, plus_two, false),
        (Act::Reverse, does(legal.reverse, Event::Reverse), false),
    ]
    .map(|(act, does, main)| Button { act, does, main })
}

/// Which card is asked for, if any.
pub fn asked(state: &State, picking: Option<Picking>) -> Option<Asked> {
    if state.winner().is_some() {
        return None;
    }
    if let Pile::TurnUp(_) = state.pile() {
        return Some(Asked::TurnedUp);
    }
    let legal = state.legal();
    let picking = picking.filter(|picking| picking.turn == state.turns() && state.runs().is_some())?;
    match picking {
        Picking { two: false, .. } => legal.play1.is_ok().then_some(Asked::One),
        Picking { first, .. } => legal.play2.is_ok().then_some(first.map_or(Asked::First, Asked::Second)),
    }
}

/// The 24 cards, area by area, each with what a tap on it does or the rule against it.
pub fn cells(state: &State, asked: Asked) -> Vec<Cell> {
    let cell = |card: Card, may: Result<Option<Fit>, RuleError>, does: Does| Cell {
        card,
        fit: may.as_ref().ok().copied().flatten(),
        does: may.map(|_| does),
    };
    let mut cells: Vec<Cell> = match asked {
        Asked::TurnedUp => {
            let legal = state.legal().turned;
            let turned = |card| cell(card, legal.clone().map(|()| None), Does::Event(Event::Turned(card)));
            Card::all().map(turned).collect()
        }
        Asked::One => {
            let one = |card| Does::Event(Event::Play1(Some(card)));
            state.choices().into_iter().map(|of| cell(of.card, of.alone.map(Some), one(of.card))).collect()
        }
        Asked::First => {
            let first = |card| Does::Pick { two: true, first: Some(card) };
            state.choices().into_iter().map(|of| cell(of.card, of.first.map(|()| None), first(of.card))).collect()
        }
        Asked::Second(first) => {
            let both = |card| Does::Event(Event::Play2(Some([first, card])));
            state.seconds(first).into_iter().map(|(card, may)| cell(card, may.map(Some), both(card))).collect()
        }
    };
    cells.sort_by_key(|cell| (cell.card.area, cell.card.category));
    cells
}

/// The runs a play extends, category first.
pub fn growths(why: Fit) -> impl Iterator<Item = Growth> {
    why.category.into_iter().chain(why.area)
}

/// What else an old entry could have been, apart from plays that name their cards.
pub fn instead(before: &State, entry: &Event) -> Vec<Event> {
    let mut events: Vec<Event> = match entry {
        Event::Hand { seat, cards } => [cards.checked_sub(1), cards.checked_add(1)]
            .into_iter()
            .flatten()
            .map(|cards| Event::Hand { seat: *seat, cards })
            .collect(),
        Event::Call { .. } | Event::SaidInTime { .. } | Event::Reshuffled | Event::People(_) => Vec::new(),
        _ => {
            let acts = buttons(before).into_iter().filter(|button| button.act != Act::Call);
            acts.filter_map(|button| match button.does {
                Ok(Does::Event(event)) => Some(event),
                Ok(Does::Pick { .. }) | Err(_) => None,
            })
            .collect()
        }
    };
    events.retain(|event| event != entry);
    events
}

/// The most cards that anyone but the winner took at once: the index of the entry, whose it was, and how many. The first of several; `None` if nobody took more than one.
pub fn most_taken(session: &Session<NihonMeisho>, winner: Seat) -> Option<(usize, String, u16)> {
    let winner = session.seats.name(winner);
    let ledger = &session.ledger;
    let taken = ledger.entries().iter().zip(ledger.states()).enumerate().filter_map(|(at, (event, before))| {
        let cards = match event {
            Event::Take => before.stack(),
            Event::PenaltyTake => before.penalty(),
            _ => return None,
        };
        let name = session.seats_at(at).name(before.current());
        (cards > 1 && name != winner).then(|| (at, name.to_owned(), cards))
    });
    taken.max_by_key(|(at, _, cards)| (*cards, std::cmp::Reverse(*at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::game::Game;
    use crate::domain::ledger::{Ledger, Op};
    use crate::domain::seats::{Player, Seats};
    use crate::games::nihon_meisho::pile::{Area, Category};

    fn after(mode: Mode, hand: u8, events: &[Event]) -> State {
        let players = ["A", "B", "C"].into_iter().zip(0..).map(|(name, mark)| Player { name: name.to_owned(), mark });
        let seats = Seats::new(players.collect(), Seat(0), 2..=10).unwrap();
        let mut state = NihonMeisho::start(&seats, &Options { mode, hand, ..Options::default() }).unwrap();
        for event in events {
            state = NihonMeisho::apply(&state, event).unwrap();
        }
        state
    }

    fn does(state: &State, act: Act) -> Result<Does, RuleError> {
        buttons(state).into_iter().find(|button| button.act == act).unwrap().does
    }

    fn main(state: &State) -> Vec<Act> {
        buttons(state).into_iter().filter(|button| button.main).map(|button| button.act).collect()
    }

    const CASTLE_KINKI: Card = Card { category: Category::CastlesStructures, area: Area::Kinki };

    #[test]
    fn every_button_that_works_is_an_event_the_rules_take() {
        let event = Event::PlusTwo;
        for events in [vec![], vec![event.clone()], vec![event.clone(), Event::Take], vec![Event::Pass, event]] {
            let state = after(Mode::Quick, 3, &events);
            for button in buttons(&state) {
                if let Ok(Does::Event(event)) = button.does {
                    assert!(NihonMeisho::apply(&state, &event).is_ok(), "{event:?}");
                }
            }
        }
    }

    #[test]
    fn taking_is_offered_under_a_stack_and_for_a_missed_call() {
        let stack = after(Mode::Quick, 6, &[Event::PlusTwo]);
        assert_eq!(main(&stack), [Act::Take]);
        assert_eq!(does(&stack, Act::Take), Ok(Does::Event(Event::Take)));
        assert_eq!(does(&stack, Act::Reverse), Err(RuleError::ReverseOnPlusTwo { stack: 2 }));
        let due = after(Mode::Quick, 2, &[Event::Play1(None)]);
        assert_eq!(main(&due), [Act::Call, Act::Play1]);
        assert_eq!(does(&due, Act::Call), Ok(Does::Event(Event::Call { seat: Seat(0) })));
        let missed = after(Mode::Quick, 2, &[Event::Play1(None), Event::Pass, Event::Pass]);
        assert_eq!(does(&missed, Act::Take), Ok(Does::Event(Event::PenaltyTake)));
        assert_eq!(does(&missed, Act::Call), Ok(Does::Event(Event::SaidInTime { seat: Seat(0) })));
        assert_eq!(main(&missed), [Act::Take]);
    }

    #[test]
    fn a_call_nobody_owes_says_why() {
        let start = after(Mode::Quick, 6, &[]);
        assert_eq!(does(&start, Act::Call), Err(RuleError::NotOneCard { seat: Seat(0), cards: 6 }));
        let called = after(Mode::Quick, 2, &[Event::Play1(None), Event::Call { seat: Seat(0) }]);
        assert_eq!(does(&called, Act::Call), Err(RuleError::AlreadyCalled { seat: Seat(0) }));
    }

    #[test]
    fn full_mode_asks_for_the_card_turned_up_then_for_what_is_picked() {
        let bare = after(Mode::Full, 6, &[]);
        assert_eq!(asked(&bare, None), Some(Asked::TurnedUp));
        let turned = |card| Ok(Does::Event(Event::Turned(card)));
        assert!(cells(&bare, Asked::TurnedUp).iter().all(|cell| cell.does == turned(cell.card) && cell.fit.is_none()));
        let state = after(Mode::Full, 6, &[Event::Turned(CASTLE_KINKI)]);
        assert_eq!(asked(&state, None), None);
        assert_eq!(does(&state, Act::Play2), Ok(Does::Pick { two: true, first: None }));
        let pick = Picking { turn: 0, two: true, first: None };
        assert_eq!(asked(&state, Some(pick)), Some(Asked::First));
        assert_eq!(asked(&state, Some(Picking { turn: 1, ..pick })), None);
        let first = Picking { first: Some(CASTLE_KINKI), ..pick };
        assert_eq!(asked(&state, Some(first)), Some(Asked::Second(CASTLE_KINKI)));
        let firsts = cells(&state, Asked::First);
        assert_eq!(firsts.iter().filter(|cell| cell.does.is_ok()).count(), 4, "two Kinki cards complete a set");
        assert_eq!(firsts[4].card, Card { category: Category::HotSprings, area: Area::Kinki });
        assert_eq!(firsts[4].does, Ok(Does::Pick { two: true, first: Some(firsts[4].card) }));
        assert_eq!(asked(&after(Mode::Quick, 6, &[]), Some(pick)), None);
    }

    #[test]
    fn beside_the_cards_stays_what_may_be_tapped_there() {
        let staying = |state: &State, asked| {
            buttons(state).into_iter().filter(|button| button.stays(asked)).map(|button| button.act).collect::<Vec<_>>()
        };
        let bare = after(Mode::Full, 2, &[]);
        assert_eq!(staying(&bare, Asked::TurnedUp), []);
        let state = after(Mode::Full, 2, &[Event::Turned(CASTLE_KINKI)]);
        assert_eq!(staying(&state, Asked::One), [Act::Play1, Act::Play2, Act::PlusTwo, Act::Reverse]);
        let due = after(Mode::Full, 2, &[Event::Turned(CASTLE_KINKI), Event::Play1(Some(CASTLE_KINKI))]);
        assert_eq!(staying(&due, Asked::One)[0], Act::Call);
        let pressed =
            |act: usize, asked| buttons(&after(Mode::Full, 6, &[Event::Turned(CASTLE_KINKI)]))[act].pressed(asked);
        assert_eq!(
            [pressed(3, None), pressed(3, Some(Asked::One)), pressed(4, Some(Asked::One))],
            [Some(false), Some(true), Some(false)]
        );
        assert_eq!(pressed(4, Some(Asked::Second(CASTLE_KINKI))), Some(true));
        assert_eq!(pressed(0, None), None, "a pass asks nothing");
    }

    #[test]
    fn room_for_asides_is_kept_where_one_may_come() {
        let quick = Options { mode: Mode::Quick, ..Options::default() };
        assert!(!has_asides(&quick));
        assert!(has_asides(&Options { deck: Some(100), ..quick.clone() }));
        assert!(has_asides(&Options { turned_plus_two_again: false, ..quick.clone() }));
        assert!(!has_asides(&Options { mode: Mode::Full, turned_plus_two_again: false, ..quick }));
    }

    #[test]
    fn an_old_entry_can_become_what_was_legal_then() {
        let before = after(Mode::Quick, 6, &[Event::PlusTwo]);
        assert_eq!(instead(&before, &Event::Take), [Event::PlusTwo]);
        let hand = Event::Hand { seat: Seat(1), cards: 0 };
        assert_eq!(instead(&before, &hand), [Event::Hand { seat: Seat(1), cards: 1 }]);
        assert_eq!(instead(&before, &Event::Reshuffled), []);
    }

    #[test]
    fn the_most_cards_taken_by_another_are_found() {
        let taken = |names: [&str; 2], events: &[Event], winner: Seat| {
            let players = names.into_iter().zip(0..).map(|(name, mark)| Player { name: name.to_owned(), mark });
            let seats = Seats::new(players.collect(), Seat(0), 2..=10).unwrap();
            let options = Options::default();
            let mut ledger = Ledger::new(NihonMeisho::start(&seats, &options).unwrap());
            for event in events {
                ledger.push(Op::Append { event: event.clone() }).unwrap();
            }
            most_taken(&Session { seats, options, ledger }, winner)
        };
        let stacked = [Event::PlusTwo, Event::PlusTwo, Event::Take, Event::Pass, Event::PlusTwo, Event::Take];
        assert_eq!(taken(["A", "B"], &stacked, Seat(1)), Some((2, "A".to_owned(), 4)));
        assert_eq!(taken(["A", "B"], &stacked, Seat(0)), Some((5, "B".to_owned(), 2)), "the winner's own do not count");
        assert_eq!(taken(["A", "B"], &[Event::Pass], Seat(1)), None);
    }
}
