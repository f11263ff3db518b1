//! Random events over all games, 100,000 or as many as `TAKUJO_EVENTS` says. Nothing panics, undo and redo restore, a
//! correction equals a replay from scratch, a refusal changes nothing, what is written to disk reads back as the same
//! table, and the table's summary says the same as its log.
//!
//! Each game's own `random.rs` makes its events. Most follow from the state, so that play makes progress. Some are
//! arbitrary, and some are what a damaged file could hold: an event's JSON with something replaced.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::domain::game::{Game, Outcome, seated, seating};
use crate::domain::ledger::{Ledger, Op, Refused};
use crate::domain::seating::{ComingRule, Join, JoinWith, Seated, Seating};
use crate::domain::seats::{Player, Seat, Seats};
use crate::domain::session::{FIRST_VERSION, Head, Record, Report, Session, open, report};
use crate::domain::summary::Summary;
use crate::domain::teams::{Split, Teams};
use crate::i18n::Lang;
use crate::play::Play;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// A random generator that repeats itself in every run.
pub struct Dice(SmallRng);

impl Dice {
    /// A number from `0..sides`; 0 if that is empty.
    pub fn below(&mut self, sides: usize) -> usize {
        self.0.random_range(0..sides.max(1))
    }

    pub fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }

    pub fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    pub fn seat(&mut self, seats: usize) -> Seat {
        Seat(self.below(seats) as u8)
    }

    /// `None` one time in four.
    pub fn maybe<T>(&mut self, value: T) -> Option<T> {
        (!self.one_in(4)).then_some(value)
    }
}

/// Sides as people might choose them, with at most `most` on each.
pub fn random_teams(players: usize, most: usize, dice: &mut Dice) -> Teams {
    let across = most > 3 && dice.one_in(2);
    let split =
        if across { Split::Across(2 + dice.below(players / 2 - 1) as u8) } else { Split::Neighbours(dice.of(&[2, 3])) };
    let mut teams = Teams::new(split);
    for _ in 0..dice.below(4) {
        let (one, other) = (dice.seat(players), dice.seat(players));
        let joins = dice.one_in(2);
        let next = if joins { teams.join(players, one, dice.below(6)) } else { teams.exchange(players, one, other) };
        if next.is_valid(most) {
            teams = next;
        }
    }
    teams
}

/// A game that can be played at random.
pub trait Random: Play {
    /// Valid options.
    fn options(players: usize, dice: &mut Dice) -> Self::Options;
    /// An event that is usually legal; `players` sit at the table now.
    fn likely(state: &Self::State, players: usize, dice: &mut Dice) -> Self::Event;
    /// Any event at all.
    fn wild(players: usize, dice: &mut Dice) -> Self::Event;
}

/// A value that fits hardly anywhere.
fn oddity(dice: &mut Dice) -> Value {
    let texts = ["", "round", "sun", "<img src=x onerror=alert(1)>", "\u{202e}\u{200b}", "9999999999999999999999"];
    match dice.below(9) {
        0 => Value::Null,
        1 => json!(dice.one_in(2)),
        2 => json!(dice.of(&[0_i64, 1, -1, 13, 255, 256, 65_536, i64::MIN, i64::MAX])),
        3 => json!(u64::MAX),
        4 => json!(dice.of(&[0.5, -1e300, 1e300])),
        5 => json!(dice.of(&texts)),
        6 => json!([]),
        7 => json!({}),
        _ => json!([[[[1, 2], 3], 4], { "type": "round" }]),
    }
}

/// Replaces something, somewhere in `value`.
fn spoil(value: &mut Value, dice: &mut Dice) {
    let here = dice.one_in(4);
    match value {
        Value::Array(list) if !here && !list.is_empty() => {
            let at = dice.below(list.len());
            match dice.below(8) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => spoil(&mut list[at], dice),
            }
        }
        Value::Object(map) if !here && !map.is_empty() => {
            let key = map.keys().nth(dice.below(map.len())).cloned().unwrap_or_default();
            match dice.below(12) {
                0 => drop(map.remove(&key)),
                1 => drop(map.insert("extra".to_owned(), oddity(dice))),
                _ => spoil(&mut map[&key], dice),
            }
        }
        Value::Number(_) if !here => *value = json!(dice.below(16)),
        _ => *value = oddity(dice),
    }
}

/// Statistics of one game's random play.
#[derive(Default, Debug)]
pub struct Seen {
    sessions: usize,
    /// Appends and corrections attempted.
    events: usize,
    accepted: usize,
    /// Corrections accepted.
    corrected: usize,
    /// Times an event was undone and redone.
    undone: usize,
    /// Whether people may come and go.
    comings: bool,
    /// Changes of seats that were accepted.
    came: usize,
    /// Changes of seats put before an old entry.
    between: usize,
    /// Spoilt JSON that was still an event.
    odd: usize,
    /// Spoilt JSON that was no event.
    unreadable: usize,
    /// Accepted events after which the game was won.
    over: usize,
}

fn people(players: usize) -> Vec<Player> {
    (0..players).map(|at| Player { name: format!("P{at}"), mark: at as u8 }).collect()
}

/// People come, go or change seats, usually as the rules allow; `None` where a game knows no such event.
fn coming<G: Game>(seated: &Seated, dice: &mut Dice) -> Option<G::Event> {
    let mut seats = seated.now().to_vec();
    let mut joins = Vec::new();
    let comings = G::COMINGS?;
    if comings.may == ComingRule::Leave {
        seats.remove(dice.below(seats.len()));
        return Some((comings.event)(Seating { joins, seats, ..Seating::default() }));
    }
    let place = |seats: &[u8], dice: &mut Dice| dice.below(seats.len() + 1);
    if dice.one_in(2) && seats.len() > 2 {
        seats.remove(dice.below(seats.len()));
    }
    if dice.one_in(2) {
        let free = (0..12).find(|mark| seated.people().iter().all(|player| player.mark != *mark));
        let number = seated.people().len() as u8;
        let with = dice.of(&[JoinWith::Nothing, JoinWith::Nothing, JoinWith::Last, JoinWith::Points(-40)]);
        joins.push(Join { name: format!("P{number}"), mark: free.unwrap_or(11), id: String::new(), with });
        seats.insert(place(&seats, dice), number);
    }
    if let Some((back, _)) = seated.left().first().filter(|_| dice.one_in(3)) {
        seats.insert(place(&seats, dice), *back);
    }
    if dice.one_in(3) {
        let (a, b) = (dice.below(seats.len()), dice.below(seats.len()));
        seats.swap(a, b);
    }
    Some((comings.event)(Seating { joins, seats, ..Seating::default() }))
}

/// Checks that no point is lost and nobody forgotten when people come or go.
fn conserved<G: Game>(before: &G::State, event: &G::Event, after: &G::State) {
    let (Some(seating), Some(was), Some(now)) = (seating::<G>(event), seated::<G>(before), seated::<G>(after)) else {
        return;
    };
    let of = |state: &G::State, seated: &Seated| {
        let totals = G::COMINGS.map(|comings| (comings.totals)(state)).unwrap_or_default();
        let now = seated.now().iter().copied().zip(totals);
        now.chain(seated.left().iter().copied()).collect::<std::collections::BTreeMap<u8, i32>>()
    };
    let (mut had, has) = (of(before, was), of(after, now));
    for (join, number) in seating.joins.iter().zip(was.people().len()..) {
        let brought = now.came().iter().find(|(came, _)| usize::from(*came) == number).map(|(_, brought)| *brought);
        let agreed = match join.with {
            JoinWith::Nothing => Some(0),
            JoinWith::Points(points) => Some(points),
            JoinWith::Last => brought,
        };
        assert_eq!(brought, agreed);
        had.insert(number as u8, brought.unwrap_or(0));
    }
    // Only the sum, because partners who part share their points.
    assert_eq!(had.values().sum::<i32>(), has.values().sum::<i32>(), "{seating:?}");
    assert!(had.keys().eq(has.keys()), "{seating:?}");
}

/// Checks, where people came or went and in any other game, that what each side started with and its rounds add up to its
/// points.
fn adds_up(report: &Report) {
    let scored = report.turns.is_none() && (report.game == "any" || !report.changes.is_empty());
    for (side, points) in report.points.iter().enumerate().filter(|_| scored) {
        let rounds = report.rounds.iter().filter_map(|round| round[side]).sum::<i32>();
        assert_eq!(report.starts.get(side).copied().unwrap_or(0) + rounds, *points, "side {side}");
    }
}

/// The states after each entry, replayed from scratch.
fn replay<G: Game>(start: &G::State, entries: &[G::Event]) -> Vec<G::State> {
    let mut states = vec![start.clone()];
    for event in entries {
        let next = G::apply(&states[states.len() - 1], event).expect("a standing entry is legal");
        states.push(next);
    }
    states
}

fn same<G: Game>(ledger: &Ledger<G>, entries: &[G::Event], states: &[G::State], what: &str) {
    assert!(ledger.entries() == entries, "{what}: other entries");
    assert!(ledger.states() == states, "{what}: other states");
}

/// Puts a change of seats before an old entry, and checks that the table is then as if it had been entered there, and as
/// before once that is undone.
fn put_between<G: Game>(
    ledger: &mut Ledger<G>,
    start: &G::State,
    saved: bool,
    log: &mut Vec<Value>,
    dice: &mut Dice,
) -> bool {
    let (entries, states) = (ledger.entries().to_vec(), ledger.states().to_vec());
    let notes =
        |ledger: &Ledger<G>| (0..ledger.entries().len()).map(|entry| ledger.note(entry).to_owned()).collect::<Vec<_>>();
    let noted = notes(ledger);
    let entry = dice.below(entries.len());
    let before = seated::<G>(&states[entry]);
    let coming = before.and_then(|seated| coming::<G>(seated, dice));
    let Some((comings, event)) = G::COMINGS.zip(coming) else { return false };
    let mut seating = (comings.seating)(&event).cloned().unwrap_or_default();
    // Later newcomers may have the usual name.
    seating.joins.iter_mut().for_each(|join| join.name = format!("Q{}", ledger.length()));
    let more = seating.joins.len();
    let event = (comings.event)(seating);
    let op = Op::Insert { entry, event: event.clone() };
    if ledger.push(op.clone()).is_err() {
        same(ledger, &entries, &states, "refused between");
        return false;
    }
    as_saved(op, saved, log);
    let after = ledger.entries().to_vec();
    assert!(after[..entry] == entries[..entry] && after[entry] == event && after.len() == entries.len() + 1);
    same(ledger, &after, &replay::<G>(start, &after), "put between");
    let mut with = noted.clone();
    with.insert(entry, String::new());
    assert_eq!(notes(ledger), with);
    // Nobody who came later has become somebody else.
    let joined = |state: &G::State| seated::<G>(state).map(|seated| seated.joined().len());
    assert_eq!(joined(ledger.state()), joined(&states[entries.len()]).map(|had| had + more));
    ledger.push(as_saved(Op::Undo, saved, log)).expect("undo");
    same(ledger, &entries, &states, "taken out again");
    assert_eq!(notes(ledger), noted);
    ledger.push(as_saved(Op::Redo, saved, log)).expect("redo");
    same(ledger, &after, &replay::<G>(start, &after), "put between again");
    true
}

/// The operation, written to a record and read back; `log` collects the records. Only where the table is `saved`,
/// because it is slow.
fn as_saved<E: serde::Serialize + serde::de::DeserializeOwned>(op: Op<E>, saved: bool, log: &mut Vec<Value>) -> Op<E> {
    if !saved {
        return op;
    }
    let at = chrono::DateTime::from_timestamp(1_700_000_000 + log.len() as i64, 0).expect("a time");
    let record = serde_json::to_value(Record { at, op }).expect("a record is JSON");
    log.push(record.clone());
    serde_json::from_value::<Record<E>>(record).expect("a record reads back").op
}

/// The next event after a state; `None` if what was to be read as one was none.
fn next_event<G: Random>(before: &G::State, players: usize, seen: &mut Seen, dice: &mut Dice) -> Option<G::Event> {
    let players = seated::<G>(before).map_or(players, |seated| seated.now().len());
    let coming = if dice.one_in(12) { seated::<G>(before).and_then(|seated| coming::<G>(seated, dice)) } else { None };
    let event = match coming {
        Some(event) => event,
        None if dice.one_in(16) => G::wild(players, dice),
        None => G::likely(before, players, dice),
    };
    if !dice.one_in(12) {
        return Some(event);
    }
    let mut value = serde_json::to_value(&event).expect("an event is JSON");
    spoil(&mut value, dice);
    let odd = serde_json::from_str(&value.to_string()).ok();
    seen.odd += usize::from(odd.is_some());
    seen.unreadable += usize::from(odd.is_none());
    odd
}

/// What is on disk opens as the same table, and its report works. Without a `log` it is not on disk.
fn opens_again<G: Random>(seats: Seats, options: G::Options, ledger: &Ledger<G>, log: Option<Vec<Value>>) {
    let head = Head {
        takujo: FIRST_VERSION,
        id: "id".to_owned(),
        game: G::ID.to_owned(),
        title: String::new(),
        created: chrono::DateTime::UNIX_EPOCH,
        deleted: None,
        uncounted: false,
        players: seats.players().to_vec(),
        people: Vec::new(),
        written: Vec::new(),
        starter: seats.starter(),
        drawn: false,
        options: serde_json::to_value(&options).expect("options are JSON"),
    };
    let mut played = Session { seats, options, ledger: ledger.clone() };
    played.sit_down();
    let reported = report(&played);
    adds_up(&reported);
    reported.ranking();
    let Some(log) = log else { return };
    let summary = Summary::of(reported.clone(), &log);
    let text = serde_json::to_string(&summary).expect("a summary is JSON");
    let read = Summary::read(&text);
    assert_eq!(read.as_ref(), Some(&summary));
    let players = reported.players.clone();
    let again = read.map(|summary| summary.report(G::ID, players));
    let bare = Report { rounds: Vec::new(), changes: Vec::new(), starts: Vec::new(), ruled: false, ..reported.clone() };
    assert_eq!(again, Some(bare));
    assert_eq!((summary.length, summary.last.is_some()), (log.len(), !log.is_empty()));
    let opened = open::<G>(&head, log).expect("a saved table opens");
    same(&opened.ledger, ledger.entries(), ledger.states(), "opened");
    assert_eq!(reported, report(&opened));
}

/// Undoes everything, then redoes everything.
fn undone_and_redone<G: Game>(mut ledger: Ledger<G>, start: G::State) {
    let (entries, states) = (ledger.entries().to_vec(), ledger.states().to_vec());
    let mut steps = 0;
    while ledger.push(Op::Undo).is_ok() {
        steps += 1;
    }
    same(&ledger, &[], &[start], "all undone");
    for _ in 0..steps {
        ledger.push(Op::Redo).expect("redo");
    }
    same(&ledger, &entries, &states, "all redone");
}

/// Checks that it was the rules that refused, and that they say why.
fn explained<G: Random>(refused: &Refused<G::Error>, seats: &Seats, options: &G::Options) {
    let error = match refused {
        Refused::Rule(error) | Refused::Later { error, .. } => error,
        other => panic!("{other:?}"),
    };
    for l in Lang::ALL {
        assert!(!(G::WORDS.explain)(error, seats, options, l).text.is_empty());
    }
}

/// Plays one table at random and checks it after each event.
fn session<G: Random>(seed: u64, seen: &mut Seen) {
    let dice = &mut Dice(SmallRng::seed_from_u64(seed));
    let players = G::SEATS.start() + dice.below(G::SEATS.end() - G::SEATS.start() + 1);
    let options = G::options(players, dice);
    let starter = dice.seat(players);
    let seats = Seats::new(people(players), starter, G::SEATS).expect("a valid table");
    let start = G::start(&seats, &options).expect("valid options");
    let mut ledger = Ledger::<G>::new(start.clone());
    let mut log = Vec::new();
    let saved = dice.one_in(4);
    let length = dice.of(&[5, 20, 60, 120]);
    // Refusals in a row; after enough of them the game counts as stuck.
    let mut stuck = 0;
    for _ in 0..length {
        let correct = !ledger.entries().is_empty() && dice.one_in(10);
        let entry = dice.below(ledger.entries().len());
        let before = if correct { ledger.states()[entry].clone() } else { ledger.state().clone() };
        let Some(event) = next_event::<G>(&before, players, seen, dice) else { continue };
        seen.events += 1;
        // Full copies are slow, so plain appends only sometimes get one; the last state is always checked.
        let back_and_forth = dice.one_in(4);
        let copied = correct || back_and_forth;
        let (entries, states) =
            if copied { (ledger.entries().to_vec(), ledger.states().to_vec()) } else { Default::default() };
        let length_before = ledger.entries().len();
        let op =
            if correct { Op::Correct { entry, event: event.clone() } } else { Op::Append { event: event.clone() } };
        if let Err(refused) = ledger.push(op.clone()) {
            if copied {
                same(&ledger, &entries, &states, "refused");
            }
            assert!(
                ledger.entries().len() == length_before && (correct || *ledger.state() == before),
                "a refusal changed"
            );
            explained::<G>(&refused, &seats, &options);
            stuck += 1;
            // Some games take nothing after their end.
            let most = if G::standing(ledger.state()).is_over() { 1 } else { 5 };
            if stuck > most {
                break;
            }
            continue;
        }
        seen.accepted += 1;
        stuck = 0;
        seen.corrected += usize::from(correct);
        seen.came += usize::from(seating::<G>(&event).is_some());
        conserved::<G>(&before, &event, &ledger.states()[if correct { entry } else { length_before } + 1]);
        as_saved(op, saved, &mut log);
        if correct {
            let mut entries = entries.clone();
            entries[entry] = event.clone();
            same(&ledger, &entries, &replay::<G>(&start, &entries), "corrected");
        }
        if seen.accepted.is_multiple_of(8) {
            for l in Lang::ALL {
                assert!(!(G::WORDS.describe)(&event, &seats, &options, l).is_empty());
                assert!(!(G::WORDS.place)(ledger.state(), ledger.entries().len(), l).is_empty());
            }
        }
        // Each undo gives the state before, each redo the one after.
        if back_and_forth {
            let (entries_after, states_after) = (ledger.entries().to_vec(), ledger.states().to_vec());
            ledger.push(as_saved(Op::Undo, saved, &mut log)).expect("undo");
            same(&ledger, &entries, &states, "undone");
            ledger.push(as_saved(Op::Redo, saved, &mut log)).expect("redo");
            same(&ledger, &entries_after, &states_after, "redone");
            seen.undone += 1;
        }
        // Several undos, and play continues from there.
        if dice.one_in(30) {
            for _ in 0..dice.below(6) {
                let undone = ledger.push(Op::Undo).is_ok();
                if undone {
                    as_saved(Op::<G::Event>::Undo, saved, &mut log);
                }
            }
            same(&ledger, ledger.entries(), &replay::<G>(&start, ledger.entries()), "several undone");
        }
        if !ledger.entries().is_empty() && dice.one_in(10) {
            seen.between += usize::from(put_between(&mut ledger, &start, saved, &mut log, dice));
        }
        seen.over += usize::from(matches!(G::standing(ledger.state()).outcome, Outcome::Won(_)));
    }
    opens_again(seats, options, &ledger, saved.then_some(log));
    undone_and_redone(ledger, start);
    seen.sessions += 1;
}

/// Plays one game, table after table, until `events` events were attempted.
pub fn play<G: Random>(events: usize) -> Seen {
    let mut seen = Seen { comings: G::COMINGS.is_some(), ..Seen::default() };
    let mut seed = 0;
    while seen.events < events {
        let played = catch_unwind(AssertUnwindSafe(|| session::<G>(seed, &mut seen)));
        assert!(played.is_ok(), "{}: the session with seed {seed} failed, see above", G::ID);
        seed += 1;
    }
    seen
}

/// A game's id, and the function that plays the given number of events.
pub type RandomPlay = (&'static str, fn(usize) -> Seen);

/// Plays all games in parallel, `TAKUJO_EVENTS` events in total (default 100,000). Undo and redo come on top.
pub fn play_all(games: &[RandomPlay]) {
    let events: usize =
        std::env::var("TAKUJO_EVENTS").map_or(100_000, |events| events.parse().expect("a number of events"));
    let each = events.div_ceil(games.len());
    let all: Vec<Seen> = std::thread::scope(|scope| {
        let games: Vec<_> = games.iter().map(|(_, play)| scope.spawn(move || play(each))).collect();
        games.into_iter().map(|played| played.join().expect("no panic")).collect()
    });
    assert!(all.iter().map(|seen| seen.events).sum::<usize>() >= events);
    for ((id, _), seen) in games.iter().zip(&all) {
        println!("{id}: {seen:?}");
        assert!(seen.accepted * 10 >= seen.events * 6, "{id}: play makes no progress: {seen:?}");
        assert!(seen.events - seen.accepted > seen.events / 100, "{id}: nothing is refused: {seen:?}");
        let comes = seen.came > seen.events / 330;
        assert_eq!(comes, seen.comings, "{id}: people come and go: {seen:?}");
        assert!(seen.between > seen.events / 1_000 || !seen.comings, "{id}: nobody is put between: {seen:?}");
        let rare = [seen.corrected, seen.undone, seen.odd, seen.unreadable, seen.over];
        assert!(
            rare.into_iter().all(|count| count > seen.events / 330),
            "{id}: a rare case hardly ever happens: {seen:?}"
        );
    }
}
