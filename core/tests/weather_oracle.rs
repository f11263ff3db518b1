//! The weather game against a second implementation of its rules: every history of wishes, scores counted card by card,
//! and whole games at random.

use proptest::prelude::*;
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::{Ledger, Op};
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::games::weather::game::{Event, Options, RoundPhase, State, Weather};
use takujo_core::games::weather::score::{
    CardKind, EmptyProduct, PrintedCards, PrintedError, ScoreError, ScoreStep, Taken, Values, score,
};
use takujo_core::games::weather::wish::{Ineligible, Pool, Wish, eligible};

/// A wish as a letter: capitals are base wishes, their small letters the upper wishes above them.
fn letter(wish: Wish) -> char {
    match wish {
        Wish::Sun => 'S',
        Wish::Cloud => 'C',
        Wish::Rain => 'R',
        Wish::Thunderbolt => 'T',
        Wish::HeavySnow => 'H',
        Wish::ClearSky => 's',
        Wish::Overcast => 'c',
        Wish::Downpour => 'r',
    }
}

/// Whether a whole history is allowed, judged on its letters at once. `strict` keeps both limits even with all eight.
fn allowed(pool: Pool, strict: bool, history: &str) -> bool {
    let small = history.chars().filter(char::is_ascii_lowercase).count();
    match pool {
        Pool::EightFree if !strict => true,
        Pool::FiveBase => small == 0,
        Pool::EightFree | Pool::Printed => {
            let paired = ["Ss", "Cc", "Rr"].iter().any(|pair| history.contains(pair));
            small == 0 || (small == 1 && paired)
        }
    }
}

fn triples() -> impl Iterator<Item = [Wish; 3]> {
    (0..512_usize).map(|n| [n / 64, n / 8 % 8, n % 8].map(|digit| Wish::ALL[digit]))
}

fn text(history: &[Wish]) -> String {
    history.iter().copied().map(letter).collect()
}

/// Each pool, with and without the stricter reading of all eight, and how many histories it allows.
const POOLS: [(Pool, bool, usize); 6] = [
    (Pool::Printed, false, 125 + 15 + 15),
    (Pool::Printed, true, 125 + 15 + 15),
    (Pool::FiveBase, false, 125),
    (Pool::FiveBase, true, 125),
    (Pool::EightFree, false, 512),
    (Pool::EightFree, true, 125 + 15 + 15),
];

fn agreed(pool: Pool, eight_limited: bool) -> Options {
    Options { pool, eight_limited, ..Options::default() }
}

#[test]
fn picking_one_by_one_allows_exactly_the_histories_allowed_as_a_whole() {
    for (pool, strict, count) in POOLS {
        let limits = agreed(pool, strict).limits();
        let mut accepted = 0;
        for triple in triples() {
            let one_by_one = (0..3).all(|at| eligible(limits, &triple[..at], triple[at]).is_ok());
            assert_eq!(one_by_one, allowed(pool, strict, &text(&triple)), "{pool:?} {strict} {}", text(&triple));
            accepted += usize::from(one_by_one);
        }
        assert_eq!(accepted, count, "{pool:?} {strict}");
    }
}

#[test]
fn a_game_refuses_a_history_at_the_first_wish_that_spoils_it() {
    let printed = PrintedCards {
        sun: Some(Values::default()),
        cloud: Some(Values::default()),
        rain: Some(Values::default()),
        thunderbolt: Some(Values::default()),
    };
    for (pool, strict, _) in POOLS {
        for triple in triples() {
            let start = Weather::start(&table(2), &agreed(pool, strict)).unwrap();
            let mut state = Weather::apply(&start, &Event::Printed { cards: printed }).unwrap();
            for at in 0..3 {
                let so_far = text(&triple[..=at]);
                // Out of turn, because totals do not matter here.
                let pick = Event::Pick { seat: Seat(0), wish: triple[at], out_of_turn: true };
                let next = Weather::apply(&state, &pick);
                assert_eq!(next.is_ok(), allowed(pool, strict, &so_far), "{pool:?} {strict} {so_far}");
                let offered = state.eligibility(Seat(0)).iter().any(|(wish, may)| *wish == triple[at] && may.is_ok());
                assert_eq!(offered, next.is_ok());
                let Ok(next) = next else { break };
                let other = Event::Pick { seat: Seat(1), wish: Wish::HeavySnow, out_of_turn: true };
                let cards = vec![Taken::from([2, 0, 0, 0, 0]), Taken::default()];
                state = Weather::apply(&Weather::apply(&next, &other).unwrap(), &Event::Taken { cards }).unwrap();
            }
        }
    }
}

#[test]
fn every_reason_says_what_is_true_of_the_history() {
    let histories = triples().flat_map(|triple| (0..3).map(move |len| triple[..len].to_vec()));
    let pools = [Pool::Printed, Pool::FiveBase, Pool::EightFree];
    for (pool, history) in histories.flat_map(|history| pools.map(|pool| (pool, history.clone()))) {
        let letters: Vec<char> = text(&history).chars().collect();
        for wish in Wish::ALL {
            let capital = letter(wish.base_of().unwrap_or(wish));
            match eligible(pool, &history, wish) {
                Ok(()) => {
                    let free = pool == Pool::EightFree || !wish.is_upper();
                    assert!(free || (pool == Pool::Printed && letters.last() == Some(&capital)));
                }
                Err(Ineligible::NotInPool) => assert!(pool == Pool::FiveBase && wish.is_upper()),
                Err(Ineligible::FirstRound { base }) => assert!(letters.is_empty() && letter(base) == capital),
                Err(Ineligible::UpperUsed { wish: used, round }) => {
                    assert_eq!(letters.iter().position(char::is_ascii_lowercase), Some(round - 1));
                    assert_eq!(letters.get(round - 1), Some(&letter(used)));
                }
                Err(Ineligible::NeedsBase { base, had }) => {
                    assert!(letters.last() == Some(&letter(had)) && had != base && letter(base) == capital);
                }
            }
        }
    }
}

/// The cards as a heap on the table: one letter per card, '*' for thunder and '+' for snow.
fn heap(taken: &Taken) -> Vec<char> {
    let counts = [('S', taken.sun), ('C', taken.cloud), ('R', taken.rain), ('*', taken.thunder), ('+', taken.snow)];
    counts.into_iter().flat_map(|(card, count)| std::iter::repeat_n(card, count.into())).collect()
}

/// The value of a heap, card by card. `card` has the printed values, if the wish has them.
fn by_hand(wish: Wish, mut heap: Vec<char>, players: usize, card: &Values, empty: i64) -> i64 {
    match wish {
        Wish::HeavySnow => match heap.chunks(players).count() {
            0 => 6,
            tricks => (0..tricks).map(|_| -3).sum(),
        },
        Wish::ClearSky => heap
            .iter()
            .map(|c| match c {
                'S' => 3,
                'C' | 'R' => -1,
                _ => -2,
            })
            .sum(),
        Wish::Overcast => {
            let base: i64 = heap.iter().filter(|c| c.is_alphabetic()).map(|_| 1).sum();
            heap.iter().filter(|c| !c.is_alphabetic()).fold(base, |points, _| -points)
        }
        Wish::Downpour => {
            let factors: Vec<i64> =
                heap.iter().filter(|c| !c.is_alphabetic()).map(|c| if *c == '+' { 2 } else { 1 }).collect();
            let product = if factors.is_empty() { empty } else { factors.iter().product() };
            let rest: i64 = heap.iter().map(|c| if *c == 'S' { -1 } else { 2 * i64::from(*c == 'R') }).sum();
            product + rest
        }
        Wish::Sun | Wish::Cloud | Wish::Rain | Wish::Thunderbolt => {
            while let (Some(thunder), true) = (heap.iter().position(|c| *c == '*'), heap.contains(&'+')) {
                heap.remove(thunder);
                heap.retain({
                    let mut gone = false;
                    move |c| {
                        gone || *c != '+' || {
                            gone = true;
                            false
                        }
                    }
                });
            }
            heap.iter()
                .map(|c| {
                    i64::from(match c {
                        'S' => card.sun,
                        'C' => card.cloud,
                        'R' => card.rain,
                        '*' => card.thunder,
                        _ => card.snow,
                    })
                })
                .sum()
        }
    }
}

fn values() -> impl Strategy<Value = Values> {
    prop::array::uniform5(-9_i8..=9).prop_map(Values::from)
}

fn printed() -> impl Strategy<Value = PrintedCards> {
    (values(), values(), values(), values()).prop_map(|(sun, cloud, rain, thunderbolt)| PrintedCards {
        sun: Some(sun),
        cloud: Some(cloud),
        rain: Some(rain),
        thunderbolt: Some(thunderbolt),
    })
}

fn taken(most: u8) -> impl Strategy<Value = Taken> {
    prop::array::uniform5(0..=most).prop_map(Taken::from)
}

fn wish() -> impl Strategy<Value = Wish> {
    prop::sample::select(Wish::ALL.to_vec())
}

fn empty_product() -> impl Strategy<Value = EmptyProduct> {
    prop::sample::select(vec![EmptyProduct::Zero, EmptyProduct::One])
}

/// Points with one player, where every card is a trick.
fn points(wish: Wish, taken: Taken, printed: &PrintedCards) -> i32 {
    score(wish, &taken, 1, printed, EmptyProduct::Zero).unwrap().points
}

fn plus(a: Taken, b: Taken) -> Taken {
    let sum = |kind| a.get(kind) + b.get(kind);
    Taken::from(CardKind::ALL.map(sum))
}

proptest! {
    #[test]
    fn a_score_is_what_counting_card_by_card_gives(
        wish in wish(), taken in taken(20), players in 1_usize..=6, printed in printed(), empty in empty_product(),
    ) {
        let heap = heap(&taken);
        let scored = score(wish, &taken, players, &printed, empty);
        if heap.len().is_multiple_of(players) {
            let card = printed.get(wish).copied().unwrap_or_default();
            let empty = i64::from(empty == EmptyProduct::One);
            prop_assert_eq!(i64::from(scored.unwrap().points), by_hand(wish, heap, players, &card, empty));
        } else {
            prop_assert!(matches!(scored, Err(ScoreError::NotDivisible(fault)) if usize::from(fault.cards) == heap.len()));
        }
    }

    #[test]
    fn the_steps_add_up_to_the_score(
        wish in wish(), taken in taken(20), printed in printed(), empty in empty_product(),
    ) {
        let scored = score(wish, &taken, 1, &printed, empty).unwrap();
        let mut sum = 0;
        for step in &scored.steps {
            match *step {
                ScoreStep::Cancelled { .. } => {}
                ScoreStep::PerCard { count, each, points, .. } => {
                    prop_assert!(count > 0);
                    prop_assert_eq!(points, i32::from(count) * each);
                    sum += points;
                }
                ScoreStep::Tricks { points, .. } | ScoreStep::NoTrick { points } => sum += points,
                ScoreStep::Product { points, .. } | ScoreStep::EmptyProduct { points } => sum += points,
                ScoreStep::Sum { points } => prop_assert_eq!(points, sum),
                ScoreStep::Sign { negative, points, .. } => {
                    prop_assert_eq!(points, if negative { -sum } else { sum });
                    sum = points;
                }
            }
        }
        prop_assert_eq!(sum, scored.points);
    }

    #[test]
    fn clear_sky_is_linear(a in taken(10), b in taken(10)) {
        let none = PrintedCards::default();
        let clear = |taken| points(Wish::ClearSky, taken, &none);
        prop_assert_eq!(clear(plus(a, b)), clear(a) + clear(b));
    }

    #[test]
    fn overcast_changes_only_in_sign_with_thunder_and_snow(cards in taken(20), thunder in 0_u8..=20, snow in 0_u8..=20) {
        let none = PrintedCards::default();
        let there = points(Wish::Overcast, cards, &none);
        let here = points(Wish::Overcast, Taken { thunder, snow, ..cards }, &none);
        prop_assert_eq!(here.abs(), there.abs());
        let one_more = Taken { thunder: cards.thunder.saturating_sub(1), ..cards };
        if cards.thunder > 0 {
            prop_assert_eq!(points(Wish::Overcast, one_more, &none), -there);
        }
    }

    #[test]
    fn a_pair_of_thunder_and_snow_changes_no_printed_wish(cards in taken(19), printed in printed()) {
        let pair = Taken::from([0, 0, 0, 1, 1]);
        for wish in [Wish::Sun, Wish::Cloud, Wish::Rain, Wish::Thunderbolt] {
            prop_assert_eq!(points(wish, plus(cards, pair), &printed), points(wish, cards, &printed));
        }
    }

    #[test]
    fn each_snow_doubles_the_product_of_downpour_and_no_thunder_does(thunder in 1_u8..=20, snow in 0_u8..20) {
        let none = PrintedCards::default();
        let downpour = |thunder, snow| points(Wish::Downpour, Taken { thunder, snow, ..Taken::default() }, &none);
        prop_assert_eq!(downpour(thunder, snow + 1), 2 * downpour(thunder, snow));
        prop_assert_eq!(downpour(thunder, snow), downpour(1, snow));
    }

    #[test]
    fn no_counts_and_no_values_bring_the_scorer_down(
        wish in wish(), taken in prop::array::uniform5(any::<u8>()), players in any::<usize>(),
        value in prop::array::uniform5(any::<i8>()),
    ) {
        let printed = PrintedCards { sun: Some(Values::from(value)), ..PrintedCards::default() };
        let in_bounds = value.iter().all(|value| (-9..=9).contains(value));
        let fault = printed.check();
        prop_assert_eq!(fault.is_ok(), in_bounds);
        if let Err(PrintedError { wish, value, .. }) = fault {
            prop_assert!(wish == Wish::Sun && value.unsigned_abs() > 9);
        }
        if score(wish, &Taken::from(taken), players, &printed, EmptyProduct::Zero).is_ok() {
            prop_assert!(in_bounds && taken.iter().all(|count| *count <= 20));
        }
    }
}

fn table(players: u8) -> Seats {
    let people = (0..players).map(|mark| Player { name: format!("p{mark}"), mark }).collect();
    Seats::new(people, Seat(players - 1), Weather::SEATS).unwrap()
}

/// Random choices, used up one by one.
struct Choices(std::vec::IntoIter<u16>);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % n.max(1)
    }
}

/// What the test itself remembers of a game, from the wishes and cards it made up.
struct Remembered {
    players: usize,
    printed: PrintedCards,
    empty: i64,
    /// By player, the wishes that score, as letters.
    histories: Vec<String>,
    totals: Vec<i64>,
}

impl Remembered {
    /// Highest first, found by looking for the best again and again.
    fn picking_order(&self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.players).collect();
        let mut order = Vec::new();
        while let Some(best) = left.iter().map(|seat| self.totals[*seat]).max() {
            let place = left.iter().position(|seat| self.totals[*seat] == best).unwrap();
            order.push(left.remove(place));
        }
        order
    }

    fn lowest(&self) -> usize {
        let low = self.totals.iter().min().unwrap();
        self.totals.iter().position(|total| total == low).unwrap()
    }

    fn wish_for(&self, options: &Options, seat: usize, choices: &mut Choices) -> Wish {
        let Options { pool, eight_limited, .. } = *options;
        let may: Vec<Wish> = Wish::ALL
            .into_iter()
            .filter(|wish| allowed(pool, eight_limited, &format!("{}{}", self.histories[seat], letter(*wish))))
            .collect();
        may[choices.below(may.len())]
    }
}

fn seat(n: usize) -> Seat {
    Seat(u8::try_from(n).unwrap())
}

/// Random counts for everyone that make whole tricks.
fn deal(players: usize, choices: &mut Choices) -> Vec<Taken> {
    let mut cards = vec![Taken::default(); players];
    for _ in 0..=choices.below(9) {
        let winner = choices.below(players);
        for _ in 0..players {
            // At most 20 of a kind; the rest goes to the next kind with room. 54 cards fit in 5 kinds.
            let first = choices.below(5);
            let mut kinds = (first..first + 5).map(|at| CardKind::ALL[at % 5]);
            let kind = kinds.find(|kind| cards[winner].get(*kind) < 20).unwrap();
            let count = cards[winner].get(kind);
            cards[winner].set(kind, count + 1);
        }
    }
    cards
}

/// Pushes a stray event, which must change nothing if refused, then a legal one, which must be accepted.
fn push(ledger: &mut Ledger<Weather>, event: Event, stray: Event) {
    let before = ledger.states().to_vec();
    if ledger.push(Op::Append { event: stray }).is_ok() {
        ledger.push(Op::Undo).unwrap();
    }
    assert_eq!(ledger.states(), before);
    ledger.push(Op::Append { event: event.clone() }).unwrap_or_else(|error| panic!("{event:?}: {error:?}"));
    ledger.push(Op::Undo).unwrap();
    assert_eq!(ledger.states(), before);
    ledger.push(Op::Redo).unwrap();
}

fn stray(players: usize, choices: &mut Choices) -> Event {
    let who = seat(choices.below(players + 1));
    let wish = Wish::ALL[choices.below(8)];
    match choices.below(4) {
        0 => Event::Pick { seat: who, wish, out_of_turn: false },
        1 => Event::Announce { seat: who, wish, out_of_turn: false },
        2 => Event::Reveal { seat: who, wish },
        _ => Event::Taken { cards: vec![Taken::from([1, 0, 0, 0, 0]); players] },
    }
}

fn play(
    players: u8,
    options: Options,
    printed: PrintedCards,
    late: bool,
    choices: &mut Choices,
) -> (State, Remembered) {
    let seats = table(players);
    let n = usize::from(players);
    let mut ledger = Ledger::<Weather>::new(Weather::start(&seats, &options).unwrap());
    let empty = i64::from(options.empty_product == EmptyProduct::One);
    let mut remembered =
        Remembered { players: n, printed, empty, histories: vec![String::new(); n], totals: vec![0; n] };
    if !late {
        push(&mut ledger, Event::Printed { cards: printed }, stray(n, choices));
    }
    for round in 0..3 {
        let leader = if round == 0 { n - 1 } else { remembered.lowest() };
        assert_eq!(ledger.state().leader(round), Some(seat(leader)));
        let from_leader: Vec<usize> = (leader..leader + n).map(|at| at % n).collect();
        let order = if round == 0 || options.hidden { from_leader } else { remembered.picking_order() };
        let wishes: Vec<Wish> = (0..n).map(|who| remembered.wish_for(&options, who, choices)).collect();
        let cards = deal(n, choices);
        let any_order = !options.hidden && (round == 0 || options.chosen_first);
        let mut telling = order.clone();
        if any_order {
            telling.rotate_left(choices.below(n));
        }
        for (at, who) in telling.iter().copied().enumerate() {
            let waits = |who: &usize| telling[at..].contains(who);
            let waiting: Vec<Seat> = order.iter().copied().filter(waits).map(seat).collect();
            let (phase, event) = if options.hidden {
                let announced = Wish::ALL[choices.below(8)];
                (
                    RoundPhase::Announcing { waiting },
                    Event::Announce { seat: seat(who), wish: announced, out_of_turn: false },
                )
            } else {
                let event = Event::Pick { seat: seat(who), wish: wishes[who], out_of_turn: false };
                (RoundPhase::Picking { waiting, any_order }, event)
            };
            assert_eq!(ledger.state().phase(), phase);
            push(&mut ledger, event, stray(n, choices));
        }
        assert_eq!(ledger.state().phase(), RoundPhase::Taking);
        push(&mut ledger, Event::Taken { cards: cards.clone() }, stray(n, choices));
        if options.hidden {
            for (who, wish) in wishes.iter().copied().enumerate() {
                let waiting = (who..n).map(seat).collect();
                assert_eq!(ledger.state().phase(), RoundPhase::Revealing { waiting });
                let reveal = Event::Reveal { seat: seat(who), wish };
                push(&mut ledger, reveal, stray(n, choices));
            }
        }
        if let RoundPhase::NeedsPrinted(needed) = ledger.state().phase() {
            assert!(late && needed.iter().all(|wish| wishes.contains(wish)));
            push(&mut ledger, Event::Printed { cards: printed }, stray(n, choices));
        }
        for who in 0..n {
            remembered.histories[who].push(letter(wishes[who]));
            let card = remembered.printed.get(wishes[who]).copied().unwrap_or_default();
            remembered.totals[who] += by_hand(wishes[who], heap(&cards[who]), n, &card, remembered.empty);
        }
        let totals: Vec<i64> = Weather::standing(ledger.state()).totals.into_iter().map(i64::from).collect();
        assert_eq!(totals, remembered.totals);
    }
    // Undoing and redoing everything gives the same game, and so does replaying its saved text.
    let last = ledger.state().clone();
    let events = serde_json::to_string(ledger.entries()).unwrap();
    let taps = ledger.entries().len();
    for _ in 0..taps {
        ledger.push(Op::Undo).unwrap();
    }
    assert_eq!(ledger.state(), &Weather::start(&seats, &options).unwrap());
    for _ in 0..taps {
        ledger.push(Op::Redo).unwrap();
    }
    assert_eq!(ledger.state(), &last);
    let replayed: Vec<Event> = serde_json::from_str(&events).unwrap();
    let start = Weather::start(&seats, &options).unwrap();
    assert_eq!(replayed.iter().try_fold(start, |state, event| Weather::apply(&state, event)), Ok(last.clone()));
    (last, remembered)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_random_legal_game_is_never_refused_and_ends_with_the_totals_counted_by_hand(
        players in 2_u8..=6,
        pool in prop::sample::select(vec![Pool::Printed, Pool::FiveBase, Pool::EightFree]),
        switches in any::<[bool; 3]>(),
        empty_product in empty_product(),
        printed in printed(),
        late in any::<bool>(),
        choices in prop::collection::vec(any::<u16>(), 400..700),
    ) {
        let [hidden, eight_limited, chosen_first] = switches;
        let options = Options { pool, eight_limited, chosen_first, hidden, empty_product };
        let (state, remembered) = play(players, options, printed, late, &mut Choices(choices.into_iter()));
        prop_assert_eq!(state.phase(), RoundPhase::Over);
        let best = remembered.totals.iter().max().copied();
        let winners = (0..remembered.players).filter(|who| Some(remembered.totals[*who]) == best).collect();
        prop_assert_eq!(Weather::standing(&state).outcome, Outcome::Won(winners));
        for (who, history) in remembered.histories.iter().enumerate() {
            let announced = state.rounds().iter().map(|round| round.announced[who].map(letter));
            let lies = announced.zip(history.chars()).filter(|(wish, was)| wish.is_some_and(|wish| wish != *was)).count();
            prop_assert_eq!(state.bluffs(seat(who), 3), lies);
        }
    }
}
