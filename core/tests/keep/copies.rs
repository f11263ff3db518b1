//! Tables that went on differently while one is open or a device is away: each is there once, under one id.

use crate::desk::{Desk, at, settle_all};
use crate::home::Home;
use crate::stories::{copy_of, lengths, same, two};

#[test]
fn a_table_that_waits_for_another_id_is_not_said_under_its_old_one_in_a_later_log() {
    let mut home = Home::default();
    let mut desks = two(&mut home);
    let theirs = desks[0].tap("t", 4, "there");
    desks[0].sync(&mut home);
    desks[1].tap("t", 3, "here");
    desks[1].playing.insert("t".to_owned());
    desks[1].sync(&mut home);
    assert_eq!(desks[1].last.waiting, ["t"]);
    home.a_month_passes();
    desks[1].stop();
    desks[1].sync(&mut home);
    assert_eq!(desks[1].last.waiting, ["t"]);
    // It is closed before anybody else is there, or afterwards.
    for order in [[0, 1], [1, 0]] {
        let mut home = home.clone();
        let mut both: Vec<Desk> = order.map(|at| copy_of(&desks[at])).into();
        settle_all(&mut both, &mut home);
        same(&both);
        assert_eq!(lengths(&both[0]), [4, 4]);
        assert_eq!(both[0].everything().0["t"].1, theirs);
    }
}

#[test]
fn a_table_that_comes_back_under_its_old_id_is_there_once() {
    for (more, title) in [(0, "Friday"), (2, "Friday"), (0, ""), (2, "")] {
        let mut home = Home::default();
        let mut desks = Vec::from(two(&mut home));
        desks.push(Desk::join(3, desks[0].kept().code()));
        desks[0].tap("t", 4, "there");
        for at in [0, 2] {
            desks[at].sync(&mut home);
        }
        // The second one does not hear of that, and opens the next log.
        home.a_month_passes();
        let other = desks[1].tap("t", 3, "here");
        for at in [1, 0] {
            desks[at].stop();
            desks[at].sync(&mut home);
        }
        let copy = desks[0].ids().into_iter().find(|id| id != "t").unwrap();
        (0..more).for_each(|_| drop(desks[0].tap(&copy, 4, "on")));
        desks[0].change_head(&copy, |head| head.title = title.to_owned());
        desks[0].change_head(&copy, |head| head.deleted = Some(at(9)).filter(|_| more > 0));
        desks[0].sync(&mut home);
        // The third one hears of none of both, and opens the one after that.
        home.a_month_passes();
        desks[2].change_head("t", |head| head.deleted = Some(at(9)));
        for desk in &mut desks {
            desk.stop();
        }
        desks[2].sync(&mut home);
        settle_all(&mut desks, &mut home);
        same(&desks);
        assert_eq!(lengths(&desks[0]), [4, 4 + more]);
        let head = desks[0].head("t");
        assert_eq!((&*head.title, head.deleted.is_some()), (title, more > 0));
        assert!(desks[0].everything().0.values().any(|(_, log)| *log == other));
    }
}
