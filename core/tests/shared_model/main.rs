//! Every schedule of a small shared table: phones that write, one that hosts, somebody who means harm, and the host.
//!
//! The phones run the program’s own [`Follower`](takujo_core::live::link::Follower). From each state that can be
//! reached, `stateright` does whatever can happen next, and looks at the [properties]. So within the bounds of a test
//! they are proved, and if one does not hold, the test says the few steps after which it does not.
//!
//! `core/src/table/update/tests/phones.rs` has the same aim with more phones, longer logs, the rules of a game and the
//! table’s own part in it, but sees only some of what can happen.
//!
//! # What is modelled
//!
//! - Phones make one or two records each. Whoever hosts locks the table and unlocks it, and in charters that are really
//!   signed renames a card, shuts a phone out and lets it in.
//! - Messages take as long as they like. A letter arrives twice or never; an entry arrives twice or is skipped.
//! - Connections end. What was sent on one may still arrive, at any later time.
//! - Phones are killed, and start with what is on their disks. One has the table only by a link.
//! - The host is killed, and comes back with its log, or only the beginning of it.
//! - Somebody with a link to write appends letters: legal, illegal, forged, and such as no phone can open.
//!
//! The game has one rule: nobody plays the card that another has just played. So what others play can make a record
//! illegal. The app is as simple: a record that was prevented is made again if it still fits.
//!
//! # What is not
//!
//! - Sealing and the signatures of letters. Each comes with who wrote it, and its bytes are its place, and how often
//!   the host had lost entries before.
//! - Disks that are slow, full or broken.
//! - Rows, names of people, new links, closing, limits, and a store that fails. Tables at which nothing is signed.
//! - More faults of a kind than a test allows: mostly one.
//!
//! The last test has what the protocol does not withstand, so that nobody takes it for proved. It takes several hosts
//! with one store, or somebody who means harm at a host that has lost entries.
//!
//! # What is not tried, because it would show nothing new
//!
//! - Time between joining and the answer: what a phone does then reaches nobody.
//! - Letters that are lost: they are like those that never arrive.
//! - Late letters for a place that is taken: the host refuses them, and nobody hears the answer.

mod model;
mod phone;
mod properties;
mod table;

use std::fmt::Write as _;
use std::time::Instant;

use stateright::{Checker, Expectation, HasDiscoveries, Model};
use takujo_core::live::letter::Writers;
use takujo_wire::Right;

use model::{Bounds, Chances, NONE, Table};
use phone::Person;
use table::Decree;

const ANN: Person = Person { right: Right::Write, taps: &["a2"], had_it: true };
const BOB: Person = Person { right: Right::Write, taps: &["b1"], had_it: true };
const CLEO: Person = Person { right: Right::Host, taps: &["c1"], had_it: true };
/// Makes no records.
const IDLE: Person = Person { taps: &[], ..ANN };
/// Comes by a link.
const DAN: Person = Person { right: Right::Write, taps: &["d3"], had_it: false };
/// Make two records, of which one forbids one of the other's.
const FAST_ANN: Person = Person { taps: &["a1", "a2"], ..ANN };
const FAST_BOB: Person = Person { taps: &["b1", "b3"], ..BOB };

/// Whether to try larger bounds, which takes ten minutes and two processors: by hand, and each night.
fn deep() -> bool {
    std::env::var_os("TAKUJO_DEEP").is_some()
}

/// Tries every schedule. Returns what was found wrong.
fn search(bounds: Bounds) -> Result<(), String> {
    let begun = Instant::now();
    let checker = Table::new(bounds).checker().finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
    let found = checker.discoveries();
    println!(
        "{} states, {} steps, at most {} to one of them, {:.1} s",
        checker.unique_state_count(),
        checker.state_count(),
        checker.max_depth() - 1,
        begun.elapsed().as_secs_f32(),
    );
    let properties = checker.model().properties();
    let (happens, holds): (Vec<_>, Vec<_>) =
        properties.iter().partition(|property| property.expectation == Expectation::Sometimes);
    for property in holds {
        let Some(path) = found.get(property.name) else { continue };
        let mut said = format!("not so: {}, after", property.name);
        for (state, action) in path.clone().into_vec() {
            if !(property.condition)(checker.model(), &state) {
                write!(said, "\n{state:#?}").unwrap();
                break;
            }
            action.into_iter().for_each(|action| write!(said, " {action:?}").unwrap());
        }
        return Err(said);
    }
    match happens.iter().find(|property| !found.contains_key(property.name)) {
        Some(property) => Err(format!("it never happens: {}", property.name)),
        None => Ok(()),
    }
}

fn holds(bounds: Bounds) {
    search(bounds).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn two_who_write_and_one_who_means_harm() {
    let people = &[FAST_ANN, BOB];
    let chances = Chances { harm: 1, breaks: 1, ..NONE };
    holds(Bounds { people, chances, letters: 9, ..Bounds::default() });
    let chances = Chances { kills: 1, ..chances };
    holds(Bounds { people, chances, letters: if deep() { 9 } else { 1 }, ..Bounds::default() });
}

#[test]
fn two_who_write_fast_over_a_bad_network() {
    let chances = Chances { breaks: 1, noise: 1, kills: 1, ..NONE };
    holds(Bounds { people: &[FAST_ANN, FAST_BOB], chances, ..Bounds::default() });
}

#[test]
fn two_who_write_and_one_who_hosts() {
    let people = &[ANN, BOB, CLEO];
    let breaks = Chances { breaks: 1, ..NONE };
    holds(Bounds { people, chances: breaks, ..Bounds::default() });
    let chances = if deep() { Chances { harm: 1, ..breaks } } else { Chances { harm: 1, ..NONE } };
    holds(Bounds { people, chances, letters: 2, ..Bounds::default() });
}

#[test]
fn who_hosts_locks_and_unlocks_and_renames() {
    let decrees = &[Decree::Rename];
    let bounds =
        |chances| Bounds { people: &[CLEO, ANN], chances, decrees, letters: 2, lags: false, ..Bounds::default() };
    holds(bounds(Chances { harm: 1, breaks: 1, locks: 2, ..NONE }));
    holds(bounds(Chances { kills: 1, locks: 1, decrees: 1, ..NONE }));
}

#[test]
fn who_hosts_shuts_out_and_lets_in() {
    let all: &[Decree] = &[Decree::ShutOut("1"), Decree::ShutOut("e"), Decree::LetIn];
    let bounds = |decrees, chances| Bounds { people: &[CLEO, ANN], chances, decrees, letters: 1, ..Bounds::default() };
    holds(bounds(all, Chances { harm: 1, decrees: 2, ..NONE }));
    holds(bounds(all, Chances { breaks: 1, kills: 1, decrees: if deep() { 2 } else { 1 }, ..NONE }));
    holds(bounds(if deep() { all } else { &all[..1] }, Chances { losses: 1, decrees: 1, ..NONE }));
}

#[test]
fn where_only_who_hosts_saves_rounds() {
    let chances = Chances { harm: 1, breaks: 1, kills: 1, ..NONE };
    holds(Bounds { people: &[CLEO, IDLE], writers: Writers::Rows, chances, letters: 9, ..Bounds::default() });
}

#[test]
fn one_who_comes_by_a_link() {
    let chances = Chances { harm: 1, breaks: 1, kills: 1, ..NONE };
    holds(Bounds { people: &[ANN, DAN], chances, letters: if deep() { 9 } else { 2 }, ..Bounds::default() });
}

/// A host that loses entries, and what else happens.
fn loses(people: &'static [Person], chances: Chances) {
    let letters = if deep() { 4 } else { 2 };
    holds(Bounds { people, chances: Chances { losses: chances.losses + 1, ..chances }, letters, ..Bounds::default() });
}

#[test]
fn a_host_that_loses_entries_and_phones_that_come_and_go() {
    loses(&[ANN, BOB], Chances { breaks: 1, ..NONE });
    loses(&[ANN, BOB], Chances { kills: 1, ..NONE });
    if deep() {
        loses(&[ANN, BOB], Chances { breaks: 1, kills: 1, noise: 1, ..NONE });
    }
}

#[test]
fn a_host_that_loses_entries_twice() {
    loses(if deep() { &[ANN, BOB] } else { &[FAST_ANN, IDLE] }, Chances { losses: 1, ..NONE });
}

#[test]
fn a_host_that_loses_entries_and_one_who_means_harm() {
    loses(&[ANN, BOB], Chances { harm: 1, breaks: u8::from(deep()), ..NONE });
}

/// As phones count their calls here, no state can come twice: whoever talked for ever would do so in ever new ones.
#[test]
fn nobody_talks_for_ever() {
    let bounds = |people, chances| Bounds { people, chances, letters: 1, counts: true, ..Bounds::default() };
    holds(bounds(&[ANN, BOB], Chances { harm: 1, breaks: 1, noise: 1, ..NONE }));
    holds(bounds(&[ANN, BOB], Chances { breaks: 1, kills: 1, ..NONE }));
    holds(bounds(&[ANN, BOB], Chances { losses: 1, ..NONE }));
    holds(Bounds { lags: false, ..bounds(&[CLEO, ANN], Chances { locks: 2, breaks: 1, ..NONE }) });
}

#[test]
fn what_the_protocol_does_not_withstand() {
    let fails = |property: &str, bounds: Bounds| {
        let wrong = search(bounds).expect_err("it is withstood now");
        println!("{}", wrong.lines().next().unwrap_or_default());
        assert!(wrong.contains(property), "{wrong}");
    };
    let (people, lost) = (&[ANN, BOB], Chances { losses: 1, ..NONE });
    // A letter that was on the way when the host lost entries, and comes once others stand there: only where several
    // hosts share a store, because what was on the way to a host ends with it.
    let bounds = Bounds { people, chances: Chances { harm: 1, ..lost }, letters: 2, ..Bounds::default() };
    fails("no record is in the log twice", Bounds { outlives: true, ..bounds });
    // The bytes of a lost entry, appended at their place by somebody else: they open there, whatever stands before.
    let bounds = Bounds { people, chances: Chances { harm: 2, ..lost }, letters: 1, ..Bounds::default() };
    fails("what was reported as saved is in the log", Bounds { replays: true, ..bounds });
    // A refusal from a host that has not seen yet what the phone has: that the table is unlocked again.
    let chances = Chances { locks: 2, ..NONE };
    fails("at rest all have the same", Bounds { people: &[CLEO, ANN], chances, ..Bounds::default() });
}
