//! The fields of categories that do more than count: bids, and a bonus.

use dioxus::prelude::*;
use takujo_core::games::any::game::{
    Bid, Bonus, COUNTS, Column, ColumnKind, EVERY, FACTORS, Failed, MOST_WORTH, Overtrick, OvertrickPenalty, Shortfall,
    TRICKS,
};
use takujo_core::i18n::t;

use crate::state::lang;
use crate::ui::{CheckBox, NumberField, choice};

/// A change of a category.
pub type ColumnChange = Callback<Box<dyn FnOnce(&mut Column)>>;

/// What usually costs something: ten overtricks, a hundred points.
const USUAL_PENALTY: OvertrickPenalty = OvertrickPenalty { every: 10, cost: 100 };
/// What a bid of no trick is usually worth.
const USUAL_ZERO: u32 = 100;
/// What a trick too few or too many usually costs.
const USUAL_FAILED: Failed = Failed { each: 10, per: Shortfall::Bid };

/// Bids as they usually begin: ten for each trick, with one for each more.
pub fn usual_bid() -> Bid {
    let over = Some(Overtrick { each: 1, penalty: None });
    Bid { most: 13, all: true, each: 10, over, failed: USUAL_FAILED, ..Bid::default() }
}

/// A bonus as it usually begins.
pub fn usual_bonus() -> Bonus {
    Bonus { from: 63, points: 35 }
}

/// A number that was typed; what is none is out of any bounds.
fn typed(number: Option<i64>) -> u32 {
    number.map_or(u32::MAX, |number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// The fields of bids.
#[component]
pub fn BidFields(bid: Bid, change: ColumnChange) -> Element {
    let l = lang();
    let set = move |with: Box<dyn FnOnce(&mut Bid)>| {
        change.call(Box::new(move |column: &mut Column| {
            if let ColumnKind::Bid(bid) = &mut column.kind {
                with(bid);
            }
        }));
    };
    let number =
        move |label: &'static str, name: &'static str, now: u32, bounds: (u32, u32), with: fn(&mut Bid, u32)| {
            rsx! {
                NumberField {
                    l,
                    label,
                    name,
                    value: i64::from(now),
                    least: i64::from(bounds.0),
                    most: i64::from(bounds.1),
                    oninput: move |number| set(Box::new(move |bid| with(bid, typed(number)))),
                }
            }
        };
    let worth = (0, MOST_WORTH);
    let overs = [(true, t::any_bid_over_made(l)), (false, t::any_bid_over_failed(l))];
    let pers = [(Shortfall::Bid, t::any_bid_failed_bid(l)), (Shortfall::Difference, t::any_bid_failed_difference(l))];
    let fails = bid.failed.each > 0;
    rsx! {
        {number(t::any_bid_most(l), "bid-most", bid.most, (*TRICKS.start(), *TRICKS.end()), |bid, most| bid.most = most)}
        CheckBox {
            label: t::any_bid_all(l),
            name: "bid-all",
            checked: bid.all,
            onchange: move |all| set(Box::new(move |bid| bid.all = all)),
        }
        {number(t::any_bid_base(l), "bid-base", bid.base, worth, |bid, base| bid.base = base)}
        {number(t::any_bid_each(l), "bid-each", bid.each, worth, |bid, each| bid.each = each)}
        {choice(t::any_bid_over(l), "bid-over", &overs, bid.over.is_some(), move |made: bool| {
            set(Box::new(move |bid| bid.over = made.then(Overtrick::default)));
        })}
        if let Some(over) = bid.over {
            {number(t::any_bid_over_each(l), "bid-over-each", over.each, worth, |bid, each| bid.over.iter_mut().for_each(|over| over.each = each))}
            CheckBox {
                label: t::any_bid_over_cost(l),
                name: "bid-over-cost",
                checked: over.penalty.is_some(),
                onchange: move |on: bool| {
                    set(Box::new(move |bid| {
                        bid.over.iter_mut().for_each(|over| over.penalty = on.then_some(USUAL_PENALTY));
                    }));
                },
            }
            if let Some(OvertrickPenalty { every, cost }) = over.penalty {
                {number(t::any_bid_over_every(l), "bid-over-every", every, (*EVERY.start(), *EVERY.end()), |bid, every| of_penalty(bid, |penalty| penalty.every = every))}
                {number(t::any_bid_over_lost(l), "bid-over-lost", cost, (1, MOST_WORTH), |bid, cost| of_penalty(bid, |penalty| penalty.cost = cost))}
            }
        }
        CheckBox {
            label: t::any_bid_failed(l),
            name: "bid-failed",
            checked: fails,
            onchange: move |on: bool| {
                set(Box::new(move |bid| bid.failed = if on { USUAL_FAILED } else { Failed::default() }));
            },
        }
        if fails {
            {number(t::any_bid_failed_each(l), "bid-failed-each", bid.failed.each, (1, MOST_WORTH), |bid, each| {
                // 0 would take the field away while it is typed in.
                bid.failed.each = if each == 0 { u32::MAX } else { each };
            })}
            {choice(t::any_bid_failed_per(l), "bid-failed-per", &pers, bid.failed.per, move |per| {
                set(Box::new(move |bid| bid.failed.per = per));
            })}
        }
        CheckBox {
            label: t::any_bid_zero(l),
            name: "bid-zero",
            checked: bid.zero.is_some(),
            onchange: move |on: bool| set(Box::new(move |bid| bid.zero = on.then_some(USUAL_ZERO))),
        }
        if let Some(zero) = bid.zero {
            {number(t::any_bid_zero_points(l), "bid-zero-points", zero, worth, |bid, zero| bid.zero = Some(zero))}
        }
    }
}

/// Changes what too many overtricks cost, if they do.
fn of_penalty(bid: &mut Bid, with: impl FnOnce(&mut OvertrickPenalty)) {
    if let Some(penalty) = bid.over.as_mut().and_then(|over| over.penalty.as_mut()) {
        with(penalty);
    }
}

/// The fields of a bonus.
#[component]
pub fn BonusFields(bonus: Bonus, change: ColumnChange) -> Element {
    let l = lang();
    let set = move |with: Box<dyn FnOnce(&mut Bonus)>| {
        change.call(Box::new(move |column: &mut Column| {
            if let ColumnKind::Bonus(bonus) = &mut column.kind {
                with(bonus);
            }
        }));
    };
    rsx! {
        p { class: "soft", {t::any_bonus_text(l)} }
        NumberField {
            l,
            label: t::any_bonus_from(l),
            name: "bonus-from",
            value: i64::from(bonus.from),
            least: i64::from(*COUNTS.start()),
            most: i64::from(*COUNTS.end()),
            oninput: move |from| set(Box::new(move |bonus| bonus.from = typed(from))),
        }
        NumberField {
            l,
            label: t::any_points(l),
            name: "bonus-points",
            value: i64::from(bonus.points),
            least: -i64::from(*FACTORS.end()),
            most: i64::from(*FACTORS.end()),
            oninput: move |points: Option<i64>| {
                let points = points.and_then(|points| i32::try_from(points).ok()).unwrap_or(i32::MAX);
                set(Box::new(move |bonus| bonus.points = points));
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use takujo_core::games::any::game::Options;

    use super::*;

    #[test]
    fn what_they_begin_with_is_sound() {
        let column = |name: &str, kind| Column { name: name.to_owned(), kind };
        let categories =
            vec![column("Bids", ColumnKind::Bid(usual_bid())), column("Bonus", ColumnKind::Bonus(usual_bonus()))];
        assert_eq!(Options { categories, ..Options::default() }.check(), Ok(()));
    }
}
