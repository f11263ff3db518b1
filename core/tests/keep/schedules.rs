//! Random schedules, against a model that knows only which logs there ever were: at the end every device has each log that
//! nobody continued, once, and nothing else.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Value;
use takujo_core::domain::people::MAX_KNOWN;
use takujo_core::storage::Storage;

use crate::desk::{Desk, Dice, Stop, at, now, settle_all};
use crate::home::Home;

/// All logs that there ever were, each as its records.
#[derive(Default)]
struct Histories {
    all: BTreeSet<Vec<String>>,
    /// Those that somebody removed for good.
    removed: BTreeSet<Vec<String>>,
    /// Tables that were opened, and not removed for good.
    opened: BTreeSet<String>,
}

fn texts(log: &[Value]) -> Vec<String> {
    log.iter().map(Value::to_string).collect()
}

impl Histories {
    /// Those that nobody continued. A continuation comes right after what it continues.
    fn ends(&self) -> BTreeSet<Vec<String>> {
        let after = |log: &Vec<String>| self.all.range(log.clone()..).nth(1).is_some_and(|next| next.starts_with(log));
        self.all.iter().filter(|log| !after(log)).cloned().collect()
    }

    fn compare(&self, desk: &Desk) {
        let (tables, _) = desk.everything();
        let mut logs: Vec<Vec<String>> =
            tables.values().map(|(_, log)| texts(log)).filter(|log| !log.is_empty()).collect();
        logs.sort();
        let mut once = logs.clone();
        once.dedup();
        assert_eq!(once.len(), logs.len(), "doubled");
        let (ends, logs) = (self.ends(), BTreeSet::from_iter(logs));
        let lost: Vec<_> = ends.difference(&logs).filter(|log| !self.removed.contains(*log)).collect();
        assert!(lost.is_empty(), "lost: {lost:?}");
        // What others had not heard of when it was removed is gone; what they had heard of may be back.
        let was_removed = |log: &&Vec<String>| self.removed.iter().any(|gone| gone.starts_with(log));
        let more: Vec<_> = logs.difference(&ends).filter(|log| !was_removed(log)).collect();
        assert!(more.is_empty(), "not continued, though it was: {more:?}");
        for id in &self.opened {
            assert!(tables.contains_key(id), "{id} is lost");
        }
    }
}

/// What somebody does at a device, or what happens to it.
fn act(desks: &mut [Desk], home: &mut Home, histories: &mut Histories, which: usize, kind: usize, pick: usize) {
    let tag = format!("d{which}");
    let desk = &mut desks[which];
    let ids = desk.ids();
    let id = if ids.is_empty() { String::new() } else { ids[pick % ids.len()].clone() };
    let is_there = !id.is_empty();
    match kind {
        0..=29 => {
            let stop = [Stop::Before, Stop::Between, Stop::After].get(pick % 40).copied().unwrap_or(Stop::Never);
            (0..pick % 30).for_each(|_| desk.step(home, Stop::Never));
            desk.step(home, stop);
        }
        30..=59 if is_there && desk.head(&id).deleted.is_none() => {
            for tap in 0..=pick % 4 {
                let log = desk.tap(&id, pick / 7 + tap, &tag);
                histories.all.insert(texts(&log));
            }
        }
        60..=67 => {
            let id = format!("{which}-{}", desk.time);
            desk.open(&id);
            histories.opened.insert(id);
        }
        68..=71 if is_there => desk.change_head(&id, |head| head.title = format!("{which} {pick}")),
        72..=75 if is_there => desk.change_head(&id, |head| head.deleted = Some(at(pick as i64))),
        76..=77 if is_there => desk.change_head(&id, |head| head.deleted = None),
        78..=80 if is_there && desk.head(&id).deleted.is_some() => {
            let log = desk.everything().0[&id].1.clone();
            histories.removed.insert(texts(&log));
            histories.opened.remove(&id);
            now(desk.store.remove(&id)).unwrap();
        }
        81..=83 => {
            let mut people = desk.people();
            people.add([format!("P{}", pick % 9)]);
            desk.set_people(&people);
        }
        84..=86 => {
            let mut people = desk.people();
            let ids: Vec<String> = people.all().iter().map(|person| person.id().to_owned()).collect();
            if let [first, .., last] = &*ids {
                match pick % 3 {
                    0 => people.merge(first, last),
                    1 => people.put_away(first, pick.is_multiple_of(2)),
                    _ => drop(people.rename(last, &format!("P{}", pick % 5))),
                }
                assert!(people.all().len() <= MAX_KNOWN);
                desk.set_people(&people);
            }
        }
        87 => desk.set_theme(["dark", "light", "auto"][pick % 3]),
        88..=90 => desk.disconnect(),
        91..=92 => desk.stop(),
        93..=94 if is_there => drop(desk.playing.insert(id)),
        95 => desk.playing.clear(),
        96 if pick.is_multiple_of(4) => {
            home.a_month_passes();
            desks.iter_mut().for_each(Desk::disconnect);
        }
        // Not where logs are left for others: what is not withstood is that a home forgets that this was so.
        97 if pick.is_multiple_of(4) && desk.full == 8_000 => {
            home.loses(pick % 6);
            desks.iter_mut().for_each(Desk::disconnect);
        }
        98.. => desk.changed(),
        _ => {}
    }
}

fn devices(seed: u64, count: usize, home: &mut Home) -> Vec<Desk> {
    let mut desks = vec![Desk::begin(seed)];
    desks[0].sync(home);
    for more in 1..count {
        let code = desks[0].kept().code();
        desks.push(Desk::join(seed + more as u64, code));
    }
    desks
}

fn run(seed: u64, count: usize, acts: &[(usize, usize, usize)]) {
    let (mut home, mut histories) = (Home::default(), Histories::default());
    let mut desks = devices(seed, count, &mut home);
    // Some logs are full every few evenings.
    let full = [8_000, 12, 40][seed as usize % 3];
    desks.iter_mut().for_each(|desk| desk.full = full);
    for (which, kind, pick) in acts {
        act(&mut desks, &mut home, &mut histories, which % count, *kind, *pick);
    }
    settle_all(&mut desks, &mut home);
    let first = desks[0].everything();
    for desk in &desks {
        assert_eq!(desk.everything(), first);
        histories.compare(desk);
    }
    // And then nothing moves any more.
    let before: Vec<usize> = home.logs.values().map(|log| log.entries.len()).collect();
    settle_all(&mut desks, &mut home);
    assert_eq!(home.logs.values().map(|log| log.entries.len()).collect::<Vec<_>>(), before);
    assert_eq!(desks[0].everything(), first);
}

/// So many times as many schedules, for a long run.
fn times() -> u32 {
    std::env::var("TAKUJO_KEEP").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60 * times(), ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_nothing_is_lost_or_doubled(
        seed in any::<u64>(),
        count in 2_usize..4,
        acts in prop::collection::vec((0_usize..3, 0_usize..100, 0_usize..1000), 1..250),
    ) {
        run(seed, count, &acts);
    }
}

/// Two devices with 200 tables are away for weeks, and play on both, partly at the same tables.
#[test]
fn two_hundred_tables_and_evenings_apart() {
    for seed in 0..2 * u64::from(times()) {
        let (mut home, mut histories) = (Home::default(), Histories::default());
        let mut dice = Dice(seed);
        let mut desks = devices(seed, 2 + seed as usize % 2, &mut home);
        for table in 0..200 {
            let id = format!("t{table}");
            desks[0].open(&id);
            for kind in 0..3 + table % 5 {
                histories.all.insert(texts(&desks[0].tap(&id, kind, "d0")));
            }
            histories.opened.insert(id);
        }
        for desk in &mut desks {
            desk.sync(&mut home);
        }
        for _ in 0..4 {
            for which in 0..desks.len() {
                desks[which].stop();
                for _ in 0..6 {
                    let kind = [30, 30, 30, 60, 68, 72][dice.below(6)];
                    act(&mut desks, &mut home, &mut histories, which, kind, dice.below(1000));
                }
            }
            if dice.one_in(2) {
                home.a_month_passes();
            }
            for desk in &mut desks {
                if dice.one_in(2) {
                    let steps = dice.below(30);
                    (0..steps).for_each(|_| desk.step(&mut home, Stop::Never));
                    desk.stop();
                }
            }
        }
        settle_all(&mut desks, &mut home);
        let first = desks[0].everything();
        for desk in &desks {
            assert!(desk.everything() == first, "not the same");
            histories.compare(desk);
        }
    }
}

/// Schedules that went wrong once.
#[test]
fn what_was_lost_or_doubled_once_is_so_no_more() {
    #[rustfmt::skip]
    let waited = [
        (0, 60, 0), (1, 0, 6), (0, 0, 33), (1, 0, 5), (1, 72, 0), (2, 0, 308), (0, 0, 5), (1, 0, 6), (2, 30, 0), (0, 72, 0),
        (0, 93, 0), (0, 0, 0), (2, 60, 0), (1, 0, 0), (0, 0, 2), (0, 60, 0), (0, 0, 0), (2, 0, 397), (0, 0, 2), (0, 78, 198),
    ];
    run(0, 3, &waited);
    #[rustfmt::skip]
    let merged = [
        (0, 0, 0), (1, 81, 495), (0, 81, 232), (1, 0, 9), (2, 0, 3), (1, 0, 2), (0, 81, 523), (1, 84, 414), (2, 0, 6),
        (2, 84, 108),
    ];
    run(0, 2, &merged);
    #[rustfmt::skip]
    let doubled = [
        (0, 0, 0), (2, 0, 36), (1, 0, 427), (0, 60, 0), (1, 60, 0), (2, 60, 0), (0, 0, 7), (1, 30, 0), (0, 0, 3),
        (0, 60, 0), (1, 60, 0), (2, 0, 38), (1, 0, 162), (1, 30, 73), (2, 0, 5), (1, 30, 164), (0, 0, 7),
        (1, 0, 515), (1, 30, 223), (2, 30, 425), (2, 93, 238), (1, 30, 802), (0, 0, 3), (2, 0, 6), (0, 68, 0),
        (2, 30, 602), (1, 60, 0), (2, 60, 0), (1, 60, 0), (1, 0, 1), (2, 30, 220), (2, 60, 0), (0, 30, 213),
        (0, 30, 89), (1, 60, 0), (1, 60, 0), (1, 30, 692), (0, 30, 577), (2, 60, 0), (0, 30, 200), (0, 0, 0),
        (0, 0, 555), (2, 60, 0), (1, 0, 71), (2, 0, 96), (0, 0, 540), (2, 72, 464), (0, 30, 0), (2, 60, 0),
        (2, 0, 579), (0, 0, 673), (2, 30, 69), (2, 0, 546), (2, 78, 911), (2, 0, 4),
    ];
    run(9_071_797_889_959_927_432, 3, &doubled);
    #[rustfmt::skip]
    let filled = [
        (1, 60, 0), (0, 0, 0), (1, 93, 0), (1, 0, 6), (1, 30, 0), (0, 60, 0), (0, 0, 363), (2, 0, 8), (0, 30, 84),
        (2, 30, 13), (0, 0, 7), (1, 0, 10), (2, 30, 650), (0, 30, 0), (0, 0, 7), (0, 0, 3), (0, 0, 0), (0, 60, 0),
        (1, 60, 0), (2, 93, 397), (2, 0, 763), (2, 30, 300), (0, 0, 3), (0, 0, 3), (2, 0, 33), (1, 0, 50), (2, 0, 15),
        (0, 0, 0), (0, 0, 12), (0, 0, 0), (2, 30, 0), (1, 0, 6), (0, 0, 0), (2, 0, 157), (2, 30, 0), (1, 0, 244),
        (2, 0, 0), (0, 30, 0), (1, 30, 0), (0, 0, 6), (0, 30, 0), (1, 0, 7), (2, 0, 668), (0, 0, 38), (0, 0, 0),
        (0, 30, 0), (2, 30, 0), (0, 0, 0), (0, 0, 0), (1, 30, 411), (0, 0, 96), (2, 0, 8), (0, 0, 0), (0, 0, 0),
        (1, 0, 387),
    ];
    run(1_067_283_068_270_679_460, 3, &filled);
    #[rustfmt::skip]
    let away = [
        (2, 60, 0), (2, 60, 0), (2, 0, 3), (2, 0, 2), (0, 60, 0), (0, 60, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0),
        (0, 0, 156), (0, 30, 9), (1, 0, 0), (1, 0, 6), (0, 0, 3), (2, 0, 157), (0, 0, 0), (0, 96, 28), (0, 30, 0),
        (0, 30, 0), (1, 30, 397), (1, 0, 866), (0, 30, 0), (0, 30, 0), (0, 30, 0), (2, 0, 47), (1, 0, 39), (0, 0, 0),
        (0, 0, 7), (0, 96, 32), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (2, 0, 5), (2, 0, 78), (0, 0, 0),
        (2, 0, 70), (0, 0, 0), (0, 0, 0), (2, 0, 221),
    ];
    run(0, 3, &away);
    #[rustfmt::skip]
    let named = [
        (2, 0, 0), (1, 60, 0), (1, 0, 6), (2, 0, 5), (0, 0, 2), (0, 0, 0), (0, 30, 0), (0, 30, 0), (0, 0, 0), (1, 0, 0),
        (0, 0, 3), (1, 0, 0), (1, 0, 0), (0, 0, 0), (1, 81, 328), (0, 0, 0), (1, 0, 7), (1, 0, 0), (1, 0, 0), (2, 0, 7),
        (1, 0, 0), (1, 0, 0), (1, 81, 81), (2, 81, 822), (1, 30, 0), (0, 0, 0), (0, 0, 0), (0, 30, 0), (0, 0, 0),
        (2, 0, 1), (0, 0, 6), (0, 0, 0), (2, 30, 0), (2, 0, 3), (1, 0, 68), (2, 84, 62), (0, 0, 7), (2, 0, 71),
        (2, 84, 398), (0, 84, 645), (1, 0, 0), (0, 97, 808), (2, 0, 163),
    ];
    run(2_699_317_640_555_766_288, 3, &named);
}
