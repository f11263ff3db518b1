//! A table driven without a screen, against a disk that fails, answers late, and is written to by another window.

use std::collections::{BTreeSet, VecDeque};

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::*;
use crate::domain::game::{Game, Outcome, Standing};
use crate::domain::ledger::{Ledger, MAX_NOTE, Op};
use crate::domain::seats::{Player, Seat, Seats};
use crate::domain::session::{FIRST_VERSION, Head, Record, read_head};
use crate::i18n::Lang;
use crate::play::{MoreWords, Play, Problem, Words, is_same_round};
use crate::storage::{Append, Memory, Storage, StorageError, Stored};
use crate::table::draft::Drafts;
use crate::table::sitting::Sitting;

mod phones;

/// A game in which every round has its own number, and may require itself to be an even or an odd one.
struct Rounds;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Numbered {
    id: u32,
    odd: Option<bool>,
}

impl Game for Rounds {
    const ID: &'static str = "rounds";
    const SEATS: std::ops::RangeInclusive<usize> = 1..=4;
    type Options = ();
    type Event = Numbered;
    type State = usize;
    type Error = u32;

    fn start(_: &Seats, (): &()) -> Result<usize, u32> {
        Ok(0)
    }

    fn apply(state: &usize, event: &Numbered) -> Result<usize, u32> {
        match event.odd {
            Some(odd) if odd != (state % 2 == 1) => Err(event.id),
            _ => Ok(state + 1),
        }
    }

    fn standing(state: &usize) -> Standing {
        Standing::new(vec![i32::try_from(*state).unwrap()], Outcome::Playing)
    }
}

impl Play for Rounds {
    /// Anything at all.
    type Draft = Value;

    const WORDS: Words<Rounds> = Words {
        name: |_| "Rounds",
        tagline: |_| "",
        place: |_, rounds, _| rounds.to_string(),
        describe: |event, _, (), _| event.id.to_string(),
        explain: |error, _, (), _| Problem { text: error.to_string(), rule: None },
        agreed: |(), _, _| Vec::new(),
        more: MoreWords::NONE,
    };

    fn draft_after(draft: Value, before: &Ledger<Rounds>, after: &Ledger<Rounds>) -> Option<Value> {
        is_same_round(before, after).then_some(draft)
    }
}

fn time(second: u32) -> DateTime<Utc> {
    DateTime::from_timestamp(i64::from(second), 0).unwrap()
}

fn head() -> Head {
    Head {
        takujo: FIRST_VERSION,
        id: "t".to_owned(),
        game: Rounds::ID.to_owned(),
        title: String::new(),
        created: time(0),
        deleted: None,
        uncounted: false,
        players: vec![Player { name: "Ann".to_owned(), mark: 0 }],
        people: Vec::new(),
        written: Vec::new(),
        starter: Seat(0),
        drawn: false,
        options: Value::Null,
    }
}

fn round(id: u32) -> Op<Numbered> {
    Op::Append { event: Numbered { id, odd: None } }
}

fn record_at(at: DateTime<Utc>, op: Op<Numbered>) -> String {
    serde_json::to_string(&Record { at, op }).unwrap()
}

fn record(op: Op<Numbered>) -> String {
    record_at(time(0), op)
}

fn op(record: &str) -> Op<Numbered> {
    serde_json::from_str::<Record<Numbered>>(record).unwrap().op
}

/// The numbers of the rounds appended by these records.
fn ids(records: &[String]) -> Vec<u32> {
    records.iter().filter_map(|record| id(record)).collect()
}

fn id(record: &str) -> Option<u32> {
    match op(record) {
        Op::Append { event } => Some(event.id),
        _ => None,
    }
}

fn dropped(list: &[Dropped]) -> Vec<Op<Numbered>> {
    list.iter().map(|dropped| op(&dropped.record)).collect()
}

/// Runs a storage call to completion; the memory storage never waits.
fn now<T>(task: impl Future<Output = T>) -> T {
    match std::pin::pin!(task).poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(done) => done,
        std::task::Poll::Pending => panic!("memory waits"),
    }
}

/// An open table, its disk, and what is on the way between them.
struct World {
    model: Model,
    sitting: Sitting<Rounds>,
    disk: Memory,
    /// Calls begun that have not reached the disk.
    begun: VecDeque<Effect>,
    /// Results not yet delivered.
    answers: VecDeque<Input>,
    /// The result of every write, if set.
    failing: Option<StorageError>,
    waits: usize,
    /// The time of the last tap, in any window.
    clock: std::cell::Cell<u32>,
    /// Effects other than storage calls, since they were last checked.
    seen: Vec<Effect>,
}

impl World {
    fn new(records: &[String]) -> World {
        let disk = Memory::default();
        let text = serde_json::to_string(&head()).unwrap();
        now(disk.create(&Stored { id: "t".to_owned(), head: text, log: records.to_vec() }, None)).unwrap();
        World::on(disk)
    }

    /// Opens the table from the disk.
    fn on(disk: Memory) -> World {
        let stored = now(disk.load("t")).unwrap().unwrap();
        let draft = now(disk.read("draft:t")).unwrap();
        let head = read_head(&stored.head).unwrap();
        let (sitting, drafts) = Sitting::resume(&head, &stored.log, draft.as_deref(), 0).unwrap();
        World {
            model: Model::new(head, stored.log, draft, drafts),
            sitting,
            disk,
            begun: VecDeque::new(),
            answers: VecDeque::new(),
            failing: None,
            waits: 0,
            clock: std::cell::Cell::new(1000),
            seen: Vec::new(),
        }
    }

    fn give(&mut self, input: Input) {
        let stuck = self.model.log.fault().is_some();
        for effect in update(&mut self.model, &mut self.sitting, input) {
            match effect {
                Effect::Append(..) | Effect::KeepDraft(..) | Effect::Load | Effect::PutHead(_) | Effect::Create(..) => {
                    let writes = |effect: &Effect| matches!(effect, Effect::Append(..));
                    let unanswered = self.begun.iter().any(writes)
                        || self.answers.iter().any(|answer| matches!(answer, Input::Written(..)));
                    assert!(!(stuck && writes(&effect) && unanswered), "two retries at once");
                    self.begun.push_back(effect);
                }
                Effect::Wait => self.waits += 1,
                seen => self.seen.push(seen),
            }
        }
    }

    /// A new time for each tap.
    fn now(&self) -> DateTime<Utc> {
        self.clock.set(self.clock.get() + 1);
        time(self.clock.get())
    }

    fn tap(&mut self, op: Op<Numbered>) {
        self.tap_all([op], Entered::Stays);
    }

    /// A tap that turns the draft into an event.
    fn commit(&mut self, op: Op<Numbered>) {
        self.tap_all([op], Entered::Done(None));
    }

    fn tap_all(&mut self, ops: impl IntoIterator<Item = Op<Numbered>>, entered: Entered) {
        let ops: Vec<_> = ops.into_iter().map(|op| Record { at: self.now(), op }).collect();
        self.sitting.offer(ops);
        self.give(Input::Tap(entered));
    }

    fn draft(&mut self, text: &str) {
        self.give(Input::Draft(Some(text.to_owned()), time(0)));
    }

    /// Lets the next call reach the disk. If `lost`, it takes effect there but is reported as a failure.
    fn reach(&mut self, lost: bool) {
        let Some(call) = self.begun.pop_front() else { return };
        let fail = |done: Result<(), StorageError>| if lost { done.and(Err(StorageError::Broken)) } else { done };
        let writing = |done: &dyn Fn() -> Result<(), StorageError>| fail(self.failing.map_or_else(done, Err));
        self.answers.push_back(match call {
            Effect::Append(number, append) => Input::Written(number, writing(&|| now(self.disk.append(&append)))),
            Effect::KeepDraft(number, text) => {
                Input::DraftKept(Some(number), writing(&|| now(self.disk.write("draft:t", &text))))
            }
            Effect::PutHead(head) => Input::HeadKept(writing(&|| now(self.disk.put_head("t", &head)))),
            Effect::Create(stored, draft) => Input::HeadKept(writing(&|| now(self.disk.create(&stored, Some(&draft))))),
            Effect::Load if lost => Input::Loaded(Err(StorageError::Broken)),
            Effect::Load => Input::Loaded(now(self.disk.load("t"))),
            _ => unreachable!(),
        });
    }

    fn answer(&mut self, which: usize) {
        if !self.answers.is_empty() {
            let answer = self.answers.remove(which % self.answers.len()).unwrap();
            self.give(answer);
        }
    }

    /// Delivers everything on its way, until nothing is left.
    fn settle(&mut self) {
        for _ in 0..1000 {
            self.reach(false);
            self.answer(0);
            if self.begun.is_empty() && self.answers.is_empty() {
                return;
            }
        }
        panic!("never settles");
    }

    fn log(&self) -> Vec<String> {
        now(self.disk.load("t")).unwrap().map(|stored| stored.log).unwrap_or_default()
    }

    fn stored_draft(&self) -> String {
        now(self.disk.read("draft:t")).unwrap().unwrap_or_else(|| "null".to_owned())
    }

    /// Another window writes.
    fn other(&self, op: Op<Numbered>) {
        let log = self.log();
        let append = Append {
            id: "t".to_owned(),
            at: log.len(),
            before: log.last().cloned(),
            records: vec![record_at(self.now(), op)],
            draft: None,
        };
        let _ = now(self.disk.append(&append));
    }

    fn delete(&self, deleted: bool) {
        let Some(stored) = now(self.disk.load("t")).unwrap() else { return };
        let head = Head { deleted: deleted.then(|| time(1)), ..read_head(&stored.head).unwrap() };
        now(self.disk.put_head("t", &serde_json::to_string(&head).unwrap())).unwrap();
    }

    fn shown(&self) -> Vec<u32> {
        self.sitting.session.ledger.entries().iter().map(|event| event.id).collect()
    }
}

#[test]
fn a_tap_is_written_at_once_and_then_saved() {
    let mut world = World::new(&[]);
    world.tap(round(1));
    world.tap(round(2));
    assert_eq!(world.begun.len(), 2, "both have begun, neither waits for the other");
    assert_eq!((world.model.saving(), world.model.log.saved()), (Saving::Saving, 0));
    world.settle();
    assert_eq!((world.model.saving(), ids(&world.log())), (Saving::Saved, vec![1, 2]));
    assert_eq!(world.waits, 0);
}

#[test]
fn a_tap_that_a_rule_forbids_changes_nothing() {
    let mut world = World::new(&[]);
    world.draft(r#""half""#);
    world.settle();
    let event = Numbered { id: 1, odd: Some(true) };
    world.commit(Op::Append { event });
    assert_eq!(world.model.told, Some(Told::Refused));
    assert_eq!(world.sitting.explain(Lang::En).unwrap().text, "1");
    assert_eq!((world.begun.len(), world.model.drafts.now()), (0, Some(r#""half""#)));
    // If one of several is refused, none is accepted.
    let drawn = |world: &World| world.seen.iter().filter(|effect| **effect == Effect::Draw(Part::Status)).count();
    let before = drawn(&world);
    world.tap_all([round(2), Op::Redo], Entered::Stays);
    assert_eq!((world.shown(), world.begun.len()), (vec![], 0));
    assert_eq!(drawn(&world), before + 1, "it has another reason");
    world.tap(round(3));
    assert_eq!((world.model.told, world.shown()), (None, vec![3]));
}

#[test]
fn unwritten_taps_wait_until_there_is_space() {
    let mut world = World::new(&[]);
    world.failing = Some(StorageError::Full);
    for id in 1..=3 {
        world.tap(round(id));
    }
    world.settle();
    assert_eq!((world.model.saving(), world.model.is_unsaved(), world.waits), (Saving::Failed, true, 1));
    assert_eq!(world.seen.iter().filter(|effect| **effect == Effect::Trouble(Some(StorageError::Full))).count(), 1);
    world.tap(round(4));
    world.tap(round(5));
    world.give(Input::Retry);
    assert_eq!(world.begun.len(), 1, "one at a time");
    world.failing = None;
    world.settle();
    assert_eq!(ids(&world.log()), [1, 2, 3, 4, 5]);
    assert_eq!((world.model.saving(), world.model.is_unsaved()), (Saving::Saved, false));
    assert_eq!(world.seen.last(), Some(&Effect::Draw(Part::Status)));
    assert!(world.seen.contains(&Effect::Trouble(None)));
    assert!(world.model.dropped.is_empty(), "no other window");
}

#[test]
fn failed_writes_are_retried_automatically() {
    let mut world = World::new(&[]);
    world.failing = Some(StorageError::Full);
    world.tap(round(1));
    world.settle();
    for wait in 1..=3 {
        assert_eq!((world.waits, world.model.saving()), (wait, Saving::Failed));
        world.give(Input::Waited);
        world.settle();
    }
    world.failing = None;
    world.give(Input::Waited);
    world.settle();
    assert_eq!(world.model.saving(), Saving::Saved);
    world.give(Input::Waited);
    assert!(!world.model.is_held());
}

#[test]
fn an_entry_that_is_not_finished_counts_until_it_is_on_disk() {
    let mut world = World::new(&[]);
    world.draft("3");
    world.draft("31");
    assert_eq!((world.model.saving(), world.model.is_held()), (Saving::Saving, true));
    world.reach(false);
    world.answer(0);
    assert_eq!(world.model.saving(), Saving::Saving, "the second key is on its way");
    world.settle();
    assert_eq!((world.model.saving(), world.model.is_held()), (Saving::Saved, false));

    world.failing = Some(StorageError::Full);
    world.draft("310");
    world.settle();
    assert_eq!((world.model.saving(), world.model.is_unsaved(), world.waits), (Saving::Failed, true, 1));
    world.failing = None;
    world.give(Input::Waited);
    world.settle();
    assert_eq!((world.model.saving(), world.model.is_unsaved()), (Saving::Saved, false));
    assert!(now(world.disk.read("draft:t")).unwrap().is_some_and(|text| text.contains("310")));
}

#[test]
fn a_write_reported_as_failed_but_done_is_not_repeated() {
    let mut world = World::new(&[]);
    world.tap(round(1));
    world.reach(true);
    world.answer(0);
    assert_eq!(world.model.saving(), Saving::Failed);
    world.tap(round(2));
    world.settle();
    world.give(Input::Waited);
    world.settle();
    assert_eq!((world.model.saving(), ids(&world.log())), (Saving::Saved, vec![1, 2]));
    assert_eq!((world.model.dropped.len(), world.shown()), (0, vec![1, 2]));
}

#[test]
fn if_another_window_was_first_its_log_wins_and_every_loss_is_reported() {
    let mut world = World::new(&[record(round(1))]);
    world.other(round(2));
    for id in 3..=5 {
        world.tap(round(id));
    }
    world.settle();
    assert_eq!((world.shown(), world.model.saving()), (vec![1, 2], Saving::Saved), "no stale warning");
    assert!(!world.seen.iter().any(|effect| matches!(effect, Effect::Trouble(Some(_)))));
    assert_eq!(dropped(&world.model.dropped), [round(3), round(4), round(5)]);
    world.give(Input::TapAgain);
    world.settle();
    assert_eq!(ids(&world.log()), [1, 2, 3, 4, 5]);
    assert!(world.model.dropped.is_empty() && world.model.unfit.is_empty());
}

#[test]
fn taps_that_no_longer_fit_are_shown_and_undo_takes_back_only_its_own() {
    let mut world = World::new(&[record(round(1))]);
    world.other(round(2));
    let odd = |id| Op::Append { event: Numbered { id, odd: Some(true) } };
    let correction = |entry| Op::Correct { entry, event: Numbered { id: 9, odd: None } };
    for op in [odd(3), Op::Undo, correction(0), Op::Undo, Op::Undo] {
        world.tap(op);
    }
    world.settle();
    assert_eq!((world.shown(), world.model.dropped.len()), (vec![1, 2], 5));
    world.give(Input::TapAgain);
    world.settle();
    // Round 3 would now be an even one, so it is refused and its undo has nothing to undo. The correction and its undo
    // fit; the undo of the record before it does not.
    assert_eq!(dropped(&world.model.unfit), [odd(3), Op::Undo, Op::Undo]);
    assert_eq!(world.shown(), [1, 2]);
    world.give(Input::Dismiss);
    assert!(world.model.unfit.is_empty());
}

#[test]
fn a_correction_of_what_another_window_has_changed_does_not_fit() {
    let mut world = World::new(&[record(round(1))]);
    world.other(Op::Correct { entry: 0, event: Numbered { id: 7, odd: None } });
    world.tap(Op::Correct { entry: 0, event: Numbered { id: 8, odd: None } });
    world.settle();
    world.give(Input::TapAgain);
    assert_eq!((world.shown(), world.model.unfit.len()), (vec![7], 1));
}

#[test]
fn another_window_is_followed() {
    let mut world = World::new(&[]);
    world.other(round(1));
    world.give(Input::Heard);
    // A tap in the meantime neither waits nor gets in the way.
    world.tap(round(2));
    world.settle();
    assert_eq!((world.shown(), world.model.dropped.len()), (vec![1], 1));
    world.other(round(3));
    world.give(Input::Heard);
    world.settle();
    assert_eq!(world.shown(), [1, 3]);
    world.tap(round(4));
    world.give(Input::Heard);
    world.settle();
    assert_eq!((world.shown(), world.model.saving()), (vec![1, 3, 4], Saving::Saved));
}

#[test]
fn a_table_in_the_bin_takes_no_taps_and_can_be_restored() {
    let mut world = World::new(&[]);
    world.delete(true);
    world.tap(round(1));
    world.settle();
    assert_eq!(
        (world.model.saving(), world.log().len()),
        (Saving::Deleted, 0),
        "nothing is saved to a table in the bin"
    );
    world.tap(round(2));
    assert_eq!((world.model.told, world.shown()), (Some(Told::NotHere), vec![1]));
    world.give(Input::BringBack);
    world.give(Input::BringBack);
    world.settle();
    assert_eq!((world.model.saving(), ids(&world.log())), (Saving::Saved, vec![1]));
    assert_eq!(world.model.head.deleted, None);
}

#[test]
fn a_record_and_the_end_of_its_draft_are_written_together() {
    let mut world = World::new(&[]);
    world.draft(r#""round 1""#);
    world.settle();
    world.commit(round(1));
    let carries = |effect: Option<&Effect>| matches!(effect, Some(Effect::Append(_, append)) if append.draft.is_some());
    assert!(world.begun.len() == 1 && carries(world.begun.front()));
    world.settle();
    assert_eq!(world.stored_draft(), "null");
    // What is left of the draft goes with the record too, even if only the log's length in it changes.
    world.draft(r#""round 2 and a trick""#);
    world.settle();
    let rest = Entered::Done(Some(r#""a trick""#.to_owned()));
    world.tap_all([round(2)], rest);
    world.tap(round(3));
    assert!(world.begun.iter().all(|effect| carries(Some(effect))));
    world.settle();
    assert_eq!(World::on(world.disk).model.drafts.now(), Some(r#""a trick""#));
}

#[test]
fn the_draft_of_a_waiting_tap_stays_on_disk() {
    let mut world = World::new(&[]);
    world.draft(r#""round 1""#);
    world.settle();
    world.failing = Some(StorageError::Full);
    world.commit(round(1));
    world.settle();
    world.failing = None;
    world.draft(r#""round 2""#);
    assert!(world.begun.is_empty());
    assert_eq!(
        Drafts::read(&world.stored_draft(), 0).now(),
        Some(r#""round 1""#),
        "if killed now, the round is still there"
    );
    world.give(Input::Retry);
    world.settle();
    assert_eq!(Drafts::read(&world.stored_draft(), 1).now(), Some(r#""round 2""#));
}

#[test]
fn a_draft_belongs_to_its_round() {
    let mut world = World::new(&[]);
    world.draft(r#""round 1""#);
    world.settle();
    world.other(round(1));
    world.give(Input::Heard);
    world.settle();
    assert_eq!((world.model.drafts.now(), world.model.aside.as_deref()), (None, Some(r#""round 1""#)));
    world.give(Input::GoOn);
    assert_eq!((world.model.drafts.now(), world.model.aside.as_deref()), (Some(r#""round 1""#), None));
    // A correction in the other window does not affect the round in progress.
    world.settle();
    world.other(Op::Correct { entry: 0, event: Numbered { id: 2, odd: None } });
    world.give(Input::Heard);
    world.settle();
    assert_eq!(world.model.drafts.now(), Some(r#""round 1""#));
    // When reopened after another window saved the round, the draft does not become the next round's.
    world.other(round(3));
    assert_eq!(World::on(world.disk).model.drafts.now(), None);
}

#[test]
fn a_correction_has_an_address_and_keeps_the_current_round() {
    let mut world = World::new(&[record(round(1)), record(round(2))]);
    world.give(Input::At(None, time(0)));
    world.draft(r#""round 3""#);
    world.give(Input::At(Some(0), time(0)));
    assert_eq!((world.model.correcting(), world.model.drafts.now()), (Some(0), None));
    world.draft(r#""round 1 put right""#);
    world.give(Input::At(None, time(1)));
    assert_eq!((world.model.correcting(), world.model.drafts.now()), (None, Some(r#""round 3""#)), "leaving closes it");
    world.give(Input::At(Some(0), time(2)));
    assert_eq!(world.model.drafts.now(), None, "and reopening starts over");
    world.draft(r#""again""#);
    world.settle();
    let op = Op::Correct { entry: 0, event: Numbered { id: 9, odd: None } };
    world.seen.clear();
    world.commit(op);
    assert!(world.seen.contains(&Effect::Leave));
    assert_eq!((world.model.correcting(), world.model.drafts.now()), (None, Some(r#""round 3""#)));
    // Reported once more before the correction is closed: does not restart it.
    world.give(Input::At(Some(0), time(3)));
    assert_eq!(world.model.correcting(), None);
    world.settle();
    assert_eq!(world.shown(), [9, 2]);
    // There is nothing to correct there.
    world.give(Input::At(None, time(4)));
    world.seen.clear();
    world.give(Input::At(Some(2), time(4)));
    assert!(world.model.correcting().is_none() && world.seen.contains(&Effect::Leave));
}

/// Other versions of the program have written the fields of a draft in another order.
#[test]
fn a_draft_that_stays_is_not_written_anew() {
    let mut world = World::new(&[record(round(1))]);
    world.draft(r#"{"b": 1, "a": 2}"#);
    world.settle();
    world.other(Op::Note { entry: 0, text: "a note".to_owned() });
    world.give(Input::Heard);
    world.settle();
    assert_eq!(world.model.drafts.now(), Some(r#"{"b": 1, "a": 2}"#));
    assert_eq!(world.model.aside, None);
}

#[test]
fn a_correction_survives_a_reload_at_its_address_only() {
    let begin = || {
        let mut world = World::new(&[record(round(1))]);
        world.draft(r#""round 2""#);
        world.give(Input::At(Some(0), time(0)));
        world.draft(r#""put right""#);
        world.settle();
        World::on(world.disk)
    };
    for (at, now, draft) in [
        (Some(0), time(599), Some(r#""put right""#)),
        (Some(0), time(600), None),
        (None, time(1), Some(r#""round 2""#)),
    ] {
        let mut world = begin();
        world.give(Input::At(at, now));
        assert_eq!((world.model.correcting(), world.model.drafts.now()), (at, draft), "{at:?} {now}");
    }
}

#[test]
fn an_idle_correction_is_closed() {
    let mut world = World::new(&[record(round(1))]);
    world.give(Input::At(Some(0), time(0)));
    world.give(Input::Draft(Some(r#""half""#.to_owned()), time(100)));
    world.give(Input::Tick(time(699)));
    assert_eq!(world.model.correcting(), Some(0));
    world.give(Input::Tick(time(700)));
    assert_eq!(world.model.correcting(), None);
    assert!(world.seen.contains(&Effect::Leave));
}

#[test]
fn a_correction_ends_where_another_window_or_an_undo_changes_its_entry() {
    for op in [Op::Undo, Op::Correct { entry: 0, event: Numbered { id: 5, odd: None } }] {
        let mut world = World::new(&[record(round(1))]);
        world.give(Input::At(Some(0), time(0)));
        world.other(op);
        world.give(Input::Heard);
        world.settle();
        assert_eq!((world.model.correcting(), world.model.told), (None, Some(Told::CorrectionOver)));
        assert!(world.seen.contains(&Effect::Leave));
    }
    let mut world = World::new(&[record(round(1))]);
    world.give(Input::At(Some(0), time(0)));
    world.other(round(2));
    world.give(Input::Heard);
    world.settle();
    assert_eq!(world.model.correcting(), Some(0), "other changes do not close it");
    world.tap(Op::Undo);
    assert_eq!(world.model.correcting(), Some(0));
    world.tap(Op::Undo);
    assert_eq!(world.model.correcting(), None);
}

/// The names of the calls that have begun and not reached the disk.
fn begun(world: &World) -> Vec<&'static str> {
    let name = |effect: &Effect| match effect {
        Effect::Append(..) => "append",
        Effect::KeepDraft(..) => "draft",
        Effect::Load => "load",
        Effect::PutHead(_) => "head",
        Effect::Create(..) => "create",
        _ => unreachable!(),
    };
    world.begun.iter().map(name).collect()
}

/// A table that another window has put in the bin while a tap here was on its way.
fn binned_with_a_dropped_tap() -> World {
    let mut world = World::new(&[record(round(1))]);
    world.other(round(2));
    world.tap(round(3));
    world.settle();
    world.delete(true);
    world.give(Input::Heard);
    world.settle();
    assert_eq!((dropped(&world.model.dropped), world.model.saving()), (vec![round(3)], Saving::Deleted));
    world
}

#[test]
fn dropped_taps_wait_while_the_table_is_in_the_bin() {
    let mut world = binned_with_a_dropped_tap();
    world.give(Input::TapAgain);
    assert_eq!((world.shown(), dropped(&world.model.dropped)), (vec![1, 2], vec![round(3)]));
    world.give(Input::BringBack);
    world.settle();
    world.give(Input::TapAgain);
    world.settle();
    assert_eq!(ids(&world.log()), [1, 2, 3]);
}

#[test]
fn a_redo_brings_back_only_its_own() {
    let mut world = World::new(&[record(round(1))]);
    world.other(round(2));
    world.other(Op::Undo);
    world.tap(Op::Undo);
    world.tap(Op::Redo);
    world.settle();
    world.give(Input::TapAgain);
    world.settle();
    assert_eq!((world.shown(), dropped(&world.model.unfit)), (vec![1], vec![Op::Undo, Op::Redo]));
}

#[test]
fn a_setup_changed_by_another_window_is_followed() {
    let mut world = World::new(&[record(round(1))]);
    let renamed = Head { title: "Friday".to_owned(), ..head() };
    now(world.disk.put_head("t", &serde_json::to_string(&renamed).unwrap())).unwrap();
    world.seen.clear();
    world.give(Input::Heard);
    world.settle();
    assert_eq!(world.model.head.title, "Friday");
    assert!(world.seen.contains(&Effect::Draw(Part::Session)));
}

#[test]
fn names_are_saved_with_the_setup_while_the_table_exists() {
    let mut world = World::new(&[]);
    world.give(Input::Rename(Value::Null));
    assert_eq!(begun(&world), ["head"]);
    world.failing = Some(StorageError::Full);
    world.settle();
    assert_eq!(world.model.trouble(), Some(StorageError::Full));
    // Reading the table again shows what it is really called.
    world.failing = None;
    world.give(Input::Heard);
    world.settle();
    assert_eq!(world.model.trouble(), None);
    world.delete(true);
    world.give(Input::Heard);
    world.settle();
    world.give(Input::Rename(Value::Null));
    assert_eq!((begun(&world), world.model.told), (vec![], Some(Told::NotHere)));
}

#[test]
fn a_table_is_restored_only_once() {
    let mut world = binned_with_a_dropped_tap();
    world.give(Input::BringBack);
    world.give(Input::BringBack);
    assert_eq!(begun(&world), ["head"]);
    world.settle();
    now(world.disk.remove("t")).unwrap();
    world.give(Input::Heard);
    world.settle();
    world.give(Input::BringBack);
    world.give(Input::BringBack);
    assert_eq!(begun(&world), ["create"]);
    world.reach(false);
    world.answer(0);
    assert!(!begun(&world).contains(&"append"), "its log was written with it");
}

#[test]
fn if_another_window_restored_it_its_log_wins() {
    let mut world = World::new(&[record(round(1))]);
    now(world.disk.remove("t")).unwrap();
    world.give(Input::Heard);
    world.settle();
    let text = serde_json::to_string(&head()).unwrap();
    let log = vec![record(round(1)), record(round(2))];
    now(world.disk.create(&Stored { id: "t".to_owned(), head: text, log }, None)).unwrap();
    world.give(Input::BringBack);
    world.settle();
    assert_eq!((world.shown(), world.model.saving(), world.model.trouble()), (vec![1, 2], Saving::Saved, None));
}

#[test]
fn an_unsaved_draft_is_saved_with_the_next_input() {
    let half = || {
        let mut world = World::new(&[]);
        world.failing = Some(StorageError::Full);
        world.draft(r#""half""#);
        world.settle();
        assert_eq!((world.model.trouble(), begun(&world)), (Some(StorageError::Full), vec![]), "no retry at once");
        world.failing = None;
        world
    };
    let mut world = half();
    world.give(Input::Tick(time(1)));
    assert_eq!(begun(&world), ["draft"]);
    world.settle();
    assert_eq!((Drafts::read(&world.stored_draft(), 0).now(), world.model.trouble()), (Some(r#""half""#), None));
    let mut world = half();
    world.tap(round(1));
    assert_eq!(begun(&world), ["append"], "in one write");
    world.settle();
    assert_eq!((Drafts::read(&world.stored_draft(), 1).now(), world.model.trouble()), (Some(r#""half""#), None));
}

#[test]
fn notices_are_dismissed_one_at_a_time() {
    let mut world = World::new(&[]);
    let tap = || Dropped { record: record(round(1)), was: None };
    world.model.dropped = vec![tap()];
    world.model.unfit = vec![tap()];
    world.model.aside = Some(r#""half""#.to_owned());
    world.model.told = Some(Told::Refused);
    let mut left = Vec::new();
    for _ in 0..4 {
        world.give(Input::Dismiss);
        let model = &world.model;
        left.push((model.dropped.len(), model.unfit.len(), model.aside.is_some(), model.told.is_some()));
    }
    let one_less = [(0, 1, true, true), (0, 0, true, true), (0, 0, false, true), (0, 0, false, false)];
    assert_eq!(left, one_less);
}

#[test]
fn the_app_releases_a_table_once_nothing_is_pending() {
    let mut world = World::new(&[]);
    assert!(!world.model.is_held());
    world.tap(round(1));
    assert!(world.model.is_held(), "a write is in progress");
    world.reach(true);
    world.answer(0);
    world.give(Input::Retry);
    world.settle();
    assert_eq!((world.model.saving(), world.model.is_held()), (Saving::Saved, true), "a retry is still scheduled");
    world.give(Input::Waited);
    assert!(!world.model.is_held());
    let mut world = binned_with_a_dropped_tap();
    assert!(world.model.is_held(), "the loss has not been acknowledged");
    world.give(Input::Dismiss);
    assert!(!world.model.is_held());
    world.give(Input::BringBack);
    assert!(world.model.is_held(), "it is being restored");
    world.settle();
    assert!(!world.model.is_held());
    world.delete(true);
    world.give(Input::Heard);
    world.settle();
    now(world.disk.remove("t")).unwrap();
    world.give(Input::Heard);
    world.settle();
    assert_eq!((world.model.saving(), world.model.is_unsaved()), (Saving::Deleted, false));
    assert!(!world.model.is_held(), "does not wait for a deleted table");
}

/// A table whose storage was cleared, as it has learned.
fn cleared(records: &[String]) -> World {
    let mut world = World::new(records);
    world.disk = Memory::default();
    world.give(Input::Heard);
    world.settle();
    world
}

#[test]
fn a_table_whose_storage_was_cleared_is_held_and_would_be_lost() {
    let mut world = cleared(&[record(round(1))]);
    let of = |world: &World| (world.model.saving(), world.model.is_held(), world.model.is_unsaved());
    assert_eq!(of(&world), (Saving::OnlyHere, true, true));
    world.tap(round(2));
    assert_eq!((world.model.told, world.shown(), begun(&world)), (Some(Told::NotHere), vec![1], vec![]));
    world.draft("3");
    world.give(Input::BringBack);
    world.settle();
    assert_eq!((of(&world), ids(&world.log())), ((Saving::Saved, false, false), vec![1]));
    assert!(world.stored_draft().contains('3'));
    // Nothing is lost with a table at which nobody has played yet.
    let mut world = cleared(&[]);
    assert_eq!(of(&world), (Saving::OnlyHere, false, false));
    world.draft("3");
    assert_eq!(of(&world), (Saving::OnlyHere, true, true));
}

#[test]
fn a_tap_that_finds_the_storage_cleared_comes_back_with_the_rest() {
    let mut world = World::new(&[record(round(1))]);
    world.disk = Memory::default();
    world.tap(round(2));
    world.settle();
    assert_eq!((world.model.saving(), world.shown()), (Saving::OnlyHere, vec![1, 2]));
    world.give(Input::BringBack);
    world.settle();
    assert_eq!((world.model.saving(), ids(&world.log())), (Saving::Saved, vec![1, 2]));
}

#[test]
fn a_cleared_table_comes_back_with_one_tap_whatever_is_under_way() {
    // A reading from before that is answered after it, with the table stored or refused as another window was first.
    for other_first in [false, true] {
        let mut world = cleared(&[record(round(1))]);
        world.give(Input::Heard);
        world.reach(false);
        world.give(Input::BringBack);
        if other_first {
            let text = serde_json::to_string(&head()).unwrap();
            let log = vec![record(round(1))];
            now(world.disk.create(&Stored { id: "t".to_owned(), head: text, log }, None)).unwrap();
        }
        world.reach(false);
        world.answer(1);
        world.settle();
        assert_eq!((world.model.saving(), ids(&world.log())), (Saving::Saved, vec![1]), "{other_first}");
    }
    // The disk fails at first.
    let mut world = cleared(&[record(round(1))]);
    world.failing = Some(StorageError::Lost);
    world.give(Input::BringBack);
    world.settle();
    assert_eq!((world.model.saving(), world.waits), (Saving::OnlyHere, 1));
    world.failing = None;
    world.give(Input::Waited);
    world.settle();
    assert_eq!((world.model.saving(), world.model.trouble()), (Saving::Saved, None));
    assert_eq!(ids(&world.log()), [1]);
    assert!(!world.model.is_held());
}

#[test]
fn a_correction_starts_over_at_another_entry() {
    let mut world = World::new(&[record(round(1)), record(round(2))]);
    world.give(Input::At(Some(0), time(0)));
    world.draft(r#""of round 1""#);
    world.give(Input::At(Some(1), time(0)));
    assert_eq!((world.model.correcting(), world.model.drafts.now()), (Some(1), None));
}

#[test]
fn the_disk_is_read_between_writes() {
    let mut world = World::new(&[]);
    world.tap(round(1));
    world.give(Input::Heard);
    assert_eq!(begun(&world), ["append"], "a read now could not be told apart from the write");
    world.reach(false);
    world.answer(0);
    assert_eq!(begun(&world), ["load"]);
}

#[test]
fn a_late_answer_takes_nothing_back() {
    let mut world = World::new(&[]);
    world.tap(round(1));
    world.tap(round(2));
    world.reach(false);
    world.reach(false);
    world.answer(1);
    assert_eq!(world.model.log.saved(), 2, "the second is on disk only after the first");
    world.answer(0);
    assert_eq!((world.model.log.saved(), world.model.saving()), (2, Saving::Saved));
}

#[test]
fn an_unreadable_disk_is_a_problem_if_taps_wait() {
    let mut world = World::new(&[]);
    world.give(Input::Heard);
    world.reach(true);
    world.answer(0);
    assert_eq!((world.model.saving(), world.waits), (Saving::Saved, 0), "the next notification reads again");
    world.other(round(1));
    world.tap(round(2));
    world.reach(false);
    world.answer(0);
    world.reach(true);
    world.answer(0);
    assert_eq!((world.model.saving(), world.waits), (Saving::Failed, 1));
    world.give(Input::Waited);
    world.settle();
    assert_eq!((world.shown(), world.model.saving()), (vec![1], Saving::Saved));
}

#[test]
fn a_read_during_a_write_is_repeated() {
    let mut world = World::new(&[]);
    world.other(round(1));
    world.give(Input::Heard);
    world.reach(false);
    world.other(round(2));
    // It is refused, but not yet when what was read arrives.
    world.tap(round(3));
    world.answer(0);
    assert_eq!((world.shown(), begun(&world)), (vec![3], vec!["append"]));
    world.settle();
    assert_eq!((world.shown(), dropped(&world.model.dropped)), (vec![1, 2], vec![round(3)]));
    // One that is written: what the other window does after it is seen too.
    world.give(Input::Dismiss);
    world.give(Input::Heard);
    world.reach(false);
    world.tap(round(4));
    world.reach(false);
    world.other(round(5));
    world.answer(0);
    world.settle();
    assert_eq!(world.shown(), [1, 2, 4, 5]);
}

#[test]
fn a_table_that_seems_gone_during_a_write_is_read_again() {
    let mut world = World::new(&[]);
    let stored = now(world.disk.load("t")).unwrap().unwrap();
    now(world.disk.remove("t")).unwrap();
    world.give(Input::Heard);
    world.reach(false);
    now(world.disk.create(&stored, None)).unwrap();
    world.tap(round(1));
    world.answer(0);
    assert_eq!(world.model.saving(), Saving::Saving);
    world.settle();
    assert_eq!((world.model.saving(), ids(&world.log())), (Saving::Saved, vec![1]));
}

#[test]
fn an_unexplained_refusal_is_not_retried_at_once_forever() {
    let mut world = World::new(&[]);
    world.tap(round(1));
    world.failing = Some(StorageError::Conflict);
    world.settle();
    assert_eq!((world.model.saving(), world.waits), (Saving::Failed, 1));
    world.failing = None;
    world.give(Input::Waited);
    world.settle();
    assert_eq!((world.model.saving(), ids(&world.log())), (Saving::Saved, vec![1]));
}

#[test]
fn after_a_refusal_nothing_is_written_before_a_read() {
    let mut world = World::new(&[]);
    world.other(round(1));
    world.tap(round(2));
    world.reach(false);
    world.answer(0);
    world.tap(round(3));
    world.give(Input::Retry);
    assert_eq!(begun(&world), ["load"]);
    // It cannot be read: it is tried again, and not by writing.
    world.reach(true);
    world.answer(0);
    assert_eq!(world.model.saving(), Saving::Failed);
    world.give(Input::Waited);
    assert_eq!(begun(&world), ["load"]);
    world.settle();
    assert_eq!((world.shown(), world.model.dropped.len()), (vec![1], 2));
}

/// What can happen, in any order.
#[derive(Debug, Clone)]
enum Happens {
    Tap(Option<bool>),
    /// Finishing the draft.
    Commit,
    Undo,
    Redo,
    Correct(usize),
    Draft,
    Reach,
    /// Takes effect, but is reported as a failure.
    Lost,
    Answer(usize),
    Other(Option<bool>),
    OtherUndo,
    Heard,
    Fail(StorageError),
    Heal,
    Retry,
    Waited,
    TapAgain,
    Dismiss,
    Delete(bool),
    Remove,
    BringBack,
    Rename,
}

fn happens() -> impl Strategy<Value = Happens> {
    use Happens::*;
    let odd = prop_oneof![3 => Just(None), 1 => any::<bool>().prop_map(Some)];
    prop_oneof![
        8 => odd.clone().prop_map(Tap),
        3 => Just(Commit),
        2 => Just(Undo),
        1 => Just(Redo),
        1 => (0_usize..4).prop_map(Correct),
        3 => Just(Draft),
        10 => Just(Reach),
        1 => Just(Lost),
        10 => (0_usize..4).prop_map(Answer),
        2 => odd.prop_map(Other),
        1 => Just(OtherUndo),
        3 => Just(Heard),
        1 => prop_oneof![Just(Fail(StorageError::Full)), Just(Fail(StorageError::Broken))],
        2 => Just(Heal),
        1 => Just(Retry),
        1 => Just(Waited),
        1 => Just(TapAgain),
        1 => Just(Dismiss),
        1 => any::<bool>().prop_map(Delete),
        1 => Just(Remove),
        1 => Just(BringBack),
        1 => Just(Rename),
    ]
}

/// What the test knows about every tap.
#[derive(Default)]
struct Known {
    next: u32,
    /// Rounds that the table accepted.
    taken: BTreeSet<u32>,
    /// Those that were reported as lost and dismissed.
    let_go: BTreeSet<u32>,
    /// Which round finishes which draft.
    ends: Vec<(u32, String)>,
    /// Whether the table was ever permanently deleted, and with it what was saved before.
    removed: bool,
}

fn happen(world: &mut World, known: &mut Known, happens: Happens) {
    let fresh = |known: &mut Known| {
        known.next += 1;
        known.next
    };
    match happens {
        Happens::Tap(odd) => {
            let id = fresh(known);
            let before = world.model.log.records().len();
            world.tap(Op::Append { event: Numbered { id, odd } });
            if world.model.log.records().len() > before {
                known.taken.insert(id);
            }
        }
        Happens::Commit => {
            let id = fresh(known);
            let draft = world.model.drafts.now().map(str::to_owned);
            let before = world.model.log.records().len();
            world.commit(round(id));
            if world.model.log.records().len() > before {
                known.taken.insert(id);
                known.ends.extend(draft.map(|draft| (id, draft)));
            }
        }
        Happens::Undo => world.tap(Op::Undo),
        Happens::Redo => world.tap(Op::Redo),
        Happens::Correct(entry) => {
            let id = 1_000_000 + fresh(known);
            world.tap(Op::Correct { entry, event: Numbered { id, odd: None } });
        }
        Happens::Draft => {
            let text = format!("[{}]", fresh(known));
            world.draft(&text);
        }
        Happens::Reach => world.reach(false),
        Happens::Lost => world.reach(true),
        Happens::Answer(which) => world.answer(which),
        Happens::Other(odd) => {
            let id = 2_000_000 + fresh(known);
            // The other window keeps to the rules too.
            let event = Numbered { id, odd };
            let session = Sitting::<Rounds>::open(&head(), &world.log()).unwrap().session;
            if Rounds::apply(session.ledger.state(), &event).is_ok() {
                world.other(Op::Append { event });
            }
        }
        Happens::OtherUndo => {
            if Sitting::<Rounds>::open(&head(), &world.log()).unwrap().session.ledger.to_undo().is_some() {
                world.other(Op::Undo);
            }
        }
        Happens::Heard => world.give(Input::Heard),
        Happens::Fail(error) => world.failing = Some(error),
        Happens::Heal => world.failing = None,
        Happens::Retry => world.give(Input::Retry),
        Happens::Waited => {
            if world.waits > 0 {
                world.waits -= 1;
                world.give(Input::Waited);
            }
        }
        Happens::TapAgain => world.give(Input::TapAgain),
        Happens::Dismiss => {
            let first = [&world.model.dropped, &world.model.unfit].into_iter().find(|list| !list.is_empty());
            known.let_go.extend(first.into_iter().flatten().filter_map(|dropped| id(&dropped.record)));
            world.give(Input::Dismiss);
        }
        Happens::Delete(deleted) => world.delete(deleted),
        Happens::Remove => {
            known.removed = true;
            now(world.disk.remove("t")).unwrap();
        }
        Happens::BringBack => world.give(Input::BringBack),
        Happens::Rename => world.give(Input::Rename(Value::Null)),
    }
}

fn check(world: &World, known: &Known) -> Result<(), TestCaseError> {
    let model = &world.model;
    let disk = world.log();
    let folded = Sitting::<Rounds>::open(&model.head, model.log.records()).unwrap().session;
    prop_assert_eq!(
        world.sitting.session.ledger.entries(),
        folded.ledger.entries(),
        "what is shown is the fold of the log"
    );
    prop_assert_eq!(world.sitting.session.ledger.length(), model.log.records().len());
    let saved = &model.log.records()[..model.log.saved()];
    prop_assert!(known.removed || disk.starts_with(saved), "reported saved: {:?}, on disk: {disk:?}", saved);
    let (there, here) = (ids(&disk), ids(model.log.records()));
    for log in [&there, &here] {
        let once: BTreeSet<u32> = log.iter().copied().collect();
        prop_assert_eq!(once.len(), log.len(), "a tap twice in the log: {:?}", log);
    }
    let reported = model.dropped.iter().chain(&model.unfit).filter_map(|dropped| id(&dropped.record));
    let reported: BTreeSet<u32> = reported.chain(known.let_go.iter().copied()).collect();
    for id in &known.taken {
        let somewhere = there.contains(id) || here.contains(id) || reported.contains(id);
        prop_assert!(known.removed || somewhere, "tap {id} is nowhere");
        prop_assert!(!(reported.contains(id) && here.contains(id)), "tap {id} counts but was reported lost");
    }
    for (id, draft) in &known.ends {
        let on_disk = world.stored_draft();
        prop_assert!(
            !there.contains(id) || !on_disk.contains(draft),
            "round {id} is both saved and still a draft: {on_disk}"
        );
    }
    Ok(())
}

/// Lets all this happen, and checks that nothing of it was lost in the end.
fn survives(steps: Vec<Happens>) -> Result<(), TestCaseError> {
    let mut world = World::new(&[]);
    let mut known = Known::default();
    for step in steps {
        happen(&mut world, &mut known, step);
        check(&world, &known)?;
    }
    // With the failures over, everything waiting gets written.
    world.failing = None;
    world.settle();
    // Notify the window of the other's changes.
    world.give(Input::Heard);
    for _ in 0..5 {
        world.settle();
        world.give(Input::BringBack);
        world.settle();
        world.give(Input::Waited);
    }
    world.settle();
    check(&world, &known)?;
    let model = &world.model;
    prop_assert_eq!(model.saving(), Saving::Saved);
    prop_assert_eq!(model.trouble(), None);
    let disk = world.log();
    prop_assert_eq!(&disk[..], model.log.records());
    let stored = Drafts::read(&world.stored_draft(), 0);
    prop_assert_eq!(stored.now(), model.drafts.now());
    Ok(())
}

#[test]
fn a_draft_comes_back_with_a_table_that_a_rename_brought_back() {
    use Happens::*;
    survives(vec![Tap(None), Tap(None), Reach, Reach, Draft, Reach, Rename, Remove]).unwrap();
    survives(vec![Draft, Reach, Rename, Remove]).unwrap();
}

#[test]
fn what_was_read_before_a_write_does_not_undo_it() {
    use Happens::*;
    survives(vec![Other(None), Heard, Reach, Rename, Remove, Reach, Tap(None), Reach, Draft, Answer(2)]).unwrap();
}

#[test]
fn a_table_deleted_for_good_while_it_comes_out_of_the_bin_keeps_its_draft() {
    use Happens::*;
    survives(vec![Delete(true), Heard, Reach, Answer(0), Heal, Draft, Reach, BringBack, Remove]).unwrap();
}

#[test]
fn a_table_restored_twice_at_once_has_no_draft_of_a_saved_round() {
    use Happens::*;
    let steps = [Remove, Commit, Tap(None), Reach, Draft, Reach, Answer(0), Tap(None), Reach, Reach, Answer(0), Rename];
    let then = [Reach, Commit, Tap(None), Tap(None), Answer(0), Reach, Answer(1), Answer(1), Heard, BringBack];
    let last = [Answer(0), Reach, Answer(0), Reach, Reach];
    survives(steps.into_iter().chain(then).chain(last).collect()).unwrap();
}

#[test]
fn a_table_seen_back_before_its_return_is_answered_for_is_written_once() {
    use Happens::*;
    survives(vec![
        Delete(true),
        Tap(None),
        Reach,
        Answer(0),
        Reach,
        Answer(0),
        BringBack,
        Reach,
        Heard,
        Reach,
        Answer(1),
        Reach,
        Tap(None),
        Lost,
        Answer(2),
    ])
    .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_tap_is_lost_or_doubled_whatever_the_disk_does(steps in prop::collection::vec(happens(), 0..80)) {
        survives(steps)?;
    }
}
