use proptest::prelude::*;

use super::*;
use crate::domain::game::{Outcome, Standing};
use crate::domain::seats::Seats;

/// Adds numbers; the sum may not drop below zero. Odd numbers score.
struct Adding;

impl Game for Adding {
    const ID: &'static str = "adding";
    const SEATS: std::ops::RangeInclusive<usize> = 1..=1;
    type Options = ();
    type Event = i32;
    type State = i32;
    type Error = i32;

    fn start(_: &Seats, (): &()) -> Result<i32, i32> {
        Ok(0)
    }

    fn apply(state: &i32, event: &i32) -> Result<i32, i32> {
        let sum = state + event;
        if sum < 0 { Err(sum) } else { Ok(sum) }
    }

    fn standing(state: &i32) -> Standing {
        Standing::new(vec![*state], Outcome::Playing)
    }

    fn scores(_: &i32, event: &i32) -> Scorers {
        Scorers::round(event % 2 != 0)
    }
}

fn snapshot(ledger: &Ledger<Adding>) -> (Vec<i32>, Vec<i32>, BTreeMap<usize, String>) {
    (ledger.entries().to_vec(), ledger.states().to_vec(), ledger.notes.clone())
}

fn append(event: i32) -> Op<i32> {
    Op::Append { event }
}

fn note(entry: usize, text: &str) -> Op<i32> {
    Op::Note { entry, text: text.to_owned() }
}

#[test]
fn a_note_stays_with_its_entry_and_can_be_undone() {
    let mut ledger = Ledger::<Adding>::new(0);
    ledger.push(append(5)).unwrap();
    assert_eq!(ledger.push(note(1, "late")), Err(Refused::NoEntry(1)));
    assert_eq!(ledger.push(note(0, &"あ".repeat(MAX_NOTE + 1))), Err(Refused::Note));
    assert_eq!(ledger.push(note(0, " untidy")), Err(Refused::Note));
    assert_eq!((ledger.note(0), ledger.length()), ("", 1));
    ledger.push(note(0, &"あ".repeat(MAX_NOTE))).unwrap();
    ledger.push(note(0, "Ken dealt")).unwrap();
    ledger.push(Op::Correct { entry: 0, event: 7 }).unwrap();
    ledger.push(append(1)).unwrap();
    assert_eq!((ledger.note(0), ledger.note(1)), ("Ken dealt", ""));
    for _ in 0..3 {
        ledger.push(Op::Undo).unwrap();
    }
    assert_eq!(ledger.note(0), "あ".repeat(MAX_NOTE));
    ledger.push(Op::Redo).unwrap();
    assert_eq!(ledger.note(0), "Ken dealt");
    ledger.push(note(0, "")).unwrap();
    assert_eq!(ledger.note(0), "");
    for _ in 0..4 {
        ledger.push(Op::Undo).unwrap();
    }
    ledger.push(append(2)).unwrap();
    assert_eq!(ledger.note(0), "", "a new entry does not have the note of one that was taken back");
}

#[test]
fn a_correction_changes_what_follows_and_can_be_undone() {
    let mut ledger = Ledger::<Adding>::new(0);
    for event in [5, -3, 4] {
        ledger.push(append(event)).unwrap();
    }
    let before = snapshot(&ledger);
    ledger.push(Op::Correct { entry: 0, event: 10 }).unwrap();
    assert_eq!(ledger.states(), [0, 10, 7, 11]);
    ledger.push(Op::Undo).unwrap();
    assert_eq!(snapshot(&ledger), before);
    ledger.push(Op::Redo).unwrap();
    assert_eq!(*ledger.state(), 11);
}

#[test]
fn a_corrected_entry_is_known_as_such_until_that_is_undone() {
    let mut ledger = Ledger::<Adding>::new(0);
    for event in [5, 3, 4] {
        ledger.push(append(event)).unwrap();
    }
    let corrected = |ledger: &Ledger<Adding>| ledger.corrected().into_iter().collect::<Vec<_>>();
    ledger.push(Op::Correct { entry: 0, event: 5 }).unwrap();
    assert_eq!(corrected(&ledger), [0_usize; 0], "it stayed as it was");
    ledger.push(Op::Correct { entry: 2, event: 7 }).unwrap();
    ledger.push(note(1, "late")).unwrap();
    ledger.push(append(9)).unwrap();
    assert_eq!(corrected(&ledger), [2]);
    for _ in 0..3 {
        ledger.push(Op::Undo).unwrap();
    }
    assert_eq!(corrected(&ledger), [0_usize; 0]);
    ledger.push(Op::Redo).unwrap();
    assert_eq!(corrected(&ledger), [2]);
    // What somebody coming in between does to them.
    assert_eq!(moved_on(&BTreeSet::from([0, 2, 3]), 2), BTreeSet::from([0, 3, 4]));
}

#[test]
fn a_correction_that_breaks_a_later_entry_is_refused_and_names_it() {
    let mut ledger = Ledger::<Adding>::new(0);
    for event in [5, -3] {
        ledger.push(append(event)).unwrap();
    }
    let before = snapshot(&ledger);
    let refused = ledger.push(Op::Correct { entry: 0, event: 2 });
    assert_eq!(refused, Err(Refused::Later { entry: 1, error: -1 }));
    assert_eq!(ledger.push(Op::Correct { entry: 0, event: -2 }), Err(Refused::Rule(-2)));
    assert_eq!(ledger.push(Op::Correct { entry: 2, event: 1 }), Err(Refused::NoEntry(2)));
    assert_eq!(snapshot(&ledger), before);
    assert_eq!(ledger.length(), 2);
}

#[test]
fn an_empty_ledger_has_nothing_to_undo_or_redo() {
    let mut ledger = Ledger::<Adding>::new(0);
    assert_eq!(ledger.push(Op::Undo), Err(Refused::NothingToUndo));
    assert_eq!(ledger.push(Op::Redo), Err(Refused::NothingToRedo));
    ledger.push(append(1)).unwrap();
    ledger.push(Op::Undo).unwrap();
    ledger.push(append(2)).unwrap();
    assert_eq!(ledger.push(Op::Redo), Err(Refused::NothingToRedo));
}

fn op() -> impl Strategy<Value = Op<i32>> {
    prop_oneof![
        4 => (-3..9).prop_map(append),
        2 => (0_usize..6, -3..9).prop_map(|(entry, event)| Op::Correct { entry, event }),
        1 => (0_usize..6, 0_usize..3).prop_map(|(entry, x)| note(entry, &"x".repeat(x))),
        2 => Just(Op::Undo),
        1 => Just(Op::Redo),
    ]
}

proptest! {
    #[test]
    fn states_are_always_the_fold_of_the_entries(ops in prop::collection::vec(op(), 0..60)) {
        let mut ledger = Ledger::<Adding>::new(0);
        for op in ops {
            let before = snapshot(&ledger);
            let length = ledger.length();
            let taken = ledger.push(op).is_ok();
            if !taken {
                prop_assert_eq!(&snapshot(&ledger), &before);
            }
            prop_assert_eq!(ledger.length(), length + usize::from(taken));
            let mut state = 0;
            let mut states = vec![state];
            for event in ledger.entries() {
                state += event;
                states.push(state);
            }
            prop_assert_eq!(ledger.states(), &states[..]);
            let scored = ledger.entries().iter().enumerate().filter(|(_, event)| **event % 2 != 0);
            let rounds = scored.map(|(entry, event)| Round {
                entry,
                by: None,
                points: vec![*event],
                totals: vec![states[entry + 1]],
            });
            prop_assert_eq!(ledger.rounds(), &rounds.collect::<Vec<_>>()[..]);
        }
    }

    #[test]
    fn undo_after_append_or_correction_restores(ops in prop::collection::vec(op(), 0..40), last in op()) {
        let mut ledger = Ledger::<Adding>::new(0);
        for op in ops {
            let _ = ledger.push(op);
        }
        let before = snapshot(&ledger);
        let changes = !matches!(last, Op::Undo | Op::Redo);
        if changes && ledger.push(last).is_ok() {
            let after = snapshot(&ledger);
            ledger.push(Op::Undo).unwrap();
            prop_assert_eq!(&snapshot(&ledger), &before);
            ledger.push(Op::Redo).unwrap();
            prop_assert_eq!(&snapshot(&ledger), &after);
        }
    }
}
