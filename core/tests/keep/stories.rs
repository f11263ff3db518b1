//! What happens to a table, one story after the other.

use takujo_core::domain::people::People;
use takujo_core::keep::{KeepCode, Kept, Turn};

use crate::desk::{Desk, Dice, Stop, at, settle_all};
use crate::home::Home;

/// Two devices that know each other, with one table of three taps.
pub fn two(home: &mut Home) -> [Desk; 2] {
    let mut one = Desk::begin(1);
    one.open("t");
    for kind in [4, 3, 4] {
        one.tap("t", kind, "first");
    }
    one.sync(home);
    let mut other = Desk::join(2, one.kept().code());
    other.time = 500;
    other.sync(home);
    one.sync(home);
    let desks = [one, other];
    same(&desks);
    assert_eq!(desks[1].load("t").unwrap().log.len(), 3);
    desks
}

pub fn same(desks: &[Desk]) {
    for desk in desks {
        assert_eq!(desk.everything(), desks[0].everything());
        assert_eq!(desk.kept().devices(), desks[0].kept().devices());
    }
}

pub fn lengths(desk: &Desk) -> Vec<usize> {
    let mut lengths: Vec<usize> = desk.ids().iter().map(|id| desk.load(id).unwrap().log.len()).collect();
    lengths.sort_unstable();
    lengths
}

#[test]
fn the_longer_log_wins_and_different_ones_become_two() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[0].tap("t", 4, "more");
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(lengths(&desks[1]), [4]);
    desks[0].tap("t", 4, "here");
    desks[1].tap("t", 3, "there");
    desks[1].tap("t", 3, "there again");
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(lengths(&desks[0]), [5, 6]);
    assert_eq!(desks[1].load("t").unwrap().log.len(), 5, "whoever was first has the id");
    let copy = desks[1].ids().into_iter().find(|id| id != "t").unwrap();
    desks[1].tap(&copy, 3, "on");
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(lengths(&desks[0]), [5, 7]);
}

#[test]
fn different_parts_of_a_setup_are_changed_on_both() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[0].change_head("t", |head| head.title = "Friday".to_owned());
    desks[1].change_head("t", |head| head.players[0].name = "Zoe".to_owned());
    settle_all(&mut desks, &mut home);
    same(&desks);
    let head = desks[0].head("t");
    assert_eq!((&*head.title, &*head.players[0].name), ("Friday", "Zoe"));
}

#[test]
fn the_bin_and_what_comes_out_of_it() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[0].change_head("t", |head| head.deleted = Some(at(9)));
    desks[1].change_head("t", |head| head.title = "Friday".to_owned());
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert!(desks[1].head("t").deleted.is_some());
    desks[1].change_head("t", |head| head.deleted = None);
    settle_all(&mut desks, &mut home);
    assert!(desks[0].head("t").deleted.is_none());
    // To a table that went to the bin on one device, the other has added.
    desks[0].change_head("t", |head| head.deleted = Some(at(9)));
    desks[1].tap("t", 4, "more");
    for order in [[0, 1], [1, 0]] {
        let mut home = home.clone();
        let mut both: Vec<Desk> = Vec::new();
        for at in order {
            both.push(copy_of(&desks[at]));
        }
        settle_all(&mut both, &mut home);
        same(&both);
        assert!(both[0].head("t").deleted.is_none());
        assert_eq!(lengths(&both[0]), [4]);
    }
    // Both at once: added, and then to the bin.
    settle_all(&mut desks, &mut home);
    desks[0].tap("t", 4, "last");
    desks[0].change_head("t", |head| head.deleted = Some(at(99)));
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert!(desks[1].head("t").deleted.is_some());
    assert_eq!(lengths(&desks[1]), [5]);
}

/// The same device once more, to let things happen in another order.
pub fn copy_of(desk: &Desk) -> Desk {
    let copy = Desk::new(77, Some(desk.kept()));
    for id in desk.ids() {
        let stored = desk.load(&id).unwrap();
        crate::desk::now(takujo_core::storage::Storage::create(&copy.store, &stored, None)).unwrap();
    }
    copy
}

#[test]
fn what_is_removed_for_good_is_gone_everywhere_unless_somebody_added_to_it() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[0].change_head("t", |head| head.deleted = Some(at(9)));
    settle_all(&mut desks, &mut home);
    let before: Vec<Desk> = desks.iter().map(copy_of).collect();
    let remove = |desk: &Desk| crate::desk::now(takujo_core::storage::Storage::remove(&desk.store, "t")).unwrap();
    remove(&desks[0]);
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(desks[1].ids().len(), 0);
    // And it stays so in a new log.
    home.a_month_passes();
    settle_all(&mut desks, &mut home);
    assert_eq!(desks[1].ids().len(), 0);
    let mut third = Desk::join(3, desks[0].kept().code());
    third.sync(&mut home);
    assert_eq!(third.ids().len(), 0);

    let (mut desks, mut home) = (before, Home::default());
    settle_all(&mut desks, &mut home);
    remove(&desks[0]);
    desks[1].change_head("t", |head| head.deleted = None);
    desks[1].tap("t", 4, "more");
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(lengths(&desks[0]), [4]);
}

#[test]
fn a_table_that_vanished_without_the_bin_comes_back_in_the_bin() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    crate::desk::now(takujo_core::storage::Storage::remove(&desks[1].store, "t")).unwrap();
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert!(desks[0].head("t").deleted.is_some());
    assert_eq!(lengths(&desks[1]), [3]);
}

#[test]
fn a_disk_that_lost_most_tables_removes_nothing_elsewhere() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    for at in 0..10 {
        desks[0].open(&format!("x{at}"));
        desks[0].tap(&format!("x{at}"), 4, "a");
        desks[0].change_head(&format!("x{at}"), |head| head.deleted = Some(at_zero()));
    }
    settle_all(&mut desks, &mut home);
    for id in desks[1].ids() {
        crate::desk::now(takujo_core::storage::Storage::remove(&desks[1].store, &id)).unwrap();
    }
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(desks[0].ids().len(), 11);
}

fn at_zero() -> chrono::DateTime<chrono::Utc> {
    at(0)
}

#[test]
fn a_table_that_is_played_is_left_alone_until_it_is_closed() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[1].playing.insert("t".to_owned());
    desks[0].tap("t", 4, "here");
    desks[0].sync(&mut home);
    desks[0].open("u");
    desks[0].sync(&mut home);
    desks[1].sync(&mut home);
    assert_eq!(lengths(&desks[1]), [0, 3]);
    assert_eq!(desks[1].last.waiting, ["t"]);
    desks[1].tap("t", 3, "there");
    desks[1].sync(&mut home);
    assert_eq!(lengths(&desks[1]), [0, 4], "its own");
    desks[1].stop();
    desks[1].sync(&mut home);
    assert_eq!(lengths(&desks[1]), [0, 4], "after a stop as well");
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(lengths(&desks[1]), [0, 4, 4]);
    // What is played and nobody else has touched goes out at once.
    desks[0].playing.insert("t".to_owned());
    desks[0].tap("t", 4, "more");
    desks[0].sync(&mut home);
    desks[1].sync(&mut home);
    assert_eq!(lengths(&desks[1]), [0, 4, 5]);
}

#[test]
fn a_code_that_was_never_there_opens_nothing() {
    let mut home = Home::default();
    let mut desk = Desk::join(5, KeepCode { root: [9; 16], number: 0 });
    desk.open("t");
    desk.sync(&mut home);
    assert_eq!((desk.turn(), home.logs.len()), (&Turn::NotThere, 0));
}

#[test]
fn a_home_that_lost_all_or_some_gets_it_back() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    for lose in [
        Home::a_month_passes as fn(&mut Home),
        |home| home.loses(2),
        |home| home.loses(100),
        |home| {
            home.logs.clear();
        },
    ] {
        desks[0].tap("t", 4, "here");
        desks[0].sync(&mut home);
        lose(&mut home);
        desks[1].open(&format!("u{}", desks[1].time));
        settle_all(&mut desks, &mut home);
        same(&desks);
    }
    assert_eq!(lengths(&desks[1]), [0, 0, 0, 0, 7]);
}

#[test]
fn devices_that_were_away_for_long_find_each_other_again() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    for month in 0..7 {
        home.a_month_passes();
        if month % 5 == 4 {
            home.closed.clear();
        }
        desks[0].disconnect();
        desks[0].tap("t", 4, "here");
        desks[0].sync(&mut home);
    }
    desks[1].tap("t", 3, "there");
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(lengths(&desks[0]), [4, 10]);
}

#[test]
fn a_full_log_goes_on_in_a_new_one_and_nobody_loses_what_they_did_not_send() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let number = desks[0].kept().code().number;
    for round in 0..40 {
        desks[0].tap("t", 4, "here");
        desks[0].full = 20;
        desks[0].stop();
        desks[0].sync(&mut home);
        if round == 30 {
            desks[1].open("u");
            desks[1].tap("u", 4, "there");
        }
    }
    assert!(desks[0].kept().code().number > number + 1);
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(lengths(&desks[0]), [1, 43]);
}

#[test]
fn a_forgotten_device_reads_nothing_more_and_keeps_what_it_has() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let mut third = Desk::join(3, desks[0].kept().code());
    third.sync(&mut home);
    desks[0].sync(&mut home);
    let [lost, stays] = [desks[1].kept().me().to_owned(), third.kept().me().to_owned()];
    third.open("third");
    desks[0].keeper = Some(takujo_core::keep::Keeper::new(desks[0].kept()));
    desks[0].disconnect();
    desks[0].keeper.as_mut().unwrap().forget(&[&lost]);
    desks[0].sync(&mut home);
    desks[0].tap("t", 4, "secret");
    desks[0].sync(&mut home);
    let [mut one, mut other] = desks;
    other.tap("t", 3, "mine");
    other.sync(&mut home);
    assert_eq!(other.turn(), &Turn::Out);
    assert!(other.kept().is_out());
    assert_eq!(lengths(&other), [4]);
    let mut rest = [one, third];
    settle_all(&mut rest, &mut home);
    same(&rest);
    assert_eq!(lengths(&rest[0]), [0, 4]);
    assert_eq!(rest[0].kept().devices().len(), 2);
    assert!(rest[0].kept().devices().contains_key(&stays));
    // The forgotten one gets nowhere with what it knows.
    assert!(rest[0].kept().code().root != other.kept().code().root);
    let mut again = Desk::join(9, other.kept().code());
    again.sync(&mut home);
    assert_eq!(again.turn(), &Turn::Out);
    assert_eq!(again.ids().len(), 1, "what it could read before");
    [one, _] = rest;
    one.sync(&mut home);
}

#[test]
fn people_and_settings_are_the_same_on_both() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let mut people = desks[0].people();
    people.add(["Ann", "Bob"].map(str::to_owned));
    desks[0].set_people(&people);
    desks[0].set_theme("dark");
    settle_all(&mut desks, &mut home);
    same(&desks);
    let [mut here, mut there] = [desks[0].people(), desks[1].people()];
    assert!(here.rename("Ann", "Anna"));
    there.merge("Ann", "Bob");
    desks[0].set_people(&here);
    desks[1].set_people(&there);
    desks[1].set_theme("light");
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(desks[0].theme().as_deref(), Some("light"));
    assert_eq!(desks[0].people().all().len(), 1);
}

#[test]
fn whom_a_device_merged_before_it_heard_of_another_merge_the_others_hear_too() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let change = |desk: &Desk, change: &dyn Fn(&mut People)| {
        let mut people = desk.people();
        change(&mut people);
        desk.set_people(&people);
    };
    change(&desks[0], &|people| people.add(["Ann".to_owned(), "Anna".to_owned()]));
    settle_all(&mut desks, &mut home);
    change(&desks[0], &|people| people.merge("Ann", "Anna"));
    desks[0].sync(&mut home);
    change(&desks[1], &|people| {
        people.add(["Annie".to_owned()]);
        people.merge("Anna", "Annie");
    });
    // It has taken what the other says, and its connection ends before it has said anything itself.
    while desks[1].people().all().iter().any(|person| person.id() == "Anna") {
        desks[1].step(&mut home, Stop::Never);
    }
    desks[1].stop();
    settle_all(&mut desks, &mut home);
    same(&desks);
    let (_, facts) = desks[0].everything();
    assert_eq!(facts["person:Ann"]["also"], serde_json::json!(["Anna", "Annie"]));
}

#[test]
fn a_merge_that_is_taken_back_brings_both_back_everywhere() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let mut before = People::default();
    before.add(["Ann".to_owned(), "Anna".to_owned()]);
    desks[0].set_people(&before);
    settle_all(&mut desks, &mut home);
    let mut merged = before.clone();
    merged.merge("Ann", "Anna");
    desks[0].set_people(&merged);
    settle_all(&mut desks, &mut home);
    assert_eq!(desks[1].people().all().len(), 1);
    desks[0].set_people(&before);
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(desks[1].people().all().len(), 2);
}

#[test]
fn what_is_changed_before_it_comes_back_from_the_home_counts() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let entries = |home: &Home| home.logs.values().map(|log| log.entries.len()).sum::<usize>();
    let before = entries(&home);
    desks[1].set_theme("light");
    desks[1].open("u");
    desks[1].changed();
    while entries(&home) == before {
        desks[1].step(&mut home, Stop::Never);
    }
    desks[1].stop();
    desks[1].set_theme("dark");
    desks[1].change_head("u", |head| head.deleted = Some(at(7)));
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(desks[0].theme().as_deref(), Some("dark"));
    assert_eq!(desks[0].head("u").deleted, Some(at(7)));
}

#[test]
fn what_a_device_cannot_take_it_does_not_take_away_from_others() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    for (knows, here) in [
        ((|_| None) as fn(&str) -> Option<String>, None),
        (|theme| theme.split(' ').next().map(str::to_owned), Some("dark")),
    ] {
        desks[1].knows = knows;
        desks[0].set_theme(if here.is_some() { "dark and blue" } else { "sepia" });
        settle_all(&mut desks, &mut home);
        let theme = desks[0].theme();
        desks[1].stop();
        desks[1].tap("t", 4, "on");
        settle_all(&mut desks, &mut home);
        assert_eq!((desks[0].theme(), desks[1].theme().as_deref()), (theme, here));
    }
    // What is changed there counts as always, also back to what it was before.
    desks[1].knows = |theme| Some(theme.to_owned());
    for theme in ["light", "dark", "light"] {
        desks[1].set_theme(theme);
        settle_all(&mut desks, &mut home);
        assert_eq!(desks[0].theme().as_deref(), Some(theme));
    }
}

#[test]
fn while_a_table_waits_the_rest_is_as_on_the_others() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[1].playing.insert("t".to_owned());
    desks[0].tap("t", 4, "more");
    for theme in ["dark", "light", "dark"] {
        desks[0].set_theme(theme);
        desks[0].sync(&mut home);
        desks[1].sync(&mut home);
        assert_eq!(desks[1].last.waiting, ["t"]);
        assert_eq!(desks[1].theme().as_deref(), Some(theme));
        desks[0].sync(&mut home);
        assert_eq!(desks[0].theme().as_deref(), Some(theme));
    }
    desks[1].set_theme("auto");
    desks[1].sync(&mut home);
    desks[1].sync(&mut home);
    desks[0].sync(&mut home);
    assert_eq!(desks[0].theme().as_deref(), Some("auto"));
    assert_eq!(desks[1].theme().as_deref(), Some("auto"));
    settle_all(&mut desks, &mut home);
    same(&desks);
}

#[test]
fn what_came_while_a_table_waits_counts_as_known_only_as_long_as_the_home_has_it() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[0].set_theme("light");
    settle_all(&mut desks, &mut home);
    // A table waits, and after it another setting comes.
    desks[1].playing.insert("t".to_owned());
    desks[0].tap("t", 4, "more");
    desks[0].sync(&mut home);
    desks[0].set_theme("dark");
    desks[0].sync(&mut home);
    desks[1].sync(&mut home);
    assert_eq!(desks[1].theme(), Some("dark".to_owned()));
    // The home loses both, and nothing of what was read to the end.
    home.loses(2);
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(lengths(&desks[0]), [4]);
}

#[test]
fn clocks_that_are_wrong_change_no_order() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[0].time = -1_000_000;
    desks[1].time = 3_000_000;
    desks[1].tap("t", 4, "first");
    desks[1].sync(&mut home);
    desks[0].sync(&mut home);
    desks[0].tap("t", 4, "then");
    settle_all(&mut desks, &mut home);
    same(&desks);
    assert_eq!(lengths(&desks[0]), [5]);
}

#[test]
fn a_new_name_of_a_device_is_heard() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let mut kept = desks[0].kept();
    kept.rename("Ann’s phone");
    let me = kept.me().to_owned();
    crate::desk::now(takujo_core::storage::Storage::write(&desks[0].store, takujo_core::keep::KEPT_KEY, &kept.write()))
        .unwrap();
    desks[0].stop();
    settle_all(&mut desks, &mut home);
    assert_eq!(desks[1].kept().devices()[&me].name, "Ann’s phone");
    assert!(Kept::begin("", [0; 16], Dice(1).bytes()).is_some());
}

#[test]
fn what_is_too_large_is_named_and_keeps_nothing_else_back() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let mut dice = Dice(5);
    let large: String = (0..9_000).map(|_| char::from_u32(0x4e00 + dice.below(16_000) as u32).unwrap()).collect();
    desks[0].set_theme(&large);
    desks[0].tap("t", 4, "on");
    let lost = desks[1].kept().me().to_owned();
    settle_all(&mut desks, &mut home);
    assert_eq!(lengths(&desks[1]), [4]);
    assert_eq!(desks[0].last.too_large, ["theme"]);
    desks[0].keeper.as_mut().unwrap().forget(&[&lost]);
    settle_all(&mut desks, &mut home);
    assert_eq!(desks[1].turn(), &Turn::Out);
}

#[test]
fn what_was_removed_is_not_what_a_home_has_forgotten() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    desks[0].change_head("t", |head| head.deleted = Some(at(9)));
    settle_all(&mut desks, &mut home);
    let mut before = home.clone();
    desks[1].change_head("t", |head| head.deleted = None);
    desks[1].tap("t", 4, "more");
    desks[1].sync(&mut home);
    // An old copy is put back, and the device that has not heard of the tap removes the table.
    desks.iter_mut().for_each(Desk::disconnect);
    crate::desk::now(takujo_core::storage::Storage::remove(&desks[0].store, "t")).unwrap();
    settle_all(&mut desks, &mut before);
    same(&desks);
    assert_eq!(lengths(&desks[0]), [4]);
}
