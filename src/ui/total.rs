//! Totals beside what is being entered: large, with who leads and what is missing to the target.

use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::game::TargetTotal;
use takujo_core::domain::parts::Parts;
use takujo_core::i18n::{Lang, t};

use crate::device;

/// What totals are held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Aim {
    /// The total that ends the game, if one does.
    pub target: Option<TargetTotal>,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// What points are split into.
    pub parts: Parts,
}

impl Aim {
    /// Whether the total of `side` leads; nobody's does while all are equal.
    pub fn leads(self, totals: &[i32], side: usize) -> bool {
        let (most, least) = (totals.iter().max(), totals.iter().min());
        let best = if self.lowest_wins { least } else { most };
        most != least && totals.get(side) == best
    }

    /// The place of a side, once they differ, and what it lacks to the target if it lacks anything, in words.
    pub fn place(self, totals: &[i32], side: usize, l: Lang) -> Option<String> {
        let total = *totals.get(side)?;
        let better = |other: &&i32| if self.lowest_wins { **other < total } else { **other > total };
        let differ = totals.iter().any(|other| *other != total);
        let place = differ.then(|| t::total_place(l, 1 + totals.iter().filter(better).count()));
        let missing = self.target.map_or(0, |target| target.missing(total));
        let missing = (missing > 0).then(|| t::standings_missing(l, self.parts.arg(missing)));
        let words: Vec<String> = place.into_iter().chain(missing).collect();
        (!words.is_empty()).then(|| words.join(" · "))
    }
}

/// The mark of a number below zero, for the style sheet.
pub fn below(number: i32) -> Option<bool> {
    (number < 0).then_some(true)
}

/// A total, large, and marked if it leads.
#[component]
pub fn TotalNow(
    l: Lang,
    total: i32,
    leads: bool,
    /// What it is split into.
    #[props(default)]
    parts: Parts,
) -> Element {
    let text = parts.number(total);
    // As large as its row is high, unless it has too many digits for its column.
    let long = text.chars().count().clamp(3, 5);
    rsx! {
        strong { class: "total-now", "data-leads": leads, "data-long": "{long}", "data-below": below(total), {text} }
        if leads {
            // Read aloud as two words.
            " "
            span { class: "hidden", {t::total_leads(l)} }
        }
    }
}

/// How long totals take to count up, and sides to change places, in milliseconds; and in how many steps they count.
const MOVE: i32 = 200;
const STEPS: i32 = 8;

/// Numbers as they are to be shown: on their way to these ones, at which they arrive soon. At once for whoever wants no
/// motion, and if there are more or fewer than before.
pub fn use_counting(to: &[i32]) -> Vec<i32> {
    let mut shown = use_signal(|| to.to_vec());
    let mut aim = use_hook(|| CopyValue::new(to.to_vec()));
    use_effect(use_reactive(&to.to_vec(), move |to| {
        if aim.replace(to.clone()) == to {
            return;
        }
        let from = shown.peek().clone();
        if device::still() || from.len() != to.len() {
            return shown.set(to);
        }
        spawn(async move {
            for step in 1..=STEPS {
                device::pause(MOVE / STEPS).await;
                if *aim.peek() != to {
                    return;
                }
                shown.set(from.iter().zip(&to).map(|(from, to)| on_the_way(*from, *to, step)).collect());
            }
        });
    }));
    let shown = shown();
    if shown.len() == to.len() { shown } else { to.to_vec() }
}

/// A number after so many steps from one to another.
fn on_the_way(from: i32, to: i32, step: i32) -> i32 {
    let way = (i64::from(to) - i64::from(from)) * i64::from(step) / i64::from(STEPS);
    // It lies between the two.
    i32::try_from(i64::from(from) + way).unwrap_or(to)
}

/// A slot for a list with these children, which glide to new places when their order changes. They do not for whoever wants
/// no motion.
pub fn use_gliding(order: &[usize]) -> Signal<Option<Rc<MountedData>>> {
    let list = use_signal(|| None::<Rc<MountedData>>);
    let mut before = use_hook(|| CopyValue::new(order.to_vec()));
    use_effect(use_reactive(&order.to_vec(), move |order| {
        let before = before.replace(order.clone());
        if before == order || before.len() != order.len() || device::still() {
            return;
        }
        if let Some(list) = list.peek().as_ref() {
            let place = |child: &usize| before.iter().position(|other| other == child);
            let from: Vec<usize> = order.iter().enumerate().map(|(at, child)| place(child).unwrap_or(at)).collect();
            device::glide(list, &from, MOVE);
        }
    }));
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_leads_depends_on_what_wins() {
        let highest = Aim { target: Some(TargetTotal::up_to(100)), ..Aim::default() };
        let lowest = Aim { lowest_wins: true, ..highest };
        let leads =
            |aim: Aim, totals: &[i32]| (0..totals.len()).filter(|side| aim.leads(totals, *side)).collect::<Vec<_>>();
        assert_eq!(leads(highest, &[3, 9, 9]), [1, 2]);
        assert_eq!(leads(lowest, &[3, 9, 9]), [0]);
        assert_eq!(leads(highest, &[0, 0, 0]), [0_usize; 0]);
        assert_eq!(leads(highest, &[]), [0_usize; 0]);
    }

    #[test]
    fn beside_a_total_stand_its_place_and_what_is_missing() {
        let up = Aim { target: Some(TargetTotal::up_to(100)), ..Aim::default() };
        let down = Aim { target: Some(TargetTotal { down: true, ..TargetTotal::up_to(0) }), lowest_wins: true, ..up };
        let place = |aim: Aim, totals: &[i32], side| aim.place(totals, side, Lang::En).unwrap_or_default();
        assert_eq!(place(up, &[43, 50, 50, 7], 0), "3rd · 57 to go");
        assert_eq!(place(up, &[43, 50, 50, 7], 2), "1st · 50 to go");
        assert_eq!(place(up, &[100, 50], 0), "1st");
        assert_eq!(place(up, &[50, 50], 0), "50 to go", "no places while all are level");
        assert_eq!(place(down, &[501, -3], 0), "2nd · 501 to go");
        assert_eq!(place(down, &[501, -3], 1), "1st");
        assert_eq!(place(Aim::default(), &[0, 0], 0), "");
        assert_eq!(Aim::default().place(&[4, 5], 0, Lang::Ja).as_deref(), Some("2位"));
    }

    #[test]
    fn totals_arrive_where_they_are_going() {
        for (from, to) in [(0, 31), (31, 0), (-7, 12), (i32::MIN, i32::MAX), (i32::MAX, i32::MIN)] {
            let way: Vec<i32> = (1..=STEPS).map(|step| on_the_way(from, to, step)).collect();
            assert_eq!(way.last(), Some(&to));
            assert!(way.is_sorted_by(|one, other| if from < to { one <= other } else { one >= other }), "{way:?}");
        }
    }
}
