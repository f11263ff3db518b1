//! What the screens show, computed here from the ledger so that components hold no rules; `words` puts it into words.

use super::game::{Error, Event, RoundPhase, State, Weather};
use super::score::{ScoreError, Scored, Taken, tricks};
use super::wish::Wish;
use crate::domain::ledger::{Ledger, Op, Refused};
use crate::domain::seats::Seat;

/// What the table has to do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// This player picks, face up.
    Pick(Seat),
    /// Hidden variant: this player announces.
    Announce(Seat),
    /// Hidden variant: this player turns the wish over.
    Reveal(Seat),
    /// The cards are counted.
    Count,
    /// These printed cards are needed before anything else.
    Copy(Vec<Wish>),
    /// All three rounds are scored.
    Over,
}

impl Stage {
    /// Whose turn it is.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Stage::Pick(seat) | Stage::Announce(seat) | Stage::Reveal(seat) => Some(*seat),
            Stage::Count | Stage::Copy(_) | Stage::Over => None,
        }
    }
}

/// What the table has to do now. `chosen` is the player tapped to go next; it counts where the order is free. The app
/// asks for hidden wishes before the cards are counted, so that a count always completes its round.
pub fn stage(state: &State, chosen: Option<Seat>) -> Stage {
    let of = |waiting: &[Seat], free: bool| {
        let first = waiting.first().copied().unwrap_or(Seat(0));
        chosen.filter(|seat| free && waiting.contains(seat)).unwrap_or(first)
    };
    match state.phase() {
        RoundPhase::Picking { waiting, any_order } => Stage::Pick(of(&waiting, any_order)),
        RoundPhase::Announcing { waiting } => Stage::Announce(of(&waiting, false)),
        RoundPhase::Revealing { waiting } => Stage::Reveal(of(&waiting, true)),
        RoundPhase::Taking => {
            let waiting = unrevealed(state);
            if waiting.is_empty() { Stage::Count } else { Stage::Reveal(of(&waiting, true)) }
        }
        RoundPhase::NeedsPrinted(wishes) => Stage::Copy(wishes),
        RoundPhase::Over => Stage::Over,
    }
}

fn unrevealed(state: &State) -> Vec<Seat> {
    let wished = |seat: &Seat| wish_of(state, state.current(), *seat).is_some();
    Seat::all(state.players()).filter(|seat| !wished(seat)).collect()
}

/// What a player picked or revealed in a round.
pub fn wish_of(state: &State, round: usize, seat: Seat) -> Option<Wish> {
    state.rounds().get(round)?.wishes.get(seat.index()).copied().flatten()
}

/// What a player announced in a round.
pub fn announced(state: &State, round: usize, seat: Seat) -> Option<Wish> {
    state.rounds().get(round)?.announced.get(seat.index()).copied().flatten()
}

/// A place in the order of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Who.
    pub seat: Seat,
    /// The total before the round.
    pub total: i32,
    /// What was announced, while wishes are announced; otherwise what was picked or revealed.
    pub wish: Option<Wish>,
    /// The ledger entry behind it, for corrections.
    pub entry: Option<usize>,
    /// Whether it is this player's turn.
    pub now: bool,
    /// Whether this player may be tapped to go next.
    pub free: bool,
}

/// Everyone in the order of the current round.
pub fn order(ledger: &Ledger<Weather>, stage: &Stage) -> Vec<Place> {
    let state = ledger.state();
    let round = state.current();
    let totals = state.totals_after(round);
    let entries = wish_entries(ledger, round);
    let announcing = matches!(stage, Stage::Announce(_));
    let free = match stage {
        Stage::Pick(_) => state.options().any_order(round),
        Stage::Reveal(_) => true,
        _ => false,
    };
    let seats = state.order(round).unwrap_or_else(|| Seat::all(state.players()).collect());
    let place = |seat: Seat| {
        let wish = if announcing { announced(state, round, seat) } else { wish_of(state, round, seat) };
        let entry = entries
            .iter()
            .find(|entry| entry.seat == seat && entry.announced == announcing)
            .map(|entry| entry.entry)
            .filter(|_| wish.is_some());
        Place {
            seat,
            total: totals.get(seat.index()).copied().unwrap_or(0),
            wish,
            entry,
            now: stage.seat() == Some(seat),
            free: free && wish.is_none(),
        }
    };
    seats.into_iter().map(place).collect()
}

/// A ledger entry that gave a player a wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WishEntry {
    /// Index of the entry.
    pub entry: usize,
    /// Who.
    pub seat: Seat,
    /// The wish.
    pub wish: Wish,
    /// Whether it was only announced.
    pub announced: bool,
}

/// The wish in an event; `None` for other events.
pub fn wish_entry(entry: usize, event: &Event) -> Option<WishEntry> {
    match *event {
        Event::Pick { seat, wish, .. } | Event::Reveal { seat, wish } => {
            Some(WishEntry { entry, seat, wish, announced: false })
        }
        Event::Announce { seat, wish, .. } => Some(WishEntry { entry, seat, wish, announced: true }),
        Event::Printed { .. } | Event::Taken { .. } => None,
    }
}

/// The wishes of a round, in the order they were entered.
pub fn wish_entries(ledger: &Ledger<Weather>, round: usize) -> Vec<WishEntry> {
    let entries = ledger.entries().iter().zip(ledger.states()).enumerate();
    entries
        .filter(|(_, (_, before))| before.current() == round)
        .filter_map(|(entry, (event, _))| wish_entry(entry, event))
        .collect()
}

/// The event with another wish; events without one stay as they are.
pub fn with_wish(event: &Event, wish: Wish) -> Event {
    match *event {
        Event::Pick { seat, out_of_turn, .. } => Event::Pick { seat, wish, out_of_turn },
        Event::Announce { seat, out_of_turn, .. } => Event::Announce { seat, wish, out_of_turn },
        Event::Reveal { seat, .. } => Event::Reveal { seat, wish },
        Event::Printed { .. } | Event::Taken { .. } => event.clone(),
    }
}

/// The operations that correct an old entry, to be pushed in this order. Later picks and announcements stand even if
/// their order no longer follows from the totals, because they did happen; they are marked as out of turn first.
///
/// # Errors
/// If the rules forbid it; nothing has been pushed then.
pub fn correction(ledger: &Ledger<Weather>, entry: usize, event: &Event) -> Result<Vec<Op<Event>>, Refused<Error>> {
    let mut trial = ledger.clone();
    let mut ops = Vec::new();
    for _ in 0..=ledger.entries().len() {
        let op = Op::Correct { entry, event: event.clone() };
        match trial.push(op.clone()) {
            Ok(()) => {
                ops.push(op);
                break;
            }
            Err(Refused::Later { entry: later, error: Error::NotYourTurn { seat, next } }) => {
                let marked = match trial.entries().get(later) {
                    Some(Event::Pick { seat, wish, .. }) => Event::Pick { seat: *seat, wish: *wish, out_of_turn: true },
                    Some(Event::Announce { seat, wish, .. }) => {
                        Event::Announce { seat: *seat, wish: *wish, out_of_turn: true }
                    }
                    _ => return Err(Refused::Later { entry: later, error: Error::NotYourTurn { seat, next } }),
                };
                let op = Op::Correct { entry: later, event: marked };
                trial.push(op.clone())?;
                ops.push(op);
            }
            Err(refused) => return Err(refused),
        }
    }
    Ok(ops)
}

/// A player's result in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Who.
    pub seat: Seat,
    /// The wish that scored.
    pub wish: Wish,
    /// What was announced instead, if it was a bluff.
    pub bluff: Option<Wish>,
    /// The cards taken.
    pub taken: Taken,
    /// The tricks they make.
    pub tricks: u8,
    /// The points and why, or what is missing for them.
    pub scored: Result<Scored, ScoreError>,
}

/// Everyone's result in a complete round; empty for others.
pub fn lines(state: &State, round: usize) -> Vec<Line> {
    let line = |seat: Seat| {
        let wish = wish_of(state, round, seat)?;
        let taken = *state.rounds().get(round)?.taken.as_ref()?.get(seat.index())?;
        Some(Line {
            seat,
            wish,
            bluff: announced(state, round, seat).filter(|announced| *announced != wish),
            tricks: tricks(&taken, state.players()).unwrap_or(0),
            taken,
            scored: state.scored(round, seat)?,
        })
    };
    Seat::all(state.players()).filter_map(line).collect()
}

/// How many rounds have been played to the end, scored or not.
pub fn played(state: &State) -> usize {
    state.rounds().iter().filter(|round| round.is_complete()).count()
}

/// The round that a count in the ledger belongs to, and its cards; `None` if this entry is no count.
pub fn count_at(ledger: &Ledger<Weather>, entry: usize) -> Option<(usize, &[Taken])> {
    match (ledger.entries().get(entry)?, ledger.states().get(entry)?) {
        (Event::Taken { cards }, before) => Some((before.current(), cards)),
        _ => None,
    }
}

/// The index of the ledger entry with the count of a round.
pub fn count_of(ledger: &Ledger<Weather>, round: usize) -> Option<usize> {
    (0..ledger.entries().len()).find(|entry| count_at(ledger, *entry).is_some_and(|(of, _)| of == round))
}

/// The factors of the product of 豪雨, as many as fit in a line.
pub fn factors(thunder: u8, snow: u8) -> String {
    const MOST: usize = 8;
    let all = (0..thunder).map(|_| "1").chain((0..snow).map(|_| "2"));
    let mut factors: Vec<&str> = all.collect();
    if factors.len() > MOST {
        factors.truncate(MOST - 1);
        factors.push("…");
    }
    factors.join(" × ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::game::Game;
    use crate::domain::seats::{Player, Seats};
    use crate::domain::session::Session;
    use crate::games::weather::game::Options;
    use crate::games::weather::score::{PrintedCards, Values};
    use crate::games::weather::wish::Wish::{Downpour, HeavySnow, Rain, Sun};

    fn ledger(options: Options, events: &[Event]) -> Ledger<Weather> {
        let names = ["Aiko", "Ken", "美咲"];
        let players = names.iter().zip(0..).map(|(name, mark)| Player { name: (*name).to_owned(), mark }).collect();
        let seats = Seats::new(players, Seat(1), Weather::SEATS).unwrap();
        let start = Weather::start(&seats, &options).unwrap();
        let mut session = Session { seats, options, ledger: Ledger::new(start) };
        for event in events {
            session.ledger.push(Op::Append { event: event.clone() }).unwrap();
        }
        session.ledger
    }

    fn pick(seat: u8, wish: Wish) -> Event {
        Event::Pick { seat: Seat(seat), wish, out_of_turn: false }
    }

    fn taken(cards: [[u8; 5]; 3]) -> Event {
        Event::Taken { cards: cards.map(Taken::from).to_vec() }
    }

    fn snow_round() -> Vec<Event> {
        vec![pick(0, HeavySnow), pick(1, HeavySnow), pick(2, HeavySnow), taken([[0; 5], [3, 3, 3, 0, 0], [0; 5]])]
    }

    #[test]
    fn anyone_may_pick_in_round_1_and_the_highest_first_later() {
        let at = ledger(Options::default(), &[pick(0, Sun)]);
        assert_eq!(stage(at.state(), None), Stage::Pick(Seat(1)));
        assert_eq!(stage(at.state(), Some(Seat(2))), Stage::Pick(Seat(2)));
        assert_eq!(stage(at.state(), Some(Seat(0))), Stage::Pick(Seat(1)), "who has picked picks no more");
        let places = order(&at, &stage(at.state(), None));
        assert_eq!(places.iter().map(|place| place.seat.0).collect::<Vec<_>>(), [1, 2, 0]);
        assert_eq!((places[2].wish, places[2].entry, places[2].free), (Some(Sun), Some(0), false));
        assert!(places[0].now && places[0].free && places[1].free);

        let at = ledger(Options::default(), &snow_round());
        assert_eq!(stage(at.state(), Some(Seat(2))), Stage::Pick(Seat(0)));
        let places = order(&at, &stage(at.state(), None));
        assert_eq!(
            places.iter().map(|place| (place.seat.0, place.total)).collect::<Vec<_>>(),
            [(0, 6), (2, 6), (1, -9)]
        );
        assert!(places.iter().all(|place| !place.free && place.entry.is_none()));
    }

    #[test]
    fn hidden_wishes_are_turned_over_before_the_count() {
        let hidden = Options { hidden: true, ..Options::default() };
        let announce = |seat: u8| Event::Announce { seat: Seat(seat), wish: Rain, out_of_turn: false };
        let mut events = vec![announce(1), announce(2)];
        assert_eq!(stage(ledger(hidden, &events).state(), None), Stage::Announce(Seat(0)));
        events.push(announce(0));
        assert_eq!(stage(ledger(hidden, &events).state(), Some(Seat(2))), Stage::Reveal(Seat(2)));
        for seat in 0..3 {
            events.push(Event::Reveal { seat: Seat(seat), wish: HeavySnow });
        }
        let at = ledger(hidden, &events);
        assert_eq!(stage(at.state(), None), Stage::Count);
        assert_eq!(wish_entries(&at, 0).len(), 6);
        events.push(taken([[0; 5], [3, 3, 3, 0, 0], [0; 5]]));
        let at = ledger(hidden, &events);
        assert_eq!(lines(at.state(), 0)[1].bluff, Some(Rain));
        assert_eq!(lines(at.state(), 0)[1].tricks, 3);
        assert_eq!(at.rounds().len(), 1);
    }

    #[test]
    fn a_count_put_right_lets_the_picks_since_stand() {
        let mut events = snow_round();
        events.extend([pick(0, HeavySnow), pick(2, HeavySnow), pick(1, HeavySnow)]);
        let mut at = ledger(Options::default(), &events);
        assert_eq!(count_of(&at, 0), Some(3));
        let ops = correction(&at, 3, &taken([[3, 3, 3, 0, 0], [0; 5], [0; 5]])).unwrap();
        for op in ops {
            at.push(op).unwrap();
        }
        assert_eq!(Weather::standing(at.state()).totals, [-9, 6, 6]);
        assert_eq!(stage(at.state(), None), Stage::Count);
    }

    #[test]
    fn a_wish_put_right_must_leave_the_later_ones_allowed() {
        let mut events = vec![Event::Printed { cards: zeros() }];
        events.extend([
            pick(0, Rain),
            pick(1, HeavySnow),
            pick(2, HeavySnow),
            taken([[3, 0, 0, 0, 0], [0; 5], [0; 5]]),
        ]);
        events.extend([pick(1, HeavySnow), pick(2, HeavySnow), pick(0, Downpour)]);
        let at = ledger(Options::default(), &events);
        let wrong = correction(&at, 1, &with_wish(&at.entries()[1], Sun));
        assert!(matches!(wrong, Err(Refused::Later { entry: 7, error: Error::Ineligible { .. } })), "{wrong:?}");
        assert_eq!(at.entries(), events, "nothing has changed");
    }

    fn zeros() -> PrintedCards {
        let card = Some(Values::default());
        PrintedCards { sun: card, cloud: card, rain: card, thunderbolt: card }
    }

    #[test]
    fn a_card_copied_late_reaches_the_round_it_was_missing_in() {
        let mut events =
            vec![pick(0, Sun), pick(1, HeavySnow), pick(2, HeavySnow), taken([[3, 0, 0, 0, 0], [0; 5], [0; 5]])];
        let at = ledger(Options::default(), &events);
        assert_eq!(stage(at.state(), None), Stage::Copy(vec![Sun]));
        assert_eq!(lines(at.state(), 0)[0].scored, Err(ScoreError::NeedsPrinted(Sun)));
        assert!(at.rounds().is_empty(), "a round without its card is not scored");
        let cards = PrintedCards { sun: Some(Values::from([2, 0, 0, 0, 0])), ..PrintedCards::default() };
        events.push(Event::Printed { cards });
        let at = ledger(Options::default(), &events);
        let scored = at.rounds();
        assert_eq!((scored[0].entry, scored[0].points.as_slice()), (3, [6, 6, 6].as_slice()));
        assert_eq!(stage(at.state(), None), Stage::Pick(Seat(0)));
    }

    #[test]
    fn a_long_product_stays_on_its_line() {
        assert_eq!(factors(1, 2), "1 × 2 × 2");
        assert_eq!(factors(20, 20).matches('×').count(), 7);
    }
}
